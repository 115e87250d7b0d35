"""Takes a running tournament on by itself, one fact at a time, in order.

A level that is due begins before hands that ended in the same second are reported. Where chips are sold, bagged or
taken out between two levels, all tables finish their hands first. Levels by hands are played in rounds: all tables play
one hand, and it is reported once the last of them has ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.entry_periods import may_rebuy

from . import facts
from .clock import ROUND
from .deals import next_deal_fact
from .facts import FloorReport, ReportedHand, TournamentFact
from .offers import breaks
from .play import Play
from .state import LiveTournament


def next_fact(
    live: LiveTournament, floor: FloorReport, ended: Sequence[ReportedHand], busy: bool, now: int
) -> TournamentFact | None:
    """Return what happens now; None if everything waits for a hand, a player or the clock.

    `ended` are the hands to report, and `busy` says whether a hand is being played.
    """
    play = live.play
    if play is None or live.over:
        return None
    if busy and not live.timed:  # rules 5.4: a round ends when its last table has played
        return _offer(live, play, ended, now)
    if live.called_off:
        return _report(live, play, floor, ended, now) or (None if busy else _call_off(live, now))
    if live.hosting.paused:
        if (found := _report(live, play, floor, ended, now)) is not None or ended:
            return found
        return _seat_order(live, play, floor, busy, now) or next_deal_fact(live, busy, now)
    if live.stage_at is not None:
        return _stage(live, now)
    due = live.due(now)
    if due is not None:
        before = [hand for hand in ended if hand.second < due] if live.timed else ()
        if (found := _report(live, play, floor, before, now)) is not None:
            return found
        return _reach(live, play, due, floor, ended, busy, now)
    if ended:
        return _report(live, play, floor, ended, now)
    if (found := _seat_order(live, play, floor, busy, now)) is not None:
        return found
    if live.deal is not None and (found := next_deal_fact(live, busy, now)) is not None:
        return found
    if live.deal is not None and live.deal.until is not None:
        return None
    if live.timed and play.director.hand_for_hand and not busy and not live.clock.is_held(ROUND):
        return _round(live, play, floor, now)
    if live.decided_until is not None and now >= live.decided_until:
        if play.flight_decided:
            return facts.LevelReached(at=now, due=play.schedule.first_hand(play.level + 1), floor=floor)
        return facts.EntriesDecided(at=now, floor=floor)
    return None


def _seat_order(
    live: LiveTournament, play: Play, floor: FloorReport, busy: bool, now: int
) -> facts.SeatOrderDone | None:
    """Carry out an order about a player whose table is between hands; where all play in rounds, between two rounds."""
    together = not live.timed or play.director.hand_for_hand
    if together and (busy or live.clock.is_held(ROUND)):
        return None
    for entry in live.seat_orders:
        if entry not in live.travelling and play.director.where[entry][0] in floor.free:
            return facts.SeatOrderDone(at=now, entry=entry, floor=floor)
    return None


def _call_off(live: LiveTournament, now: int) -> TournamentFact:
    return facts.TournamentCancelled(at=now, by=live.called_off_by, why=live.called_off)


def _stage(live: LiveTournament, now: int) -> TournamentFact | None:
    """Begin the next stage at its time. A flight that only one player has entered is not played."""
    assert live.stage_at is not None
    if now < live.stage_at:
        return None
    if live.more_flights and len(live.registered) == 1:
        return facts.PlayerWithdrew(at=now, player=next(iter(live.registered)), why="alone")
    return facts.StageBegan(at=now)


def _reach(
    live: LiveTournament,
    play: Play,
    due: int,
    floor: FloorReport,
    ended: Sequence[ReportedHand],
    busy: bool,
    now: int,
) -> TournamentFact | None:
    """Begin a level or a break, once everything that has to happen before it has."""
    addon = live.structure.addon
    sells = addon is not None and addon.until_level == live.level and not play.director.closed
    if sells and live.sale is None:
        return facts.SaleOpened(at=now, until=_sale_ends(live, play, due, now))
    if live.sale is not None and now < live.sale.until and _undecided(live):
        return None
    if live.offers and not may_rebuy(live.structure, live.level):  # players may still buy what they were offered
        return _report(live, play, floor, ended, now)
    if not meets(live, play):
        return facts.LevelReached(at=now, due=due, floor=floor)
    if busy:
        return None
    if not live.timed and ended:
        return _report(live, play, floor, ended, now)
    return facts.LevelReached(at=now, due=due, hands=tuple(ended), floor=floor)


def meets(live: LiveTournament, play: Play) -> bool:
    """Whether all tables finish their hands before the next level, because chips are sold, bagged or taken out."""
    absent, day = live.structure.no_shows, play.director
    if live.sale is not None or (absent is not None and absent.remove_after_level == live.level):
        return True
    return isinstance(day, DaysDirector) and day.ends_with == live.level > 0


def _sale_ends(live: LiveTournament, play: Play, due: int, now: int) -> int:
    """Return when the add-on's sale ends: with the break, or after the usual time."""
    if live.timed and breaks(live):
        until = play.schedule.at_time(due).until
        ends = None if until is None else live.clock.when(1000 * until)
        return max(now, ends or now)
    return now + live.settings.addon_ms


