"""Converts a hand to a history that other PHH readers can play too.

Empty seats are left out; `seats` and `seat_count` say where the players sit. A dead post becomes an ante for the player
who owes it, which PHH treats as dead money, and an extra live post becomes a negative blind, as in PokerKit. What the
format cannot express (a dead button, the amount of a dead small blind, house rules) goes into the user field
`_bigslick`, but only if reading the rest would not restore it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import msgspec

from bigslick.cards import Card, format_cards
from bigslick.checks import is_whole, must_be
from bigslick.hand.events import Called, Checked, Dealt, Event, Folded, Mucked, Posted, Shown, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.hand.setup import MAX_CHIPS, Setup

from .action_kinds import MOST_PLACES
from .history import FIELDS, PER_PLAYER, VARIANTS, History, Number
from .history_details import BOMB_POT, DOUBLE_BOARD, Details
from .notation import BadHistory, shorten
from .replay.recorded_setup import NO_SEAT, OUR_SEATS, OURS
from .replay.replay import setup as read_setup

_VARIANTS: Final = dict(zip(("none", "pot", "fixed"), VARIANTS, strict=True))
_COMPARED: Final = ("button", "small_blind_seat", "big_blind_seat", "small_blind", "big_blind", "ante")
_RULES: Final = ("reopening", "short_blind_price", "open_fold", "odd_chip_unit")
_LIMIT_RULES: Final = {"pot": ("pot_counts_antes", "pot_full_blinds"), "fixed": ("bets_per_street",)}
_STREET_CARDS: Final = {"flop": 3, "turn": 1, "river": 1}


def record(hand: Hand, /, *, places: int = 0, **metadata: Any) -> History:
    """Return a hand's history; with `places=2` its chips are cents, and 150 is written as 1.50.

    `metadata` holds fields of the format (`players`, `event`, `hand`, ...) or your own (`_name`). Lists have an entry
    for each seat, with None for empty seats, or only for the taken seats.
    """
    must_be(Hand, hand, "a hand: expected a Hand")
    if not is_whole(places, 0, MOST_PLACES):
        raise BadHistory(f"places={places!r}: expected a whole number from 0 to {MOST_PLACES}")
    setup = hand.setup
    order = setup.dealt
    antes, blinds = _posts(setup)
    if len(order) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    money = _Money(places)
    min_bet, small_bet, big_bet = _bets(setup)
    fixed = setup.rules.limit == "fixed"
    history = History(
        variant=_VARIANTS[setup.rules.limit],
        antes=money.all(antes),
        blinds_or_straddles=money.all(blinds),
        min_bet=None if fixed else money(min_bet),
        small_bet=money(small_bet) if fixed else None,
        big_bet=money(big_bet) if fixed else None,
        starting_stacks=money.all([setup.stacks[seat] for seat in order]),
        actions=list(_actions(hand, {seat: f"p{place + 1}" for place, seat in enumerate(order)}, money)),
        seats=[seat + 1 for seat in order],
        seat_count=setup.seats,
    )
    if setup.rules.ante == "per_player" and setup.ante > min(setup.stacks[seat] for seat in order):
        history.ante_trimming_status = True  # a player who is short of the ante wins only the part that they paid
    if hand.over:
        history.finishing_stacks = money.all([hand.stacks[seat] for seat in order])
    for name, value in metadata.items():
        _add(history, setup, name, value)
    flags = [BOMB_POT] * setup.bomb_pot + [DOUBLE_BOARD] * setup.double_board
    if flags or len(hand.boards) > 1:
        details = history.details or Details()
        history.details = msgspec.structs.replace(
            details, flags=[*details.flags, *flags], boards=_further_boards(hand) or details.boards
        )
    history.user[OURS] = {}
    history.check()
    history.user[OURS] = _beyond(setup, read_setup(history))
    if not history.user[OURS] and history.seats == list(range(1, setup.seats + 1)):
        del history.user[OURS]  # readers use these seats anyway
    return history


class _Money:
    """Writes chips as amounts with `places` decimal places."""

    def __init__(self, places: int) -> None:
        self._places = places

    def __call__(self, chips: int) -> Number:
        return Decimal(chips).scaleb(-self._places) if self._places else chips

    def text(self, chips: int) -> str:
        return f"{self(chips):f}" if self._places else str(chips)

    def all(self, row: list[int]) -> list[Any]:
        return [self(chips) for chips in row]


def _posts(setup: Setup) -> tuple[list[int], list[int]]:
    """Return each player's posts before the deal: antes with dead posts, and live posts, with extra ones negative."""
    order = setup.dealt
    antes = dict.fromkeys(order, 0)
    blinds = dict.fromkeys(order, 0)
    if setup.rules.ante == "per_player":
        antes = dict.fromkeys(order, setup.ante)
    elif setup.rules.ante == "button" and setup.button in antes:
        antes[setup.button] = setup.ante
    elif setup.rules.ante == "big_blind" and setup.big_blind_seat is not None:
        antes[setup.big_blind_seat] = setup.ante
    if setup.small_blind_seat is not None:
        blinds[setup.small_blind_seat] = setup.small_blind
    if setup.big_blind_seat is not None:
        blinds[setup.big_blind_seat] = setup.big_blind
    for post in setup.straddles:
        blinds[post.seat] = post.live
    for post in setup.posts:
        antes[post.seat] = min(antes[post.seat] + post.dead, MAX_CHIPS)
        if post.live:
            blinds[post.seat] = -post.live
    return [antes[seat] for seat in order], [blinds[seat] for seat in order]


