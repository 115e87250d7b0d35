"""The connection between a page and its room: a TCP proxy freezes it, or the room stalls."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from ..server.faults.line import Line
from .people import Person
from .test_play import to_act

ComeIn = Callable[..., Person]


class Freezer:
    """A proxy to the room in its own thread, because Playwright is using this thread's loop."""

    def __init__(self, target: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._line = self._do(self._open(target))
        self.url = f"http://127.0.0.1:{self._line.port}"

    async def _open(self, target: int) -> Line:
        line = Line(target)
        await line.open()
        return line

    def _do(self, work: object) -> Line:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type]

    def freeze(self) -> None:
        self._loop.call_soon_threadsafe(self._line.freeze)

    def thaw(self) -> None:
        self._loop.call_soon_threadsafe(self._line.thaw)

    def close(self) -> None:
        self._do(self._line.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@pytest.fixture
def line(server: str) -> Iterator[Freezer]:
    freezer = Freezer(int(server.rsplit(":", 1)[1].strip("/")))
    yield freezer
    freezer.close()


def test_a_frozen_line_is_said_at_once_and_costs_no_seat(come_in: ComeIn, line: Freezer) -> None:
    """Both sides notice; the player gets grace and a time bank, then keeps playing."""
    pace = {"action_ms": 10_000, "bank_ms": 0, "grace_ms": 8_000}
    bob, ann = (come_in(base=base, table="Frozen", settings={"pace": pace}) for base in ("", line.url))
    for person in (ann, bob):
        person.sit()
    for person in (ann, bob):
        expect(person.own_cards).to_have_count(2)
    first, _ = to_act(ann, bob)
    if first is bob:
        bob.act("Call|Check")
    expect(ann.controls).to_be_visible()
    strip = ann.page.locator("#connection")
    expect(strip).to_be_hidden()
    line.freeze()
    expect(bob.seat_of(ann)).to_have_class(re.compile("away"))
    expect(strip).to_be_visible()
    expect(strip).to_contain_text("Connection lost. Reconnecting… Your hand is safe")
    bob.room.move(12_000)  # longer than a turn's clock
    expect(bob.seat_of(ann)).to_have_class(re.compile("acting"))
    line.thaw()
    expect(strip).to_be_hidden()
    expect(bob.seat_of(ann)).not_to_have_class(re.compile("away"))
    ann.act("Call|Check")
    expect(bob.log.filter(has_text=re.compile(rf"{ann.name} (calls|checks)")).first).to_be_attached()
    expect(ann.page.get_by_text("You are sitting out")).to_have_count(0)


def test_an_outage_is_shown_and_taken_back(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    lines = ann.tapped()
    strip = ann.page.locator("#connection")
    expect(strip).to_be_hidden()
    sentence = "The card room cannot reach its database. Nobody loses time: play goes on when it is back."
    lines[-1].send(json.dumps({"type": "outage", "sentence": sentence}))
    expect(strip).to_be_visible()
    expect(strip).to_have_text(sentence)
    expect(ann.page.locator("#live")).to_contain_text(sentence)
    lines[-1].send('{"type":"outage","sentence":""}')
    expect(strip).to_be_hidden()
    expect(ann.page.locator("#live")).to_contain_text("The card room goes on.")
