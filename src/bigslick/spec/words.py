"""Describes values, conditions, queries and effects in a few words, for trace, why and explain."""

from __future__ import annotations

from typing import Any

from . import expressions as ex
from . import tree
from .short.words import Kind
from .short.writing import Unwritten, write


def say(value: ex.Argument) -> str:
    """Return a value, condition, query or zone in the short form."""
    if isinstance(value, ex.Combinations):
        return f"{say(value.least)} to {say(value.most)} of {say(value.source)}"
    data = long_form(value)
    try:
        return data if isinstance(data, str) and isinstance(value, ex.ZoneRef) else write(data, _kind(value))
    except Unwritten:  # the short form uses this name itself
        return str(data)


def _kind(value: ex.Argument) -> Kind:
    return "query" if isinstance(value, ex.Query) else "value"


def long_form(value: ex.Argument) -> Any:
    """Return the long form of a value, condition, query or zone, as plain data."""
    if isinstance(value, ex.ZoneRef):
        return _zone(value)
    return _query(value) if isinstance(value, ex.Query) else _value(value)


def _value(value: ex.Value) -> Any:
    match value:
        case ex.Literal(value=literal):
            return literal
        case ex.GlobalRef(var=var):
            return {"ref": "gvar", "var": var.name}
        case ex.PlayerRef(var=var, player=player):
            return {"ref": "pvar", "player": selector(player), "var": var.name}
        case ex.LocalRef(local=local):
            return {"param": local.name} if local.param else {"ref": "binding", "name": local.name}
        case ex.Actor():
            return {"ref": "activePlayer"}
        case ex.SeatOf(value=inner):
            return _value(inner)
        case ex.TokenProp(token=token, prop=prop):
            return {"ref": "tokenProp", "token": _name_or_value(token), "prop": prop}
        case ex.Field(row=row, table=table, column=column):
            return {"ref": "tableField", "row": _name_or_value(row), "field": table.columns[column]}
        case ex.Arithmetic(op=op, left=left, right=right) | ex.Compare(op=op, left=left, right=right):
            return {"op": op, "left": _value(left), "right": _value(right)}
        case ex.Aggregate(op=op, query=query, local=local, expression=expression):
            each = {"bind": local.name, "valueExpr": _value(expression)} if local and expression else {}
            return {"aggregate": {"op": op, "query": _query(query), **each}}
        case ex.IfValue(when=when, then=then, orelse=orelse):
            return {"if": {"when": _value(when), "then": _value(then), "else": _value(orelse)}}
        case ex.Concat(parts=parts):
            return {"concat": [_value(part) for part in parts]}
        case ex.Logic(op=op, args=args):
            return {"op": op, "args": [_value(arg) for arg in args]}
        case ex.Not(arg=arg):
            return {"op": "not", "arg": _value(arg)}
        case ex.Among(item=item, query=query):
            return {"op": "in", "item": _value(item), "query": _query(query)}
    assert isinstance(value, ex.ConditionCall)
    named = zip(value.macro.params, value.args, strict=True)
    return {"conditionMacro": value.macro.name, "args": {param.name: long_form(arg) for param, arg in named}}


def _name_or_value(value: ex.Value) -> Any:
    data = _value(value)
    return data["name"] if isinstance(data, dict) and data.get("ref") == "binding" else data


def selector(player: ex.Value) -> Any:
    data = _name_or_value(player)
    match player, data:
        case ex.Actor(), _:
            return "actor"
        case _, int(seat):
            return {"id": seat}
        case _, {"param": name}:
            return {"param": name}
    return {"chosen": data}


def _zone(zone: ex.ZoneRef) -> Any:
    match zone:
        case ex.FixedZone(zone=owner, index=index):
            return f"{owner.name}:{index - owner.first}" if owner.owned else f"{owner.name}:none"
        case ex.OwnedZone(zone=owner, player=player):
            data = _name_or_value(player)
            if isinstance(player, ex.Actor):
                return f"{owner.name}:actor"
            return (
                f"{owner.name}:{data}" if isinstance(data, str) and data.startswith("$") else _computed(owner, player)
            )
    assert isinstance(zone, ex.NamedZone)
    data = _value(zone.value)
    return data if isinstance(data, dict) and "param" in data else {"zoneExpr": data}


