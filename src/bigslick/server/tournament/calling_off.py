"""Pays what everyone gets when a tournament is called off, by the rule in `tournament/director/calling_off.py`."""

from __future__ import annotations

from bigslick.sentence import say
from bigslick.tournament.director.calling_off import CallOffMoney

from .entry_money import refund
from .facts import TournamentCancelled
from .offers import return_all
from .state import LiveTournament
from .till import FEES, MINT, POOL, purse_of


def call_off(live: LiveTournament, fact: TournamentCancelled) -> None:
    """End the tournament, and return the money; the director's orders pay shares of the pool and bounties."""
    live.called_off, live.called_off_by = fact.why, fact.by
    live.hosting.requests = []
    found = None if live.play is None else live.play.call_off()
    for player in live.registered:
        refund(live, player)
        live.prepaid.remove(player)
    if found is not None:
        return_all(live)
        _pay(live, found)
    elif live.play is not None:  # the last hands have decided it
        live.called_off = ""
        return
    live.status = "cancelled" if found is None or found.rule == "refund" else "over"
    _tell(live, fact, found)


def _pay(live: LiveTournament, found: CallOffMoney) -> None:
    names, till = live.playing.director.names, live.till
    for part in found.money:
        player = names[part.entry]
        payee = purse_of(player, live.players[player])
        till.pay(POOL, payee, part.buy_in, "tournament entry returned")
        till.pay(POOL, payee, part.rebuys, "tournament rebuy returned")
        till.pay(POOL, payee, part.addons, "tournament add-on returned")
        if payee != MINT:
            till.pay(FEES, payee, part.fee, "tournament fee returned")


def _tell(live: LiveTournament, fact: TournamentCancelled, found: CallOffMoney | None) -> None:
    if found is None or found.rule == "refund":
        sentence = say("Called off: {why}. Every entry, rebuy and add-on goes back with its fee.", why=fact.why)
    elif found.rule == "shares":
        sentence = say(
            "Called off: {why}. The players left share the pool, half of it equally and half by chips, and get their "
            "fee back.",
            why=fact.why,
        )
    else:
        sentence = say(
            "Called off: {why}. Each player left gets the lowest prize still open, and the rest is split by ICM.",
            why=fact.why,
        )
    live.tell("order", sentence, fact.at)
