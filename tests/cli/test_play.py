"""`bigslick play`: what a person is told, what is understood, and how to leave."""

import io

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, view
from bigslick.cli.play import Leave, choices, equities, odds, understand

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
    assert "You leave with 1,500 and began with 1,500." in done.out


def test_the_end_of_the_input_is_leaving(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch)
    assert "You leave" in run("play", "--seats", 3, "--seed", 1).out


def test_all_in_until_it_is_over(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["a", "c"] * 400))
    done = run("play", "--seats", 2, "--bots", "caller", "--seed", 3)
    assert done.code == 0
    assert "You have lost every chip." in done.out or "You leave with 3,000 and began with 1,500." in done.out


def test_some_hands_then_stop(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["fold", "c"] * 60))
    done = run("play", "--hands", 3, "--seed", 2)
    assert done.code == 0
    assert done.out.count("You have ") == 3
    assert "pot odds" in done.out or "check" in done.out


def test_no_other_hole_cards_are_told_before_the_showdown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, *(["f", "c"] * 20))
    done = run("play", "--hands", 2, "--seed", 2)
    for line in done.out.splitlines():
        if line.startswith("  cards"):
            assert line.count("(") == 1
            assert line.startswith("  cards    Ada (you) ")


def test_as_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "nonsense", *(["c"] * 50))
    lines = run("play", "--hands", 1, "--seats", 2, "--seed", 1, "--json").lines
    assert len(lines[0]["hole"]) == 2
    assert "not understood" in lines[1]["error"]
    assert lines[-1]["hand"] == 1


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


@pytest.mark.parametrize(
    ("said", "sentence"),
    [("r 30", "total from 40 to 1,000"), ("r", "how much"), ("rase 60", "did you mean raise"), ("xyz", "h shows")],
)
def test_what_is_not_understood(said: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        understand(said, view(first(), 0))


def test_questions_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert understand("e", view(first(), 0)) is None
    assert "% against any two cards" in capsys.readouterr().out
    assert understand("h", view(first(), 0)) is None
    with pytest.raises(Leave):
        understand("q", view(first(), 0))


def test_equities_are_plausible() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd"}, seed=7)
    said = equities(view(hand, 0))
    assert "2 rivals" in said
    assert 70 < float(said.split("rivals: ")[1].split(" %")[0]) < 76  # aces against two random hands: 73.4 %


def test_pot_odds() -> None:
    assert odds(10, 30) == "pot odds 3.0 to 1, pays from 25 % equity"
    options = first().options
    assert options is not None
    told = "You may fold, or call 10 (pot odds 3.0 to 1, pays from 25 % equity); raise to 40 to 1,000"
    assert choices(options, 30) == told


def test_bad_stacks(refused: Refused) -> None:
    assert "--stack" in refused("play", "--stack", 0)
