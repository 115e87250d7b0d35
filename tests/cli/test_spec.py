"""`bigslick spec`: what its commands print and refuse."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from bigslick.spec.machine._machine import COMPILED

from .conftest import Refused, Run

S0 = "seeds/000_9a6e181bbfdf9a00.txt"
SIM_KEYS = [
    "seed",
    "games",
    "turns",
    "moves",
    "moves_per_second",
    "runner",
    "decisions_by_phase",
    "winners",
    "seats",
    "shared",
    "invariants_broken",
]


@pytest.fixture
def s0(shared: Path) -> str:
    return str(shared / S0)


def test_check_prints_ok_and_nothing_else(run: Run, s0: str) -> None:
    done = run("spec", "check", "std:holdem-base", s0)
    assert (done.code, done.out, done.err) == (0, "ok\n", "")
    assert run("spec", "check", "std:kuhn", "--json").json == {"ok": True, "problems": [], "warnings": []}


def test_check_warns_of_what_never_happens(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    never = "{ when: { op: '>', left: { ref: gvar, var: pot }, right: 4 }, result: draw }"
    path.write_text(f"imports: [std:kuhn]\nterminal: [{never}]\n")
    done = run("spec", "check", path)
    assert (done.code, done.out) == (0, "ok, with 1 warning\n")
    assert f"{path}:2:12: this ending can never hold: pot > 4" in done.err
    assert run("spec", "check", path, "--fail-on-warnings").code == 1
    found = run("spec", "check", path, "--explore", 0, "--json").json
    assert found["ok"]
    assert [warning["line"] for warning in found["warnings"]] == [2]


def test_sim_plays_weights_and_bots(run: Run, refused: Refused, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("def first(seen):\n    print('thinking')\n    return seen['moves'][0]\n")
    place = f"{bot}:first"
    done = run("spec", "sim", "std:kuhn", "--games", 20, "--seed", 1, "--bot", f"2={place}", "--json")
    found = json.loads(done.out)
    assert [seat["player"] for seat in found["seats"]] == ["random", place]
    assert sum(seat["won"] for seat in found["seats"]) + found["shared"] == 20
    for seat in found["seats"]:
        low, high = seat["interval"]
        assert low <= seat["rate"] <= high
    assert "thinking" in done.err
    both = json.loads(run("spec", "sim", "std:kuhn", "--games", 5, "--bot", place, "--json").out)
    assert [seat["player"] for seat in both["seats"]] == [place, place]
    weighed = run("spec", "sim", "std:kuhn", "--games", 5, "--seed", 1, "--weights", "bet=5,fold=0").out
    assert "weights" in weighed
    assert "95 % interval" in weighed
    assert "there is no action 'raise' to weigh" in refused("spec", "sim", "std:kuhn", "--weights", "raise=1")
    assert "expected an action and its weight" in refused("spec", "sim", "std:kuhn", "--weights", "bet")
    for weight in ("-1", "0.5"):
        assert "expected a whole number from 0" in refused("spec", "sim", "std:kuhn", "--weights", f"bet={weight}")
    assert "mine.py has no function 'nope'; it has first" in refused("spec", "sim", "std:kuhn", "--bot", f"{bot}:nope")
    assert "a house bot plays" in refused("spec", "sim", "std:kuhn", "--bot", "tag")
    assert "there is no seat 3" in refused("spec", "sim", "std:kuhn", "--bot", f"3={place}")
    assert "there is no file" in refused("spec", "sim", "std:kuhn", "--bot", "nowhere.py:decide")
    other = tmp_path / "other.py"
    other.write_text("def dance(seen):\n    return 'dance'\n")
    assert "answered 'dance'" in refused("spec", "sim", "std:kuhn", "--bot", f"{other}:dance")


def test_a_game_without_an_end_names_the_place(refused: Refused) -> None:
    text = refused("spec", "sim", "std:eights", "--seats", 2, "--seed", 1, "--most-moves", 3)
    assert "no end after 3 moves: phase 'play' of turn" in text
    assert "the last moves: seat 1" in text


def test_show_prints_a_bundled_document(run: Run, refused: Refused) -> None:
    assert run("spec", "show", "std:betting").out.startswith("# Betting with blinds and antes")
    assert run("spec", "show", "std:kuhn", "--json").json["file"] == "std:kuhn"
    assert "did you mean 'kuhn'?" in refused("spec", "show", "std:kun")


def test_coverage_takes_settings(run: Run) -> None:
    found = run("spec", "coverage", "std:holdem", "--games", 3, "--sizes", 3, "--set", "potLimit=true", "--json").json
    betting = next(part for part in found["files"] if part["file"] == "std:betting")
    reasons = [missed["reason"] for missed in betting["missed"]]
    assert not any("potLimit, was never true" in reason for reason in reasons)
    assert any("fixedBet > 0, was never true" in reason for reason in reasons)


def test_explain_lists_what_a_variant_changes(run: Run) -> None:
    found = run("spec", "explain", "std:short-deck", "--json").json
    assert any(
        "changes native and effects of macro hand-rank-score, from std:poker:" in one for one in found["changes"]
    )


def test_check_tells_every_problem(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("metadata: { id: x, players: { min: 2, max: 1 } }\nsetups: []\n")
    done = run("spec", "check", path)
    assert done.code == 1
    assert done.out == ""
    assert f"{path}:2:1: unknown section 'setups'" in done.err
    assert "did you mean 'setup'?" in done.err
    assert done.err.rstrip().endswith("problems")
    found = run("spec", "check", path, "--json")
    assert found.code == 1
    assert run("spec", "sim", path, "--json").code == 2
    assert {"file", "line", "column", "message", "expected", "hint", "chain"} == set(found.json["problems"][0])


def test_sim_has_the_keys_that_were_promised(run: Run, s0: str) -> None:
    found = run("spec", "sim", "std:holdem-base", s0, "--seats", 6, "--games", 10, "--seed", 1, "--json").json
    assert list(found) == SIM_KEYS
    assert found["games"] == len(found["winners"]) == 10
    assert set(found["winners"]) <= set(range(6))
    assert found["invariants_broken"] == {}
    assert sum(found["decisions_by_phase"].values()) == found["moves"] > found["turns"]


def test_sim_for_people_and_interpreted(run: Run) -> None:
    quick = run("spec", "sim", "std:eights", "--seats", 3, "--games", 3, "--seed", "once")
    slow = run("spec", "sim", "std:eights", "--seats", 3, "--games", 3, "--seed", "once", "--interpreted")
    assert quick.out.splitlines()[0] == slow.out.splitlines()[0]
    assert "3 games of Crazy eights, 3 players, seed once" in quick.out


def test_sim_sets_variables(run: Run, refused: Refused) -> None:
    assert (
        run("spec", "sim", "std:holdem", "--games", 2, "--set", "cumulative=false", "--set", "startingStack=100").code
        == 0
    )
    assert "expected a variable and its value" in refused("spec", "sim", "std:holdem", "--set", "cumulative")
    assert "expected true, false or a whole number" in refused("spec", "sim", "std:holdem", "--set", "potLimit=maybe")
    assert "there is no global variable 'x'" in refused("spec", "sim", "std:holdem", "--set", "x=1")


def test_play_a_whole_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["dance", "call", "1", "2", "fold"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers, "1"))
    done = run("spec", "play", "std:kuhn", "--seed", 3)
    assert done.code == 0
    assert "is not a move: the actions are check, bet, fold, call" in done.out
    assert "call is not legal now" in done.out
    assert "the phase is 'open'" in done.out
    assert "the game is over" in done.out
    assert "hand of seat 2: 1 hidden" in done.out


@pytest.mark.parametrize("as_json", [(), ("--json",)], ids=["for people", "as json"])
def test_play_names_no_card_that_you_may_not_see(
    as_json: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = itertools.cycle(["call", "check", "discard none"] * 5 + ["q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    done = run("spec", "play", "std:five-card-draw", "--seat", 2, "--seed", 4, *as_json)
    if as_json:
        said = [line["move"] for line in done.lines if line.get("seat") == 0 and "move" in line]
    else:
        said = [line.removeprefix("seat 1: ") for line in done.out.splitlines() if line.startswith("seat 1: ")]
    discards = {text for text in said if text.startswith("discard")}
    assert discards
    assert discards <= {"discard none", "discard 1 card", "discard 2 cards", "discard 3 cards"}


def test_play_names_the_cards_that_all_see(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1"] * 12)
    monkeypatch.setattr("builtins.input", lambda _: next(answers, "q"))
    lines = run("spec", "play", "std:eights", "--seed", 2, "--json").lines
    played = [line["move"].split()[1] for line in lines if str(line.get("move", "")).startswith("play")]
    assert played
    assert all(len(card) == 2 for card in played)


@pytest.mark.parametrize("as_json", [(), ("--json",)], ids=["for people", "as json"])
def test_s0_play_shows_the_showdown(
    as_json: tuple[str, ...], run: Run, s0: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "allIn")
    done = run("spec", "play", "std:holdem-base", s0, "--seed", 5, *as_json)
    if as_json:
        zones = [line["revealed"]["zone"] for line in done.lines if "revealed" in line]
        assert {"hand:0", "hand:1", "community:none"} <= set(zones)
        assert done.lines[-1]["winners"]
        assert {one["zone"] for one in done.lines[-1]["end"]["shown"]} >= {"hand:0", "hand:1", "community:none"}
    else:
        assert re.search(r"^hand of seat 2: \w\w \w\w$", done.out, re.MULTILINE)
        assert re.search(r"^community:none: \w\w( \w\w){4}$", done.out, re.MULTILINE)


def test_play_can_be_left(run: Run, monkeypatch: pytest.MonkeyPatch, refused: Refused) -> None:
    def end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    assert run("spec", "play", "std:kuhn", "--seed", 3, "--json").lines[-1] == {"left": True}
    assert "you leave the table" in run("spec", "play", "std:kuhn").out
    assert "there is no seat 3; expected 1 to 2" in refused("spec", "play", "std:kuhn", "--seat", 3)


def test_explain(run: Run, refused: Refused) -> None:
    assert "effect setVar: Sets a variable." in run("spec", "explain", "setVar").out
    assert run("spec", "explain", "setVar", "--json").lines[0]["keys"][0]["name"] == "scope"
    assert run("spec", "explain", "std:kuhn").out.startswith("Kuhn poker")
    assert "effect: setVar" in run("spec", "explain").out
    assert run("spec", "explain", "--reference").out.startswith("# The spec language")
    assert "did you mean 'setVar'?" in refused("spec", "explain", "setVr")


def test_convert_prints_either_form(run: Run, tmp_path: Path) -> None:
    short = run("spec", "convert", "std:kuhn").out
    assert 'when: "checks == 2"' in short
    path = tmp_path / "kuhn.yaml"
    path.write_text(short)
    assert run("spec", "check", path).out == "ok\n"
    long = run("spec", "convert", path, "--form", "long", "--json").json
    assert long["form"] == "long"
    assert "when: { op: '==', left: { ref: gvar, var: checks }, right: 2 }" in long["text"]
    path.write_text(short.replace("checks == 2", "checks = 2"))
    refused = run("spec", "convert", path, "--form", "long")
    assert refused.code == 2
    assert "'=' cannot come here" in refused.err
    assert "expected == to compare" in refused.err


def test_trace_shows_effects_with_lines(run: Run) -> None:
    lines = run("spec", "trace", "std:kuhn", "--moves", 2, "--seed", 2).out.splitlines()
    assert lines[:2] == ["seed 2", "== start"]
    assert sum(line.startswith("== move") for line in lines) == 2
    assert sum(line.startswith("std:kuhn:") for line in lines) > 10
    skipped = run("spec", "trace", "std:kuhn", "--moves", 1, "--after", 1, "--seed", 2).out.splitlines()
    assert skipped[1].startswith("== move 2: seat ")
    steps = run("spec", "trace", "std:kuhn", "--moves", 2, "--seed", 2, "--json").lines
    assert steps[0] == {"seed": 2}
    assert [step["step"] for step in steps[1:]] == [line[3:] for line in lines if line.startswith("== ")]


def test_why(run: Run, s0: str, refused: Refused) -> None:
    done = run("spec", "why", "std:holdem-base", s0, "--seats", 3, "--action", "check")
    assert "check (seat 1, preflop): not legal" in done.out
    assert ":288:11: streetBet[actor] == currentBet does not hold (streetBet[actor] is 0, currentBet is 20)" in done.out
    found = run("spec", "why", "std:holdem-base", s0, "--seats", 3, "--json").json
    assert [entry["action"] for entry in found["actions"] if not entry["legal"]] == ["check"]
    assert "not legal" in run("spec", "why", "std:holdem-base", s0, "--action", "raise 5").out
    assert "there is no action 'jump'" in refused("spec", "why", "std:kuhn", "--action", "jump")


def test_coverage(run: Run) -> None:
    found = run("spec", "coverage", "std:kuhn", "--games", 40, "--json").json
    [document] = found["files"]
    assert document["lines"] == document["reached"]
    assert document["missed"] == []
    assert "std:eights" in run("spec", "coverage", "std:eights", "--games", 4, "--sizes", "2,3").out


def test_sim_says_which_runner_plays(run: Run) -> None:
    assert ("The machine plays this game." in run("spec", "sim", "std:kuhn", "--games", 5).out) is COMPILED
    found = run("spec", "sim", "std:kuhn", "--games", 5, "--interpreted", "--json").json
    assert found["runner"] == "This game is interpreted, which is slow."


@pytest.mark.parametrize("command", ["check", "sim", "play", "explain", "trace", "why", "coverage"])
def test_bad_input_is_a_sentence(command: str, refused: Refused, tmp_path: Path) -> None:
    assert "No such file" in refused("spec", command, str(tmp_path / "no.yaml"))
    assert "there is no bundled document 'x'" in refused("spec", command, "std:x")
    binary = tmp_path / "b.yaml"
    binary.write_bytes(b"\xff")
    assert "not UTF-8" in refused("spec", command, str(binary))
    assert "a folder" in refused("spec", command, str(tmp_path))


@pytest.mark.parametrize(
    "arguments", [["--seats", "11"], ["--seats", "-1"], ["--games", "0"], ["--games", "x"], ["--nothing"]]
)
def test_bad_options_are_sentences(arguments: list[str], refused: Refused) -> None:
    refused("spec", "sim", "std:holdem", *arguments)


def test_a_game_that_breaks_says_where(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = (Path(__file__).parents[1] / "spec" / "broken" / "sound.yaml").read_text()
    path.write_text(
        text.replace("amount: { param: amount }", "amount: { op: mod, left: 1, right: { ref: gvar, var: pot } }")
    )
    done = run("spec", "sim", path, "--games", 10)
    assert done.code == 2
    assert "division by 0" in done.err
    assert f"{path}:54" in done.err
    assert json.dumps(done.err)
