"""A hostile caller's values of every kind, most of them wrong, some of them lying.

Each value is made fresh for its call, because an iterator is used up and a list can be written to. A value can hold the
object being called, to call back into it in the middle of the call.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np

LONG = tuple(range(100_000))
LONG_LIST = list(LONG)
LONG_TEXT = "As" * 50_000


class Seven(IntEnum):
    """An int under another name."""

    SEVEN = 7


class BigIndex:
    """Claims to be a whole number, then returns one too large for any C type."""

    def __index__(self) -> int:
        return 10**30

    __int__ = __index__


class SmallIndex:
    """A whole number that is not an int."""

    def __index__(self) -> int:
        return 3

    __int__ = __index__


class BadIndex:
    """A whole number that cannot be read."""

    def __index__(self) -> int:
        raise OSError("no number")

    def __float__(self) -> float:
        raise OSError("no number")

    __int__ = __index__


class TextIndex:
    """A whole number whose value is text."""

    def __index__(self) -> Any:
        return "7"


class ShortLength:
    """A sequence that claims fewer items than it yields."""

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[int]:
        return iter(range(1000))

    def __getitem__(self, index: int) -> int:
        return index


class LongLength:
    """A sequence that claims far more items than it yields."""

    def __len__(self) -> int:
        return 2**62

    def __iter__(self) -> Iterator[int]:
        return iter((1, 2))

    def __getitem__(self, index: int) -> int:
        if index > 1:
            raise IndexError(index)
        return index


class NegativeLength(ShortLength):
    """A sequence with a negative length."""

    def __len__(self) -> int:
        return -5


class BadIterator:
    """A sequence whose iterator breaks off."""

    def __len__(self) -> int:
        return 52

    def __iter__(self) -> Iterator[int]:
        yield 1
        raise OSError("no more")

    def __getitem__(self, index: int) -> int:
        raise OSError("no such thing")


class LyingTuple(tuple[Any, ...]):
    """A tuple that claims 52 items and yields different ones from those it holds."""

    def __len__(self) -> int:
        return 52

    def __iter__(self) -> Iterator[Any]:
        return iter((None, -1, 10**30))

    def __getitem__(self, index: Any) -> Any:
        return None


class LyingList(list[Any]):
    """A list that claims to be empty."""

    def __len__(self) -> int:
        return 0

    def __getitem__(self, index: Any) -> Any:
        return -(2**40)


class LyingInt(int):
    """An int that claims to be another and equal to everything."""

    def __index__(self) -> int:
        return -1

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return 0


class LyingText(str):
    """Text that claims to be a card."""

    __slots__ = ()

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: Any) -> Any:
        return None


class NoAnswer:
    """Raises on every access."""

    def __eq__(self, other: object) -> bool:
        raise OSError("no comparison")

    def __hash__(self) -> int:
        raise OSError("no hash")

    def __bool__(self) -> bool:
        raise OSError("no truth")

    def __len__(self) -> int:
        raise OSError("no length")

    def __iter__(self) -> Iterator[Any]:
        raise OSError("no iterator")

    def __call__(self, *args: object, **kwargs: object) -> object:
        raise OSError("no call")

    def __getattr__(self, name: str) -> Any:
        raise OSError(f"no {name}")

    def __repr__(self) -> str:
        raise OSError("no text")


class Impostor:
    """Claims to be an object of another class."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return self.kind


class CallsBack:
    """Calls every method of the object being called, then gives a plausible answer."""

    def __init__(self, subject: object) -> None:
        self.subject = subject
        self.busy = False

    def _call_back(self) -> None:
        if self.busy or self.subject is None:
            return
        self.busy = True
        for name in dir(type(self.subject)):
            if name.startswith("__") and name != "__init__":
                continue
            for arguments in ((), (1,), (0, 0), (None,)):
                try:
                    found = getattr(self.subject, name)
                    if callable(found):
                        found(*arguments)
                except Exception:
                    continue
        self.busy = False

    def __index__(self) -> int:
        self._call_back()
        return 1

    def __float__(self) -> float:
        return float(self.__index__())

    __int__ = __index__

    def __bool__(self) -> bool:
        return bool(self.__index__())

    def __len__(self) -> int:
        self._call_back()
        return 3

    def __iter__(self) -> Iterator[int]:
        self._call_back()
        yield 1
        self._call_back()
        yield 2

    def __getitem__(self, index: int) -> int:
        self._call_back()
        if index > 2:
            raise IndexError(index)
        return index

    def __eq__(self, other: object) -> bool:
        self._call_back()
        return False

    def __hash__(self) -> int:
        return self.__index__()

    def __call__(self, *args: object, **kwargs: object) -> bytes:
        self._call_back()
        return b"\x01\x02\x03\x04\x05"


def read_only(array: Any) -> Any:
    array.flags.writeable = False
    return array


Make = Callable[[object], object]


def _plain(*values: object) -> list[tuple[str, Make]]:
    return [(repr(value), lambda _subject, value=value: value) for value in values]  # type: ignore[misc]


