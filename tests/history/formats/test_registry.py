"""The formats: detected by content, refused by name, and read from a file, a stream or a pipe."""

from __future__ import annotations

import inspect
import io
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from bigslick.cli import convert, tournament
from bigslick.history import BadHistory, History, dumps, load, loads, read
from bigslick.history.formats import registry as formats
from bigslick.history.formats.registry import (
    Hands,
    format_named,
    format_of,
    format_to_write,
    hands_of,
    looks_like_hands,
    read_stream,
)

PLAIN = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
"""
MANY = b"[1]\n" + PLAIN + b"\n[2]\n" + PLAIN


PHH = format_named("phh")


def test_every_format_has_a_name_of_its_own_and_can_be_named() -> None:
    names = [known.name for known in formats.formats()]
    assert len(set(names)) == len(names)
    assert "phh" in names
    for known in formats.formats():
        assert format_named(known.name) is known
        assert known.suffix.startswith(".")
        assert known.read is not None or known.write is not None
    with pytest.raises(ValueError, match=r"'pph' is not a format: expected .*phh.*; did you mean 'phh'"):
        format_named("pph")


def test_every_format_that_can_be_written_is_offered() -> None:
    written = {known.name for known in formats.formats() if known.write is not None}
    assert set(get_args(formats.HandFormat)) == written
    for command, option in ((convert.command, "to"), (tournament.command, "hands_format")):
        asked = get_args(inspect.get_annotations(command, eval_str=True)[option])[1]
        assert written <= set(re.findall(r"\w+", asked.help))


def test_a_format_that_is_only_read_cannot_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert format_to_write("phh") is format_named("phh")
    deaf = format_named("phh")._replace(name="deaf", says="Deaf", write=None)
    monkeypatch.setattr(formats, "formats", lambda: (PHH, deaf))
    with pytest.raises(ValueError, match=r"^bigslick reads Deaf but does not write it: expected phh$"):
        format_to_write("deaf")
    with pytest.raises(ValueError, match="bigslick reads Deaf but does not write it"):
        deaf.text([])


@pytest.mark.parametrize(
    "head",
    [PLAIN, MANY, b"\n\n# night\n" + PLAIN, b"[7]\r\nvariant = 'NT'\r\n", b"\xff\xfe\n" + MANY, b"'variant'='NT'"],
)
def test_phh_is_known_by_its_lines(head: bytes) -> None:
    found = format_of(head)
    assert found is not None
    assert found.name == "phh"


@pytest.mark.parametrize("data", [b"nothing of the kind", b"a,b,c\n1,2,3\n", b"\x00\x01\x02", b"[] = 5", b"word = 5"])
def test_other_files_have_no_format(data: bytes, tmp_path: Path) -> None:
    assert format_of(data) is None
    (tmp_path / "some.phh").write_bytes(data)
    with pytest.raises(BadHistory, match=r"some\.phh: this is not a hand history that bigslick reads: expected .*PHH"):
        read(tmp_path / "some.phh")


def test_a_file_is_recognised_by_its_content_not_by_its_name(tmp_path: Path) -> None:
    for name in ("hands.phh", "hands.phhs", "hands.txt", "hands"):
        (tmp_path / name).write_bytes(PLAIN)
        assert len(list(read(tmp_path / name))) == 1
        (tmp_path / name).write_bytes(MANY)
        assert [hand.number for hand in read(tmp_path / name)] == [1, 2]
    with pytest.raises(BadHistory, match="cannot be read: No such file"):
        read(tmp_path / "none.phh")
    with pytest.raises(BadHistory, match="cannot be read: Is a directory"):
        read(tmp_path)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """A file truncated to nothing would silently lose its hands."""
    (tmp_path / "empty.phhs").write_bytes(b"\n \n")
    for refused in (read, load):
        with pytest.raises(BadHistory, match=r"empty\.phhs: the file is empty: expected at least one hand"):
            refused(tmp_path / "empty.phhs")


def test_a_stream_is_read_and_closed_at_its_end() -> None:
    stream = io.BytesIO(MANY)
    hands = read_stream(stream, "night")
    assert [hand.place for hand in hands] == ["night, hand 1", "night, hand 2"]
    assert stream.closed


def test_a_pipe_is_read_though_it_cannot_go_back() -> None:
    """As in `bigslick stats <(zcat hands.phhs.gz)`."""
    out, into = os.pipe()
    data = MANY * 5000

    def feed() -> None:
        with os.fdopen(into, "wb") as file:
            file.write(data)

    feeding = threading.Thread(target=feed)
    feeding.start()
    assert next(read_stream(os.fdopen(out, "rb"))).number == 1
    feeding.join()


def test_reading_goes_on_after_a_refusal_and_a_failing_disk_is_one() -> None:
    history = loads(PLAIN)

    def found() -> Iterator[History | BadHistory]:
        yield history
        yield BadHistory("no", file="night", hand=2)
        yield history
        raise OSError(5, "Input/output error")

    hands = Hands(found(), io.BytesIO(), "night")
    assert next(hands) is history
    with pytest.raises(BadHistory, match="night, hand 2: no"):
        next(hands)
    assert next(hands) is history
    with pytest.raises(BadHistory, match="night: the file cannot be read: Input/output error"):
        next(hands)
    assert list(hands) == []


def test_hands_written_one_by_one_are_a_file_of_them() -> None:
    for known in formats.formats():
        if known.read is None or known.write is None:
            continue
        history = next(iter(read_stream(io.BytesIO(MANY))))
        text = "".join(known.before(number) + known.write(history, None).text for number in (1, 2, 3))
        found = format_of(text.encode())
        assert found is known
        hands = list(read_stream(io.BytesIO(text.encode())))
        assert [hand.number for hand in hands] == [1, 2, 3]
        assert [hand.actions for hand in hands] == [history.actions] * 3


def test_phh_says_who_the_hero_is() -> None:
    known = format_named("phh")
    assert known.write is not None
    history = loads(PLAIN)
    history.players = ["Ann", "Ben"]
    written = known.write(history, "Ann")
    assert "_details = {hero = 'Ann'}\n" in written.text
    assert written.lost == ()
    assert history.details is None
    assert known.write(history, None).text == dumps(history)


def test_the_hands_of_a_file_and_what_was_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.phhs"
    path.write_bytes(MANY + b"\n[3]\nbroken\n\n[4]\n" + PLAIN)
    refused: list[BadHistory] = []
    assert [hand.number for hand in hands_of(path, refused.append)] == [1, 2, 4]
    assert [refusal.hand for refusal in refused] == [3]
    assert list(hands_of(tmp_path / "none", refused.append)) == []
    assert "No such file" in refused[1].sentence
    assert looks_like_hands(path)
    assert not looks_like_hands(tmp_path / "none")


def test_the_reference_lists_every_format() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "formats.md").read_text()
    rows = re.findall(r"^\| .* \| `(\w+)` \| (yes|no) \| (yes|no) \| (.*) \|$", page, re.MULTILINE)
    assert sorted(rows) == sorted(
        (
            known.name,
            "no" if known.read is None else "yes",
            "no" if known.write is None else "yes",
            f"`{known.suffix}`" + (f", one hand `{known.lone_suffix}`" if known.lone_suffix else ""),
        )
        for known in formats.formats()
    )
