"""The lobby and the standings of a tournament as they go over the wire."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.lobby import Lobby, News, PlayerMoved, TournamentCard
from bigslick.protocol.wording import Wording
from bigslick.sentence import say

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


def test_the_lobby_says_its_balance_for_those_without_an_account_too() -> None:
    """One message serves all who see the same tables: each balance is written in place of this null."""
    lobby = Lobby(tables=(), tournaments=(TournamentCard(**{**CUP, "name": '"balance":null'}),))
    assert encode(lobby).count(b'"balance":null') == 1, "and no name can pass for it"
    assert decode(encode(lobby).replace(b'"balance":null', b'"balance":7'), Lobby) == msgspec.structs.replace(
        lobby, balance=7
    )


def test_the_news_and_the_reason_of_a_move_carry_their_wording() -> None:
    level = say("Level {level} has begun.", level=2)
    moved = PlayerMoved(tournament="sng1", table="sng1.2", seat=3, reason=level)
    wording = Wording("Level {level} has begun.", {"level": 2})
    for text, told in ((moved.reason, moved.wording), (News(level).sentence, News(level).wording)):
        assert type(text) is str
        assert (text, told) == ("Level 2 has begun.", wording)
    assert decode(encode(moved), PlayerMoved) == moved
    assert encode(News("Play goes on.")) == b'{"sentence":"Play goes on."}'


@pytest.mark.parametrize("wrong", [{"status": "late"}, {"approve": "all"}, {"field": None}], ids=str)
def test_a_tournament_of_a_kind_that_is_not_known_is_refused(wrong: dict[str, Any]) -> None:
    assert decode(encode(CUP), TournamentCard) == TournamentCard(**CUP)
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{next(iter(wrong))}"):
        decode(encode({**CUP, **wrong}), TournamentCard)
