"""Series and seasons: who begins and changes them, their limits, and the operator's file."""

from __future__ import annotations

import pytest

from bigslick.server.store import series as series_module
from bigslick.server.store.clubs import Clubs, NotYours
from bigslick.server.store.names import Names
from bigslick.server.store.records import Batch, Stream
from bigslick.server.store.series import Series, SeriesBook, SeriesRefused, SeriesSettings
from bigslick.tournament.points import BadFormula
from bigslick.tournament.season import PointsRules
from tests.virtual_clock import VirtualClock

from ..databases import opened

OURS = PointsRules(formula="n - place", best=3, bounties=False)


async def test_the_managers_of_a_club_choose_how_its_season_counts(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, Names(), VirtualClock(5))
        await clubs.create("ann", "Friday")
        club = await clubs.join("bob", clubs.all()[0].invite)
        book = await SeriesBook.load(store, clubs, VirtualClock(7))
        usual = Series(id="c1", club="c1")
        assert book.season_of(club.id) == usual
        assert usual.rules.formula == "2*beaten + tied"
        with pytest.raises(NotYours):
            await book.change_season("c1", OURS, "bob")
        with pytest.raises(BadFormula, match="for place 1 of 9: character 2: division by zero"):
            await book.change_season("c1", PointsRules(formula="1/(place - 1)"), "ann")
        assert book.season_of("c1") == usual
        for rules in (PointsRules(formula="n", best=1), OURS):
            await book.change_season("c1", rules, "ann")
        changed = Series(id="c1", club="c1", rules=OURS, changed_by="ann", changed_at=7)
        assert book.season_of("c1") == changed
        assert (await SeriesBook.load(store, clubs, VirtualClock(9))).season_of("c1") == changed
        assert book.season_of("c2") == Series(id="c2", club="c2")


async def test_a_series_from_its_beginning_to_its_end(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, Names(), VirtualClock(5))
        club = await clubs.create("ann", "Friday")
        await clubs.join("bob", club.invite)
        book = await SeriesBook.load(store, clubs, VirtualClock(7))
        with pytest.raises(NotYours):
            await book.begin("c1", "Winter", OURS, "bob")
        with pytest.raises(BadFormula):
            await book.begin("c1", "Winter", PointsRules(formula="x"), "ann")
        winter = await book.begin("c1", "Winter", OURS, "ann")
        assert winter == Series(id="s1", club="c1", name="Winter", rules=OURS, changed_by="ann", changed_at=7)
        with pytest.raises(SeriesRefused, match="There is a series 'WINTER' already"):
            await book.begin("c1", "WINTER", OURS, "ann")
        summer = await book.begin("c1", "Summer", OURS, "ann")
        assert (book.of("c1"), book.of(""), book.named("c1", "Summer")) == ([summer, winter], [], summer)
        assert (book.get("s2"), book.numbered(2), book.get("c1"), book.get("s9")) == (summer, summer, None, None)
        with pytest.raises(NotYours):
            await book.change("s1", OURS, True, "bob")
        assert book.takes(winter)
        ended = await book.change("s1", PointsRules(formula="n"), True, "ann")
        assert not book.takes(ended)
        assert book.get("s1") == ended
        again = await SeriesBook.load(store, clubs, VirtualClock(9))
        assert again.of("c1") == [summer, ended]
        await again.change_season("c1", OURS, "ann")
        assert again.of("c1") == [summer, ended], "the season is none of them"


async def test_series_have_limits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_module, "MOST_SERIES", 1)
    monkeypatch.setattr(series_module, "MOST_TOURNAMENTS", 2)
    async with opened(url) as store:
        clubs = await Clubs.load(store, Names(), VirtualClock(5))
        await clubs.create("ann", "Friday")
        book = await SeriesBook.load(store, clubs, VirtualClock(7))
        first = await book.begin("c1", "First", OURS, "ann")
        with pytest.raises(SeriesRefused, match="at most 1 series at a time: end one of them first"):
            await book.begin("c1", "Second", OURS, "ann")
        first = await book.change(first.id, OURS, True, "ann")
        second = await book.begin("c1", "Second", OURS, "ann")
        book.opened_in(second.link)
        assert book.takes(second)
        book.opened_in(second.link)
        assert not book.takes(second)
        tournaments = [Stream(id=name, kind="tournament", opened_at=1, series="s2") for name in ("sng1", "sng2")]
        await store.append(Batch(opened=tournaments))
        assert not (await SeriesBook.load(store, clubs, VirtualClock(7))).takes(second)


async def test_the_series_of_the_room_follow_the_operators_file(url: str) -> None:
    async with opened(url) as store:
        clubs = await Clubs.load(store, Names(), VirtualClock(5))
        book = await SeriesBook.load(store, clubs, VirtualClock(7))
        autumn, winter = (SeriesSettings(name=name, formula="n - place") for name in ("Autumn", "Winter"))
        await book.follow([autumn, winter])
        assert [(found.id, found.name, found.over, found.changed_by) for found in book.of("")] == [
            ("s2", "Winter", False, ""),
            ("s1", "Autumn", False, ""),
        ]
        with pytest.raises(SeriesRefused, match="Only the room's operator"):
            await book.change("s1", OURS, False, "ann")
        before = book.of("")
        await book.follow([autumn, winter])
        assert book.of("") == before
        await book.follow([SeriesSettings(name="Winter", formula="n", best=2)])
        assert {found.name: (found.rules, found.over) for found in book.of("")} == {
            "Autumn": (PointsRules(formula="n - place"), True),
            "Winter": (PointsRules(formula="n", best=2), False),
        }
        await book.follow([autumn])
        again = await SeriesBook.load(store, clubs, VirtualClock(9))
        assert {found.name: found.over for found in again.of("")} == {"Autumn": False, "Winter": True}
    with pytest.raises(BadFormula):
        SeriesSettings(name="Wrong", formula="1/0")
