"""Cases of type `substantial_action`."""

from __future__ import annotations

from .cases import verdicts, why


def test_substantial_action_names_the_row() -> None:
    rows = [{"actions_in_turn": ["fold", "call"], "substantial": True}]
    case = {"id": "SA", "type": "substantial_action", "area": "sa", "cases": rows}
    assert verdicts(case)[0].ok
    rows.append({"actions_in_turn": ["fold", "fold"], "substantial": True})
    assert why(case) == "row 2, fold fold: substantial is false, expected true"
    rows[1] = {"actions_in_turn": ["nod"], "substantial": True}
    assert "'nod' is not an action in turn" in why(case)
