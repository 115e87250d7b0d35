"""Applies facts to a served table, and writes the script of what viewers see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from bigslick.hand.hand import Hand
from bigslick.hand.result import Pot
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.reading import read
from bigslick.protocol.room_events import PlayerSeed
from bigslick.protocol.wire import Opening, WireEvent
from bigslick.server.hosting.apply import apply_host_fact
from bigslick.server.hosting.facts import HostFact, Paused, Resumed
from bigslick.server.store.records import StoredHand
from bigslick.server.store.summary import summary_of
from bigslick.shuffle import Keystream
from bigslick.table.events import (
    PlayerBusted,
    PlayerJoined,
    PlayerLeft,
    TableEvent,
    TopUpLapsed,
)

from . import bomb_pots, facts, skipping, standstill
from .afterwards import reveal
from .disclosing import disclose
from .grace import counts_as_timeout, grace_on_turn, lose_connection
from .pacing import Paced
from .script import ScriptedUpdate
from .state import ChipMove, Consequences, EndedHand, LiveHand, LiveTable, Occupant, SealedHand, SeatHold
from .turns import open_turn

_NOTHING: Final = Consequences()


def apply(live: LiveTable, fact: facts.Fact) -> Consequences:
    """Apply a fact to a table; gives its effect on the ledger and the record of hands."""
    return _Applying(live, fact).done(fact)


class _Applying:
    """One fact on its way into a table: what it changes, what it costs, and what viewers will see of it."""

    def __init__(self, live: LiveTable, fact: facts.Fact) -> None:
        self.live = live
        self.at = fact.at
        self.events: list[WireEvent] = []
        self.consequences = _NOTHING
        self.opens_turn = False
        self.seats_changed = True
        self.seat: int | None = None
        """The seat to name in the answer to the command."""
        self.written: ScriptedUpdate | None = None
        """The last update that this fact put into the script."""
        self.pause_ms = live.pace.inter_round_delay_ms
        """The pause before the next hand, if this fact plans it."""
        self.not_before = 0
        """When the next hand begins at the earliest."""
        self.shows_at = 0
        """When viewers see the events at the earliest."""
        self.openings: tuple[Opening, ...] = ()
        """Proofs of cards that become public after the hand."""
        self.since = 0
        """How long ago the fact before this one was."""
        self.tabled: frozenset[int] = frozenset()
        """The seats whose hands are tabled before a run-out."""

    def done(self, fact: facts.Fact) -> Consequences:
        """Apply the fact."""
        live = self.live
        self.since = max(0, fact.at - live.at)
        live.at = max(live.at, fact.at)
        if type(fact) is not facts.Acted:
            live.others_due = None
        if isinstance(fact, HostFact):
            self._hosted(fact)
        else:
            _HOW[type(fact)](self, fact)
        self._write()
        if live.playing is None:
            self._plan_next_hand()
        if live.skips:
            self._skip_if_agreed()
        if fact.cmd_id:
            live.answers.put(fact.by, fact.cmd_id, (live.seq, self.seat))
        live.count += 1
        return self.consequences

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat_taken(self, fact: facts.SeatTaken) -> None:
        """A player sits down, and leaves the queue."""
        live = self.live
        seat = live.table.join(fact.player, fact.seat, chips=fact.chips, missed_blinds=fact.missed_blinds)
        bank = live.pace.bank_ms
        self._seat(seat, Occupant(player=fact.player, bot=fact.bot, promise=fact.promise, bank_ms=bank, since=fact.at))
        self.events.append(PlayerJoined(seat, fact.player, fact.chips))
        self._move(fact.player, bool(fact.bot), fact.chips, "buy-in")
        if fact.bot in live.wanted_bots and not fact.by:
            live.wanted_bots.remove(fact.bot)
        self._leave_queue(fact.player)
        live.hosting.drop(fact.player)

    def moved_in(self, fact: facts.MovedIn) -> None:
        """The tournament seats a player."""
        live = self.live
        seat = live.table.join(fact.player, fact.seat, chips=fact.chips)
        bank = live.pace.bank_ms if fact.bank_ms is None else fact.bank_ms
        self._seat(seat, Occupant(player=fact.player, bot=fact.bot, promise=fact.promise, bank_ms=bank))
        self.events.append(PlayerJoined(seat, fact.player, fact.chips))

    def moved_out(self, fact: facts.MovedOut) -> None:
        """The tournament takes a player to another table."""
        self._at_table(self.live.table.leave(fact.seat))

    def _seat(self, seat: int, occupant: Occupant) -> None:
        self.live.occupants[seat] = occupant
        self.seat = seat

    def chips_bought(self, fact: facts.ChipsBought) -> None:
        """More chips: paid for now, whenever they come into play."""
        occupant = self.live.occupant(fact.seat)
        occupant.busted_at = 0
        self._move(occupant.player, bool(occupant.bot), fact.chips, "top-up")
        self._at_table(self.live.table.top_up(fact.seat, fact.chips))

    def sat_out(self, fact: facts.PlayerSatOut) -> None:
        """Away; the count of timeouts starts again."""
        occupant = self.live.occupant(fact.seat)
        occupant.away_since, occupant.timeouts, occupant.wants_bomb = fact.at, 0, False
        self._at_table(self.live.table.sit_out(fact.seat))

    def sat_in(self, fact: facts.PlayerSatIn) -> None:
        """Back again."""
        occupant = self.live.occupant(fact.seat)
        occupant.away_since = occupant.timeouts = 0
        self._at_table(self.live.table.sit_in(fact.seat, fact.how))

    def left(self, fact: facts.Left) -> None:
        """Gone, or leaving after the hand."""
        if fact.why == "kicked":
            occupant = self.live.occupant(fact.seat)
            occupant.kicked = True
            self.live.hosting.distrust(occupant.player)
        self._at_table(self.live.table.leave(fact.seat))

    def seed_promised(self, fact: facts.SeedPromised) -> None:
        """A seed for the next deck that is sealed."""
        self.live.occupant(fact.seat).promise = fact.promise
        self.seats_changed = False

    def seed_opened(self, fact: facts.SeedOpened) -> None:
        """The seed for the sealed deck, and a promise for the next; viewers see it when the hand begins."""
        sealed = self.live.sealed
        assert sealed is not None
        sealed.seeds[fact.seat] = replace(sealed.seeds[fact.seat], seed=fact.seed)
        self.live.occupant(fact.seat).promise = fact.promise
        self.seats_changed = False

    def straddle_chosen(self, fact: facts.StraddleChosen) -> None:
        """A player straddles from now on, or no longer."""
        self.live.table.straddle(fact.seat, fact.on)

    def bomb_pot_wanted(self, fact: facts.BombPotWanted) -> None:
        """A player agrees to a bomb pot in the next hand, or no longer."""
        self.live.occupant(fact.seat).wants_bomb = fact.on

    def _at_table(self, happened: Sequence[TableEvent]) -> None:
        """Take in what happened by the rules of the table."""
        live = self.live
        for event in happened:
            self.events.append(event)
            if isinstance(event, PlayerLeft):
                occupant = live.occupant(event.seat)
                if event.chips:
                    self._move(event.player, bool(occupant.bot), -event.chips, "cash-out")
                live.occupants[event.seat] = None
                live.skips = [seat for seat in live.skips if seat != event.seat]
                live.hosting.drop(event.player)
            elif isinstance(event, TopUpLapsed):
                occupant = live.occupant(event.seat)
                self._move(event.player, bool(occupant.bot), -event.chips, "top-up lapsed")
            elif isinstance(event, PlayerBusted):
                live.occupant(event.seat).busted_at = self.at

    def _move(self, player: str, bot: bool, chips: int, reason: str) -> None:
        if self.live.cash:
            self._consequences().moves.append(ChipMove(player, bot, chips, reason))

    def _consequences(self) -> Consequences:
        if self.consequences is _NOTHING:
            self.consequences = Consequences(moves=[])
        return self.consequences

    # -- the queue -----------------------------------------------------------------------------------------------

    def queued(self, fact: facts.Queued) -> None:
        """One more player waits."""
        self.live.queue.append(fact.player)
        self.events.append(room_events.QueueChanged(tuple(self.live.queue)))
        self.seats_changed = False

    def unqueued(self, fact: facts.Unqueued) -> None:
        """A player stops waiting."""
        self._leave_queue(fact.player)
        self.seats_changed = False

    def _leave_queue(self, player: str) -> None:
        live = self.live
        live.holds = [hold for hold in live.holds if hold.player != player]
        live.queue_lost.pop(player, None)
        if player in live.queue:
            live.queue.remove(player)
            self.events.append(room_events.QueueChanged(tuple(live.queue)))

    def seat_offered(self, fact: facts.SeatOffered) -> None:
        """A seat is held."""
        self.live.holds.append(SeatHold(fact.player, fact.seat, fact.until))
        self.events.append(room_events.SeatHeld(fact.seat, fact.player, fact.until))
        self.seats_changed = False

    # -- connections ---------------------------------------------------------------------------------------------

    def disconnected(self, fact: facts.PlayerDisconnected) -> None:
        """A connection is gone; on the player's own turn that may give grace."""
        live = self.live
        seat = live.seat_of(fact.player)
        if seat is None:
            live.queue_lost[fact.player] = fact.at
            self.seats_changed = False
            return
        lose_connection(live, seat, fact.at)
        self.events.append(room_events.Disconnected(seat))
        if (longer := grace_on_turn(live, seat, fact.at)) is not None:
            self.events.append(longer)

    def reconnected(self, fact: facts.PlayerReconnected) -> None:
        """A connection is back; it never gives time."""
        seat = self.live.seat_of(fact.player)
        if seat is None:
            del self.live.queue_lost[fact.player]
            self.seats_changed = False
            return
        occupant = self.live.occupant(seat)
        occupant.connected, occupant.timeouts = True, 0
        self.events.append(room_events.Reconnected(seat))

    def restarted(self, _: facts.Restarted) -> None:
        """Every connection is gone; the time in between costs no time bank, no grace and no seat."""
        self.events += standstill.restarted(self.live, self.at, self.since)

    def delayed(self, fact: facts.Delayed) -> None:
        """The card room could not serve: everyone gets the lost time back."""
        self.events += standstill.delayed(self.live, fact.ms)
        self.seats_changed = False

    # -- hands ---------------------------------------------------------------------------------------------------

    def hand_sealed(self, fact: facts.HandSealed) -> None:
        """Seal the deck: cards, lineup and promises are fixed; wait for the seeds."""
        live = self.live
        deck = SealedDeck(fact.secret, live.id, fact.hand)
        bomb_pot = bomb_pots.agreed(live, _places(fact.secret))
        setup = live.table.copy().next_hand(seed=_places(fact.secret), deck=deck.cards, bomb_pot=bomb_pot)
        there = {seat: live.occupant(seat) for seat in range(setup.seats) if setup.stacks[seat]}
        promises = {seat: occupant.promise for seat, occupant in there.items() if _promises(occupant)}
        live.sealed = SealedHand(
            hand=fact.hand,
            secret=fact.secret,
            seeds={seat: PlayerSeed(promise) for seat, promise in promises.items()},
            until=fact.until,
            bomb_pot=bomb_pot,
        )
        bomb_pots.forget(live)
        self.events.append(
            room_events.DeckSealed(
                hand=fact.hand,
                root=deck.root,
                button=setup.button,
                players={seat: occupant.player for seat, occupant in there.items()},
                promises=promises,
                until=fact.until,
            )
        )
        self.seats_changed = False

    def hand_dealt(self, fact: facts.HandDealt) -> None:
        """A hand is dealt from the sealed deck, in the order that the seeds make."""
        live = self.live
        sealed = live.sealed
        assert sealed is not None
        secret, seeds = sealed.secret, sealed.seeds
        deck = DealtDeck(SealedDeck(secret, live.id, fact.hand), seeds)
        setup = live.table.next_hand(seed=_places(secret), deck=deck.cards, bomb_pot=sealed.bomb_pot)
        self.shows_at = live.next_at or 0
        live.sealed = live.next_at = live.ended = None
        pace = live.pace
        players: dict[int, str] = {}
        for seat, occupant in enumerate(live.occupants):
            if occupant is not None:
                occupant.graces = 0
                if setup.stacks[seat]:
                    players[seat] = occupant.player
                    refilled = min(pace.bank_ms, occupant.bank_ms + pace.bank_refill_ms)
                    occupant.bank_ms = max(occupant.bank_ms, refilled)
        live.dealt_in, live.skips = {seat: players[seat] for seat in players if live.is_person(seat)}, []
        live.playing = LiveHand(hand=Hand(setup), deck=deck, secret=secret, seeds=seeds, players=players)
        self.events.append(
            room_events.HandBegan(
                id=wire.hand_id(live.id, fact.hand),
                hand=fact.hand,
                button=setup.button,
                small_blind=setup.small_blind,
                big_blind=setup.big_blind,
                ante=setup.ante,
                bomb_pot=setup.bomb_pot,
                stacks=setup.stacks,
                players=players,
                bots={seat: style for seat in players if (style := live.occupant(seat).bot)},
                root=deck.root,
                seeds=seeds,
            )
        )
        self._went_on(live.playing, ())

    def acted(self, fact: facts.Acted) -> None:
        """A seat acts: the hand goes on to the next turn or to its end."""
        live = self.live
        playing = live.playing
        assert playing is not None
        assert playing.turn is not None
        occupant = live.occupant(fact.seat)
        used = min(occupant.bank_ms, max(0, fact.at - playing.turn.deadline))
        occupant.bank_ms -= used
        self.seats_changed = used > 0
        if fact.why == "timeout":
            occupant.timeouts += counts_as_timeout(live, occupant)
            live.others_due = None
            self.events.append(room_events.TimedOut(fact.seat))
        elif not fact.why:
            occupant.timeouts = 0
        pots = playing.hand.pots
        playing.hand.act(fact.action)
        playing.actions += 1
        playing.turn = None
        self._went_on(playing, pots)

    def time_taken(self, _: facts.BankTaken) -> None:
        """The player to act thinks on; how long that may last does not change."""
        turn = self.live.turn
        assert turn is not None
        turn.takes_time = True
        self.events.append(room_events.TimeTaken(turn.seat))
        self.seats_changed = False

    def skip_wanted(self, fact: facts.SkipWanted) -> None:
        """One more who would rather not wait."""
        self.live.skips.append(fact.seat)
        self.seats_changed = False

    def _skip_if_agreed(self) -> None:
        live = self.live
        if skipping.agreed(live, self.at) and skipping.skip(live, self.at):
            self._put([], self.at)
            assert self.written is not None
            self.written.next_hand_at = live.next_at

    def called_off(self, _: facts.HandCalledOff) -> None:
        """A misdeal: the hand never was, and a tournament needs not release it again."""
        live = self.live
        assert live.playing is not None
        if live.playing.hand.setup.bomb_pot:  # dealt again, it is one again
            for seat in live.playing.players:
                live.occupant(seat).wants_bomb = live.is_person(seat)
        self._at_table(live.table.void(live.playing.hand))
        live.playing = None

    def _went_on(self, playing: LiveHand, pots: tuple[Pot, ...]) -> None:
        """Script what is new in the hand since it had these pots, and open the next turn or end the hand."""
        live, hand = self.live, playing.hand
        readers = [seat for seat in playing.players if live.is_person(seat)]
        self.events += read(hand, playing.scripted, pots, readers, odds=live.pace.street_delay_ms > 0)
        playing.scripted = len(hand.events)
        if not hand.over:
            self.opens_turn = True
            return
        live.others_due = None
        setup, stacks = hand.setup, hand.stacks
        self._consequences().hand = StoredHand(
            table=live.id,
            number=live.table.number,
            ended_at=self.at,
            record=hand.save(),
            players=playing.players,
            nets={seat: stacks[seat] - setup.stacks[seat] for seat in playing.order},
            root=playing.deck.root,
            house_seed=playing.secret,
            seeds=playing.seeds,
            summary=summary_of(hand, live.settings.name),
            hidden=live.hidden,
        )
        live.ended = EndedHand(
            hand=hand, deck=playing.deck, secret=playing.secret, seeds=playing.seeds, players=playing.players, told_at=0
        )
        live.parked = bool(live.settings.tournament)
        self._at_table(live.table.finish(hand))
        self.seats_changed = True

    def revealed(self, fact: facts.CardsTabled | facts.BoardAsked) -> None:
        """Cards of the hand that is over become public; everyone has the whole pause to look at a board."""
        live = self.live
        assert live.ended is not None
        event, self.openings = reveal(live.ended, fact)
        self.events.append(event)
        self._consequences().revealed = wire.hand_id(live.id, fact.hand), live.ended.public
        if isinstance(fact, facts.BoardAsked) and live.cash and live.sealed is None:
            live.next_at = None  # planned again
        self.seats_changed = False

    # -- the house -----------------------------------------------------------------------------------------------

    def _hosted(self, fact: HostFact) -> None:
        """Change what the host decides; viewers see a pause in the script, and the rest beside it."""
        apply_host_fact(self.live.hosting, fact)
        if isinstance(fact, Paused):
            self.events.append(room_events.DealingPaused(fact.why))
        elif isinstance(fact, Resumed):
            self.events.append(room_events.DealingResumed())
        self.seats_changed = False

    def closing(self, fact: facts.ClosingAnnounced) -> None:
        """The present hand is the last."""
        self.live.closing = fact.why
        self.events.append(room_events.DealingPaused(f"this hand is the last: {fact.why}"))
        self.seats_changed = False

    def closed(self, fact: facts.TableClosed) -> None:
        """Everyone leaves."""
        live = self.live
        live.closed = fact.why
        for seat, occupant in enumerate(live.occupants):
            if occupant is not None:
                self._at_table(live.table.leave(seat))
        live.queue, live.holds, live.wanted_bots = [], [], []
        live.queue_lost = {}
        live.hosting.requests = []
        self.events.append(room_events.Closed(fact.why))

    # -- the tournament ------------------------------------------------------------------------------------------

    def blinds_changed(self, fact: facts.BlindsChanged) -> None:
        """Other blinds."""
        self._at_table(self.live.table.set_level(fact.small, fact.big, fact.ante))
        self.seats_changed = False

    def button_assigned(self, fact: facts.ButtonAssigned) -> None:
        """The button as at a first hand."""
        self._at_table(self.live.table.place_button(fact.where))

    def released(self, fact: facts.Released) -> None:
        """The next hand may start."""
        self.live.parked = False
        self.live.next_at = None
        self.not_before = fact.begins
        self.seats_changed = False

    def hurried(self, _: facts.NextHandHurried) -> None:
        """Plan the next hand again, without a pause."""
        self.live.next_at = None
        self.pause_ms = 0
        self.seats_changed = False

    # -- the script ----------------------------------------------------------------------------------------------

    def _plan_next_hand(self) -> None:
        live = self.live
        if live.sealed is not None:
            return
        if live.hosting.paused or live.closing or live.closed or live.parked or len(live.table.ready) < 2:
            if live.next_at is not None and self.written is not None:
                self.written.called_off = True
            live.next_at = None
        elif live.next_at is None:
            live.next_at = max(live.script_end + self.pause_ms, self.not_before)
            if self.written is None:
                self._put([], live.script_end)
            assert self.written is not None
            self.written.next_hand_at = live.next_at

    def _write(self) -> None:
        """Write the events into the script at the table's pace, and then the turn, if there is one."""
        live = self.live
        paced = Paced(self.events, live.pace, max(self.at, live.script_end, self.shows_at))
        self.tabled, cursor = paced.tabled, paced.end
        for events, at in paced.groups:
            if at == cursor and self.opens_turn:
                events.append(open_turn(live, cursor))
                self.opens_turn = False
            self._put(events, at)
        if self.opens_turn:
            self._put([open_turn(live, cursor)], cursor)
        live.script_end = cursor
        if self.consequences.hand is not None:
            assert live.ended is not None
            live.ended.told_at = cursor
            self.consequences.hand = replace(self.consequences.hand, ended_at=cursor)
        if live.playing is not None and live.playing.hand.over:
            live.playing = None
        if self.seats_changed:
            if self.written is None:
                self._put([], cursor)
            assert self.written is not None
            self.written.seats = live.seats_now()

    def _put(self, events: list[WireEvent], at: int) -> None:
        """Put one update into the script."""
        live = self.live
        live.seq += 1
        scripted = ScriptedUpdate(
            seq=live.seq, at=at, events=tuple(events), openings=self.openings, fact=live.count + 1
        )
        if live.playing is not None:
            for event in events:
                disclose(scripted, live, event, self.tabled)
        live.script.append(scripted)
        self.written = scripted


