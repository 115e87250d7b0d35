"""Tells a player which entries and chips they can pay for in a tournament now."""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.tournament import ChipsOffered

from .hosting import check_enters
from .offers import cost_of, may_add_on, may_rebuy
from .state import LiveTournament


def offered(live: LiveTournament, player: str, now: int) -> tuple[ChipsOffered, ...]:
    """Return what a player can pay for now."""
    return () if live.over or live.called_off else tuple(_offered(live, player, now))


def _offered(live: LiveTournament, player: str, now: int) -> Iterator[ChipsOffered]:
    structure, play = live.structure, live.play
    entry = None if play is None else play.entry_of(player)
    if entry is None or live.more_flights:
        try:
            check_enters(live, player, now)
        except CommandRefused:
            pass
        else:
            until = live.decided_until or live.entries_close_at
            yield ChipsOffered(
                kind="entry",
                cost=structure.entry_cost,
                chips=structure.starting_stack,
                until=until,
                waits=live.decided_until is not None and player in live.players,
            )
    if entry is None or play is None:
        return
    if structure.rebuy is not None and may_rebuy(live, entry):
        offer = next((offer for offer in live.offers.values() if entry in offer.undecided), None)
        yield ChipsOffered(
            kind="rebuy",
            cost=cost_of(live, "rebuy"),
            chips=structure.rebuy.chips,
            until=None if offer is None else offer.until,
            waits=offer is not None,
        )
    if structure.addon is not None and live.sale is not None and may_add_on(live, entry):
        yield ChipsOffered(
            kind="addon", cost=cost_of(live, "addon"), chips=structure.addon.chips, until=live.sale.until, waits=True
        )
