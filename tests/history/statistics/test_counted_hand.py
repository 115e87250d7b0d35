"""A replayed hand, counted: positions, depth, who won how much, and all-ins at their expected value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bigslick import AllIn, Call, Hand, Rules
from bigslick.core.evaluate import strength_many
from bigslick.history import History, loads, read
from bigslick.history.record import record
from bigslick.history.statistics._tally import Tally
from bigslick.history.statistics.counted_hand import BANDS, DEPTHS, CountedHand
from bigslick.odds import equity

HEADS_UP = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 5000]
actions = ['d dh p1 AhAd', 'd dh p2 KsKc', 'p2 cbr 1000', 'p1 cc', 'p1 sm AhAd', 'p2 sm KsKc', 'd db 2c7d9h', 'd db Ts',
  'd db Kd']
"""


def counted(text: str) -> CountedHand:
    return CountedHand(loads(text), Tally())


def all_hands(shared: Path, pattern: str) -> Iterator[CountedHand]:
    tally = Tally()
    for file in sorted((shared / "hands").glob(pattern)):
        for history in read(file):
            yield CountedHand(history, tally)


def test_pluribus_wins_what_the_files_finishing_stacks_say(shared: Path) -> None:
    hands = 0
    for hand in all_hands(shared, "pluribus.phhs"):
        hands += 1
        history = hand.history
        pairs = zip(history.starting_stacks or (), history.finishing_stacks or (), strict=True)
        nets = [hand.net(player) for player in range(len(hand.seats))]
        assert nets == [(end - start) * 10**hand.places for start, end in pairs]
        fair = [hand.fair(player) or 0 for player in range(len(hand.seats))]
        assert sum(fair) == pytest.approx(0, abs=1e-6)
    assert hands == 5360


def test_site_hands_win_what_pokerkit_paid_less_the_rake_of_the_record(shared: Path) -> None:
    """PokerKit wrote the files with the expected stacks."""
    known = raked = split = decided = 0
    for file in sorted((shared / "hands" / "handhq").glob("*.phhs")):
        expected = json.loads(file.with_suffix(".expected.json").read_text())
        for history, end in zip(read(file), expected, strict=True):
            hand = CountedHand(history, Tally())
            if not hand.known or end["error"] or hand.depth(0) is None:
                continue
            known += 1
            nets = [hand.money(hand.net(player) or 0) for player in range(len(hand.seats))]
            start = [Decimal(stack) for stack in history.starting_stacks or ()]
            gross = [Decimal(stack) - began for stack, began in zip(end["final_stacks"], start, strict=True)]
            if nets == gross:
                continue
            if hand.played.settlement is not None and any(history.winnings or ()):  # the record says who won face down
                decided += 1
                paid = [hand.money(hand.tally.collected(seat)) for seat in hand.seats]
                assert [amount > 0 for amount in paid] == [amount > 0 for amount in history.winnings or ()]
                continue
            taken = [before - after for before, after in zip(gross, nets, strict=True)]
            if sum(taken) == 0:  # PokerKit splits a pot to the cent, the rules to the chip (TDA 20-A)
                split += 1
                winners = [player for player, seat in enumerate(hand.seats) if hand.tally.collected(seat)]
                assert len(winners) > 1, history.place
                continue
            # Only a winner pays rake, and no more than a tenth of the pots.
            raked += 1
            assert sum(taken) <= hand.money(hand.tally.pot) / 10, history.place
            for player, chips in enumerate(taken):
                assert chips >= 0, history.place
                assert not chips or (history.winnings and history.winnings[player] > 0), history.place
    assert known > 4000
    assert raked > 500
    assert split < 10
    assert 0 < decided < 100


def all_in_shares(hand: CountedHand) -> list[float]:
    """Return each player's expected share of the pots: every board, one by one, on the evaluator."""
    state, tally = hand.played.playback.state, hand.tally
    holes = {seat: state.holes(seat) for seat in hand.seats}
    board = state.board_cards()[: tally.cards]
    known = {card for hole in holes.values() for card in hole if card >= 0} | set(board)
    deck = [card for card in range(52) if card not in known]
    rest = np.array([*combinations(deck, 5 - len(board))], np.uint8)
    live = [seat for seat in hand.seats if tally.live >> seat & 1]
    strengths = {}
    for seat in live:
        fixed = np.tile(np.array((*holes[seat], *board), np.uint8), (len(rest), 1))
        out = np.zeros(len(rest), np.uint16)
        strength_many(np.ascontiguousarray(np.hstack((fixed, rest))), out)
        strengths[seat] = out.astype(int)
    fair = dict.fromkeys(hand.seats, 0.0)
    for amount, claims in state.layers():
        seats = [seat for seat in live if claims >> seat & 1]
        table = np.stack([strengths[seat] for seat in seats])
        best = table == table.max(axis=0)
        for seat, share in zip(seats, (best / best.sum(axis=0)).mean(axis=1), strict=True):
            fair[seat] += amount * float(share)
    return [fair[seat] for seat in hand.seats]


def test_all_ins_have_the_expectation_of_every_board(shared: Path) -> None:
    found = before_flop = 0
    for hand in all_hands(shared, "pluribus.phhs"):
        adjusted = any(hand.fair(player) != hand.net(player) for player in range(len(hand.seats)))
        if not adjusted or (hand.tally.cards == 0 and before_flop == 2):
            continue
        found += 1
        before_flop += hand.tally.cards == 0
        expected = all_in_shares(hand)
        for player, seat in enumerate(hand.seats):
            assert hand.tally.expected(seat) == pytest.approx(expected[player], abs=1e-6), hand.history.place
    assert found == 20
    assert before_flop == 2


