"""Season tables from the store: cash nights and tournaments, computed once for each night that ends."""

from __future__ import annotations

import asyncio

import pytest

from bigslick.server.room import season_tables
from bigslick.server.room.season_tables import SeasonTables
from bigslick.server.store.bank import player_account, tournament_account
from bigslick.server.store.imports import night_id
from bigslick.server.store.records import Batch, ChipTransfer
from bigslick.server.store.series import Series
from bigslick.server.tournament.loading import FinishedTournaments
from bigslick.tournament.season import PointsRules

from ..databases import opened
from ..store.test_clubs import played as played_cash
from ..store.test_imports import ANN, BOB, KIMCHI, SESSIONS, desk
from ..tournament.test_loading import played, stored

BY_PLACE = PointsRules(formula="n - place + 1")


async def test_the_table_of_a_club_counts_cash_nights_and_tournaments(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor = played()  # six players, p0 to p5; the odd ones are house bots
    people = {place: player for player, place in floor.places if player in ("p0", "p2", "p4")}
    first, second, third = (people[place] for place in sorted(people))
    async with opened(url) as store:
        await played_cash(store, "t1", "c1", 100, {first: 300, third: -300})
        await played_cash(store, "t2", "c2", 100, {first: 900, third: -900})
        await played_cash(store, "t3", "c1", 300, {first: 1, third: -1}, over=False)
        await stored(store, "sng1", floor, None, club="c1", series="s1")
        account = tournament_account("sng1")
        entries = [
            ChipTransfer(
                source=player_account(player),
                target=account,
                amount=100,
                reason="tournament entry",
                at=1,
                stream="sng1",
            )
            for player in (first, second, third)
        ]
        await store.append(Batch(transfers=entries, closed=[("sng1", 500)]))  # a house bot won the prize
        tables = SeasonTables(store, FinishedTournaments(store))
        counted = await tables.of_club("c1", None, None, BY_PLACE, "points")
        assert (counted.nights, counted.tournaments, counted.chip_value) == (1, 1, None)
        rows = counted.table.places
        assert [(row.player, row.points, row.chips, row.nights, row.tournaments) for row in rows] == [
            (first, 5, 200, 1, 1),
            (second, 2, -100, 0, 1),
            (third, 2, -400, 1, 1),
        ]
        assert [(row.cashes, row.wins) for row in rows] == [(1, 2), (0, 0), (0, 0)]
        assert await tables.of_club("c1", None, None, BY_PLACE, "points") is counted, "nothing has changed"
        asked = [tables.of_club("c1", None, None, BY_PLACE, "chips") for _ in range(2)]
        assert len({id(found) for found in await asyncio.gather(*asked)}) == 1, "two who ask at a time get one table"
        usual = await tables.of_club("c1", None, None, PointsRules(), "points")
        assert [row.points for row in usual.table.places] == [4, 2, 2], "out of the money all are tied"
        series = await tables.of_series(Series(id="s1", club="", name="Winter", rules=BY_PLACE))
        assert (series.nights, series.tournaments) == (0, 1)
        assert [(row.player, row.points) for row in series.table.places] == [(first, 3), (second, 2), (third, 1)]
        assert (await tables.of_series(Series(id="s2", club="", name="Other"))).table.places == []
        only_cash = await tables.of_club("c1", 100, 200, BY_PLACE, "points")
        assert (only_cash.nights, only_cash.tournaments) == (1, 0)
        await store.append(Batch(closed=[("t3", 600)]))
        again = await tables.of_club("c1", None, None, BY_PLACE, "chips")
        assert (again.nights, again.table.places[0].chips) == (2, 201)
        monkeypatch.setattr(season_tables, "KEPT", 1)
        await tables.of_club("c2", None, None, BY_PLACE, "points")
        assert len(tables._kept) == 1


async def test_an_imported_night_that_was_taken_back_and_imported_otherwise_counts_again(url: str) -> None:
    async with desk(url) as at:
        tables = SeasonTables(at.store, FinishedTournaments(at.store))

        async def chips(player: str) -> int | None:
            counted = await tables.of_club("c1", None, None, PointsRules(), "chips")
            return next((row.chips for row in counted.table.places if row.player == player), None)

        members = {ANN: "ann", BOB: "bob"}
        number = await at.imports.add("c1", "Friday", SESSIONS, members, None, "ann")
        alone = await chips("ann")
        await at.imports.take_back("c1", night_id(number), "ann")
        assert await at.imports.add("c1", "Friday", SESSIONS, members | {KIMCHI: "ann"}, None, "ann") == number
        assert await chips("ann") == (alone or 0) + 3012
