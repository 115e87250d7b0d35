"""Equity: how often each hand or range wins, and its average share of the pot.

Two-card hands are always counted exactly, over every board. Ranges are counted exactly if compiled code can do it in
about two seconds, and sampled otherwise; `exact` says which. A sample is an estimate: the seed starts SplitMix64, a
fast generator that never deals cards in play.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bigslick.cards import RANKS, SUITS, Card, format_cards, to_cards
from bigslick.checks import converts, is_whole
from bigslick.errors import BadCards, BigslickError
from bigslick.intervals import share_interval
from bigslick.notebook import html_table
from bigslick.shuffle import Keystream, Seed

from ._equity import UNITS, Spot
from .ranges import COMBOS, BadRange, Combo, Range

if TYPE_CHECKING:
    from numpy.typing import NDArray

HandOrRange: TypeAlias = str | Range | Sequence[object]
"""Two cards ("AhKh", or two ints), a range as text ("TT+, AKs"), or a `Range`."""

SAMPLES: Final = 500_000
"""How many deals to sample by default when ranges are too large to count."""

MAX_DEALS: Final = 2_000_000
"""Ranges with more deals than this are sampled."""
MAX_MICROSECONDS: Final = 2_000_000
"""Ranges that would take longer than this (compiled, on a core of 2.8 GHz) are sampled."""

_COST: Final = (0.4, 0.7, 2.0, 8.0, 42.0, 170.0)  # measured microseconds for two hands, by cards to come
_KEY_HANDS: Final = 6  # six combo numbers fit in 63 bits
_CHUNK: Final = 1 << 17  # deals sampled before Python can handle an interrupt
_TRIES: Final = 500  # attempts for each deal before ranges count as colliding too often
_MAX_SAMPLES: Final = 10**10
_TWO_CARDS: Final = re.compile(f"[{RANKS}][{SUITS}][ ,]*[{RANKS}][{SUITS}]")


class BadSpot(BigslickError, ValueError):
    """Hands, a board and dead cards that cannot share one deck."""

    __module__ = "bigslick.odds"


@dataclass(frozen=True, slots=True, repr=False)
class PlayerEquity:
    """One hand's share.

    `win` and `tie` count boards won alone and boards shared with another hand. With ranges, each deal of the hands has
    its own boards, which count with the deal's weight (weights are scaled to the smallest whole numbers: 1 and 0.5
    count twice and once). In a sample they count the boards drawn.
    """

    hand: str
    win: int
    tie: int
    equity: float
    fraction: Fraction
    """The unrounded equity: share of all pots, (wins + ties / winners) / boards."""
    error: float
    """The equity's standard error when sampled, 0 when exact."""
    samples: int | None = None
    """How many deals were sampled, None when exact."""

    @property
    def half(self) -> float:
        """The longer half of the 95% interval around the equity when sampled, 0 when exact."""
        if self.samples is None:
            return 0.0
        low, high = share_interval(float(self.fraction * self.samples), self.samples)
        return max(high - self.equity, self.equity - low)

    def __repr__(self) -> str:
        return f"<PlayerEquity of {self.hand}: {_percent(self)}>"


@dataclass(frozen=True, slots=True, repr=False)
class Equity:
    """Every hand's equity, in the order given."""

    exact: bool
    """True when every board of every deal was counted, False when deals were sampled."""
    boards: int
    """How many boards were counted (see `PlayerEquity`) or sampled."""
    players: tuple[PlayerEquity, ...]
    samples: int | None
    """How many deals were sampled, None when exact."""
    error: float
    """The largest standard error among the players, 0 when exact."""

    def __repr__(self) -> str:
        return f"<Equity: {', '.join(f'{player.hand} {_percent(player)}' for player in self.players)}; {self._how()}>"

    def _repr_html_(self) -> str:
        rows = [
            (player.hand, _percent(player), f"{player.win / self.boards:.2%}", f"{player.tie / self.boards:.2%}")
            for player in self.players
        ]
        return html_table(("hand", "equity", "wins", "ties"), rows, self._how())

    def _how(self) -> str:
        return f"exact, {self.boards:,} boards" if self.exact else f"{self.boards:,} deals sampled"


