"""The audit folds the database's facts one by one and compares them with everything that was sent.

It reads one consistent view of the database and writes nothing, so it can run alongside a server.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from bigslick.hand.hand import Hand
from bigslick.protocol import wire
from bigslick.protocol.encoding import decode, encode
from bigslick.server.hosting.facts import DoorChanged, InviteRenewed
from bigslick.server.store import schema
from bigslick.server.store.bank import Bank, player_account, table_account, tournament_account
from bigslick.server.store.database import Database
from bigslick.server.table import facts
from bigslick.server.table.apply import apply
from bigslick.server.table.script import ScriptedUpdate, ShownTable, for_viewer
from bigslick.server.table.state import LiveTable
from bigslick.server.tournament import facts as tournament_facts
from bigslick.server.tournament.apply import apply as apply_to_tournament
from bigslick.server.tournament.state import LiveTournament

from .people import Person, Told

LEAVE_FACTS: dict[str, type | tuple[type, ...]] = {
    "act": facts.Acted,
    "sit": facts.SeatTaken,
    "sit_in": facts.PlayerSatIn,
    "sit_out": facts.PlayerSatOut,
    "sit_out_at_blind": facts.SitOutAtBlindChosen,
    "change_seat": facts.SeatChangePlanned,
    "top_up": facts.ChipsBought,
    "leave": facts.Left,
    "promise_seed": facts.SeedPromised,
    "open_seed": facts.SeedOpened,
    "straddle": facts.StraddleChosen,
    "want_bomb_pot": facts.BombPotWanted,
    "start_broadcast": facts.BroadcastStarted,
    "answer_broadcast": facts.BroadcastAnswered,
    "show_cards": facts.CardsTabled,
    "hunt_rabbit": facts.BoardAsked,
    "correct_chips": facts.BuyInCorrected,
    "change_settings": (facts.GameChanged, facts.GameChangeAnnounced, DoorChanged),
    "renew_invite": InviteRenewed,
    "move_player": facts.SeatChangePlanned,
    "redraw_seats": facts.RedrawOrdered,
    "sit_out_player": facts.PlayerSatOut,
    "want_sit_out": (facts.SitOutWanted, facts.PlayerSatOut),
    "register": tournament_facts.PlayerEntered,
    "buy_chips": tournament_facts.ChipsPaid,
    "decline_chips": tournament_facts.ChipsDeclined,
    "propose_deal": tournament_facts.DealProposed,
    "answer_deal": (tournament_facts.DealAccepted, tournament_facts.DealFell),
}
"""The fact that each command leaves behind when it is done, or one of these."""
_FACTS = tuple(LEAVE_FACTS.values())
_LATER = 1 << 60


class Rows(msgspec.Struct):
    """A consistent view of the database: the facts since the last one, and all money."""

    facts: dict[str, list[tuple[int, bytes]]]
    kinds: dict[str, str]
    balances: dict[str, int]
    hands: int
    players: dict[str, str]
    """The ids of players by name."""


class Reader:
    """Reads a database while a server is using it."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)

    async def rows(self, after: Counter[str], done: set[str]) -> Rows:
        """Return everything committed after these fact numbers in each stream, leaving out finished streams."""
        async with self._database.readers.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = await connection.execution_options(isolation_level="REPEATABLE READ")
            streams = (await connection.execute(sa.select(schema.streams.c.id, schema.streams.c.kind))).all()
            kinds = {name: kind for name, kind in streams if name not in done}
            table = schema.facts
            found: dict[str, list[tuple[int, bytes]]] = {}
            for name in kinds:
                rows = await connection.execute(
                    sa.select(table.c.seq, table.c.payload)
                    .where(table.c.stream == name, table.c.seq > after[name])
                    .order_by(table.c.seq)
                )
                found[name] = [(seq, bytes(payload)) for seq, payload in rows]
            balances: Counter[str] = Counter()
            for account, sign in ((schema.ledger.c.source, -1), (schema.ledger.c.target, 1)):
                sums = sa.select(account, sa.func.sum(schema.ledger.c.amount)).group_by(account)
                for name, chips in await connection.execute(sums):
                    balances[name] += sign * int(chips)
            hands = (await connection.execute(sa.select(sa.func.count()).select_from(schema.hands))).scalar_one()
            named = await connection.execute(sa.select(schema.accounts.c.name, schema.accounts.c.id))
            players = {row.name: row.id for row in named}
            return Rows(facts=found, kinds=kinds, balances=dict(balances), hands=hands, players=players)

    async def close(self) -> None:
        """Close every connection."""
        await self._database.close()


