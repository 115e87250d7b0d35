"""Converts a history's fields to the start of a hand: whole chips, seats, blinds, antes, posts and rules.

Money is exact. Every amount in a hand is multiplied by the same power of ten, to make the file's longest decimal part
whole: a file with `0.50` is played in cents, one in whole dollars is played in dollars, odd chips included.
`finishing_stacks` counts for this too, since the format lets it show how small the chips are.

The arrays mean the following, including where we read them differently from PokerKit:

- The big blind is the first entry of at least `min_bet`; the first smaller one, if any, is the small blind:
  `[10, 0, 0]` has a dead small blind. Larger entries after the big blind are straddles. Other entries, and negative
  ones, are extra live posts; the part above the big blind is a missed small blind and dead (rules 1.5).
- An ante owed by everyone, by the big blind alone or by the button alone is an ante of that kind. Anything a player
  owes beyond that is a dead post: PHH has no other notation for it, and without `ante_trimming_status` it means the
  same.
- Heads-up with only one blind, the acting order in the record decides who acts last before the flop, and who has
  the button.
- A betting cap, which is in the details, limits each player's chips to that amount; the rest is set aside.
- A stack of `inf` was not recorded: it is played as a stack too large to be all-in.

`_bigslick` is our own user field. It holds what our hands have beyond the format, in chips and in real seats, counted
from 1 as in `seats` and `seat_count`. A history with it is played in those seats; others in seats 0, 1, ..., the last
on the button.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias

import msgspec

from bigslick.cards import UNKNOWN
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS, BadSetup, Post, Setup, dealing_order, plain_terms, rule_numbers
from bigslick.rules import LIMITS, BadRules, Rules

from .._scan import Playback, RecordedAction
from ..action_kinds import MOST_PLACES
from ..history import REQUIRED, History, Number
from ..history_details import BOMB_POT
from ..notation import shorten
from .run_outs import is_double_board

OURS: Final = "_bigslick"
OUR_SEATS: Final = ("button", "small_blind_seat", "big_blind_seat")
NO_SEAT: Final = 0
"""The seat number in our own field for a blind that no one posts; real seats count from 1, as in `seats`."""
INF: Final = Decimal("Infinity")
_READING: Final = {
    variant: Rules(limit=limit, ante="per_player", reveal="ask", burn=False, bets_per_street=0)
    for variant, limit in zip(("NT", "PT", "FT"), LIMITS, strict=True)
}
_ONLY_INTS: Final = frozenset({int})
_ONLY_NUMBERS: Final = frozenset({int, Decimal})
_UNKNOWN_DECK: Final = (UNKNOWN,) * 52
_SEATS: Final = tuple(tuple(range(n)) for n in range(MAX_SEATS + 1))
_is_cents: Final = Decimal("0.01").same_quantum
SITE: Final = "site"
ReplayRules: TypeAlias = Rules | Literal["site"]
"""The rules for playing a record: your own, or a poker site's, with the record's limit and ante."""
UNKNOWN_STACK: Final = 1 << 44
"""The chips given to an unrecorded stack; wagers are far below it."""


class RecordedSetup:
    """The start of one history in chips and seats; the record's cards come later."""

    __slots__ = (
        "aside",
        "bomb_pot",
        "button",
        "double_board",
        "history",
        "last",
        "places",
        "rules",
        "seats",
        "stacks",
        "stakes",
        "unknown",
    )

    def __init__(self, history: History, rules: ReplayRules | None, places: int) -> None:
        """Convert a history's amounts to chips; `places` is the number of decimal places in its wagers."""
        self.history = history
        self.rules = rules
        self.unknown = False
        """Whether any stack was not recorded."""
        self.bomb_pot = False
        """Whether betting begins on the flop."""
        self.double_board = is_double_board(history)
        """Whether two boards are dealt from the flop on."""
        self.last = -1
        """The player who acts last before the flop, if the record says so; otherwise -1."""
        variant, stacks = history.variant, history.starting_stacks
        antes, blinds = history.antes, history.blinds_or_straddles
        if stacks is None or antes is None or blinds is None or not len(stacks) == len(antes) == len(blinds):
            history.check()
            raise AssertionError
        n = len(stacks)
        bets = (history.min_bet,) if variant != "FT" else (history.small_bet, history.big_bet)
        numbers: Sequence[Any] = (*stacks, *antes, *blinds, *bets)
        whole = set(map(type, numbers)) == _ONLY_INTS
        if not whole:
            numbers = self._finite(numbers, n)
            places = self._most_places(numbers, places)
        self.places = places = self._places_at_the_end(places)
        """Decimal places of a chip: with two, an amount of 1.5 is 150."""
        if places or not whole:
            scale = 10**places
            numbers = [number * scale if type(number) is int else int(number * scale) for number in numbers]
        self.stacks = tuple(numbers[:n])
        if self.unknown:
            pairs = zip(stacks, self.stacks, strict=True)
            self.stacks = tuple([UNKNOWN_STACK if given == INF else chips for given, chips in pairs])
        self.aside: tuple[int, ...] = ()
        """Each player's chips beyond the game's betting cap, which no one can lose; empty without a cap."""
        if history.details is not None and history.details.cap is not None:
            self._set_aside(history.details.cap)
        stakes = _stakes(variant or "", n, *numbers[n:])
        if stakes is None or min(self.stacks) <= 0 or max(self.stacks) > MAX_CHIPS:
            self._refuse()
        self.stakes = stakes
        self.button = n - 1
        self.seats = self._real_seats() if OURS in history.user else _SEATS[n]

    def _finite(self, numbers: Sequence[Any], n: int) -> Sequence[Any]:
        """Replace each of the `n` infinite stacks with 0; refuse anything that is not a number."""
        if not set(map(type, numbers)) <= _ONLY_NUMBERS:
            self._refuse()
        if INF not in numbers[:n]:
            return numbers
        self.unknown = True
        return [*[0 if stack == INF else stack for stack in numbers[:n]], *numbers[n:]]

    def _most_places(self, numbers: Sequence[Number], places: int) -> int:
        """Return the most decimal places in these amounts, at least `places`; most files write cents."""
        real = [number for number in numbers if type(number) is Decimal]
        if all(map(_is_cents, real)):
            return max(places, 2) if real else places
        return max(places, *[self._places(number) for number in real])

    def _places_at_the_end(self, places: int) -> int:
        """Return the decimal places needed at the end of the record: rake and winnings can be in smaller chips."""
        history, details = self.history, self.history.details
        final = history.finishing_stacks
        if final is not None and Decimal in map(type, final):
            places = max(places, *[_written(number) for number in final if type(number) is Decimal])
        if details is not None:
            if isinstance(details.cap, Decimal):
                places = max(places, _written(details.cap))
            house = (details.rake, details.jackpot, *[out.amount for out in details.cash_outs])
            if any(house):
                paid = [number for number in (*house, *(history.winnings or ())) if type(number) is Decimal]
                places = max([places, *map(_written, paid)])
        return places

    @property
    def plain(self) -> bool:
        """Whether there are just two blinds in the usual seats and an ante from everyone, and no stack is too short.

        In that case our own field is not needed.
        """
        stakes = self.stakes
        usual = (stakes.small, stakes.big) == ((1, 0) if len(self.stacks) == 2 else (0, 1))
        usual = usual and stakes.blinds[stakes.big] == stakes.bets[0]
        fits = max(stakes.blinds) + stakes.ante <= min(self.stacks) and sum(self.stacks) <= MAX_CHIPS
        return stakes.plain and usual and fits and not self.aside and not self.history.user.get(OURS)

    @property
    def has_one_blind(self) -> bool:
        """Whether two players have a single blind between them, so the order is unknown."""
        live = self.stakes.blinds
        return len(live) == 2 and min(live) == 0 < max(live) and OURS not in self.history.user

    @property
    def has_equal_blinds(self) -> bool:
        """Whether the first two of several players put in the same: two blinds, or a big blind and a live post."""
        stakes = self.stakes
        return len(stakes.blinds) > 2 and stakes.big == 0 and stakes.blinds[0] == stakes.blinds[1] > 0

    @property
    def may_be_bomb_pot(self) -> bool:
        """Whether no one posts a blind, everyone pays the same ante, and more than one player has chips left to bet.

        A record marked as a bomb pot does not need chips left.
        """
        stakes, ante = self.stakes, self.stakes.ante
        if self.history.user.get(OURS, {}).get("bomb_pot") is True:
            return True
        if any(stakes.blinds) or ante == 0 or stakes.antes.count(ante) < len(stakes.antes):
            return False
        paid_in_full = ante <= min(self.stacks) or self.history.ante_trimming_status
        return bool(paid_in_full) and (self.is_marked or sum(stack > ante for stack in self.stacks) > 1)

    @property
    def is_marked(self) -> bool:
        """Whether the record says that it is a bomb pot."""
        details = self.history.details
        return details is not None and BOMB_POT in details.flags

    def take_two_blinds(self) -> None:
        """Give the blinds to the first two players, so the third acts first; our own field can override this."""
        if set(self.history.user.get(OURS, ("button",))) == {"button"}:
            self.stakes = self.stakes._replace(small=0, big=1, plain=False)

    def order_by(self, first: int, after_flop: int) -> None:
        """Record who acts first before and after the flop; -1 if the record does not say."""
        self.last = 1 - first if first >= 0 else -1
        if after_flop == 1:
            self.button = 0
            self.seats = (1, 0)

    def _set_aside(self, cap: Number) -> None:
        """Cap each stack at the most the player can lose in the hand."""
        if not 0 < cap <= MAX_CHIPS:
            raise self.history.bad(f"the betting cap is {cap}: expected an amount above 0")
        most = int(cap * 10**self.places)
        self.aside = tuple([max(stack - most, 0) for stack in self.stacks])
        self.stacks = tuple([min(stack, most) for stack in self.stacks])

    def _places(self, number: Decimal) -> int:
        """Return an amount's decimal places as the file wrote it."""
        if not number.is_finite() or number.adjusted() > 15:
            self._refuse()
        if number.as_tuple().exponent < -MOST_PLACES:  # type: ignore[operator]  # a finite number has an int there
            self._refuse()
        return _written(number)

    def _refuse(self) -> NoReturn:
        """Refuse the first amount that cannot be played, by name."""
        history = self.history
        lists = ("starting_stacks", "antes", "blinds_or_straddles")
        named = [
            (name, f"entry {i + 1} of ", value) for name in lists for i, value in enumerate(getattr(history, name))
        ]
        bets = [name for name in REQUIRED.get(history.variant or "", ()) if name.endswith("_bet")]
        for name, where, value in [*named, *((name, "", getattr(history, name)) for name in bets)]:
            why = _wrong(name, value)
            if why:
                shown = shorten(value) if isinstance(value, str) else shorten(str(value)).strip("'")
                raise history.bad(f"{where}'{name}' is {shown}: {why}")
        history.check()
        raise history.bad(f"an amount is too large to play: expected at most {MAX_CHIPS} of the smallest unit")

    # -- to play --------------------------------------------------------------------------------------------------

    def playback(self, actions: list[RecordedAction], deck: Sequence[int]) -> Playback:
        """Return the hand with this deck, ready to play the record's actions.

        Almost every record has two blinds and an ante that everyone can pay; those hands skip the `Setup`.
        """
        stakes = self.stakes
        usual = stakes.plain and stakes.ante <= min(self.stacks) and self.rules is None and not self.double_board
        if not usual or self.history.user.get(OURS):
            terms = self.setup(deck).terms()
        elif OURS in self.history.user:
            seats, stacks = self.seats, self._by_seat()
            button = seats[self.button]
            self._check_order(dealing_order(stacks, button), button)
            posting = (button, seats[stakes.small], seats[stakes.big], *stakes.posting[3:])
            terms = plain_terms(stakes.numbers, stacks, tuple(deck), posting, stakes.sizes)
        else:
            terms = plain_terms(stakes.numbers, self.stacks, tuple(deck), stakes.posting, stakes.sizes)
        return Playback(terms, actions, self.seats, self.places)

    # -- to inspect ------------------------------------------------------------------------------------------------

    def setup(self, deck: Sequence[int] = _UNKNOWN_DECK) -> Setup:
        """Return the hand as a `Setup`; without a deck, every card is unknown."""
        history, seats = self.history, self.seats
        stakes = self.stakes
        small, big, live, bets = stakes.small, stakes.big, stakes.blinds, stakes.bets
        if self.last >= 0 and not live[self.last]:
            small, big = 1 - self.last, self.last  # the only blind acts first: no one owes the other
        posts: dict[int, list[int]] = {}
        straddles: list[Post] = []
        for player, amount in enumerate(live):
            if player in (small, big) or amount == 0:
                continue
            if big >= 0 and amount > live[straddles[-1].seat if straddles else big] and player != small:
                straddles.append(Post(player, live=amount))
                continue
            most = live[big] if big >= 0 else abs(amount)
            posts[player] = [min(abs(amount), most), max(abs(amount) - most, 0)]
        ante, kind = self._ante(big, posts)
        rules = self._rules(kind)
        fixed = history.variant == "FT"
        numbers: dict[str, Any] = {
            "stacks": self._by_seat(),
            "button": seats[self.button],
            "small_blind_seat": seats[small] if small >= 0 else None,
            "big_blind_seat": seats[big] if big >= 0 else None,
            "small_blind": live[small] if small >= 0 else 0,
            "big_blind": live[big] if big >= 0 else 0,
            "ante": ante,
            "straddles": tuple(Post(seats[post.seat], live=post.live) for post in straddles),
            "posts": tuple(Post(seats[player], live, dead) for player, (live, dead) in posts.items()),
            "bomb_pot": self.bomb_pot,
            "double_board": self.double_board,
            "min_bet": bets[0],
            "small_bet": bets[0] if fixed else 0,
            "big_bet": bets[1] if fixed else 0,
            "deck": tuple(deck),
            "rules": rules,
        }
        try:
            found = Setup(**(numbers | self._overrides()))
        except BadSetup as error:
            raise history.bad(f"this hand cannot be started: {error}") from None
        if OURS in history.user:
            self._check_order(found.dealt, found.button)
        return found

    def _check_order(self, dealt: tuple[int, ...], button: int) -> None:
        """Refuse players in seats other than those dealt in: the deck is laid out in player order."""
        if dealt != self.seats:
            here, first = self.seats[0] + 1, dealt[0] + 1
            raise self.history.bad(
                f"p1 is in seat {here}: with the button in seat {button + 1}, seat {first} is dealt first"
            )

    def _by_seat(self) -> tuple[int, ...]:
        stacks = [0] * (self._count() if OURS in self.history.user else len(self.stacks))
        for seat, stack in zip(self.seats, self.stacks, strict=True):
            stacks[seat] = stack
        return tuple(stacks)

    def chips(self, action: RecordedAction) -> int:
        """Convert a wager's amount to chips."""
        return action.amount * int(10 ** (self.places - action.places))

    def money(self, chips: int) -> str:
        """Convert chips to the file's units, with its decimal places."""
        return money(chips, self.places)

    def _ante(self, big: int, posts: dict[int, list[int]]) -> tuple[int, str]:
        """Return the ante and its kind; what does not fit becomes dead posts."""
        antes, n = self.stakes.antes, len(self.stacks)
        common = min(antes)
        if common == 0 and sum(map(bool, antes)) == 1:
            payer = next(player for player in range(n) if antes[player])
            if payer == big:
                return antes[payer], "big_blind"
            if payer == self.button:
                return antes[payer], "button"
        if common and common > min(self.stacks) and not self.history.ante_trimming_status:
            common = 0  # a player who cannot pay in full can still win all of it: that is dead money
        for player, amount in enumerate(antes):
            if amount > common:
                posts.setdefault(player, [0, 0])[1] += amount - common
        return common, "per_player"

    def _rules(self, ante: str) -> Rules:
        if isinstance(self.rules, Rules):
            return msgspec.structs.replace(self.rules, reveal="ask", burn=False)
        base = msgspec.structs.asdict(_READING[self.history.variant or "NT"]) | {"ante": ante}
        given = self.history.user.get(OURS, {}).get("rules", {})
        if not isinstance(given, dict):
            raise self.history.bad(f"{OURS}.rules is {shorten(str(given))}: expected a table of rules")
        try:
            site = {"reopening": "any"} if self.rules == SITE else {}
            return Rules(**(base | given | site | {"reveal": "ask", "burn": False}))
        except (BadRules, TypeError) as error:
            raise self.history.bad(f"{OURS}.rules cannot be played: {error}") from None

    # -- our own field --------------------------------------------------------------------------------------------

    def _count(self) -> int:
        count = self.history.seat_count
        return count if count is not None else max(self.seats) + 1

    def _real_seats(self) -> tuple[int, ...]:
        history = self.history
        if not isinstance(history.user[OURS], dict):
            raise history.bad(f"'{OURS}' is not a table: expected what bigslick writes there")
        seats = history.seats or range(1, len(self.stacks) + 1)
        count = history.seat_count if history.seat_count is not None else max(seats)
        if not 2 <= count <= MAX_SEATS or len(set(seats)) < len(seats) or not all(0 < s <= count for s in seats):
            raise history.bad(f"'seats' is {list(seats)}: expected different seats from 1 to seat_count, at most 10")
        return tuple(seat - 1 for seat in seats)

    def _overrides(self) -> dict[str, Any]:
        """Return the values in our own field, which override the arrays."""
        given = self.history.user.get(OURS)
        if given is None:
            return {}
        try:
            own = msgspec.convert({name: value for name, value in given.items() if name != "rules"}, _Ours)
        except msgspec.ValidationError as error:
            raise self.history.bad(f"'{OURS}' cannot be read: {error}") from None
        found = {name: value for name in _Ours.__struct_fields__ if (value := getattr(own, name)) is not msgspec.UNSET}
        for name in OUR_SEATS:
            if name in found:
                found[name] = self._seat(name, found[name])
        for name in ("straddles", "posts"):
            if name in found:
                found[name] = tuple(
                    [msgspec.structs.replace(post, seat=self._seat(name, post.seat)) for post in found[name]]
                )
        return found

    def _seat(self, name: str, number: int) -> int | None:
        """Return a seat from our own field, which counts from 1; None if no one posts that blind."""
        if number == NO_SEAT and name.endswith("_blind_seat"):
            return None
        if not 1 <= number <= self._count():
            raise self.history.bad(f"{OURS}.{name} is {number}: expected a seat from 1 to {self._count()}")
        return number - 1


