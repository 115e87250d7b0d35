"""Formats in plain words."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from bigslick.tournament.structure.explain import explain
from bigslick.tournament.structure.explain_formats import day_lines, no_show_lines, round_lines, single_tables
from bigslick.tournament.structure.forecast import estimate
from bigslick.tournament.structure.formats import Bracket, Day, Flights, NoShows, Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure

LEVELS = tuple(Level(small=50 << k, big=100 << k, hands=10) for k in range(8))


def structure(**options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 3000, "entrants": 30, "levels": LEVELS}
    return Structure(**(given | options))


def test_a_shootout_in_words() -> None:
    assert round_lines(structure(shootout=Shootout()), 30) == [
        "It is a shootout: every table plays until one player has every chip, and the winner goes on to the next "
        "round, where seats are drawn again. No one changes tables within a round.",
        "2 rounds: 1. 5 tables of 6, 2. one table of 5.",
        "Each round begins at level 1, and players begin it with 3,000 new chips.",
        "Players who go out in the same round share their places and the prizes of those places.",
    ]
    lines = round_lines(structure(shootout=Shootout(winners=2, stacks="carried", levels="continue", places="time")), 32)
    assert "until 2 players are left, and they go on" in lines[0]
    assert lines[1] == "3 rounds: 1. 6 tables of 5 or 6, 2. 2 tables of 6, 3. one table of 4."
    assert (
        lines[2]
        == "Each round begins at the level the last one ended with, and players begin it with the chips they have won."
    )
    assert lines[3] == "Players who go out in the same round are ranked in the order in which they go."


def test_a_bracket_in_words() -> None:
    lines = round_lines(structure(seats=2, bracket=Bracket()), 6)
    assert lines[:2] == [
        "It is a heads-up bracket, drawn at random: the winner of a match plays the winner of the next one. 2 players "
        "have a bye in round 1, drawn among all of them.",
        "3 rounds: 1. 2 tables of 2, 2. 2 tables of 2, 3. one table of 2.",
    ]
    seeded = round_lines(structure(seats=2, bracket=Bracket(draw="seeded")), 7)
    assert "the first entrant the first seed" in seeded[0]
    assert "1 player has a bye in round 1, the highest seeds." in seeded[0]


def test_days_and_flights_in_words() -> None:
    plan = structure(days=(Day(until_level=3), Day(until_players=5)), flights=Flights(count=2, bags="best"))
    assert day_lines(plan, 30) == [
        "Day one has 2 flights, 1A to 1B, with 15 and 15 entrants, each with its own seat draw and its own levels from "
        "1 on.",
        "Players who bust in a flight may enter a later one. A player with a bag may enter a later flight; only the "
        "largest bag counts, and the others leave play.",
        "Each flight ends with level 3. On day 2 the players draw new seats with the chips in their bags, and play "
        "starts at level 4.",
        "Day 2 ends when 5 players are left. On day 3 the players draw new seats with the chips in their bags, and "
        "play starts at the beginning of the level they stopped in.",
        "The prizes are fixed when the last flight is over. Players who go out in flights are ranked by how long they "
        "lasted in their own.",
    ]
    assert explain(plan)[1] == "30 entrants play day one in 2 flights, with 3,000 chips each (30 big blinds)."


def test_no_shows_in_words() -> None:
    plan = structure(no_shows=NoShows(percent=Decimal(10), remove_after_level=4))
    assert no_show_lines(plan, 30) == [
        "3 entrants do not come: their stacks are dealt in, posted for and folded. When level 4 ends their seats open, "
        "and what is left of the chips leaves play."
    ]
    assert no_show_lines(structure(), 30) == []


def test_nothing_is_said_of_breaking_tables() -> None:
    text = " ".join(explain(structure(shootout=Shootout())))
    assert "breaks" not in text
    assert "final table" not in text
    assert "hand for hand" not in text


def test_the_length_of_a_shootout_is_that_of_its_rounds() -> None:
    plan = structure(shootout=Shootout())
    rounds = [estimate(table, table.entrants) for table in single_tables(plan, 30)]
    whole = estimate(plan, 30)
    assert whole.first == sum(guess.first for guess in rounds)
    assert whole.last == sum(guess.last for guess in rounds)


def test_a_shootout_whose_tables_are_no_larger_than_its_winners_is_explained() -> None:
    """At least one player busts at every table, so a table of 2 has one winner."""
    small = structure(seats=4, entrants=5, shootout=Shootout(winners=3))
    assert [table.ends_at(table.entrants) for table in single_tables(small, 5)] == [2, 1]
    assert explain(structure(seats=3, entrants=4, shootout=Shootout(winners=2)))


def test_one_is_one_player_one_hand_and_one_big_blind() -> None:
    levels = (Level(small=50, big=100, hands=1), Level(small=100, big=200))
    lines = explain(structure(levels=levels, starting_stack=100, days=(Day(until_players=1),)))
    assert "(1 big blind)" in lines[1]
    assert "Levels change after 1 hand; all tables play one hand a round." in lines
    assert any(line.startswith("Day 1 ends when 1 player is left.") for line in lines)
