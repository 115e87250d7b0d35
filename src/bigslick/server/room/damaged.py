"""The players who may hear about a damaged table or tournament, judged by the facts that can still be read.

Everyone else gets the same answer as if it had never existed.
"""

from __future__ import annotations

import msgspec

from bigslick.server.hosting.facts import HostChanged, PlayerAdmitted, PlayerBanned
from bigslick.server.store.records import Stream
from bigslick.server.store.store import Store
from bigslick.server.table import facts as table_facts
from bigslick.server.tournament import facts as tournament_facts

_COMES_IN = table_facts.SeatTaken | table_facts.MovedIn | tournament_facts.PlayerEntered | PlayerAdmitted | HostChanged


class SetAside(msgspec.Struct, frozen=True, kw_only=True):
    """A damaged table or tournament. It is not served, and its chips stay in its account."""

    id: str
    account: str
    chips: int
    why: str


class Acquaintance(msgspec.Struct, frozen=True, kw_only=True):
    """The players who may hear about something."""

    club: str = ""
    """The club it is limited to; empty for none."""
    private: bool = True
    """Whether only `players` may hear about it."""
    players: frozenset[str] = frozenset()


async def acquaintance(store: Store, name: str) -> Acquaintance:
    """Find out who may hear about a damaged table or tournament. For a tournament's table, its tournament decides."""
    stream = await store.stream(name)
    if stream is None:
        return Acquaintance()
    whole, _, number = name.partition(".")
    if number:
        return await acquaintance(store, whole)
    kind = table_facts if stream.kind == "table" else tournament_facts
    door: bool | None = None
    players = {stream.opened_by}
    try:
        rows = await store.read(name)
    except Exception:  # none of it can be read
        rows = []
    for row in rows:
        try:
            fact = kind.read(row.payload)
        except Exception:  # the damage
            continue
        if isinstance(fact, table_facts.Opened | tournament_facts.TournamentOpened):
            door = fact.invitation.door.private
        elif isinstance(fact, _COMES_IN):
            players.add(fact.player)
        elif isinstance(fact, PlayerBanned):
            players.discard(fact.player)
    return Acquaintance(club=stream.club, private=_private(stream, door), players=frozenset(players - {""}))


def _private(stream: Stream, door: bool | None) -> bool:
    """Whether it was private: never for the house's, always for a player's without a readable opening fact."""
    return bool(stream.opened_by) if door is None else door
