"""Names grid points for tables, legends and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bigslick.checks import counted

from .plan import StudyPlan

MOST_WORDS = 6
ALL = "all"
"""The only point in a plan without a grid."""


def point_labels(plan: StudyPlan) -> list[str]:
    """Return a unique label for each grid point, in the order of `plan.points()`."""
    words = [""]
    for name, values in plan.grid.items():
        if isinstance(values, Mapping):
            added = [str(label) for label in values]
        else:
            added = _unlike([_setting(name, value) for value in values], values)
        words = [f"{before}, {after}" if before else after for before in words for after in added]
    return [label or ALL for label in words]


def bot_label(name: str) -> str:
    """Return a bot's name without the folders of its file."""
    file, colon, wanted = name.rpartition(":")
    return f"{Path(file).name}:{wanted}" if colon else name


def _setting(name: str, value: Any) -> str:
    if name == "structure":
        return Path(str(value)).stem
    if name == "bots":
        return field_label(value)
    key = name.removeprefix("structure.").removeprefix("bots.").replace(".", " ").replace("_", " ")
    return f"{key} {_words(value)}"


def field_label(field: Mapping[str, int]) -> str:
    """Describe a field in words: `3 tag, 1 shark`."""
    if len(field) == 1:
        return f"all {bot_label(next(iter(field)))}"
    return " + ".join(f"{parts} {bot_label(name)}" for name, parts in field.items())


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int):
        return f"{value:,}"
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_words(inner)}" for key, inner in value.items()) or "none"
    if isinstance(value, list | tuple):
        if any(isinstance(inner, Mapping | list | tuple) for inner in value):
            return f"of {counted(len(value), 'row')}"
        shown = "/".join(_words(inner) for inner in value[:MOST_WORDS])
        return f"{shown}/… ({len(value)})" if len(value) > MOST_WORDS else shown or "none"
    return str(value)


def _unlike(labels: list[str], values: list[Any]) -> list[str]:
    """Make labels distinct: files with the same name get their folder, anything else a number."""
    named = [
        str(value) if labels.count(label) > 1 and isinstance(value, str) else label
        for label, value in zip(labels, values, strict=True)
    ]
    return [f"{label} ({place + 1})" if named.count(label) > 1 else label for place, label in enumerate(named)]
