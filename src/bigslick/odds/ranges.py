"""Ranges: the two-card hands a player can hold, each with a weight, written the way players write them.

A range is a list of pieces, separated by commas or spaces:

| piece           | means                                                                        |
|-----------------|------------------------------------------------------------------------------|
| `TT`, `AKs`     | a pair; ace-king suited (4 combos), `AKo` offsuit (12), `AK` both            |
| `TT+`           | that pair and all higher ones                                                |
| `KTs+`          | the lower card rises to just below the higher one: KTs, KJs, KQs             |
| `77-55`         | the pairs from one to the other                                              |
| `A5s-A2s`       | the same higher card, the lower one from one to the other                    |
| `T9s-76s`       | the same gap, both cards from one to the other: T9s, 98s, 87s, 76s           |
| `AhKh`, `A♥ K♥` | these two cards                                                              |
| `random`        | any two cards; also `any2`                                                   |
| `none`          | no hand at all; only on its own                                              |

A weight from 0 to 1 can follow any piece, as in `AKs:0.5`: 1 by default, at most 6 decimals, and 0 leaves the hands
out. A hand can be named twice, but not with two different weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeAlias

from bigslick.cards import DECK, RANKS, SUITS, Card, format_cards, to_cards, with_letters
from bigslick.errors import BadCards, BigslickError

Combo: TypeAlias = tuple[Card, Card]
"""Two cards, the higher int first."""

COMBOS: Final[tuple[Combo, ...]] = tuple((high, low) for low, high in combinations(DECK, 2))

_ONE: Final = 1_000_000
_HAND: Final = re.compile(f"([{RANKS}])([{RANKS}])([so]?)")
_CARD: Final = f"[{RANKS}][{SUITS}]"
_TWO_CARDS: Final = re.compile(rf"{_CARD}\s*{_CARD}")
_WEIGHT: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,6})?|\.[0-9]{1,6}")
_TOKEN: Final = re.compile(rf"{_CARD}\s+{_CARD}\S*|[^\s-]+(?:\s*-\s*[^\s-]+)?|\S+")
_ANY: Final = ("random", "any2")
_HELP: Final = "expected hands such as TT+, AKs, A5s-A2s, 77-55, AhKh or random"


class BadRange(BigslickError, ValueError):
    """Text or combos that are not a range."""

    __module__ = "bigslick.odds"


class Range:
    """An immutable set of two-card hands with weights: `Range("TT+, AKs, 76s:0.5")`.

    It can also be made from combos, as in `Range(["AhKh", (51, 47)])`, or from a mapping of combos to weights.
    """

    __slots__ = ("_weights",)

    _weights: dict[Combo, int]

    def __init__(self, hands: str | Iterable[object] | Mapping[object, object]) -> None:
        weights: dict[Combo, int] = {}
        if isinstance(hands, str):
            weights = _parse(with_letters(hands))
        elif isinstance(hands, Mapping):
            for combo, weight in hands.items():
                weights[to_combo(combo)] = _weight_of(weight)
        elif isinstance(hands, Iterable):
            weights = {to_combo(combo): _ONE for combo in hands}
        else:
            raise BadRange(f"{hands!r} is not a range: {_HELP}")
        self._weights = {combo: weights[combo] for combo in sorted(weights, reverse=True) if weights[combo]}

    def __iter__(self) -> Iterator[Combo]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, combo: object) -> bool:
        try:
            return to_combo(combo) in self._weights
        except BadRange:
            return False

    def __eq__(self, other: object) -> bool:
        return self._weights == other._weights if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __or__(self, other: Range) -> Range:
        """Combine both ranges' hands, each with the larger of its two weights."""
        if not isinstance(other, Range):
            return NotImplemented
        both = dict(self._weights)
        for combo, weight in other._weights.items():
            both[combo] = max(weight, both.get(combo, 0))
        return _made(both)

    def without(self, cards: str | Iterable[object]) -> Range:
        """Return the hands without any of these cards."""
        dead = set(to_cards(cards))
        return _made({combo: weight for combo, weight in self._weights.items() if dead.isdisjoint(combo)})

    def weight(self, combo: object) -> Fraction:
        """Return a hand's weight; 0 if it is not in the range."""
        return Fraction(self._weights.get(to_combo(combo), 0), _ONE)

    def items(self) -> Iterator[tuple[Combo, Fraction]]:
        """Return each hand with its weight."""
        return ((combo, Fraction(weight, _ONE)) for combo, weight in self._weights.items())

    @property
    def percent(self) -> float:
        """The range's share of all 1,326 hands, by weight."""
        return sum(self._weights.values()) / _ONE / len(COMBOS) * 100

    def __str__(self) -> str:
        return _written(self._weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_weights"):
            raise AttributeError(f"a range never changes, so {name!r} cannot be set: make a new one")
        object.__setattr__(self, name, value)


def to_combo(hand: object) -> Combo:
    """Return two different cards, the higher int first, from text ("AhKh") or from two cards."""
    try:
        cards = to_cards(hand)  # type: ignore[arg-type]
    except BadCards as error:
        raise BadRange(str(error)) from None
    except TypeError:
        raise BadRange(f"{hand!r} is not a hand: expected two cards, as in 'AhKh'") from None
    if len(cards) != 2:
        raise BadRange(f"{format_cards(cards) or 'nothing'!r} is not a hand of two cards: expected two, as in 'AhKh'")
    return max(cards), min(cards)


def _made(weights: dict[Combo, int]) -> Range:
    made = Range(())
    made._weights.update((combo, weights[combo]) for combo in sorted(weights, reverse=True))
    return made


def _weight_of(weight: object) -> int:
    if isinstance(weight, bool) or not isinstance(weight, int | float | Fraction | Decimal):
        raise BadRange(f"the weight {weight!r} is not a number: expected 0 to 1")
    try:
        # A float means the decimal it prints as: 0.1 rather than the nearest binary fraction.
        exact = Fraction(str(weight)) if isinstance(weight, float) else Fraction(weight)
    except (ValueError, OverflowError):
        exact = Fraction(-1)
    if not 0 <= exact <= 1:
        raise BadRange(f"the weight {weight} is out of bounds: expected 0 to 1")
    if (exact * _ONE).denominator != 1:
        raise BadRange(f"the weight {weight} is too fine: expected at most 6 decimals, as in {float(exact):.6f}")
    return int(exact * _ONE)


# --- reading -------------------------------------------------------------------------------------------------------


def _parse(text: str) -> dict[Combo, int]:
    if text.strip() == "none":
        return {}
    found: dict[Combo, int] = {}
    number = start = 0
    for part in text.split(","):
        if not part.strip():
            raise BadRange(f"there is nothing at character {start + 1} of the range {_short(text)}: {_HELP}")
        for token in _TOKEN.finditer(part):
            number += 1
            try:
                _read_piece(token.group(), found)
            except BadRange as error:
                where = (
                    f"{_short(token.group())}, piece {number} of the range, at character {start + token.start() + 1}"
                )
                raise BadRange(error.sentence, where) from None
        start += len(part) + 1
    return found


def _read_piece(piece: str, found: dict[Combo, int]) -> None:
    hands, colon, tail = piece.partition(":")
    weight = _ONE
    if colon:
        if not _WEIGHT.fullmatch(tail):
            raise BadRange(f"{_short(tail)} is not a weight: expected a number from 0 to 1 with at most 6 decimals")
        weight = _weight_of(Fraction(tail))
    for combo in _read_hands(hands.strip()):
        if found.setdefault(combo, weight) != weight:
            before, now = _decimal(found[combo]), _decimal(weight)
            raise BadRange(f"{format_cards(combo)} has the weight {before} above and {now} here: expected one weight")


def _read_hands(text: str) -> Iterable[Combo]:
    if text in _ANY:
        return COMBOS
    if _TWO_CARDS.fullmatch(text):
        return [to_combo(text)]
    first, dash, second = (part.strip() for part in text.partition("-"))
    if dash:
        return _between(first, second)
    plus = first.endswith("+")
    high, low, kind = _read_class(first.removesuffix("+"))
    if not plus:
        return _class(high, low, kind)
    if high == low:
        return [combo for rank in range(high, 13) for combo in _class(rank, rank, "")]
    return [combo for rank in range(low, high) for combo in _class(high, rank, kind)]


def _between(first: str, second: str) -> Iterable[Combo]:
    a, b = sorted((_read_class(first), _read_class(second)), reverse=True)
    (high, low, kind), (last_high, last_low, last_kind) = a, b
    if (high == low) != (last_high == last_low) or kind != last_kind:
        raise BadRange("the two ends are of different kinds: expected two pairs, two suited or two offsuit hands")
    if high == last_high:
        return [combo for rank in range(last_low, low + 1) for combo in _class(high, rank, kind)]
    if high - low != last_high - last_low:
        raise BadRange("the two ends share neither the higher card nor the gap: expected A5s-A2s, T9s-76s or 77-55")
    return [combo for up in range(high - last_high + 1) for combo in _class(last_high + up, last_low + up, kind)]


def _read_class(text: str) -> tuple[int, int, str]:
    match = _HAND.fullmatch(text)
    if not match:
        raise BadRange(f"{_short(text)} is not a hand: {_HELP}, with ranks of {RANKS} and suits of {SUITS}")
    high, low, kind = RANKS.index(match[1]), RANKS.index(match[2]), match[3]
    if high < low:
        raise BadRange(f"the higher card comes first: expected {match[2]}{match[1]}{kind}")
    if high == low and kind:
        raise BadRange(f"a pair is neither suited nor offsuit: expected {match[1]}{match[2]}")
    return high, low, kind


def _class(high: int, low: int, kind: str) -> Iterable[Combo]:
    """Return the combos for two ranks: `s` suited, `o` offsuit, or both."""
    for one in range(3, -1, -1):
        for two in range(3, -1, -1):
            if (kind != "s" or one == two) and (kind != "o" or one != two) and (high != low or one > two):
                yield DECK[4 * high + one], DECK[4 * low + two]


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


# --- writing -------------------------------------------------------------------------------------------------------


def _written(weights: dict[Combo, int]) -> str:
    """Write the shortest usual form: whole classes in runs, then single combos, largest weight first."""
    by_weight: dict[int, set[Combo]] = {}
    for combo, weight in weights.items():
        by_weight.setdefault(weight, set()).add(combo)
    pieces = []
    for weight in sorted(by_weight, reverse=True):
        suffix = "" if weight == _ONE else f":{_decimal(weight)}"
        pieces += [piece + suffix for piece in _pieces(by_weight[weight])]
    return ", ".join(pieces) or "none"


def _pieces(combos: set[Combo]) -> list[str]:
    if len(combos) == len(COMBOS):
        return ["random"]
    pieces: list[str] = []
    left = set(combos)

    def take(high: int, low: int, kind: str) -> bool:
        group = set(_class(high, low, kind))
        if not group <= left:
            return False
        left.difference_update(group)
        return True

    pairs = [rank for rank in range(12, -1, -1) if take(rank, rank, "")]
    for top, bottom in _runs(pairs):
        first, last = RANKS[top] * 2, RANKS[bottom] * 2
        pieces.append(first if top == bottom else f"{last}+" if top == 12 else f"{first}-{last}")
    for kind in "so":
        for high in range(12, 0, -1):
            lows = [low for low in range(high - 1, -1, -1) if take(high, low, kind)]
            for top, bottom in _runs(lows):
                first, last = f"{RANKS[high]}{RANKS[top]}{kind}", f"{RANKS[high]}{RANKS[bottom]}{kind}"
                pieces.append(first if top == bottom else f"{last}+" if top == high - 1 else f"{first}-{last}")
    return pieces + [format_cards(combo) for combo in sorted(left, reverse=True)]


def _runs(falling: list[int]) -> list[tuple[int, int]]:
    """Yield runs of neighbours in a descending list, as (highest, lowest)."""
    runs: list[tuple[int, int]] = []
    for rank in falling:
        if runs and runs[-1][1] == rank + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    return runs


def _decimal(weight: int) -> str:
    return f"{weight // _ONE}.{weight % _ONE:06d}".rstrip("0").rstrip(".")
