"""Open Hand History files are split into hands and read one by one, and no hand hides another."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from bigslick.history import BadHistory, History, hands_of
from bigslick.history.formats.ohh.reading import FORMAT
from bigslick.history.formats.registry import MOST_BYTES, format_of

from .ohh_hands import hand, read_all, text

SHARED = Path(__file__).parents[5] / "shared" / "hands" / "ohh"


@pytest.mark.parametrize(
    "head",
    [b'{"ohh": {}}', b'\xef\xbb\xbf\n{\n\t"ohh" :{', b'[{"ohh":', b'{"ohh":' + b" " * 9],
)
def test_a_file_that_begins_with_a_hand_is_open_hand_history(head: bytes) -> None:
    assert format_of(head) is FORMAT


@pytest.mark.parametrize("head", [b'{"ots": {}}', b'"ohh":', b'x {"ohh": 1}', b"[1]\nvariant = 'NT'"])
def test_other_files_are_not(head: bytes) -> None:
    assert format_of(head) is not FORMAT


def test_hands_may_be_on_one_line_on_many_or_in_a_list() -> None:
    one = json.dumps({"ohh": hand()})
    for data in (
        text(hand(), hand()),
        f"{one}\n{one}".encode(),
        f"{one}{one}".encode(),
        f"[{one}, {one}]".encode(),
        f"\r\n\r\n{one}\r\n\r\n{one}\r\n".encode(),
        b"\xef\xbb\xbf" + text(hand(), hand()),
    ):
        histories = read_all(data)
        assert [type(found) for found in histories] == [History, History]
        assert [found.number for found in histories if isinstance(found, History)] == [1, 2]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ((b'"players"', b'"p layers"'), "field 'players' is missing"),
        ((b'"Holdem",', b'"Holdem"'), "this is not JSON"),
        ((b'"Bob"', b'"\xff"'), "this is not JSON"),
        ((b'"seat": 1', b'"seat": "one"'), "players.*: expected int, got str"),
        ((b'"amount": 0.5', b'"amount": "NaN"'), "an amount is not a number"),
        ((b'"amount": 0.5', b'"amount": 1e999999999999'), "not a number|has 100"),
        ((b'"actions": [', b'"actions": ' + b"[" * 5000), "nested too deeply|not JSON|expected"),
    ],
)
def test_a_damaged_hand_hides_no_other(damage: tuple[bytes, bytes], why: str) -> None:
    bad = text(hand()).replace(*damage)
    assert bad != text(hand())
    first, second, third = read_all(text(hand()) + b"\n\n" + bad + b"\n\n" + text(hand()))
    assert isinstance(first, History)
    assert isinstance(third, History)
    assert isinstance(second, BadHistory)
    assert (second.file, second.hand) == ("night.ohh", 2)
    assert second.line == text(hand()).count(b"\n") + 3
    with pytest.raises(BadHistory, match=why):
        raise second


def test_a_hand_that_ends_too_soon_ends_at_the_next() -> None:
    whole = text(hand())
    for end in (9, 40, len(whole) // 2, len(whole) - 2):
        found = read_all(whole[:end] + b"\n" + whole)
        assert isinstance(found[-1], History)
        assert [type(one) for one in found[:-1]] == [BadHistory]


def test_what_is_no_hand_is_refused_where_it_is() -> None:
    first, second = read_all(b'rubbish {"ohh" 5}\n' + text(hand()))
    assert isinstance(first, BadHistory)
    assert first.line == 1
    assert isinstance(second, History)


class _Endless(io.RawIOBase):
    """A line of 100 MB without a hand, then a hand; never held in memory, and readable only once."""

    def __init__(self, filler: bytes) -> None:
        self._blocks: Iterator[bytes] = iter([b'{"ohh": {', *[filler * (1 << 20)] * 100, b"\n" + text(hand())])

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        return next(self._blocks, b"")


@pytest.mark.parametrize("filler", [b"x", b" ", b"{"])
def test_a_line_of_100_mb_is_refused_once_and_passed_over(filler: bytes) -> None:
    tracemalloc.start()
    assert FORMAT.read is not None
    bad, good = FORMAT.read(_Endless(filler), "big.ohh")  # type: ignore[arg-type]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(bad, BadHistory)
    assert bad.sentence == f"the hand has more than {MOST_BYTES} bytes: expected less"
    assert bad.line is None
    assert isinstance(good, History)
    assert most < 16 << 20


def test_every_hand_of_the_shared_files_is_read_or_not_holdem() -> None:
    read_hands, refused = 0, []
    for path in sorted(SHARED.glob("*.ohh")):
        read_hands += sum(1 for _ in hands_of(path, lambda refusal: refused.append(refusal.sentence)))
    assert read_hands == 1370
    assert len(refused) == 1014
    assert set(refused) == {f"the game is '{game}': expected 'Holdem'" for game in ("Omaha", "OmahaHiLo")}
