"""A host's choices: the form that opens a table or tournament, and the changes to a table that is running.

Both forms have the same fields with the same limits, so whatever a host can choose at the opening can be changed later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from bigslick.hand.setup import MOST_BOARDS
from bigslick.rules import Limit
from bigslick.table.seats import DeadBlindRule
from bigslick.table.seven_deuce import MOST_SEVEN_DEUCE
from bigslick.table.state import MOST_BOMB_BLINDS

from .door import MOST_DELAY_MS, Approval, Away, GameDoor, LongestPause, Spectators
from .money import ChipValue
from .settings import MOST_BOMB_HANDS, MOST_COMEBACK_HOURS, BankUse, Profile, TablePace, TableSettings

Stake = Annotated[int, Meta(ge=0, le=10**6)]
TablePassword = Annotated[str, Meta(min_length=4, max_length=200)]
Speed = Literal["relaxed", "normal", "fast"]
SPEEDS: Final[dict[Speed, TablePace]] = {
    "relaxed": TablePace(deal_animation_delay_ms=250, street_delay_ms=1_600, inter_round_delay_ms=5_000),
    "normal": TablePace(),
    "fast": TablePace(
        action_ms=10_000,  # S1, edge case 4: "typically around 10s"
        deal_animation_delay_ms=60,
        street_delay_ms=300,
        inter_round_delay_ms=1_200,
    ),
}
"""The pauses for each speed, after a card, before a run-out street and between hands, and the usual time to act."""
_USUAL_MS: Final = frozenset(pace.action_ms for pace in SPEEDS.values())
PAUSES: Final = ("deal_animation_delay_ms", "street_delay_ms", "inter_round_delay_ms")
"""The settings that a speed decides; of the time to act it decides only the usual one."""
_CLOCKS: Final = ("action_ms", "bank_ms", "bank")
_FIXED: Final = ("password", "club", "chip_value")
"""Choices that hold for as long as the table is open; the ledger is written in its value of a chip."""


class GameForm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices that tables and tournaments share."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    private: bool = False
    password: TablePassword | None = None
    """A password in addition to the invite, if it is private."""
    approve: Approval = "none"
    action_ms: Annotated[int, Meta(ge=5_000, le=120_000)] | None = None
    """None is the usual time for the speed."""
    bank_ms: Annotated[int, Meta(ge=0, le=300_000)] = 30_000
    bank: BankUse = "asked"
    speed: Speed = "normal"
    take_over_ms: Away = 300_000
    """How long you may be away before another player can take over as host; 0 = forever."""
    longest_pause_ms: LongestPause = 3_600_000
    """How long you can keep it paused before play resumes by itself."""
    club: Annotated[str, Meta(max_length=20)] = ""
    """One of your clubs, to make it visible only to members; empty for everyone."""


class TableForm(GameForm, frozen=True, kw_only=True):
    """A cash table as its host wants it; a buy-in of 0 means the default."""

    seats: Annotated[int, Meta(ge=2, le=10)] = 6
    small_blind: Stake = 5
    big_blind: Annotated[int, Meta(ge=1, le=10**6)] = 10
    ante: Stake = 0
    limit: Limit = "none"
    profile: Profile = "cash"
    burn: bool = True
    run_outs: Annotated[int, Meta(ge=1, le=MOST_BOARDS)] = 1
    straddle: bool = False
    bomb_every: Annotated[int, Meta(ge=0, le=MOST_BOMB_HANDS)] = 0
    bomb_big_blinds: Annotated[int, Meta(ge=1, le=MOST_BOMB_BLINDS)] = 2
    bomb_boards: Annotated[int, Meta(ge=1, le=2)] = 1
    seven_deuce: Annotated[int, Meta(ge=0, le=MOST_SEVEN_DEUCE)] = 0
    rabbit_hunt: bool = False
    least_buy_in: Annotated[int, Meta(ge=0, le=10**9)] = 0
    most_buy_in: Annotated[int, Meta(ge=0, le=10**9)] = 0
    dead_blind_rule: DeadBlindRule = "wait"
    comeback_hours: Annotated[int, Meta(ge=0, le=MOST_COMEBACK_HOURS)] = 12
    chip_value: ChipValue | None = None
    spectators: Spectators = "on"
    delay_ms: Annotated[int, Meta(ge=0, le=MOST_DELAY_MS)] = 0


if TYPE_CHECKING:

    class TableChanges(TableForm, frozen=True, kw_only=True):
        """For type checkers, changes are a form whose fields can all be left out."""

        name: str = ""

else:
    TableChanges = msgspec.defstruct(
        "TableChanges",
        [
            (field.name, field.type | UnsetType, UNSET)
            for field in msgspec.structs.fields(TableForm)
            if field.name not in _FIXED
        ],
        module=__name__,
        namespace={"__doc__": "The choices to change at a running table; the others stay as they are."},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def chosen(changes: TableChanges) -> dict[str, Any]:
    """Return the choices that changes contain, by name."""
    found = {name: getattr(changes, name) for name in changes.__struct_fields__}
    return {name: value for name, value in found.items() if value is not UNSET}


def pace_with(pace: TablePace, choices: Mapping[str, Any]) -> TablePace:
    """Return a pace with a host's choices; raises `BadSettings`."""
    changes = {name: choices[name] for name in _CLOCKS if choices.get(name) is not None}
    if "speed" in choices:
        speed = SPEEDS[choices["speed"]]
        changes |= {name: getattr(speed, name) for name in PAUSES}
        if pace.action_ms in _USUAL_MS:  # a time of the host's own stays
            changes.setdefault("action_ms", speed.action_ms)
    return replace(pace, **changes)


def settings_with(settings: TableSettings, choices: Mapping[str, Any]) -> TableSettings:
    """Return a table's settings with a host's choices; raises `BadSettings`."""
    return replace(settings, **_of(TableSettings, choices), pace=pace_with(settings.pace, choices))


def door_with(door: GameDoor, choices: Mapping[str, Any]) -> GameDoor:
    """Return a door with a host's choices; raises `BadSettings`. Spectators who are not delayed have no delay."""
    if choices.get("spectators", "delayed") != "delayed":
        choices = {"delay_ms": 0, **choices}
    return replace(door, **_of(GameDoor, choices))


def _of(kind: type[msgspec.Struct], choices: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in choices.items() if name in kind.__struct_fields__}
