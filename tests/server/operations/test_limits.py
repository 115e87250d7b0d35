from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.operations.limits import Bucket, Buckets, Counts, Guesses, Limits, Rate

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "explanation" / "limits.md").read_text()
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ")]
OF_THE_SERVER = {"longest_wait_ms", "keep_alive_ms", "slow_ms", "request_seconds"}
"""Times that do not limit anything a stranger can grow."""


def test_a_bucket_is_full_at_first_and_refills_with_time() -> None:
    bucket = Bucket(Rate(3, 1000), now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(333)
    assert bucket.take(334)
    assert not bucket.take(335)


def test_what_is_spent_already_is_owed_until_time_gives_it_back() -> None:
    bucket = Bucket(Rate(10, 1000), now=0)
    bucket.charge(10, 0)
    assert bucket.debt_ms(0) == 0
    bucket.charge(5, 0)
    assert bucket.debt_ms(0) == 500
    assert bucket.debt_ms(499) == 1
    assert bucket.debt_ms(500) == 0
    assert not bucket.take(500)


def test_time_that_goes_backwards_gives_nothing() -> None:
    bucket = Bucket(Rate(1, 1000), now=5000)
    assert bucket.take(5000)
    assert not bucket.take(0)
    assert not bucket.take(5999)
    assert bucket.take(6000)


@given(st.lists(st.integers(0, 200), max_size=300))
def test_never_more_than_the_burst_and_what_time_gives(waits: list[int]) -> None:
    rate, now, taken = Rate(5, 1000), 0, 0
    bucket = Bucket(rate, 0)
    for wait in waits:
        now += wait
        taken += bucket.take(now)
    assert taken <= 5 + now * 5 / 1000


def test_each_asker_has_a_bucket_and_the_oldest_is_forgotten() -> None:
    buckets = Buckets(Rate(1, 1000), most=2)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("c", 0)
    assert len(buckets) == 2
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0), "b asked longest ago, and was forgotten"


def test_things_that_are_held_can_be_given_back() -> None:
    counts = Counts(2)
    assert [counts.take("a") for _ in range(3)] == [True, True, False]
    assert counts.take("b")
    counts.give_back("a")
    assert counts.held("a") == 1
    assert counts.take("a")
    for _ in range(3):
        counts.give_back("a")
    assert counts.held("a") == 0


def test_after_a_few_wrong_guesses_each_doubles_the_wait() -> None:
    guesses, now, waits = Guesses(3, 60_000), 0, []
    for _ in range(12):
        guesses.wrong("a", now)
        waits.append(guesses.wait("a", now))
        now += waits[-1]
        assert guesses.wait("a", now) == 0
    assert waits == [0, 0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]
    assert guesses.wait("b", now) == 0
    guesses.right("a")
    guesses.wrong("a", now)
    assert guesses.wait("a", now) == 0


def test_wrong_guesses_are_forgotten_after_a_long_pause_and_by_a_clock_that_goes_back() -> None:
    guesses = Guesses(1, 60_000, most=2)
    for _ in range(10):
        guesses.wrong("a", 10**9)
    assert guesses.wait("a", 10**9) == 60_000
    assert guesses.wait("a", 0) == 60_000, "never longer than the longest wait"
    guesses.wrong("a", 10**9 + 120_001)
    assert guesses.wait("a", 10**9 + 120_001) == 1000
    for who in ("b", "c"):
        guesses.wrong(who, 10**9 + 120_001)
    assert guesses.wait("a", 10**9 + 120_001) == 0


def limits_in(row: list[str]) -> list[tuple[str, int]]:
    return [(name, int(number)) for name, number in re.findall(r"`(\w+)` = (\d+)", row[1])]


@pytest.mark.parametrize("row", [row for row in ROWS if limits_in(row)], ids=lambda row: row[0])
def test_the_numbers_of_the_page_are_those_of_the_source(row: list[str]) -> None:
    file = re.match(r"`([\w/]+)\.py`", row[3])
    assert file is not None
    for name, number in limits_in(row):
        is_set = name in Limits.__struct_fields__
        module = Limits() if is_set else importlib.import_module("bigslick." + file[1].replace("/", "."))
        found = getattr(module, name)
        assert (found.burst if isinstance(found, Rate) else found) == number, name
        assert ("*set*" in row[1]) is is_set, name


def test_the_page_has_every_limit() -> None:
    named = {name for row in ROWS for name, _ in limits_in(row)}
    assert set(Limits.__struct_fields__) - named == OF_THE_SERVER
    assert inspect.signature(Buckets).parameters["most"].default == 10_000
    assert "for each kind of limit | 10,000 |" in PAGE


def test_every_limit_has_an_attack_or_a_test() -> None:
    harness = "".join((ROOT / "tests" / "server" / name).read_text() for name in ("attacking.py", "test_attacks.py"))
    for row in ROWS:
        for attack in re.findall(r"`([^`]+)`", row[4]):
            known = (ROOT / attack).is_file() if "/" in attack else f'"{attack}"' in harness
            assert known, attack
