"""A small text chart of a tournament's field over time."""

from __future__ import annotations

from collections.abc import Sequence

BARS = " ▁▂▃▄▅▆▇█"
LABEL = 7

Moment = tuple[int, int, int]
"""Hands played, players left, level."""


def draw_field_chart(field: Sequence[Moment], width: int = 72, height: int = 10) -> list[str]:
    """Draw the number of players left as bars over hands played, with level marks below."""
    last, most = field[-1][0], max(left for _, left, _ in field)
    columns: list[tuple[int, int]] = []
    at = 0
    for column in range(width):
        hand = last * (column + 1) // width
        while at + 1 < len(field) and field[at + 1][0] <= hand:
            at += 1
        columns.append((field[at][1], field[at][2]))
    lines = []
    for row in range(height, 0, -1):
        filled = [min(8, max(0, round(8 * (left * height / most - row + 1)))) for left, _ in columns]
        label = f"{most * row // height:>{LABEL},}" if row in (height, (height + 1) // 2) else " " * LABEL
        lines.append(f"{label} {''.join(BARS[eighths] for eighths in filled)}")
    lines.append(f"{'level':>{LABEL}} {''.join(_level_marks([level for _, level in columns]))}")
    lines.append(f"{'':>{LABEL}} 0 hands{'':>{max(1, width - 20)}}{last:>7,} hands")
    return [line.rstrip() for line in lines]


def _level_marks(levels: Sequence[int]) -> list[str]:
    """Return the level numbers, each under the column where it began, if there is room."""
    marks = [" "] * len(levels)
    before = 0
    for column, level in enumerate(levels):
        text = str(level)
        free = all(mark == " " for mark in marks[max(0, column - 1) : column + len(text)])
        if level != before and free and column + len(text) <= len(levels):
            marks[column : column + len(text)] = list(text)
        before = level
    return marks
