"""Actions as values: amounts are named, whole, and never guessed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Options, Raise, Show


def test_ours_a_bare_number_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        Raise(60)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Bet(60)  # type: ignore[arg-type, call-arg]


def test_ours_a_raise_has_a_total_or_chips_to_add() -> None:
    assert Raise(to=60).to == 60
    assert Raise(add=60).add == 60
    wrongs: list[dict[str, Any]] = [{}, {"to": 60, "add": 40}]
    for wrong in wrongs:
        with pytest.raises(TypeError, match=r"say Raise\(to=60\) or Raise\(add=60\)"):
            Raise(**wrong)


@pytest.mark.parametrize("amount", [60.0, True, "60", None, 6 + 0j])
def test_chips_are_whole_numbers(amount: object) -> None:
    with pytest.raises(TypeError):
        Bet(to=amount)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Raise(to=amount)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Raise(add=amount)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action",
    [Fold(), Check(), Call(), Bet(to=60), Raise(to=60), Raise(add=60), AllIn(), Show(), Show("AhKd"), Muck()],
)
def test_actions_are_data(action: Action) -> None:
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
    assert hash(action) == hash(msgspec.json.decode(msgspec.json.encode(action), type=Action))


def test_options_gather_the_wager_and_one_action_of_each_kind() -> None:
    facing = Options(seat=0, fold=True, call=20, raise_to=range(40, 101), all_in=100)
    assert facing.wager_to == range(40, 101)
    assert facing.actions == (Fold(), Call(), Raise(to=40), AllIn())
    free = Options(seat=0, fold=True, check=True, bet_to=range(20, 101), all_in=100)
    assert free.wager_to == range(20, 101)
    assert free.actions == (Fold(), Check(), Bet(to=20), AllIn())
    assert Options(seat=0, show=True, muck=True).actions == (Show(), Muck())
    assert not Options(seat=0).wager_to


def test_an_illegal_action_is_a_value_error_with_its_rule() -> None:
    error = IllegalAction("no", "the rule")
    assert isinstance(error, ValueError)
    assert (str(error), error.rule) == ("no", "the rule")


def test_a_bare_amount_is_ambiguous() -> None:
    with pytest.raises(TypeError, match=r"say Raise\(to=60\) or Raise\(add=60\)"):
        Raise(60)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"say Bet\(to=60\)"):
        Bet(60, to=60)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"say Raise\(to=60\) or Raise\(add=60\)"):
        Raise(to=60, add=60)


def test_a_wager_prints_as_it_is_written() -> None:
    assert [repr(wager) for wager in (Bet(to=5), Raise(to=5), Raise(add=5))] == [
        "Bet(to=5)",
        "Raise(to=5)",
        "Raise(add=5)",
    ]
