"""Cases of type `substantial_action` and `misdeal`."""

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


def test_a_misdeal_says_what_became_of_the_hand() -> None:
    case = {
        "id": "M",
        "type": "misdeal",
        "table_size": 4,
        "button": 2,
        "actions_in_turn": ["fold"],
        "expected_called_off": True,
        "expected_button": 2,
    }
    assert verdicts(case)[0].ok
    assert why(case | {"expected_button": 3}) == "button is 2, expected 3"
    assert why(case | {"expected_called_off": False}) == "called_off is true, expected false"
    late = case | {"actions_in_turn": ["raise", "all_in"]}
    assert why(late) == "called_off is false, expected true"
    assert "'nod' is not an action here" in why(case | {"actions_in_turn": ["nod"]})
    assert "cannot check" in why(case | {"actions_in_turn": ["check"]})
