"""A file of many hands is split at its table headers: as in TOML, block by block, and even when damaged."""

from __future__ import annotations

import io
import time
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, loads_all
from bigslick.history.formats.phh import reading as phh
from bigslick.history.formats.phh import tables as phh_tables
from bigslick.history.formats.phh.tables import BLOCK, PhhTables, Piece, TooLarge, has_table, starts_table
from bigslick.history.formats.registry import MOST_BYTES, read_stream

from ...reading import good_and_bad

PLAIN = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 99.50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
players = ['Ada', '']
"""


def many(count: int, *, first: int = 1) -> list[bytes]:
    return [b"[%d]\n%bhand = %d\n" % (number, PLAIN, number * 7) for number in range(first, first + count)]


def everything(data: bytes) -> tuple[list[History], list[BadHistory]]:
    """Return what is read and what is refused; let any other exception through."""
    return good_and_bad(loads_all(data, file="some.phhs"))


class Endless(io.RawIOBase):
    """A stream of this many bytes, generated as they are read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._left:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._left = part
        taken, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


def stream(parts: Iterator[bytes]) -> io.BufferedReader:
    return io.BufferedReader(Endless(parts))


# -- what TOML means --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        b"_note = '''\n[2]\nnot a hand\n'''\n",
        b'_note = """\n[2]\nvariant = 7\n\n[3]\n"""\n',
        b"_list = [\n[1],\n[2]\n]\n",
        b"_list = [[1],\n[2]\n,\n[3],\n]\n",
        b"_list = [\n# [2]\n[2]\n]\n",
        b"_deep = [\n[\n[2]\n]\n]\n",
        b"[1._sub]\nx = 1\n",
        b"\n[1._sub]\nx = 1\n\n[1._more.deep]\ny = 2\n[[1._rows]]\nz = 1\n[[1._rows]]\nz = 2\n",
        b"_text = '[2]'\n",
        b"# [2]\n",
        b"_long = '''" + b"\n[2]\n" * 3000 + b"'''\n",
    ],
)
@pytest.mark.parametrize("change", [bytes, lambda data: data.replace(b"\n", b"\r\n")], ids=["LF", "CRLF"])
def test_a_line_that_looks_like_a_head_parts_no_hand(lines: bytes, change: Callable[[bytes], bytes]) -> None:
    data = change(b"[1]\n" + PLAIN + lines + b"\n[4]\n" + PLAIN + b"\n[5]\n" + PLAIN)
    expected = tomllib.loads(data.decode(), parse_float=Decimal)
    good, bad = everything(data)
    assert not bad
    assert [(str(hand.number), hand.fields()) for hand in good] == list(expected.items())


@pytest.mark.parametrize(
    "data",
    [
        b"\n# night\n\n  [1]\n" + PLAIN + b"\n\t[2]\n" + PLAIN,
        b'["night one"]\n' + PLAIN + b"['it]']\n" + PLAIN + b"[a-b_c] # yes\n" + PLAIN,
        b"[ 1 ]\n" + PLAIN + b"[007]\n" + PLAIN,
        b"[1]\r\n" + PLAIN.replace(b"\n", b"\r\n") + b"[2]\r\n" + PLAIN,
        b"1 = {variant = 'FT', antes = [0, 0], blinds_or_straddles = [1, 2], small_bet = 2, big_bet = 4, "
        b"starting_stacks = [9, 9], actions = []}\n",
        b"[1]\n" + PLAIN + b"[2]\n" + PLAIN + b"[3]",
        b"\xef\xbb\xbf[1]\n" + PLAIN + b"\n[2]\n" + PLAIN,
        PLAIN + b"[_sub]\nx = 1\n[_more]\ny = 1\n",
    ],
)
def test_every_way_to_write_a_table_is_read(data: bytes) -> None:
    expected = tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode(), parse_float=Decimal)
    good, bad = everything(data)
    if "variant" in expected:
        assert [hand.fields() for hand in good] == [expected]
        return
    whole = {name: fields for name, fields in expected.items() if fields}
    assert [(str(hand.number), hand.fields()) for hand in good] == list(whole.items())
    assert len(bad) == len(expected) - len(whole)


