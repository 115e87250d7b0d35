"""Applies facts to a served tournament, and returns its director's orders and the money that moves."""

from __future__ import annotations

from typing import Final, NamedTuple

from bigslick.protocol.tournament import MOST_NEWS
from bigslick.sentence import say
from bigslick.server.hosting.apply import apply_host_fact
from bigslick.server.hosting.facts import HostFact, Paused, Resumed
from bigslick.tournament.director import events as director_events

from . import facts
from .calling_off import call_off
from .clock import ROUND
from .deals import apply_deal, drop_deal
from .entry_money import charge, refund
from .news import news_of
from .offers import breaks, close_sale, decline, pay_for_chips, return_rebuys
from .orders import carry_out, change_clock, order_seat, tell_host_order
from .play import Play
from .state import AddOnSale, LiveTournament, RebuyOffer
from .till import MINT, POOL, MoneyMoved, purse_of

REENTRY_MS: Final = 60_000
"""How long players can still enter when nothing is left to play for."""

Orders = tuple[director_events.TournamentEvent, ...]


class Applied(NamedTuple):
    """The effect of a fact outside the tournament."""

    orders: Orders = ()
    """The director's decisions, for the tables to carry out."""
    money: tuple[MoneyMoved, ...] = ()


def apply(live: LiveTournament, fact: facts.TournamentFact) -> Applied:
    """Apply a fact; return the director's orders, and the money that moves."""
    match fact:
        case facts.PlayerEntered():
            _enter(live, fact)
        case facts.PlayerWithdrew():
            _withdraw(live, fact)
        case facts.TournamentStarted():
            _start(live, fact)
        case facts.CallingOff():
            _announce_end(live, fact)
        case facts.ClockSet():
            change_clock(live, fact)
        case facts.SeatOrdered():
            order_seat(live, fact)
        case facts.SeatOrderDone():
            live.playing.take_floor(fact.floor, live.second(fact.at))
            carry_out(live, fact)
        case facts.TournamentCancelled():
            call_off(live, fact)
        case facts.TournamentDelayed():
            live.hosting.wait_on(fact.ms)
            live.clock.skip(fact.ms)
            live.postpone(fact.ms, fact.at)
            _wait(live, fact.ms)
        case _ if isinstance(fact, facts.DealFact):
            apply_deal(live, fact)
        case facts.PlayerTravels():
            live.travelling[fact.entry] = fact
        case facts.PlayerArrived():
            del live.travelling[fact.entry]
        case facts.PlayerCheckedIn():
            live.checked_in.add(fact.player)
        case facts.PlayerShowedUp():
            live.playing.shown_up.add(fact.player)
        case HostFact():
            _host(live, fact)
        case _:
            _play(live, fact)
    live.at = max(live.at, fact.at)
    live.count += 1
    orders = _orders(live)
    if live.play is not None:
        _follow(live, live.play, orders, fact.at)
        drop_deal(live, fact.at)
    return Applied(orders, live.till.take_moved())


def _host(live: LiveTournament, fact: HostFact) -> None:
    before = live.hosting.paused_at
    apply_host_fact(live.hosting, fact)
    if isinstance(fact, Paused):
        live.clock.hold("paused", fact.at)
    elif isinstance(fact, Resumed):
        live.clock.release("paused", fact.at)
        _wait(live, fact.at - before)
    tell_host_order(live, fact)


def _wait(live: LiveTournament, ms: int) -> None:
    """Give everyone back the time of a pause or an outage."""
    if live.first_entry_at is not None:
        live.first_entry_at += ms
    if live.decided_until is not None:
        live.decided_until += ms
    if live.sale is not None:
        live.sale.until += ms
    if live.deal is not None and live.deal.until is not None:
        live.deal.until += ms
    for offer in live.offers.values():
        offer.until += ms


# -- entries ----------------------------------------------------------------------------------------------------------


