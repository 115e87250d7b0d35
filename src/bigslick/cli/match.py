"""`bigslick match`: play bots against each other with fresh stacks, scored in big blinds per hundred hands."""

from __future__ import annotations

import math
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bigslick.checks import counted
from bigslick.extras import needs_extra

from .support.faults import bots_print_to_stderr, exit_if_useless, fault_lines
from .support.interrupts import Stopped, stopped_early
from .support.needs import free_folder
from .support.options import DEPTH, HANDS, SEATS, SECONDS, AsJson, Force, Phhs, Seed, seed_or_new
from .support.output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.bots import Bot
    from bigslick.simulate.match import MatchResult, Score
    from bigslick.simulate.pairs import PairsResult
    from bigslick.tournament.floor.played_hand import PlayedHand


def command(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT", help="Two to ten bots: house names, module:Class, path.py:Class, acpc:./bot.sh and the like."
        ),
    ],
    hands: Annotated[int, HANDS] = 100_000,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play each deal again with the seats rotated, until all have held it.")
    ] = False,
    seats: Annotated[int | None, SEATS] = None,
    depth: Annotated[int | None, DEPTH] = None,
    adjust_all_ins: Annotated[
        bool, typer.Option(help="Count an all-in as its equity instead of how the cards fell.")
    ] = True,
    aivat: Annotated[
        bool, typer.Option("--aivat", help="Take luck out of the results: hole cards, board, whims of house bots.")
    ] = False,
    seconds: Annotated[float, SECONDS] = 5,
    seed: Seed = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the match in this folder, for `bigslick report`.")
    ] = None,
    phhs: Phhs = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other: win rates with their 95 % intervals, by position, and the biggest pots.

    The bots take the seats in turn, by default one each, 100 big blinds deep or the depth built into a bot's program.
    The hands are rounded up to whole deals. If one of three or more bots plays heads-up only, every pair plays that
    many hands.
    """
    from bigslick.bots import as_bot
    from bigslick.simulate.interrupted import Interrupted
    from bigslick.simulate.match import play_match
    from bigslick.simulate.match_hands import MatchHands
    from bigslick.simulate.pairs import needs_pairs

    if keep is not None:
        needs_extra("sim", "polars")
        _check_folder(keep, force)
    if phhs is not None:
        free_folder(phhs, "--phhs", force)
    number = seed_or_new(seed)
    with bots_print_to_stderr():
        found = [as_bot(bot) for bot in bots]
    if needs_pairs(found, seats):
        if keep is not None or phhs is not None:
            raise ValueError("--keep and --phhs are for one table; here every pair plays, so run the pairs one by one")
        wishes = {"depth": depth, "duplicate": duplicate, "adjust_all_ins": adjust_all_ins, "seconds": seconds}
        _play_pairs(found, hands, as_json, wishes | {"seed": number})
        return
    written = None if phhs is None else MatchHands(phhs, f"match of {', '.join(bots)}, seed {number}")

    with bots_print_to_stderr(), progress("hands", hands) as step, written or nullcontext():
        halted = False
        try:
            result = play_match(
                found,
                hands=hands,
                seats=seats,
                depth=depth,
                duplicate=duplicate,
                adjust_all_ins=adjust_all_ins,
                aivat=aivat,
                seed=number,
                seconds=seconds,
                step=step,
                watch=None if written is None else written.watch,
            )
        except Interrupted as stop:
            result, halted = stop.result, True
    files = {} if written is None else {"phhs": [str(path) for path in written.files]}
    kept = None
    if keep is not None:
        from bigslick.simulate.study_results import keep_match

        kept = keep_match(result, keep)
    if as_json:
        print_json(to_json(result) | ({} if kept is None else {"kept": str(kept)}) | files)
    else:
        _report(result)
        if written is not None:
            say(f"\n{counted(len(written.files), 'file')} of hands in {phhs}")
        if kept is not None:
            say(f"\nKept as {kept}; `bigslick report {keep}` draws it.")
    if halted:
        raise Stopped(stopped_early(result.hands, hands))
    exit_if_useless(fault_report(score) for score in result.scores)


def _play_pairs(bots: list[Bot], hands: int, as_json: bool, wishes: dict[str, Any]) -> None:
    """Play every pair heads-up, and show who won what from whom."""
    from bigslick.simulate.interrupted import Interrupted
    from bigslick.simulate.pairs import play_pairs

    wanted = hands * (len(bots) * (len(bots) - 1) // 2)
    halted = False
    with bots_print_to_stderr(), progress("hands", wanted) as step:
        try:
            result = play_pairs(bots, hands=hands, step=step, **wishes)
        except Interrupted as stop:
            result, halted = stop.result, True
    if as_json:
        averages = [
            {"bot": name, "bb100": None, "error": None, "interval": None}
            if total is None
            else {"bot": name, "bb100": round(total.value, 4), "error": round(total.error, 4)}
            | {"interval": rounded(total.interval)}
            for n, name in enumerate(result.bots)
            for total in [result.total(n)]
        ]
        pairs = [to_json(pair.result) for pair in result.pairs]
        print_json({"seed": wishes["seed"], "hands": result.hands, "bots": averages, "pairs": pairs})
    else:
        only = next(bot.name for bot in bots if bot.game is not None and bot.game.seats == 2)
        count = f"{result.hands:,} hands" if halted else f"{hands:,} hands each"
        say(f"{only} plays heads-up only, so {counted(len(result.pairs), 'pair')} played {count},")
        say(f"seed {wishes['seed']}.")
        _report_pairs(result)
    if halted:
        raise Stopped(stopped_early(result.hands, wanted))
    exit_if_useless(fault_report(score) for pair in result.pairs for score in pair.result.scores)


def _report_pairs(result: PairsResult) -> None:
    from bigslick.intervals import many_looks, plus_minus, too_few

    numbers = range(len(result.bots))
    totals = [result.total(n) for n in numbers]
    say("bb/100 of the row against the column, with 95 % intervals:\n")
    rows = []
    for n in sorted(numbers, key=lambda n: math.inf if (total := totals[n]) is None else -total.value):
        rates = [*(result.rate(n, other) for other in numbers), totals[n]]
        cells = ["-" if rate is None else plus_minus(f"{rate.value:+.1f}", rate.half) for rate in rates]
        rows.append((f"{n + 1} {result.bots[n]}", *cells))
    print_table(("bot", *(str(n + 1) for n in numbers), "average"), rows, left=("bot",))
    if None in totals:
        say("Only bots that have played every other have an average.")
    if missing := max(to_go(pair.result, pair.result.scores[0]) for pair in result.pairs):
        say(too_few(missing, "hand"))
    if looks := many_looks(len(result.pairs)):
        say(looks)
    for pair in result.pairs:
        for score in pair.result.scores:
            if score.faults:
                for line in fault_lines([fault_report(score)]):
                    say(f"  {line}")


def _check_folder(folder: Path, force: bool) -> None:
    """Refuse a folder that contains anything besides matches and studies."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"--keep: {folder} is a file; name a folder")
    ours = ("matches", "study.json")
    if folder.is_dir() and any(folder.iterdir()) and not any((folder / name).exists() for name in ours) and not force:
        raise ValueError(
            f"--keep: {folder} is not empty and holds no matches or study; name another folder, or --force adds to it"
        )


