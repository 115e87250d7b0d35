"""`bigslick acpc`: deal a match of the Annual Computer Poker Competition, play at a dealer, and replay match logs."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from .support.faults import bots_print_to_stderr, fault_lines
from .support.help import Command, Group
from .support.interrupts import if_stopped
from .support.options import HANDS, SECONDS, AsJson, Force, Log, Seed, seed_or_new
from .support.output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.gateways.acpc.dealer import DealerSeat
    from bigslick.gateways.acpc.game import AcpcGame

app = typer.Typer(cls=Group, help="The protocol of the Annual Computer Poker Competition: dealer, player and logs.")

GAME = typer.Option("--game", metavar="FILE", help="Game file; by default heads-up no-limit, 50/100, stacks of 20,000.")
LISTEN = "listen"


@app.command("dealer", cls=Command, epilog="bigslick acpc dealer tag acpc:./their_bot.sh --hands 3000 --log match.log")
def dealer(
    seats: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="Bots, acpc:./program, or listen: a port for a program that you start."),
    ],
    game: Annotated[Path | None, GAME] = None,
    hands: Annotated[int, HANDS] = 1000,
    names: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Names for the log; by default those of the bots.")
    ] = None,
    log: Log = None,
    fixed: Annotated[bool, typer.Option("--fixed", help="Keep the players in their seats.")] = False,
    t_response: Annotated[float, typer.Option(metavar="SECONDS", help="Time for one action.")] = 600,
    t_hand: Annotated[float, typer.Option(metavar="SECONDS", help="Time of a player in one hand.")] = 600,
    t_per_hand: Annotated[float, typer.Option(metavar="SECONDS", help="Time of a player per hand, on average.")] = 7,
    wait: Annotated[float, typer.Option(metavar="SECONDS", help="How long to wait for programs to connect.")] = 60,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Deal a match to house bots, your own bots, programs it starts, and programs that connect.

    The first line lists the ports for players who connect, in seat order; with --json it goes to stderr.
    """
    from bigslick.gateways.acpc.dealer import Dealer, TimeLimits

    found = _game(game, len(seats))
    called = names.split(",") if names else [_plain(name) for name in seats]
    if len({*called}) != len(seats) or any(not name or set(name) & set("|:") for name in called):
        called = [f"{name}.{number}" for number, name in enumerate(called, 1)]
    if log is not None and log.exists() and not force:
        raise ValueError(f"--log: {log} is there already; name another file, or --force replaces it")
    number = seed_or_new(seed)
    limits = TimeLimits(t_response, t_hand, t_per_hand)
    played = 0

    def count(done: int) -> None:
        nonlocal played
        played += done
        step(done)

    with bots_print_to_stderr() as page, if_stopped(lambda: f"stopped after {played:,} of {hands:,} hands"):
        there = _take_seats(seats, called, found, seconds, number, wait, sys.stderr if as_json else page)
        try:
            out = None if log is None else log.open("w")
            try:
                if out is not None:
                    named = f"{log.stem if log else ''} {game or 'standard'} {hands} {number}"
                    out.write(f"# name/game/hands/seed {named}\n")
                    out.write(
                        f"#--t_response {t_response * 1000:.0f}\n#--t_hand {t_hand * 1000:.0f}\n"
                        f"#--t_per_hand {t_per_hand * 1000:.0f}\n"
                    )
                table = Dealer(found, there, seed=number, limits=limits, fixed_seats=fixed, log=out)
                with progress("hands", hands) as step:
                    table.play(hands, count)
            finally:
                if out is not None:
                    out.close()
        finally:
            for seat in there:
                seat.place.close()
    rows = [
        {"player": s.name, "score": round(s.score, 6), "asked": s.asked, "faults": s.faults, "reasons": dict(s.reasons)}
        for s in there
    ]
    if as_json:
        print_json({"hands": hands, "seed": number, "players": rows} | ({} if log is None else {"log": str(log)}))
        return
    say(f"{hands:,} hands, seed {number}\n")
    unit = 100 / found.big_blind / hands
    table_rows = [(s.name, f"{s.score:+,.2f}", f"{s.score * unit:+.2f}", s.faults or "") for s in there]
    print_table(("player", "chips", "bb/100", "faults"), table_rows, left=("player",))
    for row in rows:
        if row["faults"]:
            for line in fault_lines([{"bot": row["player"], **row}]):
                say(f"  {line}")
    if log is not None:
        say(f"\nThe log is in {log}; `bigslick acpc replay {log}` plays it again.")


