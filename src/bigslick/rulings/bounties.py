"""Cases of type `bounty`: knockouts, the cash they pay, and the bounties they add to."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from bigslick.shuffle import Keystream
from bigslick.tournament.director.bounties import Bounties
from bigslick.tournament.structure.bounties import Bounty, BountyKind

from .case import BadRulings, Ruling, differ, listed


class Knockout(msgspec.Struct, forbid_unknown_fields=True):
    """A player who is out, and the winners of the last pot they had chips in, from the left of the button."""

    out: str
    winners: list[str]


class BountyRow(msgspec.Struct, forbid_unknown_fields=True):
    """A player's bounties when the case ends."""

    cashed: int
    head: int


class BountyCase(Ruling, kw_only=True):
    """Knockouts in order, with each named player's cash and the bounty on their head."""

    kind: BountyKind
    amount: int
    head_percent: int = 50
    players: list[str]
    knockouts: list[Knockout]
    winner: str = ""
    """The event's winner, who keeps their own bounty; empty if the event is not over."""
    expected: dict[str, BountyRow]


def check_bounty(case: BountyCase) -> Iterator[str]:
    """Check every named player's cash and bounty, and that no unit is lost."""
    if case.kind == "mystery":
        raise BadRulings("a mystery bounty is drawn: expected kind 'knockout' or 'progressive'")
    bounties = Bounties(Bounty(amount=case.amount, kind=case.kind, head_percent=Decimal(case.head_percent)))
    for _ in case.players:
        bounties.enter()
    stream = Keystream(0)  # nothing is drawn
    for knockout in case.knockouts:
        winners = [_number(case, name) for name in knockout.winners]
        bounties.knocked_out(_number(case, knockout.out), winners, stream)
    if case.winner:
        bounties.keep(_number(case, case.winner), stream)
    for player, row in case.expected.items():
        number = _number(case, player)
        yield from differ(f"{player}: cash", bounties.won[number], row.cashed)
        yield from differ(f"{player}: head", bounties.heads[number], row.head)
    yield from differ("all bounties", sum(bounties.won) + sum(bounties.heads), case.amount * len(case.players))


def _number(case: BountyCase, player: str) -> int:
    if player not in case.players:
        raise BadRulings(f"{player} is not among the players: expected one of {listed(case.players)}")
    return case.players.index(player)


def tell_bounty(case: BountyCase) -> Iterator[str]:
    """Yield the knockouts, then the bounties."""
    kind = "in cash" if case.kind == "knockout" else f"progressive, {case.head_percent} % on the head of the winner"
    yield f"A bounty of {case.amount} on every head, {kind}."
    for knockout in case.knockouts:
        split = len(knockout.winners) > 1
        did = f"split {knockout.out}'s last pot" if split else f"knocks out {knockout.out}"
        yield f"- {listed(knockout.winners)} {did}"
    if case.winner:
        yield f"- {case.winner} wins the event"
    for player, row in case.expected.items():
        head = f" and has {row.head} on their head" if row.head else ""
        yield f"{player} has cashed {row.cashed}{head}."
