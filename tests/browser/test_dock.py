"""The dock does not move: while bots act several times a second, no button slides away from the pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .geometry import SIZES, matrix
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
