"""The next hand's setup: where button and blinds go, who is dealt in, and what they post."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bigslick.cards import to_cards
from bigslick.checks import is_whole
from bigslick.hand.setup import Setup
from bigslick.shuffle import Keystream

from .blinds import Lineup, first_lineup, straddler
from .seats import BadTable
from .state import MOST_BOMB_BLINDS, HandInPlay, TableState


def next_deal(
    state: TableState, source: Keystream, deck: Iterable[object] | str | None, bomb_pot: int
) -> tuple[HandInPlay, tuple[int, ...]]:
    """Return a table's next hand, and the seats that are dealt in; raises `BadTable`."""
    if len(state.ready) < 2:
        raise BadTable(f"{len(state.ready)} of {len(state.seats)} seats can be dealt in: a hand needs two players")
    number = state.number + 1
    lineup, is_bomb = _lineup(state, number, source, asked=bool(bomb_pot))
    if not is_whole(bomb_pot, 0, MOST_BOMB_BLINDS):
        raise BadTable(f"bomb_pot={bomb_pot!r}: expected a whole number of big blinds from 0 to {MOST_BOMB_BLINDS}")
    if bomb_pot and not is_bomb:
        raise BadTable("no bomb pot now: it takes a hand before it, and two players who have come in")
    places = lineup.places
    double = is_bomb and state.bomb_pots is not None and state.bomb_pots.double_board
    rules = replace(state.rules, ante="per_player", ante_order=None) if is_bomb else state.rules
    rules = replace(rules, run_outs=1) if double else rules  # a double board is never run out again
    straddle = straddler(state.seats, lineup, state.level.big) if state.straddle and not is_bomb else None
    setup = Setup(
        stacks=tuple(chips if seat in lineup.dealt else 0 for seat, chips in enumerate(state.stacks)),
        button=places.button,
        small_blind_seat=places.small if places.small in lineup.dealt and not is_bomb else None,
        big_blind_seat=None if is_bomb else places.big,
        small_blind=state.level.small,
        big_blind=state.level.big,
        ante=state.bomb_ante(bomb_pot) if is_bomb else state.level.ante,
        straddles=() if straddle is None else (straddle,),
        posts=lineup.posts,
        bomb_pot=is_bomb,
        double_board=double,
        deck=source.derive("hand", number).shuffled() if deck is None else tuple(to_cards(deck)),
        rules=rules,
    )
    return HandInPlay(setup=setup, places=places, players=state.players, started=lineup.started), lineup.dealt


def _lineup(state: TableState, number: int, source: Keystream, *, asked: bool) -> tuple[Lineup, bool]:
    """Return the next hand's lineup, and whether it is a bomb pot."""
    if state.places is not None:
        bomb = state.bomb_lineup(number, asked=asked)
        return bomb or state.next_lineup(state.places), bomb is not None
    there, button = state.ready, state.first_button
    if button == "draw":
        button = there[source.derive("button", number).below(len(there))]
    return first_lineup(state.seats, state.absent, there[-1] if button == "highest" else button), False
