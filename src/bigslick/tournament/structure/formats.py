"""Formats other than the freezeout, as parts of a structure: shootouts, brackets, days with flights, and no-shows."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, get_args

import msgspec

from bigslick.checks import did_you_mean

from .problems import BadStructure, one_of, percent, switch, whole
from .table_counts import even_sizes

if TYPE_CHECKING:
    from .structure import Structure

MOST_DAYS: Final = 30
MOST_FLIGHTS: Final = 26
MOST_WINNERS: Final = 9

RoundStacks = Literal["fresh", "carried"]
RoundLevels = Literal["restart", "continue"]
RoundPlaces = Literal["round", "table", "time"]
BracketDraw = Literal["random", "seeded"]
Bags = Literal["one", "best", "sum"]

ROUND_STACKS: tuple[RoundStacks, ...] = get_args(RoundStacks)
ROUND_LEVELS: tuple[RoundLevels, ...] = get_args(RoundLevels)
ROUND_PLACES: tuple[RoundPlaces, ...] = get_args(RoundPlaces)
BRACKET_DRAWS: tuple[BracketDraw, ...] = get_args(BracketDraw)
BAGS: tuple[Bags, ...] = get_args(Bags)


class Shootout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every table plays down to its winners, who draw seats for the next round; the last round is one table."""

    winners: int = 1
    """Players who advance from each table."""
    stacks: RoundStacks = "fresh"
    """Whether a round starts with the starting stack, or with the previous round's chips."""
    levels: RoundLevels = "restart"
    """Whether a round starts at level 1, or at the level where the last one ended."""
    places: RoundPlaces = "round"
    """How players who go out in one round are ranked: all tied, by their place at the table, or by time."""

    def __post_init__(self) -> None:
        whole("winners", self.winners, "how many players go through from each table", 1, MOST_WINNERS)
        one_of("stacks", self.stacks, ROUND_STACKS)
        one_of("levels", self.levels, ROUND_LEVELS)
        one_of("places", self.places, ROUND_PLACES)


