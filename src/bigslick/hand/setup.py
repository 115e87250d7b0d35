"""What a hand starts from: seats, stacks, button, blinds, rules and the pack, checked once and frozen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypedDict, Unpack

import msgspec

from bigslick.cards import UNKNOWN, Card, to_cards
from bigslick.core import codes
from bigslick.core.terms import Terms
from bigslick.errors import BigslickError
from bigslick.rules import ANTE_KINDS, LIMITS, REVEALS, Rules
from bigslick.shuffle import Seed, shuffled

from .layout import board_places, hole_places

MAX_SEATS: Final = codes.MAX_SEATS
MAX_CHIPS: Final = codes.MAX_CHIPS


class BadSetup(BigslickError, ValueError):
    """A hand that cannot be started: the sentence says what is wrong and what was expected."""


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips a seat posts beyond the blinds: `live` counts as its bet, `dead` goes into the main pot."""

    seat: int
    live: int = 0
    dead: int = 0


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is fixed before the first action of a hand."""

    stacks: tuple[int, ...]
    """Chips by seat before anything is posted; 0 is an empty seat."""
    button: int
    """The button's seat, taken or empty."""
    small_blind_seat: int | None
    """None is a dead small blind."""
    big_blind_seat: int | None
    small_blind: int
    big_blind: int
    ante: int = 0
    """The amount; who pays it is a rule."""
    straddles: tuple[Post, ...] = ()
    posts: tuple[Post, ...] = ()
    min_bet: int = 0
    """The smallest bet; 0 is the big blind."""
    small_bet: int = 0
    """Fixed-limit before the turn; 0 is the big blind."""
    big_bet: int = 0
    """Fixed-limit from the turn on; 0 is twice the small bet."""
    deck: tuple[int, ...]
    """The pack in dealing order; -1 for a card that nobody recorded."""
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        _check(self)

    @property
    def seats(self) -> int:
        """How many chairs the table has."""
        return len(self.stacks)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The seats that are dealt in, in dealing order: left of the button first, the button last."""
        return dealing_order(self.stacks, self.button)

    def terms(self, *, streets: int = 4, settle: bool = True) -> Terms:
        """The same as numbers for the core; a betting tree may have fewer streets, and leaves that are not settled."""
        small_bet = self.small_bet or self.big_blind
        bets = (self.min_bet or self.big_blind, small_bet, self.big_bet or 2 * small_bet)
        small_seat = -1 if self.small_blind_seat is None else self.small_blind_seat
        big_seat = -1 if self.big_blind_seat is None else self.big_blind_seat
        numbers = rule_numbers(self.rules, bets, streets=streets, settle=settle)
        posting = (self.button, small_seat, big_seat, self.small_blind, self.big_blind, self.ante)
        terms = fill_terms(numbers, self.stacks, self.deck, posting)
        for post in self.straddles:
            terms.straddle(post.seat, post.live)
        for post in self.posts:
            terms.extra(post.seat, post.live, post.dead)
        return terms


def rule_numbers(rules: Rules, bets: tuple[int, int, int], *, streets: int = 4, settle: bool = True) -> tuple[int, ...]:
    """The rules as the core's numbers, with the minimum bet and the small and big bet of fixed-limit."""
    return (
        *(LIMITS.index(rules.limit), rules.bets_per_street, rules.reopening == "single"),
        *(REVEALS.index(rules.reveal) if settle else codes.REVEAL_NONE, streets),
        *(rules.burn, rules.open_fold, rules.short_blind_price == "posted"),
        *(rules.ante_first, ANTE_KINDS.index(rules.ante), rules.pot_counts_antes, rules.pot_full_blinds),
        *(*bets, rules.odd_chip_unit),
    )


def fill_terms(
    numbers: tuple[int, ...],
    stacks: tuple[int, ...],
    deck: tuple[int, ...],
    posting: tuple[int, int, int, int, int, int],
) -> Terms:
    """The core's terms of a hand with nothing but blinds and antes, from numbers that have been checked.

    `posting` is the button, the seats of the small and the big blind (-1 for none), both blinds and the ante.
    """
    terms = Terms()
    terms.fill(numbers, stacks, deck)
    terms.post(*posting)
    return terms


def dealing_order(stacks: Sequence[int], button: int) -> tuple[int, ...]:
    """The seats with chips from the button's left to the button."""
    n = len(stacks)
    return tuple([seat for step in range(1, n + 1) if stacks[seat := (button + step) % n] > 0])


