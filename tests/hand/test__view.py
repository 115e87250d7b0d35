"""A view as a snapshot: frozen, made of what its names say, and closed to everything else."""

from __future__ import annotations

import pickle

import pytest

from bigslick import Call, Card, Hand, Raise, SeatView, view
from bigslick.hand import _view


def new_hand() -> Hand:
    return Hand.start([1000] * 3, (10, 20), seed=1)


def test_it_stays_as_it_is() -> None:
    hand = new_hand()
    seen = view(hand, 0)
    said = seen.as_dict()
    hand.act(Raise(to=60))
    assert seen.as_dict() == said
    for name in SeatView.names:
        with pytest.raises(AttributeError):
            setattr(seen, name, 1)
    with pytest.raises(AttributeError):
        seen.more = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="unhashable"):
        hash(seen)


def test_its_public_names_are_those_of_a_view() -> None:
    assert {name for name in dir(view(new_hand(), 0)) if name[0] != "_"} == {*SeatView.names, "as_dict", "names"}


@pytest.mark.skipif(not _view.COMPILED, reason="interpreted, a private attribute can be read like any other")
def test_nothing_leads_from_it_to_the_hand() -> None:
    hand = new_hand()
    hidden = {*hand.hole(1), *hand.hole(2)}
    seen = view(hand, 0)
    assert not hasattr(seen, "_hand")
    found = pickle.loads(pickle.dumps(seen))
    waiting: list[object] = [found.as_dict(), found.__reduce__()]
    cards = set()
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, Card):
            cards.add(thing)
        elif isinstance(thing, dict):
            waiting += [*thing, *thing.values()]
        elif isinstance(thing, tuple | list):
            waiting += thing
        elif hasattr(thing, "__struct_fields__"):
            waiting += [getattr(thing, name) for name in thing.__struct_fields__]
    assert cards == {*hand.hole(0)}
    assert not cards & hidden


def test_one_of_your_own_has_a_value_for_each_name() -> None:
    seen = view(new_hand(), 0)
    assert SeatView(**seen.as_dict()) == seen
    changed = SeatView(**{**seen.as_dict(), "pot": 31})
    assert changed.pot == 31
    assert changed != seen
    with pytest.raises(TypeError, match="stacks missing or unknown"):
        SeatView(**{name: value for name, value in seen.as_dict().items() if name != "stacks"})
    with pytest.raises(TypeError, match="luck missing or unknown"):
        SeatView(**seen.as_dict(), luck=1)


def test_a_hand_and_a_seat_of_it_are_needed() -> None:
    with pytest.raises(TypeError, match="expected a Hand"):
        view("a hand", 0)  # type: ignore[arg-type]
    for seat in (-1, 3, 10, 1 << 70, True, 1.0, "0"):
        with pytest.raises(ValueError, match="expected a seat from 0 to 2, or None for a spectator"):
            view(new_hand(), seat)  # type: ignore[arg-type]


def test_it_is_only_equal_to_a_view_that_says_the_same() -> None:
    hand = new_hand()
    before = view(hand, 0)
    assert before == view(hand.copy(), 0)
    assert before != view(hand, 1)
    assert before != "a view"
    hand.act(Call())
    assert before != view(hand, 0)