def equity(
    hands: Iterable[HandOrRange],
    board: str | Iterable[object] = "",
    dead: str | Iterable[object] = "",
    samples: int | None = None,
    seed: Seed | None = None,
) -> Equity:
    """Return how often each of 2 to 10 hands or ranges wins: `equity(["AhKh", "QQ+"], board="Td9h2h")`.

    The result is exact if possible, as described above; `samples` requests a sample of that many deals instead. The
    same `seed` gives the same sample.
    """
    matchup = _Matchup(hands, board, dead)
    if samples is not None:
        if not is_whole(samples, 1, _MAX_SAMPLES):
            expected = f"a whole number from 1 to {_MAX_SAMPLES}{converts(samples)}"
            raise BadSpot(f"samples is {samples!r}: expected {expected}")
        return _sampled(matchup, samples, seed)
    if all(len(held) == 1 for held in matchup.held):
        return _counted(matchup, None)
    deals = _enumerated(matchup)
    if deals is not None and not deals.weight:
        raise BadSpot("the ranges leave no deal in which every hand has its own cards: expected at least one")
    return _sampled(matchup, SAMPLES, seed) if deals is None else _counted(matchup, deals)


def pot_shares(hands: Sequence[tuple[int, int]], board: Sequence[int], dead: Sequence[int]) -> tuple[Fraction, ...]:
    """Return each hand's exact share of a pot over all boards to come; cards are ints, all different."""
    if len(hands) == 1:
        return (Fraction(1),)
    spot = Spot(len(hands), board, dead)
    out = array("q", bytes(24 * len(hands)))
    spot.count(bytes(card for hand in hands for card in hand), out)
    whole = UNITS * spot.boards()
    return tuple(Fraction(out[3 * place + 2], whole) for place in range(len(hands)))


