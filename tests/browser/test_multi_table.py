"""Several tables on one page, all played by one person; the one waiting for them comes to the front."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .geometry import SETTLED, SIZES, audit, matrix
from .people import Person

ComeIn = Callable[..., Person]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}
FOUR = "Four tables fit on one page. Close one to open another."

EAGER = """() => {
  // Presses whatever would act at a table, and its key, as soon as the table comes to the front.
  const pane = (name) => document.querySelector(`.pane[aria-label="${name}"]`);
  window.pressed = [];
  const wasFront = new Set([...document.querySelectorAll('.pane.front')].map((one) => one.ariaLabel));
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.pane.front')) {
      if (wasFront.has(one.ariaLabel)) continue;
      wasFront.add(one.ariaLabel);
      window.pressed.push(one.ariaLabel);
      for (const button of one.querySelectorAll('.act, .plan input, .dock-buttons button')) button.click();
      for (const key of ['c', 'f', 'a', 'a'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  }).observe(document.querySelector('.tables'), { subtree: true, attributes: true });
}"""


def pane(person: Person, table: str) -> Locator:
    """Return one table's pane."""
    return person.page.locator(f'.pane[aria-label="{table}"]')


def tab(person: Person, table: str) -> Locator:
    """Return a table's small tab, on a phone."""
    return person.page.get_by_role("navigation", name="Your tables").get_by_role(
        "button", name=re.compile(rf"^{table}\b")
    )


def controls(person: Person, table: str) -> Locator:
    """Return the buttons for the person's turn at one table."""
    return pane(person, table).locator(".controls")


def asked(person: Person, table: str) -> str:
    """Return the key of the turn waiting at a table, or ""."""
    return controls(person, table).get_attribute("data-asked") or ""


GROVE: dict[str, Any] = {"bots": ["caller"], "pace": {"bank_ms": 30_000, "inter_round_delay_ms": 600, "bot_ms": 40}}


def open_beside(person: Person, first: str, second: str) -> None:
    """Sit down at a table from the lobby, and at another one opened beside it."""
    for table in (first, second):
        person.room.table(table, **GROVE)
    person.find(first)
    person.sit_down()
    person.page.get_by_role("link", name="Back to the lobby", exact=True).click()
    person.page.get_by_role("button", name=f"Open {second} beside the tables you have open", exact=True).click()
    place = pane(person, second)
    expect(place).to_have_count(1)
    if person.page.locator(".tables.single").count():  # the first comes to the front when it is their turn there
        wait_for(person, first)
        tab(person, second).click()
    settled(person)
    place.get_by_role("button", name="Take a seat").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label("Coming in").select_option("post")
    dialog.get_by_role("button", name="Sit down", exact=True).click()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.room.deal(person.room.table(second))


def sit_beside(person: Person, *tables: str, **settings: Any) -> None:
    """Sit at tables without the dialogs, with all of them on one page."""
    names = [person.room.table(table, **(settings or GROVE)) for table in tables]
    for name in names:
        person.room.sit(person.name, name)
    person.page.goto(f"{person.base}/#/tables/{'+'.join(names)}")
    expect(person.page.locator(".pane .stage[data-seats]")).to_have_count(len(names))
    for name in names:
        person.room.deal(name)


def wait_for(person: Person, *tables: str) -> None:
    """Wait until it is the person's turn at each of these tables."""
    for table in tables:
        expect(person.page.locator(f'.pane.waits[aria-label="{table}"]')).to_have_count(1)
    settled(person)


def settled(person: Person) -> None:
    """Wait until the new front table accepts input."""
    expect(person.page.locator(".fresh-front, .controls.fresh")).to_have_count(0)


def act(person: Person, table: str, name: str = "Check|Call") -> None:
    """Press a button at a table, and wait for the turn to pass."""
    settled(person)
    turn = asked(person, table)
    assert turn
    buttons = controls(person, table).get_by_role("button", name=re.compile(rf"^({name})\b"))
    buttons.click()
    expect(pane(person, table).locator(f'.controls[data-asked="{turn}"]')).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "tables"),
    [
        pytest.param(DESKTOP, ("Grove 1", "Grove 2"), id="desktop"),
        pytest.param(PHONE, ("Grove 3", "Grove 4"), id="phone", marks=pytest.mark.matrix),
    ],
)
def test_one_person_plays_two_tables_to_their_showdowns(
    come_in: ComeIn, size: dict[str, int], tables: tuple[str, str]
) -> None:
    """The table where the player must act is always in front; each hand reaches its own showdown."""
    ann = come_in(viewport=size)
    open_beside(ann, *tables)
    page = ann.page
    over = {table: pane(ann, table).locator(".line-pot_awarded") for table in tables}
    acted = dict.fromkeys(tables, 0)
    for _ in range(60):
        if all(found.count() for found in over.values()):
            break
        front = page.locator(".pane.front.waits")
        expect(front).to_have_count(1)
        expect(front).to_be_visible()
        settled(ann)
        table = front.get_attribute("aria-label") or ""
        act(ann, table)
        acted[table] += 1
    for table in tables:
        expect(over[table].first).to_be_attached()
        assert acted[table] >= 4
        shown = pane(ann, table).locator(".line-shown, .line-mucked")
        expect(shown.first).to_be_attached()
    expect(page.locator("#live")).to_contain_text(f"{tables[1]} waits for you. You hold")
    # The two tables show different cards.
    log = [pane(ann, table).locator(".line-dealt").first.text_content() for table in tables]
    assert log[0] != log[1]


