"""Writes the long form of a condition, value or query, as plain data, in the short form."""

from __future__ import annotations

from typing import Any

from bigslick.spec.schema import ARITHMETIC

from .words import (
    ACTIVE,
    BOUND,
    COMPARISONS,
    FILTERED,
    FUNCTIONS,
    GATHERED,
    KEYWORDS,
    NAME,
    RANGE_KEYS,
    TWO_SIDED,
    ZONE,
    Kind,
)

TERNARY, OR, AND, NOT, COMPARE, SUM, PRODUCT, PRIMARY = range(8)


class Unwritten(Exception):
    """The short form cannot express this, so the long form stays."""


def write(data: Any, kind: Kind) -> str:
    """Return the short form, or raise Unwritten."""
    return _query(data) if kind == "query" else _value(data, TERNARY)


def _value(data: Any, level: int) -> str:
    """Return a value, in parentheses if its level is below the one needed."""
    own, text = _levelled(data)
    return text if own >= level else f"({text})"


def _levelled(data: Any) -> tuple[int, str]:
    if not isinstance(data, dict):
        return PRIMARY, _literal(data)
    match data:
        case {"ref": "gvar", "var": str(name), **rest} if not rest and name != ACTIVE:
            return PRIMARY, _name(name)
        case {"ref": "pvar", "player": player, "var": name, **rest} if not rest:
            return PRIMARY, f"{_name(name)}[{_selector(player)}]"
        case {"ref": "binding", "name": name, **rest} if not rest:
            return PRIMARY, _bound(name)
        case {"ref": "activePlayer", **rest} if not rest:
            return PRIMARY, ACTIVE
        case {"ref": "tokenProp", "token": token, "prop": prop, **rest} if not rest:
            return PRIMARY, f"{_token(token)}.{_word(prop)}"
        case {"ref": "tableField", "row": row, "field": field, **rest} if not rest:
            return PRIMARY, f"{_bound(row)}:{_word(field)}"
        case {"param": name, **rest} if not rest:
            return PRIMARY, _param(name)
        case {"aggregate": dict(inner), **rest} if not rest:
            return PRIMARY, _aggregate(inner)
        case {"if": {"when": when, "then": then, "else": orelse, **more}, **rest} if not rest and not more:
            return TERNARY, f"{_value(then, OR)} if {_value(when, OR)} else {_value(orelse, TERNARY)}"
        case {"concat": list(parts), **rest} if not rest:
            return PRIMARY, f"concat({', '.join(_value(part, TERNARY) for part in parts)})"
        case {"conditionMacro": name, "args": dict(args), **rest} if not rest and name not in FUNCTIONS:
            return (
                PRIMARY,
                f"{_name(name)}({', '.join(f'{_word(key)}: {_argument(arg)}' for key, arg in args.items())})",
            )
        case {"op": op, **rest}:
            return _operation(op, rest)
    raise Unwritten


def _operation(op: Any, data: dict[str, Any]) -> tuple[int, str]:
    match data:
        case {"left": left, "right": right, **rest} if not rest:
            if op in TWO_SIDED:
                return PRIMARY, f"{op}({_value(left, TERNARY)}, {_value(right, TERNARY)})"
            if op in COMPARISONS:
                return COMPARE, f"{_value(left, SUM)} {op} {_value(right, SUM)}"
            if op in ARITHMETIC:
                level = SUM if op in ("+", "-") else PRODUCT
                return level, f"{_value(left, level)} {op} {_value(right, level + 1)}"
        case {"args": list(args), **rest} if not rest and op in ("and", "or") and args:
            if len(args) == 1:
                return PRIMARY, f"{op}({_value(args[0], TERNARY)})"
            level = AND if op == "and" else OR
            return level, f" {op} ".join(_value(arg, level + 1) for arg in args)
        case {"arg": arg, **rest} if not rest and op == "not":
            return NOT, f"not {_value(arg, PRIMARY)}"
        case {"item": item, "query": query, **rest} if not rest and op == "in":
            return COMPARE, f"{_value(item, SUM)} in {_source(query)}"
    raise Unwritten


def _aggregate(data: dict[str, Any]) -> str:
    match data:
        case {"op": "count", "query": query, **rest} if not rest:
            return f"count({_query(query)})"
        case {"op": op, "query": query, "bind": bind, "valueExpr": value, **rest} if not rest and op in GATHERED:
            each = f"{_value(value, TERNARY)} for {_bound(bind)} in "
            if isinstance(query, dict) and query.get("bind") == bind and query.get("query") in FILTERED:
                return f"{op}({each}{_query(query).removeprefix(f'{_bound(bind)} in ')})"
            return f"{op}({each}{_source(query)})"
    raise Unwritten


