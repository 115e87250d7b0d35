"""The columns of a count."""

from bigslick.history import Figures
from bigslick.history.statistics import count_columns as columns


def test_each_column_has_the_place_of_its_field() -> None:
    fields = Figures.__struct_fields__
    named = {
        "DEALT": "dealt",
        "ENTERED": "entered",
        "RAISED": "raised",
        "THREE_BET": "chances",
        "FACED_THREE_BET": "three_bets_faced",
        "STEAL": "steal_chances",
        "FACED_STEAL": "steals_faced",
        "C_BET": "flop_c_bet_chances",
        "FACED_C_BET": "flop_c_bets_faced",
        "FLOPS": "flops",
        "SHOWDOWNS": "showdowns",
        "SETTLED_SHOWDOWNS": "settled_showdowns",
        "WON_SHOWDOWNS": "won",
        "SETTLED_FLOPS": "settled_flops",
        "WON_FLOPS": "won_flops",
        "WAGERS": "wagers",
        "CALLS": "calls",
        "FOLDS": "folds",
    }
    for constant, field in named.items():
        assert fields[getattr(columns, constant)] == field
    assert len(fields) == columns.COLUMNS
    assert columns.BITS == columns.WAGERS
