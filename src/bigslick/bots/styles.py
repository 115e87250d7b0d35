"""The styles of the house bots: each is data, and the core plays it (`bigslick.bots._brain`)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.checks import whole

Kind = Literal["caller", "random", "thinker"]
_KINDS: Final[tuple[Kind, ...]] = ("caller", "random", "thinker")

MOST_NUMBER: Final = 8000
"""The most that a number of a style may be, above or below 0: times the most chips, it still fits in 64 bits."""
MOST_SAMPLES: Final = 100_000


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How a house bot plays; shares, chances and equities are in thousandths."""

    about: str = ""
    """How it plays, for people."""
    kind: Kind = "thinker"
    """A caller never folds or raises, a random bot picks any kind of action, a thinker reads the rest of this."""
    open: tuple[int, ...] = (0,) * 10
    """The share of hands to enter an unraised pot with, by the number of players still to act (0 to 9)."""
    limp: int = 0
    """The chance to call rather than raise when first in."""
    reraise: int = 0
    """The share of hands to raise a raise with."""
    call_raise: int = 0
    """The share of hands to call a raise of three big blinds with; dearer raises, fewer hands."""
    open_size: int = 25
    """The first raise in tenths of a big blind."""
    bet_size: int = 600
    """A bet after the flop, of the pot."""
    value: int = 600
    """The equity to bet with."""
    raise_value: int = 800
    """The equity to raise a bet with."""
    margin: int = 0
    """How far the equity must lie above the pot odds for a call."""
    bluff: int = 0
    """The chance to bet with less."""
    push_depth: int = 0
    """Below so many big blinds: all-in or fold before the flop."""
    samples: int = 12
    """How many deals the estimate of strength looks at."""

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise ValueError(f"kind is {self.kind!r}: expected {', '.join(_KINDS)}")
        if not isinstance(self.open, tuple) or len(self.open) != 10:
            raise ValueError("open has a share for each number of players still to act: expected ten, for 0 to 9")
        whole("samples", self.samples, 1, MOST_SAMPLES)
        for share in self.open:
            whole("a share of open", share, -MOST_NUMBER, MOST_NUMBER)
        for name in _NUMBERS:
            whole(name, getattr(self, name), -MOST_NUMBER, MOST_NUMBER)

    def row(self) -> tuple[int, ...]:
        """The style as the core's numbers."""
        return (
            _KINDS.index(self.kind),
            *(getattr(self, name) for name in _NUMBERS),
            self.samples,
            *self.open,
        )


_NUMBERS: Final = (
    *("limp", "reraise", "call_raise", "open_size", "bet_size"),
    *("value", "raise_value", "margin", "bluff", "push_depth"),
)
"""The numbers of a style in the order in which the core reads them, between its kind and its samples."""


STYLES: Final[dict[str, Style]] = {
    "caller": Style(about="never folds, never raises", kind="caller"),
    "random": Style(about="anything goes", kind="random"),
    "rock": Style(
        about="few hands, no bluffs",
        open=(180, 260, 220, 170, 140, 110, 95, 80, 70, 60),
        reraise=25,
        call_raise=80,
        value=720,
        raise_value=900,
        margin=60,
        push_depth=8,
    ),
    "tag": Style(
        about="tight and aggressive",
        open=(300, 420, 360, 280, 220, 180, 150, 130, 110, 100),
        reraise=45,
        call_raise=130,
        value=620,
        raise_value=840,
        bluff=180,
        push_depth=10,
        samples=16,
    ),
    "lag": Style(
        about="many hands, much pressure",
        open=(450, 620, 520, 420, 340, 280, 230, 200, 180, 160),
        reraise=90,
        call_raise=220,
        value=560,
        raise_value=780,
        bluff=320,
        push_depth=10,
        samples=16,
    ),
    "maniac": Style(
        about="raises and raises",
        open=(800, 850, 800, 750, 700, 650, 600, 550, 500, 450),
        reraise=250,
        call_raise=450,
        open_size=40,
        bet_size=900,
        value=480,
        raise_value=650,
        margin=-60,
        bluff=550,
        push_depth=6,
    ),
    "shark": Style(
        about="the strongest",
        open=(400, 560, 470, 360, 280, 220, 180, 155, 135, 120),
        reraise=25,
        call_raise=150,
        open_size=21,
        bet_size=800,
        value=560,
        raise_value=790,
        margin=120,
        bluff=30,
        push_depth=12,
        samples=40,
    ),
}
"""The bots by name."""
