"""A hand's life: seats, posts, deal, acting order, showdown, and the hand as a value."""

from __future__ import annotations

import copy
import inspect
import json
from collections.abc import Callable

import msgspec
import pytest

from bigslick import BadSetup, Bet, Call, Check, Hand, IllegalAction, Muck, NotOver, Post, Raise, Rules, Show, view
from bigslick.hand.events import Dealt, Mucked, Posted, Shown, StreetDealt
from tests.liars import Liar
from tests.playing import do, options, start, wager_range

HOLES = {0: "AsAh", 1: "KsKh", 2: "QsQh"}
DRY = "2c 3d 5h 8c 9d"
CHECKED = "0 call, 1 call, 2 check, 1 check, 2 check, 0 check, 1 check, 2 check, 0 check"


def posts(hand: Hand) -> list[tuple[int, str, int]]:
    return [(event.seat, event.kind, event.amount) for event in hand.events if isinstance(event, Posted)]


def shown(hand: Hand) -> list[int]:
    return [event.seat for event in hand.events if isinstance(event, Shown)]


# --- the first screen of the README -------------------------------------------------------------------------


def test_one_whole_hand() -> None:
    hand = Hand.start(stacks=[1000, 1000, 1000], blinds=(10, 20), button=0, seed=7)
    assert hand.turn == 0
    assert 60 in options(hand).raise_to
    hand.act(Raise(to=60))
    hand.act(Call())
    hand.act(Call())
    assert hand.street == "flop"
    assert hand.turn == 1
    hand.act(Bet(to=100))
    assert hand.pot == 280
    assert repr(hand) == "<Hand: 3 players, flop, Jd 5h Qh, pot 280, seat 3 to act>"


# --- who posts ----------------------------------------------------------------------------------------------


def test_s4_1_small_blind_left_of_the_button_then_big_blind() -> None:
    assert posts(start([1000] * 4, button=2)) == [(3, "small_blind", 10), (0, "big_blind", 20)]


def test_s4_1_heads_up_the_button_posts_the_small_blind() -> None:
    assert posts(start([1000, 1000], button=1)) == [(1, "small_blind", 10), (0, "big_blind", 20)]


def test_s3_2_the_small_blind_is_what_it_is_said_to_be() -> None:
    assert posts(start([1000] * 3, (100, 150))) == [(1, "small_blind", 100), (2, "big_blind", 150)]


def test_s3_1_two_to_ten_players() -> None:
    for players in range(2, 11):
        hand = start([100] * players)
        assert len(hand.live) == players
        while not hand.over:
            hand.act(options(hand).actions[1 if options(hand).fold else 0])
        assert sum(hand.stacks) == 100 * players


def test_empty_seats_are_skipped_by_blinds_and_turns() -> None:
    hand = start([0, 1000, 0, 1000, 0, 1000], button=1)
    assert posts(hand) == [(3, "small_blind", 10), (5, "big_blind", 20)]
    do(hand, "1 call, 3 call, 5 check, 3 check, 5 check, 1 check")
    assert hand.street == "turn"


def test_none_is_an_empty_seat() -> None:
    assert Hand.start([100, None, 100], (1, 2), seed=1).live == (0, 2)


def test_ours_a_dead_button_is_an_empty_seat_with_the_button() -> None:
    hand = start([1000, 0, 1000, 1000, 1000], button=1)
    assert posts(hand) == [(2, "small_blind", 10), (3, "big_blind", 20)]
    do(hand, "4 call, 0 call, 2 call, 3 check")
    assert hand.turn == 2


def test_ours_a_dead_small_blind_posts_nothing_and_the_big_blind_is_next() -> None:
    hand = start([1000, 0, 1000, 1000], button=0, small_blind_seat=None)
    assert posts(hand) == [(2, "big_blind", 20)]
    assert hand.turn == 3
    do(hand, "3 call, 0 call, 2 check")
    assert hand.turn == 2, "left of the button, also after the flop"


def test_a_small_blind_that_is_given_has_the_big_blind_on_its_left() -> None:
    assert posts(start([1000] * 5, small_blind_seat=3)) == [(3, "small_blind", 10), (4, "big_blind", 20)]


def test_s2_3_3_a_short_blind_is_live_for_what_it_is() -> None:
    hand = start([1000, 1000, 15, 1000])
    assert posts(hand) == [(1, "small_blind", 10), (2, "big_blind", 15)]
    assert options(hand).call == 20, "the price stays the full big blind (rules 1.6)"
    assert wager_range(hand) == (40, 1000)