def test_tables_of_a_hand_are_not_lost_between_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    sub = b"\n".join(b"[%d]\n%b[%d._sub]\nx = %d\n" % (n, PLAIN, n, n) for n in range(1, 30))
    for size in (700, 701, 1009):
        monkeypatch.setattr(phh, "BLOCK", size)
        monkeypatch.setattr(phh_tables, "BLOCK", size)
        good, bad = everything(sub)
        assert [hand.user for hand in good] == [{"_sub": {"x": n}} for n in range(1, 30)]
        assert not bad


@given(st.integers(200, 2000))
def test_where_a_block_ends_does_not_matter(size: int) -> None:
    """Splitting in blocks of any size gives the same result as splitting all at once, line numbers included."""
    data = b"# night\n\n" + b"\n".join([*many(4), b"[5]\nbroken\n", *many(3, first=6), b'[9]\n_x = """\n[10]\n"""\n'])
    whole: list[tuple[int, Piece]] = []
    pieces: list[tuple[int, Piece]] = []
    for first, found in ((data, whole), (data[:size], pieces)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(phh_tables, "BLOCK", len(first))
            tables = PhhTables(io.BytesIO(data[len(first) :]), first)
            found += [(tables.line, piece) for piece in tables]
    assert pieces == whole
    assert [line for line, _ in whole] == [i + 1 for i, line in enumerate(data.split(b"\n")) if line.startswith(b"[")]


def test_what_stands_at_the_start() -> None:
    assert starts_table(b"\n# x\n [1] # y\nvariant")
    assert not starts_table(b"# x\n")
    assert not starts_table(b"[1, 2]\n")
    assert not starts_table(b"variant = 1\n[1]\n")
    assert has_table(b"variant = 1\n[1]\n")
    assert not has_table(b"variant = [1]\n[1] 2")


# -- what is broken ---------------------------------------------------------------------------------------------------


def test_an_overwritten_line_hides_one_hand_of_two_hundred() -> None:
    hands = many(200)
    hands[2] = hands[2].replace(b"actions = ['d dh p1 ????'", b"~~~~~~~")
    good, bad = everything(b"\n".join(hands))
    assert [hand.number for hand in good] == [1, 2, *range(4, 201)]
    assert [str(refusal) for refusal in bad] == ["some.phhs, hand 3, line 27: this is not TOML: Invalid statement"]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (b"venue = 'x", 'hand 2, line 20: this is not TOML: Expected "\'", at the end'),
        (b"venue = '''x", "hand 2, line 20: this is not TOML: Expected \"'''\", at the end"),
        (b'venue = """x', "hand 2, line 20: this is not TOML: Unterminated string, at the end"),
        (b"seats = [1, 2", "hand 2, line 20: this is not TOML: Unclosed array"),
        (b"venue = '\xff'", "hand 2, line 19: the byte 0xff is not UTF-8: a PHH file is TOML in UTF-8"),
        (b"venue = '\x00'", "hand 2, line 19: this is not TOML"),
        (b"min_bet = 3", "hand 2, line 19: this is not TOML: Cannot overwrite a value"),
        (b"hand = 17", "hand 2, line 20: this is not TOML: Cannot overwrite a value"),
        (b"day = 'x'", "hand 2, line 11: the field 'day' is wrong: expected `int"),
        (b"a" + b".a" * 40 + b" = 1", "hand 2, line 11: a key has more than 32 parts"),
        (b"_x = " + b"[" * 9000, "hand 2, line 11: lists or tables are nested too deeply to read"),
        (b"hand = " + b"9" * 5000, "hand 2, line 11: a number cannot be read"),
    ],
)
def test_a_broken_hand_is_refused_with_its_place_and_hides_no_other(broken: bytes, said: str) -> None:
    hands = many(5)
    hands[1] = hands[1].replace(b"hand = 14", broken + b"\nhand = 14")
    good, bad = everything(b"\n".join(hands))
    assert [hand.number for hand in good] == [1, 3, 4, 5]
    assert len(bad) == 1
    assert str(bad[0]).replace("'", "`").startswith(f"some.phhs, {said}".replace("'", "`"))
    assert (bad[0].file, bad[0].hand) == ("some.phhs", 2)


