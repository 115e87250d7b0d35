"""Points by a formula: what it computes, what it refuses, and where."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigslick.tournament.points import DEEPEST, FORMULAS, LONGEST, BadFormula, EventResult, Formula, read_formula

RESULT = EventResult(n=10, place=3, prize=150, buyin=20, spent=44, rebuys=1, hits=2, beaten=7, tied=1)
FACTS: dict[str, Any] = {name: Fraction(value) for name, value in RESULT._asdict().items()}


def value(text: str) -> Fraction:
    return Formula(text).value(RESULT)


# -- what it computes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "place", "buyin", "points"), [(150, 3, 20, 16_309), (900, 25, 0, 2_388), (250, 10, 10, 10_054)]
)
def test_the_published_examples_of_the_tournament_leader_board(n: int, place: int, buyin: int, points: int) -> None:
    """https://www.pokerstars.uk/poker/tournaments/leader-board/explained/, rounded to hundredths as there."""
    result = EventResult(n=n, place=place, prize=0, buyin=buyin, spent=buyin)
    assert Formula(FORMULAS["entry"]).points(result) == points


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Formulas as club directors write them; log is base 10, ln natural.
        ("10*sqrt(n)/sqrt(place+1)*(1+log(spent/n+0.25)) + 10*hits", 20 + 5 * math.sqrt(10) * (1 + math.log10(4.65))),
        ("sqrt(n*buyin*(buyin/spent))/(place+1)", math.sqrt(10 * 20 * 20 / 44) / 4),  # Dr. Neau
        ("log((n + 1)/place)", math.log10(11 / 3)),
        ("15*sqrt(sqrt(buyin)*(n - 6)/place)", 15 * math.sqrt(math.sqrt(20) * 4 / 3)),
        ("n - place + 1 + if(place = 1, 5, 0)", 8),
        ("max(0, 10 - 2*place) + 0.5*rebuys + ln(2.5)", 4.5 + math.log(2.5)),
        ("hits^1.5 + 8^(1/3)", 2**1.5 + 2),
    ],
)
def test_formulas_as_leagues_write_them(text: str, expected: float) -> None:
    assert math.isclose(value(text), expected, rel_tol=1e-14)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("n/3*3", 10),
        ("floor(n/3*3)", 10),
        ("place/1001*1001", 3),
        ("0.1 + 0.2 = 0.3", 1),
        ("sqrt(9)", 3),
        ("sqrt(4/9)", Fraction(2, 3)),
        ("log(1000)", 3),
        ("-2^2", -4),
        ("2^-1", Fraction(1, 2)),
        ("2^3^2", 512),
        ("0^0", 1),
        ("7 - 4 - 2", 1),
        ("8/4/2", 1),
        ("round(2.5) + 10*round(-2.5)", -27),
        ("floor(-0.5)", -1),
        ("(place > 1)*(place < 4)", 1),
        ("min(place, 5, 2) + max(1, place)", 5),
        ("if(0, 1/0, 5)", 5),
        ("if(1, 5, 1/0)", 5),
        ("if(place < 3, 1, if(place < 4, 2, 3))", 2),
        (".5 + 1.", Fraction(3, 2)),
        ("\tn\n", 10),
    ],
)
def test_whole_numbers_and_fractions_are_exact(text: str, expected: Fraction | int) -> None:
    assert value(text) == expected


def test_points_are_rounded_to_hundredths_with_halves_away_from_zero() -> None:
    assert Formula("1.005").points(RESULT) == 101
    assert Formula("-1.005").points(RESULT) == -101
    assert Formula("1/3").points(RESULT) == 33


def test_ours_tied_players_share_the_points_of_their_places() -> None:
    formula = Formula("if(place = 1, 10, if(place = 2, 5, 0))")
    assert [formula.points(RESULT._replace(place=1), shared) for shared in (1, 2, 3)] == [1000, 750, 500]


def test_the_formulas_to_choose_from_can_be_computed_for_a_freeroll() -> None:
    for text in FORMULAS.values():
        Formula(text).points(EventResult(n=1, place=1, prize=0, buyin=0, spent=0))


def test_a_formula_that_was_read_is_remembered() -> None:
    assert read_formula("n - place") is read_formula("n - place")
    assert repr(read_formula("n")) == "Formula('n')"


