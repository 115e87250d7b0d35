"""An absent host: who may take over and when, who gets the role back, and the same after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.door import MOST_AWAY_MS, GameDoor
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import BadSettings
from bigslick.server.hosting.state import Hosting
from bigslick.server.hosting.taking_over import FIRST_MS, check_asks_back, check_takes_over
from bigslick.server.table import orders
from bigslick.server.table.saves import load, replay, save
from tests.waiting import until

from ..served import Served, asking, serving, table
from ..table.desk import Hosted

AWAY = 300_000
"""How long a host may be away by default."""


def refusal(hosting: Hosting, player: str, now: int, order: tuple[str, ...] = ("bob", "cat")) -> str:
    with pytest.raises(CommandRefused) as caught:
        check_takes_over(hosting, player, order, now)
    return caught.value.sentence


def test_after_the_time_of_the_door_the_longest_seated_may_take_over_and_then_everyone() -> None:
    hosting = Hosting(host="ann", away_since=1_000)
    due = 1_000 + AWAY
    assert "ann has not been away long: you can take over in 5:00" in refusal(hosting, "bob", 1_000)
    assert "in 0:01" in refusal(hosting, "bob", due - 1)
    check_takes_over(hosting, "bob", ("bob", "cat"), due)
    assert "bob has been here longest and goes first. You can take over in 1:00" in refusal(hosting, "cat", due)
    check_takes_over(hosting, "cat", ("bob", "cat"), due + FIRST_MS)
    assert "Only players with a seat" in refusal(hosting, "eve", due + FIRST_MS)
    hosting.former = "cat"
    check_takes_over(hosting, "cat", ("bob", "cat"), due)
    assert "cat has been here longest" in refusal(hosting, "bob", due), "who was the host before goes first"


def test_nobody_takes_over_from_the_house_from_a_host_who_is_there_or_who_does_not_want_it() -> None:
    assert "The house runs this game" in refusal(Hosting(), "bob", 10**9)
    assert "ann is here: ask them to hand it over" in refusal(Hosting(host="ann"), "bob", 10**9)
    assert "You are the host" in refusal(Hosting(host="bob", away_since=1), "bob", 10**9)
    never = Hosting(host="ann", away_since=1, door=GameDoor(take_over_ms=0))
    assert "ann lets nobody take over" in refusal(never, "bob", 10**9)
    with pytest.raises(CommandRefused, match="Only the host who was replaced"):
        check_asks_back(Hosting(host="ann"), "bob")


def test_ours_a_host_who_lets_nobody_take_over_cannot_leave_a_paused_game_to_itself() -> None:
    """A paused tournament's entries are in play, so someone must be able to resume it."""
    hosting = Hosting(host="ann", away_since=1_000, paused="dinner", door=GameDoor(take_over_ms=0))
    due = 1_000 + MOST_AWAY_MS
    assert "you can take over in 60:00" in refusal(hosting, "bob", 1_000)
    check_takes_over(hosting, "bob", ("bob", "cat"), due)
    assert "bob has been here longest" in refusal(hosting, "cat", due)
    hosting.paused = ""
    assert "ann lets nobody take over" in refusal(hosting, "bob", 10 * due), "play goes on without a host"


def taken_over() -> Hosted:
    """Return ann's private table, which bob took over while she was away."""
    desk = Hosted("ann", "bob", "cat", door=GameDoor(private=True))
    desk.order(orders.Disconnect(player="ann"))
    desk.now += AWAY
    desk.host("bob", host.TakeOver)
    return desk


