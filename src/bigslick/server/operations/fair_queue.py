"""A short queue for expensive work, such as checking a password: fair by address, and never longer than its limit."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from bigslick.errors import BigslickError
from bigslick.sentence import Sentence, say

REMEMBERED: Final = 10_000
"""How many addresses the queue remembers as served."""


CROWDED: Final = say("Too many people are signing in at the moment: try again in a few seconds.")


class Asker(Protocol):
    """The client that waits for the work."""

    address: str

    def hung_up(self) -> Coroutine[Any, Any, None]:
        """Wait until the client has gone, and raise."""


class Crowded(BigslickError):
    """Too many clients are waiting; nothing was done."""


class FairQueue:
    """Lets a few callers work at a time. The others wait, and the address that was served longest ago goes first.

    When the queue is full, the address with the most waiting gives up its newest place to an address with fewer. A
    client that hangs up gives up its place.
    """

    def __init__(self, at_once: int, most: int, crowded: Sentence = CROWDED) -> None:
        self._free = at_once
        self._crowded = crowded
        self._most = most
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._turns = 0
        self._served: OrderedDict[str, int] = OrderedDict()
        """The number of each address's last turn."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, asker: Asker | None) -> AsyncIterator[None]:
        """Wait for a turn; raises `Crowded`, or what the asker raises on hanging up. `asker` is None for the house."""
        if self._free:
            self._free -= 1
            self._note("" if asker is None else asker.address)
        else:
            await self._wait(asker)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, asker: Asker | None) -> None:
        address = "" if asker is None else asker.address
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._join(address, place)
        leaving = None if asker is None else asyncio.ensure_future(asker.hung_up())
        try:
            await asyncio.wait([place] if leaving is None else [place, leaving], return_when=asyncio.FIRST_COMPLETED)
            (place if place.done() or leaving is None else leaving).result()
        except BaseException:
            self._leave(address, place)
            raise
        finally:
            if leaving is not None and not leaving.cancel() and not leaving.cancelled():
                leaving.exception()  # so that asyncio does not report it
            del place, leaving  # an exception holds this frame, which would hold the exception

    def _join(self, address: str, place: asyncio.Future[None]) -> None:
        if len(self) >= self._most:
            greediest = max(self._waiting, key=lambda known: len(self._waiting[known]))
            if len(self._waiting[greediest]) <= len(self._waiting.get(address, ())) + 1:
                raise Crowded(self._crowded)
            self._waiting[greediest].pop().set_exception(Crowded(self._crowded))
        self._waiting.setdefault(address, deque()).append(place)

    def _leave(self, address: str, place: asyncio.Future[None]) -> None:
        """Give up a place, or the turn that came at the last moment."""
        if not place.done():
            self._waiting[address].remove(place)
            self._forget_if_empty(address)
        elif place.exception() is None:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give a finished turn to the next in line."""
        if not self._waiting:
            self._free += 1
            return
        address = min(self._waiting, key=lambda known: self._served.get(known, 0))
        self._waiting[address].popleft().set_result(None)
        self._forget_if_empty(address)
        self._note(address)

    def _forget_if_empty(self, address: str) -> None:
        if not self._waiting[address]:
            del self._waiting[address]

    def _note(self, address: str) -> None:
        self._turns += 1
        self._served[address] = self._turns
        self._served.move_to_end(address)
        if len(self._served) > REMEMBERED:
            self._served.popitem(last=False)
