"""New controls ignore clicks for a moment, and controls that would cost a seat are not near them at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .geometry import SETTLED, SIZES
from .people import Person
from .test_play import to_act

ComeIn = Callable[..., Person]

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
BACK = f"I{APOSTROPHE}m back"
DEALT_IN_LATER = f"You{APOSTROPHE}ll be dealt in when the big blind reaches you."
POSTS = f"You{APOSTROPHE}ll post and be dealt in, once the button has passed."

IMPATIENT = """([what, kind]) => {
  // Presses what has just come 200 ms after it is drawn, and again after 350 ms: timers of one page keep their order.
  const seen = { sent: [], came: 0, gone: false };
  window.pressed = seen;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (frame) {
    if (JSON.parse(frame).type === kind) seen.sent.push(performance.now() - seen.came);
    return send.call(this, frame);
  };
  const find = () => [...document.querySelectorAll(what)].find((one) => one.checkVisibility());
  const old = find();
  const look = () => {
    const found = find();
    if (!found) seen.gone = true;
    if (!found || seen.came || (found === old && !seen.gone)) return;
    seen.came = Infinity;
    requestAnimationFrame(() => {
      seen.came = performance.now();
      for (const after of [200, 350])
        setTimeout(() => { find()?.click(); seen[after] = find()?.checked ?? null; }, after);
    });
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}"""


def impatient(page: Page, what: str, kind: str = "") -> None:
    """Make the page press a button 200 ms and 350 ms after it appears, and record what is sent."""
    page.evaluate(IMPATIENT, [what, kind])


def pressed(page: Page) -> dict[str, Any]:
    """Return the result, once both presses are over."""
    page.wait_for_function("() => window.pressed['350'] !== undefined")
    found: dict[str, Any] = page.evaluate("window.pressed")
    return found


def test_a_press_counts_after_the_rest_and_not_before(come_in: ComeIn) -> None:
    """Covers the turn's buttons, the plan boxes, and the dock's buttons that cost chips."""
    ann, bob = (come_in(table="Resting") for _ in range(2))
    page, room, table = ann.page, ann.room, ann.table
    impatient(page, ".act.call", "act")
    for person in (ann, bob):
        person.sit()
    if to_act(ann, bob)[0] is bob:
        room.act(table)
    found = pressed(page)
    assert len(found["sent"]) == 1, "one of the two presses counts"
    assert found["sent"][0] >= 300
    # A box checked while the opponent thinks acts automatically on the turn.
    if to_act(ann, bob)[0] is bob:
        room.act(table)
    expect(page.locator(".board .card")).to_have_count(3)
    if to_act(ann, bob)[0] is bob:
        room.act(table)
    expect(page.locator(".controls:not([hidden]):not(.fresh)")).to_be_visible()
    impatient(page, ".plan input", "act")
    ann.act("Check")
    found = pressed(page)
    assert (found["200"], found["350"]) == (False, True)
    room.act(table)
    page.wait_for_function("() => window.pressed.sent.length === 2")
    expect(page.locator(".plan :checked")).to_have_count(0)
    impatient(page, ".dock-buttons button", "sit_in")
    ann.choose("Sit out")
    found = pressed(page)
    assert len(found["sent"]) == 1
    assert found["sent"][0] >= 300


CARRIED_OUT = """async ([plan, call]) => {
  const { Controls } = await import('/table/dock/controls.js');
  const sent = [];
  const controls = new Controls({ act: async (_, action) => { sent.push(action.type); return { type: 'done' }; },
    announce: () => {} });
  document.body.append(controls.plans, controls.root);
  const play = { hand: 1, over: false, bigBlind: 10, live: { 0: true }, allIn: {}, pot: 20, board: [],
    bets: { 0: 10 - call, 1: 10 } };
  const state = { play, you: 0, turn: null, closed: '', seats: [], spec: { pace: { action_ms: 1 } } };
  controls.draw(state);
  const label = [...controls.plans.querySelectorAll('label')].find((one) => one.textContent === plan);
  while (label.querySelector('input').disabled) await new Promise((done) => setTimeout(done, 20));
  label.click();
  const options = { ...(call ? { call } : { check: true }), fold: true, raise_to: [20, 1000], all_in: 1000 };
  controls.draw({ ...state, turn: { seat: 0, hand: 1, number: 3, options, deadline: 0, ends: 0, bank_ms: 0 } });
  for (const part of [controls.plans, controls.root]) part.remove();
  return sent;
}"""


def test_each_plan_is_carried_out_or_asks(come_in: ComeIn) -> None:
    """Facing a bet, "Check" never pays, "Check or fold" folds, "Call any" calls."""
    page = come_in(guest=False, bypass_csp=True).page
    found = {
        (plan, call): page.evaluate(CARRIED_OUT, [plan, call])
        for plan in ("Check", "Check or fold", "Call any")
        for call in (0, 5)
    }
    assert found == {
        ("Check", 0): ["check"],
        ("Check", 5): [],
        ("Check or fold", 0): ["check"],
        ("Check or fold", 5): ["fold"],
        ("Call any", 0): ["check"],
        ("Call any", 5): ["call"],
    }


TOLD = """() => {
  window.told = new Set();
  const look = () => {
    const buttons = [...document.querySelectorAll('.idle button, .idle label')].filter((one) => one.checkVisibility());
    for (const { textContent } of [document.querySelector('.dock-hint'), ...buttons]) window.told.add(textContent);
  };
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, attributes: true, characterData: true });
  look();
}"""


def told(page: Page) -> set[str]:
    """Return every hint and button label that was in the dock."""
    return set(page.evaluate("[...window.told]"))


PACE = {"bot_ms": 8_000, "inter_round_delay_ms": 1_000}
"""Bots that think until the test lets them act, and hands that start before a player has sat out for too long."""


def test_a_player_is_told_the_truth_and_offered_to_post_or_to_wait(come_in: ComeIn) -> None:
    ann = come_in(table="Blinds owed", settings={"seats": 4, "bots": ["caller"] * 3, "pace": PACE})
    page, room, table = ann.page, ann.room, ann.table
    hint = page.locator(".dock-hint")
    room.deal(table)
    expect(page.locator(".seat.acting")).to_be_visible()
    page.evaluate(TOLD)
    ann.sit_down(posting=False)
    expect(hint).to_have_text(DEALT_IN_LATER)
    page.get_by_role("button", name="Post now", exact=True).click()
    expect(hint).to_have_text(POSTS)
    expect(page.get_by_role("button", name="Wait for the blind", exact=True)).to_be_visible()
    room.go_on(table)
    expect(ann.own_cards).to_have_count(2)
    expect(ann.controls).to_be_visible()
    ann.choose("Sit out")
    room.play(table, page.locator(".line-hand_began").count() + 4)  # so the blinds have passed
    for way in ("post now", "wait for the blind"):
        expect(page.get_by_role("button", name=f"{BACK}: {way}", exact=True)).to_be_enabled()
    page.get_by_role("button", name=f"{BACK}: wait for the blind", exact=True).click()
    expect(hint).to_have_text(DEALT_IN_LATER)
    expect(page.get_by_role("button", name="Post now", exact=True)).to_be_visible()
    assert not [words for words in told(page) if re.search("Leave|Sit out", words)]


APART = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const acts = boxes('.act, .preset, .slide > *');
  const far = boxes('.seat-open, .bank, .drawer-open');
  return { acts: acts.length, far: far.length, apart: acts.every((one) => far.every((other) => apart(one, other))) };
}"""


