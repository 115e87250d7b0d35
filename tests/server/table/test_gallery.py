"""A table's gallery: when its viewers see what, and where each one resumes."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.hand.events import Checked
from bigslick.protocol import room_events, wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.settings import TableSettings
from bigslick.server.table.gallery import Gallery, veiled
from bigslick.server.table.script import ScriptedUpdate, ShownTable

from ..virtual import Seen

DELAY = 5_000
ANN = wire.SeatNow(seat=0, player="ann", stack=1000)


def gallery(delay_ms: int | None, shown: ShownTable | None = None, opens_at: int = 0) -> Gallery:
    shown = ShownTable(seq=3) if shown is None else shown
    return Gallery("t", TableSettings(name="Elm"), shown, delay_ms, at=0, opens_at=opens_at)


def queued(seq: int, at: int, *players: str) -> ScriptedUpdate:
    return ScriptedUpdate(seq=seq, at=at, events=(room_events.QueueChanged(players),))


def snapshots(viewer: Seen) -> list[wire.TableSnapshot]:
    return [message for message in viewer.messages if isinstance(message, wire.TableSnapshot)]


def test_an_update_waits_exactly_its_delay_and_talk_keeps_its_place_in_the_line() -> None:
    late, eve = gallery(DELAY), Seen("eve")
    late.publish(0)
    late.enter(eve, 0)
    late.take(queued(4, 100, "bob"), 100)
    late.hear(encode(wire.Said(table="t", player="ann", text="well", at=150)), 150)
    late.take(queued(5, 200, "bob", "cat"), 200)
    assert late.next_at == 100 + DELAY
    late.publish(99 + DELAY)
    assert len(eve.messages) == 1, "the snapshot"
    late.publish(100 + DELAY)
    assert [update.seq for update in eve.updates] == [4]
    assert late.shown.queue == ("bob",)
    late.publish(200 + DELAY)
    assert [type(message) for message in eve.messages[1:]] == [wire.Update, wire.Said, wire.Update]
    assert late.next_at is None


def test_clocks_run_from_when_they_are_seen() -> None:
    late, eve = gallery(DELAY), Seen("eve")
    late.publish(0)
    late.enter(eve, 0)
    held = room_events.SeatHeld(2, "cat", 1_000)
    late.take(ScriptedUpdate(seq=4, at=100, events=(held,), next_hand_at=900), 100)
    late.publish(100 + DELAY)
    (update,) = eve.updates
    assert update.events == (room_events.SeatHeld(2, "cat", 1_000 + DELAY),)
    assert (update.now, update.next_hand_at) == (100 + DELAY, 900 + DELAY)


def test_who_has_seen_more_than_is_shown_here_waits_until_it_is() -> None:
    late, ahead, new = gallery(DELAY), Seen("cat"), Seen(None)
    late.publish(0)
    late.enter(ahead, 0, seen=5)
    late.enter(new, 0)
    assert (len(ahead.messages), len(snapshots(new))) == (0, 1)
    for seq in (4, 5, 6):
        late.take(queued(seq, seq), seq)
    late.publish(DELAY + 10)
    assert [update.seq for update in ahead.updates] == [6]
    assert [update.seq for update in new.updates] == [4, 5, 6]
    late.leave(new)
    assert (new in late, ahead in late, len(late)) == (False, True, 1)


def test_nothing_of_a_hand_is_shown_before_the_gallery_opens() -> None:
    checked = Checked(0)
    shown = ShownTable(seq=9, seats=(ANN,), hand=7, players={0: "ann", 1: "bob"}, events=[checked], queue=("dan",))
    assert veiled(shown) == ShownTable(seats=(replace(ANN, stack=None),), queue=("dan",))
    late, eve = gallery(DELAY, shown, opens_at=DELAY), Seen("eve")
    late.enter(eve, 0)
    assert late.next_at == DELAY
    late.publish(DELAY - 1)
    (first,) = snapshots(eve)
    assert (first.events, [seat.player for seat in first.seats], first.queue) == ((), ["ann"], ("dan",))
    late.publish(DELAY)
    assert snapshots(eve)[-1].events == (checked,)
    shown.events.append(Checked(1))
    assert late.snapshot(None, DELAY).events == (checked,), "what happens at the table since is not shown here"


def test_a_gallery_that_sees_nothing_hears_only_who_sits() -> None:
    off, eve = gallery(None), Seen("eve")
    off.enter(eve, 0)
    off.take(queued(4, 10, "bob"), 10)
    assert [snapshot.queue for snapshot in snapshots(eve)] == [(), ("bob",)]
    off.hear(b"a frame", 10)
    off.publish(10**9)
    assert (len(eve.frames), off.next_at) == (2, None)
    off.take(ScriptedUpdate(seq=5, at=20, seats=(ANN,)), 20)
    assert [seat.player for seat in snapshots(eve)[-1].seats] == ["ann"]
    assert not eve.updates


def test_a_gallery_that_sees_nothing_cannot_count_what_happens() -> None:
    off, eve = gallery(None, ShownTable(seq=3, seats=(ANN,))), Seen("eve")
    off.enter(eve, 0)
    for seq in (4, 5, 6):  # a check, and the chips after a hand
        off.take(ScriptedUpdate(seq=seq, at=seq, events=(Checked(0),), seats=(replace(ANN, stack=900 + seq),)), seq)
    assert [snapshot.seq for snapshot in snapshots(eve)] == [0], "no message, and no number that moves"
    for guess in (0, 5, 6, 7, 10**9):
        off.watch(Seen("eve"), 10, guess)
        (told,) = snapshots(off.viewers[-1])  # type: ignore[arg-type]
        assert told.seq == 0, "what a viewer claims to have seen is not compared"
