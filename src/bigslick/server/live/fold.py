"""How facts change a live table, and what of each is written into the script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ...events import Dealt, Shown, StreetDealt
from ...hand import Hand, Pot
from ...shuffle import Keystream
from ...table_events import (
    PlayerBusted,
    PlayerJoined,
    PlayerLeft,
    TableEvent,
    TopUpLapsed,
)
from .. import facts, wire
from ..fair import Pack, board_places, commitment, hole_places
from ..reading import read, wager_sizes
from ..store import PlayedHand
from ..wire import Opening, Sight, WireEvent
from .script import Telling
from .state import ANSWERS, Chair, ChipMove, Effects, Offer, State, TurnNow

_NOTHING: Final = Effects()
_DEALS: Final = frozenset({Dealt, StreetDealt})
_BOARD_AT: Final = {"flop": slice(0, 3), "turn": slice(3, 4), "river": slice(4, 5)}


class Fold:
    """One fact on its way into a state: what it makes true, what it costs, and what is told of it."""

    def __init__(self, state: State, fact: facts.Fact) -> None:
        self.state = state
        self.at = fact.at
        self.events: list[WireEvent] = []
        self.effects = _NOTHING
        self.opens_turn = False
        self.seats_changed = True
        self.seat: int | None = None
        """Where the command had its effect."""
        self.written: Telling | None = None

    def done(self, fact: facts.Fact) -> Effects:
        """Fold the fact."""
        state = self.state
        state.at = max(state.at, fact.at)
        if type(fact) is not facts.Acted:
            state.others_due = None
        _FOLDS[type(fact)](self, fact)
        self._write()
        if state.hand is None:
            self._plan_next_hand()
        if fact.cmd_id:
            state.answers[fact.by, fact.cmd_id] = (state.seq, self.seat)
            if len(state.answers) > ANSWERS:
                del state.answers[next(iter(state.answers))]
        state.count += 1
        return self.effects

    # -- seats ---------------------------------------------------------------------------------------------------

    def sat(self, fact: facts.Sat) -> None:
        """A player joins, and is no longer in the queue."""
        state = self.state
        seat = state.table.join(fact.player, fact.seat, chips=fact.chips, comes_in=fact.comes_in)
        self._seat(seat, Chair(player=fact.player, bot=fact.bot, seed=fact.seed, bank_ms=state.pace.bank_ms))
        self.events.append(PlayerJoined(seat, fact.player, fact.chips))
        self._move(fact.player, bool(fact.bot), fact.chips, "buy-in")
        if fact.bot in state.wanted_bots and not fact.by:
            state.wanted_bots.remove(fact.bot)
        self._unqueue(fact.player)

    def moved_in(self, fact: facts.MovedIn) -> None:
        """A player joins from another table or from nowhere."""
        state = self.state
        seat = state.table.join(fact.player, fact.seat, chips=fact.chips)
        bank = state.pace.bank_ms if fact.bank_ms is None else fact.bank_ms
        self._seat(seat, Chair(player=fact.player, bot=fact.bot, seed=fact.seed, bank_ms=bank))
        self.events.append(PlayerJoined(seat, fact.player, fact.chips))

    def moved_out(self, fact: facts.MovedOut) -> None:
        """A player goes to another table."""
        self._table(self.state.table.leave(fact.seat))

    def _seat(self, seat: int, chair: Chair) -> None:
        self.state.chairs[seat] = chair
        self.seat = seat

    def topped_up(self, fact: facts.ToppedUp) -> None:
        """More chips: they are paid for now, whenever they come into play."""
        chair = self.state.chair(fact.seat)
        chair.busted_at = 0
        self._move(chair.player, bool(chair.bot), fact.chips, "top-up")
        self._table(self.state.table.top_up(fact.seat, fact.chips))

    def sat_out(self, fact: facts.SatOut) -> None:
        """Away, and the count of timeouts begins anew."""
        chair = self.state.chair(fact.seat)
        chair.away_since, chair.timeouts = fact.at, 0
        self._table(self.state.table.sit_out(fact.seat))

    def sat_in(self, fact: facts.SatIn) -> None:
        """There again."""
        chair = self.state.chair(fact.seat)
        chair.away_since = chair.timeouts = 0
        self._table(self.state.table.sit_in(fact.seat, fact.how))

    def left(self, fact: facts.Left) -> None:
        """Gone, or going."""
        self.state.chair(fact.seat).kicked = fact.why == "kicked"
        self._table(self.state.table.leave(fact.seat))

    def reseeded(self, fact: facts.Reseeded) -> None:
        """Another seed from the next hand on."""
        self.state.chair(fact.seat).seed = fact.seed
        self.seats_changed = False

    def _table(self, told: Sequence[TableEvent]) -> None:
        """Take in what the table's rules say has happened."""
        state = self.state
        for event in told:
            self.events.append(event)
            if isinstance(event, PlayerLeft):
                chair = state.chair(event.seat)
                if event.chips:
                    self._move(event.player, bool(chair.bot), -event.chips, "cash-out")
                state.chairs[event.seat] = None
            elif isinstance(event, TopUpLapsed):
                chair = state.chair(event.seat)
                self._move(event.player, bool(chair.bot), -event.chips, "top-up lapsed")
            elif isinstance(event, PlayerBusted):
                state.chair(event.seat).busted_at = self.at

    def _move(self, player: str, bot: bool, chips: int, reason: str) -> None:
        if self.state.cash:
            self._effects().moves.append(ChipMove(player, bot, chips, reason))

    def _effects(self) -> Effects:
        if self.effects is _NOTHING:
            self.effects = Effects(moves=[])
        return self.effects

    # -- the queue -----------------------------------------------------------------------------------------------

    def queued(self, fact: facts.Queued) -> None:
        """One more waits."""
        self.state.queue.append(fact.player)
        self.events.append(wire.QueueChanged(tuple(self.state.queue)))
        self.seats_changed = False

    def unqueued(self, fact: facts.Unqueued) -> None:
        """One less waits."""
        self._unqueue(fact.player)
        self.seats_changed = False

    def _unqueue(self, player: str) -> None:
        state = self.state
        state.offers = [offer for offer in state.offers if offer.player != player]
        if player in state.queue:
            state.queue.remove(player)
            self.events.append(wire.QueueChanged(tuple(state.queue)))

    def offered(self, fact: facts.SeatOffered) -> None:
        """A seat is held."""
        self.state.offers.append(Offer(fact.player, fact.seat, fact.until))
        self.events.append(wire.SeatHeld(fact.seat, fact.player, fact.until))
        self.seats_changed = False

    # -- connections ---------------------------------------------------------------------------------------------

    def lost(self, fact: facts.Lost) -> None:
        """A connection is gone; on its player's turn that may give grace."""
        state = self.state
        seat = state.seat_of(fact.player)
        assert seat is not None
        chair = state.chair(seat)
        chair.connected, chair.lost_at = False, fact.at
        self.events.append(wire.Disconnected(seat))
        turn = state.turn
        if turn is not None and turn.seat == seat and chair.graces < state.pace.graces_per_hand:
            used = max(0, fact.at - turn.deadline)
            if used >= max(1, chair.bank_ms):
                return
            if self._grace(turn):
                chair.bank_ms -= used
                chair.graces += 1

    def returned(self, fact: facts.Returned) -> None:
        """A connection is there again; it never gives time."""
        seat = self.state.seat_of(fact.player)
        assert seat is not None
        self.state.chair(seat).connected = True
        self.events.append(wire.Reconnected(seat))

    def restarted(self, _: facts.Restarted) -> None:
        """All connections are gone; nobody pays with his time bank or his graces for the time in between."""
        state = self.state
        for seat, chair in enumerate(state.chairs):
            if chair is not None and not chair.bot:
                if chair.connected:
                    self.events.append(wire.Disconnected(seat))
                chair.connected, chair.lost_at = False, self.at
        if state.turn is not None and not state.chair(state.turn.seat).bot:
            self._grace(state.turn)

    def _grace(self, turn: TurnNow) -> bool:
        deadline = self.at + self.state.pace.grace_ms
        if deadline <= turn.deadline:
            return False
        turn.deadline = deadline
        self.events.append(wire.ClockChanged(seat=turn.seat, deadline=deadline))
        return True

    # -- hands ---------------------------------------------------------------------------------------------------

    def committed(self, fact: facts.Committed) -> None:
        """The seed of the next hand is drawn, and its hash is told."""
        self.state.secret = fact.secret
        self.events.append(wire.CommitmentMade(fact.hand, commitment(fact.secret)))
        self.seats_changed = False

    def began(self, fact: facts.Began) -> None:
        """A hand is dealt from the pack that the house's and the players' seeds make."""
        state = self.state
        secret = state.secret
        assert secret is not None
        seeds = {seat: chair.seed for seat, chair in enumerate(state.chairs) if chair is not None and chair.seed}
        state.pack = Pack(secret, state.name, fact.hand, seeds)
        setup = state.table.next_hand(stream=Keystream(secret, "places"), deck=state.pack.deck)
        state.hand, state.order = Hand(setup), setup.dealt
        state.hand_secret, state.secret, state.hand_seeds = secret, None, seeds
        state.next_at = None
        state.told_events = state.actions = 0
        pace = state.pace
        players: dict[int, str] = {}
        state.hand_players = players
        for seat, chair in enumerate(state.chairs):
            if chair is not None:
                chair.graces = 0
                if setup.stacks[seat]:
                    players[seat] = chair.player
                    chair.bank_ms = max(chair.bank_ms, min(pace.bank_ms, chair.bank_ms + pace.bank_refill_ms))
        self.events.append(
            wire.HandBegan(
                id=wire.hand_id(state.name, fact.hand),
                hand=fact.hand,
                button=setup.button,
                small_blind=setup.small_blind,
                big_blind=setup.big_blind,
                ante=setup.ante,
                stacks=setup.stacks,
                players=players,
                bots={seat: state.chair(seat).bot for seat in players if state.chair(seat).bot},
                root=state.pack.root,
                commitment=commitment(secret),
                seeds=seeds,
            )
        )
        self._went_on(state.hand, ())

    def acted(self, fact: facts.Acted) -> None:
        """A seat acts: the hand goes on to the next turn or to its end."""
        state = self.state
        hand, turn = state.hand, state.turn
        assert hand is not None
        assert turn is not None
        chair = state.chair(fact.seat)
        used = min(chair.bank_ms, max(0, fact.at - turn.deadline))
        chair.bank_ms -= used
        self.seats_changed = used > 0
        if fact.why == "timeout":
            chair.timeouts += 1
            state.others_due = None
            self.events.append(wire.TimedOut(fact.seat))
        elif not fact.why:
            chair.timeouts = 0
        pots = hand.pots
        hand.act(fact.action)
        state.actions += 1
        state.turn = None
        self._went_on(hand, pots)

    def _went_on(self, hand: Hand, pots: tuple[Pot, ...]) -> None:
        """Tell what is new in the hand since it had these pots, and open the next turn or end it."""
        state = self.state
        readers = [seat for seat in state.hand_players if not state.chair(seat).bot]
        self.events += read(hand, state.told_events, pots, readers)
        state.told_events = len(hand.events)
        if not hand.over:
            self.opens_turn = True
            return
        state.others_due = None
        setup, stacks = hand.setup, hand.stacks
        pack = state.pack
        assert pack is not None
        self._effects().hand = PlayedHand(
            table=state.name,
            number=state.table.number,
            ended_at=self.at,
            record=hand.save(),
            players=state.hand_players,
            nets={seat: stacks[seat] - setup.stacks[seat] for seat in state.order},
            root=pack.root,
            house_seed=state.hand_secret,
            seeds=state.hand_seeds,
        )
        state.parked = bool(state.spec.tournament)
        self._table(state.table.finish(hand))
        self.seats_changed = True

    # -- the house -----------------------------------------------------------------------------------------------

    def paused(self, fact: facts.Paused) -> None:
        """No next hand."""
        self.state.paused = fact.why
        self.events.append(wire.Paused(fact.why))
        self.seats_changed = False

    def resumed(self, _: facts.Resumed) -> None:
        """Hands again."""
        self.state.paused = ""
        self.events.append(wire.Resumed())
        self.seats_changed = False

    def closing(self, fact: facts.ClosingAnnounced) -> None:
        """No hand comes after the present one."""
        self.state.closing = fact.why
        self.events.append(wire.Paused(f"this hand is the last: {fact.why}"))
        self.seats_changed = False

    def closed(self, fact: facts.Closed) -> None:
        """Everybody goes."""
        state = self.state
        state.closed = fact.why
        for seat, chair in enumerate(state.chairs):
            if chair is not None:
                self._table(state.table.leave(seat))
        state.queue, state.offers, state.wanted_bots = [], [], []
        self.events.append(wire.Closed(fact.why))

    def level_set(self, fact: facts.LevelSet) -> None:
        """Other blinds."""
        self._table(self.state.table.set_level(fact.small, fact.big, fact.ante))
        self.seats_changed = False

    def button_placed(self, fact: facts.ButtonPlaced) -> None:
        """The button as at a first hand."""
        self._table(self.state.table.place_button(fact.where))

    def released(self, fact: facts.Released) -> None:
        """The tournament lets the next hand start."""
        self.state.parked = False
        self.state.next_at = None
        self.not_before = fact.begins
        self.seats_changed = False

    not_before = 0

    # -- the script ----------------------------------------------------------------------------------------------

    def _plan_next_hand(self) -> None:
        state = self.state
        if state.paused or state.closing or state.closed or state.parked or len(state.table.ready) < 2:
            if state.next_at is not None and self.written is not None:
                self.written.called_off = True
            state.next_at = None
        elif state.next_at is None:
            state.next_at = max(state.script_end + state.pace.inter_round_delay_ms, self.not_before)
            if self.written is None:
                self._put([], state.script_end)
            assert self.written is not None
            self.written.next_hand_at = state.next_at

    def _write(self) -> None:
        """Write the events into the script: a pause after each deal, then the turn, if there is one."""
        state = self.state
        pause = state.pace.deal_animation_delay_ms
        cursor = max(self.at, state.script_end)
        group: list[WireEvent] = []
        for event in self.events:
            group.append(event)
            if pause and type(event) in _DEALS:
                self._put(group, cursor)
                group = []
                cursor += pause
        if self.opens_turn:
            group.append(self._open_turn(cursor))
        if group:
            self._put(group, cursor)
        state.script_end = cursor
        if self.effects.hand is not None:
            self.effects.hand = replace(self.effects.hand, ended_at=cursor)
        if state.hand is not None and state.hand.over:
            state.hand = state.pack = None
        if self.seats_changed:
            if self.written is None:
                self._put([], cursor)
            assert self.written is not None
            self.written.seats = state.seats_now()

    def _open_turn(self, opened: int) -> wire.Turn:
        state = self.state
        hand, pace = state.hand, state.pace
        assert hand is not None
        options = hand.options
        assert options is not None
        seat = options.seat
        chair = state.chair(seat)
        deadline = opened + pace.action_ms
        if not chair.connected and chair.graces < pace.graces_per_hand and chair.lost_at + pace.grace_ms > deadline:
            deadline = chair.lost_at + pace.grace_ms
            chair.graces += 1
        state.turn = TurnNow(seat=seat, number=state.actions, opened=opened, deadline=deadline)
        return wire.Turn(
            seat=seat,
            hand=state.table.number,
            number=state.actions,
            deadline=deadline,
            bank_ms=chair.bank_ms,
            options=options,
            sizes=wager_sizes(hand),
            call_all_in=0 < options.call == hand.stacks[seat],
        )

    def _put(self, events: list[WireEvent], at: int) -> None:
        """One publication."""
        state = self.state
        state.seq += 1
        telling = Telling(seq=state.seq, at=at, events=tuple(events))
        hand, pack = state.hand, state.pack
        if hand is not None and pack is not None:
            for event in events:
                if isinstance(event, Dealt):
                    self._for_one(telling, event.seat)
                    if event.seat in telling.private:
                        telling.own = {**telling.own, event.seat: _holes(state.order, pack, event.seat)}
                elif isinstance(event, wire.Made):
                    if not event.shown:
                        self._for_one(telling, event.seat)
                elif isinstance(event, wire.Turn):
                    self._for_one(telling, event.seat)
                    if event.seat in telling.private:
                        telling.turn_of, telling.sight = event.seat, _sight(hand, event.seat)
                elif isinstance(event, StreetDealt):
                    places = board_places(len(state.order), burn=hand.setup.rules.burn)
                    telling.openings += tuple([pack.opening(place) for place in places[_BOARD_AT[event.street]]])
                elif isinstance(event, Shown):
                    telling.openings += _holes(state.order, pack, event.seat)
        state.script.append(telling)
        self.written = telling

    def _for_one(self, telling: Telling, seat: int) -> None:
        """Something in it is for the person at a seat alone; a house bot is told nothing."""
        chair = self.state.chairs[seat]
        if chair is None or not chair.bot:
            telling.private = {**telling.private, seat: self.state.hand_players[seat]}


