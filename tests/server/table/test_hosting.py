"""What a table's host may do and others may not, and what a host is refused."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bigslick import AllIn, Fold
from bigslick.protocol import host, room_events, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.settings import BadSettings
from bigslick.server.hosting.state import MOST_NAMED
from bigslick.server.table import facts
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.draft import Draft
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.state import LiveTable
from bigslick.table.events import ChipsTaken

from ..virtual import QUICK
from .desk import Hosted, refused

ANY: dict[type[Any], dict[str, Any]] = {
    host.Pause: {},
    host.Resume: {},
    host.Close: {},
    host.StartNow: {},
    host.ChangeClock: {"why": "a law", "seconds": 60},
    host.Kick: {"player": "bob"},
    host.Ban: {"player": "bob"},
    host.Unban: {"player": "bob"},
    host.Mute: {"player": "bob"},
    host.Unmute: {"player": "bob"},
    host.MoveOn: {},
    host.HandOverHost: {"player": "cat"},
    host.ChangeSettings: {"changes": TableChanges(approve="buy_ins")},
    host.SitOutPlayer: {"player": "bob"},
    host.MovePlayer: {"player": "bob", "seat": 5},
    host.RedrawSeats: {},
    host.CorrectChips: {"player": "bob", "chips": 5, "why": "a law"},
    host.RenewInvite: {},
    host.StartBroadcast: {},
    host.RenewBroadcast: {},
    host.StopBroadcast: {},
    host.AnswerRequest: {"player": "bob", "yes": True},
}


def test_every_command_of_a_host_is_tried_here() -> None:
    assert set(ANY) == set(get_args(host.HostCommand))


@pytest.mark.parametrize("kind", ANY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("player", ["bob", "eve"])
def test_nobody_but_the_host_does_any_of_it(player: str, kind: type[Any]) -> None:
    desk = Hosted("ann", "bob", "cat")
    sentence = desk.no(player, kind, **ANY[kind])
    assert sentence == "Only the host can do that."
    house = Hosted("ann", "bob", "cat")
    house.live.hosting.host = ""
    assert "Only the host" in house.no(player, kind, **ANY[kind]), "a table of the house has no host among the players"


def test_nobody_who_is_not_signed_in_does_any_of_it() -> None:
    for kind, fields in ANY.items():
        assert "sign in" in Hosted("ann", "bob").no(None, kind, **fields)


def test_a_host_does_nothing_to_themselves_and_bots_are_no_people() -> None:
    desk = Hosted("ann", "bob", bots=("tag",))
    desk.run(10)
    (bot,) = [each.player for each in desk.live.occupants if each is not None and each.bot]
    for kind in (host.Kick, host.Ban, host.Mute, host.HandOverHost):
        assert desk.no("ann", kind, player="ann").startswith("you cannot ")
    assert "house bot" in desk.no("ann", host.Ban, player=bot)
    assert "house bot" in desk.no("ann", host.HandOverHost, player=bot)
    assert "no seat" in desk.no("ann", host.Kick, player="zoe")


# -- talking, pausing, moving on, closing, handing over ----------------------------------------------------------------


def test_a_muted_player_says_nothing_until_unmuted() -> None:
    desk = Hosted("ann", "bob")
    desk.host("ann", host.Mute, player="bob")
    assert refused(desk, "bob", wire.Say, text="hello").sentence == "The host has muted you at this table."
    desk.do("ann", wire.Say, text="hello")
    desk.host("ann", host.Unmute, player="bob")
    desk.do("bob", wire.Say, text="hello")


def test_a_pause_holds_the_next_hand_and_a_resume_deals_it() -> None:
    desk = Hosted("ann", "bob")
    desk.host("ann", host.Pause, why="dinner")
    assert desk.live.shown.paused == "dinner"
    assert "already paused" in desk.no("ann", host.Pause)
    desk.run(60_000)
    assert desk.live.playing is None
    assert "resume" in desk.no("ann", host.MoveOn)
    desk.host("ann", host.Resume)
    desk.begin()


def test_moving_on_skips_the_pause_between_two_hands() -> None:
    slow = QUICK.__class__(
        **{**{name: getattr(QUICK, name) for name in QUICK.__struct_fields__}, "inter_round_delay_ms": 60_000}
    )
    desk = Hosted("ann", "bob", pace=slow)
    desk.run(100)
    assert desk.live.playing is None
    began = desk.live.next_at
    assert began is not None
    assert began > desk.now
    desk.host("ann", host.MoveOn)
    assert desk.live.shown.next_hand_at == desk.now, "viewers know of it"
    desk.run(2_000)
    assert desk.live.playing is not None
    assert "being played" in desk.no("ann", host.MoveOn)
    alone = Hosted("ann")
    assert "two players" in alone.no("ann", host.MoveOn)


def test_closing_gives_everyone_their_chips_back_after_the_hand() -> None:
    desk = Hosted("ann", "bob")
    desk.begin()
    desk.host("ann", host.Close, why="good night")
    assert not desk.live.closed
    assert (desk.live.shown.closing, desk.live.shown.paused) == ("good night", "")
    assert "already closing" in desk.no("ann", host.Close)
    desk.play_out()
    desk.run(1_000)
    assert (desk.live.closed, desk.live.chips) == ("good night", 0)


def test_a_table_that_is_handed_over_obeys_the_new_host_alone() -> None:
    desk = Hosted("ann", "bob")
    assert "not at this table" in desk.no("ann", host.HandOverHost, player="zoe")
    desk.host("ann", host.HandOverHost, player="bob")
    assert desk.live.host == "bob"
    assert "Only the host can do that." in desk.no("ann", host.Pause)
    desk.host("bob", host.Pause)


def test_the_door_says_what_is_wrong_with_it() -> None:
    desk = Hosted("ann")
    assert "delay_ms" in desk.no("ann", host.ChangeSettings, changes=TableChanges(approve="none", spectators="delayed"))
    with pytest.raises(BadSettings, match="only delayed spectators"):
        GameDoor(spectators="off", delay_ms=1_000)
    desk.host("ann", host.ChangeSettings, changes=TableChanges(approve="none", spectators="delayed", delay_ms=5_000))
    assert desk.live.hosting.door == GameDoor(spectators="delayed", delay_ms=5_000)


# -- chips -------------------------------------------------------------------------------------------------------------


def test_a_correction_moves_chips_between_the_stack_and_the_account_of_the_player() -> None:
    desk = Hosted("ann", "bob")
    moves = []
    for chips in (-300, 50):
        desk.run(0)
        correction = host.CorrectChips(cmd_id="c", at="t", player="bob", chips=chips, why="a rebuy")
        draft = Draft(desk.live)
        for fact in decide(desk.live, correction, "ann", desk.now):
            draft.add(fact)
        moves += [(move.source, move.target, move.amount, move.reason, move.note) for move in draft.transfers]
    assert moves == [
        ("table:t", "player:bob", 300, "correction", "a rebuy"),
        ("player:bob", "table:t", 50, "correction", "a rebuy"),
    ]
    assert desk.live.taken(1).stack == 750


def test_a_correction_waits_for_the_hand_and_keeps_within_the_stack_and_the_most() -> None:
    desk = Hosted("ann", "bob")
    desk.begin()
    desk.host("ann", host.CorrectChips, player="bob", chips=-300, why="a rebuy")
    assert desk.live.chips == 2000
    assert "expected 1 to 700" in desk.no("ann", host.CorrectChips, player="bob", chips=-701, why="more")
    assert "so 1,000 more" in desk.no("ann", host.CorrectChips, player="bob", chips=1001, why="more")
    assert "expected 1 to" in desk.no("ann", host.CorrectChips, player="bob", chips=0, why="none")
    assert "has no seat" in desk.no("ann", host.CorrectChips, player="eve", chips=1, why="none")
    for again in (load(save(desk.live)), replay(desk.facts)):
        again.show_due(desk.now)
        assert save(again) == save(desk.live)
    while desk.live.playing:
        desk.act(Fold())
    desk.run(0)
    assert desk.live.chips == 1700
    told = [event for update in desk.told for event in update.events]
    assert [event.chips for event in told if isinstance(event, room_events.ChipsCorrected)] == [-300]
    assert [event.chips for event in told if isinstance(event, ChipsTaken)] == [300]


def test_corrections_of_one_hand_keep_their_reasons_as_far_as_the_chips_go() -> None:
    desk = Hosted("ann", "bob")
    for corrections in ({"one": 100, "two": 200}, {"three": 600, "four": 50}):
        desk.begin()
        for why, chips in corrections.items():
            desk.host("ann", host.CorrectChips, player="bob", chips=-chips, why=why)
        while desk.live.playing:
            desk.act(Fold() if desk.turn_player() == "bob" else AllIn())
        desk.run(0)
    opened, moves = desk.facts[0], []
    assert isinstance(opened, facts.Opened)
    again = LiveTable(opened)
    for fact in desk.facts[1:]:
        again.show_due(fact.at)
        moves += [(move.note, move.chips) for move in apply(again, fact).moves if move.reason == "correction"]
    assert moves == [("one", -100), ("two", -200), ("three", -600), ("four", -50)]


def test_a_player_who_loses_the_last_chip_to_a_correction_can_buy_in_again() -> None:
    desk = Hosted("ann", "bob")
    desk.host("ann", host.CorrectChips, player="bob", chips=-1000, why="sat down by mistake")
    assert desk.live.occupant(1).busted_at == desk.now
    desk.do("bob", wire.TopUp, chips=500)
    assert not desk.live.occupant(1).busted_at


# -- at a tournament table ---------------------------------------------------------------------------------------------


def test_what_a_tournament_decides_for_its_tables_no_host_decides_at_one_of_them() -> None:
    desk = Hosted(tournament="sng")
    for seat, player in enumerate(("ann", "bob", "cat")):
        desk.fold((facts.SeatTaken(at=desk.now, seat=seat, player=player, chips=1000),))
    for kind in (host.Pause, host.Resume, host.Ban, host.HandOverHost, host.ChangeSettings):
        assert desk.no("ann", kind, **ANY[kind]).startswith("this table belongs to a tournament: "), kind
    assert "only the tournament closes its tables" in desk.no("ann", host.Close)
    assert "chips are in play" in desk.no("ann", host.Kick, player="bob")
    desk.host("ann", host.Mute, player="bob")
    assert desk.live.hosting.muted == ["bob"], "a table has its own talk"


def test_the_lists_of_a_host_are_bounded_and_have_room_again() -> None:
    desk = Hosted("ann", "bob")
    hosting = desk.live.hosting
    hosting.banned, hosting.muted = [[f"player-{number}" for number in range(MOST_NAMED)] for _ in range(2)]
    assert desk.no("ann", host.Ban, player="bob") == "you have banned 200 players, the most there can be: unban one"
    assert desk.no("ann", host.Mute, player="bob") == "you have muted 200 players, the most there can be: unmute one"
    desk.host("ann", host.Unban, player="player-7")
    desk.host("ann", host.Unmute, player="player-7")
    desk.host("ann", host.Mute, player="bob")
    desk.host("ann", host.Ban, player="bob")
