"""A view holds only what its seat can see, and is closed to everything else."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bigslick import (
    AllIn,
    Call,
    Card,
    Check,
    Fold,
    Hand,
    Options,
    Raise,
    Rules,
    RunOut,
    SeatView,
    Setup,
    StaleView,
    View,
    ViewData,
    view,
)
from bigslick.bots import HouseBot
from bigslick.core.hand import State
from bigslick.hand import _view
from bigslick.hand.hand import state_of
from bigslick.hand.view import live_view
from bigslick.simulate import play_match
from tests.hand.deciding import Deciding

NAMES = SeatView.names


def new_hand() -> Hand:
    return Hand.start([1000] * 3, (10, 20), seed=1)


def cards_in(thing: object) -> set[Card]:
    """Return every card reachable through public names, copies and the garbage collector."""
    cards: set[Card] = set()
    waiting, seen = [thing], set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or (isinstance(thing, type | str | int) and not isinstance(thing, Card)):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, Hand | Setup)
        if isinstance(thing, State):  # interpreted, an attribute leads to it, but it holds nothing hidden
            assert not _view.COMPILED
            holes = (card for seat in range(thing.seats) for card in thing.holes(seat))
            cards.update(Card(card) for card in (*thing.cards(), *thing.board_cards(), *holes) if card >= 0)
        elif isinstance(thing, Card):
            cards.add(thing)
        elif isinstance(thing, dict):
            waiting += [*thing, *thing.values()]
        elif isinstance(thing, tuple | list):
            waiting += thing
        elif hasattr(thing, "__struct_fields__"):
            waiting += [getattr(thing, name) for name in thing.__struct_fields__]
        elif isinstance(thing, SeatView):
            waiting += [thing.as_dict(), thing.data(), thing.__reduce__()[1], gc.get_referents(thing)]
    return cards


def test_it_stays_as_it_is() -> None:
    hand = new_hand()
    seen = view(hand, 0)
    said = seen.as_dict()
    hand.act(Raise(to=60))
    assert seen.as_dict() == said
    for name in NAMES:
        with pytest.raises(AttributeError):
            setattr(seen, name, 1)
    with pytest.raises(AttributeError):
        seen.more = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="unhashable"):
        hash(seen)


def test_its_public_names_are_those_of_a_view() -> None:
    assert {name for name in dir(view(new_hand(), 0)) if name[0] != "_"} == {*NAMES, "as_dict", "copy", "data", "names"}


@pytest.mark.parametrize("street", range(4))
def test_only_what_its_seat_may_see_is_in_it(street: int) -> None:
    hand = new_hand()
    hand.act(Call())
    hand.act(Call())
    hand.act(Check())
    for _ in range(street * 3):
        hand.act(Check())
    for seat in (None, 0, 1):
        assert cards_in(view(hand, seat)) == {*hand.board, *(hand.hole(seat) if seat is not None else ())} | {
            card for cards in view(hand, seat).shown.values() for card in cards
        }


@pytest.mark.skipif(_view.COMPILED, reason="compiled, Python cannot read the state of a view")
def test_the_state_of_a_view_has_no_other_card() -> None:
    hand = new_hand()
    state = view(hand, 0)._state
    assert [state.holes(seat) for seat in range(3)] == [hand.hole(0), (-1, -1), (-1, -1)]
    assert {*state.cards()} == {-1}


@pytest.mark.skipif(not _view.COMPILED, reason="interpreted, a private attribute can be read like any other")
def test_the_garbage_collector_does_not_know_it() -> None:
    seen = view(new_hand(), 0)
    asked = Deciding(new_hand())
    for thing in (seen, asked.view):
        assert not gc.is_tracked(thing)
        assert not gc.get_referents(thing)
        assert not [name for name in dir(thing) if name in ("_state", "_hand", "_show", "_close", "_look")]


def test_a_hand_that_ran_out_twice_shows_both_boards() -> None:
    hand = Hand.start([100] * 2, (5, 10), seed=3, rules=Rules(run_outs=2))
    hand.act(AllIn())
    hand.act(Call())
    while hand.options is not None and hand.options.boards:
        assert view(hand, 0).boards == ((),)
        hand.act(RunOut(boards=2))
    assert len(hand.boards) == 2
    assert view(hand, 0).boards == hand.boards
    assert view(hand, 0).board == hand.boards[0]


def test_data_is_a_view_with_values_of_your_own() -> None:
    seen = view(new_hand(), 0)
    assert seen.data() == seen == ViewData(**seen.as_dict())
    changed = ViewData(**{**seen.as_dict(), "pot": 31})
    assert changed.pot == 31
    assert changed != seen
    with pytest.raises(TypeError, match="stacks"):
        ViewData(**{name: value for name, value in seen.as_dict().items() if name != "stacks"})
    with pytest.raises(TypeError, match=r"view\(hand, seat\)"):
        SeatView()
    assert pickle.loads(pickle.dumps(seen)) == seen


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


# -- the view of a running state ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_player_who_is_asked_sees_what_the_seat_may_see(seed: int) -> None:
    hand = Hand.start([1000, 700, 50, 1000], (10, 20), button=seed % 4, ante=seed, seed=seed)
    bot = HouseBot("maniac", seed)
    deciding = Deciding(hand)
    while hand.turn is not None:
        whole = view(hand, hand.turn)
        assert deciding.ask(SeatView.as_dict) == whole.as_dict()
        assert deciding.ask(lambda seen: HouseBot("tag", 1).decide(seen)) == HouseBot("tag", 1).decide(whole)
        deciding.act(bot.decide(whole))


def test_a_showdown_is_asked_by_the_same_view() -> None:
    hand = Hand.start([1000, 1000], (10, 20), seed=1, rules=Rules(reveal="ask"))
    bot = HouseBot("caller")
    while hand.street != "showdown":
        assert hand.turn is not None
        hand.act(bot.decide(view(hand, hand.turn)))
    assert Deciding(hand).ask(SeatView.as_dict) == view(hand, hand.turn).as_dict()


def test_what_is_copied_while_deciding_can_be_kept() -> None:
    hand = new_hand()
    deciding = Deciding(hand)
    for take in (SeatView.copy, copy.copy, copy.deepcopy, lambda seen: pickle.loads(pickle.dumps(seen))):
        kept = deciding.ask(take)
        assert kept == view(hand, 0)
        assert cards_in(kept) == {*hand.hole(0)}
    deciding.act(Raise(to=60))
    assert kept.bets == (0, 10, 20)
    assert deciding.ask(lambda seen: seen.bets) == (60, 10, 20)


def test_a_view_refuses_to_answer_once_the_decision_is_over() -> None:
    deciding = Deciding(new_hand())
    kept = deciding.ask(lambda seen: seen)
    assert kept is deciding.view
    reads: list[Callable[[], object]] = [partial(getattr, kept, name) for name in NAMES]
    reads += [kept.copy, kept.data, kept.as_dict, partial(copy.copy, kept), partial(pickle.dumps, kept)]
    for read in reads:
        with pytest.raises(StaleView, match="keep what you read"):
            read()
    assert repr(kept) == "<View of a decision that is over>"


def test_a_player_cannot_open_a_view_with_another_state() -> None:
    deciding = Deciding(new_hand())
    deciding.state = state_of(deciding.hand)
    with pytest.raises(StaleView):
        deciding.ask(lambda seen: seen.hole)


def test_a_view_that_is_kept_when_the_match_is_over_answers_nothing() -> None:
    kept: list[Any] = []

    def keeper(seen: View) -> Any:
        kept.append(seen)
        assert isinstance(seen.options, Options)
        return Call() if seen.options.call else Check()

    play_match([keeper, "tag"], hands=20, seed=1)
    for seen in kept:
        with pytest.raises(StaleView):
            seen.hole  # noqa: B018


def test_a_match_is_freed_with_its_views() -> None:
    def folder(seen: View) -> Any:
        assert seen.events
        return Fold()

    play_match([folder, "tag"], hands=2, seed=1)
    gc.collect()
    before = len([thing for thing in gc.get_objects() if type(thing).__name__ == "_MatchTable"])
    play_match([folder, "tag"], hands=2, seed=1)
    gc.collect()
    assert len([thing for thing in gc.get_objects() if type(thing).__name__ == "_MatchTable"]) == before


def test_what_cannot_show_a_hand_is_refused() -> None:
    state, wrong = state_of(new_hand()), None
    with pytest.raises(TypeError, match="expected a State"):
        live_view(wrong, (10, 20, 0), new_hand)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a function"):
        live_view(state, (10, 20, 0), wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a blind"):
        live_view(state, (10, 20, -1), new_hand)
