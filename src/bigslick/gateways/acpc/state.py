"""ACPC states: betting and cards in the notation of the competition's servers and players.

A state is `hand:betting:cards`. Betting has a letter for each action, followed by the total over the whole hand for a
no-limit raise, and a slash between streets. Cards are the hole cards by player and the board by street.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bigslick.cards import Card, format_cards, parse_cards
from bigslick.errors import BadCards, BigslickError
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Raise, Show
from bigslick.hand.events import Called, Checked, Event, Folded, Posted, Refunded, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.hand.view import View

from .game import AcpcGame

VERSION = b"VERSION:2.0.0\r\n"
MOST_BYTES = 4096
"""The longest line in the protocol."""
MOST_ACTIONS = 64
"""The most actions on a street in the original server, which refuses a raise that leaves no room for the calls."""
_ACTION = re.compile(r"([fFcCkK])|([rRbB])(\d*)")
_SIZES = (3, 1, 1)


class BadState(BigslickError, ValueError):
    """A line that is not a state of this game."""


class AcpcState(NamedTuple):
    """A state as written, unchecked."""

    hand: int
    betting: str
    holes: tuple[tuple[Card, ...], ...]
    """By player; empty if hidden."""
    board: tuple[Card, ...]


def read_state(text: str, players: int) -> AcpcState:
    """Parse `hand:betting:cards`."""
    parts = text.split(":")
    if len(parts) != 3 or not parts[0].isdecimal() or len(parts[0]) > 12:
        raise BadState(f"{text[:80]!r} is not a state: expected hand:betting:cards")
    hole, *streets = parts[2].split("/")
    try:
        holes = [parse_cards(cards) if cards else () for cards in hole.split("|")]
        board = [parse_cards(cards) for cards in streets]
    except BadCards as error:
        raise BadState(f"{text[:80]!r}: {error}") from None
    if len(holes) != players or any(len(cards) not in (0, 2) for cards in holes):
        raise BadState(f"{text[:80]!r}: expected two hole cards or none for each of {players} players")
    if [len(cards) for cards in board] != list(_SIZES[: len(board)]):
        raise BadState(f"{text[:80]!r}: expected a board of three cards, one and one")
    return AcpcState(int(parts[0]), parts[1], tuple(holes), tuple(card for street in board for card in street))


def play_state(game: AcpcGame, state: AcpcState) -> Hand:
    """Play a state's betting under the rules, or refuse it with a sentence."""
    holes = {player: cards for player, cards in enumerate(state.holes) if cards}
    try:
        hand = Hand(game.setup(holes, state.board))
    except (BadCards, ValueError) as error:
        raise BadState(f"hand {state.hand}: {error}") from None
    street = 0
    at = 0
    while at < len(state.betting):
        if state.betting[at] == "/":
            street += 1
            at += 1
            continue
        found = _ACTION.match(state.betting, at)
        if found is None:
            raise BadState(f"hand {state.hand}: {state.betting[at : at + 12]!r} is not an action: expected f, c or r")
        if hand.turn is None or street_number(hand) != street:
            raise BadState(f"hand {state.hand}: {found[0]!r} in {state.betting!r} comes when no one is to act")
        try:
            hand.act(action_of(hand, found[0]))
        except IllegalAction as error:
            raise BadState(f"hand {state.hand}: {found[0]!r} in {state.betting!r}: {error}") from None
        at = found.end()
    while hand.turn is not None and hand.street == "showdown":
        hand.act(Show())
    reached = sum(isinstance(event, StreetDealt) for event in hand.events)
    if street != reached:
        raise BadState(f"hand {state.hand}: {state.betting!r} has {street} slashes where {reached} streets were dealt")
    dealt = sum(_SIZES[:reached])
    if len(state.board) != dealt:
        raise BadState(f"hand {state.hand}: the board has {len(state.board)} cards, expected {dealt}")
    return hand


def street_number(hand: Hand) -> int:
    """Return the street being played, counted from 0."""
    return {0: 0, 3: 1, 4: 2, 5: 3}[len(hand.board)]


