"""A tournament's finishing order, as a list that prints as a table, and what it came to for each player."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection

import msgspec

from bigslick.notebook import html_table
from bigslick.table.ranking import Standing

from .director import Director
from .events import AddedOn

SHOWN = 20
"""How many places to print; the list itself has all of them."""


class Standings(list[Standing]):
    """Finishes from first place down."""

    def __repr__(self) -> str:
        lines = [str(standing) for standing in self[:SHOWN]]
        if len(self) > SHOWN:
            lines.append(f"... and {len(self) - SHOWN:,} more")
        return "\n".join(lines) or "no finishes yet"

    def _repr_html_(self) -> str:
        if not self:
            return "<p>No finishes yet.</p>"
        bounties = any(standing.bounties for standing in self)
        rows = [
            (
                standing.places,
                standing.player,
                standing.bot,
                f"{standing.prize:,}",
                *([f"{standing.bounties:,}"] if bounties else []),
                f"{standing.hands:,}",
                standing.busted_by or "",
            )
            for standing in self[:SHOWN]
        ]
        head = ("place", "player", "bot", "prize", *(["bounties"] if bounties else []), "hands", "busted by")
        more = f"<p>... and {len(self) - SHOWN:,} more</p>" if len(self) > SHOWN else ""
        return html_table(head, rows) + more


def standings_of(director: Director, hands_of: Callable[[int], int], bot_of: Callable[[int], str]) -> Standings:
    """Return the finishes so far, best place first, with each entry's hands and bot."""
    found = Standings()
    for placed in sorted(director.finishes.values(), key=lambda placed: (placed.place, placed.entry)):
        by = director.busted_by.get(placed.entry)
        name, bullet = director.names[placed.entry], director.bullets[placed.entry]
        found.append(
            Standing(
                placed.place,
                name if bullet == 1 else f"{name} (entry {bullet})",
                placed.prize,
                tuple(range(placed.place, placed.place + placed.shared)),
                hands_of(placed.entry),
                None if by is None else director.names[by],
                bot_of(placed.entry),
                director.bounties.won[placed.entry] if director.bounties else 0,
                placed.seat_won,
            )
        )
    return found


class PlayerResult(msgspec.Struct, frozen=True, kw_only=True):
    """An event for one player, over all of their entries."""

    player: str
    place: int
    """Where the best of their entries finished, among the players who count."""
    shared: int
    """How many players share the places from this one down."""
    prize: int
    bounties: int
    buyin: int
    """The price of an entry, without the fee."""
    spent: int
    """Everything they paid: entries, fees, bounties, rebuys, add-ons."""
    rebuys: int
    """Rebuys and re-entries."""
    hits: int
    """The players they knocked out, each time they did."""


def player_results(director: Director, players: Collection[str]) -> list[PlayerResult]:
    """Return what an event that is over came to for these players, best place first; all others do not count, nor does
    a player without an entry.
    """
    structure, names = director.structure, director.names
    entries: dict[str, list[int]] = {player: [] for player in players}
    for entry, name in enumerate(names):
        if name in entries:
            entries[name].append(entry)
    best = {player: min(director.finishes[entry].place for entry in mine) for player, mine in entries.items() if mine}
    places = sorted(best.values())
    addons = Counter(event.entry for event in director.events if isinstance(event, AddedOn))
    hits = Counter(names[by] for out, by in director.busted_by.items() if names[out] in entries)
    return [
        PlayerResult(
            player=player,
            place=1 + bisect_left(places, best[player]),
            shared=places.count(best[player]),
            prize=sum(director.finishes[entry].prize for entry in mine),
            bounties=sum(director.bounties.won[entry] for entry in mine) if director.bounties else 0,
            buyin=structure.buy_in,
            spent=sum(structure.cost_with(director.rebuys[entry], addons[entry]) for entry in mine),
            rebuys=sum(director.rebuys[entry] for entry in mine) + len(mine) - 1,
            hits=hits[player],
        )
        for player, mine in ((player, entries[player]) for player in sorted(best, key=lambda name: (best[name], name)))
    ]
