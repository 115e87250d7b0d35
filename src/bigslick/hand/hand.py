"""One hand of hold'em: start it, ask whose turn it is and what they may do, act, and read what happened.

The setup and the actions are the truth. The state lives in the core, and events are read from a replay on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from bigslick.cards import Card, cards_html, format_cards
from bigslick.checks import must_be
from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.notebook import Html, html_table
from bigslick.rules import Rules
from bigslick.shuffle import Seed

from ._options import OptionsCache
from .actions import Action, IllegalAction
from .codec import decode, encode, may_muck, step
from .events import STREETS, Event, PotAwarded, Shown, Street
from .log import events_of_step, known
from .options import Options
from .refusals import refuse, seat_name
from .setup import BadSetup, Blinds, Post, Setup, check_seat, make_setup
from .status import Status, statuses_of
from .why import Why, explain, explain_all

FORMAT = "bigslick.hand/1"
# Options are frozen, so all hands share those that are equal.
OPTIONS: Final = OptionsCache(Options)


class Pot(msgspec.Struct, frozen=True):
    """Chips in the middle and the seats that may win them."""

    amount: int
    seats: tuple[int, ...]


class PotAward(msgspec.Struct, frozen=True):
    """A pot and who won it: the winning seats, what each got, and the odd chips among that."""

    amount: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    shares: dict[int, int]
    odd_chips: dict[int, int]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand ended."""

    stacks: tuple[int, ...]
    pots: tuple[PotAward, ...]
    """The main pot first."""
    payouts: dict[int, int]
    """Chips won from the pots, by seat."""
    refunds: dict[int, int]
    """Uncalled chips returned, by seat."""
    show_order: tuple[int, ...]
    """The seats that tabled their hands, in order; empty without a showdown."""
    all_in_showdown: bool
    """Whether someone was all-in, so that all hands were tabled at once."""
    busted: tuple[int, ...]
    """The seats left without a chip."""


