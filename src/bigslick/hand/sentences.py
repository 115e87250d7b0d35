"""Describes a hand's events in a few lines that a person can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bigslick.cards import RANKS, SUIT_SIGNS
from bigslick.hand import events as ev
from bigslick.hand.refusals import times
from bigslick.strength import describe

if TYPE_CHECKING:
    from bigslick.cards import Card

YOU = "You"
"""The name of a player who is addressed directly: "You fold" instead of "Ann folds"."""
HANG = 11
"""The column where a street's text begins, and to which its next lines are indented."""
_POSTS = {
    "ante": "the ante",
    "small_blind": "the small blind",
    "big_blind": "the big blind",
    "straddle": "a straddle",
    "live": "a live blind",
    "dead": "a dead blind",
}


def cards_text(cards: Iterable[int]) -> str:
    """Write cards for display: `A♥ K♦`."""
    return " ".join(RANKS[card >> 2] + SUIT_SIGNS[card & 3] for card in cards)


def hand_sentences(events: Iterable[ev.Event], names: Sequence[str]) -> Iterator[str]:
    """Return one hand's lines: the posts, the cards, one line per street, and how it ended."""
    boards: dict[int, list[Card]] = {0: []}
    label, said = "posts", list[str]()
    refunded: dict[int, int] = {}
    won: dict[int, int] = {}
    holes: dict[int, list[Card]] = {}

    def line() -> Iterator[str]:
        if said:
            yield f"  {label:<8} {', '.join(said)}"
        said.clear()

    def dealt() -> Iterator[str]:
        if holes:
            yield f"  {'cards':<8} {', '.join(f'{names[seat]} {cards_text(cards)}' for seat, cards in holes.items())}"
        holes.clear()

    for event in events:
        if not isinstance(event, ev.Dealt):
            yield from dealt()
        match event:
            case ev.Dealt(seat, card):
                yield from line()
                label = "preflop"
                if card is not None:
                    holes.setdefault(seat, []).append(card)
            case ev.StreetDealt(street, cards, number):
                yield from line()
                boards.setdefault(number, boards[0][: ev.CARDS_BEFORE[street]]).extend(cards)
                label = f"{street} {number + 1}" if number else street
                said.append(f"[{cards_text(cards)}]")
            case ev.PotAwarded(_, seat, amount):
                won[seat] = won.get(seat, 0) + amount
            case ev.Refunded(seat, amount):
                refunded[seat] = refunded.get(seat, 0) + amount
            case ev.HandEnded():
                pass
            case ev.Shown() | ev.Mucked():
                if label != "showdown":
                    yield from line()
                    label = "showdown"
                said.append(event_sentence(event, names, [*boards.values()]))
            case _:
                said.append(event_sentence(event, names, [*boards.values()]))
    yield from dealt()
    yield from line()
    for seat, amount in refunded.items():
        yield f"  the uncalled {amount:,} goes back to {'you' if names[seat] == YOU else names[seat]}"
    for seat, amount in won.items():
        yield f"  {does(names[seat], 'win')} {amount:,}"


def event_sentence(event: ev.Event, names: Sequence[str], boards: Sequence[Sequence[int]]) -> str:
    """Describe one player's action."""
    match event:
        case ev.Posted(seat, kind, amount, all_in):
            said = f"{does(names[seat], 'post')} {_POSTS[kind]} of {amount:,}" + _all_in(names[seat], all_in)
        case ev.Folded(seat):
            said = does(names[seat], "fold")
        case ev.Checked(seat):
            said = does(names[seat], "check")
        case ev.Called(seat, amount, all_in):
            said = f"{does(names[seat], 'call')} {amount:,}" + _all_in(names[seat], all_in)
        case ev.Wagered(seat, to, over, all_in):
            verb = "raise" if over else "bet"
            said = f"{does(names[seat], verb)} {'to ' if over else ''}{to:,}" + _all_in(names[seat], all_in)
        case ev.Shown(seat, cards, _):
            said = f"{does(names[seat], 'show')} {cards_text(cards)}{_made(cards, boards)}"
        case ev.RunOutAgreed(seat, wanted):
            said = f"{does(names[seat], 'agree')} to run it {times(wanted)}"
        case ev.Mucked(seat):
            said = does(names[seat], "muck")
        case _:
            said = ""
    return said


def _made(cards: Sequence[int], boards: Sequence[Sequence[int]]) -> str:
    """Name what two cards make with each finished board."""
    if len(cards) != 2 or any(len(board) != 5 for board in boards):
        return ""
    made = [describe([*cards, *board]) for board in boards]
    if len(made) > 1:
        made = [f"{name} on board {number}" for number, name in enumerate(made, 1)]
    return f" ({', '.join(made)})"


def does(name: str, verb: str) -> str:
    """Return `Bo folds`, `You fold`."""
    return f"{name} {verb}" if name == YOU else f"{name} {verb}s"


def _all_in(name: str, all_in: bool) -> str:
    return "" if not all_in else " and are all-in" if name == YOU else " and is all-in"
