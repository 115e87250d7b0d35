"""Native twins of macros, and the proofs that allow them.

A macro may name a twin. The twin replaces the macro only where PROVEN has the digest of exactly the macro's text, after
the slow test in `tests/spec/test_natives.py` has compared both over every hand. Editing the macro voids the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from bigslick.strength import evaluate

from .expressions import ListRef, Literal, LocalRef
from .tree import BestSubset, Catalogue, EffectMacro, MacroCall, Spec

Score = Callable[[Sequence[int]], int]


class Twin(NamedTuple):
    """Two functions of tokens: the macro itself, and the best of it over all subsets of the macro's size."""

    one: Score
    best: Score
    size: int
    most: int
    """How many tokens `best` takes at most; it takes `size` at least."""


PROVEN: Final[dict[str, frozenset[str]]] = {
    "five-card-score": frozenset({"b720c8f338071b1d78b089ba7f8dd361e3a07c94422787f5812f6102587fa0ea"}),
    "six-plus-score": frozenset({"afcd3af3a3495199c234be94b74981d3c2655383091c76f49317629d98c08cc7"}),
}
"""For each twin, the digests of the macros it is proven equal to."""


def twin_of(macro: EffectMacro, tokens: Catalogue, *, proven: bool = True) -> Twin | None:
    """The twin that may replace a macro; None if it has none, or no proof."""
    if macro.native is None or macro.native not in _MAKERS:
        return None
    if proven and macro.digest not in PROVEN[macro.native]:
        return None
    return _MAKERS[macro.native](tokens)


def twins_of(spec: Spec) -> dict[str, Twin]:
    """The twins that a game may use, by macro."""
    found = {macro.name: twin_of(macro, spec.tokens) for macro in spec.macros}
    return {name: twin for name, twin in found.items() if twin is not None}


def subset_twin(effect: BestSubset, twins: dict[str, Twin]) -> Twin | None:
    """The twin that finds the best subset at once: only where nothing but the score of its macro is asked for."""
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
    """The card of each token; None unless they are different cards with a rank of 2..14 and a suit of 0..3."""
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
    """Scores of poker hands, looked up by strength."""
    cards = _card_numbers(tokens)
    if cards is None:
        return None
    scores = score_of_strength()
    if cards == list(range(52)):

        def direct(held: Sequence[int]) -> int:
            return scores[evaluate(held)]

        return Twin(direct, direct, 5, 7)

    def score(held: Sequence[int]) -> int:
        return scores[evaluate([cards[token] for token in held])]

    return Twin(score, score, 5, 7)


def _six_plus_score(tokens: Catalogue) -> Twin | None:
    """Scores of short-deck hands: five cards have the same kinds as in poker, in another order."""
    cards = _card_numbers(tokens)
    if cards is None:
        return None
    scores = [six_plus(score) for score in score_of_strength()]

    def one(held: Sequence[int]) -> int:
        return scores[evaluate([cards[token] for token in held])]

    def best(held: Sequence[int]) -> int:
        return max(scores[evaluate(five)] for five in combinations([cards[token] for token in held], 5))

    return Twin(one, best, 5, 7)


def six_plus(score: int) -> int:
    """Convert a five-card score to short-deck: flush and full house change places, A-6-7-8-9 is a straight."""
    category, rest = divmod(score, 10**10)
    if rest == _bits((14, 6, 7, 8, 9)):
        return (9 if category == 6 else 5) * 10**10 + 9
    return {6: 7, 7: 6}.get(category, category) * 10**10 + rest


@cache
def score_of_strength() -> list[int]:
    """The score of each of the 7,462 strengths, from one hand of each kind."""
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
