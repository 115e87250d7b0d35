"""A turn alerts its player on every screen, in the ways the player chose, and never shows a card."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from .people import Person
from .room import Room
from .test_pace import HIDE, SPY, called

ComeIn = Callable[..., Person]
SIGNALS = ("notes", "buzzes", "title", "notices")
SWITCHES = ("Chime", "Vibration", "Title of the tab", "Notification")
SLOW_BOT: dict[str, Any] = {"bots": ["caller"], "pace": {"bank_ms": 30_000, "bot_ms": 60_000}}
"""A bot that thinks until the test lets it act."""
CHECK_AND_GO = (
    "(hash) => { document.querySelector('.controls:not([hidden]) .act.call').click(); location.hash = hash; }"
)


def calls_for(person: Person, table: str) -> None:
    """Wait until a bar leads to a table that is not on the screen."""
    expect(person.page.get_by_role("navigation", name="Tables that wait for you")).to_be_visible()
    expect(person.page.locator(".calls .call-link")).to_have_text(re.compile(f"^Your turn at {table}"))


def quiet(person: Person) -> None:
    """Wait until no other table is waiting."""
    expect(person.page.locator(".calls")).to_be_hidden()


def check_and_go(person: Person, screen: str) -> None:
    """Check or call, and switch to another screen before the bot acts."""
    table = person.table
    expect(person.page.locator(".controls:not([hidden]):not(.fresh)")).to_be_visible()
    asked = person.controls.get_attribute("data-asked")
    person.page.evaluate(CHECK_AND_GO, screen)
    expect(person.page.locator(".table-card").first).to_be_visible()
    person.room.go_on(table, after=asked)


def play_at(person: Person, table: str) -> None:
    """Sit down opposite a bot, and play to the first decision."""
    table = person.go_to(table, **SLOW_BOT)
    person.sit_down(1000)
    person.room.go_on(table)


def table_frames(person: Person) -> list[str]:
    """Return what the page sends to watch tables after a reload."""
    sent: list[str] = []

    def hear(frame: str | bytes) -> None:
        found = re.match(r'{"type":"(watch|unwatch)","table":"(\w+)"', str(frame))
        if found:
            sent.append(" ".join(found.groups()))

    def tap(line: WebSocket) -> None:
        line.on("framesent", hear)

    person.page.on("websocket", tap)
    person.page.reload()
    expect(person.page.locator(".table-card").first).to_be_visible()
    return sent


def test_a_turn_calls_a_player_who_looks_at_another_screen(come_in: ComeIn) -> None:
    ann = come_in(reduced_motion="no-preference")
    page = ann.page
    sent = table_frames(ann)
    play_at(ann, "Away 1")
    expect(ann.controls).to_be_visible()
    page.evaluate(SPY)
    check_and_go(ann, "#/")
    # In the lobby: a bar, the seat itself, sound and title, and no cards except the two in the welcome.
    calls_for(ann, "Away 1")
    assert re.fullmatch(r"\d+", page.locator(".call-clock").text_content() or "")
    expect(page.locator(".your-seat")).to_contain_text("Your turn")
    expect(page).to_have_title("Your turn · Away 1 · bigslick")
    page.wait_for_function("() => window.called.notes === 2 && window.called.buzzes > 0")  # sound starts a little later
    expect(page.locator("#live p").last).to_have_text("Your turn at Away 1")
    assert page.locator("[data-card]").count() == page.locator(".hero-strip .fan [data-card]").count()
    # It stays on other screens, even over a dialog in use.
    page.evaluate("location.hash = '#/hands'")
    expect(page.get_by_role("heading", name="My hands")).to_be_visible()
    calls_for(ann, "Away 1")
    expect(page).to_have_title("Your turn · Away 1 · bigslick")
    page.get_by_role("button", name="Settings").click()
    back = page.get_by_role("dialog", name="Settings").get_by_role("button", name="Your turn at Away 1")
    expect(back).to_be_visible()
    back.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ann.controls).to_be_visible()
    quiet(ann)
    assert called(page)["notes"] == 2, "one call for one turn"
    table = sent[0].split()[1]
    assert sent == [f"watch {table}"] * 2, "once for each time that the table is on the screen"
    # A turn that timed out no longer alerts, and neither does a table the player has left.
    check_and_go(ann, "#/")
    calls_for(ann, "Away 1")
    page.locator(".calls .call-link").click()
    expect(ann.controls).to_be_visible()
    ann.choose("Leave the table")
    page.get_by_role("dialog").get_by_role("button", name="Leave after this hand").click()
    expect(page.locator(".dialog")).to_have_count(0)
    ann.room.play(table)
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".your-seat")).to_have_count(0)
    quiet(ann)
    expect(page).to_have_title("bigslick · the card room")
    assert sent[-1] == f"unwatch {table}"


def test_a_turn_at_another_table_is_called_where_one_table_is_played(come_in: ComeIn) -> None:
    ann = come_in(reduced_motion="no-preference")
    page = ann.page
    for table in ("Away 2", "Away 3"):
        play_at(ann, table)
        expect(ann.controls).to_be_visible()
    # While at the second table, the first has been waiting since the player left it.
    calls_for(ann, "Away 2")
    expect(page).to_have_title("2 tables wait for you · bigslick")
    dock, top = page.locator(".dock").bounding_box(), page.locator(".calls").bounding_box()
    assert dock is not None
    assert top is not None
    assert top["y"] + top["height"] <= dock["y"]
    page.locator(".calls .call-link").click()
    expect(page.locator(".pane")).to_have_count(2)
    quiet(ann)
    page.go_back()
    expect(page.locator(".pane")).to_have_count(1)
    calls_for(ann, "Away 2")
    page.reload()
    expect(ann.controls).to_be_visible()
    calls_for(ann, "Away 2")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name=re.compile("^Sign out")).click()
    page.get_by_role("button", name="Sign out and lose them").click()
    expect(page.locator(".me")).to_have_count(0)
    quiet(ann)
    expect(page).not_to_have_title(re.compile("Your turn|wait for you"))


@pytest.mark.matrix
def test_each_switch_silences_its_own_signal_only(come_in: ComeIn) -> None:
    ann = come_in(reduced_motion="no-preference")
    page = ann.page
    play_at(ann, "Switches")
    page.evaluate(SPY)
    page.evaluate(HIDE)
    for wanted, switch in zip(SIGNALS, SWITCHES, strict=True):
        expect(page.locator(".controls:not([hidden]):not(.fresh)")).to_be_visible()
        page.get_by_role("button", name="Settings").click()
        for name in SWITCHES:
            page.get_by_role("dialog").get_by_label(name).set_checked(name == switch)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.evaluate("window.called = { notes: 0, buzzes: 0, notices: [] }")
        before = ann.controls.get_attribute("data-asked")
        ann.act("Check|Call|Show")
        ann.room.go_on(ann.table)
        again = page.locator(f".controls:not([hidden]):not([data-asked='{before}']):not(.fresh)")
        expect(again).to_be_visible()
        if wanted != "title":
            page.wait_for_function("name => [window.called[name]].flat().some(Boolean)", arg=wanted)
        found = called(page)
        heard = {name for name in ("notes", "buzzes", "notices") if found[name]}
        if re.search("Your turn", page.title()):
            heard.add("title")
        assert heard == {wanted}, f"only {switch} is on"


LACKS = {
    "nothing": "() => { delete window.Notification; }",
    "a way to show one": "() => { navigator.serviceWorker.getRegistration = async () => undefined;"
    " window.Notification = class { static permission = 'granted'; static requestPermission = async () => 'granted';"
    " constructor() { throw new TypeError('Illegal constructor'); } }; }",
}


@pytest.mark.parametrize(
    ("lack", "words"),
    [
        ("nothing", "Your browser does not allow notifications from this page."),
        ("a way to show one", "Your browser cannot show notifications from this page."),
    ],
)
def test_the_switch_of_notifications_tells_the_truth(come_in: ComeIn, lack: str, words: str) -> None:
    page = come_in(guest=False).page
    page.evaluate(LACKS[lack])
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_label("Notification")
    box.click()
    expect(page.locator(".alerts [role=status]")).to_contain_text(words)
    expect(box).not_to_be_checked()


CLICK = """() => self.registration.getNotifications().then((all) => {
  const notification = all.find(({ tag }) => tag !== 'sample');
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})"""


@pytest.fixture
def notified(room: Room, browser: Browser) -> Iterator[Person]:
    """A person whose browser shows notifications, which a headless one cannot."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("only a browser without windows on this machine: apt install chromium")
    full = browser.browser_type.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    person = Person(full, room, reduced_motion="no-preference", permissions=["notifications"])
    yield person
    full.close()
    assert not person.problems


