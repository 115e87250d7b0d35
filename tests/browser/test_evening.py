"""An evening with three people on phones and three bots: every press does what its button says, hand after hand."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from .people import Person

ComeIn = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "reduced_motion": "reduce"}
PACE = {"bank_ms": 30_000, "inter_round_delay_ms": 600, "bot_ms": 120}
NEXT = ".controls:not([hidden]):not(.fresh):not(.sending), dialog[open]"


class Guest:
    """A person who presses whatever the phone offers, and records what each button promised and did."""

    def __init__(self, person: Person, chance: random.Random) -> None:
        self.person = person
        self.page: Page = person.page
        self.chance = chance
        self.pressed: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.refused: list[str] = []
        self.seeds: set[str] = set()
        self.hands = 0
        self.page.on("websocket", self._listen)
        self.page.reload()

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._said(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._heard(json.loads(frame)))

    def _said(self, message: dict[str, Any]) -> None:
        if message["type"] == "act":
            self.sent.append({"hand": message["hand"], "number": message["number"], **message["action"]})
        elif message["type"] == "open_seed":
            self.seeds.add(message["cmd_id"])

    def _heard(self, message: dict[str, Any]) -> None:
        # The table does not wait for a seed that comes late.
        if message["type"] == "refused" and message.get("cmd_id") not in self.seeds:
            self.refused.append(message["sentence"])
        elif message["type"] == "update":
            self.hands = max([self.hands, *(e["hand"] for e in message["events"] if e["type"] == "hand_began")])

    def play(self) -> bool:
        """Do whatever there is to do."""
        if self.page.locator("dialog[open]").count():
            self._buy()
            return True
        if not self.page.locator(NEXT).count():
            return False
        controls = self.person.controls
        asked = controls.get_attribute("data-asked") or ""
        hand, number = map(int, asked.split(":"))
        kind = self.chance.choices(["call", "wager", "fold"], [70, 15, 15])[0]
        if kind == "wager" and controls.locator(".preset:visible:enabled").count():
            self.chance.choice(controls.locator(".preset:visible:enabled").all()[:3]).tap()
        button = controls.locator(f".act.{kind}:visible")
        if not button.count():
            button = controls.locator(".act.call:visible")
        word, amount = (button.locator(f".act-{part}").text_content() or "" for part in ("word", "amount"))
        button.tap()
        if word == "Fold" and controls.get_by_role("button", name="Fold anyway").count():
            word, amount = "Check", ""
            controls.locator(".act.call").tap()
        self.pressed.append({"hand": hand, "number": number, "word": word, "amount": amount})
        expect(self.page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)
        return True

    def _buy(self) -> None:
        """Rebuy after busting, with new chips if need be."""
        dialog = self.page.locator("dialog[open]")
        for name in ("Top up", "Get more chips", "Buy"):
            button = dialog.get_by_role("button", name=name, exact=True)
            if button.count():
                button.tap()
                expect(button).to_have_count(0)
                return

    def check(self) -> None:
        """Check that each press was sent once, as the button said, and nothing else was sent or refused."""
        assert not self.refused, self.refused
        assert len(self.sent) == len(self.pressed)
        for press, act in zip(self.pressed, self.sent, strict=True):
            assert (press["hand"], press["number"]) == (act["hand"], act["number"])
            said = {"Raise to": "raise", "All in": act["type"]}.get(press["word"], press["word"].lower())
            assert act["type"] == said, (press, act)
            if act["type"] in ("bet", "raise"):
                assert press["amount"] == f"{act['to']:,}", (press, act)
        expect(self.page.locator(".toast.bad")).to_have_count(0)


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(1, id="hand"),
        pytest.param(4, id="quarter", marks=pytest.mark.matrix),
        pytest.param(int(os.environ.get("EVENING", "100")), marks=pytest.mark.slow, id="evening"),
    ],
)
def test_three_people_and_three_bots_play_without_a_wrong_press(come_in: ComeIn, hands: int) -> None:
    chance = random.Random(hands)
    guests = [Guest(come_in(**PHONE), random.Random(chance.random())) for _ in range(3)]
    for guest in guests:
        guest.person.go_to("Evening", seats=6, bots=["tag", "caller", "lag"], pace=PACE)
        guest.person.sit()
    last = max(guest.hands for guest in guests) + hands  # the bots did not wait for anyone
    while min(guest.hands for guest in guests) < last:
        busy = [guest.play() for guest in guests]
        if not any(busy):
            acting = guests[0].page.locator(".seat.acting .name")
            name = acting.text_content() if acting.count() else None
            mine = next((guest for guest in guests if guest.person.name == name), guests[0])
            mine.page.locator(f"{NEXT}, .seat.acting, .note").first.wait_for()
            mine.page.wait_for_timeout(30)
    for guest in guests:
        guest.check()
    assert any(guest.pressed for guest in guests)
