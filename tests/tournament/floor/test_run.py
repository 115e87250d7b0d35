"""Whole tournaments: the floor, the director and the clock together."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from bigslick import Rules
from bigslick.bots import HOUSE_BOTS
from bigslick.hand.events import Posted
from bigslick.rules import AnteKind
from bigslick.tournament.director.events import (
    AddedOn,
    Busted,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    Moved,
    Placed,
    RegistrationClosed,
    Seated,
    SeatsRedrawn,
    Won,
)
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, HandPace, Rebuy, Structure

MIX = ("tag", "lag", "rock", "caller", "shark", "maniac")


def doubling(levels: int, **length: Any) -> tuple[Level, ...]:
    return tuple(Level(small=10 << k, big=20 << k, **length) for k in range(levels))


def structure(**options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 6, "starting_stack": 1000, "entrants": 14, "levels": doubling(12, hands=6)}
    return Structure(**(given | options))


def of_kind(event: Tournament, *kinds: type) -> list[Any]:
    return [happened for happened in event.events if isinstance(happened, kinds)]


def test_s0_levels_change_after_10_20_30_38_46_52_58_63_and_68_hands() -> None:
    seen: dict[int, int] = {}

    def watch(played: PlayedHand) -> None:
        seen.setdefault(played.level, played.number)

    # With deep-stacked callers at one table, the table's hands are the event's hands.
    plan = load("s0")
    deep = Structure(seats=10, starting_stack=10**6, entrants=10, rules=plan.rules, levels=plan.levels)
    event = Tournament(deep, 3, bots=("rock",), watch=watch)
    while event.rounds < 70 and not event.over:
        event.step()
    assert seen == {1: 1, 2: 11, 3: 21, 4: 31, 5: 39, 6: 47, 7: 53, 8: 59, 9: 64, 10: 69}
    started = [happened.at - 1 for happened in event.events if isinstance(happened, LevelStarted)]
    assert started == [0, 10, 20, 30, 38, 46, 52, 58, 63, 68]


def test_a_timed_event_plays_its_first_level() -> None:
    levels: Counter[int] = Counter()
    event = Tournament(load("turbo-6").with_entrants(20), 7, bots=MIX, watch=lambda hand: levels.update([hand.level]))
    event.finish()
    assert min(levels) == 1
    assert levels[1] > 10


def test_the_hands_of_a_table_are_counted_from_1_though_its_place_on_the_floor_was_used_before() -> None:
    numbers: dict[int, list[int]] = {}
    plan = structure(redraw_at_tables=(3, 2, 1))
    event = Tournament(plan, 5, bots=MIX, watch=lambda hand: numbers.setdefault(hand.table, []).append(hand.number))
    event.finish()
    assert len(numbers) > 3
    assert all(hands == list(range(1, len(hands) + 1)) for hands in numbers.values())


def test_a_satellite_without_hand_for_hand_ends_with_the_first_bust_that_ends_it() -> None:
    """Players bust at two tables in the round that ends it; the later bust does not count, and places are unique."""
    for seed in range(30):
        plan = structure(entrants=30, payouts=Payouts(seats=15), hand_for_hand=False, levels=doubling(9, hands=2))
        event = Tournament(plan, seed, bots=("maniac", "random"))
        event.finish()
        placed = of_kind(event, Placed)
        assert len({place.entry for place in placed}) == len(placed) == 30
        assert isinstance(event.events[-1], Won)
        assert len(event.events[-1].entries) <= 15


def test_tda_rp_8_hands_under_way_when_hand_for_hand_is_announced_count_as_its_first_round() -> None:
    """A player who lost their last chip in such a hand does not keep the seat."""
    tied = 0
    for seed in range(40):
        plan = structure(
            entrants=24,
            levels=doubling(12, seconds=120),
            payouts=Payouts(paid_percent=Decimal(30)),
            h4h_margin=4,
            pace=HandPace(seconds_per_hand=30, seconds_per_action=5),
        )
        event = Tournament(plan, seed, bots=("maniac", "random", "caller"))
        while not event.over:
            event.step()
            if event.director.hand_for_hand and event.rounds and not event.over:
                seated = (entry for row in event.director.chairs.values() for entry in row if entry >= 0)
                assert all(event.stack_of(entry) for entry in seated)
        tied += any(place.shared > 1 for place in of_kind(event, Placed))
    assert tied


def test_tda_rp_8_a_hand_in_hand_for_hand_takes_its_fixed_time_off_the_clock() -> None:
    plan = structure(
        entrants=24,
        levels=doubling(40, seconds=600),
        payouts=Payouts(paid_percent=Decimal(50)),
        h4h_margin=8,
        h4h_seconds=90,
        pace=HandPace(seconds_per_hand=200, seconds_per_action=5),  # under the time model a hand would take longer
    )
    event = Tournament(plan, 2, bots=MIX)
    while not event.director.hand_for_hand:
        event.step()
    event.step()
    before = event.now
    event.step()
    assert event.director.hand_for_hand
    assert event.now == before + 90


def test_the_level_goes_on_while_hand_for_hand_runs_the_clock() -> None:
    """Hand-for-hand can end in the middle of a later level, and the next hands are played at that level."""
    plan = structure(
        entrants=14,
        levels=doubling(12, seconds=60),
        payouts=Payouts(paid_percent=Decimal(40)),
        h4h_seconds=600,
        h4h_margin=5,
    )

    def watch(played: PlayedHand) -> None:
        level = plan.levels[played.level - 1]
        assert (played.hand.setup.small_blind, played.hand.setup.big_blind) == (level.small, level.big)

    for seed in range(20):
        event = Tournament(plan, seed, bots=MIX, watch=watch)
        event.finish()
        started = [happened.level for happened in of_kind(event, LevelStarted)]
        assert started == list(range(1, len(started) + 1))


def test_an_add_on_does_not_bring_back_who_is_losing_their_last_chip() -> None:
    """With timed levels, a player busts in a hand in progress at the end of the level."""
    for seed in range(40):
        plan = structure(
            entrants=12, levels=doubling(12, seconds=60), addon=AddOn(until_level=1, cost=5, chips=500), buy_in=10
        )
        event = Tournament(plan, seed, bots=("maniac",))
        event.finish()
        added = {happened.entry for happened in of_kind(event, AddedOn)}
        closed = event.events.index(of_kind(event, RegistrationClosed)[0])
        lost_before_it_began = {happened.entry for happened in event.events[:closed] if isinstance(happened, Busted)}
        assert not added & lost_before_it_began
        assert event.chips == 12 * 1000 + 500 * len(added)


def test_late_entries_come_before_the_break_that_follows_late_registration() -> None:
    plan = structure(
        entrants=20,
        levels=doubling(12, seconds=120),
        breaks=(Break(after=2, seconds=3600),),
        late_reg_levels=2,
    )
    event = Tournament(plan, 1, bots=MIX, late=8)
    event.finish()
    assert len(event.director.names) == 20
    closed = event.events.index(of_kind(event, RegistrationClosed)[0])
    assert all(event.events.index(seated) < closed for seated in of_kind(event, Seated))


def test_tables_that_waited_for_a_final_table_play_on_when_somebody_enters_again() -> None:
    """With two of three left, the final table was called; the third re-enters, and there is no final table."""
    plan = structure(
        seats=2, entrants=3, starting_stack=7, levels=doubling(6, seconds=600), late_reg_levels=4, reentry_limit=3
    )
    for seed in range(60):
        event = Tournament(plan, seed, bots=("maniac", "random"), late=1)
        for _ in range(3000):
            if event.over:
                break
            event.step()
        assert event.over


@pytest.mark.parametrize(("final", "redrawn"), [(6, 0), (7, 1)])
def test_a_final_table_that_is_not_redrawn_forms_by_breaking_tables(final: int, redrawn: int) -> None:
    """The exception is a final table with one player more than a table has seats."""
    event = Tournament(structure(final_table_size=final, redraw_at_tables=()), 2, bots=MIX)
    event.finish()
    assert len(of_kind(event, SeatsRedrawn)) == redrawn


def test_redraws_at_three_two_and_one_tables() -> None:
    """WSOP A85 draws seats and buttons again at three, two and one tables."""
    event = Tournament(structure(entrants=30, redraw_at_tables=(3, 2, 1)), 11, bots=("tag", "rock", "lag"))
    event.finish()
    assert [happened.tables for happened in of_kind(event, SeatsRedrawn)] == [3, 2, 1]


def test_every_move_says_why() -> None:
    event = Tournament(structure(entrants=40), 9, bots=MIX)
    event.finish()
    moves = of_kind(event, Moved)
    assert moves
    for move in moves:
        assert (
            move.reason
            == f"seat {move.from_seat + 1} of table {move.from_table} moves to seat {move.to_seat + 1} of table "
            f"{move.to_table}: {move.reason.split(': ', 1)[1]}"
            or move.reason.startswith(f"table {move.from_table} breaks: ")
            or move.reason.startswith("the final table: ")
        )


def test_hand_for_hand_begins_and_ends_once_on_the_bubble() -> None:
    plan = structure(entrants=40, payouts=Payouts(paid_percent=Decimal(25)), levels=doubling(14, hands=8))
    event = Tournament(plan, 2, bots=MIX)
    event.finish()
    assert [happened.players for happened in of_kind(event, HandForHandStarted)] == [11]
    assert of_kind(event, HandForHandEnded)[0].players <= 10


def test_rebuys_are_counted_into_the_pool_and_end_with_their_level() -> None:
    plan = structure(
        rebuy=Rebuy(until_level=2, cost=50, chips=1000), buy_in=100, payouts=Payouts(percent=(Decimal(60), Decimal(40)))
    )
    event = Tournament(plan, 3, bots=("maniac", "random"))
    event.finish()
    rebuys = sum(event.director.rebuys)
    assert rebuys
    assert sum(event.director.prizes) == 14 * 100 + 50 * rebuys
    assert event.chips == 14_000 + 1000 * rebuys


def test_re_entries_are_entries_of_their_own_with_a_place_each() -> None:
    plan = structure(late_reg_levels=3, reentry_limit=2, buy_in=10)
    event = Tournament(plan, 3, bots=("maniac", "random"))
    event.finish()
    entries = len(event.director.names)
    assert entries > 14
    standings = event.standings()
    assert len(standings) == entries
    assert len({standing.player for standing in standings}) == entries
    assert any(standing.player.endswith("(entry 2)") for standing in standings)


def test_nobody_enters_again_when_that_is_not_wanted() -> None:
    plan = structure(late_reg_levels=3, reentry_limit=2)
    event = Tournament(plan, 3, bots=("maniac", "random"), reentries=False)
    event.finish()
    assert len(event.director.names) == 14


@pytest.mark.parametrize("late", [-1, 13])
def test_at_least_two_start(late: int) -> None:
    with pytest.raises(ValueError, match="at least two must start"):
        Tournament(structure(late_reg_levels=1), 1, late=late)


def test_nobody_is_late_without_late_registration() -> None:
    with pytest.raises(ValueError, match="late_reg_levels"):
        Tournament(structure(), 1, late=1)


def test_house_bots_are_not_asked_to_show() -> None:
    with pytest.raises(ValueError, match="use 'all' or 'muck'"):
        Tournament(structure(rules=Rules(reveal="ask")), 1)


def test_the_same_seed_is_the_same_tournament_and_another_is_not() -> None:
    runs = [Tournament(structure(), seed, bots=HOUSE_BOTS) for seed in (1, 1, 2)]
    for event in runs:
        event.finish()
    assert runs[0].events == runs[1].events
    assert runs[0].events != runs[2].events


@pytest.mark.parametrize("limit", ["none", "pot", "fixed"])
@pytest.mark.parametrize("ante", ["per_player", "big_blind", "button"])
def test_every_limit_and_every_ante(limit: Any, ante: Any) -> None:
    levels = tuple(Level(small=10 << k, big=20 << k, ante=20 << k, hands=4) for k in range(12))
    event = Tournament(structure(rules=Rules(limit=limit, ante=ante), levels=levels), 1, bots=HOUSE_BOTS)
    event.finish()
    assert event.chips == 14_000
    assert event.standings()[0].player == event.winner


def test_no_final_table_before_the_field_is_complete() -> None:
    """Seven players fit a six-handed event's final table, but while more can enter they stay at two tables."""
    plan = structure(entrants=9, late_reg_levels=1, final_table_size=7, levels=doubling(12, hands=4))
    event = Tournament(plan, 1, bots=("rock",), late=2)
    assert [len(row) for row in event.director.chairs.values()] == [6, 6]
    while event.director.entering:
        event.step()
        assert not of_kind(event, SeatsRedrawn)
        assert all(len(row) == 6 for row in event.director.chairs.values())
    event.finish()
    assert [happened.tables for happened in of_kind(event, SeatsRedrawn)] == [1]
    complete = Tournament(structure(entrants=7, final_table_size=7), 1)
    assert [len(row) for row in complete.director.chairs.values()] == [7]


