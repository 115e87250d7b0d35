"""The room in the reader's language: sentences from page and server, numbers, and switching languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bigslick import IllegalAction, Raise
from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.sentence import say
from bigslick.server.serving.outage import outage
from bigslick.server.store.trouble import trouble
from tests.playing import start

from .geometry import matrix
from .people import Person

ComeIn = Callable[..., Person]
CATALOGUES = Path(__file__).parents[2] / "src" / "bigslick" / "server" / "web" / "languages"


def catalogue(language: str) -> Callable[[str], str]:
    """Return the translation of a sentence without placeholders, which must exist."""
    entries: dict[str, str] = json.loads((CATALOGUES / f"{language}.json").read_text("utf-8"))

    def translated(key: str) -> str:
        assert entries[key], f"{language} lacks {key!r}"
        return entries[key]

    return translated


def shows(page: Page, words: str) -> None:
    """Check that the page shows these words."""
    expect(page.get_by_text(words, exact=True).first).to_be_visible()


@pytest.fixture
def german() -> Callable[[str], str]:
    """German."""
    return catalogue("de")


def test_a_german_browser_reads_german_from_the_lobby_to_the_table(
    come_in: ComeIn, german: Callable[[str], str]
) -> None:
    ann = come_in(guest=False, locale="de-DE")
    page = ann.page
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name=german("Play now"))).to_be_visible()
    shows(page, german("Cash tables"))
    expect(page.locator("a.skip")).to_have_text(german("Skip to the table"))
    page.get_by_role("button", name=german("Sign in")).click()
    shows(page, german("Join the room"))
    page.get_by_role("button", name=german("Play as a guest")).click()
    expect(page.locator(".balance")).to_contain_text("10.000")
    page.locator(".table-card").get_by_role("link", name=re.compile("^Cedar")).click()
    expect(page.get_by_role("button", name=german("Take a seat"), exact=True)).to_be_visible()
    page.get_by_role("button", name=german("Take a seat"), exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name=german("Sit down"), exact=True)).to_be_visible()
    expect(dialog.locator(".hint").first).to_contain_text(re.compile(r"\b\d\.000\b"))


def test_the_server_refuses_in_german(come_in: ComeIn, german: Callable[[str], str]) -> None:
    """A refusal over HTTP with a value in it, and one over the socket."""
    ann = come_in(guest=False, locale="de-DE")
    page = ann.page
    page.get_by_role("button", name=german("Sign in")).click()
    account = page.get_by_role("dialog")
    account.get_by_label(german("Password")).fill("wrong password")
    account.get_by_label(german("Name"), exact=True).last.fill("nobody")
    account.get_by_role("button", name=german("Sign in"), exact=True).click()
    expect(account.get_by_role("alert").last).to_have_text(german("Wrong name or password."))
    taken = say("the name {name} is taken: choose another", name="nobody")
    body = json.dumps({"error": taken, "wording": {"template": taken.template, "values": taken.values}})

    def refused(route: Route) -> None:
        route.fulfill(status=409, body=body, content_type="application/json")

    page.route("**/api/accounts", refused)
    account.get_by_role("button", name=german("Create account")).click()
    expect(account.get_by_role("alert").last).to_have_text(german(taken.template).replace("{name}", "nobody"))


def test_the_rules_refuse_in_german(come_in: ComeIn) -> None:
    """A rules sentence with sentences inside. The page never offers what the rules refuse, so the test sends it."""
    ann = come_in(guest=False, locale="de-DE")
    lines = ann.tapped()
    with pytest.raises(IllegalAction) as refusal:
        start([1000] * 3).act(Raise(to=30))
    lines[-1].send(encode(wire.Refused(sentence=refusal.value.sentence, code="illegal")).decode())
    said = "auf 30 erhöhen ist zu wenig, das Minimum ist 40: "
    why = "Der Einsatz steht bei 20, und die letzte volle Erhöhung war 20"
    expect(ann.page.locator("#toasts")).to_contain_text(said + why)


def test_an_outage_is_told_in_german(come_in: ComeIn, german: Callable[[str], str]) -> None:
    ann = come_in(guest=False, locale="de-DE")
    lines = ann.tapped()
    told = outage(trouble("full"))
    assert told.wording is not None
    wording = {
        "template": told.wording.template,
        "values": {"trouble": {"template": "The disk of the database is full"}},
    }
    lines[-1].send(json.dumps({"type": "outage", "sentence": told.sentence, "wording": wording}))
    expected = german(told.wording.template).replace("{trouble}", german("The disk of the database is full"))
    expect(ann.page.locator("#connection")).to_have_text(expected)


@pytest.mark.parametrize(
    ("locale", "number"), [("fr-FR", "10\u202f000"), ("es-ES", "10.000"), ("pt-BR", "10.000"), ("de-DE", "10.000")]
)
def test_every_language_is_spoken(come_in: ComeIn, locale: str, number: str) -> None:
    words = catalogue(locale[:2])
    ann = come_in(guest=False, locale=locale)
    expect(ann.page.locator("html")).to_have_attribute("lang", locale[:2])
    ann.page.get_by_role("button", name=words("Sign in")).click()
    ann.page.get_by_role("button", name=words("Play as a guest")).click()
    expect(ann.page.locator(".balance")).to_contain_text(number)
    expect(ann.page.get_by_role("button", name=words("Play now"))).to_be_visible()


def test_another_language_is_one_choice_away_and_stays(come_in: ComeIn, german: Callable[[str], str]) -> None:
    ann = come_in(locale="en-US")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    ann.page.get_by_label("Language").select_option("de")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.get_by_role("button", name=german("Play now"))).to_be_visible()
    ann.page.reload()
    expect(ann.page.get_by_role("button", name=german("Play now"))).to_be_visible()
    ann.page.get_by_label(german("Language")).select_option("")
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_language_that_the_room_does_not_speak_is_english(come_in: ComeIn) -> None:
    ann = come_in(guest=False, locale="fi-FI")
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    expect(ann.page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_page_that_is_not_there_says_so_in_german(
    server: str, browser: Browser, german: Callable[[str], str]
) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"{server}/nowhere/at/all")
    expect(page.get_by_role("heading")).to_have_text(german("Nothing here"))
    context.close()


@pytest.mark.parametrize(("width", "height"), [(320, 568), pytest.param(390, 664, marks=pytest.mark.matrix)])
@pytest.mark.parametrize("locale", ["de-DE", *matrix("fr-FR", "es-ES", "pt-BR")])
def test_long_words_fit_on_a_phone(come_in: ComeIn, locale: str, width: int, height: int) -> None:
    """With the player in a hand, nothing at the table is wider than the screen, and no button's text is cut off."""
    words = catalogue(locale[:2])
    ann = come_in(guest=False, locale=locale, viewport={"width": width, "height": height}, has_touch=True)
    page = ann.page
    page.get_by_role("button", name=words("Sign in")).click()
    page.get_by_role("button", name=words("Play as a guest")).click()
    expect(page.locator(".me")).to_be_attached()
    ann.go_to("Words", bots=["caller"])
    page.get_by_role("button", name=words("Take a seat"), exact=True).click()
    page.get_by_role("dialog").locator("select[name=missed_blinds]").select_option("post")
    page.get_by_role("button", name=words("Sit down"), exact=True).click()
    expect(page.locator(".seat.hero")).to_be_visible()
    ann.room.deal(ann.table)
    expect(page.locator(".controls")).to_be_visible()
    too_wide = """() => [...document.querySelectorAll(".dock *")]
      .filter((one) => one.offsetParent && getComputedStyle(one).display !== "inline")
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => one.outerHTML.slice(0, 120))"""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(too_wide) == []