def fault_report(score: Score) -> dict[str, Any]:
    return {"bot": score.bot, "asked": score.asked, "faults": score.faults, "reasons": score.reasons}


def to_json(result: MatchResult) -> dict[str, Any]:
    return {
        "hands": result.hands,
        "deals": result.deals,
        "seats": result.seats,
        "depth": result.depth,
        "duplicate": result.duplicate,
        "aivat": result.aivat,
        "seed": result.seed,
        "bots": [
            {
                "bot": score.bot,
                "seats": score.seats,
                "bb100": round(score.bb100, 4),
                "interval": rounded(score.interval),
                "hands_to_an_interval": to_go(result, score),
                "raw_bb100": round(score.raw, 4),
                "raw_error": round(score.raw_error, 4),
                "plain_error": round(score.plain_error, 4),
                "error": round(score.error, 4),
                "more_hands": score.more_hands,
                "figures": score.figures.json(),
                "by_position": [
                    {"position": row.position, "hands": row.hands}
                    | {"bb100": round(row.rate.value, 4), "error": round(row.rate.error, 4)}
                    | {"interval": rounded(row.rate.interval)}
                    for row in score.positions
                ],
                "asked": score.asked,
                "faults": score.faults,
                "reasons": score.reasons,
            }
            for score in result.scores
        ],
        "biggest_pots": [
            {"hand": played.number, "pot_bb": pot_of(played), "board": board_of(played), "players": shown_of(played)}
            for played in result.biggest
        ],
    }


