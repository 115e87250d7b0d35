"""Who may know of a table or tournament that is damaged: by whatever of its facts can still be read.

Whoever could not come in while it was served gets the same answer as if it had never been there.
"""

from __future__ import annotations

import msgspec

from .hosting.facts import HostChanged, PlayerAdmitted, PlayerBanned
from .store.records import Stream
from .store.store import Store
from .table import facts as table_facts
from .tournament import facts as tournament_facts

_COMES_IN = table_facts.SeatTaken | table_facts.MovedIn | tournament_facts.PlayerEntered | PlayerAdmitted | HostChanged


class SetAside(msgspec.Struct, frozen=True, kw_only=True):
    """A table or tournament that is damaged: it is not served, and its chips stay in its account."""

    id: str
    account: str
    chips: int
    why: str


class Acquaintance(msgspec.Struct, frozen=True, kw_only=True):
    """Those who may know of something."""

    club: str = ""
    """The club whose members alone may; empty if it has none."""
    private: bool = True
    """Whether, of those, only the named may."""
    players: frozenset[str] = frozenset()


async def acquaintance(store: Store, name: str) -> Acquaintance:
    """Who may know of a damaged table or tournament; a table of a tournament is known to those who know the latter."""
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
    except Exception:  # nothing of it can be read
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
    """Whether it was private; the house's own never are, and of a player's whose opening is lost nobody can say."""
    return bool(stream.opened_by) if door is None else door
