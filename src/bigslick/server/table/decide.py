"""Turns a command at a served table into facts, or refuses it with a sentence. Nothing changes here.

The rules are not repeated here: each command is tried on a copy of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from bigslick.bots import HOUSE_BOTS
from bigslick.hand.actions import IllegalAction
from bigslick.protocol import host, wire
from bigslick.protocol.fairness import promise_of
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.server.bot_names import bot_id
from bigslick.server.hosting.decide import admit, check_asks, notice_host
from bigslick.server.hosting.facts import HostChanged, Requested
from bigslick.server.hosting.state import ALREADY_SO, ASKED_TO_LEAVE
from bigslick.table.seats import BadTable

from . import facts, orders, skipping
from .afterwards import decide_hunt, decide_show
from .bomb_pots import decide_bomb_pot
from .broadcast.deciding import decide_answer
from .facts import Fact
from .hosting import decide_for_guest, decide_for_host
from .script import seat_in
from .seats.moving import decide_change_seat
from .seats.seating import buy_chips, check_open, choose_seat, take_seat
from .state import LiveHand, LiveTable

Facts = tuple[Fact, ...]


_COMES_IN: Final = (facts.SeatTaken, Requested, facts.Queued, HostChanged)
MOST_QUEUED: Final = 50
"""The most players who can wait for a seat at one table."""
_ANY_TIME: Final = frozenset(
    {wire.PromiseSeed, wire.OpenSeed, wire.Say, wire.ShowCards, wire.HuntRabbit}
    | {host.WithdrawRequest, host.TakeOver, host.AskBack, host.WantResume}
    | {host.Unban, host.Mute, host.Unmute, host.HandOverHost, host.ChangeSettings, host.RenewInvite}
    | {host.StartBroadcast, host.RenewBroadcast, host.StopBroadcast}
    | {orders.Connect, orders.Disconnect, orders.Admit, orders.Restart, orders.Delay}
)


_BY_CHIPS: Final = frozenset({wire.TopUp, wire.SitIn, host.AnswerRequest, host.MoveOn, host.CorrectChips})
"""Commands whose answer reveals who has chips."""
_BY_SEAT: Final = _BY_CHIPS | frozenset(
    {wire.Act, wire.TakeTime, wire.SitOut, wire.LeaveTable, wire.PromiseSeed, wire.OpenSeed, wire.Straddle}
    | {wire.WantBombPot, wire.AnswerBroadcast, wire.AddBot, wire.RemoveBot, host.Kick}
    | {wire.SitOutAtBlind, wire.ChangeSeat, host.MovePlayer, host.RedrawSeats}
)
"""Commands whose answer reveals who has a seat, because in a tournament a busted player loses it."""


def waits(live: LiveTable, command: wire.TableCommand | orders.Order) -> bool:
    """Whether a command has to wait.

    It waits until the sealed deck is dealt, because until then nothing may change who plays. It also waits until
    viewers have seen how the hand ended, if the answer would reveal who has chips.
    """
    if live.sealed is not None:
        return type(command) not in _ANY_TIME
    if live.playing is not None or live.next_update_at is None:
        return False
    return type(command) in (_BY_CHIPS if live.cash else _BY_SEAT)


def decide(live: LiveTable, command: wire.TableCommand | orders.Order, player: str | None, now: int) -> Facts:
    """Return the facts for a command, not yet applied; raises `CommandRefused`."""
    now = max(now, live.at)
    if live.closed:
        raise CommandRefused(say("the table is closed: {closed}", closed=live.closed))
    if isinstance(command, orders.Restart):
        return (facts.Restarted(at=now),)
    if waits(live, command):
        raise CommandRefused("one hand is about to end or the next to begin: try again in a moment", "stale")
    if (order := _ORDERS.get(type(command))) is not None:
        return order(live, command, now)
    if player is None:
        raise CommandRefused("sign in to do that: until then you can only watch", "not_signed_in")
    if isinstance(command, wire.Say):
        if player in live.hosting.muted:
            raise CommandRefused("The host has muted you at this table.", "muted")
        return ()  # chat changes nothing at the table, so it is stored separately from the facts
    try:
        if isinstance(command, host.HostCommand):
            return decide_for_host(live, command, player, now)
        if isinstance(command, host.GuestCommand):
            return decide_for_guest(live, command, player, now)
        return _COMMANDS[type(command)](live, command, player, now)
    except (BadTable, IllegalAction) as error:
        raise CommandRefused(error.sentence, "illegal") from None


def _seated(live: LiveTable, player: str) -> int:
    seat = live.seat_of(player)
    if seat is None:
        raise CommandRefused("you have no seat at this table: take one first")
    return seat


def _cash_only(live: LiveTable, refusal: Sentence) -> None:
    if not live.cash:
        raise CommandRefused(refusal)


# -- commands of players ---------------------------------------------------------------------------------------------


def _own_turn(live: LiveTable, command: wire.Act | wire.TakeTime, player: str, now: int) -> LiveHand:
    """Return the current hand, if it is the player's turn and the command is for this hand."""
    seat = _seated(live, player)
    playing, turn = live.playing, live.turn
    if playing is None or turn is None:
        raise CommandRefused("no hand is being played: wait for your turn in the next one", "stale")
    hand = live.table.number
    if command.hand != hand or command.number != turn.number:
        raise CommandRefused(
            say(
                "this is for decision {number} of hand {hand}, but the table is at decision {present} of hand {at}",
                number=str(command.number),
                hand=str(command.hand),
                present=str(turn.number),
                at=str(hand),
            ),
            "stale",
        )
    if turn.seat != seat:
        raise CommandRefused(
            say("it is {player}'s turn, at seat {seat}", player=live.occupant(turn.seat).player, seat=turn.seat + 1),
            "not_your_turn",
        )
    if now < turn.opened:
        raise CommandRefused("your turn has not started: the cards are still being dealt", "not_your_turn")
    if now >= live.expiry(turn):
        raise CommandRefused("too late: your time ran out before this arrived", "stale")
    return playing