def blind_seats(stacks: Sequence[int], button: int) -> tuple[int, int]:
    """Who posts when nobody says otherwise: the two seats left of the button; heads-up the button is small blind."""
    order = dealing_order(stacks, button)
    if len(order) == 2:
        if stacks[button] == 0:
            raise BadSetup(
                f"seat {button} has the button but no chips: with two players the button is on one of them, "
                "and is the small blind"
            )
        return order[1], order[0]
    return order[0], order[1]


def stacked_deck(
    order: Sequence[int],
    holes: Mapping[int, str | Iterable[object]],
    board: str | Iterable[object],
    *,
    burn: bool,
    rest: Iterable[int],
) -> tuple[int, ...]:
    """A pack that deals the given cards to the seats in dealing order; `rest` fills every other place in turn."""
    places: dict[int, Card] = {}
    for seat, text in holes.items():
        cards = to_cards(text)
        if seat not in order:
            raise BadSetup(f"cards are given to seat {seat}, which is not dealt in")
        if len(cards) != 2:
            raise BadSetup(f"seat {seat} is given {len(cards)} cards: a hand has two hole cards")
        places.update(zip(hole_places(order, seat), cards, strict=True))
    board_cards = to_cards(board)
    if len(board_cards) > 5:
        raise BadSetup(f"the board has {len(board_cards)} cards: a board has at most five")
    places.update(zip(board_places(len(order), burn=burn), board_cards, strict=False))
    to_cards(places.values())
    used = set(places.values())
    others = iter([card for card in rest if card not in used])
    return tuple(places[place] if place in places else next(others, UNKNOWN) for place in range(52))


class SetupOptions(TypedDict, total=False):
    """What may be said about a hand beyond stacks, blinds and button; see `Hand.start`."""

    seed: Seed | None
    deck: Iterable[object] | str | None
    holes: Mapping[int, str | Iterable[object]] | None
    board: str | Iterable[object]
    ante: int
    rules: Rules | None
    small_blind_seat: int | Literal["auto"] | None
    big_blind_seat: int | Literal["auto"] | None
    straddles: Mapping[int, int] | None
    posts: Iterable[Post]
    min_bet: int
    small_bet: int
    big_bet: int


def make_setup(
    stacks: Sequence[int | None], blinds: tuple[int, int], button: int = 0, **options: Unpack[SetupOptions]
) -> Setup:
    """A setup from what a person would say; see `Hand.start`."""
    for name in options:
        if name not in SetupOptions.__annotations__:
            raise TypeError(f"a hand has no option {name!r}; it has {', '.join(SetupOptions.__annotations__)}")
    rules = options.get("rules") or Rules()
    chips = _row("stacks", [0 if chips is None else chips for chips in stacks])
    _check_seats(chips, button)
    try:
        small_blind, big_blind = blinds
    except (TypeError, ValueError):
        raise BadSetup(f"blinds={blinds!r}: expected two amounts, as in blinds=(10, 20)") from None
    order = dealing_order(chips, button)
    small_seat, big_seat = _blind_seats(
        chips, button, order, options.get("small_blind_seat", "auto"), options.get("big_blind_seat", "auto")
    )
    straddles = options.get("straddles") or {}
    return Setup(
        stacks=chips,
        button=button,
        small_blind_seat=small_seat,
        big_blind_seat=big_seat,
        small_blind=small_blind,
        big_blind=big_blind,
        ante=options.get("ante", 0),
        straddles=tuple(Post(seat, live=amount) for seat, amount in straddles.items()),
        posts=tuple(options.get("posts", ())),
        min_bet=options.get("min_bet", 0),
        small_bet=options.get("small_bet", 0),
        big_bet=options.get("big_bet", 0),
        deck=_pack(order, rules, options),
        rules=rules,
    )


def _blind_seats(
    stacks: tuple[int, ...],
    button: int,
    order: tuple[int, ...],
    small: int | Literal["auto"] | None,
    big: int | Literal["auto"] | None,
) -> tuple[int | None, int | None]:
    if small == "auto":
        return blind_seats(stacks, button)[0], blind_seats(stacks, button)[1] if big == "auto" else big
    if big != "auto":
        return small, big
    if small is None:
        return None, order[0]  # a dead small blind has no seat, and nobody sits between the button and the big blind
    return small, order[(order.index(small) + 1) % len(order)] if small in order else order[0]


