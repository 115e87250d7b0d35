"""The price of an entry: bounty and buy-in go to the pool, the fee to the house, and all of it comes back."""

from __future__ import annotations

from bigslick.server.tournament.entry_money import charge, refund
from bigslick.server.tournament.till import FEES, MINT, POOL, MoneyMoved, Purse
from bigslick.tournament.structure.bounties import Bounty

from .floor import HostedFloor


def test_a_player_pays_the_pool_and_the_house_and_gets_the_same_back() -> None:
    live = HostedFloor("ann", fee=10, bounty=Bounty(amount=25)).live
    ann = Purse("player", "ann")
    charge(live, "ann")
    assert live.till.take_moved() == (
        MoneyMoved(ann, POOL, 125, "tournament entry"),
        MoneyMoved(ann, FEES, 10, "tournament fee"),
    )
    refund(live, "ann")
    assert live.till.take_moved() == (
        MoneyMoved(POOL, ann, 125, "tournament entry returned"),
        MoneyMoved(FEES, ann, 10, "tournament fee returned"),
    )


def test_the_house_pays_no_fee_for_its_bots() -> None:
    live = HostedFloor(fee=10).live
    live.players["tag 1"] = "tag"
    charge(live, "tag 1")
    assert live.till.take_moved() == (MoneyMoved(MINT, POOL, 100, "tournament entry"),)
