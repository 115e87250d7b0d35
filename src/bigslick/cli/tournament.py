"""`bigslick tournament`: run an event with bots, from the seat draw to the winner."""

from __future__ import annotations

import datetime
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TextIO

import typer

from bigslick.checks import counted, did_you_mean

from .support.event_folder import EventFolder
from .support.event_report import print_event, print_stopped, reports
from .support.faults import bots_print_to_stderr, exit_if_useless
from .support.field_chart import Moment
from .support.hand_files import PHH, HandFiles
from .support.interrupts import Stopped, if_stopped
from .support.needs import free_file, free_folder
from .support.options import (
    BOTS,
    AsJson,
    Entrants,
    Force,
    Late,
    Out,
    Phhs,
    Reentries,
    Resume,
    Save,
    Seconds,
    Seed,
    seed_or_new,
)
from .support.output import complain, print_json, progress, say

if TYPE_CHECKING:
    from bigslick.tournament.floor.played_hand import PlayedHand
    from bigslick.tournament.floor.run import Tournament
    from bigslick.tournament.papers import Finisher

PRESET = "deep-9"
FIELD = 100
MOST_UPDATES = 1000
"""The most progress updates in an event."""


def command(
    structure: Annotated[
        str | None,
        typer.Argument(metavar="STRUCTURE", help=f"A structure file, or the name of a preset; by default {PRESET}."),
    ] = None,
    entrants: Entrants = None,
    bots: Annotated[str | None, BOTS] = None,
    late: Late = None,
    reentries: Reentries = None,
    seconds: Seconds = None,
    seed: Seed = None,
    follow: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Print every hand and every move of one player.")
    ] = None,
    phhs: Phhs = None,
    out: Out = None,
    hands_format: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="The format of the hands in --out: phh (the default), pokerstars or ohh."),
    ] = None,
    hands_of: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Keep in --out only the hands of this player, as they saw them."),
    ] = None,
    started: Annotated[
        datetime.datetime | None,
        typer.Option(
            metavar="TIME",
            help="When the event starts, as in 2026-11-17T20:00:00; hands and sheets in --out say so.",
        ),
    ] = None,
    save: Save = None,
    resume: Resume = None,
    until_players: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=2, help="Stop once registration is closed and at most N players are left; --save keeps it."
        ),
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Run a tournament of bots to its winner.

    --save keeps the event after every level, on Ctrl-C and at --until-players; --resume continues to the identical end.
    --out keeps its papers: results, moves, events, sheets to print (seat draw, table plan, blinds), and every hand.
    """
    from bigslick.bots import POPULATION

    settings: dict[str, object] = {"STRUCTURE": structure, "--entrants": entrants, "--seed": seed, "--bots": bots}
    settings |= {"--late": late, "--reentries": reentries, "--seconds": seconds}
    with bots_print_to_stderr() as page:
        if resume is None:
            names = [*POPULATION] if bots is None else [name.strip() for name in bots.split(",")]
            begin = _new_event(
                PRESET if structure is None else structure, entrants, seed, names, late or 0, reentries, seconds
            )
        else:
            begin = _saved_event(resume, [name for name, value in settings.items() if value is not None])
        if save is not None and save != resume:
            free_file(save, "--save", force)
        hands = None
        if phhs is not None:
            free_folder(phhs, "--phhs", force)
            hands = HandFiles(phhs)
        follower = _Follower(follow, page) if follow is not None and not as_json else None
        folder: EventFolder | None = None

        def watch(played: PlayedHand) -> None:
            for keeper in (hands, folder):
                if keeper is not None:
                    keeper.write(played)
            if follower is not None:
                follower.moves(event)  # the moves that led to this hand come first
                follower.hand(played)

        watched = hands is not None or out is not None or follower is not None
        event = begin(watch if watched else None)
        field = event.structure.names
        if follow is not None and follow not in field:
            raise ValueError(f"--follow: no player is called {follow!r}; the entrants are {field[0]} to {field[-1]}")
        for option, wanted in (("--hands-format", hands_format), ("--hands-of", hands_of), ("--started", started)):
            if wanted is not None and out is None:
                raise ValueError(f"{option} is for the hands that --out keeps: name a folder with --out")
        if hands_of is not None and hands_of not in field:
            raise ValueError(f"--hands-of: no player is called {hands_of!r}{did_you_mean(hands_of, field)}")
        if out is not None:
            folder = EventFolder(out, event, force, PHH if hands_format is None else hands_format, hands_of, started)
            folder.begin(resumed=resume is not None)
        keepers = Keepers(phhs, hands, folder)
        moves = follower.moves if follower is not None else None
        course = play_event(event, moves, save, keepers, until_players or 0)
    answer = result(event)
    if folder is not None and event.over:
        with progress("papers", folder.papers) as step:
            folder.finish(answer, step)
        left_out = folder.hands.refused
        if left_out:
            complain(f"{counted(len(left_out), 'hand')} left out, the first: {left_out[0]}")
    if as_json:
        print_json(answer | ({} if out is None else {"out": str(out)}))
    elif not event.over:
        print_stopped(event, save, keepers.option)
    else:
        print_event(event, course)
        if out is not None:
            say(f"\nThe papers are in {out}: print seat-draw.html, table-plan.html and blinds.html.")
    exit_if_useless(reports(event))


class Keepers(NamedTuple):
    """The files that collect an event's hands while it runs."""

    phhs: Path | None = None
    hands: HandFiles | None = None
    folder: EventFolder | None = None

    def flush(self) -> None:
        for keeper in (self.hands, self.folder):
            if keeper is not None:
                keeper.flush()

    @property
    def kept(self) -> str:
        """The sentence about the kept files, after Ctrl-C."""
        if self.folder is not None:
            return f"the papers in {self.folder.folder} are not complete"
        return "nothing was kept" if self.phhs is None else f"the hands so far are in {self.phhs}"

    @property
    def option(self) -> str:
        """The option that resumes it, after --resume."""
        return "" if self.folder is None else f" --out {self.folder.folder}"


