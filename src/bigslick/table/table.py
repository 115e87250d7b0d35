"""A table: the players, their chips, and what carries over from hand to hand: button, blinds, debts.

`next_hand` returns the next hand's setup and `finish` takes the played hand back; only chips and the places of the
blinds pass between them. Requests during a hand take effect after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from bigslick.checks import counted, must_be
from bigslick.hand.hand import Hand
from bigslick.hand.refusals import seat_name
from bigslick.hand.setup import Blinds, Setup
from bigslick.rules import AnteKind, Rules
from bigslick.sentence import say
from bigslick.shuffle import Keystream, Seed

from . import changes, debts, events
from .blinds import ABSENT, Absent, Places
from .changes import check_blinds, check_buy_in, check_seats, check_top_up
from .dealing import next_deal
from .events import TableEvent
from .seats import BadTable, DeadBlindRule, MissedBlinds, Seat, way_in
from .seven_deuce import SevenDeucePayment, after_payments
from .state import (
    BombPots,
    FirstButton,
    HandInPlay,
    Stakes,
    TableState,
    check_dead_blind_rule,
    check_first_button,
    check_level,
    load_text,
    save_text,
    whole,
)

LOG_LENGTH: Final = 100


class Table:
    """A table of two to ten seats across hands; tournament rules by default, `Table.cash` for a cash game."""

    __slots__ = ("_state",)

    _state: TableState

    def __init__(
        self,
        seats: int = 9,
        *,
        blinds: Blinds,
        ante: int = 0,
        rules: Rules | None = None,
        first_button: FirstButton = "draw",
        absent: Absent = "blind_off",
        dead_blind_rule: DeadBlindRule = "wait",
        buy_in: tuple[int, int] | None = None,
        straddle: bool = False,
        bomb_pots: BombPots | None = None,
    ) -> None:
        """Set up an empty table.

        For players who sit out, `absent="blind_off"` deals them in and takes their blinds; "skip" does not deal them in
        and records the blinds they miss. `dead_blind_rule` is how a player who owes a blind comes in: they must "post"
        it, must "wait" for the big blind, or have the "choice". `buy_in` is the smallest and largest buy-in.
        `blinds=20` is 10/20: a single number is the big blind, and the small blind is half of it, rounded down. With
        `straddle`, the player left of the big blind can straddle; `bomb_pots=BombPots(every=10, big_blinds=2)` makes
        every tenth hand a bomb pot.
        """
        rules = Rules() if rules is None else rules
        must_be(Rules, rules, "a set of rules: expected Rules, as in rules=Rules.cash()")
        if absent not in ABSENT:
            raise BadTable(f"absent={absent!r} is not a rule: expected {' or '.join(map(repr, ABSENT))}")
        self._state = TableState(
            seats=[None] * check_seats(seats),
            rules=rules,
            level=check_blinds(blinds, ante),
            buy_in=check_buy_in(buy_in),
            absent=absent,
            dead_blind_rule=check_dead_blind_rule(dead_blind_rule),
            first_button=check_first_button(first_button, seats),
            straddle=straddle,
            bomb_pots=bomb_pots,
        )

    @classmethod
    def cash(
        cls,
        seats: int = 9,
        *,
        blinds: Blinds,
        ante: int = 0,
        rules: Rules | None = None,
        first_button: FirstButton = "draw",
        dead_blind_rule: DeadBlindRule = "wait",
        buy_in: tuple[int, int] | None = None,
        straddle: bool = False,
        bomb_pots: BombPots | None = None,
    ) -> Table:
        """Make a cash table: players come and go, and owe the blinds they miss."""
        return cls(
            seats,
            blinds=blinds,
            ante=ante,
            rules=Rules.cash() if rules is None else rules,
            first_button=first_button,
            absent="skip",
            dead_blind_rule=dead_blind_rule,
            buy_in=buy_in,
            straddle=straddle,
            bomb_pots=bomb_pots,
        )

    # -- what is -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Every seat: the player there, or None."""
        return tuple(self._state.seats)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips by seat, 0 for an empty seat; during a hand, the starting stacks."""
        return self._state.stacks

    @property
    def players(self) -> dict[int, str]:
        """The players by seat, None for an empty seat."""
        return self._state.players

    @property
    def rules(self) -> Rules:
        """The rules for every hand."""
        return self._state.rules

    @property
    def level(self) -> Stakes:
        """The next hand's blinds and ante."""
        return self._state.level

    @property
    def places(self) -> Places | None:
        """Where button and blinds are in this hand or were in the last; None before the first."""
        deal = self._state.deal
        return self._state.places if deal is None else deal.places

    @property
    def number(self) -> int:
        """How many hands have been started."""
        return self._state.number

    @property
    def playing(self) -> bool:
        """Whether a hand was started and not yet finished."""
        return self._state.deal is not None

    @property
    def hand(self) -> Hand | None:
        """The hand being played, from its setup and the actions saved with the table; None between hands."""
        deal = self._state.deal
        if deal is None:
            return None
        hand = Hand(deal.setup)
        for action in deal.actions:
            hand.act(action)
        return hand

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that could be dealt in to the next hand, which needs at least two."""
        return self._state.ready

    @property
    def bought_in(self) -> int:
        """All chips brought to the table so far."""
        return self._state.bought_in

    @property
    def cashed_out(self) -> int:
        """All chips taken off it so far."""
        return self._state.cashed_out

    @property
    def log(self) -> tuple[TableEvent, ...]:
        """The events between the last two hands."""
        return tuple(self._state.log)

    def seat_of(self, player: str) -> int:
        """Return a player's seat."""
        for number, seat in enumerate(self._state.seats):
            if seat is not None and seat.player == player:
                return number
        raise BadTable(say("'{player}' does not sit at this table", player=player))

    def absent(self, seat: int) -> bool:
        """Whether the seat's player is away, sitting out or leaving, so the hand is dead (TDA 30)."""
        taken = self._state.at(seat)
        return taken.sitting_out or taken.leaving

    # -- coming and going ----------------------------------------------------------------------------------------

    def join(
        self,
        player: str,
        seat: int | None = None,
        *,
        chips: int,
        missed_blinds: MissedBlinds | None = None,
        left_with: int = 0,
    ) -> int:
        """Seat a player with chips, in the first free seat if none is named, and return the seat.

        A player who joins a cash game in progress owes a big blind; where players have the choice, `missed_blinds` says
        whether to "post" it or "wait". A player who comes back may bring what they `left_with`, even above the most.
        """
        state = self._state
        if not isinstance(player, str) or not player:
            raise BadTable(f"player={player!r}: expected a name")
        if player in self.players.values():
            at = self.seat_of(player) + 1
            raise BadTable(say("'{player}' already sits at this table, at seat {seat}", player=player, seat=at))
        if state.deal is not None and not self._state.cash:
            raise BadTable(say("a hand is being played: players are seated between hands (TDA 8-A)"))
        if seat is None:
            seat = next((number for number, taken in enumerate(state.seats) if taken is None), None)
            if seat is None:
                raise BadTable(say("all {count} seats are taken", count=len(state.seats)))
        elif (taken := state.seats[self._state.number_of(seat)]) is not None:
            raise BadTable(say("seat {seat} is taken by '{player}'", seat=seat + 1, player=taken.player))
        chips = whole("chips", chips)
        changes.check_joins(player, chips, state.buy_in[0], max(state.buy_in[1], left_with))
        changes.check_total(state, chips)
        how = way_in(state.dead_blind_rule, missed_blinds)
        under_way = state.places is not None or state.deal is not None
        state.seats[seat] = Seat(
            player=player,
            stack=chips,
            new=under_way,
            owes_big=under_way and self._state.cash,
            missed_blinds=how,
        )
        state.bought_in += chips
        self._log(events.PlayerJoined(seat, player, chips))
        return seat

    def leave(self, seat: int) -> tuple[TableEvent, ...]:
        """Remove a player with their chips; a player in a hand leaves when it is over."""
        taken = self._state.at(seat)
        if not self._state.in_hand(seat):
            return self._go(seat)
        if taken.leaving:
            raise BadTable(say("'{player}' is already leaving when the hand is over", player=taken.player))
        self._set(seat, leaving=True)
        return self._log(events.LeaveAnnounced(seat, taken.player))

    def sit_out(self, seat: int) -> tuple[TableEvent, ...]:
        """Sit a player out, starting with the next hand if they are in one."""
        taken = self._state.at(seat)
        if taken.sitting_out:
            raise BadTable(say("'{player}' at seat {seat} is already sitting out", player=taken.player, seat=seat + 1))
        self._set(seat, sitting_out=True)
        return self._log(events.SatOut(seat, taken.player))

    def sit_in(self, seat: int, how: MissedBlinds | None = None) -> tuple[TableEvent, ...]:
        """Bring a player back into the game, cancel leaving, or change how a player who owes blinds comes in.

        Where players have the choice, `how` is "post" to pay what was missed, with the big blind live and the small
        blind dead, or "wait" to be dealt in when the big blind arrives.
        """
        taken = self._state.at(seat)
        changes.check_sits_in(taken, seat)
        if how is not None and not self._state.cash:
            raise BadTable(say("there are no missed blinds in a tournament: absent players are blinded off"))
        missed_blinds = way_in(self._state.dead_blind_rule, how)
        self._set(seat, sitting_out=False, leaving=False, missed_blinds=missed_blinds)
        return self._log(events.SatIn(seat, taken.player, missed_blinds if taken.owes else None))

    def straddle(self, seat: int, wanted: bool = True) -> None:
        """Make a player straddle whenever they are left of the big blind, starting with the next hand, or stop."""
        changes.check_straddles(self._state, seat, wanted)
        self._set(seat, straddles=wanted)

    def top_up_range(self, seat: int) -> range:
        """Return the chips that a player can add: up to the largest buy-in, and at least the smallest if broke."""
        taken = self._state.at(seat)
        least, most = self._state.buy_in
        missing = least - taken.top_up if taken.stack == 0 else 1
        return range(max(1, missing), most - taken.stack - taken.top_up + 1)

    def top_up(self, seat: int, chips: int) -> tuple[TableEvent, ...]:
        """Sell a player chips within the buy-in limits; during a hand they arrive when it is over (table stakes)."""
        taken = self._state.at(seat)
        chips = whole("chips", chips)
        check_top_up(taken, chips, self.top_up_range(seat), self._state.buy_in)
        changes.check_total(self._state, chips)
        if self._state.in_hand(seat):
            self._set(seat, top_up=taken.top_up + chips)
            return self._log(events.TopUpAnnounced(seat, taken.player, chips))
        return self._add(seat, chips)

    def take(self, seat: int, chips: int) -> tuple[TableEvent, ...]:
        """Take chips off a stack, to correct a buy-in; during a hand, as much as is left of them after it."""
        taken = self._state.at(seat)
        chips = whole("chips", chips)
        changes.check_take(taken, chips)
        self._set(seat, take=taken.take + chips)
        return () if self._state.in_hand(seat) else self._settle(seat)

    # -- other seats ---------------------------------------------------------------------------------------------

    def change_seats(self, moves: Mapping[int, int]) -> tuple[TableEvent, ...]:
        """Move players between hands, each to a free seat or to one that its player leaves: `{0: 4, 4: 0}` is a swap.

        Moving away from the big blind, a player owes one; moving out of the small blind's way, they owe that.
        """
        self._between_hands("players change seats")
        return self._log(*debts.change_seats(self._state, moves))

    def redraw(self, moves: Mapping[int, int]) -> tuple[TableEvent, ...]:
        """Move players to the seats that they have drawn, and start over: the button is drawn, as for the first hand.

        Players who owe a blind and sit out still owe it when they come back.
        """
        self._between_hands("seats are drawn")
        happened = self._log(*debts.reseat(self._state, moves))
        self._state.places, self._state.first_button = None, "draw"
        return happened

    # -- the game, blinds and button ---------------------------------------------------------------------------------

    def change(
        self,
        *,
        seats: int,
        blinds: Blinds,
        ante: int,
        rules: Rules,
        buy_in: tuple[int, int] | None,
        straddle: bool,
        bomb_pots: BombPots | None,
    ) -> None:
        """Change the game between hands, as given to `Table`; a taken seat cannot go."""
        self._between_hands("the game changes")
        changes.change_game(
            self._state,
            seats=seats,
            level=check_blinds(blinds, ante),
            rules=rules,
            buy_in=check_buy_in(buy_in),
            straddle=straddle,
            bomb_pots=bomb_pots,
        )

    def set_level(
        self, small: int, big: int, ante: int = 0, ante_kind: AnteKind | None = None
    ) -> tuple[TableEvent, ...]:
        """Change blinds and ante for the next hands (TDA 23: a hand is played at the level it began with).

        `ante_kind` says who pays the ante from now on; None leaves that as it is.
        """
        self._between_hands("blinds change")
        self._state.level = level = check_level(small, big, ante)
        if ante_kind is not None:
            self._state.rules = replace(self._state.rules, ante=ante_kind)
        return self._log(events.LevelSet(level.small, level.big, level.ante))

    def place_button(self, where: FirstButton) -> tuple[TableEvent, ...]:
        """Restart as at the first hand, for example after a redraw: no player is new or owes a blind."""
        self._between_hands("the button is placed")
        state = self._state
        state.first_button = check_first_button(where, len(state.seats))
        state.places = None
        state.set_all(new=False, owes_small=False, owes_big=False)
        return self._log(events.ButtonPlaced(where))

    # -- hands ---------------------------------------------------------------------------------------------------

    def next_hand(
        self,
        *,
        seed: Seed | Keystream | None = None,
        deck: Iterable[object] | str | None = None,
        bomb_pot: int = 0,
    ) -> Setup:
        """Set up the next hand: button and blinds move, and players who are due are dealt in.

        `bomb_pot=2` makes it a bomb pot for two big blinds each, on top of the regular ones.

        The deck is `deck`, or the one that `seed` gives for this hand number, so one seed is enough for a table's whole
        life; without either, the operating system supplies the seed. The first button is drawn from the same seed.
        """
        self._between_hands("the next hand starts")
        state = self._state
        deal, dealt = next_deal(state, Keystream.of(seed), deck, bomb_pot)
        state.number += 1
        state.deal = deal
        if deal.started:
            self._log(events.GameStarted(state.number))
        places = deal.places
        self._log(events.HandStarted(state.number, places.button, places.small, places.big, dealt))
        return deal.setup

    def next_big_blind(self, *, bomb_pot: bool = False) -> int | None:
        """Return the seat that posts the next hand's big blind; None for a bomb pot, and before the button is drawn."""
        state = self._state
        bomb = state.bomb_lineup(state.number + 1, asked=bomb_pot)
        if state.places is None or bomb is not None or len(self.ready) < 2:
            return None
        return state.next_lineup(state.places).places.big

    def finish(
        self, hand: Hand, payments: Iterable[SevenDeucePayment] = (), *, keeps_seats: bool = False
    ) -> tuple[TableEvent, ...]:
        """Take the played hand back: stacks, payments from them, busts, missed blinds, and players' requests.

        A seat without chips becomes free, except at a cash table; with `keeps_seats` its player may buy chips first.
        """
        deal = self._deal_of(hand)
        if hand.turn is not None:
            raise BadTable(f"the hand is not over: {seat_name(hand.turn)} is to act")
        state = self._state
        happened = list(self._log(events.HandFinished(state.number)))
        stacks = after_payments(hand.stacks, payments)
        for seat in deal.dealt:
            self._set(seat, stack=stacks[seat], new=False, owes_small=False, owes_big=False)
        if self._state.cash and not deal.started and state.places is not None:
            happened += self._log(*debts.miss(state, state.places, deal))
        state.places = deal.places
        state.deal = None
        for seat in deal.dealt:
            if stacks[seat] == 0:
                happened += self._log(events.PlayerBusted(seat, deal.players[seat], deal.setup.stacks[seat]))
        for seat in deal.dealt:
            happened += self._settle(seat, keeps_seat=keeps_seats)
        return tuple(happened)

    def pay(self, payments: Iterable[SevenDeucePayment]) -> tuple[TableEvent, ...]:
        """Pass chips from stack to stack between hands, as for a seven-deuce that is shown after its hand."""
        self._between_hands("chips pass from stack to stack")
        before = self.stacks
        happened: list[TableEvent] = []
        for seat, stack in enumerate(after_payments(before, payments)):
            if stack != before[seat]:
                self._set(seat, stack=stack)
                if not stack:
                    happened += self._log(events.PlayerBusted(seat, self._state.at(seat).player, before[seat]))
        return tuple(happened)

    def void(self, hand: Hand) -> tuple[TableEvent, ...]:
        """Call a hand off after a misdeal: `next_hand` redeals it from another deck (TDA 35).

        Every chip goes back, and button and blinds stay where they are. After substantial action the hand must be
        played out (TDA 36).
        """
        deal = self._deal_of(hand)
        state = self._state
        if hand.over:
            raise BadTable(f"hand {state.number} is already over: finish takes it back")
        if hand.actions[: len(deal.actions)] != deal.actions:
            raise BadTable(f"hand {state.number} lacks actions that the table was saved with: play them first")
        if hand.substantial_action:
            raise BadTable(
                say(
                    "hand {hand} cannot be called off after substantial action, which is three actions, or two with "
                    "chips in the pot: play on (TDA 36)",
                    hand=str(state.number),
                )
            )
        if state.places is None:
            state.first_button = deal.places.button  # not drawn again
        state.deal = None
        happened = list(self._log(events.HandVoided(state.number)))
        for seat in deal.dealt:
            happened += self._settle(seat)
        return tuple(happened)

    # -- saving --------------------------------------------------------------------------------------------------

    def copy(self) -> Table:
        """Return an independent copy of the table, for trying things out."""
        twin = object.__new__(Table)
        twin._state = replace(self._state, seats=list(self._state.seats))  # nothing else in it is ever changed in place
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Table:
        return self.copy()

    def save(self, hand: Hand | None = None) -> str:
        """Save the table as text, even mid-hand: pass the hand, and `Table.load(text).hand` continues it."""
        state = self._state
        if hand is not None:
            state = replace(state, deal=replace(self._deal_of(hand), actions=hand.actions))
        return save_text(state)

    @classmethod
    def load(cls, text: str | bytes) -> Table:
        """Load a table that `save` wrote; a truncated or edited text is refused with a sentence."""
        table = object.__new__(cls)
        table._state = load_text(text)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self._state == other._state

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __repr__(self) -> str:
        now = f"hand {self.number} being played" if self.playing else f"{counted(self.number, 'hand')} played"
        return f"<Table: {len(self.players)} of {len(self._state.seats)} seats taken, {now}>"

    # -- inside --------------------------------------------------------------------------------------------------

    def _set(self, seat: int, **changes: Any) -> None:
        self._state.seats[seat] = replace(self._state.at(seat), **changes)

    def _log(self, *happened: TableEvent) -> tuple[TableEvent, ...]:
        self._state.log = [*self._state.log, *happened][-LOG_LENGTH:]
        return happened

    def _between_hands(self, what: str) -> None:
        if self._state.deal is not None:
            raise BadTable(f"hand {self._state.number} is being played: {what} between hands")

    def _deal_of(self, hand: Hand) -> HandInPlay:
        deal = self._state.deal
        if deal is None:
            raise BadTable("no hand is being played: next_hand starts one")
        must_be(Hand, hand, "a hand: expected the Hand that was played")
        if hand.setup != deal.setup:
            raise BadTable(f"this is another hand: expected hand {self._state.number}, the one that next_hand set up")
        return deal

    def _go(self, seat: int) -> tuple[TableEvent, ...]:
        gone = self._state.at(seat)
        self._state.seats[seat] = None
        self._state.cashed_out += gone.stack
        return self._log(events.PlayerLeft(seat, gone.player, gone.stack))

    def _add(self, seat: int, chips: int) -> tuple[TableEvent, ...]:
        taken = self._state.at(seat)
        self._set(seat, stack=taken.stack + chips)
        self._state.bought_in += chips
        return self._log(events.ToppedUp(seat, taken.player, chips))

    def _settle(self, seat: int, *, keeps_seat: bool = False) -> tuple[TableEvent, ...]:
        """Carry out the requests made during the hand; a seat without chips may become free."""
        taken = self._state.at(seat)
        happened: tuple[TableEvent, ...] = ()
        if taken.take:
            chips = min(taken.take, taken.stack)
            self._set(seat, take=0, stack=taken.stack - chips)
            self._state.cashed_out += chips
            happened += self._log(events.ChipsTaken(seat, taken.player, chips)) if chips else ()
            taken = self._state.at(seat)
        if taken.top_up:
            self._set(seat, top_up=0)
            chips = 0 if taken.leaving else max(0, min(taken.top_up, self._state.buy_in[1] - taken.stack))
            if chips:
                happened += self._add(seat, chips)
            if chips < taken.top_up:
                happened += self._log(events.TopUpLapsed(seat, taken.player, taken.top_up - chips))
        if taken.leaving or not (keeps_seat or self._state.cash or self._state.at(seat).stack):
            happened += self._go(seat)
        return happened