def test_ours_the_price_of_a_short_blind_can_be_what_was_posted() -> None:
    hand = start([1000, 1000, 15, 1000], rules=Rules(short_blind_price="posted"))
    assert options(hand).call == 15
    assert wager_range(hand) == (35, 1000)


def test_ours_a_short_small_blind_changes_nothing_for_others() -> None:
    hand = start([1000, 5, 1000, 1000])
    assert posts(hand)[0] == (1, "small_blind", 5)
    assert options(hand).call == 20
    do(hand, "3 call, 0 call, 2 check")
    assert hand.live == (0, 1, 2, 3)


def test_a_small_blind_without_a_big_one_is_the_price() -> None:
    hand = start([1000] * 3, (30, 0), min_bet=20)
    assert options(hand).call == 30, "recorded hands have such blinds"
    do(hand, "0 call")
    assert options(hand).check
    do(hand, "1 check")
    assert options(hand).call == 30


# --- antes --------------------------------------------------------------------------------------------------


def test_ours_per_player_antes_come_before_the_blinds() -> None:
    hand = start([1000] * 3, ante=5, rules=Rules(ante="per_player"))
    assert posts(hand) == [(1, "ante", 5), (2, "ante", 5), (0, "ante", 5), (1, "small_blind", 10), (2, "big_blind", 20)]
    assert hand.bets == (0, 10, 20)
    assert hand.pot == 45


def test_tda_rp_11_the_big_blind_pays_for_all_after_its_blind() -> None:
    hand = start([1000] * 3, ante=20, rules=Rules(ante="big_blind"))
    assert posts(hand) == [(1, "small_blind", 10), (2, "big_blind", 20), (2, "ante", 20)]
    assert options(hand).call == 20, "an ante counts neither for the call nor for the raise"
    assert wager_range(hand) == (40, 1000)


def test_ours_the_button_may_pay_for_all_and_a_dead_button_pays_nothing() -> None:
    rules = Rules(ante="button")
    assert (0, "ante", 20) in posts(start([1000] * 3, ante=20, rules=rules))
    assert not [post for post in posts(start([0, 9, 9, 9], ante=2, rules=rules)) if post[1] == "ante"]


@pytest.mark.parametrize(
    ("order", "paid"),
    [
        ("blind_first", [(1, "small_blind", 10), (2, "big_blind", 20), (2, "ante", 5)]),
        ("ante_first", [(2, "ante", 20), (1, "small_blind", 10), (2, "big_blind", 5)]),
    ],
)
def test_tda_rp_11_what_a_short_big_blind_pays_first_is_a_rule(order: str, paid: list[tuple[int, str, int]]) -> None:
    rules = Rules(ante="big_blind", ante_order=order)  # type: ignore[arg-type]
    assert posts(start([1000, 1000, 25], ante=20, rules=rules)) == paid


def test_ours_a_per_player_ante_can_take_the_last_chip() -> None:
    hand = start([1000, 1000, 1000, 5], ante=5, rules=Rules(ante="per_player"))
    assert hand.turn == 0, "seat 3 is all-in for the ante and is not asked"
    assert 3 in hand.live


# --- straddles and extra posts ------------------------------------------------------------------------------


def test_a_straddle_is_the_price_and_the_minimum_raise_and_acts_last() -> None:
    hand = start([1000] * 4, straddles={3: 40})
    assert posts(hand)[-1] == (3, "straddle", 40)
    assert hand.turn == 0
    assert options(hand).call == 40
    assert wager_range(hand) == (80, 1000)
    do(hand, "0 call, 1 call, 2 call")
    assert options(hand).check, "the straddler has the option"
    assert wager_range(hand) == (80, 1000)


def test_straddles_go_on_from_seat_to_seat() -> None:
    hand = start([1000] * 5, straddles={3: 40, 4: 80})
    assert hand.turn == 0
    assert options(hand).call == 80
    assert wager_range(hand) == (160, 1000)


def test_after_the_flop_a_straddle_changes_nothing() -> None:
    hand = do(start([1000] * 4, straddles={3: 40}), "0 call, 1 call, 2 call, 3 check")
    assert hand.turn == 1
    assert wager_range(hand) == (20, 960)


def test_s1_a_returning_player_posts_and_keeps_the_option() -> None:
    """Rules 1.5: the missed big blind is live, the missed small blind is dead money in the pot."""
    hand = start([1000] * 4, posts=[Post(3, live=20, dead=10)])
    assert posts(hand)[-2:] == [(3, "live", 20), (3, "dead", 10)]
    assert hand.pot == 60
    assert options(hand).check
    assert wager_range(hand) == (40, 990)
    do(hand, "3 check, 0 call, 1 call, 2 raise 60")
    assert hand.turn == 3
    assert options(hand).call == 40


