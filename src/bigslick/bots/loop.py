"""The game loop: hand after hand at one table until one player has every chip.

Each bot sees only its seat's view. House bots draw random numbers by hand and action number, so a game saved at any
point continues to the same end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bigslick.checks import counted, is_whole, must_be
from bigslick.hand.actions import IllegalAction
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.refusals import seat_name
from bigslick.hand.view import view
from bigslick.shuffle import Keystream, Seed
from bigslick.table.events import PlayerBusted
from bigslick.table.ranking import Bust, Finish, rank
from bigslick.table.seats import BadTable
from bigslick.table.table import Table

from .bot import BotLike, as_bot
from .house import new_brain
from .player import Player


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: str | None
    """The player with every chip; None if the game was stopped early."""
    finishes: tuple[Finish, ...]
    """Places from first down; players who bust together with equal stacks share theirs."""
    hands: int
    """How many hands were played."""

    def __str__(self) -> str:
        played = counted(self.hands, "hand")
        if self.winner is None:
            return f"stopped after {played}"
        places = ", ".join(f"{finish.place}. {finish.player}" for finish in self.finishes)
        return f"{self.winner} has every chip after {played}: {places}"


def play_game(
    table: Table,
    bots: Mapping[str, BotLike],
    seed: Seed | Keystream | None = None,
    *,
    between: Callable[[Table], None] | None = None,
    watch: Callable[[Hand], None] | None = None,
    most_hands: int | None = None,
) -> GameResult:
    """Play until one player has every chip, with a bot for each player at the table: `{"ann": "tag"}`.

    Players who bust in one hand are ranked by their stacks before it (TDA: the larger stack finishes higher). `between`
    is called before each hand, and can raise the blinds or seat players; `watch` gets each hand when it ends.
    """
    must_be(Table, table, "a table: expected a Table")
    for name, callback in (("between", between), ("watch", watch)):
        must_be((Callable, type(None)), callback, f"a function for {name}=")  # type: ignore[arg-type]
    if most_hands is not None and not is_whole(most_hands, 1):
        raise BadTable(f"most_hands={most_hands!r}: expected a whole number, at least 1")
    game = GameLoop(bots, seed)
    finishes: list[Finish] = []
    hands = 0
    while len(left := [seat.player for seat in table.seats if seat is not None and seat.stack > 0]) > 1:
        if hands == most_hands:
            return GameResult(None, tuple(finishes), hands)
        if between is not None and not table.playing:
            between(table)
            left = [seat.player for seat in table.seats if seat is not None and seat.stack > 0]
        hand = game.play_hand(table)
        hands += 1
        if watch is not None:
            watch(hand)
        busts = [Bust(e.player, 1, e.stack) for e in table.finish(hand) if isinstance(e, PlayerBusted)]
        if busts:
            finishes[:0] = rank(len(left), busts, ())
    if not left:
        raise BadTable("no player at the table has chips: a game needs two players")
    return GameResult(left[0], (Finish(left[0], 1, 1, 0), *finishes), hands)


class GameLoop:
    """A table's bots, ready to play its hands."""

    def __init__(self, bots: Mapping[str, BotLike], seed: Seed | Keystream | None = None) -> None:
        must_be(Mapping, bots, 'a bot for each player: expected a dict by name, as in {"ann": "tag"}')
        self._stream = Keystream.of(seed)
        self._bots = {player: as_bot(bot) for player, bot in bots.items()}
        self._players: dict[str, int | Player] = {}
        self._brain = new_brain()

    def play_hand(self, table: Table) -> Hand:
        """Play the table's next hand, or the one it is playing, to the end; `table.finish` takes it back.

        An absent player is not asked: the hand is dead (TDA 30).
        """
        must_be(Table, table, "a table: expected a Table")
        players = {seat: self._player(name) for seat, name in table.players.items()}
        hand = table.hand or Hand(table.next_hand(seed=self._stream))
        count = len(hand.actions)
        while (seat := hand.turn) is not None:
            assert hand.options is not None
            player = players[seat]
            try:
                if table.absent(seat):
                    hand.act(hand.options.dead_hand)
                elif isinstance(player, int):
                    chance = self._stream.derive("chance", table.number, count)
                    hand.act(decode(state_of(hand), self._brain.decide(state_of(hand), player, chance.draws)))
                else:
                    hand.act(player.decide(view(hand, seat)))  # type: ignore[arg-type]  # its turn
            except IllegalAction as error:
                error.add_note(f"{table.players[seat]!r} at {seat_name(seat)} tried it in hand {table.number}")
                raise
            count += 1
        return hand

    def _player(self, name: str) -> int | Player:
        """Return the player with that name, or a style number for a house bot."""
        if name not in self._players:
            if name not in self._bots:
                raise BadTable(f"{name!r} sits at the table and has no bot: expected one of {[*self._bots]}")
            bot = self._bots[name]
            stream = self._stream.derive("player", name)
            self._players[name] = bot.player(stream.seed(), called=name) if bot.style is None else bot.style
        return self._players[name]