def _pack(order: tuple[int, ...], rules: Rules, options: SetupOptions) -> tuple[int, ...]:
    deck, seed = options.get("deck"), options.get("seed")
    holes, board = options.get("holes") or {}, options.get("board", "")
    if deck is None:
        pack = shuffled(seed)
        return stacked_deck(order, holes, board, burn=rules.burn, rest=pack) if holes or board else pack
    if seed is not None or holes or board:
        raise BadSetup("a deck is given, and also a seed, hole cards or a board: the deck already fixes every card")
    given = to_cards(deck)
    if len(given) < 52:
        raise BadSetup(f"the deck has {len(given)} cards: a pack has 52")
    return given


def _row(name: str, values: Sequence[Any]) -> tuple[int, ...]:
    return tuple(_chips(f"{name}[{index}]", value) for index, value in enumerate(values))


def _chips(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadSetup(f"{name}={value!r}: chips are whole numbers (int)")
    if not 0 <= value <= MAX_CHIPS:
        raise BadSetup(f"{name}={value}: expected an amount from 0 to {MAX_CHIPS}")
    return value


def _seat(name: str, value: Any, seats: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
        raise BadSetup(f"{name}={value!r}: expected a seat from 0 to {seats - 1}")
    return value


def _check_seats(stacks: tuple[int, ...], button: int) -> None:
    if not 2 <= len(stacks) <= MAX_SEATS:
        raise BadSetup(f"the table has {len(stacks)} seats: expected 2 to {MAX_SEATS}")
    players = sum(chips > 0 for chips in stacks)
    if players < 2:
        raise BadSetup(f"{players} of {len(stacks)} seats have chips: a hand needs at least two players")
    _seat("button", button, len(stacks))


def _check(setup: Setup) -> None:
    """Refuse what cannot be played; what is merely unusual (a big blind on the button) is played as it is given."""
    for name in ("stacks", "straddles", "posts", "deck"):
        if not isinstance(getattr(setup, name), tuple):
            raise BadSetup(f"{name} is a {type(getattr(setup, name)).__name__}: expected a tuple")
    stacks = _row("stacks", setup.stacks)
    _check_seats(stacks, setup.button)
    for name in ("small_blind", "big_blind", "ante", "min_bet", "small_bet", "big_bet"):
        _chips(name, getattr(setup, name))
    if setup.min_bet == 0 and setup.big_blind == 0:
        raise BadSetup("the big blind is 0: without a big blind, min_bet must say what the smallest bet is")
    if setup.rules.limit == "fixed" and setup.small_bet == 0 and setup.big_blind == 0:
        raise BadSetup("the big blind is 0: without a big blind, fixed-limit needs small_bet")
    posting: dict[int, str] = {}
    blinds = (("small_blind_seat", "the small blind"), ("big_blind_seat", "the big blind"))
    live = [(name, what, getattr(setup, name)) for name, what in blinds if getattr(setup, name) is not None]
    live += [("straddles", "a straddle", post.seat) for post in setup.straddles]
    live += [("posts", "an extra live post", post.seat) for post in setup.posts if post.live]
    for name, what, seat in live:
        _taken(name, seat, stacks)
        if seat in posting:
            raise BadSetup(f"seat {seat} posts {posting[seat]} and {what}: one live post for each seat")
        posting[seat] = what
    for post in (*setup.straddles, *setup.posts):
        _taken("posts", post.seat, stacks)
        _chips(f"live post of seat {post.seat}", post.live)
        _chips(f"dead post of seat {post.seat}", post.dead)
    _check_straddles(setup)
    _check_deck(setup)


def _taken(name: str, seat: Any, stacks: tuple[int, ...]) -> None:
    if stacks[_seat(name, seat, len(stacks))] == 0:
        raise BadSetup(f"{name}={seat}: seat {seat} is empty, and an empty seat posts nothing")


def _check_straddles(setup: Setup) -> None:
    last = setup.big_blind
    for post in setup.straddles:
        if post.dead or post.live <= last:
            raise BadSetup(
                f"seat {post.seat} straddles {post.live}: a straddle is live and more than the {last} before it"
            )
        last = post.live


def _check_deck(setup: Setup) -> None:
    if len(setup.deck) != 52:
        raise BadSetup(f"the deck has {len(setup.deck)} cards: a pack has 52")
    known = [card for card in setup.deck if card != UNKNOWN]
    if len(known) == 52 and set(known) == _PACK and {*map(type, known)} <= {int, Card}:
        return
    to_cards(known)
    if len(known) < 52 and setup.rules.reveal != "ask":
        raise BadSetup("the deck has unknown cards: only rules with reveal='ask' can be played with them")


_PACK: Final = frozenset(range(52))
