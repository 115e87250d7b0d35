"""A director's state is data that survives a save."""

from __future__ import annotations

import msgspec

from bigslick.tournament.director.state import DirectorState

from .test_director import bust, directed, seats_of


def test_a_state_comes_back_from_its_bytes() -> None:
    director = directed(19, late_reg_levels=1)
    bust(director, 4, seats_of(director, 4)[0])
    state = director.export()
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=DirectorState) == state
