"""The house bots' styles: each is data, and `bigslick.bots._brain` plays it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.checks import whole

from .habits import SIZE_SETS, SizeSet

Kind = Literal["caller", "random", "thinker"]
_KINDS: Final[tuple[Kind, ...]] = ("caller", "random", "thinker")

MOST_NUMBER: Final = 8000
"""The limit for a style's number, above or below 0: multiplied by the most chips, it still fits in 64 bits."""

MOST_PRESSURE: Final = 4000
"""The limit on the pressure near the money: a chip lost costs at most five times a chip won."""


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How a house bot plays; shares, chances and equities are in thousandths.

    Before the flop a style scales what people do in its position (`bigslick.bots.habits`): 1000 is the same, 2000 is
    twice the odds.
    """

    about: str = ""
    """How it plays, for display."""
    kind: Kind = "thinker"
    """A caller never folds or raises, a random bot picks any kind of action, and a thinker uses the other fields."""
    open: int = 1000
    """How often it raises a pot that no one has raised, compared with the average player."""
    limp: int = 1000
    """How often it only calls there."""
    reraise: int = 1000
    """How often it raises a raise."""
    call_raise: int = 1000
    """How often it calls a raise."""
    defend: int = 500
    """The share of its opening hands that it continues with when its raise is raised."""
    nerve: int = 1000
    """How light it puts in many big blinds before the flop: at 1000, a hundred big blinds with the best 2% of hands."""
    cbet: int = 500
    """The share of likely hands it must beat to bet the flop as the raiser."""
    value: int = 600
    """The share it must beat to bet otherwise; it rises with the big blinds already in."""
    raise_value: int = 850
    """The share it must beat to raise a bet."""
    margin: int = 0
    """How far its equity must exceed the pot odds for a call."""
    bluff: int = 0
    """The chance to bet with less; the raiser bluffs twice as often, an eight-out draw three times."""
    bet_size: int = 1000
    """The size of its bets after the flop, compared with the average player's."""
    push_depth: int = 10
    """At this many big blinds or fewer, it goes all-in or folds before the flop."""
    pressure: int = 0
    """How much pressure it feels near a tournament's money: 1000 is all of it, at 0 it plays for chips."""
    sizes: SizeSet = "cash"
    """Which set of sizes its wagers use."""

    def __post_init__(self) -> None:
        if self.kind not in _KINDS:
            raise ValueError(f"kind is {self.kind!r}: expected {', '.join(_KINDS)}")
        if self.sizes not in SIZE_SETS:
            raise ValueError(f"sizes is {self.sizes!r}: expected {', '.join(SIZE_SETS)}")
        for name in _NUMBERS:
            whole(name, getattr(self, name), *_bounds(name))

    def row(self) -> tuple[int, ...]:
        """Return the style as the brain's numbers."""
        return (
            _KINDS.index(self.kind),
            *(getattr(self, name) for name in _NUMBERS),
            SIZE_SETS.index(self.sizes),
        )


_NUMBERS: Final = (
    *("open", "limp", "reraise", "call_raise", "defend", "nerve", "cbet"),
    *("value", "raise_value", "margin", "bluff", "bet_size", "push_depth", "pressure"),
)
"""The numbers of a style in the brain's order, between its kind and its sizes."""


def check_row(numbers: tuple[int, ...]) -> list[int]:
    """Return a style as plain ints, or a sentence that says which number cannot be played."""
    bounds = [(0, len(_KINDS) - 1), *(_bounds(name) for name in _NUMBERS), (0, len(SIZE_SETS) - 1)]
    return [whole(f"number {column} of a style", number, *bounds[column]) for column, number in enumerate(numbers)]


def _bounds(name: str) -> tuple[int, int]:
    """Return the smallest and largest value of a style's number."""
    if name == "margin":
        return -MOST_NUMBER, MOST_NUMBER
    return 0, 1000 if name in ("cbet", "value", "raise_value", "pressure") else MOST_NUMBER


STYLES: Final[dict[str, Style]] = {
    "caller": Style(about="never folds, never raises", kind="caller"),
    "random": Style(about="anything goes", kind="random"),
    "rock": Style(
        about="few hands, few raises",
        open=270,
        limp=650,
        reraise=270,
        call_raise=480,
        defend=600,
        nerve=600,
        cbet=600,
        value=640,
        raise_value=910,
        margin=60,
        bluff=40,
        push_depth=8,
        pressure=1000,
    ),
    "tag": Style(
        about="tight and aggressive",
        open=900,
        limp=200,
        reraise=950,
        call_raise=550,
        defend=390,
        nerve=900,
        cbet=420,
        value=580,
        raise_value=880,
        margin=50,
        bluff=140,
        push_depth=10,
        pressure=800,
    ),
    "lag": Style(
        about="many hands, much pressure",
        open=1550,
        limp=450,
        reraise=1450,
        call_raise=950,
        defend=400,
        nerve=1100,
        cbet=400,
        value=560,
        raise_value=860,
        margin=35,
        bluff=170,
        push_depth=10,
        pressure=500,
    ),
    "fish": Style(
        about="limps and calls",
        open=620,
        limp=1650,
        reraise=600,
        call_raise=1500,
        defend=570,
        nerve=1200,
        cbet=480,
        value=620,
        raise_value=900,
        margin=-30,
        bluff=80,
        push_depth=7,
        pressure=200,
    ),
    "whale": Style(
        about="in nearly every pot",
        open=1900,
        limp=2900,
        reraise=1500,
        call_raise=3300,
        defend=630,
        nerve=1600,
        cbet=420,
        value=560,
        raise_value=850,
        margin=-50,
        bluff=140,
        push_depth=6,
    ),
    "maniac": Style(
        about="raises and raises",
        open=6000,
        limp=1000,
        reraise=5000,
        call_raise=4000,
        defend=800,
        nerve=4000,
        cbet=200,
        value=400,
        raise_value=700,
        margin=-60,
        bluff=400,
        bet_size=1300,
        push_depth=6,
    ),
    "shark": Style(
        about="the strongest",
        open=1250,
        limp=100,
        reraise=1400,
        call_raise=500,
        defend=420,
        nerve=1000,
        cbet=330,
        value=570,
        raise_value=880,
        margin=50,
        bluff=350,
        push_depth=12,
        pressure=1000,
    ),
}
"""The bots by name, for cash games."""


def for_tournaments(style: Style) -> Style:
    """Return the same player for today's tournaments.

    Smaller raises, fewer limps, more re-raises, and all-in or fold earlier.
    """
    if style.kind != "thinker":
        return style
    return msgspec.structs.replace(
        style,
        sizes="tournament",
        limp=style.limp // 2,
        reraise=style.reraise * 13 // 10,
        call_raise=style.call_raise * 11 // 10,
        push_depth=style.push_depth + 2,
    )


TOURNAMENT_STYLES: Final[dict[str, Style]] = {name: for_tournaments(style) for name, style in STYLES.items()}
"""The bots by name, for tournaments."""
