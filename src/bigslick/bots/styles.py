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


# fmt: off
_THINKERS: Final[dict[str, tuple[int, ...]]] = {
    #                 rock    tag    lag   fish  whale maniac  shark
    "open":        (  270,   900,  1550,   620,  1900,  6000,  1250),
    "limp":        (  650,   200,   450,  1650,  2900,  1000,   100),
    "reraise":     (  270,   950,  1450,   600,  1500,  5000,  1400),
    "call_raise":  (  480,   550,   950,  1500,  3300,  4000,   500),
    "defend":      (  600,   390,   400,   570,   630,   800,   420),
    "nerve":       (  600,   900,  1100,  1200,  1600,  4000,  1000),
    "cbet":        (  600,   420,   400,   480,   420,   200,   330),
    "value":       (  640,   580,   560,   620,   560,   400,   570),
    "raise_value": (  910,   880,   860,   900,   850,   700,   880),
    "margin":      (   60,    50,    35,   -30,   -50,   -60,    50),
    "bluff":       (   40,   140,   170,    80,   140,   400,   350),
    "bet_size":    ( 1000,  1000,  1000,  1000,  1000,  1300,  1000),
    "push_depth":  (    8,    10,    10,     7,     6,     6,    12),
    "pressure":    ( 1000,   800,   500,   200,     0,     0,  1000),
}
# fmt: on
"""The numbers of the styles that think, bot by bot."""
_NUMBERS: Final = tuple(_THINKERS)
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


_ABOUT: Final = {
    "rock": "few hands, few raises",
    "tag": "tight and aggressive",
    "lag": "many hands, much pressure",
    "fish": "limps and calls",
    "whale": "in nearly every pot",
    "maniac": "raises and raises",
    "shark": "the strongest",
}
STYLES: Final[dict[str, Style]] = {
    "caller": Style(about="never folds, never raises", kind="caller"),
    "random": Style(about="anything goes", kind="random"),
    **{
        name: msgspec.convert({"about": about} | {number: row[column] for number, row in _THINKERS.items()}, Style)
        for column, (name, about) in enumerate(_ABOUT.items())
    },
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
