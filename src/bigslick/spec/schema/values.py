"""Values, conditions, queries and selectors."""

from __future__ import annotations

from typing import Final

from .words import BIND_WHERE, VAR, Key, condition, optional, part, query, selector, value

_REF = Key("ref", "word", "what to read", words=("gvar", "pvar", "binding", "activePlayer", "tokenProp", "tableField"))
_LEFT, _RIGHT = Key("left", "value", "the left side"), Key("right", "value", "the right side")
ARITHMETIC: Final = ("+", "-", "*", "/", "floorDiv", "ceilDiv", "mod", "min", "max")
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
LOGIC: Final = ("and", "or", "not", "in")

VALUE_LIST = (
    value("literal", "A whole number, true or false, or a string, written out.", (), "3"),
    value("ref gvar", "A global variable.", (_REF, VAR), "{ ref: gvar, var: pot }"),
    value(
        "ref pvar",
        "A player's variable.",
        (_REF, Key("player", "player", "whose"), VAR),
        "{ ref: pvar, player: actor, var: chipStack }",
    ),
    value(
        "ref binding",
        "The value of a bound name.",
        (_REF, Key("name", "binding", "the name")),
        "{ ref: binding, name: $player }",
    ),
    value(
        "ref activePlayer",
        "The active player when the running effects began.",
        (_REF,),
        "{ ref: activePlayer }",
    ),
    value(
        "ref tokenProp",
        "A token's property.",
        (_REF, Key("token", "binding", "the name bound to the token, or a value"), Key("prop", "name", "the property")),
        "{ ref: tokenProp, token: $card, prop: rank }",
    ),
    value(
        "ref tableField",
        "A field in a table row.",
        (_REF, Key("row", "binding", "the name bound to the row"), Key("field", "name", "the column")),
        "{ ref: tableField, row: $level, field: bigBlind }",
    ),
    value(
        "param",
        "A parameter of the enclosing macro.",
        (Key("param", "name", "the parameter"),),
        "{ param: fromSeat }",
    ),
    value(
        "op",
        "Arithmetic on ints. `/` rounds towards zero, floorDiv and ceilDiv round down and up, mod has the sign of its "
        "right side. Dividing by 0 is an error, and so is a product beyond 2^53.",
        (Key("op", "word", "the operation", words=ARITHMETIC), _LEFT, _RIGHT),
        "{ op: '+', left: 1, right: 2 }",
    ),
    value(
        "aggregate",
        "Counts the items in a query, or takes the sum, minimum or maximum of a value over them; 0 if there are none.",
        (Key("aggregate", "map", "{op, query} for count; {op, query, bind, valueExpr} for the others"),),
        "{ aggregate: { op: count, query: { query: players } } }",
    ),
    value(
        "if",
        "One of two values.",
        (Key("if", "map", "{when, then, else}"),),
        "{ if: { when: true, then: 1, else: 2 } }",
    ),
    value(
        "concat",
        "A string built from values.",
        (Key("concat", "list", "the parts"),),
        "{ concat: ['hand:', { ref: activePlayer }] }",
    ),
)
AGGREGATE: Final = part(
    "aggregate",
    "What to aggregate.",
    (
        Key("op", "word", "the operation", words=("count", "sum", "min", "max")),
        Key("query", "query", "the items"),
        optional("bind", "binder", "names the item in valueExpr"),
        optional("valueExpr", "value", "the value of an item, an int"),
    ),
)
IF_VALUE: Final = part(
    "ifValue",
    "One of two values.",
    (
        Key("when", "condition", "the condition"),
        Key("then", "value", "the value if it is true"),
        Key("else", "value", "the value if it is false, of the same type"),
    ),
)