def test_a_tournament_reads_as_a_line_and_as_its_standings() -> None:
    event = Tournament(load("s0").with_entrants(8), 7)
    name = event.structure.name
    assert repr(event) == f"<Tournament {name!r}: level 1, 8 of 8 left, 0 hands played>"
    assert "No finishes yet" in event._repr_html_()
    event.finish()
    assert repr(event) == f"<Tournament {name!r}: {event.winner} won after {event.hands:,} hands>"
    assert f"<td>1</td><td>{event.winner}</td>" in event._repr_html_()


@pytest.mark.parametrize("unit", [{"hands": 6}, {"seconds": 400}], ids=["hands", "time"])
def test_a_level_may_say_who_pays_its_ante(unit: dict[str, Any]) -> None:
    """rules.md 1.7: every player, the big blind or the button; each hand replays to the chips on the floor."""
    kinds: tuple[AnteKind | None, ...] = (None, "per_player", "button", "big_blind")
    rows = [Level(small=10, big=20, ante=5 if kind else 0, ante_kind=kind, **unit) for kind in kinds]
    plan = structure(starting_stack=10_000, levels=(*rows, Level(small=1000, big=2000)))
    paid: dict[int, set[str]] = {}

    def watch(played: PlayedHand) -> None:
        players = sum(name is not None for name in played.players)
        antes = [post.seat for post in played.hand.events if isinstance(post, Posted) and post.kind == "ante"]
        who = "nobody" if not antes else "everyone" if len(antes) == players else "one"
        if antes and len(antes) == 1:
            who = {played.big_blind_seat: "big blind", played.button: "button"}[antes[0]]
        paid.setdefault(played.level, set()).add(who)
        row = event.tables.row_of[played.table]
        assert [event.floor.stack_at(row, seat) for seat, name in enumerate(played.players) if name] == [
            played.hand.stacks[seat] for seat, name in enumerate(played.players) if name
        ]

    event = Tournament(plan, 3, bots=("rock", "tag"), watch=watch)
    while not event.over and event.level < 5:
        event.step()
        event = Tournament.load(event.save(), watch)
    assert {level: paid[level] for level in (1, 2, 3, 4)} == {
        1: {"nobody"},
        2: {"everyone"},
        3: {"button"},
        4: {"big blind"},
    }


