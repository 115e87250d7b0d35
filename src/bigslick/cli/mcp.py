"""`bigslick mcp`: a server that lets a language model play, against house bots or in a card room."""

from __future__ import annotations

from typing import Annotated

import typer

from bigslick.extras import needs_extra

from .support.options import PORT, AsJson
from .support.output import print_json


def command(
    room: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play at this card room; without it, matches against house bots."),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="BIGSLICK_TOKEN",
            help="The token of your account; without one, you are a guest.",
        ),
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Serve HTTP on this machine instead of stdio.")] = False,
    port: Annotated[int | None, PORT] = None,
    as_json: AsJson = False,
) -> None:
    """Seat a language model over the Model Context Protocol: on stdin and stdout, or on a local port with --http.

    It finds a table, sits down, looks, acts and leaves. It sees only what its seat sees.
    """
    needs_extra("mcp")
    if token is not None and room is None:
        raise ValueError("--token is for a card room: name it with --room URL")
    if room is not None:
        needs_extra("client")
        from bigslick.client.requests import socket_url

        socket_url(room)
    if port is not None and not http:
        raise ValueError("--port is for --http: without it the server speaks over stdin and stdout")
    import asyncio

    from bigslick.gateways.mcp.server import serve_http, serve_stdio

    if not http:
        asyncio.run(serve_stdio(room, token))
        return

    def ready(bound: int) -> None:
        url = f"http://127.0.0.1:{bound}/mcp"
        if as_json:
            print_json({"url": url})
        else:
            print(f"The MCP server is open at {url}  (stop with Ctrl-C)", flush=True)

    asyncio.run(serve_http(room, token, 8765 if port is None else port, ready))
