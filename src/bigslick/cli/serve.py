"""`bigslick serve`: a card room in the browser, with house bots ready to play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def command(
    db: Annotated[
        str, typer.Option(help="Where everything is kept: a file, or postgresql://user:password@host/name.")
    ] = "bigslick.db",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    tables: Annotated[
        Path | None, typer.Option(help="A TOML file with the tables and tournaments of the house.", show_default=False)
    ] = None,
    admin_token: Annotated[
        str | None,
        typer.Option(envvar="BIGSLICK_ADMIN_TOKEN", help="The token of the house; a new one each time if not given."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(help="The address of a reverse proxy that says where requests come from.", show_default=False),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Short clocks, for trying things out.")] = False,
    log: Annotated[Path | None, typer.Option(help="Write the log to a file.", show_default=False)] = None,
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

    house = RoomConfig(TABLES, TOURNAMENTS) if tables is None else read_config(tables)
    specs, contests = house.table, house.tournament
    if admin_token is not None and len(admin_token) < 12:
        raise ValueError("--admin-token: expected at least 12 letters, so that nobody guesses it")
    if fast:
        specs, contests = at_pace(specs, FAST), at_pace(contests, FAST)
    card_room = CardRoom(db, tables=specs, tournaments=contests, admin_token=admin_token)

    def ready(bound: int) -> None:
        print(f"The room is open at http://{_shown(host)}:{bound}  (the API: /api/docs, stop with Ctrl-C)")
        if admin_token is None:
            print(f"The token of the house for this time: {card_room.admin_token}")
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
