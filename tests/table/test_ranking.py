"""Places for players who bust together (rules 5.1, TDA RP-8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.table.ranking import Bust, BustRule, Finish, Standing, rank, tie


def test_wsop_126_b_at_one_table_the_larger_stack_finishes_higher() -> None:
    found = rank(5, [Bust("A", 1, 3100), Bust("B", 1, 4200)], {4: 400, 5: 250})
    assert found == [Finish("B", 4, 1, 400), Finish("A", 5, 1, 250)]


def test_equal_stacks_at_one_table_tie_and_the_odd_unit_goes_by_name() -> None:
    found = rank(6, [Bust("B", 1, 3000), Bust("A", 1, 3000)], {5: 301, 6: 200})
    assert found == [Finish("A", 5, 2, 251), Finish("B", 5, 2, 250)]
    assert list(found[0].places_shared) == [5, 6]


def test_tda_rp_8_a_three_share_the_fiftieth_prize() -> None:
    busts = [Bust("A", 1, 9000), Bust("B", 2, 4000), Bust("C", 3, 6500)]
    found = rank(52, busts, {50: 15_000})
    assert [(finish.place, finish.shared, finish.prize) for finish in found] == [(50, 3, 5000)] * 3


def test_busts_that_span_tables_all_tie_also_those_of_one_table() -> None:
    busts = [Bust("A", 1, 9000), Bust("B", 1, 4000), Bust("C", 3, 6500)]
    assert {(finish.place, finish.shared) for finish in rank(30, busts, [])} == {(28, 3)}


def test_by_stack_ranks_across_tables() -> None:
    found = rank(28, [Bust("B", 3, 700), Bust("A", 1, 12_000)], {27: 1100}, "by_stack")
    assert found == [Finish("A", 27, 1, 1100), Finish("B", 28, 1, 0)]


def test_odd_units_go_to_the_larger_stack_first() -> None:
    busts = [Bust("A", 1, 100), Bust("B", 2, 300), Bust("C", 3, 200)]
    assert [(finish.player, finish.prize) for finish in rank(9, busts, {7: 5})] == [("B", 2), ("C", 2), ("A", 1)]


def test_those_left_in_a_satellite_share_the_first_places() -> None:
    found = tie([Bust("A", 1, 5), Bust("B", 1, 9)], 1, [100, 100])
    assert [(finish.player, list(finish.places_shared), finish.prize) for finish in found] == [
        ("B", [1, 2], 100),
        ("A", [1, 2], 100),
    ]


@given(st.data(), st.sampled_from(["h4h_tie", "by_stack"]), st.integers(2, 60))
def test_every_place_is_given_once_and_every_prize_is_paid(data: st.DataObject, rule: BustRule, field: int) -> None:
    prizes = sorted(data.draw(st.lists(st.integers(0, 1000), max_size=field)), reverse=True)
    left, finishes, number = field, list[Finish](), 0
    while left > 1:
        count = data.draw(st.integers(1, left - 1))
        busts = []
        for _ in range(count):
            number += 1
            busts.append(Bust(f"P{number}", data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))))
        finishes += rank(left, busts, prizes, rule)
        left -= count
    finishes += tie([Bust("winner", 1, 1)], 1, prizes)
    assert len({finish.player for finish in finishes}) == field
    assert sum(finish.prize for finish in finishes) == sum(prizes)
    groups: dict[int, list[Finish]] = {}
    for finish in finishes:
        groups.setdefault(finish.place, []).append(finish)
    places: list[int] = []
    for group in groups.values():
        assert all(finish.shared == len(group) for finish in group)
        assert max(finish.prize for finish in group) - min(finish.prize for finish in group) <= 1
        places += group[0].places_shared
    assert sorted(places) == list(range(1, field + 1))


def test_what_cannot_have_happened_is_refused() -> None:
    with pytest.raises(ValueError, match="2 of 2 players bust"):
        rank(2, [Bust("A", 1, 1), Bust("B", 1, 1)], [])
    with pytest.raises(ValueError, match="busts twice"):
        rank(9, [Bust("A", 1, 1), Bust("A", 1, 1)], [])
    with pytest.raises(ValueError, match="expected 'h4h_tie' or 'by_stack'"):
        rank(9, [Bust("A", 1, 1)], [], "coin")  # type: ignore[arg-type]


def test_two_entries_of_one_player_tie_in_the_order_of_their_numbers() -> None:
    busts = [Bust("Ann", 1, 50, 12), Bust("Ann", 1, 50, 9)]
    assert [(finish.entry, finish.prize) for finish in rank(3, busts, [10, 4, 3])] == [(9, 4), (12, 3)]
    with pytest.raises(ValueError, match="busts twice"):
        rank(4, [busts[0], busts[0]], [])


def test_a_standing_reads_as_a_line() -> None:
    assert str(Standing(2, "Ann", 1500, (2,), 80, "Bob")) == "2. Ann, wins 1,500, 80 hands, busted by Bob"
    assert str(Standing(4, "Cleo", 0, (4, 5, 6), 7, None)) == "4-6. Cleo, 7 hands"