def test_a_broken_head_hides_its_own_hand_alone() -> None:
    hands = many(5)
    hands[2] = hands[2].replace(b"[3]", b"xxx")
    good, bad = everything(b"\n".join(hands))
    assert [hand.number for hand in good] == [1, 2, 4, 5]
    sentence = "the head of this hand's table is missing or broken: expected a line such as [17]"
    assert [str(refusal) for refusal in bad] == [f"some.phhs, line 21: {sentence}"]


@pytest.mark.parametrize("first", [b"xxx", b"#1]", b"", b"[1", b"[1]x"])
def test_a_broken_first_head_hides_its_own_hand_alone(first: bytes) -> None:
    hands = many(5)
    hands[0] = hands[0].replace(b"[1]", first)
    good, bad = everything(b"\n".join(hands))
    assert [hand.number for hand in good] == [2, 3, 4, 5]
    assert len(bad) == 1
    assert str(bad[0]).startswith("some.phhs, line 1: these lines are outside of a table: a file of many hands has one")


def test_a_number_that_appears_twice_loses_no_hand() -> None:
    """Files joined with `cat` repeat numbers, and a damaged number must not hide its hand."""
    good, bad = everything(b"\n".join([*many(3), *many(3)]))
    assert [hand.number for hand in good] == [1, 2, 3, 1, 2, 3]
    assert not bad


def damaged(data: bytes, at: int, length: int, piece: bytes) -> bytes:
    return data[:at] + piece + data[at + length :]


PIECES = st.one_of(
    st.sampled_from([b"'", b"'''", b'"', b'"""', b"[", b"]", b"[[", b"{", b"}", b"#", b"\\", b"=", b"\xff", b"\0"]),
    st.sampled_from(
        [b"\n", b"\n\n", b"\r", b"\n[7]\n", b"\n[1._x]\n", b"\n[[1]]\n", b"x = '''\n", b"[7]", b"[\n" * 50]
    ),
    st.binary(max_size=30),
    st.binary(min_size=100, max_size=400),
)


@given(st.integers(0, 4200), st.integers(0, 700), PIECES)
def test_damage_hides_only_the_hands_around_it(at: int, length: int, piece: bytes) -> None:
    """Every hand that the damage does not touch is read unchanged, as is the hand before it unless a header is hit."""
    count = 24
    hands = many(count)
    text = b"\n".join(hands)
    at = min(at, len(text))
    good, bad = everything(damaged(text, at, length, piece))
    starts = [0]
    for hand in hands:
        starts.append(starts[-1] + len(hand) + 1)
    head = len(b"\n[24]\n")
    far = [n + 1 for n in range(count) if starts[n + 1] + head <= at or starts[n] > at + length]
    found = {hand.hand: hand for hand in good}
    for number in far:
        assert number * 7 in found, f"hand {number} is lost"
        assert found[number * 7].fields() == {**phh.loads(PLAIN).fields(), "hand": number * 7}
    assert all(refusal.line is not None and str(refusal) for refusal in bad)


# -- large files ------------------------------------------------------------------------------------------------------


