"""Cases of type `hand`: each field is compared, and problems in a case are named."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.rulings import Verdict
from bigslick.rulings.checker import check_case, read_rulings
from bigslick.rulings.hands import HandCase, tell_hand

from .cases import json_values, verdicts, why


@pytest.mark.parametrize(("turn", "more", "scale"), [(1, 0, 1), (2, 0, 7), (0, 2, 1), (3, 3, 1000)])
def test_every_hand_is_ruled_the_same_from_another_chair(shared: Path, turn: int, more: int, scale: int) -> None:
    """The same hands with everyone moved by `turn` seats, `more` empty seats added, and chips multiplied by `scale`."""
    for case in json.loads((shared / "rulings" / "rulings.json").read_text())["cases"]:
        if case["type"] == "hand":
            (verdict,) = verdicts(moved(case, turn, more, scale))
            assert verdict.ok, verdict


def moved(case: dict[str, Any], turn: int, more: int, scale: int) -> dict[str, Any]:
    size = min(10, case["table_size"] + more)

    def seat(old: Any) -> Any:
        return None if old is None else (int(old) + turn) % size

    def chips(old: Any) -> Any:
        return None if old is None else old * scale

    def by_seat(old: dict[str, int]) -> dict[int, int]:
        return {seat(key): chips(value) for key, value in old.items()}

    def step(old: dict[str, Any]) -> dict[str, Any]:
        if "expect" in old:
            expect = dict(old["expect"], to_act=seat(old["expect"]["to_act"]))
            for field in ("call_amount", "pot_total", "min_raise_to", "max_raise_to"):
                expect[field] = chips(expect[field])
            return {"expect": expect}
        return {**old, "seat": seat(old["seat"]), **({"to": chips(old["to"])} if "to" in old else {})}

    new = copy.deepcopy(case)
    new.update(
        table_size=size, button=seat(case["button"]), sb_seat=seat(case["sb_seat"]), bb_seat=seat(case["bb_seat"])
    )
    new["blinds"] = {name: chips(amount) for name, amount in case["blinds"].items()}
    new["ante"]["amount"] = chips(case["ante"]["amount"])
    new["stacks"] = by_seat(case["stacks"])
    new["hole_cards"] = {seat(key): cards for key, cards in case["hole_cards"].items()}
    new["options"]["odd_chip_unit"] = chips(case["options"].get("odd_chip_unit", 1))
    new["extra_posts"] = {
        seat(key): {kind: chips(amount) for kind, amount in post.items()}
        for key, post in case.get("extra_posts", {}).items()
    }
    new["script"] = [step(old) for old in case["script"]]
    expected = new["expected"]
    for field in ("stacks_now", "uncalled_return", "payouts", "final_stacks"):
        if field in expected:
            expected[field] = by_seat(expected[field])
    for field in ("eliminated", "show_order"):
        if field in expected:
            expected[field] = [seat(old) for old in expected[field]]
    for pot in expected.get("pots", []):
        pot.update(amount=chips(pot["amount"]), eligible=[seat(old) for old in pot["eligible"]])
    for pot in expected.get("pot_awards", []):
        odd = [[seat(old), chips(amount)] for old, amount in pot["odd_chips_to"]]
        pot.update(amount=chips(pot["amount"]), winners=[seat(old) for old in pot["winners"]], odd_chips_to=odd)
    return new


def test_a_hand_passes(hand: dict[str, Any]) -> None:
    assert verdicts(hand) == [Verdict("RO6", "reopening", True)]


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("street", "turn", "street is flop, expected turn"),
        ("to_act", 2, "to_act is 1, expected 2"),
        ("legal", ["fold", "call", "raise"], "legal is [call, fold], expected [call, fold, raise]"),
        ("call_amount", 301, "call_amount is 300, expected 301"),
        ("pot_total", 2000, "pot_total is 2100, expected 2000"),
        ("min_raise_to", 1300, "min_raise_to is none, expected 1300"),
        ("max_raise_to", 4900, "max_raise_to is none, expected 4900"),
    ],
)
def test_each_field_of_a_checkpoint_is_compared(hand: dict[str, Any], field: str, wrong: object, sentence: str) -> None:
    hand["script"][6]["expect"][field] = wrong
    assert why(hand) == f"checkpoint 1 after seat 0's all_in to 800: {sentence}"


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("pots", [{"amount": 2300, "eligible": [0, 1]}], "pots is [[2400, [0, 1]]], expected [[2300, [0, 1]]]"),
        ("uncalled_return", {"1": 5}, "uncalled_return is {}, expected {1: 5}"),
        ("payouts", {"1": 2400}, "payouts is {0: 2400}, expected {1: 2400}"),
        ("final_stacks", {"2": 4401}, "final_stacks is {2: 4400}, expected {2: 4401}"),
        ("final_stacks", {"7": 1}, "final_stacks is {7: none}, expected {7: 1}"),
        ("eliminated", [1], "eliminated is [], expected [1]"),
        ("show_order", [0, 1], "show_order is [1, 0], expected [0, 1]"),
        ("all_in_showdown", False, "all_in_showdown is true, expected false"),
        (
            "pot_awards",
            [{"amount": 2400, "winners": [1], "odd_chips_to": [[1, 1]]}],
            "pot_awards 1: winners is [0], expected [1]; pot_awards 1: odd_chips_to is [], expected [[1, 1]]",
        ),
    ],
)
def test_each_field_of_the_end_is_compared(hand: dict[str, Any], field: str, wrong: object, sentence: str) -> None:
    hand["expected"][field] = wrong
    assert why(hand) == sentence


def test_an_unfinished_hand_compares_the_stacks_of_the_moment(hand: dict[str, Any]) -> None:
    del hand["script"][-1]
    hand["expected"] = {"hand_not_finished": True, "stacks_now": {"0": 0, "1": 4100, "2": 4400}}
    assert verdicts(hand)[0].ok
    hand["expected"]["stacks_now"]["0"] = 1
    assert why(hand) == "stacks_now is {0: 0, 1: 4100, 2: 4400}, expected {0: 1, 1: 4100, 2: 4400}"


def test_a_script_that_stops_early_without_saying_so_has_failed(hand: dict[str, Any]) -> None:
    del hand["script"][-1]
    assert why(hand) == "the script ends with seat 2 to act on the flop: expected a finished hand"


def test_an_action_out_of_turn_is_told(hand: dict[str, Any]) -> None:
    hand["script"][1]["seat"] = 2
    assert "seat 2's call after seat 0's call is out of turn: to act is seat 1 on the preflop" in why(hand)


def test_a_refused_action_is_told_with_the_sentence_of_the_engine(hand: dict[str, Any]) -> None:
    hand["script"][3]["to"] = 5
    sentence = why(hand)
    assert sentence.startswith("seat 1's bet to 5 after seat 2's check was refused: ")
    assert "100" in sentence


def test_a_wrong_total_of_a_call_is_told(hand: dict[str, Any]) -> None:
    hand["script"][4]["to"] = 400
    assert why(hand) == "seat 2's call to 400 after seat 1's bet to 500: the total of the call is 500, expected 400"


def test_cards_that_the_case_does_not_give_are_named_when_they_matter(hand: dict[str, Any]) -> None:
    del hand["hole_cards"]["1"]
    hand["expected"]["payouts"] = {"2": 2400}
    assert "hole_cards gives no cards to seat 1" in why(hand)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("blinds", "sb"), "50", "blinds.sb: expected int, got str"),
        (("blinds", "sb"), 50.0, "blinds.sb: expected int, got float"),
        (("stacks", "0"), True, "stacks[...]: expected int, got bool"),
        (("game",), "PLO", "game: Invalid enum value 'PLO'"),
        (("script", 3, "to"), None, "script[3]: a bet needs 'to', the total it makes of the seat's bet on this street"),
        (("script", 2, "to"), 0, "script[2]: a check has no 'to'"),
        (("script", 0, "action"), None, "script[0]: a step is either an action"),
        (("script", 6, "expect", "min_rase"), 1, "script[6].expect: field 'min_rase' is not known"),
        (("expected", "winner"), 1, "expected: field 'winner' is not known"),
        (("extra_post",), {}, "field 'extra_post' is not known: did you mean 'extra_posts'?"),
        (("options",), {"rabbit_hunting": True}, "option 'rabbit_hunting' is not known; known are allow_open_fold, "),
        (("options",), {"reopen_rule": "tda"}, "option 'reopen_rule' is 'tda': expected tda_cumulative or single_full"),
        (("options",), {"pl_assume_full_blinds": 1}, "option 'pl_assume_full_blinds' is 1: expected true or false"),
        (("options",), {"odd_chip_unit": True}, "option 'odd_chip_unit' is True: expected a whole number"),
        (("table_size",), 11, "table_size is 11: expected 2 to 10"),
        (("stacks", "3"), 100, "stacks: seat 3 does not exist: the seats of this table are 0 to 2"),
        (("board",), "2c2c", "2c appears twice"),
        (("hole_cards", "0"), "AhXx", "'Xx' is not a card"),
    ],
)
def test_what_is_wrong_in_a_case_is_said_by_name(
    hand: dict[str, Any], path: tuple[str | int, ...], value: object, sentence: str
) -> None:
    place: Any = hand
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    assert sentence in why(hand)


def test_a_missing_field_is_named(hand: dict[str, Any]) -> None:
    del hand["script"]
    assert why(hand) == "field 'script' is missing"


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_change_of_a_case_breaks_the_checker(data: st.DataObject) -> None:
    case: dict[str, Any] = json.loads(SMALL_HAND)
    for _ in range(data.draw(st.integers(1, 3))):
        place, key = data.draw(st.sampled_from(list(places(case))))
        if data.draw(st.booleans()):
            place[key] = data.draw(json_values)
        else:
            del place[key]
    for verdict in verdicts(case):
        assert verdict.ok or verdict.why
        assert "unexpected" not in verdict.why


def places(value: Any) -> Any:
    """Return every container and key below a JSON value."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


