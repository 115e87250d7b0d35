"""A hand's setup: seats, stacks, button, blinds, rules and the deck, checked once and frozen."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec

from bigslick.cards import UNKNOWN, Card, to_cards
from bigslick.checks import converts, is_bytes, is_whole, plain
from bigslick.core import codes
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms, new_terms
from bigslick.errors import BigslickError
from bigslick.rules import ANTE_KINDS, LIMITS, REOPENINGS, REVEALS, Rules
from bigslick.shuffle import Seed, shuffled

MAX_SEATS: Final = codes.MAX_SEATS
MAX_CHIPS: Final = codes.MAX_CHIPS
MOST_BOARDS: Final = codes.MOST_BOARDS
MOST_POSTS: Final = 10 * MAX_SEATS
"""The most posts in a hand, so an endless list is refused before it fills the memory."""


Blinds: TypeAlias = int | tuple[int, int]
"""The small and big blind, or the big blind alone: see `both_blinds`."""


class BadSetup(BigslickError, ValueError):
    """A hand that cannot be started; the sentence says what is wrong and what was expected."""

    __module__ = "bigslick"


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips a seat posts beyond the blinds: `live` counts as its bet, `dead` goes into the main pot."""

    seat: int
    live: int = 0
    dead: int = 0


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is fixed before a hand's first action."""

    stacks: tuple[int, ...]
    """Chips by seat before anything is posted; 0 is an empty seat."""
    button: int
    """The button's seat, taken or empty."""
    small_blind_seat: int | None
    """None for a dead small blind."""
    big_blind_seat: int | None
    small_blind: int
    big_blind: int
    ante: int = 0
    """The amount; the rules say who pays it."""
    straddles: tuple[Post, ...] = ()
    posts: tuple[Post, ...] = ()
    bomb_pot: bool = False
    """Whether betting begins on the flop: everyone pays the ante, and no one posts a blind."""
    double_board: bool = False
    """Whether two boards are dealt from the flop on, each for half of every pot."""
    min_bet: int = 0
    """The smallest bet; 0 is the big blind."""
    small_bet: int = 0
    """Fixed-limit before the turn; 0 is the big blind."""
    big_bet: int = 0
    """Fixed-limit on turn and river; 0 is twice the small bet."""
    deck: tuple[int, ...]
    """The deck in dealing order; -1 for a card that is not in the record."""
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        _check(self)

    @property
    def seats(self) -> int:
        """How many seats the table has, taken or not."""
        return len(self.stacks)

    @property
    def dealt(self) -> tuple[int, ...]:
        """The seats dealt in, in dealing order: left of the button first, the button last."""
        return dealing_order(self.stacks, self.button)

    def terms(self, *, streets: int = 4, settle: bool = True) -> Terms:
        """Return the core's terms; a betting tree can have fewer streets and unsettled leaves."""
        small_seat = -1 if self.small_blind_seat is None else self.small_blind_seat
        big_seat = -1 if self.big_blind_seat is None else self.big_blind_seat
        numbers = rule_numbers(self.rules, streets=streets, settle=settle)
        posting = (self.button, small_seat, big_seat, self.small_blind, self.big_blind, self.ante)
        straddles = tuple([(post.seat, post.live) for post in self.straddles])
        posts = tuple([(post.seat, post.live, post.dead) for post in self.posts])
        bets = (self.min_bet, self.small_bet, self.big_bet)
        special = (straddles, posts, self.bomb_pot, self.double_board)
        return new_terms(numbers, self.stacks, self.deck, posting, *special, bets)


def rule_numbers(rules: Rules, *, streets: int = 4, settle: bool = True) -> tuple[int, ...]:
    """Return the rules as the core's numbers."""
    return (
        *(LIMITS.index(rules.limit), rules.bets_per_street, REOPENINGS.index(rules.reopening)),
        *(REVEALS.index(rules.reveal) if settle else codes.REVEAL_NONE, streets),
        *(rules.burn, rules.open_fold, rules.short_blind_price == "posted"),
        *(rules.ante_first, ANTE_KINDS.index(rules.ante), rules.pot_counts_antes, rules.pot_full_blinds),
        *(rules.odd_chip_unit, rules.run_outs if settle else 1),
    )


def plain_terms(
    numbers: tuple[int, ...],
    stacks: tuple[int, ...],
    deck: tuple[int, ...],
    posting: tuple[int, int, int, int, int, int],
    bets: tuple[int, int, int],
) -> Terms:
    """Make the core's terms for a hand with only blinds and antes, for packages that may not import the core.

    `posting` is the button, the small and big blind seats (-1 for none), both blinds and the ante; `bets` the minimum
    bet and the fixed-limit small and big bet.
    """
    return new_terms(numbers, stacks, deck, posting, bets=bets)


