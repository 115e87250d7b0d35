"""PokerStars lines that are not part of the play: chat, connections, players sitting and leaving, prizes.

They become remarks at the same point in the history, and are written back unchanged.
"""

from __future__ import annotations

import re
from typing import Final

from bigslick.errors import BigslickError

ANTE, SMALL, BIG, BOTH, STRADDLE, DEAD = range(6)
"""The kinds of posts; the last is a missed small blind."""
DEALER = -1
"""The actor for the board and for remarks, which have no player."""
MOST_LETTERS: Final = 500
"""The longest remark; PokerStars limits chat to far less."""
_ELIMINATION: Final = r"for (?:eliminating|splitting the elimination of) .+"
_HAPPENS: Final = (
    r"joins the table at seat #\d+",
    "leaves the table",
    "(?:is (?:dis)?connected|is sitting out|has returned)",
    "has timed out(?: while (?:being )?disconnected)?",
    "was removed from the table for failing to post",
    "was moved to this table",
    "will be allowed to play after the button",
    "has requested TIME",
    "(?:re-buys|takes the add-on) and receives .+",
    "(?:finished|wins) the tournament.*",
    "wins an entry to .+",
    f"wins .+ {_ELIMINATION}",
    "cashed out the hand for .+",
    r"paid \S+ for the 7-2 bounty to .+",  # not PokerStars' own
)
_SAYS: Final = ("sits out", "is sitting out", "doesn't show hand", "Table deposit .+", r"(?:shows|folds) \[.+\].*")
_REMARK: Final = re.compile(
    rf'Betting is capped|.+(?: said, ".*"| (?:{"|".join(_HAPPENS)})|: (?:{"|".join(_SAYS)}))', re.DOTALL
)
_BOUNTY: Final = re.compile(rf"wins (?:the )?(\S+)(?: bounty)? {_ELIMINATION[:-2]}(.+)")
_INCREASE: Final = re.compile(r" and their own bounty increases by \S+ to \S+$")
_CASH_OUT: Final = re.compile(r"cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?")


class BadLine(BigslickError, ValueError):
    """An unreadable line: the sentence, and the line's position among those read."""

    def __init__(self, sentence: str, place: int, places: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.place = place
        self.places = places
        """The decimal places that an amount needs, if that is the only problem."""


def is_remark(line: str) -> bool:
    """Whether a line is one that PokerStars writes outside the play."""
    return len(line) <= MOST_LETTERS and _REMARK.fullmatch(line) is not None


def bounty_won(deed: str) -> tuple[str, str] | None:
    """Return the amount and the eliminated player from `wins the $5 bounty for eliminating Bob`."""
    found = _BOUNTY.fullmatch(_INCREASE.sub("", deed))
    return (found[1], found[2]) if found else None


def cash_out(deed: str) -> tuple[str, str | None] | None:
    """Return the amount and the fee from `cashed out the hand for $22.77 | Cash Out Fee $0.46`."""
    found = _CASH_OUT.fullmatch(deed)
    return (found[1], found[2]) if found else None
