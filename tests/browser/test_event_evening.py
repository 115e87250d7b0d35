"""A whole event on the page: people on two pages, others through the API, and house bots, to the last prize."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect

from bigslick import Action, TurnView
from bigslick.bots import as_bot
from bigslick.client import Client, CommandRefused, TournamentSession, guest_token, play_tournament
from bigslick.tournament import Offer

from .people import Person
from .test_looks import violations

ComeIn = Callable[..., Person]
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PICTURES = os.environ.get("PICTURES", "")
"""The folder for pictures of each moment; empty for none."""
STEP_MS = 1_500
MOST_STEPS = 2_000


def structure(field: int) -> dict[str, Any]:
    """Return a structure with something of everything, which players are through in minutes."""
    blinds = [(25, 50), (50, 100), (100, 200), (200, 400), (400, 800), (800, 1600), (1600, 3200)]
    return {
        "name": "The evening",
        "entrants": field,
        "seats": 6,
        "starting_stack": 1500,
        "buy_in": 100,
        "fee": 10,
        "late_reg_levels": 2,
        "reentry_limit": 1,
        "rebuy": {"until_level": 1, "cost": 100, "chips": 1500, "limit": 1},
        "addon": {"until_level": 2, "cost": 50, "chips": 1000},
        "breaks": [{"after": 2, "seconds": 60 if field > 10 else 20}],
        "levels": [{"small": small, "big": big, "seconds": 90 if field > 10 else 30} for small, big in blinds],
        "payouts": {"paid_percent": 25},
    }


class Buyer:
    """A house bot's play in a program that buys everything."""

    def __init__(self) -> None:
        self._player = as_bot("maniac").player()

    def decide(self, view: TurnView) -> Action:
        return self._player.decide(view)

    def buys(self, offer: Offer) -> bool:
        return True


class Programs:
    """The people without a page: programs in a thread of their own."""

    def __init__(self, base: str, event: str) -> None:
        self.base, self.event = base, event
        self.tokens: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def play(self, *, level: int = 0) -> Future[TournamentSession]:
        """Enter someone, at once or late, who plays to the end."""
        return asyncio.run_coroutine_threadsafe(self._play(level), self._loop)

    async def _play(self, level: int) -> TournamentSession:
        task = asyncio.current_task()
        assert task is not None
        task.set_name("playing")
        token = await guest_token(self.base)
        self.tokens.append(token)
        return await play_tournament(
            self.base, self.event, Buyer, token=token, enters=lambda now: now.clock.level >= level
        )

    def propose(self) -> None:
        """Have one of those who are still in propose a deal by ICM."""
        asyncio.run_coroutine_threadsafe(self._propose(), self._loop).result(60)

    async def _propose(self) -> None:
        for token in self.tokens:
            async with await Client.connect(self.base, token=token) as client:
                with contextlib.suppress(CommandRefused):
                    await client.propose_deal(self.event, "icm")
                    return

    def close(self) -> None:
        """Stop everyone who still plays."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _stop(self) -> None:
        playing = [task for task in asyncio.all_tasks() if task.get_name() == "playing"]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


@pytest.fixture
def programs(come_in: ComeIn) -> Iterator[Callable[[str, str], Programs]]:
    made: list[Programs] = []

    def make(base: str, event: str) -> Programs:
        made.append(Programs(base, event))
        return made[-1]

    yield make
    for each in made:
        each.close()


def opened(host: Person, field: int) -> str:
    """Open the event as its host, with house bots in the places that are free when it starts."""
    form = {"name": f"Evening {host.name[-4:]}", "structure": structure(field), "start": "host", "fill": True}
    form |= {"action_ms": 120_000, "speed": "fast"}
    answer = host.context.request.post(f"{host.base}/api/tournaments", data=form, headers={"origin": host.base})
    assert answer.status == 201, answer.text()
    return str(answer.json()["tournament"])


def press(page: Page) -> None:
    """Check or fold, if it is this page's turn, to be there in the end; accept a deal that it is asked about."""
    accept = page.get_by_role("dialog").get_by_role("button", name="Accept")
    if accept.count():
        accept.click()
        return
    controls = page.locator(".controls:not([hidden]):not(.fresh):not(.sending)")
    check = controls.locator(".act.call:visible").filter(has_text="Check")
    with contextlib.suppress(PlaywrightError):  # the turn ended in this moment
        for button in (check, controls.locator(".act.fold:visible")):
            if button.count():
                button.click(timeout=1_000)
                return


