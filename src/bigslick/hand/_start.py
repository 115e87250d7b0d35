# cython: auto_pickle=False, nonecheck=True
"""Starts a hand: from plain numbers, whose setup is derived on demand, or from a setup.

Plain numbers take a twentieth of the time. They are never refused here: anything unusual goes through `Setup`, which
does all the checking. The rules are the core's in both cases: `Rotation` finds the blinds, and `Terms` what each seat
owes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.cards import DECK, Card
from bigslick.checks import must_be
from bigslick.core.codes import MAX_CHIPS, MAX_SEATS
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.core.rotation import Rotation
from bigslick.core.terms import Terms, new_terms
from bigslick.rules import Rules
from bigslick.shuffle import Keystream

from .setup import Setup, both_blinds, rule_numbers

COMPILED = cython.compiled

DEFAULT_RULES = Rules()
# Local aliases, which compiled code finds without a lookup.
CARDS, CARD, RULES = DECK, Card, Rules
OPENING = Rotation()  # written and read within one call
FIELDS = tuple([name for name in Setup.__struct_fields__ if name not in ("deck", "rules")])

if not cython.compiled:

    def whole(value: Any) -> int:
        """Return a plain int from 0 to MAX_CHIPS, or -1 for anything else; the .pxd has the C twin."""
        return value if type(value) is int and 0 <= value <= MAX_CHIPS else -1

    def card_number(value: Any) -> int:
        """Return a card's number, or -1 for anything but a plain int from 0 to 51 or a Card."""
        return int(value) if (type(value) is int or type(value) is Card) and 0 <= value <= 51 else -1


class Start:
    """A hand's start: the core's terms, and what they leave out."""

    def __init__(self) -> None:
        self.terms: Any = None
        self.rules: Any = None
        self.setup: Any = None
        self.public: Any = None  # the terms without the deck, once a view is made
        self.small_blind = self.big_blind = self.ante = 0
        self.small_seat = self.big_seat = -1


def from_setup(setup: Setup) -> Start:
    """Return the start that a setup describes."""
    start = Start()
    start.terms = Setup.terms(setup)  # not setup.terms(): a subclass could override it
    start.rules = setup.rules
    start.setup = setup
    start.small_blind = setup.small_blind
    start.big_blind = setup.big_blind
    start.ante = setup.ante
    start.small_seat = -1 if setup.small_blind_seat is None else setup.small_blind_seat
    start.big_seat = -1 if setup.big_blind_seat is None else setup.big_blind_seat
    return start


def public_terms(start: Start) -> Terms:
    """Return the terms without the deck, which all of the hand's views share."""
    if start.public is None:
        start.public = start.terms.without_cards()
    found: Terms = start.public
    return found


def setup_of(start: Start) -> Any:
    """Return the setup that describes a start; a plain one has none until needed."""
    if start.setup is None:
        deck = tuple([CARDS[card] for card in start.terms.cards()])
        start.setup = Setup(**setup_fields(start), deck=deck, rules=start.rules)
    return start.setup


def setup_fields(start: Start) -> dict[str, Any]:
    """Return a start's setup fields by name, without deck and rules; a plain start omits the defaults."""
    if start.setup is not None:
        return {name: getattr(start.setup, name) for name in FIELDS}
    return {
        "stacks": start.terms.stacks(),
        "button": start.terms.button,
        "small_blind_seat": start.small_seat,
        "big_blind_seat": start.big_seat,
        "small_blind": start.small_blind,
        "big_blind": start.big_blind,
        "ante": start.ante,
    }


