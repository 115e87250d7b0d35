"""Events are frozen facts that survive JSON under their tags."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from bigslick.hand.events import Event

KINDS = get_args(Event)


@pytest.mark.parametrize("kind", KINDS)
def test_a_fact_is_frozen_documented_and_tagged(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.frozen
    assert kind.__doc__
    assert kind.__struct_config__.tag


def test_no_two_facts_share_a_tag() -> None:
    tags = [kind.__struct_config__.tag for kind in KINDS]
    assert len({*tags}) == len(tags)