def test_a_dead_post_counts_for_nothing_but_the_pot() -> None:
    hand = start([1000] * 4, posts=[Post(3, dead=10)])
    assert options(hand).call == 20
    assert hand.committed == (0, 10, 20, 0)
    assert hand.pot == 40


def test_a_live_post_short_of_the_price_owes_the_rest() -> None:
    hand = start([1000] * 4, posts=[Post(3, live=10)])
    assert options(hand).call == 10


# --- the deal -----------------------------------------------------------------------------------------------


def test_s1_one_card_at_a_time_from_the_left_of_the_button() -> None:
    hand = Hand.start([100] * 3, (1, 2), button=1, deck=range(52))
    assert [hand.hole(seat) for seat in (2, 0, 1)] == [(0, 3), (1, 4), (2, 5)]


def test_tda_34_b_heads_up_the_button_is_dealt_last() -> None:
    hand = Hand.start([100] * 2, (1, 2), button=0, deck=range(52))
    assert (hand.hole(1), hand.hole(0)) == ((0, 2), (1, 3))
    assert [event.seat for event in hand.events if isinstance(event, Dealt)] == [1, 0, 1, 0]


def test_the_deal_begins_left_of_a_dead_button_and_small_blind() -> None:
    hand = Hand.start([100, 0, 100, 100], (1, 2), button=0, small_blind_seat=None, deck=range(52))
    assert [hand.hole(seat) for seat in (2, 3, 0)] == [(0, 3), (1, 4), (2, 5)]
    assert hand.hole(1) == ()


@pytest.mark.parametrize(("burn", "board"), [(True, [7, 8, 9, 11, 13]), (False, [6, 7, 8, 9, 10])])
def test_s2_4_2_one_card_is_burned_before_each_street(burn: bool, board: list[int]) -> None:
    hand = Hand.start([100] * 3, (1, 2), deck=range(52), rules=Rules(burn=burn))
    do(hand, CHECKED + ", 1 check, 2 check, 0 check")
    assert list(hand.board) == board


def test_cards_can_be_placed_and_the_rest_is_shuffled() -> None:
    hand = start([1000] * 3, holes={1: "AsAh"}, board="2c 3d 5h 8c 9d")
    do(hand, CHECKED + ", 1 check, 2 check, 0 check")
    assert "".join(map(str, hand.hole(1))) == "AsAh"
    assert "".join(map(str, hand.board)) == "2c3d5h8c9d"
    assert len({card for seat in range(3) for card in hand.hole(seat)} | set(hand.board)) == 11


def test_the_same_seed_is_the_same_hand() -> None:
    assert start([100] * 3).setup == start([100] * 3).setup
    assert start([100] * 3, seed=8).setup.deck != start([100] * 3, seed=9).setup.deck


def test_without_a_seed_every_hand_is_different() -> None:
    assert Hand.start([100] * 3, (1, 2)).setup.deck != Hand.start([100] * 3, (1, 2)).setup.deck


# --- the order of acting ------------------------------------------------------------------------------------


def test_s3_3_left_of_the_big_blind_first_then_left_of_the_button() -> None:
    hand = start([1000] * 4)
    do(hand, "3 call, 0 call, 1 call, 2 check")
    do(hand, "1 check, 2 check, 3 check, 0 check")
    do(hand, "1 check, 2 check, 3 check, 0 check")
    do(hand, "1 check, 2 check, 3 check, 0 check")
    assert hand.over


def test_s4_1_heads_up_the_button_acts_first_then_last() -> None:
    hand = start([1000] * 2, button=1)
    do(hand, "1 call, 0 check, 0 check, 1 check, 0 bet 20, 1 call, 0 check, 1 check")
    assert hand.over


def test_s1_after_the_flop_folded_and_all_in_seats_are_passed_over() -> None:
    hand = do(start([1000, 1000, 60, 1000]), "3 raise 60, 0 call, 1 fold, 2 call")
    assert hand.turn == 3


# --- the showdown -------------------------------------------------------------------------------------------


def test_tda_17_the_last_aggressor_of_the_river_shows_first() -> None:
    hand = do(start([1000] * 3, holes=HOLES, board=DRY), CHECKED)
    do(hand, "1 check, 2 bet 20, 0 call, 1 call")
    assert shown(hand) == [2, 0, 1]


