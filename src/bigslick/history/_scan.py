"""Reads a recorded hand's actions from text, surveys their cards, and plays them on a state.

This module reads only the shortest spelling of an action and never explains a refusal: `notation` reads the rest, and
`replay.refusals` explains what went wrong.
"""

from __future__ import annotations

from operator import index

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import CALL as CALL_CODE
from bigslick.core.codes import FOLD as FOLD_CODE
from bigslick.core.codes import LIVE, MAX_SEATS, OVER, SHOWDOWN
from bigslick.core.hand import State
from bigslick.core.terms import Terms

from .action_kinds import BOARD, CALL, FOLD, HOLE, MOST_PLACES, MOST_PLAYERS, MOST_VALUE, MUCK, REMARK, SHOW, WAGER

COMPILED = cython.compiled

NO_CARD = -2
UNREAD = -1


class RecordedAction:
    """One action of a record: its kind (see `action_kinds`), its player from 0, and its amount or cards.

    The amount 2.50 is 250 with two decimal places; an unknown card is -1. A `SHOW` without cards shows the two cards
    dealt.
    """

    def __cinit__(self) -> None:  # only the compiled class calls this
        self.cards: tuple[int, ...] = ()

    def __init__(
        self, kind: int, player: int = 0, amount: int = 0, places: int = 0, cards: tuple[int, ...] = ()
    ) -> None:
        self.kind = number(kind, "the kind of an action", FOLD, REMARK)
        self.player = number(player, "a player", 0, MOST_PLAYERS - 1)
        self.amount = index(amount)
        self.places = number(places, "the decimal places", 0, MOST_PLACES)
        if self.amount < 0 or self.amount > MOST_VALUE:
            raise ValueError(f"the amount is {self.amount}: expected 0 to {MOST_VALUE}")
        self.cards = tuple([number(card, "a card", -1, 51) for card in cards])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordedAction):
            return NotImplemented
        mine = (self.kind, self.player, self.amount, self.places, self.cards)
        return mine == (other.kind, other.player, other.amount, other.places, other.cards)

    def __repr__(self) -> str:
        numbers = f"{self.kind}, {self.player}, {self.amount}, {self.places}, {self.cards}"
        return f"RecordedAction({numbers})"


def scan(texts: list[str]) -> list[RecordedAction] | None:
    """Read these texts as actions; None if any is not in the shortest form."""
    if texts is None:
        raise TypeError("expected a list of texts")
    actions = []
    for text in texts:
        action = scan_one(text)
        if action is None:
            return None
        actions.append(action)
    return actions


def scan_one(text: str) -> RecordedAction | None:
    """Read one action in its shortest form (single spaces, no commentary); None if it is not."""
    size = len(text)
    if size < 4:
        return None
    if text[0] == "d":
        if size < 7 or text[1] != " " or text[2] != "d" or text[4] != " ":
            return None
        if text[3] == "b":
            return record_cards(BOARD, 0, text, 5, size)
        if text[3] != "h" or text[5] != "p":
            return None
        player = scan_player(text, 6, size)
        at = 8 if player < 9 else 9
        if player < 0 or size != at + 4:
            return None
        return record_cards(HOLE, player, text, at, size)
    if text[0] != "p":
        return None
    player = scan_player(text, 1, size)
    if player < 0:
        return None
    at = 3 if player < 9 else 4
    if size == at + 1:
        return record_bet(FOLD, player) if text[at] == "f" else None
    if size == at + 2:
        if text[at] == "c" and text[at + 1] == "c":
            return record_bet(CALL, player)
        return record_bet(MUCK, player) if text[at] == "s" and text[at + 1] == "m" else None
    if size > at + 4 and text[at] == "c" and text[at + 1] == "b" and text[at + 2] == "r" and text[at + 3] == " ":
        return record_wager(player, text, at + 4, size)
    if size == at + 7 and text[at] == "s" and text[at + 1] == "m" and text[at + 2] == " ":
        return record_cards(SHOW, player, text, at + 3, size)
    return None


def record_bet(kind: int, player: int) -> RecordedAction:
    """Return an action without an amount or cards."""
    action = RecordedAction.__new__(RecordedAction)
    action.kind = kind
    action.player = player
    action.amount = 0
    action.places = 0
    action.cards = ()
    return action


