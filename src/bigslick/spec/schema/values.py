"""Values, conditions, queries and selectors."""

from __future__ import annotations

from typing import Final

from .words import BIND_WHERE, VAR, Construct, Key, optional

_REF = Key("ref", "word", "what is read", words=("gvar", "pvar", "binding", "activePlayer", "tokenProp", "tableField"))
_LEFT, _RIGHT = Key("left", "value", "the left side"), Key("right", "value", "the right side")
ARITHMETIC: Final = ("+", "-", "*", "/", "floorDiv", "ceilDiv", "mod", "min", "max")
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
LOGIC: Final = ("and", "or", "not", "in")

VALUE_LIST = (
    Construct("value", "literal", "A whole number, true or false, or a string, written out.", (), "3"),
    Construct("value", "ref gvar", "A variable of the table.", (_REF, VAR), "{ ref: gvar, var: pot }"),
    Construct(
        "value",
        "ref pvar",
        "A variable of a player.",
        (_REF, Key("player", "player", "whose"), VAR),
        "{ ref: pvar, player: actor, var: chipStack }",
    ),
    Construct(
        "value",
        "ref binding",
        "What a name is bound to.",
        (_REF, Key("name", "binding", "the name")),
        "{ ref: binding, name: $player }",
    ),
    Construct(
        "value",
        "ref activePlayer",
        "The active player when the running effects began.",
        (_REF,),
        "{ ref: activePlayer }",
    ),
    Construct(
        "value",
        "ref tokenProp",
        "A property of a token.",
        (_REF, Key("token", "binding", "the name bound to the token, or a value"), Key("prop", "name", "the property")),
        "{ ref: tokenProp, token: $card, prop: rank }",
    ),
    Construct(
        "value",
        "ref tableField",
        "A field of a row of a table.",
        (_REF, Key("row", "binding", "the name bound to the row"), Key("field", "name", "the column")),
        "{ ref: tableField, row: $level, field: bigBlind }",
    ),
    Construct(
        "value",
        "param",
        "A parameter of the macro that reads it.",
        (Key("param", "name", "the parameter"),),
        "{ param: fromSeat }",
    ),
    Construct(
        "value",
        "op",
        "Arithmetic on ints. `/` cuts towards zero, floorDiv and ceilDiv round down and up, mod has the sign of its "
        "right side; dividing by 0 is an error, and so is a product beyond 2^53.",
        (Key("op", "word", "what is done", words=ARITHMETIC), _LEFT, _RIGHT),
        "{ op: '+', left: 1, right: 2 }",
    ),
    Construct(
        "value",
        "aggregate",
        "Counts the items of a query, or takes the sum, least or greatest of a value over them; 0 if there are no "
        "items.",
        (Key("aggregate", "map", "{op, query} for count; {op, query, bind, valueExpr} for the others"),),
        "{ aggregate: { op: count, query: { query: players } } }",
    ),
    Construct(
        "value",
        "if",
        "One of two values.",
        (Key("if", "map", "{when, then, else}"),),
        "{ if: { when: true, then: 1, else: 2 } }",
    ),
    Construct(
        "value",
        "concat",
        "A string made of values.",
        (Key("concat", "list", "the parts"),),
        "{ concat: ['hand:', { ref: activePlayer }] }",
    ),
)
AGGREGATE: Final = Construct(
    "part",
    "aggregate",
    "What is aggregated.",
    (
        Key("op", "word", "how", words=("count", "sum", "min", "max")),
        Key("query", "query", "over what"),
        optional("bind", "binder", "names the item in valueExpr"),
        optional("valueExpr", "value", "the value of an item, an int"),
    ),
)
IF_VALUE: Final = Construct(
    "part",
    "ifValue",
    "One of two values.",
    (
        Key("when", "condition", "the condition"),
        Key("then", "value", "the value if it is true"),
        Key("else", "value", "the value if it is false, of the same type"),
    ),
)

