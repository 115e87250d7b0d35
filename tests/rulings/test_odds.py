"""Cases of type `icm` and `equity`."""

from __future__ import annotations

from .cases import verdicts, why


def test_icm_names_the_stack_that_differs() -> None:
    case = {"id": "IC", "type": "icm", "area": "icm", "stacks": [5000, 3000, 2000], "payouts": [50, 30, 20]}
    good = [38.392857, 32.75, 28.857143]
    assert verdicts({**case, "expected": good, "expected_exact": ["1075/28", "131/4", "202/7"]})[0].ok
    assert "equity of stack 2 is 32.75, expected 33 within 1e-06" in why({**case, "expected": [good[0], 33, good[2]]})
    assert "expected has 2 equities for 3 stacks" in why({**case, "expected": good[:2]})
    fractions = ["1075/28", "131/4", "203/7"]
    sentence = "expected_exact is [1075/28, 131/4, 202/7], expected [1075/28, 131/4, 29]"
    assert sentence in why({**case, "expected": good, "expected_exact": fractions})
    assert "'1/0' is not a fraction" in why({**case, "expected": good, "expected_exact": ["1/0", "1", "1"]})


def test_equities_are_compared_to_the_board() -> None:
    players = [
        {"win": 468, "tie": 0, "equity": 0.47272727, "equity_exact": "26/55"},
        {"win": 522, "tie": 1, "equity": 0.5},
    ]
    matchup = {"id": "Q", "hands": ["AsKd", "QhJh"], "board": "KhTh2c", "boards_enumerated": 990, "players": players}
    (verdict,) = verdicts(equities={"tolerance": 1e-7, "matchups": [matchup]})
    assert verdict.id == "equities.Q"
    assert "AsKd" not in verdict.why
    assert "tie of QhJh is 0, expected 1" in verdict.why
    assert "equity of QhJh is 0.527272727, expected 0.5 within 1e-07" in verdict.why
