from bigslick import Action, Call, Check, Fold, Hand, Raise
from bigslick.hand.sentences import cards_text, does, hand_sentences

NAMES = ("Ada", "Bo", "Cy")


def lines_of(hand: Hand, names: tuple[str, ...] = NAMES) -> list[str]:
    return list(hand_sentences(hand.events, names))


def test_cards_are_told_with_the_signs_of_their_suits() -> None:
    assert cards_text([51, 0]) == "A♠ 2♣"


def test_a_hand_without_a_showdown() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd", 1: "KhKd", 2: "QhQd"})
    for action in (Raise(to=60), Fold(), Fold()):
        hand.act(action)
    assert lines_of(hand) == [
        "  posts    Bo posts the small blind of 10, Cy posts the big blind of 20",
        "  cards    Bo K♥ K♦, Cy Q♥ Q♦, Ada A♥ A♦",
        "  preflop  Ada raises to 60, Bo folds, Cy folds",
        "  the uncalled 40 goes back to Ada",
        "  Ada wins 50",
    ]


def test_a_hand_to_the_showdown() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhAd", 1: "KhKd", 2: "QhQd"}, board="2c3d5s7cKs")
    actions: list[Action] = [Call(), Call(), *[Check()] * 10]
    for action in actions:
        hand.act(action)
    lines = lines_of(hand)
    assert lines[2] == "  preflop  Ada calls 20, Bo calls 10, Cy checks"
    assert lines[3] == "  flop     [2♣ 3♦ 5♠], Bo checks, Cy checks, Ada checks"
    assert lines[5].startswith("  river    [K♠], ")
    assert "Bo shows K♥ K♦ (three of a kind, kings)" in lines[6]
    assert lines[-1] == "  Bo wins 60"


def test_the_cards_are_told_before_anybody_acts() -> None:
    hand = Hand.start([1000] * 2, (10, 20), holes={0: "AhAd", 1: "KhKd"})
    assert lines_of(hand) == [
        "  posts    Ada posts the small blind of 10, Bo posts the big blind of 20",
        "  cards    Bo K♥ K♦, Ada A♥ A♦",
    ]


def test_blinds_that_are_all_in_are_lines_of() -> None:
    hand = Hand.start([10, 20], (10, 20), holes={0: "AhAd", 1: "KhKd"}, board="2c3d5s7c8s")
    lines = lines_of(hand)
    assert "Ada posts the small blind of 10 and is all-in" in lines[0]
    assert lines[1] == "  cards    Bo K♥ K♦, Ada A♥ A♦"
    assert lines[-2:] == ["  the uncalled 10 goes back to Bo", "  Ada wins 20"]


def test_you_are_spoken_to() -> None:
    hand = Hand.start([10, 20], (10, 20), holes={0: "AhAd", 1: "KhKd"}, board="2c3d5s7c8s")
    lines = lines_of(hand, ("You", "Bo"))
    assert "You post the small blind of 10 and are all-in" in lines[0]
    assert lines[-1] == "  You win 20"
    assert (does("You", "fold"), does("Bo", "fold")) == ("You fold", "Bo folds")
