"""Pictures are drawn beside the loop, one at a time, and once for each content."""

from __future__ import annotations

import asyncio
import threading

from bigslick.server.drawing.pictures import KEPT, MOST_WAITING, Pictures
from bigslick.server.operations.fair_queue import Crowded


class Painter:
    """Counts what it draws, and waits until it may finish."""

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.at_once = self.most_at_once = 0
        self.may_finish = threading.Event()

    def __call__(self, shown: str) -> bytes:
        assert threading.current_thread() is not threading.main_thread()
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.may_finish.wait(60)
        self.at_once -= 1
        self.drawn.append(shown)
        return shown.encode()


async def test_a_flood_draws_each_picture_once_and_the_loop_goes_on() -> None:
    painter = Painter()
    kept = Pictures()
    asked = [asyncio.ensure_future(kept.of(f"{number % 3}", painter)) for number in range(MOST_WAITING)]
    crowd = [asyncio.ensure_future(kept.of(f"{number % 3}", painter)) for number in range(10)]
    for _ in range(3):
        await asyncio.sleep(0)  # the loop is free while a thread draws
    painter.may_finish.set()
    assert [await each for each in asked] == [f"{number % 3}".encode() for number in range(MOST_WAITING)]
    refused = await asyncio.gather(*crowd, return_exceptions=True)
    assert sum(isinstance(each, Crowded) for each in refused) == 9, "one is drawn and twenty wait"
    assert (sorted(painter.drawn), painter.most_at_once) == (["0", "1", "2"], 1)


async def test_only_the_latest_pictures_are_kept() -> None:
    kept = Pictures()
    for number in range(KEPT + 10):
        await kept.of(str(number), str.encode)
    assert len(kept) == KEPT
