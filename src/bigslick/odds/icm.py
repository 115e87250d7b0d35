"""ICM: the value of a stack in prize money, in the Malmuth-Harville model.

A player takes first place with a probability proportional to their stack, second place the same way among the rest, and
so on. That is the finishing order of a race: each player rings a bell after an exponential time whose rate is the
stack. So player i's equity is the integral over time of the density of their bell times the expected prize for the
place they then take, and a field of any size costs a sum over nodes of that integral instead of a sum over finishing
orders.

A player without chips finishes behind everyone with chips; players without chips share the prizes left for them
equally. Payouts for more places than there are players are left out: those places went to players who are gone.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bigslick.checks import converts, is_bytes, is_whole, plain
from bigslick.errors import BigslickError
from bigslick.notebook import html_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

Money: TypeAlias = int | float | Fraction | Decimal

MAX_STACK: Final = 10**18
MAX_PAYOUT: Final = 10**30
MAX_CASES: Final = 8192

_NODES: Final = (20, 28, 40, 56, 80, 112, 160)
_TARGET: Final = 1e-12
_COLUMNS: Final = 32
_SHOWN: Final = 10


class BadField(BigslickError, ValueError):
    """Stacks or payouts that ICM cannot value."""

    __module__ = "bigslick.odds"


@dataclass(frozen=True, slots=True, repr=False)
class IcmResult:
    """A field's equities, in the order of the stacks and in the payouts' money.

    `error` bounds them all: the largest change when the integral was refined, plus the rounding of the sums.
    """

    equities: tuple[float, ...]
    error: float
    stacks: tuple[int, ...]
    left_out: tuple[float, ...] = ()
    """The payouts for places below the last player, left out of every equity."""

    def __repr__(self) -> str:
        shown = [f"{value:,.2f}" for value in self.equities[:_SHOWN]]
        more = [f"… ({len(self.equities)} players)"] if len(self.equities) > _SHOWN else []
        out = [f"({self.left_out_text})"] if self.left_out else []
        return f"<IcmResult: {' '.join([*shown, *more, *out])}>"

    @property
    def left_out_text(self) -> str:
        """The sentence about payouts for more places than players, or empty."""
        if not self.left_out:
            return ""
        first, last = len(self.equities) + 1, len(self.equities) + len(self.left_out)
        places = f"place {first}" if first == last else f"places {first} to {last}"
        return f"{math.fsum(self.left_out):,.2f} for {places} left out: those players are gone"

    def _repr_html_(self) -> str:
        rows = [(f"{stack:,}", f"{value:,.2f}") for stack, value in zip(self.stacks, self.equities, strict=True)]
        return html_table(("stack", "equity"), rows, self.left_out_text)


def icm(stacks: Iterable[int], payouts: Iterable[Money]) -> IcmResult:
    """Return each stack's equity for payouts from first place down: `icm([5000, 3000, 2000], [50, 30, 20])`.

    Payouts for more places than there are stacks belong to players who are gone: they do not count in any equity, and
    the result lists them as `left_out`.
    """
    field = _Field(stacks, payouts)
    prizes = [float(prize) for prize in field.payouts]
    live_prizes = prizes[: len(field.live)]
    best = max(live_prizes, default=0.0)
    values, error = [0.0] * len(field.stacks), 0.0
    if best > 0:
        groups = sorted(field.groups.items(), reverse=True)
        rates = [stack / field.total for stack, _ in groups]
        counts = [len(seats) for _, seats in groups]
        found, error = _race(rates, counts, [prize / best for prize in live_prizes])
        for (_, seats), value in zip(groups, found, strict=True):
            for seat in seats:
                values[seat] = value * best
        error *= best
    for seat in field.broke:
        values[seat] = math.fsum(prizes[len(field.live) :]) / len(field.broke)
    return IcmResult(tuple(values), error, tuple(field.stacks), tuple(float(prize) for prize in field.left_out))


def icm_exact(stacks: Iterable[int], payouts: Iterable[Money]) -> tuple[Fraction, ...]:
    """Return the same equities as exact fractions, for up to 13 different stacks (more players if stacks are equal).

    As in `icm`, payouts for more places than there are stacks do not count in any equity.
    """
    field = _Field(stacks, payouts)
    groups = sorted(field.groups.items())
    cases = math.prod(len(seats) + 1 for _, seats in groups)
    if cases > MAX_CASES:
        raise BadField(
            f"{len(field.live)} players with {len(groups)} different stacks make {cases} cases, and exact fractions go "
            f"up to {MAX_CASES}: use icm(), which states its error"
        )
    worth = _exact([(stack, len(seats)) for stack, seats in groups], field.payouts[: len(field.live)])
    values = [Fraction(0)] * len(field.stacks)
    for (_, seats), value in zip(groups, worth, strict=True):
        for seat in seats:
            values[seat] = value
    for seat in field.broke:
        values[seat] = sum(field.payouts[len(field.live) :], Fraction(0)) / len(field.broke)
    return tuple(values)


class _Field:
    """Checked stacks and payouts: one payout for each player, equal stacks grouped."""

    def __init__(self, stacks: Iterable[int], payouts: Iterable[Money]) -> None:
        self.stacks = [_stack(stack, seat) for seat, stack in enumerate(_rows("stacks", stacks, "[5000, 3000]"))]
        if not self.stacks:
            raise BadField("no stacks given: expected the chips of at least one player")
        self.total = sum(self.stacks)
        if not self.total:
            raise BadField("no player has chips: ICM needs at least one stack above 0")
        prizes = [_prize(prize, place) for place, prize in enumerate(_rows("payouts", payouts, "[50, 30]"), 1)]
        if not prizes:
            raise BadField("no payouts given: expected the prize of first place, and of each further paid place")
        prizes += [Fraction(0)] * (len(self.stacks) - len(prizes))
        self.payouts, self.left_out = prizes[: len(self.stacks)], prizes[len(self.stacks) :]
        self.live = [seat for seat, stack in enumerate(self.stacks) if stack]
        self.broke = [seat for seat, stack in enumerate(self.stacks) if not stack]
        self.groups: dict[int, list[int]] = {}
        for seat in self.live:
            self.groups.setdefault(self.stacks[seat], []).append(seat)


def _stack(stack: object, seat: int) -> int:
    if not is_whole(stack):
        raise BadField(f"stack {seat + 1} is {reprlib.repr(stack)}: chips are whole numbers{converts(stack)}")
    chips = plain(stack)
    if not 0 <= chips <= MAX_STACK:
        raise BadField(f"stack {seat + 1} is {chips}: expected chips from 0 to {MAX_STACK}")
    return chips


def _rows(name: str, values: object, example: str) -> Iterable[Any]:
    if isinstance(values, Mapping | str) or is_bytes(values) or not isinstance(values, Iterable):
        raise BadField(f"the {name} are {values!r}: expected a list, as in {example}")
    return values


def _prize(prize: object, place: int) -> Fraction:
    if isinstance(prize, bool) or not isinstance(prize, int | float | Fraction | Decimal):
        raise BadField(f"the payout of place {place} is {prize!r}: expected a number")
    try:
        exact = Fraction(prize)
    except (ValueError, OverflowError):
        exact = Fraction(-1)
    if exact < 0:
        raise BadField(f"the payout of place {place} is {prize}: expected 0 or more")
    if exact > MAX_PAYOUT:
        raise BadField(f"the payout of place {place} is above {MAX_PAYOUT}: expected an amount of money")
    return exact


def _exact(groups: Sequence[tuple[int, int]], payouts: Sequence[Fraction]) -> list[Fraction]:
    """Return the equity of one player in each group (stack, players) from the expanded race integral.

    A product of factors exp(-st) and 1 - exp(-st) integrates to a sum over the sets W of players that include player i:
    the terms are c(|W|) * stack_i / chips(W), and the factor c depends on the payouts alone.
    """
    players = len(payouts)
    scale = math.lcm(*(prize.denominator for prize in payouts))
    prizes = [int(prize * scale) for prize in payouts]
    factor = [0] * (players + 1)
    for size in range(1, players + 1):
        for place, prize in enumerate(prizes, 1):
            if prize and size > players - place:
                behind = players - place
                factor[size] += prize * math.comb(size - 1, behind) * (-1) ** (size - 1 - behind)
    unit = math.gcd(*(stack for stack, _ in groups))
    terms: list[dict[int, int]] = [{} for _ in groups]
    for chosen in product(*(range(count + 1) for _, count in groups)):
        size = sum(chosen)
        if not size or not factor[size]:
            continue
        chips = sum(stack // unit * taken for (stack, _), taken in zip(groups, chosen, strict=True))
        ways = math.prod(math.comb(count, taken) for (_, count), taken in zip(groups, chosen, strict=True))
        for index, (_, count) in enumerate(groups):
            with_player = ways * chosen[index] // count
            terms[index][chips] = terms[index].get(chips, 0) + with_player * factor[size]
    return [
        Fraction(stack // unit, scale) * _sum_of_fractions(sorted(found.items()))
        for (stack, _), found in zip(groups, terms, strict=True)
    ]


def _sum_of_fractions(terms: Sequence[tuple[int, int]]) -> Fraction:
    """Add (denominator, numerator) pairs, in a tree that keeps the numbers short."""
    level = [(numerator, denominator) for denominator, numerator in terms] or [(0, 1)]
    while len(level) > 1:
        if len(level) % 2:
            level.append((0, 1))
        level = [(a * d + c * b, b * d) for (a, b), (c, d) in zip(level[::2], level[1::2], strict=True)]
    return Fraction(*level[0])


def _race(rates: list[float], counts: list[int], prizes: list[float]) -> tuple[list[float], float]:
    """Return each group's equity per player (falling rates, prizes at most 1), refined until two node counts agree."""
    last: list[float] = []
    for nodes in _NODES:
        values = _integrate(rates, counts, prizes, nodes)
        if last:
            error = max(abs(a - b) for a, b in zip(values, last, strict=True))
            if error <= _TARGET * max(values):
                break
        last = values
    # Equal stacks round the same way, so over a field the distribution's rounding errors add up instead of cancelling.
    rounding = max(values) * 2.0**-52 * (sum(counts) + 16)
    return values, error + rounding


