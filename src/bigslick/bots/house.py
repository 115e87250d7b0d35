"""The house bots as players: they decide only from their view."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bigslick.checks import did_you_mean, must_be, whole
from bigslick.errors import BigslickError
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise, RunOut, Show
from bigslick.hand.codec import CALL, FOLD
from bigslick.hand.events import STREETS, Called, Checked, Posted, StreetDealt, Wagered
from bigslick.hand.options import Options
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS
from bigslick.hand.status import Status
from bigslick.hand.view import View
from bigslick.shuffle import Keystream, Seed

from ._brain import Brain
from ._posed_state import UNKNOWN_CARDS
from .habits import habit_row, size_row
from .starting_hands import SHARES, WORTH
from .styles import STYLES, Style

HOUSE_BOTS: Final[tuple[str, ...]] = tuple(STYLES)
"""The house bots' names."""


class UnknownBot(BigslickError, ValueError):
    """A name that is not a house bot's; the sentence suggests the nearest."""

    __module__ = "bigslick.bots"


def new_brain(styles: Mapping[str, Style] = STYLES) -> Brain:
    """Make a brain that house bots share, one at a time: it keeps notes while it thinks."""
    must_be(Mapping, styles, 'styles by name: expected a dict, as in {"mine": Style()}')
    for style in styles.values():
        must_be(Style, style, "a style: expected a Style")
    return Brain([style.row() for style in styles.values()], SHARES, WORTH, habit_row(), size_row())


def style_number(name: str, styles: Mapping[str, Style] = STYLES) -> int:
    """Return the number of a house bot's style in the brain."""
    names = tuple(styles)
    if name not in names:
        raise UnknownBot(f"{name!r} is not a house bot ({', '.join(names)}){did_you_mean(name, names)}")
    return names.index(name)


class HouseBot:
    """A house bot with its own random stream: the same name, seed, labels and views give the same decisions."""

    def __init__(self, name: str, seed: Seed | None = None, *labels: Seed, brain: Brain | None = None) -> None:
        """Make a house bot by name; one `brain` can serve many bots that never think at the same time."""
        self.name = name
        self._style = style_number(name)
        must_be((Brain, type(None)), brain, "a brain: expected what new_brain() gives")
        self._brain = new_brain() if brain is None else brain
        self._chance = Keystream(seed, "bot", name, *labels)

    def decide(self, view: View) -> Action:
        """Decide for the view's seat; raise ValueError if the view hides the seat's own two cards."""
        options, seat = _read(view, "options"), _read(view, "seat")
        if options is None or seat is None:
            raise ValueError(f"{self.name} cannot decide: it is not this seat's turn")
        must_be(Options, options, "what a view offers: expected the Options of the seat to act")
        if options.boards:
            return RunOut(boards=options.boards[-1])
        if options.show:
            return Show()
        hole = _listed(view, "hole")
        if len(hole) != 2:
            raise ValueError(f"{self.name} cannot decide: the view shows {len(hole)} hole cards; {UNKNOWN_CARDS}")
        return self._answers(view, options, seat, [hole])[0]

    def decide_each(self, view: View, holes: Sequence[tuple[int, int]]) -> list[Action]:
        """Decide on the seat's turn with each of these hole cards instead of its own."""
        options = view.options
        if options is None or options.show:
            raise ValueError(f"{self.name} cannot decide: it is not this seat's turn to bet")
        return self._answers(view, options, view.seat, holes)

    def _answers(self, view: View, options: Options, seat: Any, holes: Sequence[tuple[Any, ...]]) -> list[Action]:
        stacks = _amounts(view, "stacks")
        whole("the number of seats", len(stacks), 2, MAX_SEATS)
        seat = whole("the view's seat", seat, 0, len(stacks) - 1)
        bets, committed = (_amounts(view, name, len(stacks)) for name in ("bets", "committed"))
        street, events, live = _read(view, "street"), _listed(view, "events"), _listed(view, "live")
        if street not in _BETTING:
            raise ValueError(f"the view's street is {reprlib.repr(street)}: expected {', '.join(_BETTING)}")
        price = whole("the view's big blind", _read(view, "big_blind"), 0, MAX_CHIPS)
        posts = [event.amount for event in events if isinstance(event, Posted) and event.kind in _LIVE_POSTS]
        posts = [whole("a post of the view", chips, 0, MAX_CHIPS) for chips in posts]
        price = max(price, *posts) if posts else price
        call, wager = whole("the call of the view's options", options.call, 0, MAX_CHIPS), options.wager_to
        must_be(range, wager, "the wagers of the view's options: expected a range")
        current = bets[seat] + call
        if call == stacks[seat]:  # a call for less does not show the full price
            current = max(current, *bets, price if street == "preflop" else 0)
        acted = _acted(events)
        wagers, initiative = _wagers(events)
        statuses = _listed(view, "statuses")
        if len(statuses) != len(stacks):
            raise ValueError(
                f"the view has {len(statuses)} statuses and {len(stacks)} stacks: expected one for each seat"
            )
        seats = range(len(stacks))
        numbers = (
            *(_BETTING.index(street), seat, price, current, call),
            *((wager[0], wager[-1]) if wager else (0, 0)),
            *(_read(view, "pot"), _read(view, "button"), wagers, initiative),
        )
        rows = (
            *(stacks, bets, committed),
            tuple(status != Status.EMPTY for status in statuses),
            tuple(other in live for other in seats),
            tuple(other in acted for other in seats),
        )
        board, draws = _listed(view, "board"), self._chance.draws
        codes = [self._brain.consider(self._style, draws, numbers, rows, (*hole, *board)) for hole in holes]
        return [_action(code, call, options) for code in codes]


