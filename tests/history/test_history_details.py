"""A hand's details: contents, refusals, and a PHH file that keeps all of them."""

from __future__ import annotations

import datetime
import re
import tomllib
import types
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from bigslick import Hand
from bigslick.history import BadHistory, History, dumps, loads, loads_all, record
from bigslick.history.formats.phh import reading as phh
from bigslick.history.history_details import (
    FLAGS,
    BountyCollected,
    CashOut,
    Details,
    Number,
    SittingOut,
    TournamentDetails,
    ZonedTime,
    details_fields,
    details_from,
)

PLAIN = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 99.50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
players = ['Ann', 'Ben']
"""
NOON = datetime.datetime(2025, 3, 1, 12, 0, 5)
FULL = Details(
    site="PokerStars",
    hero="Ann",
    rake=Decimal("0.50"),
    jackpot=1,
    total_pot=Decimal("9.50"),
    cap=Decimal("30.50"),
    tournament=TournamentDetails(
        number="17",
        name='Sunday\'s "big" one',
        kind="MTT",
        currency="USD",
        buy_in=10,
        fee=Decimal("1.00"),
        bounty=5,
        level="IV",
        speed="turbo",
        level_seconds=300,
        started=NOON,
        initial_stack=1500,
        flags=["satellite"],
    ),
    flags=["run it twice", "fast"],
    boards=["AhKd2c3s9h"],
    sitting_out=[SittingOut(seat=3, name="Cid", stack=Decimal("1.5"))],
    bounties=[BountyCollected(player="Ann", amount=5, eliminated="Ben")],
    cash_outs=[CashOut(player="Ann", amount=3, fee=Decimal("0.03"))],
    other_time=ZonedTime(at=NOON, zone="ET"),
    extra={"ohh": {"spec_version": "1.4.7", "nested": [{"a": [1, Decimal("0.10")]}]}},
)


def test_a_phh_file_keeps_every_detail() -> None:
    assert all(getattr(FULL, field.name) != field.default for field in msgspec.structs.fields(FULL))
    history = loads(PLAIN)
    history.details = FULL
    text = dumps(history)
    assert loads(text).details == FULL
    assert loads(text) == history != loads(PLAIN)
    assert [hand.details for hand in loads_all(dumps([history, history]))] == [FULL, FULL]
    assert tomllib.loads(text, parse_float=Decimal)["_details"] == details_fields(FULL)


def test_details_are_no_user_field_and_raise_no_warning() -> None:
    history = loads(PLAIN + "_details = {site = 'Oak Room'}\n_mine = 1\n")
    assert history.details == Details(site="Oak Room")
    assert history.user == {"_mine": 1}
    assert history.warnings == []
    assert list(history.fields())[-2:] == ["_details", "_mine"]
    assert loads(PLAIN).details is None


def test_only_the_line_of_details_costs_a_second_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shortcut reads the rest of a converted hand, so files that bigslick converts stay quick to read."""
    asked: list[bytes] = []
    whole = phh._toml

    def toml(data: bytes, file: str) -> dict[str, Any]:
        asked.append(data)
        return whole(data, file)

    monkeypatch.setattr(phh, "_toml", toml)
    text = f"{PLAIN}_details = {{site = 'Oak = Room', rake = 1}}\nhand = 5\n_bigslick = {{}}\n"
    history = loads(text.replace("_bigslick", "day = 3\n_bigslick"))
    assert history.details == Details(site="Oak = Room", rake=1)
    assert (history.hand, history.day, history.user) == (5, 3, {"_bigslick": {}})
    assert asked == [b"\n_details = {site = 'Oak = Room', rake = 1}"]


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("5", "the field '_details' is wrong: expected object, got int"),
        ("{rake = '5'}", "the field '_details.rake' is wrong: expected int or decimal or null, got str"),
        ("{rake = inf}", "the field '_details' is wrong: rake is not an amount (Infinity)"),
        ("{rack = 5}", "the field '_details' is wrong: field 'rack' is not known"),
        ("{tournament = {level = 4}}", "the field '_details.tournament.level' is wrong: expected str or null, got int"),
        ("{sitting_out = [{seat = 1}]}", "the field '_details.sitting_out[0]' is wrong: field 'name' is missing"),
        ("{extra = {ohh = 1}}", "the field '_details.extra[...]' is wrong: expected object, got int"),
        ("{flags = ['fast', 5]}", "the field '_details.flags[1]' is wrong: expected str, got int"),
    ],
)
@pytest.mark.parametrize("more", ["", '_odd = "read by tomllib alone"\n'])
def test_malformed_details_are_refused_by_name(value: str, sentence: str, more: str) -> None:
    good = f"[1]\n{PLAIN}\n"
    hands = loads_all(f"{good}[2]\n{PLAIN}_details = {value}\n{more}\n{good.replace('1', '3', 1)}", file="some.phhs")
    assert next(hands).number == 1
    with pytest.raises(BadHistory) as refusal:
        next(hands)
    assert str(refusal.value) == f"some.phhs, hand 2, line 10: {sentence}"
    assert next(hands).number == 3


