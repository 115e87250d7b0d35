"""The hand that most rulings tests change in one place."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def hand() -> dict[str, Any]:
    """Return TDA 47 example 1 in short: a bet, a short all-in, and the bettor who may only call."""
    return {
        "id": "RO6",
        "type": "hand",
        "area": "reopening",
        "game": "NLHE",
        "table_size": 3,
        "button": 0,
        "sb_seat": 1,
        "bb_seat": 2,
        "blinds": {"sb": 50, "bb": 100},
        "ante": {"type": "none", "amount": 0},
        "stacks": {"0": 900, "1": 5000, "2": 5000},
        "options": {},
        "hole_cards": {"0": "AhAd", "1": "KhKd", "2": "QhQd"},
        "board": "2c3d5s7c8s",
        "script": [
            {"seat": 0, "action": "call"},
            {"seat": 1, "action": "call"},
            {"seat": 2, "action": "check"},
            {"seat": 1, "action": "bet", "to": 500},
            {"seat": 2, "action": "call"},
            {"seat": 0, "action": "all_in", "to": 800},
            {
                "expect": {
                    "street": "flop",
                    "to_act": 1,
                    "legal": ["fold", "call"],
                    "call_amount": 300,
                    "pot_total": 2100,
                    "min_raise_to": None,
                    "max_raise_to": None,
                }
            },
            {"seat": 1, "action": "call"},
            {"seat": 2, "action": "fold"},
        ],
        "expected": {
            "pots": [{"amount": 2400, "eligible": [0, 1]}],
            "uncalled_return": {},
            "payouts": {"0": 2400},
            "final_stacks": {"0": 2400, "1": 4100, "2": 4400},
            "eliminated": [],
            "show_order": [1, 0],
            "all_in_showdown": True,
            "pot_awards": [{"amount": 2400, "winners": [0], "odd_chips_to": []}],
        },
    }
