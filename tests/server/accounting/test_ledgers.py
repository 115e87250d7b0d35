"""A night's ledger as viewers know it: it always adds up, and never runs ahead of the updates."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path

import httpx
import pytest

from bigslick import AllIn, Call, Check, Fold
from bigslick.protocol import wire
from bigslick.protocol.host import Close, CorrectChips
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.accounting.ledgers import night_at_rest
from bigslick.server.hosting import state as hosting
from bigslick.server.store.database import StoreFailed
from bigslick.server.store.nights import HOUSE, ChipsMoved, results_of
from bigslick.server.store.records import Stream
from bigslick.server.table import facts
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.saves import load, save
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.seen import Seen
from bigslick.server.table.state import LiveTable
from bigslick.server.table.timers import due, wake
from bigslick.table.events import ChipsTaken, PlayerJoined, PlayerLeft, ToppedUp, TopUpAnnounced, TopUpLapsed
from tests.waiting import until

from ..served import ADMIN, asking

HOUSE_HOST = ""
"""The operator, who may do what a host may."""
PEOPLE = ("ann", "bob", "cat", "dan")


class Book:
    """A viewer's own records: chips bought and cashed out, and each seat's stack."""

    def __init__(self) -> None:
        self.brought: Counter[str] = Counter()
        self.stacks: dict[str, int] = {}
        self._announced: Counter[str] = Counter()
        self._bots: set[str] = set()

    def see(self, update: ScriptedUpdate) -> None:
        for seat in update.seats or ():
            if seat.bot:
                self._bots.add(seat.player)
        for event in update.events:
            if isinstance(event, PlayerJoined):
                self.brought[self._name(event.player)] += event.chips
            elif isinstance(event, TopUpAnnounced):
                self.brought[self._name(event.player)] += event.chips
                self._announced[event.player] += event.chips
            elif isinstance(event, ToppedUp):
                paid = min(event.chips, self._announced[event.player])
                self._announced[event.player] -= paid
                self.brought[self._name(event.player)] += event.chips - paid
            elif isinstance(event, TopUpLapsed):
                self._announced[event.player] -= event.chips
                self.brought[self._name(event.player)] -= event.chips
            elif isinstance(event, PlayerLeft | ChipsTaken):
                self.brought[self._name(event.player)] -= event.chips
        if update.seats is not None:
            self.stacks = {}
            for seat in update.seats:
                name = self._name(seat.player)
                self.stacks[name] = self.stacks.get(name, 0) + (seat.stack or 0) + seat.bought

    def _name(self, player: str) -> str:
        return HOUSE if player in self._bots else player

    @property
    def nets(self) -> dict[str, int]:
        return {name: self.stacks.get(name, 0) - self.brought[name] for name in {*self.brought, *self.stacks}}


class Evening:
    """People and bots who sit, buy, leave and shove at random, at a table with a slow board."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 1_000
        pace = TablePace(deal_animation_delay_ms=300, inter_round_delay_ms=400, bot_ms=100, action_ms=2_000, bank_ms=0)
        settings = TableSettings(
            name="evening",
            seats=4,
            bots=("caller",),
            least_buy_in=100,
            pace=pace,
            dead_blind_rule="choice",
            comeback_hours=0,
        )
        self.live = LiveTable(facts.Opened(at=self.now, table="t", settings=settings))
        self.rows: list[tuple[int, ChipsMoved]] = []
        self.book = Book()
        self.hidden = 0
        """How often the ledger knew more than the viewers."""

    def step(self) -> None:
        moments = [at for at in (due(self.live), self.live.next_update_at) if at is not None]
        self.now = max(self.now + 1, min(moments, default=self.now + 100))
        for fact in wake(self.live, self.now, lambda: self.chance.randbytes(32)):
            self.apply(fact)
        if self.chance.random() < 0.6:
            with contextlib.suppress(CommandRefused):
                self.command()
        for update in self.live.show_due(self.now):
            self.book.see(update)
        self.compare()

    def command(self) -> None:
        player = self.chance.choice(PEOPLE)
        turn = self.live.turn
        if turn is not None and turn.opened <= self.now and not self.live.occupant(turn.seat).bot:
            player = self.live.occupant(turn.seat).player
            action = self.chance.choice((AllIn(), Call(), Check(), Fold()))
            hand = self.live.table.number
            asked: wire.TableCommand = wire.Act(cmd_id="a", table="t", hand=hand, number=turn.number, action=action)
        elif self.live.seat_of(player) is None:
            asked = wire.Sit(cmd_id="s", table="t", chips=self.chance.randrange(100, 2000), missed_blinds="post")
        elif self.chance.random() < 0.7:
            asked = wire.TopUp(cmd_id="t", table="t", chips=self.chance.randrange(1, 1500))
        else:
            asked = wire.LeaveTable(cmd_id="l", table="t")
        if self.live.seat_of(player) is not None and self.chance.random() < 0.1:
            chips = self.chance.randrange(-500, 500)
            asked, player = CorrectChips(cmd_id="c", at="t", player=player, chips=chips, why="a rebuy"), HOUSE_HOST
        for fact in decide(self.live, asked, player, self.now):
            self.apply(fact)

    def apply(self, fact: facts.Fact) -> None:
        for move in apply(self.live, fact).moves:
            name, kind = HOUSE if move.bot else move.player, move.reason
            moved = ChipsMoved(at=fact.at, player=name, kind=kind, chips=move.chips)  # type: ignore[arg-type]
            self.rows.append((self.live.count, moved))

    def compare(self) -> None:
        upto = self.live.shown_fact
        chips = Seen(self.live.shown, self.now, upto).chips
        told = results_of([move for seq, move in self.rows if seq <= upto], chips)
        nets = {result.player: result.net for result in told}
        assert sum(nets.values()) == 0
        assert {name: net for name, net in nets.items() if net} == {
            name: net for name, net in self.book.nets.items() if net
        }
        self.hidden += any(seq > upto for seq, _ in self.rows)


