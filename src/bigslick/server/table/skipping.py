"""Skipping ahead: when everybody at a table agrees, the script shows at once what it would have shown slowly."""

from __future__ import annotations

from .state import LiveTable


def skippable(live: LiveTable, at: int) -> bool:
    """Whether there is something to skip: the rest of a hand that is decided, or the pause after it at a cash table.

    A tournament times its own next hand, and with a turn to come only the dealing could be skipped.
    """
    if live.dealing or live.closed:
        return False
    return live.script_end > at or (live.cash and live.next_at is not None and live.next_at > at)


def asked(live: LiveTable, at: int) -> dict[int, str]:
    """The players who have to agree, by seat: people who were dealt in, are connected and do not sit out.

    A player who is gone by the facts is asked like any other until viewers have seen it, or the question would give
    away who lost.
    """
    found = {}
    for seat, player in live.dealt_in.items():
        occupant = live.occupants[seat]
        if occupant is None or occupant.player != player:
            there = live.script_end > at
        else:
            there = occupant.connected and not live.taken(seat).sitting_out
        if there:
            found[seat] = player
    return found


def agreed(live: LiveTable, at: int) -> bool:
    """Whether everybody who is asked wants to skip, and there still is something to skip."""
    return skippable(live, at) and bool(live.skips) and asked(live, at).keys() <= set(live.skips)


def skip(live: LiveTable, at: int) -> bool:
    """Show the rest of the hand now, or begin the next one; True if viewers need the new time of it."""
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
