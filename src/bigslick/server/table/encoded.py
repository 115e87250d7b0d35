"""An update encoded for viewers."""

from __future__ import annotations

from bigslick.protocol import room_events
from bigslick.protocol.encoding import encode

from .script import ScriptedUpdate, for_viewer


class EncodedUpdate:
    """An update as bytes, the same for every viewer without secrets in it."""

    __slots__ = ("_acting", "_private", "_public", "_view", "seq")

    def __init__(self, scripted: ScriptedUpdate, table: str) -> None:
        self.seq = scripted.seq
        self._public = encode(for_viewer(scripted, table, None))
        self._private: dict[str, bytes] = {}
        self._acting: str | None = None
        self._view = b""
        if scripted.own or any(isinstance(event, room_events.Made) and not event.shown for event in scripted.events):
            private = scripted.private.values()
            self._private = {player: encode(for_viewer(scripted, table, player)) for player in private}
        elif scripted.view is not None:
            # Most updates differ only in this field, and hundreds of them are kept.
            self._acting, self._view = scripted.private[scripted.turn_of], encode(scripted.view)

    def frame(self, player: str | None) -> bytes:
        if player is None:
            return self._public
        if player == self._acting:
            return b'%b,"view":%b}' % (self._public[:-1], self._view)
        return self._private.get(player, self._public)