CONDITION_LIST = (
    Construct("condition", "boolean", "true, false, or any value that is a boolean.", (), "true"),
    Construct(
        "condition",
        "and / or",
        "Whether all, or any, of the conditions hold; stops at the first that decides.",
        (Key("op", "word", "which", words=("and", "or")), Key("args", "list", "one condition or more")),
        "{ op: and, args: [true, true] }",
    ),
    Construct(
        "condition",
        "not",
        "Whether a condition does not hold.",
        (Key("op", "word", "not", words=("not",)), Key("arg", "condition", "the condition")),
        "{ op: not, arg: false }",
    ),
    Construct(
        "condition",
        "comparison",
        "Compares two values of one type; < <= > >= compare ints.",
        (Key("op", "word", "how", words=COMPARISONS), _LEFT, _RIGHT),
        "{ op: '==', left: 1, right: 1 }",
    ),
    Construct(
        "condition",
        "in",
        "Whether a value is among the items of a query.",
        (Key("op", "word", "in", words=("in",)), Key("item", "value", "the value"), Key("query", "query", "the items")),
        "{ op: in, item: { ref: activePlayer }, query: { query: players } }",
    ),
    Construct(
        "condition",
        "conditionMacro",
        "A named condition.",
        (Key("conditionMacro", "name", "the macro"), optional("args", "map", "an argument for each parameter")),
        "{ conditionMacro: live-hands-at-most-one, args: {} }",
    ),
)

_QUERY = Key("query", "word", "which query")
QUERY_LIST = (
    Construct(
        "query",
        "players",
        "All players in the order of their seats, or those for which `where` is true.",
        (_QUERY, *BIND_WHERE),
        "{ query: players }",
    ),
    Construct(
        "query",
        "tokensInZone",
        "The tokens of a zone from the front, or those for which `where` is true.",
        (_QUERY, Key("zone", "zone", "which"), *BIND_WHERE),
        "{ query: tokensInZone, zone: deck:none }",
    ),
    Construct(
        "query",
        "concat",
        "The items of several queries of one type, one after the other.",
        (_QUERY, Key("sources", "list", "the queries")),
    ),
    Construct(
        "query",
        "binding",
        "The list that a name is bound to, or its items for which `where` is true.",
        (_QUERY, Key("name", "binding", "the name"), *BIND_WHERE),
        "{ query: binding, name: $subset }",
    ),
    Construct(
        "query",
        "param",
        "The list that a parameter of the macro holds, or its items for which `where` is true.",
        (_QUERY, Key("name", "name", "the parameter"), *BIND_WHERE),
        "{ query: param, name: cards }",
    ),
    Construct(
        "query",
        "intsInRange",
        "Whole numbers from min to max, both included: every one on the grid of `step`, and the values of "
        "alwaysInclude. With maxResults, a sample that keeps both ends and alwaysInclude. Empty if min is above max.",
        (
            _QUERY,
            Key("min", "value", "the least"),
            Key("max", "value", "the greatest"),
            optional("step", "value", "the grid, 1 by default"),
            optional("alwaysInclude", "list", "values that are kept if they lie in the range"),
            optional("maxResults", "value", "the most that are listed"),
        ),
        "{ query: intsInRange, min: 1, max: 10 }",
    ),
    Construct(
        "query",
        "nextInOrderByCondition",
        "The first item after `from` for which `where` is true, once around with `from` itself last: a list of one "
        "item or none.",
        (
            _QUERY,
            Key("source", "query", "the items, such as players"),
            Key("from", "value", "where to start"),
            Key("bind", "binder", "names the item in `where`"),
            Key("where", "condition", "what it must satisfy"),
            optional("includeFrom", "bool", "whether `from` itself is tried first instead of last"),
        ),
    ),
    Construct(
        "query",
        "tableRows",
        "The rows of a table, or those for which `where` is true.",
        (_QUERY, Key("table", "name", "the table"), *BIND_WHERE),
        "{ query: tableRows, table: blindSchedule }",
    ),
)

SELECTOR_LIST = (
    Construct(
        "selector",
        "player",
        "A player: `actor` (who decides), `active` (the same), {chosen: NAME} for a name that is bound to a player, "
        "{id: N} for a seat, or {param: NAME}.",
        (),
        "{ chosen: $player }",
    ),
    Construct(
        "selector",
        "zone",
        "A zone: `deck:none`, `hand:0`, `hand:actor`, `hand:$player`, {zoneExpr: VALUE} with a value that spells "
        "such a name, or {param: NAME}.",
        (),
        "deck:none",
    ),
)
