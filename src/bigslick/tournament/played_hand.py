"""A hand of a tournament as the floor played it: a few ints, from which the hand is replayed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import Setup
from bigslick.rules import Rules

from ._floor import Floor

if TYPE_CHECKING:
    from bigslick.history import History


class PlayedHand(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One hand of a tournament: table, number, level, players, and all the hand itself follows from."""

    table: int
    number: int
    """Counts the hands of the table from 1."""
    level: int
    players: tuple[str | None, ...]
    stacks: tuple[int, ...]
    button: int
    small_blind_seat: int | None
    big_blind_seat: int
    small_blind: int
    big_blind: int
    ante: int
    dealt: tuple[int, ...]
    """The cards in the order of the deck, as many as the hand could need."""
    codes: tuple[int, ...]
    """The actions, as the core's ints."""
    rules: Rules

    @cached_property
    def hand(self) -> Hand:
        """The hand with its events."""
        known = set(self.dealt)
        hand = Hand(
            Setup(
                stacks=self.stacks,
                button=self.button,
                small_blind_seat=self.small_blind_seat,
                big_blind_seat=self.big_blind_seat,
                small_blind=self.small_blind,
                big_blind=self.big_blind,
                ante=self.ante,
                deck=(*self.dealt, *(card for card in range(52) if card not in known)),
                rules=self.rules,
            )
        )
        for code in self.codes:
            hand.act(decode(state_of(hand), code))
        return hand

    def history(self, **more: Any) -> History:
        """The hand as a history with table, number and names; `more` are further PHH fields."""
        from bigslick.history import History

        return History.from_hand(
            self.hand,
            players=[name for name in self.players if name is not None],
            table=str(self.table),
            hand=self.number,
            level=self.level,
            **more,
        )


def played_hand(floor: Floor, row: int, *, table: int, level: int, names: Sequence[str], rules: Rules) -> PlayedHand:
    """The hand the floor has just played in a row, or is playing there, as far as it has gone."""
    stacks = floor.terms.stacks()
    button, small, big = floor.positions(row)
    return PlayedHand(
        table=table,
        number=floor.hands_of(row) + (floor.asking >= 0),
        level=level,
        players=tuple([names[floor.player_at(row, seat)] if chips else None for seat, chips in enumerate(stacks)]),
        stacks=stacks,
        button=button,
        small_blind_seat=small if stacks[small] else None,
        big_blind_seat=big,
        small_blind=floor.small,
        big_blind=floor.big,
        ante=floor.ante,
        dealt=floor.state.cards()[: 8 + 2 * sum([chips > 0 for chips in stacks])],
        codes=tuple(floor.last_actions()),
        rules=rules,
    )