def _integrate(rates: list[float], counts: list[int], prizes: list[float], nodes: int) -> list[float]:
    import numpy as np

    paid = max(place for place, prize in enumerate(prizes, 1) if prize)
    pay = np.array(prizes[:paid])
    # The tails are bounded with prizes that never rise, so the bound holds for later times too.
    ceiling = np.maximum.accumulate(pay[::-1])[::-1]
    rate = np.array(rates)
    many = np.array(counts)
    x, w = np.polynomial.legendre.leggauss(nodes)
    parts: list[NDArray[Any]] = []
    total = np.zeros(len(rates))
    for start, stop in _panels(rate, many, paid):
        half = (stop - start) / 2
        t = np.append(start + half * (1 + x), stop)
        prize = np.repeat(pay[:, None], nodes + 1, axis=1)
        prize[:, -1] = ceiling
        expected = _expected_prize(rate, many, prize, t)
        alive = np.exp(-np.outer(rate, t))
        parts.append((expected[:, :-1] * alive[:, :-1]) @ (w * half) * rate)
        total += parts[-1]
        if np.all(expected[:, -1] * alive[:, -1] <= 1e-18 * total):
            break
    return [math.fsum(column) for column in np.array(parts).T]


def _panels(rate: NDArray[Any], many: NDArray[Any], paid: int) -> Iterator[tuple[float, float]]:
    """Return time intervals short enough that the number of bells rung varies by only a few deviations."""
    import numpy as np

    start, stop = 0.0, 1.0
    while True:
        yield start, stop
        start = stop
        if start * rate[-1] > 800:
            return
        busy = float(np.sum(many * np.minimum(1.0, rate * start) * np.exp(-rate * start / 2)))
        stop = start * (1 + min(1.0, 6 / math.sqrt(min(busy, paid) + 1e-9)))