def test_a_hand_that_is_too_large_is_refused_and_the_next_is_read() -> None:
    large = b"_x = '" + b"y" * (MOST_BYTES + 1) + b"'\n"
    for extra in (large, large * 7):
        hands = many(4)
        hands[1] += extra
        good, bad = everything(b"\n".join(hands))
        assert [hand.number for hand in good] == [1, 3, 4]
        assert [str(refusal) for refusal in bad] == [
            "some.phhs, hand 2, line 11: this hand is too large: expected at most 1,048,576 bytes"
        ]
    good, bad = everything(large * 3 + b"\n".join(many(2)))
    assert [hand.number for hand in good] == [1, 2]
    assert [str(refusal) for refusal in bad] == [
        "some.phhs, line 1: this hand is too large: expected at most 1,048,576 bytes"
    ]
    good, bad = everything(PLAIN + large)
    assert [refusal.sentence for refusal in bad] == ["this hand is too large: expected at most 1,048,576 bytes"]


def test_lines_are_counted_through_what_is_dropped() -> None:
    data = b"[1]\n" + b"x\n" * (3 * MOST_BYTES) + b"[2]\nbroken\n" + b"\n".join(many(1, first=3))
    good, bad = everything(data)
    assert [hand.number for hand in good] == [3]
    assert [refusal.line for refusal in bad] == [1, data[: data.index(b"broken")].count(b"\n") + 1]


@pytest.mark.parametrize(
    "start", [b"[1]\n", b"", b"[1]\n" + PLAIN + b"venue = '", b"[1]\n_x = '''\n", b"[1]\n_x = [\n"]
)
def test_a_line_of_100_mb_neither_hangs_nor_fills_the_memory(start: bytes) -> None:
    """No reader may take quadratic time, or memory that grows with the file."""

    def parts() -> Iterator[bytes]:
        yield start
        for _ in range(100):
            yield b"a" * (1 << 20)
        yield b"\n\n" + b"\n".join(many(3, first=5))

    began = time.process_time()
    tracemalloc.start()
    found: list[History | BadHistory] = list(phh.FORMAT.read(stream(parts()), "long"))  # type: ignore[misc]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [item.number for item in found if isinstance(item, History)] == [5, 6, 7]
    assert len(found) == 4
    assert peak < 8 * BLOCK
    assert time.process_time() - began < 20


def test_memory_does_not_grow_with_the_file() -> None:
    def parts(count: int) -> Iterator[bytes]:
        for number in range(1, count + 1):
            yield b"[%d]\n%bvenue = '%b'\n\n" % (number, PLAIN, b"x" * 10_000)

    tracemalloc.start()
    assert sum(1 for _ in read_stream(stream(parts(6000)))) == 6000  # 60 MB
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * BLOCK


def test_many_broken_hands_take_no_quadratic_time() -> None:
    """Each seems to continue into the next hand, so rereading is limited."""
    broken = b"[1]\n_x = '''\n" + PLAIN
    times = []
    for count in (400, 1600):
        began = time.process_time()
        good, bad = everything(b"\n".join([broken.replace(b"'''", b'"""' if n % 2 else b"'''") for n in range(count)]))
        times.append(time.process_time() - began)
        assert len(good) + len(bad) <= count
    assert times[1] < 12 * times[0] + 0.5


def test_a_piece_says_how_it_starts() -> None:
    tables = PhhTables(io.BytesIO(b"x" * BLOCK), b"[1]\n" + b"y" * BLOCK)
    (piece,) = tables
    assert isinstance(piece, TooLarge)
    assert piece.start.startswith(b"1]\nyyy")
    assert tables.allows(5)
    assert not tables.allows(1 << 40)


def test_good_files_are_cut_as_toml_says(shared: Path) -> None:
    data = (shared / "hands" / "pluribus.phhs").read_bytes()[: 3 * BLOCK]
    tables = PhhTables(io.BytesIO(data[BLOCK:]), data[:BLOCK])
    found = sum(1 for _ in tables)
    assert found == data.count(b"\n[") + data.startswith(b"[")
