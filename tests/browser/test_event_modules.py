"""The page's logic about tournaments, without a tournament: standings, terms, levels, figures and pages of players."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from bigslick.protocol.deals import DealNow
from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import Lobby, SeriesLink, StartKind
from bigslick.protocol.settings import TablePace
from bigslick.protocol.tournament import Entrant, TournamentChanged, TournamentNow, TournamentStructure
from bigslick.server.http.seasons_api import NoPoints
from bigslick.tournament.season import PointsRules, SeasonPlace
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.levels import Break
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure

from ..protocol.test_tournament import CLOCK, NOW, news
from ..server.tournament.floor import structure

AFTER = """async ([now, change]) => {
  const { tournamentAfter } = await import('/shared/standings.js');
  return tournamentAfter(now, change);
}"""
CHANGES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a card": {"card": replace(NOW.card, left=2)},
    "a level": {"clock": replace(CLOCK, level=2), "hand_for_hand": True},
    "a hand": {"entrants": (Entrant(player="bob", stack=2900), Entrant(player="ann", stack=0, place=3))},
    "a withdrawal": {"gone": ("cat", "nobody"), "payouts": (200, 100)},
    "a deal": {"deal": DealNow(state="open", most_for_first=20)},
    "a broken table": {"tables": {}, "news": tuple(news(f"News {number}.") for number in range(40))},
}


def plain(message: Any) -> Any:
    """Return a message as the page reads it."""
    return json.loads(encode(message))


@pytest.mark.parametrize("name", CHANGES)
def test_a_tournament_after_a_change_is_the_one_that_programs_see(page: Page, name: str) -> None:
    change = TournamentChanged(tournament="sng1", seq=1, **CHANGES[name])
    assert page.evaluate(AFTER, [plain(NOW), plain(change)]) == plain(NOW.after(change))


def written(structure: Structure) -> Any:
    """Return a structure as the page reads it."""
    return plain(TournamentStructure(tournament="sng1", structure=structure, pace=TablePace()))


TERMS = """async (told) => {
  const { termsOf } = await import('/tournament/terms.js');
  return Object.fromEntries(termsOf(told).flatMap(({ terms }) => terms));
}"""


@pytest.mark.parametrize(
    ("preset", "said"),
    [
        (
            "deep-9",
            {
                "Starting stack": "60,000, which is 300 big blinds",
                "Levels": "41 of 1 h",
                "Breaks": "20, the first of 15 min after level 2",
                "Late registration": "To the end of level 6",
                "Entry": "1,000 for the prizes · 100 for the house",
                "Re-entry": "Once",
                "Game": "No-limit hold\u2019em, 9 to a table",
                "Ante": "From level 1 · paid by the big blind",
            },
        ),
        (
            "pko-8",
            {
                "Entry": "50 for the prizes · 50 for the bounty · 10 for the house",
                "Re-entry": "Twice",
                "Bounties": "Progressive: 50 % of a bounty goes on the winner\u2019s own head",
            },
        ),
        ("s0", {"Levels": "10, of 5 hands to 10 hands", "Ante": "From level 3 · paid by every player"}),
        ("flights", {"Format": "3 flights, then 2 more days", "Breaks": "5, the first of 15 min after level 3"}),
        ("shootout", {"Format": "Shootout: 1 winner goes on from each table"}),
        ("heads-up-bracket", {"Format": "Heads-up matches"}),
    ],
)
def test_the_terms_of_a_structure_are_words(page: Page, preset: str, said: dict[str, str]) -> None:
    found = page.evaluate(TERMS, written(load(preset)))
    assert {label: found.get(label) for label in said} == said


def test_rebuys_and_the_add_on_have_their_price(page: Page) -> None:
    rebuy = Rebuy(until_level=4, cost=100, chips=5_000, at_most=2_500)
    addon = AddOn(until_level=4, cost=50, chips=8_000)
    found = page.evaluate(TERMS, written(structure(6, rebuy=rebuy, addon=addon, guarantee=5_000)))
    assert found["Rebuy"] == (
        "5,000 chips for 100, to the end of level 4 · As often as you like · with at most 2,500 left"
    )
    assert found["Add-on"] == "8,000 chips for 50, after level 4"
    assert found["Guaranteed"] == "5,000"


LEVELS = """async (told) => {
  const { levelRows } = await import('/tournament/terms.js');
  return levelRows(told.structure).map((row) =>
    row.level ? [row.level, row.blinds, row.length, row.starts, row.notes.join(', ')] : [row.length, row.after]);
}"""


def test_the_table_of_levels_counts_breaks_in(page: Page) -> None:
    played = structure(6, timed=True, breaks=(Break(after=1, seconds=600),), late_reg_levels=2)
    assert page.evaluate(LEVELS, written(played))[:4] == [
        [1, "10/20", "1 min", "0 s", ""],
        ["10 min", 1],
        [2, "25/50", "1 min", "11 min", "late registration ends"],
        [3, "50/100", "1 min", "12 min", ""],
    ]
    by_hands = page.evaluate(LEVELS, written(structure(6, breaks=(Break(after=1, seconds=600),))))
    assert by_hands[2] == [2, "25/50", "6 hands", "6 hands", ""], "a break takes no hands"
    assert by_hands[-1][2] == "to the end"


PRIZES = "async (payouts) => (await import('/tournament/terms.js')).prizeRows(payouts)"


def test_equal_prizes_are_one_row(page: Page) -> None:
    assert page.evaluate(PRIZES, [500, 300, 100, 100, 100]) == [
        {"first": 1, "last": 1, "prize": 500},
        {"first": 2, "last": 2, "prize": 300},
        {"first": 3, "last": 5, "prize": 100},
    ]


TILES = """async ([now, own, time]) => {
  const { tilesOf } = await import('/tournament/board.js');
  const mine = now.entrants.find(({ player }) => player === own);
  const tiles = tilesOf(now, mine, time);
  return Object.fromEntries(tiles.map(({ name, label, value, note }) => [name, [label, value, note]]));
}"""
TIMED_START = replace(NOW, card=replace(NOW.card, start="time", starts_at=300_000, check_in_at=0))
RUNNING = replace(NOW, card=replace(NOW.card, status="running", left=3, entered=4))
TIMED = {"next_level_in": None, "next_level_at": 61_000}


@pytest.mark.parametrize(
    ("now", "tile", "shown"),
    [
        (NOW, "players", ["Players", "1/6", "5 to go"]),
        (TIMED_START, "start", ["Starts in", "4:59", "0 of 4 checked in"]),
        (NOW, "stack", ["Starting stack", "1,000", "10 bb"]),
        (RUNNING, "level", ["Level 1", "6 hands", "50/100"]),
        (replace(RUNNING, clock=replace(CLOCK, **TIMED)), "level", ["Level 1", "1:00", "50/100"]),
        (
            replace(RUNNING, clock=replace(CLOCK, **TIMED, next_break_at=31_000)),
            "next",
            ["Next level", "75/150", "break in 30 s"],
        ),
        (
            replace(RUNNING, clock=replace(CLOCK, on_break=True, break_ends_at=21_000, next_level_in=None)),
            "level",
            ["Break", "20 s", "then 50/100"],
        ),
        (replace(RUNNING, card=replace(RUNNING.card, paused="dinner")), "level", ["Level 1", "Paused", "50/100"]),
        (RUNNING, "players", ["Players left", "3/4", "2 before the money"]),
        (replace(RUNNING, payouts=(300, 200, 100)), "players", ["Players left", "3/4", "in the money"]),
        (replace(RUNNING, hand_for_hand=True), "players", ["Players left", "3/4", "hand for hand"]),
        (RUNNING, "average", ["Average stack", "1,000", "10 bb"]),
        (RUNNING, "largest", ["Largest stack", "2,000", "ann"]),
        (RUNNING, "mine", ["You", "900", "9.0 bb · 2nd of 3"]),
        (
            replace(RUNNING, clock=replace(CLOCK, entering=True, entries_close_in=4)),
            "late",
            ["Late registration", "4 hands", "left to enter"],
        ),
    ],
)
def test_the_board_has_the_figures_of_the_moment(page: Page, now: TournamentNow, tile: str, shown: list[str]) -> None:
    assert page.evaluate(TILES, [plain(now), "bob", 1_000])[tile] == shown


STARTS = """async ([card, time]) => {
  const { startWords } = await import('/shared/starts.js');
  return startWords(card, time);
}"""


@pytest.mark.parametrize(
    ("start", "ahead", "said"),
    [
        ("full", None, ""),
        ("host", None, "Starts when the host says so"),
        ("time", 59_000, "Starts in 59 s"),
        ("time", 3_599_000, "Starts in 59:59"),
        ("time", 7_500_000, "Starts in 2 h 5 min"),
        ("time", 172_800_000, "Starts Jan 3, 1970, 12:00 AM"),
    ],
)
def test_a_card_counts_down_to_its_start(page: Page, start: StartKind, ahead: int | None, said: str) -> None:
    card = replace(NOW.card, start=start, starts_at=ahead)
    assert page.evaluate(STARTS, [plain(card), 0]).replace("\u202f", " ") == said


PAGES = """async ([players, letters, page]) => {
  const { pageOf, pageWith, ranked } = await import('/tournament/players.js');
  const all = ranked(players);
  const shown = pageOf(all, letters, page);
  return [shown.rows.map(({ entrant, rank }) => [rank, entrant.player]), shown.page, shown.pages, shown.found,
    pageWith(all, 'p030')];
}"""


def test_a_thousand_players_are_shown_twenty_at_a_time(page: Page) -> None:
    entrants = [plain(Entrant(player=f"p{number:03}", stack=2_000 - number // 2)) for number in range(1_000)]
    rows, shown, pages, found, mine = page.evaluate(PAGES, [entrants, "", 1])
    assert (shown, pages, found, mine) == (1, 50, 1_000, 1)
    assert rows[:3] == [[21, "p020"], [21, "p021"], [23, "p022"]], "equal stacks share a rank"
    assert len(rows) == 20
    rows, shown, pages, found, _ = page.evaluate(PAGES, [entrants, " P99", 7])
    assert (shown, pages, found) == (0, 1, 10), "the last page there is"
    assert rows[0] == [991, "p990"]


MOMENTS = """async ([before, now, own, time]) => {
  const { momentsBetween } = await import('/tournament/moments.js');
  return momentsBetween(before, now, own, time).map(({ kind, words }) => `${kind}: ${words}`);
}"""
FIVE_LEFT = replace(
    RUNNING, card=replace(RUNNING.card, left=5), payouts=(300, 200, 100), tables={"sng1.1": 1, "sng1.2": 2}
)
FOUR_LEFT = replace(FIVE_LEFT, card=replace(FIVE_LEFT.card, left=4))
THREE_LEFT = replace(FIVE_LEFT, card=replace(FIVE_LEFT.card, left=3))


@pytest.mark.parametrize(
    ("before", "now", "own", "told"),
    [
        (NOW, RUNNING, "ann", []),
        (RUNNING, RUNNING, "ann", []),
        (
            RUNNING,
            replace(RUNNING, clock=replace(CLOCK, level=2, small_blind=75, big_blind=150, ante=150)),
            "ann",
            ["level: Level 2: blinds 75/150, ante 150, from the next hand"],
        ),
        (
            RUNNING,
            replace(RUNNING, clock=replace(CLOCK, level=2, on_break=True, break_ends_at=301_000)),
            "ann",
            ["break: Break: play goes on in 5:00"],
        ),
        (
            replace(RUNNING, clock=replace(CLOCK, level=2, on_break=True)),
            replace(RUNNING, clock=replace(CLOCK, level=2)),
            "ann",
            ["level: Level 2: blinds 50/100, from the next hand"],
        ),
        (FIVE_LEFT, FOUR_LEFT, "ann", ["bubble: The bubble: one more player goes before the money"]),
        (
            FIVE_LEFT,
            replace(FOUR_LEFT, hand_for_hand=True),
            "ann",
            ["bubble: Hand for hand: 4 players left, 3 paid"],
        ),
        (FOUR_LEFT, replace(FOUR_LEFT, clock=replace(CLOCK, entering=True)), "ann", []),
        (FOUR_LEFT, THREE_LEFT, "ann", ["money: You are in the money!"]),
        (FOUR_LEFT, THREE_LEFT, "dan", ["money: The players left are in the money"]),
        (
            replace(FIVE_LEFT, payouts=(600,)),
            replace(FOUR_LEFT, payouts=(600,), tables={"sng1.1": 1}),
            "ann",
            ["final: The final table: 4 players left"],
        ),
        (
            THREE_LEFT,
            replace(THREE_LEFT, card=replace(RUNNING.card, left=2)),
            "ann",
            ["duel: Heads-up: two players left"],
        ),
    ],
)
def test_a_moment_is_what_everyone_should_notice(
    page: Page, before: TournamentNow, now: TournamentNow, own: str, told: list[str]
) -> None:
    assert page.evaluate(MOMENTS, [plain(before), plain(now), own, 1_000]) == told


SERIES_LINKS = """async (lobby) => {
  const { LobbyScreen } = await import('/lobby/lobby.js');
  const screen = new LobbyScreen({ withAccount() {}, connection: { now: () => 1000 } });
  screen.draw(lobby);
  return [...screen.series.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
}"""


def test_the_lobby_links_each_series_once(page: Page) -> None:
    winter, spring = SeriesLink("s1", "Winter league"), SeriesLink("s2", "Spring")
    named = enumerate((winter, None, spring, winter))
    cards = [replace(NOW.card, tournament=f"sng{number}", series=one) for number, one in named]
    lobby = plain(Lobby(tables=(), tournaments=tuple(cards)))
    assert page.evaluate(SERIES_LINKS, lobby) == [["Winter league", "#/series/s1"], ["Spring", "#/series/s2"]]


SEASON = """async ([places, season, by]) => {
  const { seasonTable, rulesWords } = await import('/club/season.js');
  const rows = [...seasonTable('Season', places, null).querySelectorAll('tbody tr')];
  return [rows.map((row) => [...row.cells].map((cell) => cell.textContent)), rulesWords(season, by).innerText];
}"""


def season(places: list[SeasonPlace], rules: PointsRules, by: str = "points", **more: Any) -> list[Any]:
    """Return a table and its rules as the page shows them."""
    usual = {"rules": rules, "changed_by": "", "changed_at": 0, "left_out": []}
    return [plain(places), plain(usual | more), by]


def place(number: int, player: str, points: float, chips: int | None) -> SeasonPlace:
    return SeasonPlace(
        place=number, player=player, points=points, chips=chips, nights=2, tournaments=1, cashes=2, wins=1, hits=3
    )


def test_a_season_shows_decimals_in_every_row_or_in_none(page: Page) -> None:
    rules = PointsRules(formula="n - place + 1")
    rows, words = page.evaluate(SEASON, season([place(1, "ann", 1234, 50), place(2, "bob", 7, -50)], rules))
    assert rows == [
        ["1", "ann", "1,234", "3", "1", "2", "3", "+50"],
        ["2", "bob", "7", "3", "1", "2", "3", "\u221250"],
    ]
    assert "Points for each event: n - place + 1" in words
    assert "By place" in words
    rows, _ = page.evaluate(SEASON, season([place(1, "ann", 8.5, None), place(2, "bob", 7, None)], rules))
    assert [(row[2], row[7]) for row in rows] == [("8.50", "\u2013"), ("7.00", "\u2013")]


def test_a_season_says_how_it_counts_and_what_gives_no_points(page: Page) -> None:
    rules = PointsRules(formula="n/spent", best=4, bounties=False)
    left_out = [NoPoints(name=f"Freeroll {number}", sentence="division by zero") for number in range(7)]
    _, words = page.evaluate(SEASON, season([], rules, "chips", left_out=left_out, changed_by="ann", changed_at=5))
    for said in (
        "Only the best 4 events count. Knockouts and bounties do not count.",
        "If two have won the same, points decide",
        "Chosen by ann, ",
        "No points for Freeroll 0, Freeroll 1, Freeroll 2, Freeroll 3, Freeroll 4, …: division by zero",
    ):
        assert said in words
