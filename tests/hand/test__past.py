"""A hand's past: events are read once, and a copy that diverges has its own."""

from bigslick.hand.events import Called, Event, Folded, Wagered
from tests.playing import do, start


def test_events_are_told_once_and_grow() -> None:
    hand = start([100] * 3)
    first: tuple[Event, ...] = hand.events
    assert hand.events is first
    do(hand, "0 call")
    assert hand.events[: len(first)] == first
    assert len(hand.events) == len(first) + 1


def test_copies_share_their_past_until_one_goes_another_way() -> None:
    hand = do(start([100] * 3), "0 call")
    before = hand.events
    caller, folder = do(hand.copy(), "1 call"), do(hand.copy(), "1 fold")
    assert hand.events == before
    assert caller.events[: len(before)] == folder.events[: len(before)] == before
    assert (type(caller.events[-1]), type(folder.events[-1])) == (Called, Folded)
    do(hand, "1 raise 40")
    assert isinstance(hand.events[-1], Wagered)
    assert (len(caller.actions), len(folder.actions), len(hand.actions)) == (2, 2, 2)


def test_events_are_the_same_however_often_they_are_read() -> None:
    line = "0 call, 1 call, 2 check, 1 check, 2 bet 20, 0 fold, 1 call, 1 check, 2 check, 1 check, 2 check"
    often, once = start([1000] * 3, seed=4), do(start([1000] * 3, seed=4), line)
    for step in line.split(", "):
        do(often, step)
        assert often.events == once.events[: len(often.events)]
    assert often.events == once.events
