"""Deciding a command in a served tournament: facts, or a refusal with a sentence."""

from __future__ import annotations

import pytest

from bigslick.protocol.host import Close
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.wire import Register, Unregister
from bigslick.server.hosting.state import HOUSE
from bigslick.server.tournament.decide import decide
from bigslick.server.tournament.facts import (
    CallingOff,
    FloorReport,
    PlayerEntered,
    PlayerWithdrew,
    TournamentCancelled,
    TournamentStarted,
)
from bigslick.server.tournament.settings import TournamentSettings

from .floor import Floor, entered, structure


def test_a_tournament_is_entered_once_and_left_before_it_starts() -> None:
    floor = Floor(TournamentSettings(structure=structure(2)), 1)
    live = floor.live
    for fact in decide(live, Register(cmd_id="1", tournament="x"), "ann", floor.now, floor.report):
        floor.take(fact)
    with pytest.raises(CommandRefused, match="already entered Tournament"):
        decide(live, Register(cmd_id="2", tournament="x"), "ann", floor.now, floor.report)
    with pytest.raises(CommandRefused, match="have not entered"):
        decide(live, Unregister(cmd_id="2", tournament="x"), "bob", floor.now, floor.report)
    (gone,) = decide(live, Unregister(cmd_id="3", tournament="x"), "ann", floor.now, floor.report)
    assert isinstance(gone, PlayerWithdrew)
    floor.take(gone)
    assert not live.players
    assert live.fill_at is None
    list(entered(floor, 2))
    with pytest.raises(CommandRefused, match="is full"):
        decide(live, Register(cmd_id="4", tournament="x"), "ann", floor.now, floor.report)
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    with pytest.raises(CommandRefused, match="registration for Tournament is closed"):
        decide(live, Register(cmd_id="5", tournament="x"), "ann", floor.now, floor.report)
    with pytest.raises(CommandRefused, match="has started"):
        decide(live, Unregister(cmd_id="6", tournament="x"), "p0", floor.now, floor.report)


def test_an_entry_names_its_player_and_command_and_changes_nothing_yet() -> None:
    floor = Floor(TournamentSettings(structure=structure(6)), 1)
    (fact,) = decide(floor.live, Register(cmd_id="7", tournament="x"), "ann", floor.now, floor.report)
    assert fact == PlayerEntered(at=floor.now, by="ann", cmd_id="7", player="ann", floor=floor.report)
    assert floor.live.players == {}


def test_a_tournament_is_called_off_at_once_before_it_starts_and_after_the_hands_later() -> None:
    floor = Floor(TournamentSettings(structure=structure(2, 2)), 1)
    rain = Close(cmd_id="", at="sng", why="rain")
    assert decide(floor.live, rain, HOUSE, 5, FloorReport()) == (TournamentCancelled(at=5, why="rain"),)
    list(entered(floor, 2))
    floor.take(TournamentStarted(at=floor.now, seed="00" * 32))
    assert decide(floor.live, rain, HOUSE, 9, FloorReport()) == (CallingOff(at=9, why="rain"),)
