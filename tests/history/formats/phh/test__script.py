"""The actions of plain hands: what the quick reader makes of a text is what the reader of all texts makes of it."""

from __future__ import annotations

import pytest

from bigslick.history import BadHistory, loads, replay
from bigslick.history.formats.phh._script import COMPILED, Amounts, Script

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhKd', 'd dh p2 QsQd', {}]
"""


@pytest.mark.parametrize(
    ("actions", "stacks"),
    [
        ("'p2 f'", ("101", "99")),
        ("'p2 cbr 100', 'p1 f'", ("98", "102")),
        ("'p2 cbr 2.5', 'p1 f'", None),
        ("'p2 cbr 4.50', 'p1 f'", ("98.00", "102.00")),
        ("'p2 cbr 100', 'p1 cc', 'd db 2c3c4c', 'd db 5h', 'd db 9s', 'p1 sm AhKd', 'p2 sm QdQs'", ("200", "0")),
    ],
)
def test_actions_in_their_shortest_form_are_played(actions: str, stacks: tuple[str, ...] | None) -> None:
    history = loads(HAND.format(actions))
    if stacks is None:
        with pytest.raises(BadHistory, match="below the minimum"):
            replay(history)
    else:
        assert replay(history).final_stacks == stacks


@pytest.mark.parametrize("kind", [Amounts, Script])
def test_its_parts_are_empty_when_they_are_new(kind: type) -> None:
    assert kind() is not None
    assert isinstance(COMPILED, bool)
