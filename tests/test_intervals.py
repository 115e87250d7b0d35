"""Intervals cover as often as they claim, on the results they are used for, or are not shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from bigslick.intervals import (
    DOUBT,
    FEWEST,
    HANDS,
    Measured,
    average,
    from_sums,
    hands_needed,
    many_looks,
    plus_minus,
    settled,
    share_interval,
    skewness,
    too_few,
    trials_needed,
    width,
)

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "intervals.md"
COUNTS = (5, 10, 30, 100, 1000)
SHARES = (0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98)
LEAST = 0.935
Array = np.ndarray[Any, np.dtype[np.float64]]


@pytest.mark.parametrize(
    ("degrees", "table"),
    [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045), (120, 1.980), (999, 1.962), (10**6, 1.960)],
)
def test_widths_are_those_of_the_published_table(degrees: int, table: float) -> None:
    assert width(degrees + 1) == pytest.approx(table, abs=0.0006)


def test_one_trial_has_no_width() -> None:
    assert width(1) == math.inf


@pytest.mark.parametrize(
    ("won", "trials", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.3085), (1, 10, 0.0025, 0.4450), (5, 10, 0.1871, 0.8129), (10, 10, 0.6915, 1)],
)
def test_shares_are_those_of_clopper_and_pearson(won: int, trials: int, low: float, high: float) -> None:
    assert share_interval(won, trials) == pytest.approx((low, high), abs=6e-5)


def tail(won: int, trials: int, share: float) -> float:
    """Return the chance of winning at least this often, term by term."""
    top = math.lgamma(trials + 1)
    return math.fsum(
        math.exp(
            top
            - math.lgamma(times + 1)
            - math.lgamma(trials - times + 1)
            + times * math.log(share)
            + (trials - times) * math.log1p(-share)
        )
        for times in range(won, trials + 1)
    )


def bisected(won: int, trials: int, chance: float) -> float:
    """Return the share at which the chance of winning at least this often is reached."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if tail(won, trials, middle) > chance else (middle, high)
    return high


