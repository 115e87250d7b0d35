"""The styles as data: every number in its range, and a row as the brain reads it."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.bots import STYLES, Style


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_shares_and_chances_are_thousandths(style: Style) -> None:
    assert len(style.open) == 10
    for share in (
        *style.open,
        style.limp,
        style.reraise,
        style.call_raise,
        style.value,
        style.raise_value,
        style.bluff,
    ):
        assert 0 <= share <= 1000
    assert style.samples >= 1


def test_a_row_has_the_kind_first_and_the_opening_shares_last() -> None:
    assert STYLES["caller"].row()[0] == 0
    assert STYLES["tag"].row()[-10:] == STYLES["tag"].open
    assert len({len(style.row()) for style in STYLES.values()}) == 1


def test_looser_styles_open_more_hands() -> None:
    opens = [sum(STYLES[name].open) for name in ("rock", "tag", "lag", "maniac")]
    assert opens == sorted(opens)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("samples", 0, "samples is 0: expected a whole number from 1 to 100000"),
        ("samples", 12.0, "samples is 12.0"),
        ("margin", 8001, "margin is 8001: expected a whole number from -8000 to 8000"),
        ("value", True, "value is True"),
        ("open", (1000,) * 9, "expected ten, for 0 to 9"),
        ("open", (1 << 40,) * 10, "a share of open is"),
        ("kind", "genius", "kind is 'genius': expected caller, random, thinker"),
    ],
)
def test_a_number_that_cannot_be_played_is_refused(field: str, value: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Style(**{field: value})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=sentence):
        msgspec.structs.replace(STYLES["tag"], **{field: value})
