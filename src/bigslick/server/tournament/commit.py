"""One tournament commit: its facts, the director's orders at the tables, and the money, all in one batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bigslick.hand.hand import Hand
from bigslick.protocol.door import GameDoor
from bigslick.protocol.encoding import encode
from bigslick.protocol.settings import TableSettings
from bigslick.protocol.tournament import PlayerMoved
from bigslick.server.hosting.facts import HostChanged, Paused, Resumed, changes_host_view
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.bank import FEES, MINT, player_account, tournament_account
from bigslick.server.store.records import Batch, ChipTransfer, DoneCommand, FactRow, Stream
from bigslick.server.table import facts as table_facts
from bigslick.server.table.draft import opening as opening_table
from bigslick.server.table.state import Occupant
from bigslick.server.table.task import TableTask
from bigslick.tournament.director import events as director_events
from bigslick.tournament.director.losses import losses_of
from bigslick.tournament.director.sentences import reason_sentence

from . import facts
from .apply import apply
from .facts import FloorReport, TournamentFact
from .following import next_fact, short_buyers
from .loading import KIND
from .state import LiveTournament
from .till import MoneyMoved, Purse


class _Belongings(NamedTuple):
    """A player's belongings on the way to a table."""

    chips: int
    promise: str = ""
    bank_ms: int | None = None
    disconnect_bank_ms: int | None = None

    @classmethod
    def of(cls, owner: Occupant | facts.PlayerTravels, chips: int) -> _Belongings:
        return cls(chips, owner.promise, owner.bank_ms, owner.disconnect_bank_ms)


