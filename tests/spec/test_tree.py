"""A game's checked tree."""

from __future__ import annotations

import pytest

from bigslick.spec import load_spec


@pytest.mark.parametrize("name", ["holdem", "kuhn", "eights"])
def test_numbers_in_the_tree_are_places_in_its_lists(name: str) -> None:
    spec = load_spec(f"std:{name}")
    assert [phase.index for phase in spec.phases] == list(range(len(spec.phases)))
    assert [action.index for action in spec.actions] == list(range(len(spec.actions)))
    assert [var.slot for var in spec.globals] == list(range(len(spec.globals)))
    assert [var.slot for var in spec.players] == list(range(len(spec.players)))
    assert len(spec.zone_names()) == spec.zone_count
    assert all(0 <= goto.phase < len(spec.phases) for goto in spec.gotos)


def test_a_spec_is_known_by_its_text() -> None:
    assert load_spec("std:kuhn").digest == load_spec("std:kuhn").digest
    assert load_spec("std:kuhn").digest != load_spec("std:eights").digest
