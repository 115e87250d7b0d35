"""The population: how many of each house bot make a field that plays like people."""

from __future__ import annotations

from typing import Final

POPULATION: Final[tuple[str, ...]] = (
    *("fish", "tag", "lag", "whale", "fish", "tag", "lag", "fish", "tag", "rock"),
    *("fish", "whale", "lag", "tag", "fish", "shark", "whale", "tag", "fish", "lag"),
)
"""Twenty players, assigned to a field in turn."""
STRONG: Final[tuple[str, ...]] = ("shark",)
REGULAR: Final[tuple[str, ...]] = ("tag", "lag", "rock")
RECREATIONAL: Final[tuple[str, ...]] = ("fish", "whale")
