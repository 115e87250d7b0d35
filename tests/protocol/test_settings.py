"""A table's settings: playable defaults, and a sentence for each impossible one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.settings import MOST_MS, MOST_STAKE, BadSettings, Profile, TablePace, TableSettings
from bigslick.rules import Rules


def test_a_buy_in_is_40_to_200_big_blinds_unless_the_table_says_otherwise() -> None:
    assert TableSettings(name="Elm").buy_in == (400, 2000)
    assert TableSettings(name="Elm", big_blind=50).buy_in == (2000, 10_000)
    assert TableSettings(name="Elm", least_buy_in=100, most_buy_in=500).buy_in == (100, 500)


def test_the_rules_are_those_of_the_profile_with_the_limit_of_the_table() -> None:
    assert TableSettings(name="Elm").rules == Rules.cash()
    fixed = TableSettings(name="Elm", profile="classic", limit="fixed").rules
    assert fixed == msgspec.structs.replace(Rules.classic(), limit="fixed")
    own = Rules.tournament(limit="pot", bets_per_street=3)
    assert TableSettings(name="Cup", own_rules=msgspec.structs.asdict(own), limit="pot").rules == own


@pytest.mark.parametrize("profile", ["tournament", "cash", "classic"])
@pytest.mark.parametrize("changes", [{"burn": False}, {"own_rules": {"burn": False}}])
def test_s1_a_table_burns_no_card_if_it_says_so_and_keeps_the_rest_of_its_profile(
    profile: Profile, changes: dict[str, Any]
) -> None:
    """Seed 001: "the dealer burns one card (optional)"."""
    text = encode({"name": "Elm", "profile": profile, "limit": "pot", "run_outs": 2, **changes})
    settings = decode(text, TableSettings)
    assert settings.rules == getattr(Rules, profile)(limit="pot", run_outs=2, burn=False)


def test_each_rule_of_a_table_varies_its_profile() -> None:
    for name, value in msgspec.structs.asdict(Rules.acpc()).items():
        rules = TableSettings(name="Elm", profile="cash", own_rules={name: value}).rules
        assert rules == msgspec.structs.replace(Rules.cash(), **{name: value})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "   "}, "name='   ': expected 1 to 40 printable letters"),
        ({"name": "x" * 41}, "expected 1 to 40 printable letters"),
        ({"name": "El\nm"}, "printable"),
        ({"seats": 1}, "seats=1: expected a whole number from 2 to 10"),
        ({"seats": 11}, "seats=11: expected a whole number from 2 to 10"),
        ({"seats": True}, "seats=True: expected a whole number"),
        ({"big_blind": 0, "small_blind": 0}, "big_blind=0"),
        ({"big_blind": MOST_STAKE + 1}, f"to {MOST_STAKE:,}"),
        ({"small_blind": 11}, "small_blind=11: expected 0 to 10"),
        ({"ante": 11}, "ante=11: expected 0 to 10"),
        ({"ante": 1.5}, "ante=1.5: expected a whole number"),
        ({"least_buy_in": 9}, "a buy-in from 9 to 2,000: expected one big blind or more"),
        ({"most_buy_in": 399}, "a buy-in from 400 to 399"),
        ({"own_rules": {"brun": False}}, "there is no rule 'brun'; did you mean 'burn'?"),
        ({"own_rules": {"burn": 2}}, "burn=2 is not a rule: expected True or False"),
        ({"limit": "fixed", "own_rules": {"limit": "pot"}}, "limit='fixed' and own_rules say different things"),
    ],
)
def test_settings_that_no_table_can_open_with_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSettings) as refused:
        TableSettings(**{"name": "Elm", **changes})
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"action_ms": 99}, f"action_ms=99: expected a whole number from 100 to {MOST_MS}"),
        ({"bank_ms": -1}, f"bank_ms=-1: expected a whole number from 0 to {MOST_MS}"),
        ({"bot_ms": MOST_MS + 1}, f"to {MOST_MS}"),
        ({"bank": "never"}, "bank='never': expected 'asked' or 'automatic'"),
        ({"timeouts_to_sit_out": 0}, "timeouts_to_sit_out=0: expected a whole number from 1"),
    ],
)
def test_a_clock_that_cannot_run_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSettings) as refused:
        TablePace(**changes)
    assert sentence in str(refused.value)


def test_settings_travel_as_json_and_a_misspelt_one_is_refused() -> None:
    settings = TableSettings(name="Elm", bots=("tag",), pace=TablePace(bot_ms=1), own_rules={"burn": False})
    assert decode(encode(settings), TableSettings) == settings
    with pytest.raises(msgspec.ValidationError, match="big_blnd"):
        decode('{"name":"Elm","big_blnd":10}', TableSettings)
