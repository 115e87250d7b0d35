import pytest

from .conftest import Refused, Run


def test_the_same_seed_deals_the_same_hand(run: Run) -> None:
    first, second = run("deal", "--seed", "7"), run("deal", "--seed", "7")
    assert first.code == 0
    assert first.out == second.out
    assert first.out.startswith("Seed 7: Ada (shark), Bo (lag)")
    assert " wins " in first.out


def test_without_a_seed_the_seed_is_told(run: Run) -> None:
    done = run("deal", "--seats", "3")
    seed = done.out.split()[1].rstrip(":")
    assert run("deal", "--seats", "3", "--seed", seed).out == done.out


def test_json_conserves_the_chips(run: Run) -> None:
    answer = run("deal", "--seats", "9", "--seed", "7", "--json").json
    assert sum(answer["final_stacks"]) == 9000
    assert answer["events"][0] == {"type": "posted", "seat": 1, "kind": "small_blind", "amount": 10, "all_in": False}
    assert answer["events"][-1] == {"type": "hand_ended", "stacks": answer["final_stacks"]}


@pytest.mark.parametrize("seats", [1, 11, -3])
def test_a_table_of_an_impossible_size_is_one_sentence(refused: Refused, seats: int) -> None:
    assert refused("deal", "--seats", seats) == f"--seats: a table of {seats} cannot be played; expected 2 to 10"


def test_an_unknown_bot_is_one_sentence(refused: Refused) -> None:
    assert "'sharc' is not a house bot" in refused("deal", "--bots", "sharc")


@pytest.mark.parametrize("seed", ["", " "])
def test_an_empty_seed_is_refused(refused: Refused, seed: str) -> None:
    assert refused("deal", "--seed", seed).startswith("--seed: an empty text is not a seed")
