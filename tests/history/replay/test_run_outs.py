"""Several boards: equal parts, odd chips to the first board, then seat by seat from the button's left (rules 3.2)."""

from __future__ import annotations

import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick import AllIn, Call, Check, Hand, Rules, RunOut
from bigslick.history import BadHistory, History, replay
from bigslick.history.formats.registry import format_named, read_stream
from bigslick.history.history_details import Details
from bigslick.history.replay.run_outs import MOST_RECORDED, settle

ORDER = [1, 2, 0]
ALL = 0b111


@pytest.mark.parametrize(
    ("pots", "boards", "won"),
    [
        ([(300, ALL)], [[5, 3, 1]], [300, 0, 0]),
        ([(300, ALL)], [[5, 3, 1], [1, 5, 3]], [150, 150, 0]),
        ([(301, ALL)], [[5, 3, 1], [1, 5, 3]], [151, 150, 0]),
        ([(302, ALL)], [[5, 3, 1], [1, 5, 3], [1, 3, 5]], [102, 100, 100]),
        ([(301, ALL)], [[5, 5, 1], [1, 5, 5]], [75, 151, 75]),
        ([(300, ALL), (101, 0b110)], [[5, 3, 1], [5, 1, 3]], [300, 51, 50]),
        ([(90, ALL)], [[-1, -1, -1]], [30, 30, 30]),
    ],
)
def test_pots_are_split_over_the_boards(pots: list[tuple[int, int]], boards: list[list[int]], won: list[int]) -> None:
    assert settle(pots, boards, ORDER) == won


def test_odd_pieces_are_whole_units() -> None:
    assert settle([(175, ALL)], [[5, 5, 1], [5, 1, 1]], ORDER, 25) == [125, 50, 0]


@given(
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 7)), min_size=1, max_size=3),
    st.lists(st.lists(st.integers(-1, 3), min_size=3, max_size=3), min_size=1, max_size=4),
    st.sampled_from([1, 5, 25]),
)
def test_every_chip_goes_to_a_claim(pots: list[tuple[int, int]], boards: list[list[int]], unit: int) -> None:
    won = settle(pots, boards, ORDER, unit)
    assert sum(won) == sum(amount for amount, _ in pots)
    claims = 0
    for _, seats in pots:
        claims |= seats
    assert all(chips == 0 or claims >> seat & 1 for seat, chips in enumerate(won))


def all_in(*boards: str, **fields: object) -> History:
    actions = ["d dh p1 KhKd", "d dh p2 AcAs", "p2 cbr 100", "p1 cc", "d db 2d3h7d", "d db Td", "d db 6c"]
    return History(
        **{  # type: ignore[arg-type]
            "variant": "NT",
            "antes": [0, 0],
            "blinds_or_straddles": [1, 2],
            "min_bet": 2,
            "starting_stacks": [100, 100],
            "actions": [*actions, "p1 sm KhKd", "p2 sm AcAs"],
            "details": Details(boards=list(boards)),
        }
        | fields
    )


def test_a_record_runs_it_n_times() -> None:
    assert all_in().replay().stacks == (0, 200)
    twice = all_in("KsQs9s8h2h").replay()
    assert (twice.stacks, twice.winnings) == ((100, 100), (100, 100))
    assert all_in("KsQs9s8h2h", "Kc4c5c8c9c").replay().stacks == (66, 134)


def test_a_hand_face_down_beats_nothing_on_any_board() -> None:
    hidden = all_in("KsQs9s8h2h")
    assert hidden.actions is not None
    hidden.actions[0], hidden.actions[-2] = "d dh p1 ????", "p1 sm ????"
    assert hidden.replay().stacks == (0, 200)


def test_boards_that_repeat_a_card_or_are_too_many_are_refused() -> None:
    with pytest.raises(BadHistory, match="board 3 has Ks, which is already on the table"):
        all_in("KsQs9s8h2h", "Kc4c5c8cKs").replay()
    with pytest.raises(BadHistory, match=f"has {MOST_RECORDED} boards: expected at most {MOST_RECORDED - 1} after"):
        all_in(*["KsQs9s8h2h"] * MOST_RECORDED).replay()
    with pytest.raises(BadHistory, match="board 2 has 0 cards: expected five"):
        all_in("").replay()


