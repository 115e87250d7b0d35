from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.operations.limits import Bucket, Buckets, Counts, Guesses, Rate


def test_a_bucket_is_full_at_first_and_refills_with_time() -> None:
    bucket = Bucket(Rate(3, 1000), now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(333)
    assert bucket.take(334)
    assert not bucket.take(335)


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
