"""Sound: what each event sounds like, how it is made, and how it is switched. No test needs a sound card."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from playwright.sync_api import Browser, Page, expect

from .people import Person
from .test_play import to_act, two_at

ComeIn = Callable[..., Person]
MOST_BYTES = 60_000
LONGEST_S = 1.5
RENDER = """async () => {
  const { RECIPES, Synth, lengthOf } = await import('/sound/recipes.js');
  const rate = 44_100;
  const heard = {};
  for (const sound of Object.keys(RECIPES)) {
    const audio = new OfflineAudioContext(1, 2 * rate, rate);
    new Synth(audio, audio.destination).play(sound, 0);
    const samples = (await audio.startRendering()).getChannelData(0);
    const length = Math.ceil(lengthOf(sound) * rate);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const power = samples.slice(0, length).reduce((sum, sample) => sum + sample * sample, 0) / length;
    const after = samples.slice(length + 50).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    // Loudness and brightness in steps of 20 ms: how it is told from another.
    const shape = [];
    for (let at = 0; at < 0.8 * rate; at += 882) {
      const some = samples.slice(at, at + 882);
      const loudness = Math.sqrt(some.reduce((sum, sample) => sum + sample * sample, 0) / some.length) / peak;
      const crossings = some.filter((sample, index) => index && sample * some[index - 1] < 0).length;
      shape.push(loudness, loudness > 0.01 ? crossings / some.length : 0);
    }
    heard[sound] = { seconds: lengthOf(sound), peak, power: Math.sqrt(power), after, shape };
  }
  return heard;
}"""
CUES = """async (updates) => {
  const { cueOf } = await import('/sound/cues.js');
  return updates.map((events) => {
    const cue = cueOf(events, { you: 1 });
    return cue && [cue.sound, cue.times];
  });
}"""
SPY = """() => {
  window.heard = [];
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...given) {
      window.heard.push(kind.name);
      return start.apply(this, given);
    };
  }
}"""


def test_every_sound_is_heard_short_and_clean_and_like_no_other(page: Page) -> None:
    heard: dict[str, dict[str, Any]] = page.evaluate(RENDER)
    assert set(heard) == {"deal", "check", "chips", "raise", "fold", "all_in", "win", "turn"}
    for name, sound in heard.items():
        assert sound["power"] > 0.02, f"{name} is too quiet"
        assert 0.15 < sound["peak"] < 1, f"{name} is faint or clipped"
        assert sound["seconds"] < LONGEST_S, f"{name} is too long"
        assert sound["after"] < 0.001, f"{name} goes on"
    loud = max(sound["power"] for sound in heard.values()) / min(sound["power"] for sound in heard.values())
    assert loud < 6, "no sound drowns another"
    for (one, first), (other, second) in combinations(heard.items(), 2):
        apart = sum(abs(a - b) for a, b in zip(first["shape"], second["shape"], strict=True))
        assert apart > 1, f"{one} sounds like {other}"


def test_an_update_sounds_like_its_weightiest_event(page: Page) -> None:
    dealt = {"type": "dealt", "seat": 0}
    flop = {"type": "street_dealt", "cards": ["As", "Kd", "2c"]}
    fold, check = {"type": "folded", "seat": 0}, {"type": "checked", "seat": 0}
    call = {"type": "called", "seat": 0, "amount": 10, "all_in": False}
    bet = {"type": "wagered", "seat": 0, "to": 10, "over": False, "all_in": False}
    mine, theirs = ({"type": "pot_awarded", "seat": seat, "amount": 10, "pot": 0} for seat in (1, 0))
    quiet = [{"type": "hand_ended"}, {"type": "posted", "seat": 0}, {"type": "turn", "seat": 1}]
    updates = {
        "a card": ([dealt], ["deal", 1]),
        "a flop": ([flop], ["deal", 3]),
        "a fold": ([fold], ["fold", 1]),
        "a check": ([check], ["check", 1]),
        "a call": ([call], ["chips", 1]),
        "a bet": ([bet], ["chips", 1]),
        "a raise": ([bet | {"over": True}], ["raise", 1]),
        "a shove": ([bet | {"all_in": True}], ["all_in", 1]),
        "a call for everything": ([call | {"all_in": True}], ["all_in", 1]),
        "your pot": ([mine], ["win", 1]),
        "another's pot": ([theirs], ["chips", 1]),
        "a hand skipped to its end": ([call, flop, theirs, mine], ["win", 1]),
        "nothing to hear": (quiet, None),
        "nothing": ([], None),
    }
    heard = page.evaluate(CUES, [events for events, _ in updates.values()])
    assert dict(zip(updates, heard, strict=True)) == {name: cue for name, (_, cue) in updates.items()}


def test_sound_is_loaded_after_the_first_click_and_stays_small(server: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server)
    expect(page.locator(".table-card").first).to_be_visible()
    assert not [url for url in asked if "recipes" in url]
    with page.expect_response(re.compile("/recipes.js")) as recipes:
        page.keyboard.press("Tab")
    assert len(recipes.value.body()) < MOST_BYTES
    context.close()


def test_m_switches_sound_off_and_on_and_says_so(come_in: ComeIn) -> None:
    ann = come_in()
    page = ann.page
    muted = page.get_by_role("button", name="Switch sound on")
    expect(muted).to_be_hidden()
    page.keyboard.press("m")
    expect(page.get_by_role("status").filter(has_text="Sound is off")).to_be_visible()
    expect(muted).to_be_visible()
    page.reload()
    expect(muted).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    volume = page.get_by_label("Volume")
    expect(volume).to_have_value("0")
    volume.fill("40")
    page.keyboard.press("Escape")
    expect(muted).to_be_hidden()
    page.keyboard.press("m")
    page.keyboard.press("M")
    page.get_by_role("button", name="Settings").click()
    expect(volume).to_have_value("40")


def test_the_front_table_is_heard_while_it_is_seen(come_in: ComeIn) -> None:
    ann, bob = two_at(come_in)
    first, second = to_act(ann, bob)
    page = second.page
    page.evaluate(SPY)
    page.keyboard.press("Shift")
    page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    first.act("Call|Check")
    page.wait_for_function("() => window.heard.length === 2")  # your turn, and nothing of the call
    page.evaluate("delete document.hidden; window.heard = []")
    second.act("Check|Call")
    page.wait_for_function("() => window.heard.includes('AudioBufferSourceNode')")