NO_KEEPERS = Keepers()

Begin = Callable[["Callable[[PlayedHand], None] | None"], "Tournament"]
"""Makes the event, given the observers of its hands."""


def _new_event(
    structure: str,
    entrants: int | None,
    seed: str | None,
    bots: list[str],
    late: int,
    reentries: bool | None,
    seconds: float | None,
) -> Begin:
    from bigslick.bots import DEFAULT_SECONDS
    from bigslick.tournament.floor.run import Tournament
    from bigslick.tournament.structure.files import load
    from bigslick.tournament.structure.forecast import never_ends, never_ends_sentence

    plan = load(structure)
    if entrants is not None or not plan.field:
        plan = plan.with_entrants(FIELD if entrants is None else entrants)
    if never_ends(plan, plan.field):
        raise ValueError(f"{structure}: {never_ends_sentence(plan, plan.field)}")
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


def _saved_event(file: Path, settings: list[str]) -> Begin:
    from bigslick.tournament.floor.run import Tournament

    if settings:
        raise ValueError(f"--resume: {file} has the settings of the event already: leave out {', '.join(settings)}")
    data = file.read_bytes()
    return lambda watch: Tournament.load(data, watch)


def result(event: Tournament) -> dict[str, object]:
    import msgspec

    from bigslick.tournament.formats.brackets import matches_of
    from bigslick.tournament.formats.rounds import stages_of
    from bigslick.tournament.papers import finishers, prizes_left, stacks_left

    return {
        "seed": event.seed,
        "structure": event.structure.name,
        "entrants": len(set(event.director.names)),
        "entries": len(event.director.names),
        "hands": event.hands,
        "levels_played": event.levels_played,
        "rounds": None if event.timed else event.rounds,
        "seconds": event.now if event.timed else None,
        "winner": event.winner,
        "standings": [_standing(found) for found in finishers(event)],
        "left": [stack._asdict() for stack in stacks_left(event)],
        "prizes_left": prizes_left(event),
        "prize_pool": sum(event.director.prizes),
        "chips_in_play": event.chips,
        "stages": stages_of(event.director),
        "matches": [msgspec.structs.asdict(match) for match in matches_of(event.director)],
        "python_bots": reports(event),
    }


def _standing(found: Finisher) -> dict[str, object]:
    """Return a finisher without the details that only the papers have: when and where they busted."""
    import msgspec

    return {name: value for name, value in msgspec.to_builtins(found).items() if name not in ("at", "table", "seat")}