def _undecided(live: LiveTournament) -> bool:
    """Whether a person has yet to buy the add-on or decline it."""
    play, sale = live.playing, live.sale
    assert sale is not None
    decided = play.purchases.addon | sale.declined
    return any(
        stack and entry not in decided and not play.purchases.is_bot(entry) for entry, stack in play.stacks.items()
    )


def _report(
    live: LiveTournament, play: Play, floor: FloorReport, ended: Sequence[ReportedHand], now: int
) -> TournamentFact | None:
    """Report the hands that ended first, or offer a rebuy to players who busted in one of them."""
    if (offer := _offer(live, play, ended, now)) is not None:
        return offer
    waiting = tuple(hand for hand in ended if not _waits(live, hand, now))
    if not waiting or not (live.timed or len(waiting) == len(ended)):
        return None
    first = min(hand.ended_at for hand in waiting)
    if live.timed and any(_waits(live, hand, now) for hand in ended if hand.ended_at == first):
        return None  # hands that end at the same moment are reported together
    hands = tuple(hand for hand in waiting if hand.ended_at == first) if live.timed else waiting
    free = tuple(sorted({*floor.free, *(hand.table for hand in hands)}))
    return facts.HandsReported(at=now, hands=hands, idle=_idle(play), floor=FloorReport(free=free, places=floor.places))


def _offer(live: LiveTournament, play: Play, ended: Sequence[ReportedHand], now: int) -> facts.RebuysOffered | None:
    """Offer a rebuy to the people who busted in a hand, before it is reported."""
    for hand in () if live.called_off else ended:
        if hand.table not in live.offers and (entries := _may_rebuy(play, hand)):
            return facts.RebuysOffered(at=now, table=hand.table, entries=entries, until=now + live.settings.rebuy_ms)
    return None


def _idle(play: Play) -> tuple[int, ...]:
    """Return the tables that can deal no hand in a hand-for-hand round, because they have one player."""
    if not play.director.hand_for_hand:
        return ()
    return tuple(
        table for table in play.director.chairs if len(play.seated(table)) < 2 and play.director.playable(table)
    )


def _waits(live: LiveTournament, hand: ReportedHand, now: int) -> bool:
    """Whether players who busted in a hand have yet to decide about a rebuy."""
    offer = live.offers.get(hand.table)
    if offer is None or live.called_off:  # nothing is for sale any more
        return False
    return bool(offer.undecided) and (now < offer.until or bool(live.hosting.paused))


def _may_rebuy(play: Play, hand: ReportedHand) -> tuple[int, ...]:
    """Return the people who busted in a hand and may rebuy."""
    chairs = play.director.chairs[hand.table]
    busted = [chairs[loss.seat] for loss in hand.losses]
    return tuple(entry for entry in busted if not play.purchases.is_bot(entry) and play.director.can_rebuy(entry))


def _round(live: LiveTournament, play: Play, floor: FloorReport, now: int) -> TournamentFact | None:
    """Start a hand-for-hand round, unless a break comes first."""
    if not live.on_break(now):
        return facts.RoundBegan(at=now, floor=floor)
    if play.director.ended >= play.level:
        return None
    return facts.LevelReached(at=now, due=live.clock.seconds(now), floor=floor)


def short_buyers(live: LiveTournament, table: int) -> bool:
    """Whether a player at a table buys more chips before its next hand."""
    play = live.playing
    most = play.director.rebuy_at_most
    for entry in play.seated(table) if most or play.purchases.rebuy else ():
        stack = play.stack_of(entry)
        if entry in play.purchases.rebuy and stack:
            return True
        if 0 < stack <= most and play.director.can_rebuy(entry) and play.purchases.rebuys(entry, stack):
            return True
    return False