@pytest.mark.parametrize("seed", range(6))
def test_the_ledger_says_what_viewers_have_seen_and_nothing_more(seed: int) -> None:
    evening = Evening(seed)
    for step in range(1_500):
        evening.step()
        if step == 700:  # as after a restart
            evening.live = load(save(evening.live))
    kinds = {move.kind for _, move in evening.rows}
    assert kinds == {"buy-in", "top-up", "top-up lapsed", "cash-out", "correction"}
    assert evening.hidden > 20, "some results must have been known and not told"
    assert evening.live.table.number > 20


def test_a_ledger_that_ran_ahead_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveTable, "shown_fact", property(lambda live: live.count))

    def play() -> None:
        evening = Evening(1)
        for _ in range(1_500):
            evening.step()

    with pytest.raises(AssertionError):
        play()


async def test_a_database_at_rest_tells_the_ledger_of_each_table(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        async with room.socket(await room.token("ann")) as ann, room.socket(await room.token("bob")) as bob:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await bob.ask(wire.Sit(cmd_id="s", table="t1", chips=700))
            await bob.ask(wire.LeaveTable(cmd_id="l", table="t1"))
        assert (await told(web, "t1", ADMIN)).status_code == 200
        opened = await room.card_room.store.stream("t1")
        assert opened is not None
        assert (opened.name, opened.club, opened.opened_by, opened.closed_at) == ("Elm", "", "", None)
    url = str(tmp_path / "room.db")
    found = await night_at_rest(url, "t1")
    assert (found.id, found.closed_at) == ("t1", None)
    assert {result.player for result in found.results} == {"ann", "bob"}
    assert sum(result.net for result in found.results) == 0
    busy = await night_at_rest(url, "t2")
    assert [(result.house, result.buy_ins, result.net) for result in busy.results] == [(True, 2, 0)]
    with pytest.raises(
        StoreFailed, match="'t9' is neither a cash table nor a tournament that is over: the tables are t1, t2"
    ):
        await night_at_rest(url, "t9")


async def told(web: httpx.AsyncClient, table: str, token: str) -> httpx.Response:
    return await web.get(f"/api/admin/tables/{table}/ledger", headers={"Authorization": f"Bearer {token}"})


async def test_a_closed_table_keeps_its_ledger(tmp_path: Path) -> None:
    async with asking(tmp_path) as (room, web):
        async with room.socket(await room.token("ann")) as ann:
            await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
            await room.card_room.tables["t1"].submit(hosting.HOUSE, Close(cmd_id="", at="t1", why="late"))
            await until(lambda: "t1" not in room.card_room.tables)
        found = (await told(web, "t1", ADMIN)).json()
        (line,) = found["results"]
        assert (line["player"], line["bought_in"], line["left_with"], line["sits_with"]) == (
            "ann",
            1000,
            1000,
            None,
        )
        assert found["closed_at"] is not None
        stream = await room.card_room.store.stream("t1")
        assert isinstance(stream, Stream)
