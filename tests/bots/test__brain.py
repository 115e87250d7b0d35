"""The house bots' decisions in the core: always legal, from their own cards, and with sound estimates."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import Any

import pytest

from bigslick import Action, Call, Fold, Hand, Raise, Rules, view
from bigslick.bots import HOUSE_BOTS, HouseBot, new_brain
from bigslick.bots._brain import Brain
from bigslick.bots.habits import habit_row, size_row
from bigslick.bots.likely_hands import starting_hand
from bigslick.bots.starting_hands import SHARES, WORTH
from bigslick.bots.styles import STYLES, Style
from bigslick.core.draws import Draws
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream
from tests.playing import do


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
    """With the same cards and board but different hole cards at other seats, the decisions stay the same."""
    for number in range(20):
        decisions = []
        for other in ("AsAh", "7d2c"):
            hand = Hand.start([1000] * 2, (5, 10), holes={0: "KsQd", 1: other}, board="Kh9d4c3s8h", button=0)
            bot = HouseBot("shark", number)
            decisions.append(bot.decide(view(hand, hand.turn)))
        assert decisions[0] == decisions[1]


def decision(hand: Hand, name: str = "tag", seed: int = 1) -> Action:
    return HouseBot(name, seed).decide(view(hand, hand.turn))


@pytest.mark.parametrize("name", ["rock", "tag", "lag", "fish", "whale", "shark"])
def test_no_one_stacks_off_light_when_deep(name: str) -> None:
    """Facing an all-in of 300 big blinds before the flop, jacks fold and aces call."""
    for holes, calls in (("JsJh", False), ("AsQs", False), ("AsAh", True)):
        hand = Hand.start([3000] * 2, (5, 10), holes={1: holes}, button=0, seed=3)
        do(hand, "0 raise 3000")
        assert isinstance(decision(hand, name), Call) is calls


@pytest.mark.parametrize("name", ["rock", "tag", "lag", "fish", "whale", "shark"])
def test_short_stacks_push_or_fold(name: str) -> None:
    for holes, pushes in (("7s2h", False), ("AsKs", True)):
        hand = Hand.start([50] * 6, (5, 10), holes={3: holes}, button=0, seed=3)
        action = decision(hand, name)
        assert action == Raise(to=50) if pushes else isinstance(action, Fold)


@pytest.mark.parametrize("name", ["rock", "tag", "lag", "fish", "whale", "shark"])
def test_up_to_their_depth_they_push_what_they_would_open_smaller_when_deeper(name: str) -> None:
    depth = STYLES[name].push_depth
    raises = []
    for stack in (10 * depth, 10 * (depth + 2)):
        action = decision(Hand.start([stack] * 3, (5, 10), holes={0: "AsKs"}, button=0, seed=3), name)
        assert isinstance(action, Raise)
        raises.append(action.to or 0)
    assert raises[0] == 10 * depth
    assert raises[1] < 50


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
        Brain(styles, shares, worth, habit_row(), size_row())


def test_habits_and_sizes_of_other_sizes_are_refused() -> None:
    for habits, sizes in (((1,), size_row()), (habit_row(), (1,))):
        with pytest.raises(ValueError, match="expected 108 habits and 224 sizes"):
            Brain([Style().row()], SHARES, WORTH, habits, sizes)


# -- safety ----------------------------------------------------------------------------------------------------------

NUMBERS = (0, 0, 20, 20, 10, 40, 1000, 30, 0, 0, -1)
ROWS = ((990, 980), (10, 20), (10, 20), (True, True), (True, True), (False, False))
CARDS = (51, 50)


def consider(numbers: Any = NUMBERS, rows: Any = ROWS, cards: Any = CARDS, style: Any = 3) -> int:
    return new_brain().consider(style, Keystream(1).draws, numbers, rows, cards)


def test_a_view_of_plain_numbers_is_considered() -> None:
    assert consider() in (-1, 0, *range(40, 1001))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"cards": ()}, "expected cards that are known"),
        ({"cards": (-1, -1)}, "expected cards that are known"),
        ({"cards": (None, None)}, "expected cards that are known"),
        ({"cards": (99, -99)}, "a card is 99: expected a whole number from 0 to 51"),
        ({"cards": (51, 51)}, "a card appears twice"),
        ({"cards": (51, True)}, "expected a whole number from 0 to 51"),
        ({"cards": (51.0, 1)}, "expected a whole number from 0 to 51"),
        ({"cards": tuple(range(42))}, "40 board cards on this street: expected 0"),
        ({"cards": (51, 50, 3)}, "1 board cards on this street: expected 0"),
        ({"rows": [[1] * 50] * 6}, "the number of seats is 50: expected a whole number from 2 to 10"),
        ({"rows": ROWS[:4]}, "11 numbers and 4 rows of a view: expected 11 and 6"),
        ({"rows": (*ROWS[:5], ())}, "expected 2 in each"),
        ({"rows": ((990, 1 << 60), *ROWS[1:])}, "an amount of the view is"),
        ({"rows": ((990, -1), *ROWS[1:])}, "an amount of the view is -1"),
        ({"numbers": (0, 2, *NUMBERS[2:])}, "the seat to act is 2: expected a whole number from 0 to 1"),
        ({"numbers": (5, *NUMBERS[1:])}, "the street is 5"),
        ({"numbers": (0, 0, 20.0, *NUMBERS[3:])}, "an amount of the view is 20.0"),
        ({"numbers": ()}, "0 numbers and 6 rows"),
        ({"numbers": (*NUMBERS[:8], 2, 0, -1)}, "the button's seat is 2: expected a whole number from 0 to 1"),
        ({"numbers": (*NUMBERS[:8], 0, -1, -1)}, "the number of wagers is -1"),
        (
            {"numbers": (*NUMBERS[:8], 0, 0, 2)},
            "the seat with the initiative is 2: expected a whole number from -1 to 1",
        ),
        ({"style": 64}, "there is no style 64"),
        ({"style": 1.0}, "there is no style 1.0"),
        ({"style": True}, "there is no style True"),
    ],
)
def test_a_view_that_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        consider(**wrong)


def test_nothing_to_win_and_nothing_to_call_is_no_division_by_zero() -> None:
    nothing = ((0, 0),) * 3
    for street, cards in ((0, CARDS), (3, (51, 50, 0, 5, 10, 15, 20))):
        for style in range(len(HOUSE_BOTS)):
            assert consider((street, 0, 0, 5, 0, 0, 0, 0, 0, 0, -1), (*nothing, *ROWS[3:]), cards, style) == 0


def test_the_largest_stacks_are_counted_without_overflow() -> None:
    most = 1 << 50
    rows = ((most,) * 10, (0,) * 10, (most,) * 10, (True,) * 10, (True,) * 10, (False,) * 10)
    for street, cards in ((0, CARDS), (1, (51, 50, 0, 5, 10))):
        for style in range(len(HOUSE_BOTS)):
            for seat in (0, 9):
                for wagers in (0, 1, 2, 3):
                    numbers = (street, seat, most, most, most, most, most, 10 * most, 1, wagers, seat)
                    assert consider(numbers, rows, cards, style) in (-1, 0, most)


def test_who_is_not_to_act_is_not_decided_for() -> None:
    hand = Hand.start([100, 100], (5, 10), seed=1)
    while hand.turn is not None:
        hand.act(hand.options.give_up)  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="no seat is to bet now"):
        new_brain().decide(state_of(hand), 0, Keystream(1).draws)


@pytest.mark.parametrize("wrong", [None, 7, "state", object()])
def test_things_of_the_wrong_kind_get_a_sentence(wrong: Any) -> None:
    hand = Hand.start([100, 100], (5, 10), seed=1)
    with pytest.raises(TypeError, match="expected a State"):
        new_brain().decide(wrong, 0, Keystream(1).draws)
    with pytest.raises(TypeError, match="expected Draws"):
        new_brain().decide(state_of(hand), 0, wrong)
    with pytest.raises(TypeError, match="expected Draws"):
        new_brain().consider(0, wrong, NUMBERS, ROWS, CARDS)


@pytest.mark.parametrize(
    ("column", "value"),
    [(0, 3), (0, -1), (0, 1.0), (1, -1), (4, 8001), (7, 1001), (8, 1001), (9, -1), (10, -8001), (14, 1001), (15, 2)],
)
def test_a_style_that_cannot_be_played_is_refused(column: int, value: Any) -> None:
    row = list(Style().row())
    row[column] = value
    with pytest.raises(ValueError, match=f"number {column} of a style is .*: expected a whole number"):
        Brain([tuple(row)], SHARES, WORTH, habit_row(), size_row())


def test_a_stream_may_ask_the_brain_that_reads_it() -> None:
    house, hand, deep = new_brain(), Hand.start([1000] * 2, (5, 10), seed=3), 0

    def more() -> bytes:
        nonlocal deep
        deep += 1
        if deep < 5:
            house.decide(state_of(hand), 1, Draws(more))
            house.consider(1, Draws(more), NUMBERS, ROWS, CARDS)
        return bytes(range(256))

    assert house.decide(state_of(hand), 1, Draws(more)) in (-1, 0, *range(20, 1001))


def answers(stacks: list[int], holes: str, pressure: int, feels: int = 1000) -> int:
    """Return the big blind's answers to an all-in of 3,000, with blinds of 100/200 and the button in the first seat."""
    house, pushed = new_brain({"mine": Style(pressure=feels)}), "3 raise 3000, 4 fold, 5 fold, 0 fold, 1 fold"
    hand = do(Hand.start(stacks, (100, 200), holes={2: holes}, button=0, seed=3), pushed)
    return house.decide(state_of(hand), 0, Keystream(5).draws, pressure)