class SeenHand(NamedTuple):
    """A hand whose end viewers have seen, and when."""

    table: int
    number: int
    hand: Hand
    at: int


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
        applied = apply(self.live, fact)
        self.hosts |= changes_host_view(fact) or isinstance(fact, facts.TournamentCancelled)
        self.rows.append(FactRow(self.tournament, self.live.count, fact.at, encode(fact)))
        self.transfers += [self._transfer(moved) for moved in applied.money]
        self._pass_on(fact)
        for order in applied.orders:
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

    def go_on(self, ended: Sequence[SeenHand]) -> None:
        """Do everything that is due, with the hands to report; seat the players in transit, release the next hands."""
        live = self.live
        self._seat_travellers()
        while (fact := self._next(ended)) is not None:
            self.take(fact)
            self._seat_travellers()
        if live.over or not (live.timed or all(map(self._between_hands, self.tables))):  # a round begins at all tables
            return
        for number, task in list(self.tables.items()):
            if self._between_hands(number) and live.playable(number, self.now) and len(task.live.table.ready) > 1:
                if short_buyers(live, number):
                    self.take(facts.RebuysSold(at=self.now, table=number, floor=floor_report(live, self.tables)))
                self._release(number)

    def _seat_travellers(self) -> None:
        for entry, traveller in list(self.live.travelling.items()):
            table, seat = self.live.playing.director.where[entry]
            task = self.tables.get(table)
            if task is not None and not task.live.dealing:
                self._sit(entry, table, seat, _Belongings.of(traveller, traveller.chips), "")
                self.take(facts.PlayerArrived(at=self.now, entry=entry))

    def _next(self, ended: Sequence[SeenHand]) -> TournamentFact | None:
        """Return what happens next at the tables as they are."""
        reported, waiting = self.live.playing.reported, []
        for hand in ended:
            if hand.table in self.tables and hand.number > reported.get(hand.table, 0):
                waiting.append(self._reported(hand))
        unseen = {hand.table for hand in waiting}
        busy = any(not (self._between_hands(number) or number in unseen) for number in self.tables)
        return next_fact(self.live, floor_report(self.live, self.tables), waiting, busy, self.now)

    def _reported(self, ended: SeenHand) -> facts.ReportedHand:
        """Return a finished hand as its tournament learns about it."""
        play, task = self.live.playing, self.tables[ended.table]
        losses = losses_of(ended.hand, play.director.chairs[ended.table], bounty=play.structure.bounty is not None)
        return facts.ReportedHand(
            table=ended.table,
            hand=ended.number,
            losses=losses,
            stacks={seat: ended.hand.stacks[seat] for seat in ended.hand.setup.dealt},
            actions=len(ended.hand.actions),
            round=task.live.round,
            ended_at=ended.at,
            second=self.live.clock.seconds(ended.at),
        )

    def _between_hands(self, number: int) -> bool:
        """Whether a table waits for the tournament, which knows about its last hand."""
        at = self.tables[number].live
        return at.parked and at.table.number <= self.live.playing.reported.get(number, 0)

    def _release(self, number: int) -> None:
        """Start a table's next hand, at the level of now."""
        live, at = self.live, self.tables[number].live
        row, kind = live.playing.schedule.level(live.level), live.structure.rules_at(live.level).ante
        level, rules = at.table.level, at.table.rules
        if (level.small, level.big, level.ante, rules.ante) != (row.small, row.big, row.ante, kind):
            self._stage(
                number,
                table_facts.BlindsChanged(at=at.at, small=row.small, big=row.big, ante=row.ante, ante_kind=kind),
            )
        self._stage(number, table_facts.Released(at=at.at, round=live.playing.rounds + 1))

    def batch(self, command: DoneCommand | None = None) -> Batch:
        """Return all of it as one commit, with the command that caused it."""
        commands = () if command is None else (command,)
        return joined(self._parts, rows=self.rows, transfers=self.transfers, commands=commands)

    # -- money ---------------------------------------------------------------------------------------------------

    def _account(self, purse: Purse) -> str:
        if purse.kind == "player":
            return player_account(purse.player)
        return {"pool": tournament_account(self.tournament), "mint": MINT, "fees": FEES}[purse.kind]

    def _transfer(self, moved: MoneyMoved) -> ChipTransfer:
        return ChipTransfer(
            source=self._account(moved.source),
            target=self._account(moved.target),
            amount=moved.amount,
            reason=moved.reason,
            at=self.now,
            stream=self.tournament,
            seq=self.live.count,
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
            case director_events.Busted(entry, table, seat, out=True):
                self._leave(table, seat, entry)
            case director_events.TakenOut(entry, table, seat, stack):
                self._leave(table, seat, entry, stack)
            case director_events.Bagged(entry, table, seat, stack):
                self._leave(table, seat, entry, stack)
            case director_events.Returned(entry, table, seat, stack, reason):
                self._sit(entry, table, seat, _Belongings(stack), reason)
            case director_events.Rebought(_, table, seat, chips):
                self._stage(table, table_facts.ChipsSold(at=self._now_at(table), seat=seat, chips=chips))
            case director_events.AddedOn(_, table, seat, chips):
                self._stage(table, table_facts.ChipsSold(at=self._now_at(table), seat=seat, chips=chips))

    def _leave(self, table: int, seat: int, entry: int, chips: int = 0) -> None:
        """Take a player out of their seat, with chips that wait for another day."""
        player = self.live.playing.director.names[entry]
        self._stage(table, table_facts.MovedOut(at=self._now_at(table), seat=seat, player=player, chips=chips))

    def _open(self, number: int, seats: int, button: int) -> None:
        live = self.live
        level = max(1, live.level)
        row, rules = live.playing.schedule.level(level), live.structure.rules_at(level)
        settings = TableSettings(
            name=f"{live.structure.name[:28]}, table {number}",
            seats=seats,
            small_blind=row.small,
            big_blind=row.big,
            ante=row.ante,
            profile="tournament",
            limit=rules.limit,
            pace=live.settings.pace,
            tournament=self.tournament,
            club=live.settings.club,
            own_rules=msgspec.structs.asdict(rules),
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
        player = self.live.playing.director.names[entry]
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
        player = self.live.playing.director.names[entry]
        bot = self.live.players[player]
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
    stream = Stream(
        id=tournament,
        kind=KIND,
        name=settings.structure.name,
        club=settings.club,
        opened_by=opened.invitation.host,
        opened_at=at,
        series="" if opened.series is None else opened.series.id,
    )
    return Batch(
        opened=(stream,),
        rows=(FactRow(tournament, 1, at, encode(opened)),),
        commands=commands,
    )


def floor_report(live: LiveTournament, tables: Mapping[int, TableTask]) -> FloorReport:
    """Describe the tables to the director; a table is free once its last hand is reported."""
    free, places = [], {}
    reported = {} if live.play is None else live.play.reported
    for number, task in tables.items():
        at = task.live
        heard = reported.get(number, 0) == at.table.number
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