def record_cards(kind: int, player: int, text: str, at: int, size: int) -> RecordedAction | None:
    """Return an action with the cards from `at` to the end of the text; None if they are not cards."""
    cards = scan_cards(text, at, size)
    if cards is None:
        return None
    action = record_bet(kind, player)
    action.cards = cards
    return action


def record_wager(player: int, text: str, at: int, size: int) -> RecordedAction | None:
    """Return a wager with the amount from `at` to the end of the text; None if it is not an amount."""
    value = 0
    places = 0
    point = 0
    for i in range(at, size):
        if "0" <= text[i] <= "9":
            value = 10 * value + ord(text[i]) - 48
            places += point
            if value > MOST_VALUE:
                return None
        elif text[i] == "." and point == 0 and i > at and i + 1 < size:
            point = 1
        else:
            return None
    if value == 0 or places > MOST_PLACES:
        return None
    action = record_bet(WAGER, player)
    action.amount = value
    action.places = places
    return action


def scan_player(text: str, at: int, size: int) -> int:
    """Read the player number here, followed by a space, and count it from 0; -1 if there is none."""
    if text[at] < "1" or text[at] > "9" or size < at + 2:
        return UNREAD
    if text[at + 1] == " ":
        return ord(text[at]) - 49
    if text[at] == "1" and text[at + 1] == "0" and size > at + 2 and text[at + 2] == " ":
        return 9
    return UNREAD


def scan_cards(text: str, at: int, size: int) -> tuple[int, ...] | None:
    """Read one to three cards from here to the end; None if they are not cards."""
    if size - at not in (2, 4, 6):
        return None
    first = scan_card(text[at], text[at + 1])
    if first == NO_CARD:
        return None
    if size - at == 2:
        return (first,)
    second = scan_card(text[at + 2], text[at + 3])
    if second == NO_CARD:
        return None
    if size - at == 4:
        return (first, second)
    third = scan_card(text[at + 4], text[at + 5])
    return None if third == NO_CARD else (first, second, third)


def scan_card(rank: str, suit: str) -> int:
    """Read one card as an int: -1 for `??`, NO_CARD for other text."""
    if rank == "?":
        return -1 if suit == "?" else NO_CARD
    if "2" <= rank <= "9":
        value = ord(rank) - 50
    elif rank == "T":
        value = 8
    elif rank == "J":
        value = 9
    elif rank == "Q":
        value = 10
    elif rank == "K":
        value = 11
    elif rank == "A":
        value = 12
    else:
        return NO_CARD
    if suit == "c":
        return 4 * value
    if suit == "d":
        return 4 * value + 1
    if suit == "h":
        return 4 * value + 2
    if suit == "s":
        return 4 * value + 3
    return NO_CARD


class Survey:
    """The result of one pass over the actions before any is played."""

    def __init__(self, deck: list[int], board: int, places: int) -> None:
        self.deck = deck
        """A deck that deals the record's cards, with -1 for unknown ones."""
        self.board = board
        """How many board cards the record deals."""
        self.places = places
        """The most decimal places in any wager."""


def survey(actions: list[RecordedAction], hole_places: tuple[int, ...], board_places: tuple[int, ...]) -> Survey | None:
    """Lay out a record's cards; `hole_places` has each player's two positions in the deck.

    Return None unless the hole cards come first, two for each player. Also return None if a card is dealt twice, the
    board has more than five cards, or an action names a player who does not exist.
    """
    deck = [-1] * 52
    if actions is None or hole_places is None or board_places is None:
        raise TypeError("expected the actions and the places of hole cards and board")
    players = len(hole_places) // 2
    if players > MOST_PLAYERS:
        return None
    hole_place = [0] * 20
    for i in range(2 * players):
        hole_place[i] = number(hole_places[i], "the place of a hole card", 0, 51)
    board_place = [0] * 5
    if len(board_places) != 5:
        raise ValueError(f"{len(board_places)} places for a board: expected 5")
    for i in range(5):
        board_place[i] = number(board_places[i], "the place of a board card", 0, 51)
    got = 0  # two bits per player
    missing = 2 * players
    board = 0
    places = 0
    seen = 0
    one = 1  # a C variable, wide enough to shift over the whole deck
    for action in actions:
        if action is None:
            raise TypeError("expected recorded actions, found None")
        kind = action.kind
        if kind == REMARK:
            continue
        player = action.player
        if kind == HOLE:
            if player >= players or board > 0:
                return None
        elif missing > 0 or (player >= players and kind != BOARD):
            return None
        if kind == WAGER:
            if action.places > places:
                places = action.places
        elif kind == HOLE or kind == BOARD:
            for i in range(len(action.cards)):
                card = action.cards[i]
                if kind == BOARD:
                    if board == 5:
                        return None
                    deck[board_place[board]] = card
                    board += 1
                else:
                    had = got >> 2 * player & 3
                    if had == 2 or missing == 0:
                        return None
                    deck[hole_place[2 * player + had]] = card
                    got += 1 << 2 * player
                    missing -= 1
                if card >= 0:
                    bit = one << card
                    if seen & bit:
                        return None
                    seen |= bit
    return Survey(deck, board, places)