def test_tda_17_an_aggressor_of_an_earlier_street_does_not_show_first() -> None:
    hand = do(start([1000] * 3, holes=HOLES, board=DRY), "0 raise 60, 1 call, 2 call")
    do(hand, "1 check, 2 check, 0 bet 20, 1 call, 2 call, 1 check, 2 check, 0 check, 1 check, 2 check, 0 check")
    assert shown(hand) == [1, 2, 0]


def test_tda_16_all_hands_are_tabled_when_someone_is_all_in() -> None:
    hand = start([1000, 60, 1000], holes=HOLES, board=DRY, rules=Rules(reveal="muck"))
    do(hand, "0 raise 60, 1 call, 2 call, 2 check, 0 check, 2 check, 0 check, 2 check, 0 check")
    assert shown(hand) == [1, 2, 0]
    assert hand.result is not None
    assert hand.result.all_in_showdown


def test_tda_16_after_an_all_in_the_order_is_from_the_left_of_the_button() -> None:
    """Seat 2 bets all its chips on the river; all hands are tabled at once, and seat 1 comes first."""
    hand = do(start([1000, 1000, 500], holes=HOLES, board=DRY), CHECKED)
    do(hand, "1 check, 2 all-in, 0 call, 1 call")
    assert shown(hand) == [1, 2, 0]


def test_s2_6_1_4_all_hands_are_revealed() -> None:
    hand = do(start([1000] * 3, holes=HOLES, board=DRY), CHECKED + ", 1 check, 2 check, 0 check")
    assert shown(hand) == [1, 2, 0]


def test_tda_17_beaten_hands_may_be_mucked() -> None:
    hand = start([1000] * 3, holes=HOLES, board=DRY, rules=Rules(reveal="muck"))
    do(hand, CHECKED + ", 1 check, 2 check, 0 check")
    assert shown(hand) == [1, 0], "kings show, queens cannot win and go down, aces show"
    assert [event.seat for event in hand.events if isinstance(event, Mucked)] == [2]
    assert hand.live == (0, 1)


def test_s3_3_no_showdown_when_one_remains() -> None:
    hand = do(start([1000] * 3), "0 raise 60, 1 fold, 2 fold")
    assert hand.result is not None
    assert hand.result.show_order == ()
    assert hand.street == "preflop"


def test_tda_19_the_board_can_play() -> None:
    hand = start([1000] * 3, holes=HOLES, board="Ts Js Qd Kd Ad")
    do(hand, CHECKED + ", 1 check, 2 check, 0 check")
    assert hand.result is not None
    assert hand.result.payouts == {0: 20, 1: 20, 2: 20}


def asked() -> Hand:
    hand = start([1000] * 3, holes=HOLES, board=DRY, rules=Rules(reveal="ask"))
    return do(hand, CHECKED + ", 1 check, 2 check, 0 check")


def test_a_showdown_can_ask_each_seat_in_order() -> None:
    hand = asked()
    assert hand.street == "showdown"
    assert not hand.over
    assert options(hand).show
    assert options(hand).muck
    do(hand, "1 show, 2 muck, 0 show")
    assert hand.result is not None
    assert hand.result.payouts == {0: 60}
    assert hand.result.show_order == (1, 0)


def test_the_best_hand_may_be_mucked_away() -> None:
    hand = do(asked(), "1 show, 2 show, 0 muck")
    assert hand.result is not None
    assert hand.result.payouts == {1: 60}


def test_the_last_claim_on_a_pot_cannot_be_mucked() -> None:
    hand = do(asked(), "1 muck, 2 muck")
    assert not options(hand).muck
    do(hand, "0 show")
    assert hand.over


@pytest.mark.parametrize(
    "line",
    ["0 all-in, 1 call, 2 call", "0 call, 1 call, 2 check, 1 check, 2 check, 0 check, 1 all-in, 2 call, 0 call"],
)
def test_tda_16_no_hand_is_mucked_with_a_player_all_in(line: str) -> None:
    """Aces are all-in; kings only called, but must be tabled too."""
    hand = do(start([300, 1000, 300], holes=HOLES, board=DRY, rules=Rules(reveal="ask")), line)
    while hand.turn is not None:
        assert options(hand).actions == (Show(),)
        assert options(hand).give_up == Show()
        with pytest.raises(ValueError, match="cannot muck: with a player all-in"):
            hand.act(Muck())
        hand.act(Show())
    assert hand.result is not None
    assert hand.result.all_in_showdown
    assert hand.result.show_order == (1, 2, 0)


