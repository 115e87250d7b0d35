"""Play money: every chip is in one account of a double-entry ledger, and all accounts add up to 0.

An account is a string. "mint" issues chips, and is the only account below 0. Others are "player:ID", "table:ID" for
the chips on a table, "tournament:ID" for buy-ins not yet paid out, and "fees" for the house's fees. The ledger in the
store is the truth; the balances here are its sum, and `book` updates them when a transfer is committed. Sentences show
a player's name instead of the id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bigslick.errors import BigslickError

from .names import Names
from .records import ChipTransfer
from .store import Store

MINT: Final = "mint"
FEES: Final = "fees"
_COUNTED: Final = ("table:", "tournament:")


def player_account(player: str) -> str:
    return f"player:{player}"


def table_account(table: str) -> str:
    return f"table:{table}"


def tournament_account(tournament: str) -> str:
    """Return the account for a tournament's entries."""
    return f"tournament:{tournament}"


class InsufficientChips(BigslickError, ValueError):
    """An account does not have the chips asked for."""


class Bank:
    """The balances of all accounts, and the chips held for pending commits."""

    def __init__(self, balances: Mapping[str, int] | None = None, names: Names | None = None) -> None:
        self._balances = dict(balances or {})
        self._names = Names() if names is None else names
        self._held: dict[str, int] = {}
        self._unseen: dict[str, int] = {}

    @classmethod
    async def load(cls, store: Store, names: Names | None = None) -> Bank:
        """Load the balances in a store's ledger."""
        return cls(await store.balances(), names)

    def balance(self, account: str) -> int:
        """Return an account's chips, including any on hold."""
        return self._balances.get(account, 0)

    def seen(self, account: str) -> int:
        """Return an account's chips, without those from a hand that viewers have not seen the end of."""
        return self.balance(account) - self._unseen.get(account, 0)

    def free(self, account: str) -> int:
        """Return the chips an account can spend: seen, and not on hold."""
        return self.seen(account) - self._held.get(account, 0)

    def hide(self, account: str, chips: int) -> None:
        """Hide some of an account's chips until `show`."""
        self._unseen[account] = self._unseen.get(account, 0) + chips

    def show(self, account: str, chips: int) -> None:
        """Make an account's hidden chips visible again."""
        left = self._unseen.pop(account, 0) - chips
        if left > 0:
            self._unseen[account] = left

    def hold(self, account: str, chips: int) -> None:
        """Hold some of an account's chips until `release`, or raise `InsufficientChips`."""
        if chips < 1:
            raise ValueError(f"cannot hold {chips} chips: expected 1 or more")
        if account != MINT and self.free(account) < chips:
            raise InsufficientChips(
                f"{self._called(account)} has {self.free(account):,} chips to spend: {chips:,} needed"
            )
        self._held[account] = self._held.get(account, 0) + chips

    def release(self, account: str, chips: int) -> None:
        """End a hold."""
        left = self._held.get(account, 0) - chips
        if left < 0:
            raise ValueError(f"cannot release {chips} chips of {self._called(account)}: {left + chips} are on hold")
        if left:
            self._held[account] = left
        else:
            self._held.pop(account, None)

    def book(self, transfers: Iterable[ChipTransfer]) -> None:
        """Apply committed transfers to the balances."""
        for transfer in transfers:
            self._balances[transfer.source] = self.balance(transfer.source) - transfer.amount
            self._balances[transfer.target] = self.balance(transfer.target) + transfer.amount

    def check(self, counted: Mapping[str, int] | None = None) -> tuple[str, ...]:
        """Audit the accounts, and return the problems as sentences.

        `counted` is the chips found on tables and owed by tournaments, by account.
        """
        wrong = []
        if total := sum(self._balances.values()):
            wrong.append(f"all accounts together hold {total} chips: expected 0")
        for account, chips in self._balances.items():
            if chips < 0 and account != MINT:
                wrong.append(f"{self._called(account)} holds {chips} chips: expected 0 or more")
        for account, chips in (counted or {}).items():
            if chips != self.balance(account):
                wrong.append(f"{account} holds {self.balance(account)} chips, but {chips} were counted")
        for account, chips in self._balances.items():
            if counted is not None and account.startswith(_COUNTED) and chips and account not in counted:
                wrong.append(f"{account} holds {chips} chips, but its table or tournament is gone")
        return tuple(wrong)

    def _called(self, account: str) -> str:
        player = account.removeprefix(player_account(""))
        return account if player == account else player_account(self._names.name_of(player))
