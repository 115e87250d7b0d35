"""The tournament that a player opens: its structure from a preset, a file or a few numbers, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta

from bigslick.protocol.lobby import AbsentPlayers, StartKind
from bigslick.protocol.opening import GameForm, Stake
from bigslick.protocol.settings import BadSettings
from bigslick.sentence import say
from bigslick.server.room.config import SIT_AND_GO_BLINDS, levels
from bigslick.server.tournament.settings import MOST_FIELD
from bigslick.server.words import NAME_BYTES
from bigslick.tournament.structure.files import dumps, from_keys, keys_of, located, presets, read_text
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

from .once import OwnId

MOST_PRICE: Final = 10**6
"""The highest price of an entry's buy-in, fee or bounty, and of a rebuy or add-on, in a player's tournament."""
MOST_KEPT: Final = 100
"""The most players for whom places are kept in a player's tournament."""
MOST_BOTS: Final = 100
"""The largest field that house bots fill in a player's tournament."""
_PRIZES: Final = ((3, (100,)), (6, (65, 35)), (12, (50, 30, 20)), (MOST_FIELD, (45, 27, 18, 10)))
"""A sit-and-go's prizes in percent, by the largest field they apply to."""
_SIT_AND_GO: Final = {"entrants": 6, "seats": 6, "starting_stack": 1_500, "buy_in": 100}
_SIT_AND_GO_MINUTES: Final = 5


class NewTournament(GameForm, frozen=True, kw_only=True):
    """A tournament that a player opens as its host. Without `structure` it is a sit-and-go."""

    cmd_id: OwnId = None
    structure: str | dict[str, Any] = ""
    """A preset's name, the text of a structure file, or the keys of one; the values beside it take their place."""
    entrants: Annotated[int, Meta(ge=2, le=MOST_FIELD)] | None = None
    """The most players before the start."""
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    starting_stack: Annotated[int, Meta(ge=200, le=10**9)] | None = None
    buy_in: Stake | None = None
    fee: Stake | None = None
    late_reg_levels: Annotated[int, Meta(ge=0, le=1000)] | None = None
    reentry_limit: Annotated[int, Meta(ge=0, le=1000)] | None = None
    level_minutes: Annotated[int, Meta(ge=1, le=60)] | None = None
    """The length of every level, if levels are by time."""
    start: StartKind = "full"
    start_time: datetime | None = None
    """When it starts, with its zone, if it starts at a time."""
    check_in_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    """How long before a start at a time players can check in; 0 = they need not."""
    absent: AbsentPlayers = "blinded"
    """What becomes of players who have not checked in at the start."""
    keep_for: Annotated[list[Annotated[str, Meta(max_length=NAME_BYTES)]], Meta(max_length=MOST_KEPT)] = []  # noqa: RUF012 - msgspec copies it
    """The names of players with an account for whom places are kept until the start."""
    quiet_all_in: bool = False
    """Whether nobody can talk at a table while a player there is all-in."""
    series: Annotated[str, Meta(max_length=20)] = ""
    """The id of the series it counts in, for its club's owner and managers; empty for none."""
    fill: bool = False
    """Whether house bots take the free places: half a minute after the first entry, or when it starts at a time or by
    its host's word.
    """


_OF_STRUCTURE: Final = (
    *("structure", "entrants", "seats", "starting_stack", "buy_in", "fee"),
    *("late_reg_levels", "reentry_limit", "level_minutes"),
)
"""What the form says about the structure."""
_BESIDE: Final = _OF_STRUCTURE[1:-1]
"""Values with the names of a structure's keys."""

if TYPE_CHECKING:

    class StructureDraft(NewTournament, frozen=True, kw_only=True):
        """For type checkers, a draft is the whole form."""

        name: str = ""

