"""Orders to a served table: it takes every one of them, and says why in the host's words or its own."""

from __future__ import annotations

from typing import get_args

import pytest

from bigslick.protocol import wire
from bigslick.server.table import facts, orders

from .desk import Desk

LEADS_TO: tuple[tuple[orders.Order, facts.Fact], ...] = (
    (orders.Pause(cmd_id="p"), facts.PauseStarted(at=0, cmd_id="p", why="paused by the host")),
    (orders.Pause(why="a break"), facts.PauseStarted(at=0, why="a break")),
    (orders.Close(), facts.TableClosed(at=0, why="closed by the host")),
    (orders.Disconnect(player="ann"), facts.PlayerDisconnected(at=0, player="ann")),
    (orders.Admit(player="cat"), facts.PlayerAdmitted(at=0, player="cat")),
    (orders.Restart(), facts.Restarted(at=0)),
)


@pytest.mark.parametrize(("order", "fact"), LEADS_TO, ids=lambda value: type(value).__name__)
def test_an_order_leads_to_a_fact_that_no_player_sent(order: orders.Order, fact: facts.Fact) -> None:
    desk = Desk("ann", "bob")
    (found,) = desk.order(order)
    assert type(found) is type(fact)
    assert facts.write(found) == facts.write(fact).replace(b'"at":0', b'"at":%d' % desk.now)


def test_the_orders_that_undo_another_lead_to_its_end() -> None:
    desk = Desk("ann", "bob")
    desk.order(orders.Pause())
    assert desk.order(orders.Resume()) == (facts.PauseEnded(at=desk.now),)
    desk.order(orders.Disconnect(player="ann"))
    assert desk.order(orders.Connect(player="ann")) == (facts.PlayerReconnected(at=desk.now, player="ann"),)
    assert desk.order(orders.Kick(player="ann")) == (
        facts.Left(at=desk.now, seat=0, why="kicked"),
        facts.PlayerBanned(at=desk.now, player="ann"),
    )
    assert desk.order(orders.Readmit(player="ann")) == (facts.PlayerReadmitted(at=desk.now, player="ann"),)
    desk.do("ann", wire.Sit, chips=1000)
    desk.begin()
    assert desk.order(orders.CallOff()) == (facts.HandCalledOff(at=desk.now),)


def test_a_delay_is_a_fact_only_where_someones_time_runs() -> None:
    desk = Desk("ann", "bob")
    assert desk.order(orders.Delay(ms=7)) == ()
    desk.begin()
    assert desk.order(orders.Delay(ms=7)) == (facts.Delayed(at=desk.now, ms=7),)


def test_no_order_is_left_out() -> None:
    undoing = {orders.Resume, orders.Connect, orders.CallOff, orders.Readmit}
    shown = {type(order) for order, _ in LEADS_TO} | undoing | {orders.Delay, orders.Kick}
    assert shown == set(get_args(orders.Order))
