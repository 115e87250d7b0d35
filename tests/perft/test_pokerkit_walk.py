"""The same trees by brute force on PokerKit: every state copied, every action tried, every leaf counted.

With unequal stacks, PokerKit lets a limper or checker raise a short all-in (rules 2.2 a, b). The walk leaves out such
raises, after checking that they are the only difference.
"""

from __future__ import annotations

import copy
from collections import Counter, deque
from typing import Any

import pytest
from pokerkit import Automation

from bigslick import Action, Bet, Call, Check, Fold, Hand, Raise, Rules, Setup, perft
from bigslick.rules import Limit
from tests.laws.ledger import Ledger
from tests.oracle.differences import range_difference
from tests.oracle.table import Table, create
from tests.perft.counts import Line, counted

POSTING = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_DEALING,
)


class Twin(Table):
    """A table that can be copied, deals any cards, and stops when the betting ends."""

    def __init__(self, setup: Setup, state: Any = None) -> None:
        self.setup = setup
        self.players = setup.dealt
        self.state = create(setup, POSTING) if state is None else state

    def copy(self) -> Twin:
        twin = copy.copy(self.state)
        for name, value in vars(self.state).items():
            if isinstance(value, list | set | deque):
                nested = isinstance(value, list) and any(isinstance(item, list) for item in value)
                twin.__dict__[name] = copy.deepcopy(value) if nested else copy.copy(value)
        return Twin(self.setup, twin)

    def _deal(self) -> None:
        state = self.state
        while state.actor_index is None and not state.all_in_status and state.can_burn_card():
            state.burn_card()
            state.deal_board()


def walk(hand: Hand, table: Twin, seen: Counter[str]) -> None:
    """Count below a PokerKit state; our hand follows along to predict the known differences."""
    while table.turn is not None and table.moot:
        seen["moot"] += 1
        table = table.copy()
        table.act(Check())
    assert table.turn == hand.turn
    if table.turn is None:
        seen["leaves"] += 1
        return
    seen["decisions"] += 1
    options = hand.options
    assert options is not None
    actions: list[Action] = [Call() if table.call else Check()]
    if table.state.can_fold():
        actions.append(Fold())
    totals = table.wager_to
    if totals != options.wager_to:
        assert range_difference(Ledger(hand.setup).read(hand.events), options.seat) == "short_opening"
        seen["short_opening"] += 1
        totals = range(0)
    actions += [Bet(to=to) if options.bet_to else Raise(to=to) for to in totals]
    for action in actions:
        seen["actions"] += 1
        further, child = hand.copy(), table.copy()
        further.act(action)
        child.act(action)
        walk(further, child, seen)


def count(stacks: tuple[int, ...], limit: Limit = "none") -> Counter[str]:
    setup = Hand.start(stacks, (1, 2), deck=range(52), rules=Rules(limit=limit)).setup
    seen: Counter[str] = Counter()
    walk(Hand(setup), Twin(setup), seen)
    return seen


SMALL = [line for name in ("heads_up.txt", "several_seats.txt") for line in counted(name) if line.actions < 3000]


@pytest.mark.parametrize("line", SMALL, ids=str)
def test_equal_stacks(line: Line) -> None:
    seen = count(line.stacks, line.limit)
    assert (seen["leaves"], seen["decisions"], seen["actions"]) == (line.leaves, line.decisions, line.actions)
    assert seen["short_opening"] == 0


@pytest.mark.parametrize("line", list(counted("unequal.txt")), ids=str)
def test_unequal_stacks(line: Line) -> None:
    seen = count(line.stacks, line.limit)
    assert (seen["leaves"], seen["decisions"], seen["actions"]) == (line.leaves, line.decisions, line.actions)


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["none", "pot"])
@pytest.mark.parametrize(
    "stacks",
    [(10, 10), (12, 9), (6, 8, 7), (7, 4, 8), (5, 5, 5, 5), (4, 5, 3, 6), (5, 4, 6, 3), (3, 4, 3, 5, 3), (3,) * 6],
    ids=str,
)
def test_larger_trees(stacks: tuple[int, ...], limit: Limit) -> None:
    seen = count(stacks, limit)
    found = perft(stacks, (1, 2), limit=limit)
    assert (seen["leaves"], seen["decisions"], seen["actions"]) == (found.leaves, found.decisions, found.actions)