def test_tda_16_leaves_unknown_cards_which_cannot_be_tabled() -> None:
    setup = start([300, 1000, 300], holes=HOLES, board=DRY, rules=Rules(reveal="ask")).setup
    deck = tuple(-1 if place in (0, 4) else card for place, card in enumerate(setup.deck))
    hand = do(Hand(msgspec.structs.replace(setup, deck=deck)), "0 all-in, 1 call, 2 call")
    assert options(hand).muck, "one card of seat 2 is unknown"
    do(hand, "1 muck")
    assert options(hand).muck, "one card of seat 3 is unknown, and seat 1 still claims every pot"
    do(hand, "2 show")
    assert not options(hand).muck
    do(hand, "0 show")


def test_unknown_cards_are_named_when_they_are_shown() -> None:
    known = asked().setup
    deck = tuple(-1 if place in (0, 3) else card for place, card in enumerate(known.deck))
    hand = Hand(msgspec.structs.replace(known, deck=deck))
    do(hand, CHECKED + ", 1 check, 2 check, 0 check")
    assert hand.hole(1) == ()
    hand.act(Show("KsKh"))
    assert "".join(map(str, hand.hole(1))) == "KsKh"
    do(hand, "2 muck, 0 muck")
    assert hand.result is not None
    assert hand.result.payouts == {1: 60}
    assert Hand.load(hand.save()) == hand


# --- the hand as a value ------------------------------------------------------------------------------------


def test_a_hand_that_is_over_has_no_turn_and_no_options() -> None:
    hand = do(start([1000] * 3), "0 fold, 1 fold")
    assert hand.turn is None
    assert hand.options is None
    assert repr(hand) == "<Hand: 3 players, preflop, pot 0, over>"


def test_a_hand_that_goes_on_has_no_result() -> None:
    with pytest.raises(NotOver, match="the hand is not over, so it has no result"):
        assert start([1000] * 3).result


def test_equal_hands_have_equal_setups_and_actions() -> None:
    one, other = do(start([100] * 3), "0 call"), do(start([100] * 3), "0 call")
    assert one == other
    other.act(Call())
    assert one != other
    assert one != "a hand"
    with pytest.raises(TypeError):
        hash(one)


def test_actions_say_to_and_never_add_or_all_in() -> None:
    hand = do(start([100] * 3), "0 add 40, 1 all-in, 2 call, 0 fold")
    assert hand.actions[:2] == (Raise(to=40), Raise(to=100))
    assert [type(done).__name__ for done in hand.actions] == ["Raise", "Raise", "Call", "Fold"]


def test_a_saved_hand_is_json_and_goes_on_where_it_was() -> None:
    hand = do(start([100] * 3), "0 raise 40, 1 call")
    saved = json.loads(hand.save())
    assert saved["format"] == "bigslick.hand/2"
    assert saved["actions"] == ["raise 40", "call"]
    loaded = Hand.load(hand.save())
    assert do(loaded, "2 call") == do(hand, "2 call")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda saved: saved.update(format="bigslick.hand/9"), "its format is 'bigslick.hand/9'"),
        (lambda saved: saved.pop("setup"), "missing required field `setup`"),
        (lambda saved: saved["setup"].update(stacks=[100]), "the number of seats is 1"),
        (lambda saved: saved["setup"].update(stacks=[100.5, 100]), "Expected `int`, got `float`"),
        (lambda saved: saved["setup"].update(deck=saved["setup"]["deck"][2:]), "the deck has 102 letters"),
        (lambda saved: saved["setup"].update(deck=52 * "2c"), "2c appears twice"),
        (lambda saved: saved["setup"].update(deck=51 * "??" + "Ax"), "'Ax' is not a card"),
        (lambda saved: saved["setup"].update(deck=52 * "??"), "the deck has unknown cards"),
        (lambda saved: saved["setup"]["rules"].update(limit="spread"), "Invalid enum value 'spread'"),
        (
            lambda saved: saved["actions"].append("check"),
            "action 2: this saved hand is damaged: seat 2 cannot check",
        ),
        (
            lambda saved: saved["actions"].append("raise"),
            "'raise' is not an action: expected fold, check, call, show, muck",
        ),
        (lambda saved: saved["actions"].append("raise 060"), "'raise 060' is not an action"),
        (lambda saved: saved["actions"].append("raise " + 5000 * "9"), "not a saved hand"),
        (lambda saved: saved["actions"].append("shove"), "'shove' is not an action"),
        (lambda saved: saved["actions"].append({"type": "fold"}), "Expected `str`, got `object`"),
        (lambda saved: saved.update(more=1), "unknown field `more`"),
    ],
)
def test_a_damaged_save_is_refused_with_a_sentence(spoil: object, sentence: str) -> None:
    assert callable(spoil)
    saved = json.loads(do(start([100] * 3), "0 call").save())
    spoil(saved)
    with pytest.raises(BadSetup, match="saved hand") as refusal:
        Hand.load(json.dumps(saved))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\x00", b"\xff\xfe"])
