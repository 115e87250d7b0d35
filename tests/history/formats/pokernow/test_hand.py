"""One hand in a PokerNow log: posts of every kind, street totals, run-outs, bomb pots, shows, and refusals."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from bigslick.history import BadHistory, History, replay

from ...reading import bets, played
from .pokernow_logs import ANN, BLINDS, BOB, CAT, END, STACKS, START, WALK, log, read_all, read_one


def test_a_hand_is_read_whole() -> None:
    history = read_one(*WALK)
    assert history.players == ["Ann", "Bob", "Cat"]
    assert (history.seats, history.seat_count) == ([1, 3, 9], 10)
    assert history.blinds_or_straddles == [10, 20, 0]
    assert (history.hand, history.year, history.month, history.day) == (7, 2026, 11, 16)
    assert history.time == datetime.time(20, 0, 0, 500_000)
    assert history.winnings == [0, 20, 0]
    assert history.details is not None
    assert history.details.site == "PokerNow"
    assert history.details.extra == {"pokernow": {"ids": {"Ann": "aa-1", "Bob": "bb_2", "Cat": "cc3"}, "id": "x7"}}
    assert played(history) == ("990", "510", "800")


def test_calls_and_raises_are_totals_of_the_street() -> None:
    history = read_one(
        *(START, STACKS, *BLINDS, f"{CAT} raises to 60", f"{ANN} calls 60", f"{BOB} folds"),
        *("Flop:  [10♥, 2♦, 3♠]", f"{ANN} bets 40", f"{CAT} raises to 740 and go all in", f"{ANN} calls 740"),
        *(f"{CAT} shows a 10♠, 10♦.", "Turn: 10♥, 2♦, 3♠ [A♠]", "River: 10♥, 2♦, 3♠, A♠ [K♠]"),
        *(f"{CAT} collected 1620 from pot with Three of a Kind, 10's (combination: 10♥)", END),
    )
    assert bets(history) == [
        *("p3 cbr 60", "p1 cc", "p2 f", "d db Th2d3s", "p1 cbr 40", "p3 cbr 740", "p1 cc", "p3 sm TsTd"),
        *("d db As", "d db Ks", "p1 sm"),
    ]
    assert played(history) == ("200", "480", "1620")


def test_money_may_have_cents() -> None:
    entries = [line.replace("(1000)", "(1,000.50)").replace("10", "0.10").replace("20", "0.20") for line in WALK]
    entries = [line.replace("(1,000.0.50)", "(1,000.50)").replace("0.100", "10") for line in entries]
    history = read_one(*(line.replace("(10,", "(1,") for line in entries))
    assert history.blinds_or_straddles == [Decimal("0.10"), Decimal("0.20"), 0]
    assert history.winnings == [0, Decimal("0.20"), 0]
    assert Decimal(played(history)[1]) == Decimal("500.10")


@pytest.mark.parametrize(
    ("posts", "antes", "blinds", "pot"),
    [
        (
            [f"{CAT} posts a missing small blind of 10", f"{CAT} posts a missed big blind of 20"],
            [0, 0, 10],
            [10, 20, -20],
            60,
        ),
        ([f"{CAT} posts a missing small blind of 10"], [0, 0, 10], [10, 20, 0], 30),
        # From a real log: the small blind owes both, and pays 30.
        (
            [f"{ANN} posts a missing small blind of 10", f"{ANN} posts a missed big blind of 20"],
            [10, 0, 0],
            [-20, 20, 0],
            50,
        ),
        ([f"{player} posts an ante of 5" for player in (ANN, BOB, CAT)], [5, 5, 5], [10, 20, 0], 35),
    ],
)
def test_dead_and_live_posts(posts: list[str], antes: list[int], blinds: list[int], pot: int) -> None:
    lines = (*BLINDS, *posts, f"{CAT} folds", f"{ANN} folds", f"{BOB} collected {pot} from pot", END)
    history = read_one(START, STACKS, *lines)
    assert history.antes == antes
    assert history.blinds_or_straddles == blinds
    played(history)


def test_a_straddle_is_live_and_acts_last() -> None:
    lines = (
        *BLINDS,
        f"{CAT} posts a straddle of 40",
        f"{ANN} folds",
        f"{BOB} folds",
        f"{CAT} collected 50 from pot",
        END,
    )
    history = read_one(START, STACKS, *lines)
    assert history.blinds_or_straddles == [10, 20, 40]
    assert played(history) == ("990", "480", "830")


def test_a_blind_that_puts_a_player_all_in_is_owed_in_full() -> None:
    before = ("The game's small blind was changed from 10 to 100.", "The game's big blind was changed from 20 to 200.")
    stacks = STACKS.replace("(500)", "(150)")
    history = read_one(
        *(
            *before,
            START,
            stacks,
            f"{ANN} posts a small blind of 100",
            f"{BOB} posts a big blind of 150 and go all in ",
        ),
        *(f"{CAT} folds", f"{ANN} folds", f"{BOB} collected 200 from pot", END),
    )
    assert history.blinds_or_straddles == [100, 200, 0]
    assert history.min_bet == 200
    assert played(history) == ("900", "250", "800")


def test_a_dead_button_and_a_dead_small_blind() -> None:
    start = START.replace(f"(dealer: {CAT})", "(dead button)")
    history = read_one(start, *WALK[1:])
    assert history.players == ["Ann", "Bob", "Cat"]
    assert history.details is not None
    assert history.details.extra["pokernow"]["dead_button"] is True
    lines = ("Dead Small Blind", BLINDS[1], f"{CAT} folds", f"{ANN} folds", f"{BOB} collected 0 from pot", END)
    assert read_one(start, STACKS, *lines).players == ["Bob", "Cat", "Ann"]


def test_run_it_twice() -> None:
    history = read_one(
        *(START, STACKS, *BLINDS, f"{CAT} folds", f"{ANN} raises to 500", f"{BOB} calls 500 and go all in"),
        *("Remaining players decide whether to run it twice.", f"{ANN} chooses to  run it twice."),
        *("All players in hand choose to run it twice.", f"{ANN} shows a A♠, A♣.", f"{BOB} shows a K♥, K♠."),
        *("Flop:  [A♥, K♦, 2♣]", "Turn: A♥, K♦, 2♣ [5♠]", "River: A♥, K♦, 2♣, 5♠ [6♠]"),
        *("Flop (second run):  [K♣, Q♦, 2♥]", "Turn (second run): K♣, Q♦, 2♥ [5♥]", "River (second run): … [6♥]"),
        *(f"{ANN} collected 500 from pot with X on the first run", f"{BOB} collected 500 from pot with Y", END),
    )
    assert history.details is not None
    assert history.details.boards == ["KcQd2h5h6h"]
    assert history.details.flags == ["run it twice"]
    assert played(history) == ("1000", "500", "800")


def test_a_bomb_pot() -> None:
    history = read_one(
        *(START, STACKS, f"{ANN} posts a bet of 60 (bomb pot bet)", f"{BOB} calls 60 (bomb pot bet)"),
        *(f"{CAT} calls 60 (bomb pot bet)", "Flop:  [10♥, 2♦, 3♠]", f"{ANN} checks", f"{BOB} bets 100"),
        *(
            f"{CAT} folds",
            f"{ANN} folds",
            f"Uncalled bet of 100 returned to {BOB}",
            f"{BOB} collected 180 from pot",
            END,
        ),
    )
    assert history.details is not None
    assert history.details.flags == ["bomb pot"]
    assert history.antes == [60, 60, 60]
    assert played(history) == ("940", "620", "740")


def test_a_double_board_bomb_pot() -> None:
    history = read_one(
        *(START, STACKS, f"{ANN} posts a bet of 60 (bomb pot bet)", f"{BOB} calls 60 (bomb pot bet)"),
        *(f"{CAT} calls 60 (bomb pot bet)", "Flop:  [10♥, 2♦, 3♠]", "Flop (second board):  [K♦, 7♠, 5♦]"),
        *(f"{ANN} checks", f"{BOB} bets 95", f"{CAT} folds", f"{ANN} calls 95"),
        *("Turn: 10♥, 2♦, 3♠ [Q♦]", "Turn (second board): K♦, 7♠, 5♦ [Q♣]", f"{ANN} checks", f"{BOB} checks"),
        *("River: 10♥, 2♦, 3♠, Q♦ [2♣]", "River (second board): K♦, 7♠, 5♦, Q♣ [A♣]"),
        *(f"{ANN} checks", f"{BOB} checks"),
        *(f"{ANN} shows a 10♠, 10♦.", f"{BOB} shows a K♥, 7♦."),
        f"{ANN} collected 185 from pot with Full House, 10's over 2's (combination: 10♠, 10♦, 10♥, 2♦, 2♣)",
        f"{BOB} collected 185 from pot with Two Pair, K's & 7's on the second board  (combination: K♥, K♦, 7♦, 7♠)",
        END,
    )
    assert history.details is not None
    assert history.details.flags == ["bomb pot", "double board"]
    assert history.details.boards == ["Kd7s5dQcAc"]
    assert played(history) == ("1030", "530", "740")
    assert [len(board) for board in replay(history).hand.boards] == [5, 5]


def test_a_double_board_that_ends_on_the_flop() -> None:
    history = read_one(
        *(START, STACKS, *BLINDS, f"{CAT} folds", f"{ANN} calls 20", f"{BOB} checks"),
        *("Flop:  [10♥, 2♦, 3♠]", "Flop (second board):  [K♦, 7♠, 5♦]", f"{ANN} bets 20", f"{BOB} folds"),
        *(f"Uncalled bet of 20 returned to {ANN}", f"{ANN} collected 40 from pot", END),
    )
    assert history.details is not None
    assert history.details.boards == ["Kd7s5d"]
    assert played(history) == ("1020", "480", "800")


def test_cards_shown_one_by_one_and_a_bounty_are_told_at_their_place() -> None:
    bounty = f"{CAT} paid 30 for the 7-2 bounty to {BOB}"
    history = read_one(
        *WALK, f"{BOB} shows a 7♠.", f"{BOB} shows a 2♦.", bounty, f"{BOB} collected 30 from the 7-2 bounty"
    )
    assert bets(history)[-4:] == [
        *("p2 sm 7s??", "p2 sm 7s2d", f"# {bounty}", f"# {BOB} collected 30 from the 7-2 bounty")
    ]
    assert history.winnings == [0, 20, 0]


def test_two_players_of_one_name_are_told_apart_and_names_may_be_odd() -> None:
    twin = '"Ann @ zz9"'
    history = read_one(*(line.replace(CAT, twin).replace(BOB, '"and go all in 500 @ bb_2"') for line in WALK))
    assert history.players == ["Ann", "and go all in 500", "Ann @ zz9"]
    assert played(history) == ("990", "510", "800")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("No Limit Texas Hold'em", "Pot Limit Omaha Hi"), "the game is 'Pot Limit Omaha Hi': expected No Limit Texas"),
        (("(dealer", "(banker"), "is not the first line of a hand: expected '-- starting hand #…'"),
        ((END, STACKS), "the stacks come twice or take too long a line"),
        (("#3", "#1"), "two players have the same id"),
        (("cc3", "bb_2"), "'Cat' has two seats in this hand"),
        ((f"{CAT} folds", f"{CAT} checks"), "'Check' of 'Cat': 20 to call"),
        ((f"{CAT} folds", f"{CAT} calls 30"), "'Call 30' of 'Cat': 20 to call"),
        ((f"{CAT} folds", "Flop:  [K♣, Q♦, 2x]"), "'2x' is not a card"),
    ],
)
def test_what_cannot_be_a_hand_of_holdem_is_refused(change: tuple[str, str], why: str) -> None:
    with pytest.raises(BadHistory, match=why):
        read_one(*(line.replace(*change) for line in WALK))


@pytest.mark.parametrize("what", ["folds", "checks", "calls 20", "bets 40", "raises to 60", "all in with 500"])
def test_a_bet_after_the_end_belongs_to_a_hand_whose_start_is_lost(what: str) -> None:
    whole, lost = read_all(log(*WALK, f"{ANN} {what}"))
    assert isinstance(whole, History)
    assert played(whole) == played(read_one(*WALK))
    assert isinstance(lost, BadHistory)
    assert "the first line of a hand is damaged or missing before" in str(lost)


def test_a_pot_limit_game_and_the_newest_first_line() -> None:
    start = START.replace("(No Limit Texas Hold'em)", "Pot Limit Texas Hold'em")
    assert read_one(start, *WALK[1:]).variant == "PT"
