import json
import os
import shlex
import subprocess
import sys

import pytest

import bigslick
from bigslick.cli import CLOSED_PIPE, app, main

from .conftest import Refused, Run


def command_line(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from bigslick.cli import main; sys.exit(main())", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_version_names_the_core() -> None:
    done = command_line("--version")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert first == f"bigslick {bigslick.__version__}"
    assert second in ("core: compiled", "core: interpreted")


@pytest.mark.parametrize(
    ("line", "heavy", "most"),
    [
        ("--version", "typer bigslick.hand", 110),
        ("--help", "bigslick.cli.evaluate bigslick.core", 200),
        ("eval AhKhQhJhTh", "numpy msgspec bigslick.hand", 230),
        ("eval --help", "bigslick.core", 220),
    ],
)
def test_a_short_command_loads_nothing_that_it_does_not_need(line: str, heavy: str, most: int) -> None:
    """Count modules instead of timing."""
    code = f"import sys; from bigslick.cli import main; main({line.split()}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert not {"rich", "pydantic", "cryptography", "numpy", *heavy.split()} & {*loaded}
    assert len(loaded) < most


def test_a_command_that_is_completed_loads_no_engine() -> None:
    code = "import sys; from bigslick.cli import app; [app.load(name) for name in app.COMMANDS]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"rich", "pydantic", "numpy", "msgspec", "asyncio", "bigslick.core"} & {*done.stdout.split()}


def test_the_version_is_the_same_beside_other_options(run: Run) -> None:
    assert run("--version").out == run("--version", "--help").out


def test_a_usage_error_is_one_sentence(refused: Refused) -> None:
    assert refused("shuffle") == "No such command 'shuffle'; try 'bigslick --help'"
    assert "try 'bigslick icm --help'" in refused("icm")
    assert "Did you mean 'tournament'? Try 'bigslick --help'" in refused("tornament")
    assert "No such option: --bored" in refused("eval", "--bored", "AhKh")


def test_an_error_of_ours_says_how_to_report_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the roof leaks")

    monkeypatch.setattr(app, "app", broken)
    monkeypatch.delenv("BIGSLICK_TRACEBACK", raising=False)
    done = run("eval", "AhKhQhJhTh")
    assert done.code == 70
    assert "Traceback" not in done.err
    assert "unexpected RuntimeError: the roof leaks" in done.err
    assert "please report it" in done.err


def test_a_reader_who_has_gone_is_no_error() -> None:
    command = f"{sys.executable} -c 'import sys; from bigslick.cli import main; sys.exit(main())' perft --stacks 20,20 "
    piped = subprocess.run(
        ["bash", "-c", command + "--blinds 1,2 --streets 1 --divide | true"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert piped.stderr == ""
    command += "--blinds 1,2 --streets 1 --divide --json | true; echo ${PIPESTATUS[0]}"
    for asked in (command, command.replace("--json", "")):
        piped = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=False)
        assert (piped.stdout, piped.stderr) == (f"{CLOSED_PIPE}\n", "")


@pytest.mark.parametrize("closed", [1, 2])
@pytest.mark.parametrize("words", [["eval", "AhKhQhJhTh"], ["equity", "AA", "KK"], ["rulings", "--json"]])
def test_a_closed_stream_is_not_written_to(words: list[str], closed: int) -> None:
    """`bigslick ... >&-`, as under cron."""
    line = shlex.join([sys.executable, "-m", "bigslick", *words])
    done = subprocess.run(["sh", "-c", f"{line} {closed}>&-"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (closed == 2)


def test_main_takes_the_command_line_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bigslick", "--version"])
    assert main() == 0


def test_a_stream_that_knows_no_hearts_still_gets_its_lines() -> None:
    command = [sys.executable, "-m", "bigslick", "deal", "--seats", "2", "--seed"]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*command, "1"], env=plain, capture_output=True, check=True)
    assert b"?" in done.stdout
    done = subprocess.run([*command, "\udcff", "--json"], capture_output=True, check=True)
    assert json.loads(done.stdout.decode("utf-8"))["seed"] == "\udcff"
