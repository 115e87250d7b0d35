"""Time as a dependency."""

from __future__ import annotations

import asyncio

from bigslick.server.operations.clock import SystemClock
from tests.virtual_clock import VirtualClock


def test_a_virtual_clock_stands_still_until_it_is_advanced() -> None:
    async def story() -> None:
        clock = VirtualClock(5)
        assert clock.now() == 5
        await clock.advance(10)
        assert clock.now() == 15

    asyncio.run(story())


def test_what_is_due_happens_in_the_order_of_its_time_and_at_its_time() -> None:
    async def story() -> list[tuple[str, int]]:
        clock, seen = VirtualClock(0), []
        for name, at in (("late", 30), ("early", 10), ("also early", 10), ("never", 99)):
            clock.call_at(at, lambda name=name: seen.append((name, clock.now())))  # type: ignore[misc]
        await clock.advance(50)
        return seen

    assert asyncio.run(story()) == [("early", 10), ("also early", 10), ("late", 30)]


def test_what_one_timer_starts_happens_before_the_next() -> None:
    async def story() -> list[str]:
        clock, seen = VirtualClock(0), []

        async def walk(name: str) -> None:
            for step in range(3):
                await clock.sleep(10)
                seen.append(f"{name}{step}")

        tasks = [asyncio.ensure_future(walk(name)) for name in "ab"]
        await clock.advance(25)
        seen.append("now")
        await clock.advance(5)
        await asyncio.gather(*tasks)
        return seen

    assert asyncio.run(story()) == ["a0", "b0", "a1", "b1", "now", "a2", "b2"]


def test_a_cancelled_timer_is_not_called() -> None:
    async def story() -> list[int]:
        clock, seen = VirtualClock(0), []
        clock.call_at(10, lambda: seen.append(1)).cancel()
        await clock.advance(20)
        return seen

    assert asyncio.run(story()) == []


def test_a_timer_in_the_past_is_called_at_once_and_time_does_not_go_back() -> None:
    async def story() -> list[int]:
        clock, seen = VirtualClock(100), []
        clock.call_at(10, lambda: seen.append(clock.now()))
        await clock.advance()
        return seen

    assert asyncio.run(story()) == [100]


def test_a_room_whose_store_works_elsewhere_is_waited_for() -> None:
    async def story() -> list[str]:
        seen: list[str] = []

        async def settle() -> None:
            seen.append("settled")

        clock = VirtualClock(0, settle)
        clock.call_at(1, lambda: seen.append("called"))
        await clock.advance(1)
        return seen

    assert asyncio.run(story()) == ["settled", "called", "settled"]


def test_the_system_clock_never_calls_early_and_never_goes_back() -> None:
    async def story() -> tuple[int, int, int]:
        clock = SystemClock()
        start, called = clock.now(), asyncio.Event()
        clock.call_at(start + 5, called.set)
        await called.wait()
        first = clock.now()
        await clock.sleep(3)
        return start, first, clock.now()

    start, called, slept = asyncio.run(story())
    assert called >= start + 5
    assert slept >= called + 3
