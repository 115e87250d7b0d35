"""Who may know about a damaged table or tournament, judged by the facts that can still be read."""

from __future__ import annotations

from bigslick.protocol.door import GameDoor
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.facts import PlayerAdmitted, PlayerBanned
from bigslick.server.hosting.state import Invitation
from bigslick.server.room.damaged import Acquaintance, acquaintance
from bigslick.server.store.records import Batch, FactRow, Stream
from bigslick.server.store.store import Store
from bigslick.server.table import facts

from ..databases import opened

PRIVATE = Invitation(host="ann", door=GameDoor(private=True), token="secret")
SETTINGS = TableSettings(name="Elm")
BROKEN = b"\x00"


async def keep_facts(store: Store, stream: Stream, *found: facts.Fact | bytes) -> None:
    """Store a stream with these facts; bytes are stored as they are."""
    rows = [
        FactRow(stream.id, seq, seq, fact if isinstance(fact, bytes) else facts.write(fact))
        for seq, fact in enumerate(found, 1)
    ]
    await store.append(Batch(opened=(stream,), rows=rows))


async def test_those_who_came_in_may_know_and_those_who_were_banned_may_not(url: str) -> None:
    async with opened(url) as store:
        await keep_facts(
            store,
            Stream(id="t1", kind="table", club="c1", opened_by="ann", opened_at=1),
            facts.Opened(at=1, table="t1", settings=SETTINGS, invitation=PRIVATE),
            PlayerAdmitted(at=2, player="bob"),
            PlayerAdmitted(at=3, player="cat"),
            BROKEN,
            PlayerBanned(at=5, player="bob"),
            facts.SeatTaken(at=6, seat=0, player="dan", chips=1000),
        )
        known = await acquaintance(store, "t1")
        assert known == Acquaintance(club="c1", private=True, players=frozenset({"ann", "cat", "dan"}))


async def test_a_table_of_a_player_whose_opening_is_lost_counts_as_private_and_one_of_the_house_does_not(
    url: str,
) -> None:
    async with opened(url) as store:
        public = facts.Opened(at=1, table="t1", settings=SETTINGS, invitation=Invitation(host="ann"))
        await keep_facts(store, Stream(id="t1", kind="table", opened_by="ann", opened_at=1), public, BROKEN)
        await keep_facts(store, Stream(id="t2", kind="table", opened_by="ann", opened_at=1), BROKEN)
        await keep_facts(store, Stream(id="t3", kind="table", opened_at=1), BROKEN)
        found = [await acquaintance(store, name) for name in ("t1", "t2", "t3")]
        assert [known.private for known in found] == [False, True, False]
        assert [known.players for known in found] == [{"ann"}, {"ann"}, set()], "the house is no player"


async def test_a_table_of_a_tournament_is_known_to_those_who_know_the_tournament(url: str) -> None:
    async with opened(url) as store:
        await keep_facts(
            store,
            Stream(id="sng1", kind="tournament", opened_by="ann", opened_at=1),
            BROKEN,
            b'{"type":"player_entered","at":2,"player":"bob"}',
            b'{"type":"player_entered","at":3,"player":"cat"}',
            b'{"type":"player_banned","at":4,"player":"cat"}',
        )
        table = Stream(id="sng1.1", kind="table", opened_at=2)
        await keep_facts(store, table, facts.MovedIn(at=2, seat=0, player="dan", chips=1000))
        assert (await acquaintance(store, "sng1")).players == {"ann", "bob"}
        assert await acquaintance(store, "sng1.1") == await acquaintance(store, "sng1")


async def test_nobody_knows_of_what_never_was(url: str) -> None:
    async with opened(url) as store:
        for name in ("t9", "sng9.1"):
            assert await acquaintance(store, name) == Acquaintance(private=True, players=frozenset())
