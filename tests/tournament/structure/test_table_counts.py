"""How many tables a field needs (TDA 10, RP-9)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bigslick.tournament.structure.table_counts import even_sizes, final_size, tables_needed


def test_tda_rp_9_usual_final_tables() -> None:
    assert {seats: final_size(seats) for seats in range(2, 11)} == {
        2: 2, 3: 3, 4: 4, 5: 5, 6: 7, 7: 7, 8: 9, 9: 9, 10: 10,
    }  # fmt: skip


def test_tda_10_as_few_tables_as_seat_everyone() -> None:
    assert [tables_needed(players, 9, 9) for players in (9, 10, 18, 19, 27, 28)] == [1, 2, 2, 3, 3, 4]
    assert [tables_needed(players, 6, 7) for players in (6, 7, 8, 12, 13)] == [1, 1, 2, 2, 3]


@given(st.integers(0, 500), st.integers(1, 60))
def test_sizes_are_as_even_as_can_be(players: int, tables: int) -> None:
    sizes = even_sizes(players, tables)
    assert (sum(sizes), len(sizes)) == (players, tables)
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)
