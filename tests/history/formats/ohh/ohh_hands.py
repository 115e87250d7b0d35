"""Open Hand History hands for tests, based on the standard's pages: seats 1, 2 and 4, with the button on 4."""

from __future__ import annotations

import datetime
import io
import json
from decimal import Decimal
from typing import Any

from bigslick.history import BadHistory, History
from bigslick.history.formats.ohh.reading import FORMAT
from bigslick.history.history_details import TournamentDetails

SUNDAY = TournamentDetails(
    number="T1",
    name="Sunday",
    kind="MTT",
    currency="EUR",
    buy_in=Decimal("9.5"),
    fee=Decimal("0.5"),
    bounty=1,
    speed="Turbo",
    level_seconds=300,
    started=datetime.datetime(2026, 11, 15, 18, tzinfo=datetime.UTC),
    initial_stack=1000,
    flags=["Re-Entry"],
)
"""One tournament with every detail."""


def act(player: int | None, action: str, amount: Any = None, cards: Any = None, **more: Any) -> dict[str, Any]:
    """Make one action; missing values are left out, as exporters do."""
    given = {"player_id": player, "action": action, "amount": amount, "cards": cards} | more
    return {name: value for name, value in given.items() if value is not None}


def street(name: str, *actions: dict[str, Any], cards: Any = None) -> dict[str, Any]:
    """Return one round."""
    return {"street": name, "cards": cards, "actions": list(actions)}


BLINDS = (act(11, "Post SB", 0.5), act(12, "Post BB", 1))
WALK = street("Preflop", *BLINDS, act(14, "Fold"), act(11, "Fold"))
FLOP = street("Flop", act(11, "Check"), act(12, "Check"), cards=["Ah", "Kd", "2c"])
CALLED = street("Preflop", *BLINDS, act(14, "Fold"), act(11, "Call", 0.5), act(12, "Check"))


def won(player: int, amount: Any, **more: Any) -> dict[str, Any]:
    """Return a pot that one player wins without rake."""
    return {
        "number": 0,
        "amount": amount,
        "rake": 0,
        "player_wins": [{"player_id": player, "win_amount": amount}],
    } | more


def hand(*rounds: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Make a three-player hand at 0.50/1; `changes` replaces fields, and None removes one."""
    fields: dict[str, Any] = {
        "spec_version": "1.4.7",
        "site_name": "Oak Room",
        "network_name": "Oak Room",
        "internal_version": "1.0.0",
        "game_number": "77",
        "start_date_utc": "2026-11-16T20:00:05Z",
        "table_name": "Oak",
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_size": 6,
        "currency": "USD",
        "dealer_seat": 4,
        "small_blind_amount": 0.5,
        "big_blind_amount": 1,
        "ante_amount": 0,
        "hero_player_id": 12,
        "players": [
            {"id": 14, "seat": 4, "name": "Cat", "starting_stack": 80.25},
            {"id": 11, "seat": 1, "name": "Ann", "starting_stack": 100},
            {"id": 12, "seat": 2, "name": "Bob", "starting_stack": 50},
        ],
        "rounds": list(rounds) or [WALK],
        "pots": [won(12, 1)],
    }
    return {name: value for name, value in (fields | changes).items() if value is not None}


def text(*hands: dict[str, Any]) -> bytes:
    """Return these hands as a file's text."""
    return "\n\n".join(json.dumps({"ohh": fields}, indent=2) for fields in hands).encode()


def read_all(data: bytes) -> list[History | BadHistory]:
    """Read a file with the reader."""
    assert FORMAT.read is not None
    return list(FORMAT.read(io.BytesIO(data), "night.ohh"))


def read_one(fields: dict[str, Any]) -> History:
    """Return one hand's history."""
    (found,) = read_all(text(fields))
    if isinstance(found, BadHistory):
        raise found
    return found
