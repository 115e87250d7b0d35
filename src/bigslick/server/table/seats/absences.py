"""Sitting out a player who is absent: by the host, or by a vote of the others.

An absent player is not connected, for longer than the grace for lost connections, or ran out of time on their last
turn. More than half of the others who are connected must vote for it, and at least two: heads-up, the opponent would
decide alone who wins the pot. For the same reason a host with cards cannot fold an opponent who is connected.
"""

from __future__ import annotations

from typing import Any

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say

from .. import facts
from ..state import LiveTable

LEAST_VOTES = 2


def decide_sit_out(live: LiveTable, player: str, stamp: dict[str, Any]) -> facts.Fact:
    """Return the fact for a host who sits a player out; raises `CommandRefused`."""
    seat = _absent_seat(live, player, stamp["at"])
    hand, mine = live.playing, live.seat_of(stamp["by"])
    if hand is not None and live.occupant(seat).connected and {seat, mine} <= set(hand.hand.live):
        raise CommandRefused(
            say("{player} is connected and plays this hand against you: their clock or a vote decides", player=player),
            "stale",
        )
    return facts.PlayerSatOut(seat=seat, why="host", **stamp)


def decide_vote(live: LiveTable, player: str, voter: str, stamp: dict[str, Any]) -> facts.Fact:
    """Return the fact for a vote about an absent player; raises `CommandRefused`."""
    seat = _absent_seat(live, player, stamp["at"])
    others = [each for each in live.by_time if each != player]
    if voter not in others:
        raise CommandRefused(say("Only the other players at the table can vote to sit a player out."))
    before = live.occupant(seat).sit_out_votes
    votes = {voter, *before} & set(others)
    needed = max(LEAST_VOTES, len(others) // 2 + 1)
    if len(votes) >= needed:
        return facts.PlayerSatOut(seat=seat, why="vote", **stamp)
    if voter in before:
        raise CommandRefused(say("You have voted already. Votes still needed: {more}", more=needed - len(votes)))
    return facts.SitOutWanted(seat=seat, player=voter, **stamp)


def _absent_seat(live: LiveTable, player: str, now: int) -> int:
    if not live.cash:  # before the seat, which would tell whether they have busted
        raise CommandRefused(say("an absent player of a tournament is dealt in and folded: nobody sits them out"))
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused(say("{player} has no seat at this table", player=player))
    occupant = live.occupant(seat)
    if occupant.bot or not live.is_absent(seat):
        raise CommandRefused(say("{player} is not absent: they decide for themselves", player=player), "stale")
    if not occupant.timeouts and now < occupant.lost_at + live.pace.grace_ms:
        raise CommandRefused(say("{player} has just lost the connection: wait a moment", player=player), "stale")
    return seat