NUMBERS: list[tuple[str, Make]] = [
    *_plain(None, True, False, 0, 1, -1, -2, 7, 10, 11, 51, 52, 53, 99, 128, 255, 256, 257, 4096, -(10**9), 10**9),
    *_plain(2**30, 2**31 - 1, 2**31, -(2**31), 2**32, 2**50, 2**50 + 1, 2**62, 2**63 - 1, -(2**63), 2**63, 2**64),
    *_plain(10**18, 10**30, -(10**30)),
    ("10**5000", lambda _: 10**5000),
    *_plain(0.0, 1.0, 25.9, -0.5, 1e300, math.nan, math.inf, -math.inf, 1j, Fraction(3, 2), Seven.SEVEN),
    ("LyingInt(7)", lambda _: LyingInt(7)),
    ("np.int64(3)", lambda _: np.int64(3)),
    ("np.float64(2.5)", lambda _: np.float64(2.5)),
    ("np.bool_(True)", lambda _: np.bool_(True)),
    ("BigIndex()", lambda _: BigIndex()),
    ("SmallIndex()", lambda _: SmallIndex()),
    ("BadIndex()", lambda _: BadIndex()),
    ("TextIndex()", lambda _: TextIndex()),
    ("CallsBack()", CallsBack),
]

SEQUENCES: list[tuple[str, Make]] = [
    *_plain((), (0,), (0, 0), (-1, -1), (2**40,) * 3, (None,) * 52, (1.5,) * 3, (10**30,) * 10, (True, False)),
    *_plain("", "As", "AsKd", "é" * 5, "\ud800", "As\0Kd", "p1 cbr 99999999999999999999", "d dh p1 AsKs"),
    *_plain(b"", b"\xff" * 5, range(0), range(-5, 5), range(52), frozenset((1, 2)), ...),
    ("[]", lambda _: []),
    ("[-1] * 3", lambda _: [-1] * 3),
    ("[None] * 52", lambda _: [None] * 52),
    ("[[]]", lambda _: [[]]),
    ("list(range(52))", lambda _: list(range(52))),
    ("tuple(range(52))", lambda _: tuple(range(52))),
    ("tuple(range(51))", lambda _: tuple(range(51))),
    ("tuple(range(53))", lambda _: tuple(range(53))),
    ("{}", lambda _: {}),
    ("tuple(range(100_000))", lambda _: LONG),
    ("list(range(100_000))", lambda _: LONG_LIST),
    ("'As' * 50_000", lambda _: LONG_TEXT),
    ("a list that holds itself", lambda _: _endless()),
    ("iter(())", lambda _: iter(())),
    ("a generator", lambda _: (number for number in range(5))),
    ("bytearray(7)", lambda _: bytearray(7)),
    ("memoryview(b'123')", lambda _: memoryview(b"123")),
    ("memoryview(bytearray(62))", lambda _: memoryview(bytearray(62))),
    ("np.zeros((3, 7), uint8)", lambda _: np.zeros((3, 7), np.uint8)),
    ("np.arange(21).reshape(3, 7), uint8", lambda _: np.arange(21, dtype=np.uint8).reshape(3, 7)),
    ("np.full((3, 7), 200), uint8", lambda _: np.full((3, 7), 200, np.uint8)),
    ("np.zeros((3, 4), uint8)", lambda _: np.zeros((3, 4), np.uint8)),
    ("np.zeros((0, 7), uint8)", lambda _: np.zeros((0, 7), np.uint8)),
    ("np.zeros((3, 0), uint8)", lambda _: np.zeros((3, 0), np.uint8)),
    ("np.zeros((7, 3), uint8).T", lambda _: np.zeros((7, 3), np.uint8).T),
    ("np.zeros((9, 14), uint8)[::3, ::2]", lambda _: np.zeros((9, 14), np.uint8)[::3, ::2]),
    ("np.zeros((3, 7), float)", lambda _: np.zeros((3, 7))),
    ("np.zeros((3, 7, 2), uint8)", lambda _: np.zeros((3, 7, 2), np.uint8)),
    ("np.zeros(7, uint8)", lambda _: np.zeros(7, np.uint8)),
    ("np.zeros(2, uint16)", lambda _: np.zeros(2, np.uint16)),
    ("np.zeros(0, uint16)", lambda _: np.zeros(0, np.uint16)),
    ("np.zeros(3, '>u2')", lambda _: np.zeros(3, ">u2")),
    ("read-only np.zeros(9, uint16)", lambda _: read_only(np.zeros(9, np.uint16))),
    ("read-only np.zeros(7462, uint64)", lambda _: read_only(np.zeros(7462, np.uint64))),
    ("np.zeros(3, int64)", lambda _: np.zeros(3, np.int64)),
    ("np.zeros(3, object)", lambda _: np.zeros(3, object)),
    ("np.array(5)", lambda _: np.array(5)),
    ("ShortLength()", lambda _: ShortLength()),
    ("LongLength()", lambda _: LongLength()),
    ("NegativeLength()", lambda _: NegativeLength()),
    ("BadIterator()", lambda _: BadIterator()),
    ("LyingTuple((1, 2))", lambda _: LyingTuple((1, 2))),
    ("LyingList([1, 2])", lambda _: LyingList([1, 2])),
    ("LyingText('AsKd')", lambda _: LyingText("AsKd")),
]


def _endless() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


OBJECTS: list[tuple[str, Make]] = [
    ("object()", lambda _: object()),
    ("int", lambda _: int),
    ("print-like lambda", lambda _: lambda *args, **kwargs: None),
    ("lambda: 'text'", lambda _: lambda *args, **kwargs: "text"),
    ("lambda: b''", lambda _: lambda *args, **kwargs: b""),
    ("lambda: 10**30", lambda _: lambda *args, **kwargs: 10**30),
    ("NoAnswer()", lambda _: NoAnswer()),
    ("itself", lambda subject: subject),
    ("its class", type),
    ("an impostor of its class", lambda subject: Impostor(type(subject))),
    ("a new one without __init__", lambda subject: _bare(type(subject))),
]


def _bare(kind: Any) -> object:
    try:
        return kind.__new__(kind)
    except TypeError:
        return None


HOSTILE: list[tuple[str, Make]] = NUMBERS + SEQUENCES + OBJECTS
