"""Rulings: a JSON file of scripted cases, each a decision that somebody at a table had to make, checked by the engine.

A file holds `cases`, each with an `id`, a `type` and an `area`, and may hold three sections of numeric truths:
`evaluator`, `hand_rank_vectors` and `equities`. Every case ends in one `Verdict`; a case that cannot be read, or whose
type nobody knows yet, has failed and says why, and never stops the others.

A type is a `msgspec.Struct` and a function over it, joined by `@ruling("name", Struct)`: rooms above add their own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from bigslick.cards import parse_cards
from bigslick.errors import BigslickError
from bigslick.hand.substantial import substantial_action
from bigslick.strength import BEST, Category, category, evaluate

if TYPE_CHECKING:
    from numpy.typing import NDArray

CATEGORIES: Final = tuple(kind.name.lower() for kind in Category)
STRENGTHS: Final = BEST + 1
MOST_SHOWN: Final = 4


class BadRulings(BigslickError, ValueError):
    """A file that is not a file of rulings."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of one case; `why` is empty when it passed."""

    id: str
    area: str
    ok: bool
    why: str = ""


class Ruling(msgspec.Struct, kw_only=True):
    """What every type of case has; the fields here are for people, only `id`, `type` and `area` are read."""

    id: str
    type: str
    area: str = ""
    title: str = ""
    rule_refs: list[str] = []
    verified_by: Any = None
    pokerkit: Any = None
    note: str = ""


class _Head(msgspec.Struct):
    id: str
    type: str
    area: str = ""


class _Type(NamedTuple):
    model: type[Ruling]
    check: Callable[[Any], Iterable[str]]


RulingT = TypeVar("RulingT", bound=Ruling)
Check = Callable[[RulingT], Iterable[str]]
_TYPES: dict[str, _Type] = {}


def ruling(name: str, model: type[RulingT]) -> Callable[[Check[RulingT]], Check[RulingT]]:
    """Make the function below the checker of the cases of this type; it yields one sentence for each difference."""

    def register(check: Check[RulingT]) -> Check[RulingT]:
        _TYPES[name] = _Type(model, check)
        return check

    return register


def check_file(path: str | Path) -> Iterator[Verdict]:
    """The verdict on each case and each numeric truth of a file, in the order of the file."""
    return check_rulings(Path(path).read_bytes(), source=str(path))


