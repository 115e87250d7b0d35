"""A bot for a live event: `python examples/late_bot.py http://127.0.0.1:8000 sng1`.

It enters in level 2, enters once more after a bust, and takes the add-on.
"""

from __future__ import annotations

import asyncio
import sys

from bigslick import Action, AllIn, Call, Check, Fold, TurnView
from bigslick.client import CommandRefused, SignInRefused, play_tournament
from bigslick.tournament import Offer


class LateBot:
    """Goes all-in with a pair or an ace when it is short, and otherwise calls what is cheap."""

    def decide(self, view: TurnView) -> Action:
        """Choose an action from this seat's view."""
        options, (first, second) = view.options, view.hole
        if view.stacks[view.seat] <= 20 * view.big_blind and (first.rank == second.rank or "A" in f"{first}{second}"):
            return AllIn()
        if options.check:
            return Check()
        return Call() if 4 * options.call <= view.pot else Fold()

    def buys(self, offer: Offer) -> bool:
        """Decide about a re-entry, a rebuy or the add-on."""
        return offer.kind == "addon" or (offer.kind == "reentry" and offer.taken == 0)


def main(url: str, tournament: str) -> None:
    """Play one event, and print how it went."""
    playing = play_tournament(url, tournament, LateBot, enters=lambda now: now.clock.level >= 2)
    try:
        done = asyncio.run(playing)
    except (CommandRefused, SignInRefused) as error:
        raise SystemExit(f"late_bot.py: {error}") from None
    print(f"Place {done.place} after {done.entries} entries and {done.hands} hands.")
    print(f"Paid {done.spent:,}, won {done.prize + done.bounties:,}.")


if __name__ == "__main__":
    main(*sys.argv[1:3])
