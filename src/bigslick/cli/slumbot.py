"""`bigslick slumbot`: serve any bot under Slumbot's HTTP API, or play at a server that speaks it."""

from __future__ import annotations

from contextlib import redirect_stdout
from typing import Annotated, Any

import typer

from bigslick.extras import needs_extra

from .support.faults import bots_print_to_stderr, fault_lines
from .support.help import Command, Group
from .support.interrupts import if_stopped
from .support.options import HANDS, HOST, PORT, SECONDS, AsJson, Seed, seed_or_new
from .support.output import print_json, progress, say

app = typer.Typer(cls=Group, help="Slumbot's HTTP API: a server for its clients, and a client for its servers.")


@app.command("serve", cls=Command, epilog="bigslick slumbot serve shark --port 8100")
def serve(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that plays Slumbot's part.")] = "shark",
    port: Annotated[int, PORT] = 8100,
    host: Annotated[str, HOST] = "127.0.0.1",
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Serve a bot under Slumbot's API until Ctrl-C, to try clients written for it offline.

    With --json the address and the seed are one object, printed when the server is open.
    """
    needs_extra("room", "uvicorn", "starlette")
    from bigslick.bots import as_bot
    from bigslick.gateways.slumbot.server import SlumbotRoom, new_slumbot_server

    number = seed_or_new(seed)
    room = SlumbotRoom(as_bot(bot), number, seconds)

    def ready(bound: int) -> None:
        url = f"http://{host}:{bound}/slumbot/api"
        with redirect_stdout(page):
            if as_json:
                print_json({"url": url, "bot": bot, "seed": number})
            else:
                print(f"{bot} plays Slumbot at {url}, seed {number} (stop with Ctrl-C)", flush=True)

    with bots_print_to_stderr() as page:
        new_slumbot_server(room, host, port, ready).run()


@app.command("play", cls=Command, epilog="bigslick slumbot play http://127.0.0.1:8100 tag --hands 1000")
def play(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the server is.")],
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that plays.")],
    hands: Annotated[int, HANDS] = 1000,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play a bot at a server that speaks Slumbot's API."""
    from bigslick.bots import Follower, as_bot
    from bigslick.gateways.slumbot.client import SlumbotClient

    number = seed_or_new(seed)
    player = as_bot(bot).player(number, "slumbot")
    client = SlumbotClient(url, player, bot, seconds=seconds)
    with bots_print_to_stderr(), if_stopped(lambda: f"stopped after {client.hands:,} hands: {client.won:+,} chips"):
        try:
            with progress("hands", hands) as step:
                client.play(hands, step)
        finally:
            client.close()
            if isinstance(player, Follower):
                player.close()
    report: dict[str, Any] = {"bot": bot, "hands": client.hands, "seed": number, "won": client.won}
    report |= {"bb100": round(client.won / max(1, client.hands), 4), **client.guard.report()}
    if as_json:
        print_json(report)
        return
    say(f"{bot} played {client.hands:,} hands, seed {number}: {client.won:+,} chips, {report['bb100']:+.2f} bb/100.")
    if client.guard.faults:
        for line in fault_lines([report]):
            say(f"  {line}")
