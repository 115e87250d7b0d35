"""From a history to Open Hand History and back: the same actions, boards and stacks; losses are named."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick.history import BadHistory, History, loads, read, replay
from bigslick.history.action_kinds import REMARK
from bigslick.history.formats.ohh.reading import FORMAT
from bigslick.history.formats.registry import Written
from bigslick.history.history_details import BountyCollected, CashOut, Details, SittingOut, ZonedTime
from bigslick.history.notation import read_action
from bigslick.history.replay.settlement import rake_of

from .ohh_hands import SUNDAY, read_all

SHARED = Path(__file__).parents[5] / "shared" / "hands"
FILES = [*sorted((SHARED / "handhq").glob("*.phhs")), SHARED / "pluribus.phhs"]
PLAIN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 50, 80.25]
players = ['Ann', 'Bob', 'Cat']
"""


def write(found: History, hero: str | None) -> Written:
    assert FORMAT.write is not None
    return FORMAT.write(found, hero)


def history(*actions: str, **changes: Any) -> History:
    deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    found = loads(PLAIN + f"actions = {[*deal, *actions]}\n")
    for name, value in changes.items():
        setattr(found, name, value)
    return found


def fields(found: History, hero: str | None = None) -> dict[str, Any]:
    hand: dict[str, Any] = json.loads(write(found, hero).text)["ohh"]
    return hand


def again(found: History) -> History:
    """Return a history written and read back."""
    (back,) = read_all(write(found, None).text.encode())
    assert isinstance(back, History), back
    return back


def acts(found: History) -> list[tuple[object, ...]]:
    """Return the actions without remarks, amounts as numbers."""
    actions = [read_action(text) for text in found.actions or ()]
    return [
        (one.kind, one.player, Decimal(one.amount).scaleb(-one.places), one.cards)
        for one in actions
        if one.kind != REMARK
    ]


def same(found: History, back: History) -> None:
    assert acts(back) == acts(found), found.place
    assert back.starting_stacks == found.starting_stacks, found.place
    if found.details is None and back.details is not None:
        back.details.rake = None  # PHH has no field for it: there it is the difference from the winnings
    first, second = replay(found), replay(back)
    assert first.finished == second.finished
    amounts = [[Decimal(stack) for stack in one.final_stacks] for one in (first, second)]
    if rake_of(back) not in (None, rake_of(found)):  # OHH says what the house took, which PHH leaves open
        amounts = [[chips * one.unit for chips in one.winnings] for one in (first, second)]
    assert amounts[0] == amounts[1], found.place


def hands(every: int) -> Iterator[History]:
    for path in FILES:
        for place, found in enumerate(read(path)):
            if place % every == 0:
                yield found


def test_amounts_are_what_an_action_adds_in_the_shortest_exact_form() -> None:
    found = history(
        *("p3 cbr 3.00", "p1 cbr 10.00", "p2 f", "p3 cc", "d db AhKd2c", "p1 cbr 12.25", "p3 cbr 30.50", "p1 f")
    )
    hand = fields(found)
    preflop, flop = hand["rounds"]
    assert [(one["action"], one.get("amount")) for one in preflop["actions"]] == [
        ("Post SB", 0.5),
        ("Post BB", 1),
        ("Raise", 3),
        ("Raise", 9.5),
        ("Fold", 0),
        ("Call", 7),
    ]
    assert [(one["action"], one["amount"]) for one in flop["actions"]] == [("Bet", 12.25), ("Raise", 30.5), ("Fold", 0)]
    assert hand["pots"][0]["amount"] == 45.5
    assert '"amount":45.5,' in write(found, None).text
    assert hand["dealer_seat"] == 3
    assert hand["spec_version"] == "1.4.7"


def test_every_required_field_of_the_standard_is_there() -> None:
    hand = fields(history("p3 f", "p1 f"))
    required = (
        "spec_version site_name network_name internal_version game_number start_date_utc table_name game_type "
        "bet_limit table_size currency dealer_seat small_blind_amount big_blind_amount ante_amount hero_player_id "
        "players rounds pots"
    )
    assert set(required.split()) <= set(hand)
    assert set(hand["players"][0]) >= {"id", "seat", "name", "starting_stack"}
    assert set(hand["rounds"][0]["actions"][0]) >= {"action_number", "player_id", "action", "amount", "is_allin"}
    assert set(hand["pots"][0]) >= {"number", "amount", "rake", "player_wins"}


def test_everything_the_details_say_is_written_and_read_back() -> None:
    details = Details(
        site="Oak Room",
        hero="Bob",
        rake=Decimal("0.05"),
        total_pot=2,
        flags=["anonymous", "fast"],
        sitting_out=[SittingOut(seat=6, name="Dan", stack=7)],
        bounties=[BountyCollected(player="Bob", amount=Decimal("2.5"), eliminated="Ann")],
        cash_outs=[CashOut(player="Bob", amount=Decimal("1.5"))],
        tournament=msgspec.structs.replace(SUNDAY, kind="STT"),
        extra={"ohh": {"network_name": "Oaks", "table_skin": "dark", "display": {"Ann": "Annie"}, "dealer_seat": 5}},
    )
    found = history(
        *("p3 f", "p1 cc", "p2 cc", "d db AhKd2c", "p1 cc", "p2 cbr 2", "# Cat: Added Chips 20", "p1 f"),
        *("p2 sm 7h7s", "# Cat shows AsTs"),
        winnings=[0, Decimal("1.95"), 0],
        details=details,
        hand=77,
        table="Oak",
        seats=[1, 2, 4],
        seat_count=6,
        year=2026,
        month=11,
        day=16,
        time=datetime.time(15, 0, 5),
        time_zone_abbreviation="ET",
        currency="USD",
    )
    written = write(found, None)
    assert written.lost == ()
    back = again(found)
    same(found, back)
    assert back.actions == found.actions
    assert (back.hand, back.table, back.seats, back.seat_count) == (77, "Oak", [1, 2, 4], 6)
    assert (back.time, back.time_zone, back.currency) == (datetime.time(20, 0, 5), "UTC", "USD")
    assert back.winnings == found.winnings
    assert back.details is not None
    back.details.extra["ohh"].pop("spec_version")
    back.details.extra["ohh"].pop("internal_version")
    assert back.details == details