# -- against other evaluators -----------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.sampled_from(sorted(FACTS)),
    st.integers(0, 9).map(str),
    st.decimals(0, 9, places=2).map(lambda each: f"{each:f}"),
)
INFIX = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda parts: " ".join(parts)),
        st.tuples(inner, st.integers(0, 3)).map(lambda parts: f"{parts[0]}^{parts[1]}"),
        inner.map(lambda text: f"-{text}"),
        inner.map(lambda text: f"({text})"),
        st.tuples(inner, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), inner).map(
            lambda parts: f"(({parts[0]}) {parts[1]} ({parts[2]}))"
        ),
    ),
    max_leaves=12,
).filter(lambda text: len(text) <= LONGEST)


@given(INFIX)
def test_operators_bind_and_compute_as_in_python(text: str) -> None:
    python = re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)", r"Fraction('\1')", text.replace("^", "**"))
    try:
        expected = Fraction(eval(python, {"Fraction": Fraction, **FACTS}))
    except ZeroDivisionError:
        with pytest.raises(BadFormula, match="division by zero"):
            value(text)
        return
    found = value_or_refusal(text)
    if isinstance(found, BadFormula):
        assert "too large" in str(found)
        assert abs(expected) > 1
    else:
        assert found == expected or math.isclose(found, expected, rel_tol=1e-25)


def value_or_refusal(text: str) -> Fraction | BadFormula:
    try:
        return value(text)
    except BadFormula as refused:
        return refused


def tree(*operations: str) -> st.SearchStrategy[Any]:
    """A formula as nested tuples."""
    return st.recursive(
        NUMBERS,
        lambda inner: st.sampled_from(operations).flatmap(
            lambda name: st.tuples(st.just(name), *[inner] * (3 if name == "if" else 1 if name in LONELY else 2))
        ),
        max_leaves=12,
    ).filter(lambda found: len(written(found)) <= LONGEST)


LONELY = ("sqrt", "log", "ln")


def written(node: Any) -> str:
    if isinstance(node, str):
        return node
    name, *parts = node
    inside = [written(part) for part in parts]
    return f"({inside[0]} {name} {inside[1]})" if name in "+-*/^" else f"{name}({', '.join(inside)})"


def computed(node: Any) -> float:
    """Compute a tree with floats; raises ArithmeticError or ValueError where there is no result."""
    if isinstance(node, str):
        return float(FACTS[node]) if node in FACTS else float(node)
    name, *parts = node
    if name == "if":
        return computed(parts[1] if computed(parts[0]) else parts[2])
    given = [computed(part) for part in parts]
    result: float = {
        "+": lambda: given[0] + given[1],
        "-": lambda: given[0] - given[1],
        "*": lambda: given[0] * given[1],
        "/": lambda: given[0] / given[1],
        "^": lambda: math.pow(*given),
        "min": lambda: min(given),
        "max": lambda: max(given),
        "sqrt": lambda: math.sqrt(given[0]),
        "log": lambda: math.log10(given[0]),
        "ln": lambda: math.log(given[0]),
    }[name]()
    return result


@given(tree("+", "*", "/", "^", "min", "max", "if", "sqrt", "log", "ln"))
@example(("^", "0", "0.5"))
@example(("^", "0", ("-", "0", "0.5")))
@example(("log", "0"))
def test_functions_compute_as_floats_do(node: Any) -> None:
    try:
        expected = computed(node)
    except (ArithmeticError, ValueError):
        with pytest.raises(BadFormula):
            value(written(node))
        return
    found = value_or_refusal(written(node))
    if isinstance(found, BadFormula):
        assert "too large" in str(found) or abs(expected) > 1e15, "what floats round to 1 may be 0 or less to us"
    else:
        assert math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-6)


@given(st.text(alphabet="0123456789.+-*/^<>=!(), \tnplacesqrtifmxlog_é\u202e$", max_size=LONGEST + 5))
def test_any_text_is_computed_or_refused(text: str) -> None:
    found = value_or_refusal(text)
    if isinstance(found, BadFormula):
        assert 0 <= found.at <= len(text) + 1
        assert str(found).isprintable()
    else:
        assert len(Formula(text)._program) < 1_000


# -- what it refuses --------------------------------------------------------------------------------------------------

