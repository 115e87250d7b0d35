"""ACPC states: our hands write what a server writes, and nonsense is refused."""

import pytest

from bigslick import Bet, Call, Check, Fold, Raise, view
from bigslick.gateways.acpc.game import standard_game
from bigslick.gateways.acpc.state import (
    BadState,
    action_of,
    action_text,
    match_states,
    play_state,
    read_state,
    state_text,
)

GAME = standard_game(2)
ALL_IN = "0:cr13365r20000c///:8dJd|Td4d/As9d6s/3d/6c"  # a line from the original server


@pytest.mark.parametrize(
    "text",
    [
        ALL_IN,
        "7:f:8dJd|Td4d",
        "8:cc/r250f:8dJd|Td4d/As9d6s",
        "9:cc/r250c/cc/r850r3000f:8dJd|Td4d/As9d6s/3d/6c",
    ],
)
def test_a_state_is_played_and_written_again(text: str) -> None:
    hand = play_state(GAME, read_state(text, 2))
    assert hand.turn is None
    assert state_text(int(text.split(":")[0]), hand, limit=False) == text


def test_a_player_gets_a_line_for_each_decision() -> None:
    hand = play_state(GAME, read_state("3:cc/r250c/cc/r850f:8dJd|Td4d/As9d6s/3d/6c", 2))
    lines = match_states(3, view(hand, 0), limit=False)
    assert lines[0] == "MATCHSTATE:0:3::8dJd|"
    assert lines[3] == "MATCHSTATE:0:3:cc/r250:8dJd|/As9d6s"
    assert lines[-1] == "MATCHSTATE:0:3:cc/r250c/cc/r850f:8dJd|/As9d6s/3d/6c"
    assert len(lines) == 9
    assert not any("Td4d" in line for line in lines)


def test_at_showdown_it_sees_the_others() -> None:
    hand = play_state(GAME, read_state(ALL_IN, 2))
    assert match_states(0, view(hand, 1), len(hand.events), limit=False) == [f"MATCHSTATE:1:{ALL_IN}"]


def test_totals_count_the_whole_hand() -> None:
    hand = play_state(GAME, read_state("0:r300c/:8dJd|/As9d6s", 2))
    assert hand.turn == 0
    assert action_of(hand, "r500") == Bet(to=200)
    assert action_text(view(hand, 0), Bet(to=200), limit=False) == "r500"
    hand.act(Bet(to=200))
    assert action_of(hand, "r1100") == Raise(to=800)
    assert action_of(hand, "c") == Call()
    assert action_of(hand, "f") == Fold()
    assert [action_text(view(hand, 1), action, limit=False) for action in (Call(), Fold())] == ["c", "f"]
    assert action_of(play_state(GAME, read_state("0:c:8dJd|", 2)), "k") == Check()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a state"),
        ("x::8dJd|", "is not a state"),
        ("0::8dJd", "two hole cards or none for each of 2 players"),
        ("0::8dXx|", "is not a state|Xx"),
        ("0::8d8d|", "8d"),
        ("0:z:8dJd|", "is not an action"),
        ("0:cf:8dJd|", "fold"),
        ("0:r1:8dJd|", "below the minimum of 200"),
        ("0:fc:8dJd|Td4d", "no one is to act"),
        ("0:cc:8dJd|/As9d6s", "0 slashes where 1 streets"),
        ("0:cc/:8dJd|", "the board has 0 cards"),
        ("0:c/c:8dJd|", "no one is to act"),
        ("0::8dJd|/As9d", "a board of three cards"),
        ("0:r" + "9" * 30 + ":8dJd|", "says its total"),
    ],
)
def test_nonsense_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadState, match=sentence):
        play_state(GAME, read_state(text, 2))
