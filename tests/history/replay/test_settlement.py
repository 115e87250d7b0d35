"""A record that ends differently from its `finishing_stacks` is refused."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bigslick.history import BadHistory, History, outcomes, read, replay
from bigslick.history.history_details import CashOut, Details
from bigslick.history.replay.settlement import check_finish


def hand(finishing: Sequence[Any], **more: Any) -> History:
    """p3 raises to 60 on the button, and p1 and p2 fold: a pot of 90, and a gain of 30 for the winner."""
    return History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=more.pop("blinds", [10, 20, 0]),
        min_bet=20,
        starting_stacks=[1000, 1000, 1000],
        actions=["d dh p1 AhKd", "d dh p2 QsQd", "d dh p3 7c2d", "p3 cbr 60", "p1 f", "p2 f"],
        finishing_stacks=list(finishing),
        **more,
    )


def test_a_record_that_agrees_is_silent() -> None:
    check_finish(replay(hand([990, 980, 1030])))
    check_finish(replay(hand([Decimal("990.0"), Decimal("980.0"), Decimal("1030.0")])))


def test_the_sentence_names_player_seat_and_both_numbers() -> None:
    named = hand([990, 980, 1040], players=["Ann", "Bo", "Cy"], seats=[2, 4, 7], seat_count=9)
    with pytest.raises(BadHistory, match=r"^p3 \(Cy, seat 7\) ends with 1030, but 'finishing_stacks' says 1040$"):
        check_finish(replay(named))
    with pytest.raises(BadHistory, match=r"^p1 ends with 990, but 'finishing_stacks' says 989$"):
        check_finish(replay(hand([989, 980, 1030])))


def test_two_stacks_that_are_swapped_are_refused() -> None:
    with pytest.raises(BadHistory, match="p1 ends with 990, but 'finishing_stacks' says 980"):
        check_finish(replay(hand([980, 990, 1030])))


def test_a_cash_game_may_take_rake_from_the_winner_and_from_no_one_else() -> None:
    pot = 50  # the rest of the raise comes back to p3
    check_finish(replay(hand([990, 980, 1030 - pot // 10])))
    with pytest.raises(BadHistory, match="p3 ends with 1030"):
        check_finish(replay(hand([990, 980, 1030 - pot // 10 - 1])))
    with pytest.raises(BadHistory, match="p2 ends with 980"):
        check_finish(replay(hand([990, 979, 1030])))


@pytest.mark.parametrize("known", [{"event": "Friday night"}, {"level": 3}])
def test_a_tournament_takes_no_rake(known: dict[str, Any]) -> None:
    with pytest.raises(BadHistory, match="p3 ends with 1030, but 'finishing_stacks' says 1029"):
        check_finish(replay(hand([990, 980, 1029], **known)))


def test_an_extra_post_may_have_been_dead() -> None:
    history = History(
        variant="NT",
        antes=[0] * 4,
        blinds_or_straddles=[10, 20, -10, 0],
        min_bet=20,
        starting_stacks=[1000] * 4,
        actions=[
            *(f"d dh p{n} ????" for n in range(1, 5)),
            *("p3 cc", "p4 f", "p1 f", "p2 cc", "d db Ah7c2d", "p2 cbr 20", "p3 f"),
        ],
        finishing_stacks=[990, 1040, 970, 1000],
    )
    played = replay(history)
    assert played.final_stacks == ("990", "1030", "980", "1000")
    check_finish(played)
    history.finishing_stacks = [990, 1061, 949, 1000]  # more than the post of 10 and a missed big blind
    with pytest.raises(BadHistory, match="p2 ends with 1030, but 'finishing_stacks' says 1061"):
        check_finish(replay(history))


def test_winnings_that_bear_out_the_play_outweigh_finishing_stacks() -> None:
    check_finish(replay(hand([1000, 1000, 1000], winnings=[0, 0, 50])))
    with pytest.raises(BadHistory, match="p1 ends with 990"):
        check_finish(replay(hand([1000, 1000, 1000], winnings=[0, 0, 60])))


def test_winnings_of_a_player_who_wins_nothing_are_refused() -> None:
    with pytest.raises(BadHistory, match=r"^p1 wins 0, but 'winnings' says 50$"):
        check_finish(replay(hand([990, 980, 1030], winnings=[50, 0, 0])))
    check_finish(replay(hand([990, 980, 1030], winnings=[0, 0, 0])))  # a file that does not say


def test_the_rake_on_record_comes_off_the_stacks() -> None:
    """The house takes 2 from a pot of 50, and the jackpot another 2."""
    raked = Details(rake=2, jackpot=2)
    for more in ({}, {"winnings": [0, 0, 46]}, {"winnings": [0, 0, 86]}):  # alone, or with the 40 that came back
        played = replay(hand([990, 980, 1026], details=raked, **more))
        assert played.final_stacks == ("990", "980", "1026")
        assert (played.winnings, played.refunds) == ((0, 0, 50), (0, 0, 40))
        check_finish(played)
    with pytest.raises(BadHistory, match=r"'winnings' add up to 40, and 4 of rake makes 44: the pots hold 50$"):
        check_finish(replay(hand([990, 980, 1026], details=raked, winnings=[0, 0, 40])))
    with pytest.raises(BadHistory, match="p3 ends with 1026, but 'finishing_stacks' says 1030"):
        check_finish(replay(hand([990, 980, 1030], details=raked)))


def test_rake_in_cents_makes_the_chips_cents() -> None:
    played = replay(hand([990, 980, Decimal("1029.5")], details=Details(rake=Decimal("0.50"))))
    assert played.final_stacks == ("990.00", "980.00", "1029.50")
    check_finish(played)


def test_a_player_who_cashes_out_has_what_the_site_paid() -> None:
    cash_outs = [CashOut(player="p3", amount=45)]
    played = replay(hand([990, 980, 1025], details=Details(cash_outs=cash_outs)))
    assert played.final_stacks == ("990", "980", "1025")
    check_finish(played)
    with pytest.raises(BadHistory, match="'Zoe' cashes out, but is not in this hand: expected one of p1, p2, p3"):
        replay(hand([990, 980, 1025], details=Details(cash_outs=[CashOut(player="Zoe", amount=45)])))


def test_an_open_record_and_an_unknown_stack_are_not_judged() -> None:
    open_end = hand([1, 2, 3])
    assert open_end.actions is not None
    del open_end.actions[-1]
    check_finish(replay(open_end))
    check_finish(replay(hand([990, Decimal("Infinity"), 1030])))


@pytest.mark.parametrize("value", ["990", None, Decimal("NaN"), True])
def test_a_stack_that_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(BadHistory, match=f"entry 1 of 'finishing_stacks' is {value}: expected a number"):
        check_finish(replay(hand([value, 980, 1030])))
    with pytest.raises(BadHistory, match=f"entry 3 of 'winnings' is {value}: expected a number"):
        check_finish(replay(hand([990, 980, 1031], winnings=[0, 0, value])))


def test_every_recorded_hand_of_others_agrees(shared: Path) -> None:
    count = 0
    for path in sorted((shared / "hands").rglob("*.phhs")):
        for history in read(path):
            check_finish(replay(history))
            count += history.finishing_stacks is not None
    assert count == 5_960


def test_the_outcome_names_file_and_hand(tmp_path: Path) -> None:
    good, bad = (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [10, 20]\nmin_bet = 20\nstarting_stacks = [100, 100]\n"
        f"actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\nfinishing_stacks = {stacks}\n"
        for stacks in ("[110, 90]", "[90, 110]")
    )
    path = tmp_path / "two.phhs"
    path.write_text(f"[1]\n{good}\n[2]\n{bad}\n")
    first, second = outcomes([path])
    assert first.ok
    assert second.error == f"{path}, hand 2: p1 ends with 110, but 'finishing_stacks' says 90"


SHOWN = ["d db 2s3h4c", "d db 9d", "d db Jc"]
DEALT = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"]


def shown(stacks: list[Any], winnings: list[Any], *actions: str) -> History:
    """Return a hand of three players; p1 has the best cards, then p2."""
    return History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=stacks,
        actions=[*DEALT, *actions],
        winnings=winnings,
    )


CALLED = ("p3 cbr 100", "p1 cc", "p2 cc", *SHOWN, "p1 sm AhAd", "p2 sm KhKd", "p3 sm QhQd")


@pytest.mark.parametrize(
    "winnings",
    [
        pytest.param([300, 0, 0], id="as played"),
        pytest.param([285, 0, 0], id="less rake"),
        pytest.param([310, 0, 0], id="a raise is a little too small"),
        pytest.param([180, 120, 0], id="p1 had 60, and a side pot is missing"),
        pytest.param([180, 0, 40], id="p1 had 60, and p3 got the uncalled 40 back"),
        pytest.param([0, 0, 0], id="not known"),
        pytest.param([Decimal("Infinity"), 0, 0], id="not known at all"),
    ],
)
def test_winnings_of_a_record_without_rake_are_trusted_where_they_can_be_right(winnings: list[Any]) -> None:
    check_finish(replay(shown([100, 100, 100], winnings, *CALLED)))


def test_winnings_past_every_winner_of_the_play_are_refused_unless_a_stack_is_unknown() -> None:
    with pytest.raises(BadHistory, match=r"^p2 wins 0, but 'winnings' says 300$"):
        check_finish(replay(shown([100, 100, 100], [0, 300, 0], *CALLED)))
    folded = ("p3 cbr 100", "p1 cc", "p2 f", *[text for street in SHOWN for text in (street, "p1 cc", "p3 cc")])
    claims = ("p1 sm AhAd", "p3 sm QhQd")
    unknown = [Decimal("Infinity"), 500, 500]
    check_finish(replay(shown(unknown, [0, 0, 150], *folded, *claims)))  # p1 may have been all-in for less
    with pytest.raises(BadHistory, match="p3 wins 0, but 'winnings' says 150"):
        check_finish(replay(shown([500, 500, 500], [0, 0, 150], *folded, *claims)))


@pytest.mark.parametrize("winnings", [[0, 0, 3], [0, 0, 101], [0, 0, 2]])
def test_when_all_fold_winnings_may_count_the_uncalled_bet_or_not(winnings: list[int]) -> None:
    """p3 bets 100 and wins the blinds: 3, or with the uncalled 98, or after a rake of 1."""
    check_finish(replay(shown([100, 100, 100], winnings, "p3 cbr 100", "p1 f", "p2 f")))


def test_a_record_that_stops_before_the_showdown_is_not_judged() -> None:
    history = shown([100, 100, 100], [0, 300, 0], "p3 cbr 100", "p1 cc", "p2 cc", *SHOWN, "p1 sm AhAd")
    played = replay(history)
    assert not played.finished
    check_finish(played)


def test_a_pot_that_is_split_in_larger_chips_stays_so() -> None:
    """Three hands split 1.00, written in cents: 0.40, 0.30 and 0.30 show that the smallest chips were dimes."""
    history = shown([10, 10, 10], [], "p3 cc", "p1 cc", "p2 cc")
    checks = [text for street in ("d db AsKsQs", "d db Js", "d db Ts") for text in (street, "p1 cc", "p2 cc", "p3 cc")]
    history.actions = [*(history.actions or []), *checks, "p1 sm AhAd", "p2 sm KhKd", "p3 sm QhQd"]
    history.antes = [Decimal("1.30"), 0, 0]  # dead money
    for winnings, ends in (
        (["2.50", "2.40", "2.40"], ("9.20", "10.40", "10.40")),
        (["2.44", "2.43", "2.43"], ("9.14", "10.43", "10.43")),
    ):
        history.winnings = list(map(Decimal, winnings))
        played = replay(history)
        assert played.final_stacks == ends
        check_finish(played)
