"""`bigslick deal`: deal one hand to bots and describe it in sentences."""

from __future__ import annotations

from typing import Annotated

from .support.faults import bots_print_to_stderr, exit_if_useless
from .support.options import BOTS, REGULARS, SEATS, AsJson, Seed, seed_or_new
from .support.output import print_json, say

STACK = 1000
BLINDS = (10, 20)


def command(
    seats: Annotated[int, SEATS] = 6,
    bots: Annotated[str, BOTS] = REGULARS,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """Deal one hand to bots and describe what they do."""
    from bigslick.hand.hand import Hand
    from bigslick.hand.sentences import HANG, hand_sentences
    from bigslick.hand.view import view

    from .support.table import NAMES, called, events_json, fault_reports, seat_bots

    number = seed_or_new(seed)
    with bots_print_to_stderr():
        players = seat_bots(seats, bots, number)
    hand = Hand.start([STACK] * seats, BLINDS, seed=number)
    while hand.turn is not None:
        hand.act(players[hand.turn].decide(view(hand, hand.turn)))
    if as_json:
        named = [player.name for player in players]
        print_json({"seed": number, "bots": named, "events": events_json(hand), "final_stacks": list(hand.stacks)})
    else:
        say(f"Seed {number}: {', '.join(called(players))}; stacks {STACK:,}, blinds {BLINDS[0]}/{BLINDS[1]}")
        for line in hand_sentences(hand.events, NAMES):
            say(line, hang=HANG)
    exit_if_useless(fault_reports(players))