class _Stakes(NamedTuple):
    """Stakes, often the same for every hand of a file: antes and blinds by player, and the bets, in chips."""

    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bets: tuple[int, ...]
    small: int
    """The player in the small blind; -1 if there is none."""
    big: int
    ante: int
    plain: bool
    """Whether there are just two blinds, and the same ante for all."""
    numbers: tuple[int, ...]
    posting: tuple[int, int, int, int, int, int]
    sizes: tuple[int, int, int]
    """The minimum bet and the fixed-limit small and big bet."""


@lru_cache(maxsize=1024)
def _stakes(variant: str, n: int, *chips: int) -> _Stakes | None:
    """Return antes, blinds and bets in the engine's form; None if one of them cannot be played."""
    antes, blinds, bets = chips[:n], chips[n : 2 * n], chips[2 * n :]
    if variant not in _READING or max(map(abs, chips)) > MAX_CHIPS or min(antes) < 0 or min(bets) <= 0:
        return None
    if n == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    big = next((player for player in range(n) if blinds[player] >= bets[0]), -1)
    if big < 0 and max(blinds) > 0:
        big = blinds.index(max(blinds))
    small = next((player for player in range(n) if 0 < blinds[player] < blinds[big]), -1)
    extra = [player for player in range(n) if blinds[player] and player not in (small, big)]
    plain = small >= 0 and big >= 0 and not extra and antes.count(antes[0]) == n
    numbers = rule_numbers(_READING[variant])
    posting = (n - 1, small, big, blinds[small], blinds[big], antes[0])
    return _Stakes(antes, blinds, bets, small, big, antes[0], plain, numbers, posting, (bets[0], bets[0], bets[-1]))


