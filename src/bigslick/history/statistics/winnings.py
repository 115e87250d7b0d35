"""A player's winnings over many hands: big blinds per hundred, money, and both with all-ins at their expectation."""

from __future__ import annotations

from decimal import Decimal

import msgspec

from bigslick.intervals import HANDS, from_sums, plus_minus

from ._tally import SeatCounts


class Winnings(msgspec.Struct, frozen=True):
    """Sums over the hands with known winnings, in big blinds, and in money by currency."""

    hands: int = 0
    """Hands with known winnings; excludes unfinished hands and showdowns without a recorded winner."""
    big_blinds: float = 0.0
    squares: float = 0.0
    adjusted: float = 0.0
    """Big blinds with all-ins at their expectation."""
    adjusted_squares: float = 0.0
    at_showdown: float = 0.0
    """Big blinds won in hands that the player took to a showdown."""
    before_showdown: float = 0.0
    """Big blinds won in all other hands."""
    money: dict[str, Decimal] = {}
    """Net winnings by currency, "" for chips; omits a currency without known winnings."""
    adjusted_money: dict[str, float] = {}
    """The same with all-ins at their expectation."""

    @classmethod
    def of(cls, counts: SeatCounts, currency: str) -> Winnings:
        money, adjusted = Decimal(0), 0.0
        for places, (chips, fair) in enumerate(counts.won()):
            if chips or fair:
                money += Decimal(chips).scaleb(-places)
                adjusted += fair / 10**places
        won, squares, fair, fair_squares, shown, quiet = counts.sums()
        return cls(
            hands=counts.known,
            big_blinds=won,
            squares=squares,
            adjusted=fair,
            adjusted_squares=fair_squares,
            at_showdown=shown,
            before_showdown=quiet,
            money={currency: money} if counts.known else {},
            adjusted_money={currency: adjusted} if counts.known else {},
        )

    def __add__(self, other: Winnings) -> Winnings:
        money, adjusted = dict(self.money), dict(self.adjusted_money)
        for currency in other.money:
            money[currency] = money.get(currency, Decimal(0)) + other.money[currency]
            adjusted[currency] = adjusted.get(currency, 0.0) + other.adjusted_money[currency]
        return Winnings(
            hands=self.hands + other.hands,
            big_blinds=self.big_blinds + other.big_blinds,
            squares=self.squares + other.squares,
            adjusted=self.adjusted + other.adjusted,
            adjusted_squares=self.adjusted_squares + other.adjusted_squares,
            at_showdown=self.at_showdown + other.at_showdown,
            before_showdown=self.before_showdown + other.before_showdown,
            money=money,
            adjusted_money=adjusted,
        )

    @property
    def bb_per_100(self) -> float | None:
        """Big blinds won per hundred hands; None if no winnings are known."""
        return 100 * self.big_blinds / self.hands if self.hands else None

    @property
    def half(self) -> float | None:
        """Half of the 95% interval around `bb_per_100`; None if there are too few hands for one."""
        return _half(self.hands, self.big_blinds, self.squares)

    @property
    def adjusted_bb_per_100(self) -> float | None:
        """Big blinds won per hundred hands, with all-ins at their expectation."""
        return 100 * self.adjusted / self.hands if self.hands else None

    @property
    def adjusted_half(self) -> float | None:
        """Half of its 95% interval; None if there are too few hands for one."""
        return _half(self.hands, self.adjusted, self.adjusted_squares)

    def json(self) -> dict[str, object]:
        """Return the winnings as `--json` prints them."""
        return {
            "hands_with_known_winnings": self.hands,
            "bb_per_100": _round(self.bb_per_100),
            "bb_per_100_half": _round(self.half),
            "adjusted_bb_per_100": _round(self.adjusted_bb_per_100),
            "adjusted_bb_per_100_half": _round(self.adjusted_half),
            "showdown_bb": _round(self.at_showdown),
            "non_showdown_bb": _round(self.before_showdown),
            "winnings": {currency: f"{money:f}" for currency, money in self.money.items()} if self.hands else {},
            "adjusted_winnings": {currency: round(money, 4) for currency, money in self.adjusted_money.items()}
            if self.hands
            else {},
        }

    def money_text(self) -> str:
        """Return the money for a table cell: "$12.50, 300", or "-" if unknown."""
        if not self.hands:
            return "-"
        return ", ".join(show_money(money, currency) for currency, money in sorted(self.money.items()))

    def rate_text(self) -> str:
        """Return the rate with its interval: "+4.2 ± 11.0", or "+4.2 ± ?" from too few hands."""
        return _rate(self.bb_per_100, self.half)

    def adjusted_text(self) -> str:
        """Return the adjusted rate with its interval."""
        return _rate(self.adjusted_bb_per_100, self.adjusted_half)


def show_money(money: Decimal, currency: str) -> str:
    """Format an amount for display: "+$12.50", "-300", "+12.50 EUR"."""
    sign = "-" if money < 0 else "+" if money > 0 else ""
    if not currency and money == money.to_integral_value():
        money = money.to_integral_value()  # half chips that add up to whole ones
    text = f"{abs(money):,f}"
    return f"{sign}{text} {currency}" if currency.isalpha() else f"{sign}{currency}{text}"


def _half(hands: int, total: float, squares: float) -> float | None:
    return from_sums(hands, total, squares, HANDS, unit=100).half


def _rate(rate: float | None, half: float | None) -> str:
    return "-" if rate is None else plus_minus(f"{round(rate, 1) + 0.0:+.1f}", half)


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