class StandingPromise(NamedTuple):
    """A player's promise, and the first and last updates after which a snapshot may show it."""

    promise: str
    first: int
    last: int


class TableAudit:
    """A table followed fact by fact."""

    def __init__(self, table: str, ids: dict[str, str]) -> None:
        self.table = table
        self._ids = ids
        """The ids of the people who were notified, by name."""
        self.live: LiveTable | None = None
        self.tellings: dict[int, ScriptedUpdate] = {}
        self.hands = 0
        self.run_out = 0
        """How many hands ended on more than one board."""
        self._promises: dict[str, list[StandingPromise]] = {}
        self._left_with: defaultdict[str, set[int]] = defaultdict(lambda: {0})
        """The chips that each player has left with, and 0 for any buy-in."""

    def follow(self, payload: bytes, commands: Counter[tuple[str, str]]) -> None:
        """Fold one more fact."""
        fact = facts.read(payload)
        if self.live is None:
            assert isinstance(fact, facts.Opened)
            self.live = LiveTable(fact)
            return
        self._tell(self.live.show_due(fact.at))
        scripted = len(self.tellings) + len(self.live.script)
        ended = apply(self.live, fact).hand
        if ended is not None:
            self.hands += 1
            self.run_out += len(Hand.load(ended.record).boards) > 1
        self._note_promises(self.live, scripted)
        for player, left in self.live.departed.items():
            self._left_with[player].add(left.chips)
        if fact.cmd_id and isinstance(fact, _FACTS):
            commands[fact.by, fact.cmd_id] += 1

    def _note_promises(self, live: LiveTable, scripted: int) -> None:
        """Record the promises a fact changed; updates scripted earlier do not show the change."""
        stand = {occupant.player: occupant.promise for occupant in live.occupants if occupant is not None}
        for player in stand.keys() | self._promises.keys():
            known = self._promises.setdefault(player, [StandingPromise("", 0, _LATER)])
            if known[-1].promise != stand.get(player, ""):
                known[-1] = known[-1]._replace(last=scripted)
                known.append(StandingPromise(stand.get(player, ""), len(self.tellings), _LATER))

    def _promised(self, player: str, seq: int) -> set[str]:
        """Return the player's promises that a snapshot after this update may show."""
        known = self._promises.get(player, [StandingPromise("", 0, _LATER)])
        return {one.promise for one in known if one.first <= seq <= one.last}

    def _tell(self, told: list[ScriptedUpdate]) -> None:
        for telling in told:
            assert telling.seq == len(self.tellings) + 1
            self.tellings[telling.seq] = telling

    def compare(self, told: Sequence[Told], first: int) -> int:
        """Check that a person got what follows from the facts, in order, with no gap; return how much there was."""
        assert self.live is not None
        coming = {telling.seq: telling for telling in self.live.script}
        last: Told | None = None
        for position, message in enumerate(told):
            if position >= first:
                if message.is_snapshot:
                    seen = last is None or last.player != message.player or last.seq <= message.seq
                    assert seen, f"a snapshot of {self.table} at {message.seq} came after update {last and last.seq}"
                else:
                    telling = self.tellings.get(message.seq) or coming.get(message.seq)
                    assert telling is not None, f"update {message.seq} of {self.table} was told and is not in the store"
                    facts_say = encode(for_viewer(telling, self.table, self._ids.get(message.player)))
                    same = msgspec.json.decode(facts_say) == msgspec.json.decode(message.frame)
                    assert same, f"{message.player} was told\n{message.frame!r}\nand the facts say\n{facts_say!r}"
                    assert last is None or message.seq <= last.seq + 1, "an update was left out"
            last = message
        return max(0, len(told) - first)

    def look_back(self, people: Sequence[Person]) -> int:
        """At the end, check that every snapshot matched the table at that moment; return how many were compared."""
        assert self.live is not None
        self._tell(self.live.show_due(_LATER))
        seen = [
            (decode(told.frame, wire.TableSnapshot), self._ids.get(told.player, ""))
            for person in people
            for told in (*person.probes, *person.told)
            if told.is_snapshot and told.table == self.table
        ]
        seen.sort(key=lambda pair: pair[0].seq)
        shown, upto = ShownTable(), 0
        for snapshot, player in seen:
            while upto < snapshot.seq:
                upto += 1
                shown.show(self.tellings[upto])
            promised = self._promised(player, snapshot.seq)
            assert snapshot.promise in promised, f"{player} saw {snapshot.promise!r}, and the facts say {promised}"
            left = self._left_with[player]
            assert snapshot.left_with in left, f"{player} was told {snapshot.left_with}, and the facts say {left}"
            again = shown.snapshot(self.table, snapshot.spec, player, snapshot.now, snapshot.promise)
            again = msgspec.structs.replace(again, left_with=snapshot.left_with)
            assert again == snapshot, f"{player} saw\n{snapshot}\nand the facts say\n{again}"
        return len(seen)


