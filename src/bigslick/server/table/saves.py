"""Saves and loads a served table, even in the middle of a hand, or rebuilds it from its facts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from bigslick.hand.hand import Hand
from bigslick.protocol import encoding, wire
from bigslick.protocol.afterwards import Afterwards
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.room_events import PlayerSeed, StateChanged
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.state import Hosting
from bigslick.table.table import Table

from . import facts
from .apply import apply
from .broadcast.film import Broadcast
from .script import ScriptedUpdate, ShownTable
from .state import Departure, EndedHand, LiveHand, LiveTable, Occupant, OpenTurn, SealedHand, SeatHold

FORMAT: Final = "bigslick.live/5"


class _SavedLiveHand(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The current hand, without what the saved table and the seeds restore."""

    secret: bytes
    seeds: dict[int, PlayerSeed]
    players: dict[int, str]
    scripted: int
    actions: int
    turn: OpenTurn | None
    broadcast: tuple[int, ...] = ()


class _SavedEndedHand(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The last hand, without what its record and the seeds restore."""

    record: str
    secret: bytes
    seeds: dict[int, PlayerSeed]
    players: dict[int, str]
    told_at: int
    public: Afterwards
    seven_deuce: int = 0


class _SavedLiveTable(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    format: str
    opened: facts.Opened
    count: int
    at: int
    table: str
    occupants: list[Occupant | None]
    wanted_bots: list[str]
    playing: _SavedLiveHand | None
    ended: _SavedEndedHand | None
    sealed: SealedHand | None
    queue: list[str]
    holds: list[SeatHold]
    queue_lost: dict[str, int]
    hosting: Hosting
    closing: str
    closed: str
    parked: bool
    next_at: int | None
    seq: int
    script: list[ScriptedUpdate]
    script_end: int
    dealt_in: dict[int, str]
    skips: list[int]
    shown: ShownTable
    state: StateChanged = StateChanged("waiting")
    settings: TableSettings | None = None
    """None as long as the table is as it opened."""
    next_settings: TableSettings | None = None
    departed: dict[str, Departure] = {}
    kept: facts.KeptSeats = facts.KeptSeats()
    round: int = 0
    redraws: bool = False
    broadcast: Broadcast | None = None
    answers: list[tuple[str, str, int, int | None]]


_AS_THEY_ARE: Final = tuple(
    name
    for name in _SavedLiveTable.__struct_fields__
    if name not in ("format", "opened", "table", "playing", "ended", "script", "answers", "settings")
)


class _SavedAnswers(msgspec.Struct, frozen=True):
    """The answers in a saved table, which outlive it."""

    answers: list[tuple[str, str, int, int | None]]


class _SavedHosting(msgspec.Struct, frozen=True):
    """The host of a saved table, who may still mark the night's payments, and its invite."""

    hosting: Hosting


def save(live: LiveTable) -> bytes:
    """Return everything about a table as data."""
    playing, ended = live.playing, live.ended
    return encoding.encode(
        _SavedLiveTable(
            format=FORMAT,
            opened=live.opened,
            table=live.table.save(live.hand),
            playing=None
            if playing is None
            else _SavedLiveHand(**{name: getattr(playing, name) for name in _SavedLiveHand.__struct_fields__}),
            ended=None
            if ended is None
            else _SavedEndedHand(
                record=ended.hand.save(),
                **{name: getattr(ended, name) for name in _SavedEndedHand.__struct_fields__[1:]},
            ),
            settings=None if live.settings == live.opened.settings else live.settings,
            script=list(live.script),
            answers=[(player, cmd_id, *answer) for player, cmd_id, answer in live.answers],
            **{name: getattr(live, name) for name in _AS_THEY_ARE},
        )
    )


def saved_answer(data: bytes, player: str, cmd_id: str) -> wire.Done | None:
    """Return the answer to a command that a saved table carried out."""
    for by, known, seq, seat in encoding.decode(data, _SavedAnswers).answers:
        if (by, known) == (player, cmd_id):
            return wire.Done(cmd_id=cmd_id, seq=seq, seat=seat)
    return None


def saved_hosting(data: bytes) -> Hosting:
    """Return who hosted a saved table, and its invite."""
    return encoding.decode(data, _SavedHosting).hosting


def load(data: bytes) -> LiveTable:
    saved = encoding.decode(data, _SavedLiveTable)
    if saved.format != FORMAT:
        raise ValueError(f"not a saved table: its format is {saved.format!r}, expected {FORMAT!r}")
    live = LiveTable(saved.opened)
    for name in _AS_THEY_ARE:
        setattr(live, name, getattr(saved, name))
    live.settings = saved.settings or live.settings
    live.script = deque(saved.script)
    for by, cmd_id, seq, seat in saved.answers:
        live.answers.put(by, cmd_id, (seq, seat), live.is_here)
    live.table = Table.load(saved.table)
    if saved.playing is not None:
        hand = live.table.hand
        assert hand is not None
        live.playing = LiveHand(
            hand=hand,
            deck=DealtDeck(SealedDeck(saved.playing.secret, live.id, live.table.number), saved.playing.seeds),
            **msgspec.structs.asdict(saved.playing),
        )
    if saved.ended is not None:
        kept = msgspec.structs.asdict(saved.ended)
        live.ended = EndedHand(
            hand=Hand.load(kept.pop("record")),
            deck=DealtDeck(SealedDeck(saved.ended.secret, live.id, live.table.number), saved.ended.seeds),
            **kept,
        )
    return live


def replay(found: Iterable[facts.Fact]) -> LiveTable:
    """Build the table from its facts, starting with its opening; updates due after the last fact are not shown yet."""
    live: LiveTable | None = None
    for fact in found:
        if live is None:
            if not isinstance(fact, facts.Opened):
                raise ValueError(f"the first fact of a table is {type(fact).__name__}: expected its opening")
            live = LiveTable(fact)
        else:
            live.show_due(fact.at)
            apply(live, fact)
    if live is None:
        raise ValueError("no facts: expected at least the opening of the table")
    return live
