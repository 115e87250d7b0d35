"""A card room's initial tables: the defaults can be served, and a file is read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bigslick.bots import UnknownBot
from bigslick.protocol.lobby import SeriesLink
from bigslick.server.room.config import FAST, TABLES, TOURNAMENTS, RoomConfig, at_pace, read_config
from bigslick.server.store.retention import HandRetention
from bigslick.tournament.structure.files import load, loads, presets

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


SERIES = """
[[series]]
name = "Winter league"
formula = "n - place + hits"
best = 8
bounties = false

[[tournament]]
series = "Winter league"
structure = { name = "Cup", entrants = 2, seats = 2, starting_stack = 9, levels = [{ small = 4, big = 8, hands = 5 }] }
"""


async def test_tournaments_of_the_house_count_in_a_series_of_the_file(tmp_path: Path) -> None:
    found = read_config(written(tmp_path, SERIES))
    (winter,) = found.series
    assert (winter.formula, winter.best, winter.bounties) == ("n - place + hits", 8, False)
    for opened in (1, 2):  # the second time after a restart
        async with serving(tmp_path, tournaments=found.tournament, series=found.series) as room:
            (card,) = room.card_room.lobby().tournaments
            assert card.series == SeriesLink("s1", "Winter league")
            stream = await room.card_room.store.stream(card.tournament)
            assert stream is not None
            assert (stream.series, opened) == ("s1", opened)
    (tmp_path / "empty").mkdir()
    monthly = read_config(written(tmp_path, SERIES.partition("[[tournament]]")[0]))
    assert (monthly.table, monthly.tournament) == (TABLES, TOURNAMENTS)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SERIES.replace('series = "W', 'series = "M'),
            "there is no series 'Minter league'.*did you mean 'Winter league'",
        ),
        (SERIES.replace("- place", "- plcae"), r"series\[0\]: character 5: 'plcae' is not a name here"),
        (SERIES.replace("- place", "/ (place - 3)"), "for place 3 of 9: character 3: division by zero"),
        (SERIES.replace("best = 8", "best = -1"), "best"),
        (SERIES.replace("best = 8", "worst = 8"), "worst"),
        (SERIES + '[[series]]\nname = "Winter league"\n', "two series are called 'Winter league'"),
    ],
)
def test_a_series_that_cannot_be_is_refused_with_its_place(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_config(written(tmp_path, text))


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
        ("table = [", "room.toml, line 1: not TOML"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_name_and_place(
    tmp_path: Path, text: str, sentence: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ValueError, match=r"room\.toml") as refused:
        read_config(path)
    assert str(refused.value).startswith(str(path))
    assert sentence in str(refused.value)


DEEP = """
[[tournament]]
structure = "deep-9"
entrants = 18
name = "Deep Friday"
start = "time"
start_time = 2026-12-24T20:00:00+01:00
"""


def test_a_tournament_takes_a_preset_with_keys_of_its_own_beside_it(tmp_path: Path) -> None:
    (deep,) = read_config(written(tmp_path, DEEP)).tournament
    assert deep.structure == replace(load("deep-9"), entrants=18, name="Deep Friday")
    assert (deep.start, deep.start_time) == ("time", 1_798_138_800_000), "20:00 in a zone an hour ahead of UTC"


def test_a_tournament_takes_a_structure_file_next_to_it_and_a_table_with_the_same_keys(tmp_path: Path) -> None:
    keys = 'name = "Cup"\nseats = 4\nstarting_stack = 500\n'
    keys += "levels = [{ small = 5, big = 10, minutes = 1.5 }, { small = 10, big = 20 }]"
    (tmp_path / "cup.toml").write_text(keys + '\nrules = "classic"')
    named = '[[tournament]]\nstructure = "cup.toml"\nentrants = 4\nrules = { profile = "tournament" }\n'
    table = f"[[tournament]]\nentrants = 4\n[tournament.structure]\n{keys}\n"
    first, second = read_config(written(tmp_path, named + table)).tournament
    assert first.structure == second.structure == replace(loads(keys), entrants=4)
    assert first.structure.levels[0].seconds == 90


@pytest.mark.parametrize("name", presets())
def test_every_preset_can_be_served(name: str, tmp_path: Path) -> None:
    (found,) = read_config(written(tmp_path, f'[[tournament]]\nstructure = "{name}"\nentrants = 30\n')).tournament
    assert found.structure == load(name).with_entrants(30)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (DEEP.replace("deep-9", "deep-8"), "tournament 1: no such file or preset.*did you mean 'deep-9'"),
        (DEEP.replace("18", '"18"'), "tournament 1: entrants is '18'"),
        (DEEP.replace("entrants", "entrance"), r"tournament\[0\]: field 'entrance' is not known"),
        (DEEP.replace("18", "1"), "tournament 1: one entrant has no one to play"),
        (DEEP.replace("+01:00", ""), "start_time is 2026-12-24 20:00:00, without a zone: expected one"),
        (DEEP.replace('start = "time"', ""), "start_time goes with start = 'time'"),
        (DEEP + 'entries = ["Ann", "Bo"]\n', "tournament 1: entrants is 18 and 2 entries are named"),
        (DEEP.replace("entrants = 18", 'entries = ["Ann", "Bo"]'), "expected a field of 2 to 1000|enter by themselves"),
        ("tournament = 3", "tournament: expected array, got int"),
        ("[[tournament]]\nstructure = 3", r"tournament\[0\].structure: expected object, got int"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused_with_its_place(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_config(written(tmp_path, text))


async def test_a_tournament_of_the_house_with_a_time_is_opened_once(tmp_path: Path) -> None:
    """Its name does not come back every time that it is over."""
    at_once = read_config(written(tmp_path, DEEP)).tournament[0]
    past = replace(at_once, start_time=5)
    async with serving(tmp_path, tournaments=(past,)) as room:
        assert room.card_room.lobby().tournaments == ()


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
