"""The way in and back: play right away, find your seat again, get chips where you need them, and work with dialogs."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from .people import Person
from .test_play import to_act, two_at

ComeIn = Callable[..., Person]
DEALT_SINCE_SEATED = """
  // Counts the hands that begin from the moment the player has a seat until the player is dealt a card.
  window.heard = { seated: false, dealt: 0, cards: false };
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      let you = '', seat = null;
      this.addEventListener('message', async ({ data }) => {
        const said = JSON.parse(typeof data === 'string' ? data : await data.text());
        if (said.type === 'welcome') you = said.player;
        if (said.type === 'snapshot' && said.you !== null && said.you !== undefined) {
          seat = said.you;
          heard.seated = true;
        }
        for (const event of said.events ?? []) {
          if (event.type === 'player_joined' && event.player === you) {
            seat = event.seat;
            heard.seated = true;
          }
          if (seat === null || heard.cards || said.type !== 'update') continue;
          if (event.type === 'hand_began') heard.dealt += 1;
          if (event.type === 'dealt' && event.seat === seat) heard.cards = true;
        }
      });
    }
  };
"""
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


def count_hands(person: Person) -> None:
    """After the person next sits down, count the hands that begin without them."""
    person.page.add_init_script(DEALT_SINCE_SEATED)
    person.page.reload()


def dealt_in_with_the_next_hand(person: Person) -> None:
    """Check that the person gets cards in the next hand, however long this one takes."""
    expect(person.own_cards).to_have_count(2)
    heard = person.page.evaluate("window.heard")
    assert heard["seated"], "the connection reported the seat"
    assert heard["dealt"] <= 1, f"{heard['dealt']} hands began before the newcomer had cards"


def test_play_now_seats_a_newcomer_who_is_dealt_in(come_in: ComeIn) -> None:
    """One click gives a stranger an account, chips, a seat among bots, and cards in the next hand."""
    ann = come_in(guest=False, **PHONE)
    ann.room.table("Ready", seats=6, bots=["caller"] * 4, pace={"inter_round_delay_ms": 100, "bot_ms": 20})
    count_hands(ann)
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.page.locator(".seat.hero")).to_be_visible()
    expect(ann.page.locator(".seat.is-bot").first).to_be_visible()
    dealt_in_with_the_next_hand(ann)
    name = ann.page.locator(".where-name").text_content() or ""

    ann.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    yours = ann.page.get_by_role("region", name="Your seats")
    expect(yours).to_contain_text(name)
    yours.get_by_role("link").click()
    expect(ann.page.locator(".seat.hero")).to_be_visible()
    ann.page.goto(f"{ann.base}/#/")
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.page.locator(".seat.hero")).to_be_visible()
    assert (ann.page.locator(".where-name").text_content() or "") == name, "a second click takes no second seat"


def test_play_now_opens_a_table_where_none_has_room(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    ann.page.route("**/api/lobby", lambda route: route.fulfill(json={"type": "lobby", "tables": [], "tournaments": []}))
    count_hands(ann)
    ann.page.get_by_role("button", name="Play now").click()
    expect(ann.page.locator(".seat.hero")).to_be_visible()
    expect(ann.page.locator(".where-name")).to_contain_text("Warm-up")
    expect(ann.page.locator(".seat.is-bot")).to_have_count(4)
    dealt_in_with_the_next_hand(ann)


def test_a_seat_from_the_queue_is_announced_on_every_screen(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in, "Queue")
    eve = come_in(table="Queue")
    eve.page.get_by_role("button", name="Join the waitlist").click()
    expect(eve.page.get_by_role("button", name="Leave the waitlist (1st)")).to_be_visible()
    eve.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    eve.page.reload()
    expect(eve.page.locator(".table-card").first).to_be_visible()
    first, second = to_act(ann, bob)
    second.choose("Leave the table")
    second.page.get_by_role("button", name="Leave after this hand", exact=True).click()
    first.act("Fold")
    expect(eve.page.locator(".toast")).to_contain_text(re.compile(r"Seat \d at Queue is held for you\."))
    expect(eve.page.locator("#live")).to_contain_text("is held for you.")
    eve.page.get_by_role("link", name="Take your seat").click()
    expect(eve.page.locator(".dock-hint")).to_contain_text(re.compile(r"held for you, for \d+ more seconds"))
    eve.page.get_by_role("button", name="Take your seat").click()
    eve.page.get_by_role("dialog").get_by_role("button", name="Sit down", exact=True).click()
    expect(eve.page.locator(".seat.hero")).to_be_visible()


def test_a_table_with_nothing_going_on_says_what_it_waits_for(come_in: ComeIn) -> None:
    ann = come_in()
    ann.go_to("Idle", seats=6)
    note = ann.page.locator(".note")
    expect(note).to_contain_text("The first hand begins when two have sat down")
    ann.sit()
    expect(note).to_have_text("Waiting for one more player")
    ann.choose("Sit out")
    expect(note).to_have_text("Waiting for two players: one is sitting out")
    ann.page.get_by_role("button", name=re.compile("^I.m back")).first.click()
    ann.page.get_by_role("button", name="Add a bot").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    expect(ann.page.locator(".seat.is-bot")).to_have_count(1)
    ann.room.deal(ann.table)
    expect(ann.own_cards).to_have_count(2)


def test_an_empty_account_is_offered_chips_where_it_hurts(come_in: ComeIn) -> None:
    """After losing every chip at a table, a dialog offers the next step, which leads to more chips."""
    people = [come_in(table="All of it", settings={"small_blind": 50, "big_blind": 100}) for _ in range(2)]
    room, table = people[0].room, people[0].table
    room.want(table, "not split")
    for person in people:
        person.sit(10_000)
    for person in people:
        person.page.reload()  # until then it does not know that the account is empty
        expect(person.own_cards).to_have_count(2)
    for _ in people:
        room.act(table, "all_in")
    broke = next(person for person in people if lost_everything(person))
    dialog = broke.page.get_by_role("dialog", name="Out of chips")
    dialog.get_by_role("button", name="Top up").click()
    short = broke.page.get_by_role("dialog", name="You are short of chips")
    short.get_by_role("button", name="Get more chips").click()
    expect(broke.page.locator(".toast")).to_contain_text("You received 10,000 chips.")
    top_up = broke.page.get_by_role("dialog", name="Top up")
    top_up.get_by_role("button", name="Buy").click()
    expect(broke.page.locator(".hero .stack")).not_to_have_text("0")


def lost_everything(person: Person) -> bool:
    """Wait for the end of an all-in hand; return whether it took this person's last chip."""
    expect(person.page.locator("dialog.moment, .hero.winner").first).to_be_visible()
    return person.page.locator("dialog.moment").count() > 0


