"""Heads-up brackets: draws, seeds, byes, and the bracket in print."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from bigslick import AllIn, View
from bigslick.bots import Bot
from bigslick.hand.actions import Action
from bigslick.shuffle import Keystream
from bigslick.tournament.director.events import MatchMade, Returned, StageStarted
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.formats.brackets import BYE, bracket_lines, drawn_slots, matches_of, round_name, seeded_slots
from bigslick.tournament.structure.formats import Bracket
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import Structure
from tests.tournament.chance import chi_square

LEVELS = tuple(Level(small=50 << k, big=100 << k, hands=4) for k in range(8))


def bracket(entrants: int = 6, **options: Any) -> Structure:
    given: dict[str, Any] = {"seats": 2, "starting_stack": 1000, "levels": LEVELS, "buy_in": 10}
    return Structure(entrants=entrants, **(given | options), bracket=Bracket())


def played(plan: Structure, seed: int = 5) -> Tournament:
    event = Tournament(plan, seed, bots=("maniac", "tag"))
    event.finish()
    return event


def test_seeds_meet_as_late_as_they_can() -> None:
    assert seeded_slots(8) == (0, 7, 3, 4, 1, 6, 2, 5)
    assert seeded_slots(6) == (0, BYE, 3, 4, 1, BYE, 2, 5), "the two highest seeds have the byes"
    assert seeded_slots(2) == (0, 1)


@pytest.mark.parametrize("entrants", [2, 3, 5, 7, 8, 13, 32, 45])
def test_a_drawn_bracket_has_everyone_once_and_no_match_of_byes(entrants: int) -> None:
    slots = drawn_slots(entrants, Keystream(1))
    assert len(slots) & (len(slots) - 1) == 0
    assert len(slots) < 2 * entrants
    assert sorted(entry for entry in slots if entry != BYE) == list(range(entrants))
    assert all(slots[place] != BYE for place in range(0, len(slots), 2))


def test_byes_and_pairs_of_real_events_are_drawn_evenly() -> None:
    """Of six entrants two get a bye, and each pair is equally likely in round 1."""
    byes: Counter[int] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    places: Counter[tuple[int, int]] = Counter()
    for seed in range(1500):
        for made in Tournament(bracket(), seed).events:
            if isinstance(made, MatchMade):
                if len(made.entries) == 1:
                    byes.update(made.entries)
                    places[made.match, 0] += 1
                else:
                    pairs[tuple(sorted(made.entries))] += 1
    assert sum(byes.values()) == 3000
    assert chi_square(byes, 6) < 25.0  # 5 degrees of freedom: p = 0.0001
    assert chi_square(pairs, 15) < 42.0  # 14 degrees: p = 0.0001
    assert chi_square(places, 4) < 20.5  # 3 degrees: p = 0.0001


def test_a_bracket_follows_its_matches() -> None:
    event = played(bracket(13))
    rounds: dict[int, list[Any]] = {}
    for match in matches_of(event.director):
        rounds.setdefault(match.round, []).append(match)
    assert [len(rounds[number]) for number in (1, 2, 3, 4)] == [8, 4, 2, 1]
    assert sum(len(match.players) == 1 for match in rounds[1]) == 3
    for number in (2, 3, 4):
        winners = [match.winner for match in rounds[number - 1]]
        assert [match.players for match in rounds[number]] == list(zip(winners[::2], winners[1::2], strict=True))
    assert rounds[4][0].winner == event.winner


def test_losers_of_a_round_tie() -> None:
    event = played(bracket(8, payouts=Payouts(percent=(Decimal(50), Decimal(30), Decimal(20)))))
    places = [(standing.place, standing.prize) for standing in event.standings()]
    assert places == [(1, 40), (2, 24), (3, 8), (3, 8), *[(5, 0)] * 4]


def test_a_bye_keeps_its_stack_and_its_place_in_the_count() -> None:
    event = played(bracket(3))
    assert [stage.players for stage in event.events if isinstance(stage, StageStarted)] == [3, 2]
    assert [back.stack for back in event.events if isinstance(back, Returned)] == [1000, 1000]
    carried = Structure(
        seats=2, starting_stack=1000, entrants=3, levels=LEVELS, bracket=Bracket(stacks="carried", levels="continue")
    )
    event = played(carried)
    assert sorted(back.stack for back in event.events if isinstance(back, Returned)) == [1000, 2000]
    assert event.chips == event.director.chips == 3000


class Pusher:
    """Goes all in."""

    def decide(self, view: View) -> Action:
        return AllIn()


def test_a_python_bot_with_a_bye_plays_its_first_match_in_round_two() -> None:
    event = Tournament(bracket(5), 5, bots=[Bot("pusher.py:Pusher", None, Pusher)])
    event.finish()
    [report] = event.bot_reports()
    assert (report.entries, report.faults) == (5, 0)


def test_a_bracket_is_printed_round_by_round() -> None:
    lines = bracket_lines(played(bracket(6)).director)
    assert [line for line in lines if line.endswith(":")] == ["Quarter-finals:", "Semi-finals:", "Final:"]
    assert sum("has a bye" in line for line in lines) == 2
    assert sum("beats" in line or "loses to" in line for line in lines) == 5


def test_a_large_bracket_is_printed_from_the_round_of_32_on() -> None:
    lines = bracket_lines(played(bracket(100)).director)
    assert lines[0] == "Round 3:"
    assert len(lines) == 5 + 16 + 8 + 4 + 2 + 1


def test_a_bracket_under_way_says_who_plays() -> None:
    lines = bracket_lines(Tournament(bracket(4), 1).director)
    assert len(lines) == 3
    assert all("  plays  " in line for line in lines[1:])


def test_rounds_have_names() -> None:
    assert [round_name(3, matches) for matches in (1, 2, 4, 8)] == ["Final", "Semi-finals", "Quarter-finals", "Round 3"]


def test_another_event_has_no_matches() -> None:
    assert matches_of(Tournament(Structure(seats=2, starting_stack=100, entrants=2, levels=LEVELS), 1).director) == []
