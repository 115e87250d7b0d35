"""Places and prizes for players who bust together, in one hand or in one hand-for-hand round.

At one table the larger stack at the start of the hand finishes higher, and equal stacks tie. Across tables in
hand-for-hand they all tie, or the stacks decide, as they do online. Players who tie pool the prizes of their places and
split them; odd units go one each to the larger starting stack, then in order of name (TDA RP-8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

BustRule = Literal["h4h_tie", "by_stack"]
BUST_RULES: tuple[BustRule, ...] = get_args(BustRule)

Prizes = Sequence[int] | Mapping[int, int]
"""Prizes from first place down, or a prize for each paid place."""


class Bust(msgspec.Struct, frozen=True, gc=False):
    """A player who lost their last chip: the table, and the stack at the start of the hand, before antes and blinds."""

    player: str
    table: int
    stack: int
    entry: int = 0
    """Distinguishes two entries of one player that bust together."""


class Finish(msgspec.Struct, frozen=True, gc=False):
    """Where a player finished; tied players share `shared` places, starting at `place`."""

    player: str
    place: int
    shared: int
    prize: int
    entry: int = 0

    @property
    def places_shared(self) -> range:
        """The shared places; a single one without a tie."""
        return range(self.place, self.place + self.shared)


def rank(players_before: int, busts: Sequence[Bust], prizes: Prizes, rule: BustRule = "h4h_tie") -> list[Finish]:
    """Rank the players who bust in one hand or round, best place first; `players_before` still had chips."""
    if rule not in BUST_RULES:
        raise ValueError(f"simultaneous_bust_rule is {rule!r}: expected {' or '.join(map(repr, BUST_RULES))}")
    if len(busts) >= players_before:
        raise ValueError(
            f"{len(busts)} of {players_before} players bust: at least one must be left to hold their chips"
        )
    if len({(bust.player, bust.entry) for bust in busts}) < len(busts):
        raise ValueError("a player busts twice: name each entry once")
    place = players_before - len(busts) + 1
    if rule == "h4h_tie" and len({bust.table for bust in busts}) > 1:
        return tie(busts, place, prizes)
    by_stack: dict[int, list[Bust]] = {}
    for bust in busts:
        by_stack.setdefault(bust.stack, []).append(bust)
    finishes: list[Finish] = []
    for stack in sorted(by_stack, reverse=True):
        finishes += tie(by_stack[stack], place + len(finishes), prizes)
    return finishes


def tie(players: Sequence[Bust], place: int, prizes: Prizes) -> list[Finish]:
    """Share the places from `place` down among these players, and split the prizes.

    When a satellite ends, the players left share from place 1 in the same way.
    """
    shared = len(players)
    if shared == 1:
        bust = players[0]
        return [Finish(bust.player, place, 1, prize_of(prizes, place), bust.entry)]
    pooled = sum([prize_of(prizes, place + k) for k in range(shared)])
    ordered = sorted(players, key=_by_stack)
    parts = equal_parts(pooled, shared) if shared else []
    return [Finish(bust.player, place, shared, part, bust.entry) for bust, part in zip(ordered, parts, strict=True)]


def equal_parts(amount: int, parts: int) -> list[int]:
    """Split an amount into whole units as evenly as possible: odd units go one each to the first (TDA RP-8)."""
    each, odd = divmod(amount, parts)
    return [each + 1] * odd + [each] * (parts - odd)


def prize_of(prizes: Prizes, place: int) -> int:
    """Return a place's prize; 0 if it is not paid."""
    if type(prizes) is not list and isinstance(prizes, Mapping):  # checking for a list costs less
        return prizes.get(place, 0)
    return prizes[place - 1] if 0 < place <= len(prizes) else 0


def _by_stack(bust: Bust) -> tuple[int, str, int]:
    return -bust.stack, bust.player, bust.entry


class Standing(msgspec.Struct, frozen=True):
    """Where an entry finished."""

    place: int
    player: str
    prize: int
    places_shared: tuple[int, ...]
    hands: int
    busted_by: str | None
    bot: str = ""
    """The bot that played the entry; empty for people."""
    bounties: int = 0
    """The bounties collected, including the entry's own if it won."""
    seat_won: str = ""
    """The event of a seat won in a satellite; the prize is the seat's value."""

    @property
    def places(self) -> str:
        """The place for display, such as "7" or, for a tie, "7-9"."""
        return str(self.place) if len(self.places_shared) < 2 else f"{self.place}-{self.places_shared[-1]}"

    def __str__(self) -> str:
        seat = f"a {self.seat_won} seat worth " if self.seat_won else ""
        prize = f", wins {seat}{self.prize:,}" if self.prize else ""
        bounties = f", {self.bounties:,} in bounties" if self.bounties else ""
        by = f", busted by {self.busted_by}" if self.busted_by else ""
        bot = f" ({self.bot})" if self.bot else ""
        return f"{self.places}. {self.player}{bot}{prize}{bounties}, {self.hands:,} hands{by}"
