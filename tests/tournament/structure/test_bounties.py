"""Bounty terms."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.problems import BadStructure


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"amount": 0}, "amount is 0: expected what an entry pays for its bounty, a whole number from 1"),
        ({"amount": 5, "kind": "mistery"}, "kind is 'mistery': expected .*did you mean 'mystery'"),
        ({"amount": 5, "head_percent": Decimal(30)}, 'head_percent is for progressive bounties: expected kind = "prog'),
        ({"amount": 5, "top_percent": (Decimal(30),)}, "top_percent is for mystery bounties"),
        ({"amount": 5, "kind": "progressive", "from_players": 9}, "from_players is for mystery bounties"),
        ({"amount": 5, "kind": "progressive", "head_percent": Decimal(101)}, "head_percent is 101: expected a perc"),
        ({"amount": 5, "kind": "mystery", "top_percent": (Decimal(60), Decimal(50))}, "add up to 110 %, more than"),
        (
            {"amount": 5, "kind": "mystery", "top_percent": (Decimal(5), Decimal(6))},
            "envelope 2 has 6 % and envelope 1",
        ),
        ({"amount": 5, "kind": "mystery", "top_percent": 5}, "top_percent is 5: expected a list of percentages"),
    ],
)
def test_terms_that_cannot_be_are_refused(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        Bounty(**values)  # type: ignore[arg-type]
