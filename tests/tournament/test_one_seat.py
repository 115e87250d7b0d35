"""One person, one seat: rules 5.3 and what every satellite's own rules say."""

from __future__ import annotations

from bigslick.table.ranking import Finish
from bigslick.tournament.one_seat import one_each


def finish(player: str, place: int, entry: int, shared: int = 1) -> Finish:
    return Finish(player, place, shared, 0, entry)


def test_a_player_who_is_still_in_wins_no_second_seat_with_an_earlier_entry() -> None:
    """Ann is in, and her first entry went out in 4th place: the 4th seat is Bob's, the cash Cleo's."""
    finishes = [finish("Cleo", 6, 2), finish("Bob", 5, 1), finish("Ann", 4, 0)]
    won = one_each(finishes, [100, 30], {"Ann", "Dan", "Eve"})
    assert [(each.player, each.place, each.prize) for each in won] == [("Cleo", 6, 30), ("Bob", 5, 100), ("Ann", 4, 0)]


def test_of_two_entries_the_better_one_wins_the_seat() -> None:
    finishes = [finish("Ann", 5, 0), finish("Bob", 6, 1), finish("Ann", 4, 2)]
    assert [each.prize for each in one_each(finishes, [100, 100], ())] == [0, 100, 100]


def test_players_who_tie_for_a_seat_split_it() -> None:
    finishes = [finish("Ann", 4, 0, 2), finish("Bob", 4, 1, 2), finish("Cleo", 6, 2)]
    assert [each.prize for each in one_each(finishes, [101], {"Dan"})] == [51, 50, 0]


def test_with_fewer_people_than_seats_all_the_money_is_paid() -> None:
    finishes = [finish("Ann", 2, 1), finish("Ann", 3, 0), finish("Bob", 4, 2)]
    assert [each.prize for each in one_each(finishes, [100, 100, 40], {"Bob"})] == [100, 100, 40]
