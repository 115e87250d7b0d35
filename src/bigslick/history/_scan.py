"""The actions of a recorded hand, from text to ints, and a state that follows them.

Whatever is not plain here, or refused, is left to the rooms above, which read slowly and say why.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from bigslick.core import _cython as cython

from bigslick.core.codes import SHOWDOWN
from bigslick.core.hand import State

from .steps import (
    CALLS,
    DEALS_BOARD,
    DEALS_ONE,
    DEALS_TWO,
    FOLDS,
    MOST_PLACES,
    MOST_PLAYERS,
    MOST_VALUE,
    MUCKS,
    NOTES,
    SHOWS,
    WAGERS,
)

COMPILED = cython.compiled


def scan(actions: list[str]) -> list[int] | None:
    """The steps of these action texts; None if one of them is not written in the shortest form."""
    steps = []
    for text in actions:
        code = scan_one(text)
        if code < 0:
            return None
        steps.append(code)
    return steps


def scan_one(text: str) -> int:
    """The step of one action text in its shortest form, or -1: one space between words, no commentary."""
    size = len(text)
    if size < 4:
        return -1
    if text[0] == "d":
        if size < 7 or text[1] != " " or text[2] != "d" or text[4] != " ":
            return -1
        if text[3] == "b":
            cards = scan_cards(text, 5, size)
            return DEALS_BOARD + 4096 * cards if cards > 0 else -1
        if text[3] != "h" or text[5] != "p":
            return -1
        player = scan_player(text, 6, size)
        at = 8 if player < 9 else 9
        if player < 0 or size != at + 4:
            return -1
        cards = scan_cards(text, at, size)
        return DEALS_TWO + 16 * player + 4096 * cards if cards > 0 else -1
    if text[0] != "p":
        return -1
    player = scan_player(text, 1, size)
    if player < 0:
        return -1
    at = 3 if player < 9 else 4
    if size == at + 1:
        return FOLDS + 16 * player if text[at] == "f" else -1
    if size == at + 2:
        if text[at] == "c" and text[at + 1] == "c":
            return CALLS + 16 * player
        return MUCKS + 16 * player if text[at] == "s" and text[at + 1] == "m" else -1
    if size > at + 4 and text[at] == "c" and text[at + 1] == "b" and text[at + 2] == "r" and text[at + 3] == " ":
        amount = scan_amount(text, at + 4, size)
        return WAGERS + 16 * player + amount if amount >= 0 else -1
    if size == at + 7 and text[at] == "s" and text[at + 1] == "m" and text[at + 2] == " ":
        cards = scan_cards(text, at + 3, size)
        return SHOWS + 16 * player + 4096 * cards if cards > 0 else -1
    return -1


def scan_player(text: str, at: int, size: int) -> int:
    """The player whose number stands here with a space after it, from 0; -1 if there is none."""
    if text[at] < "1" or text[at] > "9" or size < at + 2:
        return -1
    if text[at + 1] == " ":
        return ord(text[at]) - 49
    if text[at] == "1" and text[at + 1] == "0" and size > at + 2 and text[at + 2] == " ":
        return 9
    return -1


def scan_amount(text: str, at: int, size: int) -> int:
    """The value and the places of a number from here to the end, where a step has them; -1 if it is none."""
    value = 0
    places = 0
    point = 0
    for i in range(at, size):
        if "0" <= text[i] <= "9":
            value = 10 * value + ord(text[i]) - 48
            places += point
            if value > MOST_VALUE:
                return -1
        elif text[i] == "." and point == 0 and i > at and i + 1 < size:
            point = 1
        else:
            return -1
    if value == 0 or places > MOST_PLACES:
        return -1
    return 256 * places + 4096 * value


def scan_cards(text: str, at: int, size: int) -> int:
    """Up to three cards from here to the end, where a step has them; 0 if they are none."""
    value = 0
    factor = 1
    if (size - at) & 1 or size > at + 6:
        return 0
    for i in range(at, size, 2):
        card = scan_card(text[i], text[i + 1])
        if card == 0:
            return 0
        value += factor * card
        factor *= 64
    return value


def scan_card(rank: str, suit: str) -> int:
    """One card as a step has it, 0 if it is none."""
    if rank == "?":
        return 1 if suit == "?" else 0
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
        return 0
    if suit == "c":
        return 4 * value + 2
    if suit == "d":
        return 4 * value + 3
    if suit == "h":
        return 4 * value + 4
    if suit == "s":
        return 4 * value + 5
    return 0


def survey(steps: list[int], players: int) -> tuple[list[int], int, int] | None:
    """The pack that deals the cards of the record, the number of board cards in it, and the most decimal places.

    None if the hole cards do not all come first, two for each player, if a card is dealt twice, the board has more
    than five cards, or there is no such player.
    """
    deck = [-1] * 52
    if players > MOST_PLAYERS:
        return None
    got = 0  # two bits for each player
    missing = 2 * players
    board = 0
    most_places = 0
    seen = 0
    one = 1  # wide enough to be shifted over the whole pack
    for i in range(len(steps)):
        code = steps[i]
        kind = code & 15
        if kind == NOTES:
            continue
        player = code >> 4 & 15
        if kind == DEALS_TWO or kind == DEALS_ONE:
            if player >= players or board > 0:
                return None
        elif missing > 0 or (player >= players and kind != DEALS_BOARD):
            return None
        if kind == WAGERS:
            if (code >> 8 & 15) > most_places:
                most_places = code >> 8 & 15
        elif kind == DEALS_TWO or kind == DEALS_ONE or kind == DEALS_BOARD:
            cards = code >> 12
            while cards > 0:
                card = (cards & 63) - 2
                cards >>= 6
                if kind == DEALS_BOARD:
                    if board == 5:
                        return None
                    deck[2 * players + board] = card
                    board += 1
                else:
                    had = got >> 2 * player & 3
                    if had == 2 or missing == 0:
                        return None
                    deck[player + players * had] = card
                    got += 1 << 2 * player
                    missing -= 1
                if card >= 0:
                    bit = one << card
                    if seen & bit:
                        return None
                    seen |= bit
    return deck, board, most_places


def follow(state: State, steps: list[int], start: int, dealt: int, seats: tuple[int, ...], places: int) -> int:
    """Let the state play the steps from `start` on, with `dealt` board cards on the table.

    Answers 16 times the number of steps that were played, plus 8 if somebody showed or mucked, plus the board cards
    then dealt. A step that is refused, or comes at the wrong time, is not played, and nothing after it.
    """
    count = len(steps)
    players = len(seats)
    shown = 0
    for i in range(start, count):
        code = steps[i]
        kind = code & 15
        if kind <= WAGERS:
            player = code >> 4 & 15
            if player >= players:
                return 16 * i + shown + dealt
            seat = seats[player]
            if state.turn != seat or dealt != state.board_count:
                return 16 * i + shown + dealt
            amount = 0
            if kind == FOLDS:
                amount = -1
            elif kind == WAGERS:
                amount = code >> 12
                for _ in range(places - (code >> 8 & 15)):
                    if amount > MOST_VALUE:
                        return 16 * i + shown + dealt
                    amount *= 10
            if state.act(amount) != 0:
                return 16 * i + shown + dealt
        elif kind == DEALS_BOARD:
            after = dealt
            cards = code >> 12
            while cards > 0:
                cards >>= 6
                after += 1
            if after > state.board_count or (dealt < 3 and after > 3) or (dealt >= 3 and after > dealt + 1):
                return 16 * i + shown + dealt
            dealt = after
        elif kind == SHOWS or kind == MUCKS:
            if state.street < SHOWDOWN:
                return 16 * i + shown + dealt
            shown = 8
    return 16 * count + shown + dealt
