"""The files that `bigslick tournament --out` writes."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path

import pytest

from bigslick.cli.support import event_folder
from bigslick.cli.support.event_folder import write_lines
from bigslick.history import loads_all
from bigslick.tournament.director.events import read_event
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load, loads

from ..conftest import Refused, Run

EVENT = ("tournament", "turbo-6", "--entrants", "9", "--seed", "7", "--late", "3")


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def test_everything_of_an_event_is_there_and_agrees(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "event"
    answer = run(*EVENT, "--out", out, "--json").json
    assert answer.pop("out") == str(out)
    kept = contents(out)
    assert {name for name in kept if not name.startswith("hands")} == {
        *("event.json", "events.jsonl", "moves.csv", "results.csv"),
        *("blinds.html", "seat-draw.html", "structure.toml", "summary.ots", "table-plan.html"),
    }
    about = json.loads(kept["event.json"])
    assert about["complete"] is True
    assert {name: about[name] for name in answer} == answer
    assert (about["seed"], about["late"], about["reentries"]) == (7, 3, True)
    assert loads(kept["structure.toml"]) == load("turbo-6").with_entrants(9)
    rows = list(csv.DictReader(kept["results.csv"].splitlines()))
    assert [(row["player"], int(row["entry"]), int(row["prize"])) for row in rows] == [
        (standing["player"], standing["entry"], standing["prize"]) for standing in answer["standings"]
    ]
    summary = json.loads(kept["summary.ots"])["ots"]
    assert [(row["player_name"], row["prize"]) for row in summary["tournament_finishes_and_winnings"]] == [
        (standing["player"], standing["prize"]) for standing in answer["standings"]
    ]
    assert read_event(kept["events.jsonl"].splitlines()[-1]).at == answer["seconds"]
    hands = [hand for name, text in kept.items() if name.startswith("hands/table-") for hand in loads_all(text)]
    assert len(hands) == answer["hands"]
    assert run("replay", out).code == 0


def test_the_same_event_may_be_kept_again_and_another_is_refused(run: Run, refused: Refused, tmp_path: Path) -> None:
    out = tmp_path / "event"
    assert run(*EVENT, "--out", out).code == 0
    first = contents(out)
    assert run(*EVENT, "--out", out).code == 0
    assert contents(out) == first
    other = ("tournament", "turbo-6", "--entrants", "9", "--late", "3", "--seed")
    said = f"--out: {out} has another event: Turbo, six-handed, seed 7; name another folder, or --force replaces it"
    assert refused(*other, "8", "--out", out) == said
    assert refused(*EVENT[:-1], "2", "--out", out) == said
    assert refused(*EVENT, "--bots", "tag", "--out", out) == said
    assert refused("tournament", "turbo-6", "--entrants", "10", *EVENT[4:], "--out", out) == said
    assert contents(out) == first
    assert run(*other, "8", "--out", out, "--force").code == 0
    whole = tmp_path / "whole"
    assert run(*other, "8", "--out", whole).code == 0
    assert contents(out) == contents(whole)


def test_a_folder_of_something_else_is_refused(refused: Refused, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "photos"
    out.mkdir()
    (out / "cat.jpg").write_text("a cat")
    assert refused(*EVENT, "--out", out) == f"--out: {out} is not empty; name another folder, or --force writes into it"
    assert run(*EVENT, "--out", out, "--force").code == 0
    assert (out / "cat.jpg").read_text() == "a cat"
    assert refused(*EVENT, "--out", out / "cat.jpg") == f"--out: {out / 'cat.jpg'} is a file; name a folder"
    (out / "event.json").write_text("[]")
    assert "is not about an event" in refused(*EVENT, "--out", out)
    (out / "event.json").write_text("{")
    assert f"{out / 'event.json'} cannot be read" in refused(*EVENT, "--out", out)


def test_a_folder_that_cannot_be_made_is_a_sentence(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("mine")
    assert str(file / "event") in refused(*EVENT, "--out", file / "event")
    assert file.read_text() == "mine"


def test_a_kill_leaves_no_half_event_taken_for_whole(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after any write, the folder has only complete papers and says that the event is incomplete."""
    whole, out = tmp_path / "whole", tmp_path / "event"
    assert run(*EVENT, "--out", whole).code == 0
    expected = contents(whole)
    for stop_at in range(1, 12):
        written = 0

        def killed(path: Path, lines: list[str], stop_at: int = stop_at) -> None:
            nonlocal written
            written += 1
            if written == stop_at:
                raise KeyboardInterrupt
            write_lines(path, lines)

        monkeypatch.setattr(event_folder, "write_lines", killed)
        run(*EVENT, "--out", out)
        monkeypatch.undo()
        kept = contents(out)
        if written < stop_at:
            assert kept == expected
            break
        if "event.json" in kept:
            assert json.loads(kept["event.json"])["complete"] is False
        for name, text in kept.items():
            if not name.endswith(".part") and name != "event.json":
                assert text == expected[name]
    else:
        pytest.fail("the event was never whole")
    assert run(*EVENT, "--out", out).code == 0
    assert contents(out) == expected


def test_a_stopped_event_goes_on_with_its_papers(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, out, save = tmp_path / "whole", tmp_path / "event", tmp_path / "event.save"
    assert run(*EVENT, "--out", whole).code == 0
    real, steps = Tournament.step, 0

    def interrupted(self: Tournament) -> None:
        nonlocal steps
        steps += 1
        if steps == 13:
            signal.raise_signal(signal.SIGINT)
        real(self)

    monkeypatch.setattr(Tournament, "step", interrupted)
    stopped = run(*EVENT, "--out", out, "--save", save)
    assert stopped.code == 130
    assert f"`bigslick tournament --resume {save} --out {out}` goes on" in stopped.err
    assert json.loads((out / "event.json").read_text())["complete"] is False
    assert run("tournament", "--resume", save, "--out", out).code == 0
    assert contents(out) == contents(whole)


def test_ctrl_c_without_a_save_says_that_the_papers_are_not_complete(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Tournament) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "step", interrupted)
    done = run(*EVENT, "--out", tmp_path / "event")
    assert f"stopped at level 1; the papers in {tmp_path / 'event'} are not complete: " in done.err


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    def broken() -> object:
        yield "one line\n"
        raise OSError("disk full")

    path = tmp_path / "paper.csv"
    write_lines(path, ["before\n"])
    with pytest.raises(OSError, match="disk full"):
        write_lines(path, broken())  # type: ignore[arg-type]
    assert [found.name for found in tmp_path.iterdir()] == ["paper.csv"]
    assert path.read_text() == "before\n"


def test_follow_works_beside_it(run: Run, tmp_path: Path) -> None:
    done = run(*EVENT, "--out", tmp_path / "event", "--follow", "Player 3")
    assert done.out.startswith("Player 3 enters\n")
    assert "The papers are in" in done.out
    assert (tmp_path / "event" / "results.csv").exists()