CONDITION_LIST = (
    condition("boolean", "true, false, or any boolean value.", (), "true"),
    condition(
        "and / or",
        "Whether all, or any, of the conditions hold; stops as soon as the result is clear.",
        (Key("op", "word", "which", words=("and", "or")), Key("args", "list", "one condition or more")),
        "{ op: and, args: [true, true] }",
    ),
    condition(
        "not",
        "Whether a condition does not hold.",
        (Key("op", "word", "not", words=("not",)), Key("arg", "condition", "the condition")),
        "{ op: not, arg: false }",
    ),
    condition(
        "comparison",
        "Compares two values of the same type; < <= > >= compare ints.",
        (Key("op", "word", "the comparison", words=COMPARISONS), _LEFT, _RIGHT),
        "{ op: '==', left: 1, right: 1 }",
    ),
    condition(
        "in",
        "Whether a value is among the items of a query.",
        (Key("op", "word", "in", words=("in",)), Key("item", "value", "the value"), Key("query", "query", "the items")),
        "{ op: in, item: { ref: activePlayer }, query: { query: players } }",
    ),
    condition(
        "conditionMacro",
        "A named condition.",
        (Key("conditionMacro", "name", "the macro"), optional("args", "map", "an argument for each parameter")),
        "{ conditionMacro: live-hands-at-most-one, args: {} }",
    ),
)

_QUERY = Key("query", "word", "which query")
QUERY_LIST = (
    query(
        "players",
        "All players in seat order, or those for which `where` is true.",
        (_QUERY, *BIND_WHERE),
        "{ query: players }",
    ),
    query(
        "tokensInZone",
        "The tokens in a zone from the front, or those for which `where` is true.",
        (_QUERY, Key("zone", "zone", "the zone"), *BIND_WHERE),
        "{ query: tokensInZone, zone: deck:none }",
    ),
    query(
        "concat",
        "The items of several queries of the same type, one after the other.",
        (_QUERY, Key("sources", "list", "the queries")),
    ),
    query(
        "binding",
        "The list a name is bound to, or the items in it for which `where` is true.",
        (_QUERY, Key("name", "binding", "the name"), *BIND_WHERE),
        "{ query: binding, name: $subset }",
    ),
    query(
        "param",
        "The list in a macro's parameter, or the items in it for which `where` is true.",
        (_QUERY, Key("name", "name", "the parameter"), *BIND_WHERE),
        "{ query: param, name: cards }",
    ),
    query(
        "intsInRange",
        "Whole numbers from min to max, both included, in steps of `step`, plus the values in alwaysInclude. With "
        "maxResults, a sample that keeps both ends and alwaysInclude. Empty if min is above max.",
        (
            _QUERY,
            Key("min", "value", "the minimum"),
            Key("max", "value", "the maximum"),
            optional("step", "value", "the step, 1 by default"),
            optional("alwaysInclude", "list", "values to keep if they are in the range"),
            optional("maxResults", "value", "the most to list"),
        ),
        "{ query: intsInRange, min: 1, max: 10 }",
    ),
    query(
        "nextInOrderByCondition",
        "The first item after `from` for which `where` is true, going around once, with `from` itself last: a list of "
        "one item or none.",
        (
            _QUERY,
            Key("source", "query", "the items, such as players"),
            Key("from", "value", "where to start"),
            Key("bind", "binder", "names the item in `where`"),
            Key("where", "condition", "the condition it must satisfy"),
            optional("includeFrom", "bool", "whether `from` itself is tried first instead of last"),
        ),
    ),
    query(
        "tableRows",
        "The rows of a table, or those for which `where` is true.",
        (_QUERY, Key("table", "name", "the table"), *BIND_WHERE),
        "{ query: tableRows, table: blindSchedule }",
    ),
)

SELECTOR_LIST = (
    selector(
        "player",
        "A player: `actor` (the player who decides), `active` (the same), or a mapping with one of these keys; `all` "
        "means everyone in `reveal` and `conceal`.",
        (
            optional("chosen", "binding", "the name bound to the player, or a value that is a seat"),
            optional("id", "int", "a seat, counted from 0"),
            optional("param", "name", "a parameter of the enclosing macro"),
        ),
        "{ chosen: $player }",
        ("actor", "active", "all"),
    ),
    selector(
        "zone",
        "A zone: `deck:none`, `hand:0`, `hand:actor`, `hand:$player`, or a mapping with one of these keys.",
        (
            optional("zoneExpr", "value", "a value that is such a name"),
            optional("param", "name", "a parameter of the enclosing macro"),
        ),
        "deck:none",
    ),
)
