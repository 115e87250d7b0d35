"""A deal on the wire: the limits of a proposal come before anybody reads it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol.deals import MOST_DEALING, ProposeDeal

PROPOSAL: dict[str, Any] = {"type": "propose_deal", "cmd_id": "1", "tournament": "sng", "method": "agreed"}


def read(**fields: Any) -> ProposeDeal:
    return msgspec.json.decode(msgspec.json.encode({**PROPOSAL, **fields}), type=ProposeDeal)


def test_a_proposal_comes_back_as_it_was_sent() -> None:
    proposal = read(for_first=50, amounts={"ann": 70, "bob": 30})
    assert (proposal.method, proposal.for_first, proposal.amounts) == ("agreed", 50, {"ann": 70, "bob": 30})
    assert msgspec.json.decode(msgspec.json.encode(proposal), type=ProposeDeal) == proposal


@pytest.mark.parametrize(
    "wrong",
    [
        {"method": "coin flip"},
        {"for_first": -1},
        {"for_first": 10**15 + 1},
        {"for_first": 1.5},
        {"amounts": {"ann": -1}},
        {"amounts": {f"player {number}": 1 for number in range(MOST_DEALING + 1)}},
    ],
)
def test_what_no_deal_can_be_is_refused_when_it_is_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(**wrong)
