"""A chart of a player's winnings over their hands, with the same lines as in trackers."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from bigslick.checks import counted
from bigslick.history.statistics.winnings_course import WinningsCourse

from .folders import named, write_whole
from .pictures import COLOURS, Picture, new_figure, thousands

LINES: Final = (
    ("won", "winnings", COLOURS[2], 1.8, "-"),
    ("adjusted", "all-in adjusted", COLOURS[1], 1.5, "-"),
    ("at_showdown", "at showdown", COLOURS[0], 1.1, "--"),
    ("before_showdown", "without showdown", COLOURS[3], 1.1, "--"),
)
"""The lines from the top of the legend, each a field of `CoursePoint`."""


def winnings_picture(course: WinningsCourse) -> Picture:
    """Draw winnings, all-in adjusted winnings, and winnings with and without a showdown, hand by hand."""
    hands = course.last.hands
    title = f"Winnings of {course.player}"
    rate = f"{100 * course.last.won / hands:+.1f} bb/100" if hands else "no winnings"
    note = f"{rate} over {counted(hands, 'hand')}; adjusted: all-ins count as their equity when the betting ended"
    if course.unknown:
        note += f"; {counted(course.unknown, 'hand')} with unknown winnings left out"
    figure, (axis,) = new_figure(title, note)
    points = course.points
    for name, label, colour, width, style in LINES:
        axis.plot(
            [point.hands for point in points],
            [getattr(point, name) for point in points],
            color=colour,
            linewidth=width,
            linestyle=style,
            label=label,
        )
    axis.axhline(0, color="#888888", linewidth=0.8, zorder=1)
    axis.set_xlabel("hands")
    axis.set_ylabel("big blinds won")
    axis.set_xlim(0, max(1, hands))
    thousands(axis.xaxis)
    thousands(axis.yaxis)
    axis.legend(frameon=False, fontsize=9)
    return Picture("winnings", title, note, figure)


def save_winnings(course: WinningsCourse, path: Path) -> None:
    """Write the chart to a .png or .svg file."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise ValueError(f"{path}: a picture is a .png or an .svg file")
    file = io.BytesIO()
    winnings_picture(course).figure.savefig(
        file, format=path.suffix[1:].lower(), dpi=130, metadata={"Software": None} if path.suffix == ".png" else {}
    )
    with named(path):
        write_whole(path, file.getvalue())
