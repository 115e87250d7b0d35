"""The effects."""

from __future__ import annotations

from .words import BIND_WHERE, IN, PLAYER, SCOPE, VAR, Construct, Key, optional

EFFECT_LIST = (
    Construct(
        "effect",
        "setVar",
        "Sets a variable.",
        (SCOPE, PLAYER, VAR, Key("value", "value", "its new value, of the variable's type")),
        "setVar: { scope: global, var: pot, value: 0 }",
    ),
    Construct(
        "effect",
        "addVar",
        "Adds to an int variable.",
        (SCOPE, PLAYER, VAR, Key("delta", "value", "what is added, an int")),
        "addVar: { scope: global, var: handsPlayed, delta: 1 }",
    ),
    Construct(
        "effect",
        "transferVar",
        "Moves an amount from one int variable to another: never more than the first holds above its min or the "
        "second takes below its max, and nothing if the amount is negative.",
        (
            Key("from", "cell", "where it comes from"),
            Key("to", "cell", "where it goes"),
            Key("amount", "value", "how much"),
            optional("min", "value", "if less than this would move, as much as possible moves"),
            optional("max", "value", "the most that moves"),
            optional("actualBind", "binder", "bound to the amount moved, for the effects that follow"),
        ),
        "transferVar:\n  from: { scope: pvar, player: actor, var: chipStack }\n  to: { scope: global, var: pot }\n  "
        "amount: 10\n  actualBind: $paid",
    ),
    Construct(
        "effect",
        "moveAll",
        "Moves all tokens of a zone to the front of another, in their order.",
        (Key("from", "zone", "from where"), Key("to", "zone", "to where"), *BIND_WHERE),
        "moveAll: { from: burn:none, to: muck:none }",
    ),
    Construct(
        "effect",
        "moveToken",
        "Moves one token to the front of another zone; an error if it is not in the first.",
        (Key("token", "value", "the token"), Key("from", "zone", "from where"), Key("to", "zone", "to where")),
        "moveToken: { token: { ref: binding, name: card }, from: { zoneExpr: { concat: ['hand:', { ref: "
        "activePlayer }] } }, to: discard:none }",
    ),
    Construct(
        "effect",
        "draw",
        "Takes tokens from the front of a zone and puts them, in their order, at the front of another; all of them "
        "if there are fewer.",
        (Key("from", "zone", "from where"), Key("to", "zone", "to where"), Key("count", "value", "how many")),
        "draw: { from: deck:none, to: community:none, count: 3 }",
    ),
    Construct(
        "effect",
        "shuffle",
        "Shuffles a zone with the game's own random numbers.",
        (Key("zone", "zone", "which"),),
        "shuffle: { zone: deck:none }",
    ),
    Construct(
        "effect",
        "reveal",
        "Lets players see a zone until it is concealed.",
        (Key("zone", "zone", "which"), Key("to", "player", "`all`, or one player")),
        "reveal: { zone: deck:none, to: all }",
    ),
    Construct(
        "effect",
        "conceal",
        "Takes back what `reveal` allowed.",
        (Key("zone", "zone", "which"), optional("from", "player", "`all` (the default), or one player")),
        "conceal: { zone: deck:none }",
    ),
    Construct(
        "effect",
        "setActivePlayer",
        "Says who decides next. `actor` and `activePlayer` stay who they were until the running effects end.",
        (Key("player", "player", "who"),),
        "setActivePlayer: { player: { chosen: $next } }",
    ),
    Construct(
        "effect",
        "if",
        "Runs one of two lists of effects. A name bound in both is bound afterwards.",
        (
            Key("when", "condition", "the condition"),
            Key("then", "effects", "run if it is true"),
            optional("else", "effects", "run if it is false"),
        ),
    ),
    Construct(
        "effect",
        "forEach",
        "Runs effects for each item of a query, which is evaluated once, before the loop. Names bound inside stay "
        "inside.",
        (
            Key("bind", "binder", "names the item"),
            Key("over", "query", "the items"),
            Key("effects", "effects", "run for each"),
        ),
        "forEach: { bind: $player, over: { query: players }, effects: [] }",
    ),
    Construct(
        "effect",
        "let",
        "Binds a value for the effects inside. Names with $ that they bind are bound afterwards too.",
        (Key("bind", "binder", "the name"), Key("value", "value", "the value, evaluated once"), IN),
    ),
    Construct(
        "effect",
        "bindValue",
        "Binds a value for the effects that follow.",
        (Key("bind", "binder", "the name"), Key("value", "value", "the value, evaluated once")),
        "bindValue: { bind: $share, value: 3 }",
    ),
    Construct(
        "effect",
        "bindQuery",
        "Binds the items of a query for the effects that follow.",
        (Key("bind", "binder", "the name"), Key("query", "query", "the items")),
        "bindQuery: { bind: $cards, query: { query: tokensInZone, zone: deck:none } }",
    ),
    Construct(
        "effect",
        "reduce",
        "Reduces a query to one value: starts with `initial`, and `next` makes a new value from the old one and each "
        "item.",
        (
            Key("itemBind", "binder", "names the item in `next`"),
            Key("accBind", "binder", "names the value so far in `next`"),
            Key("over", "query", "the items"),
            Key("initial", "value", "the first value"),
            Key("next", "value", "the next value, of the same type"),
            Key("resultBind", "binder", "names the last value, inside and for the effects that follow"),
            optional("in", "effects", "run with the result bound"),
        ),
    ),
    Construct(
        "effect",
        "evaluateSubset",
        "Finds the subset of a given size with the greatest score; the first of equals wins. `compute` may only "
        "bind names.",
        (
            Key("source", "query", "the items"),
            Key("subsetSize", "value", "how many of them"),
            Key("subsetBind", "binder", "names the subset in `compute`"),
            Key("compute", "effects", "run for each subset"),
            Key("scoreExpr", "value", "its score, an int"),
            Key("resultBind", "binder", "names the greatest score, inside and for the effects that follow"),
            optional("bestSubsetBind", "binder", "names that subset, inside and for the effects that follow"),
            optional("in", "effects", "run with the result bound"),
        ),
    ),
    Construct(
        "effect",
        "gotoPhaseExact",
        "Jumps to a later phase of the turn and drops the effects that would follow. A jump to the current phase "
        "stays in it.",
        (Key("phase", "name", "the phase"),),
        "gotoPhaseExact: { phase: showdown }",
    ),
    Construct(
        "effect",
        "macro",
        "Runs a macro. Written `- macro: NAME` with `args:` beside it.",
        (Key("macro", "name", "the macro"), optional("args", "map", "an argument for each parameter")),
        "macro: deal-community\nargs: { count: 3 }",
    ),
)
