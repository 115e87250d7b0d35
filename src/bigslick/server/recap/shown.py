"""The recap of a night as one reader sees it: with current names, and only what everyone at the table saw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec

from bigslick.cards import Card
from bigslick.protocol.money import ChipValue
from bigslick.server.store.names import NamesTogether
from bigslick.server.store.nights import IMPORT, Night, NightResult
from bigslick.server.store.settlement import DuePayment, Payment

from .hands import NightHand, NightHands, NightPot

Replay: TypeAlias = str | None
"""The secret that a reader needs to replay a hand, empty if none is needed; None if they may not."""


class RecapPot(msgspec.Struct, frozen=True, kw_only=True):
    """The biggest pot of a night."""

    hand: str
    number: int
    pot: int
    boards: tuple[tuple[Card, ...], ...]
    winners: tuple[str, ...]
    """The largest share first."""
    replay: Replay


class RecapHand(msgspec.Struct, frozen=True, kw_only=True):
    """The best hand of a night that was shown."""

    hand: str
    number: int
    player: str
    hole: tuple[Card, ...]
    five: tuple[Card, ...]
    """The cards that play."""
    name: str
    """Display text: "full house, kings over sevens"."""
    replay: Replay


class RecapPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The stacks after a number of hands, by player; who has no seat is missing, and so are house bots."""

    hands: int
    stacks: dict[str, int]


class RecapPayment(DuePayment, frozen=True, kw_only=True):
    """A transfer that settles the night."""

    you_mark: bool = False
    """Whether you may mark it as paid, or take the mark back: its recipient and the host may."""


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """A cash table's night, once the table is closed."""

    id: str
    name: str
    club: str
    """Its club's id; empty without one."""
    imported: bool
    """Whether it was played elsewhere: then its hands are not known here."""
    club_name: str
    host: str
    """Empty if the house ran it."""
    opened_at: int
    ended_at: int
    """When the last hand ended; without one, when the table closed."""
    chip_value: ChipValue | None = None
    """What a chip was worth to its players; None for chips."""
    hands: int
    results: tuple[NightResult, ...]
    """Best first, the house last."""
    winners: tuple[str, ...]
    """The players who won most; several if they are level, none if no one is ahead."""
    biggest: RecapPot | None
    best: RecapHand | None
    """None if no hand was shown."""
    course: tuple[RecapPoint, ...]
    expired: bool
    """Whether some of its hands are no longer kept, so pots, hands and stacks are missing."""
    payments: tuple[RecapPayment, ...]
    """Unmarked and marked ones, the largest first."""
    fewest: bool
    """Whether fewer transfers cannot settle it."""
    settled: int | None
    """The number of the club's settlement that includes it; its payments are marked there."""
    link: str | None
    """The link that shows it to anyone, empty before one is made; None for readers who cannot make one."""


def recap_of(
    night: Night,
    played: NightHands,
    called: NamesTogether,
    *,
    club_name: str,
    host: str,
    closed_at: int,
    payments: Iterable[RecapPayment],
    settled: int | None,
    link: str | None,
    replay: Callable[[NightPot | NightHand], Replay],
) -> Recap:
    """Build a night's recap; `replay` answers for each hand whether its reader may replay it."""
    name_of = called.name_of
    biggest, best = played.biggest, played.best
    return Recap(
        id=night.id,
        name=night.name,
        club=night.club,
        imported=night.kind == IMPORT,
        club_name=club_name,
        host=name_of(host) if host else "",
        opened_at=night.opened_at,
        ended_at=played.ended_at or closed_at,
        chip_value=night.chip_value,
        hands=played.count,
        results=night.results,
        winners=winners_of(night.results),
        biggest=None
        if biggest is None
        else RecapPot(
            hand=biggest.hand,
            number=biggest.number,
            pot=biggest.pot,
            boards=biggest.boards,
            winners=tuple(map(name_of, biggest.winners)),
            replay=replay(biggest),
        ),
        best=None
        if best is None
        else RecapHand(
            hand=best.hand,
            number=best.number,
            player=name_of(best.player),
            hole=best.hole,
            five=best.five,
            name=best.name,
            replay=replay(best),
        ),
        course=tuple(
            [
                RecapPoint(hands=point.hands, stacks={name_of(player): stack for player, stack in point.stacks.items()})
                for point in played.course
            ]
        ),
        expired=played.expired,
        payments=tuple(payments),
        fewest=night.settlement.fewest,
        settled=settled,
        link=link,
    )


def winners_of(results: Sequence[NightResult]) -> tuple[str, ...]:
    """Return the people who won most; none if no one is ahead."""
    most = max((result.net for result in results if not result.house), default=0)
    return tuple([result.player for result in results if not result.house and result.net == most and most > 0])


def payments_of(
    due: Iterable[Payment], paid: Iterable[DuePayment], may_mark: Callable[[Payment], bool]
) -> list[RecapPayment]:
    """Return a night's payments with their marks."""
    marks = {(mark.payer, mark.payee): mark for mark in paid}
    found = []
    for one in due:
        mark = marks.get((one.payer, one.payee))
        found.append(
            RecapPayment(
                payer=one.payer,
                payee=one.payee,
                chips=one.chips,
                paid_at=None if mark is None else mark.paid_at,
                paid_by="" if mark is None else mark.paid_by,
                you_mark=may_mark(one),
            )
        )
    return found
