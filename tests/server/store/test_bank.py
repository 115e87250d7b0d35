"""Play money: holds, transfers and the audit."""

from __future__ import annotations

import pytest

from bigslick.server.store.bank import MINT, Bank, InsufficientChips, player_account, table_account, tournament_account
from bigslick.server.store.records import Batch, ChipTransfer
from bigslick.server.store.store import Store

ADA, TABLE = player_account("ada"), table_account("t1")


def move(source: str, target: str, amount: int) -> ChipTransfer:
    return ChipTransfer(source=source, target=target, amount=amount, reason="test", at=0)


def funded(chips: int = 100) -> Bank:
    bank = Bank()
    bank.book([move(MINT, ADA, chips)])
    return bank


def test_what_is_held_cannot_be_spent_twice() -> None:
    bank = funded(100)
    bank.hold(ADA, 60)
    assert bank.free(ADA) == 40
    with pytest.raises(InsufficientChips, match="has 40 chips to spend: 41 needed"):
        bank.hold(ADA, 41)
    bank.release(ADA, 60)
    bank.hold(ADA, 100)
    assert bank.balance(ADA) == 100


def test_what_is_not_held_cannot_be_released() -> None:
    bank = funded()
    bank.hold(ADA, 5)
    with pytest.raises(ValueError, match="5 are on hold"):
        bank.release(ADA, 6)
    with pytest.raises(ValueError, match="1 or more"):
        bank.hold(ADA, 0)


def test_only_the_mint_may_owe() -> None:
    bank = Bank()
    bank.hold(MINT, 1_000_000)
    with pytest.raises(InsufficientChips):
        bank.hold(ADA, 1)


def test_the_standing_check_finds_what_is_wrong() -> None:
    assert funded().check({}) == ()
    assert Bank({MINT: -5, ADA: 6}).check() == ("all accounts together hold 1 chips: expected 0",)
    assert Bank({MINT: 5, ADA: -5}).check() == (f"{ADA} holds -5 chips: expected 0 or more",)
    bank = Bank({MINT: -5, TABLE: 5})
    assert bank.check({TABLE: 5}) == ()
    assert bank.check({TABLE: 4}) == (f"{TABLE} holds 5 chips, but 4 were counted",)
    assert bank.check({}) == (f"{TABLE} holds 5 chips, but its table or tournament is gone",)
    entries = tournament_account("s1")
    assert Bank({MINT: -5, entries: 5}).check({}) == (f"{entries} holds 5 chips, but its table or tournament is gone",)


@pytest.mark.parametrize(("source", "target", "amount"), [(ADA, TABLE, 0), (ADA, TABLE, -3), (ADA, ADA, 5)])
def test_a_transfer_moves_chips_from_one_account_to_another(source: str, target: str, amount: int) -> None:
    with pytest.raises(ValueError, match="cannot transfer"):
        move(source, target, amount)


async def test_the_balances_are_those_of_the_ledger(url: str) -> None:
    store = await Store.open(url)
    try:
        bank = await Bank.load(store)
        transfers = [move(MINT, ADA, 100), move(ADA, TABLE, 60), move(TABLE, ADA, 25)]
        await store.append(Batch(transfers=transfers))
        bank.book(transfers)
        again = await Bank.load(store)
        for account in (MINT, ADA, TABLE):
            assert again.balance(account) == bank.balance(account)
        assert again.check({TABLE: 35}) == ()
    finally:
        await store.close()


def test_hidden_chips_cannot_be_spent_and_are_not_seen() -> None:
    bank = Bank({MINT: -100, "player:ann": 100})
    bank.hide("player:ann", 60)
    bank.hold("player:ann", 10)
    assert (bank.balance("player:ann"), bank.seen("player:ann"), bank.free("player:ann")) == (100, 40, 30)
    with pytest.raises(InsufficientChips):
        bank.hold("player:ann", 31)
    bank.show("player:ann", 20)
    assert bank.seen("player:ann") == 60
    bank.show("player:ann", 40)
    assert (bank.seen("player:ann"), bank.free("player:ann")) == (100, 90)