def test_the_record_of_a_hand_keeps_its_boards_and_pays_the_same() -> None:
    """Replaying a history divides the pots separately, so this is a second count of every pot."""
    dice = random.Random(5)
    for seed in range(200):
        stacks = [dice.randint(21, 999) for _ in range(dice.randint(2, 6))]
        rules = Rules.cash(run_outs=4, odd_chip_unit=dice.choice((1, 1, 5)))
        hand = Hand.start(stacks=stacks, blinds=(10, 20), button=0, seed=seed, rules=rules)
        while hand.options is not None:
            options = hand.options
            if options.boards:
                hand.act(RunOut(boards=dice.randint(2, len(options.boards))))
            elif options.all_in is not None and dice.random() < 0.5:
                hand.act(AllIn())
            else:
                hand.act(Check() if options.check else Call())
        history = History.from_hand(hand)
        played = replay(history)
        by_seat = {seat: int(chips) for seat, chips in zip(hand.setup.dealt, played.final_stacks, strict=True)}
        assert by_seat == dict(enumerate(hand.stacks)), seed


@pytest.mark.parametrize("second", ["2c3c8d8s9s", "KsQs9s8h2h"])
def test_empty_seats_hold_no_cards(second: str) -> None:
    """Neither a deuce of clubs on another board nor an empty seat disturbs the replay."""
    history = all_in(second, seats=[1, 4], seat_count=6)
    assert history.replay().stacks == all_in(second).replay().stacks


@pytest.mark.parametrize("form", ["phh", "pokerstars", "ohh"])
@pytest.mark.parametrize("run_outs", [2, 3, 4])
def test_every_format_keeps_boards_pots_and_what_each_board_pays(run_outs: int, form: str) -> None:
    """The text, read again and played again, pays every player what the hand paid, to the odd chip."""
    dice = random.Random(run_outs)
    for seed in range(60):
        stacks = [dice.randint(21, 999) for _ in range(dice.randint(2, 6))]
        stacks.insert(dice.randint(0, len(stacks)), 0)  # an empty seat
        seated = [seat for seat, chips in enumerate(stacks) if chips]
        rules = Rules.cash(run_outs=run_outs)
        hand = Hand.start(stacks=stacks, blinds=(10, 20), button=dice.choice(seated), seed=seed, rules=rules)
        while hand.options is not None:
            options = hand.options
            if options.boards:
                hand.act(RunOut(boards=run_outs))
            elif options.all_in is not None and dice.random() < 0.5:
                hand.act(AllIn())
            else:
                hand.act(Check() if options.check else Call())
        history = History.from_hand(hand, players=[f"p{seat}" for seat in range(len(stacks))], hand=seed + 1)
        (again,) = read_stream(io.BytesIO(format_named(form).text([history]).encode()))
        played = again.replay()
        assert again.players is not None
        left = dict(zip(again.players, map(int, played.final_stacks), strict=True))
        assert left == {f"p{seat}": hand.stacks[seat] for seat in seated}, seed
        boards = ["".join(map(str, board)) for board in hand.boards]
        assert (again.details.boards if again.details else []) == boards[1:]
        assert played.hand.board == hand.board
        assert hand.result is not None
        if len(boards) > 1:
            assert played.settlement is not None
            paid = {(award.pot, award.board): award.shares for award in played.settlement.boards}
            names = dict(zip(played.seats, again.players, strict=True))
            mine = [{f"p{seat}": chips for seat, chips in award.shares.items()} for award in hand.result.pots]
            assert [{names[seat]: chips for seat, chips in paid[at].items()} for at in sorted(paid)] == mine
            if form == "pokerstars":
                text = format_named(form).text([history])
                for player in again.players:
                    found = re.findall(rf"^{player} collected (\d+) from", text, re.MULTILINE)
                    won = [shares[player] for shares in mine if shares.get(player)]
                    assert sorted(map(int, found)) == sorted(won)


def test_pokerstars_text_has_four_boards_at_most() -> None:
    boards = ("KsQs9s8h2h", "Kc4c5c8c9c", "4d5d8d9dTc", "4h5h8s9hTh")
    assert "Hand was run four times" in format_named("pokerstars").text([all_in(*boards[:3])])
    with pytest.raises(BadHistory, match="it has 5 boards: PokerStars text has 4 at most"):
        format_named("pokerstars").text([all_in(*boards)])