class _SavedHand(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    setup: Setup
    actions: tuple[Action, ...]


class Hand:
    """A hand in progress or at its end."""

    __slots__ = ("_codes", "_read", "_setup", "_state")

    _setup: Setup
    _state: State
    _codes: tuple[int, ...]
    _read: tuple[int, tuple[Event, ...], State]
    """How many actions have been read into events, the events, and the state they led to, which stays as it is."""

    def __init__(self, setup: Setup) -> None:
        must_be(Setup, setup, "a setup: expected a Setup, or say Hand.start(stacks=[...], blinds=(10, 20))")
        self._setup = setup
        self._state = State(setup.terms())
        self._state.begin()
        self._codes = ()
        self._read = (-1, (), self._state)

    @classmethod
    def start(
        cls,
        stacks: Sequence[int | None],
        blinds: Blinds,
        button: int = 0,
        *,
        seed: Seed | None = None,
        deck: Iterable[object] | str | None = None,
        holes: Mapping[int, str | Iterable[object]] | None = None,
        board: str | Iterable[object] = "",
        ante: int = 0,
        rules: Rules | None = None,
        small_blind_seat: int | Literal["auto"] | None = "auto",
        big_blind_seat: int | Literal["auto"] | None = "auto",
        straddles: Mapping[int, int] | None = None,
        posts: Iterable[Post] = (),
        min_bet: int = 0,
        small_bet: int = 0,
        big_bet: int = 0,
    ) -> Hand:
        """Start a hand: `Hand.start(stacks=[1000, 1000, 1000], blinds=(10, 20), button=0, seed=7)`.

        `stacks` has an entry for each seat; None or 0 is an empty seat. `blinds=20` is 10/20: a single number is the
        big blind, and the small blind is half of it, rounded down. `seed` or `deck` fix the cards, else the
        operating system keys the shuffle; `holes={0: "AhKd"}` and `board="..."` place cards and leave the rest random.
        `ante` is the amount, and `rules` say who pays it. `small_blind_seat=None` is a dead small blind, "auto" takes
        the seats left of the button, and so for `big_blind_seat`. `straddles={3: 40}` and
        `posts=[Post(5, live=20, dead=10)]` come on top. `min_bet`, `small_bet` and `big_bet` are for games where they
        do not follow from the big blind.
        """
        return cls(
            make_setup(
                stacks,
                blinds,
                button,
                seed=seed,
                deck=deck,
                holes=holes,
                board=board,
                ante=ante,
                rules=rules,
                small_blind_seat=small_blind_seat,
                big_blind_seat=big_blind_seat,
                straddles=straddles,
                posts=posts,
                min_bet=min_bet,
                small_bet=small_bet,
                big_bet=big_bet,
            )
        )

    # -- what is -------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """What the hand started from."""
        return self._setup

    @property
    def state(self) -> State:
        """The state in the core, to read from; acting on it directly leaves no trace in this hand."""
        return self._state

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the hand is over."""
        turn = self._state.turn
        return turn if turn >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self._state.street == codes.OVER

    @property
    def street(self) -> Street:
        """The street being played; a hand that is over stays at the street of its last action or at the showdown."""
        street = self._state.street
        if street < codes.OVER:
            return STREETS[street]
        if self._state.shows:
            return "showdown"
        return STREETS[max(0, self._state.board_count - 2)]

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return self._state.stacks()

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front on this street, by seat."""
        return self._state.bets()

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips put in over the whole hand that others must match, by seat; dead chips are not among them."""
        return self._state.committed()

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets in front included."""
        return self._state.middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, main pot first; before the showdown the chips of the streets that are done."""
        return tuple([Pot(amount, _seats(bits)) for amount, bits in self._state.layers()])

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far; unknown cards are left out."""
        return known(self._state.board_cards())

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that may still win a pot."""
        return self._state.live_seats()

    @property
    def statuses(self) -> tuple[Status, ...]:
        """Whether each seat is active, folded, all-in, busted or empty."""
        return statuses_of(self._state)

    @property
    def current_bet(self) -> int:
        """The total that a call must match on this street; 0 when nothing is bet."""
        return self._state.current

    @property
    def last_full_raise(self) -> int:
        """The last full bet or raise of this street, which the next must at least equal; 0 once betting is over.

        When a street opens it is the minimum bet, before the flop at least the highest blind or straddle, and in
        fixed-limit always the bet of the street. A short all-in does not change it.
        """
        return self._state.full_raise()

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since betting was last opened: by the street, or by a full bet or raise."""
        return self._state.acted_seats()

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that may bet or raise as the betting stands, on their turn; a full raise opens it to more.

        Such a seat has not acted, or faces a full raise since it did (`reopening` says which); it has more chips than
        a call takes; the limit leaves a raise; and an opponent could still put in more.
        """
        return self._state.open_seats()

    def hole(self, seat: int) -> tuple[Card, ...]:
        """The two cards of a seat; empty where no record names them or the seat was not dealt in."""
        if self._setup.stacks[check_seat("seat", seat, self._setup.seats)] == 0:
            return ()
        return known(self._state.holes(seat))

    def busted_by(self, seat: int) -> int | None:
        """The seat that knocked this one out: it won the last pot the busted seat could claim.

        Of a split pot, the winner first left of the button; None if the seat did not bust.
        """
        check_seat("seat", seat, self._setup.seats)
        if not self.over or not self._setup.stacks[seat] or self._state.stacks()[seat]:
            return None
        return self._state.winner_over(seat)

    @property
    def options(self) -> Options | None:
        """What the seat to act may do; None when the hand is over."""
        state = self._state
        seat = state.turn
        if seat < 0:
            return None
        if state.street == codes.SHOWDOWN:
            return Options(seat=seat, show=True, muck=may_muck(state, seat))
        options: Options = OPTIONS.of(state)
        return options

    # -- acting --------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do what the seat to act wants, or raise `IllegalAction` and change nothing."""
        state = self._state
        code = encode(state, action)
        refusal = step(state, code)
        if refusal:
            refuse(state, action, refusal)
        self._codes += (code,)

    def why(self, action: Action) -> Why:
        """Whether the seat to act may do this, with the rule and the numbers behind it; nothing is done.

        `print(hand.why(Raise(to=50)))`: where `act` would refuse, the sentence is the refusal's.
        """
        return explain(self, action)

    def explain(self) -> tuple[Why, ...]:
        """Why the seat to act may do each kind of action, or may not; a wager stands for its range."""
        return explain_all(self)

    def copy(self) -> Hand:
        """An independent hand in the same position."""
        twin = object.__new__(Hand)
        twin._setup = self._setup
        twin._state = self._state.copy()
        twin._codes = self._codes
        twin._read = self._read
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: object) -> Hand:
        return self.copy()

    def save(self) -> str:
        """The hand as JSON text; `Hand.load` continues it."""
        return msgspec.json.encode(_SavedHand(FORMAT, self._setup, self.actions), enc_hook=int).decode()

    @classmethod
    def load(cls, text: str | bytes) -> Hand:
        """A hand from what `save` wrote: the setup is checked and every action is played again."""
        try:
            saved = msgspec.json.decode(text, type=_SavedHand)
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            raise BadSetup(f"this is not a saved hand: {error}") from None
        if saved.format != FORMAT:
            raise BadSetup(f"this is not a saved hand: its format is {saved.format!r}, expected {FORMAT!r}")
        hand = cls(saved.setup)
        for number, action in enumerate(saved.actions):
            try:
                hand.act(action)
            except IllegalAction as error:
                raise BadSetup(f"this saved hand is damaged: {error}", f"action {number + 1}") from None
        return hand

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._setup == other._setup and self._codes == other._codes

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def __repr__(self) -> str:
        turn = "over" if self.turn is None else f"{seat_name(self.turn)} to act"
        board = f"{format_cards(self.board, ' ')}, " if self.board else ""
        return f"<Hand: {len(self._setup.dealt)} players, {self.street}, {board}pot {self.pot}, {turn}>"

    def _repr_html_(self) -> str:
        rows = []
        for seat in self._setup.dealt:
            cards = cards_html(self.hole(seat)) if seat in self.live else "folded"
            marks = ["button"] if seat == self._setup.button else []
            marks += ["to act"] if seat == self.turn else []
            rows.append((seat, cards, f"{self.stacks[seat]:,}", f"{self.bets[seat]:,}", ", ".join(marks)))
        caption = Html(f"{self.street}: {cards_html(self.board)}, pot {self.pot:,}")
        named = [(seat_name(seat), *cells) for seat, *cells in sorted(rows)]
        return html_table(("", "hole", "stack", "bet", ""), named, caption)

    # -- what happened -------------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far; raises always say `to`."""
        state = State(self._state.terms)
        state.begin()
        done: list[Action] = []
        for code in self._codes:
            done.append(decode(state, code))
            step(state, code)
        return tuple(done)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, from the first post on."""
        count, events, then = self._read
        if count != len(self._codes):
            events += tuple(self._events_since(count, then))
            self._read = (len(self._codes), events, self._state.copy())
        return events

    def _events_since(self, count: int, then: State) -> Iterator[Event]:
        """The events since `count` actions had led to the state `then`; -1 is before the hand began."""
        state = State(then.terms) if count < 0 else then.copy()
        state.keep_log()
        if count < 0:
            state.begin()
            yield from events_of_step(state, self._setup, None)
        for code in self._codes[max(0, count) :]:
            before = state.current
            step(state, code)
            yield from events_of_step(state, self._setup, before)

    @property
    def result(self) -> Result | None:
        """How the hand ended; None while it is being played."""
        state = self._state
        if state.street != codes.OVER:
            return None
        events = self.events
        stacks = state.stacks()
        awards: list[PotAward] = []
        for number, (amount, bits) in enumerate(state.layers()):
            shares = {e.seat: e.amount for e in events if isinstance(e, PotAwarded) and e.pot == number}
            unit = self._setup.rules.odd_chip_unit
            even = amount // (len(shares) * unit) * unit
            odd = {seat: chips - even for seat, chips in shares.items() if chips > even}
            awards.append(PotAward(amount, _seats(bits), tuple(sorted(shares)), shares, odd))
        return Result(
            stacks=stacks,
            pots=tuple(awards),
            payouts={seat: chips for seat, chips in enumerate(state.winnings()) if chips},
            refunds={seat: chips for seat, chips in enumerate(state.refunds()) if chips},
            show_order=tuple(e.seat for e in events if isinstance(e, Shown)),
            all_in_showdown=bool(state.all_in_showdown),
            busted=tuple(seat for seat in range(len(stacks)) if self._setup.stacks[seat] and not stacks[seat]),
        )


@cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(codes.MAX_SEATS) if bits >> seat & 1)
