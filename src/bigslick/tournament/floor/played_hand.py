"""A tournament hand as the floor played it: a few ints that replay the hand on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import Setup
from bigslick.rules import Rules

from ._floor import Floor

if TYPE_CHECKING:
    from bigslick.history import History


class Waiting(NamedTuple):
    """A player at the table who is not dealt in, such as a newcomer between the blinds and the button."""

    seat: int
    player: str
    bullet: int
    bot: str
    stack: int


class PlayedHand(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One tournament hand: table, number, level, players, and everything needed to replay it."""

    table: int
    number: int
    """The hand's number at this table, from 1."""
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
    """The cards in deck order, enough for the whole hand."""
    codes: tuple[int, ...]
    """The actions, as the core's ints."""
    rules: Rules
    event: str = ""
    """The tournament's name."""
    at: int = 0
    """When it was dealt: the round, counted from 1, or the second on a timed event's clock."""
    timed: bool = False
    bullets: tuple[int | None, ...] = ()
    """The number of the player's entry, by seat; empty if unknown, as are `bots`."""
    bots: tuple[str | None, ...] = ()
    waiting: tuple[Waiting, ...] = ()

    @cached_property
    def hand(self) -> Hand:
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
        """Return the hand as a complete history; `more` adds or replaces PHH fields.

        Fields beyond the format: `_round`, or `_seconds` on the clock, which put hands from all tables in order;
        `_entries` and `_bots` in player order; and `_waiting`, the players at the table without cards.
        """
        from bigslick.history import History

        fields: dict[str, Any] = {"event": self.event} if self.event else {}
        if self.event:
            fields["_seconds" if self.timed else "_round"] = self.at
        order = self.hand.setup.dealt
        for name, values in (("_entries", self.bullets), ("_bots", self.bots)):
            if values:
                fields[name] = [values[seat] for seat in order]
        if self.waiting:
            fields["_waiting"] = [
                {"seat": who.seat + 1, "player": who.player, "entry": who.bullet, "bot": who.bot, "stack": who.stack}
                for who in self.waiting
            ]
        return History.from_hand(
            self.hand,
            players=[name for name in self.players if name is not None],
            table=str(self.table),
            hand=self.number,
            level=self.level,
            **(fields | more),
        )


def played_hand(
    floor: Floor, row: int, *, table: int, level: int, names: Sequence[str], rules: Rules, **more: Any
) -> PlayedHand:
    """Return a row's last hand, or its current one so far."""
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
        **more,
    )


def players_of(
    floor: Floor, row: int, names: Sequence[str], bullets: Sequence[int], bot_of: Callable[[int], str]
) -> dict[str, Any]:
    """Return each seat's entry and bot in the hand just played in a row, and the players without cards."""
    dealt = floor.terms.stacks()
    seats = [floor.player_at(row, seat) for seat in range(len(dealt))]
    waiting = [
        Waiting(seat, names[entry], bullets[entry], bot_of(entry), floor.stack_at(row, seat))
        for seat, entry in enumerate(seats)
        if entry >= 0 and not dealt[seat] and floor.stack_at(row, seat)
    ]
    return {
        "bullets": tuple([bullets[entry] if chips else None for entry, chips in zip(seats, dealt, strict=True)]),
        "bots": tuple([bot_of(entry) if chips else None for entry, chips in zip(seats, dealt, strict=True)]),
        "waiting": tuple(waiting),
    }
