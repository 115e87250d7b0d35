"""The rulings file: every case of it that we know passes, and what is wrong in a file is said by name."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.history.rulings import BadRulings, Verdict, check_file, check_rulings, count_hands

KNOWN = {"hand", "icm", "substantial_action"}


def verdicts(*cases: dict[str, Any], **sections: object) -> list[Verdict]:
    return list(check_rulings(json.dumps({"cases": cases, **sections})))


def why(case: dict[str, Any]) -> str:
    (verdict,) = verdicts(case)
    assert not verdict.ok
    return verdict.why


@pytest.fixture
def hand() -> dict[str, Any]:
    """TDA 47 example 1 in short: a bet, a short all-in, and the bettor who may only call."""
    return {
        "id": "RO6",
        "type": "hand",
        "area": "reopening",
        "game": "NLHE",
        "table_size": 3,
        "button": 0,
        "sb_seat": 1,
        "bb_seat": 2,
        "blinds": {"sb": 50, "bb": 100},
        "ante": {"type": "none", "amount": 0},
        "stacks": {"0": 900, "1": 5000, "2": 5000},
        "options": {},
        "hole_cards": {"0": "AhAd", "1": "KhKd", "2": "QhQd"},
        "board": "2c3d5s7c8s",
        "script": [
            {"seat": 0, "action": "call"},
            {"seat": 1, "action": "call"},
            {"seat": 2, "action": "check"},
            {"seat": 1, "action": "bet", "to": 500},
            {"seat": 2, "action": "call"},
            {"seat": 0, "action": "all_in", "to": 800},
            {
                "expect": {
                    "street": "flop",
                    "to_act": 1,
                    "legal": ["fold", "call"],
                    "call_amount": 300,
                    "pot_total": 2100,
                    "min_raise_to": None,
                    "max_raise_to": None,
                }
            },
            {"seat": 1, "action": "call"},
            {"seat": 2, "action": "fold"},
        ],
        "expected": {
            "pots": [{"amount": 2400, "eligible": [0, 1]}],
            "uncalled_return": {},
            "payouts": {"0": 2400},
            "final_stacks": {"0": 2400, "1": 4100, "2": 4400},
            "eliminated": [],
            "show_order": [1, 0],
            "all_in_showdown": True,
            "pot_awards": [{"amount": 2400, "winners": [0], "odd_chips_to": []}],
        },
    }


def test_every_known_case_of_the_shared_file_passes(shared: Path) -> None:
    path = shared / "rulings" / "rulings.json"
    types = {case["id"]: case["type"] for case in json.loads(path.read_text())["cases"]}
    found = list(check_file(path))
    known = [verdict for verdict in found if types.get(verdict.id, "hand") in KNOWN]
    assert [verdict for verdict in known if not verdict.ok] == []
    assert len(known) == 53 + 5 + 1 + 3 + 14 + 14


@pytest.mark.parametrize(("turn", "more", "scale"), [(1, 0, 1), (2, 0, 7), (0, 2, 1), (3, 3, 1000)])
def test_every_hand_is_ruled_the_same_from_another_chair(shared: Path, turn: int, more: int, scale: int) -> None:
    """The same hands with everybody moved by `turn` chairs, `more` empty chairs added and every chip worth `scale`."""
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


def test_a_type_not_known_yet_has_failed_by_name() -> None:
    (verdict,) = verdicts({"id": "C", "type": "coin_toss", "area": "luck"})
    assert not verdict.ok
    assert "type 'coin_toss' is not known yet; known are " in verdict.why


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
        (("stacks", "3"), 100, "stacks: seat 3 does not exist; the seats of this table are 0 to 2"),
        (("board",), "2c2c", "2c stands twice"),
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


def test_a_remark_that_nobody_reads_is_no_mistake(hand: dict[str, Any]) -> None:
    hand["heard_at"] = "table 7"
    assert verdicts(hand)[0].ok


def test_a_broken_case_does_not_stop_the_others(hand: dict[str, Any]) -> None:
    broken = {"id": 7}
    first, second, third = verdicts(broken, hand, copy.deepcopy(hand))
    assert (first.id, first.ok) == ("cases[0]", False)
    assert first.why == "case 1 of the file: id: expected str, got int"
    assert second.ok
    assert third.why == "this id stands twice in the file: give each case its own"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.json is not JSON"),
        ("{", "x.json is not JSON"),
        ("[]", "x.json is not a file of rulings: expected object, got array"),
        ('{"cases": 3}', "x.json is not a file of rulings: expected array, got int"),
        ('{"rulings": []}', "x.json has no rulings: expected a list 'cases'"),
    ],
)
def test_a_text_that_is_no_file_of_rulings_is_refused_at_once(text: str, sentence: str) -> None:
    with pytest.raises(BadRulings, match=r"x\.json") as refusal:
        check_rulings(text, source="x.json")
    assert sentence in str(refusal.value)


def test_a_section_not_known_yet_has_failed_by_name() -> None:
    (verdict,) = verdicts(odds_and_ends=[])
    assert verdict.id == "odds_and_ends"
    assert "section 'odds_and_ends' is not known yet" in verdict.why


def test_icm_names_the_stack_that_differs() -> None:
    case = {"id": "IC", "type": "icm", "area": "icm", "stacks": [5000, 3000, 2000], "payouts": [50, 30, 20]}
    good = [38.392857, 32.75, 28.857143]
    assert verdicts({**case, "expected": good, "expected_exact": ["1075/28", "131/4", "202/7"]})[0].ok
    assert "equity of stack 2 is 32.75, expected 33 within 1e-06" in why({**case, "expected": [good[0], 33, good[2]]})
    assert "expected has 2 equities for 3 stacks" in why({**case, "expected": good[:2]})
    fractions = ["1075/28", "131/4", "203/7"]
    sentence = "expected_exact is [1075/28, 131/4, 202/7], expected [1075/28, 131/4, 29]"
    assert sentence in why({**case, "expected": good, "expected_exact": fractions})
    assert "'1/0' is not a fraction" in why({**case, "expected": good, "expected_exact": ["1/0", "1", "1"]})


def test_substantial_action_names_the_row() -> None:
    rows = [{"actions_in_turn": ["fold", "call"], "substantial": True}]
    case = {"id": "SA", "type": "substantial_action", "area": "sa", "cases": rows}
    assert verdicts(case)[0].ok
    rows.append({"actions_in_turn": ["fold", "fold"], "substantial": True})
    assert why(case) == "row 2, fold fold: substantial is false, expected true"
    rows[1] = {"actions_in_turn": ["nod"], "substantial": True}
    assert "'nod' is not an action in turn" in why(case)


def test_vectors_are_compared_by_place_and_category() -> None:
    good = {"cards": "AcAdAhAsKc", "rank_1_best_7462_worst": 11, "category": "four_of_a_kind"}
    bad = {"cards": "AcAdAhAsKc", "rank_1_best_7462_worst": 12, "category": "flush"}
    first, second, third = verdicts(hand_rank_vectors=[good, bad, {"cards": "Ac"}])
    assert first == Verdict("vectors.1", "hand_rank_vectors", True)
    assert (
        second.why == "rank of AcAdAhAsKc is 11, expected 12; category of AcAdAhAsKc is four_of_a_kind, expected flush"
    )
    assert "expected 5, 6 or 7" in third.why


def test_equities_are_compared_to_the_board() -> None:
    players = [
        {"win": 468, "tie": 0, "equity": 0.47272727, "equity_exact": "26/55"},
        {"win": 522, "tie": 1, "equity": 0.5},
    ]
    matchup = {"id": "Q", "hands": ["AsKd", "QhJh"], "board": "KhTh2c", "boards_enumerated": 990, "players": players}
    (verdict,) = verdicts(equities={"tolerance": 1e-7, "matchups": [matchup]})
    assert verdict.id == "equities.Q"
    assert "AsKd" not in verdict.why
    assert "tie of QhJh is 0, expected 1" in verdict.why
    assert "equity of QhJh is 0.527272727, expected 0.5 within 1e-07" in verdict.why


def test_all_five_card_hands_are_counted() -> None:
    census = {
        "total": 2598960,
        "royal_flush": 4,
        "frequencies": {"full_house": 3744, "flash": 1},
        "distinct_classes": 7461,
    }
    (verdict,) = verdicts(evaluator={"five_card": census})
    assert verdict.id == "evaluator.five_card"
    assert "distinct_classes is 7462, expected 7461" in verdict.why
    assert "'flash' is not a category" in verdict.why
    assert "full_house" not in verdict.why.split("expected one of")[0]


def test_the_count_is_the_same_through_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    from bigslick.core import evaluate

    expected = count_hands(5)
    monkeypatch.setattr(evaluate, "COMPILED", False)
    assert count_hands(5) == expected


# --- anything at all -------------------------------------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=60) | st.text(max_size=60) | json_values.map(json.dumps))
def test_no_text_breaks_the_loader(text: bytes | str) -> None:
    try:
        found = list(check_rulings(text))
    except BadRulings:
        return
    assert all(verdict.ok or verdict.why for verdict in found)


@settings(max_examples=200)
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
    """Every container and key below a JSON value."""
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
