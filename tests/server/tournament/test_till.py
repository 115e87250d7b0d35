"""A tournament's money as data: every amount comes from one account and goes to another."""

from __future__ import annotations

from typing import get_args

from bigslick.server.store.nights import _KINDS
from bigslick.server.tournament.till import FEES, MINT, POOL, MoneyMoved, MoneyReason, Purse, Till, purse_of


def test_it_owes_what_was_paid_in_and_not_out() -> None:
    till = Till()
    till.pay(Purse("player", "ann"), POOL, 100, "tournament entry")
    till.pay(Purse("player", "ann"), FEES, 10, "tournament fee")
    till.pay(POOL, MINT, 30, "tournament prize")
    till.pay(MINT, POOL, 0, "added prizes")
    assert till.owes == 70
    assert till.take_moved() == (
        MoneyMoved(Purse("player", "ann"), POOL, 100, "tournament entry"),
        MoneyMoved(Purse("player", "ann"), FEES, 10, "tournament fee"),
        MoneyMoved(POOL, MINT, 30, "tournament prize"),
    )
    assert till.take_moved() == ()


def test_the_house_pays_for_its_bots() -> None:
    assert purse_of("tag 1", "tag") == MINT
    assert purse_of("ann", "") == Purse("player", "ann")


def test_the_ledger_of_a_night_knows_every_reason() -> None:
    assert set(get_args(MoneyReason)) <= set(_KINDS)
