import pytest

from .conftest import Refused, Run


def test_json_is_the_whole_answer(run: Run) -> None:
    """Rulings EQB1: 468 and 522 of 990 boards."""
    assert run("equity", "AsKd", "QhJh", "--board", "KhTh2c", "--json").json == {
        "exact": True,
        "boards": 990,
        "players": [
            {"hand": "AsKd", "win": 468, "tie": 0, "equity": pytest.approx(26 / 55)},
            {"hand": "QhJh", "win": 522, "tie": 0, "equity": pytest.approx(29 / 55)},
        ],
    }


def test_dead_cards_never_come(run: Run) -> None:
    """With the last king dead, kings can no longer beat aces on this board."""
    answer = run("equity", "AsAh", "KsKh", "--board", "AcKc4d2d", "--dead", "Kd", "--json").json
    assert answer["boards"] == 43
    assert answer["players"][0]["equity"] == 1


def test_ranges_are_hands_too(run: Run) -> None:
    answer = run("equity", "TT+, AKs", "7h6h", "--board", "KhTh2c", "--json").json
    assert [player["hand"] for player in answer["players"]] == ["TT+, AKs", "7h6h"]
    assert sum(player["equity"] for player in answer["players"]) == pytest.approx(1)


def test_a_sample_says_so_and_repeats_with_its_seed(run: Run) -> None:
    arguments = ("equity", "AsAh", "KsKh", "QsQh", "--samples", "1000", "--seed", "3", "--json")
    answer = run(*arguments).json
    assert (answer["exact"], answer["boards"]) == (False, 1000)
    assert run(*arguments).json == answer


def test_people_read_percentages(run: Run) -> None:
    assert "47.2727%" in run("equity", "AsKd", "QhJh", "--board", "KhTh2c").out
    assert "95 % intervals are ±" in run("equity", "AsKd", "QhJh", "--samples", "100").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AsKd"], "1 hand given: expected 2 to 10"),
        (["AsKd", "AsQd"], "As"),
        (["AsKd", "Qx"], "hand 2"),
        (["AsKd", "QhJh", "--board", "KhTh2c3c4c5c"], "the board has 6 cards"),
        (["AsKd", "QhJh", "--board", "As"], "the deck has only one"),
        (["AsKd", "QhJh", "--samples", "0"], "samples is 0"),
        (["AsKd", "QhJh", "--samples", "x"], ": expected a whole number"),
    ],
)
def test_impossible_spots_are_one_sentence(refused: Refused, arguments: list[str], sentence: str) -> None:
    assert sentence in refused("equity", *arguments)
