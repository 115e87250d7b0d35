"""Competition programs in our matches get the competition's states, and their mistakes are counted."""

from pathlib import Path

import pytest

from bigslick.bots import BadBot, as_bot
from bigslick.simulate import play_match

from ..bots import ACPC_CALLER, CALLS, pid_in, posix, wait_until_gone, write_program

pytestmark = posix


def program(folder: Path, body: str = CALLS, name: str = "bot.sh") -> str:
    mark = f"import os; open({str(folder / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    return f"acpc:{write_program(folder, mark + ACPC_CALLER.format(body=body), name)}"


def test_it_plays_its_own_stacks_and_calls_as_our_caller(tmp_path: Path) -> None:
    mine = play_match([program(tmp_path), "tag"], hands=100, duplicate=True, seed=3)
    ours = play_match(["caller", "tag"], hands=100, depth=200, duplicate=True, seed=3)
    assert mine.depth == 200
    assert mine.scores[0].faults == 0
    assert mine.scores[0].raw == ours.scores[0].raw
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_it_plays_at_larger_tables(tmp_path: Path) -> None:
    result = play_match([program(tmp_path), "tag", "rock"], hands=60, seats=6, seed=3)
    assert result.scores[0].faults == 0
    assert result.scores[0].asked > 20


def test_it_sees_every_state(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    name = program(tmp_path, f"open({str(heard)!r}, 'a').write(line + '\\n'); {CALLS}")
    play_match([name, "caller"], hands=2, seed=3)
    lines = heard.read_text().splitlines()
    betting = [line.split(":")[3] for line in lines if line.split(":")[2] == "0"]
    assert betting == ["", "c", "cc/", "cc/c", "cc/cc/", "cc/cc/c", "cc/cc/cc/", "cc/cc/cc/c", "cc/cc/cc/cc"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("say(line + ':z\\r\\n')", "expected f, c or r and a total"),
        ("say(line + ':r1\\r\\n')", "illegal"),
        ("say('x' * 100000)", "a line of more than 4,096 bytes"),
        ("say('spam\\r\\n' * 2000)", "lines that answer nothing"),
        ("sys.exit(5)", "ended with exit code 5"),
    ],
)
def test_what_it_does_wrong_is_counted(tmp_path: Path, body: str, reason: str) -> None:
    score = play_match([program(tmp_path, body), "caller"], hands=10, seed=3).scores[0]
    assert score.faults >= score.asked > 0
    assert any(reason in said for said in score.reasons), score.reasons
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_a_silent_program_is_killed(tmp_path: Path) -> None:
    score = play_match([program(tmp_path, "pass"), "caller"], hands=10, seed=3, seconds=0.3).scores[0]
    assert any("too slow" in said for said in score.reasons)
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_a_program_that_never_connects(tmp_path: Path) -> None:
    path = write_program(tmp_path, "import sys; sys.exit('no cards today')")
    score = play_match([f"acpc:{path}", "caller"], hands=10, seed=3).scores[0]
    assert any("never connected" in said and "no cards today" in said for said in score.reasons), score.reasons


def test_what_cannot_be_played_gets_a_sentence(tmp_path: Path) -> None:
    game = tmp_path / "a.game"
    game.write_text("GAMEDEF\nlimit\nEND GAMEDEF\n")
    with pytest.raises(BadBot, match="numRounds is missing"):
        as_bot(f"acpc,game={game}:true")
    with pytest.raises(ValueError, match="plays 200 big blinds deep, not 100"):
        play_match([program(tmp_path), "caller"], hands=10, depth=100)
