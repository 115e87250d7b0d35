"""Pictures for messengers, drawn beside the event loop: one at a time, and each content once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, TypeVar

from bigslick.sentence import say
from bigslick.server.operations.fair_queue import Asker, FairQueue

DRAWN_AT_ONCE: Final = 1
MOST_WAITING: Final = 20
KEPT: Final = 64
"""How many pictures to keep, about 70 kB each."""
_CROWDED: Final = say("Too many pictures are being drawn at the moment: try again in a few seconds.")
_Shown = TypeVar("_Shown", bound=Hashable)


class Pictures:
    """Draws pictures and keeps the latest."""

    def __init__(self) -> None:
        self._drawing = FairQueue(DRAWN_AT_ONCE, MOST_WAITING, _CROWDED)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    async def of(self, shown: _Shown, draw: Callable[[_Shown], bytes], asker: Asker | None = None) -> bytes:
        """Return the picture of something shown; raises `Crowded` if too many wait to be drawn."""
        if shown not in self._kept:
            async with self._drawing.turn(asker):
                if shown not in self._kept:  # it may have been drawn meanwhile
                    self._kept[shown] = await asyncio.to_thread(draw, shown)
                    while len(self._kept) > KEPT:
                        self._kept.popitem(last=False)
        self._kept.move_to_end(shown)
        return self._kept[shown]
