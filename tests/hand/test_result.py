"""How a hand ended, as data: a split pot with an odd chip, a side pot, a refund and a bust."""

import pytest

from bigslick import AllIn, Call, Fold, Hand, Pot, PotAward, Raise, Result
from bigslick.hand.result import split


def test_a_result_says_where_every_chip_went() -> None:
    hand = Hand.start(
        stacks=[45, 300, 200, 100],
        blinds=(5, 10),
        button=3,
        holes={0: "AsAh", 1: "KsKh", 2: "KdKc"},
        board="2c 3d 8h 9s Jc",
    )
    hand.act(Raise(to=50))
    hand.act(Fold())
    hand.act(AllIn())
    hand.act(Raise(to=301 - 1))
    hand.act(Call())
    assert hand.result == Result(
        stacks=(135, 255, 155, 100),
        pots=(
            PotAward(135, (0, 1, 2), (0,), {0: 135}, {}),
            PotAward(310, (1, 2), (1, 2), {1: 155, 2: 155}, {}),
        ),
        payouts={0: 135, 1: 155, 2: 155},
        refunds={1: 100},
        show_order=(0, 1, 2),
        all_in_showdown=True,
        busted=(),
    )
    assert hand.pots == (Pot(135, (0, 1, 2)), Pot(310, (1, 2)))


def test_s2_6_3_3_odd_chips_go_clockwise_from_the_button() -> None:
    hand = Hand.start(stacks=[40] * 3, blinds=(5, 10), button=0, board="As Ks Qs Js Ts", seed=1, ante=1)
    hand.act(Call())
    hand.act(Fold())
    while hand.options is not None:
        hand.act(hand.options.give_up)
    assert hand.result is not None
    assert hand.result.pots == (PotAward(26, (0, 2), (0, 2), {2: 13, 0: 13}, {}),)
    assert [*hand.result.pots[0].shares] == [2, 0]


def test_tda_20_odd_units_go_one_each_from_the_left_of_the_button() -> None:
    assert split(11, [3, 0, 2]) == {3: 4, 0: 4, 2: 3}
    assert split(1000, [1, 4, 5], 25) == {1: 350, 4: 325, 5: 325}
    assert split(110, [2, 6], 25) == {2: 60, 6: 50}, "what is smaller than a unit goes with the first"


def test_a_split_out_of_range_is_refused() -> None:
    for amount, winners, unit in ((-1, [0], 1), (10, [0], 0), (10, list(range(11)), 1)):
        with pytest.raises(ValueError, match="out of range"):
            split(amount, winners, unit)


def test_a_notebook_shows_what_each_seat_won() -> None:
    hand = Hand.start([1000] * 2, (10, 20), seed=7)
    hand.act(Fold())
    assert hand.result is not None
    shown = hand.result._repr_html_()
    assert "<tr><td>seat 2</td><td>20</td><td>10</td><td>1,010</td><td></td></tr>" in shown
