"""The worth of a chip to the players of a table: whole hundredths of a currency, so every amount is exact.

Chips stay whole numbers, on the wire and everywhere else. A value only says how people write them.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec
from msgspec import Meta

MOST_CENTS: Final = 100_000
_LABEL: Final = r"^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0410-\u044f$\u00a2-\u00a5\u20a0-\u20c0]{0,4}(?!\n)$"
"""Up to four Latin or Cyrillic letters or currency signs: $, kr, CHF, R$."""


class ChipValue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The worth of one chip; the same for as long as its table is open, because the ledger is written in it."""

    cents: Annotated[int, Meta(ge=1, le=MOST_CENTS)]
    """Hundredths of the currency."""
    currency: Annotated[str, Meta(pattern=_LABEL)]
    """A short label such as € or CHF; empty for none."""

    def __post_init__(self) -> None:
        if not 1 <= self.cents <= MOST_CENTS:
            raise ValueError(f"cents={self.cents}: expected a whole number from 1 to {MOST_CENTS}")
        if not re.search(_LABEL, self.currency):
            raise ValueError(f"currency={self.currency!r}: expected up to 4 letters or a sign, as in €")

    def number(self, chips: int) -> str:
        """Write chips as a plain number for a file: `12.50`."""
        whole, cents = divmod(abs(chips) * self.cents, 100)
        return f"{'-' if chips < 0 else ''}{whole}.{cents:02}"

    def written(self, *chips: int) -> str:
        """Write amounts for English readers, with one label: `€12.50`, `€0.05/0.10`."""
        label = f"{self.currency} " if any(map(str.isalpha, self.currency)) else self.currency
        return label + "/".join(map(self._grouped, chips))

    def _grouped(self, chips: int) -> str:
        whole, cents = self.number(chips).split(".")
        return f"{int(whole):,}.{cents}"


def written(value: ChipValue | None, *chips: int) -> str:
    """Write amounts in money if the table has chosen it, otherwise in chips: `€0.05/0.10`, `5/10`."""
    return "/".join(f"{each:,}" for each in chips) if value is None else value.written(*chips)
