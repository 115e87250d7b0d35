"""What an all-in or a position is worth, against exact equities."""

import math
from typing import Any

import pytest

from bigslick.bots.likely_hands import starting_hand
from bigslick.bots.starting_hands import WORTH
from bigslick.cards import DECK, to_cards
from bigslick.core import codes
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand, state_of
from bigslick.odds import equity
from bigslick.shuffle import Keystream
from bigslick.simulate._expectation import Expectation
from bigslick.simulate._match import Match

from .test__match import OUTSIDER, aivat_match, new_match


def all_in_matches(hands: int) -> tuple[float, float, float]:
    """Play both all-in every hand; return how far the wins exceed the exact equities, in standard errors, and the
    variances.
    """
    match = new_match([OUTSIDER] * 2)
    gaps, raw = [], []
    for number in range(hands):
        match.begin(number % 2, 1)
        first, second = match.state.holes(0)
        exact = WORTH[8 * starting_hand(first, second) + 7] / 1000
        while match.run_to_python_bot() >= 0:
            match.take(match.state.max_to or codes.CALL)
        share = match.state.stacks()[0] / 2000
        gaps.append(share - exact)
        raw.append(share)
        match.settle()
        match.settle_deal(1)
    mean = sum(gaps) / hands
    error = math.sqrt(sum(gap * gap for gap in gaps) / hands / hands)
    sums = match.sums_of(0)
    return mean / error, sums[3] - sums[2] ** 2 / hands, sums[5] - sums[4] ** 2 / hands


def test_all_in_every_hand_wins_its_exact_equity() -> None:
    gap, raw, fair = all_in_matches(4000)
    assert abs(gap) < 3
    assert fair < raw / 3  # what is left is whose cards were better, not what the board did


@pytest.mark.slow
def test_all_in_every_hand_wins_its_exact_equity_for_long() -> None:
    gap, _, _ = all_in_matches(1_000_000)
    assert abs(gap) < 3


def test_the_luck_taken_out_is_exact_on_the_turn() -> None:
    match = new_match([OUTSIDER] * 2, seed=3)
    for _ in range(30):
        match.begin(0, 1)
        while match.run_to_python_bot() >= 0:
            state = match.state
            match.take(state.max_to if state.board_count == 4 and state.max_to else codes.CALL)
        before = match.sums_of(0)[4]
        holes = [match.state.holes(seat) for seat in range(2)]
        board = match.state.board_cards()[:4]
        match.settle()
        match.settle_deal(1)
        assert match.sums_of(0)[4] - before == pytest.approx(2000 * _river_equity(holes, board) - 1000)


def _river_equity(holes: list[tuple[int, int]], board: tuple[int, ...]) -> float:
    from bigslick.core.evaluate import strength

    used = {*holes[0], *holes[1], *board}
    won = 0.0
    rivers = [card for card in range(52) if card not in used]
    for card in rivers:
        mine, theirs = (strength((*hole, *board, card)) for hole in holes)
        won += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    return won / len(rivers)


def test_the_luck_of_turn_and_river_is_the_exact_change_of_equity() -> None:
    """Compare with `bigslick.odds`, for every hand: each seat's share of the pot before and after the card."""
    match = aivat_match(("caller", "fish", "lag"))
    compared = 0

    def look() -> None:
        nonlocal compared
        setup = Hand.start([1000] * 3, (10, 20), 0, deck=[DECK[card] for card in deck_of(match)]).setup
        hand = Hand(setup)
        found = {seat: [0.0, 0.0] for seat in range(3)}
        for code in match.codes():
            before = len(hand.board)
            hand.act(decode(state_of(hand), code))
            if hand.turn is None or len(hand.board) == before or before < 3:
                continue
            live = list(hand.live)
            folded = [card for seat in range(3) if seat not in live for card in hand.hole(seat)]
            holes = [hand.hole(seat) for seat in live]
            was, now = (equity(holes, hand.board[:cards], dead=folded) for cards in (before, before + 1))
            for seat, old, new in zip(live, was.players, now.players, strict=True):
                found[seat][before - 3] += hand.pot * float(new.equity - old.equity)
            compared += 1
        for seat in range(3):
            assert match.luck_at(seat)[2:4] == pytest.approx(found[seat], abs=1e-6)

    match.run_asking(40, 1, 3, (None,) * 3, (None,) * 3, look)
    assert compared > 30


def deck_of(match: Match) -> list[int]:
    dealt = list(match.state.cards()[: 2 * match.seats + 8])
    return dealt + [card for card in range(52) if card not in dealt]


def test_a_street_changes_nothing_on_average() -> None:
    """Exactly: the mean of the equities after each possible card is the equity before it."""
    hands, flop = ["AhKd", "QsQc"], "Qd7h2h"
    known = {*to_cards("".join(hands)), *to_cards(flop)}
    after = [equity(hands, [*to_cards(flop), card]).players[0].equity for card in DECK if card not in known]
    assert math.fsum(after) / len(after) == pytest.approx(float(equity(hands, flop).players[0].equity), abs=1e-12)


@pytest.mark.parametrize("wrong", [None, 7, "cards"])
def test_things_of_the_wrong_kind_get_a_sentence(wrong: Any) -> None:
    state, draws = state_of(Hand.start([100] * 2, (1, 2), seed=1)), Keystream(1).draws
    with pytest.raises(TypeError, match="expected a State"):
        Expectation(wrong, draws)
    with pytest.raises(TypeError, match="expected Draws"):
        Expectation(state, wrong)
