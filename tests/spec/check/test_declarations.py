"""Problems with declarations: variables, zones, tokens and players."""

from __future__ import annotations

import pytest

from tests.spec.conftest import Write, messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("min: 2, max: 4", "min: 5, max: 4", "5 to 4 players"),
        ("name: over, type", "name: pot, type", "the variable 'pot' is declared twice"),
        ("- id: stop", "- id: put", "the action 'put' is declared twice"),
        ("name: rank, from: 1, to: 10", "name: rank, from: 10, to: 1", "the prop 'rank' has no range"),
        ("name: pot, type", "name: 'po t', type", "the string 'po t' cannot name a variable"),
    ],
)  # fmt: skip
def test_a_mistake_in_declarations_is_named(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))


def test_a_catalogue_starts_in_a_zone_that_is_named(vary: Write) -> None:
    [message] = messages(vary(("zone: deck:none, props", "zone: hand:actor, props")))
    assert message == "the catalogue 'card' starts in a zone that is not named"
