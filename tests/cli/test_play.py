"""`bigslick play`: what a person is told, what is understood, and how to leave."""

import io
import json
from pathlib import Path

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, view
from bigslick.cli.play import LEVELS, Leave, choices, equities, equity_text, level_of, odds, understand

from .conftest import Refused, Run


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def first() -> Hand:
    return Hand.start([1000] * 2, (10, 20), seed=7)


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


def test_blinds_go_up_and_every_game_ends() -> None:
    assert level_of(0) == (10, 20, 0)
    assert level_of(30) == (50, 100, 100)
    assert level_of(10 * (len(LEVELS) - 1)) == (1000, 2000, 2000)
    assert level_of(10 * (len(LEVELS) + 1)) == (4000, 8000, 8000)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("f", Fold()),
        ("call", Call()),
        ("r 60", Raise(to=60)),
        ("raise to 60", Raise(to=60)),
        ("60", Raise(to=60)),
        ("all-in", AllIn()),
    ],
)
def test_words(said: str, action: object) -> None:
    assert understand(said, view(first(), 0)) == action


def test_words_after_a_check() -> None:
    hand = first()
    hand.act(Call())
    assert understand("c", view(hand, 1)) == Check()
    hand.act(Check())
    assert understand("b 40", view(hand, 1)) == Bet(to=40)
    with pytest.raises(ValueError, match="checking is free"):
        understand("f", view(hand, 1))
    assert understand("f", view(hand, 1), sure=True) == Fold()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("r 30", "you may raise to 40 up to 1,000"),
        ("r", "how much"),
        ("check", "you cannot check: 10 to call"),
        ("rase 60", "did you mean 'raise'"),
        ("xyz", "h shows"),
    ],
)
def test_what_is_not_understood(said: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        understand(said, view(first(), 0))


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
    with pytest.raises(Leave):
        understand("q", view(first(), 0))


def test_equities_are_plausible() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd"}, seed=7)
    found = equities(view(hand, 0))
    assert found[0][0] == "any two cards"
    assert 0.70 < found[0][1] < 0.76  # aces against two random hands: 73.4 %
    assert equity_text(found, 2).startswith("  Your equity with 2 opponents: 7")


def test_pot_odds() -> None:
    assert odds(10, 30) == "pot odds 3.0 to 1: you need 25 % equity"
    options = first().options
    assert options is not None
    assert choices(options, 30) == [
        "f fold",
        "c call 10 (pot odds 3.0 to 1: you need 25 % equity)",
        "r raise to 40 up to 1,000",
        "a all-in",
    ]


def test_bad_stacks(refused: Refused) -> None:
    assert "--stack" in refused("play", "--stack", 0)