class Playback:
    """A hand that plays a record's actions for as long as the rules allow."""

    def __cinit__(self) -> None:  # only the compiled class calls this: a finished hand without seats
        self.state = State.__new__(State)
        self.actions: list[RecordedAction] = []
        self.claims: list[int] = []

    def __init__(self, terms: Terms, actions: list[RecordedAction], seats: tuple[int, ...], places: int) -> None:
        self.state = State(terms)
        self.state.begin()
        self.actions = list(actions)  # a copy, so it does not change during play
        self.players = len(seats)
        if self.players > MAX_SEATS:
            raise ValueError(f"{self.players} players: expected at most {MAX_SEATS}")
        self.seat_of = [0] * 10
        for i in range(len(seats)):
            self.seat_of[i] = number(seats[i], "the seat of a player", 0, MAX_SEATS - 1)
        self.places = number(places, "the decimal places", 0, MOST_PLACES)
        """Decimal places of a chip: with two, a wager of 1.5 is 150."""
        self.next = 0
        """The index of the action to play next."""
        self.dealt = 0
        """How many board cards the record has dealt so far."""
        self.claims = []
        """Indexes of the show and muck actions played so far."""

    def play(self) -> bool:
        """Play up to the first refused action; True if the record ends without one."""
        count = len(self.actions)
        for i in range(self.next, count):
            self.next = i
            action = self.actions[i]
            if action is None:
                raise TypeError("expected recorded actions, found None")
            kind = action.kind
            if kind <= WAGER:
                if action.player >= self.players:
                    return False
                if self.state.turn != self.seat_of[action.player] or self.dealt != self.state.board_count:
                    return False
                amount = CALL_CODE
                if kind == FOLD:
                    amount = FOLD_CODE
                elif kind == WAGER:
                    amount = action.amount
                    for _ in range(self.places - action.places):
                        if amount > MOST_VALUE:
                            return False
                        amount *= 10
                if self.state.act(amount) != 0:
                    return False
            elif kind == BOARD:
                after = self.dealt + len(action.cards)
                if (
                    after > self.state.board_count
                    or (self.dealt < 3 and after > 3)
                    or (self.dealt >= 3 and after > self.dealt + 1)
                ):
                    return False
                self.dealt = after
            elif kind == SHOW or kind == MUCK:
                if self.state.street < SHOWDOWN:
                    return False
                self.claims.append(i)
        self.next = count
        return True

    def skip(self) -> None:
        """Skip the next action."""
        self.next += 1

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.state.street == OVER

    @property
    def at_showdown(self) -> bool:
        """Whether betting has ended with at least two hands, and the pots are not yet awarded."""
        return self.state.street == SHOWDOWN

    @property
    def live(self) -> list[bool]:
        """Whether each seat can still win a pot."""
        return [status == LIVE for status in self.state.statuses()]


def number(value: object, what: str, low: int, high: int) -> int:
    """Check for a whole number from `low` to `high`."""
    # When compiled, this is a C integer, and the conversion accepts only whole numbers; see the .pxd.
    found = value if cython.compiled else index(value)  # type: ignore[arg-type]
    if found < low or found > high:  # type: ignore[operator]
        raise ValueError(f"{what} is {found}: expected {low} to {high}")
    return found  # type: ignore[return-value]
