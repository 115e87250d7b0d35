"""Slumbot's notation: sessions, hands written as letters and read back, and refusals."""

import pytest

from bigslick import Keystream, view
from bigslick.bots import Guard, as_bot
from bigslick.gateways.slumbot.session import BadRequest, SlumbotSession, action_text, letters_of, play_letters


def session(bot: str = "caller") -> SlumbotSession:
    return SlumbotSession(Guard(as_bot(bot).player(3), bot), Keystream(5), "token")


def test_a_hand_from_both_positions() -> None:
    play = session()
    first = play.new_hand()
    assert (first["client_pos"], first["action"], first["old_action"]) == (0, "c", "")
    reply = play.act("k")
    assert (reply["old_action"], reply["action"], len(reply["board"])) == ("c", "ck/", 3)
    reply = play.act("b300")
    assert reply["action"] == "ck/b300c/"
    reply = play.act("b19600")
    assert reply["action"] == "ck/b300c/b19600c/"
    assert abs(reply["winnings"]) in (0, 20_000)
    assert len(reply["bot_hole_cards"]) == 2
    second = play.new_hand()
    assert (second["client_pos"], second["action"]) == (1, "")
    reply = play.act("f")
    assert (reply["winnings"], reply["session_num_hands"]) == (-50, 2)
    assert "bot_hole_cards" not in reply


def test_refusals_change_nothing() -> None:
    play = session()
    with pytest.raises(BadRequest, match="ask for a new hand"):
        play.act("k")
    before = play.new_hand()
    for letters in ("z", "b1", "b999999", "kk", "", None, "f", "b" + "9" * 40):
        with pytest.raises(BadRequest):
            play.act(letters)
    assert play.act("k")["old_action"] == before["action"]


def test_letters_are_hands_and_back() -> None:
    hand = play_letters({}, (), "b300c/")
    assert hand.turn == 0
    assert action_text(hand.events) == "b300c/"
    options = view(hand, 0).options
    assert options is not None
    assert [letters_of(view(hand, 0), action) for action in options.actions] == ["k", "b100", "b19700"]
    with pytest.raises(BadRequest, match="no one is to act"):
        play_letters({}, (), "fc")
    with pytest.raises(BadRequest):
        play_letters({}, (), "b1")
