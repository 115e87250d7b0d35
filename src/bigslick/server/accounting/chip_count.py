"""Counting every chip of a card room: what is on its tables and owed by its tournaments, against their accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bigslick.server.store.bank import Bank, table_account, tournament_account
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask


class SetAsideAccount(Protocol):
    """An account of something that is damaged, as far as the count needs it."""

    @property
    def account(self) -> str:
        """The account."""

    @property
    def chips(self) -> int:
        """The chips in it."""


class CountedRoom(Protocol):
    """A card room, as far as the count needs it."""

    bank: Bank
    tables: dict[str, TableTask]
    tournaments: dict[str, TournamentTask]

    @property
    def set_aside(self) -> Mapping[str, SetAsideAccount]:
        """Damaged tables and tournaments, which are not served."""


def count_chips(room: CountedRoom) -> tuple[str, ...]:
    """Give every fault as a sentence; a table or tournament with a commit under way counts by its account."""
    counted = {found.account: found.chips for found in room.set_aside.values()}
    for task in room.tables.values():
        if not task.settings.tournament:
            account = table_account(task.id)
            # Until its commit a table is ahead of its account; it is counted the next time.
            counted[account] = room.bank.balance(account) if task.lock.locked() else task.live.chips
    for name, event in room.tournaments.items():
        account = tournament_account(name)
        counted[account] = room.bank.balance(account) if event.busy else event.live.owed
    return (*room.bank.check(counted), *_tournament_chips(room))


def _tournament_chips(room: CountedRoom) -> list[str]:
    return [
        f"tournament {name} has {event.chips} chips in play: expected {event.handed_out}"
        for name, event in room.tournaments.items()
        if not event.busy and event.chips != event.handed_out
    ]


async def count_patiently(room: CountedRoom) -> list[str]:
    """The same, but each cash table with a commit under way is counted after it."""
    busy = [task for task in room.tables.values() if task.lock.locked() and not task.settings.tournament]
    wrong = list(count_chips(room))
    for task in busy:
        async with task.lock:
            held, chips = room.bank.balance(table_account(task.id)), task.live.chips
            if held != chips:
                wrong.append(f"{table_account(task.id)} holds {held} chips, but {chips} were counted")
    return wrong
