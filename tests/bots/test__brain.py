"""The house bots' decisions in the core: always legal, from their own cards, and with sound estimates."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from bigslick import Action, Call, Check, Hand, Rules, evaluate, parse_cards, view
from bigslick.bots import HOUSE_BOTS, HouseBot
from bigslick.bots._brain import Brain
from bigslick.bots.preflop import SHARES, WORTH
from bigslick.bots.styles import Style
from bigslick.hand.codec import decode
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream


@pytest.mark.parametrize("name", HOUSE_BOTS)
@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
def test_every_decision_is_legal(name: str, limit: str) -> None:
    dice = random.Random(f"{name} {limit}")
    bot = HouseBot(name, 7)
    for number in range(15):
        seats = dice.randint(2, 10)
        hand = Hand.start(
            [dice.choice((1, 15, 60, 400, 5000)) for _ in range(seats)],
            (5, 10),
            button=dice.randrange(seats),
            ante=dice.choice((0, 3)),
            rules=Rules(limit=limit),  # type: ignore[arg-type]
            seed=number,
        )
        while hand.turn is not None:
            hand.act(bot.decide(view(hand, hand.turn)))
        assert hand.over


def test_a_bot_does_not_see_what_others_hold() -> None:
    """The same cards and board, other holes elsewhere: the same decisions."""
    for number in range(20):
        decisions = []
        for other in ("AsAh", "7d2c"):
            hand = Hand.start([1000] * 2, (5, 10), holes={0: "KsQd", 1: other}, board="Kh9d4c3s8h", button=0)
            bot = HouseBot("shark", number)
            decisions.append(bot.decide(view(hand, hand.turn)))
        assert decisions[0] == decisions[1]


def bets(value: int, holes: str, board: str, streets: int, samples: int = 400) -> bool:
    """Whether a bot that bets from this equity, and never bluffs, bets heads-up after so many streets of checks."""
    style = Style(value=value, samples=samples)
    house = Brain([style.row()], SHARES, WORTH)
    hand = Hand.start([1000, 1000], (5, 10), holes={1: holes}, board=board, button=0, seed=3)
    hand.act(Call())
    hand.act(Check())
    for _ in range(streets - 1):
        hand.act(Check())
        hand.act(Check())
    action: Action = decode(state_of(hand), house.decide(state_of(hand), 0, Keystream(5).draws))
    return not isinstance(action, Check)


@pytest.mark.parametrize(("streets", "least", "most"), [(1, 990, 1000), (2, 995, 1000), (3, 1000, 1000)])
def test_the_nuts_are_worth_everything(streets: int, least: int, most: int) -> None:
    assert bets(least, "AhKh", "QhJhTh2c3d", streets)
    assert not bets(most + 1, "AhKh", "QhJhTh2c3d", streets)


def test_a_board_that_plays_is_worth_half() -> None:
    assert bets(500, "2c3d", "AhKhQhJhTh", 3)
    assert not bets(501, "2c3d", "AhKhQhJhTh", 3)


def test_the_estimate_is_the_equity_against_likely_hands() -> None:
    """On the river, counted: three draws for one of the better seven tenths of hands, then any hand."""
    holes, board = "9c9d", "Kh7d2s4c3h"
    seen = parse_cards(holes + board)
    ours = evaluate(seen)
    any_hand, likely = [], []
    for pair in combinations([card for card in range(52) if card not in seen], 2):
        theirs = evaluate([*pair, *seen[2:]])
        won = 1000 if ours > theirs else 500 if ours == theirs else 0
        any_hand.append(won)
        if SHARES[Brain([Style().row()], SHARES, WORTH).starting_hand(*pair)] < 700:
            likely.append(won)
    missed = (1 - len(likely) / len(any_hand)) ** 3
    equity = (1 - missed) * sum(likely) / len(likely) + missed * sum(any_hand) / len(any_hand)
    low, high = 0, 1000
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if bets(middle, holes, board, 3, samples=20_000) else (low, middle)
    assert low == pytest.approx(equity, abs=12)


@pytest.mark.parametrize(
    ("styles", "shares", "worth"),
    [
        ([], SHARES, WORTH),
        ([(0,) * 21], SHARES, WORTH),
        ([Style().row()], (0,), WORTH),
        ([Style().row()], SHARES, (1,)),
    ],
)
def test_tables_of_other_sizes_are_refused(
    styles: list[tuple[int, ...]], shares: tuple[int, ...], worth: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="expected"):
        Brain(styles, shares, worth)
