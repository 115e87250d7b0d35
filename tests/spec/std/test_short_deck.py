"""Short-deck hold'em: how its hands rank, its blinds and antes, and equities."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt
from typing import Any

import pytest

from bigslick.spec import Game, GameState, load_game, simulate
from bigslick.spec.natives import Score, twin_of
from tests.spec.test_natives import SHORT_DECK_COUNTS


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("std:short-deck")


@pytest.fixture(scope="module")
def score(game: Game) -> Score:
    """Return the score of five cards; `test_natives` proves that it equals the macro's."""
    macro = next(macro for macro in game.spec.macros if macro.name == "hand-rank-score")
    twin = twin_of(macro, game.spec.tokens)
    assert twin is not None
    return twin.one


def cards(game: Game, text: str) -> list[int]:
    return [game.spec.tokens.names.index(text[at : at + 2]) for at in range(0, len(text), 2)]


def test_every_hand_of_36_cards_has_its_category(score: Score) -> None:
    """Compare with counts computed by hand, over all C(36, 5) = 376,992 hands."""
    assert Counter(score(hand) // 10**10 for hand in combinations(range(36), 5)) == SHORT_DECK_COUNTS


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6h7h8h9hKh", "AsAcAhKsKc"),  # a flush beats a full house
        ("As6h7h8h9c", "AsAcAhKsQc"),  # a straight beats three of a kind
        ("6s7h8h9cTd", "As6h7h8h9c"),  # A-6-7-8-9 is the lowest straight
        ("As6s7s8s9s", "KcKdKhKsAc"),  # and a straight flush in one suit
        ("AcAdAhAs6c", "KhQhJh9h8h"),
        ("AcAdAh6s6c", "KcKdKhAsAh"),
        ("AcAd9h8s6c", "KhKdAhQsJc"),
    ],
)
def test_the_order_of_hands(game: Game, score: Score, better: str, worse: str) -> None:
    assert score(cards(game, better)) > score(cards(game, worse))


def test_the_order_is_pokerkits(game: Game, score: Score) -> None:
    """Compare one hand of each kind: five different ranks, suited or not, or ranks held two to four times."""
    pokerkit: Any = pytest.importorskip("pokerkit")
    hands: list[list[int]] = []
    for ranks in combinations_with_replacement(range(9), 5):
        if max(map(ranks.count, ranks)) > 4:
            continue
        hand = [4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
        if len(set(ranks)) == 5:
            hands.append([4 * rank for rank in ranks])
            hand[0] += 1
        elif len({card & 3 for card in hand}) == 1:
            hand[0] += 1
        hands.append(hand)
    assert len(hands) == 1404
    names = game.spec.tokens.names
    theirs = [pokerkit.ShortDeckHoldemHand("".join(names[card] for card in hand)) for hand in hands]
    ours = [score(hand) for hand in hands]
    by_theirs = sorted(range(len(hands)), key=lambda at: theirs[at])
    assert [ours[at] for at in by_theirs] == sorted(ours)
    assert len(set(ours)) == len({hand.entry for hand in theirs}) == 1404


def flops(score: Score, hole: list[int], *categories: int) -> float:
    """Return the percentage of all C(34, 3) flops that give a hand in these categories."""
    deck = [card for card in range(36) if card not in hole]
    made = sum(score([*hole, *flop]) // 10**10 in categories for flop in combinations(deck, 3))
    return 100 * made / comb(34, 3)


def test_flops_are_those_that_card_player_published(game: Game, score: Score) -> None:
    """Kevin Haney, Comparing Short Deck to Full Deck, Card Player, 16 January 2019: 4.2 %, 1.1 % and about 18 %."""
    assert round(flops(score, cards(game, "JsTs"), 5), 1) == 4.2
    assert round(flops(score, cards(game, "AsJs"), 5), 1) == 1.1
    assert round(flops(score, cards(game, "9s9h"), 4, 6, 8)) == 18


def test_winning_hands_of_six_players_are_those_that_were_published(game: Game) -> None:
    """Two Plus Two, probability forum, 4 June 2019, ten million deals: 2.84 % four of a kind, 8.52 % flush."""
    macro = next(macro for macro in game.spec.macros if macro.name == "hand-rank-score")
    twin = twin_of(macro, game.spec.tokens)
    assert twin is not None
    rng = random.Random(36)
    deals = 10_000
    won: Counter[int] = Counter()
    for _ in range(deals):
        dealt = rng.sample(range(36), 17)
        won[max(twin.best([*dealt[:5], *dealt[at : at + 2]]) for at in range(5, 17, 2)) // 10**10] += 1
    for category, share in ((9, 0.0069), (8, 0.0284), (7, 0.0852)):
        assert abs(won[category] / deals - share) < 4 * sqrt(share * (1 - share) / deals)


def test_the_button_posts_a_second_ante_and_acts_last(game: Game) -> None:
    state = game.start(4, 1)
    spec = game.spec
    paid, bet, stack = (next(var.slot for var in spec.players if var.name == name) for name in ("paid", "bet", "stack"))
    assert state.g[next(var.slot for var in spec.globals if var.name == "button")] == 0
    assert state.p[paid] == [20, 10, 10, 10]
    assert state.p[bet] == [10, 0, 0, 0]
    assert state.p[stack] == [980, 990, 990, 990]
    order = []
    while spec.phases[state.phase].name == "preflop":
        order.append(state.active)
        game.apply(state, game.parse("check" if (game.parse("check") in state.menu) else "call"))
    assert order == [1, 2, 3, 0]
    assert state.active == 1


def test_games_end_with_one_winner(game: Game) -> None:
    for seats in (2, 3, 6, 10):
        tally = simulate(game, seats, 15, seats)
        assert (tally.shared, tally.violations) == (0, {})
    assert set(simulate(game, 6, 40, 1).decisions) == {"preflop", "flop", "turn", "river"}


def test_the_deck_has_no_card_below_six(game: Game) -> None:
    state: GameState = game.start(2, 1)
    assert sum(map(len, state.z)) == 36
    assert {name[0] for name in game.spec.tokens.names} == set("6789TJQKA")
