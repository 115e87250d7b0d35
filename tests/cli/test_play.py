"""`bigslick play`: what it prints, what it understands, and how to leave."""

import io
import json
from pathlib import Path

import pytest

from .conftest import Refused, Run


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_leaving_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "q")
    done = run("play", "--seats", 2, "--seed", 1)
    assert done.code == 0
    assert "You hold" in done.out
    assert "You leave with 1,480 chips; you started with 1,500." in done.out  # the big blind is posted
    assert "`--seed 1` deals the same cards again." in done.out


def test_the_end_of_the_input_is_leaving(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    assert "You leave" in run("play", "--seats", 3, "--seed", 1).out


def test_all_in_until_it_is_over(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["a", "c"] * 400))
    done = run("play", "--seats", 2, "--bots", "caller", "--seed", 3)
    assert done.code == 0
    assert "You have lost every chip." in done.out or "You have every chip: you win." in done.out


def test_some_hands_then_stop(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["fold", "c"] * 60))
    done = run("play", "--hands", 3, "--seed", 2)
    assert done.code == 0
    assert done.out.count("  You have ") == 3
    assert "pot odds" in done.out or "check" in done.out


def test_no_hole_cards_but_your_own_before_the_showdown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["f", "c"] * 20))
    done = run("play", "--hands", 2, "--seed", 2)
    assert not [line for line in done.out.splitlines() if line.startswith("  cards")]
    assert "You hold " in done.out


def test_each_decision_shows_board_pot_stacks_and_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "c", "c", "c", "q")
    out = run("play", "--seats", 3, "--bots", "caller", "--seed", 1).out
    assert "Hand 1 · preflop · no board yet · pot " in out
    assert "Hand 1 · flop · " in out
    assert out.count("seat  player") == out.count("You hold ") >= 3
    assert "r raise to 40 up to " in out


def test_as_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "nonsense", "e", "h", *(["c"] * 50))
    lines = run("play", "--hands", 1, "--seats", 2, "--seed", 1, "--json").lines
    assert lines[0] == {"seed": 1, "seats": 2, "stack": 1500, "players": ["You", "Bo (lag)"]}
    assert len(lines[1]["hole"]) == 2
    assert "is not an action" in lines[2]["error"]
    assert set(lines[3]["equity"]) == {"any two cards", "good hands"}
    assert "q leave" in lines[4]["help"]
    assert lines[-2]["hand"] == 1
    assert lines[-1]["left"] is True


def test_why_you_may_or_may_not(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "w", "why r 50?", "w 30", "w a", "w sing", "q")
    out = run("play", "--seats", 3, "--bots", "caller", "--seed", 1).out
    assert "  seat 1 cannot check: 10 to call\n" in out
    assert "  seat 1 may raise to 50: the bet is 20 and the last full raise was 20" in out
    assert "  raise to 30 is below the minimum of 40" in out
    assert "  seat 1 may go all-in to 1,500: the bet is 20" in out
    assert "  why what? Type w alone, or w and an action" in out


def test_a_program_asks_why_on_every_street(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["w", "c"] * 20))
    lines = run("play", "--hands", 2, "--seats", 3, "--bots", "lag", "--seed", 5, "--json").lines
    asked = [line["why"] for line in lines if "why" in line]
    shown = [line for line in lines if "street" in line]
    assert len(asked) == len(shown) >= 4
    for why, decision in zip(asked, shown, strict=True):
        by_kind = {part["action"]["type"]: part for part in why}
        assert by_kind["call"]["legal"] == bool(decision["call"])
        wager = by_kind.get("raise") or by_kind["bet"]
        assert wager["legal"] == (decision["wager"] is not None)
        assert [wager["min_to"], wager["max_to"]] == (decision["wager"] or [0, 0])


def test_a_game_is_kept_in_the_middle_of_a_hand_and_goes_on(
    run: Run, refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, file = ["c"] * 30, tmp_path / "game.json"
    type_in(monkeypatch, *whole)
    played = run("play", "--seats", 3, "--bots", "caller", "--seed", 5, "--hands", 3).out
    type_in(monkeypatch, *whole[:6], "q")
    first = run("play", "--seats", 3, "--bots", "caller", "--seed", 5, "--save", file)
    assert f"`bigslick play --resume {file}` goes on here." in " ".join(first.out.split())
    assert json.loads(file.read_text())["answers"] == ["c"] * 6
    type_in(monkeypatch, *whole[6:])
    second = run("play", "--resume", file, "--hands", 2)
    end = played[played.rindex("Hand 3 ") : played.rindex("You leave")]
    assert end in second.out
    assert refused("play", "--save", file) == f"--save: {file} exists; name another file, or --force replaces it"
    assert refused("play", "--resume", file, "--seed", 3).endswith(
        "has the settings of the game already: leave out --seed"
    )
    file.write_text("{}")
    assert "is not a saved game" in refused("play", "--resume", file)


def test_ctrl_c_keeps_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    done = run("play", "--seed", 5, "--save", tmp_path / "game.json")
    assert done.code == 130
    assert "goes on here" in done.err
    assert (tmp_path / "game.json").exists()


def test_a_free_fold_is_asked_about_once(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    type_in(monkeypatch, "c", "f", "f")
    out = run("play", "--seats", 2, "--bots", "caller", "--seed", 1, "--hands", 1, "--save", file).out
    assert out.count("checking is free: type c to check, or f again to fold") == 1
    assert "You fold" in out
    type_in(monkeypatch, "q")
    assert run("play", "--resume", file).code == 0


def test_questions_are_answered(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "e", "h")
    out = run("play", "--seats", 2, "--seed", 1).out
    assert "% against any two cards" in out
    assert out.count("q leave") == 2


def test_bad_stacks(refused: Refused) -> None:
    assert "--stack" in refused("play", "--stack", 0)


def test_its_help_shows_what_it_plays_with(run: Run) -> None:
    out = run("play", "--help").out
    for default in ("[default: 6]", "[default: 1,500]", "[default: shark,lag,tag,rock,whale,fish]"):
        assert default in " ".join(out.split())


def test_a_saved_game_has_its_settings(refused: Refused, tmp_path: Path) -> None:
    sentence = refused("play", "--resume", tmp_path / "game.json", "--seats", 6, "--seed=7")
    assert sentence.endswith("has the settings of the game already: leave out --seats, --seed")
