"""Showing a player out: of the tables of a club, or of the whole room."""

from __future__ import annotations

import secrets

from bigslick.protocol import wire
from bigslick.server.card_room import CardRoom


async def show_out(card_room: CardRoom, player: str, sentence: str, club: str = "") -> None:
    """Let a player leave every seat, queue and entry, of a club or everywhere, and watch nothing there any more.

    In a hand they check or fold, and leave when it is over. In a tournament that has begun they sit out.
    """
    for task in card_room.places_of(player):
        if not club or task.settings.club == club:
            await task.submit(player, _leaving(task.id, bool(task.settings.tournament), task.live.seat_of(player)))
    for name, tournament in list(card_room.tournaments.items()):
        if not club or tournament.live.settings.club == club:
            if player in tournament.live.entered:
                await tournament.submit(player, wire.Unregister(cmd_id=_cmd_id(), tournament=name))
            tournament.dismiss(player)
    for task in card_room.tables.values():
        if not club or task.settings.club == club:
            task.dismiss(player)
    card_room.tell(player, wire.Refused(cmd_id="", sentence=sentence, code="unknown"))


def _leaving(table: str, in_tournament: bool, seat: int | None) -> wire.TableCommand:
    if seat is None:
        return wire.Unqueue(cmd_id=_cmd_id(), table=table)
    if in_tournament:
        return wire.SitOut(cmd_id=_cmd_id(), table=table)
    return wire.LeaveTable(cmd_id=_cmd_id(), table=table)


def _cmd_id() -> str:
    return f"out-{secrets.token_hex(8)}"
