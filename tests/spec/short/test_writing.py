"""The short form can say everything the long one can, and reads back unchanged."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.spec.schema import ARITHMETIC, COMPARISONS
from bigslick.spec.short import Unwritten, parse, write
from bigslick.spec.short.words import KEYWORDS, Kind
from bigslick.spec.source import Place, Source, plain


def read(text: str, kind: Kind = "value") -> Any:
    return plain(parse(text, kind, Place(Source.of("test", text), 1, 1)))


# -- every possible expression
# -------------------------------------------------------------------------------------------

NAMES = st.sampled_from(
    ["pot", "bet", "min", "count", "players", "actor", "next-up", "a_1", "zone", "tokens", "inside"]
)
WORDS = st.one_of(NAMES, st.sampled_from(sorted(KEYWORDS)))
BOUND = st.sampled_from(["$p", "$q", "$next-card", "amount", "actor"])
ZONES = st.one_of(
    st.sampled_from(["deck:none", "hand:0", "hand:actor", "hand:$p"]), NAMES.map(lambda name: {"param": name})
)
LEAVES = st.one_of(
    st.integers(-(10**9), 10**9),
    st.booleans(),
    st.sampled_from(["", "hand:", "it's", "original", "= 3", "a, b) or (c"]),
    NAMES.map(lambda name: {"ref": "gvar", "var": name}),
    BOUND.map(lambda name: {"ref": "binding", "name": name}),
    WORDS.map(lambda name: {"param": name}),
    st.just({"ref": "activePlayer"}),
    st.builds(lambda row, field: {"ref": "tableField", "row": row, "field": field}, BOUND, WORDS),
    st.builds(lambda token, prop: {"ref": "tokenProp", "token": token, "prop": prop}, BOUND, WORDS),
)


def made(**parts: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Build mappings; a key can end in _ if it is a Python keyword."""
    return st.fixed_dictionaries({key.rstrip("_"): part for key, part in parts.items()})


def players(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    computed = values.filter(lambda value: isinstance(value, dict))
    return st.one_of(
        st.sampled_from(["actor", "active"]),
        made(id=st.integers(0, 9)),
        made(param=NAMES),
        made(chosen=BOUND),
        made(chosen=computed),
    )


def queries(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    zones = st.one_of(ZONES, made(zoneExpr=values))
    sources = st.one_of(
        made(query=st.just("players")),
        made(query=st.just("tokensInZone"), zone=zones),
        made(query=st.just("binding"), name=BOUND),
        made(query=st.just("param"), name=NAMES),
        made(query=st.just("tableRows"), table=NAMES),
    )
    filtered = st.builds(lambda source, bind, where: {**source, "bind": bind, "where": where}, sources, BOUND, values)
    some = st.one_of(sources, filtered)
    ranges = st.builds(
        lambda low, high, more: {"query": "intsInRange", "min": low, "max": high, **more},
        values,
        values,
        st.fixed_dictionaries(
            {}, optional={"step": values, "alwaysInclude": st.lists(values, max_size=3), "maxResults": values}
        ),
    )
    following = st.builds(
        lambda whole, first: {**whole, **({"includeFrom": True} if first else {})},
        made(query=st.just("nextInOrderByCondition"), source=some, from_=values, bind=BOUND, where=values),
        st.booleans(),
    )
    return st.one_of(
        some, ranges, following, made(query=st.just("concat"), sources=st.lists(some, min_size=1, max_size=3))
    )


def values_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    asked = queries(values)
    gathered = made(op=st.sampled_from(["sum", "min", "max"]), query=asked, bind=BOUND, valueExpr=values)
    names = st.sampled_from(["is-live", "can-act", "players", "zone"])
    return st.one_of(
        made(ref=st.just("pvar"), player=players(values), var=NAMES),
        made(ref=st.just("tokenProp"), token=values.filter(lambda value: isinstance(value, dict)), prop=NAMES),
        made(op=st.sampled_from([*ARITHMETIC, *COMPARISONS]), left=values, right=values),
        made(op=st.sampled_from(["and", "or"]), args=st.lists(values, min_size=1, max_size=4)),
        made(op=st.just("not"), arg=values),
        made(op=st.just("in"), item=values, query=asked),
        made(aggregate=st.one_of(made(op=st.just("count"), query=asked), gathered)),
        made(if_=made(when=values, then=values, else_=values)),
        made(concat=st.lists(values, max_size=3)),
        made(conditionMacro=names, args=st.dictionaries(WORDS, st.one_of(values, asked), max_size=3)),
    )


VALUES = st.recursive(LEAVES, values_of, max_leaves=12)


@given(VALUES)
@settings(max_examples=150)
def test_every_value_is_read_back_as_it_was(value: Any) -> None:
    assert read(write(value, "value")) == value


@given(queries(VALUES))
@settings(max_examples=80)
def test_every_query_is_read_back_as_it_was(query: Any) -> None:
    assert read(write(query, "query"), "query") == query
    assert read(f"[{write(query, 'query')}]") == query


@pytest.mark.parametrize(
    "text",
    [
        "acted == count(players)",
        "pot > 0 and not folded[actor]",
        "(a or b) and c",
        "a + b - c * (d - 1)",
        "a - (b - c)",
        "1 if pot > 0 else 2 if pot < 0 else 3",
        "sum(bet[$p] for $p in players where not folded[$p])",
        "max(bet[$p] for $p in ($q in players where live(seat: $q)))",
        "min(pot, 3) in ints(1, 9, step: 2, alwaysInclude: [pot, 4], maxResults: 5)",
        "count(concat(tokens(hand:$p), tokens(zone(concat('hand:', $p))))) >= 5",
        "$card.rank == (first(cards: [$hand])).rank",
        "stack[dealerSeat] == stack[($p)]",
        "count(next($p in players after dealerSeat where can-act(seat: $p))) == $row:level",
        "&raiseAmount >= @least",
        "-3 - -4 < 0",
    ],
)
def test_what_is_written_is_how_people_write_it(text: str) -> None:
    assert write(read(text), "value") == text


@pytest.mark.parametrize(
    "data",
    [
        {"ref": "gvar", "var": "and"},
        {"ref": "gvar", "var": "activePlayer"},
        {"ref": "gvar", "var": "pot", "more": 1},
        {"conditionMacro": "count", "args": {}},
        {"conditionMacro": "always"},
        {"op": "and", "args": []},
        {"op": "xor", "left": 1, "right": 2},
        'say "hi"',
        ["pot"],
    ],
)
def test_what_the_short_form_cannot_say_stays_long(data: object) -> None:
    with pytest.raises(Unwritten):
        write(data, "value")
    kinds: list[Kind] = ["value", "query"]
    for kind in kinds:
        with pytest.raises(Unwritten):
            write({"query": "intsInRange", "min": 1}, kind)
    assert "and" in KEYWORDS
