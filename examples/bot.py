"""A bot that takes a seat in a card room and plays: `python examples/bot.py http://127.0.0.1:8000 t1 --hands 100`."""

from __future__ import annotations

import argparse
import asyncio

from bigslick import Action, Bet, Call, Check, Fold, Raise, TurnView
from bigslick.client import CommandRefused, Session, SignInRefused, play
from bigslick.odds import equity


class Careful:
    """Decide by equity against random hands and the price of a call."""

    def decide(self, view: TurnView) -> Action:
        """Choose an action from this seat's view."""
        options = view.options
        hole, board = ("".join(map(str, cards)) for cards in (view.hole, view.board))
        rivals = ["random"] * (len(view.live) - 1)
        share = equity([hole, *rivals], board, samples=300, seed=len(view.events)).players[0].equity
        fair = 1 / len(view.live)
        # A player who bets has more than a random hand, so a call needs half as much equity again as its price.
        if share > (2.2 if options.call > view.big_blind else 1.6) * fair and options.wager_to:
            to = min(options.wager_to[-1], options.wager_to[0] + view.pot // 2)
            return Bet(to=to) if options.bet_to else Raise(to=to)
        if options.check:
            return Check()
        return Call() if share * (view.pot + options.call) > 1.5 * options.call and share > fair else Fold()


def show_progress(session: Session) -> None:
    """Print a line for each of the first ten hands, then every 50 hands."""
    if session.hands <= 10 or session.hands % 50 == 0:
        print(f"Hand {session.hands}: {session.net:+,} chips so far.", flush=True)


def main() -> None:
    """Read the command line and play."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("url", help="the address of the room")
    asked.add_argument("table", help="the table, such as t1")
    asked.add_argument("--hands", type=int, default=100)
    asked.add_argument("--token", help="from /api/token; a new guest without it")
    wish = asked.parse_args()
    print(f"Taking a seat at {wish.table}: a new player may have to wait for the big blind.", flush=True)
    playing = play(
        wish.url, wish.table, Careful(), hands=wish.hands, token=wish.token, rebuy=True, each_hand=show_progress
    )
    try:
        done = asyncio.run(playing)
    except (CommandRefused, SignInRefused) as error:
        raise SystemExit(f"bot.py: {error}") from None
    print(f"Played {done.hands} hands: {done.net:+,} chips.")


if __name__ == "__main__":
    main()