def to_go(result: MatchResult, score: Score) -> int:
    """Return how many more hands a bot's win rate needs for an interval."""
    return score.rate.missing * (result.hands // result.deals)


def rounded(interval: tuple[float, float] | None) -> list[float] | None:
    """Return an interval for `--json`: null if there are too few hands for one."""
    return None if interval is None else [round(edge, 4) for edge in interval]


def pot_of(played: PlayedHand) -> float:
    """Return the hand's pots in big blinds."""
    return sum(played.hand.committed) / played.big_blind


def board_of(played: PlayedHand) -> str:
    from bigslick.cards import format_cards

    return format_cards(played.hand.board)


def shown_of(played: PlayedHand) -> list[dict[str, Any]]:
    """Return the players who built the pot, winner first, each with their cards and result; if only blinds and antes
    went in, the players who paid the most.
    """
    from bigslick.cards import format_cards

    hand = played.hand
    less = min(played.big_blind, max(hand.committed) - 1)
    rows = [
        {
            "player": name,
            "hole": format_cards(hand.hole(seat)),
            "net_bb": (hand.stacks[seat] - played.stacks[seat]) / played.big_blind,
        }
        for seat, name in enumerate(played.players)
        if hand.committed[seat] > less
    ]
    return sorted(rows, key=lambda row: -float(str(row["net_bb"])))


def _report(result: MatchResult) -> None:
    from bigslick.history.statistics.figures import HEADINGS
    from bigslick.simulate.match import interval_text

    deals = f" ({counted(result.deals, 'deal')})" if result.duplicate else ""
    played = f"{counted(result.hands, 'hand')}{deals}"
    say(f"{played}, {result.seats} seats, {result.depth} big blinds deep, seed {result.seed}\n")
    ranked = sorted(result.scores, key=lambda score: -score.bb100)
    rows = [
        (score.bot, f"{score.bb100:+.2f}", interval_text(score.rate, 2), f"{score.raw:+.2f}", *score.figures.row())
        for score in ranked
    ]
    columns = ("bot", "bb/100", "95 % interval", "in chips", *HEADINGS)
    print_table(
        columns, rows, left=("bot",), optional=("W$SD", "WTSD", "3-bet", "aggression", "in chips", "PFR", "VPIP")
    )
    say()
    _say_positions(ranked)
    _say_pots(result)
    widest = max(ranked, key=lambda score: score.error)
    if not widest.rate.missing and widest.error and widest.plain_error > 1.02 * widest.error:
        factor = widest.plain_error / widest.error
        why = "With duplicate deals and all-ins" if result.duplicate else "With all-ins"
        why += " counted as equity and luck taken out (AIVAT)" if result.aivat else " counted as equity"
        say(f"{why}, these hands tell you as much as {factor * factor:.1f} times as many without.")
    for score in ranked:
        say(_verdict(score))
        if score.faults:
            for line in fault_lines([fault_report(score)]):
                say(f"  {line}")


def _say_positions(ranked: list[Score]) -> None:
    """Print each bot's win rate at each position."""
    from bigslick.intervals import many_looks, plus_minus, too_few

    names = [row.position for row in max(ranked, key=lambda score: len(score.positions)).positions]
    rows = []
    for score in ranked:
        found = {row.position: plus_minus(f"{row.rate.value:+.1f}", row.rate.half) for row in score.positions}
        rows.append((score.bot, *(found.get(name, "-") for name in names)))
    say("bb/100 by position, with 95 % intervals:")
    print_table(("bot", *names), rows, left=("bot",))
    if missing := max(row.rate.missing for score in ranked for row in score.positions):
        say(too_few(missing, "hand").replace("needed", "needed at a position"))
    if looks := many_looks(sum(row.rate.half is not None for score in ranked for row in score.positions)):
        say(looks)
    say()


def _say_pots(result: MatchResult) -> None:
    """Print the biggest pots and who played them."""
    if not result.biggest:
        return
    rows = [
        (
            played.number,
            f"{pot_of(played):,.1f}",
            board_of(played),
            ", ".join(f"{row['player']} {row['hole']} {row['net_bb']:+,.1f}" for row in shown_of(played)),
        )
        for played in result.biggest
    ]
    say("The biggest pots, in big blinds:")
    print_table(("hand", "pot", "board", "players"), rows, left=("board", "players"))
    say()


def _verdict(score: Score) -> str:
    allowing = f", allowing for {score.looks} bots" if score.looks > 1 else ""
    if score.rate.missing:
        return f"{score.bot}: too few hands for an interval or a verdict; {score.more_hands:,} more are needed."
    if score.more_hands == 0:
        return f"{score.bot} {'wins' if score.bb100 > 0 else 'loses'}: 0 is outside the 95 % interval{allowing}."
    if score.more_hands is None:
        return f"{score.bot} breaks even: no number of hands would settle it."
    more = f"at this rate about {score.more_hands:,} more hands would settle it"
    return f"{score.bot} is too close to call{allowing}: {more}."
