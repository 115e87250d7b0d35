"""Shared by the rulings tests: a case checked as its own file, and a hand to change."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from bigslick.rulings import Verdict, check_rulings


def verdicts(*cases: dict[str, Any], **sections: object) -> list[Verdict]:
    return list(check_rulings(json.dumps({"cases": cases, **sections})))


def why(case: dict[str, Any]) -> str:
    (verdict,) = verdicts(case)
    assert not verdict.ok
    return verdict.why


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