@pytest.mark.parametrize(
    ("field", "late"),
    [
        pytest.param(7, 1, id="seven", marks=pytest.mark.matrix),
        pytest.param(20, 2, id="twenty", marks=pytest.mark.slow),
    ],
)
def test_an_event_is_played_to_its_last_prize(
    come_in: ComeIn, programs: Callable[[str, str], Programs], field: int, late: int
) -> None:
    ann, bob = come_in(viewport=DESKTOP), come_in(viewport=PHONE, has_touch=True)
    event = opened(ann, field)
    others = programs(ann.base, event)
    for person in (ann, bob):
        person.page.goto(f"{ann.base}/#/tournament/{event}")
        person.page.get_by_role("button", name="Enter for 110").click()
        expect(person.page.get_by_role("button", name="Unregister")).to_be_visible()
    playing = [others.play() for _ in range(field * 3 // 5)] + [others.play(level=2) for _ in range(late)]
    expect(ann.page.locator('[data-tile="players"], .event-board').first).to_contain_text(str(2 + field * 3 // 5))
    ann.room.do(ann.name, "start_now", at=event)
    for person in (ann, bob):
        expect(person.page.locator(".stage[data-seats]")).to_be_visible()
    moments = Moments((ann, bob), event)
    if field == 20:
        moments.look("start")
    for step in range(MOST_STEPS):
        now = moments.now()
        if now["card"]["status"] == "over":
            break
        if now["deal"]["state"] != "voting" or "deal" in moments.seen:
            for person in (ann, bob):
                press(person.page)
        if now["clock"]["on_break"]:
            moments.look("break")
        if now["hand_for_hand"]:
            moments.look("bubble")
        if now["deal"]["state"] == "voting":
            moments.look("deal")
        if now["deal"]["state"] == "open" and now["card"]["left"] <= 4 and step % 5 == 0:
            others.propose()
        ann.room.move(STEP_MS if now["card"]["left"] > len(now["payouts"]) + 2 else STEP_MS // 4)
    else:
        raise AssertionError("the event did not end")
    done = [each.result(60) for each in playing]
    moments.results()
    check_money(moments.now(), done)
    assert "break" in moments.seen
    told = " ".join(moments.told)
    assert "wins the tournament" in told or "The players make a deal" in told
    if field == 20:
        assert "Hand for hand" in told
        assert "The players make a deal" in told


def check_money(now: dict[str, Any], done: list[TournamentSession]) -> None:
    """Check that every prize was paid once, and that players bought what was for sale; a short event may have no bust
    before rebuys end.
    """
    prizes = {entrant["player"]: entrant["prize"] for entrant in now["entrants"]}
    assert sum(prizes.values()) == now["card"]["pool"]
    assert sum(session.addons for session in done) > 0
    assert all(session.prize in prizes.values() for session in done)
    assert len(prizes) < 20 or any(session.rebuys or session.entries > 1 for session in done)


class Moments:
    """The pages at moments that one notices: axe finds nothing, and pictures are kept if they are wanted."""

    def __init__(self, people: tuple[Person, ...], event: str) -> None:
        self.people = people
        self.event = event
        self.seen: set[str] = set()
        self.told: dict[str, None] = {}
        """All news so far."""

    def now(self) -> dict[str, Any]:
        """Return the event now."""
        host = self.people[0]
        found: dict[str, Any] = host.context.request.get(f"{host.base}/api/tournaments/{self.event}").json()
        self.told |= dict.fromkeys(news["sentence"] for news in found["news"])
        return found

    def look(self, name: str) -> None:
        """Look at a moment, the first time it comes."""
        if name in self.seen:
            return
        self.seen.add(name)
        for person, size in zip(self.people, ("desktop", "phone"), strict=True):
            if PICTURES:
                person.page.screenshot(path=Path(PICTURES) / f"{name}-{size}.png")
            assert not violations(person.page), f"{name}, {size}"

    def results(self) -> None:
        """Open the event's page for its results."""
        for person in self.people:
            person.page.goto(f"{person.base}/#/tournament/{self.event}")
            expect(person.page.locator(".event-badge")).to_have_text("Over")
        self.look("results")
