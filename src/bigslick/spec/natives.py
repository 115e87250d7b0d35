"""Native twins of macros, and the proofs that allow them.

A macro can name a twin. The twin replaces it only if PROVEN has the digest of the macro's exact text, added after the
slow test in `tests/spec/test_natives.py` compared both over every hand. Editing the macro voids the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from bigslick.strength import evaluate

from .expressions import ListRef, Literal, LocalRef
from .tree import Catalogue, EffectMacro, EvaluateSubset, MacroCall, Spec

Score = Callable[[Sequence[int]], int]


class Twin(NamedTuple):
    """Two functions on tokens: the macro itself, and its best score over all subsets of the macro's size."""

    one: Score
    best: Score
    size: int
    most: int
    """The most tokens that `best` takes; the fewest is `size`."""

    def fits(self, held: Sequence[int]) -> bool:
        """Whether `one` is proven for these tokens: five different ones. The macro itself scores all others."""
        return len(held) == self.size == len({*held})


PROVEN: Final[dict[str, frozenset[str]]] = {
    "five-card-score": frozenset({"b720c8f338071b1d78b089ba7f8dd361e3a07c94422787f5812f6102587fa0ea"}),
    "six-plus-score": frozenset({"afcd3af3a3495199c234be94b74981d3c2655383091c76f49317629d98c08cc7"}),
}
"""For each twin, the digests of the macros it is proven equal to."""


def twin_of(macro: EffectMacro, tokens: Catalogue, *, proven: bool = True) -> Twin | None:
    """Return the twin that can replace a macro; None without a twin or a proof."""
    if macro.native is None or macro.native not in _MAKERS:
        return None
    if proven and macro.digest not in PROVEN[macro.native]:
        return None
    return _MAKERS[macro.native](tokens)


def twins_of(spec: Spec) -> dict[str, Twin]:
    """Return a game's usable twins, by macro."""
    found = {macro.name: twin_of(macro, spec.tokens) for macro in spec.macros}
    return {name: twin for name, twin in found.items() if twin is not None}


def subset_twin(effect: EvaluateSubset, twins: dict[str, Twin]) -> Twin | None:
    """Return the twin that finds the best subset in one step, if only its macro's score is needed."""
    if len(effect.compute) != 1 or effect.best is not None or not isinstance(effect.size, Literal):
        return None
    call = effect.compute[0]
    if not isinstance(call, MacroCall) or call.macro.name not in twins or len(call.args) != 1 or len(call.exports) != 1:
        return None
    arg, score = call.args[0], effect.score
    if not (isinstance(arg, ListRef) and arg.local is effect.subset and arg.where is None):
        return None
    if not (isinstance(score, LocalRef) and score.local is call.exports[0][1]):
        return None
    twin = twins[call.macro.name]
    return twin if effect.size.value == twin.size else None


def _card_numbers(tokens: Catalogue) -> list[int] | None:
    """Return each token's card; None unless they are different cards with a rank of 2..14 and a suit of 0..3."""
    ranks, suits = tokens.props.get("rank"), tokens.props.get("suit")
    if ranks is None or suits is None:
        return None
    cards = []
    for rank, suit in zip(ranks, suits, strict=True):
        if rank is None or suit is None or not (2 <= rank <= 14 and 0 <= suit <= 3):
            return None
        cards.append(4 * (rank - 2) + suit)
    return cards if len(set(cards)) == len(cards) else None


def _five_card_score(tokens: Catalogue) -> Twin | None:
    """Score poker hands, looked up by strength."""
    cards = _card_numbers(tokens)
    if cards is None:
        return None
    scores = score_of_strength()
    if cards == list(range(52)):
        return Twin(lambda held: scores[evaluate(_five(held))], lambda held: scores[evaluate(held)], 5, 7)

    def best(held: Sequence[int]) -> int:
        return scores[evaluate([cards[token] for token in held])]

    return Twin(lambda held: best(_five(held)), best, 5, 7)


def _six_plus_score(tokens: Catalogue) -> Twin | None:
    """Score short-deck hands: five cards form the same kinds as in poker, in another order."""
    cards = _card_numbers(tokens)
    if cards is None:
        return None
    scores = [six_plus(score) for score in score_of_strength()]

    def one(held: Sequence[int]) -> int:
        return scores[evaluate([cards[token] for token in _five(held)])]

    def best(held: Sequence[int]) -> int:
        return max(scores[evaluate(five)] for five in combinations([cards[token] for token in held], 5))

    return Twin(one, best, 5, 7)


def _five(held: Sequence[int]) -> Sequence[int]:
    """Refuse any other number of cards, for which the evaluator would score the best five."""
    if len(held) != 5:
        raise ValueError(f"{len(held)} cards for a twin: expected five")
    return held


def six_plus(score: int) -> int:
    """Convert a five-card score to short-deck: flush and full house swap, and A-6-7-8-9 is a straight."""
    category, rest = divmod(score, 10**10)
    if rest == _bits((14, 6, 7, 8, 9)):
        return (9 if category == 6 else 5) * 10**10 + 9
    return {6: 7, 7: 6}.get(category, category) * 10**10 + rest


@cache
def score_of_strength() -> list[int]:
    """Return a score for each of the 7,462 strengths, from one hand of each kind."""
    scores = [0] * 7462
    for ranks in combinations(range(13), 5):
        for suits in ((0, 0, 0, 0, 0), (0, 0, 0, 0, 1)):
            hand = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            scores[evaluate(hand)] = plain_score(hand)
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) == 5 or max(map(ranks.count, ranks)) > 4:
            continue
        hand = [4 * rank + ranks[:index].count(rank) for index, rank in enumerate(ranks)]
        if len({card & 3 for card in hand}) > 1:
            scores[evaluate(hand)] = plain_score(hand)
    return scores


def plain_score(hand: Sequence[int]) -> int:
    """Compute hand-rank-score in plain Python: category * 10^10 plus the tie-break."""
    ranks = [(card >> 2) + 2 for card in hand]
    groups = {rank: ranks.count(rank) for rank in ranks}
    if len(groups) == 5:
        flush = len({card & 3 for card in hand}) == 1
        top = 5 if set(ranks) == {14, 2, 3, 4, 5} else max(ranks) if max(ranks) - min(ranks) == 4 else 0
        category = (9 if flush else 5) if top else (6 if flush else 1)
        return category * 10**10 + (top or _bits(ranks))
    many = max((rank for rank, count in groups.items() if count >= 3), default=0)
    pairs = [rank for rank, count in groups.items() if count == 2]
    rest = [rank for rank, count in groups.items() if count == 1]
    if max(groups.values()) == 4:
        category = 8
    elif many:
        category = 7 if pairs else 4
    else:
        category = len(pairs) + 1
    return category * 10**10 + many * 10**8 + _bits(pairs) * 10**4 + _bits(rest)


def _bits(ranks: Sequence[int]) -> int:
    return sum(1 << (rank - 2) for rank in ranks)


_MAKERS: Final[dict[str, Callable[[Catalogue], Twin | None]]] = {
    "five-card-score": _five_card_score,
    "six-plus-score": _six_plus_score,
}