def dealing_order(stacks: Sequence[int], button: int) -> tuple[int, ...]:
    """Return the seats with chips from the button's left to the button."""
    n = len(stacks)
    return tuple([seat for step in range(1, n + 1) if stacks[seat := (button + step) % n] > 0])


def blind_seats(stacks: Sequence[int], button: int) -> tuple[int, int]:
    """Return the default blind seats: the two left of the button; heads-up the button is the small blind."""
    opening = Rotation()
    opening.place(len(stacks), button, button, button)
    opening.open(sum(1 << seat for seat, chips in enumerate(stacks) if chips > 0), button)
    if opening.button != button:
        raise BadSetup(
            f"the button is at seat {button + 1}, which is empty: heads-up it is at one of the two players, "
            "who posts the small blind"
        )
    return opening.small, opening.big


def stacked_deck(
    order: Sequence[int],
    holes: Mapping[int, str | Iterable[object]],
    board: str | Iterable[object],
    *,
    burn: bool,
    rest: Iterable[int],
    second_board: str | Iterable[object] | None = None,
) -> tuple[int, ...]:
    """Return a deck that deals these cards to the seats in dealing order; `rest` fills the other positions in order.

    `second_board`, even if empty, makes it the deck of a double board.
    """
    places: dict[int, Card] = {}
    for seat, text in holes.items():
        cards = to_cards(text)
        if seat not in order:
            raise BadSetup(f"holes={{{seat!r}: ...}}: that seat is not dealt in")
        if len(cards) != 2:
            raise BadSetup(f"holes={{{seat}: {text!r}}}: expected two hole cards, found {len(cards)}")
        places.update(zip(hole_places(order, seat), cards, strict=True))
    double = second_board is not None
    for number, text in enumerate((board, second_board or "")):
        cards = to_cards(text)
        if len(cards) > 5:
            raise BadSetup(f"the board has {len(cards)} cards: a board has at most five")
        at = board_places(len(order), burn=burn, double_board=double, board=number)
        places.update(zip(at, cards, strict=False))
    to_cards(places.values())
    used = set(places.values())
    others = iter([card for card in rest if card not in used])
    return tuple(places[place] if place in places else next(others, UNKNOWN) for place in range(52))


def both_blinds(blinds: Blinds) -> tuple[int, int]:
    """Return the small and big blind; a single number is the big blind, the small blind half of it, rounded down."""
    if is_whole(blinds):
        return plain(blinds) // 2, plain(blinds)
    return cast("tuple[int, int]", blinds)


def read_rules(rules: Rules | None) -> Rules:
    """Read the rules for `Hand.start`; None is the defaults."""
    return Rules() if rules is None else _check_rules(rules)


def read_stacks(stacks: Sequence[int | None], button: int) -> tuple[int, ...]:
    """Read chips by seat, enough for a hand with this button; None is an empty seat."""
    expected = "the chips of each seat, as in stacks=[1000, 1000]"
    _kind("stacks", None if is_bytes(stacks) else stacks, Iterable, expected)
    chips = _row("stacks", [0 if chips is None else chips for chips in islice(stacks, MAX_SEATS + 1)])
    _check_seats(chips, button)
    return chips


def read_blinds(blinds: Blinds) -> tuple[int, int]:
    """Read the small and big blind for `Hand.start`; the setup checks the amounts."""
    try:
        if is_bytes(blinds):
            raise TypeError
        small_blind, big_blind = both_blinds(blinds)
    except (TypeError, ValueError):
        given = reprlib.repr(blinds)
        raise BadSetup(f"blinds={given}: expected two amounts, as in blinds=(10, 20), or the big blind") from None
    return small_blind, big_blind


def read_blind_seats(
    stacks: tuple[int, ...],
    button: int,
    small: int | Literal["auto"] | None,
    big: int | Literal["auto"] | None,
    bomb_pot: bool,
) -> tuple[int | None, int | None]:
    """Read the blind seats; "auto" takes the seats left of the button, or none in a bomb pot."""
    if _check_bool("bomb_pot", bomb_pot) and small == big == "auto":
        return None, None
    order = dealing_order(stacks, button)
    if small == "auto":
        return blind_seats(stacks, button)[0], blind_seats(stacks, button)[1] if big == "auto" else big
    if big != "auto":
        return small, big
    if small is None:
        return None, order[0]  # a dead small blind: the big blind is next to the button
    return small, order[(order.index(small) + 1) % len(order)] if small in order else order[0]


