"""From the standard's hand to a history: dealing order, posts, totals, run-outs, results, and refusals."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from bigslick.history import BadHistory
from bigslick.history.history_details import SittingOut

from ...reading import bets, played
from .ohh_hands import BLINDS, CALLED, FLOP, WALK, act, hand, read_one, street, won

SEATS = hand()["players"]


def test_players_are_in_the_order_of_the_deal_and_the_head_is_kept() -> None:
    history = read_one(hand())
    assert history.players == ["Ann", "Bob", "Cat"]
    assert history.seats == [1, 2, 4]
    assert history.seat_count == 6
    assert history.blinds_or_straddles == [Decimal("0.5"), 1, 0]
    assert history.starting_stacks == [100, 50, Decimal("80.25")]
    assert history.min_bet == 1
    assert (history.hand, history.table, history.currency, history.currency_symbol) == (77, "Oak", "USD", "$")
    assert (history.year, history.month, history.day) == (2026, 11, 16)
    assert (history.time, history.time_zone) == (datetime.time(20, 0, 5), "UTC")
    assert history.winnings == [0, 1, 0]
    assert history.finishing_stacks == [Decimal("99.5"), Decimal("50.5"), Decimal("80.25")]
    assert history.details is not None
    assert (history.details.site, history.details.hero) == ("Oak Room", "Bob")
    assert (history.details.total_pot, history.details.rake) == (1, 0)
    assert played(history) == ("99.50", "50.50", "80.25")


def test_an_amount_is_what_the_action_adds_so_a_raise_is_a_total() -> None:
    # ecosystem.md part 0: a raise of 0.31 after one of 0.06 is a raise to 0.37.
    history = read_one(
        hand(
            street("Preflop", *BLINDS, act(14, "Raise", 3), act(11, "Raise", 9.5), act(12, "Fold"), act(14, "Call", 7)),
            street("Flop", act(11, "Bet", 12.25), act(14, "Raise", 30), act(11, "Fold"), cards=["Ah", "Kd", "2c"]),
            pots=[won(14, 45.5)],
        )
    )
    assert bets(history) == [
        *("p3 cbr 3", "p1 cbr 10.0", "p2 f", "p3 cc", "d db AhKd2c", "p1 cbr 12.25", "p3 cbr 30", "p1 f")
    ]
    assert played(history) == ("77.75", "49.00", "103.50")


def test_heads_up_the_arrays_are_turned_round() -> None:
    # PHH 0.0.2: with two players, blinds_or_straddles [1, 2] means that p2, the button, posts 1.
    two = [SEATS[1] | {"id": 1, "starting_stack": 9}, SEATS[2] | {"id": 2, "seat": 5, "starting_stack": 9}]
    history = read_one(
        hand(
            street("Preflop", act(2, "Post SB", 1), act(1, "Post BB", 2), act(2, "Fold")),
            players=two,
            dealer_seat=5,
            pots=[won(1, 2)],
        )
    )
    assert history.players == ["Ann", "Bob"]
    assert history.blinds_or_straddles == [1, 2]
    assert played(history) == ("10", "8")


def test_a_dead_button_and_a_dead_small_blind_leave_the_order_to_the_posts() -> None:
    dead = read_one(hand(dealer_seat=3))
    assert dead.players == ["Ann", "Bob", "Cat"]
    assert dead.details is not None
    assert dead.details.extra["ohh"]["dealer_seat"] == 3
    no_small = street("Preflop", act(12, "Post BB", 1), act(14, "Fold"), act(11, "Fold"))
    history = read_one(hand(no_small, dealer_seat=1, pots=[won(12, 1)]))
    assert history.players == ["Bob", "Cat", "Ann"]
    assert history.winnings == [0, 0, 0]  # the pot is the uncalled blind, and the file counts it as won
    assert history.blinds_or_straddles == [1, 0, 0]
    assert played(history) == ("50.00", "80.25", "100.00")


@pytest.mark.parametrize(
    ("posts", "antes", "blinds", "folds", "pot"),
    [
        ([act(14, "Straddle", 2)], [0, 0, 0], [Decimal("0.5"), 1, 2], (11, 12), 2.5),
        ([act(14, "Post Extra Blind", 1)], [0, 0, 0], [Decimal("0.5"), 1, -1], (14, 11), 2.5),
        ([act(14, "Post Dead", 0.5)], [0, 0, Decimal("0.5")], [Decimal("0.5"), 1, 0], (14, 11), 1.5),
        (
            [act(14, "Post Dead", 0.5), act(14, "Post Extra Blind", 1)],
            [0, 0, Decimal("0.5")],
            [Decimal("0.5"), 1, -1],
            (14, 11),
            3,
        ),
        ([act(11, "Post Extra Blind", 0.5)], [0, 0, 0], [-1, 1, 0], (14, 11), 2),
        ([act(14, "Post BB", 1)], [0, 0, 0], [Decimal("0.5"), 1, -1], (14, 11), 2.5),
        (
            [act(player, "Post Ante", 0.25) for player in (11, 12, 14)],
            [Decimal("0.25")] * 3,
            [Decimal("0.5"), 1, 0],
            (14, 11),
            1.75,
        ),
        ([act(14, "Post Ante", 0)], [0, 0, 0], [Decimal("0.5"), 1, 0], (14, 11), 1),
    ],
)
def test_every_kind_of_post(
    posts: list[dict[str, Any]], antes: list[object], blinds: list[object], folds: tuple[int, ...], pot: float
) -> None:
    winner = 14 if 14 not in folds else 12
    actions = [*BLINDS, *posts, *(act(player, "Fold") for player in folds)]
    history = read_one(hand(street("Preflop", *actions), pots=[won(winner, pot)]))
    assert history.antes == antes
    assert history.blinds_or_straddles == blinds
    assert sum(history.finishing_stacks or ()) == Decimal("230.25")
    assert history.details is not None
    assert history.details.total_pot == Decimal(str(pot))
    played(history)


def test_a_blind_that_takes_the_last_chip_is_owed_in_full() -> None:
    players = [
        {"id": 14, "seat": 4, "name": "Cat", "starting_stack": 0.25},
        {"id": 11, "seat": 1, "name": "Ann", "starting_stack": 100},
        {"id": 12, "seat": 2, "name": "Bob", "starting_stack": 0.75},
    ]
    antes = [act(player, "Post Ante", 0.25, is_allin=player == 14) for player in (11, 12, 14)]
    history = read_one(
        hand(
            street("Preflop", *antes, BLINDS[0], act(12, "Post BB", 0.5, is_allin=True), act(11, "Fold")),
            players=players,
            ante_amount=0.25,
            pots=[won(12, 1.75)],
        )
    )
    assert history.blinds_or_straddles == [Decimal("0.5"), 1, 0]
    assert history.antes == [Decimal("0.25")] * 3


def test_a_seated_player_without_an_action_is_sitting_out() -> None:
    more = [*hand()["players"], {"id": 5, "seat": 6, "name": "Dan", "starting_stack": 7, "is_sitting_out": True}]
    history = read_one(hand(street("Preflop", act(5, "Stands Up"), *WALK["actions"]), players=more))
    assert history.players == ["Ann", "Bob", "Cat"]
    assert history.details is not None
    assert history.details.sitting_out == [SittingOut(seat=6, name="Dan", stack=7)]
    assert "# Dan: Stands Up" in bets(history)


def test_shows_mucks_and_what_a_player_shows_after_a_fold() -> None:
    rounds = [
        CALLED,
        FLOP,
        street("Turn", act(11, "Check"), act(12, "Check"), cards=["5s"]),
        street("River", act(11, "Check"), act(12, "Check"), cards="9s"),
        street("Showdown", act(11, "Shows Cards", cards=["As", "10s"]), act(14, "Shows Cards", cards=["7h"])),
    ]
    history = read_one(hand(*rounds, pots=[won(11, 2)]))
    assert bets(history)[-3:] == ["p1 sm AsTs", "# Cat shows 7h??", "p2 sm"]
    assert played(history) == ("101.00", "49.00", "80.25")
    unseen = read_one(hand(*rounds[:4], pots=[won(11, 2)]))
    assert bets(unseen)[-2:] == ["p1 sm ????", "p2 sm"]
    assert played(unseen) == ("101.00", "49.00", "80.25")


def test_a_board_that_is_run_twice_is_kept_whole() -> None:
    # formats-and-servers.md 2.2: a street that comes twice is a second run-out.
    all_in = street("Preflop", *BLINDS, act(14, "Fold"), act(11, "Raise", 99.5), act(12, "Call", 49))
    streets = [
        FLOP | {"actions": []},
        street("Showdown", act(11, "Shows Cards", cards=["As", "Ac"]), act(12, "Shows Cards", cards=["Kh", "Ks"])),
        street("Turn", cards=["5s"]),
        street("River", cards=["6s"]),
        street("Turn", cards=["Kc"]),
        street("River", cards=["7s"]),
    ]
    wins = [{"player_id": 11, "win_amount": 50}, {"player_id": 12, "win_amount": 50}]
    history = read_one(
        hand(all_in, *streets, flags=["Run_It_Twice"], pots=[{"number": 0, "amount": 100, "player_wins": wins}])
    )
    assert [text for text in bets(history) if text.startswith("d")] == ["d db AhKd2c", "d db 5s", "d db 6s"]
    assert history.details is not None
    assert history.details.boards == ["AhKd2cKc7s"]
    assert history.details.flags == ["run it twice"]


def test_a_raise_that_does_not_raise_is_a_call() -> None:
    # PokerNow cuts a wager down to what the others can call, and writes it as a raise.
    history = read_one(
        hand(
            street("Preflop", *BLINDS, act(14, "Fold"), act(11, "Fold"), act(12, "Check")),
            pots=[won(12, 1)],
        )
    )
    assert "p2 cc" in bets(history)
    history = read_one(
        hand(
            street(
                "Preflop", *BLINDS, act(14, "Fold"), act(11, "Call", 0.5), act(12, "Raise", 49), act(11, "Raise", 49)
            ),
            *(street(name, cards=cards) for name, cards in (("Flop", "Ah Kd 2c"), ("Turn", ["5s"]), ("River", ["9s"]))),
            street("Showdown", act(11, "Shows Cards", cards=["As", "Ac"]), act(12, "Mucks Cards")),
            pots=[won(11, 100)],
        )
    )
    assert "p1 cc # a raise to 50.0" in bets(history)
    assert played(history) == ("150.00", "0.00", "80.25")


def test_no_one_bets_before_the_flop_of_a_bomb_pot() -> None:
    history = read_one(
        hand(
            street("Preflop", *(act(player, "Post Ante", 3) for player in (11, 12, 14))),
            street("Flop", act(11, "Bet", 5), act(12, "Fold"), act(14, "Fold"), cards=["Ah", "Kd", "2c"]),
            flags=["Bomb_Pot"],
            ante_amount=3,
            pots=[won(11, 9)],
        )
    )
    assert bets(history)[:4] == ["p1 cc", "p2 cc", "p3 cc", "d db AhKd2c"]
    assert played(history) == ("106.00", "47.00", "77.25")


def preflop(*actions: dict[str, Any]) -> dict[str, Any]:
    return {"rounds": [street("Preflop", *BLINDS, *actions)]}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game_type": "Omaha"}, "the game is 'Omaha': expected 'Holdem'"),
        ({"bet_limit": {"bet_type": "XL"}}, "the bet_type is 'XL': expected NL, PL or FL"),
        ({"players": [*SEATS, SEATS[0]]}, "two players have the same id"),
        ({"players": [SEATS[0], SEATS[1], SEATS[2] | {"seat": 1}]}, "two players are in the same seat"),
        ({"players": [SEATS[0], SEATS[1], SEATS[2] | {"starting_stack": 0}]}, "starting_stack of 'Bob' is 0"),
        ({"players": SEATS[:1]}, "1 players are dealt in: expected 2 to 10"),
        ({"rounds": []}, "0 players are dealt in"),
        (preflop(act(14, "Check")), "'Check' of 'Cat': 1 to call"),
        (preflop(act(14, "Call", 3)), "'Call 3' of 'Cat': 1 to call"),
        (preflop(act(14, "Call", 0.75)), r"'Call 0.75' of 'Cat': 1\.00 to call"),
        (preflop(act(14, "Raise", 90)), "'Raise 90' of 'Cat': the player has 80.25"),
        (preflop(act(14, "Raise", 0.5)), "'Raise 0.5' of 'Cat': the bet is 1"),
        (preflop(act(14, "Bet")), "'Bet' of 'Cat': the player has 80.25"),
        (preflop(act(14, "Fold"), act(11, "Post Ante", 1)), "posts come before the first bet"),
        (preflop(act(14, "Post Dead", 99)), "'Post Dead 99' of 'Cat': the player has 80.25"),
        (preflop(act(14, "Add to Pot", 5)), "this puts money into the pot from outside of the hand"),
        (preflop(act(None, "Add to Pot", 5), act(14, "Fold")), "of no player: this puts money into the pot"),
        (preflop(act(99, "Fold"), act(14, "Fold")), "no player has the id 99"),
        (
            preflop(act(14, "Dealt Cards", cards=["Ah", "Kh", "2c"]), act(14, "Fold")),
            "3 cards .* expected 2 in hold'em",
        ),
        (preflop(act(14, "Dealt Cards", cards=["Ah", "Zz"]), act(14, "Fold")), "'Zz' is not a card"),
        ({"rounds": [CALLED, street("Turn", cards=["5s"])]}, "the turn comes before the cards that lead to it"),
        ({"rounds": [CALLED, street("Flop", cards=["5s"])]}, "the flop has 1 cards: expected 3"),
        ({"rounds": [CALLED, street("Fifth", cards=["5s"])]}, "the street 'Fifth' is not one of hold'em"),
        ({"pots": [won(12, 2) | {"amount": 3}]}, "pot 1 has 3, but pays 2 and 0 of rake: expected the same"),
        ({"pots": [won(12, 2)]}, r"the pots have 2, but the players put in 1\.0: expected the same"),
        ({"pots": [won(12, -2)]}, "pot 1 pays -2: expected an amount of at least 0"),
        ({"pots": [won(99, 2)]}, "pot 1 goes to a player who is not dealt in: id 99"),
        ({"start_date_utc": "yesterday"}, "the start_date_utc is 'yesterday': expected a time such as"),
        ({"start_date_utc": "0001-01-01T00:00:00+09:00"}, "out of range in UTC"),
        ({"tournament_bounties": [{"player_id": 9, "bounty_won": 1}]}, "no player has the id 9, which a bounty names"),
    ],
)
def test_a_hand_that_contradicts_itself_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadHistory, match=why):
        read_one(hand(**changes))
