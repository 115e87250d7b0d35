"""A table's geometry: what is where, and what covers what."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

SIZES = {
    "desktop": (1440, 900),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "short": (390, 664),
    "side": (844, 390),
    "small": (320, 568),
    "zoomed": (320, 256),
}
"""The screens that everything must fit on. The first five match `make screenshots`; the last is a desktop at 400 % zoom
(WCAG 1.4.10).
"""


def matrix(*values: Any) -> list[Any]:
    """Mark parameter values that only `make browser-matrix` tests again, not `make test`."""
    return [pytest.param(value, marks=pytest.mark.matrix) for value in values]


FIVE = tuple(SIZES)[:5]
SETTLED = (
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
"""Waits until the page is drawn at a new size, in its own font."""
THEMES = ("dark", "light")
PAINTED = f"""async (theme) => {{
  document.documentElement.dataset.theme = theme;
  await {SETTLED};
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
}}"""
"""Gives the page a theme, as the settings do, and waits until every button has its new colour."""

SHOWDOWN = """async ([seats, boards, winner, longest]) => {
  const { TableView } = await import('/table/felt/draw.js');
  const deck = [...'AKQJT98765432'].flatMap((rank) => [...'shdc'].map((suit) => rank + suit));
  const draw = (count) => deck.splice(0, count);
  const all = Array.from({ length: seats }, (_, seat) => seat);
  const by = (value) => Object.fromEntries(all.map((seat) => [seat, value(seat)]));
  const name = (seat) => longest ? `Maximiliane_von_${seat}` : `Player_${seat}`;
  const holes = by(() => draw(2));
  const rows = Array.from({ length: boards }, () => draw(5));
  const taken = (seat) => ({
    seat, player: name(seat), stack: 12_345 * (seat + 1), bot: seat % 2 ? 'tag' : '', sitting_out: false,
    leaving: false, connected: true, waiting: false, posting: false, bank_ms: 0, top_up: null, new_seat: null,
  });
  const five = [...holes[winner], ...rows[0].slice(0, 3)];
  const play = {
    id: 'picture-7', root: '0'.repeat(64), hand: 7,
    button: winner, bigBlind: 10, players: by(name), live: by(() => true), allIn: {}, bets: {}, pot: 0,
    pots: [], board: rows[0], further: rows.slice(1), cards: holes, shown: holes, tabled: {}, equities: {},
    mucked: {}, after: {}, rabbit: [], bomb: false, voided: false,
    made: { [winner]: [{ name: 'full house, queens full of aces', five }] }, lastActions: {}, refunded: {},
    won: { [winner]: 123_456 }, awards: [{ seat: winner, pot: 0, amount: 123_456 }], over: true,
  };
  const state = {
    table: 'picture', spec: { name: 'Picture', club: '', limit: 'none', tournament: '', dead_blind_rule: 'wait',
      straddle: false, rabbit_hunt: false,
      pace: { action_ms: 1, bank_ms: 1, bank: 'asked' } },
    buyIn: null, viewer: name(0), you: 0, seats: all.map(taken), play, turn: null, queue: [], paused: '', closed: '',
    nextHandAt: null, level: { small: 5, big: 10, ante: 0 },
  };
  const view = new TableView({ onSeat: () => {}, onSeal: () => {} });
  document.querySelector('.stage').replaceWith(view.root);
  view.draw(state);
  for (const animation of document.getAnimations()) animation.finish();
  window.pictured = { view, state };
}"""

BETTING = """() => {
  const { view, state } = window.pictured;
  const all = state.seats.map((_, seat) => seat);
  const by = (value) => Object.fromEntries(all.map((seat) => [seat, value(seat)]));
  view.draw({ ...state, play: { ...state.play, over: false, won: {}, awards: [], shown: {}, further: [],
    pot: 98_765, cards: by((seat) => seat ? ['', ''] : ['As', 'Kd']), bets: by((seat) => 1_200 + seat),
    pots: [{ amount: 1_000, seats: all }, { amount: 5_000, seats: all }, { amount: 2_000, seats: all }],
    lastActions: by(() => ({ kind: 'raise', amount: 1_200, allIn: false })) } });
  for (const animation of document.getAnimations()) animation.finish();
}"""

COVERED = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const boxes = (what, name) => [...document.querySelectorAll(`.stage ${what}`)].map((element) => {
    const box = element.getBoundingClientRect();
    const seat = element.closest('.seat');
    const owner = seat ? [...seat.parentElement.children].indexOf(seat) : -1;
    return { name, owner, element, box };
  }).filter(({ box, element }) => box.width > 0 && getComputedStyle(element).visibility !== 'hidden'
    && (element.textContent || element.matches('.card, .dealer, .stack-pile, .seal')));
  const text = (what, name) => boxes(what, name).flatMap((one) => {
    const range = document.createRange();
    range.selectNodeContents(one.element);
    const box = range.getBoundingClientRect();
    return box.width ? [{ ...one, box }] : [];
  });
  const cards = boxes('.seat:not(.hero) .hole .face', 'cards');
  const own = boxes('.hero .hole .face', 'own cards');
  const centre = [...boxes('.board .card', 'board'), ...boxes('.note', 'note'), ...boxes('.pot', 'pot'),
    ...boxes('.side-pots li', 'side pot'), ...boxes('.seal', 'seal')];
  const words = [...boxes('.name', 'name'), ...text('.stack', 'stack')];
  const actions = boxes('.last-action', 'action');
  const dealer = boxes('.dealer', 'dealer');
  const bets = boxes('.bet', 'bet');
  const woven = boxes('.felt-name', 'name on the felt');
  const found = [];
  const slack = 1.5;
  const cover = (a, b) => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > slack
    && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > slack;
  const check = (some, others, unless = () => false) => {
    for (const a of some) for (const b of others) {
      if (a.element !== b.element && !unless(a, b) && cover(a, b)) {
        found.push(`${a.name} of ${a.owner} covers ${b.name}${b.owner < 0 ? '' : ` of ${b.owner}`}`);
      }
    }
  };
  const same = (a, b) => a.owner === b.owner;
  check([...cards, ...own, ...words, ...actions, ...dealer], centre);
  check(woven, [...cards, ...own, ...centre, ...words, ...actions, ...dealer]);
  check(cards, [...cards, ...own, ...words, ...actions], same);
  check(cards, words, (a, b) => a.owner !== b.owner);
  check(own, [...words, ...actions], same);
  check(dealer, [...cards, ...own, ...words, ...actions]);
  check(words, [...words, ...actions], same);
  const rows = boxes('.board', 'board row');
  check(rows, [...boxes('.note', 'note'), ...boxes('.pot', 'pot'), ...rows]);
  check(bets, [...centre, ...own, ...words, ...bets]);
  const stacks = boxes('.stack-pile', 'stack');
  check(stacks, [...centre, ...cards, ...own, ...words, ...actions, ...dealer, ...bets]);
  for (const one of [...cards, ...own, ...centre, ...words, ...actions, ...bets, ...stacks]) {
    const { left, right, top, bottom } = one.box;
    if (left < stage.left - 1 || right > stage.right + 1 || top < stage.top - 1 || bottom > stage.bottom + 1) {
      found.push(`${one.name} of ${one.owner} leaves the table`);
    }
  }
  return [...new Set(found)];
}"""


