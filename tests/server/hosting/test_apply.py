"""How a host's decisions change a table: who waits, who is in and who is out, even after a restart."""

from __future__ import annotations

from bigslick.protocol import host, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.server.hosting.facts import Requested, RequestSettled
from bigslick.server.table import facts
from bigslick.server.table.saves import load, replay, save

from ..table.desk import Hosted, refused

# -- requests ---------------------------------------------------------------------------------------------------------


def test_a_buy_in_waits_for_the_host_and_is_a_seat_when_the_host_says_yes() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    (asked,) = desk.do("bob", wire.Sit, chips=500, seat=3)
    assert isinstance(asked, Requested)
    assert desk.live.seat_of("bob") is None
    assert desk.live.chips == 1000, "a request moves no chip"
    assert desk.live.hosting.now("t", "ann").desk.requests[0].chips == 500  # type: ignore[union-attr]
    assert desk.live.hosting.now("t", "bob").asked is not None
    assert desk.live.hosting.now("t", "bob").desk is None, "only the host sees who else asks"
    assert desk.live.hosting.now("t", None).asked is None
    taken, settled = desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    assert isinstance(taken, facts.SeatTaken)
    assert isinstance(settled, RequestSettled)
    assert (desk.live.seat_of("bob"), desk.live.chips) == (3, 1500)
    assert desk.live.hosting.requests == []
    assert isinstance(desk.do("bob", wire.TopUp, chips=100)[0], facts.ChipsBought), "bob was approved"
    desk.do("bob", wire.LeaveTable)
    assert isinstance(desk.do("bob", wire.Sit, chips=600)[0], facts.SeatTaken)


def test_the_host_says_no_and_the_player_may_ask_again() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    desk.do("bob", wire.Sit, chips=500)
    desk.host("ann", host.AnswerRequest, player="bob", yes=False)
    assert desk.live.seat_of("bob") is None
    assert desk.live.hosting.requests == []
    desk.do("bob", wire.Sit, chips=400)
    desk.do("bob", wire.Sit, chips=600)
    assert [one.chips for one in desk.live.hosting.requests] == [600], "one request for each player"
    desk.host("bob", host.WithdrawRequest)
    assert "asks for nothing" in desk.no("ann", host.AnswerRequest, player="bob", yes=True)
    assert "not waiting" in desk.no("bob", host.WithdrawRequest)


def test_every_buy_in_and_top_up_waits_where_the_host_wants_it_but_not_the_hosts_own() -> None:
    desk = Hosted("ann", door=GameDoor(approve="buy_ins"))
    desk.do("bob", wire.Sit, chips=500)
    desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    (asked,) = desk.do("bob", wire.TopUp, chips=100)
    assert isinstance(asked, Requested)
    assert isinstance(desk.do("ann", wire.TopUp, chips=100)[0], facts.ChipsBought)
    bought, _ = desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    assert isinstance(bought, facts.ChipsBought)
    assert desk.live.chips == 1000 + 100 + 500 + 100


def test_a_request_for_a_seat_that_is_gone_gets_another_and_none_where_none_is_free() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"), seats=3)
    desk.do("bob", wire.Sit, chips=500, seat=1)
    desk.do("cat", wire.Sit, chips=500, seat=1)
    desk.do("dan", wire.Sit, chips=500)
    desk.host("ann", host.AnswerRequest, player="cat", yes=True)
    desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    assert (desk.live.seat_of("cat"), desk.live.seat_of("bob")) == (1, 2)
    assert "no seat is free" in desk.no("ann", host.AnswerRequest, player="dan", yes=True)


def test_a_request_must_be_a_legal_buy_in() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    assert "buy" in refused(desk, "bob", wire.Sit, chips=1).sentence
    assert desk.live.hosting.requests == []


def test_only_the_host_invites_bots_where_players_need_a_yes() -> None:
    desk = Hosted("ann", "bob")
    desk.do("bob", wire.AddBot, style="tag")
    desk.host("ann", host.ChangeSettings, changes=TableChanges(approve="players"))
    assert "Only the host" in refused(desk, "bob", wire.AddBot, style="tag").sentence
    desk.do("ann", wire.AddBot, style="tag")


# -- who leaves -------------------------------------------------------------------------------------------------------


def test_a_kicked_player_leaves_after_the_hand_cannot_take_it_back_and_may_come_again() -> None:
    desk = Hosted("ann", "bob", "cat", door=GameDoor())
    desk.begin()
    desk.host("ann", host.Kick, player="bob")
    assert "asked you to leave" in refused(desk, "bob", wire.SitIn).sentence
    assert "already leaving" in desk.no("ann", host.Kick, player="bob")
    while desk.live.seat_of("bob") is not None:
        desk.play_out()
    assert desk.live.hosting.banned == []
    desk.do("bob", wire.Sit, chips=1000)


def test_a_kicked_player_needs_a_new_yes() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    desk.do("bob", wire.Sit, chips=500)
    desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    desk.host("ann", host.Kick, player="bob")
    assert isinstance(desk.do("bob", wire.Sit, chips=500)[0], Requested)


def test_a_banned_player_stays_out_in_every_way_until_unbanned() -> None:
    desk = Hosted("ann", "bob", "cat", seats=3, door=GameDoor(private=True))
    desk.do("dan", wire.Queue)
    desk.host("ann", host.Ban, player="bob")
    desk.host("ann", host.Ban, player="dan")
    assert desk.live.queue == []
    assert not desk.live.hosting.lets_in("bob")
    for player in ("bob", "dan"):
        for kind, fields in ((wire.Sit, {"chips": 1000}), (wire.Queue, {})):
            assert refused(desk, player, kind, **fields).sentence == "The host has banned you from this game."
    assert "already banned" in desk.no("ann", host.Ban, player="bob")
    desk.host("ann", host.Unban, player="bob")
    assert "not banned" in desk.no("ann", host.Unban, player="bob")
    desk.do("bob", wire.Sit, chips=1000)


def test_a_player_who_was_leaving_cannot_stay_once_banned() -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    desk.do("bob", wire.LeaveTable)
    desk.host("ann", host.Ban, player="bob")
    assert "banned you" in refused(desk, "bob", wire.SitIn).sentence


# -- a restart --------------------------------------------------------------------------------------------------------


def test_a_restart_in_the_middle_remembers_everything_a_host_decided() -> None:
    desk = Hosted("ann", "bob", "cat", door=GameDoor(private=True), dead_blind_rule="choice")
    desk.begin()
    desk.host("ann", host.ChangeSettings, changes=TableChanges(approve="buy_ins", spectators="off"))
    desk.host("ann", host.Mute, player="cat")
    desk.host("ann", host.Ban, player="eve")
    desk.host("ann", host.Kick, player="bob")
    desk.do("dan", wire.Sit, chips=700, missed_blinds="post")
    for again in (load(save(desk.live)), replay(desk.facts)):
        again.show_due(desk.now)
        assert again.hosting == desk.live.hosting
        assert save(again) == save(desk.live)
        assert again.hosting.requests[0].missed_blinds == "post"
        assert again.occupant(again.seat_of("bob") or 0).kicked
        assert again.answer("ann", "h1") == desk.live.answer("ann", "h1")


def test_a_hand_of_a_private_table_is_hidden_and_one_of_a_public_table_is_not() -> None:
    for door, hidden in ((GameDoor(), False), (GameDoor(private=True), True), (GameDoor(spectators="off"), True)):
        desk = Hosted("ann", "bob", door=door)
        assert desk.live.hidden is hidden
