"""Ruling files: every case in the shared file passes, and problems in a file are named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.rulings import BadRulings, check_file, check_rulings

from .cases import json_values, verdicts


def test_every_case_of_the_shared_file_passes(shared: Path) -> None:
    found = list(check_file(shared / "rulings" / "rulings.json"))
    assert [verdict for verdict in found if not verdict.ok] == []
    assert len(found) == 87 + 3 + 14 + 14


def test_a_type_not_known_yet_has_failed_by_name() -> None:
    (verdict,) = verdicts({"id": "C", "type": "coin_toss", "area": "luck"})
    assert not verdict.ok
    assert "type 'coin_toss' is not known yet; known are " in verdict.why


def test_a_remark_in_json_is_no_mistake(hand: dict[str, Any]) -> None:
    hand["heard_at"] = "table 7"
    assert verdicts(hand)[0].ok


def test_a_broken_case_does_not_stop_the_others(hand: dict[str, Any]) -> None:
    broken = {"id": 7}
    first, second, third = verdicts(broken, hand, copy.deepcopy(hand))
    assert (first.id, first.ok) == ("cases[0]", False)
    assert first.why == "case 1 of the file: id: expected str, got int"
    assert second.ok
    assert third.why == "this id appears twice in the file: give each case its own"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.json is not JSON"),
        ("{", "x.json is not JSON"),
        ("[]", "x.json is not a file of rulings: expected object, got array"),
        ('{"cases": 3}', "x.json is not a file of rulings: expected array, got int"),
        ('{"rulings": []}', "x.json has no rulings: expected a list 'cases'"),
    ],
)
def test_a_text_that_is_no_file_of_rulings_is_refused_at_once(text: str, sentence: str) -> None:
    with pytest.raises(BadRulings, match=r"x\.json") as refusal:
        check_rulings(text, source="x.json")
    assert sentence in str(refusal.value)


def test_a_section_not_known_yet_has_failed_by_name() -> None:
    (verdict,) = verdicts(odds_and_ends=[])
    assert verdict.id == "odds_and_ends"
    assert "section 'odds_and_ends' is not known yet" in verdict.why


@given(st.binary(max_size=60) | st.text(max_size=60) | json_values.map(json.dumps))
def test_no_text_breaks_the_loader(text: bytes | str) -> None:
    try:
        found = list(check_rulings(text))
    except BadRulings:
        return
    assert all(verdict.ok or verdict.why for verdict in found)


# --- TOML ------------------------------------------------------------------------------------------------------------

TOML = """
chapter = "Acting"

[[cases]]
id = "first"
type = "hand"
blinds = "10/20"
stacks = [100, 100, 100]
button = 1
script = "seat 1 may fold, call 20 or raise to 40-100"
"""


def test_toml_counts_seats_from_one_and_takes_its_area_from_the_chapter() -> None:
    (verdict,) = check_rulings(TOML)
    assert (verdict.id, verdict.area, verdict.ok) == ("first", "Acting", True)
    (verdict,) = check_rulings(TOML.replace("seat 1 may", "seat 2 may"))
    assert verdict.why == "checkpoint 1 at the start: to_act is 1, expected 2"


def test_every_key_of_toml_must_be_known() -> None:
    (verdict,) = check_rulings(TOML + "buton = 2")
    assert verdict.why == "field 'buton' is not known: did you mean 'button'?"
    (verdict,) = check_rulings(TOML + "zzz = 2")
    assert verdict.why == "field 'zzz' is not known"


def test_the_format_is_found_by_the_content(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text('{"cases": []}')
    assert list(check_file(file)) == []
    file.write_text(TOML)
    assert [verdict.ok for verdict in check_file(file)] == [True]


def test_a_case_that_expects_nothing_has_failed() -> None:
    (verdict,) = check_rulings(TOML.replace("seat 1 may fold, call 20 or raise to 40-100", "seat 1 folds"))
    assert "the case expects nothing" in verdict.why


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (None, "rulings is None: expected the text of a file of rulings, or a mapping with 'cases'"),
        (3, "rulings is int: expected the text"),
        ([], "rulings is list: expected the text"),
        ({}, "rulings has no rulings: expected a list 'cases'"),
        ({"cases": None}, "rulings is not a file of rulings: expected array, got NoneType"),
        ("cases = [", "rulings is not TOML, and does not begin with '{' as JSON does"),
        (b"\xff", "rulings is not UTF-8 text"),
    ],
)
def test_what_is_no_file_of_rulings_gets_a_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(BadRulings) as refusal:
        check_rulings(wrong)
    assert sentence in str(refusal.value)


def test_a_path_that_is_none_gets_a_sentence() -> None:
    with pytest.raises(BadRulings, match="None is not a file of rulings: expected a path"):
        check_file(None)  # type: ignore[arg-type]
