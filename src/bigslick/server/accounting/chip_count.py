"""Counts every chip in a card room: chips on tables and owed by tournaments, against their accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bigslick.server.store.bank import Bank, table_account, tournament_account
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask


class SetAsideAccount(Protocol):
    """The part of a damaged table's or tournament's account that the count uses."""

    @property
    def account(self) -> str:
        """The account."""

    @property
    def chips(self) -> int:
        """Its chips."""


class CountedRoom(Protocol):
    """The part of the card room that the count uses."""

    bank: Bank
    tables: dict[str, TableTask]
    tournaments: dict[str, TournamentTask]

    @property
    def set_aside(self) -> Mapping[str, SetAsideAccount]:
        """Damaged tables and tournaments, which are not served."""


def count_chips(room: CountedRoom) -> tuple[str, ...]:
    """Return every fault as a sentence. During a commit, a table's or tournament's account is counted instead."""
    counted = {found.account: found.chips for found in room.set_aside.values()}
    for task in room.tables.values():
        if not task.settings.tournament:
            account = table_account(task.id)
            # Until its commit, a table is ahead of its account, so it is counted next time.
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
    """Like `count_chips`, but wait for a cash table's commit in progress before counting it."""
    busy = [task for task in room.tables.values() if task.lock.locked() and not task.settings.tournament]
    wrong = list(count_chips(room))
    for task in busy:
        async with task.lock:
            held, chips = room.bank.balance(table_account(task.id)), task.live.chips
            if held != chips:
                wrong.append(f"{table_account(task.id)} holds {held} chips, but {chips} were counted")
    return wrong
