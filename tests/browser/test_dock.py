"""The dock: no button slides away while bots act, and nothing leaves the page or covers the own seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .geometry import SETTLED, SIZES, matrix
from .people import Person
from .test_play import to_act

ComeIn = Callable[..., Person]

WATCH = """() => {
  // Looks at every frame where each button is that was there a frame before, in the same hand.
  const seen = { frames: 0, hints: new Set(), moved: [] };
  window.seen = seen;
  let before = new Map();
  const look = () => {
    const now = new Map();
    const idle = document.querySelector('.idle.dealt-in:not([hidden])');
    for (const one of idle?.querySelectorAll('button, label') ?? []) {
      const { x, y, width } = one.getBoundingClientRect();
      if (width) now.set(one, [x, y].map((value) => Math.round(value * 10) / 10).join());
    }
    for (const [one, at] of now) {
      if (before.has(one) && before.get(one) !== at)
        seen.moved.push(`${one.textContent} from ${before.get(one)} to ${at}`);
    }
    if (idle) seen.hints.add(idle.querySelector('.dock-hint').textContent);
    if (now.size) seen.frames += 1;
    before = now;
    requestAnimationFrame(look);
  };
  look();
}"""
SEEN = "({ frames: seen.frames, hints: [...seen.hints], moved: seen.moved })"

ASKEW = """() => [...document.querySelectorAll('.controls .act')].flatMap((act) => {
  // The buttons of the turn whose word does not stand in the middle, above the amount.
  if (!act.checkVisibility()) return [];
  const [whole, word] = [act, act.querySelector('.act-word')].map((one) => one.getBoundingClientRect());
  const aside = Math.abs(whole.x + whole.width / 2 - word.x - word.width / 2);
  return aside > 1 ? [`${act.textContent} stands ${aside} px aside`] : [];
})"""


@pytest.mark.parametrize("size", ["phone", *matrix("desktop", "side")])
def test_no_button_moves_while_bots_act(come_in: ComeIn, size: str) -> None:
    width, height = SIZES[size]
    ann = come_in(viewport={"width": width, "height": height})
    page = ann.page
    page.evaluate(WATCH)
    pace = {"bot_ms": 60, "inter_round_delay_ms": 100}
    ann.go_to("Steady", seats=6, straddle=True, rabbit_hunt=True, bots=["caller"] * 4, pace=pace)
    ann.sit()
    for _ in range(40):
        found = page.evaluate(SEEN)
        if found["frames"] > 50 and len(found["hints"]) > 3:
            break
        expect(page.locator(".controls:not([hidden]):not(.fresh)")).to_be_visible()
        assert not page.evaluate(ASKEW)
        ann.act("Check|Call")
    assert found["frames"] > 50
    assert len(found["hints"]) > 3, found["hints"]
    assert not found["moved"]


OUTSIDE = """() => [...document.querySelectorAll(
  '.plan, .bank, .tab, .controls button, .where-name, .top button, .scroller td')].filter((one) => {
  if (!one.checkVisibility() || (one.closest('.drawer') && !one.closest('.drawer').checkVisibility({
    visibilityProperty: true }))) return false;
  const { left, right, width } = one.getBoundingClientRect();
  const { left: from, right: to } = (one.closest('.drawer, .dock, .top')).getBoundingClientRect();
  const end = Math.min(to || innerWidth, innerWidth) + 1;
  return left < from - 1 || right > end || (one.matches('.where-name') && width < 24);
}).map((one) => `${one.className} ${one.textContent}`)"""
"""What leaves its part of the page, and a table's name without the room for it."""

COVERED = """([over, under]) => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const [a, b] = [box(over), box(under)];
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
}"""