def _enter(live: LiveTournament, fact: facts.PlayerEntered) -> None:
    live.players.setdefault(fact.player, fact.bot)
    live.hosting.drop(fact.player)
    if not fact.bot and live.first_entry_at is None:
        live.first_entry_at = fact.at
    charge(live, fact.player)
    live.prepaid.append(fact.player)
    play = live.play
    if play is None or not live.late or not _enters_now(live, fact.player):
        live.registered[fact.player] = None
        if live.checks_in(fact.at):  # whoever enters is there
            live.checked_in.add(fact.player)
        return
    play.take_floor(fact.floor, live.second(fact.at))
    play.enter(fact.player)


def _enters_now(live: LiveTournament, player: str) -> bool:
    """Whether a player gets a seat at once, rather than in the next flight."""
    return not live.playing.between_stages and live.playing.director.may_reenter(player)


def _withdraw(live: LiveTournament, fact: facts.PlayerWithdrew) -> None:
    refund(live, fact.player)
    live.prepaid.remove(fact.player)
    del live.registered[fact.player]
    live.checked_in.discard(fact.player)
    if live.play is None or fact.player not in live.play.director.names:
        del live.players[fact.player]
    if all(live.players.values()):
        live.first_entry_at = None
    if fact.why == "kicked":
        live.hosting.distrust(fact.player)


def _announce_end(live: LiveTournament, fact: facts.CallingOff) -> None:
    live.called_off, live.called_off_by = fact.why, fact.by
    if fact.by:
        host = live.hosting.name_of(fact.by)
        said = say("{host} calls the tournament off after the hands in progress: {why}.", host=host, why=fact.why)
    else:
        said = say("The house calls the tournament off after the hands in progress: {why}.", why=fact.why)
    live.tell("order", said, fact.at)


# -- the course -------------------------------------------------------------------------------------------------------


def _start(live: LiveTournament, fact: facts.TournamentStarted) -> None:
    live.status = "running"
    if live.structure.flights is None:
        live.structure = live.structure.with_entrants(len(live.registered))
    live.clock.turn(0, fact.at)
    live.play = Play(live.structure, fact.seed, live.players)
    live.play.begin(live.registered)
    live.registered = {}


def _play(live: LiveTournament, fact: facts.TournamentFact) -> None:
    """Apply what happens at the tables, and what follows from it."""
    play = live.playing
    match fact:
        case facts.HandsReported():
            _report(live, play, fact)
        case facts.RebuysOffered(table=table, entries=entries, until=until):
            live.offers[table] = RebuyOffer(undecided=set(entries), until=until)
        case facts.ChipsPaid():
            pay_for_chips(live, fact)
        case facts.ChipsDeclined():
            decline(live, fact)
        case facts.RebuysSold():
            play.take_floor(fact.floor, live.second(fact.at))
            play.sell_rebuys(fact.table)
            return_rebuys(live, play.seated(fact.table))
        case facts.SaleOpened(until=until):
            live.sale = AddOnSale(until=until, opened=live.clock.reading(fact.at), declined=set())
            if not breaks(live):
                live.clock.hold("sale", fact.at)
        case facts.LevelReached():
            play.take_floor(fact.floor, fact.due)
            play.reach_due(fact.due, fact.hands)
        case facts.RoundBegan():
            play.take_floor(fact.floor, live.clock.seconds(fact.at))
            if play.round_began():
                live.clock.hold(ROUND, fact.at)
        case facts.StageBegan():
            play.take_floor(facts.FloorReport(), live.clock.seconds(fact.at))
            play.waiting = list(live.registered)
            live.registered = {}
            play.stage_began()
        case facts.EntriesDecided():
            play.take_floor(fact.floor, live.second(fact.at))
            play.close_if_decided()
        case _:
            raise TypeError(f"{fact!r} is not a fact of a tournament: expected one of `facts`")