def test_details_made_of_the_wrong_kind_are_refused_before_the_hand_is_played() -> None:
    wrong: Any = 17
    for details in (Details(site=wrong), Details(sitting_out=wrong), Details(boards=[wrong])):
        history = loads(PLAIN)
        history.details = details
        with pytest.raises(BadHistory, match="this history was made with a field of the wrong kind"):
            history.check_kinds()
    for wrong in (17, {}):
        history = loads(PLAIN)
        history.details = wrong
        with pytest.raises(BadHistory, match=r"the details are a \w+: expected Details\(site=...\)"):
            history.check_kinds()


def test_what_toml_cannot_write_is_refused() -> None:
    history = loads(PLAIN)
    history.details = Details(extra={"ohh": {"nothing": None}})
    with pytest.raises(BadHistory, match="the field '_details' cannot be written: TOML has no way to write"):
        dumps(history)
    history.details, history.user = None, {"_details": {"site": "x"}}
    with pytest.raises(BadHistory, match="the user field '_details' is ours: set `details`"):
        dumps(history)


def test_a_record_takes_details() -> None:
    hand = Hand.start([100, 100], (1, 2), seed=1)
    assert record(hand, details=Details(site="Oak Room")).details == Details(site="Oak Room")


def test_details_come_back_from_their_own_fields() -> None:
    assert details_from(details_fields(FULL)) == FULL
    assert details_fields(Details()) == {}
    assert History().details is None


# -- the reference ----------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text()
WORDS: dict[Any, str] = {
    str: "text",
    int: "whole number",
    Number: "amount",
    datetime.datetime: "date and time",
    list[str]: "list of text",
    dict[str, dict[str, Any]]: "table",
}


def kind_in_words(kind: Any) -> str:
    parts = [part for part in get_args(kind) if part is not type(None)]
    if isinstance(kind, types.UnionType) and kind != Number:
        return kind_in_words(parts[0] if len(parts) == 1 else Number)
    if kind in WORDS:
        return WORDS[kind]
    if get_origin(kind) is list:
        return f"list of {kind_in_words(*get_args(kind))}s"
    assert issubclass(kind, msgspec.Struct)
    return "table"


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("## `_details`", Details),
        ("### `tournament`", TournamentDetails),
        ("### `sitting_out`", SittingOut),
        ("### `bounties`", BountyCollected),
        ("### `cash_outs`", CashOut),
        ("### `other_time`", ZonedTime),
    ],
)
def test_the_reference_has_every_key_with_its_type(heading: str, kind: type[msgspec.Struct]) -> None:
    part = PAGE.partition(f"\n{heading}")[2].partition("\n##")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([\w ]+) \|", part, re.MULTILINE)
    assert rows == [(name, kind_in_words(hint)) for name, hint in get_type_hints(kind).items()]


def test_the_reference_has_every_flag() -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| `flags` | list of text | `anonymous`")]
    assert re.findall(r"`([\w ]+)`", row)[1:] == list(FLAGS)