def read_straddles(straddles: Mapping[int, int] | None) -> tuple[Post, ...]:
    """Read straddles by seat as posts, in the order given."""
    given: Mapping[int, int] = _kind("straddles", straddles or {}, Mapping, "amounts by seat, as in straddles={3: 40}")
    return tuple(Post(seat, live=amount) for seat, amount in given.items())


def read_posts(posts: Iterable[Post]) -> tuple[Post, ...]:
    _kind("posts", posts, Iterable, "posts, as in posts=[Post(5, live=20)]")
    found = tuple(islice(posts, MOST_POSTS + 1))
    if len(found) > MOST_POSTS:
        raise BadSetup(f"posts has more than {MOST_POSTS} posts: expected at most {MOST_POSTS}")
    return found


def read_second_board(cards: str | Iterable[object], double_board: bool) -> str | Iterable[object] | None:
    """Read the second board's cards; None for a hand with one board."""
    if _check_bool("double_board", double_board):
        return cards
    if cards:
        raise BadSetup(f"second_board={reprlib.repr(cards)}: expected double_board=True with it")
    return None


def read_deck(
    order: tuple[int, ...],
    burn: bool,
    seed: Seed | None,
    deck: Iterable[object] | str | None,
    holes: Mapping[int, str | Iterable[object]] | None,
    board: str | Iterable[object],
    second_board: str | Iterable[object] | None,
) -> tuple[int, ...]:
    """Read the deck for `Hand.start`: the one given, or a shuffled one with the given cards in position."""
    placed = _kind("holes", {} if holes is None else holes, Mapping, 'cards by seat, as in holes={0: "AhKd"}')
    if deck is None:
        random = shuffled(seed)
        if not (placed or board or second_board):
            return random
        return stacked_deck(order, placed, board, burn=burn, rest=random, second_board=second_board)
    if seed is not None or placed or board or second_board:
        raise BadSetup("deck= already fixes every card: leave out seed, holes and board")
    given = to_cards(deck)
    if len(given) < 52:
        raise BadSetup(f"the deck has {len(given)} cards: expected all 52")
    return given


def _kind(name: str, value: Any, kind: type, expected: str) -> Any:
    if not isinstance(value, kind):
        raise BadSetup(f"{name}={reprlib.repr(value)}: expected {expected}")
    return value


def _check_rules(rules: Any) -> Rules:
    return cast("Rules", _kind("rules", rules, Rules, "rules, as in rules=Rules.cash()"))


def _check_bool(name: str, value: Any) -> bool:
    return bool(_kind(name, value, bool, "True or False"))


def _row(name: str, values: Sequence[Any]) -> tuple[int, ...]:
    return tuple(_chips(f"{name}[{index}]", value) for index, value in enumerate(values))


def _chips(name: str, value: Any) -> int:
    if not is_whole(value):
        raise BadSetup(f"{name}={reprlib.repr(value)}: chips are whole numbers{converts(value) or ' (int)'}")
    if not is_whole(value, 0, MAX_CHIPS):
        raise BadSetup(f"{name}={value}: expected an amount from 0 to {MAX_CHIPS}")
    return plain(value)


def check_seat(name: str, value: Any, seats: int, more: str = "") -> int:
    """Check a seat number, counted from 0; `more` ends the refusal's sentence."""
    if not is_whole(value, 0, seats - 1):
        raise BadSetup(f"{name}={reprlib.repr(value)}: expected a seat from 0 to {seats - 1}{more}{converts(value)}")
    return plain(value)


def _check_seats(stacks: tuple[int, ...], button: int) -> None:
    if not 2 <= len(stacks) <= MAX_SEATS:
        found = f"more than {MAX_SEATS}" if len(stacks) > MAX_SEATS else len(stacks)
        raise BadSetup(f"the number of seats is {found}: expected 2 to {MAX_SEATS}")
    players = sum(chips > 0 for chips in stacks)
    if players < 2:
        raise BadSetup(f"{players} of {len(stacks)} seats have chips: a hand needs at least two players")
    check_seat("button", button, len(stacks))


