"""`bigslick spec`: check, play, simulate and explain games written as data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from bigslick.checks import counted

from .support.faults import bots_print_to_stderr
from .support.help import Command, Group
from .support.interrupts import if_stopped
from .support.options import GAMES, SEATS, STRICT, AsJson, Seed, check_seat, seed_or_new, whole_numbers
from .support.output import print_json, print_table, progress, say
from .support.spec_table import Opponents, show_table, tell, zone_name

if TYPE_CHECKING:
    from bigslick.spec import Game, GameState, Policy, Spec
    from bigslick.spec.policies import Decide

app = typer.Typer(cls=Group, help="Card games as data: check, play, simulate and explain a spec.")

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE", help="The documents of the game: files, or std:NAME for a bundled one."),
]
Seats = Annotated[int | None, SEATS]
Setting = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Start a global variable with another value: cumulative=false."),
]


class Form(StrEnum):
    """The two ways to write a condition, a value or a query."""

    short = "short"
    long = "long"


AFTER = typer.Option("--after", metavar="N", help="How many random moves are played first.", min=0)
Strict = Annotated[bool, STRICT]


@contextmanager
def _problems(as_json: bool, code: int = 2) -> Iterator[None]:
    """Print every problem in a spec with its source lines, then exit with this code."""
    from bigslick.spec import BadSpec

    try:
        yield
    except BadSpec as error:
        if as_json:
            print_json({"ok": False, "problems": [problem.to_json() for problem in error.problems]})
        else:
            print(error, file=sys.stderr)
            print(f"\n{counted(len(error.problems), 'problem')}", file=sys.stderr)
        raise typer.Exit(code) from None


def _spec(files: list[str], as_json: bool, code: int = 2) -> Spec:
    from bigslick.spec import load_spec

    with _problems(as_json, code):
        return load_spec(*files)


def _seats(spec: Spec, seats: int | None) -> int:
    return spec.least_players if seats is None else seats


def _variables(settings: list[str] | None) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for setting in settings or []:
        name, equals, text = setting.partition("=")
        if text in ("true", "false"):
            found[name] = text == "true"
        elif equals and text.removeprefix("-").isdigit() and text.isascii() and len(text) < 17:
            found[name] = int(text)
        else:
            wanted = "true, false or a whole number" if equals and name else "a variable and its value"
            raise ValueError(f"--set {setting!r}: expected {wanted}, as in --set cumulative=false")
    return found


@app.command(cls=Command, epilog="bigslick spec check std:kuhn")
def check(
    files: Files,
    explore: Annotated[
        int, typer.Option("--explore", metavar="N", help="Random moves to look for warnings with; 0 = none.", min=0)
    ] = 20_000,
    strict: Annotated[bool, typer.Option("--fail-on-warnings", help="Exit code 1 for warnings, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check a game: every problem at once, or ok, and warnings for what never happens; exit code 1 for problems.

    Warnings name a phase that is never entered, an action whose condition can never hold, an ending that never holds,
    and a game without a move.
    """
    from bigslick.spec import find_warnings

    spec = _spec(files, as_json, code=1)
    with (
        if_stopped(lambda: "stopped: the game has no problems, and warnings were still looked for"),
        progress("looking for warnings", None),
    ):
        warnings = find_warnings(spec, most_moves=explore)
    if as_json:
        print_json({"ok": True, "problems": [], "warnings": [warning.to_json() for warning in warnings]})
    else:
        for warning in warnings:
            print(f"{warning}\n", file=sys.stderr)
        print(f"ok, with {counted(len(warnings), 'warning')}" if warnings else "ok")
    if warnings and strict:
        raise typer.Exit(1)


