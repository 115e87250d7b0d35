"""One tournament commit: its facts, the director's orders at the tables, and the money, all in one batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.protocol.lobby import PlayerMoved
from bigslick.protocol.settings import TableSettings
from bigslick.server.hosting.facts import HostChanged, Paused, Resumed, changes_host_view
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.bank import FEES, MINT, player_account, tournament_account
from bigslick.server.store.records import Batch, ChipTransfer, DoneCommand, FactRow, Stream
from bigslick.server.table import facts as table_facts
from bigslick.server.table.draft import opening as opening_table
from bigslick.server.table.state import Occupant
from bigslick.server.table.task import TableTask
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.sentences import reason_sentence

from . import facts
from .apply import apply
from .facts import FloorReport, TournamentFact
from .loading import KIND
from .state import LiveTournament


class _Belongings(NamedTuple):
    """A player's belongings on the way to a table."""

    chips: int
    promise: str = ""
    bank_ms: int | None = None
    disconnect_bank_ms: int | None = None

    @classmethod
    def of(cls, owner: Occupant | facts.PlayerTravels, chips: int) -> _Belongings:
        return cls(chips, owner.promise, owner.bank_ms, owner.disconnect_bank_ms)


class TournamentCommit:
    """Collects one commit. The tables' locks are held, and no viewer sees any of it yet."""

    def __init__(
        self,
        tournament: str,
        live: LiveTournament,
        tables: Mapping[int, TableTask],
        now: int,
        *,
        connected: Callable[[str], bool],
        new_table: Callable[[table_facts.Opened], TableTask],
    ) -> None:
        self.tournament = tournament
        self.live = live
        self.now = now
        self.rows: list[FactRow] = []
        self.transfers: list[ChipTransfer] = []
        self.tables = dict(tables)
        """The tables' state after it."""
        self.opened: list[TableTask] = []
        self.touched: dict[str, TableTask] = {}
        self.moves: dict[str, PlayerMoved] = {}
        """Each moved player's new seat."""
        self.hosts = False
        """Whether the host, the door or a request changes."""
        self._connected = connected
        self._new_table = new_table
        self._parts: list[Batch] = []

    # -- facts ---------------------------------------------------------------------------------------------------

    def take(self, fact: TournamentFact) -> None:
        """Apply a tournament fact, and carry out the director's orders."""
        orders = apply(self.live, fact)
        self.hosts |= changes_host_view(fact) or isinstance(fact, facts.TournamentCancelled)
        self.rows.append(FactRow(self.tournament, self.live.count, fact.at, encode(fact)))
        self._pay(fact)
        self._pass_on(fact)
        for order in orders:
            self._carry_out(order)

    def _pass_on(self, fact: TournamentFact) -> None:
        """Repeat at the tables what the host decides for the whole tournament."""
        for number, task in self.tables.items():
            at, paused = self._now_at(number), bool(task.live.hosting.paused)
            if isinstance(fact, HostChanged):
                self._stage(number, HostChanged(at=at, player=fact.player))
            elif isinstance(fact, Paused) and not paused:
                self._stage(number, Paused(at=at, why=fact.why))
            elif isinstance(fact, Resumed) and paused:
                self._stage(number, Resumed(at=at))

    def go_on(self) -> None:
        """Change the level if it is time, seat the players in transit, and release the next hands."""
        live = self.live
        hands = max((task.live.table.number for task in self.tables.values()), default=0)
        level = live.level_now(self.now, hands)
        if level > live.level:
            self.take(facts.LevelReached(at=self.now, level=level, floor=floor_report(live, self.tables)))
        for entry, traveller in list(live.travelling.items()):
            table, seat = live.playing.where[entry]
            task = self.tables.get(table)
            if task is not None and not task.live.dealing:
                self._sit(entry, table, seat, _Belongings.of(traveller, traveller.chips), "")
                self.take(facts.PlayerArrived(at=self.now, entry=entry))
        if live.over:
            return
        row = live.schedule.level(live.level)
        for number, task in self.tables.items():
            at = task.live
            unheard = at.table.number > live.reported.get(number, 0)
            if not at.parked or unheard or not live.playable(number, self.now) or len(at.table.ready) < 2:
                continue
            level_now = at.table.level
            if (level_now.small, level_now.big, level_now.ante) != (row.small, row.big, row.ante):
                self._stage(number, table_facts.BlindsChanged(at=at.at, small=row.small, big=row.big, ante=row.ante))
            self._stage(number, table_facts.Released(at=at.at))

    def batch(self, command: DoneCommand | None = None) -> Batch:
        """Return all of it as one commit, with the command that caused it."""
        commands = () if command is None else (command,)
        return joined(self._parts, rows=self.rows, transfers=self.transfers, commands=commands)

    # -- money ---------------------------------------------------------------------------------------------------

    def _pay(self, fact: TournamentFact) -> None:
        structure, pool = self.live.structure, tournament_account(self.tournament)
        if isinstance(fact, facts.PlayerEntered):
            source = MINT if fact.bot else player_account(fact.player)
            self._transfer(source, pool, structure.buy_in, "tournament entry")
            if not fact.bot:
                self._transfer(source, FEES, structure.fee, "tournament fee")
        elif isinstance(fact, facts.PlayerWithdrew):
            self._refund(fact.player, "")
        elif isinstance(fact, facts.TournamentCancelled):
            for player, bot in self.live.entered.items():
                self._refund(player, bot)

    def _refund(self, player: str, bot: str) -> None:
        structure, target = self.live.structure, MINT if bot else player_account(player)
        self._transfer(tournament_account(self.tournament), target, structure.buy_in, "tournament entry returned")
        if not bot:
            self._transfer(FEES, target, structure.fee, "tournament fee returned")

    def _transfer(self, source: str, target: str, amount: int, reason: str) -> None:
        if amount:
            self.transfers.append(
                ChipTransfer(
                    source=source,
                    target=target,
                    amount=amount,
                    reason=reason,
                    at=self.now,
                    stream=self.tournament,
                    seq=self.live.count,
                )
            )

    # -- tables --------------------------------------------------------------------------------------------------

    def _stage(self, number: int, fact: table_facts.Fact) -> None:
        task = self.tables[number]
        self._parts.append(task.stage((fact,)))
        self.touched[task.id] = task

    def _now_at(self, number: int) -> int:
        """Return a fact's time at a table. The table's clock may be ahead of ours."""
        return max(self.now, self.tables[number].live.at)

    def _carry_out(self, order: director_events.TournamentEvent) -> None:
        match order:
            case director_events.TableOpened(table, chairs, button):
                self._open(table, chairs, button)
            case director_events.FirstButtonPlaced(table, button):
                self._stage(table, table_facts.ButtonAssigned(at=self._now_at(table), where=button))
            case director_events.Seated(entry, table, seat, stack, reason):
                self._sit(entry, table, seat, _Belongings(stack), reason)
            case director_events.Moved(entry, source, from_seat, table, seat, reason):
                self._move(entry, source, from_seat, table, seat, reason)
            case director_events.TableBroken(table, reason):
                self._stage(table, table_facts.TableClosed(at=self._now_at(table), why=reason))
                del self.tables[table]
            case director_events.RegistrationClosed(entries, pool):
                paid_in = self.live.structure.buy_in * entries
                if pool > paid_in:
                    self._transfer(MINT, tournament_account(self.tournament), pool - paid_in, "added prizes")
            case director_events.Placed(entry, _, _, prize):
                player = self.live.playing.names[entry]
                target = MINT if self.live.entered[player] else player_account(player)
                self._transfer(tournament_account(self.tournament), target, prize, "tournament prize")

    def _open(self, number: int, seats: int, button: int) -> None:
        live = self.live
        row = live.schedule.level(max(1, live.level))
        settings = TableSettings(
            name=f"{live.structure.name[:28]}, table {number}",
            seats=seats,
            small_blind=row.small,
            big_blind=row.big,
            ante=row.ante,
            profile="tournament",
            limit=live.structure.rules.limit,
            pace=live.settings.pace,
            tournament=self.tournament,
            club=live.settings.club,
            own_rules=msgspec.structs.asdict(live.structure.rules),
        )
        hosting = live.hosting
        opened = table_facts.Opened(
            at=self.now,
            table=f"{self.tournament}.{number}",
            settings=settings,
            invitation=Invitation(
                host=hosting.host,
                host_name=hosting.names.get(hosting.host, ""),
                door=GameDoor(private=hosting.door.private),
            ),
        )
        self._parts.append(opening_table(opened))
        self.tables[number] = task = self._new_table(opened)
        self.opened.append(task)
        if button >= 0:
            self._stage(number, table_facts.ButtonAssigned(at=self.now, where=button))

    def _move(self, entry: int, source: int, from_seat: int, table: int, seat: int, reason: str) -> None:
        if entry in self.live.travelling:  # moved again before they arrived
            return
        at = self.tables[source].live
        player = self.live.playing.names[entry]
        taken, occupant = at.taken(from_seat), at.occupant(from_seat)
        carried = _Belongings.of(occupant, taken.stack)
        at_source = self._now_at(source)
        self._stage(source, table_facts.MovedOut(at=at_source, seat=from_seat, player=player, chips=carried.chips))
        self._sit(entry, table, seat, carried, reason, away=taken.sitting_out)

    def _sit(
        self,
        entry: int,
        table: int,
        seat: int,
        carried: _Belongings,
        reason: str,
        away: bool = False,
    ) -> None:
        """Seat an entry, or make it wait until the hand at the table is over."""
        player = self.live.playing.names[entry]
        bot = self.live.entered[player]
        task = self.tables[table]
        if task.live.dealing:
            self.take(facts.PlayerTravels(at=self.now, entry=entry, **carried._asdict()))
            return
        at = self._now_at(table)
        self._stage(
            table,
            table_facts.MovedIn(at=at, seat=seat, player=player, bot=bot, **carried._asdict()),
        )
        if away:
            self._stage(table, table_facts.PlayerSatOut(at=at, seat=seat))
        if not bot:
            if not self._connected(player):
                self._stage(table, table_facts.PlayerDisconnected(at=at, player=player))
            self.moves[player] = PlayerMoved(
                tournament=self.tournament, table=task.id, seat=seat, reason=reason_sentence(reason)
            )