def test_a_phone_has_the_bank_at_hand_the_menu_apart_and_its_turn_above_the_drawer(come_in: ComeIn) -> None:
    ann = come_in(viewport={"width": 390, "height": 664}, has_touch=True)
    page = ann.page
    ann.go_to("Drawer", bots=["caller"], pace={"bank_ms": 30_000})
    ann.sit()
    page.evaluate(TOLD)
    expect(ann.controls).to_be_visible()
    for size in ("desktop", "tablet", "phone", "side", "short"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        found = page.evaluate(APART)
        assert found["acts"] >= 6
        assert found["far"] >= 2
        page.wait_for_function(f"() => ({APART})().apart")  # once the felt has been fitted to the new size
    bank = page.get_by_role("button", name=re.compile(r"[Bb]ank \+30 s"))  # shorter on a phone
    bank.tap()
    expect(page.locator(".bank")).to_have_class(re.compile("running"))
    expect(ann.log.filter(has_text="takes? time from the bank")).to_have_count(0)
    # The drawer is opened while the bot thinks; the turn closes it, and the buttons can be pressed.
    expect(page.locator(".controls.fresh")).to_have_count(0)
    page.evaluate(
        "document.querySelector('.act.call').click(); document.querySelector('.top .drawer-open').click();"
        " window.opened = document.querySelector('.drawer.open') !== null"
    )
    assert page.evaluate("window.opened")
    expect(page.locator(".controls:not([hidden]):not(.fresh)")).to_be_visible()
    expect(page.locator(".drawer.open")).to_have_count(0)
    ann.act("Check|Call")
    assert not [words for words in told(page) if re.search("Leave|Sit out", words)]


INSIDE = """() => [...document.querySelectorAll('.act.run')].every((one) => {
  const { left, top, right, bottom, height } = one.getBoundingClientRect();
  const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const beside = top >= stage.bottom - 1 || left >= stage.right - 1;
  const fits = one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight;
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(at) && beside && fits
    && height >= 44;
})"""


def test_every_number_of_boards_is_offered(come_in: ComeIn) -> None:
    ann = come_in(viewport={"width": 390, "height": 664}, reduced_motion="reduce")
    page = ann.page
    ann.go_to("Four boards", run_outs=4, bots=["caller"])
    ann.sit()
    expect(ann.controls).to_be_visible()
    ann.press("a a")
    group = ann.controls.get_by_role("group", name="How often to run it")
    names = ["Run it once", "Run it twice", "Run it 3 times", "Run it 4 times"]
    expect(group.get_by_role("button")).to_have_text(names)
    expect(ann.controls.locator(".act:visible")).to_have_count(4)
    for size in ("desktop", "tablet", "phone", "side", "small", "short"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(INSIDE)
    ann.press("3")
    expect(group.get_by_role("button", name="Run it 3 times")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Run it 3 times: press 3 again or Enter to confirm.")
    ann.press("3")
    expect(page.locator(".board")).to_have_count(3)
    expect(page.locator(".board .card")).to_have_count(15)
