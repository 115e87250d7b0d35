"""`bigslick deal`: one hand between house bots, told in text."""

from __future__ import annotations

from .output import AsJson, console, print_json
from .table import NAMES, REGULARS, BotNames, Seats, SeedOption, events_json, people, play, seat_bots, seed_or_new

STACK = 1000
BLINDS = (10, 20)


def command(seats: Seats = 6, seed: SeedOption = None, bots: BotNames = REGULARS, as_json: AsJson = False) -> None:
    """Deal one hand to house bots and tell what they do."""
    from bigslick.hand.hand import Hand

    from .telling import tell_hand

    number = seed_or_new(seed)
    players = seat_bots(seats, bots, number)
    hand = play(Hand.start([STACK] * seats, BLINDS, seed=number), players)
    if as_json:
        named = [bot.name for bot in players]
        print_json({"seed": number, "bots": named, "events": events_json(hand), "final_stacks": list(hand.stacks)})
        return
    page = console()
    page.print(f"Seed {number}: {', '.join(people(players))}; stacks {STACK:,}, blinds {BLINDS[0]}/{BLINDS[1]}")
    for line in tell_hand(hand.events, NAMES):
        page.print(line, markup=False)