def _report(live: LiveTournament, play: Play, fact: facts.HandsReported) -> None:
    """Report hands; once a hand-for-hand round is over, it has taken its time off the clock (TDA RP-8)."""
    together, took = live.clock.is_held(ROUND), live.structure.h4h_seconds
    play.take_floor(fact.floor, max(hand.second for hand in fact.hands) + together * took)
    play.hands_ended(fact.hands, fact.idle)
    for hand in fact.hands:
        live.offers.pop(hand.table, None)
    if together and not play.director.met:
        live.clock.turn(live.clock.reading(fact.at) + 1000 * took, fact.at)
        live.clock.release(ROUND, fact.at)


def _orders(live: LiveTournament) -> Orders:
    """Return the director's decisions since the last fact."""
    director = live.director
    if director is None:
        return ()
    found = tuple(director.events[live.ordered :])
    live.ordered += len(found)
    for event in found:
        if isinstance(event, director_events.Busted) and event.out:
            live.knocked_out[event.entry] = event.table, live.playing.reported[event.table]
    played = [event for event in found if not _skipped(live, event)]
    news = news_of(played, live.hosting.names_of(director.names), live.at) if played else []
    live.told += len(news)
    live.news = [*live.news, *news][-MOST_NEWS:]
    return found


def _skipped(live: LiveTournament, event: director_events.TournamentEvent) -> bool:
    """Whether an event begins a level or a break that an order has passed over."""
    begins = isinstance(event, director_events.LevelStarted | director_events.BreakStarted)
    return begins and event.level < live.skipped_to


def _follow(live: LiveTournament, play: Play, orders: Orders, now: int) -> None:
    """Pay what the director decided, and note what happens next."""
    for order in orders:
        _pay(live, play, order)
        if isinstance(order, director_events.BreakStarted) and not (live.timed or _skipped(live, order)):
            began = live.clock.reading(now) if live.sale is None else live.sale.opened
            live.break_until = began + 1000 * order.seconds
    director = play.director
    close_sale(live, now)
    return_rebuys(live)
    live.seat_orders = {entry: order for entry, order in live.seat_orders.items() if entry in play.stacks}
    if director.over and live.status == "running":
        live.status = "over"
    if live.over:
        return
    if play.between_stages and live.stage_at is None:
        live.stage_at = live.settings.stage_begins(director.stage.number, now)
        live.clock.hold("stage", now)
    elif not play.between_stages and live.stage_at is not None:
        live.stage_at = None
        live.clock.release("stage", now)
    waits = (director.decided and not director.closed and director.entering) or play.flight_decided
    if waits and live.decided_until is None:
        live.decided_until = now + REENTRY_MS
        live.clock.hold("decided", now)
    elif not waits and live.decided_until is not None:
        live.decided_until = None
        live.clock.release("decided", now)


def _pay(live: LiveTournament, play: Play, order: director_events.TournamentEvent) -> None:
    """Move the money for one of the director's decisions. People have paid for their chips before."""
    names, till = play.director.names, live.till
    match order:
        case director_events.Entered(_, player):
            if player in live.prepaid:
                live.prepaid.remove(player)
            else:
                charge(live, player)
        case director_events.Rebought(entry) if play.purchases.is_bot(entry):
            till.pay(MINT, POOL, live.structure.rebuy.cost if live.structure.rebuy else 0, "tournament rebuy")
        case director_events.AddedOn(entry) if play.purchases.is_bot(entry):
            till.pay(MINT, POOL, live.structure.addon.cost if live.structure.addon else 0, "tournament add-on")
        case director_events.RegistrationClosed(overlay=overlay):
            till.pay(MINT, POOL, overlay, "added prizes")
        case director_events.BountyWon(entry, _, cashed):
            till.pay(POOL, purse_of(names[entry], live.players[names[entry]]), cashed, "tournament bounty")
        case director_events.Placed(entry, _, _, prize):
            till.pay(POOL, purse_of(names[entry], live.players[names[entry]]), prize, "tournament prize")