def test_the_front_goes_where_the_player_is_asked_and_takes_no_click_along(come_in: ComeIn) -> None:
    """On a phone the next table appears under the finger, and ignores taps meant for the last one."""
    ann = come_in(viewport=PHONE)
    sit_beside(ann, "Grove 5", "Grove 6")
    wait_for(ann, "Grove 5", "Grove 6")
    page = ann.page
    front = page.locator(".pane.front").get_attribute("aria-label") or ""
    other = "Grove 6" if front == "Grove 5" else "Grove 5"
    expect(pane(ann, other)).to_be_hidden()
    expect(tab(ann, front)).to_have_attribute("aria-current", "true")
    expect(tab(ann, other)).to_have_class(re.compile("rings"))
    expect(tab(ann, other)).to_contain_text("Your turn")
    expect(tab(ann, other).locator(".tab-cards .face")).to_have_count(2)
    waiting = asked(ann, other)
    page.evaluate(EAGER)
    # Twice in the same spot, like an impatient finger.
    controls(ann, front).get_by_role("button", name=re.compile("^(Check|Call)")).dblclick()
    expect(tab(ann, other)).to_have_attribute("aria-current", "true")
    expect(pane(ann, other)).to_be_visible()
    expect(pane(ann, front)).to_be_hidden()
    assert page.evaluate("window.pressed") == [other]
    expect(page.locator(".controls.fresh")).to_have_count(0)
    assert asked(ann, other) == waiting
    expect(pane(ann, other).locator(".line-folded")).to_have_count(0)
    act(ann, other)
    assert page.title() != ""


def test_the_front_stays_while_the_player_types_or_has_a_turn(come_in: ComeIn) -> None:
    ann = come_in(viewport=PHONE)
    grove = ann.room.table("Grove 7", bots=["caller"], pace={"bot_ms": 60_000})
    ann.room.table("Clearing")
    sit_beside(ann, "Grove 7", "Clearing")
    ann.room.go_on(grove)
    page = ann.page
    # A waiting table does not interrupt a player who selects another table and types there.
    wait_for(ann, "Grove 7")
    tab(ann, "Clearing").click()
    expect(pane(ann, "Clearing")).to_be_visible()
    settled(ann)
    page.get_by_role("button", name="Log, chat and hands").click()
    pane(ann, "Clearing").get_by_role("tab", name="Chat").click()
    field = pane(ann, "Clearing").get_by_role("textbox")
    field.fill("anybody here?")
    expect(tab(ann, "Grove 7")).to_have_class(re.compile("rings"))
    page.reload()
    expect(page.locator(".pane.front.waits")).to_have_attribute("aria-label", "Grove 7")
    act(ann, "Grove 7")
    expect(page.locator(".pane.front")).to_have_attribute("aria-label", "Grove 7")
    # A new turn comes while a line is being typed.
    tab(ann, "Clearing").click()
    settled(ann)
    page.get_by_role("button", name="Log, chat and hands").click()
    pane(ann, "Clearing").get_by_role("tab", name="Chat").click()
    field.click()
    page.keyboard.type("still here")
    ann.room.go_on(grove)
    wait_for(ann, "Grove 7")
    expect(tab(ann, "Grove 7")).to_have_class(re.compile("rings"))
    expect(field).to_be_focused()
    expect(pane(ann, "Clearing")).to_be_visible()


def test_a_new_turn_waits_until_the_line_is_typed(come_in: ComeIn) -> None:
    ann = come_in(viewport=DESKTOP)
    sit_beside(ann, "Grove 8", "Grove 9")
    page = ann.page
    wait_for(ann, "Grove 8", "Grove 9")
    front = page.locator(".pane.front").get_attribute("aria-label") or ""
    other = "Grove 9" if front == "Grove 8" else "Grove 8"
    field = controls(ann, front).get_by_role("textbox")
    field.fill("20")
    expect(field).to_be_focused()
    expect(page.locator(".pane.front")).to_have_attribute("aria-label", front)
    field.press("Enter")
    expect(page.locator(".pane.front")).to_have_attribute("aria-label", other)
    expect(controls(ann, other).get_by_role("textbox")).not_to_be_focused()


def test_keys_act_at_the_table_in_front_only(come_in: ComeIn) -> None:
    ann = come_in(viewport=DESKTOP)
    sit_beside(ann, "Grove 10", "Grove 11")
    page = ann.page
    wait_for(ann, "Grove 10", "Grove 11")
    expect(page).to_have_title("2 tables wait for you · bigslick")
    for number, table in ((2, "Grove 11"), (1, "Grove 10")):
        page.keyboard.press(f"Alt+{number}")
        expect(page.locator(".pane.front")).to_have_attribute("aria-label", table)
        expect(page.locator("#live")).to_contain_text(f"{table} is in front.")
        expect(pane(ann, table)).to_be_focused()
    before = asked(ann, "Grove 11")
    turn = asked(ann, "Grove 10")
    page.keyboard.press("c")
    expect(page.locator(".pane.front")).to_have_attribute("aria-label", "Grove 11")
    assert asked(ann, "Grove 11") == before
    assert asked(ann, "Grove 10") != turn