SMALL_HAND = """{"id": "X", "type": "hand", "area": "a",
"game": "PLHE", "table_size": 4, "button": 0, "sb_seat": 1, "bb_seat": 2,
"blinds": {"sb": 5, "bb": 10}, "ante": {"type": "big_blind", "amount": 10, "order": "ante_first"},
"stacks": {"0": 500, "1": 500, "2": 500, "3": 15}, "options": {"odd_chip_unit": 5, "reopen_rule": "single_full_raise"},
"hole_cards": {"0": "AhAd", "3": "KhKd"}, "board": "2c3d5s7c8s", "extra_posts": {"0": {"live": 10, "dead": 5}},
"script": [{"expect": {"to_act": 3, "legal": ["fold", "call", "raise"], "pot_total": 40}},
{"seat": 3, "action": "all_in"},
{"seat": 0, "action": "call"}, {"seat": 1, "action": "fold"}, {"seat": 2, "action": "fold"}],
"expected": {"payouts": {"0": 60}, "eliminated": [3], "pots": [{"amount": 60, "eligible": [0, 3]}], "pot_awards":
[{"amount": 60, "winners": [0], "odd_chips_to": []}]}}"""


def test_dead_blinds_and_a_minimum_bet_are_told() -> None:
    book = """
        [[cases]]
        id = "C"
        type = "hand"
        blinds = "10/20"
        stacks = [100, 100, 100]
        button = 1
        bb_seat = "dead"
        min_bet = 30
        script = "seat 3 may fold, call 20 or raise to 50-100"
    """
    file = read_rulings(book)
    assert check_case(file, file.cases[0]).ok
    case = file.case(file.cases[0])
    assert isinstance(case, HandCase)
    lines = [*tell_hand(case)]
    assert lines[:2] == ["No-limit hold'em, blinds 10/20, minimum bet 30; 3 seats.", "The big blind is dead."]
    both = msgspec.structs.replace(case, sb_seat="dead")
    assert "The small and the big blind are dead." in tell_hand(both)
