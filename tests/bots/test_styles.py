"""The styles as data: every number in its range, and a row as the brain reads it."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.bots import STYLES, TOURNAMENT_STYLES, Style


def test_a_row_has_the_kind_first_and_the_sizes_last() -> None:
    assert STYLES["caller"].row()[0] == 0
    assert STYLES["tag"].row()[-1] == 0
    assert TOURNAMENT_STYLES["tag"].row()[-1] == 1
    assert len({len(style.row()) for style in STYLES.values()}) == 1


def test_looser_styles_enter_more_pots() -> None:
    enters = [STYLES[name].open + STYLES[name].limp for name in ("rock", "tag", "lag", "fish", "whale", "maniac")]
    assert enters == sorted(enters)


def test_in_tournaments_they_limp_less_reraise_more_and_push_earlier() -> None:
    assert list(TOURNAMENT_STYLES) == list(STYLES)
    for name in set(STYLES) - {"caller", "random"}:
        cash, tournament = STYLES[name], TOURNAMENT_STYLES[name]
        assert tournament.limp < cash.limp
        assert tournament.reraise > cash.reraise
        assert tournament.push_depth > cash.push_depth
        assert tournament.sizes == "tournament"
    assert TOURNAMENT_STYLES["caller"] == STYLES["caller"]


def test_who_plays_for_prizes_feels_the_pressure_and_who_plays_for_fun_hardly() -> None:
    feels = [STYLES[name].pressure for name in ("whale", "fish", "lag", "tag", "shark")]
    assert feels == sorted(feels)
    assert feels[0] == 0 < feels[1] < 500 < feels[3]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("open", -1, "open is -1: expected a whole number from 0 to 8000"),
        ("limp", 12.0, "limp is 12.0"),
        ("cbet", 1001, "cbet is 1001: expected a whole number from 0 to 1000"),
        ("pressure", 1001, "pressure is 1001: expected a whole number from 0 to 1000"),
        ("margin", 8001, "margin is 8001: expected a whole number from -8000 to 8000"),
        ("value", True, "value is True"),
        ("sizes", "baccarat", "sizes is 'baccarat': expected cash, tournament"),
        ("kind", "genius", "kind is 'genius': expected caller, random, thinker"),
    ],
)
def test_a_number_that_cannot_be_played_is_refused(field: str, value: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Style(**{field: value})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=sentence):
        msgspec.structs.replace(STYLES["tag"], **{field: value})
