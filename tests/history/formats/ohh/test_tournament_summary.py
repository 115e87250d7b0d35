"""The text of an Open Tournament Summary: one object, exact amounts, missing values left out."""

from __future__ import annotations

import json
from decimal import Decimal

from bigslick.history.formats.ohh.fields import OhhSpeed
from bigslick.history.formats.ohh.tournament_summary import (
    TournamentFinish,
    TournamentRebuys,
    TournamentSummary,
    summary_text,
)


def test_a_summary_is_one_object_with_exact_amounts() -> None:
    text = summary_text(
        TournamentSummary(
            site_name="Oak Room",
            network_name="Oak Room",
            internal_version="1.0.0",
            tournament_number="7",
            tournament_name="Sunday",
            start_date_utc="2026-11-15T18:00:00Z",
            end_date_utc="2026-11-15T21:00:00Z",
            currency="EUR",
            buyin_amount=Decimal("9.50"),
            fee_amount=Decimal("0.50"),
            initial_stack=1500,
            type="STT",
            speed=OhhSpeed(type="Normal", round_time=600),
            prize_pool=Decimal("57.00"),
            player_count=6,
            tournament_finishes_and_winnings=(
                TournamentFinish(player_name="Ann", finish_position=1, still_playing=False, prize=Decimal("57.00")),
                TournamentFinish(player_name="Bob", still_playing=True),
            ),
            tournament_rebuys=(TournamentRebuys(player_name="Bob", rebuys=1, addons=0),),
        )
    )
    assert '"buyin_amount": 9.50,' in text
    found = json.loads(text)["ots"]
    assert found["spec_version"] == "1.1.5"
    assert found["tournament_finishes_and_winnings"] == [
        {"player_name": "Ann", "finish_position": 1, "still_playing": False, "prize": 57.0},
        {"player_name": "Bob", "still_playing": True},
    ]
    assert found["tournament_rebuys"] == [{"player_name": "Bob", "rebuys": 1, "addons": 0}]
    assert "hero_player_name" not in found
    assert "flags" not in found
