"""Old hands are in a file before they leave the database, and nothing that is still needed goes with them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa

from bigslick.hand.hand import Hand
from bigslick.history import loads_all
from bigslick.server.operations.clock import Clock
from bigslick.server.store import retention as retiring
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.histories import Histories
from bigslick.server.store.records import Batch, FactRow, SavedState, StoredHand, Stream
from bigslick.server.store.retention import BITE, HandRetention, OldHands
from bigslick.server.store.schema import facts, hand_players, hands
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened
from ..hands import played
from ..served import serving, table

DAY = 86_400_000
NOW = 100 * DAY


class Hourglass(VirtualClock):
    """A clock that advances when something sleeps."""

    async def sleep(self, ms: int) -> None:
        """Advance the clock without waiting."""
        self._now += ms


def aged(name: str, number: int, days: float) -> StoredHand:
    hand = played(name, number)
    return StoredHand(
        **{field: getattr(hand, field) for field in hand.__struct_fields__ if field != "ended_at"},
        ended_at=int(NOW - days * DAY) + number,
    )


def old_hands(store: Store, folder: Path, days: int = 30) -> OldHands:
    clock: Clock = Hourglass(NOW)
    return OldHands(store, clock, HandRetention(keep_days=days, export_to=str(folder / "old")))


async def left(store: Store) -> set[str]:
    players = {row[0] for row in await store.select(sa.select(hand_players.c.hand).distinct())}
    found = {row[0] for row in await store.select(sa.select(hands.c.id))}
    assert players == found, "players of hands that are gone"
    return found


def exported(folder: Path) -> dict[str, str]:
    """Return the hands in the files, by id, each as `Hand.save` writes it."""
    found: dict[str, str] = {}
    for path in sorted((folder / "old").iterdir()):
        assert path.suffix == ".phhs"
        assert path.stat().st_mode & 0o777 == 0o600, "hidden cards are for the house alone"
        for history in loads_all(path.read_text()):
            assert history.details is not None
            name = history.details.extra["bigslick"]["id"]
            assert name not in found, f"{name} was exported twice"
            found[name] = history.replay().hand.save()
    return found


async def test_old_hands_go_into_files_and_the_others_stay(url: str, tmp_path: Path) -> None:
    old = [aged("t1", number, 40) for number in range(1, 2 * BITE + 8)] + [aged("sng1.2", 1, 31)]
    new = [aged("t1", number, 29) for number in range(2 * BITE + 8, 2 * BITE + 12)] + [aged("t2", 1, 0)]
    async with opened(url) as store:
        await store.append(Batch(hands=[*old, *new]))
        sweeper = old_hands(store, tmp_path)
        assert await sweeper.sweep() == len(old)
        assert await left(store) == {hand.id for hand in new}
        histories = Histories(store, Hourglass(NOW))
        for hand in (*old, *new):
            assert await histories.has_expired(hand.id) is (hand in old), hand.id
        for nothing in ("t1-999", "t1-0", "t1--1", "t3-1", "t2-1", "t1", "t1-", "t1-" + "9" * 30, "t1-\u0661"):
            assert not await histories.has_expired(nothing)
        there = exported(tmp_path)
        assert set(there) == {hand.id for hand in old}
        for hand in old:
            again, before = Hand.load(there[hand.id]), Hand.load(hand.record)
            assert again.events == before.events, "every card is in the file"
        histories = Histories(store, VirtualClock(NOW + DAY))
        for hand in new:
            assert await histories.proof(hand.id, hand.players[0]) is not None
        assert await sweeper.sweep() == 0


def test_without_a_setting_hands_are_kept_for_ever(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(Batch(hands=[aged("t1", 1, 99)]))
            assert await OldHands(store, Hourglass(NOW), HandRetention()).sweep() == 0
            assert await left(store) == {"t1-1"}

    asyncio.run(run())
    assert not (tmp_path / "old").exists()


async def test_nothing_is_deleted_before_its_file_is_there(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That holds with an unwritable folder, and after a crash between the file and the deletion."""

    old = [aged("t1", number, 40) for number in range(1, BITE + 3)]
    async with opened(url) as store:
        await store.append(Batch(hands=old))
        (tmp_path / "old").write_text("no folder")
        with pytest.raises(OSError):
            await old_hands(store, tmp_path).sweep()
        assert len(await left(store)) == len(old)
        (tmp_path / "old").unlink()

        async def dies(_: Batch) -> None:
            raise StoreFailed("the database is away")

        with monkeypatch.context() as patched:
            patched.setattr(store, "append", dies)
            with pytest.raises(StoreFailed):
                await old_hands(store, tmp_path).sweep()
        assert len(exported(tmp_path)) == BITE
        assert len(await left(store)) == len(old)
        await old_hands(store, tmp_path).sweep()
        assert set(exported(tmp_path)) == {hand.id for hand in old}
        assert await left(store) == set()