def test_reload_keeps_the_tables_and_closing_one_asks(come_in: ComeIn) -> None:
    ann = come_in(viewport=DESKTOP)
    ann.room.table("Waiting room", seats=6)
    sit_beside(ann, "Grove 12", "Waiting room")
    page = ann.page
    page.reload()
    for table in ("Grove 12", "Waiting room"):
        expect(pane(ann, table).locator(".seat.hero")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    page.get_by_role("link", name="All your tables on one page").click()
    expect(page.locator(".pane")).to_have_count(2)
    page.get_by_role("button", name="Close Waiting room").click()
    dialog = page.get_by_role("dialog", name="Close Waiting room?")
    dialog.get_by_role("button", name="Keep it open").click()
    expect(page.locator(".pane")).to_have_count(2)
    page.get_by_role("button", name="Close Waiting room").click()
    dialog.get_by_role("button", name="Give up the seat and close").click()
    expect(page.locator(".pane")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"#/table/\w+$"))
    expect(page.locator(".where-name")).to_have_text("Grove 12")
    expect(page.locator(".seat.hero")).to_be_visible()
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    expect(page.locator(".your-seat")).to_have_count(1)


def test_a_fifth_table_is_refused_with_a_sentence(come_in: ComeIn) -> None:
    ann = come_in(viewport=DESKTOP)
    page = ann.page
    page.goto(f"{ann.base}/#/tables/t1+t2+t3+t4+t5")
    expect(page.get_by_role("heading", name="Too many tables")).to_be_visible()
    expect(page.locator(".nothing")).to_contain_text(FOUR)
    page.get_by_role("link", name="Open the first four").click()
    expect(page.locator(".pane")).to_have_count(4)
    expect(page.locator(".pane .stage[data-seats]")).to_have_count(4)
    page.get_by_role("button", name="Add a table").click()
    expect(page.locator(".toast")).to_contain_text(FOUR)
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    page.get_by_role("button", name="Open Willow beside the tables you have open").click()
    expect(page.locator(".toast").last).to_contain_text(FOUR)
    page.goto(f"{ann.base}/#/tables/t1+nothing")
    expect(page.locator(".pane .stage[data-seats]")).to_have_count(1)
    expect(page.locator(".pane").last).to_contain_text("No such table")


def test_a_table_is_added_from_the_page(come_in: ComeIn) -> None:
    ann = come_in(viewport=DESKTOP)
    ann.find("Cedar")
    page = ann.page
    for table, count in (("Birch", 2), ("Ash", 3)):
        page.get_by_role("button", name="Add a table").first.click()
        page.get_by_role("dialog", name="Add a table").get_by_role("button", name=re.compile(f"^{table}\\b")).click()
        expect(page.locator(".pane .stage[data-seats]")).to_have_count(count)
        expect(page.locator(".pane.front")).to_have_attribute("aria-label", table)
    expect(page.locator(".pane-tile")).to_be_visible()


ARRANGED = (
    "([width, height, count]) => import('/table/open-tables.js').then((found) => found.arrange(width, height, count))"
)


def test_the_panes_fit_or_one_is_in_front(plain: Page) -> None:
    for (width, height, count), wanted in {
        (1440, 844, 2): [2, 1],
        (1440, 844, 3): [2, 2],
        (1440, 844, 4): [2, 2],
        (820, 1124, 2): [1, 2],
        (820, 1124, 4): [2, 2],
        (390, 792, 2): None,
        (390, 612, 4): None,
        (844, 334, 2): None,
        (1024, 712, 4): None,
        (390, 792, 1): [1, 1],
    }.items():
        found = plain.evaluate(ARRANGED, [width, height, count])
        assert (found and [found["columns"], found["rows"]]) == wanted, (width, height, count)


@pytest.fixture
def plain(come_in: ComeIn) -> Page:
    """A page that can load the source's modules."""
    return come_in(guest=False, bypass_csp=True).page


@pytest.mark.parametrize("size", ["desktop", "short", *matrix("tablet", "phone", "side")])
def test_nothing_is_covered_where_four_tables_stand(plain: Page, server: str, size: str) -> None:
    width, height = SIZES[size]
    plain.set_viewport_size({"width": width, "height": height})
    plain.goto(f"{server}/#/tables/t1+t2+t3+t4")
    expect(plain.locator(".pane .stage[data-seats]")).to_have_count(4)
    plain.evaluate(SETTLED)
    plain.evaluate("for (const one of [...document.querySelectorAll('.stage')].slice(1)) one.replaceChildren()")
    assert not audit(plain)
    wider = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not plain.evaluate(wider)
    for one in plain.locator(".pane:visible").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height + 1
