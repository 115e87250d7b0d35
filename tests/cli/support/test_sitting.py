"""What a person at the table can type, and the sentences they get."""

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, view
from bigslick.cli.support.sitting import LEVELS, Leave, choices, equities, equity_text, level_of, odds, understand


def first() -> Hand:
    return Hand.start([1000] * 2, (10, 20), seed=7)


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


def test_leaving() -> None:
    with pytest.raises(Leave):
        understand("q", view(first(), 0))
