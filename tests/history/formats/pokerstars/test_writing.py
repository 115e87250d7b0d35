"""Writing PokerStars text: reading it back gives the same play, and importers' sums hold."""

from __future__ import annotations

import io
import re
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bigslick import Call, Check, Fold, Hand, Rules
from bigslick.history import BadHistory, History, read, record, replay
from bigslick.history.formats.pokerstars.reading import FORMAT
from bigslick.history.formats.pokerstars.writing import write
from bigslick.history.history_details import Details, SittingOut, TournamentDetails

from .pokerstars_hands import CASH, EVERY, POSTS, TOURNAMENT, TWICE
from .pokerstars_trips import played, there_and_back

SHARED = Path(__file__).parents[5] / "shared" / "hands"
FILES = sorted(SHARED.glob("**/*.phhs"))


def one(text: str) -> History:
    assert FORMAT.read is not None
    (history,) = FORMAT.read(io.BytesIO(text.encode()), "")
    assert isinstance(history, History)
    return history


def normal(text: str) -> list[str]:
    """Normalise a hand's lines: two digits for every part of the time, shows and collects in any order."""
    text = re.sub(r" (\d):(\d\d:\d\d)", r" 0\1:\2", text)
    return sorted(line for line in text.splitlines() if line)


@pytest.mark.parametrize("text", [CASH, TOURNAMENT, POSTS, TWICE], ids=["cash", "tournament", "posts", "twice"])
def test_a_text_comes_back_line_by_line(text: str) -> None:
    written = write(one(text), None)
    assert written.lost == ()
    assert normal(written.text) == normal(text)


@pytest.mark.parametrize("text", EVERY)
def test_a_history_of_a_text_comes_back_whole(text: str) -> None:
    history = one(text)
    assert there_and_back(history)[1].fields() == history.fields()


def check_sums(text: str) -> None:
    """Check what importers check: collected plus rake, and named pots plus rake, equal the total pot."""
    amounts = [Decimal(found) for found in re.findall(r"^.* collected \D?([\d.]+) from ", text, re.MULTILINE)]
    total = re.search(r"^Total pot \D?([\d.]+)(.*) \| Rake \D?([\d.]+)", text, re.MULTILINE)
    assert total is not None
    assert sum(amounts) + Decimal(total[3]) == Decimal(total[1])
    parts = [Decimal(part) for part in re.findall(r"pot(?:-\d)? \D?([\d.]*\d)\.", total[2])]
    assert not parts or sum(parts) + Decimal(total[3]) == Decimal(total[1])


def check_trip(history: History) -> bool:
    """Return whether a hand can be written, and check that it reads back. Only one without a known winner cannot."""
    if not replay(history).finished:
        with pytest.raises(BadHistory, match="the record does not say who won"):
            write(history, None)
        return False
    text, back = there_and_back(history)
    check_sums(text)
    before, after = played(history), played(back)
    if None in before["stacks"]:
        after["stacks"] = before["stacks"]
    if before["players"] is None:
        after["players"] = None
    assert after == before
    return True


@pytest.mark.skipif(not FILES, reason="no recorded hands beside the repository")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recorded_hands_come_back(path: Path) -> None:
    for history in islice(read(path), 12):
        check_trip(history)


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="no recorded hands beside the repository")
def test_every_recorded_hand_comes_back_or_does_not_say_who_won() -> None:
    written = [check_trip(history) for path in FILES for history in read(path)]
    assert (written.count(True), written.count(False)) == (10715, 45)


def test_a_hero_sees_their_own_cards_and_what_is_shown() -> None:
    hand = Hand.start([500] * 3, (10, 20), seed=7)
    for action in (Call(), Call(), Check()):
        hand.act(action)
    while hand.turn is not None:
        hand.act(Check())
    history = record(hand, players=["Ann", "Bob", "Cid"], currency_symbol="$", currency="USD")
    text = write(history, "Bob").text
    assert re.findall(r"Dealt to (\w+) ", text) == ["Bob"]
    assert re.findall(r"Dealt to (\w+) ", write(history, None).text) == ["Bob", "Cid", "Ann"]
    for name in re.findall(r"(\w+): mucks hand", text):
        assert re.search(rf"{name} (?:\(\w+(?: blind)?\) )*mucked$", text, re.MULTILINE), text
    with pytest.raises(BadHistory, match="no player is called 'Zoe': expected one of Bob, Cid, Ann"):
        write(history, "Zoe")