@app.command(cls=Command, epilog="bigslick spec sim std:holdem --seats 6 --games 10 --weights fold=1,call=3")
def sim(
    files: Files,
    seats: Seats = None,
    games: Annotated[int, GAMES] = 100,
    weights: Annotated[
        str,
        typer.Option(metavar="ACTION=N,...", help="How often random players take an action; 1 for those not named."),
    ] = "",
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="[SEAT=]BOT",
            help="A bot of your own, as path.py:function, for one seat or all: --bot 2=mine.py:decide.",
        ),
    ] = None,
    seed: Seed = None,
    settings: Setting = None,
    strict: Strict = False,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Interpret the game: slower, with the same results.")
    ] = False,
    most_moves: Annotated[int, typer.Option(metavar="N", help="Stop at a game with more moves.", min=1)] = 1_000_000,
    as_json: AsJson = False,
) -> None:
    """Play many games, and count moves, decisions, winners by seat and broken invariants.

    Moves are random unless --weights or --bot says otherwise. A bot is a function: it gets what its player sees, and
    returns one of seen["moves"].
    """
    import time

    from bigslick.intervals import many_looks
    from bigslick.spec import compiled
    from bigslick.spec import interpreted as walked
    from bigslick.spec.simulate import simulate

    spec = _spec(files, as_json)
    game = (walked if interpreted else compiled)(spec, strict=strict)
    players, number = _seats(spec, seats), seed_or_new(seed)
    began = time.perf_counter()
    played = 0
    with (
        bots_print_to_stderr(),
        if_stopped(lambda: f"stopped after {played:,} of {counted(games, 'game')}; nothing was kept"),
        progress("playing", games) as step,
    ):
        policies, names = _policies(game, players, weights, bots or [])

        def count() -> None:
            nonlocal played
            played += 1
            step()

        tally = simulate(
            game,
            players,
            games,
            number,
            variables=_variables(settings),
            most_moves=most_moves,
            policies=policies,
            step=count,
        )
    took = time.perf_counter() - began
    rates = [tally.win_rate(seat) for seat in range(players)]
    if as_json:
        print_json(
            {
                "seed": number,
                "games": tally.games,
                "turns": tally.turns,
                "moves": tally.moves,
                "moves_per_second": round(tally.moves / took) if took else 0,
                "runner": game.runner(players),
                "decisions_by_phase": dict(tally.decisions),
                "winners": tally.results,
                "seats": [
                    {"seat": seat, "player": names[seat], "won": tally.winners[seat]}
                    | {"rate": round(rate, 6), "interval": [round(low, 6), round(high, 6)]}
                    for seat, (rate, low, high) in enumerate(rates)
                ],
                "shared": tally.shared,
                "invariants_broken": dict(tally.violations),
            }
        )
        return
    say(
        f"{counted(tally.games, 'game')} of {spec.title}, {counted(players, 'player')}, seed {number}: "
        f"{counted(tally.turns, 'turn')}, {counted(tally.moves, 'move')}"
    )
    invariants = counted(len(spec.invariants), "invariant")
    say(f"{tally.moves / took:,.0f} moves a second, with {invariants} checked after each")
    say(game.runner(players))
    print_table(("phase", "decisions"), tally.decisions.most_common(), left=("phase",))
    print_table(
        ("seat", "player", "won", "win rate", "95 % interval"),
        [
            (
                seat + 1,
                names[seat],
                tally.winners[seat],
                f"{100 * rate:.1f} %",
                f"{100 * low:.1f} to {100 * high:.1f} %",
            )
            for seat, (rate, low, high) in enumerate(rates)
        ],
        left=("player",),
    )
    if looks := many_looks(len(rates)):
        say(looks)
    if tally.shared:
        say(f"{counted(tally.shared, 'game')} {'was' if tally.shared == 1 else 'were'} tied")
    for name, times in tally.violations.items():
        say(f"broken {counted(times, 'time')}: {name}")


def _policies(game: Game, players: int, weights: str, bots: list[str]) -> tuple[list[Policy] | None, list[str]]:
    """Return each seat's player and their names; None if all moves are random."""
    from bigslick.bots import as_bot
    from bigslick.spec import at_random, by_bot, weighted

    wanted: dict[str, int] = {}
    for part in weights.split(",") if weights else []:
        name, equals, text = part.strip().partition("=")
        if not equals or not (text.isascii() and text.isdigit()) or len(text) > 9:
            right = "a whole number from 0" if equals and name else "an action and its weight"
            raise ValueError(f"--weights {part!r}: expected {right}, as in --weights fold=1,call=3")
        wanted[name] = int(text)
    policies: list[Policy] = [weighted(game, wanted) if wanted else at_random] * players
    names = ["weights" if wanted else "random"] * players
    for text in sorted(bots, key=lambda text: text.partition("=")[0].isdigit()):
        number, equals, name = text.partition("=")
        if not equals or not number.isdigit():
            number, name = "", text
        seats = [check_seat(int(number[:9]), players, "--bot")] if number else list(range(players))
        bot = as_bot(name)
        if bot.maker is None:
            raise ValueError(f"--bot {name}: a house bot plays bigslick's own hold'em; expected path.py:function")
        for seat in seats:
            policies[seat] = by_bot(cast("Decide", bot.player().decide), name)
            names[seat] = name
    return (policies if wanted or bots else None), names


