"""Each player's name. A player's id never changes, but the name can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from bigslick.server.bot_names import bot_name
from bigslick.server.words import NamesShown, fold

from .schema import accounts
from .store import Store


class Names:
    """Players' current names by id. A house bot has no entry: its name follows from its id.

    An account's name is unique, so it finds its player. Guests may share theirs, also with an account.
    """

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names: dict[str, str] = {}
        self._accounts: dict[str, str] = {}
        for player, name in (names or {}).items():
            self.put(player, name)

    @classmethod
    async def load(cls, store: Store) -> Names:
        """Load the names of all players in a store; they take about as much memory as the bank's balances."""
        made = cls()
        for player, name, kind in await store.select(sa.select(accounts.c.id, accounts.c.name, accounts.c.kind)):
            made.put(player, name, guest=kind != "member")
        return made

    def name_of(self, player: str) -> str:
        return self._names.get(player) or bot_name(player) or player

    def knows(self, player: str) -> bool:
        """Whether this is a player's id."""
        return player in self._names

    def id_of(self, name: str) -> str | None:
        """Return the player whose account has this name now, ignoring case; None if there is none."""
        return self._accounts.get(fold(name))

    def is_member(self, player: str) -> bool:
        """Whether a player has an account with a password."""
        return self._accounts.get(fold(self._names.get(player, ""))) == player

    def put(self, player: str, name: str, *, guest: bool = False) -> None:
        """Set the name of a new player, or a player's new name."""
        before = fold(self._names.get(player, ""))
        if self._accounts.get(before) == player:
            del self._accounts[before]
        self._names[player] = name
        if not guest:
            self._accounts[fold(name)] = player


class NamesTogether:
    """The names of players in one list, in the order in which they are asked for: the second Tom is Tom 2."""

    def __init__(self, names: Names, players: Iterable[str] = (), *, taken: Iterable[str] = ()) -> None:
        self._names = names
        self._shown = NamesShown(taken)
        self._called: dict[str, str] = {}
        for player in players:
            self.name_of(player)

    def name_of(self, player: str) -> str:
        """Return the name that the list shows for a player."""
        if player not in self._called:
            self._called[player] = self._shown.add(self._names.name_of(player))
        return self._called[player]

    def id_of(self, name: str) -> str | None:
        """Return the player shown under a name, or an account's player who is not in the list."""
        wanted = fold(name)
        listed = (player for player, shown in self._called.items() if fold(shown) == wanted)
        return next(listed, None) or self._names.id_of(name)
