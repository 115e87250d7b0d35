"""Removes a player from a club's tables, or from the whole room."""

from __future__ import annotations

import secrets

from bigslick.protocol import wire
from bigslick.protocol.host import Ban, WithdrawRequest
from bigslick.server.hosting.state import HOUSE
from bigslick.server.room.card_room import CardRoom
from bigslick.server.table.task import TableTask
from bigslick.server.tournament.task import TournamentTask


async def show_out(card_room: CardRoom, player: str, sentence: str, club: str = "") -> None:
    """Remove a player from every seat, queue, entry and request, in a club or everywhere, and stop them watching.

    A player removed from a club finishes the hand; otherwise its manager could win a pot by removing an opponent. They
    also stay in a tournament that has started. A player banned from the room checks or folds immediately and sits out.
    Games they host continue, and another player may take over.
    """
    for task in card_room.presence.places_of(player):
        if club and task.settings.club == club and task.live.seat_of(player) is not None:
            if not task.settings.tournament:
                await task.submit(HOUSE, Ban(cmd_id=_cmd_id(), at=task.id, player=player))
        elif not club or task.settings.club == club:
            await task.submit(player, _leaving(task.id, bool(task.settings.tournament), task.live.seat_of(player)))
    for name, tournament in list(card_room.tournaments.items()):
        if not club or tournament.live.settings.club == club:
            if player in tournament.live.players:
                await tournament.submit(player, wire.Unregister(cmd_id=_cmd_id(), tournament=name))
            await _withdraw(tournament, player)
            if not club or player not in tournament.live.players:
                tournament.dismiss(player)
    for task in list(card_room.tables.values()):
        if not club or task.settings.club == club:
            await _withdraw(task, player)
            if not club or task.seat_of(player) is None:
                task.dismiss(player)
    card_room.presence.look_up(player)
    card_room.tell(player, wire.Refused(cmd_id="", sentence=sentence, code="unknown"))


async def _withdraw(place: TableTask | TournamentTask, player: str) -> None:
    """Withdraw a player's request to the host; otherwise a yes would still let them in."""
    if place.live.hosting.request_of(player) is not None:
        await place.submit(player, WithdrawRequest(cmd_id=_cmd_id(), at=place.id))


def _leaving(table: str, in_tournament: bool, seat: int | None) -> wire.TableCommand:
    if seat is None:
        return wire.Unqueue(cmd_id=_cmd_id(), table=table)
    if in_tournament:
        return wire.SitOut(cmd_id=_cmd_id(), table=table)
    return wire.LeaveTable(cmd_id=_cmd_id(), table=table)


def _cmd_id() -> str:
    return f"out-{secrets.token_hex(8)}"