def _query(data: Any) -> str:
    """Return a query; one with a filter names its item first."""
    if not isinstance(data, dict):
        raise Unwritten
    if "where" in data and data.get("query") in FILTERED:
        bare = {key: value for key, value in data.items() if key not in ("bind", "where")}
        return f"{_bound(data.get('bind'))} in {_source(bare)} where {_value(data['where'], TERNARY)}"
    match data:
        case {"query": "players", **rest} if not rest:
            return "players"
        case {"query": "tokensInZone", "zone": zone, **rest} if not rest:
            return f"tokens({_zone(zone)})"
        case {"query": "tableRows", "table": table, **rest} if not rest:
            return f"rows({_word(table)})"
        case {"query": "binding", "name": name, **rest} if not rest:
            return _bound(name)
        case {"query": "param", "name": name, **rest} if not rest:
            return _param(name)
        case {"query": "concat", "sources": list(sources), **rest} if not rest:
            return f"concat({', '.join(_query(source) for source in sources)})"
        case {"query": "intsInRange", "min": low, "max": high, **rest} if rest.keys() <= set(RANGE_KEYS):
            return f"ints({', '.join([_value(low, TERNARY), _value(high, TERNARY), *_range_keys(rest)])})"
        case {"query": "nextInOrderByCondition", "source": source, "from": start, "bind": bind, "where": where, **rest}:
            if rest and rest != {"includeFrom": True}:
                raise Unwritten
            word = "from" if rest else "after"
            begin = f"{_bound(bind)} in {_source(source)} {word} {_value(start, TERNARY)}"
            return f"next({begin} where {_value(where, TERNARY)})"
    raise Unwritten


def _range_keys(data: dict[str, Any]) -> list[str]:
    found = []
    for key, value in data.items():
        if key != "alwaysInclude":
            found.append(f"{key}: {_value(value, TERNARY)}")
        elif isinstance(value, list):
            found.append(f"{key}: [{', '.join(_value(item, TERNARY) for item in value)}]")
        else:
            raise Unwritten
    return found


def _source(data: Any) -> str:
    """Return a query as part of another, in parentheses if it has a filter."""
    text = _query(data)
    return f"({text})" if isinstance(data, dict) and "where" in data and data.get("query") in FILTERED else text


def _selector(data: Any) -> str:
    match data:
        case "actor" | "active":
            return str(data)
        case {"id": int(seat), **rest} if not rest and not isinstance(seat, bool):
            return str(seat)
        case {"param": name, **rest} if not rest:
            return _param(name)
        case {"chosen": str(name), **rest} if not rest:
            return _bound(name)
        case {"chosen": dict(value), **rest} if not rest:
            text = _value(value, TERNARY)
            alike = text in ("actor", "active") or "param" in value or value.get("ref") == "binding"
            return f"({text})" if alike else text
    raise Unwritten


def _token(data: Any) -> str:
    if isinstance(data, str):
        return _bound(data)
    if isinstance(data, dict) and data.keys() == {"param"}:
        return _param(data["param"])
    return f"({_value(data, TERNARY)})"


def _zone(data: Any) -> str:
    match data:
        case str(name) if ZONE.fullmatch(name):
            return name
        case {"param": name, **rest} if not rest:
            return _param(name)
        case {"zoneExpr": value, **rest} if not rest:
            return f"zone({_value(value, TERNARY)})"
    raise Unwritten


def _argument(data: Any) -> str:
    return f"[{_query(data)}]" if isinstance(data, dict) and "query" in data and "op" not in data else _value(data, 0)


def _literal(data: Any) -> str:
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, int) and abs(data) < 10**17:
        return str(data)
    if data == "original":
        return "original"
    if isinstance(data, str) and data.isprintable() and '"' not in data and "\\" not in data:
        return "'" + data.replace("'", "''") + "'"
    raise Unwritten


def _name(data: Any) -> str:
    """Return a name without its sign; refuse a keyword."""
    if data in KEYWORDS:
        raise Unwritten
    return _word(data)


def _word(data: Any) -> str:
    if isinstance(data, str) and NAME.fullmatch(data):
        return data
    raise Unwritten


def _bound(data: Any) -> str:
    if isinstance(data, str) and BOUND.fullmatch(data):
        return data if data.startswith("$") else f"&{data}"
    raise Unwritten


def _param(data: Any) -> str:
    return f"@{_word(data)}"
