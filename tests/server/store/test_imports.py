"""Imported nights: their players, their chips in the club's ledger and season, and the way back."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from bigslick.protocol.money import ChipValue
from bigslick.server.accounting.ledgers import night_of
from bigslick.server.importing.poker_now import read_ledger
from bigslick.server.store.clubs import ClubRefused, Clubs, NotYours
from bigslick.server.store.imports import Imports, night_id, night_number
from bigslick.server.store.names import Names, NamesTogether
from bigslick.server.store.nights import brought_chips
from bigslick.server.store.paid_payments import PaidPayments
from bigslick.server.store.records import Batch
from bigslick.server.store.schema import accounts, imported_sessions, ledger, recap_links, streams
from bigslick.server.store.season_events import season_event
from bigslick.server.store.settlement import Payment
from bigslick.server.store.store import Store
from bigslick.tournament.season import PointsRules, season_table
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..importing.ledgers import ROWS
from ..importing.ledgers import ledger as written

SESSIONS = read_ledger(written())
ANN, ANN_ON_PC, BOB, KIMCHI, PUNT = "AzEKJ-zpvs", "SCoB5LKYVh", "qDZ5ZjSJhA", "bOOcH5LgO-", "3leh0Qj5c4"
OURS = {ANN: "ann", ANN_ON_PC: "ann", BOB: "bob"}
NOW = max(session.ended_at for session in SESSIONS) + 1
CENTS = ChipValue(cents=1, currency="€")


class Desk:
    """A store with the club c1 of ann and bob, and its imports."""

    def __init__(self, store: Store, names: Names, clubs: Clubs) -> None:
        self.store = store
        self.names = names
        self.clubs = clubs
        numbers = itertools.count(1)
        self.imports = Imports(store, names, clubs, VirtualClock(NOW), draw=lambda: next(numbers).to_bytes(8))

    async def add(self, *rows: str, name: str = "Friday", by: str = "ann") -> str:
        sessions = read_ledger(written(*rows))
        members = {player: ours for player, ours in OURS.items() if any(one.player == player for one in sessions)}
        return night_id(await self.imports.add("c1", name, sessions, members, CENTS, by))


@asynccontextmanager
async def desk(url: str) -> AsyncIterator[Desk]:
    names = Names({"ann": "Ann", "bob": "Bob", "cat": "Cat"})
    async with opened(url) as store:
        clubs = await Clubs.load(store, names, VirtualClock(5))
        club = await clubs.create("ann", "Friday")
        await clubs.join("bob", club.invite)
        yield Desk(store, names, clubs)


async def test_an_imported_night_is_in_the_ledger_and_the_season_and_moves_no_chips(url: str) -> None:
    async with desk(url) as at:
        night = await at.add()
        (found,) = await at.clubs.nights("c1")
        assert (found.id, found.kind, found.name, found.chip_value) == (night, "import", "Friday", CENTS)
        assert (found.opened_at, found.closed_at) == (SESSIONS[0].began_at, NOW - 1)
        assert [(one.player, one.buy_ins, one.bought_in, one.left_with, one.net) for one in found.results] == [
            ("Kimchi", 1, 5000, 8012, 3012),
            ("N punt", 1, 2500, 2500, 0),
            ("Bob", 2, 5000, 4488, -512),
            ("Ann", 2, 5993, 3493, -2500),
        ]
        stream = await at.store.stream(night)
        assert stream is not None
        table = season_table([season_event(stream, found.results, {})], PointsRules())
        places = [(place.player, place.points, place.chips, place.nights) for place in table.places]
        assert places == [("Kimchi", 6, 3012, 1), ("N punt", 4, 0, 1), ("Bob", 2, -512, 1), ("Ann", 0, -2500, 1)]
        shown = await night_of(at.store, NamesTogether(at.names), stream, None)
        assert set(shown.settlement.payments) == {Payment("Ann", "Kimchi", 2500), Payment("Bob", "Kimchi", 512)}
        assert [(move.player, move.kind, move.chips) for move in shown.moves][:3] == [
            ("N punt", "buy-in", 2500),
            ("N punt", "cash-out", -2500),
            ("Bob", "buy-in", 2500),
        ]
        assert not await at.store.select(sa.select(ledger))
        assert await at.store.balances() == {}
        assert await brought_chips(at.store, night, "ann")
        assert not await brought_chips(at.store, night, "cat")
        settled = await at.clubs.settle("c1", [night], "ann")
        assert {(one.payer, one.payee, one.chips) for one in settled.payments} == {
            ("Ann", "Kimchi", 2500),
            ("Bob", "Kimchi", 512),
        }
    async with opened(url) as store:
        names = await Names.load(store)
        stranger = (await store.select(sa.select(accounts).where(accounts.c.name == "Kimchi")))[0]
        assert names.name_of(stranger.id) == "Kimchi"
        assert names.id_of("Kimchi") is None, "a stranger's name is free for an account"
        assert not names.is_member(stranger.id)


async def test_a_game_is_imported_once_also_when_it_has_gone_on_since(url: str) -> None:
    async with desk(url) as at:
        night = await at.add(name="First")
        with pytest.raises(ClubRefused, match="The club has this game already, as First: take that night back first"):
            await at.add()
        later = [
            *ROWS[1:],
            ROWS[0].replace("20:54:56.989Z,,5000,,8012", "20:54:56.989Z,2024-10-30T22:30:00Z,5000,8012,0"),
        ]
        with pytest.raises(ClubRefused, match="already, as First"):
            await at.add(*later)
        other = await at.clubs.create("ann", "Sunday")
        assert await at.imports.add(other.id, "Theirs", SESSIONS, {}, None, "ann"), "another club may have it too"
        assert len(await at.clubs.nights("c1")) == 1
        assert night == night_id(night_number("c1", SESSIONS))


async def test_strangers_are_the_same_people_on_another_night(url: str) -> None:
    async with desk(url) as at:
        await at.add()
        again = (
            '"Kimchi 2.0",bOOcH5LgO-,2024-10-29T20:00:00Z,,100,,150,50',
            '"N punt",new-id,2024-10-29T20:00:00Z,,100,,50,-50',
            '"kimchi",other,2024-10-29T20:00:00Z,,100,,100,0',
        )
        before = await at.add(*again, name="Before")
        played = await at.store.select(sa.select(imported_sessions.c.known_as, imported_sessions.c.player))
        who = {row.known_as: row.player for row in played}
        assert who["new-id"] == who[PUNT], "by the name"
        assert who["other"] not in (who[KIMCHI], who[PUNT]), "a second kimchi is another player"
        assert at.names.name_of(who[KIMCHI]) == "Kimchi"
        first, second = (await at.clubs.nights("c1"))[::-1]
        assert [one.player for one in first.results] == ["Kimchi", "kimchi 2", "N punt"]
        assert "Kimchi" in [one.player for one in second.results]
        assert await at.imports.known("c1", [BOB, "other", "nobody"]) == {BOB: "bob", "other": who["other"]}
        assert at.names.id_of("Kimchi") is None
        await at.imports.take_back("c1", before, "ann")
        left = {row.id for row in await at.store.select(sa.select(accounts.c.id))}
        assert left == {who[KIMCHI], who[PUNT]}, "they are in the other night"


async def test_only_those_who_run_the_club_import_and_take_back(url: str) -> None:
    async with desk(url) as at:
        for by in ("bob", "cat"):
            with pytest.raises(NotYours):
                await at.add(by=by)
        night = await at.add()
        with pytest.raises(NotYours):
            await at.imports.take_back("c1", night, "bob")


async def test_a_game_of_the_future_is_refused(url: str) -> None:
    async with desk(url) as at:
        at.imports._clock = VirtualClock(NOW - 2)
        with pytest.raises(ClubRefused, match="played in the future"):
            await at.add()


async def test_a_night_is_taken_back_with_its_strangers_until_it_is_settled(url: str) -> None:
    async with desk(url) as at:
        night = await at.add()
        row = {"night": night, "token": "secret", "player": "ann", "at": 1}
        await at.store.append(Batch(statements=[recap_links.insert().values(row)]))
        with pytest.raises(ClubRefused, match="no imported night 't1'"):
            await at.imports.take_back("c1", "t1", "ann")
        other = await at.clubs.create("ann", "Sunday")
        with pytest.raises(ClubRefused, match="no imported night"):
            await at.imports.take_back(other.id, night, "ann")
        await at.imports.take_back("c1", night, "ann")
        for table in (imported_sessions, accounts, recap_links, streams):
            assert not await at.store.select(sa.select(table))
        assert await at.clubs.nights("c1") == []
        assert await at.add() == night
        await at.clubs.settle("c1", [night], "ann")
        with pytest.raises(ClubRefused, match="This night is settled, in settlement 1"):
            await at.imports.take_back("c1", night, "ann")


async def test_a_night_with_payments_that_were_made_stays(url: str) -> None:
    async with desk(url) as at:
        night = await at.add()
        marks = PaidPayments(at.store, VirtualClock(NOW), at.clubs.writing)
        payment = Payment("ann", "bob", 5)
        await marks.mark(night, payment, paid=True, by="ann")
        with pytest.raises(ClubRefused, match="take the marks back first"):
            await at.imports.take_back("c1", night, "ann")
        await marks.mark(night, payment, paid=False, by="ann")
        await at.imports.take_back("c1", night, "ann")