def _expected_prize(rate: NDArray[Any], many: NDArray[Any], pay: NDArray[Any], t: NDArray[Any]) -> NDArray[Any]:
    """Return the mean prize at each time for one player in each group, with everyone who rang earlier above them.

    The players before it in the list enter as a distribution carried forward, and those after it as prizes carried
    backward, so no player is divided out and every term is positive: no digits are lost.
    """
    import numpy as np

    groups, (paid, _) = len(rate), pay.shape
    players = np.repeat(np.arange(groups), many).tolist()
    result = np.empty((groups, len(t)))
    for first in range(0, len(t), _COLUMNS):
        cut = slice(first, first + _COLUMNS)
        waiting = np.exp(-np.outer(rate, t[cut]))
        rung = -np.expm1(-np.outer(rate, t[cut]))
        chance = np.zeros(pay[:, cut].shape)
        chance[0] = 1
        low, high = 0, 1
        windows: list[tuple[int, int]] = []
        before: dict[int, NDArray[Any]] = {}
        for player, group in enumerate(players):
            if player % 16 == 0:
                low, high = _trim(chance, low, high)
            windows.append((low, high))
            if group not in before:
                before[group] = chance[low:high].copy()
            above = min(high + 1, paid)
            up = chance[low : above - 1] * rung[group]
            chance[low:above] *= waiting[group]
            chance[low + 1 : above] += up
            high = above
        value = pay[:, cut].copy()
        for player in range(len(players) - 1, -1, -1):
            group = players[player]
            low, high = windows[player]
            if player == 0 or players[player - 1] != group:
                result[group, cut] = np.einsum("kt,kt->t", before.pop(group), value[low:high])
            up = value[low + 1 : high + 1] * rung[group]
            value[low:high] *= waiting[group]
            value[low : low + len(up)] += up
    return result


def _trim(chance: NDArray[Any], low: int, high: int) -> tuple[int, int]:
    """Return the narrowest rows that still hold every chance above 1e-30, and set the others to zero."""
    import numpy as np

    some = np.flatnonzero(chance[low:high].max(axis=1) > 1e-30)
    if not len(some):
        chance[low:high] = 0
        return low, low + 1
    chance[low : low + some[0]] = 0
    chance[low + some[-1] + 1 : high] = 0
    return low + int(some[0]), low + int(some[-1]) + 1
