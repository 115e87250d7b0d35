"""The password queue: fair by address, bounded, and without clients that have hung up."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from bigslick.server.operations.fair_queue import REMEMBERED, Crowded, FairQueue


class Gone(Exception):
    """The client hung up."""


class Client:
    """A client that stays until the test ends it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.left = asyncio.Event()

    async def hung_up(self) -> None:
        await self.left.wait()
        raise Gone


class Line:
    """A queue whose first turn is taken, the clients in it, and the order in which they are served."""

    def __init__(self, most: int = 50) -> None:
        self.queue = FairQueue(1, most)
        self.order: list[str] = []
        self.clients: list[Client] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._first = AsyncExitStack()

    async def __aenter__(self) -> Line:
        await self._first.enter_async_context(self.queue.turn(None))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._first.aclose()

    async def join(self, *addresses: str) -> None:
        for address in addresses:
            self.clients.append(Client(address))
            self.tasks.append(asyncio.create_task(self._wait(self.clients[-1])))
            await asyncio.sleep(0)

    async def _wait(self, client: Client) -> None:
        async with self.queue.turn(client):
            self.order.append(client.address)

    async def served(self) -> list[object]:
        """Give back the first turn, and return each client's outcome."""
        await self._first.aclose()
        return [type(each) for each in await asyncio.gather(*self.tasks, return_exceptions=True)]


async def test_an_honest_client_waits_for_one_attempt_of_each_other_address() -> None:
    """Ten addresses make a hundred attempts, as in the audit, before one honest client."""
    async with Line(200) as line:
        await line.join(*(f"10.0.0.{number % 10}" for number in range(100)), "honest")
        await line.served()
        assert line.order.index("honest") <= 10
        assert Counter(line.order[:20]).most_common(1)[0][1] == 2


async def test_an_address_that_was_served_before_waits_for_the_others() -> None:
    async with Line() as line:
        await line.join("greedy")
        await line.served()
    async with line.queue.turn(None):
        await line.join("greedy", "honest", "other")
    await asyncio.gather(*line.tasks)
    assert line.order == ["greedy", "honest", "other", "greedy"]


async def test_a_full_queue_takes_from_the_address_with_the_most() -> None:
    async with Line(4) as line:
        await line.join("a", "b", "b", "b")
        await line.join("b")  # it has the most waiting itself
        await line.join("honest")
        assert len(line.queue) == 4
        assert await line.served() == [type(None)] * 3 + [Crowded, Crowded, type(None)]


async def test_a_queue_full_of_different_addresses_refuses_the_next() -> None:
    async with Line(3) as line:
        await line.join("a", "b", "c", "d")
        assert await line.served() == [type(None)] * 3 + [Crowded]


async def test_a_client_that_hangs_up_is_skipped_and_its_place_is_free() -> None:
    async with Line(2) as line:
        await line.join("a", "b")
        line.clients[0].left.set()
        await asyncio.wait([line.tasks[0]])
        assert len(line.queue) == 1
        await line.join("c")
        assert await line.served() == [Gone, type(None), type(None)]
        assert line.order == ["b", "c"]


async def test_a_turn_that_comes_as_its_client_hangs_up_is_not_lost() -> None:
    async with Line() as line:
        await line.join("a", "b")
        served = asyncio.create_task(line.served())
        line.tasks[0].cancel()
        assert await served == [asyncio.CancelledError, type(None)]
    async with line.queue.turn(Client("c")):
        assert len(line.queue) == 0


async def test_what_the_queue_remembers_is_bounded() -> None:
    queue = FairQueue(1, 1)
    for number in range(REMEMBERED + 10):
        async with queue.turn(Client(str(number))):
            pass
    assert len(queue._served) == REMEMBERED


@pytest.mark.parametrize("error", [ValueError, asyncio.CancelledError])
async def test_work_that_fails_gives_its_turn_back(error: type[BaseException]) -> None:
    queue = FairQueue(1, 1)
    for _ in range(3):
        with pytest.raises(error):
            async with queue.turn(None):
                raise error
