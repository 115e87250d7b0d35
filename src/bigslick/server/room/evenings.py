"""Opens the table of a club's evening, which only members see; it keeps seats for the members who said yes."""

from __future__ import annotations

from msgspec.structs import asdict

from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableForm, door_with, settings_with
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.commands import made_before
from bigslick.server.store.evenings import Evening
from bigslick.server.table.facts import KeptSeats

from .card_room import TABLES, CardRoom


def evening_table(form: TableForm, club: str) -> TableSettings:
    """Return the settings of an evening's table; raises `BadSettings`."""
    return settings_with(TableSettings(name="new"), {**asdict(form), "club": club})


async def open_evening(room: CardRoom, evening: Evening) -> Evening:
    """Open an evening's table, unless it has one or the room has no space; with more yeses than seats, the first ones
    have a seat, and the others queue.
    """
    planned = room.evenings
    async with planned.writing:
        evening = planned.get(evening.club, evening.number) or evening
        if evening.table or len(room.tables) >= room.limits.most_tables:
            return evening
        host, cmd_id = planned.host_of(evening), f"evening {evening.uid}"
        before = await made_before(room.store, "tables", host, cmd_id)
        if before is not None:  # its commit went through, although the answer was lost
            return planned.opened(evening, f"{TABLES}{before}")
        club = room.clubs.get(evening.club)
        assert club is not None
        coming = evening.players("yes", club)[: evening.form.seats]
        task = await room.open_table(
            evening_table(evening.form, evening.club),
            Invitation(host=host, door=door_with(GameDoor(), asdict(evening.form))),
            cmd_id,
            kept=KeptSeats(players=tuple(coming), until=max(evening.kept_until, room.clock.now())),
            noting=lambda table: planned.opening(evening, table),
        )
        return planned.opened(evening, task.id)
