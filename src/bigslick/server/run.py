"""Serving: the application under uvicorn, on a port, until somebody stops it."""

from __future__ import annotations

from typing import Any, Final

import uvicorn

from .app import new_app
from .hall import Hall
from .line import Line
from .wire import MOST_BYTES

PING_SECONDS: Final = 20.0
GRACEFUL_SECONDS: Final = 5


class Server(uvicorn.Server):
    """A server that says when it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Any = None) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        """Open the hall and listen."""
        await super().startup(sockets)
        if self.started and self._ready is not None:
            port = self.servers[0].sockets[0].getsockname()[1]
            self._ready(port)


def new_server(hall: Hall, host: str, port: int, ready: Any = None) -> Server:
    """A server of the hall; `ready` is called with the port when it listens."""
    config = uvicorn.Config(
        new_app(hall),
        host=host,
        port=port,
        ws=Line,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        http="httptools",
        loop="auto",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        backlog=4096,
        h11_max_incomplete_event_size=16_384,
    )
    return Server(config, ready)
