"""What a bot receives: its name and a seeded generator, if its constructor asks for them."""

import random
from typing import Any

from bigslick import Action, Check, View
from bigslick.bots import HouseBot, Player
from bigslick.bots.player import make_player, seeded_random


class Plain:
    def decide(self, view: View) -> Action:
        return Check()


class Curious(Plain):
    def __init__(self, name: str, random: random.Random) -> None:
        self.name = name
        self.drawn = random.random()


def test_a_class_with_decide_is_enough() -> None:
    assert isinstance(make_player(Plain, "plain", 7), Plain)
    assert isinstance(Plain(), Player)
    assert isinstance(HouseBot("tag"), Player)


def test_name_and_random_are_handed_in_when_asked_for() -> None:
    made: Any = make_player(Curious, "c", 7, "seat", 1)
    assert made.name == "c"
    assert made.drawn == make_player(Curious, "c", 7, "seat", 1).drawn  # type: ignore[attr-defined]
    assert made.drawn != make_player(Curious, "c", 7, "seat", 2).drawn  # type: ignore[attr-defined]


def test_a_seeded_generator_is_the_same_for_ever() -> None:
    assert [seeded_random(7, "x").randrange(1000) for _ in range(2)] == [seeded_random(7, "x").randrange(1000)] * 2
    assert seeded_random(7, "x").random() != seeded_random(8, "x").random()