class Bracket(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Heads-up matches: winners play each other until two are left for the final."""

    draw: BracketDraw = "random"
    """Whether the bracket and its byes are drawn, or follow the order of entry: the first entrants are the seeds."""
    stacks: RoundStacks = "fresh"
    levels: RoundLevels = "restart"

    def __post_init__(self) -> None:
        one_of("draw", self.draw, BRACKET_DRAWS)
        one_of("stacks", self.stacks, ROUND_STACKS)
        one_of("levels", self.levels, ROUND_LEVELS)


class Day(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A day that ends with bags, after a level or at a number of players; the final day plays to the winner."""

    until_level: int = 0
    """The day ends with this level."""
    until_players: int = 0
    """The day ends as soon as at most this many players are left, counted in each flight separately."""
    until_percent: Decimal | None = None
    """The same as a percentage of the entries, counted in each flight separately."""

    def __post_init__(self) -> None:
        whole("until_level", self.until_level, "the last level of the day", 0, 1000)
        whole("until_players", self.until_players, "how many players are left when the day ends", 0, 10**6)
        if self.until_percent is not None:
            percent("until_percent", self.until_percent, 99)
        given = [name for name in ("until_level", "until_players", "until_percent") if getattr(self, name)]
        if len(given) != 1:
            what = f"{given[0]} and {given[1]} exclude each other" if given else "the day has no end"
            raise BadStructure(
                f"{what}: expected one of until_level, until_players and until_percent",
                field=given[1] if given else "",
            )

    def target(self, entries: int) -> int:
        """Return the players left when the day ends, out of this many entries; 0 if a level ends it."""
        if self.until_percent is not None:
            return max(1, int(self.until_percent * entries / 100 + Decimal("0.5")))
        return self.until_players


class Flights(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Day one in several flights, 1A, 1B and so on: each has its own field, and the survivors meet on day two."""

    count: int
    shares: tuple[int, ...] = ()
    """How entrants are shared among the flights; equally by default."""
    reenter: bool = True
    """Whether players who bust in a flight can enter a later one."""
    bags: Bags = "one"
    """With a bag, a player can enter no other flight, play for a better bag, or play for more chips."""
    again_below: int = 0
    """Players who bag less than this percentage of their flight's average enter the next flight too; 0 = none do."""

    def __post_init__(self) -> None:
        whole("count", self.count, "how many flights are played", 2, MOST_FLIGHTS)
        if not isinstance(self.shares, tuple):
            raise BadStructure("shares is not a list: expected a number for each flight", field="shares")
        for place, share in enumerate(self.shares):
            whole(f"shares[{place}]", share, f"the share of flight {flight_name(place)}", 1, 1000)
        if self.shares and len(self.shares) != self.count:
            raise BadStructure(
                f"shares has {len(self.shares)} numbers for {self.count} flights: expected one for each", field="shares"
            )
        switch("reenter", self.reenter)
        one_of("bags", self.bags, BAGS)
        whole("again_below", self.again_below, "the share of an average bag below which players enter again", 0, 1000)
        if self.again_below and self.bags == "one":
            raise BadStructure(
                'again_below needs a second bag to be allowed: expected bags = "best" or "sum" too',
                field="again_below",
            )

    def sizes(self, entrants: int) -> tuple[int, ...]:
        """Return the number of entrants who start each flight; they add up to the whole field."""
        if not self.shares:
            return even_sizes(entrants, self.count)
        whole_share = sum(self.shares)
        ends = [entrants * sum(self.shares[: place + 1]) // whole_share for place in range(self.count)]
        return tuple(end - start for start, end in zip([0, *ends], ends, strict=False))


class NoShows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entrants who paid but do not show up: their stacks are dealt in, posted for and folded until they are removed."""

    remove_after_level: int
    """At the end of this level their seats are vacated, and their chips leave play."""
    percent: Decimal | None = None
    """The percentage of entrants who do not show up; they are drawn at random."""
    players: tuple[str, ...] = ()
    """The names of the no-shows, instead."""

    def __post_init__(self) -> None:
        if self.percent is not None:
            percent("percent", self.percent, 99)
        if not isinstance(self.players, tuple) or not all(isinstance(name, str) for name in self.players):
            raise BadStructure("players is not a list of names", field="players")
        for place, name in enumerate(self.players):
            if name in self.players[:place]:
                raise BadStructure(f"players has {name!r} twice: expected each once", field=f"players[{place}]")
        if (self.percent is None) == (not self.players):
            raise BadStructure("expected either percent or players: who does not come", field="percent")
        whole("remove_after_level", self.remove_after_level, "the level after which no-shows are removed", 1, 1000)

    def count(self, entrants: int) -> int:
        """Return the number of no-shows in a field, rounded to the nearest."""
        if self.percent is None:
            return len(self.players)
        return int(self.percent * entrants / 100 + Decimal("0.5"))


def flight_name(place: int) -> str:
    """Return `1A` for day one's first flight, `1B` for the second."""
    return f"1{chr(ord('A') + place)}"


def round_sizes(entrants: int, seats: int, winners: int) -> list[tuple[int, ...]]:
    """Return the tables in each round of a shootout, largest first; the last round is one table."""
    rounds, left = [], entrants
    while True:
        sizes = round_tables(left, seats)
        rounds.append(sizes)
        if len(sizes) == 1:
            return rounds
        left = sum(min(winners, size - 1) for size in sizes)


@lru_cache(maxsize=64)
def round_tables(players: int, seats: int) -> tuple[int, ...]:
    """Return the tables in one round of a shootout: as few as possible, as even as possible, larger ones first."""
    return even_sizes(players, -(-players // seats))


def bracket_size(entrants: int) -> int:
    """Return the slots in a bracket: the smallest power of two that holds the field."""
    return 1 << (entrants - 1).bit_length()


def tables_by_round(structure: Structure, entrants: int) -> list[tuple[int, ...]]:
    """Return the players at each table in each round of a shootout or bracket, excluding byes."""
    if structure.shootout is not None:
        return round_sizes(entrants, structure.seats, structure.shootout.winners)
    half = bracket_size(entrants) // 2
    rounds = [(2,) * (entrants - half)]
    while half > 1:
        half //= 2
        rounds.append((2,) * half)
    return rounds


# --- what fits together ----------------------------------------------------------------------------------------------

_NOT_IN_ROUNDS: Final = {
    "late_reg_levels": 0,
    "reentry_limit": 0,
    "rebuy": None,
    "addon": None,
    "final_table_size": None,
    "break_order": "highest_id_first",
    "redraw_at_tables": (1,),
    "days": (),
    "flights": None,
    "no_shows": None,
}


def check_format(structure: Structure) -> None:
    """Refuse formats that exclude each other, and keys that have no meaning in the chosen one."""
    if structure.shootout is not None and structure.bracket is not None:
        raise BadStructure("an event is a shootout or a bracket: expected one of the two", field="bracket")
    if structure.in_rounds:
        _check_rounds(structure, "shootout" if structure.shootout is not None else "bracket")
    _check_days(structure)
    _check_no_shows(structure)
    several = structure.flights is not None and structure.flights.bags != "one"
    if structure.bounty is not None and (structure.no_shows is not None or several):
        raise BadStructure(
            "a bounty is won with a player's last chip, and no one wins the chips of no-shows and of further bags: "
            'expected neither no_shows nor bags = "best" or "sum"',
            field="bounty",
        )


def _check_rounds(structure: Structure, name: str) -> None:
    for key, usual in _NOT_IN_ROUNDS.items():
        if getattr(structure, key) != usual:
            raise BadStructure(f"{key} has no meaning in a {name}: expected a structure without it", field=key)
    if structure.payouts.kind == "satellite":
        raise BadStructure(
            f"a {name} has one winner, and a satellite ends with several: expected other payouts", field="payouts"
        )
    if structure.bracket is not None:
        if structure.seats != 2:
            raise BadStructure(
                f"seats is {structure.seats}: expected 2, since a bracket is played heads-up", field="seats"
            )
        return
    assert structure.shootout is not None
    winners = structure.shootout.winners
    if structure.seats == 2:
        raise BadStructure("a shootout at tables of 2 is a heads-up bracket: expected [bracket]", field="seats")
    if winners >= structure.seats:
        raise BadStructure(
            f"shootout: winners is {winners} at tables of {structure.seats}: expected fewer winners than seats",
            field="shootout.winners",
        )


def _check_days(structure: Structure) -> None:
    days, last = structure.days, len(structure.levels)
    if len(days) > MOST_DAYS:
        raise BadStructure(f"{len(days)} days are too many: expected at most {MOST_DAYS}", field="days")
    if structure.flights is not None and not days:
        raise BadStructure("flights need a day one that ends: expected [[days]] too", field="flights")
    level, left = 0, 0
    for place, day in enumerate(days):
        where = f"days[{place}]"
        if day.until_level:
            if not level < day.until_level < last:
                raise BadStructure(
                    f"day {place + 1} ends with level {day.until_level}: expected a level from {level + 1} to "
                    f"{last - 1}, after the day before and before the last level, which never ends",
                    field=f"{where}.until_level",
                )
            level = day.until_level
        elif left and day.until_players and day.until_players >= left:
            raise BadStructure(
                f"day {place + 1} ends with {day.until_players:,} players and the day before with {left:,}: expected "
                "fewer",
                field=f"{where}.until_players",
            )
        left = day.until_players or left
        if place and day.until_percent is not None:
            raise BadStructure(
                f"day {place + 1}: until_percent is for day one: expected until_players or until_level",
                field=f"{where}.until_percent",
            )
    if days and days[0].until_level:
        for key, until in _open_until(structure):
            if until > days[0].until_level:
                raise BadStructure(
                    f"{key} is {until}, and day one ends with level {days[0].until_level}: expected at most that, "
                    "since no one enters after day one",
                    field=key,
                )
    if structure.flights is not None and structure.field:
        sizes = structure.flights.sizes(structure.field)
        if min(sizes) < 2:
            raise BadStructure(
                f"{structure.field:,} entrants make a flight of {min(sizes)}: expected at least 2 in each",
                field="flights",
            )


def _open_until(structure: Structure) -> list[tuple[str, int]]:
    found = [("late_reg_levels", structure.late_reg_levels)]
    for key, part in (("rebuy.until_level", structure.rebuy), ("addon.until_level", structure.addon)):
        found += [(key, part.until_level)] if part is not None else []
    return found


def _check_no_shows(structure: Structure) -> None:
    absent = structure.no_shows
    if absent is None:
        return
    if absent.remove_after_level >= len(structure.levels):
        raise BadStructure(
            f"no_shows: remove_after_level is {absent.remove_after_level}, and level {len(structure.levels)} is the "
            f"last and never ends: expected at most {len(structure.levels) - 1}",
            field="no_shows.remove_after_level",
        )
    for place, name in enumerate(absent.players):
        if structure.field and name not in structure.names:
            raise BadStructure(
                f"no_shows: {name!r} is not an entrant: expected one of the entries"
                f"{did_you_mean(name, structure.names)}",
                field=f"no_shows.players[{place}]",
            )
    if structure.field and structure.field - absent.count(structure.field) < 2:
        raise BadStructure(
            f"{absent.count(structure.field):,} of {structure.field:,} entrants do not come: expected at least two "
            "who do",
            field="no_shows",
        )