def test_a_table_gets_a_new_host_and_the_old_one_asks_for_it_back() -> None:
    desk = Hosted("ann", "bob", "cat", door=GameDoor(private=True))
    assert "ann is here" in desk.no("bob", host.TakeOver)
    desk.order(orders.Disconnect(player="ann"))
    assert desk.live.hosting.now("t", "bob").away_since == desk.now
    assert "has not been away long" in desk.no("bob", host.TakeOver)
    desk.now += AWAY
    assert "bob has been here longest" in desk.no("cat", host.TakeOver)
    desk.host("bob", host.TakeOver)
    hosting = desk.live.hosting
    assert (hosting.host, hosting.former, hosting.away_since) == ("bob", "ann", None)
    assert hosting.lets_in("ann"), "who opened a private table is not shut out of it"
    desk.order(orders.Connect(player="ann"))
    assert hosting.now("t", "ann").asks_back
    assert not hosting.now("t", "cat").asks_back
    assert "cannot ban them" in desk.no("bob", host.Ban, player="ann")
    desk.host("ann", host.AskBack)
    assert "asked already" in desk.no("ann", host.AskBack)
    assert [request.kind for request in hosting.requests] == ["host"]
    desk.host("bob", host.AnswerRequest, player="ann", yes=False)
    assert (hosting.host, hosting.requests) == ("bob", [])
    desk.host("ann", host.AskBack)
    desk.host("bob", host.AnswerRequest, player="ann", yes=True)
    assert (hosting.host, hosting.former, hosting.requests) == ("ann", "", [])
    assert "Only the host who was replaced" in desk.no("bob", host.AskBack)


def test_the_new_host_may_go_away_too() -> None:
    desk = taken_over()
    desk.order(orders.Connect(player="ann"))
    desk.order(orders.Disconnect(player="bob"))
    desk.now += AWAY
    assert "ann has been here longest" in desk.no("cat", host.TakeOver)
    desk.host("ann", host.TakeOver)
    assert desk.live.host == "ann"


def test_facts_and_saves_remember_who_is_away_and_from_whom_it_was_taken() -> None:
    desk = taken_over()
    desk.order(orders.Connect(player="ann"))
    desk.host("ann", host.AskBack)
    for again in (load(save(desk.live)), replay(desk.facts)):
        assert again.hosting == desk.live.hosting
        assert again.by_time == desk.live.by_time


def test_no_hosts_time_runs_while_the_room_is_down() -> None:
    desk = Hosted("ann", "bob")
    desk.order(orders.Disconnect(player="ann"))
    went = desk.now
    desk.now += AWAY - 1_000
    desk.order(orders.Disconnect(player="bob"))
    desk.now += 3_600_000
    desk.order(orders.Restart())
    assert desk.live.hosting.away_since == went + 3_600_000
    desk.order(orders.Connect(player="bob"))
    assert "has not been away long" in desk.no("bob", host.TakeOver)
    desk.order(orders.Delay(ms=500))
    since = desk.live.hosting.away_since
    desk.order(orders.Connect(player="ann"))
    assert since is not None
    assert desk.live.hosting.away_since is None, "and the host is back"
    desk.order(orders.Restart())
    assert desk.live.hosting.away_since == desk.now, "a restart cuts every connection"


@pytest.mark.parametrize("kind", [host.Kick, host.Ban])
def test_a_player_who_is_made_to_leave_is_never_the_host(kind: type[Any]) -> None:
    desk = Hosted("ann", "bob", "cat")
    desk.begin()
    desk.host("ann", kind, player="bob")
    assert desk.live.seat_of("bob") is not None, "bob is in the hand"
    assert "bob is leaving" in desk.no("ann", host.HandOverHost, player="bob")
    desk.order(orders.Disconnect(player="ann"))
    desk.now += AWAY + FIRST_MS
    assert "Only players with a seat" in desk.no("bob", host.TakeOver)
    desk.host("cat", host.TakeOver)
    assert desk.live.host == "cat"


def test_a_former_host_who_is_made_to_leave_does_not_ask_for_it_back() -> None:
    desk = taken_over()
    desk.order(orders.Connect(player="ann"))
    desk.begin()
    desk.host("bob", host.Kick, player="ann")
    assert "asked you to leave" in desk.no("ann", host.AskBack)
    banned = taken_over()
    banned.house(host.Ban, player="ann")
    assert "Only the host who was replaced" in banned.no("ann", host.AskBack)


