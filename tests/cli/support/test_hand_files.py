"""An event's hands in files, one per table."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick.cli.support.hand_files import HandFiles
from bigslick.hand.view import conceal
from bigslick.history import History, loads_all, read, record
from bigslick.history.formats.registry import Format, formats
from bigslick.history.formats.time_of_play import moment
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load


def played() -> tuple[Tournament, list[PlayedHand]]:
    hands: list[PlayedHand] = []
    event = Tournament(load("s0").with_entrants(14), 7, watch=hands.append)
    event.finish()
    return event, hands


def read_all(folder: Path, ending: str) -> int:
    return sum(len(list(loads_all(path.read_text("utf-8")))) for path in folder.glob(f"table-*{ending}"))


def test_a_file_has_its_own_name_only_when_it_is_whole(tmp_path: Path) -> None:
    event, hands = played()
    files = HandFiles(tmp_path, part=True)
    files.begin()
    for hand in hands:
        files.write(hand)
    files.flush()
    assert not list(tmp_path.glob("*.phhs"))
    files.finish()
    assert read_all(tmp_path, ".phhs") == event.hands
    assert not list(tmp_path.glob("*.part"))


def test_without_parts_the_hands_are_there_as_soon_as_they_are_flushed(tmp_path: Path) -> None:
    event, hands = played()
    files = HandFiles(tmp_path)
    files.begin()
    for hand in hands:
        files.write(hand)
    files.flush()
    assert read_all(tmp_path, ".phhs") == event.hands


def test_a_saved_event_goes_on_with_its_own_hands_only(tmp_path: Path) -> None:
    structure = load("turbo-6").with_entrants(30)
    whole, stopped = HandFiles(tmp_path / "whole", part=True), HandFiles(tmp_path / "stopped", part=True)
    for files in (whole, stopped):
        files.begin()
    Tournament(structure, 3, watch=whole.write).finish()
    whole.finish()
    event = Tournament(structure, 3, watch=stopped.write)
    save = b""
    steps = 0
    while not event.over:
        event.step()
        steps += 1
        if steps == 40:
            save = event.save()
    stopped.flush()
    again = HandFiles(tmp_path / "stopped", part=True)
    resumed = Tournament.load(save, again.write)
    again.begin(resumed)
    assert read_all(tmp_path / "stopped", ".phhs.part") == resumed.hands
    resumed.finish()
    again.finish()
    kept = {path.name: path.read_text("utf-8") for path in (tmp_path / "stopped").iterdir()}
    assert kept == {path.name: path.read_text("utf-8") for path in (tmp_path / "whole").iterdir()}


def test_hands_that_are_missing_before_the_save_are_refused(tmp_path: Path) -> None:
    event = Tournament(load("s0").with_entrants(14), 7)
    event.step()
    event.step()
    with pytest.raises(ValueError, match="has 0 of the 4 hands before the save; name the folder of the run"):
        HandFiles(tmp_path, part=True).begin(Tournament.load(event.save()))


def test_half_a_header_that_a_kill_left_is_cut_off(tmp_path: Path) -> None:
    files = HandFiles(tmp_path, part=True)
    files.begin()
    event = Tournament(load("s0").with_entrants(14), 7, watch=files.write)
    event.step()
    files.flush()
    save = event.save()
    for part in tmp_path.iterdir():
        part.write_bytes(part.read_bytes() + b"[2")
    again = HandFiles(tmp_path, part=True)
    resumed = Tournament.load(save, again.write)
    again.begin(resumed)
    resumed.finish()
    again.finish()
    assert read_all(tmp_path, ".phhs") == resumed.hands
    assert not [path for path in tmp_path.iterdir() if b"[2[" in path.read_bytes()]


@pytest.mark.parametrize("form", [known for known in formats() if known.write is not None], ids=lambda form: form.name)
def test_hands_in_every_format_as_one_player_saw_them(tmp_path: Path, form: Format) -> None:
    _, hands = played()
    hero = hands[0].players[0]
    assert hero is not None
    (tmp_path / "table-00099.ohh").write_text("of an older event")
    files = HandFiles(tmp_path, True, form.name, hero)
    files.begin()
    for hand in hands:
        files.write(hand)
    files.finish()
    assert {path.suffix for path in tmp_path.iterdir()} == {form.suffix}
    found = {(hand.table, hand.hand): hand for path in sorted(tmp_path.iterdir()) for hand in read(path)}
    mine = [hand for hand in hands if hero in hand.players]
    assert len(found) == len(mine) < len(hands)
    for hand in mine:
        again = found[str(hand.table), hand.number] if form.name == "phh" else found[_place(found, hand)]
        seat = hand.players.index(hero)
        expected = record(conceal(hand.hand, seat), players=[name for name in hand.players if name is not None])
        assert again.replay().final_stacks == expected.replay().final_stacks
        assert _cards(again) == _cards(expected)
        assert again.details is not None
        assert again.details.hero == hero


def _cards(history: History) -> set[str]:
    """Return the hole cards dealt or shown face up."""
    texts = [text.split()[-1] for text in history.actions or () if text.startswith("d dh") or " sm " in text]
    return {text[at : at + 2] for text in texts for at in (0, 2)} - {"??"}


def _place(found: dict[Any, History], hand: PlayedHand) -> Any:
    """Each format writes table and hand in its own way, but always with the numbers."""
    (place,) = [
        place for place in found if [str(part).split()[-1] for part in place] == [str(hand.table), str(hand.number)]
    ]
    return place


def test_a_format_that_cannot_be_written_is_refused_before_the_first_hand(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'pph' is not a format"):
        HandFiles(tmp_path, True, "pph")


@pytest.mark.parametrize("form", ["pokerstars", "ohh"])
def test_hands_say_what_the_event_costs_and_when_they_were_dealt(tmp_path: Path, form: str) -> None:
    _, hands = played()
    structure = msgspec.structs.replace(load("s0").with_entrants(14), buy_in=100, fee=9)
    started = datetime.datetime(2026, 11, 17, 20, 30)
    files = HandFiles(tmp_path, True, form, None, structure, started)
    files.begin()
    files.write(hands[0])
    files.finish()
    (history,) = read(next(tmp_path.iterdir()))
    assert files.refused == []
    assert history.details is not None
    about = history.details.tournament
    assert about is not None
    assert (about.buy_in, about.fee) == (100, 9)
    at = moment(history)
    assert at is not None
    assert at.replace(tzinfo=None) == started + datetime.timedelta(seconds=hands[0].at if hands[0].timed else 0)
