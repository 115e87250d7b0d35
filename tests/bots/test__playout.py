"""Many hands on the same terms: chips only change hands, and a refused answer says what is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bigslick import Call, Check, Hand, Keystream
from bigslick.bots import new_brain, style_number
from bigslick.bots._playout import COMPILED, Playout
from bigslick.core.codes import CALL
from bigslick.core.hand import State
from bigslick.hand.hand import state_of


def playout(seed: int = 7) -> Playout:
    return Playout(Hand.start([2000] * 3, (10, 20), seed=7), Keystream(seed, "cards").draws)


def test_no_chip_is_won_that_was_not_lost() -> None:
    table = playout()
    table.run(200, new_brain(), [style_number(name) for name in ("tag", "lag", "random")], Keystream(7).draws)
    assert (table.hands, sum(table.totals())) == (200, 0)
    assert table.decisions > 400


def test_a_function_is_asked_for_each_decision() -> None:
    table = playout()
    table.ask(50, lambda state: CALL)
    assert (table.hands, sum(table.totals())) == (50, 0)
    assert table.decisions == 50 * 3 * 4


def test_a_refused_answer_says_what_is_legal() -> None:
    with pytest.raises(ValueError, match="wager to a total from 40 to 2000"):
        playout().ask(1, lambda state: 30)


def test_every_seat_needs_a_style() -> None:
    with pytest.raises(ValueError, match="1 styles for 3 seats"):
        playout().run(1, new_brain(), [0], Keystream(7).draws)


# -- safety ----------------------------------------------------------------------------------------------------------


def test_a_playout_leaves_every_other_hand_alone() -> None:
    start = Hand.start([2000] * 3, (10, 20), seed=7)
    copy = start.copy()
    before = state_of(start).dump(), state_of(start).terms.cards()
    table = Playout(start, Keystream(9, "cards").draws)
    table.run(50, new_brain(), [style_number("tag")] * 3, Keystream(7).draws)
    table.ask(20, lambda state: CALL)
    assert (state_of(start).dump(), state_of(start).terms.cards()) == before
    for hand in (start, copy, Hand.start([2000] * 3, (10, 20), seed=7)):
        while hand.turn is not None:
            assert hand.options is not None
            hand.act(Call() if hand.options.call else Check())
    assert start.result == copy.result
    assert copy.board == Hand.start([2000] * 3, (10, 20), seed=7).setup.deck[7:10] + copy.board[3:]


def test_a_policy_that_plays_on_is_refused() -> None:
    def acts(state: State) -> int:
        return state.act(CALL)

    def begins(state: State) -> int:
        state.begin()
        return CALL

    for policy in (acts, begins):
        with pytest.raises(ValueError, match="the policy changed the hand"):
            playout().ask(1, policy)


def test_a_policy_that_deals_itself_other_cards_is_refused() -> None:
    first: list[int] = []

    def deals(state: State) -> int:
        if not first:
            first.append(state.begin_shuffled(Keystream(1).draws))
        return CALL

    with pytest.raises(ValueError, match="the policy changed the hand"):
        playout().ask(1, deals)


def test_a_state_that_a_policy_kept_is_not_the_one_house_bots_play() -> None:
    kept: list[State] = []

    def keeps(state: State) -> int:
        kept.append(state)
        return CALL

    table = playout()
    table.ask(1, keeps)
    before = kept[0].dump()
    table.run(5, new_brain(), [style_number("tag")] * 3, Keystream(7).draws)
    assert kept[0].dump() == before


def test_a_policy_may_try_on_a_copy() -> None:
    boards = set()

    def tries(state: State) -> int:
        twin = state.copy()
        while twin.turn >= 0:
            twin.act(CALL)
        boards.add((table.hands, twin.board_cards()))
        return CALL

    table = playout()
    table.ask(5, tries)
    assert len(boards) == 5, "a copy deals the cards of the hand that is played"


def test_a_playout_plays_one_call_at_a_time() -> None:
    table = playout()
    calls: list[Callable[[], object]] = [
        lambda: table.ask(1, lambda state: CALL),
        lambda: table.run(1, new_brain(), [0] * 3, Keystream(1).draws),
        lambda: Playout.__init__(table, Hand.start([100] * 2, (1, 2)), Keystream(1).draws),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="already playing"):
            table.ask(1, lambda state, call=call: call())  # type: ignore[misc]
    table.ask(1, lambda state: CALL)
    assert table.hands == 1


def test_a_policy_that_fails_leaves_the_playout_usable() -> None:
    table = playout()

    def fails(state: State) -> int:
        raise LookupError("nothing to say")

    with pytest.raises(LookupError, match="nothing to say"):
        table.ask(1, fails)
    table.ask(2, lambda state: CALL)
    assert sum(table.totals()) == 0


@pytest.mark.parametrize("answer", [None, 40.0, True, "call", 10**30, -2, float("nan")])
def test_only_whole_numbers_are_answers(answer: Any) -> None:
    with pytest.raises(ValueError, match=r"the policy's answer .* expected a whole number"):
        playout().ask(1, lambda state: answer)


@pytest.mark.parametrize("wrong", [None, 7, "state", object()])
def test_things_of_the_wrong_kind_get_a_sentence(wrong: Any) -> None:
    cards, house = Keystream(1).draws, new_brain()
    with pytest.raises(TypeError, match="expected a Hand"):
        Playout(wrong, cards)
    with pytest.raises(TypeError, match="expected Draws"):
        Playout(Hand.start([100] * 2, (1, 2)), wrong)
    with pytest.raises(TypeError, match="expected what new_brain"):
        playout().run(1, wrong, [0] * 3, cards)
    with pytest.raises(TypeError, match="expected Draws"):
        playout().run(1, house, [0] * 3, wrong)
    with pytest.raises(TypeError, match="expected a number for each seat"):
        playout().run(1, house, wrong, cards)
    with pytest.raises(TypeError, match="expected a function"):
        playout().ask(1, wrong)


@pytest.mark.parametrize("hands", [None, 1.5, True, -1, 10**30])
def test_hands_are_whole_numbers(hands: Any) -> None:
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        playout().ask(hands, lambda state: CALL)
    with pytest.raises(ValueError, match="expected a whole number from 0"):
        playout().run(hands, new_brain(), [0] * 3, Keystream(1).draws)


def test_a_playout_without_a_table_says_so() -> None:
    empty = Playout.__new__(Playout)
    if COMPILED:
        for call in (empty.totals, lambda: empty.ask(1, lambda state: CALL)):
            with pytest.raises(TypeError, match="never given one"):
                call()
