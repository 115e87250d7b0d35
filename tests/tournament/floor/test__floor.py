"""The floor alone: hands played in a row of seats, clocks that drift apart, and refusals."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from bigslick import Hand, Rules
from bigslick.bots import new_brain, style_number
from bigslick.core.codes import CALL, DEAD_BUTTON
from bigslick.core.codes import MAX_SEATS as CHAIRS
from bigslick.core.draws import Draws
from bigslick.hand.hand import state_of
from bigslick.hand.setup import rule_numbers
from bigslick.shuffle import Keystream
from bigslick.tournament.floor._floor import COMPILED, Floor
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure
from tests.laws.auditor import knocked_out_by


def floor(tables: int = 3, players: int = 12, style: str = "tag") -> Floor:
    """Make tables of six, four players each with 500 chips in seats 0, 1, 3 and 4."""
    numbers = rule_numbers(Rules())
    made = Floor(
        (tables, players), numbers, DEAD_BUTTON, new_brain(), Keystream(1, "cards").draws, Keystream(1, "bots").draws
    )
    for table in range(tables):
        made.open_table(table, 6, 0, 0)
        for place, seat in enumerate((0, 1, 3, 4)):
            made.sit(table, seat, 4 * table + place, 500, style_number(style), 0)
    made.set_blinds(5, 10, 0)
    return made


def chips(made: Floor, table: int) -> list[int]:
    return [made.stack_at(table, seat) for seat in range(6)]


def hands(made: Floor) -> list[int]:
    return [made.hands_of(table) for table in range(3)]


def test_a_round_is_one_hand_at_each_table_and_keeps_its_chips() -> None:
    made = floor()
    for number in range(1, 20):
        made.play_round([0, 1, 2])
        assert [sum(chips(made, table)) for table in range(3)] == [2000] * 3
        assert hands(made) == [number] * 3
    assert made.played == 57


def test_only_the_tables_that_are_given_play() -> None:
    made = floor()
    made.play_round([2])
    assert hands(made) == [0, 0, 1]
    assert chips(made, 0) == chips(made, 1) == [500, 500, 0, 500, 500, 0]


def test_who_busts_to_whom_is_the_same_as_over_a_finished_hand() -> None:
    """The floor computes it in ints, and names the first of the players that the auditor names."""
    checked = split = 0

    def compare(played: PlayedHand) -> None:
        nonlocal checked, split
        row = event.tables.row_of[played.table]
        for seat, _, _, by in event.floor.busts_at(row):
            found = knocked_out_by(played.hand, seat)
            assert event.floor.player_at(row, found[0]) == by
            checked += 1
            split += len(found) > 1

    levels = tuple(Level(small=50 << k, big=100 << k, ante=25 << k, hands=3) for k in range(8))
    plan = Structure(seats=9, starting_stack=1000, entrants=90, levels=levels)
    for seed in range(6 if COMPILED else 1):
        event = Tournament(plan, seed, bots=("caller", "maniac", "tag"), watch=compare)
        event.finish()
    assert checked >= 80
    assert split or not COMPILED, "no split pot was among them"


def test_who_busted_to_whom_and_with_how_much() -> None:
    made = floor(style="caller")
    made.set_blinds(500, 500, 0)
    assert made.play_round([0, 1, 2]) == 3
    assert made.bust_list() == [0, 1, 2]
    for table in range(3):
        busts = made.busts_at(table)
        left = {made.player_at(table, seat) for seat in range(6) if made.stack_at(table, seat)}
        assert len(busts) + len(left) == 4
        assert all(before == 500 and by in left for _, _, before, by in busts)


def test_one_player_plays_no_hand() -> None:
    made = floor()
    for seat in (1, 3, 4):
        made.stand(0, seat)
    assert made.play_round([0]) == 0
    assert (made.played, made.hands_of(0)) == (0, 0)


def test_who_comes_later_is_not_dealt_in_before() -> None:
    made = floor(style="rock")
    made.set_timetable([0], [5, 10, 0], [], 60, 0)
    made.stand(0, 4)
    made.sit(0, 4, 3, 500, 0, 100)
    for table in (0, 1, 2):
        made.enlist(table)
    made.run_until(60)
    assert made.dealt_at(0, 4) == 0
    made.run_until(110)
    assert made.dealt_at(0, 4) == 0
    made.run_until(130)
    assert made.dealt_at(0, 4) == 0  # the player sits between the button and the small blind
    made.run_until(190)
    assert made.dealt_at(0, 4) == 1


def test_tables_play_in_the_order_of_their_clocks_and_stop_at_the_limit() -> None:
    made = floor()
    made.set_timetable([0, 100], [5, 10, 0, 10, 20, 0], [100, 200], 30, 7)
    for table in (2, 0, 1):
        made.enlist(table)
    seen: list[int] = []
    while made.clock_of(made.earliest()) < 400:
        table, start = made.earliest(), made.clock_of(made.earliest())
        before = made.played
        made.play_next()
        assert start >= max(seen, default=0)
        seen.append(start)
        assert not 100 <= start < 200 or made.played == before, "a hand in the break"
        if made.played > before:
            assert made.big == (10 if start < 100 else 20)
            assert made.clock_of(table) == start + 30 + 7 * made.length_of(table)
    assert made.run_until(400) == -1


def test_a_table_that_was_asked_for_a_report_stops_before_its_next_hand() -> None:
    made = floor(style="rock")
    made.set_timetable([0], [5, 10, 0], [], 30, 1)
    for table in (0, 1, 2):
        made.enlist(table)
    made.run_until(1)
    made.ask_report(1)
    before = hands(made)
    assert made.run_until(10_000) == 1
    assert made.hands_of(1) == before[1]
    made.delist(1)
    assert 1 not in {made.run_until(made.clock_of(0) + 1) for _ in range(5)}
    with pytest.raises(ValueError, match="table 0 is playing: stop it"):
        made.set_clock(0, 5)


def test_tables_between_hands_at_the_same_second_report_together_before_any_plays() -> None:
    made = floor(style="rock")
    made.set_timetable([0], [5, 10, 0], [], 30, 1)
    for table in (0, 1, 2):
        made.enlist(table)
    made.ask_report(2)
    made.ask_report(1)
    assert made.run_until(10_000) == 1, "table 0 does not play first"
    assert sorted(made.ended_with(1)) == [0, 2]
    assert (hands(made), made.must_report(2)) == ([0, 0, 0], False)
    made.run_until(1)
    assert hands(made) == [1, 1, 1]


def test_a_table_on_a_break_rests_until_its_next_hand() -> None:
    made = floor(style="rock")
    made.set_timetable([0], [5, 10, 0], [40, 500], 30, 1)
    for table in (0, 1, 2):
        made.enlist(table)
    assert made.resting() == []
    made.run_until(499)
    assert (sorted(made.resting()), [made.clock_of(table) for table in (0, 1, 2)]) == ([0, 1, 2], [500, 500, 500])
    made.delist(1)
    assert sorted(made.resting()) == [0, 2]
    made.run_until(501)
    assert made.resting() == []


def test_a_table_that_was_asked_for_its_next_report_plays_one_hand_first() -> None:
    made = floor(style="rock")
    made.set_timetable([0], [5, 10, 0], [], 30, 1)
    for table in (0, 1, 2):
        made.enlist(table)
    made.ask_next_report(1)
    assert not made.must_report(1)
    assert made.run_until(10_000) == 1
    assert made.hands_of(1) == 1
    made.ask_report(1)
    made.ask_next_report(1)
    assert made.must_report(1), "what is due first stays due"


def test_a_table_set_up_again_counts_from_one() -> None:
    made = floor()
    made.play_round([0, 1, 2])
    made.ask_report(0)
    for seat in range(6):
        made.stand(0, seat)
    made.open_table(0, 9, 8, 50)
    assert (made.hands_of(0), made.must_report(0), made.chairs_of(0), made.clock_of(0)) == (0, 0, 9, 50)


def test_hands_are_counted_where_a_player_sits_and_kept_when_they_move() -> None:
    made = floor()
    for _ in range(3):
        made.play_round([0])
    made.stand(0, 1)
    assert (made.dealt_before(1), made.dealt_at(0, 1)) == (3, 0)
    made.stand(0, 1)
    assert made.dealt_before(1) == 3


def test_a_move_is_to_stand_and_to_sit_down_elsewhere() -> None:
    moved, by_hand = floor(), floor()
    for made in (moved, by_hand):
        for _ in range(3):
            made.play_round([0, 1])
    stack = by_hand.stack_at(0, 1)
    by_hand.stand(0, 1)
    by_hand.sit(1, 5, 1, stack, style_number("tag"), 40)
    moved.move(0, 1, 1, 5, 40)
    assert (moved.player_at(0, 1), moved.player_at(1, 5), moved.stack_at(1, 5)) == (-1, 1, stack)
    assert moved.freeze() == by_hand.freeze()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda made: made.move(0, 2, 1, 5, 0), "seat 3 of table 0 is open: no one can leave it"),
        (lambda made: made.move(0, 1, 1, 4, 0), "seat 5 of table 1 is taken by player 7"),
        (lambda made: made.move(0, 1, 0, 1, 0), "seat 2 of table 0 is taken by player 1"),
        (lambda made: made.move(0, 1, 3, 5, 0), "the table is 3"),
        (lambda made: made.move(0, 1, 1, 5, -1), "the time of arrival is -1"),
        (lambda made: made.play_round([-1]), "a table of the round does not exist: expected 0 to 2"),
        (lambda made: made.open_table(3, 6, 0, 0), "the table is 3: expected a whole number from 0 to 2"),
        (lambda made: made.open_table(0, 11, 0, 0), "the number of seats is 11: expected a whole number from 2 to 10"),
        (lambda made: made.open_table(0, 6, 6, 0), "the button's seat is 6: expected a whole number from 0 to 5"),
        (lambda made: made.sit(0, 0, 5, 100, 0, 0), "seat 1 of table 0 is taken by player 0"),
        (lambda made: made.sit(0, 2, 12, 100, 0, 0), "the player is 12: expected a whole number from 0 to 11"),
        (lambda made: made.sit(0, 2, 5, 100, 99, 0), "there is no style 99"),
        (lambda made: made.stand(0, 10), "the seat is 10: expected a whole number from 0 to 9"),
        (lambda made: made.add_chips(-1, 0, 5), "the table is -1"),
        (lambda made: made.play_round([0, 7]), "a table of the round does not exist: expected 0 to 2"),
        (lambda made: made.set_timetable([], [], [], 1, 1), "expected three amounts for each level"),
        (lambda made: made.set_timetable([0], [1, 2, 0], [5], 1, 1), "an end for each break"),
        (lambda made: made.thaw({}, {}), "the save is of another floor"),
        (lambda made: made.take(CALL), "no Python bot is to act"),
        (lambda made: made.play_round([0, 1, 2, 0]), "4 tables in a round: the floor has 3"),
        (lambda made: made.sit(0, 2, 5, 1 << 51, 0, 0), "the stack is"),
        (lambda made: made.sit(0, 2, 5, 100, True, 0), "there is no style True"),
        (lambda made: made.sit(0, 2.0, 5, 100, 0, 0), "the seat is 2.0"),
        (lambda made: made.add_chips(0, 0, -501), "the chips to add is -501: expected a whole number from -500"),
        (lambda made: made.set_blinds(5, -10, 0), "a blind or ante is -10"),
        (lambda made: made.run_until(1.5), "the limit is 1.5"),
        (lambda made: made.take(25.9), "the action is 25.9"),
        (lambda made: made.set_timetable([0], [1, 2, 0], [], 1 << 40, 1), "the time of a hand is"),
        (lambda made: made.give_chance(12, 0), "the player is 12"),
        (lambda made: made.give_chance(0, -1), "the player is -1"),
        (lambda made: made.set_pressure(4001), "the pressure is 4001: expected a whole number from 0 to 4000"),
    ],
)
def test_what_is_not_there_is_refused(call: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call(floor())  # type: ignore[operator]


def test_a_frozen_floor_goes_on_the_same() -> None:
    one, other = floor(), floor()
    for _ in range(5):
        one.play_round([0, 1, 2])
    rows, numbers = one.freeze()
    other.thaw(rows, numbers)
    assert other.freeze() == one.freeze()
    other.cards.skip(one.cards.used())
    for _ in range(5):
        one.play_round([0, 1, 2])
        other.play_round([0, 1, 2])
    assert other.freeze() == one.freeze()


def test_another_bot_at_one_table_changes_nothing_that_others_draw() -> None:
    one, other = floor(style="shark"), floor(style="shark")
    other.stand(0, 3)
    other.sit(0, 3, 2, 500, style_number("maniac"), 0)
    one.stand(0, 3)
    one.sit(0, 3, 2, 500, style_number("shark"), 0)
    differ = 0
    for _ in range(12):
        one.play_round([0, 1, 2])
        other.play_round([0, 1, 2])
        assert [chips(one, table) for table in (1, 2)] == [chips(other, table) for table in (1, 2)]
        differ += chips(one, 0) != chips(other, 0)
        if one.bust_list() or other.bust_list():  # fewer players are dealt fewer cards
            break
    assert differ


def test_chance_goes_with_a_player_and_may_be_given() -> None:
    made = floor()
    seeds = chances(made, "chance_of")
    assert len(set(seeds)) == 12
    assert chances(made, "chance_at")[1] == seeds[1]
    for _ in range(5):
        made.play_round([0])
    drawn = chances(made, "chance_at")[1]
    assert drawn != seeds[1]
    made.stand(0, 1)
    made.sit(1, 2, 1, 500, 0, 0)
    assert chances(made, "chance_at")[CHAIRS + 2] == drawn
    made.stand(1, 2)
    made.give_chance(1, 7)
    assert chances(made, "chance_of")[1] == seeds[7]


def chances(made: Floor, name: str) -> array[int]:
    rows, _ = made.freeze()
    return array("Q", rows[name])


def with_python_bots() -> Floor:
    """Make a floor whose first table has two Python bots, the second none, and the third nothing else."""
    made = floor(style="rock")
    for table, seats in ((0, (0, 3)), (2, (0, 1, 3, 4))):
        for seat in seats:
            player = made.player_at(table, seat)
            made.stand(table, seat)
            made.sit(table, seat, player, 500, -1, 0)
    return made


def test_a_round_stops_for_python_bots_and_goes_on_with_their_answers() -> None:
    made = with_python_bots()
    asked = []
    made.play_round([0, 1, 2])
    while made.asking >= 0:
        asked.append((made.asking, made.state.turn))
        with pytest.raises(ValueError, match="is still playing a hand"):
            made.play_round([1])
        assert made.take(7) != 0  # no wager is that small, and nothing has changed
        assert (made.asking, made.state.turn) == asked[-1]
        assert made.take(CALL) == 0
        made.resume_round()
    assert {seat for table, seat in asked if table == 0} <= {0, 3}
    assert {seat for table, seat in asked if table == 2} == {0, 1, 3, 4}
    assert {table for table, _ in asked} == {0, 2}
    assert hands(made) == [1, 1, 1]
    assert [sum(chips(made, table)) for table in range(3)] == [2000] * 3


def test_tables_by_the_clock_stop_for_python_bots_too() -> None:
    made = with_python_bots()
    made.set_timetable([0, 200], [5, 10, 0, 10, 20, 0], [], 30, 7)
    for table in range(3):
        made.enlist(table)
    asked = 0
    while made.run_until(400) >= 0 or made.asking >= 0:
        if made.asking >= 0:
            asked += 1
            made.take(CALL)
    assert asked > 20
    assert made.asking == -1
    assert min(made.clock_of(table) for table in range(3)) >= 400
    assert [sum(chips(made, table)) for table in range(3)] == [2000] * 3


# -- safety ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, 7, "floor", object()])
def test_things_of_the_wrong_kind_get_a_sentence(wrong: Any) -> None:
    numbers, draws = rule_numbers(Rules()), Keystream(1).draws
    with pytest.raises(TypeError, match="expected what new_brain"):
        Floor((1, 2), numbers, DEAD_BUTTON, wrong, draws, draws)
    for cards, chance in ((wrong, draws), (draws, wrong)):
        with pytest.raises(TypeError, match="expected Draws"):
            Floor((1, 2), numbers, DEAD_BUTTON, new_brain(), cards, chance)
    with pytest.raises(TypeError, match="expected a number of tables and of players"):
        Floor(wrong, numbers, DEAD_BUTTON, new_brain(), draws, draws)


@pytest.mark.parametrize("room", [(0, 5), (5, 0), (-1, 5), (2.0, 5), (True, 5), (10**9, 5), (1,), (1, 2, 3)])
def test_a_floor_has_tables_and_players(room: Any) -> None:
    draws = Keystream(1).draws
    with pytest.raises(ValueError, match="expected"):
        Floor(room, rule_numbers(Rules()), DEAD_BUTTON, new_brain(), draws, draws)


def test_a_floor_leaves_other_hands_alone() -> None:
    hand = Hand.start([500] * 3, (5, 10), seed=1)
    before = state_of(hand).dump(), state_of(hand).terms.cards()
    made = floor()
    for _ in range(10):
        made.play_round([0, 1, 2])
    assert (state_of(hand).dump(), state_of(hand).terms.cards()) == before


def test_a_stream_that_is_asked_for_more_cannot_change_the_floor() -> None:
    said: list[str] = []

    def more() -> bytes:
        for call in calls:
            with pytest.raises(ValueError, match="already playing"):
                call()
            said.append("refused")
        return random.Random(len(said)).randbytes(64)

    cards = Draws(more)
    numbers = rule_numbers(Rules())
    made = Floor((1, 4), numbers, DEAD_BUTTON, new_brain(), cards, Keystream(1).draws)
    calls: list[Callable[[], object]] = [
        lambda: made.play_round([0]),
        made.resume_round,
        made.play_next,
        lambda: made.run_until(100),
        lambda: made.take(CALL),
        lambda: made.open_table(0, 2, 0, 0),
        lambda: made.sit(0, 5, 0, 10, 0, 0),
        lambda: made.stand(0, 0),
        lambda: made.add_chips(0, 0, 5),
        lambda: made.set_blinds(1, 2, 0),
        lambda: made.set_timetable([0], [1, 2, 0], [], 1, 1),
        lambda: made.set_clock(0, 5),
        lambda: made.enlist(0),
        lambda: made.delist(0),
        lambda: made.thaw(*made.freeze()),
        lambda: Floor.__init__(made, (1, 1), numbers, DEAD_BUTTON, new_brain(), cards, cards),
    ]
    made.open_table(0, 6, 0, 0)
    for seat in range(4):
        made.sit(0, seat, seat, 500, style_number("tag"), 0)
    made.set_blinds(5, 10, 0)
    made.play_round([0])
    assert (made.played, made.chips(), made.playing) == (1, 2000, False)
    assert said


def test_an_edited_save_cannot_point_outside() -> None:
    rows, numbers = floor().freeze()
    for name, value in (("button", 9), ("small_at", 9), ("big_at", 7), ("player", 12), ("by", -1), ("heap", 3)):
        row = array("q", rows[name])
        row[0] = value
        with pytest.raises(ValueError, match=f"'{name}' has a"):
            floor().thaw({**rows, name: row.tobytes()}, numbers)
    for name in numbers:
        with pytest.raises(ValueError, match=r"expected a whole number|out of range|is above"):
            floor().thaw(rows, {**numbers, name: 1.5 if name == "played" else 1 << 59})  # type: ignore[dict-item]


@pytest.mark.skipif(not COMPILED, reason="interpreted, an object without __init__ has no attributes at all")
def test_a_floor_without_tables_says_so() -> None:
    empty = Floor.__new__(Floor)
    for call in (empty.freeze, lambda: empty.take(CALL), lambda: empty.play_round([])):
        with pytest.raises(ValueError, match="never given tables and players"):
            call()