def opening(tournament: str, opened: facts.TournamentOpened, commands: Sequence[DoneCommand] = ()) -> Batch:
    settings, at = opened.settings, opened.at
    name, club, by = settings.structure.name, settings.club, opened.invitation.host
    return Batch(
        opened=(Stream(id=tournament, kind=KIND, name=name, club=club, opened_by=by, opened_at=at),),
        rows=(FactRow(tournament, 1, at, encode(opened)),),
        commands=commands,
    )


def floor_report(live: LiveTournament, tables: Mapping[int, TableTask], reporting: int = 0) -> FloorReport:
    """Describe the tables to the director; a table is free once its last hand is reported."""
    free, places = [], {}
    for number, task in tables.items():
        at = task.live
        heard = number == reporting or live.reported.get(number, 0) == at.table.number
        if at.parked and heard:
            free.append(number)
        if at.table.places is not None:
            where = at.table.places
            places[number] = (where.button, where.small, where.big)
    return FloorReport(free=tuple(free), places=places)


def joined(parts: Iterable[Batch], **more: object) -> Batch:
    """Combine several batches into one, committed together or not at all."""
    together: dict[str, list[object]] = {name: [] for name in Batch.__struct_fields__}
    for name, values in more.items():
        together[name] += values  # type: ignore[arg-type]
    for part in parts:
        for name, values in together.items():
            values += getattr(part, name)
    return Batch(**together)  # type: ignore[arg-type]
