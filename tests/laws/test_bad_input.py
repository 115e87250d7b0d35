"""The law of bad input: a hand starts, or it is refused with a sentence; nothing else ever happens."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigslick import BadCards, BadRules, BadSetup, Hand, Post, Setup
from bigslick.core.codes import MAX_CHIPS
from tests.laws.strategies import law, play, scripts, setups

REFUSALS = (BadSetup, BadCards, BadRules)

numbers: st.SearchStrategy[Any] = st.one_of(
    st.integers(0, 30),
    st.integers(-3, 12),
    st.integers(),
    st.sampled_from((MAX_CHIPS, MAX_CHIPS + 1, 1 << 62, (1 << 63) - 1, 1 << 63, 1 << 64, -(1 << 63))),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=3),
)


seats = st.one_of(st.integers(-1, 10), numbers)
posts = st.lists(st.builds(Post, seats, live=numbers, dead=numbers), max_size=2).map(tuple)
pack = st.permutations(range(52)).map(list)
decks = st.tuples(pack, st.integers(0, 51), st.one_of(st.integers(-2, 53), numbers)).map(
    lambda made: (*made[0][: made[1]], made[2], *made[0][made[1] + 1 :])
)
SPOILS: dict[str, st.SearchStrategy[Any]] = {
    "stacks": st.lists(st.one_of(st.integers(0, 30), numbers), max_size=12).map(tuple),
    "button": seats,
    "small_blind_seat": seats,
    "big_blind_seat": seats,
    "small_blind": numbers,
    "big_blind": numbers,
    "ante": numbers,
    "straddles": posts,
    "posts": posts,
    "bomb_pot": st.sampled_from((True, False, 1, None)),
    "double_board": st.sampled_from((True, False, 1, None)),
    "min_bet": numbers,
    "small_bet": numbers,
    "big_bet": numbers,
    "deck": st.one_of(decks, st.lists(st.integers(0, 51), max_size=53).map(tuple)),
}
SPOILT_RULES: dict[str, st.SearchStrategy[Any]] = {
    "odd_chip_unit": numbers,
    "bets_per_street": numbers,
    "limit": st.sampled_from(("pot", "fixed", "", None, 1)),
    "reveal": st.sampled_from(("ask", "muck", "tda", True)),
    "burn": st.sampled_from((True, False, 1, None)),
}


@law(300)
@given(setups(huge=False), st.data())
def test_a_setup_with_anything_in_it_is_played_or_refused(good: Setup, data: st.DataObject) -> None:
    """Only one or two fields of a good setup are replaced, to get past the first checks."""
    names = data.draw(st.lists(st.sampled_from(sorted(SPOILS)), min_size=0, max_size=2, unique=True))
    rule = data.draw(st.sampled_from((None, None, *sorted(SPOILT_RULES))))
    fields = {name: data.draw(SPOILS[name]) for name in names}
    try:
        if rule is not None:
            fields["rules"] = msgspec.structs.replace(good.rules, **{rule: data.draw(SPOILT_RULES[rule])})
        hand = Hand(msgspec.structs.replace(good, **fields))
    except REFUSALS as refusal:
        assert str(refusal)  # noqa: PT017  # the sentence of whichever refusal it was
        return
    while hand.options is not None:
        hand.act(hand.options.actions[-1])
    assert sum(hand.stacks) == sum(hand.setup.stacks)


@law(150)
@given(setups(huge=False), scripts(), st.data())
def test_a_spoilt_save_is_loaded_or_refused(setup: Setup, script: list[int], data: st.DataObject) -> None:
    saved = json.loads(play(setup, script).save())
    places: list[tuple[Any, Any]] = [(saved, key) for key in saved]
    places += [(saved["setup"], key) for key in saved["setup"]]
    places += [(saved["setup"]["rules"], key) for key in saved["setup"]["rules"]]
    places += [(saved["setup"]["stacks"], 0)]
    places += [(saved["actions"], number) for number in range(len(saved["actions"][:5]))]
    where, key = data.draw(st.sampled_from(places))
    where[key] = data.draw(
        st.one_of(st.integers(-2, 60), st.none(), st.text(max_size=4), st.booleans(), st.integers(), st.just([]))
    )
    try:
        hand = Hand.load(json.dumps(saved))
    except REFUSALS as refusal:
        assert str(refusal)  # noqa: PT017  # the sentence of whichever refusal it was
    else:
        assert Hand.load(hand.save()) == hand


@law(200)
@given(st.one_of(st.text(max_size=80), st.binary(max_size=80)))
@example('{"format":"bigslick.hand/2"}')
@example("1e999")
@example("[" * 80)
def test_what_is_no_save_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadSetup, match="this is not a saved hand"):
        Hand.load(text)
