"""From PHH arrays to a setup: exact money, who posts what, antes, dead posts and our own field."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import pytest

from bigslick import Post, Rules, Setup
from bigslick.history import BadHistory, History, replay
from bigslick.history.formats.registry import format_named
from bigslick.history.replay.recorded_setup import UNKNOWN_STACK

from ..formats.pokerstars.test_reading import one


def history(n: int = 3, **fields: Any) -> History:
    usual: dict[str, Any] = {
        "variant": "NT",
        "antes": [0] * n,
        "blinds_or_straddles": [5, 10] + [0] * (n - 2),
        "min_bet": 10,
        "starting_stacks": [1000] * n,
        "actions": [f"d dh p{player} ????" for player in range(1, n + 1)],
    }
    return History(**(usual | fields))


def posts(setup: Setup) -> list[tuple[int, int, int]]:
    return [(post.seat, post.live, post.dead) for post in setup.posts]


# -- money ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "chips", "texts"),
    [
        ([100, 200, 300], (100, 200, 300), ("100", "195", "290")),
        ([Decimal("100.00"), 200, 300], (10000, 20000, 30000), ("100.00", "195.00", "290.00")),
        ([Decimal("100.5"), 200, 300], (1005, 2000, 3000), ("100.5", "195.0", "290.0")),
        ([Decimal("0.125"), Decimal("200.50"), 300], (125, 200500, 300000), ("0.125", "195.500", "290.000")),
        ([Decimal("1E+3"), 200, 300], (1000, 200, 300), ("1000", "195", "290")),
    ],
)
def test_money_is_scaled_as_the_file_writes_it(
    stacks: list[Any], chips: tuple[int, ...], texts: tuple[str, ...]
) -> None:
    played = history(starting_stacks=[stacks[0], *stacks[1:]], blinds_or_straddles=[0, 5, 10])
    assert played.setup().stacks == chips
    assert played.replay().final_stacks == texts


def test_wagers_and_finishing_stacks_have_a_say_in_the_unit() -> None:
    wager = history(2, actions=["d dh p1 ????", "d dh p2 ????", "p2 cbr 22.25"])
    assert wager.replay().final_stacks == ("990.00", "977.75")
    final = history(2, finishing_stacks=[Decimal("995.5"), Decimal("1004.5")])
    assert final.replay().final_stacks == ("990.0", "995.0")


def test_an_unknown_stack_is_never_all_in_and_stays_unknown() -> None:
    inf = Decimal("Infinity")
    played = history(2, starting_stacks=[inf, 50], actions=["d dh p1 ????", "d dh p2 ????", "p2 cbr 50", "p1 cc"])
    assert played.setup().stacks == (UNKNOWN_STACK, 50)
    assert played.replay().final_stacks == ("inf", "0")


# -- who posts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blinds", "small", "big"),
    [
        ([5, 10, 0, 0], 0, 1),
        ([10, 0, 0, 0], None, 0),
        ([0, 10, 0, 0], None, 1),
        ([10, 5, 0, 0], 1, 0),
        ([5, 10, 20, 0], 0, 1),
        ([0, 10, 20, 0], None, 1),
        ([3, 0, 0, 0], None, 0),
    ],
)
def test_the_big_blind_is_the_first_full_one(blinds: list[int], small: int | None, big: int) -> None:
    setup = history(4, blinds_or_straddles=blinds).setup()
    assert (setup.small_blind_seat, setup.big_blind_seat) == (small, big)
    assert setup.big_blind == blinds[big]


def test_heads_up_arrays_are_turned_round() -> None:
    setup = history(2, blinds_or_straddles=[5, 10], antes=[0, 3]).setup()
    assert (setup.button, setup.small_blind_seat, setup.big_blind_seat) == (1, 1, 0)
    assert (setup.ante, setup.rules.ante) == (3, "big_blind")


def test_a_big_blind_on_the_button_acts_last_before_the_flop_and_after() -> None:
    """As in four recorded hands (ong_600nlh-16 87 and 93, pty_400nlh-25 130 and 175)."""
    deal = ["d dh p1 ????", "d dh p2 ????", "p1 cbr 30", "p2 cc", "d db ??????", "p1 cc", "p2 cc"]
    played = history(2, blinds_or_straddles=[10, 5], actions=deal)
    assert (played.setup().small_blind_seat, played.setup().big_blind_seat) == (0, 1)
    assert not played.replay().finished


def test_straddles_grow_and_other_posts_are_extra() -> None:
    setup = history(6, blinds_or_straddles=[5, 10, 20, -10, 40, 5]).setup()
    assert setup.straddles == (Post(2, live=20), Post(4, live=40))
    assert posts(setup) == [(3, 10, 0), (5, 5, 0)]


def test_ours_what_a_post_has_above_the_big_blind_is_dead() -> None:
    """Recorded in ipn_600nlh-13, hand 100: [3, 6, -9, 0]; PokerKit counts all 9 as a bet."""
    assert posts(history(4, blinds_or_straddles=[5, 10, 0, -15]).setup()) == [(3, 10, 5)]


def test_without_blinds_the_ante_alone_is_played_for() -> None:
    setup = history(3, blinds_or_straddles=[0, 0, 0], antes=[2, 2, 2]).setup()
    assert (setup.small_blind_seat, setup.big_blind_seat, setup.ante, setup.min_bet) == (None, None, 2, 10)
    actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cc", "p2 cbr 10", "p3 f", "p1 f"]
    played = history(3, blinds_or_straddles=[0, 0, 0], antes=[2, 2, 2], actions=actions)
    assert played.replay().final_stacks == ("998", "1004", "998")


@pytest.mark.parametrize(
    ("antes", "ante", "kind", "dead"),
    [
        ([1, 1, 1, 1], 1, "per_player", []),
        ([0, 10, 0, 0], 10, "big_blind", []),
        ([0, 0, 0, 10], 10, "button", []),
        ([0, 0, 5, 0], 0, "per_player", [(2, 0, 5)]),
        ([1, 1, 6, 1], 1, "per_player", [(2, 0, 5)]),
    ],
)
def test_antes_by_who_pays_them(antes: list[int], ante: int, kind: str, dead: list[tuple[int, int, int]]) -> None:
    setup = history(4, antes=antes).setup()
    assert (setup.ante, setup.rules.ante, posts(setup)) == (ante, kind, dead)


@pytest.mark.parametrize(("trimmed", "final"), [(True, ("1011", "985", "6")), (False, ("1005", "985", "12"))])
def test_phh_ante_trimming_status_says_what_a_short_ante_wins(trimmed: bool, final: tuple[str, ...]) -> None:
    """Trimmed, p3 wins 2 from each; otherwise every ante in the pot (PHH, optional fields)."""
    deal = ["d dh p1 KcKd", "d dh p2 QcQd", "d dh p3 AcAd", "p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cc"]
    more = ["d db 8s", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc", "p1 sm -", "p2 sm -", "p3 sm -"]
    stacks = [1000, 1000, 2]
    short = history(3, antes=[5, 5, 5], starting_stacks=stacks, ante_trimming_status=trimmed, actions=deal + more)
    assert short.replay().final_stacks == final


def test_rules_of_a_house_replace_the_default() -> None:
    """Rules 1.6: a short big blind is called at its full price; PokerKit charges what was posted."""
    deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 160"]
    record = history(3, blinds_or_straddles=[50, 100, 0], min_bet=100, starting_stacks=[1000, 60, 1000], actions=deal)
    with pytest.raises(BadHistory, match="below the minimum of 200"):
        record.replay()
    assert record.replay(Rules(short_blind_price="posted")).final_stacks == ("950", "0", "840")


# -- our own field ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "sentence"),
    [
        (5, "'_bigslick' is not a table"),
        ({"x": 5}, "'_bigslick' cannot be read"),
        ({"button": "x"}, "'_bigslick' cannot be read"),
        ({"rules": 5}, "_bigslick.rules is '5': expected a table of rules"),
        ({"rules": {"limit": "sky"}}, "_bigslick.rules cannot be played: limit='sky' is not a rule"),
        ({"rules": {"colour": 5}}, "_bigslick.rules cannot be played"),
        ({"button": 9}, "_bigslick.button is 9: expected a seat from 1 to 3"),
        ({"button": 0}, "_bigslick.button is 0: expected a seat from 1 to 3"),
        ({"posts": [{"seat": 4, "live": 5}]}, "_bigslick.posts is 4: expected a seat from 1 to 3"),
    ],
)
def test_our_own_field_is_refused_by_name(ours: object, sentence: str) -> None:
    with pytest.raises(BadHistory) as refusal:
        history(user={"_bigslick": ours}).replay()
    assert str(refusal.value).startswith(sentence)


def test_our_own_seats_count_from_1_as_seats_do() -> None:
    ours = {"button": 3, "small_blind_seat": 0, "big_blind_seat": 2}
    setup = history(user={"_bigslick": ours}).setup()
    assert (setup.button, setup.small_blind_seat, setup.big_blind_seat) == (2, None, 1)


@pytest.mark.parametrize("seats", [[1, 1, 2], [0, 1, 2], [1, 2, 12]])
def test_our_own_seats_have_to_be_seats(seats: list[int]) -> None:
    with pytest.raises(BadHistory, match="expected different seats from 1"):
        history(user={"_bigslick": {}}, seats=seats).replay()


def test_an_amount_with_a_huge_exponent_is_refused() -> None:
    with pytest.raises(BadHistory, match="expected an amount of at most"):
        history(starting_stacks=[Decimal("1E+9999999991000"), 200, 300]).setup()


def test_a_button_that_deals_in_another_order_is_refused() -> None:
    good = history(seats=[2, 3, 1], seat_count=3, user={"_bigslick": {"button": 1}})
    assert replay(good).seats == (1, 2, 0)
    bad = history(seats=[2, 3, 1], seat_count=3, user={"_bigslick": {"button": 2}})
    with pytest.raises(BadHistory, match="p1 is in seat 2: with the button in seat 2, seat 3 is dealt first"):
        replay(bad)


CAPPED = """PokerStars Game #52151:  Hold'em No Limit ($0.25/$0.50 - $10 Cap -  USD) - 2010/11/01 7:20:00 ET
Table 'Oak' 9-max Seat #1 is the button
Seat 1: Ann ($35.30 in chips)
Seat 2: Ben ($13 in chips)
Seat 3: Cid ($9 in chips)
Ben: posts small blind $0.25
Cid: posts big blind $0.50
*** HOLE CARDS ***
Ann: raises $9.50 to $10 and has reached the $10 cap
Ben: calls $9.75 and has reached the $10 cap
Cid: calls $8.50 and is all-in
*** FLOP *** [Qd 7s 2c]
*** TURN *** [Qd 7s 2c] [Qh]
*** RIVER *** [Qd 7s 2c Qh] [9c]
*** SHOW DOWN ***
Ann: shows [Qs Kh] (three of a kind, Queens)
Ben: shows [Ah 6d] (a pair of Queens)
Ann collected $2 from side pot
Cid: shows [Td 6h] (a pair of Queens)
Ann collected $27 from main pot
*** SUMMARY ***
Total pot $29 Main pot $27. Side pot $2. | Rake $0
Board [Qd 7s 2c Qh 9c]
Seat 1: Ann (button) showed [Qs Kh] and won ($29) with three of a kind, Queens
Seat 2: Ben (small blind) showed [Ah 6d] and lost with a pair of Queens
Seat 3: Cid (big blind) showed [Td 6h] and lost with a pair of Queens
"""


def test_a_betting_cap_is_the_most_that_a_player_can_lose() -> None:
    history = one(CAPPED)
    assert history.details is not None
    assert history.details.cap == 10
    played = replay(history)
    played.check_finish()
    assert played.start.stacks == (1000, 900, 1000)
    assert played.final_stacks == ("3.00", "0.00", "54.30")
    for form in ("pokerstars", "ohh", "phh"):
        known = format_named(form)
        assert known.read is not None
        text = known.text([history])
        (back,) = known.read(io.BytesIO(text.encode()), "")
        assert isinstance(back, History), back
        assert replay(back).final_stacks == played.final_stacks
        assert back.details is not None
        assert back.details.cap == 10
        if form == "pokerstars":
            assert "Ben: calls $9.75 and has reached the $10 cap" in text
    history.actions = [text.replace("cbr 10", "cbr 12") for text in history.actions or ()]
    with pytest.raises(BadHistory, match=r"a raise to 12\.00 is more than the 10\.00 that p3 has"):
        replay(history)
    history.details.cap = Decimal(-1)
    with pytest.raises(BadHistory, match="the betting cap is -1: expected an amount above 0"):
        replay(history)
