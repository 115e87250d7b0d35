import pytest

from .conftest import Refused, Run


def test_json_is_the_whole_answer(run: Run) -> None:
    """Two pair begins at place 2468 with AAKKQ; above KK77A are 12 x 11 with aces, 5 x 11 with kings: place 2655."""
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