def _act(live: LiveTable, command: wire.Act, player: str, now: int) -> Facts:
    playing = _own_turn(live, command, player, now)
    seat = _seated(live, player)
    playing.hand.copy().act(command.action)
    return (facts.Acted(at=now, by=player, cmd_id=command.cmd_id, seat=seat, action=command.action),)


def _take_time(live: LiveTable, command: wire.TakeTime, player: str, now: int) -> Facts:
    turn = _own_turn(live, command, player, now).turn
    assert turn is not None
    if turn.takes_time:
        raise CommandRefused("you have taken your time bank already: it runs until you act")
    if not live.occupant(turn.seat).bank_ms:
        raise CommandRefused("your time bank is empty: each hand that you play puts some time back")
    return (facts.BankTaken(at=now, by=player, cmd_id=command.cmd_id, seat=turn.seat),)


def _skip_ahead(live: LiveTable, command: wire.SkipAhead, player: str, now: int) -> Facts:
    if command.hand != live.table.number:
        raise CommandRefused(
            say(
                "this is for hand {hand}, but the table is at hand {number}",
                hand=str(command.hand),
                number=str(live.table.number),
            ),
            "stale",
        )
    if not skipping.skippable(live, now):
        raise CommandRefused("there is nothing to skip: wait until the betting of a hand is over", "stale")
    seat = seat_in(skipping.asked(live, now), player)
    if seat is None:
        raise CommandRefused("those who were dealt in and are still there decide whether to skip ahead: you only watch")
    if seat in live.skips:
        raise CommandRefused("you have agreed to skip ahead already: wait for the others")
    return (facts.SkipWanted(at=now, by=player, cmd_id=command.cmd_id, seat=seat),)


def _sit(live: LiveTable, command: wire.Sit, player: str, now: int) -> Facts:
    _cash_only(live, say("you choose a seat only at cash tables: this table belongs to a tournament"))
    live.hosting.check_not_banned(player)
    check_open(live)
    taken = take_seat(live, player, command.chips, command.seat, command.missed_blinds, command.promise or "", now)
    if not live.hosting.must_ask(player, "seat"):
        return (replace(taken, by=player, cmd_id=command.cmd_id),)
    check_asks(live.hosting, player)
    return (
        Requested(
            at=now,
            by=player,
            cmd_id=command.cmd_id,
            player=player,
            kind="seat",
            chips=command.chips,
            seat=command.seat,
            missed_blinds=command.missed_blinds,
            promise=command.promise or "",
        ),
    )