def _computed(owner: tree.Zone, player: ex.Value) -> Any:
    return {"zoneExpr": {"concat": [f"{owner.name}:", _value(player)]}}


def _query(query: ex.Query) -> dict[str, Any]:
    where: ex.Where | None = getattr(query, "where", None)
    some = {"bind": where.local.name, "where": _value(where.condition)} if where is not None else {}
    match query:
        case ex.Players():
            return {"query": "players", **some}
        case ex.TokensInZone(zone=zone):
            return {"query": "tokensInZone", "zone": _zone(zone), **some}
        case ex.ConcatQuery(sources=sources):
            return {"query": "concat", "sources": [_query(source) for source in sources]}
        case ex.ListRef(local=local):
            return {"query": "param" if local.param else "binding", "name": local.name, **some}
        case ex.IntsInRange(low=low, high=high, step=step, always=always, most=most):
            found: dict[str, Any] = {"query": "intsInRange", "min": _value(low), "max": _value(high)}
            found |= {"step": _value(step)} if step is not None else {}
            found |= {"alwaysInclude": [_value(item) for item in always]} if always else {}
            return found | ({"maxResults": _value(most)} if most is not None else {})
        case ex.NextInOrder(source=source, start=start, include_start=include):
            found = {"query": "nextInOrderByCondition", "source": _query(source), "from": _value(start), **some}
            return found | ({"includeFrom": True} if include else {})
        case ex.TableRows(table=table):
            return {"query": "tableRows", "table": table.name, **some}
    raise AssertionError(query)


def cell(target: tree.VariableTarget) -> str:
    var, player = target.var, target.player
    ref = (
        ex.GlobalRef(target.place, var.type, var)
        if player is None
        else ex.PlayerRef(target.place, var.type, var, player)
    )
    return say(ref)


def tell(effect: tree.Effect) -> str:
    """Describe an effect in one line, without its contents."""
    match effect:
        case tree.SetVar(cell=target, value=value):
            return f"{cell(target)} := {say(value)}"
        case tree.AddVar(cell=target, delta=delta):
            return f"{cell(target)} += {say(delta)}"
        case tree.TransferAmount(source=source, target=target, amount=amount):
            return f"move {say(amount)} from {cell(source)} to {cell(target)}"
        case tree.MoveAll(source=source, target=target):
            return f"move all of {say(source)} to {say(target)}"
        case tree.MoveToken(token=token, source=source, target=target):
            return f"move {say(token)} from {say(source)} to {say(target)}"
        case tree.DrawTokens(source=source, target=target, count=count):
            return f"draw {say(count)} from {say(source)} to {say(target)}"
        case tree.Shuffle(zone=zone):
            return f"shuffle {say(zone)}"
        case tree.Reveal(zone=zone, player=player):
            return f"reveal {say(zone)} to {say(player) if player is not None else 'all'}"
        case tree.Conceal(zone=zone, player=player):
            return f"conceal {say(zone)} from {say(player) if player is not None else 'all'}"
        case tree.SetActive(player=player):
            return f"the next to decide is {say(player)}"
        case tree.If(when=when):
            return f"if {say(when)}"
        case tree.ForEach(local=local, over=over):
            return f"for each {local.name} of {say(over)}"
        case tree.Bind(local=local, value=bound):
            return f"{local.name} = {say(bound)}"
        case tree.Reduce(result=result, over=over):
            return f"{result.name} = fold of {say(over)}"
        case tree.EvaluateSubset(result=result, size=size, source=items):
            return f"{result.name} = best {say(size)} of {say(items)}"
        case tree.Goto(name=name):
            return f"go to {name}"
        case tree.MacroCall(macro=macro, args=args):
            named = zip(macro.program.params, args, strict=True)
            return f"{macro.name}({', '.join(f'{param.name}: {say(arg)}' for param, arg in named)})"
    return type(effect).__name__
