"""Files converted hand by hand: what is written, refused and lost, and that a file appears only when complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.history import BadHistory, History, convert, load, read
from bigslick.history.convert.anonymise import Aliases
from bigslick.history.convert.conversion import Converter
from bigslick.history.formats.registry import Format, Written, format_named

PLAIN = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AhAd', 'd dh p2 KhKd', 'p2 f']
players = ['Ann', 'Ben']
"""
PHH = format_named("phh")


class Converting:
    """A converter that keeps its refusals and losses."""

    def __init__(self, to: Format = PHH, **options: object) -> None:
        self.refused: list[BadHistory] = []
        self.lost: list[tuple[str, str]] = []
        self.converter = Converter(
            to,
            refuse=self.refused.append,
            lose=lambda sentence, history: self.lost.append((sentence, history.place)),
            **options,  # type: ignore[arg-type]
        )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "some.phhs"
    path.write_text(f"[4]\n{PLAIN}\n[5]\nbroken\n\n[6]\n{PLAIN.replace('Ann', 'Cid')}")
    return path


def test_hands_are_written_and_broken_ones_refused(source: Path, tmp_path: Path) -> None:
    converting = Converting()
    steps: list[int] = []
    done = converting.converter.file(source, tmp_path / "out.phhs", lambda: steps.append(1))
    assert (done.written, done.with_hero, len(steps)) == (2, 0, 2)
    assert [refusal.hand for refusal in converting.refused] == [5]
    assert [(hand.number, hand.players) for hand in read(tmp_path / "out.phhs")] == [
        (1, ["Ann", "Ben"]),
        (2, ["Cid", "Ben"]),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.phhs", "some.phhs"]


def test_a_file_without_a_good_hand_writes_none(tmp_path: Path) -> None:
    (tmp_path / "bad.phhs").write_text("[1]\nbroken\n")
    converting = Converting()
    assert converting.converter.file(tmp_path / "bad.phhs", tmp_path / "out.phhs").written == 0
    assert converting.converter.file(tmp_path / "none.phhs", tmp_path / "out.phhs").written == 0
    assert len(converting.refused) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["bad.phhs"]


def test_nothing_is_left_when_converting_stops(source: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle leaves no half-written file, and an older file stays unchanged."""
    (tmp_path / "out.phhs").write_text("older")

    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Converting().converter.file(source, tmp_path / "out.phhs", stop)
    assert (tmp_path / "out.phhs").read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.phhs", "some.phhs"]


def test_the_hero_sees_their_own_cards(source: Path, tmp_path: Path) -> None:
    done = Converting(hero="Ann").converter.file(source, tmp_path / "out.phhs")
    assert (done.written, done.with_hero) == (2, 1)
    first, second = read(tmp_path / "out.phhs")
    assert (first.actions or [])[:2] == ["d dh p1 AhAd", "d dh p2 ????"]
    assert (second.actions or [])[:2] == ["d dh p1 ????", "d dh p2 ????"]
    assert first.details is not None
    assert first.details.hero == "Ann"
    assert second.details is None


def test_names_are_replaced_alike_and_the_hero_with_them(source: Path, tmp_path: Path) -> None:
    Converting(hero="Ben", aliases=Aliases()).converter.file(source, tmp_path / "out.phhs")
    first, second = read(tmp_path / "out.phhs")
    assert (first.players, second.players) == (["player 1", "player 2"], ["player 3", "player 2"])
    assert first.details is not None
    assert first.details.hero == "player 2"
    assert (first.actions or [])[1] == "d dh p2 KhKd"


def test_what_a_format_cannot_hold_or_write_is_named(source: Path, tmp_path: Path) -> None:
    def write(history: History, hero: str | None, _rules: object = None) -> Written:
        if history.number == 6:
            raise history.bad("Cid cannot be written")
        return Written(f"{hero}\n", ("the mood is lost",))

    form = PHH._replace(write=write, before=lambda number: f"{number}: ")
    converting = Converting(form)
    assert converting.converter.file(source, tmp_path / "out.txt").written == 1
    assert converting.lost == [("the mood is lost", f"{source}, hand 4")]
    assert [refusal.hand for refusal in converting.refused] == [5, 6]
    assert (tmp_path / "out.txt").read_text() == "1: None\n"
    with pytest.raises(ValueError, match="bigslick reads PHH but does not write it"):
        Converting(PHH._replace(write=None))


def test_lone_hands_come_back(tmp_path: Path) -> None:
    (tmp_path / "one.phh").write_text(PLAIN)
    Converting().converter.file(tmp_path / "one.phh", tmp_path / "one.phhs")
    assert load(tmp_path / "one.phhs") == load(tmp_path / "one.phh")


def test_one_file_from_python(source: Path, tmp_path: Path) -> None:
    done = convert(source, tmp_path / "out.phhs", to="phh", hero="Ann", anonymise=True)
    assert repr(done) == "<Converted: 2 hands written, 1 refused>"
    assert (done.with_hero, done.lost, [refusal.hand for refusal in done.refused]) == (1, [], [5])
    assert next(read(tmp_path / "out.phhs")).players == ["player 1", "player 2"]
    with pytest.raises(ValueError, match="is the file to read: name another one to write"):
        convert(source, source, to="phh")
    with pytest.raises(ValueError, match="'pph' is not a format"):
        convert(source, tmp_path / "out", to="pph")
    assert convert(tmp_path / "none", tmp_path / "out", to="phh").written == 0
