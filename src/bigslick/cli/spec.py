"""`bigslick spec`: check, play, simulate and explain games that are written as data."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import AsJson, console, counted, print_json, print_table, progress, whole_numbers

if TYPE_CHECKING:
    from bigslick.spec import Game, GameState, Spec

app = typer.Typer(help="Card games as data: check, play, simulate and explain a spec.", no_args_is_help=True)

Files = Annotated[
    list[str],
    typer.Argument(help="The documents of the game: files, or std:NAME for a bundled one.", show_default=False),
]
SeatCount = Annotated[int, typer.Option(help="How many play; 0 is as few as the game allows.")]
Seed = Annotated[str, typer.Option(help="Any text or number: the same seed plays the same games.")]
Setting = Annotated[
    list[str] | None,
    typer.Option("--set", help="Start a global variable elsewhere: cumulative=false.", show_default=False),
]
Strict = Annotated[bool, typer.Option("--strict", help="A variable that leaves its range is an error, and is not cut.")]


@contextmanager
def _told(as_json: bool = False) -> Iterator[None]:
    """Tell every problem of a spec, each in its lines, and leave with code 2."""
    from bigslick.spec import BadSpec

    try:
        yield
    except BadSpec as error:
        if as_json:
            print_json({"ok": False, "problems": [problem.to_json() for problem in error.problems]})
        else:
            print(error, file=sys.stderr)
            print(f"\n{counted(len(error.problems), 'problem')}", file=sys.stderr)
        raise typer.Exit(2) from None


def _spec(files: list[str]) -> Spec:
    from bigslick.spec import load_spec

    return load_spec(*files)


def _seats(spec: Spec, seats: int) -> int:
    return seats or spec.least_players


def _variables(settings: list[str] | None) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for setting in settings or []:
        name, equals, text = setting.partition("=")
        if text in ("true", "false"):
            found[name] = text == "true"
        elif equals and text.removeprefix("-").isdigit() and text.isascii() and len(text) < 17:
            found[name] = int(text)
        else:
            raise ValueError(f"--set {setting!r}: expected a variable and its value, as in --set cumulative=false")
    return found


@app.command()
def check(files: Files, as_json: AsJson = False) -> None:
    """Check a game without playing it: every problem at once, or ok."""
    with _told(as_json):
        _spec(files)
    if as_json:
        print_json({"ok": True, "problems": []})
    else:
        print("ok")


@app.command()
def sim(
    files: Files,
    seats: SeatCount = 0,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Seed = "1",
    settings: Setting = None,
    strict: Strict = False,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Walk the tree instead of compiling it.")] = False,
    most_moves: Annotated[int, typer.Option("--most-moves", help="A longer game is an error.", min=1)] = 1_000_000,
    as_json: AsJson = False,
) -> None:
    """Play games of random moves, and count moves, decisions, winners and broken invariants."""
    import time

    from bigslick.spec import compiled
    from bigslick.spec import interpreted as walked
    from bigslick.spec.simulate import simulate

    with _told(as_json):
        spec = _spec(files)
    game = (walked if interpreted else compiled)(spec, strict=strict)
    seats = _seats(spec, seats)
    began = time.perf_counter()
    with progress("playing", games) as step:
        tally = simulate(
            game, seats, games, seed, variables=_variables(settings), most_moves=most_moves, step=lambda: step()
        )
    took = time.perf_counter() - began
    broken = sum(tally.violations.values())
    if as_json:
        print_json(
            {
                "games": tally.games,
                "hands": tally.turns,
                "moves": tally.moves,
                "moves_per_second": round(tally.moves / took) if took else 0,
                "decisions_by_phase": dict(tally.decisions),
                "winners": tally.results,
                "invariant_violations": broken,
            }
        )
        return
    out = console()
    out.print(f"{tally.games:,} games of {spec.title}, {seats} players: {tally.turns:,} turns, {tally.moves:,} moves")
    out.print(
        f"{tally.moves / took:,.0f} moves a second, the check of {len(spec.invariants)} invariants after each included"
    )
    print_table(("phase", "decisions"), tally.decisions.most_common(), left=("phase",))
    print_table(("seat", "won"), [(seat, tally.winners[seat]) for seat in range(seats)])
    if tally.shared:
        out.print(f"{tally.shared:,} games without a single winner")
    for name, count in tally.violations.items():
        out.print(f"broken {count:,} times: {name}")


@app.command()
def play(
    files: Files,
    seats: SeatCount = 0,
    seat: Annotated[int, typer.Option(help="Your seat; the first is 0.", min=0)] = 0,
    seed: Seed = "1",
    settings: Setting = None,
) -> None:
    """Sit down at any spec in the terminal; the others play random moves."""
    import random

    from bigslick.spec import IllegalMove, compiled
    from bigslick.spec.simulate import choose

    with _told():
        spec = _spec(files)
    game = compiled(spec)
    seats = _seats(spec, seats)
    if seat >= seats:
        raise ValueError(f"--seat {seat}: the seats are 0 to {seats - 1}")
    rng = random.Random(seed)
    state = game.start(seats, seed, _variables(settings))
    while state.winners is None:
        if state.active != seat:
            move = choose(state.menu, rng)
            print(f"seat {state.active}: {game.describe(move)}")
            game.play(state, move)
            continue
        _show_table(game, state, seat)
        try:
            text = input("your move (q to leave): ").strip()
        except EOFError:
            text = "q"
        if text in ("q", "quit"):
            print("you leave the table")
            return
        try:
            if text.isdigit() and 1 <= int(text) <= len(state.menu):
                game.apply(state, state.menu[int(text) - 1])
            else:
                game.apply(state, game.parse(text))
        except IllegalMove as error:
            print(error)
            words = text.split()
            values = tuple(game.parse(text)[1:])
            _print_reasons(game, state, words[0], values)
        except ValueError as error:
            print(error)
    winners = ", ".join(f"seat {winner}" for winner in state.winners) or "nobody"
    print(f"the game is over: {winners} won")


def _show_table(game: Game, state: GameState, seat: int) -> None:
    from bigslick.spec.observe import observe

    seen = observe(game, state, seat)
    print(f"\n-- {seen['phase']}, turn {seen['turn'] + 1}, seat {seat} to move")
    print("   " + ", ".join(f"{name} {_plain(value)}" for name, value in seen["globals"].items()))
    for number, row in enumerate(seen["players"]):
        print(f"   seat {number}: " + ", ".join(f"{name} {_plain(value)}" for name, value in row.items()))
    for name, zone in seen["zones"].items():
        if zone["count"]:
            print(
                f"   {name}: " + (" ".join(zone["tokens"]) if zone["tokens"] is not None else f"{zone['count']} hidden")
            )
    for number, move in enumerate(seen["moves"], 1):
        print(f"   {number:>3}  {move}")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_reasons(game: Game, state: GameState, action: str, values: tuple[int, ...]) -> None:
    from bigslick.spec.why import why_not

    for reason in why_not(game, state, action, values):
        print(f"  {reason}")


@app.command()
def explain(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Constructs (setVar, aggregate ...), or the documents of a game.", show_default=False),
    ] = None,
    reference_page: Annotated[
        bool, typer.Option("--reference", help="Print the reference page of the language.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Explain constructs of the language, or a whole game in words."""
    from bigslick.spec.explain import construct_text, constructs, game_text, reference
    from bigslick.spec.schema import TABLE

    if reference_page:
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
    found = [construct for word in words for construct in constructs(word)]
    if found:
        if as_json:
            print_json(
                [
                    {"group": c.group, "name": c.name, "text": c.text, "example": c.example}
                    | {
                        "keys": [
                            {"name": k.name, "kind": k.kind, "required": k.required, "text": k.text} for k in c.keys
                        ]
                    }
                    for c in found
                ]
            )
        else:
            print("\n\n".join(construct_text(construct) for construct in found))
        return
    _looks_like_files(words)
    with _told(as_json):
        spec = _spec(words)
    if as_json:
        print_json({"game": spec.id, "text": list(game_text(spec))})
    else:
        for line in game_text(spec):
            print(line)


