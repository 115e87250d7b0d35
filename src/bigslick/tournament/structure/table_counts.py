"""How many tables a field needs, and the players at each."""

from __future__ import annotations

from typing import Final

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 10
MOST_TABLES: Final = 10**7
_FINAL_SIZES: Final = {9: 9, 8: 9, 7: 7, 6: 7}


def final_size(seats: int) -> int:
    """Return an event's usual final table: 9 players for tables of 9 and 8, 7 for tables of 7 and 6."""
    return _FINAL_SIZES.get(seats, seats)  # TDA RP-9, S2 8.5.1, 8.5.2


def tables_needed(players: int, seats: int, final: int) -> int:
    """Return the number of tables needed to seat the players; one as soon as they fit the final table."""
    return 1 if players <= max(final, seats) else -(-players // seats)  # TDA 10


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """Spread players over tables as evenly as possible, larger tables first."""
    each, more = divmod(players, tables)
    return tuple(each + (place < more) for place in range(tables))
