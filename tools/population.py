"""Count how the population plays compared with people, and print `docs/explanation/population.md`.

    python -m tools.population > docs/explanation/population.md

It takes a few minutes with the compiled core; use `--hands` and `--events` to shorten it.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import msgspec

from bigslick import Hand
from bigslick.bots import POPULATION, RECREATIONAL, REGULAR, STRONG, STYLES, TOURNAMENT_STYLES, Style, new_brain
from bigslick.hand.codec import FOLD, decode
from bigslick.hand.hand import state_of
from bigslick.history.statistics.figures import seats_that_steal
from bigslick.intervals import FEWEST, from_sums, share_interval, width
from bigslick.shuffle import Keystream
from bigslick.simulate import play_match
from bigslick.simulate.match import interval_text
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure
from tools.tendencies import SIZES, Tendencies

BUBBLE = Structure(
    name="Bubble",
    entrants=9,
    seats=9,
    starting_stack=5000,
    buy_in=100,
    levels=tuple(
        Level(small=big // 2, big=big, ante=big, hands=12)
        for big in (300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 3000, 4000, 6000, 8000, 12_000)
    ),
    payouts=Payouts(percent=tuple(Decimal(prize) for prize in (32, 22, 16, 12, 10, 8))),
)
BUBBLE_FIELD = ("tag", "shark", "lag", "fish", "tag", "whale")
FOR_CHIPS = {name: msgspec.structs.replace(style, pressure=0) for name, style in TOURNAMENT_STYLES.items()}
"""The tournament styles, without any sense of pressure near the money."""
TABLES = ((6, 40), (5, 15), (4, 8), (9, 22), (2, 15))
"""Table sizes, and the percentage of hands at each, as in the real hands."""
OVERALL = {
    "vpip": ("VPIP", 26.1, 16.4, 27.5),
    "pfr": ("PFR", 14.1, 8.9, 17.8),
    "cold 3-bet": ("cold 3-bet", 5.5, 2.6, 7.1),
    "fold to 3-bet": ("fold to 3-bet", 48, 44, 66),
    "c-bet": ("flop c-bet", 65, 56, 76),
    "fold to c-bet": ("fold to c-bet", 51, 44, 60),
    "wtsd": ("WTSD", 30.2, 24, 33),
}
"""Real means and quartiles, as percentages."""
AGGRESSION = (2.24, 1.8, 3.1)
BY_POSITION = {
    ("heads-up", "BTN"): (70.2, 55.4, None),
    ("heads-up", "BB"): (32.4, 12.2, 14.7),
    ("3-6", "EP"): (22.9, 14.3, None),
    ("3-6", "HJ"): (24.6, 15.8, 3.3),
    ("3-6", "CO"): (28.3, 18.5, 4.1),
    ("3-6", "BTN"): (32.2, 21.4, 5.6),
    ("3-6", "SB"): (32.0, 14.0, 6.2),
    ("3-6", "BB"): (20.0, 6.9, 6.6),
    ("7+", "EP"): (17.6, 8.0, 2.3),
    ("7+", "HJ"): (20.0, 9.5, 2.6),
    ("7+", "CO"): (22.5, 10.9, 2.8),
    ("7+", "BTN"): (23.3, 12.0, 3.3),
    ("7+", "SB"): (29.6, 9.0, 3.6),
    ("7+", "BB"): (14.6, 5.1, 4.1),
}
"""Real VPIP, PFR and cold 3-bet; None if a player cannot face a raise before they act."""
REAL_SIZES = {
    "first raise": (13, 4, 44, 11, 19, 5, 4),
    "3-bet": (10, 6, 17, 27, 17, 9, 16),
    "flop bet": (5, 5, 21, 25, 14, 25, 3, 2),
    "turn bet": (12, 8, 24, 20, 11, 21, 3, 2),
    "river bet": (15, 8, 24, 17, 8, 20, 5, 4),
    "flop raise": (28, 12, 20, 19, 20),
    "turn raise": (34, 12, 16, 17, 21),
    "river raise": (30, 10, 14, 18, 29),
}
REAL_ALL_INS = 0.43
"""Percentage of hands with a preflop all-in when everyone has at least 80 big blinds."""
WSOP_LEVELS = ((50, 100, 0), (100, 200, 0), (150, 300, 0), (150, 300, 25), (200, 400, 50), (250, 500, 75))
"""The first levels of the 2015 Main Event: small blind, big blind, ante per player; two hours each."""
MATCHES = (("shark", "tag"), ("shark", "lag"), ("tag", "fish"), ("lag", "fish"), ("tag", "whale"), ("lag", "whale"))
FIELD = ("shark", "tag", "fish", "shark", "lag", "whale")
"""A third of each kind, for comparing them in tournaments."""


def count_cash(
    hands: int, seed: int = 1, depth: int = 100, styles: Mapping[str, Style] = STYLES, mix: Sequence[str] = POPULATION
) -> Tendencies:
    """Play and count the population's hands at tables of every size, with equal stacks."""
    counts = Tendencies()
    for seats, part in TABLES:
        _play(counts, hands * part // 100, seats, depth, seed, styles, mix)
    return counts


def _play(
    counts: Tendencies, hands: int, seats: int, depth: int, seed: int, styles: Mapping[str, Style], mix: Sequence[str]
) -> None:
    brain, numbers = new_brain(styles), {name: number for number, name in enumerate(styles)}
    small, big = 50, 100
    stacks = [depth * big] * seats
    hand = Hand.start(stacks, (small, big), button=0, seed=seed)
    state, steal = state_of(hand), seats_that_steal(hand.setup)
    cards, chance = Keystream(seed, "cards", seats).draws, Keystream(seed, "chance", seats).draws
    dice = random.Random(f"{seed} {seats}")
    order = [0, 1] if seats == 2 else [*range(3, seats), 0, 1, 2]
    bets = [0] * seats
    bets[order[-2]], bets[order[-1]] = small, big
    for _ in range(hands):
        names = [dice.choice(mix) for _ in range(seats)]
        state.begin_shuffled(cards)
        counts.begin(state, steal, order, stacks, bets, big, names)
        street = 0
        while state.turn >= 0:
            if state.street > street:
                counts.deal_street()
                street = state.street
            code = brain.decide(state, numbers[names[state.turn]], chance)
            counts.act(state.turn, code)
            state.act(code)
        if street == 0 and state.board_cards():
            counts.deal_street()
        counts.finish(state)


def main_event(entrants: int) -> Structure:
    """Return the relevant part of the 2015 Main Event: 300 big blinds, two-hour levels, no re-entry."""
    plan = load("deep-9").with_entrants(entrants)
    first = [Level(small=small, big=big, ante=9 * ante, seconds=7200) for small, big, ante in WSOP_LEVELS]
    later = [Level(small=row.small, big=row.big, ante=row.ante, seconds=7200) for row in plan.levels if row.big > 500]
    return msgspec.structs.replace(
        plan, levels=(*first, *later), starting_stack=30_000, reentry_limit=0, late_reg_levels=0
    )


def left_after_levels(structure: Structure, seed: int, levels: int) -> list[float]:
    """Return the percentage of the field left after each of the first levels."""
    event = Tournament(structure, seed)
    left: list[float] = []
    while len(left) < levels:
        before = event.director.left
        level = event.level
        event.step()
        left += [100 * before / structure.field] * (event.level - level)
    return left[:levels]


def final_table_depth(entrants: int, seed: int) -> float:
    """Return the average stack in big blinds when nine players are left in a deep event."""
    plan = load("deep-9").with_entrants(entrants)
    event = Tournament(plan, seed)
    while event.director.left > 9:
        event.step()
    return event.chips / event.director.left / plan.levels[event.level].big


class Bubble:
    """Events with nine players, six places paid and 17 big blinds, played until the bubble bursts."""

    def __init__(self, styles: Mapping[str, Style], events: int) -> None:
        self.hands: list[float] = []
        """How many hands each bubble lasts."""
        self.faced = self.called = 0
        """All-ins that a tag or shark with a roughly average stack could call only with all of it."""
        for seed in range(events):
            event = Tournament(BUBBLE, seed, bots=BUBBLE_FIELD, styles=styles, watch=self.watch)
            while event.director.left > event.director.paid:
                event.step()
            self.hands.append(event.hands)

    def watch(self, played: PlayedHand) -> None:
        """Count the all-ins in a hand."""
        dealt = [stack for stack in played.stacks if stack]
        average = sum(dealt) / len(dealt)
        hand = Hand(played.hand.setup)
        for code in played.codes:
            seat, options = hand.turn, hand.options
            assert seat is not None
            assert options is not None
            medium = 2 / 3 * average <= played.stacks[seat] <= 3 / 2 * average
            if medium and played.bots[seat] in ("tag", "shark") and options.call == hand.stacks[seat]:
                self.faced += 1
                self.called += code != FOLD
            hand.act(decode(state_of(hand), code))


def returns_by_kind(events: int, entrants: int, seed: int = 0) -> dict[str, tuple[float, float]]:
    """Return each kind's ROI as a percentage with half its 95 % interval, in fields of a third of each."""
    kind = {name: what for what, names in kinds().items() for name in names}
    found: dict[str, list[float]] = defaultdict(list)
    plan = msgspec.structs.replace(load("deep-9").with_entrants(entrants), reentry_limit=0, late_reg_levels=0)
    for number in range(events):
        event = Tournament(plan, seed + number, bots=FIELD)
        event.finish()
        cost = plan.buy_in + plan.fee
        for standing in event.standings():
            found[kind[standing.bot]].append(100 * (standing.prize - cost) / cost)
    return {name: mean_and_half(rows) for name, rows in found.items()}


def head(*columns: str) -> str:
    """Return the two header lines of a table."""
    return f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|"


def kinds() -> dict[str, tuple[str, ...]]:
    """Return the kinds of players and their styles."""
    return {"strong": STRONG, "regular": REGULAR, "recreational": RECREATIONAL}


def mean_and_half(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and half its 95 % interval."""
    found = from_sums(len(values), sum(values), sum(value * value for value in values), FEWEST)
    return found.value, width(len(values)) * found.error


def half_interval(chances: int, times: int) -> float:
    """Return half the 95 % interval of a share, in percentage points."""
    low, high = share_interval(times, chances)
    share = times / max(1, chances)
    return 100 * max(high - share, share - low) if chances else 0.0


def shown(counts: Tendencies, figure: str, table: str = "", position: str = "", name: str = "") -> str:
    """Format a percentage with its interval."""
    chances, times = counts.share(figure, table, position, name)
    return f"{counts.per_cent(figure, table, position, name):.1f} ± {half_interval(chances, times):.1f}"


def document(hands: int, events: int) -> Iterable[str]:
    """Yield the lines of the page."""
    cash = count_cash(hands)
    yield from HEAD.splitlines()
    yield ""
    yield from overall(cash)
    yield ""
    yield from by_position(cash)
    yield ""
    yield from by_style(cash)
    yield ""
    yield from sizes(cash)
    yield ""
    yield from tournaments(hands, events)
    yield ""
    yield from near_the_money(3 * events)
    yield ""
    yield from strength(hands, events)


def overall(cash: Tendencies) -> Iterable[str]:
    """Yield every statistic next to the real mean and quartiles."""
    yield f"## All hands\n\nOurs: {cash.hands:,} hands, everyone with 100 big blinds.\n"
    yield head("figure", "people", "middle half of people", "population")
    for figure, (name, mean, low, high) in OVERALL.items():
        yield f"| {name} | {mean} | {low} to {high} | {shown(cash, figure)} |"
    mean, low, high = AGGRESSION
    yield f"| bets and raises per call | {mean} | {low} to {high} | {cash.aggression():.2f} |"
    share, half = 100 * cash.deep_all_ins / cash.deep_hands, half_interval(cash.deep_hands, cash.deep_all_ins)
    what = "hands with an all-in before the flop, with everyone at least 80 big blinds deep"
    yield f"| {what} | {REAL_ALL_INS} | | {share:.2f} ± {half:.2f} |"


def by_position(cash: Tendencies) -> Iterable[str]:
    """Yield VPIP, PFR and cold 3-bet by table and position."""
    yield "## By position\n"
    yield head("table", "position", "VPIP people", "ours", "PFR people", "ours", "cold 3-bet people", "ours")
    for (table, place), real in BY_POSITION.items():
        cells = []
        for figure, mean in zip(("vpip", "pfr", "cold 3-bet"), real, strict=True):
            cells += ["", ""] if mean is None else [f"{mean}", shown(cash, figure, table, place)]
        yield f"| {table} | {place} | {' | '.join(cells)} |"


def by_style(cash: Tendencies) -> Iterable[str]:
    """Yield a row for each style in the population."""
    yield "## The styles\n"
    yield (
        "| style | how it plays | of 20 | VPIP | PFR | cold 3-bet | c-bet | fold to c-bet | aggression | WTSD |\n"
        + "|---" * 10
        + "|"
    )
    for name in dict.fromkeys(POPULATION):
        cells = [shown(cash, figure, name=name) for figure in ("vpip", "pfr", "cold 3-bet", "c-bet", "fold to c-bet")]
        cells += [f"{cash.aggression(name=name):.2f}", shown(cash, "wtsd", name=name)]
        yield f"| `{name}` | {STYLES[name].about} | {POPULATION.count(name)} | {' | '.join(cells)} |"


def sizes(cash: Tendencies) -> Iterable[str]:
    """Yield bet sizes next to the real ones."""
    yield "## Sizes\n"
    yield "The percentage of wagers between one size and the next: first raises in big blinds, bets as"
    yield "fractions of the pot, raises as multiples of what they raise. The last number is for all larger ones.\n"
    yield head("wager", "up to", "people", "population")
    for name, real in REAL_SIZES.items():
        bounds = " · ".join(f"{bound:.3g}" for bound in SIZES[name])
        ours = " · ".join(f"{share:.0f}" for share in cash.size_shares(name))
        yield f"| {name} | {bounds} | {' · '.join(map(str, real))} | {ours} |"


def tournaments(hands: int, events: int) -> Iterable[str]:
    """Yield the tournament styles, how a deep field shrinks, and the final table."""
    counts = count_cash(hands // 4, styles=TOURNAMENT_STYLES, seed=2)
    yield "## Tournaments\n\nIn a tournament the same players open smaller, limp half as often, reraise more and"
    yield "shove or fold once they are down to about ten big blinds. At 100 big blinds:\n"
    yield head("VPIP", "PFR", "limp", "cold 3-bet")
    yield "| " + " | ".join(shown(counts, figure) for figure in ("vpip", "pfr", "limp", "cold 3-bet")) + " |\n"
    rows = [left_after_levels(main_event(1000), seed, 5) for seed in range(max(3, events // 20))]
    yield "How many of 1,000 players with 300 big blinds are left after each two-hour level:\n"
    yield head("after level", "WSOP Main Event", "population")
    for level in range(5):
        mean, half = mean_and_half([row[level] for row in rows])
        real = "68 % (2015), about 75 % (2019, from 600 big blinds)" if level == 4 else ""
        yield f"| {level + 1} | {real} | {mean:.1f} ± {half:.1f} % |"
    mean, half = mean_and_half([final_table_depth(500, seed) for seed in range(max(3, events // 20))])
    yield f"\nThe final table of `deep-9` with 500 entrants starts with {mean:.0f} ± {half:.0f} big blinds on average;"
    yield "large live events have about 60 to 70."


def near_the_money(events: int) -> Iterable[str]:
    """Yield the section on how pressure near the money changes play."""
    yield from NEAR_THE_MONEY.splitlines()
    yield ""
    yield head("field", "all-ins called by a covered `tag` or `shark`", "hands until the bubble bursts")
    for name, styles in (("feels the pressure", TOURNAMENT_STYLES), ("plays for chips", FOR_CHIPS)):
        bubble = Bubble(styles, events)
        share = 100 * bubble.called / bubble.faced
        half = half_interval(bubble.faced, bubble.called)
        hands, more = mean_and_half(bubble.hands)
        yield f"| {name} | {share:.0f} ± {half:.0f} % of {bubble.faced:,} | {hands:.1f} ± {more:.1f} |"


def strength(hands: int, events: int) -> Iterable[str]:
    """Yield proof that strong players beat regular ones, who beat recreational ones."""
    yield "## Strength\n\nMatches between two styles, six-handed, every deal from every seat, in big blinds per hundred"
    yield "hands:\n"
    yield head("match", "result", "95 % interval")
    for one, two in MATCHES:
        score = play_match([one, two], hands=hands // 2, seats=6, duplicate=True, seed=1).scores[0]
        yield f"| `{one}` against `{two}` | {score.bb100:+.1f} | {interval_text(score.rate)} |"
    found = returns_by_kind(events, 54)
    yield f"\nReturn on investment in {events:,} tournaments (`deep-9`, 54 entrants, a third of each kind):\n"
    yield head("kind", "return on investment")
    for kind, names in kinds().items():
        mean, half = found[kind]
        yield f"| {kind} ({', '.join(name for name in names if name in FIELD)}) | {mean:+.0f} ± {half:.0f} % |"


HEAD = """# The population: house bots that play like people

`tools/population.py` prints this page: run it again when you change a style, and see what moved.
The numbers for people come from 5.4 million hands of online no-limit cash games (six sites, July 2009, $25 to $1,000
tables, 264,712 players).
Numbers are percentages unless a row says otherwise, and `±` is half of a 95 % interval.
A cold 3-bet raises the first raise before the player has put in a chip by choice.

What people do in each position, and how much they bet, is data (`bigslick.bots.habits`).
A style (`bigslick.bots.styles`) does it more or less often than they do.
The population (`bigslick.bots.POPULATION`) is twenty players in the proportions of real hands, and the default field in
tournaments and studies.
`caller`, `random` and `maniac` are for tests: no one plays like them."""
NEAR_THE_MONEY = """## Near the money

Busting on the bubble costs more than the chips are worth.
An event's pressure is the ICM bubble factor for equal stacks (`bigslick.tournament.floor.icm_pressure`): 1.9 with four
left in a sit-and-go that pays 50, 30 and 20 %, about 2.2 on the bubble of `deep-9` with 500 entrants, 1.3 to 1.5 in the
money, and 1 heads-up or when the winner takes all.
It begins when one and a half times as many players are left as places are paid.
A style feels its share of it (`pressure`): a `shark` and a `rock` feel all of it, a `tag` 80 %, a `lag` half, a `fish`
a fifth, a `whale` none.

Under pressure, calls and all-ins need more equity: the pot odds times the factor.
A stack feels all of it if it is at least two thirds of the table's average and an opponent in the hand covers it.
It feels none of it below a third of the average, where it pushes or folds as before, or if it would keep half of its
chips.
A stack that covers everyone opens more.
Bots see the prizes, the players left and the stacks, as everyone at the table can.
In cash games, in matches and at live tables there is no pressure.

Here are the same events with and without the pressure: nine players, six places paid, 17 big blinds."""


def main() -> None:
    """Print the page."""
    options = argparse.ArgumentParser(description="Count how the population plays compared with people.")
    options.add_argument("--hands", type=int, default=200_000)
    options.add_argument("--events", type=int, default=400)
    asked = options.parse_args()
    for line in document(asked.hands, asked.events):
        print(line)


if __name__ == "__main__":
    main()
