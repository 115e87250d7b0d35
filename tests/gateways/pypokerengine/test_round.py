"""PyPokerEngine's round state: the shapes in its documentation, for a hand with an all-in and a side pot."""

import pytest

from bigslick import Bet, Call, Hand, Raise, parse_cards, view
from bigslick.gateways.pypokerengine.round import Round, hand_info


def test_the_state_of_a_hand() -> None:
    hand = Hand.start([100, 100, 60], (10, 20), 0, seed=3)
    hand.act(Call())
    hand.act(Raise(to=40))
    hand.act(Call())
    hand.act(Call())
    told = Round(view(hand, 0), 7)
    state = told.state(hand.turn)
    assert (state["street"], state["round_count"], state["dealer_btn"]) == ("flop", 7, 0)
    assert (state["small_blind_pos"], state["big_blind_pos"], state["next_player"]) == (1, 2, 1)
    assert state["pot"] == {"main": {"amount": 120}, "side": []}
    assert [seat["stack"] for seat in state["seats"]] == [60, 60, 20]
    me, small, big = ("player-0", "player-1", "player-2")
    assert state["action_histories"]["preflop"] == [
        {"action": "SMALLBLIND", "amount": 10, "add_amount": 10, "uuid": small},
        {"action": "BIGBLIND", "amount": 20, "add_amount": 10, "uuid": big},
        {"action": "CALL", "amount": 20, "paid": 20, "uuid": me},
        {"action": "RAISE", "amount": 40, "paid": 30, "add_amount": 20, "uuid": small},
        {"action": "CALL", "amount": 40, "paid": 20, "uuid": big},
        {"action": "CALL", "amount": 40, "paid": 20, "uuid": me},
    ]
    assert state["action_histories"]["flop"] == []
    hand.act(Bet(to=60))
    hand.act(Call())
    told = Round(view(hand, 0), 7)
    state = told.state(hand.turn)
    assert [seat["state"] for seat in state["seats"]] == ["participating", "allin", "allin"]
    # The smallest all-in comes first, as in PyPokerEngine.
    assert state["pot"]["main"] == {"amount": 160}
    assert state["pot"]["side"][0] == {"amount": 40, "eligibles": [small]}
    assert told.valid_actions()[1] == {"action": "call", "amount": 60}
    assert told.valid_actions()[2]["amount"] == {"min": -1, "max": -1}
    hand.act(Call())
    callback, (winners, infos, state) = Round(view(hand, 0), 7).messages[-1]
    assert callback == "receive_round_result_message"
    assert state["street"] == "showdown"
    assert len(state["community_card"]) == 5
    assert len(infos) == 3
    assert sum(seat["stack"] for seat in state["seats"]) == 260
    assert winners


@pytest.mark.parametrize(
    ("hole", "board", "strength", "high", "low"),
    [
        ("AhKd", "2c5s9hJdTc", "HIGHCARD", 14, 13),
        ("AhAd", "2c5s9hJdTc", "ONEPAIR", 14, 0),
        ("AhJh", "AcJs9h2d3c", "TWOPAIR", 14, 11),
        ("9c9d", "AcJs9h2d3c", "THREECARD", 9, 0),
        ("8c7d", "9cTsJh2d3c", "STRAIGHT", 7, 0),
        ("Ah3h", "9hTh2h2d3c", "FLASH", 14, 0),
        ("9c9d", "9hJsJh2d3c", "FULLHOUSE", 9, 11),
        ("9c9d", "9h9sJh2d3c", "FOURCARD", 9, 0),
        ("8h7h", "9hThJh2d3c", "STRAIGHTFLASH", 7, 0),
    ],
)
def test_hands_by_its_names(hole: str, board: str, strength: str, high: int, low: int) -> None:
    info = hand_info(parse_cards(hole), parse_cards(board))
    assert info["hand"] == {"strength": strength, "high": high, "low": low}
