"""A tournament as bytes: a line that says what it is, a checksum, and the packed state."""

from __future__ import annotations

import hashlib
import zlib
from typing import Final

import msgspec

from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.errors import BigslickError

from ._floor import Floor
from .director import DirectorState
from .structure import Structure

MAGIC: Final = b"bigslick tournament 1\n"
_DIGEST: Final = 32


class BadSave(BigslickError, ValueError):
    """Bytes that are not a saved tournament, or no longer the one that was saved."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a tournament of house bots needs to go on."""

    structure: Structure
    seed: str
    """With its kind before it, for an int may be larger than the format's."""
    bots: tuple[str, ...]
    reentries: bool
    progress: tuple[int, int, int]
    """Level, rounds played, clock."""
    director: DirectorState
    floor: dict[str, bytes]
    floor_numbers: tuple[int, ...]
    used: dict[str, int]
    """How much of each stream was read."""
    rows: dict[int, int]
    free_rows: list[int]
    waiting: list[int]
    late: list[str]
    late_at: list[int]
    styles: dict[str, int]


def seed_text(seed: int | str) -> str:
    """A seed as it is saved."""
    return f"text {seed}" if isinstance(seed, str) else f"number {seed:d}"


def seed_value(text: str) -> int | str:
    """The seed again."""
    kind, _, value = text.partition(" ")
    return value if kind == "text" else int(value)


def check(state: Snapshot, floor: Floor) -> None:
    """Refuse a state whose books contradict each other, before anything is played with it."""
    director, structure = state.director, state.structure
    level, rounds, now = state.progress
    entries = len(director.names)
    _must(1 <= level <= len(structure.levels) and rounds >= 0 and now >= 0, "its level or its clock")
    _must(0 < entries <= floor.players, "the number of its entries")
    _must(entries == len(director.bullets) == len(director.rebuys) == len(director.where), "its list of entries")
    _must(set(state.rows) == set(director.chairs) >= {*state.waiting, *director.halted, *director.held}, "its tables")
    _must(sorted([*state.rows.values(), *state.free_rows]) == list(range(floor.tables)), "its tables on the floor")
    seated = {
        CHAIRS * state.rows[table] + seat: entry
        for table, seats in director.chairs.items()
        for seat, entry in enumerate(seats)
        if entry >= 0
    }
    players = {at: player for at, player in enumerate(floor.player) if player >= 0}
    _must(players == seated and len(set(seated.values())) == len(seated) == director.numbers[0], "who sits where")
    _must(all(len(seats) == floor.chairs[state.rows[table]] for table, seats in director.chairs.items()), "its chairs")
    _must(sum(floor.stack) == structure.chips(entries, sum(director.rebuys), director.numbers[1]), "its chips")


def _must(condition: bool, what: str) -> None:
    if not condition:
        raise BadSave(f"this saved tournament was made up: {what} cannot be")


def pack(state: Snapshot) -> bytes:
    """The state as bytes that cannot be changed unnoticed."""
    packed = zlib.compress(msgspec.msgpack.encode(state), 1)
    return MAGIC + hashlib.sha256(packed).digest() + packed


def unpack(data: bytes) -> Snapshot:
    """The state from bytes; refused with a sentence if they are cut off, edited or something else."""
    if not data.startswith(MAGIC):
        raise BadSave("this is not a saved tournament: expected a file that bigslick wrote ('bigslick tournament 1')")
    digest, packed = data[len(MAGIC) : len(MAGIC) + _DIGEST], data[len(MAGIC) + _DIGEST :]
    if hashlib.sha256(packed).digest() != digest:
        raise BadSave("this saved tournament is damaged: it was cut off or edited, and its checksum is wrong")
    try:
        return msgspec.msgpack.decode(zlib.decompress(packed), type=Snapshot)
    except (msgspec.MsgspecError, zlib.error, ValueError, TypeError) as error:
        raise BadSave(f"this saved tournament cannot be read: {error}") from None
