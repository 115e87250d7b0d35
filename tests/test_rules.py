"""The rules that card rooms disagree on: the profiles, and refused values."""

from __future__ import annotations

import msgspec
import pytest

from bigslick import BadRules, Rules


def test_the_default_is_the_tournament() -> None:
    assert Rules() == Rules.tournament()


def test_ours_the_tournament_profile_is_live_tournament_practice() -> None:
    rules = Rules.tournament()
    assert (rules.button, rules.ante, rules.reopening, rules.reveal) == ("dead", "big_blind", "cumulative", "all")
    assert (rules.limit, rules.burn, rules.odd_chip_unit, rules.short_blind_price) == ("none", True, 1, "full")


def test_ours_the_cash_profile_is_s1() -> None:
    rules = Rules.cash()
    assert (rules.button, rules.reopening, rules.reveal) == ("moving", "single", "muck")


def test_ours_the_classic_profile_is_s0_s3_and_s4() -> None:
    rules = Rules.classic()
    assert (rules.button, rules.reopening, rules.reveal) == ("moving", "single", "all")


@pytest.mark.parametrize(
    ("ante", "order", "first"),
    [
        ("per_player", None, True),
        ("big_blind", None, False),
        ("button", None, False),
        ("per_player", "blind_first", False),
        ("big_blind", "ante_first", True),
    ],
)
def test_ours_which_is_paid_first(ante: str, order: str | None, first: bool) -> None:
    assert Rules(ante=ante, ante_order=order).ante_first is first  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"limit": "spread"}, "limit='spread' is not a rule: expected one of 'none', 'pot', 'fixed'"),
        ({"ante": "table"}, "expected one of 'per_player', 'big_blind', 'button'"),
        ({"ante_order": "both"}, "expected one of None, 'blind_first', 'ante_first'"),
        ({"button": "random"}, "expected one of 'dead', 'moving'"),
        ({"reopening": True}, "expected one of 'cumulative', 'single', 'any'"),
        ({"short_blind_price": 0}, "expected one of 'full', 'posted'"),
        ({"reveal": "tda"}, "expected one of 'all', 'muck', 'ask'"),
        ({"burn": 1}, "burn=1 is not a rule: expected True or False"),
        ({"open_fold": None}, "open_fold=None is not a rule: expected True or False"),
        ({"bets_per_street": -1}, "expected a whole number from 0 to 1000"),
        ({"bets_per_street": 1 << 40}, "expected a whole number from 0 to 1000"),
        ({"bets_per_street": 4.0}, "expected a whole number from 0 to 1000"),
    ],
)
def test_what_is_not_a_rule(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRules) as refusal:
        Rules(**change)  # type: ignore[arg-type]
    assert sentence in str(refusal.value)


def test_rules_are_frozen_and_changed_by_replacing() -> None:
    with pytest.raises(AttributeError):
        Rules().limit = "pot"  # type: ignore[misc]
    assert msgspec.structs.replace(Rules.cash(), limit="pot").reveal == "muck"
    with pytest.raises(TypeError):
        Rules("none")  # type: ignore[call-arg]


def test_a_profile_takes_changes() -> None:
    assert Rules.cash(limit="pot") == Rules(
        limit="pot", ante="per_player", button="moving", reopening="single", reveal="muck"
    )
    assert Rules.tournament(odd_chip_unit=25).odd_chip_unit == 25
    assert Rules.classic(button="dead") == Rules(ante="per_player", reopening="single")
    with pytest.raises(BadRules, match="there is no rule 'limmit'; did you mean 'limit'"):
        Rules.cash(limmit="pot")  # type: ignore[call-arg]
    with pytest.raises(BadRules, match="did you mean 'pot'"):
        Rules.cash(limit="pots")  # type: ignore[arg-type]


def test_a_word_is_a_plain_str() -> None:
    class Word(str):
        pass

    with pytest.raises(BadRules, match="limit='pot' is not a rule"):
        Rules(limit=Word("pot"))  # type: ignore[arg-type]
