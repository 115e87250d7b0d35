"""Every format's reader: damage hides only the hands around it, and size does not matter."""

from __future__ import annotations

import io
import time
import tracemalloc
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, loads
from bigslick.history.formats.registry import Format, formats, read_stream

from ..reading import good_and_bad
from .phh.test_tables import PIECES, stream

COUNT = 12
PLAIN = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 AhKd', 'd dh p2 ????', 'd dh p3 QsQd', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db 2c7d9h', 'p1 cc', 'p3 f']
players = ['Ann', 'Ben', 'Cid']
seats = [1, 2, 3]
seat_count = 6
table = 'Oak'
year = 2026
month = 5
day = 1
time = 12:00:00
time_zone_abbreviation = 'ET'
currency = 'USD'
currency_symbol = '$'
"""
BOTH_WAYS = [known for known in formats() if known.read is not None and known.write is not None]
every_format = pytest.mark.parametrize("form", BOTH_WAYS, ids=lambda form: form.name)


def hand(number: int) -> History:
    history = loads(PLAIN)
    history.hand = 1000 + number
    return history


@cache
def texts(form: Format) -> list[bytes]:
    """Return a file of many hands, split where each one begins."""
    assert form.write is not None
    return [(form.before(n) + form.write(hand(n), None).text).encode() for n in range(1, COUNT + 1)]


def everything(data: bytes) -> tuple[list[History], list[BadHistory]]:
    """Return what is read and what is refused; let any other exception through."""
    try:
        hands = read_stream(io.BytesIO(data), "some")
    except BadHistory as refusal:
        return [], [refusal]
    return good_and_bad(hands)


@every_format
@given(st.floats(0, 1), st.integers(0, 1500), PIECES)
@example(0.0, 3, b"")
def test_damage_hides_only_the_hands_around_it(form: Format, where: float, length: int, piece: bytes) -> None:
    parts = texts(form)
    data = b"".join(parts)
    at = int(where * len(data))
    good, bad = everything(data[:at] + piece + data[at + length :])
    starts = [sum(map(len, parts[:n])) for n in range(COUNT + 1)]
    hit = [n for n in range(COUNT) if starts[n] <= at + length and starts[n + 1] >= at]
    far = {n + 1 for n in range(COUNT)} - {n + 1 + near for n in hit for near in (-1, 0, 1)}
    found = {str(history.hand): history for history in good}
    for number in far:
        assert str(1000 + number) in found, f"hand {number} is lost"
        assert found[str(1000 + number)].actions == hand(number).actions
    assert all(map(str, bad))


@every_format
@given(st.binary(max_size=400))
def test_any_bytes_after_a_good_hand_are_read_or_refused(form: Format, data: bytes) -> None:
    good, bad = everything(texts(form)[0] + data)
    assert good or bad


@every_format
@pytest.mark.parametrize("cut", [0, 10, 300])
def test_a_line_of_100_mb_neither_hangs_nor_fills_the_memory(form: Format, cut: int) -> None:
    first, second, *_, last = texts(form)

    def parts() -> Iterator[bytes]:
        yield first + second[:cut]
        for _ in range(100):
            yield b"a" * (1 << 20)
        yield b"\n" + last

    began = time.process_time()
    tracemalloc.start()
    assert form.read is not None
    found = list(form.read(stream(parts()), "long"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    good = [str(item.hand) for item in found if isinstance(item, History)]
    assert good[-1] == str(1000 + COUNT)
    assert len(found) - len(good) <= 2
    assert peak < 20 << 20
    assert time.process_time() - began < 20
