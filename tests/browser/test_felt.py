"""The felt: what a pile of chips is made of, and in which order a showdown is played out."""

from __future__ import annotations

from playwright.sync_api import Page

from bigslick.hand.actions import AllIn, Call
from bigslick.hand.hand import Hand
from bigslick.protocol.reading import read

from .test_modules import plain, told

CHIPS = """async (amounts) => {
  const { MOST, VALUES, chipsOf, stepOf } = await import('/table/felt/denominations.js');
  return amounts.map(([amount, bigBlind]) => {
    const chips = chipsOf(amount, bigBlind, MOST.pot);
    return { count: chips.length, worth: chips.reduce((sum, kind) => sum + VALUES[kind], 0), least: Math.min(...chips),
      step: stepOf(amount, bigBlind) };
  });
}"""


def test_a_pile_is_worth_its_amount_and_grows_with_it(page: Page) -> None:
    amounts = [10, 15, 45, 90, 300, 1_000, 5_000, 40_000]
    piles = page.evaluate(CHIPS, [[amount, 10] for amount in amounts])
    assert [pile["worth"] for pile in piles] == amounts
    counts = [pile["count"] for pile in piles]
    assert counts[:6] == sorted(counts[:6])
    assert counts[0] <= 3, "a big blind is a few chips"
    assert counts[5] > 4 * counts[0], "a hundred big blinds are a heap"
    assert max(counts) <= 20


def test_a_table_plays_with_chips_of_its_stakes(page: Page) -> None:
    small, large = page.evaluate(CHIPS, [[15, 10], [15_000, 10_000]])
    assert (small["least"], large["least"]) == (1, 5), "chips of 5 at 5/10, of 2,500 at 5,000/10,000"
    odd, tiny, none, endless = page.evaluate(CHIPS, [[13, 10], [2, 10], [0, 10], [2**50, 1]])
    assert odd["worth"] == 10, "what is less than the smallest chip is left out"
    assert tiny["count"] == 1
    assert none["count"] == 0
    assert endless["count"] == 20


def test_a_stack_changes_its_pile_in_steps(page: Page) -> None:
    steps = [one["step"] for one in page.evaluate(CHIPS, [[stack, 10] for stack in (990, 1_000, 1_010, 2_000, 0)])]
    assert steps[0] == steps[1] == steps[2] < steps[3]
    assert steps[4] == 0


THEATRE = """async (hand) => {
  const { forReplay, step } = await import('/table/reduce.js');
  const { gatheredBets, isRunOut, payouts } = await import('/table/felt/theatre.js');
  const { arrived } = await import('/table/felt/count-up.js');
  let state = step(forReplay(hand.began, { table: 't1' }), hand.began);
  const [told, lights] = [[], []];
  let paying = null;
  for (const event of hand.events) {
    const before = state.play;
    if (event.type === 'pot_awarded') paying ??= before;
    state = step(state, event);
    for (const { seat, amount } of gatheredBets(before, state.play)) told.push(`bet of ${seat}: ${amount}`);
    lights.push(isRunOut(state.play));
  }
  const paid = payouts(paying, state.play);
  const coming = [{ amount: 90, after: 140 }, { amount: 10, after: 0 }];
  const counted = [0, 400, 5_000].map((passed) => arrived(coming, passed));
  const backwards = payouts(state.play, paying);
  return { told, paid, counted, backwards, lights: [lights[0], lights.includes(true), lights.at(-1)] };
}"""


def test_each_pot_travels_after_the_one_before_and_its_shares_together(page: Page) -> None:
    holes = {0: "AsAd", 1: "AhAc", 2: "KsKd"}
    hand = Hand.start([50, 100, 100], (1, 2), button=0, seed=1, holes=holes, board="2c 7d 9h Js 4s")
    hand.act(AllIn())
    hand.act(AllIn())
    hand.act(Call())
    seen = page.evaluate(THEATRE, told(hand) | {"events": plain(list(read(hand, 0, (), ())))})
    assert sorted(seen["told"]) == ["bet of 0: 50", "bet of 1: 100", "bet of 2: 100"]
    assert sum(one["amount"] for one in seen["paid"]) == 250
    side, *main = seen["paid"]
    assert (side["seat"], side["amount"]) == (1, 100)
    assert {one["seat"]: one["amount"] for one in main} == {0: 75, 1: 75}
    assert len({one["after"] for one in main}) == 1, "the shares of a pot leave together"
    assert side["after"] < main[0]["after"]
    assert seen["counted"] == [0, 53, 100]
    assert seen["backwards"] == [], "a replay that steps back pays nothing"
    assert seen["lights"] == [False, True, False]
