"""The store's records as data: valid transfers, named hands, and batches."""

from __future__ import annotations

import pytest

from bigslick.server.store.records import Batch, ChipTransfer

from ..hands import played


@pytest.mark.parametrize(
    ("amount", "source", "target"),
    [(0, "mint", "player:ada"), (-5, "mint", "player:ada"), (5, "player:ada", "player:ada")],
)
def test_a_transfer_moves_chips_from_one_account_to_another_or_is_refused(
    amount: int, source: str, target: str
) -> None:
    with pytest.raises(
        ValueError, match=f"cannot transfer {amount} chips from {source} to {target}: expected 1 or more"
    ):
        ChipTransfer(source=source, target=target, amount=amount, reason="test", at=0)
    assert ChipTransfer(source="mint", target="player:ada", amount=1, reason="test", at=0).amount == 1


def test_a_hand_is_named_by_its_table_and_number() -> None:
    assert played("sng4.2", 17).id == "sng4.2-17"


def test_a_batch_is_made_of_tuples_that_are_empty_unless_given() -> None:
    assert [getattr(Batch(), name) for name in Batch.__struct_fields__] == [()] * len(Batch.__struct_fields__)
    with pytest.raises(AttributeError):
        Batch().rows = []  # type: ignore[misc]