REACHED = """() => {
  // What a turn needs: the actions in the window, nothing over them, and beside them the sizes on the same lines.
  const acts = [...document.querySelectorAll('.controls .act')].filter((act) => act.checkVisibility());
  const lost = acts.filter((act) => {
    const { left, right, top, bottom } = act.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return true;
    return !act.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  const [sizing, all] = ['.sizing', '.acts'].map((part) => document.querySelector(part).getBoundingClientRect());
  const beside = sizing.right <= all.left;
  const askew = beside && Math.max(Math.abs(sizing.top - all.top), Math.abs(sizing.bottom - all.bottom)) > 1;
  return { acts: acts.length, lost: lost.map((act) => act.textContent), askew, beside };
}"""


SCROLLED = """() => {
  const pane = document.querySelector('.pane');
  const tall = pane.appendChild(Object.assign(document.createElement('div'), { style: 'flex: none; height: 3000px' }));
  pane.scrollTop = 9;
  const found = pane.scrollTop;
  tall.remove();
  return found;
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def test_nothing_leaves_the_page_and_nothing_covers_the_own_seat(come_in: ComeIn) -> None:
    """In German, whose words are long, on phones either way round and at 200 % zoom (WCAG 1.4.4)."""
    pace = {"bank_ms": 30_000, "bank": "automatic", "action_ms": 20_000}
    ann = come_in(table="Hundert", settings={"seats": 6, "pace": pace}, locale="de-DE")
    page, room, table = ann.page, ann.room, ann.table
    page.get_by_role("button", name="Platz nehmen").first.click()
    spin = "(one) => getComputedStyle(one).appearance"
    assert page.locator(".slide .field").first.evaluate(spin) == "textfield", "the number has the room to itself"
    page.keyboard.press("Escape")
    ann.sit(deal=False)
    room.sit(come_in().name, table)
    room.deal(table)
    if room.ask("turn", table=table)[0] == ann.name:
        room.act(table)
    expect(page.locator(".plans")).to_be_visible()
    for size in [(1440, 900), (844, 390), (740, 360), (667, 375), (720, 450), (390, 844), (320, 568)]:
        resize(page, size)
        assert page.evaluate(OUTSIDE) == [], size
    room.go_on(table)
    while room.ask("turn", table=table)[0] != ann.name:
        room.act(table)
    room.move(25_000)
    expect(page.locator(".bank.running")).to_be_visible()
    for size in [(390, 844), (390, 664), (844, 390), (1440, 900)]:
        resize(page, size)
        assert page.evaluate(OUTSIDE) == [], size
        assert not page.evaluate(COVERED, [".bank", ".hero .who"]), size
        assert not page.evaluate(COVERED, [".hero .avatar", ".hero .hole .card + .card"]) or size[0] > 1000, size
    for size in [(1440, 900), (1280, 800), (820, 1180), (390, 844), (717, 512), (344, 882), (720, 450), (360, 225)]:
        resize(page, size)
        page.wait_for_function(f"() => ({REACHED})().lost.length === 0")  # the drawer may still slide away
        seen = page.evaluate(REACHED)
        assert (seen["acts"], seen["askew"]) == (3, False), size
        assert seen["beside"] == (size[0] >= 820), size
        assert page.evaluate(OUTSIDE) == [], size
    resize(page, (1440, 900))
    page.get_by_role("tab", name="Kassenbuch").click()
    expect(page.locator(".scroller td").first).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    page.evaluate("import('/shared/toasts.js').then(({ toast }) => toast('Fertig.', 'good'))")
    expect(page.locator(".toast")).to_be_visible()
    assert not page.evaluate(COVERED, [".toast", ".stage"]), "without motion it is in its place at once"
    assert page.evaluate(SCROLLED) == 0


def test_the_line_about_an_absent_player_is_below_the_plans(come_in: ComeIn) -> None:
    width, height = SIZES["phone"]
    people = [come_in(table="Gone", viewport={"width": width, "height": height}) for _ in range(2)]
    for person in people:
        person.sit()
    first, second = to_act(*people)
    first.page.goto("about:blank")
    expect(second.page.locator(".absent-line")).to_have_text(f"{first.name} is away.Vote to sit out")
    assert not second.page.evaluate(COVERED, [".absent-line", ".plans"])
