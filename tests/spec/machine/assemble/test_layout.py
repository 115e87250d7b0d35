"""Addresses in the machine's memory."""

from __future__ import annotations

import pytest

from bigslick.spec import Spec
from bigslick.spec.machine.assemble.layout import MOST_WORDS, Layout, NotAssembled


def test_a_new_game_begins_with_the_words_of_its_variables_and_zones(s0: Spec) -> None:
    layout = Layout(s0, 3)
    assert layout.words[: len(s0.globals)] == [int(var.init) for var in s0.globals]
    for var in s0.players:
        assert layout.words[layout.column(var) : layout.column(var) + 3] == [int(var.init)] * 3
    sizes = layout.words[layout.zone_sizes : layout.zone_sizes + layout.zones]
    assert sizes == [52 if name == "deck:none" else 0 for name in s0.zone_names()]
    deck = layout.zone_tokens + s0.zone_names().index("deck:none") * 52
    assert layout.words[deck : deck + 52] == list(range(52))


def test_a_constant_is_kept_once_and_known(s0: Spec) -> None:
    layout = Layout(s0, 3)
    seven = layout.constant(7)
    assert layout.constant(7) == seven
    assert layout.known(seven) == 7
    assert layout.known(layout.globals) is None
    assert layout.known(layout.reserve(1)) is None
    players = layout.all_players()
    assert layout.words[players : players + 4] == [3, 0, 1, 2]


def test_a_game_that_is_too_large_is_not_assembled(s0: Spec) -> None:
    with pytest.raises(NotAssembled, match="too much memory"):
        Layout(s0, 3).reserve(MOST_WORDS)
