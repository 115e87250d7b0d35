"""The house bots decide the same from a view as from the whole hand; their decisions are legal and repeatable."""

from types import SimpleNamespace
from typing import Any

import pytest

from bigslick import Hand, Post, Rules, View, view
from bigslick.bots import HOUSE_BOTS, STYLES, HouseBot, Style, UnknownBot, new_brain, style_number
from bigslick.hand.codec import decode
from bigslick.hand.hand import state_of
from bigslick.hand.view import conceal
from bigslick.shuffle import Keystream


def hands() -> list[Hand]:
    made = []
    for seed in range(12):
        made.append(Hand.start([1000] * 6, (10, 20), button=seed % 6, seed=seed))
        made.append(Hand.start([1500, 300], (10, 20), button=seed % 2, seed=seed))
        made.append(Hand.start([90, 15, 400, 60], (10, 20), ante=20, button=seed % 4, seed=seed))
    made.append(Hand.start([900] * 5, (10, 20), straddles={3: 40}, seed=1))
    made.append(Hand.start([900] * 5, (10, 20), posts=[Post(4, live=20, dead=10)], rules=Rules.cash(), seed=2))
    return made


@pytest.mark.parametrize("name", HOUSE_BOTS)
def test_a_view_is_enough(name: str) -> None:
    house = new_brain()
    for number, hand in enumerate(hands()):
        player, chance = HouseBot(name, number), Keystream(number, "bot", name)
        while hand.turn is not None:
            whole = decode(state_of(hand), house.decide(state_of(hand), style_number(name), chance.draws))
            assert player.decide(view(hand, hand.turn)) == whole
            hand.act(whole)


def test_labels_name_streams_of_their_own() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    seen = view(hand, 0)
    decided = {label: [str(HouseBot("random", 1, label, n).decide(seen)) for n in range(20)] for label in ("a", "b")}
    assert decided["a"] != decided["b"]
    assert str(HouseBot("random", 1, "a", 0).decide(seen)) == decided["a"][0]


def test_it_does_not_read_the_cards_of_others() -> None:
    hand = Hand.start([1000] * 3, (10, 20), holes={0: "AhKd", 1: "2c2d"}, seed=1)
    other = Hand.start([1000] * 3, (10, 20), holes={0: "AhKd", 1: "AsAc"}, seed=1)
    assert HouseBot("shark", 1).decide(view(hand, 0)) == HouseBot("shark", 1).decide(view(other, 0))


def test_it_is_asked_only_on_its_turn() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    with pytest.raises(ValueError, match="not this seat's turn"):
        HouseBot("tag").decide(view(hand, 1))


def test_an_unknown_bot_suggests_the_nearest() -> None:
    with pytest.raises(UnknownBot, match="did you mean 'maniac'"):
        style_number("manic")


def test_styles_may_be_added() -> None:
    house = new_brain({"mine": Style(open=2000)})
    assert house.styles == 1
    with pytest.raises(ValueError, match="no style 1"):
        house.known(1)


def test_a_spectator_is_no_seat() -> None:
    seen: View = view(Hand.start([1000] * 2, (10, 20), seed=1), None)
    with pytest.raises(ValueError, match="not this seat's turn"):
        HouseBot("tag").decide(seen)


def test_bots_that_share_a_house_decide_as_on_their_own() -> None:
    house = new_brain()
    for hand in hands():
        for name in HOUSE_BOTS:
            seen = view(hand, hand.turn)
            assert HouseBot(name, 5, brain=house).decide(seen) == HouseBot(name, 5).decide(seen)


def test_every_house_bot_says_how_it_plays() -> None:
    sentences = [style.about for style in STYLES.values()]
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)


# -- incomplete and impossible views
# ---------------------------------------------------------------------------------------


def test_a_bot_that_cannot_see_its_cards_says_so() -> None:
    """A record with ????, or a concealed hand, gives a view without hole cards."""
    hand = Hand.start([1000] * 3, (10, 20), seed=1, rules=Rules(reveal="ask"))
    concealed = conceal(hand, 1)
    assert view(concealed, 0).hole == ()
    for name in HOUSE_BOTS:
        with pytest.raises(ValueError, match=r"the view shows 0 hole cards; .* expected cards that are known"):
            HouseBot(name, 1).decide(view(concealed, 0))
        with pytest.raises(ValueError, match="expected cards that are known"):
            new_brain().decide(state_of(concealed), style_number(name), Keystream(1).draws)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"stacks": (1000,) * 50}, "the number of seats is 50: expected a whole number from 2 to 10"),
        ({"board": tuple(range(40))}, "expected 0"),
        ({"hole": (99, -99)}, "a card is 99: expected a whole number from 0 to 51"),
        ({"hole": (51, 51)}, "appears twice"),
        ({"bets": (0,)}, "the view has 1 bets and 3 stacks: expected one for each seat"),
        ({"stacks": (1000.0,) * 3}, "one of the view's stacks is 1000.0"),
        ({"pot": 1 << 80}, "the pot is"),
        ({"street": "fifth"}, "the view's street is 'fifth': expected preflop, flop, turn, river"),
        ({"seat": 9}, "the view's seat is 9"),
    ],
)
def test_a_view_that_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    seen = view(Hand.start([1000] * 3, (10, 20), seed=1), 0)
    with pytest.raises(ValueError, match=sentence):
        HouseBot("shark", 1).decide(SimpleNamespace(**{**seen.as_dict(), **wrong}))  # type: ignore[arg-type]


def test_what_a_view_raises_comes_through() -> None:
    class Broken:
        @property
        def options(self) -> Any:
            raise OSError("the wire is cut")

    with pytest.raises(OSError, match="the wire is cut"):
        HouseBot("tag", 1).decide(Broken())  # type: ignore[arg-type]


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError, match="None is not a view: it has no 'options'; expected what view"):
        HouseBot("tag", 1).decide(None)  # type: ignore[arg-type]