def money(chips: int, places: int) -> str:
    """Return chips as an amount with this many decimal places: 250 with two is 2.50."""
    if not places:
        return str(chips)
    text = str(abs(chips)).rjust(places + 1, "0")
    return f"{'-' if chips < 0 else ''}{text[:-places]}.{text[-places:]}"


def _written(number: Decimal) -> int:
    """Return a number's decimal places; 0 if it has none or too many."""
    exponent = number.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and -MOST_PLACES <= exponent < 0 else 0


def _wrong(name: str, value: Any) -> str:
    """Describe the problem with an amount in this field; empty if there is none."""
    if type(value) not in _ONLY_NUMBERS:
        return "expected a number, an int or a Decimal"
    if isinstance(value, Decimal):
        if value.is_nan() or (value.is_infinite() and (name != "starting_stacks" or value < 0)):
            return "expected a number" + (", or inf for an unknown stack" if name == "starting_stacks" else "")
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and exponent < -MOST_PLACES:
            return f"expected at most {MOST_PLACES} decimal places"
        if value.is_infinite():
            return ""
    if not -MAX_CHIPS <= value <= MAX_CHIPS:  # abs() of a huge exponent overflows
        return f"expected an amount of at most {MAX_CHIPS}"
    if name == "antes" and value < 0:
        return "expected an ante of at least 0"
    if name == "starting_stacks" and value <= 0:
        return "expected a stack above 0"
    if name.endswith("_bet") and value <= 0:
        return "expected a bet above 0"
    return ""


class _Ours(msgspec.Struct, forbid_unknown_fields=True):
    button: int | msgspec.UnsetType = msgspec.UNSET
    small_blind_seat: int | msgspec.UnsetType = msgspec.UNSET
    big_blind_seat: int | msgspec.UnsetType = msgspec.UNSET
    small_blind: int | msgspec.UnsetType = msgspec.UNSET
    big_blind: int | msgspec.UnsetType = msgspec.UNSET
    ante: int | msgspec.UnsetType = msgspec.UNSET
    straddles: tuple[Post, ...] | msgspec.UnsetType = msgspec.UNSET
    posts: tuple[Post, ...] | msgspec.UnsetType = msgspec.UNSET
    bomb_pot: bool | msgspec.UnsetType = msgspec.UNSET
    min_bet: int | msgspec.UnsetType = msgspec.UNSET
    small_bet: int | msgspec.UnsetType = msgspec.UNSET
    big_bet: int | msgspec.UnsetType = msgspec.UNSET
