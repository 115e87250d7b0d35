"""Skipping ahead: when everybody at a table agrees, the script shows everything left right away."""

from __future__ import annotations

from .state import LiveTable


def skippable(live: LiveTable, at: int) -> bool:
    """Whether there is something to skip: the rest of a decided hand, or the pause after it at a cash table.

    A tournament times its own hands, and if a turn follows, there is only the dealing to skip.
    """
    if live.dealing or live.closed:
        return False
    return live.script_end > at or (live.cash and live.next_at is not None and live.next_at > at)


def asked(live: LiveTable, at: int) -> dict[int, str]:
    """Return the players who have to agree, by seat: people who were dealt in, are connected and not sitting out.

    A player who has already busted or left is still asked until viewers have seen it; otherwise the question would
    reveal who lost.
    """
    found = {}
    for seat, player in live.dealt_in.items():
        occupant = live.now_at(seat)
        if occupant is None or occupant.player != player:
            there = live.script_end > at
        else:
            there = occupant.connected and not live.taken(seat).sitting_out
        if there:
            found[seat] = player
    return found


def agreed(live: LiveTable, at: int) -> bool:
    """Whether everybody asked wants to skip, and there is still something to skip."""
    return skippable(live, at) and bool(live.skips) and asked(live, at).keys() <= set(live.skips)


def skip(live: LiveTable, at: int) -> bool:
    """Show the rest of the hand now, or begin the next one; True if viewers need its new time."""
    live.skips = []
    if live.script_end <= at:
        live.next_at = at
        return True
    live.script_end = at
    if live.ended is not None:
        live.ended.told_at = at
    if live.next_at is not None:
        live.next_at = at + live.pace.inter_round_delay_ms
    for update in live.script:
        update.at = min(update.at, at)
        if update.next_hand_at is not None:
            update.next_hand_at = live.next_at
    return False
