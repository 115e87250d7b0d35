"""No shared state: whatever is done with one hand, every other hand stays unchanged."""

from __future__ import annotations

from bigslick import Hand, Setup
from bigslick.bots import HOUSE_BOTS, Playout, new_brain
from bigslick.core.codes import CALL, FOLD
from bigslick.core.hand import State
from bigslick.hand.hand import state_of
from bigslick.shuffle import Keystream
from bigslick.simulate._match import Match

from .strategies import decisions, hand_law


def use_up(state: State, seed: int) -> None:
    """Call everything that changes a state, at least once."""
    state.keep_log()
    state.act(CALL)
    state.act(state.min_to)
    state.act(FOLD)
    state.begin_shuffled(Keystream(seed).draws)
    while state.turn >= 0 and state.street < 4:
        state.act(state.max_to if seed % 2 else CALL)
    state.muck()
    if state.turn >= 0:
        state.show(*state.holes(state.turn))
    state.begin()
    state.layers()


def everything(hand: Hand) -> tuple[object, ...]:
    state = state_of(hand)
    result = hand.result if hand.over else None
    return state.dump(), state.cards(), state.terms.cards(), state.terms.stacks(), hand.save(), hand.events, result


@hand_law(40)
def test_no_operation_on_one_hand_changes_another(setup: Setup, script: list[int]) -> None:
    kept: list[tuple[Hand, tuple[object, ...]]] = []
    for number, (hand, _) in enumerate(decisions(setup, script)):
        copied = hand.copy()
        kept.append((copied, everything(copied)))
        use_up(state_of(hand).copy(), number)
        use_up(State(state_of(hand).terms), number)
        use_up(state_of(copied.copy()).copy().copy(), number)
    for copied, before in kept:
        assert everything(copied) == before


@hand_law(15)
def test_no_playout_and_no_match_changes_a_hand(setup: Setup, script: list[int]) -> None:
    for number, (hand, _) in enumerate(decisions(setup, script)):
        copied = hand.copy()
        before = everything(hand), everything(copied)
        draws = Keystream(number).draws
        seats = setup.seats
        table = Playout(hand, draws)
        table.run(3, new_brain(), [number % len(HOUSE_BOTS)] * seats, draws)
        table.ask(2, lambda state: CALL)
        if all(setup.stacks):
            Match(state_of(copied), new_brain(), draws, [draws], draws, [(0, 1)] * seats).run(2, 1, 1)
        assert (everything(hand), everything(copied)) == before