def test_aces_against_kings_all_in_before_the_flop() -> None:
    hand = counted(HEADS_UP)
    assert (hand.net(0), hand.net(1)) == (-1000, 1000)
    assert hand.tally.expected(0) / 2000 == pytest.approx(0.8126, abs=5e-5)  # aces and kings without a common suit
    assert (hand.fair(0) or 0) + (hand.fair(1) or 0) == pytest.approx(0)
    assert hand.reached == 4
    assert hand.positions == ("BB", "BTN")


def test_an_all_in_with_a_hand_that_is_not_shown_stays_as_it_went() -> None:
    hand = counted(HEADS_UP.replace("'d dh p1 AhAd'", "'d dh p1 ????'").replace("'p1 sm AhAd'", "'p1 sm'"))
    assert hand.fair(1) == hand.net(1) == 1000


def test_unknown_stacks_have_winnings_but_no_depth() -> None:
    text = HEADS_UP.replace("[1000, 5000]", "[inf, inf]").replace("'p1 cc'", "'p1 f'").partition(", 'p1 sm")[0] + "]"
    hand = counted(text)
    assert (hand.net(0), hand.net(1)) == (-100, 100)
    assert hand.depth(0) is None
    assert hand.stack(0) is None
    assert hand.band(0) == "unknown"


def test_a_showdown_that_shows_no_winner_has_unknown_winnings_unless_the_record_says_them() -> None:
    text = HEADS_UP.replace("AhAd", "????").replace("KsKc", "????").replace(", 'p1 sm ????', 'p2 sm ????'", "")
    hand = counted(text)
    assert not hand.known
    assert (hand.net(0), hand.fair(0)) == (None, None)
    assert hand.tally.counts(0)[24:27] == (1, 0, 0)  # a showdown with an unknown winner
    said = counted(text + "winnings = [0, 2000]\n")
    assert (said.net(0), said.net(1)) == (-1000, 1000)
    raked = counted(text + "winnings = [0, 1900]\n")
    assert (raked.net(0), raked.net(1)) == (-1000, 900)
    ended = counted(text + "finishing_stacks = [0, 6000]\n")
    assert (ended.net(0), ended.net(1)) == (-1000, 1000)
    wrong = counted(text + "winnings = [0, 9000]\n")
    assert not wrong.known


def test_hands_that_stay_face_down_win_nothing_that_is_known() -> None:
    text = HEADS_UP.replace("AhAd", "????").replace("KsKc", "????")
    assert not counted(text).known
    assert counted(text + "winnings = [1900, 0]\n").net(0) == 900
    one = counted(text.replace("'p2 sm ????'", "'p2 sm KsKc'").replace("'d dh p2 ????'", "'d dh p2 KsKc'"))
    assert (one.net(0), one.net(1)) == (-1000, 1000)


def test_depth_is_the_effective_stack() -> None:
    hand = counted(HEADS_UP)
    assert [hand.depth(player) for player in range(2)] == [10, 10]
    assert hand.band(0) == "10-20bb"
    assert len(BANDS) + 2 == len(DEPTHS)


def test_stakes_as_players_say_them() -> None:
    assert counted(HEADS_UP).stake == "50/100"
    cents = HEADS_UP.replace("[50, 100]", "[0.25, 0.50]").replace("min_bet = 100", "min_bet = 0.50")
    assert counted(cents + "currency_symbol = '$'\n").stake == "$0.25/$0.50"
    assert counted(cents + "currency = 'EUR'\n").stake == "0.25/0.50 EUR"
    fixed = HEADS_UP.replace("'NT'", "'FT'").replace("min_bet = 100", "small_bet = 100\nbig_bet = 200")
    fixed = (
        fixed.replace("'p2 cbr 1000', 'p1 cc', 'p1 sm AhAd', 'p2 sm KsKc'", "'p2 f'").partition(", 'd db")[0] + "]\n"
    )
    assert counted(fixed).stake == "100/200 limit"


def test_the_hands_of_a_tournament_are_in_chips() -> None:
    assert counted(HEADS_UP + "currency_symbol = '$'\nlevel = 3\n").currency == ""


def test_players_without_names_have_numbers() -> None:
    hand = counted(HEADS_UP)
    assert list(hand.names) == ["p1", "p2"]
    assert isinstance(hand.history, History)


def test_an_all_in_on_a_double_board_has_the_average_expectation_of_both() -> None:
    cards: dict[str, Any] = {"holes": {0: "AsAd", 1: "KsKd"}, "board": "2c7d8hJsTc", "second_board": "Kc3d4h9s6c"}
    hand = Hand.start([1000, 1000], (50, 100), ante=100, bomb_pot=True, double_board=True, rules=Rules.cash(), **cards)
    hand.act(AllIn())
    hand.act(Call())
    found = CountedHand(record(hand), Tally())
    flops = ("2c7d8h", "Kc3d4h"), ("Kc3d4h", "2c7d8h")
    kings = [equity(["KsKd", "AsAd"], board, dead).players[0].equity for board, dead in flops]
    assert found.tally.expected(1) == pytest.approx(1000 * sum(kings))
