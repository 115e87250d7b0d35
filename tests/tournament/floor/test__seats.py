"""Seats alone: who sits where, refusals, and objects made in an unusual way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bigslick import Rules
from bigslick.bots import new_brain
from bigslick.core.codes import DEAD_BUTTON
from bigslick.core.draws import Draws
from bigslick.hand.setup import rule_numbers
from bigslick.shuffle import Keystream
from bigslick.tournament.floor._floor import Floor
from bigslick.tournament.floor._seats import Seats


def seats() -> Seats:
    """Return two tables of six; player 3 sits in the first seat of the second one."""
    made = Seats((2, 8), new_brain(), Keystream(1, "bots").draws)
    for table in range(2):
        made.open_table(table, 6, 0, 0)
    made.sit(1, 0, 3, 500, 0, 0)
    return made


def test_players_sit_move_and_stand() -> None:
    made = seats()
    assert made.seated() == {(1, 0): 3}
    made.move(1, 0, 0, 5, 0)
    assert (made.player_at(0, 5), made.stack_at(0, 5), made.player_at(1, 0)) == (3, 500, -1)
    made.add_chips(0, 5, -200)
    assert (made.chips(), made.positions(0), made.chairs_of(0)) == (300, (-1, -1, -1), 6)
    made.stand(0, 5)
    assert (made.seated(), made.chips()) == ({}, 0)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda made: made.sit(1, 0, 4, 500, 0, 0), "seat 1 of table 1 is taken by player 3"),
        (lambda made: made.sit(2, 0, 4, 500, 0, 0), "the table"),
        (lambda made: made.sit(0, 10, 4, 500, 0, 0), "the seat"),
        (lambda made: made.sit(0, 0, 8, 500, 0, 0), "the player"),
        (lambda made: made.sit(0, 0, 4, -1, 0, 0), "the stack"),
        (lambda made: made.move(0, 0, 1, 1, 0), "is open: no one can leave it"),
        (lambda made: made.move(1, 0, 1, 0, 0), "is taken"),
        (lambda made: made.add_chips(1, 0, -501), "the chips to add"),
        (lambda made: made.open_table(0, 11, 0, 0), "the number of seats"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(call: Callable[[Seats], object], sentence: str) -> None:
    made = seats()
    with pytest.raises(ValueError, match=sentence):
        call(made)
    assert (made.seated(), made.chips()) == ({(1, 0): 3}, 500)


def test_seats_are_made_once() -> None:
    """Changing the number of tables during a hand would let it write out of bounds."""
    brain, draws, numbers = new_brain(), Keystream(2).draws, rule_numbers(Rules())
    floor = Floor((1, 4), numbers, DEAD_BUTTON, brain, draws, draws)
    calls: list[Callable[[], object]] = [
        lambda: Seats.__init__(floor, (9, 40), brain, draws),
        lambda: Floor.__init__(floor, (9, 40), numbers, DEAD_BUTTON, brain, draws, draws),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="make a new one"):
            call()
    assert (floor.tables, floor.players) == (1, 4)


def test_a_stream_that_makes_the_seats_it_is_for_is_refused() -> None:
    made = Seats.__new__(Seats)
    brain = new_brain()

    def more() -> bytes:
        if not nested:
            nested.append(1)
            Seats.__init__(made, (1, 2), brain, Keystream(1).draws)
        return bytes(range(64))

    nested: list[int] = []
    with pytest.raises(ValueError, match="make a new one"):
        Seats.__init__(made, (5, 9), brain, Draws(more))
    assert (made.tables, made.players) == (1, 2)


def test_a_floor_is_not_made_of_seats_alone() -> None:
    made: Any = Floor.__new__(Floor)
    with pytest.raises(TypeError, match="a floor needs more than seats"):
        Seats.__init__(made, (1, 4), new_brain(), Keystream(1).draws)
