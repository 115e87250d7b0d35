"""My hands: played, searched and counted, with a graph and files to download."""

from __future__ import annotations

import io
import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bigslick.history.formats.registry import formats, read_stream

from .geometry import FIVE, SIZES, matrix
from .people import Person
from .test_looks import violations

ComeIn = Callable[..., Person]


def asked(person: Person, path: str) -> Any:
    """Return what the server sends the same player when asked directly."""
    cookie = next(one for one in person.context.cookies() if one["name"] == "bigslick_session")
    request = urllib.request.Request(person.base + path, headers={"Cookie": f"bigslick_session={cookie['value']}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def play_hands(ann: Person, table: str, count: int) -> None:
    """Play some hands against a bot."""
    ann.go_to(table, bots=["caller"])
    ann.sit()
    ann.play(hand=count)
    expect(ann.page.locator(".note")).to_contain_text(re.compile("wins? "))


def test_hands_are_listed_filtered_and_taken_along(come_in: ComeIn) -> None:
    ann = come_in()
    page = ann.page
    play_hands(ann, "Mine", 3)
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    page.get_by_role("link", name="My hands", exact=True).click()
    rows = page.locator(".my-hand")
    expect(rows.first).to_be_visible()
    mine = asked(ann, "/api/hands?limit=100")["hands"]
    expect(rows).to_have_count(len(mine))
    first = rows.first
    expect(first).to_contain_text(f"Mine · hand {mine[0]['number']}")
    expect(first.locator(".my-hole .card")).to_have_count(2)
    for card in (*mine[0]["hole"], *mine[0]["boards"][0]):
        expect(first.locator(f'[data-card="{card}"]')).to_be_visible()
    expect(first).to_contain_text(f"Pot {mine[0]['pot']:,}")
    expect(first.locator(".net")).to_have_text(re.compile(rf".{abs(mine[0]['net']):,}"))

    # The statistics and the graph show what the server counts.
    figures = asked(ann, "/api/statistics")
    tile = page.locator(".tile")
    expect(tile.filter(has=page.get_by_text("Hands", exact=True))).to_contain_text(str(figures["hands"]))
    vpip = figures["figures"]["vpip"]
    few = f"VPIP{vpip['value'] * vpip['of'] / 100:.0f}of {figures['hands']} hands"
    expect(tile.filter(has_text="VPIP")).to_have_text(few)  # a percentage would say more than a few hands can
    expect(tile.filter(has_text="bb/100")).to_contain_text(f"± ?{3000 - figures['hands']:,} more hands")
    expect(page.get_by_role("img", name=re.compile(rf"Winnings over {figures['hands']} hands"))).to_be_visible()
    page.get_by_text("The graph as a table").click()
    last = page.get_by_role("table").filter(has_text="big blinds won").get_by_role("row").last
    won = f"{abs(figures['course'][-1]['big_blinds']):.1f}"
    expect(last).to_contain_text("±0" if won == "0.0" else won)

    # Filters leave only matching hands, and the address remembers them.
    lost = [hand for hand in mine if hand["net"] < 0]
    expect(page.get_by_label("Result")).to_be_hidden()
    page.get_by_role("button", name="Filters", exact=True).click()
    page.get_by_label("Result").select_option("lost")
    expect(page).to_have_url(re.compile("lost"))
    expect(rows).to_have_count(len(lost))
    expect(tile.filter(has=page.get_by_text("Hands", exact=True))).to_contain_text(str(len(lost)))
    page.reload()
    expect(rows).to_have_count(len(lost))
    expect(page.get_by_label("Result")).to_have_value("lost")
    expect(page.get_by_label("Result")).to_be_hidden()
    page.get_by_role("button", name="Filters (1)").click()
    page.get_by_role("button", name="Clear filters").click()
    expect(rows).to_have_count(len(mine))
    held = "".join(mine[0]["hole"])
    page.get_by_label("Starting hand").fill(held)
    fits = sum(set(hand["hole"]) == set(mine[0]["hole"]) for hand in mine)
    expect(rows).to_have_count(fits)
    page.get_by_label("Starting hand").fill("no such hand")
    expect(page.locator(".records")).to_contain_text("expected hands such as")
    page.get_by_role("button", name="Clear filters").click()
    expect(rows).to_have_count(len(mine))
    page.locator("select[name=table]").select_option(mine[0]["table"])
    expect(rows).to_have_count(len(mine))

    # The selection as one file, in every format.
    written = [form for form in formats() if form.write is not None]
    menu = page.get_by_role("group", name="Download")
    for form in written:
        page.get_by_role("button", name="Download").click()
        expect(menu.get_by_role("button")).to_have_count(len(written))
        with page.expect_download() as download:
            menu.get_by_role("button", name=form.says, exact=True).click()
        expect(menu).to_be_hidden()
        assert download.value.suggested_filename == f"hands{form.suffix}"
        assert len(list(read_stream(io.BytesIO(download.value.path().read_bytes())))) == len(mine)

    # A row opens its hand, with my own cards in it, and the back link returns here.
    rows.first.get_by_role("link").click()
    expect(page.locator(".replay-line")).to_contain_text(f"Hand {mine[0]['number']}: blinds 5/10")
    ann.press("End")
    expect(ann.own_cards).to_have_count(2)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(rows.first).to_be_visible()


def test_pages_follow_each_other(come_in: ComeIn) -> None:
    ann = come_in()
    play_hands(ann, "Quick", 3)
    page = ann.page
    page.route(
        re.compile(r"/api/hands\?"),
        lambda route: route.continue_(url=f"{route.request.url}&limit=2"),
    )
    page.goto(f"{ann.base}/#/hands")
    rows = page.locator(".my-hand")
    expect(rows).to_have_count(2)
    total = len(asked(ann, "/api/hands?limit=100")["hands"])
    assert total >= 3
    while rows.count() < total:
        before = rows.count()
        page.get_by_role("button", name="Show more").click()
        expect(rows).to_have_count(min(total, before + 2))
        expect(rows.nth(before).get_by_role("link")).to_be_focused()
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    links = [row.get_attribute("href") for row in rows.get_by_role("link").all()]
    assert len(set(links)) == total


def test_whoever_is_not_signed_in_is_asked_to(come_in: ComeIn) -> None:
    eve = come_in(guest=False)
    eve.page.goto(f"{eve.base}/#/hands")
    expect(eve.page.locator(".nothing")).to_contain_text("Sign in to see your hands.")


@pytest.mark.parametrize("sizes", [("desktop", "short"), *matrix(FIVE)], ids=["two", "five"])
def test_my_hands_fit_every_screen_and_everybody(come_in: ComeIn, sizes: tuple[str, ...]) -> None:
    ann = come_in()
    play_hands(ann, "Any size", 2)
    page = ann.page
    for width, height in (SIZES[size] for size in sizes):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{ann.base}/#/hands")
        page.reload()
        expect(page.locator(".my-hand").first).to_be_visible()
        expect(page.locator(".winnings svg")).to_be_visible()
        assert not violations(ann.page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