AUDIT = f"""async () => {{
  const showdown = {SHOWDOWN};
  const betting = {BETTING};
  const covered = {COVERED};
  const wrong = [];
  await {SETTLED};
  for (let seats = 2; seats <= 10; seats++) {{
    for (const boards of [1, 2]) {{
      const winner = (seats + boards) % 2 ? 0 : Math.floor(seats / 2);
      await showdown([seats, boards, winner, true]);
      for (const found of covered()) wrong.push(`${{seats}} seats, ${{boards}} boards, ${{winner}} wins: ${{found}}`);
    }}
    betting();
    for (const found of covered()) wrong.push(`${{seats}} seats, betting: ${{found}}`);
  }}
  return wrong;
}}"""


def draw_showdown(page: Page, seats: int, boards: int, *, winner: int = 1, longest: bool = True) -> None:
    """Draw a showdown on the page's table: every seat has shown, one has won and has the button."""
    page.evaluate(SHOWDOWN, [seats, boards, winner % seats, longest])


def draw_betting(page: Page) -> None:
    """Turn the showdown into a street on which every seat has raised, with side pots."""
    page.evaluate(BETTING)


def covered(page: Page) -> list[str]:
    """Return what covers something it must not, as sentences."""
    found: list[str] = page.evaluate(COVERED)
    return found


def audit(page: Page) -> list[str]:
    """Check the same for two to ten seats, at showdowns with one and two boards and while everyone bets."""
    found: list[str] = page.evaluate(AUDIT)
    return found
