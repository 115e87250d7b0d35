"""Somebody at a browser: what he sees and does, by the names that he reads on the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect


class Person:
    """One person with a browser of his own."""

    def __init__(self, browser: Browser, base: str, *, guest: bool = True, **options: Any) -> None:
        self.base = base
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        self.problems: list[str] = []
        self.name = ""
        if guest:  # by the API: others sign in by the dialog
            welcome = self.context.request.post(f"{base}/api/guest", data={}, headers={"origin": base})
            assert welcome.status == 201, welcome.text()
            self.name = welcome.json()["player"]
        self.page = self.new_page()
        if guest:
            expect(self.page.locator(".me")).to_have_text(self.name)

    def new_page(self) -> Page:
        """A tab on the lobby."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(self.base)
        expect(page.locator(".table-card").first).to_be_visible()
        self.page = page
        return page

    def tapped(self) -> list[WebSocketRoute]:
        """The lines to the room after a reload, the present one last, so that a test can say something on it."""
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

    def go_to(self, table: str) -> None:
        """Open a table from the lobby."""
        cards = self.page.locator(".table-card")
        cards.get_by_role("link", name=re.compile(rf"^{re.escape(table)}\b")).click()
        expect(self.page.locator(".stage[data-seats]")).to_be_visible()

    def sit(self, chips: int | None = None, *, posting: bool = True, by: str = "Take a seat") -> None:
        """Take a seat by the dialog."""
        self.page.get_by_role("button", name=by).click()
        dialog = self.page.get_by_role("dialog")
        if chips is not None:
            dialog.get_by_label("Buy-in", exact=True).fill(str(chips))
        if posting:
            dialog.get_by_label("Coming in").select_option("post")
        dialog.get_by_role("button", name="Sit down", exact=True).click()
        expect(self.page.locator(".seat.hero")).to_be_visible()

    # -- the table ----------------------------------------------------------------------------------------------------

    @property
    def controls(self) -> Locator:
        """The buttons of his turn."""
        return self.page.get_by_role("region", name="Your actions")

    @property
    def own_cards(self) -> Locator:
        """His cards, face up."""
        return self.page.locator(".seat.hero .hole .face")

    @property
    def log(self) -> Locator:
        """The log's lines."""
        return self.page.locator(".log .line")

    def seat_of(self, other: Person) -> Locator:
        """Where another sits."""
        return self.page.locator(".seat").filter(has=self.page.get_by_title(other.name, exact=True))

    def act(self, name: str) -> None:
        """Press a button of his turn, and see the turn pass."""
        expect(self.controls).to_be_visible()
        asked = self.controls.get_attribute("data-asked")
        self.controls.get_by_role("button", name=re.compile(rf"^({name})\b")).last.click()
        expect(self.page.locator(f'.controls[data-asked="{asked}"]')).to_have_count(0)

    def press(self, keys: str) -> None:
        """Press keys one after another, nowhere in particular."""
        expect(self.page.locator(".controls.fresh")).to_have_count(0)
        for key in keys.split():
            self.page.keyboard.press(key)

    def choose(self, words: str) -> None:
        """Choose something from the menu of his seat."""
        self.page.get_by_role("button", name="Your seat", exact=True).click()
        self.page.get_by_role("dialog", name="Your seat").get_by_role("button", name=words, exact=True).click()

    def stack(self) -> int:
        """His chips as the page shows them."""
        return int((self.page.locator(".seat.hero .stack").get_attribute("title") or "0").replace(",", ""))


def play_on(people: list[Person], *, until: str = ".line-pot_awarded") -> None:
    """Everybody checks or calls until something stands on the page of the first."""
    first = people[0].page
    for _ in range(60):
        expect(first.locator(f".seat.acting, {until}").first).to_be_visible()
        if first.locator(until).count():
            return
        name = first.locator(".seat.acting .name").text_content()
        actor = next((person for person in people if person.name == name), None)
        if actor is None:
            expect(first.locator(".seat.acting .name", has_text=name or "")).to_be_hidden()
        else:
            actor.act("Check|Call")
    raise AssertionError("the hand does not end")