def check_rulings(data: bytes | str, *, source: str = "rulings") -> Iterator[Verdict]:
    """The verdict on each case and each numeric truth; `BadRulings` at once if the text is no such file."""
    from . import ruled_hands  # noqa: F401 - adds the type `hand`, which imports the whole engine

    try:
        raw = data if isinstance(data, bytes) else data.encode()
        sections = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        cases = msgspec.json.decode(sections.get("cases", b"[]"), type=list[msgspec.Raw])
    except msgspec.ValidationError as error:
        raise BadRulings(
            f"{source} is not a file of rulings: {explain(error)}; expected an object with a list 'cases'"
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRulings(f"{source} is not JSON: {error}") from None
    if not sections.keys() & {"cases", *_SECTIONS}:
        raise BadRulings(f"{source} has no rulings: expected a list 'cases', or one of {', '.join(_SECTIONS)}")
    return _verdicts(sections, cases)


def _verdicts(sections: dict[str, msgspec.Raw], cases: list[msgspec.Raw]) -> Iterator[Verdict]:
    seen: set[str] = set()
    for place, raw in enumerate(cases):
        verdict = _check_case(raw, place)
        if verdict.id in seen:
            verdict = Verdict(
                verdict.id, verdict.area, False, "this id appears twice in the file: give each case its own"
            )
        seen.add(verdict.id)
        yield verdict
    for name, raw in sections.items():
        if name in _SECTIONS:
            yield from _check_section(name, raw)
        elif name not in ("schema", "cases"):
            known = ", ".join(("cases", *_SECTIONS))
            yield Verdict(name, name, False, f"section {name!r} is not known yet; known are {known}")


def _check_case(raw: msgspec.Raw, place: int) -> Verdict:
    try:
        head = msgspec.json.decode(raw, type=_Head)
    except msgspec.DecodeError as error:
        return Verdict(f"cases[{place}]", "", False, f"case {place + 1} of the file: {explain(error)}")
    known = _TYPES.get(head.type)
    if known is None:
        why = f"type {head.type!r} is not known yet; known are {', '.join(sorted(_TYPES))}"
        return Verdict(head.id, head.area, False, why)

    def check() -> Iterator[str]:
        yield from _misspelt(raw, known.model)
        yield from known.check(msgspec.json.decode(raw, type=known.model))

    return judge(head.id, head.area, check())


def judge(name: str, area: str, differences: Iterable[str]) -> Verdict:
    """A verdict from the differences that a checker finds; whatever goes wrong on the way is one of them."""
    found: list[str] = []
    try:
        found += differences
    except msgspec.ValidationError as error:
        found.append(explain(error))
    except ValueError as error:
        found.append(str(error))
    except Exception as error:  # a mistake of ours must not hide the verdicts on the other cases
        found.append(
            f"unexpected {type(error).__name__}: {error} (a mistake in bigslick: please report it with the case)"
        )
    if len(found) > MOST_SHOWN:
        found[MOST_SHOWN:] = [f"and {len(found) - MOST_SHOWN} more"]
    return Verdict(name, area, not found, "; ".join(found))


def explain(error: Exception) -> str:
    """A decoder's complaint in the words of the file: `blinds.sb: expected int, got str`."""
    text, _, place = str(error).partition(" - at ")
    path = place.strip("`").removeprefix("$").removeprefix(".").replace("`key` in ", "a key of ").replace("`", "")
    missing = re.fullmatch(r"Object missing required field `(.*)`", text)
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", text)
    if missing:
        what = f"field {missing[1]!r} is missing"
    elif unknown:
        what = f"field {unknown[1]!r} is not known"
    else:
        what = text.replace("`", "").replace("Expected", "expected").replace(" | ", " or ")
    return f"{path}: {what}" if path else what


def _misspelt(raw: msgspec.Raw, model: type[Ruling]) -> Iterator[str]:
    """A field that nobody reads is a remark, unless it is nearly the name of one that would change the ruling."""
    names = {field.encode_name for field in msgspec.structs.fields(model)}
    for name in msgspec.json.decode(raw, type=dict[str, msgspec.Raw]):
        if name not in names and (close := difflib.get_close_matches(name, names, 1, 0.8)):
            yield f"field {name!r} is not known: did you mean {close[0]!r}?"


def tell(value: object) -> str:
    """A value for a sentence."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{seat}: {tell(part)}" for seat, part in sorted(value.items())) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(tell(part) for part in value) + "]"
    return str(value)


def differ(name: str, found: object, expected: object) -> Iterator[str]:
    """The sentence for two values that should be equal, or nothing."""
    if found != expected:
        yield f"{name} is {tell(found)}, expected {tell(expected)}"


# --- substantial action ----------------------------------------------------------------------------------------------


class _ActionRow(msgspec.Struct, forbid_unknown_fields=True):
    actions_in_turn: list[str]
    substantial: bool


class SubstantialActionCase(Ruling, kw_only=True):
    """A truth table: actions in turn, and whether they are substantial."""

    cases: list[_ActionRow]


@ruling("substantial_action", SubstantialActionCase)
def check_substantial_action(case: SubstantialActionCase) -> Iterator[str]:
    """Every row of the truth table."""
    for place, row in enumerate(case.cases, 1):
        name = f"row {place}, {' '.join(row.actions_in_turn) or 'no action'}: substantial"
        yield from differ(name, substantial_action(row.actions_in_turn), row.substantial)


# --- money and odds --------------------------------------------------------------------------------------------------


class IcmCase(Ruling, kw_only=True):
    """Stacks and payouts, and the equity of each stack."""

    stacks: list[int]
    payouts: list[int | float]
    expected: list[float]
    expected_exact: list[str] | None = None
    tolerance: float = 1e-6


@ruling("icm", IcmCase)
def check_icm(case: IcmCase) -> Iterator[str]:
    """Each equity within the tolerance of the case, and equal to the exact fraction where the case gives one."""
    from bigslick.odds.icm import icm, icm_exact

    found = icm(case.stacks, case.payouts).equities
    if len(case.expected) != len(found):
        yield f"expected has {len(case.expected)} equities for {len(found)} stacks"
    for place, (equity, wanted) in enumerate(zip(found, case.expected, strict=False), 1):
        yield from _near(f"equity of stack {place}", equity, wanted, case.tolerance)
    if case.expected_exact is not None:
        yield from differ(
            "expected_exact",
            icm_exact(case.stacks, case.payouts),
            tuple(fraction(text) for text in case.expected_exact),
        )


def fraction(text: str) -> Fraction:
    """The value of "1075/28"."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadRulings(f"{text!r} is not a fraction: expected one such as '1075/28'") from None


def _near(name: str, found: float, expected: float, tolerance: float) -> Iterator[str]:
    if not abs(found - expected) <= tolerance:  # also true when either is not a number
        yield f"{name} is {found:.9g}, expected {expected:.9g} within {tolerance:g}"


class _Share(msgspec.Struct, forbid_unknown_fields=True):
    win: int
    tie: int
    equity: float
    equity_exact: str | None = None


class Matchup(msgspec.Struct):
    """Hands against each other, and how often each wins over all boards."""

    id: str
    hands: list[str]
    players: list[_Share]
    board: str = ""
    dead: str = ""
    boards_enumerated: int | None = None


class _Matchups(msgspec.Struct):
    matchups: list[msgspec.Raw]
    tolerance: float = 1e-7


def check_matchup(matchup: Matchup, tolerance: float) -> Iterator[str]:
    """Wins and ties to the board, equities within the tolerance."""
    from bigslick.odds.equity import equity

    result = equity(matchup.hands, board=matchup.board, dead=matchup.dead)
    if not result.exact:
        yield "the equity was sampled, expected an exact count"
    if matchup.boards_enumerated is not None:
        yield from differ("boards_enumerated", result.boards, matchup.boards_enumerated)
    yield from differ("number of players", len(result.players), len(matchup.players))
    for hand, found, expected in zip(matchup.hands, result.players, matchup.players, strict=False):
        yield from differ(f"win of {hand}", found.win, expected.win)
        yield from differ(f"tie of {hand}", found.tie, expected.tie)
        yield from _near(f"equity of {hand}", found.equity, expected.equity, tolerance)
        if expected.equity_exact is not None:
            yield from differ(f"equity_exact of {hand}", found.fraction, fraction(expected.equity_exact))


def _check_equities(raw: msgspec.Raw) -> Iterator[Verdict]:
    section = msgspec.json.decode(raw, type=_Matchups)
    for place, part in enumerate(section.matchups):
        try:
            matchup = msgspec.json.decode(part, type=Matchup)
        except msgspec.DecodeError as error:
            yield Verdict(f"equities.matchups[{place}]", "equities", False, explain(error))
        else:
            yield judge(f"equities.{matchup.id}", "equities", check_matchup(matchup, section.tolerance))


# --- the evaluator ---------------------------------------------------------------------------------------------------


class Vector(msgspec.Struct, forbid_unknown_fields=True):
    """Cards with their place among the 7,462 classes, 1 for the best, and their category."""

    cards: str
    rank_1_best_7462_worst: int | None = None
    category: str | None = None
    note: str = ""


def check_vector(vector: Vector) -> Iterator[str]:
    """The place and the category of the cards."""
    strength = evaluate(parse_cards(vector.cards))
    if vector.rank_1_best_7462_worst is not None:
        yield from differ(f"rank of {vector.cards}", STRENGTHS - strength, vector.rank_1_best_7462_worst)
    if vector.category is not None:
        yield from differ(f"category of {vector.cards}", category(strength).name.lower(), vector.category)


def _check_vectors(raw: msgspec.Raw) -> Iterator[Verdict]:
    for place, part in enumerate(msgspec.json.decode(raw, type=list[msgspec.Raw]), 1):

        def check(part: msgspec.Raw = part) -> Iterator[str]:
            yield from check_vector(msgspec.json.decode(part, type=Vector))

        yield judge(f"vectors.{place}", "hand_rank_vectors", check())


class Census(msgspec.Struct, forbid_unknown_fields=True):
    """How many hands of each category there are, and how many different ones."""

    total: int | None = None
    royal_flush: int | None = None
    frequencies: dict[str, int] = {}
    distinct_classes: int | None = None
    classes_per_category: dict[str, int] = {}


_SIZES: Final = {"five_card": 5, "six_card": 6, "seven_card": 7}


def check_census(census: Census, size: int) -> Iterator[str]:
    """Every hand of `size` cards is evaluated and counted."""
    counts = count_hands(size)
    hands, classes = dict.fromkeys(CATEGORIES, 0), dict.fromkeys(CATEGORIES, 0)
    for strength, count in enumerate(counts):
        name = category(strength).name.lower()
        hands[name] += count
        classes[name] += count > 0
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
            plain = name.removesuffix("_incl_royal")
            if plain in found:
                yield from differ(f"{field}.{name}", found[plain], wanted)
            else:
                yield f"{field}: {name!r} is not a category; expected one of {', '.join(CATEGORIES)}"


def count_hands(size: int) -> list[int]:
    """How many hands of `size` cards have each of the 7,462 strengths: all of them are counted, none is sampled."""
    import numpy as np

    from bigslick.core.evaluate import COMPILED, count_strengths

    counts = np.zeros(STRENGTHS, np.uint64)
    if COMPILED:
        count_strengths(size, counts)
    else:
        _count_with_numpy(size, counts)
    return [int(count) for count in counts]


def _count_with_numpy(size: int, counts: NDArray[Any]) -> None:
    """The same count over the same tables, many hands at a time: a Python loop over 133,784,560 hands takes minutes."""
    import numpy as np

    from bigslick.core import tables

    table = tables.build()
    key, mask = np.array(tables.card_keys(), np.uint64), np.array(tables.card_masks(), np.uint64)
    low, three, eights = np.uint64(0xFFFF), np.uint64(0x3333), np.uint64(0x8888)
    tails = np.array(list(combinations(range(52), 4)), np.uint8)
    tail_key, tail_mask = key[tails].sum(axis=1), np.bitwise_or.reduce(mask[tails], axis=1)
    start = np.searchsorted(tails[:, 0], np.arange(53))
    for head in combinations(range(52), size - 4):
        first = start[head[-1] + 1]
        chosen = list(head)
        keys = tail_key[first:] + key[chosen].sum()
        found = table.value[table.hi[keys >> np.uint64(16) & low] + table.lo[keys & low]]
        suited = ((keys >> np.uint64(32)) + three) & eights
        flush = np.flatnonzero(suited)
        masks, suits = tail_mask[first:][flush] | np.bitwise_or.reduce(mask[chosen]), suited[flush]
        masks = np.where(suits & np.uint64(0x8800), masks >> np.uint64(32), masks)
        masks = np.where(suits & np.uint64(0x8080), masks >> np.uint64(16), masks)
        found[flush] = table.flush[masks & np.uint64(0x1FFF)]
        counts += np.bincount(found, minlength=STRENGTHS).astype(np.uint64)


def _check_evaluator(raw: msgspec.Raw) -> Iterator[Verdict]:
    for name, part in msgspec.json.decode(raw, type=dict[str, msgspec.Raw]).items():
        if name in _SIZES:

            def check(part: msgspec.Raw = part, size: int = _SIZES[name]) -> Iterator[str]:
                yield from check_census(msgspec.json.decode(part, type=Census), size)

            yield judge(f"evaluator.{name}", "evaluator", check())
        elif name not in ("verified_by", "note"):
            why = f"{name!r} is not known yet; known are {', '.join(_SIZES)}"
            yield Verdict(f"evaluator.{name}", "evaluator", False, why)


_SECTIONS: Final[dict[str, Callable[[msgspec.Raw], Iterator[Verdict]]]] = {
    "evaluator": _check_evaluator,
    "hand_rank_vectors": _check_vectors,
    "equities": _check_equities,
}


def _check_section(name: str, raw: msgspec.Raw) -> Iterator[Verdict]:
    try:
        yield from _SECTIONS[name](raw)
    except msgspec.DecodeError as error:
        yield Verdict(name, name, False, explain(error))