def _holes(order: tuple[int, ...], pack: Pack, seat: int) -> tuple[Opening, ...]:
    return tuple([pack.opening(place) for place in hole_places(order, seat)])


def _sight(hand: Hand, seat: int) -> Sight:
    setup = hand.setup
    return Sight(
        street=hand.street,
        hole=hand.hole(seat),
        board=hand.board,
        stacks=hand.stacks,
        bets=hand.bets,
        committed=hand.committed,
        pot=hand.pot,
        pots=hand.pots,
        live=hand.live,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
    )


_FOLDS: Final[dict[type, Callable[[Fold, Any], None]]] = {
    facts.Sat: Fold.sat,
    facts.MovedIn: Fold.moved_in,
    facts.MovedOut: Fold.moved_out,
    facts.ToppedUp: Fold.topped_up,
    facts.SatOut: Fold.sat_out,
    facts.SatIn: Fold.sat_in,
    facts.Left: Fold.left,
    facts.Reseeded: Fold.reseeded,
    facts.Queued: Fold.queued,
    facts.Unqueued: Fold.unqueued,
    facts.SeatOffered: Fold.offered,
    facts.Lost: Fold.lost,
    facts.Returned: Fold.returned,
    facts.Restarted: Fold.restarted,
    facts.Committed: Fold.committed,
    facts.Began: Fold.began,
    facts.Acted: Fold.acted,
    facts.Paused: Fold.paused,
    facts.Resumed: Fold.resumed,
    facts.ClosingAnnounced: Fold.closing,
    facts.Closed: Fold.closed,
    facts.LevelSet: Fold.level_set,
    facts.ButtonPlaced: Fold.button_placed,
    facts.Released: Fold.released,
}
