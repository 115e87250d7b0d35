"""The hand history formats: how to recognise, read and write each.

To add one, list it in `formats`, and in `HandFormat` if bigslick writes it.

We recognise a file's format by its content, never by its name. A reader streams: it cuts the file where each hand
begins, then reads each hand separately, so one broken hand does not hide others and memory does not grow with the file.
A reader is a generator that yields a `BadHistory` in place of each hand it cannot read; `Hands` raises it, and `next`
continues after it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, NamedTuple, Protocol

from bigslick.checks import did_you_mean

from ..history import History
from ..notation import BadFile, BadHistory, shorten

if TYPE_CHECKING:
    from ..replay.recorded_setup import ReplayRules

HandFormat = Literal["phh", "pokerstars", "ohh"]
"""The names of the formats that bigslick writes."""
HEAD: Final = 1 << 16
"""How many bytes of a file decide its format."""
MOST_BYTES: Final = 1 << 20
"""The largest hand that a reader accepts, so no line in a file can fill the memory."""

UNCALLABLE: Final = "raises that no one has the chips to call: written as calls"


class Written(NamedTuple):
    """A hand as text in a format, and a sentence for each thing that the format cannot hold."""

    text: str
    lost: tuple[str, ...] = ()


class WritesHand(Protocol):
    """Writes one hand, played under `rules`; the hero is the one in the hand's details unless another is named."""

    def __call__(self, history: History, hero: str | None, rules: ReplayRules | None = None, /) -> Written:
        """Return the hand as text, with what the format cannot hold."""


class Format(NamedTuple):
    """One hand history format and its functions; None for reading or writing that bigslick does not support."""

    name: str
    """As in `--to pokerstars`."""
    suffix: str
    """The suffix for a file with any number of hands."""
    says: str
    """Its display name, such as "PokerStars text"."""
    looks_like: Callable[[bytes], bool]
    """Whether the first bytes of a file, at most `HEAD` of them, are in this format."""
    read: Callable[[BinaryIO, str], Iterator[History | BadHistory]] | None
    """Yields a stream's hands, with a refusal in place of each bad one; the text names the file."""
    write: WritesHand | None
    """Writes one hand as text that ends with a new line."""
    before: Callable[[int], str]
    """The text before hand n, counted from 1, in a file of many hands."""
    lone_suffix: str | None = None
    """The suffix for a file with one hand, if it differs."""

    def text(self, histories: Iterable[History], hero: str | None = None) -> str:
        """Return hands as the text of one file; `BadHistory` names a hand that cannot be written."""
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
    """Return every format, in the order to try them: PHH last, since a broken line can look like it."""
    from .ohh import reading as ohh
    from .phh import reading as phh
    from .pokernow import reading as pokernow
    from .pokerstars import reading as pokerstars

    return (ohh.FORMAT, pokernow.FORMAT, pokerstars.FORMAT, phh.FORMAT)


def format_named(name: str) -> Format:
    """Return the format with this name; a `ValueError` lists them all."""
    return _named(name, formats())


def _named(name: str, among: Iterable[Format]) -> Format:
    found = {known.name: known for known in among}
    if not isinstance(name, str) or name not in found:
        raise ValueError(
            f"{shorten(str(name))} is not a format: expected {', '.join(found)}{did_you_mean(name, found)}"
        )
    return found[name]


def format_to_write(name: str) -> Format:
    """Return the format with this name if bigslick writes it; a `ValueError` lists those it writes."""
    able = [known for known in formats() if known.write is not None]
    for known in formats():
        if known.name == name and known not in able:
            expected = ", ".join(other.name for other in able)
            raise ValueError(f"bigslick reads {known.says} but does not write it: expected {expected}")
    return _named(name, able)


def format_of(head: bytes) -> Format | None:
    """Recognise a file's format by its first bytes; None if bigslick does not read it."""
    return next((known for known in formats() if known.read is not None and known.looks_like(head)), None)


class Hands(Iterator[History]):
    """The hands that a reader finds; it raises the reader's refusals, and `next` continues after them."""

    def __init__(self, found: Iterator[History | BadHistory], stream: BinaryIO, file: str) -> None:
        self._found = found
        self._stream = stream
        self._file = file

    def __iter__(self) -> Iterator[History]:
        return self

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; this happens automatically when unfinished hands are dropped."""
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
    """Yield a file's hands, whatever its format; a bad hand raises `BadHistory`, and `next` continues after it."""
    path = as_path(path)
    try:
        stream = path.open("rb")
    except OSError as error:
        raise _unreadable(error, str(path)) from None
    return read_stream(stream, str(path))


def read_stream(stream: BinaryIO, file: str = "") -> Hands:
    """Yield an open file's hands, whatever its format; `file` names it in errors. Closes it after the last hand."""
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
    """A stream that cannot seek, such as a pipe, with the bytes already read put back."""

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
    """Yield a file's readable hands; `refuse` gets each refusal, including one for the whole file."""
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
    """Whether a file's first bytes are in a format bigslick reads; False if it cannot be opened."""
    try:
        with path.open("rb") as file:
            return format_of(file.read(HEAD)) is not None
    except OSError:
        return False


def load(path: str | Path) -> History:
    """Load a file's only hand."""
    hands = list(read(path))
    if len(hands) != 1:
        raise BadHistory(f"{len(hands)} hands in this file: expected one; read() takes many", file=str(path))
    return hands[0]


def as_path(path: str | Path) -> Path:
    """Convert the argument to a path, or refuse it."""
    try:
        if "\0" not in str(path):
            return Path(path)
    except TypeError:
        pass
    raise BadFile(f"{shorten(str(path))} is not a file: expected its path, as in 'hands.phhs'")


def several(files: Iterable[str | Path]) -> Iterable[str | Path]:
    """Return the files; refuse a single path, which would be read as a list of letters."""
    if isinstance(files, str | Path) or not isinstance(files, Iterable):
        raise TypeError(f"{files!r} is not a list of files: expected one, as in ['hands.phhs']")
    return files
