"""PyPokerEngine bots: they get messages in PyPokerEngine's order, and the actions they declare are played."""

from pathlib import Path
from typing import Any

import pytest

from bigslick.bots import BadBot, as_bot
from bigslick.gateways.pypokerengine.bot import CALLBACKS, PyPokerEnginePlayer
from bigslick.simulate import MatchResult, play_match

BOT = """
SAID = []
class Bot:
    def declare_action(self, valid_actions, hole_card, round_state):
        SAID.append(("ask", valid_actions, hole_card, round_state))
        {body}
    def receive_game_start_message(self, game_info): SAID.append(("game", game_info))
    def receive_round_start_message(self, round_count, hole_card, seats): SAID.append(("round", round_count))
    def receive_street_start_message(self, street, round_state): SAID.append(("street", street))
    def receive_game_update_message(self, action, round_state): SAID.append(("update", action))
    def receive_round_result_message(self, winners, hand_info, round_state): SAID.append(("result", winners))
"""
CALLS = "return valid_actions[1]['action'], valid_actions[1]['amount']"


def write(folder: Path, body: str = CALLS) -> str:
    path = folder / "their_bot.py"
    path.write_text(BOT.format(body=body))
    return f"pypokerengine:{path}:Bot"


def play(name: str, hands: int = 10) -> MatchResult:
    return play_match([name, "caller", "caller"], hands=hands, seed=3)


def said(name: str) -> list[Any]:
    from bigslick.bots.bot import load_module

    return load_module(name.removeprefix("pypokerengine:").removesuffix(":Bot")).SAID  # type: ignore[no-any-return]


def test_it_is_told_in_order(tmp_path: Path) -> None:
    name = write(tmp_path)
    result = play(name, 2)
    assert result.scores[0].faults == 0
    heard = [entry[0] for entry in said(name)]
    assert heard[:3] == ["game", "round", "street"]
    assert (heard.count("game"), heard.count("round"), heard.count("result")) == (1, 2, 2)
    assert heard.count("street") == 8  # callers see every street
    assert [entry[1] for entry in said(name) if entry[0] == "round"] == [1, 2]
    info = said(name)[0][1]
    assert info["player_num"] == 3
    assert info["rule"]["initial_stack"] == 10_000


def test_what_it_declares_is_played(tmp_path: Path) -> None:
    name = write(tmp_path, "return 'raise', valid_actions[2]['amount']['max']")
    score = play(name).scores[0]
    assert score.figures.json()["pfr"] == 100 or score.faults == 0


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 'raise', 1", "illegal"),
        ("return 'raise', 2.5", "chips are whole numbers"),
        ("return 'raise', float('nan')", "expected fold, call, or raise"),
        ("return 'dance', 3", "expected fold, call, or raise"),
        ("return 'call'", "expected an action and an amount"),
        ("raise RuntimeError('oops')", "RuntimeError: oops"),
    ],
)
def test_what_it_does_wrong_is_counted(tmp_path: Path, body: str, reason: str) -> None:
    score = play(write(tmp_path, body)).scores[0]
    assert score.faults == score.asked
    assert any(reason in text for text in score.reasons), score.reasons


def test_what_cannot_be_played_gets_a_sentence(tmp_path: Path) -> None:
    name = write(tmp_path)
    with pytest.raises(BadBot, match="a file and a class"):
        as_bot("pypokerengine:bot.py")
    with pytest.raises(BadBot, match="has no class 'Bott'; did you mean 'Bot'"):
        as_bot(f"{name}t")
    with pytest.raises(BadBot, match="there is no file"):
        as_bot("pypokerengine:none.py:Bot")
    with pytest.raises(BadBot, match="it has no method declare_action"):
        PyPokerEnginePlayer(object())
    assert len(CALLBACKS) == 5
