# cython: auto_pickle=False, nonecheck=True
"""One hand of hold'em: start it, ask whose turn it is and what they can do, act, and read what happened.

Setup and actions define the hand. The state lives in the core, and events are replayed on demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Never

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import DECK, Card, board_caption, cards_html, format_cards
from bigslick.checks import must_be
from bigslick.core import bits as seat_bits
from bigslick.core import chips as core_chips
from bigslick.core.codes import CALL, FOLD, LIVE, MAX_SEATS, OVER, RIVER, SHOWDOWN
from bigslick.core.hand import State
from bigslick.notebook import html_table
from bigslick.rules import Rules
from bigslick.shuffle import Seed

from . import _options as offered
from . import _past as pasts
from . import _start as starts
from . import codec, log, saved
from . import setup as setups
from ._options import OptionsCache
from ._start import Start
from .actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Raise
from .codec import MUCK, decode, encode, may_muck
from .events import STREETS, Event, Street
from .options import Options
from .refusals import refuse, seat_name
from .result import NotOver, Pot, PotAward, Result
from .setup import BadSetup, Blinds, Post, Setup, check_seat
from .status import Status, statuses_of
from .substantial import in_turn, substantial_action
from .why import Why, explain, explain_all

COMPILED = cython.compiled

# Options are frozen, so hands share equal ones.
CHOICES = OptionsCache(Options)
# The default arguments of Hand.start.
NO_BOARD, AUTO, NO_POSTS, NOTHING = "", "auto", (), 0

# Local aliases, which compiled code finds without a lookup.
CARDS, MUCKS = DECK, MUCK
FOLDS, CHECKS, CALLS, BETS, RAISES, ALL_INS = Fold, Check, Call, Bet, Raise, AllIn


class Hand:
    """A hand, in progress or finished: `Hand.start` starts one, and `Hand.load` continues a saved one."""

    __slots__ = ("_count", "_events", "_past", "_shared", "_start", "_state")

    # Anything but one setup gets the sentence below.
    def __init__(self, setup: Setup = None, *more: Never, **named: Never) -> None:  # type: ignore[assignment]
        given = (setup, *more, *named.values()) if more or named else setup
        must_be(Setup, given, "a setup: expected a Setup, or say Hand.start(stacks=[...], blinds=(10, 20))")
        self._start = starts.from_setup(setup)
        self._state = starts.begun(self._start.terms)
        self._shared = False  # whether a copy reads the same state: if so, the next action takes a new one
        self._past = pasts.past_of([])
        self._count = 0
        self._events: tuple[Event, ...] | None = None

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
        second_board: str | Iterable[object] = "",
        ante: int = 0,
        rules: Rules | None = None,
        small_blind_seat: int | Literal["auto"] | None = "auto",
        big_blind_seat: int | Literal["auto"] | None = "auto",
        straddles: Mapping[int, int] | None = None,
        posts: Iterable[Post] = (),
        bomb_pot: bool = False,
        double_board: bool = False,
        min_bet: int = 0,
        small_bet: int = 0,
        big_bet: int = 0,
    ) -> Hand:
        """Start a hand: `Hand.start(stacks=[1000, 1000, 1000], blinds=(10, 20), button=0, seed=7)`.

        `stacks` has an entry for each seat; None or 0 is an empty seat. `blinds=20` is 10/20: a single number is the
        big blind, and the small blind is half of it, rounded down. `seed` or `deck` fixes the cards; otherwise the
        operating system supplies the seed. `holes={0: "AhKd"}` and `board="..."` place cards and leave the rest random.
        `ante` is the amount, and `rules` say who pays it. `small_blind_seat=None` is a dead small blind, and "auto"
        takes the seat left of the button; `big_blind_seat` works the same way. `straddles={3: 40}` and `posts=[Post(5,
        live=20, dead=10)]` come on top. In a `bomb_pot` everyone pays the ante, no one posts a blind, and betting
        begins on the flop. With `double_board=True` two boards are dealt from the flop on, each for half of every pot,
        and `second_board="..."` places the cards of the second. Use `min_bet`, `small_bet` and `big_bet` for games
        where they do not follow from the big blind.
        """
        if (
            holes is None
            and board is NO_BOARD
            and small_blind_seat is AUTO
            and big_blind_seat is AUTO
            and straddles is None
            and posts is NO_POSTS
            and second_board is NO_BOARD
            and bomb_pot is False
            and double_board is False
            and min_bet is NOTHING
            and small_bet is NOTHING
            and big_bet is NOTHING
        ):
            plain = starts.from_numbers(stacks, blinds, button, seed, deck, ante, rules)
            if plain is not None:
                return begin(plain)
        rules = setups.read_rules(rules)
        row = setups.read_stacks(stacks, button)
        small_blind, big_blind = setups.read_blinds(blinds)
        small_seat, big_seat = setups.read_blind_seats(row, button, small_blind_seat, big_blind_seat, bomb_pot)
        second = setups.read_second_board(second_board, double_board)
        return cls(
            Setup(
                stacks=row,
                button=button,
                small_blind_seat=small_seat,
                big_blind_seat=big_seat,
                small_blind=small_blind,
                big_blind=big_blind,
                ante=ante,
                straddles=setups.read_straddles(straddles),
                posts=setups.read_posts(posts),
                bomb_pot=bomb_pot,
                double_board=double_board,
                min_bet=min_bet,
                small_bet=small_bet,
                big_bet=big_bet,
                deck=setups.read_deck(setups.dealing_order(row, button), rules.burn, seed, deck, holes, board, second),
                rules=rules,
            )
        )

    # -- what is -------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The hand's setup."""
        found: Setup = starts.setup_of(self._start)
        return found

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the hand is over."""
        turn = self._state.turn
        return turn if turn >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self._state.street == OVER

    @property
    def street(self) -> Street:
        """The street being played; a finished hand stays at its last street or at the showdown."""
        return STREETS[street_of(self._state)]

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
        """Chips put in over the whole hand that others must match, by seat; dead chips do not count."""
        return self._state.committed()

    @property
    def pot(self) -> int:
        """All chips in the middle, including the bets in front."""
        return self._state.middle

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots, main pot first; before the showdown, the chips from finished streets."""
        return pots_of(self._state)

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far, without unknown cards."""
        return board_of(self._state)

    @property
    def boards(self) -> tuple[tuple[Card, ...], ...]:
        """Every board of the hand: one, the two of a double board, or as many as were run out; `board` is the first."""
        return boards_of(self._state)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that can still win a pot."""
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
        """The last full bet or raise on this street; 0 once betting is over.

        The next raise must be at least as large, unless a short all-in came first and `reopening` is "any" or "every".
        When a street opens this is the minimum bet; before the flop it is at least the highest blind or straddle, and
        in fixed-limit it is always the street's bet. A short all-in does not change it.
        """
        return self._state.full_raise()

    @property
    def acted(self) -> tuple[int, ...]:
        """The live seats that have acted since the street or a full bet or raise last opened the betting."""
        return self._state.acted_seats()

    @property
    def may_raise(self) -> tuple[int, ...]:
        """The seats that can bet or raise on their turn, after the betting so far.

        Such a seat has not acted, or has faced a full raise since (`reopening` says which count); it has more chips
        than a call takes; the limit allows another raise; and an opponent could still put in more.
        """
        return self._state.open_seats()

    def hole(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's two cards; empty if they are not in the record or the seat was not dealt in."""
        return hole_of(self._state, check_seat("seat", seat, self._state.seats))

    def busted_by(self, seat: int) -> int | None:
        """Return the seat that knocked this one out by winning the last pot it could claim.

        If that pot was split, return the first winner left of the button. None if the seat did not bust.
        """
        state = self._state
        chair = check_seat("seat", seat, state.seats)
        if state.street != OVER or state.terms.stack[chair] == 0 or state.stack[chair] > 0:
            return None
        return state.winner_over(chair)

    @property
    def options(self) -> Options | None:
        """The options of the seat to act; None when the hand is over."""
        found: Options | None = options_of(self._state)
        return found

    # -- acting --------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Act for the seat to act, or raise `IllegalAction` and change nothing."""
        count = self._count
        code = self.code_of(action)
        if code == UNUSUAL:
            code = encode(self._state.copy(), action)
            if self._count != count:  # an amount can be an object that acts on the hand when it is compared
                raise IllegalAction("the hand went on while this action was read", "one action at a time")
        state = self._state
        if self._shared:
            state = state.copy()
        kept = codec.mark(state, code)
        refusal = pasts.step(state, code)
        if refusal:
            refuse(state.copy(), action, refusal)
        self._past = self._past.until(self._count)
        self._past.codes.append(kept)
        self._count += 1
        self._state = state
        self._shared = False

    def code_of(self, action: Any) -> int:
        """Return the core's int for a plain action that may be legal; UNUSUAL for the rest, which `encode` handles."""
        state = self._state
        if state.turn < 0 or state.street > RIVER or state.offered:
            return UNUSUAL
        kind = type(action)
        if kind is CALLS:
            return CALL if state.to_call > 0 else UNUSUAL
        if kind is CHECKS:
            return CALL if state.to_call == 0 else UNUSUAL
        if kind is FOLDS:
            return FOLD
        if kind is RAISES or kind is BETS:
            if (state.current > 0) != (kind is RAISES):
                return UNUSUAL
            to = starts.whole_chips(action.to)
            return to if to > 0 else UNUSUAL
        if kind is ALL_INS:
            total = offered.all_in_total(state)
            if total >= 0:
                return total if total > state.current else CALL
        return UNUSUAL

    def why(self, action: Action) -> Why:
        """Explain whether the seat to act can do this, with the rule and the numbers behind it, without doing it.

        `print(hand.why(Raise(to=50)))`: if `act` would refuse, the sentence is the refusal's.
        """
        still = self.copy()  # the hand may continue meanwhile
        return explain(still, still._state, action)

    def explain(self) -> tuple[Why, ...]:
        """Explain why the seat to act can or cannot take each kind of action; one wager represents its range."""
        still = self.copy()
        return explain_all(still, still._state)

    def copy(self) -> Hand:
        """Return an independent hand in the same position."""
        twin = new_hand()
        twin._start = self._start
        twin._state = self._state
        twin._shared = self._shared = True
        twin._past = self._past
        twin._count = self._count
        twin._events = self._events
        return twin

    def __copy__(self) -> Hand:
        return self.copy()

    def __deepcopy__(self, _memo: object) -> Hand:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Hand.load, (self.save(),)

    def save(self) -> str:
        """Save the hand as JSON text; `Hand.load` continues it."""
        return saved.write_save(self._start, self._past.codes, self._count)

    @classmethod
    def load(cls, text: str | bytes) -> Hand:
        """Load a hand that `save` wrote: the setup is checked and every action is replayed."""
        start, words = saved.read_save(text)
        hand = begin(start)
        for number, word in enumerate(words):
            try:
                redo(hand, word)
            except IllegalAction as error:
                raise BadSetup(f"this saved hand is damaged: {error}", f"action {number + 1}") from None
        return hand

    def __eq__(self, other: object) -> bool:
        if type(other) is not Hand:
            return NotImplemented
        return same_hand(self, other)

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def __repr__(self) -> str:
        turn = "over" if self.turn is None else f"{seat_name(self.turn)} to act"
        board = f"{format_cards(self.board, ' ')}, " if self.board else ""
        return f"<Hand: {len(self.setup.dealt)} players, {self.street}, {board}pot {self.pot}, {turn}>"

    def _repr_html_(self) -> str:
        rows = []
        for seat in self.setup.dealt:
            cards = cards_html(self.hole(seat)) if seat in self.live else "folded"
            marks = ["button"] if seat == self.setup.button else []
            marks += ["to act"] if seat == self.turn else []
            rows.append((seat, cards, f"{self.stacks[seat]:,}", f"{self.bets[seat]:,}", ", ".join(marks)))
        caption = board_caption(self.street, self.board, self.pot)
        named = [(seat_name(seat), *cells) for seat, *cells in sorted(rows)]
        return html_table(("", "hole", "stack", "bet", ""), named, caption)

    # -- what happened -------------------------------------------------------------------------------------------

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far; raises always use `to`."""
        state = starts.begun(self._state.terms)
        done: list[Action] = []
        for i in range(self._count):
            code = codec.unmark(self._past.codes[i])
            done.append(decode(state, code))
            pasts.step(state, code)
        return tuple(done)

    @property
    def substantial_action(self) -> bool:
        """Whether the hand must be played out: three actions, or two including one with chips (TDA 36, S2 1.3)."""
        return substantial_action(in_turn(self.actions))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, starting with the first post."""
        past = self._past
        if past.ends is None or len(past.ends) <= self._count:
            past.read_on(self._state.terms)
        count = past.ends[self._count]
        if self._events is None or len(self._events) != count:
            self._events = tuple(past.events[:count])
        return self._events

    @property
    def result(self) -> Result:
        """How the hand ended; refused while it is being played."""
        state = self._state
        if state.street != OVER:
            raise NotOver("the hand is not over, so it has no result: `over` says when it has one")
        seats = range(state.seats)
        return Result(
            stacks=state.stacks(),
            pots=tuple([award_of(state, pot, board) for pot in range(state.pots) for board in range(state.parts())]),
            payouts={seat: state.won[seat] for seat in seats if state.won[seat]},
            refunds={seat: state.refund[seat] for seat in seats if state.refund[seat]},
            show_order=tuple([seat for seat in state.showdown_order() if state.status[seat] == LIVE]),
            all_in_showdown=state.all_in_showdown != 0,
            busted=tuple([seat for seat in seats if state.terms.stack[seat] and not state.stack[seat]]),
        )


# -- the numbers behind it --------------------------------------------------------------------------------------------


def state_of(hand: Hand) -> State:
    """Copy the hand's core state for calculations; the hand does not follow the copy."""
    must_be(Hand, hand, "a hand: expected a Hand")
    known = hand
    return known._state.copy()


def new_hand() -> Hand:
    """Return an empty hand, to be filled."""
    return Hand.__new__(Hand)


def street_of(state: State) -> int:
    """Return the number of the street being played; a finished hand stays at its last street or at the showdown."""
    if state.street < OVER:
        return state.street
    if state.shows > 0:
        return SHOWDOWN
    return state.board_count - 2 if state.board_count > 2 else 0


def pots_of(state: State) -> tuple[Pot, ...]:
    """Return the pots, main pot first."""
    return tuple([Pot(amount, seats_of(bits)) for amount, bits in state.layers()])


def board_of(state: State) -> tuple[Card, ...]:
    """Return the first board's known cards."""
    return tuple([CARDS[state.board[i]] for i in range(state.board_count) if state.board[i] >= 0])


def boards_of(state: State) -> tuple[tuple[Card, ...], ...]:
    """Return every board's known cards."""
    return (board_of(state), *[log.known(cards) for cards in state.further_boards()])


def hole_of(state: State, seat: int) -> tuple[Card, ...]:
    """Return a seat's known hole cards."""
    if state.terms.stack[seat] == 0:
        return ()
    first = state.hole[2 * seat]
    second = state.hole[2 * seat + 1]
    if first < 0 or second < 0:
        return log.known((first, second))
    return (CARDS[first], CARDS[second])


def options_of(state: State) -> Any:
    """Return the options of the seat to act; None when the hand is over."""
    if state.turn < 0:
        return None
    if state.offered:
        return Options(seat=state.turn, boards=range(1, state.offered + 1))
    if state.street > RIVER:
        return Options(seat=state.turn, show=True, muck=may_muck(state.copy(), state.turn))
    return CHOICES.of(state)


def begin(start: Start) -> Hand:
    """Return a hand after the deal."""
    hand = new_hand()
    hand._start = start
    hand._state = starts.begun(start.terms)
    hand._shared = False
    hand._past = pasts.past_of([])
    hand._count = 0
    hand._events = None
    return hand


def redo(hand: Hand, word: str) -> int:
    """Apply one word of a saved hand."""
    kept = saved.kept_of(word)
    code = codec.unmark(kept)
    state = hand._state
    if kept > MUCKS and state.turn >= 0 and codec.mark(state, code) == kept and state.act(code) == 0:
        hand._past.codes.append(kept)
        hand._count += 1
    else:
        hand.act(saved.action_of(word))
    return 0


def same_hand(one: Hand, other: Hand) -> bool:
    """Whether two hands had the same setup and the same actions."""
    if one._count != other._count or one._past.codes[: one._count] != other._past.codes[: other._count]:
        return False
    return one._state.terms is other._state.terms or bool(one.setup == other.setup)


def award_of(state: State, pot: int, board: int) -> PotAward:
    """Return one board's payout from a pot and its winners, once the hand is over."""
    amount = state.board_share(pot, board)
    won = state.winners_on(pot, board)
    winners = seats_of(won)
    count = len(winners)
    even = state.even_share(amount, count)
    shares: dict[int, int] = {}
    odd: dict[int, int] = {}
    seat = state.button
    for place in range(count):
        seat = seat_bits.next_seat(won, seat)
        share = core_chips.part(amount, count, place, state.terms.odd_unit)
        shares[seat] = share
        if share > even:
            odd[seat] = share - even
    return PotAward(amount, seats_of(state.pot_seats[pot]), winners, shares, odd, board)


SEATS = tuple([tuple([seat for seat in range(MAX_SEATS) if bits >> seat & 1]) for bits in range(1 << MAX_SEATS)])


def seats_of(bits: int) -> tuple[int, ...]:
    """Return the seats in these bits."""
    return SEATS[bits & 1023]


UNUSUAL = -(1 << 62)
