"""Python bots while a command runs."""

import subprocess
import sys

import pytest
import typer

from bigslick.cli.support.faults import bots_print_to_stderr, exit_if_useless, fault_lines

GOOD = {"bot": "good", "asked": 10, "faults": 0, "reasons": {}}
BAD = {"bot": "bad", "asked": 2, "faults": 2, "reasons": {"no idea": 2}}
HALF = {"bot": "half", "asked": 2, "faults": 1, "reasons": {"too slow": 1}}


def test_what_bots_print_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    with bots_print_to_stderr() as out:
        print("a bot")
        print("the command", file=out)
    print("after")
    assert tuple(capsys.readouterr()) == ("the command\nafter\n", "a bot\n")


def test_what_processes_of_bots_print_goes_there_too() -> None:
    code = (
        "import subprocess\nfrom bigslick.cli.support.faults import bots_print_to_stderr\n"
        "with bots_print_to_stderr() as out:\n"
        "    subprocess.run(['echo', 'a child'])\n    print('the command', file=out)\nprint('after')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("the command\nafter\n", "a child\n")


def test_faults_in_sentences() -> None:
    assert [*fault_lines([GOOD, HALF])] == [
        "good answered all 10 of its decisions.",
        "half was checked or folded in 1 of 2 decisions:",
        "  1 x too slow",
    ]


def test_a_bot_at_fault_in_every_decision_ends_with_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    exit_if_useless([GOOD, HALF])
    with pytest.raises(typer.Exit) as left:
        exit_if_useless([GOOD, BAD])
    assert left.value.exit_code == 1
    assert capsys.readouterr().err == "bigslick: bad was at fault every time, in 2 decisions: no idea\n"


def test_a_bot_that_fails_for_many_reasons_is_blamed_with_one_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    reasons = {"other reasons": 9, "illegal: raise to 5": 1}
    with pytest.raises(typer.Exit):
        exit_if_useless([{"bot": "bad", "asked": 10, "faults": 10, "reasons": reasons}])
    assert capsys.readouterr().err.endswith(": illegal: raise to 5\n")
