"""The formats of hand histories: how to recognise, read and write each. To add one, list it in `formats`.

A file's format is found from its content, never from its name. A reader streams: it cuts the file into hands where its
format begins one, then reads each hand on its own, so that a broken hand hides no other and memory does not grow with
the file. A reader is a generator that yields a `BadHistory` in the place of a hand that it cannot read; `Hands` raises
it, and `next` goes on after it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, Protocol

from bigslick.checks import did_you_mean

from ..history import History
from ..notation import BadFile, BadHistory, shorten

if TYPE_CHECKING:
    from ..replay.recorded_setup import ReplayRules

HEAD: Final = 1 << 16
"""Bytes from the start of a file that decide which format it has."""
MOST_BYTES: Final = 1 << 20
"""The largest hand that a reader takes; a larger one is refused, so that no line of a file can fill the memory."""

UNCALLABLE: Final = "raises that no one has the chips to call: written as calls"


class Written(NamedTuple):
    """A hand as a format's text, and a sentence for each thing the hand has and the format cannot hold."""

    text: str
    lost: tuple[str, ...] = ()


class WritesHand(Protocol):
    """Writes one hand, which is played by `rules`; the hero is the one in the hand's details unless one is named."""

    def __call__(self, history: History, hero: str | None, rules: ReplayRules | None = None, /) -> Written:
        """The hand as text, with what the format cannot hold."""


class Format(NamedTuple):
    """One format of hand histories: how to recognise, read and write it; None where it cannot be read or written."""

    name: str
    """As in `--to pokerstars`."""
    suffix: str
    """The suffix of a file with any number of hands."""
    says: str
    """Its name for people, as in "PokerStars text"."""
    looks_like: Callable[[bytes], bool]
    """Whether the first bytes of a file, at most `HEAD` of them, are of this format."""
    read: Callable[[BinaryIO, str], Iterator[History | BadHistory]] | None
    """The hands of a stream one after another, a refusal in the place of each bad one; the text names the file."""
    write: WritesHand | None
    """One hand as text that ends with a new line."""
    before: Callable[[int], str]
    """The text before hand n, counted from 1, in a file of many."""
    lone_suffix: str | None = None
    """The suffix of a file with one hand, if it differs."""

    def text(self, histories: Iterable[History], hero: str | None = None) -> str:
        """Hands as the text of one file; `BadHistory` names one that cannot be written."""
        if self.write is None:
            raise ValueError(f"bigslick reads {self.says} but does not write it")
        parts = []
        for number, history in enumerate(histories, 1):
            try:
                written = self.write(history, hero)
            except (TypeError, AttributeError, LookupError):
                if isinstance(history, History):
                    history.check_kinds()
                    history.check()
                raise
            parts += [self.before(number), written.text]
        return "".join(parts)


@cache
def formats() -> tuple[Format, ...]:
    """Every format, in the order in which a file is tried: PHH last, since a broken line can look like it."""
    from .ohh import reading as ohh
    from .phh import reading as phh
    from .pokernow import reading as pokernow
    from .pokerstars import reading as pokerstars

    return (ohh.FORMAT, pokernow.FORMAT, pokerstars.FORMAT, phh.FORMAT)


def format_named(name: str) -> Format:
    """The format of that name; a `ValueError` names all of them."""
    found = {known.name: known for known in formats()}
    if not isinstance(name, str) or name not in found:
        raise ValueError(
            f"{shorten(str(name))} is not a format: expected {', '.join(found)}{did_you_mean(name, found)}"
        )
    return found[name]


def format_to_write(name: str) -> Format:
    """The format of that name, if hands can be written in it; a `ValueError` names those in which they can."""
    found = format_named(name)
    if found.write is None:
        able = ", ".join(known.name for known in formats() if known.write is not None)
        raise ValueError(f"bigslick reads {found.says} but does not write it: expected {able}")
    return found


def format_of(head: bytes) -> Format | None:
    """The format that these first bytes of a file have, None if they have none that bigslick reads."""
    return next((known for known in formats() if known.read is not None and known.looks_like(head)), None)


class Hands(Iterator[History]):
    """The hands that a reader finds, with its refusals raised; `next` goes on after them."""

    def __init__(self, found: Iterator[History | BadHistory], stream: BinaryIO, file: str) -> None:
        self._found = found
        self._stream = stream
        self._file = file

    def __iter__(self) -> Iterator[History]:
        return self

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; hands that are not read to the end close it when they are dropped."""
        self._stream.close()

    def __next__(self) -> History:
        try:
            found = next(self._found)
        except StopIteration:
            self.close()
            raise
        except OSError as error:
            raise _unreadable(error, self._file) from None
        if isinstance(found, BadHistory):
            raise found
        return found


def read(path: str | Path) -> Hands:
    """The hands of a file in any format, one after another; a bad hand raises `BadHistory`, and `next` goes on."""
    path = as_path(path)
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _unreadable(error, str(path)) from None
    return read_stream(stream, str(path))


def read_stream(stream: BinaryIO, file: str = "") -> Hands:
    """The hands of an open file in any format; `file` names it in errors, and the end of the hands closes it."""
    try:
        head = stream.read(HEAD)
        if stream.seekable():
            stream.seek(0)
        else:
            stream = io.BufferedReader(_Rejoined(head, stream))
    except OSError as error:
        raise _unreadable(error, file) from None
    if not head.strip():
        stream.close()
        raise BadFile("the file is empty: expected at least one hand", file=file or None)
    found = format_of(head)
    if found is None or found.read is None:
        stream.close()
        readable = [known.says for known in formats() if known.read is not None]
        raise BadFile(
            f"this is not a hand history that bigslick reads: expected {', '.join(readable)}", file=file or None
        )
    return Hands(found.read(stream, file), stream, file)


def _unreadable(error: OSError, file: str) -> BadFile:
    return BadFile(f"the file cannot be read: {error.strerror or error}", file=file or None)


class _Rejoined(io.RawIOBase):
    """A stream that cannot go back, such as a pipe, with the bytes that were already read from it put back."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        data = self._head.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._rest.close()
        super().close()


def hands_of(path: str | Path, refuse: Callable[[BadHistory], object]) -> Iterator[History]:
    """The hands of a file that can be read; `refuse` gets each refusal, also that of a whole file."""
    try:
        hands = read(path)
    except BadHistory as refusal:
        refuse(refusal)
        return
    while True:
        try:
            history = next(hands)
        except StopIteration:
            return
        except BadHistory as refusal:
            refuse(refusal)
            continue
        yield history


def looks_like_hands(path: Path) -> bool:
    """Whether the first bytes of a file are of a format that bigslick reads; False if it cannot be opened."""
    try:
        with path.open("rb") as file:
            return format_of(file.read(HEAD)) is not None
    except OSError:
        return False


def load(path: str | Path) -> History:
    """The only hand of a file."""
    hands = list(read(path))
    if len(hands) != 1:
        raise BadHistory(f"{len(hands)} hands in this file: expected one; read() takes many", file=str(path))
    return hands[0]


def as_path(path: str | Path) -> Path:
    """Turn the argument into a path, or refuse it."""
    try:
        if "\0" not in str(path):
            return Path(path)
    except TypeError:
        pass
    raise BadFile(f"{shorten(str(path))} is not a file: expected its path, as in 'hands.phhs'")


def several(files: Iterable[str | Path]) -> Iterable[str | Path]:
    """The files; a single path, which would count as a list of letters, is refused."""
    if isinstance(files, str | Path) or not isinstance(files, Iterable):
        raise TypeError(f"{files!r} is not a list of files: expected one, as in ['hands.phhs']")
    return files
