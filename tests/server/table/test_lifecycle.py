"""A table's states as a machine: every step in a run is a documented one, and viewers are notified."""

from __future__ import annotations

import contextlib
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import get_args

from bigslick import AllIn, Call, Check, Fold
from bigslick.protocol import host, room_events, wire
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.room_events import StateChanged, StateName
from bigslick.server.table import orders
from bigslick.server.table.lifecycle import FOLLOWS

from .desk import Hosted

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "table-states.md"
Steps = set[tuple[StateName, StateName]]


def evening(seed: int) -> Steps:
    """Play a random evening; return the steps from state to state that viewers saw."""
    chance = random.Random(seed)
    reveal = chance.choice(("muck", "all", "ask"))
    desk = Hosted("ann", "bob", "cat", own_rules={"reveal": reveal}, run_outs=chance.choice((1, 2)))
    for _ in range(120):
        with contextlib.suppress(CommandRefused):
            happen(desk, chance)
        assert desk.live.snapshot(None, desk.now).state == (desk.events(StateChanged) or [StateChanged("waiting")])[-1]
        if desk.live.closed:
            break
    found: Steps = set()
    told = [StateChanged("waiting"), *desk.events(StateChanged)]
    for before, after in pairwise(told):
        assert before != after, "only a change is told"
        assert (after.state == "betting") == bool(after.street)
        found.add((before.state, after.state))
    return found


def happen(desk: Hosted, chance: random.Random) -> None:
    turn = desk.live.turn
    draw = chance.random()
    if draw < 0.03:
        desk.host("ann", host.Pause, why="a break")
    elif draw < 0.08:
        desk.host("ann", host.Resume)
    elif draw < 0.11:
        for player in ("bob", "cat") if draw < 0.09 else ():  # then no one is left to deal to
            with contextlib.suppress(CommandRefused):
                desk.do(player, wire.SitOut)
        desk.order(orders.CallOff(cmd_id=f"x{len(desk.facts)}"))
    elif draw < 0.13:
        desk.do(chance.choice(("bob", "cat")), wire.SitOut)
    elif draw < 0.18:
        desk.do(chance.choice(("bob", "cat")), wire.SitIn)
    elif draw < 0.185:
        desk.host("ann", host.Close)
    elif turn is not None and turn.opened <= desk.now and desk.live.hand is not None:
        options = desk.live.hand.options
        assert options is not None
        if options.show or options.muck or options.boards:
            desk.run(60_000)
        elif draw < 0.4:
            desk.act(AllIn() if options.all_in else Call())
        elif draw < 0.8:
            desk.act(Call() if options.call else Check())
        else:
            desk.act(Fold())
    else:
        desk.run(chance.choice((0, 300, 5_000)))


def test_s1_every_step_of_a_table_s_lifecycle_is_a_documented_one() -> None:
    seen: Steps = set()
    for seed in range(90):
        seen |= evening(seed)
    documented = {(before, after) for before, following in FOLLOWS.items() for after in following}
    assert seen == documented


def test_the_states_and_steps_are_those_of_the_page() -> None:
    assert {*FOLLOWS, "away"} == set(get_args(StateName))
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", PAGE.read_text(), re.MULTILINE))
    assert {state: set(re.findall(r"`(\w+)`", rows[state])) for state in FOLLOWS} == FOLLOWS
    drawn = re.findall(r'data-step="(\w+)-(\w+)"', PAGE.with_suffix(".svg").read_text())
    assert sorted(drawn) == sorted((before, after) for before, following in FOLLOWS.items() for after in following)


def test_a_state_comes_before_the_events_that_belong_to_it() -> None:
    desk = Hosted("ann", "bob")
    desk.begin()
    events = [event for update in desk.told for event in update.events]
    for kind, state in (
        (room_events.HandBegan, StateChanged("dealing")),
        (room_events.Turn, StateChanged("betting", "preflop")),
    ):
        at = next(index for index, event in enumerate(events) if isinstance(event, kind))
        assert events[at - 1] == state
    assert desk.live.snapshot("ann", desk.now).state == StateChanged("betting", "preflop")