def hands_of(plan: Structure, seed: int, bots: tuple[str, ...] = MIX) -> tuple[Tournament, list[PlayedHand]]:
    """Return an event played to its end, and its hands in dealing order."""
    seen: list[PlayedHand] = []
    event = Tournament(plan, seed, bots=bots, watch=seen.append)
    event.finish()
    return event, sorted(seen, key=lambda played: (played.at, played.table))


def test_every_seed_deals_its_own_cards() -> None:
    first = [hands_of(structure(), seed)[1][0].dealt for seed in range(10)]
    assert len(set(first)) == 10


def test_no_hand_begins_during_a_break() -> None:
    plan = structure(levels=doubling(12, seconds=300), breaks=(Break(after=1, seconds=900),))
    _, hands = hands_of(plan, 1)
    assert {played.level for played in hands} >= {1, 2}
    assert not [played for played in hands if 300 <= played.at < 1200]


def test_tables_that_wait_for_the_final_table_deal_no_hand() -> None:
    """Once the last bust before the final table is reported, no hand begins until the seats are drawn."""
    for seed in range(6):
        plan = structure(entrants=24, levels=doubling(12, seconds=300), redraw_at_tables=(1,))
        event, hands = hands_of(plan, seed)
        (drawn,) = of_kind(event, SeatsRedrawn)
        last = [bust.at for bust in of_kind(event, Busted) if bust.at <= drawn.at][-1]
        final = max(played.table for played in hands)
        assert not [played for played in hands if played.table != final and last < played.at <= drawn.at]


def test_without_a_seed_the_system_draws_one() -> None:
    structure = load("turbo-6").with_entrants(4)
    one, two = Tournament(structure), Tournament(structure)
    assert one.seed != two.seed
    same = Tournament(structure, one.seed)
    for event in (one, same):
        event.finish()
    assert one.standings() == same.standings()