class _Matchup:
    """The hands as weighted combos, without the other hands' known cards, the board and the dead cards."""

    def __init__(
        self, hands: Iterable[HandOrRange], board: str | Iterable[object], dead: str | Iterable[object]
    ) -> None:
        if isinstance(hands, str | Range):
            raise BadSpot(f"{hands!r} is one hand: expected a list of 2 to 10 hands")
        try:
            given = list(hands)
        except TypeError:
            raise BadSpot(f"{hands!r} is not a list of hands: expected 2 to 10, as in ['AhKh', 'QQ+']") from None
        if not 2 <= len(given) <= 10:
            raise BadSpot(f"{len(given)} hand{'s' * (len(given) != 1)} given: expected 2 to 10")
        self.places: dict[Card, str] = {}
        self.board = self._lay(board, "the board")
        if len(self.board) > 5:
            raise BadSpot(f"the board has {len(self.board)} cards: expected at most 5")
        self.dead = self._lay(dead, "the dead cards")
        self.names: list[str] = []
        self.held: list[dict[Combo, int]] = []
        self.ranged: list[int] = []
        for number, hand in enumerate(given, 1):
            self._seat(hand, f"hand {number}")
        if len(self.dead) + 2 * len(given) + 5 > 52:
            raise BadSpot(f"the deck has too few cards left for {len(given)} hands and the board")
        self._part()

    def _lay(self, cards: str | Iterable[object], place: str) -> tuple[Card, ...]:
        try:
            found = to_cards(cards)
        except BadCards as error:
            raise BadSpot(error.sentence, place) from None
        except TypeError:
            raise BadSpot(f"{cards!r} is not a list of cards, as in 'AhKd'", place) from None
        for card in found:
            if card in self.places:
                raise BadSpot(f"{card} is in {self.places[card]} and in {place}: the deck has only one")
            self.places[card] = place
        return found

    def _seat(self, hand: HandOrRange, place: str) -> None:
        try:
            held = hand if isinstance(hand, Range) else _range_or_none(hand)
        except BadRange as error:
            raise BadSpot(str(error), place) from None
        if held is None:
            cards = self._lay(hand, place)
            if len(cards) != 2:
                raise BadSpot(f"{place} has {len(cards)} card{'s' * (len(cards) != 1)}: expected two, or a range")
            self.names.append(format_cards(cards))
            self.held.append({(max(cards), min(cards)): 1})
            return
        self.ranged.append(len(self.held))
        self.names.append(str(held))
        if not held:
            raise BadSpot(f"{place} is an empty range: expected at least one combo")
        weights = {combo: int(weight * 10**6) for combo, weight in held.items()}
        unit = math.gcd(*weights.values())
        self.held.append({combo: weight // unit for combo, weight in weights.items()})

    def _part(self) -> None:
        """Remove known cards from the ranges, repeating while that leaves another hand with a single combo."""
        gone = set(self.places)
        waiting = list(self.ranged)
        again = True
        while again:
            again = False
            for hand in list(waiting):
                held = {combo: weight for combo, weight in self.held[hand].items() if gone.isdisjoint(combo)}
                if not held:
                    others = format_cards(sorted(gone, reverse=True), " ")
                    raise BadSpot(
                        f"hand {hand + 1} ({self.names[hand]}) has no combo left: {others} are taken; "
                        "expected a range that holds other cards"
                    )
                self.held[hand] = held
                if len(held) == 1:
                    gone.update(*held)
                    waiting.remove(hand)
                    again = True


def _percent(player: PlayerEquity) -> str:
    """Format the equity: 46.21%, or 46.21% ± 0.14% (its 95% interval) if it is sampled."""
    return f"{player.equity:.2%}" + (f" ± {player.half:.2%}" if player.half else "")


def _range_or_none(hand: object) -> Range | None:
    """Return the range in a text, or None if it is two cards."""
    if not isinstance(hand, str) or _TWO_CARDS.fullmatch(hand.strip()):
        return None
    return Range(hand)


def _counted(matchup: _Matchup, deals: _Deals | None) -> Equity:
    spot = Spot(len(matchup.held), matchup.board, matchup.dead)
    if deals is None:
        out = array("q", bytes(24 * len(matchup.held)))
        spot.count(bytes(card for held in matchup.held for combo in held for card in combo), out)
        boards = spot.boards()
        rows = [list(out[3 * hand : 3 * hand + 3]) for hand in range(len(matchup.held))]
    else:
        rows = deals.totals(spot)
        boards = spot.boards() * deals.weight
    players = tuple(_player(name, row, boards) for name, row in zip(matchup.names, rows, strict=True))
    return Equity(True, boards, players, None, 0.0)


def _player(name: str, row: Sequence[int], boards: int, error: float = 0.0, samples: int | None = None) -> PlayerEquity:
    win, tie, share = row
    fraction = Fraction(share, UNITS * boards)
    return PlayerEquity(name, win, tie, float(fraction), fraction, error, samples)


def _sampled(matchup: _Matchup, samples: int, seed: Seed | None) -> Equity:
    combos, upto, starts = bytearray(), array("q"), [0]
    left = 52 - len(matchup.board) - len(matchup.dead) - 2 * sum(len(held) == 1 for held in matchup.held)
    for held in matchup.held:
        # A range of all remaining cards cannot collide: it gets two of the cards left over.
        if len(held) < math.comb(left, 2) or len(set(held.values())) > 1 or len(held) == 1:
            total = 0
            for combo, weight in held.items():
                total += weight
                combos += bytes(combo)
                upto.append(total)
        starts.append(len(upto))
    spot = Spot(len(matchup.held), matchup.board, matchup.dead)
    draws = Keystream(seed, "equity").draws
    done = 0
    while done < samples:
        wanted = min(_CHUNK, samples - done)
        got = spot.sample(draws, bytes(combos), starts, upto, wanted, _TRIES * wanted)
        done += got
        if got < wanted:
            raise BadSpot(
                f"the ranges collide too often to sample: {_TRIES * wanted} tries gave {got} deals without a shared "
                "card; expected ranges that leave each other some cards"
            )
    players = []
    for name, (win, tie, share, square) in zip(matchup.names, spot.totals(), strict=True):
        # One pot won and one lost are added, so a hand that never lost has an error above 0.
        mean = (share / UNITS + 1) / (samples + 2)
        variance = (square / UNITS**2 + 1) / (samples + 2) - mean * mean
        error = math.sqrt(variance / samples)
        players.append(_player(name, (win, tie, share), samples, error, samples))
    return Equity(False, samples, tuple(players), samples, max(player.error for player in players))


# --- ranges, counted ------------------------------------------------------------------------------------------


class _Deals:
    """Deals without a shared card; deals that differ only by renaming suits are merged, with their total weight."""

    def __init__(self, holes: NDArray[Any], weights: list[int]) -> None:
        self.holes = holes
        self.weights = weights
        self.count = len(weights)
        self.weight = sum(weights)

    def totals(self, spot: Spot) -> list[list[int]]:
        """Return each hand's wins, ties and shares over all deals, by weight."""
        import numpy as np

        hands = self.holes.shape[1]
        out = array("q", bytes(24 * hands * self.count))
        spot.count(self.holes.tobytes(), out)
        rows = np.frombuffer(out, np.int64).reshape(self.count, 3 * hands)
        most = int(rows.max()) * self.weight
        kind = np.int64 if most < 2**62 else object
        sums = np.array(self.weights, kind) @ rows.astype(kind)
        return [[int(number) for number in sums[3 * hand : 3 * hand + 3]] for hand in range(hands)]


def _enumerated(matchup: _Matchup) -> _Deals | None:
    """Return the ranges' deals, or None if counting their boards would take too long."""
    import numpy as np

    number = {combo: place for place, combo in enumerate(COMBOS)}
    cards = np.array(COMBOS, np.uint8)
    bits = np.uint64(1) << cards.astype(np.uint64)
    masks = bits[:, 0] | bits[:, 1]

    chosen = np.zeros((1, 0), np.int64)
    used = np.zeros(1, np.uint64)
    heavy = math.prod(max(held.values()) for held in matchup.held) * MAX_DEALS >= 2**62
    weight = np.ones(1, object if heavy else np.int64)
    for held in matchup.held:
        numbers = np.array([number[combo] for combo in held])
        if len(used) * len(numbers) > 4 * MAX_DEALS:
            return None
        row, column = np.nonzero((used[:, None] & masks[numbers]) == 0)
        if len(row) > MAX_DEALS:
            return None
        chosen = np.column_stack([chosen[row], numbers[column]])
        used = used[row] | masks[numbers[column]]
        weight = weight[row] * np.array(list(held.values()), weight.dtype)[column]

    turns = _turns(matchup)
    longest = MAX_MICROSECONDS / _COST[5 - len(matchup.board)] / (len(matchup.held) / 2)
    # No class has more deals than there are renamings, so this is known before the classes are built.
    if len(chosen) > longest * len(turns):
        return None
    first, sums = _classes(chosen, weight, turns)
    if len(first) > longest:
        return None
    return _Deals(cards[chosen[first]], [int(total) for total in sums])


def _turns(matchup: _Matchup) -> list[NDArray[Any]]:
    """Return the suit renamings that leave the board, the dead cards and every known hand unchanged.

    Each is a list with the new numbers of the 1,326 combos.
    """
    import numpy as np

    known = [set(matchup.board), set(matchup.dead)]
    known += [set(combo) for held in matchup.held if len(held) == 1 for combo in held]
    cards = np.array(COMBOS)
    number = np.zeros((52, 52), np.int64)
    number[cards[:, 0], cards[:, 1]] = number[cards[:, 1], cards[:, 0]] = np.arange(len(COMBOS))
    found = []
    for suits in permutations(range(4)):
        turned = [4 * (card >> 2) + suits[card & 3] for card in range(52)]
        if all({turned[card] for card in group} == group for group in known):
            after = np.array(turned)[cards]
            found.append(number[after[:, 0], after[:, 1]])
    return found


def _classes(
    chosen: NDArray[Any], weight: NDArray[Any], turns: list[NDArray[Any]]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return each class's first deal, and the weight of all its deals."""
    import numpy as np

    varying = chosen[:, [column for column in range(chosen.shape[1]) if len(np.unique(chosen[:, column])) > 1]]
    if varying.shape[1] > _KEY_HANDS or not len(chosen):
        return np.arange(len(chosen)), weight
    scale = len(COMBOS) ** np.arange(varying.shape[1], dtype=np.int64)
    key = turns[0][varying] @ scale
    for turn in turns[1:]:
        np.minimum(key, turn[varying] @ scale, out=key)
    order = np.argsort(key, kind="stable")
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    return order[starts], np.add.reduceat(weight[order], starts)
