"""Laws of every format, over random structures: chips, places, prizes, saves and seeds.

Chips are counted at the tables and in the bags after every step. Every entry has exactly one place, the places are 1 to
the number of entries, and the prizes add up to what was paid in.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bigslick.rules import ANTE_KINDS
from bigslick.tournament.floor._floor import COMPILED
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.formats import (
    BAGS,
    BRACKET_DRAWS,
    ROUND_LEVELS,
    ROUND_PLACES,
    ROUND_STACKS,
    Bracket,
    Day,
    Flights,
    NoShows,
    Shootout,
)
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

from .strategies import law

FEW = 120 if COMPILED else 24
MOST = 40 if COMPILED else 14


def any_format(number: int) -> tuple[Structure, int]:
    """Return a structure of any format with compatible options, and a seed."""
    random = Random(number)
    while True:
        try:
            return _structure(random), random.randint(0, 1 << 30)
        except BadStructure:  # these options contradict each other
            continue


def _structure(random: Random) -> Structure:
    stack, entrants = random.choice((20, 200, 1000)), random.randint(2, MOST)
    levels, breaks = _levels(random, stack * entrants * 4)
    given: dict[str, Any] = {
        "seats": random.randint(2, 10),
        "entrants": entrants,
        "starting_stack": stack,
        "levels": levels,
        "breaks": breaks,
        "buy_in": random.choice((0, 10, 97)),
        "payouts": random.choice((Payouts(), Payouts(paid_percent=Decimal(random.randint(1, 90))))),
        "initial_button": random.choice(("random", "highest_seat")),
    }
    if random.random() < 0.3:
        given["no_shows"] = NoShows(
            percent=Decimal(random.randint(1, 60)), remove_after_level=random.randint(1, len(levels) - 1)
        )
    kind = random.choice(("shootout", "bracket", "days", "flights", "no-shows"))
    if kind == "shootout":
        given["shootout"] = Shootout(
            winners=random.randint(1, 3),
            stacks=random.choice(ROUND_STACKS),
            levels=random.choice(ROUND_LEVELS),
            places=random.choice(ROUND_PLACES),
        )
    elif kind == "bracket":
        given |= {"seats": 2, "bracket": Bracket(draw=random.choice(BRACKET_DRAWS), stacks=random.choice(ROUND_STACKS))}
    elif kind in ("days", "flights"):
        given["days"] = _days(random, len(levels))
        given |= {"late_reg_levels": random.randint(0, 2), "redraw_at_tables": random.choice(((1,), (3, 2, 1), ()))}
        given["reentry_limit"] = random.randint(0, 2) if given["late_reg_levels"] else 0
    if kind == "flights":
        bags = random.choice(BAGS)
        given["flights"] = Flights(
            count=random.randint(2, 4),
            reenter=random.random() < 0.7,
            bags=bags,
            again_below=0 if bags == "one" else random.randint(0, 200),
        )
    return Structure(**given)


def _levels(random: Random, chips: int) -> tuple[tuple[Level, ...], tuple[Break, ...]]:
    timed = random.random() < 0.5
    length: dict[str, Any] = {"seconds": random.choice((60, 600))} if timed else {"hands": random.randint(1, 8)}
    rows: list[Level] = []
    big = 2
    while big < 2 * chips:
        ante = random.choice((0, big // 2, big))
        kind = random.choice((None, *ANTE_KINDS)) if ante else None
        rows.append(Level(small=big // 2, big=big, ante=ante, ante_kind=kind, **length))
        big *= 2
    breaks = (Break(after=1, seconds=60),) if timed and random.random() < 0.3 else ()
    return tuple(rows), breaks


def _days(random: Random, levels: int) -> tuple[Day, ...]:
    first = random.choice(
        (
            Day(until_level=random.randint(1, levels - 1)),
            Day(until_players=random.randint(1, 20)),
            Day(until_percent=Decimal(random.randint(1, 90))),
        )
    )
    more = random.choice(((), (Day(until_players=random.randint(1, 9)),), (Day(until_level=levels - 1),)))
    return (first, *more)


formats = st.integers(0, 1 << 40).map(any_format)


def checked(event: Tournament) -> None:
    """Check the books of a finished event."""
    director = event.director
    entries = len(director.names)
    assert sorted(director.finishes) == list(range(entries))
    shared = Counter((placed.place, placed.shared) for placed in director.finishes.values())
    assert all(count == size for (_, size), count in shared.items())
    assert sorted(place + k for place, size in shared for k in range(size)) == list(range(1, entries + 1))
    assert sum(placed.prize for placed in director.finishes.values()) == sum(director.prizes)
    assert sum(director.prizes) == event.structure.pool(entries)
    assert event.chips == director.chips == event.structure.chips(entries) - director.removed


@law(FEW)
@given(formats)
def test_every_format_keeps_its_books(case: tuple[Structure, int]) -> None:
    event = Tournament(*case, bots=("tag", "maniac", "shark"))
    before = 0
    while not event.over:
        event.step()
        assert event.chips == event.director.chips
        assert len(event.director.bags) + sum(map(len, _seated(event))) == event.director.left
        assert event.now >= before
        before = event.now
    checked(event)


def _seated(event: Tournament) -> list[list[int]]:
    return [[entry for entry in seats if entry >= 0] for seats in event.director.chairs.values()]


@law(FEW // 2)
@given(formats, st.integers(1, 9))
def test_every_format_resumes_to_the_identical_end(case: tuple[Structure, int], every: int) -> None:
    event, whole = Tournament(*case, bots=("tag", "maniac")), Tournament(*case, bots=("tag", "maniac"))
    steps = 0
    while not event.over:
        event.step()
        steps += 1
        if steps % every == 0:
            event = Tournament.load(event.save())
    whole.finish()
    assert event.events == whole.events
    assert event.standings() == whole.standings()


@law(FEW // 2)
@given(formats)
def test_every_format_plays_alike_watched_or_not(case: tuple[Structure, int]) -> None:
    hands = 0

    def watch(played: Any) -> None:
        nonlocal hands
        hands += 1
        seats = [seat for seat, name in enumerate(played.players) if name is not None]
        row = watched.tables.row_of[played.table]
        assert [watched.floor.stack_at(row, seat) for seat in seats] == [played.hand.stacks[seat] for seat in seats]

    watched, plain = Tournament(*case, bots=("tag", "lag"), watch=watch), Tournament(*case, bots=("tag", "lag"))
    watched.finish()
    plain.finish()
    assert watched.events == plain.events
    assert hands == plain.hands
