"""The sight: it shows the moment by the names of a view, and nothing of the others."""

import contextlib
import copy
import pickle
from typing import Any, cast

import pytest

from bigslick import Action, Call, Card, Check, Hand, Options, Raise, Rules, SeatView, Setup, View, view
from bigslick.bots import HouseBot
from bigslick.bots._live_view import COMPILED, LiveView
from bigslick.cards import DECK
from bigslick.core.hand import State
from bigslick.hand._options import OptionsCache
from bigslick.hand.events import STREETS
from bigslick.hand.hand import state_of
from bigslick.simulate import play_match
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


def test_what_cannot_show_a_hand_is_refused() -> None:
    state, cache, wrong = state_of(Hand.start([1000] * 2, (10, 20), seed=1)), OptionsCache(Options), cast("Any", None)
    blinds, right = (10, 20, 0), cast("Any", len)
    with pytest.raises(TypeError, match="expected a State"):
        LiveView(wrong, cache, DECK, STREETS, blinds, right)
    with pytest.raises(TypeError, match="expected an OptionsCache"):
        LiveView(state, wrong, DECK, STREETS, blinds, right)
    with pytest.raises(TypeError, match="expected one that gives the view of a seat"):
        LiveView(state, cache, DECK, STREETS, blinds, wrong)
    for cards, streets, posted in ((DECK[:3], STREETS, blinds), (DECK, STREETS[:2], blinds), (DECK, STREETS, (10,))):
        with pytest.raises(ValueError, match="expected 52, 5 and 3"):
            LiveView(state, cache, cards, streets, cast("Any", posted), right)


@pytest.mark.skipif(not COMPILED, reason="interpreted, an object without __init__ has no attributes at all")
def test_a_view_that_was_never_given_a_hand_falls_over_softly() -> None:
    empty = LiveView.__new__(LiveView)
    for name in (*NAMES, "view", "_look", "_leave"):
        with contextlib.suppress(AttributeError, TypeError):
            found = getattr(empty, name)
            if callable(found):
                found()


def test_a_view_that_is_kept_when_the_match_is_over_shows_what_spectators_see() -> None:
    kept: list[Any] = []

    def keeper(seen: View) -> Action:
        kept.append(seen)
        assert seen.options is not None
        return Call() if seen.options.call else Check()

    play_match([keeper, "tag"], hands=20, seed=1)
    for seen in kept:
        assert (seen.seat, seen.hole, seen.options) == (None, (), None)
        for name in NAMES:
            getattr(seen, name)
        assert isinstance(seen.view(), SeatView)
