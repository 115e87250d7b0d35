"""Problems with queries and zones."""

from __future__ import annotations

import pytest

from tests.spec.conftest import Write, messages


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("to: hand:actor", "to: hand:none", "'hand:none' names no zone: 'hand' has one for each player"),
        ("to: hand:actor", "to: hand:4", "'hand:4' names no zone: 'hand' has one for each player"),
        ("from: deck:none, to", "from: deck:0, to", "'deck' belongs to no player, and this is 'deck:0'"),
    ],
)  # fmt: skip
def test_a_mistake_in_queries_is_named(vary: Write, old: str, new: str, message: str) -> None:
    assert message in messages(vary((old, new)))
