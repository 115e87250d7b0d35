"""Problems with values: types, names and arithmetic."""

from __future__ import annotations

import pytest

from tests.spec.conftest import Write, messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("right: 0 }", "right: 101 }", "'chips' is never 101"),
        ("player: actor, var: folded", "player: $actor, var: folded", "the string '$actor' is not a player"),
        ("{ ref: activePlayer }", "{ rfe: activePlayer }", "a mapping with 'rfe' is not a value"),
        ("{ ref: activePlayer }", "{ ref: activPlayer }", "unknown ref 'activPlayer'"),
        ("{ param: amount }", "{ param: amont }", "unknown parameter 'amont'"),
        ("var: over, value: true", "var: over, value: {op: /, left: 1, right: 0}", "'/' by 0"),
    ],
)  # fmt: skip
def test_a_mistake_in_values_is_named(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))
