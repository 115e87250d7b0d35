"""A table's facts on their way into the store: applied, but not yet committed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bigslick.protocol import wire
from bigslick.server.hosting.facts import changes_host_view
from bigslick.server.store.bank import MINT, player_account, table_account
from bigslick.server.store.chat import KeptLine, keep
from bigslick.server.store.histories import publish
from bigslick.server.store.nights import SEVEN_DEUCE, rename
from bigslick.server.store.records import Batch, ChipTransfer, DoneCommand, FactRow, SavedState, StoredHand, Stream

from . import facts
from .apply import apply
from .facts import Fact
from .saves import save
from .state import LiveTable, StackTransfer

if TYPE_CHECKING:
    import sqlalchemy as sa

KIND: Final = "table"
"""The kind of a table's stream in the store."""
SAVE_EVERY: Final = 2
"""How many hands are played between a table's saves; a restart applies only the facts since the last one."""


class Draft:
    """Facts that are applied but not yet committed, with everything stored along with them."""

    __slots__ = (
        "_closed",
        "_live",
        "_saves",
        "command",
        "cost",
        "hands",
        "hosts",
        "kept",
        "payer",
        "rows",
        "said",
        "statements",
        "transfers",
    )

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.rows: list[FactRow] = []
        self.transfers: list[ChipTransfer] = []
        self.hands: list[StoredHand] = []
        self.statements: list[sa.Executable] = []
        self.said: wire.Said | wire.SkipAgreed | None = None
        """A message to viewers outside the script, sent once it is committed."""
        self.kept: KeptLine | None = None
        """The chat line, unless it is an emote."""
        self.command: DoneCommand | None = None
        """The command that caused all this, unless it names a turn."""
        self.hosts = False
        """Whether the host, the door or a request changes."""
        self.payer, self.cost = "", 0
        """Whose chips are held until the commit, and how many."""
        self._saves = False
        self._closed: list[tuple[str, int]] = []

    @property
    def commits(self) -> bool:
        """Whether anything goes into the store."""
        return bool(self.rows) or self.command is not None or self.kept is not None

    def add(self, fact: Fact) -> None:
        live = self._live
        requests = live.hosting.requests
        consequences = apply(live, fact)
        self.hosts |= changes_host_view(fact) or live.hosting.requests is not requests
        self.hosts |= isinstance(fact, facts.BroadcastFact)
        if live.broadcast is not None and isinstance(fact, facts.SeatTaken | facts.MovedIn):
            self.hosts = True  # they have yet to answer
        stream, seq, at = live.id, live.count, fact.at
        self.rows.append(FactRow(stream, seq, at, facts.write(fact)))
        for move in consequences.moves:
            there = table_account(stream)
            other = MINT if move.bot else player_account(move.player)
            source, target = (other, there) if move.chips > 0 else (there, other)
            self.transfers.append(
                ChipTransfer(
                    source=source,
                    target=target,
                    amount=abs(move.chips),
                    reason=move.reason,
                    note=move.note,
                    at=at,
                    stream=stream,
                    seq=seq,
                )
            )
        for passed in consequences.passed:
            self.transfers += _by_accounts(passed, live, at)
        if consequences.hand is not None:
            self.hands.append(consequences.hand)
            self._saves |= consequences.hand.number % SAVE_EVERY == 0
        if consequences.revealed is not None:
            self.statements.append(publish(*consequences.revealed))
        if isinstance(fact, facts.GameChanged):
            self.statements.append(rename(stream, fact.settings.name))
        if isinstance(fact, facts.TableClosed):
            self._saves = True  # its last answers, which can still be asked for
            if not live.cash:  # a night is over when its viewers have seen it
                self._closed.append((stream, at))

    def batch(self) -> Batch:
        live = self._live
        saved = (SavedState(live.id, live.count, save(live)),) if self._saves else ()
        return Batch(
            rows=self.rows,
            transfers=self.transfers,
            hands=self.hands,
            snapshots=saved,
            commands=() if self.command is None else (self.command,),
            closed=tuple(self._closed),
            statements=self.statements if self.kept is None else (*self.statements, *keep(live.id, self.kept)),
        )


def _by_accounts(passed: StackTransfer, live: LiveTable, at: int) -> list[ChipTransfer]:
    """Return the transfers for chips that pass between stacks: off the table, from player to player, and back.

    So the ledger says who paid whom, and every account ends where it was; among house bots there is nothing to say.
    """
    there = table_account(live.id)
    payer, winner = (player_account(name) if name else MINT for name in (passed.payer, passed.winner))
    steps = () if payer == winner else ((there, payer), (payer, winner), (winner, there))
    return [
        ChipTransfer(
            source=source,
            target=target,
            amount=passed.payment.chips,
            reason=SEVEN_DEUCE,
            note=wire.hand_id(live.id, live.table.number),
            at=at,
            stream=live.id,
            seq=live.count,
        )
        for source, target in steps
    ]


def opening(
    opened: facts.Opened, commands: Sequence[DoneCommand] = (), statements: Sequence[sa.Executable] = ()
) -> Batch:
    """Return the commit that opens a table, with the command that opened it and what else it changes."""
    settings = opened.settings
    stream = Stream(
        id=opened.table,
        kind=KIND,
        name=settings.name,
        club=settings.club,
        opened_by=opened.by,
        opened_at=opened.at,
        chip_cents=0 if settings.chip_value is None else settings.chip_value.cents,
        currency="" if settings.chip_value is None else settings.chip_value.currency,
    )
    return Batch(
        opened=(stream,),
        rows=(FactRow(opened.table, 1, opened.at, facts.write(opened)),),
        commands=commands,
        statements=statements,
    )
