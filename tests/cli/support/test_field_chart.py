"""The field over time as text."""

from bigslick.cli.support.field_chart import draw_field_chart


def test_bars_levels_and_hands() -> None:
    lines = draw_field_chart([(0, 8, 1), (10, 4, 1), (20, 2, 2), (30, 1, 3)], width=30, height=4)
    assert len(lines) == 6
    assert lines[0].startswith("      8 █")
    assert lines[-2].split() == ["level", "1", "2", "3"]
    assert lines[-1].endswith("30 hands")


def test_a_level_that_begins_in_the_last_column_does_not_stick_out() -> None:
    lines = draw_field_chart([(0, 8, 9), (29, 4, 9), (30, 1, 10)], width=30, height=4)
    assert max(map(len, lines[:-1])) <= 38