def test_what_is_not_a_save_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadSetup, match="this is not a saved hand"):
        Hand.load(text)


@pytest.mark.parametrize("seat", [3, -1, True, "0", None])
def test_a_seat_that_does_not_exist_has_no_cards(seat: object) -> None:
    with pytest.raises(BadSetup, match="expected a seat from 0 to 2"):
        start([100] * 3).hole(seat)  # type: ignore[arg-type]


def test_the_street_of_a_hand_that_ended_early() -> None:
    hand = do(start([1000] * 3), "0 call, 1 call, 2 check, 1 bet 20, 2 fold, 0 fold")
    assert hand.street == "flop"
    assert [event.street for event in hand.events if isinstance(event, StreetDealt)] == ["flop"]


def test_checks_and_mucks_are_not_mixed_up() -> None:
    hand = asked()
    with pytest.raises(ValueError, match="at showdown: show or muck"):
        hand.act(Check())
    with pytest.raises(ValueError, match="no showdown yet"):
        start([100] * 2).act(Muck())


@pytest.mark.parametrize("copier", [Hand.copy, copy.copy, copy.deepcopy])
def test_a_copy_is_independent(copier: Callable[[Hand], Hand]) -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=7)
    twin = copier(hand)
    twin.act(Raise(to=60))
    assert hand.turn == 0
    assert hand == Hand.start([1000] * 3, (10, 20), seed=7) != twin


def test_help_shows_every_option_of_a_start() -> None:
    names = [*inspect.signature(Hand.start).parameters]
    assert names[:3] == ["stacks", "blinds", "button"]
    assert {"seed", "deck", "holes", "board", "ante", "rules", "straddles", "posts"} <= {*names}


def test_a_notebook_shows_the_hand() -> None:
    shown = Hand.start([1000] * 3, (10, 20), seed=7)._repr_html_()
    assert "preflop" in shown
    assert "seat 3" in shown
    assert "980" in shown


@pytest.mark.parametrize("seat", [-1, 2, 10**8, 2**63])
def test_a_seat_that_lies_about_its_number_is_refused(seat: int) -> None:
    hand = Hand.start([100, 100], (1, 2), seed=1)
    for ask in (hand.hole, hand.busted_by, lambda seat: view(hand, seat)):
        with pytest.raises(BadSetup, match="expected a seat from 0 to 1"):
            ask(Liar(seat))


def test_an_amount_that_acts_when_it_is_compared_changes_no_copy() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    twin, seen = hand.copy(), view(hand, 0)

    class Acting(int):
        def __gt__(self, other: int) -> bool:
            if hand.turn == 0:
                hand.act(Call())
            return int(self) > other

    with pytest.raises(IllegalAction, match="the hand went on while this action was read"):
        hand.act(Raise(to=Acting(60)))
    assert twin.stacks == seen.stacks == (1000, 990, 980)
    assert hand.actions == (Call(),)
    assert Hand.load(hand.save()) == hand


def test_a_notebook_shows_a_board_only_if_there_is_one() -> None:
    hand = Hand.start([1000] * 2, (10, 20), seed=7)
    assert "<caption>preflop, pot 30</caption>" in hand._repr_html_()
    hand.act(Call())
    hand.act(Check())
    assert "<caption>flop: <b" in hand._repr_html_()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Hand(),
        lambda: Hand([100, 100], (1, 2)),  # type: ignore[arg-type]
        lambda: Hand(stacks=[100, 100], blinds=(1, 2)),  # type: ignore[arg-type]
        lambda: Hand(start([100] * 2).setup, 7),  # type: ignore[arg-type]
    ],
)
def test_a_hand_made_without_a_setup_says_how_to_start_one(make: Callable[[], Hand]) -> None:
    with pytest.raises(TypeError, match=r"expected a Setup, or say Hand.start\(stacks="):
        make()
    assert "Hand.start" in (Hand.__doc__ or "")
