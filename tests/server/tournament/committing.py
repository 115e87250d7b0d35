"""A tournament for tests that commits to a real store, with its hands played by the test."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from bigslick import Action
from bigslick.server.hosting.state import Invitation
from bigslick.server.serving.served import Services
from bigslick.server.store.bank import Bank
from bigslick.server.store.store import Store
from bigslick.server.table import facts as table_facts
from bigslick.server.table.state import LiveTable
from bigslick.server.table.task import TableTask
from bigslick.server.tournament import facts
from bigslick.server.tournament.commit import SeenHand, TournamentCommit
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.structure.structure import Structure
from tests.virtual_clock import VirtualClock

from ..virtual import counted


class Committing:
    """A tournament over a real store, with its hands played by the test."""

    def __init__(self, store: Store, played: Structure, away: Iterable[str] = (), host: str = "") -> None:
        self.store = store
        self.clock = VirtualClock(1_000_000)
        self.bank = Bank()
        opened = facts.TournamentOpened(
            at=0, settings=TournamentSettings(structure=played), invitation=Invitation(host=host)
        )
        self.live = LiveTournament(opened)
        self.tables: dict[int, TableTask] = {}
        self.away = set(away)
        self.ended: list[SeenHand] = []

    @property
    def now(self) -> int:
        return self.clock.now()

    def new_table(self, opened: table_facts.Opened) -> TableTask:
        return TableTask(LiveTable(opened), Services(self.store, self.bank, self.clock, counted()))

    async def commit(self, *found: facts.TournamentFact, go_on: bool = False) -> TournamentCommit:
        """Take facts, and append everything that follows from them."""
        commit = TournamentCommit(
            "sng",
            self.live,
            self.tables,
            self.now,
            connected=lambda player: player not in self.away,
            new_table=self.new_table,
        )
        for fact in found:
            commit.take(fact)
        if go_on:
            commit.go_on(self.ended)
        await self.store.append(commit.batch())
        self.tables = commit.tables
        self.bank.book(commit.transfers)
        for task in self.tables.values():
            task.live.show_due(self.now)
        return commit

    async def enter(self, *players: str, bots: int = 0) -> TournamentCommit:
        people = [facts.PlayerEntered(at=self.now, player=player) for player in players]
        house = [facts.PlayerEntered(at=self.now, player=f"tag {n}", bot="tag") for n in range(bots)]
        return await self.commit(*people, *house)

    async def deal(self, number: int) -> LiveTable:
        """Begin the first hand at a table."""
        task = self.tables[number]
        dealt: list[table_facts.Fact] = [
            table_facts.HandSealed(at=self.now, hand=1, secret=bytes(32), until=self.now),
            table_facts.HandDealt(at=self.now, hand=1),
        ]
        await self.store.append(task.stage(dealt))
        return task.live

    async def act(self, number: int, action: Action) -> None:
        """Make the player to act at a table act as soon as viewers see the turn."""
        task = self.tables[number]
        turn = task.live.turn
        assert turn is not None
        await self.store.append(task.stage([table_facts.Acted(at=turn.opened, seat=turn.seat, action=action)]))

    async def start(self) -> TournamentCommit:
        return await self.commit(facts.TournamentStarted(at=self.now, seed="07" * 32), go_on=True)


@contextlib.asynccontextmanager
async def committing(
    folder: Path, played: Structure, away: Iterable[str] = (), host: str = ""
) -> AsyncIterator[Committing]:
    store = await Store.open(str(folder / "room.db"))
    try:
        yield Committing(store, played, away, host)
    finally:
        await store.close()