@app.command("play", cls=Command, epilog="bigslick acpc play 127.0.0.1 20000 tag --game holdem.nolimit.3p.game")
def play(
    host: Annotated[str, typer.Argument(metavar="HOST", help="Where the dealer is.")],
    port: Annotated[int, typer.Argument(metavar="PORT", min=1, max=65535, help="The port of your seat.")],
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot that plays.")],
    game: Annotated[Path | None, GAME] = None,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Play a bot at a competition dealer, ours or the original, until it closes the connection."""
    from bigslick.bots import Follower, as_bot
    from bigslick.gateways.acpc.client import play_at

    found = _game(game, 2)
    number = seed_or_new(seed)
    with bots_print_to_stderr(), if_stopped(lambda: "stopped; the dealer has its own log"):
        player = as_bot(bot).player(number, "acpc")
        try:
            done = play_at(host, port, found, player, bot, seconds=seconds)
        finally:
            if isinstance(player, Follower):
                player.close()
    report: dict[str, Any] = {"bot": bot, "hands": done.hands, "seed": number, "won": round(done.won, 6)}
    report |= done.guard.report()
    if as_json:
        print_json(report)
        return
    say(f"{bot} played {done.hands:,} hands, seed {number}: {done.won:+,.2f} chips.")
    if done.guard.faults:
        for line in fault_lines([report]):
            say(f"  {line}")


@app.command("replay", cls=Command, epilog="bigslick acpc replay match.log --game holdem.nolimit.3p.game")
def replay(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG", help="Match logs.")],
    game: Annotated[Path | None, GAME] = None,
    as_json: AsJson = False,
) -> None:
    """Replay match logs by the rules, checking every hand's values and the final SCORE."""
    from bigslick.gateways.acpc.log import replay_log

    found = _game(game, 2)
    done = [(log, replay_log(log, found)) for log in logs]
    if as_json:
        print_json(
            {
                "logs": [
                    {"log": str(log), "hands": r.hands, "scores": r.scores, "agrees_with_score": r.said}
                    for log, r in done
                ]
            }
        )
        return
    for log, result in done:
        scores = ", ".join(f"{name} {score:+,.2f}" for name, score in result.scores.items())
        end = "and its SCORE agrees" if result.said else "but it has no SCORE"
        say(f"{log}: {result.hands:,} hands by the rules, {end}: {scores}")


def _game(path: Path | None, players: int) -> AcpcGame:
    from bigslick.gateways.acpc.game import load_game, standard_game

    return standard_game(players) if path is None else load_game(path)


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "._-" else "_" for letter in name.rpartition("/")[2])


def _take_seats(
    seats: list[str], names: list[str], game: AcpcGame, seconds: float, seed: int | str, wait: float, page: TextIO
) -> list[DealerSeat]:
    """Fill the seats, announcing the ports of remote players first."""
    from bigslick.bots import as_bot
    from bigslick.gateways.acpc.dealer import DealerPlace, DealerSeat, LocalPlace, accept_place, start_place
    from bigslick.gateways.processes.child import check_command
    from bigslick.gateways.processes.process import ProcessSettings, split_command

    if len(seats) != game.players:
        raise ValueError(f"{len(seats)} players for a game of {game.players}")
    servers: dict[int, socket.socket] = {}
    places: dict[int, DealerPlace] = {}
    try:
        for number, name in enumerate(seats):
            if name.partition(":")[0] == LISTEN:
                server = servers[number] = socket.socket()
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind(("127.0.0.1", _port(name)))
                server.listen(1)
        if servers:
            print(" ".join(str(server.getsockname()[1]) for server in servers.values()), file=page, flush=True)
        for number, name in enumerate(seats):
            if number in servers:
                places[number] = accept_place(servers[number], wait)
            elif name.startswith("acpc:"):
                command = check_command(name, split_command(name, name.partition(":")[2]))
                places[number] = start_place(command, ProcessSettings(seconds=wait))
            else:
                player = as_bot(name).player(seed, "acpc", number, called=names[number])
                places[number] = LocalPlace(player, name, game, seconds)
        return [DealerSeat(name, places[number]) for number, name in enumerate(names)]
    except BaseException:
        for place in places.values():
            place.close()
        raise
    finally:
        for server in servers.values():
            server.close()


def _port(name: str) -> int:
    text = name.partition(":")[2]
    if text and not (text.isdecimal() and int(text) < 65536):
        raise ValueError(f"{name}: expected listen, or listen and a port, as in listen:20000")
    return int(text or 0)
