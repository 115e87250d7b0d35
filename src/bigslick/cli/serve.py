"""`bigslick serve`: open a card room in the browser, with house bots ready to play."""

from __future__ import annotations

import contextlib
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from bigslick.extras import needs_extra

from .support.options import HOST, PORT, AsJson, Log
from .support.output import print_json

SHORTEST_TOKEN = 20
"""So long that no one guesses it within the limits on requests, which are all that slows a guess down."""


def command(
    db: Annotated[
        str,
        typer.Option(
            metavar="FILE|URL", help="Where all data is kept: a file, or postgresql://user:password@host/name."
        ),
    ] = "bigslick.db",
    port: Annotated[int, PORT] = 8000,
    host: Annotated[str, HOST] = "127.0.0.1",
    tables: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="The tables and tournaments that the card room offers.")
    ] = None,
    admin_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN", envvar="BIGSLICK_ADMIN_TOKEN", help="Admin token; without one, a new one is printed."
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS,...", help="Addresses or networks of trusted reverse proxies."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--host-name", metavar="HOST", help="A name of this room on the internet; repeat it for each."),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The room's address in invite links, such as https://poker.example.org."),
    ] = None,
    trust_clock: Annotated[
        bool,
        typer.Option(
            "--trust-clock",
            envvar="BIGSLICK_TRUST_CLOCK",
            help="Open although the clock is more than a day ahead of the database: it is right.",
        ),
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Short clocks, for trying things out.")] = False,
    log: Log = None,
    as_json: AsJson = False,
) -> None:
    """Open a card room in the browser, with house bots ready to play, until Ctrl-C.

    With --json the address and the token are one object, printed when the room is open.
    """
    needs_extra("room")
    from bigslick.server.inviting.addresses import addresses_for_friends
    from bigslick.server.operations.log import logging_to
    from bigslick.server.room.config import FAST, TABLES, TOURNAMENTS, RoomConfig, at_pace, read_config
    from bigslick.server.room.options import RoomOptions
    from bigslick.server.run import new_server
    from bigslick.server.store.database import StoreFailed

    config = RoomConfig(TABLES, TOURNAMENTS) if tables is None else read_config(tables)
    opening, tournaments = config.table, config.tournament
    if admin_token is not None and len(admin_token) < SHORTEST_TOKEN:
        raise ValueError(f"--admin-token: expected at least {SHORTEST_TOKEN} characters, so that it cannot be guessed")
    if fast:
        opening, tournaments = at_pace(opening, FAST), at_pace(tournaments, FAST)
    token = secrets.token_urlsafe(24) if admin_token is None else admin_token
    options = RoomOptions(
        url=db,
        tables=opening,
        tournaments=tournaments,
        series=config.series,
        retention=config.hands,
        admin_token=token,
        limits=config.limits,
        trust_clock=trust_clock,
    )

    def ready(bound: int) -> None:
        url = f"http://{_shown(host)}:{bound}"
        friends = [f"http://{_shown(address)}:{bound}" for address in addresses_for_friends(host)]
        if public_url is not None:
            friends = [public_url.rstrip("/"), *friends]
        if as_json:
            print_json({"url": url, "friends": friends, "admin_token": token if admin_token is None else None})
            return
        print(f"The card room is open at {url}  (API: {url}/api/docs; stop with Ctrl-C)")
        if server.card_room.store.from_open:
            print("It took the database over from a server that had not closed it; if that one still runs, it stops.")
        if friends:
            print(f"Friends open {' or '.join(friends)}")
            _print_code(friends[0])
        if admin_token is None:
            print(f"Admin token for this run: {token}")
        sys.stdout.flush()

    opened = contextlib.nullcontext(sys.stderr) if log is None else log.open("a", encoding="utf-8")
    with opened as stream, logging_to(stream):
        try:
            server = new_server(options, host, port, ready, proxy=proxy, names=name or (), public_url=public_url)
            server.run()
        except StoreFailed as error:
            raise ValueError(str(error)) from None


def _print_code(link: str) -> None:
    """Print a QR code for the phones in the room, on a terminal that can draw it."""
    from bigslick.server.inviting.code import terminal_code

    if sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf"):
        print(terminal_code(link))


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
