"""The card room's orders to a served table: each becomes a fact without a player's command."""

from __future__ import annotations

from typing import get_args

import pytest

from bigslick.server.hosting.facts import PlayerAdmitted
from bigslick.server.table import facts, orders

from .desk import Desk

LEADS_TO: tuple[tuple[orders.Order, facts.Fact], ...] = (
    (orders.Disconnect(player="ann"), facts.PlayerDisconnected(at=0, player="ann")),
    (orders.Admit(player="cat"), PlayerAdmitted(at=0, player="cat")),
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
    desk.order(orders.Disconnect(player="ann"))
    assert desk.order(orders.Connect(player="ann")) == (facts.PlayerReconnected(at=desk.now, player="ann"),)
    desk.begin()
    assert desk.order(orders.CallOff()) == (facts.HandCalledOff(at=desk.now),)


def test_a_delay_is_a_fact_only_where_someones_time_runs() -> None:
    desk = Desk("ann", "bob")
    assert desk.order(orders.Delay(ms=7)) == ()
    desk.begin()
    assert desk.order(orders.Delay(ms=7)) == (facts.Delayed(at=desk.now, ms=7),)


def test_no_order_is_left_out() -> None:
    undoing = {orders.Connect, orders.CallOff}
    shown = {type(order) for order, _ in LEADS_TO} | undoing | {orders.Delay}
    assert shown == set(get_args(orders.Order))