def _looks_like_files(words: list[str]) -> None:
    """A single word that is no file was meant as a construct."""
    from pathlib import Path

    from bigslick.spec.explain import nearest_construct

    for word in words:
        if not word.startswith("std:") and not Path(word).exists() and "." not in word and "/" not in word:
            close = nearest_construct(word)
            meant = f"did you mean '{close}'?" if close else "`bigslick spec explain` lists the constructs"
            raise ValueError(f"{word!r} is neither a construct of the language nor a file; {meant}")


@app.command()
def trace(
    files: Files,
    seats: SeatCount = 0,
    seed: Seed = "1",
    moves: Annotated[int, typer.Option(help="How many random moves are played.", min=0)] = 1,
    skip: Annotated[int, typer.Option(help="How many moves are played before the trace begins.", min=0)] = 0,
    settings: Setting = None,
) -> None:
    """Print every effect with its line and values, from the start or after some random moves."""
    from bigslick.spec import interpreted
    from bigslick.spec.trace import Tracer

    with _told():
        spec = _spec(files)
    lines: list[str] = []
    tracer = Tracer(spec, lines.append)
    game = interpreted(spec, observer=tracer)
    for number, (heading, _) in enumerate(_random_game(game, _seats(spec, seats), seed, moves + skip, settings)):
        if number > skip or (skip == 0 and number == 0):
            print(f"== {heading}")
            for line in lines:
                print(line)
        lines.clear()


