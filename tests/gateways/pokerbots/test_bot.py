"""MIT Pokerbots: a folder with commands.json plays, its clock runs, and messages are worded like the engine's."""

import json
import sys
from pathlib import Path

import pytest

from bigslick.bots import BadBot, as_bot
from bigslick.simulate import MatchResult, play_match

from ..bots import pid_in, posix, wait_until_gone

pytestmark = posix
PLAYER = """
import os, socket, sys
open("pid", "w").write(str(os.getpid()))
link = socket.create_connection(("localhost", int(sys.argv[1])))
for line in link.makefile():
    open("heard", "a").write(line)
    clauses = line.split()
    if clauses == ["Q"]:
        break
    over = clauses[-1][0] == "D"
    {body}
"""
CALLS = (
    'free = clauses[-1][0] in "KB" or (len(clauses) > 3 and clauses[-1] == "C"); '
    'link.sendall(b"K\\n" if over or free else b"C\\n")'
)


def skeleton(folder: Path, body: str = CALLS, build: list[str] | None = None) -> str:
    (folder / "player.py").write_text(PLAYER.format(body=body))
    (folder / "commands.json").write_text(json.dumps({"build": build or [], "run": [sys.executable, "player.py"]}))
    return f"pokerbots:{folder}"


def play(name: str, other: str = "caller", hands: int = 20, **wishes: float) -> MatchResult:
    return play_match([name, other], hands=hands, seed=3, **wishes)  # type: ignore[arg-type]


def test_it_plays_in_its_own_chips(tmp_path: Path) -> None:
    result = play(skeleton(tmp_path, build=[sys.executable, "-c", "open('built', 'w')"]))
    assert result.depth == 200
    assert result.scores[0].faults == 0
    assert (tmp_path / "built").exists()
    heard = (tmp_path / "heard").read_text().splitlines()
    assert heard[-1] == "Q"
    first = [line.split() for line in heard[:5]]
    # The competition's engine sends clock, place and cards once, then what happened since, then the result.
    assert first[0][0].startswith("T60.") or first[0][0].startswith("T59.")
    assert first[0][1] == "P0"
    assert first[0][2][0] == "H"
    assert [clauses[1:-1] for clauses in first[1:4]] == [["C", "K"], ["K", "K"], ["K", "K"]] or first[1][1] == "C"
    assert sum(" D" in line for line in heard) == 20
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_all_in_is_checked_down_as_its_engine_does(tmp_path: Path) -> None:
    play(skeleton(tmp_path, 'link.sendall(b"K\\n" if over else b"R400\\n")'), hands=10)
    over = [line for line in (tmp_path / "heard").read_text().splitlines() if " D" in line]
    clauses = next(line.split() for line in over if "R400" in line.split())
    at = clauses.index("R400")
    assert [clause[0] for clause in clauses[at:]] == list("RCBKKBKKBKKOD")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('link.sendall(b"what\\n")', "expected F, C, K or R and a total"),
        ('link.sendall(b"R1\\n" if not over else b"K\\n")', "illegal"),
        ('link.sendall(b"K\\n" if over else b"F\\n")', "a fold where checking is free"),
        ("sys.exit(2)", "ended with exit code 2"),
        ('link.sendall(b"x" * 100_000)', "more than 4,096 bytes"),
    ],
)
def test_what_it_does_wrong_is_counted(tmp_path: Path, body: str, reason: str) -> None:
    score = play(skeleton(tmp_path, body)).scores[0]
    assert any(reason in said for said in score.reasons), score.reasons
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_its_clock_runs_out(tmp_path: Path) -> None:
    name = skeleton(tmp_path, "pass").replace("pokerbots:", "pokerbots,clock=0.2:")
    score = play(name, seconds=0).scores[0]
    assert score.faults >= score.asked > 5
    assert any("its clock has run out" in said for said in score.reasons), score.reasons
    wait_until_gone(pid_in(tmp_path / "pid"))


def test_it_meets_other_chips(tmp_path: Path) -> None:
    assert play(skeleton(tmp_path), "tag").scores[0].faults == 0


def test_what_cannot_be_played_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="name a skeleton folder"):
        as_bot(f"pokerbots:{tmp_path / 'none'}")
    (tmp_path / "commands.json").write_text("{")
    with pytest.raises(BadBot, match="is not JSON"):
        as_bot(f"pokerbots:{tmp_path}")
    (tmp_path / "commands.json").write_text('{"build": "make", "run": []}')
    with pytest.raises(BadBot, match="two lists of words"):
        as_bot(f"pokerbots:{tmp_path}")
    with pytest.raises(BadBot, match=r"the build failed: .*exit code 4"):
        as_bot(skeleton(tmp_path, build=[sys.executable, "-c", "raise SystemExit(4)"])).player()
    with pytest.raises(BadBot, match="there is no wire '2025'"):
        as_bot(skeleton(tmp_path).replace("pokerbots:", "pokerbots,wire=2025:"))
    with pytest.raises(ValueError, match="plays at tables of 2, not of 3"):
        play_match([skeleton(tmp_path), "tag", "rock"], hands=10)
