"""A player taken out, or moved, by the floor between hands."""

from __future__ import annotations

from decimal import Decimal

from bigslick.tournament.director.events import Moved, Removed
from bigslick.tournament.director.floor_orders import move, stays_balanced, take_out
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure

STRUCTURE = Structure(
    seats=6,
    entrants=10,
    starting_stack=1000,
    levels=(Level(small=50, big=100, hands=10), Level(small=200, big=400)),
    buy_in=100,
    payouts=Payouts(percent=(Decimal(60), Decimal(40))),
)


def test_a_player_taken_out_takes_their_chips_out_of_play() -> None:
    """TDA 71: the chips of a disqualified player leave play."""
    director = Tournament(STRUCTURE, 5, bots=["tag"]).director
    entry, left, chips = director.remaining[0], director.left, director.chips
    table, seat = director.where[entry]
    take_out(director, entry, 1000, "threats", 60)
    assert (director.left, director.chips) == (left - 1, chips - 1000)
    assert entry not in director.remaining
    (removed,) = [event for event in director.events if isinstance(event, Removed)]
    assert (removed.entry, removed.table, removed.seat, removed.stack, removed.reason) == (
        *(entry, table, seat, 1000),
        "threats",
    )


def test_a_player_moves_to_the_seat_that_the_floor_names() -> None:
    director = Tournament(STRUCTURE, 5, bots=["tag"]).director
    entry = director.remaining[0]
    source = director.where[entry][0]
    target = next(number for number in director.chairs if number != source)
    taken = {director.where[other][1] for other in director.remaining if director.where[other][0] == target}
    free = next(seat for seat in range(6) if seat not in taken)
    sizes = {number: director.size(number) for number in director.chairs}
    move(director, entry, target, free, "a quarrel", 60)
    assert director.where[entry] == (target, free)
    assert (director.size(source), director.size(target)) == (sizes[source] - 1, sizes[target] + 1)
    told = director.events[-1]
    assert isinstance(told, Moved)
    assert (told.to_table, told.to_seat, told.reason) == (target, free, "a quarrel")


def test_a_move_that_leaves_two_tables_two_players_apart_is_not_balanced() -> None:
    """TDA 11: ten players sit five and five; one more at a table makes it four and six."""
    director = Tournament(STRUCTURE, 5, bots=["tag"]).director
    entry = director.remaining[0]
    source = director.where[entry][0]
    target = next(number for number in director.chairs if number != source)
    assert not stays_balanced(director, entry, target)
    assert stays_balanced(director, entry, source)
