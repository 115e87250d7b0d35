"""Deals at a served tournament: a player proposes, the tables wait, and everybody still in answers.

All hands in progress end first, so that nobody votes on stacks that change. The clock stops during the vote. One no is
enough; so is a player who is out, has lost the connection, or has not answered in time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from bigslick.protocol.deals import MOST_DEALING, AnswerDeal, DealNow, DealShareNow, ProposeDeal
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.hosting.taking_over import countdown
from bigslick.server.table.state import LiveTable
from bigslick.server.words import fold
from bigslick.tournament.director.deals import BadDeal, Deal, DealMethod, most_for_first, one_each, why_not

from . import facts
from .clock import ROUND
from .offers import check_goes_on
from .state import LiveTournament, OpenDeal

AGAIN_MS: Final = 60_000
"""For this long after a proposal fell, the same player cannot make another one."""
HOLD: Final = "deal"
"""Why the clock is held during a vote."""


# -- deciding ---------------------------------------------------------------------------------------------------------


def check_proposes(
    live: LiveTournament, command: ProposeDeal, player: str, now: int, connected: Callable[[str], bool]
) -> facts.DealProposed:
    """Return the proposal as a fact, or refuse it with the reason."""
    _check_in(live, player)
    check_goes_on(live)
    if (why := _why_closed(live)) is not None:
        raise CommandRefused(why)
    if live.deal is not None:
        raise CommandRefused(say("A deal is on the table already: answer it first."), "stale")
    if (wait := live.deal_again.get(player, 0) - now) > 0:
        raise CommandRefused(
            say("Your last proposal has just fallen: you can make another one in {wait}.", wait=countdown(wait)),
            "stale",
        )
    if away := [other for other in live.still_in if not connected(other)]:
        raise CommandRefused(
            say(
                "{player} is not connected: a deal needs everybody who is left.",
                player=live.hosting.name_of(away[0]),
            )
        )
    amounts = _by_entry(live, command.amounts)
    try:
        live.playing.propose_deal(command.method, command.for_first, amounts)
    except BadDeal as bad:
        raise CommandRefused(bad.sentence) from None
    return facts.DealProposed(
        at=now,
        by=player,
        cmd_id=command.cmd_id,
        player=player,
        method=command.method,
        for_first=command.for_first,
        amounts=amounts,
    )


def check_answers(live: LiveTournament, command: AnswerDeal, player: str, now: int) -> facts.TournamentFact:
    """Return an answer as a fact, or refuse it with the reason."""
    entry, deal = _check_in(live, player), live.deal
    if deal is None or deal.number != command.deal:
        raise CommandRefused(say("That deal is not on the table any more."), "stale")
    if not command.yes:
        why: Literal["withdrawn", "declined"] = "withdrawn" if player == deal.by else "declined"
        return facts.DealFell(at=now, by=player, cmd_id=command.cmd_id, why=why, player=player)
    if deal.terms is None:
        raise CommandRefused(say("The hands in progress end first: they may change what everybody gets."), "stale")
    if entry in deal.accepted:
        raise CommandRefused(say("You have accepted already: the others have yet to answer."), "stale")
    return facts.DealAccepted(at=now, by=player, cmd_id=command.cmd_id, player=player)


def _check_in(live: LiveTournament, player: str) -> int:
    name = live.structure.name
    entry = None if live.play is None or live.over else live.play.entry_of(player)
    if entry is None:
        raise CommandRefused(say("you are not in {name}", name=name))
    return entry


def _why_closed(live: LiveTournament) -> Sentence | None:
    """Say why no deal can be proposed now, whatever it is; None if one can."""
    director = live.playing.director
    if live.playing.between_stages:
        return say("no deal: everyone waits for the next day or round; propose it when play goes on")
    if director.left > MOST_DEALING and director.closed:
        return say(
            "no deal yet: {left} players are left, and at most {most} can make one",
            left=director.left,
            most=MOST_DEALING,
        )
    return why_not(director, len(director.remaining))


def _by_entry(live: LiveTournament, amounts: Mapping[str, int]) -> dict[int, int]:
    """Return amounts by entry instead of the names shown; refuse a player who is not in any more."""
    director, found = live.playing.director, dict[int, int]()
    shown = {fold(live.hosting.name_of(director.names[entry])): entry for entry in director.remaining}
    for name, amount in amounts.items():
        if fold(name) not in shown:
            raise CommandRefused(say("{player} is not in {name}", player=name, name=live.structure.name))
        found[shown[fold(name)]] = amount
    return found


# -- applying ---------------------------------------------------------------------------------------------------------


def apply_deal(live: LiveTournament, fact: facts.DealFact) -> None:
    match fact:
        case facts.DealProposed():
            _propose(live, fact)
        case facts.DealPut():
            _put(live, fact)
        case facts.DealAccepted(player=player):
            entry = live.playing.entry_of(player)
            assert live.deal is not None
            assert entry is not None
            live.deal.accepted.add(entry)
        case facts.DealFell():
            _fall(live, _why_fell(live, fact), fact.at)
        case facts.DealAgreed():
            deal = live.deal
            assert deal is not None
            assert deal.terms is not None
            live.playing.make_deal(deal.terms)
            live.made, live.deal = deal, None
            live.clock.release(HOLD, fact.at)


def _propose(live: LiveTournament, fact: facts.DealProposed) -> None:
    live.deals += 1
    live.deal = OpenDeal(
        number=live.deals,
        by=fact.player,
        method=fact.method,
        for_first=fact.for_first,
        amounts=fact.amounts,
        stacks=live.playing.left_with,
    )
    player = live.hosting.name_of(fact.player)
    live.tell("deal", say("{player} proposes a deal: the tables wait after this hand.", player=player), fact.at)


def _put(live: LiveTournament, fact: facts.DealPut) -> None:
    deal, play = live.deal, live.playing
    assert deal is not None
    deal.terms, deal.until = play.propose_deal(deal.method, deal.for_first, deal.amounts), fact.until
    live.clock.hold(HOLD, fact.at)
    entry = play.entry_of(deal.by)
    if entry is not None and deal.stacks == play.left_with:  # else a hand has changed what they proposed
        deal.accepted.add(entry)
    deal.stacks = play.left_with
    for share in deal.terms.shares:
        if play.purchases.is_bot(share.entry):
            if not deal.terms.is_worth_icm(share):
                bot = live.hosting.name_of(share.player)
                _fall(live, say("The deal falls: {player} wants at least what ICM gives.", player=bot), fact.at)
                return
            deal.accepted.add(share.entry)


def drop_deal(live: LiveTournament, now: int) -> None:
    """Take a proposal off the table that the players left cannot make any more."""
    deal = live.deal
    if deal is None:
        return
    if live.called_off or live.over:
        _fall(live, say("The deal falls: the tournament is called off."), now)
    elif {*live.playing.director.remaining} != {*deal.stacks}:
        _fall(live, say("The deal falls: a player is out."), now)


def _fall(live: LiveTournament, why: Sentence, now: int) -> None:
    assert live.deal is not None
    live.deal_again[live.deal.by] = now + AGAIN_MS
    live.deal = None
    live.clock.release(HOLD, now)
    live.tell("deal", why, now)


def _why_fell(live: LiveTournament, fact: facts.DealFell) -> Sentence:
    player = live.hosting.name_of(fact.player)
    if fact.why == "declined":
        return say("The deal falls: {player} declines.", player=player)
    if fact.why == "withdrawn":
        return say("{player} takes the proposal back.", player=player)
    if fact.why == "away":
        return say("The deal falls: {player} has lost the connection.", player=player)
    return say("The deal falls: {player} has not answered in time.", player=player)


# -- what follows -----------------------------------------------------------------------------------------------------


def next_deal_fact(live: LiveTournament, busy: bool, now: int) -> facts.TournamentFact | None:
    """Return what happens to the deal on the table now: the vote begins or ends; None if it waits."""
    deal = live.deal
    if deal is None:
        return None
    if deal.until is None:
        waits = busy or live.clock.is_held(ROUND)
        return None if waits else facts.DealPut(at=now, until=now + live.settings.deal_ms)
    missing = [entry for entry in deal.stacks if entry not in deal.accepted]
    if not missing:
        return facts.DealAgreed(at=now)
    if now >= deal.until:
        return facts.DealFell(at=now, why="time", player=live.playing.director.names[missing[0]])
    return None


def lost_player(live: LiveTournament, tables: Mapping[int, LiveTable]) -> tuple[int, str] | None:
    """Return the player who makes the deal fall by being disconnected for longer than the grace, and when; None if all
    who have yet to answer are there.
    """
    deal = live.deal
    if deal is None or deal.until is None:
        return None
    lost = []
    for entry in deal.stacks:
        table, seat = live.playing.director.where[entry]
        if entry in deal.accepted or live.playing.purchases.is_bot(entry) or table not in tables:
            continue
        at = tables[table]
        occupant = at.now_at(seat)
        if occupant is not None and not occupant.connected:
            lost.append((max(occupant.lost_at, deal.until - live.settings.deal_ms) + at.pace.grace_ms, occupant.player))
    return min(lost, default=None)


# -- for viewers ------------------------------------------------------------------------------------------------------


def deal_now(live: LiveTournament) -> DealNow:
    """Return the deal as everybody sees it: made, on the table, or possible."""
    deal = live.deal or live.made
    if deal is None:
        closed = live.play is None or live.over or live.called_off or _why_closed(live) is not None
        return DealNow(state="closed" if closed else "open")
    if deal.terms is None:
        return DealNow(state="proposed", number=deal.number, by=live.hosting.name_of(deal.by), method=deal.method)
    made = live.deal is None
    accepted = {*deal.stacks} if made else deal.accepted
    return _shown(live, deal.terms, accepted, deal, made=made)


def preview(live: LiveTournament, method: DealMethod, for_first: int) -> DealNow:
    """Return what everybody would get in a deal now; raises `CommandRefused`."""
    if live.play is None or live.over:
        raise CommandRefused(say("{name} is not being played: there is no deal to make", name=live.structure.name))
    if (why := _why_closed(live)) is not None:
        raise CommandRefused(why)
    try:
        terms = live.play.propose_deal(method, for_first, {})
    except BadDeal as bad:
        raise CommandRefused(bad.sentence) from None
    return _shown(live, terms, set(), None, made=False)


def _shown(live: LiveTournament, terms: Deal, accepted: set[int], deal: OpenDeal | None, *, made: bool) -> DealNow:
    name_of = live.hosting.name_of
    return DealNow(
        state="made" if made else "open" if deal is None else "voting",
        number=0 if deal is None else deal.number,
        by="" if deal is None else name_of(deal.by),
        method=terms.method,
        for_first=terms.for_first,
        most_for_first=most_for_first(one_each(live.playing.director.prizes, len(terms.shares)), terms.method),
        shares=tuple(
            DealShareNow(
                player=name_of(share.player),
                stack=share.stack,
                icm=round(share.icm, 2),
                chips=round(share.chips, 2),
                amount=share.amount,
                bounty=share.bounty,
                accepted=share.entry in accepted,
            )
            for share in terms.shares
        ),
        above_first=live.hosting.names_of(terms.above_first),
        until=None if deal is None or made else deal.until,
    )
