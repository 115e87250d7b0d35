"""`bigslick tournament`: a whole event of bots, from the seat draw to the winner."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from .output import AsJson, complain, console, print_json, print_table, progress, tell_faults
from .table import SeedOption, seed_or_new

if TYPE_CHECKING:
    from bigslick.tournament.played_hand import PlayedHand
    from bigslick.tournament.run import Tournament

PRESET = "s0"
MIX = "tag,lag,rock,caller,shark,maniac"
MOST_SHOWN = 20
TELLINGS = 1000
"""How often the progress of an event is told at most."""


def command(
    structure: Annotated[
        str | None, typer.Argument(help=f"A structure file, or the name of a preset; by default {PRESET}.")
    ] = None,
    entrants: Annotated[int | None, typer.Option(help="How many enter; by default what the structure says.")] = None,
    seed: SeedOption = None,
    bots: Annotated[
        str | None,
        typer.Option(help=f"Bots, dealt out to the entrants in turn, also my_bot.py:MyBot; by default {MIX}."),
    ] = None,
    late: Annotated[int | None, typer.Option(help="How many of the entrants come during late registration.")] = None,
    reentries: Annotated[
        bool | None, typer.Option(help="Whether those who bust enter again while they may; they do by default.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="How long a Python bot may think; 0 is for ever.")] = None,
    follow: Annotated[str | None, typer.Option(help="Tell every hand and every move of one player.")] = None,
    hands: Annotated[Path | None, typer.Option(help="Write every hand as PHH into this folder.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the event here after every level and on Ctrl-C.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with an event that --save kept.")] = None,
    as_json: AsJson = False,
) -> None:
    """Run a tournament of bots to its winner."""
    settings: dict[str, object] = {"STRUCTURE": structure, "--entrants": entrants, "--seed": seed, "--bots": bots}
    settings |= {"--late": late, "--reentries": reentries, "--seconds": seconds}
    if resume is None:
        names = [name.strip() for name in (MIX if bots is None else bots).split(",")]
        begin = _new_event(structure or PRESET, entrants, seed, names, late or 0, reentries, seconds)
    else:
        begin = _kept_event(resume, [name for name, value in settings.items() if value is not None], hands)
    with _record(hands) as record:
        told = _Follower(follow) if follow is not None and not as_json else None

        def watch(played: PlayedHand) -> None:
            if record is not None:
                record(played)
            if told is not None:
                told.moves(event)  # what brought him here comes first
                told.hand(played)

        event = begin(watch if record is not None or told is not None else None)
        field = event.structure.names
        if follow is not None and follow not in field:
            raise ValueError(f"--follow: nobody is called {follow!r}; the entrants are {field[0]} to {field[-1]}")
        course = _play(event, told, save)
    if as_json:
        print_json(result(event))
    else:
        _report(event, course)


Begin = Callable[["Callable[[PlayedHand], None] | None"], "Tournament"]
"""An event from who watches it."""


def _new_event(
    structure: str,
    entrants: int | None,
    seed: int | None,
    bots: list[str],
    late: int,
    reentries: bool | None,
    seconds: float | None,
) -> Begin:
    from bigslick.bots import DEFAULT_SECONDS
    from bigslick.tournament.files import load
    from bigslick.tournament.run import Tournament

    plan = load(structure)
    if entrants is not None or not plan.field:
        plan = plan.with_entrants(100 if entrants is None else entrants)
    number = seed_or_new(seed)
    return lambda watch: Tournament(
        plan,
        number,
        bots=bots,
        late=late,
        reentries=reentries is not False,
        seconds=DEFAULT_SECONDS if seconds is None else seconds,
        watch=watch,
    )


def _kept_event(file: Path, settings: list[str], hands: Path | None) -> Begin:
    from bigslick.tournament.run import Tournament

    if settings:
        raise ValueError(f"--resume: {file} says how the event was begun: leave out {', '.join(settings)}")
    if hands is not None and hands.is_dir() and any(hands.iterdir()):
        raise ValueError(f"--hands: {hands} is not empty: the hands after --resume need a folder of their own")
    data = file.read_bytes()
    return lambda watch: Tournament.load(data, watch)


def result(event: Tournament) -> dict[str, object]:
    """What `--json` prints."""
    return {
        "entrants": len(set(event.director.names)),
        "entries": len(event.director.names),
        "hands": event.hands,
        "levels_played": event.level,
        "winner": event.winner,
        "standings": [
            {
                "place": standing.place,
                "player": standing.player,
                "prize": standing.prize,
                "places_shared": list(standing.places_shared),
                "hands": standing.hands,
                "busted_by": standing.busted_by,
            }
            for standing in event.standings()
        ],
        "prize_pool": sum(event.director.prizes),
        "chips_in_play": event.chips,
        "python_bots": [msgspec.structs.asdict(report) for report in event.bot_reports()],
    }


# -- playing with somebody watching -----------------------------------------------------------------------------------


def _play(event: Tournament, told: _Follower | None, save: Path | None) -> list[tuple[int, int, int]]:
    """Play to the end; the field over time as (hands, players left, level)."""
    director = event.director
    field = [(event.hands, director.left, event.level)]
    with progress("players out", len(director.names)) as step, _keeping(event, save) as keep:
        out = 0
        while not event.over:
            event.step()
            if told is not None:
                told.moves(event)
            field.append((event.hands, director.left, event.level))
            gone = len(director.names) - director.left
            # Not for each of a hundred thousand: what is told takes longer than a hand.
            if gone - out > len(director.names) // TELLINGS:
                step(
                    gone - out,
                    f"{director.left:,} left, level {event.level}, {len(director.chairs):,} tables, "
                    f"average stack {director.chips // max(1, director.left):,}",
                )
                out = gone
            keep()
    return field


@contextmanager
def _keeping(event: Tournament, save: Path | None) -> Iterator[Callable[[], None]]:
    """What to call between two steps: saves when a level has ended and, if Ctrl-C was pressed, stops after it."""
    if save is None:
        yield lambda: None
        return
    from bigslick.simulate.study import write_whole

    pressed: list[int] = []
    level = event.level
    write_whole(save, event.save())  # whether it can be is better known before the first hand

    def keep() -> None:
        nonlocal level
        if pressed or event.over or event.level > level:
            level = event.level
            write_whole(save, event.save())
        if pressed and not event.over:
            complain(f"stopped at level {event.level}: --resume {save} goes on")
            raise typer.Exit(130)

    # In the middle of a step the books are open: the signal is only noted, and the step ends.
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield keep
    finally:
        signal.signal(signal.SIGINT, before)


class _Follower:
    """Tells the story of one player as it happens."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._seen = 0
        self._page = console()

    def hand(self, played: PlayedHand) -> None:
        """Tell a hand that the player was dealt into."""
        if self.name not in played.players:
            return
        from .telling import tell_hand

        setup = played.hand.setup
        ante = f", ante {setup.ante:,}" if setup.ante else ""
        self._page.print(
            f"\nTable {played.table}, hand {played.number}, blinds {setup.small_blind:,}/{setup.big_blind:,}{ante}, "
            f"button at seat {setup.button + 1}"
        )
        names = [name or "" for name in played.players]
        for line in tell_hand(played.hand.events, names):
            self._page.print(line, markup=False)
        seat = played.players.index(self.name)
        self._page.print(f"  {self.name} has {played.hand.stacks[seat]:,}", markup=False)

    def moves(self, event: Tournament) -> None:
        """Tell what the director decided about the player."""
        from bigslick.tournament.sentences import sentence

        events = event.director.events
        while self._seen < len(events):
            happened = events[self._seen]
            self._seen += 1
            entry = getattr(happened, "entry", None)
            if entry is not None and event.director.names[entry] == self.name:
                self._page.print(sentence(happened, event.director.names), markup=False)


