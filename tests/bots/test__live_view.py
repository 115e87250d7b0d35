"""The sight: it shows the moment by the names of a view, and nothing of the others."""

import copy
import pickle

import pytest

from bigslick import Card, Hand, Options, Raise, Rules, SeatView, Setup, view
from bigslick.bots import HouseBot
from bigslick.bots._live_view import LiveView
from bigslick.core.hand import State
from tests.bots.running import Running

NAMES = SeatView.names


def sight_of(hand: Hand) -> LiveView:
    return Running(hand).sight


def same(hand: Hand, sight: LiveView) -> None:
    whole = view(hand, hand.turn)
    for name in NAMES:
        assert getattr(sight, name) == getattr(whole, name), name
    assert sight.view() == whole


def test_it_shows_the_moment_and_its_view_is_kept() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    running = Running(hand)
    sight = running.sight
    kept, offered = sight.view(), sight.options
    assert sight.view() is kept
    running.act(Raise(to=60))
    sight._look()
    assert sight.bets == (60, 10, 20)
    assert kept.bets == (0, 10, 20)
    assert sight.view() == view(hand, 1)
    assert offered == kept.options != sight.options == hand.options


def test_between_decisions_it_shows_what_a_spectator_sees() -> None:
    """A player who keeps his sight must not see the next seat's cards through it."""
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    running = Running(hand)
    sight = running.sight
    assert sight.hole == hand.hole(0)
    running.act(Raise(to=60))
    assert sight.hole == hand.hole(0)
    sight._leave()
    for name in NAMES:
        assert getattr(sight, name) == getattr(view(hand, None), name), name
    assert sight.view() == view(hand, None)


def test_at_the_end_nobody_looks() -> None:
    hand = Hand.start([20, 20], (10, 20), seed=1)
    running = Running(hand)
    sight = running.sight
    running.act(HouseBot("caller").decide(view(hand, 0)))
    sight._look()
    assert hand.over
    same(hand, sight)


def test_a_showdown_is_asked_by_the_view() -> None:
    hand = Hand.start([1000, 1000], (10, 20), seed=1, rules=Rules(reveal="ask"))
    bot = HouseBot("caller")
    while hand.street != "showdown":
        assert hand.turn is not None
        hand.act(bot.decide(view(hand, hand.turn)))
    assert hand.turn is not None
    same(hand, sight_of(hand))


def test_no_public_name_leads_to_the_state() -> None:
    """From the sight, over every public name and whatever lies in it, one finds plain data and no other's card."""
    hand = Hand.start([1000] * 4, (10, 20), seed=1)
    sight = sight_of(hand)
    assert {name for name in dir(sight) if not name.startswith("_")} == {*NAMES, "view"}
    own = {*hand.hole(3)}
    seen: list[object] = [getattr(sight, name) for name in dir(sight) if not name.startswith("_")] + [sight.view()]
    cards = set()
    while seen:
        thing = seen.pop()
        assert not isinstance(thing, State | Hand | Setup)
        if isinstance(thing, Card):
            cards.add(thing)
        elif isinstance(thing, tuple):
            seen += thing
        elif isinstance(thing, SeatView):
            seen += thing.as_dict().values()
        elif isinstance(thing, Options) or hasattr(thing, "__struct_fields__"):
            seen += [getattr(thing, name) for name in thing.__struct_fields__]
    assert cards == own


def test_a_sight_cannot_be_copied_into_data() -> None:
    sight = sight_of(Hand.start([1000] * 2, (10, 20), seed=1))
    assert not hasattr(sight, "__dict__") or all(name.startswith("_") for name in vars(sight))
    if not hasattr(sight, "__dict__"):
        for take in (copy.copy, pickle.dumps):
            with pytest.raises(TypeError):
                take(sight)
