"""Laws of legality: what is offered is accepted, what is not offered is refused, and a refusal changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from bigslick import (
    Action,
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    Hand,
    IllegalAction,
    Muck,
    Options,
    Raise,
    Setup,
    Show,
    Status,
)
from bigslick.core.codes import MAX_CHIPS
from bigslick.hand.hand import state_of
from bigslick.protocol.encoding import encode
from tests.laws.strategies import decisions, hand_law, play, wager


def legal(options: Options) -> Iterator[Action]:
    """Return every kind of action offered; for a range, its ends, their neighbours and some totals in between."""
    if options.fold:
        yield Fold()
    if options.check:
        yield Check()
    if options.call:
        yield Call()
    if options.all_in is not None:
        yield AllIn()
    if options.show:
        yield Show()
    if options.muck:
        yield Muck()
    offered = options.wager_to
    if offered:
        low, high = offered[0], offered[-1]
        for to in sorted({low, min(low + 1, high), (low + high) // 2, max(high - 1, low), high}):
            yield wager(options, to)


def illegal(hand: Hand, options: Options | None) -> Iterator[Action]:
    """Return every kind of action not offered, including totals just outside the range."""
    if options is None:
        yield from (Fold(), Check(), Call(), AllIn(), Show(), Show("AsKs"), Muck())
        for to in (1, 2, 20, MAX_CHIPS):
            yield from (Bet(to=to), Raise(to=to), Raise(add=to))
        return
    for allowed, action in (
        (options.fold, Fold()),
        (options.check, Check()),
        (options.call, Call()),
        (options.all_in is not None, AllIn()),
        (options.show, Show()),
        (options.muck, Muck()),
    ):
        if not allowed:
            yield action
    bet = hand.bets[options.seat]
    far = {-1, 0, 1, bet, MAX_CHIPS, MAX_CHIPS + 1, -MAX_CHIPS, 1 << 63, 1 << 64, -(1 << 63), 10**30}
    near = {hand.stacks[options.seat] + bet + 1, bet + options.call}
    for offered, kind in ((options.bet_to, Bet), (options.raise_to, Raise)):
        edges = {offered[0] - 1, offered[-1] + 1} if offered else {options.call + 1, 2 * options.call + 1}
        for to in sorted(far | near | edges):
            if to not in offered:
                yield kind(to=to)
    for to in sorted(far | near):
        if to not in options.raise_to:
            yield Raise(add=to - bet)


def everything_of(hand: Hand) -> tuple[object, ...]:
    """Return everything that could change, as bytes if possible."""
    return state_of(hand).dump(), hand.save(), hand.events, hand.options, hand.turn


@hand_law(100)
def test_everything_offered_is_accepted(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        assert hand.options is not None
        for action in legal(hand.options):
            hand.copy().act(action)


@hand_law(60)
def test_why_answers_as_act_does(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        before = everything_of(hand)
        assert hand.options is not None
        for action in legal(hand.options):
            assert hand.why(action).legal
        for action in illegal(hand, hand.options):
            why = hand.why(action)
            with pytest.raises(IllegalAction) as refusal:
                hand.copy().act(action)
            assert (why.legal, why.sentence, why.rule) == (False, str(refusal.value), refusal.value.rule)
        assert {type(why.action) for why in hand.explain() if why.legal} == {
            type(action) for action in hand.options.actions
        }
        assert everything_of(hand) == before


@hand_law(100)
def test_everything_else_is_refused_and_changes_nothing(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        before = everything_of(hand)
        for action in illegal(hand, hand.options):
            with pytest.raises(IllegalAction) as refusal:
                hand.act(action)
            assert str(refusal.value)
            assert refusal.value.rule
        assert everything_of(hand) == before


@hand_law(100)
def test_nothing_is_accepted_after_the_end(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    before = (*everything_of(hand), hand.result)
    for action in illegal(hand, None):
        with pytest.raises(IllegalAction, match="already over"):
            hand.act(action)
    assert (*everything_of(hand), hand.result) == before


@hand_law(60, huge=False)
def test_of_all_totals_exactly_those_offered_are_accepted(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        for to in range(-1, max(setup.stacks) + 3):
            for kind, offered in ((Bet, options.bet_to), (Raise, options.raise_to)):
                trial = hand.copy()
                if to in offered:
                    trial.act(kind(to=to))
                else:
                    with pytest.raises(IllegalAction):
                        trial.act(kind(to=to))


@hand_law(100)
def test_an_amount_to_add_is_the_same_raise_as_its_total(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        for to in {options.raise_to[0], options.raise_to[-1]} if options.raise_to else ():
            total, added = hand.copy(), hand.copy()
            total.act(Raise(to=to))
            added.act(Raise(add=to - hand.bets[options.seat]))
            assert total == added
            assert total.save() == added.save()


@hand_law(100)
def test_all_in_leaves_no_chip_behind_or_matches_the_bet(setup: Setup, script: list[int]) -> None:
    """All-in means every chip, except that it means a call if no one could answer the rest."""
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        if options.all_in is None:
            continue
        every = hand.stacks[options.seat] + hand.bets[options.seat]
        if options.all_in != every:
            assert options.all_in == hand.bets[options.seat] + options.call
            assert not options.wager_to
        twin = hand.copy()
        twin.act(AllIn())
        plain = hand.copy()
        plain.act(wager(options, options.all_in) if options.all_in in options.wager_to else Call())
        assert twin == plain


@hand_law(100)
def test_options_agree_with_each_other(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        assert options.seat == hand.turn
        assert all(value or name == "seat" for name, value in json.loads(encode(options)).items()), "else missing"
        if hand.street == "showdown":
            assert options.show
            assert not any((options.fold, options.check, options.call, options.wager_to, options.all_in))
            continue
        assert not any((options.show, options.muck))
        assert options.check == (options.call == 0)
        assert 0 <= options.call <= hand.stacks[options.seat]
        assert not (options.bet_to and options.raise_to)
        assert options.fold == (options.call > 0 or setup.rules.open_fold)
        assert set(map(type, options.actions)) == set(map(type, legal(options)))


@hand_law(100)
def test_betting_is_open_to_the_seat_to_act_exactly_when_it_may_wager(setup: Setup, script: list[int]) -> None:
    for hand, _ in decisions(setup, script):
        options = hand.options
        assert options is not None
        assert (options.seat in hand.may_raise) == bool(options.wager_to)
        if not options.show:
            assert options.call == min(max(0, hand.current_bet - hand.bets[options.seat]), hand.stacks[options.seat])
        if options.raise_to and setup.rules.limit != "fixed":
            all_in = hand.bets[options.seat] + hand.stacks[options.seat]
            full = min(hand.current_bet + hand.last_full_raise, all_in)
            assert options.raise_to[0] == full or (
                setup.rules.reopening in ("any", "every") and hand.current_bet < options.raise_to[0] < full
            )
        if setup.rules.reopening == "single":
            assert not {*hand.acted} & {*hand.may_raise}
        active = [seat for seat, status in enumerate(hand.statuses) if status is Status.ACTIVE]
        assert {*hand.may_raise} <= {*active}
        assert [seat for seat in hand.live if hand.stacks[seat]] == active


@hand_law(60)
def test_the_seats_that_bust_are_those_of_the_result(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    assert hand.result is not None
    busted = tuple(seat for seat, status in enumerate(hand.statuses) if status is Status.BUSTED)
    assert busted == hand.result.busted
    assert Status.ALL_IN not in hand.statuses
