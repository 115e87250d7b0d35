"""The viewers of a broadcast: the table first, then what follows, until the address changes."""

from __future__ import annotations

from bigslick import Fold
from bigslick.protocol import host, wire
from bigslick.server.table import facts
from bigslick.server.table.broadcast.viewers import BroadcastViewers

from ...virtual import Seen
from .test_film import DELAY, OnAir


def a_hand_on_film() -> tuple[OnAir, int]:
    desk = OnAir("ann", "bob", agree=("ann",))
    desk.begin()
    desk.run(2_000)
    return desk, desk.play(Fold())


def test_a_viewer_gets_the_table_then_each_update_once() -> None:
    desk, ended = a_hand_on_film()
    viewers, first = BroadcastViewers(), Seen(None)
    desk.show(ended + DELAY - 1)
    viewers.watch(first, desk.live, desk.now)
    desk.show(ended + DELAY)
    viewers.publish(desk.live, desk.now)
    viewers.publish(desk.live, desk.now)  # as after a failed commit
    (table,), updates = snapshots(first), first.updates
    assert [update.seq for update in updates] == [table.seq + 1 + n for n in range(len(updates))]
    late = Seen(None)
    viewers.watch(late, desk.live, desk.now)
    (table,) = snapshots(late)
    assert table.events == tuple(event for update in updates for event in update.events if not_a_state(event))
    assert len(viewers) == 2
    viewers.leave(late)
    assert late not in viewers


def snapshots(viewer: Seen) -> list[wire.TableSnapshot]:
    return [message for message in viewer.messages if isinstance(message, wire.TableSnapshot)]


def not_a_state(event: wire.WireEvent) -> bool:
    return type(event).__name__ not in ("StateChanged", "Turn")


def test_where_the_film_has_a_gap_everyone_gets_the_table() -> None:
    desk, ended = a_hand_on_film()
    viewers, viewer = BroadcastViewers(), Seen(None)
    viewers.watch(viewer, desk.live, desk.now)
    desk.show(ended + 2 * DELAY)
    viewers.publish(desk.live, desk.now)
    assert [len(table.seats) for table in snapshots(viewer)] == [0, 2]
    assert not viewer.updates


def test_a_new_address_and_the_end_show_everyone_out() -> None:
    desk, _ = a_hand_on_film()
    for fact in (facts.BroadcastRenewed(at=desk.now, token="new"), facts.BroadcastStopped(at=desk.now)):
        viewers, viewer = BroadcastViewers(), Seen(None)
        viewers.watch(viewer, desk.live, desk.now)
        viewers.check_address(desk.live)
        assert viewer in viewers
        desk.fold((fact,))
        viewers.check_address(desk.live)
        assert viewer not in viewers
        assert isinstance(viewer.messages[-1], host.ShownOut)
