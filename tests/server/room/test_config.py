"""A card room's initial tables: the defaults can be served, and a file is read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.bots import UnknownBot
from bigslick.server.room.config import FAST, TABLES, TOURNAMENTS, RoomConfig, at_pace, read_config
from bigslick.server.store.retention import HandRetention

from ..served import serving

FILE = """
[[table]]
name = "Elm"
seats = 2
big_blind = 20
bots = ["tag"]
pace = { action_ms = 5000 }

[[table]]
name = "Yew"

[[tournament]]
fill_ms = 1000

[tournament.structure]
name = "Cup"
entrants = 2
seats = 2
starting_stack = 500
levels = [{ small = 5, big = 10, hands = 5 }]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "room.toml"
    path.write_text(text)
    return path


def test_a_file_lists_tables_and_tournaments_with_the_defaults_for_the_rest(tmp_path: Path) -> None:
    found = read_config(written(tmp_path, FILE))
    elm, yew = found.table
    assert (elm.name, elm.seats, elm.big_blind, elm.small_blind, elm.bots) == ("Elm", 2, 20, 5, ("tag",))
    assert (elm.pace.action_ms, yew.pace.action_ms, yew.seats) == (5_000, 25_000, 6)
    (cup,) = found.tournament
    assert (cup.structure.name, cup.fill_ms) == ("Cup", 1_000)
    assert read_config(written(tmp_path, "")) == RoomConfig()


async def test_a_card_room_opens_with_the_tables_and_tournaments_of_a_file(tmp_path: Path) -> None:
    found = read_config(written(tmp_path, FILE))

    async with serving(tmp_path, *found.table, tournaments=found.tournament) as room:
        lobby = room.card_room.lobby()
        assert [(card.name, card.big_blind) for card in lobby.tables] == [("Elm", 20), ("Yew", 10)]
        assert [card.name for card in lobby.tournaments] == ["Cup"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[table]]\nname = "Elm"\nseat = 4', "table[0]: field 'seat' is not known"),
        ("[[table]]\nseats = 4", "table[0]: field 'name' is missing"),
        ('[[table]]\nname = "Elm"\nseats = "4"', "table[0].seats: expected int, got str"),
        ('[[table]]\nname = "Elm"\nseats = 40', "seats=40: expected a whole number from 2 to 10"),
        ('[[table]]\nname = "Elm"\n[[table]]\nname = "Elm"', "two tables are called 'Elm': give each its own name"),
        ("[[tabel]]", "field 'tabel' is not known"),
        ("table = [", "room.toml: "),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_name_and_place(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"room\.toml") as refused:
        read_config(path)
    assert str(refused.value).startswith(f"{path}: ")
    assert sentence in str(refused.value)


def test_a_house_bot_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, '[[table]]\nname = "Elm"\nbots = ["tagg"]')
    with pytest.raises(UnknownBot, match="tagg") as refused:
        read_config(path)
    assert str(refused.value).startswith(f"{path}, table 'Elm': 'tagg' is not a house bot")
    with pytest.raises(TypeError, match=r"'room\.toml' is not a file of tables: expected a Path"):
        read_config("room.toml")  # type: ignore[arg-type]


def test_other_clocks_change_nothing_else() -> None:
    tables, tournaments = at_pace(TABLES, FAST), at_pace(TOURNAMENTS, FAST)
    assert {each.pace for each in tables} == {each.pace for each in tournaments} == {FAST}
    assert at_pace(tables, TABLES[0].pace) == TABLES
    assert at_pace(tournaments, TOURNAMENTS[0].pace) == TOURNAMENTS


def test_the_default_tables_have_their_own_names_and_room_for_a_player() -> None:
    assert len({each.name for each in TABLES}) == len(TABLES)
    assert all(len(each.bots) < each.seats for each in TABLES)
    assert all(each.fill_ms is not None for each in TOURNAMENTS), "a single player gets a game"


def test_a_file_says_how_long_hands_are_kept(tmp_path: Path) -> None:
    kept = '[hands]\nkeep_days = 90\nexport_to = "old"\n'
    assert read_config(written(tmp_path, FILE + kept)).hands == HandRetention(90, "old")
    alone = read_config(written(tmp_path, kept))
    assert (alone.table, alone.tournament, alone.hands.keep_days) == (TABLES, TOURNAMENTS, 90)
    assert read_config(written(tmp_path, FILE)).hands.keep_days == 0
    for wrong, said in (("keep_days = 3", "export_to"), ("keep_days = -1", "1 or more"), ("days = 3", "days")):
        with pytest.raises(ValueError, match=said):
            read_config(written(tmp_path, f"[hands]\n{wrong}\n"))