@app.command(cls=Command, epilog="bigslick spec play std:kuhn --seat 2")
def play(
    files: Files,
    seats: Seats = None,
    seat: Annotated[int, typer.Option(metavar="SEAT", help="Your seat, counted from 1.")] = 1,
    against: Annotated[str, typer.Option(metavar="BOT", help="The bot in the other seats.")] = "random",
    seed: Seed = None,
    settings: Setting = None,
    as_json: AsJson = False,
) -> None:
    """Play any spec in the terminal; the card room plays hold'em only.

    The other players move at random, search any game from what they can see, or are bots if its actions are hold'em's.
    With --json each of your decisions and each move is one line, and your answers are read from stdin.
    """
    from bigslick.spec import IllegalMove, compiled
    from bigslick.spec.observe import describe_seen, observe, seen_tokens, shown

    spec = _spec(files, as_json)
    game = compiled(spec)
    players, number = _seats(spec, seats), seed_or_new(seed)
    you = check_seat(seat, players, "--seat")
    opponents = Opponents(game, against, number)
    state = game.start(players, number, _variables(settings))
    tell(as_json, {"seed": number, "seats": players}, f"{spec.title}, {players} players, seed {number}")
    known: list[dict[str, Any]] = []
    while True:
        revealed = shown(game, state, you)
        for reveal in revealed:
            if reveal not in known:
                tell(as_json, {"revealed": reveal}, f"{zone_name(reveal['zone'])}: {' '.join(reveal['tokens'])}")
        known = revealed
        if state.winners is not None:
            break
        if state.active != you:
            move, mover = opponents.move(state), state.active
            opponents.follow(state, move)
            seen_before = seen_tokens(game, state, you)
            game.play(state, move)
            # Only cards that everyone can see now may be named. Your own zones may hold cards from the next deal, so
            # they are left out.
            said = describe_seen(game, move, seen_before | seen_tokens(game, state, None))
            tell(as_json, {"seat": mover, "move": said}, f"seat {mover + 1}: {said}")
            continue
        seen = observe(game, state, you)
        if as_json:
            print_json(seen)
        else:
            show_table(seen, f"{seen['phase']}, turn {seen['turn'] + 1}, seat {you + 1} to move")
        try:
            text = input("" if as_json else "your move (q to leave): ").strip()
        except EOFError:
            text = "q"
        if text in ("q", "quit"):
            tell(as_json, {"left": True}, f"you leave the table; --seed {number} deals the same game again")
            return
        try:
            listed = text.isdigit() and 1 <= int(text) <= len(state.menu)
            move = state.menu[int(text) - 1] if listed else game.parse(text)
            if game.legal(state, move):
                opponents.follow(state, move)
            game.apply(state, move)
        except IllegalMove as error:
            from bigslick.spec.why import why_not

            reasons = [str(reason) for reason in why_not(game, state, text.split()[0], tuple(game.parse(text)[1:]))]
            tell(as_json, {"error": str(error), "reasons": reasons}, "\n  ".join([str(error), *reasons]))
        except ValueError as error:
            tell(as_json, {"error": str(error)}, str(error))
    winners = ", ".join(f"seat {winner + 1}" for winner in state.winners)
    seen = observe(game, state, you)
    if not as_json:
        show_table(seen, f"the end, turn {seen['turn'] + 1}")
    tell(as_json, {"winners": list(state.winners), "end": seen}, f"the game is over: {winners or 'no seat'} won")