def plain(**more: Any) -> History:
    hand = Hand.start([500] * 2, (10, 20), seed=7)
    hand.act(Fold())
    return record(hand, **more)


@pytest.mark.parametrize("stacks", [[20, 3920, 5000, 10], [10, 3920, 5000, 20], [20, 20, 500, 500]])
def test_a_bomb_pot_comes_back_when_the_ante_was_somebodys_last_chip(stacks: list[int]) -> None:
    """A text with only antes, no blinds, and a flop before anyone acts is a bomb pot."""
    hand = Hand.start(stacks, (5, 10), ante=20, bomb_pot=True, button=3, seed=7, rules=Rules.cash())
    while hand.options is not None:
        hand.act(Check())
    _, again = there_and_back(record(hand))
    assert again.blinds_or_straddles == [0, 0, 0, 0]
    assert again.setup().bomb_pot


def test_what_the_text_cannot_hold_is_named() -> None:
    history = plain(
        players=["A", "B\n "],
        venue="Oak",
        event="Main",
        city="Rome",
        _mood="good",
        hand="b3-1",
        time_zone="Europe/Rome",
    )
    history.details = Details(flags=["bomb pot"], extra={"ohh": {"x": 1}})
    (history.actions or []).append("# what a fold")
    (history.actions or [])[2] += " # tanks"
    lost = write(history, None).lost
    assert lost == (
        "spaces and line breaks around and in names",
        "the field 'event'",
        "the field 'city'",
        "the field 'time_zone'",
        "the field '_mood'",
        "the site 'Oak': written as PokerStars",
        "that the hand is marked 'bomb pot'",
        "what only the format 'ohh' has",
        *[sentence for sentence in lost if "number" in sentence],
        *[sentence for sentence in lost if "date" in sentence or "time of day" in sentence or "zone that" in sentence],
        "comments on actions",
        "remarks that PokerStars does not write",
    )
    assert len(lost) == 15


def test_a_hand_without_number_gets_one_that_stays() -> None:
    first, second = write(plain(), None), write(plain(), None)
    assert first == second
    assert re.match(r"PokerStars Hand #\d+:  Hold'em No Limit \(10/20\) - 1970/01/01 00:00:00 ET", first.text)


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(BadHistory, match="the same name"):
        write(plain(players=["A", "A"]), None)


def test_a_hand_that_no_one_has_won_is_refused() -> None:
    with pytest.raises(BadHistory, match="does not say who won"):
        write(record(Hand.start([500] * 2, (10, 20), seed=7)), None)


def test_a_line_break_makes_no_line() -> None:
    evil = "Eve\r\nSeat 8: Evil ($5 in chips)\n*** SUMMARY ***"
    history = one(CASH)
    plain = play_of(history)
    assert history.actions is not None
    history.actions.insert(3, f'# {(history.players or [""])[0]} said, "{evil}"')
    history.details = Details(sitting_out=[SittingOut(seat=10, name=evil)])
    written = write(history, None)
    assert "line breaks in names and remarks" in written.lost
    assert not re.search("^Seat 8: Evil", written.text, re.MULTILINE)
    assert play_of(one(written.text)) == plain


def play_of(history: History) -> list[str]:
    return [text for text in history.actions or () if not text.startswith("#")]


@pytest.mark.parametrize("text", ["V\nSeat 8: Evil", "V (1/2)", "\u2028"])
def test_a_first_line_that_cannot_be_read_is_refused(text: str) -> None:
    history = one(TOURNAMENT)
    history.details = Details(tournament=TournamentDetails(level=text))
    with pytest.raises(BadHistory, match="currency, level or zone does not fit the first line"):
        write(history, None)


@pytest.mark.parametrize("seat", [-9, 0, 11, 10**20])
def test_who_sits_out_in_no_seat_is_lost(seat: int) -> None:
    history = one(CASH)
    history.details = Details(sitting_out=[SittingOut(seat=seat, name="Eve")])
    written = write(history, None)
    assert "players sitting out in a seat that is not one of 1 to 10" in written.lost
    assert "Eve" not in written.text


@pytest.mark.parametrize("level", [-1, 4000, 10**30])
def test_a_level_without_a_roman_number_is_lost(level: int) -> None:
    history = one(TOURNAMENT)
    history.level, history.details = level, None
    written = write(history, None)
    assert any("which has no Roman number" in sentence for sentence in written.lost)
    assert " - Level " not in written.text
