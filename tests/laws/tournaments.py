"""Tournaments for the laws: structures with every option."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any, NamedTuple, get_args

from bigslick import Rules
from bigslick.bots import HOUSE_BOTS
from bigslick.rules import ANTE_KINDS, LIMITS, REOPENINGS, SHORT_BLIND_PRICES, ButtonRule
from bigslick.table.ranking import BUST_RULES
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import BREAK_ORDERS, HALT_TRIGGERS, AddOn, HandPace, Rebuy, Structure


class Case(NamedTuple):
    """A tournament that can be run again."""

    structure: Structure
    seed: int
    bots: tuple[str, ...]
    late: int
    reentries: bool

    def start(self, **more: Any) -> Tournament:
        """Return the same tournament from its beginning."""
        return Tournament(self.structure, self.seed, bots=self.bots, late=self.late, reentries=self.reentries, **more)


# --- structures ------------------------------------------------------------------------------------------------------


def any_case(random: Random, most: int = 60) -> Case:
    """Return a tournament with at most this many entrants and any compatible options."""
    while True:
        try:
            return _case(random, most)
        except BadStructure:  # these options contradict each other
            continue


def _case(random: Random, most: int) -> Case:
    entrants = random.choice((2, 3, random.randint(2, 12), random.randint(2, 24), random.randint(2, most)))
    entrants = min(entrants, most)
    stack = random.choice((1, 7, 50, 200, 1000))
    levels, breaks = _levels(random, stack, entrants)
    late_levels = random.choice((0, 0, 1, 2)) if len(levels) > 3 else 0
    rebuy = addon = None
    if len(levels) > 3 and random.random() < 0.25:
        rebuy = Rebuy(
            until_level=random.randint(1, 3), cost=7, chips=random.randint(1, 2 * stack), limit=random.randint(0, 3)
        )
    if len(levels) > 3 and random.random() < 0.25:
        addon = AddOn(until_level=random.randint(1, 3), cost=5, chips=random.randint(1, 2 * stack))
    diff = random.choice((1, 1, 1, 2, 3))
    order = random.choice(BREAK_ORDERS)
    seats = random.randint(2, 10)
    structure = Structure(
        seats=seats,
        entrants=entrants,
        starting_stack=stack,
        rules=_rules(random, stack),
        levels=levels,
        breaks=breaks,
        buy_in=random.choice((0, 1, 10, 97)),
        late_reg_levels=late_levels,
        reentry_limit=random.randint(0, 2) if late_levels else 0,
        rebuy=rebuy,
        addon=addon,
        payouts=_payouts(random, entrants),
        final_table_size=random.choice((None, None, random.randint(2, 10))),
        balance_max_diff=diff,
        halt_deficit=random.choice((0, 3, diff + 1)),
        halt_trigger=random.choice(HALT_TRIGGERS),
        break_order=order,
        break_list=tuple(random.sample(range(1, 9), random.randint(1, 5))) if order == "list" else (),
        redraw_at_tables=random.choice(((1,), (1,), (3, 2, 1), (2,), ())),
        hand_for_hand=random.random() < 0.75,
        h4h_margin=random.randint(1, 4),
        h4h_seconds=random.choice((30, 120, 600)),
        simultaneous_bust_rule=random.choice(BUST_RULES),
        initial_button=random.choice(("random", "highest_seat", random.randrange(seats))),
        pace=HandPace(seconds_per_hand=random.randint(1, 60), seconds_per_action=random.choice((0, 1, 10))),
    )
    late = random.randint(0, max(0, min(entrants - 2, 6))) if late_levels else 0
    bots = tuple(random.sample(HOUSE_BOTS, random.randint(1, len(HOUSE_BOTS))))
    return Case(structure, random.randint(0, 1 << 30), bots, late, random.random() < 0.75)


def _levels(random: Random, stack: int, entrants: int) -> tuple[tuple[Level, ...], tuple[Break, ...]]:
    """Choose blinds that begin low and rise until someone must win."""
    timed = random.random() < 0.5
    big = max(1, stack // random.choice((1, 3, 10, 40, 100)))
    ante = random.choice((0, 0, 1, 2))
    hands, seconds = random.randint(1, 8), random.choice((60, 300, 900))
    rows: list[Level] = []
    while True:
        small = random.choice((big // 2, big // 2, big, 0))
        small = max(small, rows[-1].small if rows else 0)
        paid = {0: 0, 1: big, 2: max(1, big // 8)}[ante]
        rows.append(
            Level(small=small, big=big, ante=paid, hands=0 if timed else hands, seconds=seconds if timed else 0)
        )
        if big > stack * entrants:
            break
        big = max(big + 1, big * random.choice((3, 4, 5)) // 2)
    breaks: tuple[Break, ...] = ()
    if random.random() < 0.4:
        after = random.sample(range(1, len(rows)), random.randint(1, min(3, len(rows) - 1))) if len(rows) > 1 else []
        breaks = tuple(Break(after=level, seconds=random.choice((1, 60, 600))) for level in after)
    return tuple(rows), breaks


def _rules(random: Random, stack: int) -> Rules:
    return Rules(
        limit=random.choice((*LIMITS, "none")),
        ante=random.choice(ANTE_KINDS),
        button=random.choice(("dead", *get_args(ButtonRule))),
        reopening=random.choice(REOPENINGS),
        short_blind_price=random.choice(SHORT_BLIND_PRICES),
        odd_chip_unit=random.choice((1, 1, min(5, stack))),
        burn=random.random() < 0.5,
        reveal=random.choice(("all", "muck")),
        pot_counts_antes=random.random() < 0.5,
        pot_full_blinds=random.random() < 0.5,
        bets_per_street=random.choice((4, 0, 1)),
    )


def _payouts(random: Random, entrants: int) -> Payouts:
    kind = random.choice(("winner", "percent", "curve", "amounts", "seats", "seat_price"))
    places = random.randint(1, min(entrants, 9))
    if kind == "percent":
        weights = sorted((random.randint(1, 9) for _ in range(places)), reverse=True)
        rest = 100 - sum(weights)
        return Payouts(percent=(Decimal(weights[0] + rest), *map(Decimal, weights[1:])))
    if kind == "curve":
        return Payouts(
            paid_percent=Decimal(random.randint(1, 100)),
            first_percent=random.choice((None, Decimal(20), Decimal(50))),
            min_cash_percent=random.choice((None, Decimal(50), Decimal(100))),
        )
    if kind == "amounts":
        return Payouts(amounts=tuple(sorted((random.randint(1, 500) for _ in range(places)), reverse=True)))
    if kind == "seats":
        return Payouts(seats=places)
    if kind == "seat_price":
        return Payouts(seat_price=random.randint(1, 300))
    return Payouts()
