"""The lobby, as sent over the wire."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.lobby import Lobby, LobbyChanged, TournamentCard

CUP: dict[str, Any] = {
    "tournament": "sng1",
    "name": "Cup",
    "status": "registering",
    "entered": 1,
    "field": 6,
    "left": 1,
    "buy_in": 100,
    "fee": 0,
    "starting_stack": 1000,
    "seats": 6,
    "pool": 100,
}


def test_a_change_replaces_its_cards_in_place_and_a_gap_is_noticed() -> None:
    cards = [TournamentCard(**{**CUP, "tournament": f"sng{number}"}) for number in range(4)]
    lobby = Lobby(tables=(), tournaments=tuple(cards[:3]), balance=5)
    full = replace(cards[1], entered=6)
    change = LobbyChanged(seq=1, tournaments=(cards[3], full), gone=("sng0",))
    assert decode(encode(change), LobbyChanged) == change
    assert lobby.after(change) == Lobby(seq=1, tables=(), tournaments=(full, cards[2], cards[3]), balance=None)
    assert lobby.after(replace(change, seq=2)) is None


@pytest.mark.parametrize("wrong", [{"status": "late"}, {"approve": "all"}, {"field": None}], ids=str)
def test_a_tournament_of_a_kind_that_is_not_known_is_refused(wrong: dict[str, Any]) -> None:
    assert decode(encode(CUP), TournamentCard) == TournamentCard(**CUP)
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{next(iter(wrong))}"):
        decode(encode({**CUP, **wrong}), TournamentCard)