# -- playing ----------------------------------------------------------------------------------------------------------


def play_event(
    event: Tournament,
    after_step: Callable[[Tournament], None] | None = None,
    save: Path | None = None,
    keepers: Keepers = NO_KEEPERS,
    until_players: int = 0,
) -> list[Moment]:
    """Play to the end, or until few enough players are left; return the field over time.

    `keepers` have the hands, even after Ctrl-C.
    """
    director = event.director
    field = [(event.hands, director.left, event.level)]
    with (
        progress("players out", len(director.names)) as step,
        _saving(event, save, keepers) as keep,
        _if_stalled(keepers),
    ):
        out = 0
        # While more players can still enter, the remaining players are not the last ones.
        while not event.over and not (director.closed and director.left <= until_players):
            event.step()
            if after_step is not None:
                after_step(event)
            field.append((event.hands, director.left, event.level))
            gone = len(director.names) - director.left
            # Not after every one of a hundred thousand hands: an update takes longer than a hand.
            if gone - out > len(director.names) // MOST_UPDATES:
                step(
                    gone - out,
                    f"{director.left:,} left, level {event.level}, {len(director.chairs):,} tables, "
                    f"average stack {director.chips // max(1, director.left):,}",
                )
                out = gone
            keep(False)
        keepers.flush()
        if not event.over:
            keep(True)
    return field


@contextmanager
def _saving(event: Tournament, save: Path | None, keepers: Keepers) -> Iterator[Callable[[bool], None]]:
    """Yield a function to call between steps. It saves after each level, or immediately if asked.

    After Ctrl-C, it stops once it has saved.
    """
    if save is None:

        def stopped() -> str:
            keepers.flush()
            said = "`bigslick tournament --save FILE` keeps an event to go on with"
            return f"stopped at level {event.level}; {keepers.kept}: {said}"

        with if_stopped(stopped):
            yield lambda _: None
        return
    from bigslick.simulate.folders import write_whole

    pressed: list[int] = []
    level = event.level
    write_whole(save, event.save())  # find out before the first hand if it cannot be saved

    def keep(at_once: bool) -> None:
        nonlocal level
        if at_once or pressed or event.over or event.level > level:
            level = event.level
            keepers.flush()
            write_whole(save, event.save())
        if pressed and not event.over:
            go_on = f"`bigslick tournament --resume {save}{keepers.option}` goes on"
            raise Stopped(f"stopped at level {event.level}; {go_on}")

    # State is inconsistent in the middle of a step, so we only note the signal and finish the step.
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield keep
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _if_stalled(keepers: Keepers) -> Iterator[None]:
    """Inside this block, an event that cannot end says which of its files were kept."""
    from bigslick.tournament.floor.stalled import Stalled

    try:
        yield
    except Stalled as stalled:
        keepers.flush()
        raise Stalled(f"{stalled}; {keepers.kept}") from None


class _Follower:
    """Prints one player's story as it happens."""

    def __init__(self, name: str, out: TextIO) -> None:
        self.name = name
        self._out = out
        self._seen = 0

    def hand(self, played: PlayedHand) -> None:
        if self.name in played.players:
            print_hand(played, self._out)
            seat = played.players.index(self.name)
            say(f"  {self.name} has {played.hand.stacks[seat]:,}", file=self._out)

    def moves(self, event: Tournament) -> None:
        """Print the director's decisions about the player."""
        from bigslick.tournament.director.sentences import event_sentence

        events = event.director.events
        while self._seen < len(events):
            happened = events[self._seen]
            self._seen += 1
            entry = getattr(happened, "entry", None)
            if entry is not None and event.director.names[entry] == self.name:
                say(event_sentence(happened, event.director.names), file=self._out)


def print_hand(played: PlayedHand, out: TextIO | None = None) -> None:
    """Print a hand in sentences, under a line saying where it was played."""
    from bigslick.hand.sentences import HANG, hand_sentences

    ante = f", ante {played.ante:,}" if played.ante else ""
    say(
        f"\nTable {played.table}, hand {played.number}, blinds {played.small_blind:,}/{played.big_blind:,}{ante}, "
        f"button at seat {played.button + 1}",
        file=out,
    )
    for line in hand_sentences(played.hand.events, [name or "" for name in played.players]):
        say(line, hang=HANG, file=out)
