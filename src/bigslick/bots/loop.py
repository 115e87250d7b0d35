"""The game loop: hand after hand at one table until one player has every chip.

A player is the name of a house bot, or a function or an object with `decide` that sees only the view of its seat.
House bots draw their chance from the stream by the number of the hand and of the action, so a game that was saved
anywhere goes on to the identical end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bigslick.hand.actions import Action, Check, Fold, IllegalAction, Muck, Options, Show
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand
from bigslick.hand.view import View, view
from bigslick.shuffle import Keystream
from bigslick.table.events import PlayerBusted
from bigslick.table.ranking import Bust, Finish, rank
from bigslick.table.seats import BadTable
from bigslick.table.table import Table

from . import Player, new_house, style_number

Decider = str | Player | Callable[[View], Action]
"""Whoever acts for a seat."""


class TableResult(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: str | None
    """Who has every chip; None if the game was stopped before."""
    finishes: tuple[Finish, ...]
    """Places from the best down; those who bust together with equal stacks share theirs."""
    hands: int
    """How many hands were played."""


def play_out(
    table: Table,
    players: Mapping[str, Decider],
    stream: Keystream,
    *,
    between: Callable[[Table], None] | None = None,
    watch: Callable[[Hand], None] | None = None,
    most_hands: int | None = None,
) -> TableResult:
    """Play on until one player has every chip, and say who finished where.

    Those who bust in one hand are ranked by what they had before it (TDA: the larger stack finishes higher). `between`
    is called before each hand, and may raise the blinds or seat players; `watch` is shown each hand at its end.
    """
    if most_hands is not None and most_hands < 1:
        raise BadTable(f"most_hands={most_hands}: expected at least 1")
    finishes: list[Finish] = []
    hands = 0
    while len(left := [seat.player for seat in table.seats if seat is not None and seat.stack > 0]) > 1:
        if hands == most_hands:
            return TableResult(None, tuple(finishes), hands)
        if between is not None and not table.playing:
            between(table)
            left = [seat.player for seat in table.seats if seat is not None and seat.stack > 0]
        hand = play_hand(table, players, stream)
        hands += 1
        if watch is not None:
            watch(hand)
        busts = [Bust(e.player, 1, e.stack) for e in table.finish(hand) if isinstance(e, PlayerBusted)]
        if busts:
            finishes[:0] = rank(len(left), busts, ())
    if not left:
        raise BadTable("nobody at the table has chips: a game needs two players")
    return TableResult(left[0], (Finish(left[0], 1, 1, 0), *finishes), hands)


def play_hand(table: Table, players: Mapping[str, Decider], stream: Keystream) -> Hand:
    """Play the table's next hand to its end, or the one that it is playing; `table.finish` takes it back.

    Nobody is asked for a player who is away: his hand is killed (TDA 30).
    """
    deciders = {seat: _decider(player, players) for seat, player in table.players.items()}
    hand = table.hand or Hand(table.next_hand(stream=stream))
    house = new_house()
    count = len(hand.actions)
    while (seat := hand.turn) is not None:
        decider = deciders[seat]
        try:
            if table.absent(seat):
                hand.act(_killed(hand.options))
            elif isinstance(decider, int):
                chance = stream.derive("chance", table.number, count)
                hand.act(decode(hand.state, house.decide(hand.state, decider, chance.draws)))
            elif callable(decider):
                hand.act(decider(view(hand, seat)))
            else:
                hand.act(decider.decide(view(hand, seat)))
        except IllegalAction as error:
            error.add_note(f"{table.players[seat]!r} at seat {seat} did so in hand {table.number}")
            raise
        count += 1
    return hand


def _decider(player: str, players: Mapping[str, Decider]) -> int | Player | Callable[[View], Action]:
    """Who acts for a player; a house bot as the number of its style."""
    if player not in players:
        raise BadTable(f"nobody acts for {player!r}: expected a house bot, a function or an object with `decide`")
    decider = players[player]
    return style_number(decider) if isinstance(decider, str) else decider


def _killed(options: Options | None) -> Action:
    """What becomes of a hand whose player is away."""
    assert options is not None
    if options.show:
        return Muck() if options.muck else Show()
    return Fold() if options.fold else Check()
