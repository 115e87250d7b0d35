"""The engine's hands, written as PHH: reading them back plays the same hand, event by event."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick import Bet, Call, Check, Fold, Hand, Post, Raise, Rules, Setup
from bigslick.history import BadHistory, History, dumps, loads
from bigslick.rules import REVEALS, Reveal
from tests.laws.strategies import choose, law, scripts, setups


def play_on(hand: Hand, *actions: Fold | Check | Call | Bet | Raise) -> Hand:
    for action in actions:
        hand.act(action)
    return hand


@law(300)
@given(setups(), scripts(), st.integers(0, 60), st.integers(0, 3))
def test_a_hand_written_and_read_again_plays_the_same(setup: Setup, script: list[int], steps: int, places: int) -> None:
    hand = Hand(setup)
    numbers = iter(script)
    for _ in range(steps):
        if hand.options is not None:
            hand.act(choose(hand.options, next(numbers, 0)))
    history = History.from_hand(hand, places=places)
    text = dumps(history)
    again = loads(text)
    assert again == history
    assert dumps(again) == text
    played = again.replay()
    assert played.finished == hand.over
    assert played.stacks == tuple(hand.stacks[seat] for seat in setup.dealt)
    assert played.hand.events == hand.events
    assert played.hand.over == hand.over
    assert not hand.over or played.hand.result == hand.result


@law(60)
@given(st.integers(0, 1 << 32), st.integers(2, 6), scripts(), st.sampled_from(REVEALS))
def test_pokerkit_plays_what_is_written(seed: int, players: int, script: list[int], reveal: Reveal) -> None:
    """Except for odd chips, which PokerKit gives to one player (rules 3.2), and folds that it does not allow."""
    pokerkit = pytest.importorskip("pokerkit")
    rules = Rules(ante="per_player", open_fold=False, reveal=reveal)
    hand = Hand.start(
        stacks=[60 + 55 * seat for seat in range(players)], blinds=(5, 10), button=0, ante=1, seed=seed, rules=rules
    )
    numbers = iter(script)
    while hand.options is not None:
        hand.act(choose(hand.options, next(numbers, 0)))
    assert hand.result is not None
    if any(pot.odd_chips for pot in hand.result.pots):
        return
    history = History.from_hand(hand)
    *_, state = pokerkit.HandHistory.loads(dumps(history))
    assert not state.status
    assert state.stacks == history.finishing_stacks


def test_heads_up_arrays_are_turned_round() -> None:
    hand = Hand.start(stacks=[500, 400], blinds=(5, 10), button=1, seed=1)
    history = History.from_hand(hand)
    assert history.starting_stacks == [500, 400]
    assert history.blinds_or_straddles == [5, 10]
    assert history.seats == [1, 2]
    assert history.user == {}


def test_empty_seats_are_left_out_and_names_stand_with_their_players() -> None:
    hand = Hand.start(stacks=[500, None, 400, 300], blinds=(5, 10), button=0, seed=1)
    history = History.from_hand(hand, players=["Ada", None, "Blaise", "Carl"], hand=7, _room="kitchen")
    assert history.seats == [3, 4, 1]
    assert history.seat_count == 4
    assert history.players == ["Blaise", "Carl", "Ada"]
    assert history.starting_stacks == [400, 300, 500]
    assert history.hand == 7
    assert history.user["_room"] == "kitchen"


def test_a_dead_button_and_a_dead_small_blind_come_back() -> None:
    hand = Hand.start(
        stacks=[500, 0, 400, 300], blinds=(5, 10), button=1, small_blind_seat=None, big_blind_seat=2, seed=1
    )
    history = History.from_hand(hand)
    assert history.blinds_or_straddles == [10, 0, 0]
    assert history.user["_bigslick"]["button"] == 2  # seats in a file count from 1
    assert history.user["_bigslick"]["small_blind"] == 5
    assert loads(dumps(history)).setup().button == 1


def test_posts_use_the_words_that_the_format_has() -> None:
    posts = [Post(3, live=10, dead=5)]
    hand = Hand.start(stacks=[500, 500, 500, 500], blinds=(5, 10), button=0, posts=posts, seed=1, rules=Rules.cash())
    history = History.from_hand(hand)
    assert history.blinds_or_straddles == [5, 10, -10, 0]
    assert history.antes == [0, 0, 5, 0]
    assert "posts" not in history.user["_bigslick"]
    assert history.setup().posts == tuple(posts)


def test_chips_may_be_cents() -> None:
    hand = play_on(Hand.start(stacks=[500, 400], blinds=(5, 10), button=1, seed=1), Raise(to=35), Fold())
    history = History.from_hand(hand, places=2)
    assert history.actions is not None
    assert history.actions[-2:] == ["p2 cbr 0.35", "p1 f"]
    assert history.finishing_stacks == [Decimal("4.90"), Decimal("4.10")]
    assert "blinds_or_straddles = [0.05, 0.10]\n" in dumps(history)
    assert history.replay().final_stacks == ("4.90", "4.10")


def test_hands_tabled_all_in_stand_before_the_cards_that_follow() -> None:
    hand = play_on(Hand.start(stacks=[100, 100], blinds=(5, 10), button=1, seed=1), Raise(to=100), Call())
    actions = History.from_hand(hand).actions
    assert actions is not None
    assert [action.split()[1] for action in actions] == ["dh", "dh", "cbr", "cc", "sm", "sm", "db", "db", "db"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"places": -1}, "places=-1: expected a whole number from 0 to 9"),
        ({"places": True}, "places=True: expected a whole number from 0 to 9"),
        ({"color": "red"}, "PHH has no field 'color': fields of your own begin with an underscore"),
        ({"variant": "NT"}, "the field 'variant' comes from the hand: leave it out"),
        ({"players": ["Ada"]}, "'players' is \"['Ada']\": expected a list with an entry for each seat"),
    ],
)
def test_what_cannot_be_written_is_refused(given: dict[str, object], sentence: str) -> None:
    hand = Hand.start(stacks=[100, 100], blinds=(5, 10), button=1, seed=1)
    with pytest.raises(BadHistory) as refusal:
        History.from_hand(hand, **given)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence


def test_values_that_toml_cannot_hold_are_refused_when_written() -> None:
    hand = Hand.start(stacks=[100, 100], blinds=(5, 10), button=1, seed=1)
    with pytest.raises(BadHistory, match="the field '_x' cannot be written: TOML has no way to write the object"):
        dumps(History.from_hand(hand, _x=object()))