def test_a_second_board_is_dealt_from_the_street_where_it_parts() -> None:
    rest = ("p3 f", "p1 cbr 100", "p2 cc", "d db AhKd2c", "d db 5s", "d db 6s", "p1 sm AsAc", "p2 sm KhKs")
    details = Details(flags=["run it twice"], boards=["AhKd2cKc7s"])
    found = history(*rest, details=details, winnings=[50, 50, 0])
    hand = fields(found)
    assert [one["street"] for one in hand["rounds"]] == [
        *("Preflop", "Flop", "Turn", "River", "Showdown", "Turn", "River")
    ]
    assert hand["flags"] == ["Run_It_Twice"]
    back = again(found)
    assert back.details is not None
    assert back.details.boards == details.boards
    assert acts(back) == acts(found)


def test_a_bomb_pot_has_no_bets_before_the_flop() -> None:
    found = history(
        *("p1 cc", "p2 cc", "p3 cc", "d db AhKd2c", "p1 cbr 5", "p2 f", "p3 f"),
        antes=[3, 3, 3],
        blinds_or_straddles=[0, 0, 0],
        details=Details(flags=["bomb pot"]),
    )
    assert [one["action"] for one in fields(found)["rounds"][0]["actions"]] == ["Post Ante"] * 3
    same(found, again(found))


def test_hero_is_named_or_comes_from_the_details() -> None:
    found = history("p3 f", "p1 f")
    assert fields(found)["hero_player_id"] is None
    assert fields(found, "Cat")["hero_player_id"] == 2
    assert fields(found, "Zoe")["hero_player_id"] is None
    found.details = Details(hero="Bob")
    assert fields(found)["hero_player_id"] == 1


def test_what_the_standard_cannot_hold_is_named() -> None:
    found = history(
        *("# Ann: nh", "p3 f # quickly", "p1 f"),
        author="Ann",
        seats=[2, 1, 3],
        user={"_mood": "good"},
        starting_stacks=[Decimal("Infinity"), 50, 80],
        winnings=[0, 0, 40],
        details=Details(
            extra={"pokerstars": {"x": 1}, "ohh": {"odd": 1}},
            other_time=ZonedTime(at=datetime.datetime(2026, 1, 1), zone="CET"),  # as it comes from a file
        ),
    )
    assert set(write(found, None).lost) == {
        "remarks, such as chat",
        "comments on actions",
        "the seats, which do not go round the table in the order of the deal",
        "the missing time of the hand: 1970-01-01T00:00:00Z is written",
        "stacks that are not known: 100 big blinds and what the player spends are written",
        "winnings that are not what the play pays",
        "the field 'author'",
        "the field '_mood'",
        "the time in a second zone",
        "what only pokerstars has",
        "the field 'odd' of the file",
    }
    assert again(found).starting_stacks == found.starting_stacks


def test_rake_is_taken_from_the_pots_of_those_who_were_paid_less() -> None:
    found = history("p3 cbr 10", "p1 f", "p2 cc", "d db AhKd2c", "p2 cc", "p3 cbr 5", "p2 f", winnings=[0, 0, 20])
    (pot,) = fields(found)["pots"]
    assert pot == {"number": 0, "amount": 20.5, "rake": 0.5, "player_wins": [{"player_id": 2, "win_amount": 20}]}


def test_a_hand_by_the_rules_of_a_site_is_written_too() -> None:
    shows = ("d db AhKd2c", "d db 5s", "d db 6s", "p1 sm AsAc", "p2 sm KhKs")
    found = history("p3 cbr 10", "p1 cbr 15", "p2 cbr 16", "p3 f", *shows, starting_stacks=[15, 50, 80])
    with pytest.raises(BadHistory, match=r"a raise to 16.* is below the minimum of 24"):
        replay(found)
    assert acts(again(found)) == acts(found)
    found.actions = [text.replace("cbr 15", "cbr 11") for text in found.actions or ()]
    with pytest.raises(BadHistory, match=r"a raise to 11.* is below the minimum of 15"):
        write(found, None)


def test_hands_of_the_dataset_come_back_the_same() -> None:
    for found in hands(40):
        same(found, again(found))


@pytest.mark.slow
def test_all_hands_of_the_dataset_come_back_the_same() -> None:
    count = 0
    for found in hands(1):
        same(found, again(found))
        count += 1
    assert count == 10_760


def test_hands_of_the_standard_come_back_the_same() -> None:
    count = 0
    for path in sorted((SHARED / "ohh").glob("*.ohh"))[-4:]:
        for found in read_all(path.read_bytes()):
            if isinstance(found, History):
                back = again(found)
                assert acts(back) == acts(found)
                assert back.winnings == found.winnings
                assert back.finishing_stacks == found.finishing_stacks
                count += 1
    assert count > 200
    assert FORMAT.suffix == ".ohh"
