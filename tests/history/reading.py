"""Reads a file to its end, and plays a hand to its end."""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.history import BadHistory, History, replay


def good_and_bad(hands: Iterator[History]) -> tuple[list[History], list[BadHistory]]:
    """Return what is read and what is refused; let any other exception through."""
    good: list[History] = []
    bad: list[BadHistory] = []
    while True:
        try:
            good.append(next(hands))
        except BadHistory as refusal:
            bad.append(refusal)
        except StopIteration:
            return good, bad


def played(history: History) -> tuple[str, ...]:
    """Return the final stacks of a hand played to its recorded end."""
    found = replay(history)
    assert found.finished
    found.check_finish()
    return found.final_stacks


def bets(history: History) -> list[str]:
    """Return the actions after the deal."""
    return [text for text in history.actions or () if not text.startswith("d dh")]
