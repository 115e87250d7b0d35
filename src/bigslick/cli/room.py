"""`bigslick room`: audit, back up and repair a card room's database, and read the ledger of a night."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bigslick.checks import counted
from bigslick.extras import needs_extra

from .support.help import Command, Group
from .support.options import AsJson
from .support.output import complain, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.server.store.nights import Night

app = typer.Typer(cls=Group, help="Audit, back up and repair a card room's database, and read the ledger of a night.")

NightPart = Literal["players", "payments", "moves"]
Db = Annotated[str, typer.Argument(metavar="DB", help="A file, or postgresql://user:password@host/name.")]


@app.command(cls=Command, epilog="bigslick room check bigslick.db")
def check(db: Db, as_json: AsJson = False) -> None:
    """Audit a database while no server writes to it: facts fold, chips add up, hands prove their decks.

    Nothing is changed. Exit code 1 if anything is wrong.
    """
    needs_extra("room")
    import asyncio

    from bigslick.server.accounting.audit import audit
    from bigslick.server.store.database import StoreFailed

    try:
        with progress("Hands", None) as bar:
            report = asyncio.run(audit(db, lambda done, of: bar(1, f"{done:,} of {of:,} hands")))
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    if as_json:
        print_json({"ok": not report.wrong, **{name: getattr(report, name) for name in report.__struct_fields__}})
    else:
        for sentence in report.wrong:
            complain(sentence)
        say(
            f"{counted(report.tables, 'open table')}, {counted(report.tournaments, 'tournament')}, "
            f"{counted(report.hands, 'hand')}, {report.chips:,} chips: "
            + (f"{counted(len(report.wrong), 'thing')} wrong." if report.wrong else "everything is right.")
        )
    if report.wrong:
        raise typer.Exit(1)


@app.command(cls=Command, epilog="bigslick room backup bigslick.db monday.db")
def backup(
    db: Db,
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The copy, which must not exist yet.")],
    as_json: AsJson = False,
) -> None:
    """Copy an SQLite database as it is at that moment, even while the room is open."""
    needs_extra("room")
    from bigslick.server.accounting.audit import back_up
    from bigslick.server.store.database import StoreFailed

    try:
        back_up(db, target)
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    if as_json:
        print_json({"file": str(target), "bytes": target.stat().st_size})
        return
    say(f"{target} holds everything that was in {db} ({target.stat().st_size:,} bytes).")


@app.command(cls=Command, epilog="bigslick room clock bigslick.db")
def clock(
    db: Db,
    repair: Annotated[
        bool, typer.Option("--repair", help="Move every time that is ahead back; stop the room first.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare the newest time in a database with the clock of this machine.

    If the room ran with its clock ahead, set the clock and run this with --repair: sessions, hands and tables move back
    to now, and nothing is lost. Exit code 1 if the database is ahead.
    """
    needs_extra("room")
    import asyncio

    from bigslick.server.operations.clock import SystemClock
    from bigslick.server.store.database import StoreFailed
    from bigslick.server.store.times import move_back

    now = SystemClock().now()
    try:
        found = asyncio.run(move_back(db, now, look=not repair))
    except StoreFailed as error:
        raise ValueError(str(error)) from None
    if as_json:
        print_json({"now": now, "newest": found.newest, "ahead_ms": found.ahead_ms, "moved_rows": found.rows})
    else:
        say(f"This machine says {_moment(now)}, and the newest time in {db} is {_moment(found.newest)}.")
        if repair and found.ahead_ms:
            say(f"{counted(found.rows, 'time')} moved back by {_span(found.ahead_ms)}.")
        elif found.ahead_ms:
            complain(
                f"the database is {_span(found.ahead_ms)} ahead: if the machine's clock is right, stop the room and "
                "run this with --repair"
            )
    if found.ahead_ms and not repair:
        raise typer.Exit(1)


@app.command(cls=Command, epilog="bigslick room ledger bigslick.db t1")
def ledger(
    db: Db,
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A cash table such as t1, or a tournament that is over.")
    ],
    part: Annotated[
        NightPart | None,
        typer.Option(metavar="PART", help="Print a part as CSV: players, payments (who pays whom), or moves of chips."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print a night's ledger: who bought in, who left with what, and who owes whom in the fewest transfers."""
    needs_extra("room")
    import asyncio

    import msgspec

    from bigslick.server.accounting.ledgers import night_at_rest
    from bigslick.server.store.database import StoreFailed
    from bigslick.server.store.nights import night_csv
    from bigslick.server.store.trouble import DamagedStream

    if part is not None and as_json:
        raise ValueError("--part prints CSV, and --json everything as JSON: choose one")
    try:
        found = asyncio.run(night_at_rest(db, table))
    except (StoreFailed, DamagedStream) as error:
        raise ValueError(str(error)) from None
    if as_json:
        print_json(msgspec.to_builtins(found))
    elif part is not None:
        typer.echo(night_csv(found, part), nl=False)
    else:
        rows = [
            (
                each.player,
                *(_amount(found, chips) for chips in (each.bought_in, each.topped_up, each.left_with, each.sits_with)),
                f"{'+' if each.net >= 0 else ''}{_amount(found, each.net)}",
            )
            for each in found.results
        ]
        print_table(("player", "bought in", "topped up", "left with", "sits with", "net"), rows, left=["player"])
        for payment in found.settlement.payments:
            say(f"{payment.payer} pays {payment.payee} {_amount(found, payment.chips)}.")
        if not found.settlement.fewest:
            say("With so many players there may be a way with fewer transfers.")


def _amount(found: Night, chips: int | None) -> str:
    from bigslick.protocol.money import written

    return "-" if chips is None else written(found.chip_value, chips)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if at else "missing"


def _span(ms: int) -> str:
    days, hours = divmod(ms // 3_600_000, 24)
    return f"{counted(days, 'day')} and {counted(hours, 'hour')}" if days or hours else f"{ms / 1000:.0f} seconds"
