"""Cases of type `hand_rank`, `showdown` and `census`: a hand's strength, who wins, how many hands there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from bigslick.cards import format_cards, parse_cards
from bigslick.strength import BEST, Category, best_five, category, count_hands, describe, evaluate

from .case import BadRulings, Ruling, differ, listed

CATEGORIES: Final = tuple(kind.name.lower() for kind in Category)
STRENGTHS: Final = BEST + 1
WITH_ROYAL: Final = "straight_flush_incl_royal"
"""The straight flushes including the royal flush, in a file with nine categories."""


class HandRankCase(Ruling, kw_only=True):
    """Cards with their rank among the 7,462 classes, where 1 is the best, and their category."""

    cards: str
    rank_1_best_7462_worst: int | None = None
    category: str | None = None
    best_five: str | None = None
    name: str | None = None
    """The hand's spoken name: `full house, kings full of sevens`."""


def check_hand_rank(case: HandRankCase) -> Iterator[str]:
    """Check the hand's rank, category, best five cards and name."""
    cards = parse_cards(case.cards)
    strength = evaluate(cards)
    if case.rank_1_best_7462_worst is not None:
        yield from differ(f"rank of {case.cards}", STRENGTHS - strength, case.rank_1_best_7462_worst)
    if case.category is not None:
        made = category(strength)
        suited = made in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
        found = WITH_ROYAL if suited and case.category == WITH_ROYAL else made.name.lower()
        yield from differ(f"category of {case.cards}", found, case.category)
    if case.best_five is not None:
        wanted = format_cards(sorted(parse_cards(case.best_five)), " ")
        yield from differ(f"best five of {case.cards}", format_cards(sorted(best_five(cards)), " "), wanted)
    if case.name is not None:
        yield from differ(f"name of {case.cards}", describe(cards), case.name)


def tell_hand_rank(case: HandRankCase) -> Iterator[str]:
    """Yield the cards and what they make."""
    yield f"Cards: {case.cards}."
    for words, value in (("It is", case.name or case.category), ("The five that play", case.best_five)):
        if value is not None:
            yield f"{words}: {value.replace('_', ' ')}."
    if case.rank_1_best_7462_worst is not None:
        yield f"Of the 7,462 different hands it is number {case.rank_1_best_7462_worst:,}, the royal flush being 1."


# --- showdown --------------------------------------------------------------------------------------------------------


class ShowdownCase(Ruling, kw_only=True):
    """Hands on one board: who wins, and which hands tie."""

    board: str
    hole_cards: dict[int, str]
    winners: list[int]
    order: list[int] | None = None
    """The seats from best to worst, if no two tie."""
    hands: dict[int, str] = msgspec.field(default_factory=dict)
    """The category of each seat's hand."""


def check_showdown(case: ShowdownCase) -> Iterator[str]:
    """Check that the best hand wins and equal hands win together (TDA 12, 20)."""
    if not case.hole_cards:
        raise BadRulings("hole_cards is empty: expected the cards of at least one seat")
    parse_cards(case.board + "".join(case.hole_cards.values()))
    found = {seat: evaluate(parse_cards(cards + case.board)) for seat, cards in case.hole_cards.items()}
    best = max(found.values())
    yield from differ("winners", sorted(seat for seat in found if found[seat] == best), sorted(case.winners))
    if case.order is not None:
        yield from differ("order", sorted(found, key=lambda seat: -found[seat]), case.order)
        if len(set(found.values())) < len(found):
            yield "two hands tie, expected an order without ties"
    for seat, name in case.hands.items():
        made = category(found[seat]).name.lower() if seat in found else None
        yield from differ(f"hand of seat {seat}", made, name)


def tell_showdown(case: ShowdownCase) -> Iterator[str]:
    """Yield the board, the hands and who wins."""
    yield f"Board: {case.board}."
    for seat, cards in sorted(case.hole_cards.items()):
        made = f", {case.hands[seat].replace('_', ' ')}" if seat in case.hands else ""
        yield f"- seat {seat}: {cards}{made}"
    yield f"{listed(case.winners, 'Seat')} win{'s' if len(case.winners) == 1 else ' together'}."
    if case.order is not None:
        yield f"From best to worst: {listed(case.order, 'seat')}."


# --- census ----------------------------------------------------------------------------------------------------------


class Census(msgspec.Struct, forbid_unknown_fields=True):
    """How many hands each category has, in total and by strength."""

    total: int | None = None
    royal_flush: int | None = None
    """Royal flushes listed separately, in a file whose `straight_flush_incl_royal` also counts them."""
    frequencies: dict[str, int] = {}
    distinct_classes: int | None = None
    classes_per_category: dict[str, int] = {}


class CensusCase(Ruling, kw_only=True):
    """Evaluate and count every hand of this many cards."""

    cards: int
    expected: Census


def check_census(case: CensusCase) -> Iterator[str]:
    """Check the count of every hand of `cards` cards."""
    if not 5 <= case.cards <= 7:
        raise BadRulings(f"hands of {case.cards} cards: expected 5, 6 or 7")
    counts, census = count_hands(case.cards), case.expected
    hands, classes = dict.fromkeys(CATEGORIES, 0), dict.fromkeys(CATEGORIES, 0)
    for strength, count in enumerate(counts):
        name = category(strength).name.lower()
        hands[name] += count
        classes[name] += count > 0
    for found in (hands, classes):
        found[WITH_ROYAL] = found["straight_flush"] + found["royal_flush"]
    if census.total is not None:
        yield from differ("total", sum(counts), census.total)
    if census.royal_flush is not None:
        yield from differ("royal_flush", counts[-1], census.royal_flush)
    if census.distinct_classes is not None:
        yield from differ("distinct_classes", sum(count > 0 for count in counts), census.distinct_classes)
    for field, found, expected in (
        ("frequencies", hands, census.frequencies),
        ("classes_per_category", classes, census.classes_per_category),
    ):
        for name, wanted in expected.items():
            if name in found:
                yield from differ(f"{field}.{name}", found[name], wanted)
            else:
                yield f"{field}: {name!r} is not a category; expected one of {', '.join(CATEGORIES)}"


def tell_census(case: CensusCase) -> Iterator[str]:
    """Tell each category's count."""
    census = case.expected
    yield f"All hands of {case.cards} cards" + (f": {census.total:,}." if census.total is not None else ".")
    for name, count in census.frequencies.items():
        kinds = census.classes_per_category.get(name)
        yield f"- {name.replace('_', ' ')}: {count:,}" + ("" if kinds is None else f", of {kinds:,} kinds")
    if census.distinct_classes is not None:
        yield f"Different hands: {census.distinct_classes:,}."
