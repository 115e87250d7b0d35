"""Spectators: live, delayed or blocked by the host; and what changes when they sit down."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bigslick import Call, Check, Fold
from bigslick.hand.events import Dealt, HandEnded
from bigslick.protocol import host, room_events, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.social import ChatLines
from bigslick.server.hosting.state import Invitation

from ..virtual import START, Seen, Served, serving

DELAY = 7_000
CARD = re.compile(rb'"[2-9TJQKA][cdhs]"')


def hosted(spectators: str, delay_ms: int = 0) -> Invitation:
    return Invitation(host="ann", door=GameDoor(spectators=spectators, delay_ms=delay_ms))  # type: ignore[arg-type]


def command(served: Served, player: str, kind: type[Any], **fields: Any) -> wire.Done | wire.Refused:
    served.commands += 1
    return served.send(player, kind(at="t1", cmd_id=f"h{served.commands}", **fields))


def play(served: Served, hands: int) -> None:
    """Everybody checks and calls."""
    while len(served.memory.hands) < hands:
        if served.live.shown.turn is None:
            served.advance(50)
        else:
            served.act(Call() if served.turn().options.call else Check())


def test_a_delayed_spectator_sees_the_same_so_much_later() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        late, host_view = served.watch("eve"), served.watch("ann")
        served.advance(DELAY)
        start = len(host_view.updates)
        play(served, 2)
        served.advance(DELAY + 5_000)
        at_once = {update.seq: (time, update) for time, update in _timed(host_view)}
        seen = {update.seq: (time, update) for time, update in _timed(late)}
        common = [seq for seq in seen if seq in at_once]
        assert len(common) > 20
        assert start < len(common) + 5
        for seq in common:
            assert seen[seq][0] == at_once[seq][0] + DELAY
        for update in late.updates:
            for event in update.events:
                assert not isinstance(event, Dealt) or event.card is None, "hidden cards stay hidden"
            assert update.view is None
        turns = late.events(room_events.Turn)
        assert turns
        for time, event in late.timed:
            if isinstance(event, room_events.Turn):
                assert event.deadline > time, "a clock runs from when it is seen"


def _timed(viewer: Seen) -> list[tuple[int, wire.Update]]:
    pairs = zip(viewer.times, viewer.messages, strict=True)
    return [(time, message) for time, message in pairs if isinstance(message, wire.Update)]


def test_a_delayed_spectator_who_comes_in_gets_the_table_as_it_was() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        served.advance(DELAY)
        play(served, 1)
        served.advance(100)
        late = served.watch("eve")
        (snapshot,) = [message for message in late.messages if isinstance(message, wire.TableSnapshot)]
        assert snapshot.seq < served.live.shown.seq
        ended = [event for event in snapshot.events if isinstance(event, HandEnded)]
        assert not ended, "the hand has only just ended"
        served.advance(DELAY)
        assert late.events(HandEnded)


def test_chat_comes_with_the_hand_that_it_is_about() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        served.advance(DELAY)
        late, live = served.watch("eve"), served.watch("bob")
        served.do("ann", wire.Say, text="nice flush")
        assert [message for message in live.messages if isinstance(message, wire.Said)]
        assert not [message for message in late.messages if isinstance(message, wire.Said)]
        served.advance(DELAY)
        assert [message for message in late.messages if isinstance(message, wire.Said)]


def said(viewer: Seen) -> list[str]:
    return [message.text for message in viewer.messages if isinstance(message, wire.Said)]


def test_old_chat_comes_as_late_as_the_cards_and_a_restart_loses_none_of_it() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:

        def old(player: str) -> list[str]:
            """Return the earlier lines sent to a viewer who comes in now."""
            return [line.text for line in served.room.talk.told(served.room.audience.seen_by(player).until).lines]

        served.advance(DELAY)
        served.do("ann", wire.Say, text="early")
        served.advance(DELAY - 1_000)
        served.do("ann", wire.Say, text="two pair")
        assert (old("bob"), old("ann"), old("eve")) == (["early", "two pair"], ["early", "two pair"], [])
        served.restart(down_ms=500)
        late = served.watch("eve")
        assert (old("eve"), said(late)) == ([], [])
        served.advance(500)
        assert (old("eve"), said(late)) == (["early"], ["early"])
        served.advance(DELAY - 1_001)
        assert (old("eve"), said(late)) == (["early"], ["early"])
        served.advance(1)
        assert (old("eve"), said(late)) == (["early", "two pair"], ["early", "two pair"])


def test_with_spectators_off_they_hear_nothing_that_was_said() -> None:
    with serving(None, "ann", "bob", invitation=hosted("off")) as served:
        late = served.watch("eve")
        served.do("ann", wire.Say, text="two pair")
        served.advance(60_000)
        served.restart()
        assert not served.room.talk.told(served.room.audience.seen_by("eve").until).lines
        assert served.room.talk.told(served.room.audience.seen_by("ann").until).lines
        assert not said(late)


@pytest.mark.parametrize("spectators", ["off", "delayed"])
def test_who_sits_down_hears_at_once_what_was_still_to_come(spectators: str) -> None:
    with serving(None, "ann", "bob", invitation=hosted(spectators, DELAY if spectators == "delayed" else 0)) as served:
        served.advance(DELAY)
        viewer = served.watch("eve")
        served.do("ann", wire.Say, text="come and play")
        served.sit("eve")
        served.advance(0)
        (told,) = [message for message in viewer.messages if isinstance(message, ChatLines)]
        assert ([line.text for line in told.lines], said(viewer)) == (["come and play"], [])
        served.advance(2 * DELAY)
        assert said(viewer) == [], "it came already"


@pytest.mark.parametrize("spectators", ["off", "delayed"])
def test_no_frame_to_a_spectator_holds_a_card_that_they_may_not_see_yet(spectators: str) -> None:
    delay = DELAY if spectators == "delayed" else 0
    with serving(None, "ann", "bob", invitation=hosted(spectators, delay)) as served:
        watcher, nobody = served.watch("eve"), served.watch(None)
        served.begin()
        while len(served.memory.hands) < 1:
            if served.live.shown.turn is None:
                served.advance(10)
            else:
                served.act(Call() if served.turn().options.call else Check())
            if spectators == "off" or served.clock.now() < START + delay:
                for viewer in (watcher, nobody):
                    assert not any(CARD.search(frame) for frame in viewer.frames)
                    assert not viewer.updates


def test_with_spectators_off_they_see_who_sits_and_players_see_everything() -> None:
    with serving(None, "ann", "bob", invitation=hosted("off")) as served:
        watcher = served.watch("eve")
        served.begin()
        snapshots = [message for message in watcher.messages if isinstance(message, wire.TableSnapshot)]
        assert [seat.player for seat in snapshots[-1].seats] == ["ann", "bob"]
        assert all(snapshot.events == () and snapshot.turn is None for snapshot in snapshots)
        served.sit("eve")
        served.advance(0)
        live = [message for message in watcher.messages if isinstance(message, wire.TableSnapshot)][-1]
        assert live.events, "a player sees the hand"
        served.act(Fold())
        assert watcher.events(HandEnded)


def test_who_leaves_the_seat_sees_nothing_twice_and_nothing_early() -> None:
    with serving(None, "ann", "bob", "cat", invitation=hosted("delayed", DELAY)) as served:
        viewer = served.watch("cat")
        served.advance(DELAY)
        play(served, 1)
        served.do("cat", wire.LeaveTable)
        while served.room.seat_of("cat") is not None:
            served.act(Fold()) if served.live.shown.turn is not None else served.advance(50)
        left_at = served.clock.now()
        play(served, 4)
        served.advance(DELAY)
        seqs = [update.seq for update in viewer.updates]
        assert seqs == sorted(set(seqs)), "no update comes twice"
        first_later = next(time for time, update in _timed(viewer) if time > left_at)
        assert first_later >= left_at + DELAY - 2_000


def test_a_restart_shows_nothing_early_and_never_runs_backwards() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        served.advance(DELAY)
        before = served.watch("eve")
        play(served, 2)
        served.restart()
        after = served.watch("eve")
        (veiled,) = [message for message in after.messages if isinstance(message, wire.TableSnapshot)]
        assert veiled.events == ()
        assert veiled.seq == 0
        served.advance(DELAY)
        shown = [message for message in after.messages if isinstance(message, wire.TableSnapshot)][-1]
        assert shown.seq >= max(update.seq for update in before.updates)
        assert shown.events


def test_who_sees_no_hands_cannot_count_updates_by_commands() -> None:
    with serving(None, "ann", "bob", seats=2, invitation=hosted("off")) as served:
        play(served, 1)
        for kind in (wire.Queue, wire.Unqueue):
            assert served.do("eve", kind) == wire.Done(cmd_id=f"c{served.commands}")
        told = served.do("ann", wire.SitOut)
        assert isinstance(told, wire.Done)
        assert told.seq > 10


def test_the_host_changes_the_door_while_people_watch() -> None:
    with serving(None, "ann", "bob", invitation=hosted("on")) as served:
        watcher = served.watch("eve")
        served.begin()
        assert watcher.events(room_events.Turn)
        command(served, "ann", host.ChangeSettings, changes=TableChanges(approve="none", spectators="off"))
        heard = len(watcher.updates)
        served.act(Fold())
        assert len(watcher.updates) == heard
        command(served, "ann", host.ChangeSettings, changes=TableChanges(approve="none", spectators="on"))
        last = [message for message in watcher.messages if isinstance(message, wire.TableSnapshot)][-1]
        assert last.seq == served.live.shown.seq
        assert any(isinstance(event, HandEnded) for event in last.events)
        served.begin()
        assert len(watcher.updates) > heard
        command(
            served,
            "ann",
            host.ChangeSettings,
            changes=TableChanges(approve="none", spectators="delayed", delay_ms=DELAY),
        )
        heard = len(watcher.updates)
        served.act(Fold())
        assert len(watcher.updates) == heard
        served.advance(DELAY)
        assert len(watcher.updates) > heard


def test_strangers_are_shown_out_of_a_table_that_becomes_private_and_players_stay() -> None:
    with serving(None, "ann", "bob", invitation=hosted("on")) as served:
        strangers = [served.watch("eve"), served.watch(None)]
        player = served.watch("bob")
        served.begin()
        command(served, "ann", host.ChangeSettings, changes=TableChanges(private=True))
        assert len(served.live.hosting.token) == 24
        for stranger in strangers:
            (out,) = [message for message in stranger.messages if isinstance(message, host.ShownOut)]
            assert (out.at, out.why) == ("t1", "private")
        heard = [len(stranger.messages) for stranger in strangers]
        served.act(Fold())
        assert [len(stranger.messages) for stranger in strangers] == heard
        assert player.events(HandEnded)
        token = served.live.hosting.token
        command(served, "ann", host.ChangeSettings, changes=TableChanges(private=False))
        command(served, "ann", host.ChangeSettings, changes=TableChanges(private=True))
        assert served.live.hosting.token == token, "an invite that was sent keeps its meaning"


def test_hands_and_the_lobby_tell_spectators_nothing_early() -> None:
    with serving(None, "ann", "bob", invitation=hosted("delayed", DELAY)) as served:
        served.advance(DELAY)
        play(served, 1)
        served.advance(200)
        ended = served.memory.hands[-1].ended_at
        audience = served.room.audience
        assert ended <= audience.seen_by("bob").until
        assert ended <= audience.seen_by("ann").until
        assert ended > audience.seen_by("eve").until
        assert ended > audience.seen_by(None).until
        assert served.room.card().average_pot == 0
        assert served.room.card().hands == 0
        served.advance(DELAY)
        assert ended <= audience.seen_by(None).until
        assert served.room.card().hands == 1
        command(served, "ann", host.ChangeSettings, changes=TableChanges(approve="none", spectators="off"))
        assert ended > audience.seen_by(None).until
