"""The words of an invitation."""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.protocol.money import ChipValue

from .test_picture import invitation


def test_an_invitation_names_the_host_the_game_the_stakes_and_who_is_there() -> None:
    table = invitation()
    assert (table.title, table.description) == (
        "Hanna invites you to Friday night",
        "Texas hold'em · 5/10 · 4 of 6 seated",
    )
    cents = replace(invitation(), chip_value=ChipValue(cents=5, currency="€"), ante=1)
    assert cents.description == "Texas hold'em · €0.25/0.50, ante €0.05 · 4 of 6 seated"
    tournament = invitation(kind="tournament", taken=2, seats=9)
    assert tournament.description == "Texas hold'em · buy-in 1,000 · 2 of 9 entered"