def _check(setup: Setup) -> None:
    """Refuse a hand that cannot be played; a merely unusual one (a big blind on the button) is played as given."""
    for name in ("stacks", "straddles", "posts", "deck"):
        if not isinstance(getattr(setup, name), tuple):
            raise BadSetup(f"{name} is a {type(getattr(setup, name)).__name__}: expected a tuple")
    _check_rules(setup.rules)
    for post in (*setup.straddles, *setup.posts):
        _kind("posts", post, Post, "a Post, as in Post(5, live=20)")
    _make_plain(setup)
    stacks = _row("stacks", setup.stacks)
    _check_seats(stacks, setup.button)
    for name in ("small_blind", "big_blind", "ante", "min_bet", "small_bet", "big_bet"):
        _chips(name, getattr(setup, name))
    if setup.small_blind > setup.big_blind > 0:  # without a big blind, a lone small blind can be played
        raise BadSetup(
            f"the small blind of {setup.small_blind} is more than the big blind of {setup.big_blind}: "
            "the small blind comes first"
        )
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
            raise BadSetup(f"seat={seat} posts {posting[seat]} and {what}: one live post for each seat")
        posting[seat] = what
    dead = [0] * len(stacks)
    for post in (*setup.straddles, *setup.posts):
        _taken("posts", post.seat, stacks)
        _chips(f"Post(seat={post.seat}).live", post.live)
        dead[post.seat] += _chips(f"Post(seat={post.seat}).dead", post.dead)
        if dead[post.seat] > MAX_CHIPS:
            raise BadSetup(f"seat={post.seat} posts {dead[post.seat]} dead chips in all: expected at most {MAX_CHIPS}")
    _check_straddles(setup)
    if _check_bool("bomb_pot", setup.bomb_pot):
        _check_bomb_pot(setup)
    if _check_bool("double_board", setup.double_board) and setup.rules.run_outs > 1:
        raise BadSetup(
            f"double_board=True with run_outs={setup.rules.run_outs}: a double board is never run out again, so "
            "expected rules with run_outs=1"
        )
    _check_deck(setup)


def _make_plain(setup: Setup) -> None:
    """Replace numbers of a subclass of int by what they are, because it could say something else after the checks."""
    for name in Setup.__struct_fields__:
        value = getattr(setup, name)
        if name in ("straddles", "posts"):
            found: Any = tuple([Post(*map(_plain, (post.seat, post.live, post.dead))) for post in value])
        elif isinstance(value, tuple) and not {*map(type, value)} <= _PLAIN:
            found = tuple([_plain(each) for each in value])
        else:
            found = _plain(value)
        if found is not value:
            msgspec.structs.force_setattr(setup, name, found)


def _plain(value: Any) -> Any:
    return plain(value) if isinstance(value, int) and type(value) not in _PLAIN else value


_PLAIN: Final = frozenset({int, bool, Card})


def _taken(name: str, seat: Any, stacks: tuple[int, ...]) -> None:
    if stacks[check_seat(name, seat, len(stacks))] == 0:
        raise BadSetup(f"{name}={seat}: that seat is empty, and an empty seat posts nothing")


def _check_straddles(setup: Setup) -> None:
    last = setup.big_blind
    for post in setup.straddles:
        if post.dead or post.live <= last:
            raise BadSetup(
                f"straddles={{{post.seat}: {post.live}}}: a straddle is live and more than the {last} before it"
            )
        last = post.live


def _check_bomb_pot(setup: Setup) -> None:
    if setup.ante == 0 or setup.rules.ante != "per_player":
        raise BadSetup(
            f"bomb_pot=True with ante={setup.ante} and the ante rule {setup.rules.ante!r}: in a bomb pot everyone pays "
            "an ante, so expected an ante above 0 and rules with ante='per_player'"
        )
    live = any(post.live for post in setup.posts)
    if setup.small_blind_seat is not None or setup.big_blind_seat is not None or setup.straddles or live:
        raise BadSetup("bomb_pot=True with a blind, a straddle or a live post: in a bomb pot no one posts but the ante")


def _check_deck(setup: Setup) -> None:
    if len(setup.deck) != 52:
        raise BadSetup(f"the deck has {len(setup.deck)} cards: expected all 52")
    known = [card for card in setup.deck if card != UNKNOWN]
    if len(known) == 52 and set(known) == _FULL_DECK and {*map(type, known)} <= {int, Card}:
        return
    to_cards(known)
    if len(known) < 52 and setup.rules.reveal != "ask":
        raise BadSetup("the deck has unknown cards: only rules with reveal='ask' can be played with them")


_FULL_DECK: Final = frozenset(range(52))


# -- where each card is in the deck: hole cards one at a time, twice around, then the board ---------------------------


def hole_places(order: Sequence[int], seat: int) -> tuple[int, int]:
    """Return the deck positions of a seat's two cards; `order` is `Setup.dealt`, the seats left of the button first."""
    first = order.index(seat)
    return first, first + len(order)


def board_places(players: int, *, burn: bool, double_board: bool = False, board: int = 0) -> tuple[int, ...]:
    """Return the deck positions of a board's flop, turn and river with this many players dealt in.

    On a double board each street is one burn, the first board's cards and the second's.
    """
    boards = 1 + double_board
    flop = 2 * players + burn + 3 * board
    turn = 2 * players + 2 * burn + 3 * boards + board
    return flop, flop + 1, flop + 2, turn, turn + boards + burn
