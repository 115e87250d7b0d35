import pytest

from .conftest import Refused, Run


def test_json_is_the_whole_answer(run: Run) -> None:
    """Malmuth-Harville, rulings IC1: 1075/28, 131/4, 202/7."""
    answer = run("icm", "--stacks", "5000,3000,2000", "--payouts", "50,30,20", "--json").json
    assert answer == {"equities": pytest.approx([1075 / 28, 131 / 4, 202 / 7], abs=1e-9), "left_out": []}


def test_prizes_for_players_who_are_gone_are_left_out_and_named(run: Run) -> None:
    args = ("icm", "--stacks", "5000,3000", "--payouts", "50,30,15,5")
    assert run(*args, "--json").json == {"equities": pytest.approx([42.5, 37.5]), "left_out": [15.0, 5.0]}
    assert "20.00 for places 3 to 4 left out: those players are gone" in run(*args).out


def test_people_read_a_table(run: Run) -> None:
    done = run("icm", "--stacks", "5000,3000,2000", "--payouts", "50,30.5,20")
    assert done.code == 0
    assert "5,000" in done.out


@pytest.mark.parametrize(
    ("stacks", "payouts", "sentence"),
    [
        ("5000,x", "50", "--stacks: 'x' is not a whole number"),
        ("5000,1.5", "50", "--stacks: '1.5' is not a whole number"),
        ("5000,-1", "50", "--stacks: '-1' is not a whole number"),
        ("5000,,1", "50", "--stacks: '' is not a whole number"),
        ("9" * 40, "50", "is too much"),
        ("50,50", "fifty", "--payouts: 'fifty' is not a prize"),
        ("50,50", "nan", "--payouts: 'nan' is not a prize"),
        ("50,50", "-3", "--payouts: '-3' is not a prize"),
        ("50,50", "1e999", "--payouts: '1e999' is not a prize"),
    ],
)
def test_bad_numbers_are_one_sentence(refused: Refused, stacks: str, payouts: str, sentence: str) -> None:
    assert sentence in refused("icm", "--stacks", stacks, "--payouts", payouts)
