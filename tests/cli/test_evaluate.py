import re

import pytest

from bigslick.cards import with_letters

from .conftest import Refused, Run


def test_json_is_the_whole_answer(run: Run) -> None:
    """The best two pair, AAKKQ, ranks 2468th. KK77A ranks below 12 x 11 with aces and 5 x 11 with kings: place 2655."""
    assert run("eval", "KhKd7s7cAh2d3c", "--json").json == {
        "strength": 7462 - 2655,
        "category": "two_pair",
        "best": "KhKd7s7cAh",
        "name": "two pair, kings and sevens",
    }


def test_cards_may_stand_one_by_one(run: Run) -> None:
    assert run("eval", "Ah", "Kh", "Qh", "Jh", "Th", "--json").json["strength"] == 7461


def test_s2_6_2_a_royal_flush_is_a_category_of_its_own(run: Run) -> None:
    assert run("eval", "AhKhQhJhTh9h8h", "--json").json["category"] == "royal_flush"
    assert run("eval", "KhQhJhTh9h8h7h", "--json").json["category"] == "straight_flush"


def test_people_read_the_name(run: Run) -> None:
    done = run("eval", "KhKd7s7cAh2d3c")
    assert done.code == 0
    assert "two pair, kings and sevens" in done.out


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("AhKh", "2 cards are not a hand to evaluate: expected 5, 6 or 7"),
        ("AhAhKhQhJh", "Ah appears twice"),
        ("AhKhQhJhXx", "'Xx' is not a card"),
        ("AhKhQhJhT", "one letter is left over"),
        ("AhKhQhJhTh9h8h7h", "8 cards are not a hand to evaluate"),
    ],
)
def test_bad_cards_are_one_sentence(refused: Refused, cards: str, sentence: str) -> None:
    assert sentence in refused("eval", cards, "--json")


def test_cards_as_deal_prints_them(run: Run) -> None:
    """J♥, as one command prints it, works as another's argument."""
    dealt = re.findall(r"[2-9TJQKA][♣♦♥♠]", run("deal", "--seats", 6, "--seed", 7).out)
    cards = [*dict.fromkeys(dealt)][:7]
    assert len(cards) == 7
    assert run("eval", *cards).out == run("eval", with_letters("".join(cards))).out
    signs = run("equity", "A♥K♥", "Q♦Q♣", "--board", "2♣3♣4♦").out
    assert with_letters(signs) == run("equity", "AhKh", "QdQc", "--board", "2c3c4d").out