def _places(secret: bytes) -> Keystream:
    """The keystream that a first button is drawn from."""
    return Keystream(secret, "places")


def _promises(occupant: Occupant) -> bool:
    """Whether a player's seed is awaited: they promised one, and are there to open it."""
    return bool(occupant.promise) and occupant.connected and not occupant.bot


_HOW: Final[dict[type, Callable[[_Applying, Any], None]]] = {
    facts.SeatTaken: _Applying.seat_taken,
    facts.MovedIn: _Applying.moved_in,
    facts.MovedOut: _Applying.moved_out,
    facts.ChipsBought: _Applying.chips_bought,
    facts.PlayerSatOut: _Applying.sat_out,
    facts.PlayerSatIn: _Applying.sat_in,
    facts.Left: _Applying.left,
    facts.SeedPromised: _Applying.seed_promised,
    facts.SeedOpened: _Applying.seed_opened,
    facts.StraddleChosen: _Applying.straddle_chosen,
    facts.BombPotWanted: _Applying.bomb_pot_wanted,
    facts.CardsTabled: _Applying.revealed,
    facts.BoardAsked: _Applying.revealed,
    facts.Queued: _Applying.queued,
    facts.Unqueued: _Applying.unqueued,
    facts.SeatOffered: _Applying.seat_offered,
    facts.PlayerDisconnected: _Applying.disconnected,
    facts.PlayerReconnected: _Applying.reconnected,
    facts.Restarted: _Applying.restarted,
    facts.Delayed: _Applying.delayed,
    facts.HandSealed: _Applying.hand_sealed,
    facts.HandDealt: _Applying.hand_dealt,
    facts.HandCalledOff: _Applying.called_off,
    facts.Acted: _Applying.acted,
    facts.BankTaken: _Applying.time_taken,
    facts.SkipWanted: _Applying.skip_wanted,
    facts.ClosingAnnounced: _Applying.closing,
    facts.TableClosed: _Applying.closed,
    facts.BlindsChanged: _Applying.blinds_changed,
    facts.ButtonAssigned: _Applying.button_assigned,
    facts.Released: _Applying.released,
    facts.NextHandHurried: _Applying.hurried,
}
