"""`bigslick serve`: a card room in the browser, with house bots ready to play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def command(
    db: Annotated[
        str, typer.Option(help="The database: a file, or postgresql://user:password@host/name.")
    ] = "bigslick.db",
    port: Annotated[int, typer.Option(help="The port; 0 = any free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 = every network.")] = "127.0.0.1",
    tables: Annotated[
        Path | None, typer.Option(help="A TOML file with the tables and tournaments to open.", show_default=False)
    ] = None,
    admin_token: Annotated[
        str | None,
        typer.Option(envvar="BIGSLICK_ADMIN_TOKEN", help="Admin token; without it, a new one for each run."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(help="The address of a reverse proxy whose X-Forwarded headers are trusted.", show_default=False),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Short clocks, for trying things out.")] = False,
    log: Annotated[Path | None, typer.Option(help="Write the log to this file.", show_default=False)] = None,
) -> None:
    """Open a card room: tables with house bots on a page, until Ctrl-C."""
    try:
        from bigslick.server.run import new_server
    except ModuleNotFoundError as error:
        raise ValueError(f"bigslick serve needs {error.name}: pip install 'bigslick[room]'") from None
    from bigslick.server.card_room import CardRoom
    from bigslick.server.config import FAST, TABLES, TOURNAMENTS, RoomConfig, at_pace, read_config
    from bigslick.server.log import start_logging
    from bigslick.server.store.database import StoreFailed

    config = RoomConfig(TABLES, TOURNAMENTS) if tables is None else read_config(tables)
    opening, tournaments = config.table, config.tournament
    if admin_token is not None and len(admin_token) < 12:
        raise ValueError("--admin-token: expected at least 12 characters, so that it cannot be guessed")
    if fast:
        opening, tournaments = at_pace(opening, FAST), at_pace(tournaments, FAST)
    card_room = CardRoom(db, tables=opening, tournaments=tournaments, admin_token=admin_token)

    def ready(bound: int) -> None:
        print(f"The card room is open at http://{_shown(host)}:{bound}  (API: /api/docs, Ctrl-C to stop)")
        if admin_token is None:
            print(f"Admin token for this run: {card_room.admin_token}")
        sys.stdout.flush()

    stream = sys.stderr if log is None else log.open("a", encoding="utf-8")
    handler = start_logging(stream)
    try:
        new_server(card_room, host, port, ready, proxy=proxy).run()
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    finally:
        handler.flush()
        if log is not None:
            stream.close()


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
