"""What the host of a table may do, what nobody else may, and that a restart remembers all of it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.host import GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings, TableSettings
from bigslick.server.hosting import Invitation
from bigslick.server.table import facts
from bigslick.server.table.decide import decide
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.state import LiveTable

from ..virtual import QUICK
from .desk import Desk, refused


class Hosted(Desk):
    """A table that ann has opened."""

    def __init__(self, *players: str, door: GameDoor | None = None, **changes: Any) -> None:
        super().__init__(**changes)
        door = GameDoor() if door is None else door
        settings = TableSettings(name="desk", **{"pace": QUICK, **changes})
        token = "secret" if door.private else ""
        invitation = Invitation(host="ann", door=door, token=token)
        opened = facts.Opened(at=self.now, table="t", settings=settings, invitation=invitation)
        self.live = LiveTable(opened)
        self.facts = [opened]
        for player in players:
            self.do(player, wire.Sit, chips=1000)

    def host(self, player: str, kind: type[Any], /, **fields: Any) -> tuple[facts.Fact, ...]:
        fields.setdefault("cmd_id", f"h{len(self.facts)}")
        return self.fold(decide(self.live, kind(at="t", **fields), player, self.now))

    def no(self, player: str | None, kind: type[Any], /, **fields: Any) -> str:
        """Why a command is refused; nothing has changed."""
        before = save(self.live)
        with pytest.raises(CommandRefused) as caught:
            decide(self.live, kind(at="t", cmd_id="no", **fields), player, self.now)
        assert save(self.live) == before
        return caught.value.sentence


ANY: dict[type[Any], dict[str, Any]] = {
    host.PauseGame: {},
    host.ResumeGame: {},
    host.CloseGame: {},
    host.KickPlayer: {"player": "bob"},
    host.Ban: {"player": "bob"},
    host.Unban: {"player": "bob"},
    host.Mute: {"player": "bob"},
    host.Unmute: {"player": "bob"},
    host.MoveOn: {},
    host.HandOverGame: {"player": "cat"},
    host.ChangeDoor: {"approve": "buy_ins"},
    host.AnswerRequest: {"player": "bob", "yes": True},
}


def test_every_command_of_a_host_is_tried_here() -> None:
    assert set(ANY) == set(get_args(host.HostCommand))


@pytest.mark.parametrize("kind", ANY, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("player", ["bob", "eve"])
def test_nobody_but_the_host_does_any_of_it(player: str, kind: type[Any]) -> None:
    desk = Hosted("ann", "bob", "cat")
    sentence = desk.no(player, kind, **ANY[kind])
    assert sentence.startswith("Only the host can "), sentence
    assert sentence.endswith(" this table.")
    house = Hosted("ann", "bob", "cat")
    house.live.hosting.host = ""
    assert "Only the host" in house.no(player, kind, **ANY[kind]), "a table of the house has no host among the players"


def test_nobody_who_is_not_signed_in_does_any_of_it() -> None:
    for kind, fields in ANY.items():
        assert "sign in" in Hosted("ann", "bob").no(None, kind, **fields)


# -- requests ---------------------------------------------------------------------------------------------------------


def test_a_buy_in_waits_for_the_host_and_is_a_seat_when_the_host_says_yes() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    (asked,) = desk.do("bob", wire.Sit, chips=500, seat=3)
    assert isinstance(asked, facts.BuyInRequested)
    assert desk.live.seat_of("bob") is None
    assert desk.live.chips == 1000, "a request moves no chip"
    assert desk.live.hosting.now("t", "ann").desk.requests[0].chips == 500  # type: ignore[union-attr]
    assert desk.live.hosting.now("t", "bob").asked is not None
    assert desk.live.hosting.now("t", "bob").desk is None, "only the host sees who else asks"
    assert desk.live.hosting.now("t", None).asked is None
    taken, settled = desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    assert isinstance(taken, facts.SeatTaken)
    assert isinstance(settled, facts.RequestSettled)
    assert (desk.live.seat_of("bob"), desk.live.chips) == (3, 1500)
    assert desk.live.hosting.requests == []
    assert isinstance(desk.do("bob", wire.TopUp, chips=100)[0], facts.ChipsBought), "he was approved"
    desk.do("bob", wire.LeaveTable)
    assert isinstance(desk.do("bob", wire.Sit, chips=500)[0], facts.SeatTaken)


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
    assert isinstance(asked, facts.BuyInRequested)
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
    desk.host("ann", host.ChangeDoor, approve="players")
    assert "Only the host" in refused(desk, "bob", wire.AddBot, style="tag").sentence
    desk.do("ann", wire.AddBot, style="tag")


# -- who leaves -------------------------------------------------------------------------------------------------------


def test_a_kicked_player_leaves_after_the_hand_cannot_take_it_back_and_may_come_again() -> None:
    desk = Hosted("ann", "bob", "cat", door=GameDoor())
    desk.begin()
    desk.host("ann", host.KickPlayer, player="bob")
    assert "asked you to leave" in refused(desk, "bob", wire.SitIn).sentence
    assert "already leaving" in desk.no("ann", host.KickPlayer, player="bob")
    while desk.live.seat_of("bob") is not None:
        desk.play_out()
    assert desk.live.hosting.banned == []
    desk.do("bob", wire.Sit, chips=1000)


def test_a_kicked_player_needs_a_new_yes() -> None:
    desk = Hosted("ann", door=GameDoor(approve="players"))
    desk.do("bob", wire.Sit, chips=500)
    desk.host("ann", host.AnswerRequest, player="bob", yes=True)
    desk.host("ann", host.KickPlayer, player="bob")
    assert isinstance(desk.do("bob", wire.Sit, chips=500)[0], facts.BuyInRequested)


def test_a_banned_player_stays_out_in_every_way_until_unbanned() -> None:
    desk = Hosted("ann", "bob", "cat", seats=3, door=GameDoor(private=True))
    desk.do("dan", wire.Queue)
    desk.host("ann", host.Ban, player="bob")
    desk.host("ann", host.Ban, player="dan")
    assert desk.live.queue == []
    assert not desk.live.hosting.lets_in("bob")
    for player in ("bob", "dan"):
        for kind, fields in ((wire.Sit, {"chips": 1000}), (wire.Queue, {})):
            assert refused(desk, player, kind, **fields).sentence == "The host has banned you from this table."
    assert "already banned" in desk.no("ann", host.Ban, player="bob")
    desk.host("ann", host.Unban, player="bob")
    assert "not banned" in desk.no("ann", host.Unban, player="bob")
    desk.do("bob", wire.Sit, chips=1000)


def test_a_host_does_nothing_to_themselves_and_bots_are_no_people() -> None:
    desk = Hosted("ann", "bob", bots=("tag",))
    desk.run(10)
    (bot,) = [each.player for each in desk.live.occupants if each is not None and each.bot]
    for kind in (host.KickPlayer, host.Ban, host.Mute, host.HandOverGame):
        assert desk.no("ann", kind, player="ann").startswith("you cannot ")
    assert "house bot" in desk.no("ann", host.Ban, player=bot)
    assert "house bot" in desk.no("ann", host.HandOverGame, player=bot)
    assert "no seat" in desk.no("ann", host.KickPlayer, player="zoe")


# -- talking, pausing, moving on, closing, handing over ---------------------------------------------------------------


def test_a_muted_player_says_nothing_until_unmuted() -> None:
    desk = Hosted("ann", "bob")
    desk.host("ann", host.Mute, player="bob")
    assert refused(desk, "bob", wire.Say, text="hello").sentence == "The host has muted you at this table."
    desk.do("ann", wire.Say, text="hello")
    desk.host("ann", host.Unmute, player="bob")
    desk.do("bob", wire.Say, text="hello")


def test_a_pause_holds_the_next_hand_and_a_resume_deals_it() -> None:
    desk = Hosted("ann", "bob")
    desk.host("ann", host.PauseGame, why="dinner")
    assert desk.live.shown.paused == "dinner"
    assert "already paused" in desk.no("ann", host.PauseGame)
    desk.run(60_000)
    assert desk.live.playing is None
    assert "resume" in desk.no("ann", host.MoveOn)
    desk.host("ann", host.ResumeGame)
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
    desk.host("ann", host.CloseGame, why="good night")
    assert not desk.live.closed
    assert "already closing" in desk.no("ann", host.CloseGame)
    desk.play_out()
    desk.run(1_000)
    assert (desk.live.closed, desk.live.chips) == ("good night", 0)


def test_a_table_that_is_handed_over_obeys_the_new_host_alone() -> None:
    desk = Hosted("ann", "bob")
    assert "not at this table" in desk.no("ann", host.HandOverGame, player="zoe")
    desk.host("ann", host.HandOverGame, player="bob")
    assert desk.live.host == "bob"
    assert "Only the host can pause this table." in desk.no("ann", host.PauseGame)
    desk.host("bob", host.PauseGame)


def test_the_door_says_what_is_wrong_with_it() -> None:
    desk = Hosted("ann")
    assert "delay_ms" in desk.no("ann", host.ChangeDoor, approve="none", spectators="delayed")
    with pytest.raises(BadSettings, match="only delayed spectators"):
        GameDoor(spectators="off", delay_ms=1_000)
    desk.host("ann", host.ChangeDoor, approve="none", spectators="delayed", delay_ms=5_000)
    assert desk.live.hosting.door == GameDoor(spectators="delayed", delay_ms=5_000)


# -- a restart --------------------------------------------------------------------------------------------------------


def test_a_restart_in_the_middle_remembers_everything_a_host_decided() -> None:
    desk = Hosted("ann", "bob", "cat", door=GameDoor(private=True))
    desk.begin()
    desk.host("ann", host.ChangeDoor, approve="buy_ins", spectators="off")
    desk.host("ann", host.Mute, player="cat")
    desk.host("ann", host.Ban, player="eve")
    desk.host("ann", host.KickPlayer, player="bob")
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
