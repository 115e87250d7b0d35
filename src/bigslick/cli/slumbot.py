"""`bigslick slumbot`: serve any bot under Slumbot's HTTP API, and play any address that speaks it."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from .faults import bots_print_to_stderr, fault_lines
from .help import Command, Group
from .interrupts import if_stopped
from .needs import needs_extra
from .options import HANDS, SECONDS, AsJson, Seed, seed_or_new
from .output import print_json, progress, say

app = typer.Typer(cls=Group, help="Slumbot's HTTP API: a server for its clients, and a client for its servers.")


@app.command("serve", cls=Command, epilog="bigslick slumbot serve shark --port 8100")
def serve(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that plays Slumbot's part.")] = "shark",
    port: Annotated[int, typer.Option(metavar="PORT", help="The port; 0 takes a free one.", min=0, max=65535)] = 8100,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
) -> None:
    """Serve a bot under Slumbot's API, so that clients written for it can be tried offline, until Ctrl-C."""
    needs_extra("room")
    from bigslick.bots import as_bot
    from bigslick.gateways.slumbot_server import SlumbotRoom, new_slumbot_server

    room = SlumbotRoom(as_bot(bot), seed_or_new(seed), seconds)

    def ready(bound: int) -> None:
        print(f"{bot} plays Slumbot at http://{host}:{bound}/slumbot/api (stop with Ctrl-C)")
        sys.stdout.flush()

    with bots_print_to_stderr():
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
    from bigslick.gateways.slumbot_client import SlumbotClient

    player = as_bot(bot).player(seed_or_new(seed), "slumbot")
    client = SlumbotClient(url, player, bot, seconds=seconds)
    with bots_print_to_stderr(), if_stopped(lambda: f"stopped after {client.hands:,} hands: {client.won:+,} chips"):
        try:
            with progress("hands", hands) as step:
                client.play(hands, step)
        finally:
            client.close()
            if isinstance(player, Follower):
                player.close()
    report: dict[str, Any] = {"bot": bot, "hands": client.hands, "won": client.won, **client.guard.report()}
    report["bb100"] = round(client.won / max(1, client.hands), 4)
    if as_json:
        print_json(report)
        return
    say(f"{bot} played {client.hands:,} hands: {client.won:+,} chips, {report['bb100']:+.2f} bb/100.")
    if client.guard.faults:
        for line in fault_lines([report]):
            say(f"  {line}")
