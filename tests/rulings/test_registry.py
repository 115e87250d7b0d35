"""The table of case types is the only place where they are named."""

from __future__ import annotations

from bigslick.rulings.case import Ruling
from bigslick.rulings.registry import CASE_TYPES


def test_every_type_has_a_model_a_checker_and_a_teller_of_its_own() -> None:
    for column in zip(*CASE_TYPES.values(), strict=True):
        assert len(set(column)) == len(CASE_TYPES)
    for name, kind in CASE_TYPES.items():
        assert issubclass(kind.model, Ruling), name
        assert kind.check.__doc__, name
        assert kind.tell.__doc__, name
