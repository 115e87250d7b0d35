"""Checks shared by all parts of a structure."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bigslick.errors import BigslickError
from bigslick.tournament.structure.problems import (
    BadStructure,
    BadTournament,
    either,
    one_of,
    percent,
    shown,
    switch,
    whole,
)


def test_an_error_knows_its_place() -> None:
    error = BadStructure("seats is 1", field="seats", source="my.toml", line=3)
    assert (error.where, error.sentence, str(error)) == ("my.toml, line 3", "seats is 1", "my.toml, line 3: seats is 1")
    assert str(BadStructure("seats is 1")) == "seats is 1"
    outer = BadStructure("big is 0", field="big").inside("levels[1]", "level 2")
    assert (outer.field, str(outer)) == ("levels[1].big", "level 2: big is 0")
    assert issubclass(BadTournament, BigslickError)


@pytest.mark.parametrize("value", [True, 1.0, "2", None, 0, 11])
def test_a_whole_number_within_its_bounds(value: object) -> None:
    whole("seats", 10, "seats at a table", 1, 10)
    with pytest.raises(BadStructure, match="expected seats at a table, a whole number from 1 to 10"):
        whole("seats", value, "seats at a table", 1, 10)


def test_words_switches_and_percentages() -> None:
    with pytest.raises(BadStructure, match="expected 'all' or 'muck'; did you mean 'muck'"):
        one_of("reveal", "much", ["all", "muck"])
    with pytest.raises(BadStructure, match="expected true or false"):
        switch("hand_for_hand", 1)
    with pytest.raises(BadStructure, match="which is float"):
        percent("percent", 12.5)
    refused: list[object] = [Decimal(0), Decimal(101), Decimal("NaN"), "5"]
    for value in refused:
        with pytest.raises(BadStructure, match="expected a percentage above 0 and at most 100"):
            percent("percent", value)
    with pytest.raises(BadStructure, match="at most 6 digits after the point"):
        percent("percent", Decimal("0.0000001"))


def test_values_in_sentences() -> None:
    assert either(["a", "b", "c"]) == "'a', 'b' or 'c'"
    assert either(["a"]) == "'a'"
    values: list[object] = [True, {}, [1, 2], Decimal("1.5")]
    assert [shown(value) for value in values] == ["true", "a table", "a list of 2", "1.5"]
    assert shown(1 << 300) == "a number of 301 bits"
    assert len(shown("x" * 100)) == 39
