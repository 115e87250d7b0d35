"""A shared hand: anyone can open its link and its widget, which show what everyone saw and nothing else."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from .people import Person
from .test_looks import violations

ComeIn = Callable[..., Person]


class Blog:
    """A page on another site: another port."""

    def __init__(self) -> None:
        self.html = ""
        blog = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = f"<!doctype html><title>blog</title>{blog.html}".encode()
                self.send_response(200)
                self.send_header("content-type", "text/html")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def blog() -> Iterator[Blog]:
    found = Blog()
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


def fold_a_hand(ann: Person, bob: Person) -> None:
    """Make one of them fold, so no card is shown."""
    for person in (ann, bob):
        person.go_to("Shared")
        person.sit()
    ann.room.act(ann.table, "fold")
    expect(ann.log.filter(has_text="wins").first.or_(ann.log.filter(has_text="win ").first)).to_be_visible()


def share(person: Person, way: str) -> None:
    """Choose from the menu for sharing."""
    person.page.get_by_role("button", name="Share", exact=True).click()
    person.page.get_by_role("group", name="Share").get_by_role("button", name=way).click()


def test_a_hand_is_shared_embedded_and_hides_what_was_hidden(come_in: ComeIn, blog: Blog) -> None:
    ann, bob = come_in(), come_in()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fold_a_hand(ann, bob)
    page = ann.page
    page.get_by_role("tab", name="Hands").click()
    page.locator(".hand-row").last.get_by_role("link", name=re.compile("^Hand 1 ")).click()
    expect(page.locator(".replay-line")).to_contain_text("Hand 1")
    ann.press("End")
    expect(ann.own_cards).to_have_count(2)
    mine = [card.get_attribute("data-card") for card in ann.own_cards.all()]

    share(ann, "Copy the link")
    expect(page.get_by_text("Link copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(ann.base)}/#/hand/t\d+-1", link)

    # A stranger who opens the link sees the hand, but none of its cards.
    eve = come_in(guest=False)
    eve.page.goto(link)
    expect(eve.page.locator(".replay-line")).to_contain_text("Hand 1")
    eve.press("End")
    expect(eve.page.locator(".replay .log li").last).to_contain_text("wins")
    assert eve.page.locator(".face").count() == 0
    for card in mine:
        assert f'"{card}"' not in eve.page.content()

    # The widget in another site's page shows the same, even to the player with those cards.
    share(ann, "Embed")
    dialog = page.get_by_role("dialog", name="Embed this hand")
    code = dialog.get_by_label("The code to paste").input_value()
    dialog.get_by_role("button", name="Copy the code").click()
    expect(page.get_by_text("Code copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code
    for person in (eve, ann):
        blog.html = code
        person.page.goto(blog.url)
        frame = person.page.frame_locator("iframe[title='Replay of hand 1 at Shared']")
        expect(frame.get_by_role("heading", name="Shared · hand 1")).to_be_visible()
        expect(frame.locator(".log .step").first).to_be_attached()
        frame.get_by_role("button", name="Last step").click()
        expect(frame.locator(".replay-line")).to_contain_text("wins")
        expect(frame.locator(".compact-seat")).to_have_count(2)
        assert frame.locator(".face").count() == 0
        frame.locator(".replay-line").click()
        person.page.keyboard.press("Home")
        expect(frame.locator(".replay-line")).to_contain_text("Hand 1: blinds 5/10")
        person.page.keyboard.press("ArrowRight")
        expect(frame.locator(".replay-line")).to_contain_text("small blind")
        expect(frame.get_by_role("link", name="Open in the card room")).to_have_attribute("href", link)

    # Nothing else in the room can be framed.
    blog.html = f'<iframe title="room" src="{ann.base}/"></iframe>'
    eve.page.goto(blog.url)
    expect(eve.page.frame_locator("iframe").locator(".brand")).to_have_count(0)


def test_a_phone_shares_by_its_own_means(come_in: ComeIn) -> None:
    ann = come_in()
    ann.page.add_init_script("navigator.share = async (given) => { window.shared = given; };")
    ann.page.reload()
    ann.go_to("Quick", bots=["caller"])
    ann.sit()
    ann.play()
    ann.page.get_by_role("tab", name="Hands").click()
    ann.page.locator(".hand-row").last.get_by_role("link", name=re.compile("^Hand 1 ")).click()
    share(ann, "Share the link")
    ann.page.wait_for_function("() => window.shared")
    shared = ann.page.evaluate("window.shared")
    assert re.search(r"/#/hand/t\d+-1$", shared["url"])
    assert shared["title"].startswith("Hand t")


def test_a_shown_hand_is_seen_in_the_widget_and_everybody_can_use_it(come_in: ComeIn) -> None:
    ann = come_in()
    ann.go_to("Mine", bots=["caller"])
    ann.sit()
    ann.play()
    ann.page.get_by_role("tab", name="Hands").click()
    hand = ann.page.locator(".hand-row").first.get_by_role("link").first
    name = (hand.get_attribute("href") or "").removeprefix("#/hand/")
    eve = come_in(guest=False, reduced_motion="no-preference")
    eve.page.clock.install(time=0)
    eve.page.clock.pause_at(1_000)
    eve.page.goto(f"{eve.base}/#/hand/{name}")
    line = eve.page.locator(".replay-line")
    expect(line).to_contain_text("blinds 5/10")
    expect(eve.page.get_by_role("button", name="Pause")).to_be_visible()  # it plays by itself
    eve.page.clock.run_for(1_000)
    expect(line).to_contain_text("small blind")
    eve.page.get_by_label("Speed").select_option("2")
    eve.page.clock.run_for(500)
    expect(line).to_contain_text("big blind")
    eve.page.get_by_role("button", name="Step back").click()
    eve.page.clock.run_for(10_000)
    expect(line).to_contain_text("small blind")
    eve.page.clock.resume()
    eve.page.get_by_role("button", name="Verify").click()
    expect(eve.page.locator(".verdict")).to_have_text("Verified")
    for width, height in ((480, 520), (320, 480), (800, 600)):
        eve.page.set_viewport_size({"width": width, "height": height})
        eve.page.goto(f"{eve.base}/embed/{name}")
        expect(eve.page.locator(".replay-line")).to_contain_text("wins")
        eve.page.keyboard.press("Home")
        expect(eve.page.locator(".replay-line")).to_contain_text("blinds 5/10")
        eve.page.keyboard.press("End")
        assert not violations(eve.page)
        assert eve.page.evaluate("document.documentElement.scrollWidth") <= width
    assert eve.page.locator(".compact-seat .face").count() >= 2


def test_a_hand_that_never_was_says_so(come_in: ComeIn) -> None:
    eve = come_in(guest=False)
    eve.page.goto(f"{eve.base}/#/hand/t1-9999")
    expect(eve.page.locator(".nothing")).to_contain_text("There is no hand")
    eve.page.goto(f"{eve.base}/embed/t1-9999")
    expect(eve.page.get_by_role("alert")).to_contain_text("There is no hand")


@pytest.mark.matrix
def test_a_private_hand_is_shared_by_a_link_that_can_be_taken_back(come_in: ComeIn, blog: Blog) -> None:
    ann = come_in()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Kitchen")
    dialog.get_by_label("House bots").fill("1")
    dialog.get_by_label("Seats", exact=True).fill("2")
    dialog.get_by_label("Private").check()
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".stage[data-seats]")).to_be_visible()
    ann.sit()
    ann.play()
    page.get_by_role("tab", name="Hands").click()
    page.locator(".hand-row").last.get_by_role("link", name=re.compile("^Hand 1 ")).click()
    expect(page.locator(".replay-line")).to_contain_text("Hand 1")
    bare = page.url
    share(ann, "Copy the link")
    expect(page.get_by_text("Anyone who has it sees what was public in this hand.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(bare)}/[\w-]{{24}}", link)
    share(ann, "Embed")
    dialog = page.get_by_role("dialog", name="Embed this hand")
    blog.html = dialog.get_by_label("The code to paste").input_value()
    page.keyboard.press("Escape")

    eve = come_in(guest=False)
    eve.page.goto(bare)
    expect(eve.page.locator(".nothing")).to_contain_text("There is no hand")
    eve.page.goto("about:blank")
    eve.page.goto(link)
    expect(eve.page.locator(".replay-line")).to_contain_text("Hand 1")
    eve.page.get_by_role("button", name="Share", exact=True).click()
    expect(eve.page.get_by_role("group", name="Share").get_by_role("button")).to_have_text(["Copy the link", "Embed"])
    eve.page.get_by_role("button", name="Verify").click()
    # The bot may have folded preflop: then eve saw no card.
    expect(eve.page.locator(".verdict")).to_have_text(re.compile("^(Verified|Nothing to verify)$"))
    eve.page.goto(blog.url)
    frame = eve.page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Kitchen · hand 1")).to_be_visible()
    expect(frame.get_by_role("link", name="Open in the card room")).to_have_attribute("href", link)

    share(ann, "Take the link back")
    expect(page.get_by_text("The link no longer works.")).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("group", name="Share").get_by_role("button")).to_have_text(["Copy the link", "Embed"])
    eve.page.goto(link)
    expect(eve.page.locator(".nothing")).to_contain_text("There is no hand")
