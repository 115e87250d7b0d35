"""What a chip is worth: exact amounts, labels, and how they are written for English readers and for files."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.protocol.encoding import encode
from bigslick.protocol.money import ChipValue, written
from bigslick.protocol.opening import TableChanges, TableForm
from bigslick.protocol.settings import BadSettings, TableSettings

EURO = ChipValue(cents=5, currency="€")


@pytest.mark.parametrize(
    ("chips", "cents", "text"),
    [
        (0, 5, "0.00"),
        (1, 5, "0.05"),
        (250, 5, "12.50"),
        (-3, 25, "-0.75"),
        (10**12 + 1, 1, "10000000000.01"),
        (10**15 + 1, 99_999, "999990000000000999.99"),
    ],
)
def test_every_amount_is_exact_to_the_cent(chips: int, cents: int, text: str) -> None:
    assert ChipValue(cents=cents, currency="").number(chips) == text


@pytest.mark.parametrize(
    ("currency", "text"),
    [
        ("€", "€12.50/2,500.05"),
        ("R$", "R$ 12.50/2,500.05"),
        ("CHF", "CHF 12.50/2,500.05"),
        ("", "12.50/2,500.05"),
    ],
)
def test_amounts_share_one_label(currency: str, text: str) -> None:
    assert written(ChipValue(cents=5, currency=currency), 250, 50_001) == text


def test_without_a_value_chips_are_chips() -> None:
    assert written(None, 5_000, 10_000) == "5,000/10,000"


@pytest.mark.parametrize("currency", ["EURO5", "5", "a b", "<b>", "\u202e", ".", "euros"])
def test_a_label_is_a_few_letters_or_a_sign(currency: str) -> None:
    with pytest.raises(ValueError, match="expected up to 4 letters or a sign"):
        ChipValue(cents=1, currency=currency)


@pytest.mark.parametrize("cents", [0, -1, 100_001])
def test_a_chip_is_worth_a_cent_at_least(cents: int) -> None:
    with pytest.raises(ValueError, match="expected a whole number from 1 to 100000"):
        ChipValue(cents=cents, currency="€")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"name":"x","chip_value":{"cents":%d,"currency":""}}' % cents, type=TableForm)


def test_a_table_keeps_the_value_it_opened_with_and_a_tournament_has_none() -> None:
    settings = TableSettings(name="x", chip_value=EURO)
    assert msgspec.json.decode(encode(settings), type=TableSettings) == settings
    assert "chip_value" not in TableChanges.__struct_fields__
    with pytest.raises(BadSettings, match="a tournament is played for chips"):
        TableSettings(name="x", tournament="sng1", chip_value=EURO)
