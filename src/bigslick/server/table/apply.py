"""Applies facts to a served table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bigslick.hand.result import Pot
from bigslick.protocol import room_events, wire
from bigslick.protocol.reading import read
from bigslick.server.hosting.apply import apply_host_fact
from bigslick.server.hosting.facts import DoorChanged, HostFact, Paused, PlayerBanned, PlayerNamed, Resumed
from bigslick.server.hosting.state import MOST_SHOWN
from bigslick.table.events import (
    ChipsTaken,
    PlayerBusted,
    PlayerJoined,
    PlayerLeft,
    TableEvent,
    TopUpLapsed,
)
from bigslick.table.seven_deuce import SevenDeucePayment

from . import dealing, facts, seven_deuce, skipping, standstill
from .afterwards import end, reveal, stored
from .broadcast.deciding import apply_broadcast
from .changing import admit_those_here, change
from .grace import counts_as_timeout, grace_on_turn, lose_connection
from .seats import moving
from .seats.comebacks import remember
from .seats.keeping import keep_no_more
from .seats.seating import new_occupant
from .state import ChipMove, Consequences, EndedHand, LiveHand, LiveTable, Occupant, SeatHold
from .writing import Writing


def apply(live: LiveTable, fact: facts.Fact) -> Consequences:
    """Apply a fact to a table; return its effect on the ledger and the recorded hands."""
    return _Applying(live, fact).done(fact)


class _Applying(Writing):
    """Applies one fact. Each method is named after the tag of the fact it applies."""

    def __init__(self, live: LiveTable, fact: facts.Fact) -> None:
        super().__init__(live, fact.at)
        self.since = 0
        """How long after the previous fact this one came."""

    def done(self, fact: facts.Fact) -> Consequences:
        live = self.live
        self.since = max(0, fact.at - live.at)
        kept = live.kept
        live.at = max(live.at, fact.at)
        if type(fact) is not facts.Acted:
            live.others_due = None
        if isinstance(fact, HostFact):
            self._hosted(fact)
        elif isinstance(fact, facts.BroadcastFact):
            apply_broadcast(live, fact)
            self.seats_changed = False
        else:
            getattr(self, str(fact.__struct_config__.tag))(fact)
        if live.kept is not kept:
            self.events.append(live.kept_now)
        self.write()
        if live.playing is None:
            self.plan_next_hand()
            self.rest()
        if live.skips:
            self._skip_if_agreed()
        if fact.cmd_id and isinstance(fact, facts.OF_A_TURN):
            live.answers.put(fact.by, fact.cmd_id, (live.seq, None), live.is_here)
        live.count += 1
        return self.consequences

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat_taken(self, fact: facts.SeatTaken) -> None:
        """Seat a player, and remove them from the queue."""
        live = self.live
        how = fact.missed_blinds or live.way_in(None)
        # `decide` has checked the buy-in, which may be what they left with
        seat = live.table.join(fact.player, fact.seat, chips=fact.chips, missed_blinds=how, left_with=fact.chips)
        live.departed.pop(fact.player, None)
        live.occupants[seat] = new_occupant(live, fact)
        self.events.append(PlayerJoined(seat, live.name_of(fact.player), fact.chips))
        self._move(fact.player, bool(fact.bot), fact.chips, "buy-in")
        if fact.bot in live.wanted_bots and not fact.by:
            live.wanted_bots.remove(fact.bot)
        self._leave_queue(fact.player)
        live.hosting.drop(fact.player)
        keep_no_more(live, fact.player)

    def moved_in(self, fact: facts.MovedIn) -> None:
        """Seat a player the tournament sends."""
        live = self.live
        seat = live.table.join(fact.player, fact.seat, chips=fact.chips)
        live.occupants[seat] = new_occupant(live, fact)
        self.events.append(PlayerJoined(seat, live.name_of(fact.player), fact.chips))

    def moved_out(self, fact: facts.MovedOut) -> None:
        """Remove a player the tournament sends elsewhere, or who is out."""
        self._at_table(self.live.table.leave(fact.seat))

    def chips_sold(self, fact: facts.ChipsSold) -> None:
        """Add the chips of a rebuy or an add-on."""
        self.live.occupant(fact.seat).busted_at = 0
        self._at_table(self.live.table.top_up(fact.seat, fact.chips))

    def chips_bought(self, fact: facts.ChipsBought) -> None:
        """Buy more chips: paid for now, even if they come into play later."""
        occupant = self.live.occupant(fact.seat)
        occupant.busted_at = 0
        self._move(occupant.player, bool(occupant.bot), fact.chips, "top-up")
        self._at_table(self.live.table.top_up(fact.seat, fact.chips))

    def buy_in_corrected(self, fact: facts.BuyInCorrected) -> None:
        """Correct a buy-in: chips to add are paid for now, chips to take away come back when they are off the stack."""
        live, occupant = self.live, self.live.occupant(fact.seat)
        player = live.name_of(occupant.player)
        self.events.append(room_events.ChipsCorrected(seat=fact.seat, player=player, chips=fact.chips, why=fact.why))
        if fact.chips > 0:
            occupant.busted_at = 0
            self._move(occupant.player, bool(occupant.bot), fact.chips, "correction", fact.why)
            self._at_table(live.table.top_up(fact.seat, fact.chips))
            return
        if not live.taken(fact.seat).take:  # earlier ones are carried out, or their chips were lost in the hand
            occupant.corrections = []
        occupant.corrections.append((-fact.chips, fact.why))
        self._at_table(live.table.take(fact.seat, -fact.chips))

    def player_sat_out(self, fact: facts.PlayerSatOut) -> None:
        """Sit a player out, and reset their timeouts."""
        occupant = self.live.occupant(fact.seat)
        occupant.away_since, occupant.timeouts, occupant.wants_bomb = fact.at, 0, False
        occupant.sit_out_votes, occupant.out_at_blind = [], False
        self._at_table(self.live.table.sit_out(fact.seat))

    def sit_out_at_blind_chosen(self, fact: facts.SitOutAtBlindChosen) -> None:
        """Note whether a player sits out at the big blind."""
        self.live.occupant(fact.seat).out_at_blind = fact.on

    def seat_change_planned(self, fact: facts.SeatChangePlanned) -> None:
        """Keep the new seats for their players until the next hand."""
        self.events += moving.plan(self.live, fact.moves, by_host=fact.by_host)

    def players_moved(self, fact: facts.PlayersMoved) -> None:
        moving.move(self.live, fact.moves)
        self._at_table(self.live.table.change_seats(fact.moves))

    def redraw_ordered(self, _: facts.RedrawOrdered) -> None:
        self.events.append(moving.order_redraw(self.live))

    def redrawn(self, fact: facts.Redrawn) -> None:
        self.events.append(moving.redraw(self.live, fact.secret))

    def sit_out_wanted(self, fact: facts.SitOutWanted) -> None:
        """Count one more player who wants an absent player to sit out."""
        self.live.occupant(fact.seat).sit_out_votes.append(fact.player)

    def player_sat_in(self, fact: facts.PlayerSatIn) -> None:
        occupant = self.live.occupant(fact.seat)
        occupant.away_since = occupant.timeouts = 0
        self._at_table(self.live.table.sit_in(fact.seat, fact.how or self.live.way_in(None)))

    def left(self, fact: facts.Left) -> None:
        """Remove a player, or mark them as leaving after the hand."""
        if fact.why == "kicked":
            occupant = self.live.occupant(fact.seat)
            occupant.kicked = True
            self.live.hosting.distrust(occupant.player)
        self._at_table(self.live.table.leave(fact.seat))

    def seed_promised(self, fact: facts.SeedPromised) -> None:
        """Record a promised seed for the next sealed deck."""
        self.live.occupant(fact.seat).promise = fact.promise
        self.seats_changed = False

    def seed_opened(self, fact: facts.SeedOpened) -> None:
        """Record the seed for the sealed deck and a promise for the next; viewers see it when the hand begins."""
        sealed = self.live.sealed
        assert sealed is not None
        sealed.seeds[fact.seat] = replace(sealed.seeds[fact.seat], seed=fact.seed)
        self.live.occupant(fact.seat).promise = fact.promise
        self.seats_changed = False

    def straddle_chosen(self, fact: facts.StraddleChosen) -> None:
        """Turn a player's straddle on or off."""
        self.live.table.straddle(fact.seat, fact.on)

    def bomb_pot_wanted(self, fact: facts.BombPotWanted) -> None:
        """Record whether a player agrees to a bomb pot in the next hand."""
        self.live.occupant(fact.seat).wants_bomb = fact.on

    def _at_table(self, happened: Sequence[TableEvent]) -> None:
        live = self.live
        for event in happened:
            self.events.append(_shown(live, event))
            if isinstance(event, PlayerLeft):
                occupant = live.occupant(event.seat)
                if event.chips:
                    self._move(event.player, bool(occupant.bot), -event.chips, "cash-out")
                if live.cash and not occupant.bot:
                    remember(live, event.player, event.chips, self.at)
                live.occupants[event.seat] = None
                live.skips = [seat for seat in live.skips if seat != event.seat]
                live.hosting.drop(event.player)
            elif isinstance(event, TopUpLapsed):
                occupant = live.occupant(event.seat)
                self._move(event.player, bool(occupant.bot), -event.chips, "top-up lapsed")
            elif isinstance(event, ChipsTaken):
                occupant = live.occupant(event.seat)
                self._give_back(occupant, event.chips)
                left = live.table.seats[event.seat]
                if left is not None and not left.stack:
                    occupant.busted_at = self.at
            elif isinstance(event, PlayerBusted):
                live.occupant(event.seat).busted_at = self.at

    def _give_back(self, occupant: Occupant, chips: int) -> None:
        """Move the chips that were taken off a stack to its player, each correction with its reason."""
        for wanted, why in occupant.corrections:
            if part := min(wanted, chips):
                self._move(occupant.player, bool(occupant.bot), -part, "correction", why)
                chips -= part

    def _move(self, player: str, bot: bool, chips: int, reason: str, note: str = "") -> None:
        if self.live.cash:
            self.changed().moves.append(ChipMove(player, bot, chips, reason, note))

    # -- the queue -----------------------------------------------------------------------------------------------

    def queued(self, fact: facts.Queued) -> None:
        self.live.queue.append(fact.player)
        self.events.append(self._queue_now())
        self.seats_changed = False

    def unqueued(self, fact: facts.Unqueued) -> None:
        self._leave_queue(fact.player)
        self.seats_changed = False

    def _leave_queue(self, player: str) -> None:
        live = self.live
        live.holds = [hold for hold in live.holds if hold.player != player]
        live.queue_lost.pop(player, None)
        if player in live.queue:
            live.queue.remove(player)
            self.events.append(self._queue_now())

    def _queue_now(self) -> room_events.QueueChanged:
        return room_events.QueueChanged(self.live.hosting.names_of(self.live.queue))

    def seat_offered(self, fact: facts.SeatOffered) -> None:
        hold = SeatHold(fact.player, fact.seat, fact.until)
        self.live.holds.append(hold)
        self.events.append(self.live.hold_now(hold))
        self.seats_changed = False

    def seats_freed(self, _: facts.SeatsFreed) -> None:
        self.live.kept = facts.KeptSeats()
        self.seats_changed = False

    # -- connections ---------------------------------------------------------------------------------------------

    def player_disconnected(self, fact: facts.PlayerDisconnected) -> None:
        """Note a lost connection; it may give grace on the player's own turn."""
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

    def player_reconnected(self, fact: facts.PlayerReconnected) -> None:
        """Note a restored connection; it never adds time."""
        seat = self.live.seat_of(fact.player)
        if seat is None:
            del self.live.queue_lost[fact.player]
            self.seats_changed = False
            return
        occupant = self.live.occupant(seat)
        occupant.connected, occupant.timeouts, occupant.sit_out_votes = True, 0, []
        self.events.append(room_events.Reconnected(seat))

    def restarted(self, _: facts.Restarted) -> None:
        """Drop every connection; the downtime costs no time bank, no grace and no seat."""
        self.events += standstill.restarted(self.live, self.at, self.since)

    def delayed(self, fact: facts.Delayed) -> None:
        """Give everyone back the time the card room was out of service."""
        self.events += standstill.delayed(self.live, fact.ms)
        self.seats_changed = False

    # -- hands ---------------------------------------------------------------------------------------------------

    def hand_sealed(self, fact: facts.HandSealed) -> None:
        """Seal the deck: cards, lineup and promises are fixed; wait for the seeds."""
        self.events.append(dealing.seal(self.live, fact))
        self.seats_changed = False

    def hand_dealt(self, fact: facts.HandDealt) -> None:
        """Deal a hand from the sealed deck, in the order the seeds determine."""
        self.shows_at = self.live.next_at or 0
        playing, began = dealing.deal(self.live, fact)
        self.events.append(began)
        self._went_on(playing, ())

    def acted(self, fact: facts.Acted) -> None:
        """Apply a seat's action; the hand moves to the next turn or to its end."""
        live = self.live
        playing = live.playing
        assert playing is not None
        assert playing.turn is not None
        occupant = live.occupant(fact.seat)
        self.seats_changed = live.spend(playing.turn, fact.at) > 0
        if fact.why == "timeout":
            occupant.timeouts += counts_as_timeout(live, occupant)
            live.others_due = None
            self.seats_changed = True
            self.events.append(room_events.TimedOut(fact.seat))
        elif not fact.why:
            self.seats_changed |= occupant.timeouts > 0
            occupant.timeouts, occupant.sit_out_votes = 0, []
        pots = playing.hand.pots
        playing.hand.act(fact.action)
        playing.actions += 1
        playing.turn = None
        self._went_on(playing, pots)

    def time_taken(self, _: facts.BankTaken) -> None:
        """Start the acting player's time bank at the deadline."""
        turn = self.live.turn
        assert turn is not None
        turn.takes_time = True
        self.events.append(room_events.TimeTaken(turn.seat, self.live.expiry(turn)))
        self.seats_changed = False

    def skip_wanted(self, fact: facts.SkipWanted) -> None:
        """Count one more player who wants to skip ahead."""
        self.live.skips.append(fact.seat)
        self.seats_changed = False

    def _skip_if_agreed(self) -> None:
        live = self.live
        if skipping.agreed(live, self.at) and skipping.skip(live, self.at):
            self.put([], self.at)
            assert self.written is not None
            self.written.next_hand_at = live.next_at

    def hand_called_off(self, _: facts.HandCalledOff) -> None:
        """Undo a misdealt hand; a tournament does not have to release it again."""
        live = self.live
        assert live.playing is not None
        if live.playing.hand.setup.bomb_pot:  # dealt again as a bomb pot
            for seat in live.playing.players:
                live.occupant(seat).wants_bomb = live.is_person(seat)
        self._at_table(live.table.void(live.playing.hand))
        live.playing = None

    def _went_on(self, playing: LiveHand, pots: tuple[Pot, ...]) -> None:
        """Script what happened in the hand since it had these pots, then open the next turn or end the hand."""
        live, hand = self.live, playing.hand
        readers = [seat for seat in playing.players if live.is_person(seat)]
        self.events += read(hand, playing.scripted, pots, readers, odds=live.pace.street_delay_ms > 0)
        playing.scripted = len(hand.events)
        if not hand.over:
            self.opens_turn = True
            return
        live.others_due = None
        live.ended = ended = end(live, playing)
        payments = self._pay_seven_deuce(ended)
        self.changed().hand = stored(live, ended, self.at)
        live.parked = bool(live.settings.tournament)
        self._at_table(live.table.finish(hand, payments, keeps_seats=True))  # a tournament decides who leaves
        self.seats_changed = True

    def _pay_seven_deuce(self, ended: EndedHand) -> tuple[SevenDeucePayment, ...]:
        """Show and book the bounty that is due; return its payments."""
        passed = seven_deuce.pay(self.live, ended)
        if passed:
            assert ended.public.seven_deuce is not None
            self.events.append(ended.public.seven_deuce)
            self.changed().passed = passed
        self.pause_ms = seven_deuce.pause_for(ended, self.pause_ms)
        return tuple([each.payment for each in passed])

    def cards_tabled(self, fact: facts.CardsTabled | facts.BoardAsked) -> None:
        """Make cards from the finished hand public; everyone gets the whole pause to look at a board."""
        live = self.live
        assert live.ended is not None
        event, self.openings = reveal(live.ended, fact)
        self.events.append(event)
        payments = self._pay_seven_deuce(live.ended)
        self._at_table(live.table.pay(payments))
        self.changed().revealed = wire.hand_id(live.id, fact.hand), live.ended.public
        if isinstance(fact, facts.BoardAsked) and live.cash and live.sealed is None:
            live.next_at = None  # planned again, with the whole pause
        self.seats_changed = bool(payments)

    board_asked = cards_tabled

    # -- the house -----------------------------------------------------------------------------------------------

    def _hosted(self, fact: HostFact) -> None:
        """Apply a host's decision; viewers see a pause in the script, and the rest outside it."""
        apply_host_fact(self.live.hosting, fact)
        if isinstance(fact, Paused):
            self.events.append(room_events.DealingPaused(fact.why))
        elif isinstance(fact, Resumed):
            self.events.append(room_events.DealingResumed())
        elif isinstance(fact, DoorChanged) and self.live.hosting.door.private:
            admit_those_here(self.live)
        elif isinstance(fact, PlayerBanned):
            keep_no_more(self.live, fact.player)
        self.seats_changed = False
        if isinstance(fact, PlayerNamed):
            if fact.before:
                self._renamed(fact.player)
            elif len(self.live.hosting.names) > MOST_SHOWN:  # spectators who chat while no hand is dealt
                self.live.hosting.forget_names(but=(*self.live.here, fact.player))

    def _renamed(self, player: str) -> None:
        """Show a player's new name in the seat or the queue."""
        live = self.live
        self.seats_changed = live.seat_of(player) is not None
        self.events += [live.hold_now(hold) for hold in live.holds if hold.player == player]
        if player in live.queue:
            self.events.append(self._queue_now())

    def game_change_announced(self, fact: facts.GameChangeAnnounced) -> None:
        """Change the game after the hand."""
        self.live.next_settings = None if fact.settings == self.live.settings else fact.settings
        self.events.append(room_events.ChangeAnnounced(spec=fact.settings, buy_in=fact.settings.offer))
        self.seats_changed = False

    def game_changed(self, fact: facts.GameChanged) -> None:
        """Change the game."""
        change(self.live, fact.settings)
        self.events.append(room_events.SettingsChanged(spec=fact.settings, buy_in=fact.settings.offer))

    def closing_announced(self, fact: facts.ClosingAnnounced) -> None:
        """Make the current hand the last."""
        self.live.closing = fact.why
        self.events.append(room_events.Closing(fact.why))
        self.seats_changed = False

    def table_closed(self, fact: facts.TableClosed) -> None:
        """Close the table; everyone leaves."""
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
        self._at_table(self.live.table.set_level(fact.small, fact.big, fact.ante, fact.ante_kind))
        self.seats_changed = False

    def button_assigned(self, fact: facts.ButtonAssigned) -> None:
        """Place the button as for the first hand."""
        self._at_table(self.live.table.place_button(fact.where))

    def released(self, fact: facts.Released) -> None:
        """Allow the next hand to start."""
        self.live.parked, self.live.round = False, fact.round
        self.live.next_at = None
        self.not_before = fact.begins
        self.seats_changed = False

    def next_hand_hurried(self, _: facts.NextHandHurried) -> None:
        """Skip the rest of the pause before the next hand."""
        self.live.next_at = None
        self.pause_ms = 0
        self.seats_changed = False


def _shown(live: LiveTable, event: TableEvent) -> TableEvent:
    """Return a table event as viewers see it, with names instead of ids."""
    player = getattr(event, "player", None)
    return event if player is None else replace(event, player=live.name_of(player))
