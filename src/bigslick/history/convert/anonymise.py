"""Removes players' names from histories: a player gets the same number in every hand and every file.

Names can appear in the player list, the details, user fields, and table or event names. We collect all of a hand's
names before changing its texts. Remarks, such as chat or players coming and going, can name people who never play, so
we drop them, along with the site's player ids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ..history import History
from ..history_details import Details
from ..replay.recorded_setup import OURS

_WORDS: Final = re.compile(r"\w+|\W")
_SHOWS: Final = re.compile(r"\s*(?P<who>.+) shows (?P<cards>(?:[2-9TJQKA][cdhs])+)\s*")
"""The one remark we keep: apart from the name, it has only cards."""
_EXTRA: Final = frozenset(
    (
        *("dealer_seat", "internal_version", "network_name", "player_bounty", "spec_version"),
        *("bounties", "match", "mixed"),
        "dead_button",
    )
)
"""The format-specific fields we keep: the others can hold ids, clubs and people's names."""
_TEXTS: Final = ("author", "event", "url", "venue", "address", "city", "table")
"""Fields that can hold a name."""
_NAME_KEYS: Final = frozenset({"player", "players", "name", "names", "player_name", "hero", "host", "from", "to"})


class Aliases:
    """Aliases for names: player 1, player 2, ... in order of appearance."""

    def __init__(self) -> None:
        self._aliases: dict[str, str] = {}
        self._folded: dict[str, str] = {}
        self._lengths: dict[str, list[int]] = {}
        """Maps a name's first word to the lengths of names that start with it, longest first.

        Lengths count words, spaces and marks.
        """

    def __len__(self) -> int:
        return len(self._aliases)

    def name(self, name: str) -> str:
        """Return a player's alias; an empty name stays empty."""
        if not name.strip():
            return name
        alias = self._aliases.get(name)
        if alias is None:
            alias = self._aliases[name] = f"player {len(self._aliases) + 1}"
            self._learn(name, alias)
        return alias

    def _learn(self, name: str, alias: str) -> None:
        self._folded.setdefault(name.casefold(), alias)
        pieces = _WORDS.findall(name)  # split before case folding: one letter can fold into a letter and a mark
        lengths = self._lengths.setdefault(pieces[0].casefold(), [])
        if len(pieces) not in lengths:
            lengths.append(len(pieces))
            lengths.sort(reverse=True)

    def hand(self, history: History) -> History:
        """Copy a history with every name replaced."""
        players = None if history.players is None else [self.name(name) for name in history.players]
        if history.details is not None:
            self._meet(history.details)
        details = None if history.details is None else self._details(history.details)
        texts = {name: self.text(value) for name in _TEXTS if isinstance(value := getattr(history, name), str)}
        return msgspec.structs.replace(
            history,
            players=players,
            details=details,
            actions=None if history.actions is None else list(self._actions(history)),
            user={name: value if name == OURS else self._value(value) for name, value in history.user.items()},
            **texts,
        )

    def text(self, text: str) -> str:
        """Replace every name seen so far in a text, ignoring case."""
        pieces = _WORDS.findall(text)
        return "".join(self._replaced(pieces))

    def name_in(self, text: str) -> bool:
        """Whether a text contains a name seen so far."""
        return self.text(text) != text

    def _replaced(self, pieces: list[str]) -> Iterator[str]:
        at = 0
        while at < len(pieces):
            for length in self._lengths.get(pieces[at].casefold(), ()):
                alias = self._folded.get("".join(pieces[at : at + length]).casefold())
                if alias is not None:
                    yield alias
                    at += length
                    break
            else:
                yield pieces[at]
                at += 1

    def _meet(self, details: Details) -> None:
        """Learn the names that appear only in the details."""
        for name in (
            *[out.name for out in details.sitting_out],
            *[name for won in details.bounties for name in (won.player, won.eliminated)],
            *[paid.player for paid in details.cash_outs],
            details.hero,
        ):
            if name is not None:
                self.name(name)

    def _actions(self, history: History) -> Iterator[str]:
        """Drop comments from the actions, and all remarks except those that say which cards a player shows."""
        for text in history.actions or ():
            action, mark, comment = text.partition("#")
            if not mark:
                yield text
            elif action.strip():
                yield action.rstrip()
            elif (shows := _SHOWS.fullmatch(comment)) is not None and shows["who"] in (history.players or ()):
                yield f"# {self.name(shows['who'])} shows {shows['cards']}"

    def _details(self, details: Details) -> Details:
        replace = msgspec.structs.replace
        tournament = details.tournament
        if tournament is not None and tournament.name is not None:
            tournament = replace(tournament, name=self.text(tournament.name))
        return replace(
            details,
            hero=None if details.hero is None else self.name(details.hero),
            tournament=tournament,
            sitting_out=[replace(out, name=self.name(out.name)) for out in details.sitting_out],
            bounties=[
                replace(
                    won,
                    player=self.name(won.player),
                    eliminated=None if won.eliminated is None else self.name(won.eliminated),
                )
                for won in details.bounties
            ],
            cash_outs=[replace(paid, player=self.name(paid.player)) for paid in details.cash_outs],
            extra={
                form: kept
                for form, fields in details.extra.items()
                if (kept := {name: self._value(value) for name, value in fields.items() if name in _EXTRA})
            },
        )

    def _value(self, value: Any, *, is_name: bool = False) -> Any:
        match value:
            case str():
                return self.name(value) if is_name else self.text(value)
            case list():
                return [self._value(item, is_name=is_name) for item in value]
            case dict():
                return {
                    self._aliases.get(key, key): self._value(item, is_name=key in _NAME_KEYS)
                    for key, item in value.items()
                }
        return value
