"""The winnings chart: its title, axes, units and lines."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("polars")

from bigslick.history.statistics.winnings_course import CoursePoint, WinningsCourse
from bigslick.simulate.winnings_picture import save_winnings, winnings_picture


def course() -> WinningsCourse:
    made = WinningsCourse("Ann")
    made.last = CoursePoint(200, 12.5, 10.0, 20.0, -7.5)
    made.unknown = 1
    return made


def test_title_axes_units_and_lines() -> None:
    picture = winnings_picture(course())
    (axis,) = picture.figure.axes
    assert picture.figure.get_suptitle() == "Winnings of Ann"
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("hands", "big blinds won")
    labels = [text.get_text() for text in axis.get_legend().get_texts()]
    assert labels == ["winnings", "all-in adjusted", "at showdown", "without showdown"]
    ends = {line.get_label(): line.get_ydata()[-1] for line in axis.lines[:4]}
    assert ends == {"winnings": 12.5, "all-in adjusted": 10.0, "at showdown": 20.0, "without showdown": -7.5}
    assert picture.sentence.startswith("+6.2 bb/100 over 200 hands")
    assert "1 hand with unknown winnings left out" in picture.sentence


def test_a_file_has_the_format_of_its_suffix(tmp_path: Path) -> None:
    save_winnings(course(), tmp_path / "won.png")
    save_winnings(course(), tmp_path / "won.svg")
    assert (tmp_path / "won.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "won.svg").read_bytes()
    with pytest.raises(ValueError, match=r"a \.png or an \.svg"):
        save_winnings(course(), tmp_path / "won.pdf")
