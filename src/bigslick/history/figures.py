"""The usual figures of a player: how often they enter, raise, bet and go to showdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from bigslick.checks import must_be
from bigslick.hand.events import Called, Event, Folded, Mucked, PotAwarded, Shown, StreetDealt, Wagered
from bigslick.hand.hand import Hand


class Figures(msgspec.Struct, frozen=True):
    """Counts over hands; the properties are the percentages that players quote, None where nothing was counted."""

    dealt: int = 0
    entered: int = 0
    """Hands in which the player put in chips before the flop by choice."""
    raised: int = 0
    """Hands in which the player raised before the flop."""
    chances: int = 0
    """Hands in which the player faced exactly one raise before the flop and had made none."""
    three_bets: int = 0
    """Of these, hands in which the player raised it."""
    wagers: int = 0
    """Bets and raises after the flop."""
    calls: int = 0
    """Calls after the flop."""
    flops: int = 0
    """Hands in which the player saw the flop."""
    showdowns: int = 0
    won: int = 0
    """Showdowns at which the player won chips."""

    def __add__(self, other: Figures) -> Figures:
        mine, theirs = msgspec.structs.astuple(self), msgspec.structs.astuple(other)
        return Figures(*(one + two for one, two in zip(mine, theirs, strict=True)))

    @property
    def vpip(self) -> float | None:
        """Per cent of hands entered."""
        return _share(self.entered, self.dealt)

    @property
    def pfr(self) -> float | None:
        """Per cent of hands raised before the flop."""
        return _share(self.raised, self.dealt)

    @property
    def three_bet(self) -> float | None:
        """Per cent of the raises faced that were raised again."""
        return _share(self.three_bets, self.chances)

    @property
    def aggression(self) -> float | None:
        """Bets and raises for each call after the flop."""
        return self.wagers / self.calls if self.calls else None

    @property
    def wtsd(self) -> float | None:
        """Per cent of the flops seen that went to a showdown."""
        return _share(self.showdowns, self.flops)

    @property
    def wsd(self) -> float | None:
        """Per cent of the showdowns that won chips (W$SD)."""
        return _share(self.won, self.showdowns)

    def row(self) -> tuple[str, ...]:
        """The figures as text, in the order of `HEADINGS`."""
        whole = (self.vpip, self.pfr, self.three_bet)
        rest = (self.wtsd, self.wsd)
        factor = "-" if self.aggression is None else f"{self.aggression:.2f}"
        return (*map(_percent, whole), factor, *map(_percent, rest))

    def json(self) -> dict[str, float | int | None]:
        """The figures as `--json` prints them."""
        return {
            "hands": self.dealt,
            "vpip": _round(self.vpip),
            "pfr": _round(self.pfr),
            "three_bet": _round(self.three_bet),
            "aggression": _round(self.aggression),
            "wtsd": _round(self.wtsd),
            "wsd": _round(self.wsd),
        }


HEADINGS: Final[Sequence[str]] = ("VPIP", "PFR", "3-bet", "aggression", "WTSD", "W$SD")


def figures_of(hand: Hand) -> dict[int, Figures]:
    """The figures of one hand, by seat."""
    must_be(Hand, hand, "a hand: expected a Hand")
    return _Count(hand).figures


class _Count:
    """One pass over the events of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.rows = {seat: dict.fromkeys(Figures.__struct_fields__, 0) for seat in hand.setup.dealt}
        self.raises = 0
        self.preflop = True
        self.live = set(self.rows)
        for row in self.rows.values():
            row["dealt"] = 1
        for event in hand.events:
            self.see(event)
        self.figures = {seat: Figures(**row) for seat, row in self.rows.items()}

    def see(self, event: Event) -> None:
        """Count one event."""
        if isinstance(event, StreetDealt):
            if event.street == "flop":
                for seat in self.live:
                    self.rows[seat]["flops"] = 1
            self.preflop = False
        elif isinstance(event, Folded):
            self.face(event.seat)
            self.live.discard(event.seat)
        elif isinstance(event, Called | Wagered):
            row = self.rows[event.seat]
            wager = isinstance(event, Wagered)
            if not self.preflop:
                row["wagers" if wager else "calls"] += 1
                return
            chance = self.face(event.seat)
            row["entered"] = 1
            if wager:
                row["three_bets"] += chance
                row["raised"] = 1
                self.raises += 1
        elif isinstance(event, Shown | Mucked):  # a player who mucks at showdown has gone to it
            self.rows[event.seat]["showdowns"] = 1
        elif isinstance(event, PotAwarded):
            row = self.rows[event.seat]
            if row["showdowns"]:
                row["won"] = 1

    def face(self, seat: int) -> bool:
        """Note a decision before the flop; whether it was a chance to make the third bet."""
        row = self.rows[seat]
        chance = self.preflop and self.raises == 1 and not row["raised"]
        if chance:
            row["chances"] = 1
        return chance


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
