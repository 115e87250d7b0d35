"""A live table as one thing: facts in, and out of it decisions, deeds, publications and snapshots."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from ...protocol import encoding, wire
from ...protocol.fairness import Pack
from ...protocol.settings import TableSpec
from ...table import Table
from . import decide as deciding
from . import facts, orders
from . import timers as waking
from .apply import Fold
from .facts import Fact
from .script import Picture, Telling
from .state import Chair, Effects, Offer, State, TurnNow

FORMAT: Final = "bigslick.live/1"


class _Saved(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    format: str
    opened: facts.Opened
    count: int
    at: int
    table: str
    chairs: list[Chair | None]
    wanted_bots: list[str]
    playing: bool
    told_events: int
    actions: int
    secret: bytes | None
    hand_secret: bytes
    hand_seeds: dict[int, str]
    hand_players: dict[int, str]
    turn: TurnNow | None
    queue: list[str]
    offers: list[Offer]
    paused: str
    closing: str
    closed: str
    parked: bool
    next_at: int | None
    seq: int
    script: list[Telling]
    script_end: int
    picture: Picture
    answers: list[tuple[str, str, int, int | None]]


_PLAIN: Final = tuple(
    name
    for name in _Saved.__struct_fields__
    if name not in ("format", "opened", "table", "playing", "script", "answers")
)


class Live:
    """A table that is being played: no clock, no chance and no store of its own."""

    __slots__ = ("state",)

    state: State
    """To read from; facts are what changes it."""

    def __init__(self, opened: facts.Opened) -> None:
        self.state = State(opened)

    # -- what is -------------------------------------------------------------------------------------------------

    @property
    def table(self) -> str:
        """The table's id, which is also the name of its stream."""
        return self.state.name

    @property
    def spec(self) -> TableSpec:
        """What kind of table it is."""
        return self.state.spec

    @property
    def count(self) -> int:
        """How many facts have been folded, the opening included: the number of the last row of the stream."""
        return self.state.count

    @property
    def seq(self) -> int:
        """The number of the last publication, told or not."""
        return self.state.seq

    @property
    def chips(self) -> int:
        """All chips on the table."""
        return self.state.chips

    @property
    def people(self) -> int:
        """How many persons play here; who sits out does not."""
        return self.state.people

    @property
    def closed(self) -> bool:
        """Whether the table is gone."""
        return bool(self.state.closed)

    @property
    def playing(self) -> bool:
        """Whether a hand is being played, by the facts; viewers may still be watching its end when it is not."""
        return self.state.hand is not None

    @property
    def picture(self) -> Picture:
        """The table as it has been told so far."""
        return self.state.picture

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return self.state.seat_of(player)

    # -- commands and clocks -------------------------------------------------------------------------------------

    def decide(
        self, command: wire.TableCommand | orders.Order, player: str | None = None, now: int = 0
    ) -> tuple[Fact, ...]:
        """The facts that a command makes true, not yet folded; raises `Refusal`."""
        return deciding.decide(self.state, command, player, now)

    def answer(self, player: str, cmd_id: str) -> wire.Done | None:
        """The answer to a command that was carried out already."""
        found = self.state.answers.get((player, cmd_id))
        return None if found is None else wire.Done(cmd_id=cmd_id, seq=found[0], seat=found[1])

    @property
    def due(self) -> int | None:
        """When `wake` has something to do next."""
        return waking.due(self.state)

    def due_next(self, *, starts: bool) -> int | None:
        """When `wake` has something to do next; without `starts` no next hand begins."""
        return waking.due(self.state, starts=starts)

    def wake(self, now: int, draw: waking.Draw, *, starts: bool = True) -> tuple[Fact, ...]:
        """The next thing that has become true by itself, or nothing; `draw` gives 32 secret bytes."""
        return waking.wake(self.state, now, draw, starts=starts)

    # -- folding and telling -------------------------------------------------------------------------------------

    def apply(self, fact: Fact) -> Effects:
        """Fold a fact; what it means for the ledger and the record of hands."""
        return Fold(self.state, fact).done(fact)

    @property
    def tells_at(self) -> int | None:
        """When something is to be told next."""
        script = self.state.script
        return script[0].at if script else None

    def tell(self, now: int) -> list[Telling]:
        """What is to be told by now, in order; from then on it is part of every snapshot."""
        script, picture = self.state.script, self.state.picture
        told: list[Telling] = []
        while script and script[0].at <= now:
            telling = script.popleft()
            picture.tell(telling)
            told.append(telling)
        return told

    def snapshot(self, player: str | None, now: int) -> wire.Snapshot:
        """The table as a viewer may see it, as far as it has been told."""
        return self.state.picture.snapshot(self.state.name, self.state.spec, player, now)

    # -- keeping -------------------------------------------------------------------------------------------------

    @classmethod
    def replay(cls, found: Iterable[Fact]) -> Live:
        """The table that facts make, the first of them its opening; nothing after the last fact is told yet."""
        live: Live | None = None
        for fact in found:
            if live is None:
                if not isinstance(fact, facts.Opened):
                    raise ValueError(f"a table's first fact is its opening, not {type(fact).__name__}")
                live = cls(fact)
            else:
                live.tell(fact.at)
                live.apply(fact)
        if live is None:
            raise ValueError("a table without facts does not exist")
        return live

    def save(self) -> bytes:
        """Everything as data, in the middle of a hand too."""
        state = self.state
        return encoding.encode(
            _Saved(
                format=FORMAT,
                opened=state.opened,
                table=state.table.save(state.hand),
                playing=state.hand is not None,
                script=list(state.script),
                answers=[(*key, *value) for key, value in state.answers.items()],
                **{name: getattr(state, name) for name in _PLAIN},
            )
        )

    @classmethod
    def load(cls, data: bytes) -> Live:
        """The table that `save` wrote."""
        saved = encoding.decode(data, _Saved)
        if saved.format != FORMAT:
            raise ValueError(f"this is not a saved live table: its format is {saved.format!r}, expected {FORMAT!r}")
        live = cls(saved.opened)
        state = live.state
        for name in _PLAIN:
            setattr(state, name, getattr(saved, name))
        state.script = deque(saved.script)
        state.answers = {(by, cmd_id): (seq, seat) for by, cmd_id, seq, seat in saved.answers}
        state.table = Table.load(saved.table)
        if saved.playing:
            hand = state.table.hand
            assert hand is not None
            state.hand, state.order = hand, hand.setup.dealt
            state.pack = Pack(state.hand_secret, state.name, state.table.number, state.hand_seeds)
        return live