class Books:
    """The audit of tables, tournaments, commands and money."""

    def __init__(self, url: str) -> None:
        self.tables: dict[str, TableAudit] = {}
        self.tournaments: dict[str, LiveTournament] = {}
        self.facts: Counter[str] = Counter()
        self.balances: dict[str, int] = {}
        self._ids: dict[str, str] = {}
        self.compared = 0
        self._commands: Counter[tuple[str, str]] = Counter()
        self._checked: Counter[tuple[str, str]] = Counter()
        self._done: set[str] = set()
        self._reader = Reader(url)

    async def close(self) -> None:
        """Close all files until the next audit."""
        await self._reader.close()

    def decided(self) -> Counter[str]:
        """Count what the tournaments' directors decided, by the name of the event."""
        directors = [played.director for played in self.tournaments.values() if played.director is not None]
        return Counter(type(event).__name__ for director in directors for event in director.events)

    async def check(self, people: Sequence[Person]) -> None:
        """Compare the database with everything people have been sent so far."""
        told = {person.name: (list(person.told), len(person.done), len(person.refused)) for person in people}
        rows = await self._reader.rows(self.facts, self._done)
        self._ids.update(rows.players)
        self._follow(rows)
        by_table: dict[str, dict[str, list[Told]]] = {}
        for name, (messages, _, _) in told.items():
            for message in messages:
                by_table.setdefault(message.table, {}).setdefault(name, []).append(message)
        for table, heard in by_table.items():
            assert table in self.tables, f"{table} was told of and is not in the store"
            for name, messages in heard.items():
                self.compared += self.tables[table].compare(messages, self._checked[name, table])
                self._checked[name, table] = len(messages)
        for person in people:
            self._check_commands(person, told[person.name][1], told[person.name][2])
        self._check_chips(rows)

    def _follow(self, rows: Rows) -> None:
        for name, found in rows.facts.items():
            for seq, payload in found:
                self.facts[name] += 1
                assert seq == self.facts[name], f"{name} lacks fact {self.facts[name]}"
                if rows.kinds[name] == "tournament":
                    self._follow_tournament(name, payload)
                else:
                    self.tables.setdefault(name, TableAudit(name, self._ids)).follow(payload, self._commands)

    def _follow_tournament(self, name: str, payload: bytes) -> None:
        fact = tournament_facts.read(payload)
        if isinstance(fact, tournament_facts.TournamentOpened):
            self.tournaments[name] = LiveTournament(fact)
            return
        apply_to_tournament(self.tournaments[name], fact)
        if fact.cmd_id and isinstance(fact, _FACTS):
            self._commands[fact.by, fact.cmd_id] += 1

    def _check_commands(self, person: Person, done: int, refused: int) -> None:
        """Check that answered commands were done once, refused ones never, and unanswered ones at most once."""
        for answered in person.done[:done]:
            times = self._commands[self._ids.get(answered.player, ""), answered.command["cmd_id"]]
            assert times == 1, f"{answered} was done {times} times"
        for answered in person.refused[:refused]:
            times = self._commands[self._ids.get(answered.player, ""), answered.command["cmd_id"]]
            assert times == 0, f"{answered} was refused and yet is a fact"
        assert max(self._commands.values(), default=0) <= 1, "a command was done twice"

    def _check_chips(self, rows: Rows) -> None:
        """Check that every account holds what was counted, and a tournament's chips are the ones it handed out."""
        counted = {tournament_account(name): played.owed for name, played in self.tournaments.items()}
        at_tables: Counter[str] = Counter()
        for name, table in self.tables.items():
            assert table.live is not None
            if tournament := table.live.settings.tournament:
                at_tables[tournament] += table.live.chips
            else:
                counted[table_account(name)] = table.live.chips
        wrong = Bank(rows.balances).check(counted)
        assert not wrong, wrong
        for name, played in self.tournaments.items():
            if played.director is not None and not played.over:
                chips = at_tables[name] + sum(traveller.chips for traveller in played.travelling.values())
                assert chips + sum(played.director.bags.values()) == played.director.chips
        recorded = sum(table.hands for table in self.tables.values())
        assert rows.hands == recorded, f"{recorded} hands were played, and {rows.hands} are recorded"
        self.balances = rows.balances

    def balance(self, player: str) -> int:
        """Return a player's balance at the last audit."""
        return self.balances.get(player_account(self._ids[player]), 0)
