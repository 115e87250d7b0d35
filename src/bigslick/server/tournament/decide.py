"""Turns a command in a served tournament into facts, or refuses it with a sentence. Nothing changes here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bigslick.protocol.deals import AnswerDeal, ProposeDeal
from bigslick.protocol.host import GuestCommand, HostCommand
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.wire import BuyChips, CheckIn, DeclineChips, Register, TournamentCommand
from bigslick.sentence import say
from bigslick.server.hosting.decide import check_asks, decide_for_guest
from bigslick.server.hosting.facts import Requested

from .deals import check_answers, check_proposes
from .facts import ChipsDeclined, ChipsPaid, FloorReport, PlayerEntered, PlayerWithdrew, TournamentFact
from .hosting import check_enters, decide_for_host
from .offers import check_buys, check_declines
from .starting import check_checks_in
from .state import LiveTournament


def decide(
    live: LiveTournament,
    command: TournamentCommand,
    player: str,
    now: int,
    floor: FloorReport,
    connected: Callable[[str], bool] = lambda _: True,
) -> tuple[TournamentFact, ...]:
    """Return the facts for a command, not yet applied; raises `CommandRefused`."""
    name = live.structure.name
    stamp: dict[str, Any] = {"at": now, "by": player, "cmd_id": command.cmd_id}
    if isinstance(command, HostCommand):
        return decide_for_host(live, command, player, now, floor)
    if isinstance(command, GuestCommand):
        there = [other for other in live.still_in if connected(other)]
        return decide_for_guest(live.hosting, command, player, live.still_in, there, now)
    match command:
        case Register():
            check_enters(live, player, now)
            if live.hosting.must_ask(player, "entry"):
                check_asks(live.hosting, player)
                return (Requested(player=player, kind="entry", chips=live.structure.entry_cost, **stamp),)
            return (PlayerEntered(player=player, floor=floor, **stamp),)
        case CheckIn():
            return (check_checks_in(live, player, now, command.cmd_id),)
        case BuyChips(kind=kind):
            return (ChipsPaid(entry=check_buys(live, player, kind), kind=kind, **stamp),)
        case ProposeDeal():
            return (check_proposes(live, command, player, now, connected),)
        case AnswerDeal():
            return (check_answers(live, command, player, now),)
        case DeclineChips(kind=kind):
            return (ChipsDeclined(entry=check_declines(live, player, kind), kind=kind, **stamp),)
    if player in live.registered:
        return (PlayerWithdrew(player=player, **stamp),)
    if player not in live.players:
        raise CommandRefused(say("you have not entered {name}", name=name))
    raise CommandRefused(say("{name} has started: the buy-in stays in the prize pool", name=name))