@contextmanager
def _record(folder: Path | None) -> Iterator[Any]:
    """Write each hand into a file of its table; nothing without a folder."""
    if folder is None:
        yield None
        return
    from bigslick.history import dumps

    folder.mkdir(parents=True, exist_ok=True)
    counts: dict[int, int] = {}

    def write(played: PlayedHand) -> None:
        counts[played.table] = counts.get(played.table, 0) + 1
        mode = "w" if counts[played.table] == 1 else "a"
        with (folder / f"table-{played.table:05}.phhs").open(mode, encoding="utf-8") as file:
            file.write(f"[{counts[played.table]}]\n{dumps(played.history())}\n")

    yield write


# -- for people -------------------------------------------------------------------------------------------------------


def _report(event: Tournament, field: list[tuple[int, int, int]]) -> None:
    page = console()
    director = event.director
    entries = len(director.names)
    page.print(f"{event.structure.name}, seed {event.seed}", markup=False, style="bold")
    page.print(
        f"{entries:,} entries, {event.hands:,} hands, {event.level} levels, {event.chips:,} chips in play, "
        f"prize pool {sum(director.prizes):,} for {director.paid:,} {'place' if director.paid == 1 else 'places'}\n"
    )
    standings = event.standings()
    shown = [s for s in standings if s.prize][:MOST_SHOWN] or standings[:MOST_SHOWN]
    rows = [
        (_places(standing.places_shared), standing.player, standing.prize, standing.hands, standing.busted_by or "")
        for standing in shown
    ]
    print_table(("place", "player", "prize", "hands", "out to"), rows, left=("player", "out to"))
    if len(standings) > len(shown):
        page.print(f"... and {len(standings) - len(shown):,} more (--json has them all)")
    page.print()
    for line in draw_field_chart(field):
        page.print(line, markup=False)
    reports = [msgspec.structs.asdict(report) for report in event.bot_reports()]
    for line in tell_faults(reports):
        page.print(line, markup=False)
    page.print(f"\n{event.winner} wins.", markup=False, style="bold")


def _places(shared: tuple[int, ...]) -> str:
    return str(shared[0]) if len(shared) == 1 else f"{shared[0]}-{shared[-1]}"


BARS = " ▁▂▃▄▅▆▇█"


def draw_field_chart(field: list[tuple[int, int, int]], width: int = 72, height: int = 10) -> list[str]:
    """Players left over the hands played, as bars; below them where each level began."""
    last, most = field[-1][0], field[0][1]
    most = max(left for _, left, _ in field)
    columns: list[tuple[int, int]] = []
    at = 0
    for column in range(width):
        hand = last * (column + 1) // width
        while at + 1 < len(field) and field[at + 1][0] <= hand:
            at += 1
        columns.append((field[at][1], field[at][2]))
    lines = []
    for row in range(height, 0, -1):
        filled = [min(8, max(0, round(8 * (left * height / most - row + 1)))) for left, _ in columns]
        label = f"{most * row // height:>7,}" if row in (height, (height + 1) // 2) else " " * 7
        lines.append(f"{label} {''.join(BARS[eighths] for eighths in filled)}")
    marks = [" "] * width
    level = 0
    for column, (_, now) in enumerate(columns):
        if now != level:
            text = str(now)
            if all(mark == " " for mark in marks[max(0, column - 1) : column + len(text)]):
                marks[column : column + len(text)] = list(text)
            level = now
    lines.append(f"  level {''.join(marks[:width])}")
    lines.append(f"        0 hands{'':>{max(1, width - 20)}}{last:>7,} hands")
    return lines