def test_a_notification_of_the_service_worker_leads_to_the_table(notified: Person) -> None:
    """Phones show only these. The notification does not mention the cards, and disappears when the turn ends."""
    ann, page = notified, notified.page
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.evaluate(RECORD)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notification").check()
    wait_for_change(page, "Notifications are on")
    page.keyboard.press("Escape")
    play_at(ann, "Notified")
    expect(ann.controls).to_be_visible()
    page.evaluate(HIDE)
    check_and_go(ann, "#/")
    wait_for_change(page, "Your turn at Notified")
    assert page.evaluate(BODIES) == ["It is your turn: you may check."]
    ann.context.service_workers[0].evaluate(CLICK)
    expect(ann.controls).to_be_visible()
    assert page.evaluate(BODIES) == []
    check_and_go(ann, "#/")
    wait_for_change(page, "Your turn at Notified")
    page.locator(".calls .call-link").click()
    expect(ann.controls).to_be_visible()
    ann.act("Check|Call|Show")
    wait_for_change(page, "closed")
    assert page.evaluate(BODIES) == []


RECORD = """() => {
  window.changes = [];
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  prototype.showNotification = async function (title, options) {
    await showNotification.call(this, title, options);
    window.changes.push(title);
  };
  const { close } = Notification.prototype;
  Notification.prototype.close = function () {
    close.call(this);
    window.changes.push("closed");
  };
}"""
"""Record which notifications the browser has shown and closed.

Polling for the open ones would miss one that is just being shown.
"""
BODIES = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
  all.filter(({ tag }) => tag !== 'sample').map(({ body }) => body))"""


def wait_for_change(page: Page, wanted: str) -> None:
    """Wait until the browser's next change: it showed a notification with this title, or closed one."""
    page.wait_for_function("() => window.changes.length > 0")
    assert page.evaluate("window.changes.shift()") == wanted
