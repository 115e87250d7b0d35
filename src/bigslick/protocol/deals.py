"""Deals on the wire: a proposal to split the prizes now, the answers, and the deal that was made."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from bigslick.tournament.director.deals import DealMethod

from .message import Id, Message, Player

MOST_DEALING: Final = 10
"""The most players who can make a deal: as many as fit at a table."""
Money = Annotated[int, Meta(ge=0, le=10**15)]


class ProposeDeal(Message, frozen=True, kw_only=True, tag="propose_deal"):
    """Propose to split the prizes now, among everybody still in: the tables wait after the hands in progress."""

    cmd_id: Id
    tournament: Id
    method: DealMethod
    for_first: Money = 0
    """Left to play for: it goes to the winner, on top of their share."""
    amounts: Annotated[dict[Player, Money], Meta(max_length=MOST_DEALING)] = msgspec.field(default_factory=dict)
    """What each player gets, if the method is `agreed`."""


class AnswerDeal(Message, frozen=True, kw_only=True, tag="answer_deal"):
    """Accept a deal or decline it; one no is enough, also after a yes. Whoever proposed it takes it back that way."""

    cmd_id: Id
    tournament: Id
    deal: int
    """The deal's number."""
    yes: bool


class DealShareNow(msgspec.Struct, frozen=True, kw_only=True):
    """One player's share of a deal."""

    player: str
    stack: int
    icm: float
    """What the stack is worth by ICM."""
    chips: float
    """Its share if the prizes are split by chips."""
    amount: int
    """What the player gets."""
    bounty: int
    """The bounty on their own head, which they keep."""
    accepted: bool


class DealNow(msgspec.Struct, frozen=True, kw_only=True):
    """The deal in a tournament."""

    state: Literal["closed", "open", "proposed", "voting", "made"] = "closed"
    """`open`: any player still in can propose one; `proposed`: the hands in progress end first, then there are shares
    and everybody is `voting`.
    """
    number: int = 0
    by: str = ""
    """The player who proposed it."""
    method: DealMethod = "icm"
    for_first: int = 0
    most_for_first: int = 0
    """The most that can be set aside for first place, by this method."""
    shares: tuple[DealShareNow, ...] = ()
    """Largest stack first."""
    above_first: tuple[str, ...] = ()
    """Players who would get more than first prize."""
    until: int | None = None
    """When the vote ends: a player who has not answered by then has declined."""
