"""Random events for `both_ways`: everything a structure file can say, with house bots, late players and no-shows."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from bigslick.rules import ANTE_KINDS
from bigslick.server.bot_names import bot_id
from bigslick.tournament.structure.bounties import BOUNTY_KINDS, Bounty
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import HandPace, Structure

from .test_format_laws import any_format
from .tournaments import any_case

LONG_BREAK = 1800
"""Seconds in which every hand ends that was in progress before a break."""


class Field(NamedTuple):
    """The players of an event, and the seed of its draws."""

    seed: bytes
    bots: tuple[str, ...]
    """The house bots that play in the simulator, in turn."""
    names: tuple[str, ...]
    """Everybody who enters, the house bots of the live event first."""
    house: int = 0
    """How many of them are house bots in the live event."""
    late: int = 0
    """How many of them come late."""
    moments: tuple[int, ...] = ()
    """When players come late or re-enter, in seconds or rounds; the next one if nobody can."""

    @property
    def people(self) -> tuple[str, ...]:
        return self.names[self.house :]


def any_event(random: Random, most: int = 14) -> tuple[Structure, Field]:
    """Return an event with at most this many entrants and any compatible options."""
    while True:
        try:
            structure, bots = _structure(random, most)
            structure = _with_meetings(_with_money(random, structure))
            field = _field(random, structure, bots)
            structure.with_entrants(len(field.names) - field.late)
        except BadStructure:  # these options contradict each other
            continue
        return structure, field


def _structure(random: Random, most: int) -> tuple[Structure, tuple[str, ...]]:
    case = any_case(random, most)
    structure = case.structure
    if random.random() < 0.4:
        structure = any_format(random.randint(0, 1 << 40))[0]
        structure = structure.with_entrants(min(structure.entrants, most))
    pace = HandPace(seconds_per_hand=9 * random.randint(1, 4), seconds_per_action=random.choice((1, 2, 9, 10)))
    return replace(structure, pace=pace), case.bots


def _with_money(random: Random, structure: Structure) -> Structure:
    """Add a bounty, a guarantee, a fee, kinds of ante by level, and how many players take chips on offer."""
    given: dict[str, Any] = {"fee": random.choice((0, 0, 3)), "guarantee": random.choice((0, 0, 0, 777))}
    kind = random.choice((None, None, None, *BOUNTY_KINDS))
    if (
        kind is not None
        and structure.no_shows is None
        and (structure.flights is None or structure.flights.bags == "one")
    ):
        given["bounty"] = Bounty(
            amount=random.choice((1, 25)),
            kind=kind,
            top_percent=(Decimal(40), Decimal(10)) if kind == "mystery" and random.random() < 0.5 else (),
        )
    satellite = structure.payouts.kind == "satellite"
    if satellite and structure.late_reg_levels and structure.unit == "time":
        given["payouts"] = Payouts(paid_percent=Decimal(30))  # live, entries stay open while the last hands are played
    elif satellite and random.random() < 0.5:
        given["payouts"] = replace(structure.payouts, seat_name="Main Event")
    if random.random() < 0.3:
        given["levels"] = tuple(_with_ante_kind(random, level) for level in structure.levels)
    rate = random.choice((Decimal(30), Decimal(70), Decimal(100)))
    if structure.reentry_limit:
        given["reentry_take_up_percent"] = rate
    if structure.rebuy is not None:
        most = random.choice((0, structure.starting_stack // 2, structure.starting_stack))
        given["rebuy"] = replace(structure.rebuy, take_up_percent=rate, at_most=most)
    if structure.addon is not None:
        given["addon"] = replace(structure.addon, take_up_percent=rate)
    return replace(structure, **given)


def _with_ante_kind(random: Random, level: Level) -> Level:
    return replace(level, ante_kind=random.choice((None, *ANTE_KINDS))) if level.ante else level


def _with_meetings(structure: Structure) -> Structure:
    """Add breaks after levels by time at whose end chips are sold or taken out.

    The card room's tables finish their hands before that, and the simulator's do not wait for each other.
    """
    if structure.unit != "time":
        return structure
    ends = {structure.addon.until_level} if structure.addon else set()
    ends |= {structure.no_shows.remove_after_level} if structure.no_shows else set()
    kept = [pause for pause in structure.breaks if pause.after not in ends]
    return replace(structure, breaks=(*kept, *(Break(after=level, seconds=LONG_BREAK) for level in sorted(ends))))


def _field(random: Random, structure: Structure, bots: tuple[str, ...]) -> Field:
    seed = random.randint(0, 1 << 60).to_bytes(32, "big")
    entrants = structure.entrants
    house = late = 0
    if structure.flights is None and structure.no_shows is None and random.random() < 0.6:
        house = random.randint(0, entrants)
    names = [bot_id(bots[number % len(bots)], number + 1) for number in range(house)]
    names += [f"p{number}" for number in range(house, entrants)]
    if structure.late_reg_levels and structure.flights is None:
        late = random.randint(0, max(0, min(entrants - 2, entrants - house, 6)))
    return Field(seed, bots, tuple(names), house, late, _moments(random, structure, late))


def _moments(random: Random, structure: Structure, late: int) -> tuple[int, ...]:
    """Return when players come late or re-enter."""
    if not structure.late_reg_levels:
        return ()
    ends = structure.schedule().end(structure.late_reg_levels)
    flights = 1 if structure.flights is None else structure.flights.count
    again = random.randint(0, 6) if structure.reentry_limit else 0
    return tuple(sorted(random.randint(1, max(1, flights * ends - 1)) for _ in range(late + again)))
