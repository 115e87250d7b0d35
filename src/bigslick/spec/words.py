"""Values, conditions, queries and effects said in a few words, for trace, why and explain."""

from __future__ import annotations

from .expressions import (
    Actor,
    Aggregate,
    Among,
    Argument,
    Arithmetic,
    Combinations,
    Compare,
    Concat,
    ConcatQuery,
    ConditionCall,
    Field,
    FixedZone,
    GlobalRef,
    IfValue,
    IntsInRange,
    ListRef,
    Literal,
    LocalRef,
    Logic,
    NamedZone,
    NextInOrder,
    Not,
    OwnedZone,
    PlayerRef,
    Players,
    Query,
    SeatOf,
    TableRows,
    TokenProp,
    TokensInZone,
    Where,
    ZoneRef,
)
from .tree import (
    AddVar,
    BestSubset,
    Bind,
    Conceal,
    DrawTokens,
    Effect,
    ForEach,
    Goto,
    If,
    MacroCall,
    MoveAll,
    MoveToken,
    Reduce,
    Reveal,
    SetActive,
    SetVar,
    Shuffle,
    TransferAmount,
    VariableTarget,
)


def say(value: Argument) -> str:
    """A value, condition, query or zone in one line."""
    match value:
        case Literal(value=literal):
            return str(literal).lower() if isinstance(literal, bool) else repr(literal)
        case GlobalRef(var=var):
            return var.name
        case PlayerRef(var=var, player=player):
            return f"{var.name}[{say(player)}]"
        case LocalRef(local=local):
            return local.name
        case Actor():
            return "actor"
        case SeatOf(value=inner):
            return say(inner)
        case TokenProp(token=token, prop=prop):
            return f"{say(token)}.{prop}"
        case Field(row=row, table=table, column=column):
            return f"{say(row)}.{table.columns[column]}"
        case Arithmetic(op=op, left=left, right=right):
            return f"{op}({say(left)}, {say(right)})" if op.isalpha() else f"({say(left)} {op} {say(right)})"
        case Aggregate(op=op, query=query, local=local, expression=expression):
            if expression is None or local is None:
                return f"{op} of {say(query)}"
            return f"{op} of {say(expression)} over {local.name} in {_query(query, local.name)}"
        case IfValue(when=when, then=then, orelse=orelse):
            return f"({say(then)} if {say(when)} else {say(orelse)})"
        case Concat(parts=parts):
            return " & ".join(say(part) for part in parts)
        case Logic(op=op, args=args):
            return "(" + f" {op} ".join(say(arg) for arg in args) + ")"
        case Not(arg=arg):
            return f"not {say(arg)}"
        case Compare(op=op, left=left, right=right):
            return f"{say(left)} {op} {say(right)}"
        case Among(item=item, query=query):
            return f"{say(item)} in {say(query)}"
        case ConditionCall(macro=macro, args=args):
            return f"{macro.name}({', '.join(say(arg) for arg in args)})"
        case ZoneRef():
            return _zone(value)
    assert isinstance(value, Query)
    return _query(value)


def _zone(zone: ZoneRef) -> str:
    match zone:
        case FixedZone(zone=owner, index=index):
            return f"{owner.name}:{index - owner.first}" if owner.owned else f"{owner.name}:none"
        case OwnedZone(zone=owner, player=player):
            return f"{owner.name}:{say(player)}"
        case NamedZone(value=value):
            return say(value)
    return "zone"


def _query(query: Query, bound: str = "") -> str:
    """A query in one line; its filter names its own item unless the reader has just met that name."""
    where: Where | None = getattr(query, "where", None)
    each = f" {where.local.name}" if where is not None and where.local.name != bound else ""
    some = f" with {say(where.condition)}" if where is not None else ""
    match query:
        case Players():
            return f"players{each}{some}"
        case TokensInZone(zone=zone):
            return f"tokens{each} in {_zone(zone)}{some}"
        case ConcatQuery(sources=sources):
            return " then ".join(say(source) for source in sources)
        case ListRef(local=local):
            return f"those{each} of {local.name}{some}" if some else local.name
        case IntsInRange(low=low, high=high):
            return f"{say(low)} to {say(high)}"
        case NextInOrder(source=source, start=start):
            return f"the next{each} of {say(source)} after {say(start)}{some}"
        case TableRows(table=table):
            return f"rows{each} of {table.name}{some}"
        case Combinations(source=source, least=least, most=most):
            return f"{say(least)} to {say(most)} of {say(source)}"
    return "items"


def cell(target: VariableTarget) -> str:
    """A variable as a target."""
    return target.var.name if target.player is None else f"{target.var.name}[{say(target.player)}]"


def tell(effect: Effect) -> str:
    """An effect in one line, without what is inside it."""
    match effect:
        case SetVar(cell=target, value=value):
            return f"{cell(target)} := {say(value)}"
        case AddVar(cell=target, delta=delta):
            return f"{cell(target)} += {say(delta)}"
        case TransferAmount(source=source, target=target, amount=amount):
            return f"move {say(amount)} from {cell(source)} to {cell(target)}"
        case MoveAll(source=source, target=target):
            return f"move all of {_zone(source)} to {_zone(target)}"
        case MoveToken(token=token, source=source, target=target):
            return f"move {say(token)} from {_zone(source)} to {_zone(target)}"
        case DrawTokens(source=source, target=target, count=count):
            return f"draw {say(count)} from {_zone(source)} to {_zone(target)}"
        case Shuffle(zone=zone):
            return f"shuffle {_zone(zone)}"
        case Reveal(zone=zone, player=player):
            return f"reveal {_zone(zone)} to {say(player) if player is not None else 'all'}"
        case Conceal(zone=zone, player=player):
            return f"conceal {_zone(zone)} from {say(player) if player is not None else 'all'}"
        case SetActive(player=player):
            return f"the next to decide is {say(player)}"
        case If(when=when):
            return f"if {say(when)}"
        case ForEach(local=local, over=over):
            return f"for each {local.name} of {_query(over, local.name)}"
        case Bind(local=local, value=bound):
            return f"{local.name} = {say(bound)}"
        case Reduce(result=result, over=over):
            return f"{result.name} = fold of {say(over)}"
        case BestSubset(result=result, size=size, source=items):
            return f"{result.name} = best {say(size)} of {say(items)}"
        case Goto(name=name):
            return f"go to {name}"
        case MacroCall(macro=macro, args=args):
            named = zip(macro.program.params, args, strict=True)
            return f"{macro.name}({', '.join(f'{param.name}: {say(arg)}' for param, arg in named)})"
    return type(effect).__name__
