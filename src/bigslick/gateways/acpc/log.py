"""Writes and replays ACPC match logs: a STATE line for each hand with its values, and the SCORE."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bigslick.errors import BigslickError
from bigslick.hand.hand import Hand

from .game import AcpcGame
from .state import MOST_BYTES, BadState, play_state, read_state, state_text

CLOSE = 2e-6
"""The largest difference between two values: a log has six decimals."""


class BadLog(BigslickError, ValueError):
    """A log that is broken, or whose values do not match its hands; the sentence names the line."""


class LoggedHand(NamedTuple):
    """A logged hand, played under the rules."""

    number: int
    hand: Hand
    values: tuple[float, ...]
    """Winnings by player, from the first one left of the button."""
    names: tuple[str, ...]


class Replayed(NamedTuple):
    """A log that was replayed hand by hand and agrees."""

    hands: int
    scores: dict[str, float]
    """Total winnings by player."""
    said: bool
    """Whether the log has a SCORE line to check."""


def values_of(hand: Hand) -> tuple[float, ...]:
    """Compute each player's result; pots are split to the fraction of a chip, as in the competition."""
    result = hand.result
    setup = hand.setup
    won = [0.0] * setup.seats
    for pot in result.pots:
        for seat in pot.winners:
            won[seat] += pot.amount / len(pot.winners)
    paid = [setup.stacks[seat] + result.payouts.get(seat, 0) - result.stacks[seat] for seat in range(setup.seats)]
    return tuple([share - cost for share, cost in zip(won, paid, strict=True)])


def number_text(value: float) -> str:
    """Format a value as the original server does: six decimals, without trailing zeros."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def state_line(number: int, hand: Hand, names: Sequence[str], *, limit: bool) -> str:
    """Return a finished hand's line; names start with the first player left of the button."""
    values = "|".join(map(number_text, values_of(hand)))
    return f"STATE:{state_text(number, hand, limit=limit)}:{values}:{'|'.join(names)}"


def score_line(scores: Sequence[float], names: Sequence[str]) -> str:
    """Return the last line of a log."""
    return f"SCORE:{'|'.join(map(number_text, scores))}:{'|'.join(names)}"


def read_log(lines: Iterable[str], game: AcpcGame) -> Iterator[LoggedHand | tuple[float, ...]]:
    """Yield a log's hands, each played and checked against its values, and finally the SCORE if there is one."""
    total: dict[str, float] = {}
    over = False
    for place, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if not line.strip() or line.startswith("#"):
            continue
        if len(line) > MOST_BYTES:
            raise BadLog(f"line {place} is longer than {MOST_BYTES:,} characters")
        if over:
            raise BadLog(f"line {place} comes after the SCORE")
        kind, _, rest = line.partition(":")
        parts = rest.split(":")
        try:
            if kind == "STATE" and len(parts) == 5:
                found = _read_hand(parts, game)
                for name, value in zip(found.names, found.values, strict=True):
                    total[name] = total.get(name, 0.0) + value
                yield found
            elif kind == "SCORE" and len(parts) == 2:
                over = True
                names = parts[1].split("|")
                said = _numbers(parts[0], len(names))
                if {*names} != {*total}:
                    raise BadState(f"the SCORE is of {', '.join(names)}, the hands are of {', '.join(total)}")
                for name, value in zip(names, said, strict=True):
                    if abs(value - total[name]) > CLOSE * max(1.0, abs(value)):
                        raise BadState(f"the SCORE of {name} is {value:,}, but the hands add up to {total[name]:,}")
                yield said
            else:
                raise BadState(f"{line[:60]!r} is neither STATE nor SCORE")
        except BadState as error:
            raise BadLog(f"line {place}: {error}") from None


def replay_log(path: str | Path, game: AcpcGame) -> Replayed:
    """Replay a log, checking every action, every hand's values, and the SCORE."""
    path = Path(path)
    hands, said = 0, False
    scores: dict[str, float] = {}
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for found in read_log(file, game):
                if isinstance(found, LoggedHand):
                    hands += 1
                    for name, value in zip(found.names, found.values, strict=True):
                        scores[name] = scores.get(name, 0.0) + value
                else:
                    said = True
    except OSError as error:
        raise BadLog(f"{path}: the log cannot be read: {error.strerror}") from None
    except BadLog as error:
        raise BadLog(f"{path}, {error}") from None
    if not hands:
        raise BadLog(f"{path}: there is no hand in it: expected lines that begin with STATE:")
    return Replayed(hands, scores, said)


def _read_hand(parts: Sequence[str], game: AcpcGame) -> LoggedHand:
    state = read_state(":".join(parts[:3]), game.players)
    hand = play_state(game, state)
    if hand.turn is not None:
        raise BadState(f"hand {state.hand} stops while a player is to act")
    said = _numbers(parts[3], game.players)
    names = parts[4].split("|")
    if len({*names}) != game.players:
        raise BadState(f"{parts[4]!r}: expected a name for each of {game.players} players")
    values = values_of(hand)
    if any(abs(one - two) > CLOSE for one, two in zip(said, values, strict=True)):
        played = "|".join(map(number_text, values))
        raise BadState(f"hand {state.hand} is worth {parts[3]} in the log, but {played} by the rules")
    return LoggedHand(state.hand, hand, values, tuple(names))


def _numbers(text: str, count: int) -> tuple[float, ...]:
    words = text.split("|")
    try:
        found = tuple([float(word) for word in words])
    except ValueError:
        found = ()
    if len(found) != count or any(abs(value) > 1e15 or value != value for value in found):
        raise BadState(f"{text[:40]!r}: expected {count} numbers")
    return found