def test_four_colours_are_offered_at_the_door(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    ann.page.get_by_text("Four colours").click()
    expect(ann.page.locator("html")).to_have_attribute("data-deck", "four")
    ann.page.reload()
    expect(ann.page.get_by_role("radio", name="Four colours")).to_be_checked()


def test_an_address_that_has_nothing_leads_back(come_in: ComeIn) -> None:
    ann = come_in(guest=False)
    for path in ("/#/nothing", "/#/table/nothing", "/#/tournament/nothing", "/#/hand/nothing", "/nothing"):
        answer = ann.page.goto(f"{ann.base}{path}")
        if path == "/nothing":
            assert answer is not None
            assert answer.status == 404
        ann.page.get_by_role("main").get_by_role("link", name=re.compile("^(Back|Go) to the lobby")).click()
        expect(ann.page.locator(".table-card").first).to_be_visible()


def test_dialogs_work_where_the_browser_has_none(come_in: ComeIn) -> None:
    """WebKit had `dialog` without `showModal`, so we handle focus, Escape and the page behind it ourselves."""
    ann = come_in(guest=False)
    ann.page.add_init_script("delete HTMLDialogElement.prototype.showModal; delete HTMLDialogElement.prototype.close")
    ann.page.reload()
    opener = ann.page.get_by_role("button", name="Sign in", exact=True)
    opener.click()
    dialog = ann.page.get_by_role("dialog", name="Join the room")
    expect(dialog.get_by_label("Name").first).to_be_focused()
    assert ann.page.locator("main").get_attribute("inert") is not None
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert ann.page.locator("main").get_attribute("inert") is None
    expect(opener).to_be_focused()
    opener.click()
    dialog.get_by_role("button", name="Play as a guest").click()
    expect(ann.page.locator(".me")).to_be_visible()
    expect(dialog).to_have_count(0)


def test_the_room_is_an_app_that_says_when_it_cannot_be_reached(server: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server)
    page.evaluate(
        "new Promise((done) => navigator.serviceWorker.controller ? done()"
        " : navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true }))"
    )
    manifest = context.request.get(f"{server}/room.webmanifest").json()
    sizes = {icon["sizes"] for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= sizes
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        assert context.request.get(f"{server}/{icon['src']}").ok
    session = context.new_cdp_session(page)
    errors = {found["errorId"] for found in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # as in every test's context
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="The room cannot be reached")).to_be_visible()
    expect(page.get_by_role("link", name="Try again")).to_have_css("min-height", "46px")
    kept = page.evaluate(
        "caches.keys().then((names) => Promise.all(names.map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((all) => all.flat())"
    )
    assert kept
    files = re.compile(r"/(offline\.html|(page|icon|look|static-page|inter)\.\w+\.(css|svg|js|woff2))")
    assert all(files.fullmatch(path) for path in kept), kept
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(".table-card").first).to_be_visible()
    context.close()


