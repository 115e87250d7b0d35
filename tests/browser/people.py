"""People at a browser: they find everything by the names they read on the page."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from .room import Room

_NUMBERS = itertools.count(1000)


def fetched(page: Page, address: str) -> Any:
    """Return what the API answers this page, and fail with the answer's sentence if it refuses."""
    response = page.request.get(address)
    assert response.ok, f"{response.status} for {address}: {response.text()}"
    return response.json()


class Person:
    """A person with their own browser window. Animation is off by default, because it is most of the work."""

    def __init__(
        self,
        browser: Browser,
        room: Room,
        *,
        guest: bool = True,
        base: str = "",
        table: str = "",
        settings: Mapping[str, Any] = MappingProxyType({}),
        **options: Any,
    ) -> None:
        """Come in to the lobby, or to one of the test's own tables by name."""
        self.room = room
        self.base = base or room.base
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        self.context = browser.new_context(**{**usual, **options})
        self.problems: list[str] = []
        self.name = ""
        if guest:  # through the API, because other tests cover the sign-in dialog
            named = {"name": f"Pat {next(_NUMBERS)}"}  # its own, so that no table shows it with a number
            welcome = self.context.request.post(f"{self.base}/api/guest", data=named, headers={"origin": self.base})
            assert welcome.status == 201, welcome.text()
            self.name = welcome.json()["player"]
        self.page = self.new_page(room.table(table, **settings) if table else "")
        if guest:
            expect(self.page.locator(".me")).to_have_text(self.name)

    def new_page(self, at: str = "") -> Page:
        """Open a tab on the lobby, or on a table."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(f"{self.base}/#/table/{at}" if at else self.base)
        expect(page.locator(".stage[data-seats]" if at else ".table-card").first).to_be_visible()
        self.page = page
        return page

    def tapped(self) -> list[WebSocketRoute]:
        """Return the page's sockets after a reload, the current one last, so a test can send on it."""
        lines: list[WebSocketRoute] = []

        def between(route: WebSocketRoute) -> None:
            route.connect_to_server()
            lines.append(route)

        self.page.route_web_socket(re.compile("/ws$"), between)
        self.page.reload()
        expect(self.page.locator(".table-card").first).to_be_visible()
        return lines

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()

    # -- going about --------------------------------------------------------------------------------------------------

    def go_to(self, name: str, **settings: Any) -> str:
        """Open the test's own table with this name; the first person there chooses its settings."""
        table = self.room.table(name, **settings)
        self.page.goto(f"{self.base}/#/table/{table}")
        expect(self.page.locator(".where-name")).to_have_text(name)
        expect(self.page.locator(".stage[data-seats]")).to_be_visible()
        return table

    def find(self, name: str) -> None:
        """Open a table from the lobby."""
        cards = self.page.locator(".table-card")
        cards.get_by_role("link", name=re.compile(rf"^{re.escape(name)}\b")).click()
        expect(self.page.locator(".stage[data-seats]")).to_be_visible()

    @property
    def table(self) -> str:
        """The table the page shows."""
        return self.page.url.rpartition("/")[2]

    def sit(self, chips: int = 1000, *, deal: bool = True) -> None:
        """Take a seat without the dialog, and start a hand if there are enough players."""
        self.room.sit(self.name, self.table, chips)
        expect(self.page.locator(".seat.hero")).to_be_visible()
        if deal:
            self.room.deal(self.table)

    def sit_down(self, chips: int | None = None, *, posting: bool = True, by: str = "Take a seat") -> None:
        """Take a seat with the dialog."""
        self.page.get_by_role("button", name=by).click()
        dialog = self.page.get_by_role("dialog")
        if chips is not None:
            dialog.get_by_label("Buy-in", exact=True).fill(str(chips))
        if posting and (coming_in := dialog.get_by_label("Coming in")).count():  # where players have the choice
            coming_in.select_option("post")
        dialog.get_by_role("button", name="Sit down", exact=True).click()
        expect(self.page.locator(".seat.hero")).to_be_visible()

    # -- the table ----------------------------------------------------------------------------------------------------

    @property
    def controls(self) -> Locator:
        """The buttons on their turn."""
        return self.page.get_by_role("region", name="Your actions")

    @property
    def own_cards(self) -> Locator:
        """Their cards, face up."""
        return self.page.locator(".seat.hero .hole .face")

    @property
    def log(self) -> Locator:
        """The log's lines."""
        return self.page.locator(".log .line")

    def seat_of(self, other: Person) -> Locator:
        """Return another player's seat."""
        return self.page.locator(".seat").filter(has=self.page.get_by_title(other.name, exact=True))

    def act(self, name: str) -> None:
        """Press a button on their turn, and wait for the turn to pass."""
        expect(self.controls).to_be_visible()
        asked = self.controls.get_attribute("data-asked")
        self.controls.get_by_role("button", name=re.compile(rf"^({name})\b")).last.click()
        expect(self.page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)

    def press(self, keys: str) -> None:
        """Press keys one after another, with nothing focused."""
        expect(self.page.locator(".controls.fresh")).to_have_count(0)
        for key in keys.split():
            self.page.keyboard.press(key)

    def choose(self, words: str) -> None:
        """Choose something from their seat's menu."""
        self.page.get_by_role("button", name="Your seat", exact=True).click()
        self.page.get_by_role("dialog", name="Your seat").get_by_role("button", name=words, exact=True).click()

    def stack(self) -> int:
        """Return their chips as the page shows them."""
        return int((self.page.locator(".seat.hero .stack").get_attribute("title") or "0").replace(",", ""))

    def play(self, hand: int = 1) -> None:
        """Make everybody at the table check or call, without the page, until the hand with this number is over."""
        self.room.play(self.table, hand)
        expect(self.page.locator(".line-pot_awarded").first).to_be_attached()