def _action(code: int, call: int, options: Options) -> Action:
    if code == FOLD:
        return Fold()
    if code == CALL:
        return Call() if call else Check()
    return Bet(to=code) if options.bet_to else Raise(to=code)


_BETTING: Final = STREETS[:4]
_LIVE_POSTS: Final = ("small_blind", "big_blind", "straddle", "live")


def _read(view: View, name: str) -> Any:
    """Read one value from the view, or raise a sentence that it is not a view."""
    try:
        return getattr(view, name)
    except AttributeError:
        raise TypeError(
            f"{reprlib.repr(view)} is not a view: it has no {name!r}; expected what view(hand, seat) gives"
        ) from None


def _listed(view: View, name: str) -> tuple[Any, ...]:
    found = _read(view, name)
    must_be((tuple, list), found, f"the view's {name}: expected a tuple")
    return tuple(found)


def _amounts(view: View, name: str, seats: int | None = None) -> tuple[int, ...]:
    found = _listed(view, name)
    if seats is not None and len(found) != seats:
        raise ValueError(f"the view has {len(found)} {name} and {seats} stacks: expected one for each seat")
    return tuple([whole(f"one of the view's {name}", chips, 0, MAX_CHIPS) for chips in found])


def _acted(events: tuple[Any, ...]) -> set[int]:
    """Return the seats that have called, checked or wagered on this street."""
    acted: set[int] = set()
    for event in events:
        if isinstance(event, StreetDealt):
            acted.clear()
        elif isinstance(event, Called | Checked | Wagered):
            acted.add(event.seat)
    return acted


def _wagers(events: tuple[Any, ...]) -> tuple[int, int]:
    """Return the number of bets and raises on this street, and who made the last on earlier streets; -1 = no one."""
    count, last, before = 0, -1, -1
    for event in events:
        if isinstance(event, StreetDealt):
            count, before = 0, last
        elif isinstance(event, Wagered):
            count, last = count + 1, whole("the seat of a wager", event.seat, 0, MAX_SEATS - 1)
    return count, before