async def test_it_goes_in_small_bites(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as store:
        await store.append(Batch(hands=[aged("t1", number, 40) for number in range(1, 10)]))
        append, counts = store.append, []

        async def counted(batch: Batch) -> None:
            before = len(await left(store))
            await append(batch)
            counts.append(before - len(await left(store)))

        monkeypatch.setattr(retiring, "BITE", 4)
        monkeypatch.setattr(store, "append", counted)
        await old_hands(store, tmp_path).sweep()
        assert counts == [4, 4, 1]


async def test_facts_that_no_restart_needs_go_too(url: str, tmp_path: Path) -> None:
    ages = {"saved": (40, None), "unsaved": (40, None), "closed": (40, 35), "lately": (40, 5), "young": (3, None)}
    ages["won"] = (40, 35)
    async with opened(url) as store:
        await store.append(
            Batch(
                opened=[
                    Stream(
                        id=name,
                        kind="tournament" if name == "won" else "table",
                        opened_at=0,
                        closed_at=None if end is None else NOW - end * DAY,
                    )
                    for name, (_, end) in ages.items()
                ],
                rows=[
                    FactRow(name, seq, NOW - days * DAY, b"x")
                    for name, (days, _) in ages.items()
                    for seq in range(1, 11)
                ],
                snapshots=[SavedState("saved", 7, b"y"), SavedState("young", 7, b"y")],
            )
        )
        await old_hands(store, tmp_path).sweep()
        rows = await store.select(sa.select(facts.c.stream, sa.func.min(facts.c.seq)).group_by(facts.c.stream))
        assert dict(map(tuple, rows)) == {"saved": 8, "unsaved": 1, "lately": 1, "young": 1, "won": 1}


async def test_a_table_goes_on_without_its_old_hands(tmp_path: Path) -> None:
    bots = table("Busy", seats=3, bots=("tag", "caller", "lag"))
    async with serving(tmp_path, bots) as room, room.socket() as looker:
        await looker.say({"type": "watch", "table": "t1"})
        task = room.card_room.tables["t1"]
        async with asyncio.timeout(60):
            while task.live.table.number < 25:
                await looker.next()
    async with opened(str(tmp_path / "room.db")) as store:
        later = Hourglass(room.card_room.clock.now() + 40 * DAY)
        keep = HandRetention(keep_days=30, export_to=str(tmp_path / "old"))
        assert await OldHands(store, later, keep).sweep() >= 24
        saved, rows = await store.snapshot("t1"), await store.read("t1")
        assert saved is not None
        assert saved.seq > 20
        assert all(row.seq > saved.seq for row in rows), "only what the saved state lacks is kept"
    async with serving(tmp_path, bots) as room, room.socket() as looker:
        assert room.card_room.check() == ()
        await looker.say({"type": "watch", "table": "t1"})
        task = room.card_room.tables["t1"]
        number = task.live.table.number
        async with asyncio.timeout(60):
            while task.live.table.number < number + 3:
                await looker.next()
        assert room.card_room.check() == ()
