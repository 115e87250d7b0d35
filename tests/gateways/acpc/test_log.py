"""Match logs, the original server's and ours, replay under our rules to the same values and the same SCORE."""

from pathlib import Path

import pytest

from bigslick.gateways.acpc.game import load_game, standard_game
from bigslick.gateways.acpc.log import BadLog, LoggedHand, number_text, read_log, replay_log, state_line

LOGS = Path(__file__).parent / "logs"
GAMES = ("nolimit.2p", "limit.2p", "limit.3p", "uneven.3p", "uneven.6p")
"""Played by the original server's own players; short all-ins in the uneven games test its reopening rule."""


@pytest.mark.parametrize("name", GAMES)
def test_logs_of_the_original_dealer_replay_to_their_score(name: str) -> None:
    found = replay_log(LOGS / f"original.{name}.log", load_game(LOGS / f"{name}.game"))
    assert found.hands == 150
    assert found.said
    assert abs(sum(found.scores.values())) < 1e-4


@pytest.mark.parametrize("name", GAMES)
def test_our_lines_are_the_original_ones(name: str) -> None:
    game = load_game(LOGS / f"{name}.game")
    lines = (LOGS / f"original.{name}.log").read_text().splitlines()
    for line, found in zip(lines, read_log(lines, game), strict=True):
        if isinstance(found, LoggedHand):
            assert state_line(found.number, found.hand, found.names, limit=game.limit) == line


def test_a_log_of_ours() -> None:
    assert replay_log(LOGS / "ours.nolimit.3p.log", standard_game(3)).hands == 100


def test_values_as_the_original_prints_them() -> None:
    assert [number_text(value) for value in (0.0, -0.0, 100.0, -2.5, 1 / 3, -454901.8333333)] == [
        *("0", "0", "100", "-2.5", "0.333333", "-454901.833333"),
    ]


GOOD = "STATE:0:cr13365r20000c///:8dJd|Td4d/As9d6s/3d/6c:20000|-20000:Alice|Bob\nSCORE:20000|-20000:Alice|Bob\n"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (":20000|-20000:", ":-20000|20000:", "is worth -20000.20000 in the log, but 20000.-20000 by the rules"),
        ("SCORE:20000", "SCORE:19999", "the SCORE of Alice is 19,999.0"),
        ("SCORE:20000|-20000:Alice|Bob", "SCORE:20000|-20000:Alice|Eve", "the SCORE is of Alice, Eve"),
        ("r20000c///", "r20000", "slashes|stops while a player is to act|the board has 5 cards, expected 0"),
        (":Alice|Bob\nSCORE", ":Alice|Alice\nSCORE", "a name for each"),
        ("STATE", "STATUS", "neither STATE nor SCORE"),
        ("-20000:Alice|Bob\nSCORE", "nan:Alice|Bob\nSCORE", "expected 2 numbers"),
        ("8dJd", "8d" * 3000, "longer than"),
    ],
)
def test_a_log_that_lies_names_its_line(old: str, new: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(GOOD)
    game = standard_game(2)
    assert replay_log(path, game).hands == 1
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(BadLog, match=f"a.log, line .*({sentence})"):
        replay_log(path, game)


def test_what_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="cannot be read"):
        replay_log(tmp_path / "none", standard_game())
    (tmp_path / "empty").write_text("# nothing\n")
    with pytest.raises(BadLog, match="there is no hand in it"):
        replay_log(tmp_path / "empty", standard_game())
    with pytest.raises(BadLog, match="after the SCORE"):
        list(read_log([*GOOD.splitlines(), GOOD.splitlines()[0]], standard_game()))
