"""Folding facts: in order, without a gap, and all damage named."""

import pytest

from bigslick.server.serving.folding import fold
from bigslick.server.store.records import FactRow
from bigslick.server.store.trouble import DamagedStream


class Sum:
    """The smallest thing that facts can be folded into."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.count = 1

    def add(self, payload: bytes) -> None:
        self.total += int(payload)
        self.count += 1


def rows(*numbers: int, payload: bytes = b"") -> list[FactRow]:
    return [FactRow("t1", number, 0, payload or b"%d" % number) for number in numbers]


def folded(found: list[FactRow], live: Sum | None = None) -> Sum:
    return fold("table t1", found, lambda payload: Sum(int(payload)), Sum.add, live)


def test_facts_are_folded_in_order() -> None:
    assert folded(rows(1, 2, 3)).total == 6


def test_facts_after_a_saved_state_go_on_from_it() -> None:
    assert folded(rows(2, 3), folded(rows(1))).total == 6
    assert folded([], folded(rows(1))).total == 1


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ([], "table t1 has no facts"),
        (rows(2), "fact 1 of table t1 is missing"),
        (rows(1, 3), "fact 2 of table t1 is missing"),
        (rows(1, payload=b"?"), "fact 1 of table t1 is damaged: ValueError"),
        (rows(1) + rows(2, payload=b"?"), "fact 2 of table t1 is damaged: ValueError"),
    ],
)
def test_damage_is_named(found: list[FactRow], sentence: str) -> None:
    with pytest.raises(DamagedStream, match=f"^{sentence}$"):
        folded(found)
