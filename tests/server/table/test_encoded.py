"""An update as bytes: encoded once for everybody, and separately only for viewers with a secret in it."""

from __future__ import annotations

from bigslick.hand.events import Dealt
from bigslick.protocol import encoding, wire
from bigslick.server.table.encoded import EncodedUpdate
from bigslick.server.table.script import ScriptedUpdate, for_viewer

from .desk import Desk


def updates() -> list[ScriptedUpdate]:
    desk = Desk("ann", "bob")
    desk.begin()
    return desk.told


def test_the_bytes_are_those_of_the_update_for_each_viewer() -> None:
    for scripted in updates():
        update = EncodedUpdate(scripted, "t")
        for player in (None, "eve", "ann", "bob"):
            told = encoding.decode(update.frame(player), wire.Update)
            assert encoding.encode(told) == encoding.encode(for_viewer(scripted, "t", player))


def test_viewers_without_a_secret_share_the_same_bytes() -> None:
    for scripted in updates():
        update = EncodedUpdate(scripted, "t")
        assert update.frame(None) is update.frame("eve")
        if any(isinstance(event, Dealt) for event in scripted.events):
            assert update.frame("ann") != update.frame(None) != update.frame("bob")
