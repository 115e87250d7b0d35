"""A tournament's finishing order, as a list that prints as a table."""

from __future__ import annotations

from collections.abc import Callable

from bigslick.notebook import html_table
from bigslick.table.ranking import Standing

from .director import Director

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
