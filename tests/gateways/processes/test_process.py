"""Bots in their own process: they play, and anything else they do is counted as a fault and leaves nothing behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bigslick.bots import BadBot, as_bot
from bigslick.simulate import MatchResult, play_match

from ..bots import CALLER, pid_in, posix, wait_until_gone, wait_until_none_is_left, write_bot

EXAMPLES = Path(__file__).parents[3] / "examples"
TURN = """
import json, os, sys, time
NUMBER = {pid!r}
if NUMBER: open(NUMBER, "w").write(str(os.getpid()))
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "turn":
        {body}
"""


def bad_bot(folder: Path, body: str) -> str:
    return write_bot(folder, TURN.format(pid=str(folder / "pid"), body=body))


def play(command: str, hands: int = 20, seconds: float = 5, options: str = "") -> MatchResult:
    return play_match([f"process{options}:{command}", "caller"], hands=hands, seed=3, seconds=seconds)


def test_a_process_plays_as_the_same_bot_in_python_would(tmp_path: Path) -> None:
    mine = play_match([f"process:{write_bot(tmp_path, CALLER)}", "tag"], hands=200, duplicate=True, seed=3)
    ours = play_match(["caller", "tag"], hands=200, duplicate=True, seed=3)
    assert mine.scores[0].faults == 0
    assert mine.scores[0].asked > 100
    assert mine.scores[0].raw == ours.scores[0].raw


def test_a_bot_with_several_seats_has_a_process_for_each(tmp_path: Path) -> None:
    mark = f"open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w')"
    text = CALLER.replace("import json, sys", f"import json, os, sys\n{mark}")
    play_match([f"process:{write_bot(tmp_path, text)}", "tag"], hands=12, seats=6, seed=3)
    started = [int(path.name) for path in tmp_path.iterdir() if path.name.isdigit()]
    assert len(started) == 3
    for pid in started:
        wait_until_gone(pid)


def test_it_is_told_how_hands_end(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    text = CALLER.replace("    if said", f"    open({str(heard)!r}, 'a').write(line)\n    if said")
    play_match([f"process:{write_bot(tmp_path, text)}", "caller"], hands=6, seed=3)
    said = heard.read_text()
    assert said.count('"type":"hello"') == said.count('"type":"bye"') == 1
    assert said.count('"type":"hand_over"') == 6
    assert said.count('"hand_ended"') == 6


def test_it_never_sees_the_cards_of_others(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    text = CALLER.replace("    if said", f"    open({str(heard)!r}, 'a').write(line)\n    if said")
    hands = []
    play_match(
        [f"process:{write_bot(tmp_path, text)}", "rock"], hands=40, seed=3, watch=lambda seen: hands.append(seen)
    )
    lines = heard.read_text().splitlines()[1:-1]
    for hand in hands:
        seat = hand.bots.index(0)
        other = [str(card) for card in hand.played.hand.hole(1 - seat)]
        while True:
            line = lines.pop(0)
            if '"shown"' not in line:
                assert not any(f'"{card}"' in line for card in other)
            if '"hand_over"' in line:
                break


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('print("garbage", flush=True)', "wrote 'garbage' where an answer belongs"),
        ('print("[1, 2", flush=True)', "where an answer belongs"),
        ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "where an answer belongs"),
        ('print(json.dumps({"id": said["id"], "action": {"type": "raise", "to": 1}}), flush=True)', "illegal"),
        ('print(json.dumps({"id": said["id"], "action": {"type": "bet", "to": 1e99}}), flush=True)', "answer belongs"),
        ('print(json.dumps({"id": said["id"] + 1, "action": {"type": "fold"}}), flush=True)', "was not asked"),
        ('print("x" * 3_000_000, flush=True)', "a line of more than 65,536 bytes"),
        ("sys.exit(3)", "ended with exit code 3"),
        ("raise RuntimeError('no cards')", "RuntimeError: no cards"),
        ("os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("os.close(1)", "closed its output"),
    ],
)
@posix
def test_a_bad_answer_is_a_fault_and_the_match_goes_on(tmp_path: Path, body: str, reason: str) -> None:
    result = play(bad_bot(tmp_path, body))
    score = result.scores[0]
    assert result.hands == 20
    assert score.faults >= score.asked > 0
    assert any(reason in said for said in score.reasons), score.reasons
    wait_until_gone(pid_in(tmp_path / "pid"))


@pytest.mark.parametrize(
    "body", ["time.sleep(1000)", 'print("{", end="", flush=True); time.sleep(1000)', "while True: pass"]
)
@posix
def test_a_bot_that_hangs_is_killed(tmp_path: Path, body: str) -> None:
    score = play(bad_bot(tmp_path, body), seconds=0.3).scores[0]
    assert "too slow: more than 0.3 s for a decision" in score.reasons
    wait_until_none_is_left(tmp_path)


@posix
def test_where_the_match_sets_no_time_the_protocol_does(tmp_path: Path) -> None:
    score = play(bad_bot(tmp_path, "time.sleep(1000)"), seconds=0, options=",seconds=0.2").scores[0]
    assert score.reasons["no answer within 0.2 s"] == 4
    assert any("not started again after 3 restarts" in reason for reason in score.reasons)


@posix
def test_a_flood_that_no_one_asked_for_fills_nothing(tmp_path: Path) -> None:
    flood = 'import sys\nwhile True: print("{}" * 100)\n'
    score = play(write_bot(tmp_path, flood), seconds=1).scores[0]
    assert score.faults >= score.asked


@posix
def test_a_bot_that_never_reads_is_a_fault(tmp_path: Path) -> None:
    command = write_bot(tmp_path, "import time\ntime.sleep(1000)\n")
    score = play(command, hands=400, seconds=0, options=",seconds=0.1").scores[0]
    assert score.faults >= score.asked


@posix
def test_a_process_is_started_again_after_it_died(tmp_path: Path) -> None:
    once = "answer = {'id': said['id'], 'action': {'type': 'check' if said['options'].get('check') else 'call'}}; "
    mark = str(tmp_path / "died")
    dies = f"died = os.path.exists({mark!r}); open({mark!r}, 'w'); died or sys.exit(1); "
    body = f"{dies}{once}print(json.dumps(answer), flush=True)"
    score = play(bad_bot(tmp_path, body)).scores[0]
    assert score.faults == 1
    assert score.asked > 10


@posix
def test_children_of_a_bot_end_with_it_even_those_that_fled(tmp_path: Path) -> None:
    there = tmp_path / "grandchild"
    fled = f"import os, time; os.setsid(); open({str(there)!r}, 'w').write(str(os.getpid())); time.sleep(1000)"
    start = f"subprocess.Popen([sys.executable, '-c', {fled!r}])"
    text = CALLER.replace("import json, sys", f"import json, subprocess, sys\n{start}")
    command = write_bot(tmp_path, text)
    player = as_bot(f"process:{command}").player()
    pid = pid_in(there)
    player.close()  # type: ignore[attr-defined]
    if sys.platform == "linux":
        wait_until_gone(pid)
    else:
        os.kill(pid, signal.SIGKILL)


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_process_outlives_bigslick(tmp_path: Path, number: signal.Signals) -> None:
    body = "time.sleep(1000)"
    name = f"process:{bad_bot(tmp_path, body)}"
    code = f"from bigslick.simulate import play_match\nplay_match([{name!r}, 'tag'], hands=10, seconds=500)"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL) as running:
        pid = pid_in(tmp_path / "pid")
        running.send_signal(number)
        running.wait(60)
    wait_until_gone(pid)


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="other systems limit addresses, not memory")
def test_memory_is_limited(tmp_path: Path) -> None:
    score = play(bad_bot(tmp_path, "bytearray(300_000_000)"), options=",memory=200").scores[0]
    assert any("MemoryError" in reason for reason in score.reasons), score.reasons


@posix
def test_processor_time_is_limited(tmp_path: Path) -> None:
    score = play(bad_bot(tmp_path, "\n        while True: pass"), hands=4, seconds=0, options=",cpu=1").scores[0]
    assert any("ended by signal" in reason for reason in score.reasons), score.reasons


@posix
def test_files_are_limited(tmp_path: Path) -> None:
    body = f"open({str(tmp_path / 'big')!r}, 'wb').write(bytes(3_000_000))"
    score = play(bad_bot(tmp_path, body), options=",file=1").scores[0]
    assert score.faults
    assert (tmp_path / "big").stat().st_size <= 1 << 20


def test_its_errors_go_into_a_log(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    text = CALLER.replace("import json, sys", "import json, sys\nprint('thinking', file=sys.stderr, flush=True)")
    play(write_bot(tmp_path, text), options=f",log={log}")
    assert log.read_text() == "thinking\n"


@pytest.mark.parametrize("name", ["player.py", "player.mjs"])
def test_the_examples_play(name: str) -> None:
    runner = sys.executable if name.endswith(".py") else shutil.which("node")
    if runner is None:
        pytest.skip("there is no node here")
    result = play_match([f"process:{runner} {EXAMPLES / name}", "random"], hands=200, duplicate=True, seed=3)
    assert result.scores[0].faults == 0
    assert result.scores[0].asked > 100


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("process:", "what is to be played?"),
        ("process:./nothing-here", "there is no file nothing-here"),
        ("process:no-such-program-anywhere", "there is no program 'no-such-program-anywhere' on the path"),
        ("process:'unclosed", "cannot read the command"),
        ("process,secnds=3:python", "did you mean 'seconds'?"),
        ("process,seconds=soon:python", "seconds=soon is not a number from 0.01 to 86400"),
        ("process,seconds:python", "'seconds' is not an option: expected key=value"),
        ("proces,seconds=3:python", "there is no protocol 'proces'; did you mean 'process'?"),
    ],
)
def test_what_cannot_be_started_gets_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(BadBot) as caught:
        as_bot(name)
    assert sentence in str(caught.value)