else:
    StructureDraft = msgspec.defstruct(
        "StructureDraft",
        [
            (field.name, field.type, field.default)
            for field in msgspec.structs.fields(NewTournament)
            if field.name in _OF_STRUCTURE
        ],
        module=__name__,
        namespace={"__doc__": "A structure to be checked, as the form for a tournament takes it."},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


class StructureCard(msgspec.Struct, frozen=True, kw_only=True):
    """A structure to open a tournament with, and the values that are often changed beside it."""

    structure: str
    """Its name as a preset; empty for the sit-and-go."""
    name: str
    entrants: int
    """0 if it is open."""
    seats: int
    starting_stack: int
    buy_in: int
    fee: int
    late_reg_levels: int
    reentry_limit: int
    level_minutes: int
    """0 if levels are by hands or not equally long."""
    text: str
    """The structure file."""


def structures() -> tuple[StructureCard, ...]:
    """Return the sit-and-go and the presets."""
    sit_and_go = structure_of(StructureDraft(), "Sit-and-go")
    return (
        _card("", sit_and_go, dumps(sit_and_go)),
        *(_card(name, from_keys(keys_of(text)), text) for name in presets() for text in [read_text(name)]),
    )


def _card(name: str, structure: Structure, text: str) -> StructureCard:
    lengths = {level.seconds for level in structure.levels[:-1]}
    [seconds] = lengths if len(lengths) == 1 else [0]
    return StructureCard(
        structure=name,
        **{key: getattr(structure, key) for key in ("name", *_BESIDE)},
        level_minutes=seconds // 60 if seconds % 60 == 0 else 0,
        text=text,
    )


def structure_of(draft: StructureDraft | NewTournament, name: str = "") -> Structure:
    """Return the structure that a player wants; raises `BadStructure`, with the lines of its text, or `BadSettings`."""
    text = draft.structure if isinstance(draft.structure, str) else ""
    if text and not _is_file(text):
        text = _preset(text)
    raw = _keys(draft, text)
    beside = {key: value for key in _BESIDE if (value := getattr(draft, key)) is not None}
    raw |= {**beside, **({"name": name} if name else {})}
    if draft.level_minutes is not None:
        _set_minutes(raw, draft.level_minutes)
        beside["level_minutes"] = draft.level_minutes
    try:
        made = from_keys(raw)
    except BadStructure as bad:
        raise located(bad, text, "", beside) from None
    _check_money(made)
    return made


def _is_file(text: str) -> bool:
    """Whether it is the text of a structure file rather than a name: every file sets keys."""
    return "=" in text or "\n" in text


def _preset(name: str) -> str:
    if name not in presets():
        known = ", ".join(presets())
        raise BadSettings(say("There is no structure '{name}': expected one of {known}", name=name[:40], known=known))
    return read_text(name)


def _keys(draft: StructureDraft | NewTournament, text: str) -> dict[str, Any]:
    if isinstance(draft.structure, dict):
        return dict(draft.structure)
    if text:
        return keys_of(text, source="")
    entrants = draft.entrants or _SIT_AND_GO["entrants"]
    percent = next(shares for most, shares in _PRIZES if entrants <= most)
    blinds = levels(_SIT_AND_GO_MINUTES, *SIT_AND_GO_BLINDS)
    payouts = Payouts(percent=tuple(map(Decimal, percent)))
    return _SIT_AND_GO | {"levels": [*map(_pairs, blinds)], "payouts": {"percent": [*payouts.percent]}}


def _pairs(level: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(level).items() if value}


def _set_minutes(raw: dict[str, Any], minutes: int) -> None:
    """Make every level as long; levels that cannot be read are refused later."""
    listed = raw.get("levels")
    if not isinstance(listed, list) or not all(isinstance(level, Mapping) for level in listed):
        return
    if any("hands" in level for level in listed):
        raise BadSettings(say("The levels of this structure last hands, not minutes: leave level_minutes out"))
    raw["levels"] = [
        {**{key: value for key, value in level.items() if key not in ("seconds", "minutes")}, "minutes": minutes}
        for level in listed
    ]


def _check_money(structure: Structure) -> None:
    """Refuse prices that are too high, and prizes that the house would pay."""
    if structure.guarantee or structure.payouts.amounts:
        key = "guarantee" if structure.guarantee else "payouts.amounts"
        raise BadSettings(say("The house adds no money to a player's tournament: leave {key} out", key=key))
    prices = {
        "buy_in": structure.buy_in,
        "fee": structure.fee,
        "bounty.amount": structure.bounty.amount if structure.bounty else 0,
        "rebuy.cost": structure.rebuy.cost if structure.rebuy else 0,
        "addon.cost": structure.addon.cost if structure.addon else 0,
    }
    for key, price in prices.items():
        if price > MOST_PRICE:
            raise BadSettings(
                say("{key} is {price}: expected at most {most} chips", key=key, price=price, most=MOST_PRICE)
            )
