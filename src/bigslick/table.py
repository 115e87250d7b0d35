"""A table: who sits where with how many chips, and the button, the blinds and what is owed from one hand to the next.

`next_hand` gives the setup of the next hand and `finish` takes the played hand back; nothing but the blinds' places and
the chips crosses from one to the other. What players do during a hand takes effect after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from .blinds import ABSENT, Absent, Places, first_line, next_line, passed, ready
from .cards import to_cards
from .hand import Hand
from .rules import Rules
from .seats import BadTable, ComesIn, Seat
from .setup import MAX_CHIPS, MAX_SEATS, Setup
from .shuffle import Keystream, Seed
from .table_events import (
    BlindMissed,
    ButtonPlaced,
    GameStarted,
    HandFinished,
    HandStarted,
    HandVoided,
    LeaveAnnounced,
    LevelSet,
    PlayerBusted,
    PlayerJoined,
    PlayerLeft,
    SatIn,
    SatOut,
    TableEvent,
    ToppedUp,
    TopUpAnnounced,
    TopUpLapsed,
)
from .table_state import (
    Deal,
    FirstButton,
    Level,
    TableState,
    a_first_button,
    a_level,
    a_way_in,
    amounts,
    pack,
    unpack,
    whole,
)

LOG_LENGTH: Final = 100


class Table:
    """A table of two to ten seats across hands; by default as in a tournament, `Table.cash` for a cash game."""

    __slots__ = ("_state",)

    _state: TableState

    def __init__(
        self,
        seats: int = 9,
        *,
        blinds: tuple[int, int],
        ante: int = 0,
        rules: Rules | None = None,
        first_button: FirstButton = "draw",
        absent: Absent = "blind_off",
        dead_blind_rule: ComesIn = "wait",
        buy_in: tuple[int, int] | None = None,
    ) -> None:
        """Set up an empty table.

        `absent` says what becomes of those who sit out: "blind_off" deals them in and takes their blinds, "skip" does
        not deal them in and keeps account of the blinds they miss. `dead_blind_rule` is how those who owe a blind come
        in when they do not say: "post" it, or "wait" for the big blind. `buy_in` is the least and the most.
        """
        if not 2 <= whole("seats", seats) <= MAX_SEATS:
            raise BadTable(f"a table of {seats} seats cannot be set up: expected 2 to {MAX_SEATS}")
        if absent not in ABSENT:
            raise BadTable(f"absent={absent!r} is not a rule: expected {' or '.join(map(repr, ABSENT))}")
        least, most = (1, MAX_CHIPS) if buy_in is None else amounts("buy_in", buy_in, "the least and the most")
        if not 1 <= least <= most <= MAX_CHIPS:
            raise BadTable(f"buy_in=({least}, {most}): expected the least and the most, from 1 to {MAX_CHIPS}")
        self._state = TableState(
            seats=[None] * seats,
            rules=Rules() if rules is None else rules,
            level=a_level(*amounts("blinds", blinds, "the small and the big blind"), ante),
            buy_in=(least, most),
            absent=absent,
            dead_blind_rule=a_way_in(dead_blind_rule),
            first_button=a_first_button(first_button, seats),
        )

    @classmethod
    def cash(
        cls,
        seats: int = 9,
        *,
        blinds: tuple[int, int],
        ante: int = 0,
        rules: Rules | None = None,
        first_button: FirstButton = "draw",
        dead_blind_rule: ComesIn = "wait",
        buy_in: tuple[int, int] | None = None,
    ) -> Table:
        """A cash table: players come and go, and owe the blinds that they miss."""
        return cls(
            seats,
            blinds=blinds,
            ante=ante,
            rules=Rules.cash() if rules is None else rules,
            first_button=first_button,
            absent="skip",
            dead_blind_rule=dead_blind_rule,
            buy_in=buy_in,
        )

    # -- what is -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Every chair: who sits there, or None."""
        return tuple(self._state.seats)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips by seat, 0 where nobody sits; during a hand what each had when it began."""
        return tuple(0 if seat is None else seat.stack for seat in self._state.seats)

    @property
    def players(self) -> dict[int, str]:
        """Who sits where."""
        return {number: seat.player for number, seat in enumerate(self._state.seats) if seat is not None}

    @property
    def rules(self) -> Rules:
        """The rules of every hand."""
        return self._state.rules

    @property
    def level(self) -> Level:
        """Blinds and ante of the next hand."""
        return self._state.level

    @property
    def places(self) -> Places | None:
        """Where button and blinds are in this hand or were in the last; None before the first."""
        deal = self._state.deal
        return self._state.places if deal is None else deal.places

    @property
    def number(self) -> int:
        """How many hands were started."""
        return self._state.number

    @property
    def playing(self) -> bool:
        """Whether a hand was started and not yet finished."""
        return self._state.deal is not None

    @property
    def hand(self) -> Hand | None:
        """The hand being played, from its setup and the actions that were saved with the table; None between hands."""
        deal = self._state.deal
        if deal is None:
            return None
        hand = Hand(deal.setup)
        for action in deal.actions:
            hand.act(action)
        return hand

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that could be dealt in to the next hand; with fewer than two there is none."""
        return ready(self._state.seats, self._state.absent)

    @property
    def bought_in(self) -> int:
        """All chips that ever came to the table."""
        return self._state.bought_in

    @property
    def cashed_out(self) -> int:
        """All chips that ever left it."""
        return self._state.cashed_out

    @property
    def log(self) -> tuple[TableEvent, ...]:
        """What happened between the last hands."""
        return tuple(self._state.log)

    def seat_of(self, player: str) -> int:
        """The seat of a player."""
        for number, seat in enumerate(self._state.seats):
            if seat is not None and seat.player == player:
                return number
        raise BadTable(f"{player!r} does not sit at this table")

    def absent(self, seat: int) -> bool:
        """Whether somebody else acts for the seat: its player sits out or is leaving (TDA 30: his hand is killed)."""
        taken = self._at(seat)
        return taken.sitting_out or taken.leaving

    # -- coming and going ----------------------------------------------------------------------------------------

    def join(self, player: str, seat: int | None = None, *, chips: int, comes_in: ComesIn | None = None) -> int:
        """Seat a player with chips, at the first free seat if none is named; the seat he got.

        Who comes to a cash game under way owes a big blind: he posts it, or waits for it.
        """
        state = self._state
        if not isinstance(player, str) or not player:
            raise BadTable(f"player={player!r}: expected a name")
        if player in self.players.values():
            raise BadTable(f"{player!r} sits at this table already, at seat {self.seat_of(player)}")
        if state.deal is not None and not self._cash:
            raise BadTable("a hand is being played: players are seated between hands (TDA 8-A)")
        if seat is None:
            seat = next((number for number, taken in enumerate(state.seats) if taken is None), None)
            if seat is None:
                raise BadTable(f"all {len(state.seats)} seats are taken")
        elif (taken := state.seats[self._seat(seat)]) is not None:
            raise BadTable(f"seat {seat} is taken by {taken.player!r}")
        least, most = state.buy_in
        if not least <= whole("chips", chips) <= most:
            raise BadTable(f"{player!r} cannot buy in for {chips}: expected {least} to {most}")
        self._check_total(chips)
        under_way = state.places is not None or state.deal is not None
        state.seats[seat] = Seat(
            player=player,
            stack=chips,
            new=under_way,
            owes_big=under_way and self._cash,
            comes_in=state.dead_blind_rule if comes_in is None else a_way_in(comes_in),
        )
        state.bought_in += chips
        self._tell(PlayerJoined(seat, player, chips))
        return seat

    def leave(self, seat: int) -> tuple[TableEvent, ...]:
        """Let a player go with his chips; out of a hand he goes when it is over."""
        taken = self._at(seat)
        if not self._in_hand(seat):
            return self._go(seat)
        if taken.leaving:
            raise BadTable(f"{taken.player!r} is already leaving when the hand is over")
        self._set(seat, leaving=True)
        return self._tell(LeaveAnnounced(seat, taken.player))

    def sit_out(self, seat: int) -> tuple[TableEvent, ...]:
        """Let a player be away, from the next hand on if he is in one."""
        taken = self._at(seat)
        if taken.sitting_out:
            raise BadTable(f"{taken.player!r} at seat {seat} sits out already")
        self._set(seat, sitting_out=True)
        return self._tell(SatOut(seat, taken.player))

    def sit_in(self, seat: int, how: ComesIn | None = None) -> tuple[TableEvent, ...]:
        """Let a player back into the game, keep one who was leaving, or change how somebody who waits comes in.

        Who owes blinds either posts them ("post": the big blind live, the small blind dead, only what he missed) or is
        dealt in when the big blind reaches him ("wait").
        """
        taken = self._at(seat)
        if not (taken.sitting_out or taken.leaving or taken.owes):
            raise BadTable(f"{taken.player!r} at seat {seat} does not sit out, and owes nothing")
        if taken.stack == 0:
            raise BadTable(f"{taken.player!r} at seat {seat} has no chips: top up first")
        if how is not None and not self._cash:
            raise BadTable("nobody owes missed blinds in a tournament: those who are away are blinded off")
        comes_in = self._state.dead_blind_rule if how is None else a_way_in(how)
        self._set(seat, sitting_out=False, leaving=False, comes_in=comes_in)
        return self._tell(SatIn(seat, taken.player, comes_in if taken.owes else None))

    def top_up_range(self, seat: int) -> range:
        """The chips that a player may add: up to the largest buy-in, and without a chip at least the smallest."""
        taken = self._at(seat)
        least, most = self._state.buy_in
        missing = least - taken.top_up if taken.stack == 0 else 1
        return range(max(1, missing), most - taken.stack - taken.top_up + 1)

    def top_up(self, seat: int, chips: int) -> tuple[TableEvent, ...]:
        """Sell a player chips within the buy-in; in a hand he gets them when it is over (table stakes)."""
        taken = self._at(seat)
        least, most = self._state.buy_in
        legal = self.top_up_range(seat)
        if whole("chips", chips) < 1:
            raise BadTable(f"{taken.player!r} cannot top up by {chips}: expected at least 1")
        if chips >= legal.stop:
            more = legal.stop - 1
            raise BadTable(f"{taken.player!r} cannot top up by {chips}: the most to play with is {most}, {more} more")
        if chips < legal.start:
            raise BadTable(f"{taken.player!r} has no chips and cannot buy in for {chips}: expected {least} to {most}")
        self._check_total(chips)
        if self._in_hand(seat):
            self._set(seat, top_up=taken.top_up + chips)
            return self._tell(TopUpAnnounced(seat, taken.player, chips))
        return self._add(seat, chips)

    def remove_busted(self) -> tuple[TableEvent, ...]:
        """Free the seats of those without chips; in a tournament that happens after every hand by itself."""
        self._between_hands("seats are cleared")
        events: tuple[TableEvent, ...] = ()
        for number, seat in enumerate(self._state.seats):
            if seat is not None and seat.stack == 0:
                events += self._go(number)
        return events

    # -- blinds and button ---------------------------------------------------------------------------------------

    def set_level(self, small: int, big: int, ante: int = 0) -> tuple[TableEvent, ...]:
        """Change blinds and ante for the hands to come (TDA 23: a hand is played at the level it began with)."""
        self._between_hands("blinds change")
        self._state.level = level = a_level(small, big, ante)
        return self._tell(LevelSet(level.small, level.big, level.ante))

    def place_button(self, where: FirstButton) -> tuple[TableEvent, ...]:
        """Begin anew as at the first hand, as after seats were redrawn: nobody is new and nobody owes a blind."""
        self._between_hands("the button is placed")
        state = self._state
        state.first_button = a_first_button(where, len(state.seats))
        state.places = None
        for number, seat in enumerate(state.seats):
            if seat is not None:
                self._set(number, new=False, owes_small=False, owes_big=False)
        return self._tell(ButtonPlaced(where))

    # -- hands ---------------------------------------------------------------------------------------------------

    def next_hand(
        self,
        *,
        stream: Keystream | None = None,
        seed: Seed | None = None,
        deck: Iterable[object] | str | None = None,
    ) -> Setup:
        """The setup of the next hand: button and blinds move, and those who are due are dealt in.

        The pack is `deck`, or that of `stream` or of `seed` for the number of this hand, so that one seed does for the
        whole life of a table; without any of them it is keyed from the operating system. A first button is drawn from
        the same source.
        """
        self._between_hands("the next hand starts")
        state = self._state
        if stream is not None and seed is not None:
            raise BadTable("a stream is given and also a seed: expected one of them")
        there = self.ready
        if len(there) < 2:
            raise BadTable(f"{len(there)} of {len(state.seats)} seats could be dealt in: a hand needs two players")
        source = Keystream(seed) if stream is None else stream
        number = state.number + 1
        if state.places is None:
            button = state.first_button
            if button == "draw":
                button = there[source.derive("button", number).below(len(there))]
            line = first_line(state.seats, state.absent, there[-1] if button == "highest" else button)
        else:
            blinds = state.level.small, state.level.big
            line = next_line(state.seats, state.places, state.rules.button, state.absent, blinds)
        places = line.places
        setup = Setup(
            stacks=tuple(chips if seat in line.dealt else 0 for seat, chips in enumerate(self.stacks)),
            button=places.button,
            small_blind_seat=places.small if places.small in line.dealt else None,
            big_blind_seat=places.big,
            small_blind=state.level.small,
            big_blind=state.level.big,
            ante=state.level.ante,
            posts=line.posts,
            deck=source.derive("hand", number).shuffled() if deck is None else tuple(to_cards(deck)),
            rules=state.rules,
        )
        state.number = number
        state.deal = Deal(setup=setup, places=places, players=self.players, started=line.started)
        if line.started:
            self._tell(GameStarted(number))
        self._tell(HandStarted(number, places.button, places.small, places.big, line.dealt))
        return setup

    def finish(self, hand: Hand) -> tuple[TableEvent, ...]:
        """Take the played hand back: stacks, busts, missed blinds, and what was asked for during it."""
        deal = self._deal_of(hand)
        if not hand.over:
            raise BadTable(f"the hand is not over: seat {hand.turn} is to act")
        state = self._state
        told = list(self._tell(HandFinished(state.number)))
        stacks = hand.stacks
        for seat in deal.dealt:
            self._set(seat, stack=stacks[seat], new=False, owes_small=False, owes_big=False)
        if self._cash and not deal.started and state.places is not None:
            told += self._miss(state.places, deal)
        state.places = deal.places
        state.deal = None
        for seat in deal.dealt:
            if stacks[seat] == 0:
                told += self._tell(PlayerBusted(seat, deal.players[seat], deal.setup.stacks[seat]))
        for seat in deal.dealt:
            told += self._settle(seat)
        return tuple(told)

    def void(self) -> tuple[TableEvent, ...]:
        """Undo `next_hand` after a misdeal: no chip changes hands, and the next hand has another pack (TDA 35)."""
        deal = self._state.deal
        if deal is None:
            raise BadTable("no hand is being played: nothing to undo")
        self._state.deal = None
        told = list(self._tell(HandVoided(self._state.number)))
        for seat in deal.dealt:
            told += self._settle(seat)
        return tuple(told)

    # -- saving --------------------------------------------------------------------------------------------------

    def copy(self) -> Table:
        """An independent table in the same position, to try something on."""
        twin = object.__new__(Table)
        twin._state = replace(self._state, seats=list(self._state.seats))  # all else in it is never changed in place
        return twin

    def save(self, hand: Hand | None = None) -> str:
        """The table as text, in the middle of a hand too: give the hand, and `Table.load(text).hand` continues it."""
        state = self._state
        if hand is not None:
            state = replace(state, deal=replace(self._deal_of(hand), actions=hand.actions))
        return pack(state)

    @classmethod
    def load(cls, text: str | bytes) -> Table:
        """A table from what `save` wrote; refused with a sentence if it was cut off or edited."""
        table = object.__new__(cls)
        table._state = unpack(text)
        return table

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self._state == other._state

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __repr__(self) -> str:
        now = f"hand {self.number} being played" if self.playing else f"{self.number} hands played"
        return f"<Table: {len(self.players)} of {len(self._state.seats)} seats taken, {now}>"

    # -- inside --------------------------------------------------------------------------------------------------

    @property
    def _cash(self) -> bool:
        return self._state.absent == "skip"

    def _seat(self, seat: Any) -> int:
        count = len(self._state.seats)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < count:
            raise BadTable(f"seat {seat!r} does not exist: expected a seat from 0 to {count - 1}")
        return seat

    def _at(self, seat: int) -> Seat:
        taken = self._state.seats[self._seat(seat)]
        if taken is None:
            raise BadTable(f"nobody sits at seat {seat}")
        return taken

    def _set(self, seat: int, **changes: Any) -> None:
        self._state.seats[seat] = replace(self._at(seat), **changes)

    def _tell(self, *events: TableEvent) -> tuple[TableEvent, ...]:
        self._state.log = [*self._state.log, *events][-LOG_LENGTH:]
        return events

    def _in_hand(self, seat: int) -> bool:
        deal = self._state.deal
        return deal is not None and seat in deal.dealt

    def _between_hands(self, what: str) -> None:
        if self._state.deal is not None:
            raise BadTable(f"hand {self._state.number} is being played: {what} between hands")

    def _deal_of(self, hand: Hand) -> Deal:
        deal = self._state.deal
        if deal is None:
            raise BadTable("no hand is being played: next_hand starts one")
        if hand.setup != deal.setup:
            raise BadTable(f"this is another hand: expected the one of the setup of hand {self._state.number}")
        return deal

    def _check_total(self, chips: int) -> None:
        total = sum(seat.stack + seat.top_up for seat in self._state.seats if seat is not None)
        if total + chips > MAX_CHIPS:
            raise BadTable(f"{chips} more chips would make {total + chips} at this table: expected at most {MAX_CHIPS}")

    def _go(self, seat: int) -> tuple[TableEvent, ...]:
        gone = self._at(seat)
        self._state.seats[seat] = None
        self._state.cashed_out += gone.stack
        return self._tell(PlayerLeft(seat, gone.player, gone.stack))

    def _add(self, seat: int, chips: int) -> tuple[TableEvent, ...]:
        taken = self._at(seat)
        self._set(seat, stack=taken.stack + chips)
        self._state.bought_in += chips
        return self._tell(ToppedUp(seat, taken.player, chips))

    def _settle(self, seat: int) -> tuple[TableEvent, ...]:
        """What a player asked for during the hand; a seat without chips is free again, except at a cash table."""
        taken = self._at(seat)
        told: tuple[TableEvent, ...] = ()
        if taken.top_up:
            self._set(seat, top_up=0)
            chips = 0 if taken.leaving else max(0, min(taken.top_up, self._state.buy_in[1] - taken.stack))
            if chips:
                told += self._add(seat, chips)
            if chips < taken.top_up:
                told += self._tell(TopUpLapsed(seat, taken.player, taken.top_up - chips))
        if taken.leaving or (not self._cash and self._at(seat).stack == 0):
            told += self._go(seat)
        return told

    def _miss(self, last: Places, deal: Deal) -> Iterable[TableEvent]:
        """Charge those whom a blind passed while they were not dealt in; a newcomer owes no small blind."""
        small, big = passed(last, deal.places, len(self._state.seats))
        for number, seat in enumerate(self._state.seats):
            if seat is None or seat.player != deal.players.get(number) or number in deal.dealt:
                continue
            if number in big and not seat.owes_big:
                self._set(number, owes_big=True)
                yield from self._tell(BlindMissed(number, seat.player, "big"))
            if number in small and not seat.owes_small and not seat.new:
                self._set(number, owes_small=True)
                yield from self._tell(BlindMissed(number, seat.player, "small"))
