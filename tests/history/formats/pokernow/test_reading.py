"""PokerNow logs: split into hands, oldest first, with no hand hiding another; and whose log it is."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bigslick.history import BadHistory, History, hands_of, replay
from bigslick.history.formats.pokernow.reading import FORMAT
from bigslick.history.formats.registry import MOST_BYTES, format_of, read_stream
from bigslick.history.replay.settlement import check_finish

from .pokernow_logs import ANN, BLINDS, BOB, CAT, END, STACKS, WALK, log, read_all

SHARED = Path(__file__).parents[5] / "shared" / "hands" / "pokernow"
SECOND = tuple(line.replace("hand #7", "hand #8").replace("x7", "x8") for line in WALK)


@pytest.mark.parametrize("head", [b"entry,at,order\n", b'\xef\xbb\xbf"entry","at","order"\r\n'])
def test_a_log_is_known_by_its_columns(head: bytes) -> None:
    assert format_of(head) is FORMAT
    assert FORMAT.write is None


@pytest.mark.parametrize("newest_first", [True, False])
@pytest.mark.parametrize("head", [b"", b"entry,at,ord\n", b"ntry,at,order\n", b"\n"])
def test_a_log_is_known_by_its_hands_where_its_columns_have_no_names(head: bytes, newest_first: bool) -> None:
    data = head + log(*WALK, *SECOND, newest_first=newest_first).partition(b"\n")[2]
    assert format_of(data) is FORMAT
    hands = read_all(data)
    assert [hand.hand for hand in hands if isinstance(hand, History)] == [7, 8]
    assert len(hands) == 2


def test_hands_come_oldest_first_whichever_way_the_log_runs() -> None:
    for newest_first in (True, False):
        hands = read_all(
            log(*WALK, "The game's big blind was changed from 20 to 40.", *SECOND, newest_first=newest_first)
        )
        assert [hand.hand for hand in hands if isinstance(hand, History)] == [7, 8]
        assert [hand.number for hand in hands if isinstance(hand, History)] == [1, 2]
        assert all(hand.table == "pglOak" for hand in hands if isinstance(hand, History))


def test_a_line_between_two_hands_belongs_to_the_first() -> None:
    first, second = read_all(log("The player ... joined.", *WALK, f"{CAT} shows a K♥, 10♦.", "(a note)", *SECOND))
    assert isinstance(first, History)
    assert isinstance(second, History)
    assert (first.actions or [])[-2:] == ["# Cat shows KhTd", "# (a note)"]
    assert not any("note" in text for text in second.actions or ())


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ((STACKS, "Player st"), "the stacks are missing: expected the line 'Player stacks: …'"),
        ((f"{CAT} folds", f"{CAT} fol"), "p1 is not to act"),
        ((BLINDS[1], f"{BOB} posts a big hat of 20"), "a post of 'big hat' is not known"),
        (
            (f"{BOB} collected 20 from pot", f"{BOB} collected 25 from pot"),
            "the pots have 25, but the players put in 20",
        ),
        (("(1000)", "(0)"), "starting_stack of 'Ann' is 0"),
    ],
)
def test_a_damaged_hand_hides_no_other(damage: tuple[str, str], why: str) -> None:
    bad = [line.replace(*damage) for line in WALK]
    assert bad != list(WALK)
    found = read_all(log(*WALK, *bad, *SECOND))
    assert len(found) == 3
    assert isinstance(found[0], History)
    assert isinstance(found[2], History)
    refusal = found[1]
    if isinstance(refusal, History):
        with pytest.raises(BadHistory, match=why):
            replay(refusal)
    else:
        assert re.search(why, refusal.sentence)
        assert refusal.line is not None


def test_a_lost_first_line_loses_only_its_own_hand() -> None:
    first, rest, second = read_all(log(*WALK, *WALK[1:], *SECOND))
    assert isinstance(first, History)
    assert isinstance(second, History)
    assert isinstance(rest, BadHistory)
    assert rest.sentence.startswith("the first line of a hand is damaged or missing before 'Player stacks:")


def test_bytes_that_are_not_utf_8_and_lines_that_are_not_csv() -> None:
    for damage in (b"\xff\xfe", b'""' + b"x" * 200_000):
        data = log(*WALK, *SECOND)
        at = data.index(b"folds")
        found = read_all(data[:at] + damage + data[at:])
        assert [type(one) for one in found] == [History, BadHistory]


def test_the_owner_of_a_log_is_the_player_who_shows_its_cards() -> None:
    mine, other = "Your hand is K♥, 10♦", "Your hand is 2♣, 3♣"
    shows = f"{CAT} shows a 10♦, K♥."
    first = (*WALK[:2], mine, *WALK[2:], shows)
    second = (*SECOND[:2], other, *SECOND[2:], f"{ANN} shows a A♣, A♦.")
    one, two = read_all(log(*first, *second))
    assert isinstance(one, History)
    assert isinstance(two, History)
    assert one.details is not None
    assert two.details is not None
    assert (one.details.hero, two.details.hero) == ("Cat", "Cat")
    assert "d dh p3 KhTd" in (one.actions or ())
    assert "d dh p3 2c3c" in (two.actions or ())
    (alone,) = read_all(log(*WALK[:2], mine, *WALK[2:]))
    assert isinstance(alone, History)
    assert "# Your hand is K♥, 10♦" in (alone.actions or ())


class _Pipe(io.RawIOBase):
    """A log that can be read only once."""

    def __init__(self, data: list[bytes]) -> None:
        self._blocks: Iterator[bytes] = iter(data)
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray, /) -> int:  # type: ignore[override]
        self._left = self._left or next(self._blocks, b"")
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


def test_a_line_of_100_mb_is_refused_and_hides_no_other() -> None:
    lines = log(*WALK, *SECOND).splitlines(keepends=True)
    at = next(place for place, line in enumerate(lines) if b"hand #7" in line and b"ending" in line)
    data = [b"".join(lines[:at]), *[b"x" * (1 << 20)] * 100, b"\n", b"".join(lines[at:])]
    hands = read_stream(io.BufferedReader(_Pipe(data)), "big.csv")  # type: ignore[type-var]
    with pytest.raises(BadHistory, match=f"the hand has more than {MOST_BYTES} bytes"):
        next(hands)
    assert next(hands).hand == 8
    with pytest.raises(StopIteration):
        next(hands)


def test_every_hand_of_the_shared_logs_is_played_to_its_end_or_refused_for_a_reason() -> None:
    played, refused, cut = 0, [], []
    for path in sorted(SHARED.glob("*.csv")):
        for history in hands_of(path, lambda refusal: refused.append(refusal.sentence)):
            try:
                found = replay(history)
                assert found.finished
                check_finish(found)
                played += 1
            except BadHistory as refusal:
                cut.append(refusal.sentence)
    assert (played, len(refused), len(cut)) == (1253, 197, 2)
    assert {text.partition(":")[0].split(" Hi")[0] for text in refused} == {"the game is 'Pot Limit Omaha"}
    assert all("is below the minimum of" in text for text in cut)  # PokerNow cuts a raise down to what the others have


def test_an_unfinished_log_is_read_as_far_as_it_goes() -> None:
    (found,) = read_all(log(*WALK[:5]))
    assert isinstance(found, History)
    assert found.winnings is None
    assert not replay(found).finished
    assert END not in (found.actions or ())


@pytest.mark.parametrize(
    "line",
    [
        '"' * 60_000,
        "-- starting hand #1 (A" + " " * 60_000,
        "Player stacks: " + '#1 "' * 15_000,
        '"' + " @ a" * 15_000,
        '"Ann @ aa-1" posts a' + " of" * 20_000,
        '"Ann @ aa-1" collected ' + "1," * 30_000,
        "Flop: " + "[" * 60_000,
        "Your hand is" + " 2," * 20_000,
    ],
)
def test_no_line_takes_long(line: str) -> None:
    """Every pattern meets a line of 60,000 letters, which would take minutes in quadratic time."""
    began = time.process_time()
    found = read_all(log(*WALK[:2], line, *WALK[2:], *SECOND) + line.encode() + b"\n")
    assert time.process_time() - began < 5
    assert any(isinstance(one, History) and one.hand == 8 for one in found)
