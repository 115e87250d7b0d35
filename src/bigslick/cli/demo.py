"""`bigslick demo`: run a thousand-bot tournament in a few seconds, then suggest what to try next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from bigslick.checks import counted

from .support.event_report import length_text, print_chart, print_kinds, print_payouts, winner_text
from .support.options import ENTRANTS, AsJson, Seed, seed_or_new
from .support.output import print_json, say
from .tournament import PRESET, play_event, print_hand, result

if TYPE_CHECKING:
    from bigslick.tournament.floor.played_hand import PlayedHand
    from bigslick.tournament.floor.run import Tournament

TOP = 10
NEXT = (
    ("bigslick play", "you against house bots"),
    ("bigslick match shark tag --duplicate", "two bots head to head"),
    ("bigslick tournament turbo-6 --follow 'Player 1'", "one player's whole event"),
)


def command(
    entrants: Annotated[int, ENTRANTS] = 1000,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Run a tournament of a thousand house bots by tournament rules, and show how it went."""
    from bigslick.tournament.floor.run import Tournament
    from bigslick.tournament.structure.files import load

    number = seed_or_new(seed)
    event = Tournament(load(PRESET).with_entrants(entrants), number)
    last: list[PlayedHand] = []

    def keep_last(played: PlayedHand) -> None:
        last[:] = [played]

    def watch_final_table(event: Tournament) -> None:
        if event.watch is None and event.director.left <= event.structure.final_table:
            event.watch = keep_last

    watch_final_table(event)
    course = play_event(event, watch_final_table)
    if as_json:
        print_json(result(event))
        return
    director, structure = event.director, event.structure
    say(f"{structure.name}: {counted(entrants, 'player')}, seed {number}", style="bold")
    say(
        f"Tournament rules: dead button, big-blind ante, re-entries, balanced tables, hand for hand on the bubble. "
        f"{len(director.names):,} entries, {event.hands:,} hands, {length_text(event)}."
    )
    say(f"\n{winner_text(event)} wins {max(director.prizes):,} of {sum(director.prizes):,}.\n", style="bold")
    print_payouts(event, TOP)
    say("\nHow each kind of bot did", style="bold")
    print_kinds(event)
    say("\nPlayers left, hand by hand", style="bold")
    print_chart(course)
    if last:
        say("\nThe last hand", style="bold", hang=0)
        print_hand(last[0])
    say("\nTry next", style="bold")
    for line, what in NEXT:
        say(f"  {line:<48} {what}")