def test_what_cannot_be_loaded_is_said_and_asked_for_again(come_in: ComeIn) -> None:
    """Rare screens and dialogs are in a second script, which a phone in a lift may not get."""
    ann = come_in(service_workers="block")
    page = ann.page
    later = re.compile(r"/later\.\w+\.js")
    page.route(later, lambda route: route.abort())
    page.reload()
    opens = page.get_by_role("button", name="Open a table", exact=True)
    opens.click()
    expect(page.locator(".toast.bad")).to_have_text(re.compile("could not be loaded"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{ann.base}/#/hands")
    expect(page.get_by_role("heading", name="Not loaded")).to_be_visible()
    page.get_by_role("link", name="bigslick, back to the lobby").click()
    page.unroute(later)
    opens.click()
    expect(page.get_by_role("dialog", name="Open a table")).to_be_visible()
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
    page.goto(f"{ann.base}/#/hands")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Not loaded")
    expect(page.locator("#view")).to_be_focused()


def test_the_screen_stays_on_while_a_seat_is_taken(come_in: ComeIn) -> None:
    ann = come_in()
    ann.page.add_init_script(
        "window.locks = 0; navigator.wakeLock.request = async () => {"
        " window.locks++; const lock = new EventTarget(); lock.release = async () => {"
        " window.locks--; lock.dispatchEvent(new Event('release')); }; return lock; };"
    )
    ann.page.reload()
    ann.go_to("Awake", seats=6)
    assert ann.page.evaluate("window.locks") == 0
    ann.sit()
    ann.page.wait_for_function("() => window.locks === 1")
    ann.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    ann.page.wait_for_function("() => window.locks === 0")


LATE = """async () => {
  // A browser that grants and releases only when told.
  const { WakeLock } = await import('/shared/install.js');
  const steps = [];
  let locks = 0;
  const later = (result) => new Promise((done) => steps.push(() => done(result())));
  navigator.wakeLock.request = () => later(() => {
    locks++;
    const lock = new EventTarget();
    lock.release = () => later(() => { locks--; lock.dispatchEvent(new Event('release')); });
    return lock;
  });
  const go = async () => { steps.shift()(); await new Promise((done) => setTimeout(done)); };
  const locked = async (...wishes) => {
    for (const wish of wishes) wish === 'go' ? await go() : lock.want(wish);
    while (steps.length) await go();
    return locks;
  };
  const lock = new WakeLock();
  return [await locked(true, false), await locked(true, 'go', false, true), await locked(false),
    await locked(true, false, 'go', true), await locked(false, true, false)];
}"""


def test_the_last_wish_for_the_screen_counts_however_late_the_browser_is(come_in: ComeIn) -> None:
    page = come_in(guest=False, bypass_csp=True).page
    assert page.evaluate(LATE) == [0, 1, 0, 1, 0]