def _bets(setup: Setup) -> tuple[int, int, int]:
    """Return the minimum bet and the fixed-limit bets, using the engine's default for a missing one."""
    small = setup.small_bet or setup.big_blind
    return setup.min_bet or setup.big_blind, small, setup.big_bet or min(2 * small, MAX_CHIPS)


def _actions(hand: Hand, names: dict[int, str], money: _Money) -> list[str]:
    """Convert the events to PHH actions; hands tabled all-in come before the cards still to be dealt."""
    holes: dict[int, tuple[Card, ...]] = {}
    for event in hand.events:
        if isinstance(event, Dealt):
            holes[event.seat] = holes.get(event.seat, ()) + (() if event.card is None else (event.card,))
    actions = [f"d dh {names[seat]} {_cards(cards, 2)}" for seat, cards in holes.items()]
    if hand.setup.bomb_pot:  # the format has a street before the flop, on which everyone checks
        short = {event.seat for event in hand.events if isinstance(event, Posted) and event.all_in}
        able = [seat for seat in holes if seat not in short]
        actions += [f"{names[seat]} cc" for seat in able] if len(able) > 1 else []
    boards: list[str] = []
    for event in hand.events:
        if isinstance(event, StreetDealt):
            if event.board:
                continue  # PHH deals one board; the others are in the details
            boards.append(f"d db {_cards(event.cards, _STREET_CARDS[event.street])}")
            continue
        text = _text(event, names, money)
        if text is None:
            continue
        if not isinstance(event, Shown | Mucked):
            actions += boards
            boards = []
        actions.append(text)
    while boards and not hand.over and not boards[-1].strip("d b?"):
        boards.pop()  # the engine ran these out, not the record
    return actions + boards


def _further_boards(hand: Hand) -> list[str]:
    """Return every board after the first; those of a double board grow by street."""
    count = 5
    if hand.setup.double_board:
        second = [event for event in hand.events if isinstance(event, StreetDealt) and event.board]
        count = sum(_STREET_CARDS[event.street] for event in second)
    return [_cards(board, count) for board in hand.boards[1:] if count]


def _cards(cards: tuple[Card, ...], count: int) -> str:
    return format_cards(cards) + "??" * (count - len(cards))


def _text(event: Event, names: dict[int, str], money: _Money) -> str | None:
    match event:
        case Folded():
            return f"{names[event.seat]} f"
        case Checked() | Called():
            return f"{names[event.seat]} cc"
        case Wagered():
            return f"{names[event.seat]} cbr {money.text(event.to)}"
        case Shown():
            return f"{names[event.seat]} sm {_cards(event.cards, 2)}"
        case Mucked():
            return f"{names[event.seat]} sm"
    return None


def _add(history: History, setup: Setup, name: str, value: Any) -> None:
    """Set a field from the caller; lists by seat are reordered by player."""
    if name == "details":
        history.details = value
        return
    if name not in FIELDS:
        if not name.startswith("_"):
            raise BadHistory(f"PHH has no field {shorten(name)}: fields of your own begin with an underscore")
        history.user[name] = value
        return
    if getattr(history, name) is not None:
        raise BadHistory(f"the field '{name}' comes from the hand: leave it out")
    if name in PER_PLAYER:
        taken = [seat for seat, stack in enumerate(setup.stacks) if stack]
        if not isinstance(value, list | tuple) or len(value) not in (setup.seats, len(taken)):
            raise BadHistory(f"'{name}' is {shorten(str(value))}: expected a list with an entry for each seat")
        by_seat = dict(zip(taken if len(value) == len(taken) else range(setup.seats), value, strict=True))
        value = [by_seat[seat] for seat in setup.dealt]
    setattr(history, name, value)


def _beyond(setup: Setup, read: Setup) -> dict[str, Any]:
    """Return our own fields that a reader needs to restore the setup."""
    beyond: dict[str, Any] = {}
    for name in _COMPARED:
        value = getattr(setup, name)
        if value != getattr(read, name):
            beyond[name] = NO_SEAT if value is None else value + (name in OUR_SEATS)
    for name, value, other in zip(("min_bet", "small_bet", "big_bet"), _bets(setup), _bets(read), strict=True):
        if value != other and (name == "min_bet" or setup.rules.limit == "fixed"):
            beyond[name] = value
    if setup.bomb_pot != read.bomb_pot:
        beyond["bomb_pot"] = setup.bomb_pot
    for name in ("straddles", "posts"):
        value = getattr(setup, name)
        if sorted(map(msgspec.structs.astuple, value)) != sorted(map(msgspec.structs.astuple, getattr(read, name))):
            counted = [msgspec.structs.replace(post, seat=post.seat + 1) for post in value]
            beyond[name] = list(msgspec.to_builtins(counted))
    names = (*_RULES, *_LIMIT_RULES.get(setup.rules.limit, ()))
    rules = {name: value for name in names if (value := getattr(setup.rules, name)) != getattr(read.rules, name)}
    if setup.ante and setup.rules.ante != read.rules.ante:
        rules["ante"] = setup.rules.ante
    if setup.ante and setup.rules.ante_first != (read.rules.ante_first if "ante" not in rules else None):
        rules["ante_order"] = "ante_first" if setup.rules.ante_first else "blind_first"
    if rules:
        beyond["rules"] = rules
    return beyond