NAMES = "n, place, prize, buyin, spent, rebuys, hits, beaten, tied, if, sqrt, log, ln, min, max, round, floor"
OPERATORS = "expected + - * / ^ < <= > >= = != or, in parentheses, a comma or )"
VALUE = "expected a number, a name, a function or ("


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"character 1: found the end: {VALUE}"),
        ("1+", f"character 3: found the end: {VALUE}"),
        ("n place", f"character 3: found 'place': {OPERATORS}"),
        ("n**2", f"character 3: found '*': {VALUE}"),
        ("2 % n", f"character 3: found '%': {VALUE}"),
        ("n\u202e", f"character 2: found 'U+202E': {VALUE}"),
        ("(1, 2)", f"character 3: found ',': {OPERATORS}"),
        ("(1", f"character 3: found the end: {OPERATORS}"),
        ("1)", f"character 2: found ')': {OPERATORS}"),
        ("1e5", f"character 2: found 'e5': {OPERATORS}"),
        ("3 + plcae", f"character 5: 'plcae' is not a name here: expected one of {NAMES}; did you mean 'place'?"),
        ("__import__", f"character 1: '__import__' is not a name here: expected one of {NAMES}"),
        ("sqrt", "character 1: sqrt is written sqrt(x)"),
        ("2*sqrt(1, 2)", "character 3: sqrt is written sqrt(x)"),
        ("min(1)", "character 1: min is written min(x, y, …)"),
        ("if(1, 2)", "character 1: if is written if(condition, yes, no)"),
        ("if(1, 2, 3, 4)", "character 1: if is written if(condition, yes, no)"),
        ("1 < place < 4", "character 11: two comparisons in a row: multiply them, as in (place > 1) * (place < 4)"),
        ("1/(n - 10)", "character 2: division by zero: expected another divisor"),
        ("0^-1", "character 2: division by zero: expected another divisor"),
        ("0^-0.5", "character 2: division by zero: expected another divisor"),
        ("log(0)", "character 1: the logarithm of 0 or less: expected a number above 0"),
        ("ln(place - n)", "character 1: the logarithm of 0 or less: expected a number above 0"),
        ("sqrt(place - n)", "character 1: the square root of a negative number: expected 0 or more"),
        ("(-8)^(1/3)", "character 5: a negative number has only whole powers: expected a base of 0 or more"),
        ("10^30", "character 3: too large: a number has at most 30 digits before the point"),
        ("n^99999999999", "character 2: too large: a number has at most 30 digits before the point"),
        ("1.0000001^(10^29)", "character 10: too large: a number has at most 30 digits before the point"),
        ("9" * 31, "character 1: too large: a number has at most 30 digits before the point"),
        ("10^13", "it gives more than 1,000,000,000,000 points for one event"),
        ("1" * 501, "a formula has at most 500 characters, not 501"),
        *[
            (text, f"character {at}: too deep: at most {DEEPEST} parentheses, signs and powers inside each other")
            for text, at in (
                ("(" * 41 + "1" + ")" * 41, 41),
                ("-" * 499 + "1", 41),
                ("2^" * 249 + "2", 81),
                ("sqrt(" * 60 + "1" + ")" * 60, 201),
            )
        ],
    ],
)
def test_a_refusal_says_where_what_and_what_is_legal(text: str, sentence: str) -> None:
    with pytest.raises(BadFormula) as refused:
        Formula(text).points(RESULT)
    assert str(refused.value) == sentence
    assert sentence.startswith(f"character {refused.value.at}: " if refused.value.at else ("it gives", "a formula"))


@pytest.mark.parametrize("text", ["1+" * 249 + "1", "(1)" + "*(1)" * 100, "((1/3)^9)^9", "0." + "0" * 400 + "1"])
def test_long_formulas_and_tiny_numbers_are_computed(text: str) -> None:
    assert 0 <= value(text) <= 250


def test_the_reference_lists_every_name_and_every_formula() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/points.md").read_text()
    assert tuple(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == EventResult._fields
    assert re.findall(r"^\| [^`|]+ \| `([^`]+)` \|$", page, re.MULTILINE) == list(FORMULAS.values())


def test_only_text_is_a_formula() -> None:
    with pytest.raises(TypeError, match="not a formula: expected text"):
        Formula(b"n")  # type: ignore[arg-type]