def _random_game(
    game: Game, seats: int, seed: str, moves: int, settings: list[str] | None
) -> Iterator[tuple[str, GameState]]:
    """The start and each of some random moves, said in words."""
    import random

    from bigslick.spec.simulate import choose

    rng = random.Random(seed)
    state = game.start(seats, seed, _variables(settings))
    yield "start", state
    for number in range(1, moves + 1):
        if state.winners is not None:
            return
        move = choose(state.menu, rng)
        heading = f"move {number}: seat {state.active} {game.describe(move)}"
        game.play(state, move)
        yield heading, state


@app.command()
def why(
    files: Files,
    action: Annotated[
        str, typer.Option(help="The move: an action and its values, as in 'raise 30'.", show_default=False)
    ] = "",
    seats: SeatCount = 0,
    seed: Seed = "1",
    after: Annotated[int, typer.Option(help="How many random moves are played before.", min=0)] = 0,
    settings: Setting = None,
    as_json: AsJson = False,
) -> None:
    """Say why an action, or without --action any, is not legal: which clause failed, with its values and its line."""
    from bigslick.spec import compiled
    from bigslick.spec.why import why_not

    with _told(as_json):
        spec = _spec(files)
    game = compiled(spec)
    *_, (_, state) = _random_game(game, _seats(spec, seats), seed, after, settings)
    wanted = [action.split()[0]] if action.split() else [known.name for known in spec.actions]
    answers: list[dict[str, Any]] = []
    for name in wanted:
        values = game.parse(action)[1:] if len(action.split()) > 1 else ()
        reasons = why_not(game, state, name, values)
        answers.append({"action": name, "legal": not reasons, "reasons": [reason.to_json() for reason in reasons]})
        if not as_json:
            where = f"seat {state.active}, {spec.phases[state.phase].name}"
            print(f"{action or name} ({where}): " + ("not legal" if reasons else "legal"))
            for reason in reasons:
                print(f"  {reason}")
    if as_json:
        print_json({"seat": state.active, "phase": spec.phases[state.phase].name, "actions": answers})


@app.command()
def coverage(
    files: Files,
    seats: Annotated[
        str, typer.Option(help="Numbers of players, in turn, with commas; all that the game allows if empty.")
    ] = "",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Seed = "1",
    as_json: AsJson = False,
) -> None:
    """Say which lines and branches of a spec random games reach, and what kept them from the rest."""
    from bigslick.spec.coverage import measure

    with _told(as_json):
        spec = _spec(files)
    numbers = whole_numbers(seats, "--seats") if seats else list(range(spec.least_players, spec.most_players + 1))
    with progress("playing", None, at_once=True):
        found, tally = measure(spec, numbers, games, seed)
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
        print_json({"games": tally.games, "moves": tally.moves, "files": documents})
        return
    print(f"{tally.games:,} games, {tally.moves:,} moves")
    rows = [(part.source.name, part.lines, part.reached, part.branches, part.branches_reached) for part in report]
    print_table(("document", "lines", "reached", "branches", "taken"), rows, left=("document",))
    for part in report:
        for missed in part.missed:
            print(missed)
        for line, way in part.half:
            print(f"{part.source.name}:{line}: the condition was {way}")


@app.command("compile")
def compile_command(
    files: Files,
    show: Annotated[bool, typer.Option("--show", help="Print the generated Python.")] = False,
    native: Annotated[bool, typer.Option(help="Use native twins where their proof is on record.")] = True,
    as_json: AsJson = False,
) -> None:
    """Compile a game to Python and say how large it is, or show it."""
    import time

    from bigslick.spec.compile import Compiled

    began = time.perf_counter()
    with _told(as_json):
        spec = _spec(files)
    checked = time.perf_counter()
    built = Compiled(spec, native=native)
    done = time.perf_counter()
    if show:
        print(built.source(), end="")
        return
    twins = sorted(built.twins)
    lines = built.source().count("\n")
    if as_json:
        print_json(
            {
                "functions": len(built.functions),
                "lines": lines,
                "natives": twins,
                "check_seconds": round(checked - began, 4),
            }
            | {"compile_seconds": round(done - checked, 4)}
        )
        return
    print(f"{len(built.functions)} functions, {lines:,} lines of Python")
    print(f"checked in {checked - began:.3f} s, compiled in {done - checked:.3f} s")
    print(f"native twins: {', '.join(twins) or 'none'}")
