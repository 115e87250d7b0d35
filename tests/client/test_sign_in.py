"""Getting a token from a served card room."""

from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.client.sign_in import SignInRefused, guest_token, sign_in, sign_up

from ..server.served import serving, table


async def test_signing_in_gives_a_token(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        token = await sign_up(room.url, "carol", "a long password")
        assert await room.card_room.player_of(token) == room.id("carol")
        assert await room.card_room.player_of(await sign_in(room.url, "Carol", "a long password")) == room.id("carol")
        with pytest.raises(SignInRefused, match="Wrong name or password"):
            await sign_in(room.url, "carol", "another password")
        with pytest.raises(SignInRefused, match="is taken"):
            await sign_up(room.url, "CAROL", "a long password")
        guest = await room.card_room.player_of(await guest_token(room.url))
        assert guest is not None
        assert len(room.card_room.names.name_of(guest).split()) == 2
    with pytest.raises(SignInRefused, match="no answer from"):
        await guest_token(room.url)
