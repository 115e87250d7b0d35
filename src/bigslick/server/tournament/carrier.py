"""What the director orders, carried out: players, chips and blinds at the tables, entries and prizes in the ledger.

Everything of one commit is gathered in one batch, so that it is done together or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...protocol import wire
from ...protocol.encoding import encode
from ...protocol.settings import TableSpec
from ...tournament import events as told
from ...tournament.director import Director
from ..store.bank import FEES, MINT, player_account, tournament_account
from ..store.store import Batch, Row, Transfer
from ..table import facts as table_facts
from ..table.task import Room, opening
from . import contest as facts
from .contest import Contest, ContestFact, Floor


class Carrier:
    """Carries out one commit: the facts of the tournament, those of its tables, and the money; nothing is told yet."""

    def __init__(
        self,
        tournament: str,
        contest: Contest,
        count: int,
        rooms: Mapping[int, Room],
        now: int,
        *,
        connected: Callable[[str], bool],
        new_room: Callable[[table_facts.Opened], Room],
    ) -> None:
        """Take the contest with the count of its facts and the rooms of its tables, whose locks are held."""
        self.tournament = tournament
        self.contest = contest
        self.count = count
        self.now = now
        self.rows: list[Row] = []
        self.transfers: list[Transfer] = []
        self.rooms = dict(rooms)
        """The tables as they are after it."""
        self.opened: list[Room] = []
        self.touched: dict[str, Room] = {}
        self.moves: dict[str, wire.Moved] = {}
        """Who sits down where."""
        self._connected = connected
        self._new_room = new_room
        self._parts: list[Batch] = []

    # -- facts ---------------------------------------------------------------------------------------------------

    def take(self, fact: ContestFact) -> None:
        """Fold a fact of the tournament, and carry out what the director orders."""
        orders = self.contest.apply(fact)
        self.count += 1
        self.rows.append(Row(self.tournament, self.count, fact.at, encode(fact)))
        self._pay(fact)
        for order in orders:
            self._carry_out(order)

    def go_on(self) -> None:
        """Let those sit down who were on their way, change the level if it is time, and start the next hands."""
        contest = self.contest
        hands = max((room.live.state.table.number for room in self.rooms.values()), default=0)
        level = contest.level_now(self.now, hands)
        if level > contest.level:
            self.take(facts.LevelReached(at=self.now, level=level, floor=floor_of(self.contest, self.rooms)))
        for entry, traveller in list(contest.travelling.items()):
            table, seat = self._director.where[entry]
            room = self.rooms.get(table)
            if room is not None and not room.live.playing:
                self._sit(entry, table, seat, traveller.chips, traveller.seed, traveller.bank_ms, "")
                self.take(facts.PlayerArrived(at=self.now, entry=entry))
        if contest.over:
            return
        row = contest.schedule.level(contest.level)
        for number, room in self.rooms.items():
            state = room.live.state
            unheard = state.table.number > contest.reported.get(number, 0)
            if not state.parked or unheard or not contest.playable(number, self.now) or len(state.table.ready) < 2:
                continue
            level_now = state.table.level
            if (level_now.small, level_now.big, level_now.ante) != (row.small, row.big, row.ante):
                self._stage(
                    number, table_facts.LevelSet(at=self._at(room), small=row.small, big=row.big, ante=row.ante)
                )
            self._stage(number, table_facts.Released(at=self._at(room)))

    def batch(self) -> Batch:
        """All of it."""
        return joined(self._parts, rows=self.rows, transfers=self.transfers)

    @property
    def _director(self) -> Director:
        assert self.contest.director is not None
        return self.contest.director

    # -- money ---------------------------------------------------------------------------------------------------

    def _pay(self, fact: ContestFact) -> None:
        structure, pool = self.contest.structure, tournament_account(self.tournament)
        if isinstance(fact, facts.PlayerEntered):
            source = MINT if fact.bot else player_account(fact.player)
            self._transfer(source, pool, structure.buy_in, "tournament entry")
            if not fact.bot:
                self._transfer(source, FEES, structure.fee, "tournament fee")
        elif isinstance(fact, facts.PlayerWithdrew):
            self._refund(fact.player, "")
        elif isinstance(fact, facts.TournamentCancelled):
            for player, bot in self.contest.entered.items():
                self._refund(player, bot)

    def _refund(self, player: str, bot: str) -> None:
        structure, target = self.contest.structure, MINT if bot else player_account(player)
        self._transfer(tournament_account(self.tournament), target, structure.buy_in, "tournament entry returned")
        if not bot:
            self._transfer(FEES, target, structure.fee, "tournament fee returned")

    def _transfer(self, source: str, target: str, amount: int, reason: str) -> None:
        if amount:
            self.transfers.append(
                Transfer(
                    source=source,
                    target=target,
                    amount=amount,
                    reason=reason,
                    at=self.now,
                    stream=self.tournament,
                    seq=self.count,
                )
            )

    # -- tables --------------------------------------------------------------------------------------------------

    @staticmethod
    def _at(room: Room) -> int:
        return room.live.state.at

    def _stage(self, number: int, fact: table_facts.Fact) -> None:
        room = self.rooms[number]
        self._parts.append(room.stage((fact,)))
        self.touched[room.table] = room

    def _carry_out(self, order: told.TournamentEvent) -> None:
        director = self._director
        match order:
            case told.TableOpened(table, chairs, button):
                self._open(table, chairs, button)
            case told.Seated(entry, table, seat, stack, reason):
                self._sit(entry, table, seat, stack, "", None, reason)
            case told.Moved(entry, source, from_seat, table, seat, reason):
                self._move(entry, source, from_seat, table, seat, reason)
            case told.TableBroken(table, reason):
                room = self.rooms[table]
                self._stage(table, table_facts.Closed(at=max(self.now, self._at(room)), why=reason))
                del self.rooms[table]
            case told.RegistrationClosed(entries, pool):
                paid_in = self.contest.structure.buy_in * entries
                if pool > paid_in:
                    self._transfer(MINT, tournament_account(self.tournament), pool - paid_in, "added prizes")
            case told.Placed(entry, _, _, prize):
                player = director.names[entry]
                target = MINT if self.contest.entered[player] else player_account(player)
                self._transfer(tournament_account(self.tournament), target, prize, "tournament prize")

    def _open(self, number: int, chairs: int, button: int) -> None:
        contest = self.contest
        row = contest.schedule.level(max(1, contest.level))
        spec = TableSpec(
            name=f"{contest.structure.name[:28]}, table {number}",
            seats=chairs,
            small_blind=row.small,
            big_blind=row.big,
            ante=row.ante,
            profile="tournament",
            limit=contest.structure.rules.limit,
            pace=contest.spec.pace,
            tournament=self.tournament,
            own_rules=contest.structure.rules,
        )
        opened = table_facts.Opened(at=self.now, table=f"{self.tournament}.{number}", spec=spec)
        self._parts.append(opening(opened))
        self.rooms[number] = room = self._new_room(opened)
        self.opened.append(room)
        self._stage(number, table_facts.ButtonPlaced(at=self.now, where=button))

    def _move(self, entry: int, source: int, from_seat: int, table: int, seat: int, reason: str) -> None:
        travelling = self.contest.travelling.get(entry)
        if travelling is not None:  # ordered on before he arrived
            return
        room = self.rooms[source]
        player = self._director.names[entry]
        taken, chair = room.live.state.taken(from_seat), room.live.state.chair(from_seat)
        chips, seed, bank_ms = taken.stack, chair.seed, chair.bank_ms
        self._stage(
            source,
            table_facts.MovedOut(at=max(self.now, self._at(room)), seat=from_seat, player=player, chips=chips),
        )
        self._sit(entry, table, seat, chips, seed, bank_ms, reason, away=taken.sitting_out)

    def _sit(
        self,
        entry: int,
        table: int,
        seat: int,
        chips: int,
        seed: str,
        bank_ms: int | None,
        reason: str,
        away: bool = False,
    ) -> None:
        """Seat an entry, or let it wait beside the table until the hand there is over."""
        player = self._director.names[entry]
        bot = self.contest.entered[player]
        room = self.rooms[table]
        if room.live.playing:
            self.take(facts.PlayerTravels(at=self.now, entry=entry, chips=chips, seed=seed, bank_ms=bank_ms))
            return
        at = max(self.now, self._at(room))
        self._stage(
            table,
            table_facts.MovedIn(at=at, seat=seat, player=player, chips=chips, bot=bot, seed=seed, bank_ms=bank_ms),
        )
        if away:
            self._stage(table, table_facts.SatOut(at=at, seat=seat))
        if not bot:
            if not self._connected(player):
                self._stage(table, table_facts.Lost(at=at, player=player))
            name = room.table
            self.moves[player] = wire.Moved(tournament=self.tournament, table=name, seat=seat, reason=reason)


def floor_of(contest: Contest, rooms: Mapping[int, Room], reporting: int = 0) -> Floor:
    """The tables as the director has to know them: free are those whose last hand he has heard of."""
    free, places = [], {}
    for number, room in rooms.items():
        state = room.live.state
        heard = number == reporting or contest.reported.get(number, 0) == state.table.number
        if state.parked and heard:
            free.append(number)
        if state.table.places is not None:
            at = state.table.places
            places[number] = (at.button, at.small, at.big)
    return Floor(free=tuple(free), places=places)


def joined(parts: Iterable[Batch], **more: object) -> Batch:
    """Several batches as one, which is committed together or not at all."""
    together: dict[str, list[object]] = {name: [] for name in Batch.__struct_fields__}
    for name, values in more.items():
        together[name] += values  # type: ignore[arg-type]
    for part in parts:
        for name, values in together.items():
            values += getattr(part, name)
    return Batch(**together)  # type: ignore[arg-type]
