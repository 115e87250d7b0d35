"""How a fact changes a served tournament: the same facts give the same orders."""

from __future__ import annotations

from decimal import Decimal

from bigslick.bots import style_number
from bigslick.protocol.encoding import encode
from bigslick.protocol.wire import Register
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.decide import decide
from bigslick.server.tournament.facts import (
    PlayerArrived,
    PlayerEntered,
    PlayerTravels,
    PlayerWithdrew,
    TournamentCancelled,
    TournamentDelayed,
    TournamentOpened,
    TournamentStarted,
    read,
)
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.director import events as director_events
from bigslick.tournament.structure.payouts import Payouts

from .floor import Floor, entered, structure


def test_the_same_facts_give_the_same_orders() -> None:
    floor = Floor(TournamentSettings(structure=structure(20)), 3)
    list(entered(floor, 20))
    floor.take(TournamentStarted(at=floor.now, seed="ab" * 32))
    floor.play()
    opened, *rest = [read(encode(fact)) for fact in floor.facts]
    assert isinstance(opened, TournamentOpened)
    again = LiveTournament(opened)
    assert [event for fact in rest for event in apply(again, fact).orders] == floor.ordered
    assert again.director is not None
    assert floor.live.director is not None
    assert again.director.export() == floor.live.director.export()
    assert (again.status, again.level, again.news) == (
        floor.live.status,
        floor.live.level,
        floor.live.news,
    )


def test_a_late_entry_is_seated_at_once() -> None:
    floor = Floor(TournamentSettings(structure=structure(4, 6, late_reg_levels=2)), 5, "rock")
    list(entered(floor, 4))
    floor.take(TournamentStarted(at=floor.now, seed="11" * 32))
    floor.play_hand(1)
    assert floor.live.late
    for fact in decide(floor.live, Register(cmd_id="1", tournament="x"), "late", floor.now, floor.report):
        floor.take(fact)
    assert "late" in floor.tables[1].players.values()
    floor.play()
    assert len(floor.places) == 5
    assert floor.live.prizes == tuple(structure(4, 6, late_reg_levels=2).prizes(5))


def test_the_start_seats_every_entry_by_the_seed() -> None:
    seats = []
    for seed in ("00" * 32, "00" * 32, "ff" * 32):
        floor = Floor(TournamentSettings(structure=structure(12)), 1)
        list(entered(floor, 12))
        floor.take(TournamentStarted(at=floor.now, seed=seed))
        assert (floor.live.status, floor.live.level) == ("running", 1)
        placed = [event for event in floor.ordered if isinstance(event, director_events.Seated)]
        assert sorted(event.entry for event in placed) == list(range(12))
        seats.append([(event.entry, event.table, event.seat) for event in placed])
    assert seats[0] == seats[1] != seats[2]


def test_hand_for_hand_a_round_ends_when_every_table_has_played_it() -> None:
    payouts = Payouts(percent=tuple(map(Decimal, (30, 25, 20, 10, 10, 5))))
    floor = Floor(TournamentSettings(structure=structure(9, 3, payouts=payouts)), 7)
    list(entered(floor, 9))
    floor.take(TournamentStarted(at=floor.now, seed="22" * 32))
    live = floor.live

    def ready() -> list[int]:
        return [table for table in floor.tables if live.playable(table, floor.now)]

    director = live.playing.director
    while not director.hand_for_hand or director.met:
        floor.play_hand(ready()[0])
    waiting = ready()
    assert (live.left, len(waiting)) == (7, 3)
    floor.style = style_number("rock")
    while waiting and director.hand_for_hand:
        floor.play_hand(waiting.pop())
        if waiting:
            assert sorted(ready()) == sorted(waiting), "a table that has played waits for the others"
    assert len(ready()) == 3


def test_when_the_last_person_withdraws_the_bots_no_longer_fill_the_field() -> None:
    floor = Floor(TournamentSettings(structure=structure(6), fill_ms=10_000), 1)
    floor.take(PlayerEntered(at=floor.now, player="tag 1", bot="tag"))
    assert floor.live.fill_at is None
    floor.take(PlayerEntered(at=floor.now, player="ann"))
    floor.take(PlayerEntered(at=floor.now + 5_000, player="bob"))
    assert floor.live.fill_at == floor.now + 10_000
    floor.take(PlayerWithdrew(at=floor.now, player="ann"))
    assert floor.live.fill_at == floor.now + 10_000
    floor.take(PlayerWithdrew(at=floor.now, player="bob"))
    assert floor.live.fill_at is None


def test_a_player_is_between_two_tables_until_they_arrive() -> None:
    floor = Floor(TournamentSettings(structure=structure(2, 2)), 1)
    travels = PlayerTravels(at=floor.now, entry=1, chips=700, promise="ab" * 32, bank_ms=5)
    floor.take(travels)
    assert floor.live.travelling == {1: travels}
    floor.take(PlayerArrived(at=floor.now, entry=1))
    assert floor.live.travelling == {}


def test_a_cancelled_tournament_is_over_and_owes_nothing() -> None:
    floor = Floor(TournamentSettings(structure=structure(6)), 1)
    list(entered(floor, 3))
    assert floor.live.owed == 300
    floor.take(TournamentCancelled(at=floor.now, why="the lights are out"))
    assert (floor.live.over, floor.live.owed, floor.live.called_off) == (True, 0, "the lights are out")


def test_a_delay_holds_levels_breaks_and_registration() -> None:
    """Downtime costs a tournament no level: timed levels resume where they were."""
    floor = Floor(TournamentSettings(structure=structure(6, timed=True), fill_ms=5_000), 1)
    list(entered(floor, 6))
    fill_at = floor.live.fill_at
    assert fill_at is not None
    floor.take(TournamentDelayed(at=floor.now + 3_600_000, ms=3_600_000))
    assert floor.live.fill_at == fill_at + 3_600_000
    floor.now += 3_600_000
    floor.take(TournamentStarted(at=floor.now, seed="00"))
    assert floor.live.due(floor.now + 59_000) is None
    floor.take(TournamentDelayed(at=floor.now + 3_659_000, ms=3_600_000))
    assert floor.live.due(floor.now + 3_659_000) is None
    assert floor.live.due(floor.now + 3_660_000) == 60
