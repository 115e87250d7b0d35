"""A history's fields: contents, warnings, refusals, and equality."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal

import pytest

from bigslick.history import BadHistory, History, loads
from bigslick.history.history import FIELDS

TEXT = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 99.50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f # sighs']
players = ['Ada', '']
level = 3
_mood = 'calm'
colour = 'green'
"""


def test_fields_are_attributes_and_others_are_kept() -> None:
    history = loads(TEXT)
    assert history.variant == "NT"
    assert history.starting_stacks == [100, Decimal("99.50")]
    assert history.actions == ["d dh p1 ????", "d dh p2 ????", "p2 f # sighs"]
    assert history.players == ["Ada", ""]
    assert history.venue is None
    assert history.user == {"_mood": "calm", "colour": "green"}
    assert list(history.fields()) == [
        *("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions", "level", "players"),
        *("_mood", "colour"),
    ]


def test_an_unknown_field_is_a_warning_and_a_user_field_is_none() -> None:
    assert loads(TEXT).warnings == [
        "the field 'colour' is not part of PHH: fields of your own begin with an underscore"
    ]


def test_every_field_of_the_format_is_known() -> None:
    """phh.readthedocs.io, 0.0.2: the tables of required and optional fields, except stud's bring-in."""
    required = "variant antes blinds_or_straddles small_bet big_bet min_bet starting_stacks actions"
    optional = (
        "author event url venue address city region postal_code country time time_zone time_zone_abbreviation "
        "day month year hand level seats seat_count table players finishing_stacks winnings currency currency_symbol "
        "ante_trimming_status time_limit time_banks"
    )
    assert set(FIELDS) == {*required.split(), *optional.split()}


def test_histories_are_the_same_when_their_fields_are() -> None:
    one, two = loads(TEXT, file="here"), loads(TEXT, file="there")
    assert one == two
    two.hand = 17
    assert one != two
    assert one != "a history"


def test_a_history_can_be_made_by_hand() -> None:
    history = History(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[100, 100],
        actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
    )
    history.check()
    assert history.replay().final_stacks == ("101", "99")
    assert history.setup().big_blind_seat == 0


@pytest.mark.parametrize(
    "missing", ["variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions"]
)
def test_a_history_made_by_hand_misses_a_field(missing: str) -> None:
    history = loads(TEXT)
    setattr(history, missing, None)
    for refused in (history.check, history.replay, history.setup):
        with pytest.raises(BadHistory):
            refused()


def test_a_refusal_says_the_place() -> None:
    history = loads(TEXT, file="night.phh")
    refusal = history.bad("no", 3)
    assert str(refusal) == "night.phh, action 3 ('p2 f # sighs'): no"
    assert (refusal.file, refusal.hand, refusal.action, refusal.sentence) == ("night.phh", None, 3, "no")


def test_a_history_names_its_game_and_place() -> None:
    history = loads(TEXT, file="hands.phh")
    assert history.place == "hands.phh"
    assert repr(history) == "<History of hands.phh: no-limit, 2 players, 3 actions>"
    history.number = 3
    assert history.place == "hands.phh, hand 3"
    assert repr(History()) == "<History: None, 0 players, 0 actions>"


def test_a_history_can_be_replaced_copied_and_pickled() -> None:
    history = loads(TEXT)
    changed = history.replace(hand=7)
    assert (changed.hand, changed.actions) == (7, history.actions)
    assert history.hand is None
    for twin in (copy.copy(history), copy.deepcopy(history), pickle.loads(pickle.dumps(history))):
        assert twin == history != changed
