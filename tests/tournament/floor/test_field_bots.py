"""Which bot plays for whom."""

from __future__ import annotations

from bigslick.bots import STYLES, Bot, style_number
from bigslick.hand.actions import Action, Fold
from bigslick.hand.view import View
from bigslick.tournament.floor.field_bots import FieldBots
from bigslick.tournament.floor.python_bots import PythonBots


class Folder:
    def decide(self, view: View) -> Action:
        return Fold()


def field_bots(*bots: str | Bot) -> FieldBots:
    return FieldBots(bots, STYLES, PythonBots(1, 0), ["Ann", "Bob", "Cleo"])


def test_bots_go_to_players_in_turn_and_stay_with_them() -> None:
    made = field_bots("tag", "lag")
    assert [made.bot_of(player) for player in ("Bob", "Ann", "Cleo", "Bob")] == ["tag", "lag", "tag", "tag"]
    assert made.style("Ann") == style_number("lag")


def test_a_python_bot_has_a_negative_style() -> None:
    made = field_bots(Bot("mine", None, Folder), "tag")
    assert (made.style("Ann"), made.bot_of("Ann"), made.bot_of("Bob")) == (-1, "mine", "tag")


def test_every_entry_has_a_stream_of_its_own_whoever_enters_first() -> None:
    made = field_bots("tag")
    assert [made.chance(name, bullet) for bullet in (1, 2) for name in ("Ann", "Bob", "Cleo")] == list(range(6))
