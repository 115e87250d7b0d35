"""The engine against the reference: every hand in the rule book, and random hands with every rule on."""

from __future__ import annotations

import ast
import os
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from bigslick.rulings import load_book
from bigslick.rulings.hands import HandCase, action_of, start
from bigslick.rulings.script import read_script
from tests.laws.strategies import scaled
from tests.oracle import fuzz, games, reference

SEED = int(os.environ.get("BIGSLICK_SEED", "1"))


def test_the_reference_shares_no_code_with_the_engine() -> None:
    tree = ast.parse(Path(reference.__file__).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "collections.abc", "itertools", "typing"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


def test_rules_6_the_classes_of_five_cards_are_as_many_as_enumeration_gives() -> None:
    categories = Counter(hand[0] for hand in reference.STRENGTHS)
    assert [categories[category] for category in range(8, -1, -1)] == [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]


def test_s2_6_2_seven_cards_are_worth_their_best_five() -> None:
    dice = random.Random(SEED)
    for _ in range(1000):
        cards = dice.sample(range(52), 7)
        assert reference.best_hand(cards) == max(reference.best_hand(five) for five in combinations(cards, 5))


def test_the_hands_of_the_rule_book() -> None:
    played = 0
    for case in (case for chapter in load_book() for case in chapter.cases if isinstance(case, HandCase)):
        hand = start(case)
        table = reference.start(games.to_game(hand.setup))
        fuzz.compare_holes(hand, table)
        for step in read_script(case.script):
            fuzz.compare_now(hand, table)
            if step.expect is None:
                action = action_of(step)
                can = reference.options(table)
                move = fuzz.to_move(action, table["seats"][table["turn"]]["bet"] if can else 0)
                legal = can and step.seat in (None, can["seat"] + 1) and reference.is_legal(can, *move)
                assert bool(legal) != step.refused, (case.id, move)
                if not step.refused:
                    hand.act(action)
                    reference.act(table, *move)
                    played += 1
        fuzz.compare_now(hand, table)
        if hand.over:
            fuzz.compare_ends(hand, table)
    assert played > 1000


def test_random_hands() -> None:
    hands = scaled(4000)
    assert fuzz.play_block(SEED, range(hands)) > 5 * hands


@pytest.mark.slow
def test_a_million_random_hands(capsys: pytest.CaptureFixture[str]) -> None:
    hands = int(os.environ.get("BIGSLICK_HANDS", "1_000_000"))
    with capsys.disabled():
        print()
        assert fuzz.play_many(SEED, hands)[0] == hands
