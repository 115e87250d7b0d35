"""Serves a card room with uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter, process_time
from typing import Any, Final, cast

import uvicorn
from starlette.applications import Starlette

from bigslick.protocol.wire import MOST_BYTES

from .http.app import new_app
from .http.door import Door
from .http.forwarded import Proxies
from .http.host_names import HostNames
from .http.inside import check_inside
from .http.intake import Intake
from .http.transport import SocketTransport
from .operations.descriptors import backlog, raise_limit, reserve
from .operations.log import quiet_stderr
from .operations.sweeps import Sweeps
from .room.card_room import CardRoom
from .room.opening import open_room
from .room.options import RoomOptions
from .store.database import StoreFailed

PING_SECONDS: Final = 20.0
GRACEFUL_SECONDS: Final = 5
DOOR_TICKS: Final = 5
"""Ticks (tenths of a second) between checks for expired connections."""


SWITCH_SECONDS: Final = 0.001
"""How long the committing thread waits for the interpreter lock when the loop is busy. Every answer waits for it."""


class Server(uvicorn.Server):
    """A server that opens the card room before it listens, and closes it after the last socket."""

    card_room: CardRoom
    """Counted from the server's start."""

    def __init__(
        self,
        options: RoomOptions,
        config: uvicorn.Config,
        app: Starlette,
        intake: Intake,
        ready: Callable[[int], object] | None,
    ) -> None:
        super().__init__(config)
        self.door = intake.door
        self._options = options
        self._app = app
        self._intake = intake
        self._ready = ready
        self._closing = contextlib.AsyncExitStack()
        self._sweeps = Sweeps(options.metrics.sweep.observe, lambda: not options.metrics.sockets.value)

    async def startup(self, sockets: Any = None) -> None:
        """Open the card room and listen; raise errors instead of logging them."""
        bound = [_bind(self.config.host, self.config.port)] if sockets is None else sockets
        try:
            with quiet_stderr():  # the first thing people see is the address
                self.card_room = await self._closing.enter_async_context(open_room(self._options))
        except BaseException:
            for each in bound:
                each.close()
            raise
        self._app.state.card_room = self.card_room
        self._intake.open(self.card_room)
        await super().startup(bound)
        self._switch_seconds = sys.getswitchinterval()
        self._sweeps.start()
        sys.setswitchinterval(SWITCH_SECONDS)
        if self._ready is not None:
            self._ready(bound[0].getsockname()[1])

    async def on_tick(self, counter: int) -> bool:
        """Check ten times a second whether to stop: a server stops when another one takes its database."""
        if self.card_room.taken_over:
            self.should_exit = True
        self._sweeps.tick(perf_counter(), process_time())
        if counter % DOOR_TICKS == 0:
            self.door.sweep(asyncio.get_running_loop().time())
            self._options.metrics.connections.set(len(self.door))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: Any = None) -> None:
        """Say goodbye to every socket, then close the card room."""
        self.card_room.leave()
        await super().shutdown(sockets)
        await self._closing.aclose()
        self._sweeps.stop()
        sys.setswitchinterval(self._switch_seconds)

    async def serve(self, sockets: Any = None) -> None:
        """Serve until stopped; raises `StoreFailed` if another server took over the database."""
        await super().serve(sockets)
        if self.card_room.taken_over:
            raise StoreFailed(f"{self.card_room.taken_over}: only one may write to a database")

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Make signals stop the server instead of killing the process, so the card room is closed properly."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {kind: signal.signal(kind, self.handle_exit) for kind in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
    except socket.gaierror:
        raise ValueError(f"cannot listen at {host}: no such address on this machine; try another --host") from None
    except OSError as error:
        raise ValueError(f"cannot listen at port {port} of {host}: {error.strerror}; try another --port") from None
    # Accepted connections inherit it. asyncio sets it only on sockets that name their protocol, and without it the end
    # of an answer waits 40 ms for the client's acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def new_server(
    options: RoomOptions,
    host: str,
    port: int,
    ready: Callable[[int], object] | None = None,
    *,
    proxy: str | None = None,
    names: Sequence[str] = (),
    public_url: str | None = None,
) -> Server:
    """Create a server for a card room; `ready` is called with the port once it listens. `names` are the room's names on
    the internet, and `public_url` is its address in links.

    `proxy` is a comma-separated list of addresses or networks. X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host
    headers from these reverse proxies are trusted.
    """
    check_inside()
    descriptors = raise_limit()
    most = min(options.limits.connections, descriptors - reserve(descriptors))
    door = Door(options.limits, options.metrics, most)
    intake = Intake(options.limits, options.metrics, door, Proxies(proxy), HostNames(names))
    app = new_app(public_url=public_url)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        ws=SocketTransport,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        http=cast("type[asyncio.Protocol]", intake.protocol),  # uvicorn only calls it
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the intake reads them
        timeout_keep_alive=options.limits.keep_alive_ms // 1000,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        backlog=backlog(descriptors),
    )
    return Server(options, config, app, intake, ready)