def _top_up(live: LiveTable, command: wire.TopUp, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    _cash_only(live, say("you buy chips only at cash tables: this table belongs to a tournament"))
    bought = buy_chips(live, seat, command.chips, now)
    if not live.hosting.must_ask(player, "chips"):
        return (replace(bought, by=player, cmd_id=command.cmd_id),)
    return (Requested(at=now, by=player, cmd_id=command.cmd_id, player=player, kind="chips", chips=command.chips),)


def _sit_out(live: LiveTable, command: wire.SitOut, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    live.table.copy().sit_out(seat)
    return (facts.PlayerSatOut(at=now, by=player, cmd_id=command.cmd_id, seat=seat),)


def _sit_in(live: LiveTable, command: wire.SitIn, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    if live.occupant(seat).kicked:
        raise CommandRefused(ASKED_TO_LEAVE)
    live.hosting.check_not_banned(player)
    how = live.way_in(command.how)
    live.table.copy().sit_in(seat, how)
    return (facts.PlayerSatIn(at=now, by=player, cmd_id=command.cmd_id, seat=seat, how=how),)


def _sit_out_at_blind(live: LiveTable, command: wire.SitOutAtBlind, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    _cash_only(live, say("in a tournament every player posts the big blind: you cannot sit out instead"))
    if live.taken(seat).sitting_out:
        raise CommandRefused(say("you sit out already"))
    if live.occupant(seat).out_at_blind == command.on:
        raise CommandRefused(ALREADY_SO)
    return (facts.SitOutAtBlindChosen(at=now, by=player, cmd_id=command.cmd_id, seat=seat, on=command.on),)


def _change_seat(live: LiveTable, command: wire.ChangeSeat, player: str, now: int) -> Facts:
    _seated(live, player)
    return decide_change_seat(live, command, player, now)


def _leave(live: LiveTable, command: wire.LeaveTable, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    if not live.cash:
        raise CommandRefused(
            "you cannot leave a tournament table: sit out instead, and your blinds come from your stack"
        )
    live.table.copy().leave(seat)
    return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=seat),)


def _queue(live: LiveTable, command: wire.Queue, player: str, now: int) -> Facts:
    _cash_only(live, say("you queue for a seat only at cash tables: this table belongs to a tournament"))
    live.hosting.check_not_banned(player)
    check_open(live)
    if live.seat_of(player) is not None:
        raise CommandRefused("you already have a seat at this table")
    if player in live.queue:
        raise CommandRefused(say("you are already in the queue, at place {place}", place=live.queue.index(player) + 1))
    if live.free_seats(player):
        raise CommandRefused("a seat is free: take it")
    if len(live.queue) >= MOST_QUEUED:
        raise CommandRefused(say("{most} players are in the queue, the most there can be", most=MOST_QUEUED))
    return (facts.Queued(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _unqueue(live: LiveTable, command: wire.Unqueue, player: str, now: int) -> Facts:
    if player not in live.queue:
        raise CommandRefused("you are not in the queue of this table")
    return (facts.Unqueued(at=now, by=player, cmd_id=command.cmd_id, player=player),)


def _promise_seed(live: LiveTable, command: wire.PromiseSeed, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    return (facts.SeedPromised(at=now, by=player, cmd_id=command.cmd_id, seat=seat, promise=command.promise),)


def _open_seed(live: LiveTable, command: wire.OpenSeed, player: str, now: int) -> Facts:
    seat, sealed = _seated(live, player), live.sealed
    if sealed is None or sealed.hand != command.hand:
        raise CommandRefused(
            say("no seed is awaited for hand {hand}: it came too late or too early", hand=str(command.hand)), "stale"
        )
    added = sealed.seeds.get(seat)
    if added is None:
        raise CommandRefused(
            say("you promised no seed for hand {hand} before its deck was sealed", hand=str(command.hand)), "stale"
        )
    if added.seed:
        raise CommandRefused(say("your seed for hand {hand} is already open", hand=str(command.hand)), "stale")
    if promise_of(command.seed) != added.promise:
        raise CommandRefused(say("this is not the seed that you promised for hand {hand}", hand=str(command.hand)))
    return (
        facts.SeedOpened(
            at=now, by=player, cmd_id=command.cmd_id, seat=seat, seed=command.seed, promise=command.promise
        ),
    )


def _straddle(live: LiveTable, command: wire.Straddle, player: str, now: int) -> Facts:
    seat = _seated(live, player)
    live.table.copy().straddle(seat, command.on)
    return (facts.StraddleChosen(at=now, by=player, cmd_id=command.cmd_id, seat=seat, on=command.on),)


def _may_seat_bots(live: LiveTable, player: str) -> None:
    """Refuse unless the player has a seat and the host does not approve every seat; the host may always invite bots."""
    if player == live.host:
        return
    if live.hosting.door.approve != "none":
        live.hosting.check_host(player)
    _seated(live, player)


def _add_bot(live: LiveTable, command: wire.AddBot, player: str, now: int) -> Facts:
    _may_seat_bots(live, player)
    _cash_only(live, say("you can add house bots only at cash tables: this table belongs to a tournament"))
    if command.style not in HOUSE_BOTS:
        raise CommandRefused(
            say("unknown house bot '{style}': choose from {styles}", style=command.style, styles=", ".join(HOUSE_BOTS))
        )
    check_open(live)
    seat = choose_seat(live, command.seat, "", now)
    fact = seat_bot(live, command.style, seat, now)
    live.table.copy().join(fact.player, seat, chips=fact.chips)
    return (replace(fact, by=player, cmd_id=command.cmd_id),)


def seat_bot(live: LiveTable, style: str, seat: int, now: int) -> facts.SeatTaken:
    """Seat a house bot that is not here yet."""
    here = {occupant.player for occupant in live.occupants if occupant is not None}
    number = 1
    while (player := bot_id(style, number)) in here:
        number += 1
    return facts.SeatTaken(at=now, seat=seat, player=player, chips=live.settings.offer.usual, bot=style)


def _remove_bot(live: LiveTable, command: wire.RemoveBot, player: str, now: int) -> Facts:
    _may_seat_bots(live, player)
    _cash_only(live, say("you can remove house bots only at cash tables: this table belongs to a tournament"))
    occupant = live.occupants[command.seat] if command.seat < len(live.occupants) else None
    if occupant is None or not occupant.bot:
        raise CommandRefused(say("no house bot in seat {seat}", seat=command.seat + 1))
    live.table.copy().leave(command.seat)
    return (facts.Left(at=now, by=player, cmd_id=command.cmd_id, seat=command.seat, why="removed"),)


_COMMANDS: Final[dict[type, Callable[[LiveTable, Any, str, int], Facts]]] = {
    wire.Act: _act,
    wire.TakeTime: _take_time,
    wire.SkipAhead: _skip_ahead,
    wire.Sit: _sit,
    wire.TopUp: _top_up,
    wire.SitOut: _sit_out,
    wire.SitIn: _sit_in,
    wire.SitOutAtBlind: _sit_out_at_blind,
    wire.ChangeSeat: _change_seat,
    wire.LeaveTable: _leave,
    wire.Queue: _queue,
    wire.Unqueue: _unqueue,
    wire.PromiseSeed: _promise_seed,
    wire.OpenSeed: _open_seed,
    wire.Straddle: _straddle,
    wire.WantBombPot: decide_bomb_pot,
    wire.AnswerBroadcast: decide_answer,
    wire.ShowCards: decide_show,
    wire.HuntRabbit: decide_hunt,
    wire.AddBot: _add_bot,
    wire.RemoveBot: _remove_bot,
}


# -- orders from the card room ---------------------------------------------------------------------------------------


def _admit(live: LiveTable, order: orders.Admit, now: int) -> Facts:
    return admit(live.hosting, order.player, now, order.arrival)


def _call_off(live: LiveTable, order: orders.CallOff, now: int) -> Facts:
    if live.playing is None:
        raise CommandRefused("no hand is being played: there is nothing to call off")
    try:
        live.table.copy().void(live.playing.hand)
    except BadTable as error:
        raise CommandRefused(error.sentence, "illegal") from None
    return (facts.HandCalledOff(at=now, cmd_id=order.cmd_id),)


def _connect(live: LiveTable, order: orders.Connect, now: int) -> Facts:
    seat, player = live.seat_of(order.player), order.player
    found: Facts = notice_host(live.hosting, now, there=True) if player == live.host else ()
    if player not in live.queue_lost and (seat is None or live.occupant(seat).connected):
        return found
    return (facts.PlayerReconnected(at=now, player=player), *found)


def _delay(live: LiveTable, order: orders.Delay, now: int) -> Facts:
    return (facts.Delayed(at=now, ms=order.ms),) if live.waits_for_someone else ()


def _disconnect(live: LiveTable, order: orders.Disconnect, now: int) -> Facts:
    seat, player = live.seat_of(order.player), order.player
    waiting = player in live.queue and player not in live.queue_lost
    found: Facts = notice_host(live.hosting, now, there=False) if player == live.host and live.cash else ()
    if not waiting and (seat is None or not live.occupant(seat).connected):
        return found
    return (facts.PlayerDisconnected(at=now, player=player), *found)


_ORDERS: Final[dict[type, Callable[[LiveTable, Any, int], Facts]]] = {
    orders.Admit: _admit,
    orders.CallOff: _call_off,
    orders.Connect: _connect,
    orders.Disconnect: _disconnect,
    orders.Delay: _delay,
}


def comers(live: LiveTable, found: Iterable[Fact]) -> Iterator[str]:
    """Yield the players who join or buy chips in these facts."""
    for fact in found:
        if isinstance(fact, _COMES_IN) and not getattr(fact, "bot", ""):
            yield fact.player
        elif isinstance(fact, facts.ChipsBought):
            yield live.occupant(fact.seat).player


def price_of(live: LiveTable, found: Iterable[Fact]) -> tuple[str, int]:
    """Return the player who pays for facts, and how much."""
    for fact in found:
        if isinstance(fact, facts.SeatTaken | Requested):
            return (fact.player, fact.chips) if not getattr(fact, "bot", "") else ("", 0)
        if isinstance(fact, facts.ChipsBought | facts.BuyInCorrected):
            payer = live.occupant(fact.seat)
            return (payer.player, max(0, fact.chips)) if not payer.bot else ("", 0)
    return "", 0
