"""Payments between players that were made after a night, each marked by its recipient or the host.

A night that its club has settled with others is paid in that settlement, and is not marked here any more; what was
marked before is taken off what the settlement still asks for.
"""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from bigslick.errors import BigslickError
from bigslick.sentence import say
from bigslick.server.operations.clock import Clock

from .names import NamesTogether
from .nights import HOUSE
from .records import Batch
from .schema import paid_payments, settled_nights
from .settlement import DuePayment, Payment
from .store import Store


class NotMarked(BigslickError):
    """A payment that cannot be marked; the sentence says why."""


class PaidPayments:
    """The marks on all nights in a store."""

    def __init__(self, store: Store, clock: Clock, settling: asyncio.Lock) -> None:
        self._store = store
        self._clock = clock
        self._settling = settling
        """Held by a club that settles nights, and for each mark."""

    async def on(self, night: str, called: NamesTogether) -> tuple[DuePayment, ...]:
        """Return the payments of a night that were made."""
        found = await paid_where(self._store, paid_payments.c.night == night, called)
        return tuple(found.get(night, ()))

    async def settlement_of(self, night: str) -> int | None:
        """Return the number of the club's settlement with this night; None if there is none."""
        found = await self._store.select(sa.select(settled_nights.c.number).where(settled_nights.c.night == night))
        return int(found[0][0]) if found else None

    async def mark(self, night: str, payment: Payment, paid: bool, by: str) -> bool:
        """Mark a payment between two ids as made, or take the mark back; return whether that changed anything."""
        marks = paid_payments.c
        this = sa.and_(marks.night == night, marks.payer == payment.payer, marks.payee == payment.payee)
        async with self._settling:
            if (number := await self.settlement_of(night)) is not None:
                raise NotMarked(
                    say("The club has settled this night in settlement {number}: mark payments there.", number=number)
                )
            if paid == bool(await self._store.select(sa.select(marks.paid_at).where(this))):
                return False
            row: dict[str, Any] = {"chips": payment.chips, "paid_at": self._clock.now(), "paid_by": by}
            key = {"night": night, "payer": payment.payer, "payee": payment.payee}
            change = paid_payments.insert().values(key | row) if paid else sa.delete(paid_payments).where(this)
            await self._store.append(Batch(statements=[change]))
            return True


async def paid_where(
    store: Store, chosen: sa.ColumnElement[bool], called: NamesTogether
) -> dict[str, list[DuePayment]]:
    """Return the payments that were made, by night and with the players' names."""
    found: dict[str, list[DuePayment]] = {}
    for row in await store.select(sa.select(paid_payments).where(chosen)):
        payer, payee, paid_by = (
            player if player == HOUSE else called.name_of(player) for player in (row.payer, row.payee, row.paid_by)
        )
        paid = DuePayment(payer=payer, payee=payee, chips=row.chips, paid_at=row.paid_at, paid_by=paid_by)
        found.setdefault(row.night, []).append(paid)
    return found
