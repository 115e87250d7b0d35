"""Amounts on the page: the player's own wager sizes, big blinds, and the name of the player's hand."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from bigslick.hand.actions import Call, Check
from bigslick.hand.hand import Hand
from bigslick.protocol.reading import read, wager_sizes

from .test_modules import plain, played, told

SIZED = """async ([hands, text]) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { readSize, wagerOf } = await import('/table/dock/sizes.js');
  return hands.map(({ began, events, call }) => {
    const { play } = events.reduce(step, step(forReplay(began, { table: 't1' }), began));
    const bet = Math.max(0, ...Object.values(play.bets));
    return wagerOf(readSize(text), { bet, pot: play.pot + call, bigBlind: play.bigBlind });
  });
}"""


def test_parts_of_the_pot_are_what_the_engine_calls_them(page: Page) -> None:
    turns: list[tuple[dict[str, Any], dict[str, int], range]] = []
    for seed in range(12):
        for hand in played(seed):
            if hand.options is not None and (legal := hand.options.wager_to):
                sizes: dict[str, int] = {size.name: size.to for size in wager_sizes(hand)}
                turns.append((told(hand) | {"call": hand.options.call}, sizes, legal))
    assert len(turns) > 40
    for text, name in (("50%", "half_pot"), ("100%", "pot")):
        found = page.evaluate(SIZED, [[told for told, _, _ in turns], text])
        for wanted, (_, sizes, legal) in zip(found, turns, strict=True):
            assert max(legal[0], min(legal[-1], wanted)) == sizes[name]


READ_SIZES = """async (texts) => {
  const { readSize, sizeSign, sizeWords, wagerOf, writeSize } = await import('/table/dock/sizes.js');
  const turn = { bet: 30, pot: 85, bigBlind: 10 };
  return texts.map(readSize).map(
    (size) => size && [writeSize(size), sizeSign(size), sizeWords(size), wagerOf(size, turn)]);
}"""


def test_a_size_is_a_part_of_the_pot_a_multiple_of_the_bet_or_big_blinds(page: Page) -> None:
    assert page.evaluate(
        READ_SIZES, ["33%", "75 %", "100%", "40%", "2,5x", "2.2\N{MULTIPLICATION SIGN}", "12bb", "1.25BB"]
    ) == [
        ["33%", "⅓", "⅓ of the pot", 30 + 29],  # rounded up, as the engine rounds half a pot
        ["75%", "¾", "¾ of the pot", 30 + 64],
        ["100%", "Pot", "Pot", 30 + 85],
        ["40%", "40 %", "40 % of the pot", 30 + 34],
        ["2.5x", "2.5x", "2.5x the bet", 75],
        ["2.2x", "2.2x", "2.2x the bet", 66],
        ["12bb", "12 bb", "12 bb", 120],
        ["1.25bb", "1.25 bb", "1.25 bb", 13],
    ]
    wrong = ["", "pot", "50", "x", "0%", "1001%", "0.5x", "101x", "-2x", "1e3%", "2.555x", "2x3x", "50% <b>"]
    assert page.evaluate(READ_SIZES, wrong) == [None] * len(wrong)


PRESSED = """async ([kept, key, board, bigBlinds]) => {
  const { Controls } = await import('/table/dock/controls.js');
  const { DEFAULTS, prefer } = await import('/shared/preferences.js');
  const controls = new Controls({ act: () => new Promise(() => {}), announce: () => {} });
  const turn = { seat: 0, hand: 1, number: 1, options: { seat: 0, call: 10, raise_to: [20, 60], all_in: 60 } };
  const play = { hand: 1, over: false, live: { 0: true }, allIn: {}, bets: { 1: 10 }, pot: 15, bigBlind: 10, board };
  try {
    prefer({ sizesBefore: kept, sizesAfter: kept, bigBlinds });
    controls.draw({ play, you: 0, turn, closed: '', spec: { chip_value: null } });
    if (key) controls.key(new KeyboardEvent('keydown', { key }));
    const row = [...controls.presetRow.children];
    return {
      all: row.map((node) => node.textContent),
      off: row.filter((node) => node.disabled).map((node) => node.textContent),
      lit: row.filter((node) => node.classList.contains('chosen')).map((node) => node.textContent),
      amount: controls.amount, field: controls.field.value, wager: controls.wager.textContent,
    };
  } finally {
    const { sizesBefore, sizesAfter } = DEFAULTS;
    prefer({ sizesBefore, sizesAfter, bigBlinds: false });
  }
}"""


def test_a_key_sets_a_legal_size_and_an_illegal_one_is_off(page: Page) -> None:
    own = ["2x", "20bb", "40%", "100%", "2.25x"]
    seen = page.evaluate(PRESSED, [own, "5", [], False])
    assert seen["all"] == ["2x", "20 bb", "40 %", "Pot", "2.25x", "All in"]
    assert (seen["off"], seen["lit"], seen["amount"]) == (["20 bb"], ["2.25x"], 23)
    assert page.evaluate(PRESSED, [own, "2", [], False])["amount"] == 20, "off means off by key too"
    twice = page.evaluate(PRESSED, [["2x", "40%"], "2", ["As"], False])
    assert (twice["lit"], twice["amount"]) == (["40 %"], 20), "of two sizes with the same amount, the one pressed"
    assert page.evaluate(PRESSED, [["2x", "40%"], "", ["As"], False])["lit"] == ["2x"]


def test_damaged_sizes_are_left_out_and_five_are_the_most(page: Page) -> None:
    kept = [7, None, "<b>", "2x", "3x", "4x", "5x", "6x", "7x"]
    assert page.evaluate(PRESSED, [kept, "", [], False])["all"] == ["2x", "3x", "4x", "5x", "6x", "All in"]
    assert page.evaluate(PRESSED, ["none", "", [], False])["all"] == ["All in"]


AMOUNTS = """async ([bigBlind, amounts, typed]) => {
  const { amountText, readAmount, typedText } = await import('/table/amounts.js');
  const { prefer } = await import('/shared/preferences.js');
  const state = { play: { bigBlind }, level: { big: 1 }, spec: { chip_value: null } };
  const seen = [false, true].map((bigBlinds) => {
    prefer({ bigBlinds });
    return [
      amounts.map((amount) => amountText(state, amount)),
      amounts.map((amount) => readAmount(state, typedText(state, amount))),
      typed.map((text) => readAmount(state, text)),
    ];
  });
  prefer({ bigBlinds: false });
  return seen;
}"""


def test_amounts_in_big_blinds_are_read_back_as_the_same_whole_chips(page: Page) -> None:
    amounts = [0, 1, 5, 10, 125, 1250, 12_345]
    typed = ["120", "12bb", "12.5 BB", "12,5bb", "", "x", "1e3", "-5", "1.5"]
    plain_chips, big_blinds = page.evaluate(AMOUNTS, [10, amounts, typed])
    assert plain_chips == [
        ["0", "1", "5", "10", "125", "1,250", "12,345"],
        amounts,
        [120, 120, 125, 125, None, None, None, None, None],
    ]
    assert big_blinds == [
        ["0 bb", "0.1 bb", "0.5 bb", "1 bb", "12.5 bb", "125 bb", "1,234.5 bb"],
        amounts,
        [1200, 120, 125, 125, None, None, None, None, 15],
    ]
    odd = list(range(0, 4000, 7))
    assert page.evaluate(AMOUNTS, [300, odd, []])[1][1] == odd, "also where a big blind does not divide evenly"


def test_buttons_field_and_largest_wager_are_in_big_blinds(page: Page) -> None:
    seen = page.evaluate(PRESSED, [["2.25x"], "1", [], True])
    assert (seen["amount"], seen["field"], seen["wager"]) == (23, "2.3 bb", "Raise to2.3 bb")


OWN_HAND = """async ({ began, events, you }) => {
  const { TableView } = await import('/table/felt/draw.js');
  const { forReplay, step } = await import('/table/reduce.js');
  const { ownHandWords } = await import('/table/words.js');
  const view = new TableView();
  document.body.append(view.root);
  let state = step(forReplay(began, { table: 't1', you }), began);
  const names = [], said = [];
  for (const event of events) {
    state = step(state, event);
    view.draw(state);
    const now = [...view.root.querySelectorAll('.hero .hand-name')].map((name) => name.textContent).join(' / ');
    if (now !== names.at(-1)) names.push(now);
    const words = ownHandWords(state);
    if (words !== said.at(-1)) said.push(words);
  }
  const last = view.root.querySelector('.hand-name:last-child');
  last?.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
  const lit = [...view.root.querySelectorAll('.counts')].map((card) => card.dataset.card);
  last?.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  const after = view.root.querySelectorAll('.counts').length;
  view.root.remove();
  return { names, said, lit, after };
}"""


def own_hand(page: Page, hand: Hand, you: int) -> dict[str, Any]:
    """Return what a seat's player sees and hears of their own hand."""
    events = plain(list(read(hand, 0, (), (you,))))
    found: dict[str, Any] = page.evaluate(OWN_HAND, told(hand) | {"events": events, "you": you})
    return found


def checked_down(holes: dict[int, str], board: str) -> Hand:
    hand = Hand.start([100, 100], (5, 10), button=0, holes=holes, board=board, seed=1)
    while hand.options is not None:
        hand.act(Check() if hand.options.check else Call())
    return hand


def test_your_hand_has_a_name_on_every_street_and_its_five_cards_light_up(page: Page) -> None:
    hand = checked_down({0: "TsTd", 1: "KhJc"}, "7h7c2s5d5c")
    seen = own_hand(page, hand, 0)
    assert seen["names"] == ["", "Pair of tens", "Two pair, tens and sevens"]
    assert seen["said"] == ["", "Your hand: two pair, tens and sevens.", ""]
    assert sorted(seen["lit"]) == ["5d", "7c", "7h", "Td", "Ts"] or sorted(seen["lit"]) == [
        "5c",
        "7c",
        "7h",
        "Td",
        "Ts",
    ]
    assert seen["after"] == 0
    assert own_hand(page, hand, 1)["names"][:2] == ["", "Pair of sevens"], "two cards that are no pair have no name"
