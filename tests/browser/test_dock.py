"""The dock stands still: while bots act several times a second, no button moves away from the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .geometry import SIZES
from .people import Person

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


@pytest.mark.parametrize("size", ["desktop", "phone", "side"])
def test_no_button_moves_while_bots_act(come_in: ComeIn, size: str) -> None:
    width, height = SIZES[size]
    ann = come_in(viewport={"width": width, "height": height}, reduced_motion="reduce")
    ann.go_to(f"Steady {size}")
    ann.sit()
    page = ann.page
    expect(page.locator(".idle.dealt-in, .controls:not([hidden])").first).to_be_attached(timeout=60_000)
    page.evaluate(WATCH)
    hands = page.locator(".line-hand_began").count()
    for _ in range(80):
        if page.locator(".line-hand_began").count() >= hands + 4 and page.evaluate("seen.frames") > 50:
            break
        turn = page.locator(".controls:not([hidden]):not(.fresh)")
        expect(turn.or_(page.locator("dialog.moment")).first).to_be_visible(timeout=60_000)
        if page.locator("dialog.moment").count():  # bust: the hands until then were watched
            break
        assert not page.evaluate(ASKEW)
        ann.act("Check|Call|Show|Run it once")
    found = page.evaluate(SEEN)
    assert found["frames"] > 50
    assert len(found["hints"]) > 3, found["hints"]
    assert not found["moved"]
