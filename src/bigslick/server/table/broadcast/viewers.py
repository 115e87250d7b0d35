"""The viewers of a table's broadcast. Each has the whole table first, then what follows on film."""

from __future__ import annotations

from bigslick.protocol.encoding import encode
from bigslick.protocol.host import ShownOut
from bigslick.protocol.wire import TableSnapshot
from bigslick.sentence import say
from bigslick.server.serving.served import Viewer

from ..script import for_viewer
from ..state import LiveTable

_OVER = say("This broadcast is over, or has a new address: ask the host.")


class BroadcastViewers:
    def __init__(self) -> None:
        self._viewers: dict[Viewer, int] = {}
        """With the last update each of them has seen."""
        self._token = ""
        """The address that they came with."""

    def __len__(self) -> int:
        return len(self._viewers)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    def watch(self, viewer: Viewer, live: LiveTable, now: int) -> None:
        """Send a viewer the broadcast as it is, and everything from now on."""
        assert live.broadcast is not None
        self._token = live.broadcast.token
        self._send_snapshot(viewer, live, now)

    def leave(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)

    def publish(self, live: LiveTable, now: int) -> None:
        """Send what has become due."""
        broadcast = live.broadcast
        if broadcast is None or not self._viewers:
            return
        if any(shot.table is not None for shot in live.aired):
            for viewer in tuple(self._viewers):
                self._send_snapshot(viewer, live, now)
            return
        for shot in live.aired:
            assert shot.update is not None
            frame = encode(for_viewer(shot.update, live.id, None, shot.disclosed or ()))
            for viewer, seen in tuple(self._viewers.items()):
                if shot.update.seq > seen:  # not read again from the store after a failed commit
                    self._viewers[viewer] = shot.update.seq
                    viewer.send(frame)

    def check_address(self, live: LiveTable) -> None:
        """Show everyone out if the broadcast has ended or has a new address."""
        if self._viewers and (live.broadcast is None or live.broadcast.token != self._token):
            frame = encode(ShownOut(at=live.id, why="broadcast", sentence=_OVER))
            for viewer in tuple(self._viewers):
                viewer.send(frame)
            self._viewers.clear()

    def _send_snapshot(self, viewer: Viewer, live: LiveTable, now: int) -> None:
        assert live.broadcast is not None
        self._viewers[viewer] = live.broadcast.shown.seq
        viewer.send(encode(snapshot(live, now)))


def snapshot(live: LiveTable, now: int) -> TableSnapshot:
    """Return the table as the broadcast's audience sees it."""
    broadcast = live.broadcast
    assert broadcast is not None
    return broadcast.shown.snapshot(live.id, live.opened.settings, None, now, disclosed=broadcast.disclosed)
