"""The effects."""

from __future__ import annotations

from .words import BIND_WHERE, IN, PLAYER, SCOPE, VAR, Key, effect, optional

EFFECT_LIST = (
    effect(
        "setVar",
        "Sets a variable.",
        (SCOPE, PLAYER, VAR, Key("value", "value", "its new value")),
        "setVar: { scope: global, var: pot, value: 0 }",
    ),
    effect(
        "addVar",
        "Adds to an int variable.",
        (SCOPE, PLAYER, VAR, Key("delta", "value", "the int to add")),
        "addVar: { scope: global, var: handsPlayed, delta: 1 }",
    ),
    effect(
        "transferVar",
        "Moves an amount from one int variable to another, without taking the first below its min or the second above "
        "its max. A negative amount moves nothing.",
        (
            Key("from", "cell", "where it comes from"),
            Key("to", "cell", "where it goes"),
            Key("amount", "value", "how much"),
            optional("min", "value", "if less than this would move, move as much as possible"),
            optional("max", "value", "the most to move"),
            optional("actualBind", "binder", "names the amount moved, for later effects"),
        ),
        "transferVar:\n  from: { scope: pvar, player: actor, var: chipStack }\n  to: { scope: global, var: pot }\n  "
        "amount: 10\n  actualBind: $paid",
    ),
    effect(
        "moveAll",
        "Moves all tokens from one zone to the front of another, in order.",
        (Key("from", "zone", "the source"), Key("to", "zone", "the destination"), *BIND_WHERE),
        "moveAll: { from: burn:none, to: muck:none }",
    ),
    effect(
        "moveToken",
        "Moves one token to the front of another zone; an error if it is not in `from`.",
        (Key("token", "value", "the token"), Key("from", "zone", "the source"), Key("to", "zone", "the destination")),
        "moveToken: { token: { ref: binding, name: card }, from: { zoneExpr: { concat: ['hand:', { ref: "
        "activePlayer }] } }, to: discard:none }",
    ),
    effect(
        "draw",
        "Moves tokens from the front of one zone to the front of another, in order; an error if there are too few.",
        (Key("from", "zone", "the source"), Key("to", "zone", "the destination"), Key("count", "value", "how many")),
        "draw: { from: deck:none, to: community:none, count: 3 }",
    ),
    effect(
        "shuffle",
        "Shuffles a zone with the game's random numbers.",
        (Key("zone", "zone", "the zone"),),
        "shuffle: { zone: deck:none }",
    ),
    effect(
        "reveal",
        "Lets players see a zone until it is concealed. Its tokens stay on record for them, through the next turn.",
        (Key("zone", "zone", "the zone"), Key("to", "player", "`all`, or one player")),
        "reveal: { zone: deck:none, to: all }",
    ),
    effect(
        "conceal",
        "Undoes `reveal`.",
        (Key("zone", "zone", "the zone"), optional("from", "player", "`all` (the default), or one player")),
        "conceal: { zone: deck:none }",
    ),
    effect(
        "setActivePlayer",
        "Sets who decides next. `actor` and `activePlayer` do not change until the running effects end.",
        (Key("player", "player", "the player"),),
        "setActivePlayer: { player: { chosen: $next } }",
    ),
    effect(
        "if",
        "Runs one of two lists of effects. A name bound in both is bound afterwards.",
        (
            Key("when", "condition", "the condition"),
            Key("then", "effects", "run if it is true"),
            optional("else", "effects", "run if it is false"),
        ),
    ),
    effect(
        "forEach",
        "Runs effects for each item in a query, which is evaluated once, before the loop. Names bound inside are "
        "local.",
        (
            Key("bind", "binder", "names the item"),
            Key("over", "query", "the items"),
            Key("effects", "effects", "run for each"),
        ),
        "forEach: { bind: $player, over: { query: players }, effects: [] }",
    ),
    effect(
        "let",
        "Binds a value for the effects inside. Names with $ that they bind stay bound afterwards.",
        (Key("bind", "binder", "the name"), Key("value", "value", "the value, evaluated once"), IN),
    ),
    effect(
        "bindValue",
        "Binds a value for later effects.",
        (Key("bind", "binder", "the name"), Key("value", "value", "the value, evaluated once")),
        "bindValue: { bind: $share, value: 3 }",
    ),
    effect(
        "bindQuery",
        "Binds the items of a query for later effects.",
        (Key("bind", "binder", "the name"), Key("query", "query", "the items")),
        "bindQuery: { bind: $cards, query: { query: tokensInZone, zone: deck:none } }",
    ),
    effect(
        "reduce",
        "Reduces a query to one value, starting with `initial`: `next` computes a new value from the old one and each "
        "item.",
        (
            Key("itemBind", "binder", "names the item in `next`"),
            Key("accBind", "binder", "names the value so far in `next`"),
            Key("over", "query", "the items"),
            Key("initial", "value", "the first value"),
            Key("next", "value", "the next value, of the same type"),
            Key("resultBind", "binder", "names the last value, inside and for later effects"),
            optional("in", "effects", "run with the result bound"),
        ),
    ),
    effect(
        "evaluateSubset",
        "Finds the subset of a given size with the highest score; the first one wins a tie. `compute` can only bind "
        "names.",
        (
            Key("source", "query", "the items"),
            Key("subsetSize", "value", "how many of them"),
            Key("subsetBind", "binder", "names the subset in `compute`"),
            Key("compute", "effects", "run for each subset"),
            Key("scoreExpr", "value", "its score, an int"),
            Key("resultBind", "binder", "names the highest score, inside and for later effects"),
            optional("bestSubsetBind", "binder", "names that subset, inside and for later effects"),
            optional("in", "effects", "run with the result bound"),
        ),
    ),
    effect(
        "gotoPhaseExact",
        "Jumps to a later phase of the turn and drops the remaining effects. A jump to the current phase stays in it.",
        (Key("phase", "name", "the phase"),),
        "gotoPhaseExact: { phase: showdown }",
    ),
    effect(
        "macro",
        "Runs a macro. Written `- macro: NAME`, with `args:` next to it.",
        (Key("macro", "name", "the macro"), optional("args", "map", "an argument for each parameter")),
        "macro: deal-community\nargs: { count: 3 }",
    ),
)