def test_a_covered_medium_stack_needs_more_to_call_off_under_pressure() -> None:
    """Facing an all-in with fifteen big blinds: ace-jack folds on the bubble, aces never do."""
    medium = [3000] * 6
    assert answers(medium, "AsJd", 0) != -1
    assert answers(medium, "AsJd", 1000) == -1
    assert answers(medium, "AsJd", 1000, feels=0) != -1
    assert answers(medium, "AsAd", 4000) != -1


def test_a_stack_that_is_short_or_covers_the_other_plays_as_before() -> None:
    """A stack of a third of the average has little to lose; one twice the opponent's keeps half."""
    for stacks in ([4000, 4000, 1000, 3000, 4000, 4000], [3000, 3000, 6000, 3000, 3000, 3000]):
        for holes in ("AsJd", "KsTd", "9s9d", "7s6s", "8d2c"):
            assert answers(stacks, holes, 2000) == answers(stacks, holes, 0)


def test_a_covered_stack_pushes_less_and_one_that_covers_opens_more() -> None:
    def opened(stacks: list[int]) -> tuple[int, int]:
        """Return how many of the 169 starting hands the button raises with, without and with pressure."""
        house = new_brain({"mine": Style(pressure=1000)})
        counts = [0, 0]
        for first, second in {starting_hand(*pair): pair for pair in combinations(range(52), 2)}.values():
            held = {0: (first, second)}
            hand = do(Hand.start(stacks, (100, 200), holes=held, button=0, seed=3), "3 fold, 4 fold, 5 fold")
            for under in (0, 1):
                counts[under] += house.decide(state_of(hand), 0, Keystream(5).draws, 1000 * under) > 0
        return counts[0], counts[1]

    before, under = opened([1800] * 6)
    assert under < before
    before, under = opened([9000, *[4000] * 5])
    assert under > before


@pytest.mark.parametrize("pressure", [-1, 4001, 1.0, True, None])
def test_a_pressure_that_no_one_can_feel_is_refused(pressure: Any) -> None:
    hand = Hand.start([100, 100], (5, 10), seed=1)
    with pytest.raises(ValueError, match=r"the pressure is .*: expected a whole number from 0 to 4000"):
        new_brain().decide(state_of(hand), 0, Keystream(1).draws, pressure)
