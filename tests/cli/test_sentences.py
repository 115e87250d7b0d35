from bigslick import Action, Call, Check, Fold, Hand, Raise
from bigslick.cli.telling import cards_text, tell_hand

NAMES = ("Ada", "Bo", "Cy")


def told(hand: Hand) -> list[str]:
    return list(tell_hand(hand.events, NAMES))


def test_cards_are_told_with_the_signs_of_their_suits() -> None:
    assert cards_text([51, 0]) == "A♠ 2♣"


def test_a_hand_without_a_showdown() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd", 1: "KhKd", 2: "QhQd"})
    for action in (Raise(to=60), Fold(), Fold()):
        hand.act(action)
    assert told(hand) == [
        "  posts    Bo posts the small blind of 10, Cy posts the big blind of 20",
        "  cards    Bo K♥ K♦, Cy Q♥ Q♦, Ada A♥ A♦",
        "  preflop  Ada raises to 60, Bo folds, Cy folds",
        "  Ada takes back 40 that nobody called",
        "  Ada wins 50",
    ]


def test_a_hand_to_the_showdown() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd", 1: "KhKd", 2: "QhQd"}, board="2c3d5s7cKs")
    actions: list[Action] = [Call(), Call(), *[Check()] * 10]
    for action in actions:
        hand.act(action)
    lines = told(hand)
    assert lines[2] == "  preflop  Ada calls 20, Bo calls 10, Cy checks"
    assert lines[3] == "  flop     [2♣ 3♦ 5♠], Bo checks, Cy checks, Ada checks"
    assert lines[5].startswith("  river    [K♠], ")
    assert "Bo shows K♥ K♦ (three of a kind, kings)" in lines[6]
    assert lines[-1] == "  Bo wins 60"


def test_blinds_that_are_all_in_are_told() -> None:
    hand = Hand.start([10, 20], (10, 20), holes={0: "AhAd", 1: "KhKd"}, board="2c3d5s7c8s")
    lines = told(hand)
    assert "Ada posts the small blind of 10 and is all-in" in lines[0]
    assert lines[1] == "  cards    Bo K♥ K♦, Ada A♥ A♦"
    assert lines[-2:] == ["  Bo takes back 10 that nobody called", "  Ada wins 20"]
