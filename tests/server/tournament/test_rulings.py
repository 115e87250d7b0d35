"""The rulings on balancing, breaking, halting, final tables and places, decided by a served tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bigslick.rulings import load_book, places, tables
from bigslick.rulings.case import Ruling
from bigslick.rulings.places import RankingCase, check_ranking
from bigslick.rulings.tables import BalanceCase, TablePlanCase, check_balance, check_table_plan
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.facts import FloorReport, HandsReported, ReportedHand, TournamentOpened
from bigslick.server.tournament.play import Play
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.table.ranking import Bust, BustRule, Finish, Prizes, prize_of
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure

CASES = {case.id: case for chapter in load_book() for case in chapter.cases}
LARGEST = 10


class ServedTables:
    """A running tournament with these tables, which hears of hands as its tables report them."""

    def __init__(
        self, structure: Structure, taken: Mapping[int, Collection[int]], last: Mapping[int, tuple[int, int, int]]
    ) -> None:
        players = {f"Player {number}": "" for number in range(1, sum(map(len, taken.values())) + 1)}
        served = replace(structure, entrants=max(2, len(players)))
        live = self.live = LiveTournament(TournamentOpened(at=0, settings=TournamentSettings(structure=served)))
        live.players.update(players)
        live.status = "running"
        live.play = Play(served, "07" * 32, live.players)
        live.playing.director.take_over(taken)
        live.playing._apply()
        for entry in range(len(players)):
            live.playing.stacks[entry] = structure.starting_stack
        self.places = {table: found for table, found in last.items() if found[2] >= 0}

    @property
    def director(self) -> Director:
        return self.live.playing.director

    def __getattr__(self, name: str) -> Any:
        return getattr(self.director, name)

    def hands_ended(self, losses: Mapping[int, Sequence[Loss]], free: Collection[int], at: int) -> None:
        """Report a hand at each of these tables, or one at any free table."""
        hands = tuple(
            ReportedHand(table=table, hand=1, losses=tuple(lost), stacks={}, round=1, ended_at=at, second=at)
            for table, lost in (losses or {min(free, default=min(self.director.chairs)): ()}).items()
        )
        floor = FloorReport(free=tuple(free), places=self.places)
        apply(self.live, HandsReported(at=at, hands=hands, floor=floor))


def served_by(director: Director) -> ServedTables:
    """Serve the tables of a director who has just taken over."""
    taken = {
        table: [seat for seat, entry in enumerate(chairs) if entry >= 0] for table, chairs in director.chairs.items()
    }
    return ServedTables(director.structure, taken, {table: director._positions(table) for table in taken})


def cases(kind: type[Ruling]) -> list[str]:
    return [name for name, case in CASES.items() if isinstance(case, kind)]


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    directed = tables._directed
    monkeypatch.setattr(tables, "_directed", lambda *given, **more: served_by(directed(*given, **more)))
    monkeypatch.setattr(places, "rank", rank_live)


def rank_live(before: int, busts: Sequence[Bust], prizes: Prizes, rule: BustRule) -> list[Finish]:
    """Return the places that a served tournament gives players who bust in one round."""
    taken: dict[int, list[Bust | None]] = {}
    for bust in busts:
        taken.setdefault(bust.table, []).append(bust)
    left, table = before - len(busts), 0
    while left:
        table += 1
        row = taken.setdefault(table, [])
        added = min(left, LARGEST - len(row))
        row += [None] * added
        left -= added
    structure = Structure(
        seats=LARGEST,
        starting_stack=1000,
        levels=(Level(small=1, big=2),),
        hand_for_hand=False,
        simultaneous_bust_rule=rule,
    )
    served = ServedTables(structure, {number: range(len(row)) for number, row in taken.items()}, {})
    director = served.director
    director.prizes = [prize_of(prizes, place) for place in range(1, before + 1)]
    lost: dict[int, list[Loss]] = {}
    player_of: dict[int, str] = {}
    for number, row in taken.items():
        for seat, out in enumerate(row):
            if out is not None:
                player_of[director.chairs[number][seat]] = out.player
                lost.setdefault(number, []).append(Loss(seat, out.stack, 0))
    names = director.names
    for entry, player in player_of.items():
        served.live.players[player] = ""
        names[entry] = player
    served.hands_ended(lost, taken, 0)
    found = [director.finishes[entry] for entry in player_of]
    return [Finish(player_of[placed.entry], placed.place, placed.shared, placed.prize) for placed in found]


@pytest.mark.parametrize("name", cases(BalanceCase))
def test_the_rulings_on_balancing_and_halting_hold_live(name: str) -> None:
    case = CASES[name]
    assert isinstance(case, BalanceCase)
    assert list(check_balance(case)) == []


@pytest.mark.parametrize("name", cases(TablePlanCase))
def test_the_rulings_on_breaking_and_final_tables_hold_live(name: str) -> None:
    case = CASES[name]
    assert isinstance(case, TablePlanCase)
    assert list(check_table_plan(case)) == []


@pytest.mark.parametrize("name", cases(RankingCase))
def test_the_rulings_on_places_hold_live(name: str) -> None:
    case = CASES[name]
    assert isinstance(case, RankingCase)
    assert list(check_ranking(case)) == []
