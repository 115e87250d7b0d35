"""One person, one seat: rules 5.3, and every satellite's own rules."""

from __future__ import annotations

from bigslick.table.ranking import Finish
from bigslick.tournament.director.satellite_seats import named_seat, one_each
from bigslick.tournament.structure.payouts import Payouts


def finish(player: str, place: int, entry: int, shared: int = 1) -> Finish:
    return Finish(player, place, shared, 0, entry)


def test_a_player_who_is_still_in_wins_no_second_seat_with_an_earlier_entry() -> None:
    """Ann is in, and her first entry finished 4th, so the 4th seat goes to Bob and the cash to Cleo."""
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


def test_a_seat_has_its_name_and_cash_has_none() -> None:
    seats = Payouts(seats=2, seat_name="Main Event")
    assert named_seat(seats, [100, 100, 30], 2, 2, 100) == "Main Event"
    assert named_seat(seats, [100, 100, 30], 2, 3, 30) == ""
    assert named_seat(seats, [100, 100, 30], 2, 4, 100) == "Main Event", "passed on by a person who has one"
    assert named_seat(seats, [100, 100, 30], 2, 3, 65) == "", "two who tie split the money"
    assert named_seat(seats, [4, 4, 4], 2, 3, 4) == "", "as much as a seat, but cash"
    assert named_seat(seats, [], 2, 2, 0) == "Main Event", "an event for no money"
    assert named_seat(Payouts(seats=2), [100, 100], 2, 1, 100) == ""
