"""A season: events of the same players, ranked by points or by chips won.

The other of the two breaks ties, and players tied in both share a place. Chips with different values do not add up, so
over such events points alone decide.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from bigslick.sentence import say

from .points import FORMULAS, LONGEST, BadFormula, EventResult, read_formula

MOST_BEST: Final = 1_000
Decider = Literal["points", "chips"]


class PointsRules(msgspec.Struct, frozen=True, kw_only=True):
    """How the events of a season give points."""

    formula: Annotated[str, Meta(max_length=LONGEST)] = FORMULAS["beaten"]
    best: Annotated[int, Meta(ge=0, le=MOST_BEST)] = 0
    """How many of a player's events give points, the best ones; 0 = all."""
    bounties: bool = True
    """Whether knockouts count as `hits`, and bounties as part of the `prize`."""


class Outcome(NamedTuple):
    """An event for one player."""

    player: str
    result: EventResult
    """What a formula can use, without the bounties."""
    shared: int
    """How many players share the places from `result.place` down."""
    bounties: int
    net: int
    """The chips won; a loss is below 0."""


class SeasonEvent(NamedTuple):
    """A finished tournament or cash night, without house bots."""

    name: str
    tournament: bool
    chip_value: Hashable
    outcomes: Sequence[Outcome]


class SeasonPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place in a season."""

    place: int
    """Shared by tied players."""
    player: str
    points: float
    """Rounded to hundredths for each event."""
    chips: int | None
    """Won over all events; a loss is below 0. None if the events had different values of a chip."""
    nights: int
    tournaments: int
    cashes: int
    """Tournaments with a prize or a bounty, and cash nights that were won."""
    wins: int
    """First places against other players."""
    hits: int


class SeasonTable(NamedTuple):
    """A season's places, and the events that give no points because the formula cannot be computed for them."""

    places: list[SeasonPlace]
    left_out: list[tuple[SeasonEvent, str]]


def check_formula(text: str) -> None:
    """Refuse a formula that cannot be read, or cannot be computed for an ordinary event; raises `BadFormula`."""
    formula = read_formula(text)
    for place in range(1, 10):
        result = EventResult(9, place, prize=max(0, 100 - 25 * place), buyin=20, spent=22, hits=9 - place)
        try:
            formula.points(result._replace(beaten=9 - place))
        except BadFormula as problem:
            raise BadFormula(say("for place {place} of 9: {problem}", place=place, problem=problem.sentence)) from None


def season_table(events: Iterable[SeasonEvent], rules: PointsRules, by: Decider = "points") -> SeasonTable:
    """Rank the players of these events."""
    played: dict[str, list[tuple[SeasonEvent, Outcome]]] = {}
    points: dict[str, list[int]] = {}
    values: set[Hashable] = set()
    left_out: list[tuple[SeasonEvent, str]] = []
    for event in events:
        values.add(event.chip_value)
        for outcome in event.outcomes:
            played.setdefault(outcome.player, []).append((event, outcome))
        try:
            given = _points(event, rules)
        except BadFormula as problem:
            left_out.append((event, problem.sentence))
        else:
            for player, hundredths in given.items():
                points.setdefault(player, []).append(hundredths)
    adds_up = len(values) < 2
    both = {
        player: (
            sum(sorted(points.get(player, ()), reverse=True)[: rules.best or None]),
            sum(outcome.net for _, outcome in mine) if adds_up else 0,
        )
        for player, mine in played.items()
    }
    worth = both if by == "points" else {player: (chips, points) for player, (points, chips) in both.items()}
    places: list[SeasonPlace] = []
    for number, player in enumerate(sorted(worth, key=lambda player: (*(-part for part in worth[player]), player)), 1):
        mine, level = played[player], bool(places) and worth[player] == worth[places[-1].player]
        places.append(
            SeasonPlace(
                place=places[-1].place if level else number,
                player=player,
                points=both[player][0] / 100,
                chips=both[player][1] if adds_up else None,
                nights=sum(not event.tournament for event, _ in mine),
                tournaments=sum(event.tournament for event, _ in mine),
                cashes=sum(_cashed(event, outcome) for event, outcome in mine),
                wins=sum(outcome.result.place == 1 < outcome.result.n for _, outcome in mine),
                hits=sum(outcome.result.hits for _, outcome in mine),
            )
        )
    return SeasonTable(places, left_out)


def _points(event: SeasonEvent, rules: PointsRules) -> dict[str, int]:
    """Return the points of an event's players in hundredths; raises `BadFormula`."""
    formula = read_formula(rules.formula)
    known: dict[tuple[EventResult, int], int] = {}
    given = {}
    for player, result, shared, bounties, _ in event.outcomes:
        counted = result._replace(prize=result.prize + bounties) if rules.bounties else result._replace(hits=0)
        if (counted, shared) not in known:
            known[counted, shared] = formula.points(counted, shared)
        given[player] = known[counted, shared]
    return given


def _cashed(event: SeasonEvent, outcome: Outcome) -> bool:
    return outcome.result.prize + outcome.bounties > 0 if event.tournament else outcome.net > 0