@app.command(cls=Command, epilog="bigslick spec explain setVar")
def explain(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD|FILE", help="Words (setVar, maxResults ...), or the documents of a game."),
    ] = None,
    reference_page: Annotated[
        bool, typer.Option("--reference", help="Print the reference page of the language.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Explain words of the language, or a whole game in words; with --json each construct is one line."""
    from bigslick.spec.explain import change_text, construct_text, constructs, game_text, reference, uses
    from bigslick.spec.schema import TABLE

    if reference_page:
        if as_json:
            print_json({"page": reference()})
        else:
            print(reference(), end="")
        return
    if not words:
        names: dict[str, list[str]] = {}
        for construct in TABLE:
            names.setdefault(construct.group, []).append(construct.name)
        if as_json:
            print_json(names)
        else:
            for group, listed in names.items():
                print(f"{group}: {', '.join(listed)}")
        return
    if any(constructs(word) or uses(word) for word in words):
        for word in words:
            if as_json:
                for c in constructs(word):
                    keys = [{"name": k.name, "kind": k.kind, "required": k.required, "text": k.text} for k in c.keys]
                    print_json({"group": c.group, "name": c.name, "text": c.text, "example": c.example, "keys": keys})
                if uses(word):
                    print_json({"word": word, "uses": uses(word)})
            else:
                for text in [*map(construct_text, constructs(word)), *uses(word)]:
                    print(f"{text}\n")
        return
    _looks_like_files(words)
    spec = _spec(words, as_json)
    if as_json:
        changes = [change_text(change) for change in spec.overrides]
        print_json({"game": spec.id, "text": list(game_text(spec)), "changes": changes})
    else:
        for line in game_text(spec):
            print(line)


def _looks_like_files(words: list[str]) -> None:
    """Refuse a word that is neither in the language nor a file, and suggest the closest one."""
    from pathlib import Path

    from bigslick.spec.explain import nearest_word

    for word in words:
        if not word.startswith("std:") and not Path(word).exists() and "." not in word and "/" not in word:
            close = nearest_word(word)
            meant = f"did you mean '{close}'?" if close else "`bigslick spec explain` lists the constructs"
            raise ValueError(f"{word!r} is neither a word of the language nor a file; {meant}")


@app.command(cls=Command, epilog="bigslick spec show std:betting")
def show(files: Files, as_json: AsJson = False) -> None:
    """Print documents as they are written, the bundled ones too; with --json each is one line."""
    from bigslick.spec.load import read_source

    for name in files:
        source = read_source(name)
        if as_json:
            print_json({"file": source.name, "text": source.text})
        else:
            print(source.text, end="" if source.text.endswith("\n") else "\n")


@app.command(cls=Command, epilog="bigslick spec convert std:kuhn --form short")
def convert(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A document: a file, or std:NAME for a bundled one.")],
    form: Annotated[Form, typer.Option(metavar="FORM", help="The form to write: short or long.")] = Form.short,
    as_json: AsJson = False,
) -> None:
    """Print a document with its conditions, values and queries in one form; both mean the same.

    short: `when: "pot > 0 and not folded[actor]"`; long: a tree of mappings. Everything else stays as it is written; a
    part with a comment inside keeps its form.
    """
    from bigslick.spec.load import read_document, read_source
    from bigslick.spec.problems import Problems
    from bigslick.spec.short import expand, rewrite

    source, problems = read_source(file), Problems()
    with _problems(as_json):
        for block in read_document(source, problems).blocks:
            expand(block, problems)
        problems.raise_if_any()
        text = rewrite(source, read_document(source, problems).blocks, short=form is Form.short)
    if as_json:
        print_json({"file": source.name, "form": form.value, "text": text})
    else:
        print(text, end="" if text.endswith("\n") else "\n")


@app.command(cls=Command, epilog="bigslick spec trace std:kuhn --moves 2")
def trace(
    files: Files,
    seats: Seats = None,
    seed: Seed = None,
    moves: Annotated[int, typer.Option(metavar="N", help="How many random moves to trace.", min=0)] = 1,
    after: Annotated[int, AFTER] = 0,
    settings: Setting = None,
    as_json: AsJson = False,
) -> None:
    """Print every effect of random moves with its line and values; with --json each move is one line."""
    from bigslick.spec import interpreted
    from bigslick.spec.trace import Tracer

    spec = _spec(files, as_json)
    lines: list[str] = []
    tracer = Tracer(spec, lines.append)
    game = interpreted(spec, observer=tracer)
    number = seed_or_new(seed)
    steps = _random_game(game, _seats(spec, seats), number, moves + after, settings)
    tell(as_json, {"seed": number}, f"seed {number}")
    for step, (heading, _) in enumerate(steps):
        if step > after or (after == 0 and step == 0):
            if as_json:
                print_json({"step": heading, "effects": lines})
            else:
                print("\n".join([f"== {heading}", *lines]))
        lines.clear()


def _random_game(
    game: Game, seats: int, seed: int | str, moves: int, settings: list[str] | None
) -> Iterator[tuple[str, GameState]]:
    """Yield the start and a number of random moves, in words."""
    import random

    from bigslick.spec.policies import choose

    rng = random.Random(f"{seed}")
    state = game.start(seats, seed, _variables(settings))
    yield "start", state
    for number in range(1, moves + 1):
        if state.winners is not None:
            return
        move = choose(state.menu, rng)
        heading = f"move {number}: seat {state.active + 1} {game.describe(move)}"
        game.play(state, move)
        yield heading, state


@app.command(cls=Command, epilog="bigslick spec why std:kuhn --action call")
def why(
    files: Files,
    action: Annotated[
        str, typer.Option(metavar="MOVE", help="An action and its values, as in 'raise 30'; by default all.")
    ] = "",
    seats: Seats = None,
    seed: Seed = None,
    after: Annotated[int, AFTER] = 0,
    settings: Setting = None,
    as_json: AsJson = False,
) -> None:
    """Show why actions are not legal: which clause failed, with its values and its line."""
    from bigslick.spec import compiled
    from bigslick.spec.why import why_not

    spec = _spec(files, as_json)
    game = compiled(spec)
    number = seed_or_new(seed)
    *_, (_, state) = _random_game(game, _seats(spec, seats), number, after, settings)
    wanted = [action.split()[0]] if action.split() else [known.name for known in spec.actions]
    answers: list[dict[str, Any]] = []
    for name in wanted:
        values = game.parse(action)[1:] if len(action.split()) > 1 else ()
        reasons = why_not(game, state, name, values)
        answers.append({"action": name, "legal": not reasons, "reasons": [reason.to_json() for reason in reasons]})
        if not as_json:
            where = f"seat {state.active + 1}, {spec.phases[state.phase].name}"
            print(f"{action or name} ({where}): " + ("not legal" if reasons else "legal"))
            for reason in reasons:
                print(f"  {reason}")
    if as_json:
        phase = spec.phases[state.phase].name
        print_json({"seed": number, "seat": state.active, "phase": phase, "actions": answers})
    elif after or seed is None:
        print(f"after {counted(after, 'random move')}, seed {number}")


@app.command(cls=Command, epilog="bigslick spec coverage std:eights --sizes 2,3")
def coverage(
    files: Files,
    sizes: Annotated[
        str, typer.Option(metavar="N,...", help="Table sizes, taken in turn; by default all that the game allows.")
    ] = "",
    games: Annotated[int, GAMES] = 100,
    seed: Seed = None,
    settings: Setting = None,
    as_json: AsJson = False,
) -> None:
    """Show which lines and branches of a spec random games reach, and what kept them from the rest."""
    from bigslick.spec.coverage import measure

    spec = _spec(files, as_json)
    numbers = whole_numbers(sizes, "--sizes") if sizes else list(range(spec.least_players, spec.most_players + 1))
    number = seed_or_new(seed)
    with progress("playing", None):
        found, tally = measure(spec, numbers, games, number, _variables(settings))
    report = found.report()
    if as_json:
        documents = [
            {
                "file": part.source.name,
                "lines": part.lines,
                "reached": part.reached,
                "branches": part.branches,
                "branches_reached": part.branches_reached,
                "missed": [{"line": missed.line, "reason": missed.reason} for missed in part.missed],
                "one_way": [{"line": line, "condition": way} for line, way in part.half],
            }
            for part in report
        ]
        print_json({"seed": number, "games": tally.games, "moves": tally.moves, "files": documents})
        return
    say(f"{tally.games:,} games, {tally.moves:,} moves, seed {number}")
    rows = [(part.source.name, part.lines, part.reached, part.branches, part.branches_reached) for part in report]
    print_table(("document", "lines", "reached", "branches", "taken"), rows, left=("document",))
    for part in report:
        for missed in part.missed:
            print(missed)
        for line, way in part.half:
            print(f"{part.source.name}:{line}: the condition was {way}")
