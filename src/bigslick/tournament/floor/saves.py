"""A tournament as bytes: a format line, a checksum, and the packed state."""

from __future__ import annotations

import hashlib
import zlib
from typing import TYPE_CHECKING, Final

import msgspec

from bigslick.checks import must_be
from bigslick.errors import BigslickError

from ..director.state import DirectorState
from ..structure.structure import Structure
from ._floor import Floor

if TYPE_CHECKING:
    from .run import Tournament

MAGIC: Final = b"bigslick tournament 4\n"
_DIGEST: Final = 32
MOST_USED: Final = 1 << 40


class BadSave(BigslickError, ValueError):
    """Bytes that are not a saved tournament, or were changed since it was saved."""

    __module__ = "bigslick.tournament"


class SavedTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a tournament of house bots needs to continue."""

    structure: Structure
    seed: str
    """Prefixed with its type, because an int can be too large for the format."""
    bots: tuple[str, ...]
    reentries: bool
    level: int
    rounds: int
    """Rounds played, each with one hand at every table."""
    now: int
    """The clock, or the rounds if levels change by hands."""
    director: DirectorState
    floor: dict[str, bytes]
    floor_numbers: dict[str, int]
    used: dict[str, int]
    """Bytes used from each random stream."""
    rows: dict[int, int]
    """Each table's row on the floor."""
    free_rows: list[int]
    waiting: list[int]
    late: list[str]
    late_at: list[int]
    """The hand or second at which each late entrant comes."""
    styles: dict[str, int]
    """The style of each player who has sat down."""


def saved(event: Tournament) -> SavedTournament:
    """Return an event between two steps, as data."""
    rows, numbers = event.floor.freeze()
    return SavedTournament(
        structure=event.structure,
        seed=seed_text(event.seed),
        bots=event.bots,
        reentries=event.reentries,
        level=event.level,
        rounds=event.rounds,
        now=event.now,
        director=event.director.export(),
        floor=rows,
        floor_numbers=numbers,
        used={name: stream.draws.used() for name, stream in event._streams.items()},
        rows=dict(event.tables.row_of),
        free_rows=list(event.tables.free_rows),
        waiting=sorted(event.tables.waiting),
        late=list(event._late),
        late_at=list(event._late_at),
        styles=dict(event._field_bots.style_of_player),
    )


def restore(event: Tournament, state: SavedTournament) -> None:
    """Restore into an event that is set up and has not begun."""
    if state.director.stage.number > 1:
        event._take_streams(state.director.stage.name)
        event._take_schedule(state.director.stage.schedule_from)
    event.level, event.rounds, event.now = state.level, state.rounds, state.now
    for name, stream in event._streams.items():
        if not 0 <= state.used[name] <= MOST_USED:
            raise ValueError(f"its random stream cannot have used {state.used[name]:,} bytes")
        stream.draws.skip(state.used[name])
    event.floor.thaw(state.floor, state.floor_numbers)
    event.floor.set_ante(*event._ante(max(1, state.level)))
    check(state, event.floor)
    event.director.restore(state.director)
    event.floor.set_pressure(event._pressure.now())
    event.tables.restore(state.rows, state.free_rows, state.waiting)
    event._late, event._late_at = list(state.late), list(state.late_at)
    event._field_bots.style_of_player = dict(state.styles)


def seed_text(seed: int | str) -> str:
    return f"text {seed}" if isinstance(seed, str) else f"number {seed:d}"


def seed_value(text: str) -> int | str:
    kind, _, value = text.partition(" ")
    return value if kind == "text" else int(value)


def check(state: SavedTournament, floor: Floor) -> None:
    """Refuse a state that contradicts itself, before any hand is played with it."""
    director, structure = state.director, state.structure
    entries = len(director.names)
    _must(1 <= state.level <= len(structure.levels) and state.rounds >= 0 and state.now >= 0, "its level or its clock")
    _must(0 < entries <= floor.players, "the number of its entries")
    _must(entries == len(director.bullets) == len(director.rebuys) == len(director.where), "its list of entries")
    _must(set(state.rows) == set(director.chairs) >= {*state.waiting, *director.halted, *director.held}, "its tables")
    _must(sorted([*state.rows.values(), *state.free_rows]) == list(range(floor.tables)), "its tables on the floor")
    seated = {
        (state.rows[table], seat): entry
        for table, seats in director.chairs.items()
        for seat, entry in enumerate(seats)
        if entry >= 0
    }
    _must(floor.seated() == seated and len(set(seated.values())) == len(seated), "who sits where")
    _must(not set(director.bags) & set(seated.values()), "who waits")
    _must(len(seated) + len(director.bags) == director.left, "how many are left")
    _must(
        all(len(seats) == floor.chairs_of(state.rows[table]) for table, seats in director.chairs.items()), "its chairs"
    )
    check_money(state)
    chips = floor.chips() + sum(director.bags.values()) + director.removed
    _must(chips == structure.chips(entries, sum(director.rebuys), director.addons), "its chips")


def check_money(state: SavedTournament) -> None:
    """Refuse bounties and deals that do not add up."""
    director, bounty, known = state.director, state.structure.bounty, state.director.bounties
    entries = len(director.names)
    _must((bounty is None) == (known is None), "its bounties")
    if bounty is not None and known is not None:
        _must(len(known.heads) == len(known.won) == entries, "its bounties")
        _must(min(*known.heads, *known.won, *known.envelopes, 0) == 0, "its bounties")
        due = bounty.amount * entries if bounty.kind != "mystery" or known.sealed else 0
        _must(sum(known.heads) + sum(known.won) + sum(known.envelopes) == due, "its bounties")
    _must(all(0 <= entry < entries for entry in director.agreed) and director.for_first >= 0, "its deal")


def _must(condition: bool, what: str) -> None:
    if not condition:
        raise BadSave(f"the save is inconsistent: {what} cannot be right")


def pack(state: SavedTournament) -> bytes:
    """Pack the state into bytes with a checksum."""
    packed = zlib.compress(msgspec.msgpack.encode(state), 1)
    return MAGIC + hashlib.sha256(packed).digest() + packed


def unpack(data: bytes) -> SavedTournament:
    """Unpack the state from bytes; raise `BadSave` if they are truncated, edited or something else."""
    must_be(bytes, data, "a saved tournament: expected the bytes that `save` gave")
    if not data.startswith(MAGIC):
        raise BadSave(f"this is not a saved tournament: expected a file that starts with {MAGIC.decode().strip()!r}")
    digest, packed = data[len(MAGIC) : len(MAGIC) + _DIGEST], data[len(MAGIC) + _DIGEST :]
    if hashlib.sha256(packed).digest() != digest:
        raise BadSave("the save is damaged: it was cut off or edited, and its checksum does not match")
    try:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=SavedTournament)
    except (msgspec.MsgspecError, zlib.error, ValueError, TypeError) as error:
        raise BadSave(f"the save cannot be read: {error}") from None