def test_a_host_has_a_moment_to_come_back() -> None:
    for ms in (1, 4_999):
        with pytest.raises(BadSettings, match=f"take_over_ms={ms}: expected 5000 to 3600000, or 0"):
            GameDoor(take_over_ms=ms)
    assert GameDoor(take_over_ms=0).take_over_ms == 0


# -- over sockets -----------------------------------------------------------------------------------------------------


async def opened(room: Served, kind: str, take_over_ms: int) -> str:
    """Open a private game for ann, with bob admitted."""
    from bigslick.server.hosting.state import Invitation, new_token
    from bigslick.server.room.config import TOURNAMENTS

    door = GameDoor(private=True, take_over_ms=take_over_ms)
    invited = Invitation(host=room.id("ann"), door=door, token=new_token(bytes(32)))
    card_room = room.card_room
    if kind == "table":
        place = await card_room.open_table(table("Mine"), invited)
        await place.submit(None, orders.Admit(player=room.id("bob")))
        return place.id
    event = await card_room.open_tournament(TOURNAMENTS[0], invited)
    await event.admit(room.id("bob"))
    return event.id


@pytest.mark.parametrize("kind", ["table", "tournament"])
async def test_a_host_who_hangs_up_is_replaced_and_comes_back_after_a_restart(tmp_path: Path, kind: str) -> None:
    async with serving(tmp_path, table()) as room:
        ann, bob = await room.token("ann"), await room.token("bob")
        place = await opened(room, kind, take_over_ms=60_000)
        async with room.socket(bob) as guest:
            if kind == "table":
                await guest.ask(wire.Sit(cmd_id="s", table=place, chips=1000))
                await guest.say(wire.WatchTable(table=place))
            else:
                await guest.ask(wire.Register(cmd_id="s", tournament=place))
                await guest.say(wire.WatchTournament(tournament=place))
            async with room.socket(ann) as owner:
                await owner.hear(wire.Welcome)
                while (await guest.hear(host.HostNow)).away_since is not None:
                    pass
                refused = await guest.ask(host.TakeOver(cmd_id="t0", at=place))
                assert refused.sentence.startswith("ann is here")
            while (await guest.hear(host.HostNow)).away_since is None:
                pass
            served = room.card_room.tables.get(place) or room.card_room.tournaments[place]
            assert served.live.hosting.away_since is not None
            served.live.hosting.away_since -= 60_000
            assert isinstance(await guest.ask(host.TakeOver(cmd_id="t1", at=place)), wire.Done)
            while (await guest.hear(host.HostNow)).desk is None:
                pass
    async with serving(tmp_path, table()) as room:
        card_room = room.card_room
        found = card_room.tables.get(place) or card_room.tournaments[place]
        assert (found.live.host, found.live.hosting.former) == (room.id("bob"), room.id("ann"))
        async with room.socket(ann) as owner, room.socket(bob) as guest:
            watch = wire.WatchTable(table=place) if kind == "table" else wire.WatchTournament(tournament=place)
            await owner.say(watch)
            assert (await owner.hear(host.HostNow)).asks_back
            assert isinstance(await owner.ask(host.AskBack(cmd_id="a1", at=place)), wire.Done)
            yes = host.AnswerRequest(cmd_id="y1", at=place, player="ann", yes=True)
            assert isinstance(await guest.ask(yes), wire.Done)
            assert (await owner.hear(host.RequestAnswered)).sentence == "You are the host again."
            assert found.live.host == room.id("ann")


async def test_a_program_that_opens_a_table_without_a_socket_is_away(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        headers = {"Authorization": f"Bearer {await room.token('ann')}"}
        body = {"name": "Mine", "take_over_ms": 60_000}
        made = (await web.post("/api/tables", json=body, headers=headers)).json()["table"]
        hosting = room.card_room.tables[made].live.hosting
        await until(lambda: hosting.away_since is not None)
        assert hosting.door.take_over_ms == 60_000