def action_of(hand: Hand, text: str) -> Action:
    """Read an action for the player to act, with its total over the hand; it may be illegal."""
    options = hand.options
    found = _ACTION.fullmatch(text)
    if found is None or options is None:
        raise BadState(f"{text[:20]!r} is not an action: expected f, c, r or r and a number")
    if found[1]:
        if found[1] in "fF":
            return Fold()
        return Check() if options.check else Call()
    legal = options.wager_to
    if hand.setup.rules.limit == "fixed":
        to = legal[0] if legal else 0
    else:
        if not found[3] or len(found[3]) > 15:
            raise BadState(f"{text[:20]!r}: a no-limit raise says its total, as in r300")
        to = int(found[3]) - spent_before(hand, options.seat)
    return Bet(to=to) if not hand.current_bet else Raise(to=to)


def spent_before(hand: Hand | View, seat: int) -> int:
    """Return the chips that the seat put in on earlier streets."""
    return hand.committed[seat] - hand.bets[seat]


def action_text(view: View, action: Action, *, limit: bool) -> str:
    """Write an action for the seat to act in the protocol's notation."""
    options = view.options
    assert options is not None
    if isinstance(action, Fold):
        return "f"
    if isinstance(action, Check | Call):
        return "c"
    if isinstance(action, AllIn):
        assert options.all_in is not None
        to = options.all_in
        if to <= view.current_bet:
            return "c"
    elif isinstance(action, Bet | Raise):
        to = action.to if action.to is not None else view.bets[options.seat] + (getattr(action, "add", None) or 0)
    else:
        raise BadState(f"{action!r} has no letter in the protocol")
    return "r" if limit else f"r{to + spent_before(view, options.seat)}"


def betting_text(events: Sequence[Event], *, limit: bool, scale: int = 1) -> str:
    """Write a hand's betting; `scale` is the value of one of the table's chips in the reader's chips."""
    spent: dict[int, int] = {}
    before: dict[int, int] = {}
    text = []
    for event in events:
        if isinstance(event, Posted | Called):
            spent[event.seat] = spent.get(event.seat, 0) + event.amount
            if isinstance(event, Called):
                text.append("c")
        elif isinstance(event, Wagered):
            spent[event.seat] = before.get(event.seat, 0) + event.to
            text.append("r" if limit else f"r{spent[event.seat] * scale}")
        elif isinstance(event, Checked):
            text.append("c")
        elif isinstance(event, Folded):
            text.append("f")
        elif isinstance(event, Refunded):
            spent[event.seat] -= event.amount
        elif isinstance(event, StreetDealt):
            text.append("/")
            before = dict(spent)
    return "".join(text)


def cards_text(holes: Sequence[Sequence[Card]], board: Sequence[Card]) -> str:
    streets = [board[:3], board[3:4], board[4:5]]
    return "/".join(["|".join(map(format_cards, holes)), *(format_cards(cards) for cards in streets if cards)])


def state_text(number: int, hand: Hand, *, limit: bool) -> str:
    """Write a hand with every card, as in a log: `hand:betting:cards`."""
    holes = [hand.hole(seat) for seat in range(hand.setup.seats)]
    return f"{number}:{betting_text(hand.events, limit=limit)}:{cards_text(holes, hand.board)}"


def match_states(number: int, view: View, since: int = 0, *, limit: bool, scale: int = 1) -> list[str]:
    """Return a dealer's lines to a seat: one per decision after the first `since` events, and the current one."""
    assert view.seat is not None
    seats = len(view.stacks)
    first = (view.button + 1) % seats
    viewer = (view.seat - first) % seats
    events = view.events
    acts = Folded | Checked | Called | Wagered
    decided = [at for at in range(since + 1, len(events)) if isinstance(events[at], acts)]
    lines = []
    for end in [*decided, len(events)]:
        holes: list[Sequence[Card]] = [()] * seats
        if end == len(events):
            for seat, cards in view.shown.items():
                holes[(seat - first) % seats] = cards
        holes[viewer] = view.hole
        past = events[:end]
        board = [card for event in past if isinstance(event, StreetDealt) for card in event.cards]
        betting = betting_text(past, limit=limit, scale=scale)
        lines.append(f"MATCHSTATE:{viewer}:{number}:{betting}:{cards_text(holes, board)}")
    return lines