def from_numbers(stacks: Any, blinds: Any, button: Any, seed: Any, deck: Any, ante: Any, rules: Any) -> Start | None:
    """Return the start for plain ints with ordinary blinds; None for anything else, which `Setup` checks."""
    if type(stacks) is not list and type(stacks) is not tuple:
        return None
    row = tuple(stacks)
    if len(row) < 2 or len(row) > MAX_SEATS:
        return None
    terms = Terms.__new__(Terms) if cython.compiled else Terms()
    terms.seats = len(row)
    for seat in range(terms.seats):
        chips = 0 if row[seat] is None else whole(row[seat])
        if chips < 0:
            return None
        terms.stack[seat] = chips
    if type(blinds) is tuple and len(blinds) == 2:
        small = whole(blinds[0])
        big = whole(blinds[1])
    elif type(blinds) is int:
        small, big = map(whole_chips, both_blinds(blinds))
    else:
        return None
    if rules is None:
        rules = DEFAULT_RULES
    elif type(rules) is not RULES:
        return None
    if deck is not None and (seed is not None or not lay_deck(terms, deck)):
        return None
    start = on_terms(terms, whole(button), small, big, whole(ante), rules)
    if start is not None and deck is None:
        shuffle_into(terms, seed)
    return start


def on_terms(terms: Terms, button: int, small: int, big: int, ante: int, rules: Any) -> Start | None:
    """Return the start on terms with stacks and deck already written, or None if the hand is not ordinary."""
    if big <= 0 or small < 0 or small > big or ante < 0:
        return None
    rotation = OPENING
    rotation.seats = terms.seats
    taken = terms.taken()
    if not rotation.fit(taken, button):
        return None
    rotation.begin(taken, button)
    if rotation.button != button:  # heads-up with the button at an empty seat
        return None
    terms.take_rules(known(rules).terms)
    terms.post(rotation.button, rotation.small, rotation.big, small, big, ante)
    start = Start.__new__(Start)
    start.terms = terms
    start.rules = rules
    start.setup = None
    start.public = None
    start.small_blind = small
    start.big_blind = big
    start.ante = ante
    start.small_seat = rotation.small
    start.big_seat = rotation.big
    return start


class KnownRules:
    """Rules, with the terms of a hand already played under them, from which the numbers are copied."""

    rules: Any

    def __init__(self, rules: Rules) -> None:
        if cython.compiled and self.rules is not None:
            raise TypeError("what is known of rules does not change: make another")
        must_be(Rules, rules, "rules: expected Rules")
        self.terms = new_terms(rule_numbers(rules), (1, 1), tuple(range(52)), (0, 0, 1, 0, 1, 0))
        self.rules = rules


@lru_cache(maxsize=64)
def look_up(rules: Rules) -> KnownRules:
    """Compute facts about rules, once."""
    return KnownRules(rules)


def known(rules: Any) -> KnownRules:
    """Return the facts about rules, usually straight from the previous hand."""
    global LAST
    found = LAST
    if found.rules is not rules:
        found = look_up(rules)
        LAST = found
    return found


LAST = KnownRules(DEFAULT_RULES)


def lay_deck(terms: Terms, deck: Any) -> bool:
    """Write a deck if it is 52 plain cards; return whether it is."""
    if type(deck) is not list and type(deck) is not tuple:
        return False
    cards = tuple(deck)
    if len(cards) != 52:
        return False
    seen = [0] * 52
    for place in range(52):
        card = card_number(cards[place])
        if card < 0 or seen[card]:
            return False
        seen[card] = 1
        terms.deck[place] = card
    return True


def shuffle_into(terms: Terms, seed: Any) -> int:
    """Shuffle the whole deck like `shuffled(seed)`."""
    draws: Draws = Keystream(seed).draws
    draws.shuffle_first(52)
    for place in range(52):
        terms.deck[place] = draws.cards[place]
    return 0


def new_state(terms: Terms) -> State:
    """Return a new state on checked terms, before the deal."""
    if not cython.compiled:
        return State(terms)
    state = State.__new__(State)
    state.terms = terms
    return state


def begun(terms: Terms) -> State:
    """Return a state after the deal."""
    state = new_state(terms)
    state.deal()
    return state


def whole_chips(value: Any) -> int:
    """Return chips that are a plain int, or -1."""
    return whole(value)