@pytest.mark.parametrize("trials", [1, 2, 5, 10, 30, 100, 317])
def test_a_share_ends_where_its_tails_are_a_fortieth(trials: int) -> None:
    """The interval's definition, by sums and bisection alone: no beta function and no Newton steps."""
    for won in sorted({0, 1, 2, trials // 50, trials // 4, trials // 2, trials - 1, trials} & {*range(trials + 1)}):
        low, high = share_interval(won, trials)
        if won:
            assert low == pytest.approx(bisected(won, trials, DOUBT / 2), abs=1e-9)
        if won < trials:
            assert high == pytest.approx(bisected(won + 1, trials, 1 - DOUBT / 2), abs=1e-9)


@pytest.mark.parametrize("trials", [3, 40, 1_000, 10**6, 10**9])
def test_a_share_and_its_opposite_are_mirrored(trials: int) -> None:
    for won in (0, 0.5, 1, trials * 0.02, trials * 0.3, trials * 0.5):  # a tie counts half
        low, high = share_interval(won, trials)
        assert share_interval(trials - won, trials) == pytest.approx((1 - high, 1 - low), rel=1e-7, abs=1e-12)
        assert low <= won / trials <= high


def test_a_share_of_very_many_trials_is_nearly_normal() -> None:
    low, high = share_interval(3 * 10**8, 10**9)
    assert high - low == pytest.approx(2 * 1.96 * math.sqrt(0.21 / 10**9), rel=1e-3)


def test_too_few_trials_have_no_interval_and_no_verdict() -> None:
    two = from_sums(2, 3.0, 5.0, hands_needed(2), unit=100)
    assert (two.value, two.half, two.interval, two.missing) == (150, None, None, 1498)
    assert not two._replace(error=0.0).is_settled()
    assert two.trials_to_settle() == 1498
    few = Measured(100, 1, 12)
    assert few.half == pytest.approx(2.2010, abs=1e-4)
    assert (few.is_settled(), few.trials_to_settle()) == (False, 18)
    assert plus_minus("+150.0", None) == "+150.0 ± ?"
    assert plus_minus("+150.0", 1234.56) == "+150.0 ± 1,234.6"
    assert too_few(1, "hand").endswith("1 more is needed.")


def test_trials_to_settle() -> None:
    assert Measured(10, 1, 1000).trials_to_settle() == 0
    assert Measured(0, 1, 1000).trials_to_settle() is None
    assert Measured(0, 0, 1000).trials_to_settle() is None
    assert Measured(1, 1, 1000).trials_to_settle() == math.ceil(1000 * (1.959964**2 - 1))
    assert Measured(2.1, 1, 1000).is_settled()
    assert not Measured(2.1, 1, 1000).is_settled(looks=3)


def test_an_average_is_as_sure_as_its_parts() -> None:
    both = average([Measured(4, 3, 40, 10), Measured(8, 4, 50, 60)])
    assert both == (6, 2.5, 40, 60)
    assert average([]) == (0, 0, 0, FEWEST)


def test_skewness() -> None:
    assert skewness([0, 0, 0, 1]) == pytest.approx(2 / math.sqrt(3))
    assert skewness([2, 2]) == skewness([]) == 0
    assert (trials_needed(0), trials_needed(-2)) == (FEWEST, 100)


def test_holm_stops_at_the_first_that_chance_explains() -> None:
    rows = [Measured(value, 1, 1000) for value in (2.1, 5.0, 2.5, 0.1)]
    assert settled(rows) == [False, True, True, False]
    assert settled([rows[0]]) == [True]
    assert settled([Measured(5, 1, 29)]) == [False]
    assert settled([Measured(5, 0, 30), Measured(0, 0, 30)]) == [True, False]


def test_many_looks_are_said_to_be_many() -> None:
    assert many_looks(1) == many_looks(0) == ""
    assert many_looks(26) == "These are 26 looks: about one interval in twenty misses by chance."


def test_all_verdicts_of_a_table_together_are_rarely_wrong() -> None:
    rng = np.random.default_rng(3)
    wrong = sum(any(settled([Measured(float(z), 1, 100) for z in row])) for row in rng.standard_normal((400, 26)))
    assert wrong / 400 < 2 * DOUBT


class Results(NamedTuple):
    """Single results to draw from: what was won and what it cost, and how many an interval needs."""

    name: str
    won: Array
    cost: Array | None = None
    needed: int | None = None
    """None if the sample's own skewness decides."""
    fewest: int = FEWEST


class Covered(NamedTuple):
    """The share of repetitions that show an interval, and the share of those that cover."""

    shown: float
    covers: float

    @property
    def wrong(self) -> float:
        """The share of all repetitions that show an interval which misses."""
        return self.shown * (1 - self.covers)


def covered(results: Results, trials: int, repetitions: int, rng: np.random.Generator) -> Covered:
    """Draw samples and count how many intervals contain the mean of all results."""
    if results.needed is not None and trials < results.needed:
        return Covered(0, 1)
    won, cost = results.won, results.cost
    truth = won.mean() if cost is None else won.sum() / cost.sum()
    shown = inside = done = 0
    while done < repetitions:
        rows = min(repetitions - done, max(1, 1_000_000 // trials))
        drawn = rng.integers(0, len(won), (rows, trials))
        sample = won[drawn]
        if cost is None:
            mean = sample.mean(axis=1)
            left = sample - mean[:, None]
        else:
            paid = cost[drawn]
            mean = sample.sum(axis=1) / paid.sum(axis=1)
            left = (sample - mean[:, None] * paid) / paid.mean(axis=1)[:, None]
        square = (left**2).mean(axis=1)
        error = np.sqrt(square / (trials - 1))
        seen = np.ones(rows, dtype=bool)
        if results.needed is None:
            with np.errstate(invalid="ignore", divide="ignore"):
                skew = (left**3).mean(axis=1) / square**1.5
            seen = (error > 0) & (trials >= np.maximum(results.fewest, 25 * skew**2))  # a constant shows no interval
        shown += int(seen.sum())
        inside += int((seen & (np.abs(mean - truth) <= width(trials) * error)).sum())
        done += rows
    return Covered(shown / repetitions, inside / shown if shown else 1.0)


def win_rates(hands: int) -> Iterator[Results]:
    """Yield big blinds won per hand or deal: mild and wild tables, single positions, AIVAT and duplicate."""
    from bigslick.simulate.match import MatchHand, play_match

    tables = {
        "tag and shark": ["tag", "shark"],
        "random and rock": ["random", "rock"],
        "random, maniac and rock": ["rock", "maniac", "random"],
        "six": ["rock", "shark", "tag", "fish", "lag", "caller"],
        "nine": ["rock", "shark", "tag", "fish", "lag", "whale", "maniac", "tag", "random"],
    }
    for name, bots in tables.items():
        won: list[float] = []
        button: list[float] = []

        def watch(seen: MatchHand, won: list[float] = won, button: list[float] = button) -> None:
            seat = seen.bots.index(0)
            won.append(seen.won[seat] / seen.played.big_blind)
            if seat == seen.played.button:
                button.append(won[-1])

        play_match(bots, hands=hands, seed=5, watch=watch)
        needed = hands_needed(len(bots))
        yield Results(f"bb/100 of {bots[0]}, {name}", np.array(won), needed=needed)
        if len(bots) == 6:
            yield Results(f"bb/100 of {bots[0]} on the button, {name}", np.array(button), needed=needed)
        if len(bots) == 2:
            pairs = np.array(won)[: len(won) // 2 * 2].reshape(-1, 2).mean(axis=1)
            yield Results(f"bb/100 of {bots[0]} by two hands, {name}", pairs, needed=needed)


def leaks(hands: int) -> Iterator[Results]:
    """Yield a bot's winnings in the spot where its hands end, and 0 for all other hands."""
    from bigslick.simulate.leaks import ends_of
    from bigslick.simulate.match import MatchHand, play_match

    ends: list[tuple[float, str]] = []

    def watch(seen: MatchHand) -> None:
        seat = seen.bots.index(0)
        decision = ends_of(seen.played.hand.events, 6)[seat].decision
        ends.append((seen.won[seat] / seen.played.big_blind, decision))

    play_match(["shark", "tag", "fish", "lag", "whale", "rock"], hands=hands, seed=4, watch=watch)
    for place in (
        "no decision: all the others folded",
        "preflop, facing a 3-bet: fold",
        "flop, facing a bet: fold",
        "river, facing no bet: check",
    ):
        won = np.array([won if place == found else 0.0 for won, found in ends])
        yield Results(f"bb/100 of shark, {place}", won, fewest=HANDS)


def aivat(deals: int) -> Results:
    """Return each duplicate deal's result under AIVAT."""
    from bigslick.simulate.match import play_match

    won = [
        play_match(["shark", "tag"], hands=2, duplicate=True, aivat=True, seed=seed).scores[0].bb100
        for seed in range(deals)
    ]
    return Results("bb/100 by AIVAT, shark and tag", np.array(won), needed=hands_needed(2))


def studies(tournaments: int, entrants: int, folder: Path) -> Iterator[Results]:
    """Yield ROI with few and many entries, flat and top-heavy, and a study's means."""
    pytest.importorskip("polars")
    from bigslick.simulate.analysis import events_needed
    from bigslick.simulate.plan import make_plan
    from bigslick.simulate.study import run_study
    from bigslick.simulate.study_results import results

    grid = {"structure.payouts": {"flat": {"paid_percent": 25}, "top-heavy": {"paid_percent": 8}}}
    plan = {"structure": "turbo-6", "entrants": entrants, "tournaments": tournaments, "seed": 3, "grid": grid}
    run_study(make_plan(plan), folder, workers=1)
    found = results(folder)
    needed = events_needed(found.entries)
    for cell, name in enumerate(("flat", "top-heavy")):
        rows = found.entries.filter(cell=cell)
        prize, cost = (rows[column].to_numpy().astype(float) for column in ("prize", "cost"))
        single = trials_needed(skewness((prize - cost * prize.sum() / cost.sum()).tolist()))
        for bot in ("rock", "fish", "shark"):
            mine = rows.filter(bot=bot)
            prize, cost = (mine[column].to_numpy().astype(float) for column in ("prize", "cost"))
            yield Results(f"ROI of one {bot}, {name}", prize, cost, single)
            sums = mine.select("tournament", "prize", "cost").group_by("tournament").sum()
            prize, cost = (sums[column].to_numpy().astype(float) for column in ("prize", "cost"))
            yield Results(f"ROI of all {bot}, {name}", prize, cost, needed[cell, bot])
    for bot in ("rock", "fish", "shark"):
        parts = []
        for cell in (0, 1):
            mine = found.entries.filter(cell=cell, bot=bot).join(found.tournaments, on="tournament")
            sums = mine.select("pair", "prize", "cost").group_by("pair").sum().sort("pair")
            prize, cost = (sums[column].to_numpy().astype(float) for column in ("prize", "cost"))
            parts.append((prize - cost * prize.sum() / cost.sum()) / cost.mean())
        most = max(needed[cell, bot] for cell in (0, 1))
        yield Results(f"paired difference in ROI of {bot}", parts[0] - parts[1], needed=most)
        first = (mine["place"] - 1) * 10 // mine["entries"] == 0
        counts = mine.select("tournament", first.cast(int).alias("first"), n=1).group_by("tournament").sum()
        tops, entered = (counts[column].to_numpy().astype(float) for column in ("first", "n"))
        yield Results(f"share of {bot} in the first tenth", tops, entered)
    events = found.tournaments.filter(cell=1)
    for column, name in (
        ("length", "length"),
        ("entries", "entries"),
        ("paid", "places paid"),
        ("first", "first prize"),
    ):
        yield Results(f"mean {name}", events[column].to_numpy().astype(float))


def share_cover(share: float, trials: int) -> float:
    """Return exactly how often the interval of a share covers it."""
    total = 0.0
    for won in range(trials + 1):
        low, high = share_interval(won, trials)
        if low <= share <= high:
            log = math.lgamma(trials + 1) - math.lgamma(won + 1) - math.lgamma(trials - won + 1)
            total += math.exp(log + won * math.log(share) + (trials - won) * math.log1p(-share))
    return total


@pytest.mark.parametrize("share", SHARES)
def test_shares_cover(share: float) -> None:
    for trials in (5, 10, 30, 100):
        assert share_cover(share, trials) >= 1 - DOUBT


def test_intervals_cover_in_a_few_hundred_repetitions(tmp_path: Path) -> None:
    """If an interval really covers 0.935, chance never takes it below 0.89 in 500 repetitions."""
    rng = np.random.default_rng(1)
    found = [*win_rates(4000), *studies(40, 30, tmp_path / "s")]
    for results in found:
        assert covered(results, 5, 100, rng).shown == 0
        least = results.needed or max(30, results.fewest)
        assert covered(results, least, 500, rng).wrong <= 0.11, results.name


def row_of(results: Results, repetitions: int, rng: np.random.Generator) -> tuple[str, float]:
    """Return a row of the page's table, and its largest share of wrong intervals."""
    cells, worst = [], 0.0
    for trials in (*COUNTS, results.needed or HANDS):
        one = covered(results, trials, repetitions, rng)
        worst = max(worst, one.wrong)
        cells.append(
            f"{100 * one.covers:.1f}"
            if one.shown > 0.995
            else "-"
            if not one.shown
            else f"{100 * (1 - one.wrong):.1f} ({100 * one.shown:.0f} % shown)"
        )
    return f"| {results.name} | {results.needed or 'by sample'} | {' | '.join(cells)} |", worst


def coverage_table(folder: Path, repetitions: int) -> tuple[list[str], float]:
    """Return the table in docs/explanation/intervals.md, and its largest share of wrong intervals."""
    rng = np.random.default_rng(2)
    rows, wrong = [], 0.0
    makers: list[Callable[[], Iterator[Results]]] = [
        lambda: win_rates(20_000),
        lambda: leaks(30_000),
        lambda: iter([aivat(3000)]),
        lambda: studies(500, 80, folder),
    ]
    for maker in makers:
        for results in maker():
            row, worst = row_of(results, repetitions, rng)
            rows.append(row)
            wrong = max(wrong, worst)
            print(row, flush=True)
    for share in SHARES:
        cells = [share_cover(share, trials) for trials in COUNTS]
        rows.append(f"| share of {share} | 0 | {' | '.join(f'{100 * one:.1f}' for one in cells)} | - |")
        wrong = max(wrong, 1 - min(cells))
        print(rows[-1], flush=True)
    return rows, wrong


@pytest.mark.slow
def test_intervals_cover_in_ten_thousand_repetitions(tmp_path: Path) -> None:
    """The page shows this table; the last digit of its numbers depends on NumPy's generator."""
    rows, wrong = coverage_table(tmp_path / "s", 10_000)
    assert wrong <= 1 - LEAST
    page = PAGE.read_text("utf-8")
    assert [row.split("|")[1] for row in rows if row.split("|")[1] not in page] == []
