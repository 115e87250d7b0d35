"""An event's summary as trackers read it: the fields of Open Tournament Summary 1.1.5, and the event's money."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.papers.finishers import finishers
from bigslick.tournament.papers.summary import tournament_summary
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.structure import AddOn, Rebuy

from .events import rounds, turbo

SAMPLE = Path(__file__).parents[4] / "shared" / "hands" / "ohh" / "example.ots"


def summary(event: Tournament) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(tournament_summary(event)))["ots"]
    return found


@pytest.mark.parametrize("event", [turbo(), rounds()], ids=["by time", "by hands"])
def test_every_entry_has_its_place_and_its_prize(event: Tournament) -> None:
    found = summary(event)
    rows = found["tournament_finishes_and_winnings"]
    assert [(row["player_name"], row["finish_position"], row["prize"]) for row in rows] == [
        (row.player, row.place, row.prize) for row in finishers(event)
    ]
    assert sum(row["prize"] for row in rows) == found["prize_pool"]
    assert found["player_count"] == len(set(event.director.names))
    assert not any(row["still_playing"] for row in rows)
    assert found["buyin_amount"] == event.structure.buy_in


def test_the_fields_are_those_of_a_sample_of_the_standard() -> None:
    sample = json.loads(SAMPLE.read_text("utf-8"))["ots"]
    found = summary(turbo())
    optional = {"flags", "hero_player_name", "bounty_fee_amount", "bounty_value_amount"}
    assert set(sample) - optional <= set(found)
    assert set(found) - set(sample) <= {"rebuy_cost", "addon_cost", "tournament_rebuys", *optional}
    assert set(found["speed"]) == set(sample["speed"])
    assert found["spec_version"] == "1.1.5"
    assert found["start_date_utc"] == "1970-01-01T00:00:00Z"


def test_rebuys_add_ons_bounties_and_players_who_are_still_in() -> None:
    structure = load("turbo-6").with_entrants(8)
    structure = msgspec.structs.replace(
        structure,
        rebuy=Rebuy(until_level=2, cost=40, chips=1000),
        addon=AddOn(until_level=2, cost=30, chips=1500),
        bounty=Bounty(amount=5, kind="progressive"),
        late_reg_levels=0,
        reentry_limit=0,
    )
    event = Tournament(structure, bots=["maniac"], seed=5)
    before = summary(event)
    assert all(row["still_playing"] for row in before["tournament_finishes_and_winnings"])
    assert "prize" not in before["tournament_finishes_and_winnings"][0]
    event.finish()
    found = summary(event)
    assert found["flags"] == ["Progressive-Bounty", "Rebuy"]
    assert (found["rebuy_cost"], found["addon_cost"], found["bounty_value_amount"]) == (40, 30, 5)
    bought = sum(row["rebuys"] for row in found["tournament_rebuys"])
    assert bought == event.director.rebought > 0
    assert sum(row["addons"] for row in found["tournament_rebuys"]) == event.director.addons > 0
