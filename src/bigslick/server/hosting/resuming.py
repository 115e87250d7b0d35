"""Resuming a game that its host keeps paused.

A host's pause ends when more than half of the players who are there vote for it, and at the latest after the time the
door allows. Then the host cannot pause again at once. A pause by the house has no such end.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say

from . import facts
from .state import HOUSE, Hosting
from .taking_over import countdown


def check_pauses(hosting: Hosting, player: str, now: int) -> None:
    """Refuse a pause of a paused game, and of one that has just gone on without the host."""
    if hosting.paused:
        raise CommandRefused(say("the game is already paused: {paused}", paused=hosting.paused))
    if player != HOUSE and now < hosting.may_pause_at:
        wait = countdown(hosting.may_pause_at - now)
        raise CommandRefused(
            say("The last pause ended without you: you can pause again in {wait}.", wait=wait), "stale"
        )


def decide_vote(hosting: Hosting, player: str, there: Collection[str], stamp: dict[str, Any]) -> facts.HostFact:
    """Return the fact for a vote; `there` are the connected players with a seat or an entry in play."""
    if not hosting.paused:
        raise CommandRefused("the game is not paused")
    if hosting.pause_ends is None:
        raise CommandRefused(say("The house has paused this game: only the house or the host can resume it."))
    if player not in there:
        raise CommandRefused(say("Only players in the game can vote to resume it."))
    votes = {player, *hosting.votes} & set(there)
    if 2 * len(votes) > len(there):
        return facts.Resumed(why="vote", **stamp)
    if player in hosting.votes:
        more = len(there) // 2 + 1 - len(votes)
        raise CommandRefused(say("You have voted already. Votes still needed: {more}", more=more))
    return facts.ResumeWanted(player=player, **stamp)
