"""A document's sections and their parts."""

from __future__ import annotations

from .words import PARAM_TYPES, PLAYER, SCOPE, VAR, Key, optional, part, section

SECTION_LIST = (
    section(
        "imports",
        "The documents that this one builds on: `std:NAME`, or a file, relative to this one.",
        (),
        "imports: [std:poker]",
    ),
    section(
        "metadata",
        "The game's name and how many can play.",
        (
            Key("id", "name", "the game's name"),
            optional("title", "text", "its name in text"),
            Key("players", "map", "the minimum and maximum number of players: {min, max}"),
        ),
        "metadata: { id: kuhn, title: Kuhn poker, players: { min: 2, max: 2 } }",
    ),
    section(
        "globalVars",
        "The game's variables.",
        (),
        "globalVars:\n  - { name: pot, type: int, init: 0, min: 0, max: 1000 }",
    ),
    section(
        "perPlayerVars",
        "The variables that every player has.",
        (),
        "perPlayerVars:\n  - { name: folded, type: boolean, init: false }",
    ),
    section(
        "zones",
        "The places for tokens. An unowned zone `deck` is written `deck:none`; an owned zone `hand` is `hand:0`, "
        "`hand:1` ... by player.",
        (),
        "zones:\n  - { id: deck, owner: none, visibility: hidden }",
    ),
    section(
        "tokens",
        "Catalogues of tokens, such as cards.",
        (),
        "tokens:\n  - id: card\n    zone: deck:none\n    props:\n      - { name: rank, from: 2, to: 14, names: "
        "23456789TJQKA }\n      - { name: suit, from: 0, to: 3, names: cdhs }",
    ),
    section(
        "tables",
        "Lookup tables of whole numbers.",
        (),
        "tables:\n  - id: levels\n    rows:\n      - { level: 0, bigBlind: 20 }\n      - { level: 1, bigBlind: 30 }",
    ),
    section("setup", "Effects that run once, before the first phase."),
    section(
        "turnStructure",
        "The phases of a turn, in order. A phase without a legal action is skipped; after the last phase a new turn "
        "begins.",
        (Key("phases", "list", "the phases"),),
    ),
    section(
        "turnOrder",
        "How a new turn changes the active player.",
        (
            Key(
                "type",
                "word",
                "`roundRobin` moves to the next player, `manual` leaves it to setActivePlayer",
                words=("roundRobin", "manual"),
            ),
        ),
        "turnOrder: { type: roundRobin }",
    ),
    section("actions", "What players can do."),
    section("effectMacros", "Named effects with parameters."),
    section("conditionMacros", "Named conditions with parameters."),
    section("terminal", "The ways the game can end, tested after each move and before each new phase."),
    section(
        "scoring",
        "Who wins a game that ends by score. The value is computed for each player as `actor`.",
        (
            Key("method", "word", "which score wins", words=("highest", "lowest")),
            Key("value", "value", "the score, an int"),
        ),
        "scoring: { method: highest, value: { ref: pvar, player: actor, var: chipStack } }",
    ),
    section(
        "override",
        "What this document changes in the documents before it. Parts are matched by name; the keys given replace the "
        "old ones, and the rest stay. `original` stands for what was there: as an item in a list such as `args`, or "
        "as `arg` or `when`.",
        (
            optional("metadata", "map", "keys to replace"),
            optional("globalVars", "list", "by `name`: the keys to replace, such as `init`"),
            optional("perPlayerVars", "list", "by `name`"),
            optional("zones", "list", "by `id`"),
            optional("tokens", "list", "by `id`"),
            optional("tables", "list", "by `id`"),
            optional("setup", "effects", "replaces setup"),
            optional("phases", "list", "phases by `id`"),
            optional("turnOrder", "map", "keys to replace"),
            optional("actions", "list", "by `id`"),
            optional("effectMacros", "list", "by `id`"),
            optional("conditionMacros", "list", "by `id`"),
            optional("terminal", "list", "replaces all endings"),
            optional("scoring", "map", "keys to replace"),
            optional("invariants", "list", "by `name`"),
        ),
        "override:\n"
        "  globalVars:\n"
        "    - { name: startingStack, init: 500 }\n"
        "  actions:\n"
        "    - { id: fold, pre: { op: and, args: [original, { op: '>', left: { ref: gvar, var: pot }, right: 0 }] } }",
        ("original",),
    ),
    section("invariants", "Conditions that must hold at every decision; `spec sim` counts violations."),
)

PART_LIST = (
    part("players", "How many can play.", (Key("min", "int", "the minimum"), Key("max", "int", "the maximum"))),
    part(
        "variable",
        "A variable. An int is clamped to min and max; with --strict, going beyond them is an error.",
        (
            Key("name", "name", "its name"),
            Key("type", "word", "its type", words=("int", "boolean")),
            Key("init", "literal", "its initial value"),
            optional("min", "int", "the minimum of an int"),
            optional("max", "int", "the maximum of an int"),
        ),
        "{ name: pot, type: int, init: 0, min: 0, max: 10000000 }",
    ),
    part(
        "zone",
        "A place for tokens.",
        (
            Key("id", "name", "its name"),
            Key("owner", "word", "`none` for one shared zone, `player` for one zone each", words=("none", "player")),
            Key("visibility", "word", "who sees the tokens in it", words=("public", "owner", "hidden")),
        ),
        "{ id: hand, owner: player, visibility: owner }",
    ),
    part(
        "token",
        "A catalogue: one token for each combination of its props' values, with the first prop changing slowest.",
        (
            Key("id", "name", "its name"),
            Key("zone", "zone", "the zone where the tokens start, in catalogue order"),
            Key("props", "list", "its props"),
        ),
    ),
    part(
        "prop",
        "A property of each token: a range of ints, or values that depend on another prop.",
        (
            Key("name", "name", "its name"),
            optional("from", "int", "the first value in a range"),
            optional("to", "int", "the last value in a range"),
            optional("names", "text", "one letter for each value, joined into the token's name"),
            optional("by", "name", "the prop that this one depends on"),
            optional("values", "list", "one int for each value of that prop"),
        ),
        "{ name: rank, from: 2, to: 14, names: 23456789TJQKA }",
    ),
    part(
        "table",
        "A table: each row has the same columns of whole numbers.",
        (Key("id", "name", "its name"), Key("rows", "list", "mappings from column to int")),
    ),
    part(
        "phase",
        "One phase of a turn.",
        (
            Key("id", "name", "its name"),
            optional("onEnter", "effects", "run when the phase begins"),
            optional("onExit", "effects", "run when the phase ends, including by a jump"),
        ),
    ),
    part(
        "action",
        "Something a player can do. It is legal in its phases, for the active player, within its limits, if `pre` is "
        "true and each parameter has a value.",
        (
            Key("id", "name", "its name"),
            optional("actor", "word", "who can take it: the active player by default", words=("active",)),
            optional(
                "executor",
                "word",
                "whose variables `player: actor` means: the actor's by default",
                ("actor",),
            ),
            Key("phase", "list", "the phases in which it is legal"),
            optional("params", "list", "what the player chooses, in order"),
            optional("pre", "condition", "when it is legal"),
            optional("cost", "effects", "run before `effects`"),
            Key("effects", "effects", "what it does"),
            optional("limits", "list", "how often it can be taken"),
        ),
    ),
    part(
        "actionParam",
        "A choice: any value in a domain. A range of ints lists a menu, and accepts every value in the range.",
        (
            Key("name", "binder", "its name, bound in later params, in `cost` and in `effects`"),
            Key("domain", "query", "the values to choose from"),
            optional("choose", "map", "pick several tokens or players in one move: {min, max}"),
        ),
        "{ name: raiseAmount, domain: { query: intsInRange, min: 2, max: 9 } }",
    ),
    part(
        "choose",
        "How many items in the domain one move picks. The name is bound to the list; every combination is a separate "
        "move, 10,000 at most.",
        (Key("min", "value", "the minimum, an int"), Key("max", "value", "the maximum, an int")),
        "{ name: $discards, domain: { query: tokensInZone, zone: hand:actor }, choose: { min: 0, max: 3 } }",
    ),
    part(
        "limit",
        "How often an action can be taken, by all players together.",
        (
            Key("scope", "word", "how far back to count", words=("turn", "phase", "game")),
            Key("max", "int", "how often"),
        ),
        "{ scope: turn, max: 1 }",
    ),
    part(
        "effectMacro",
        "Named effects. Arguments are evaluated once, at the call. Names bound inside are local, except the exports. A "
        "native twin replaces the body only if they have been proved equal.",
        (
            Key("id", "name", "its name"),
            optional("params", "list", "its parameters"),
            optional("exports", "list", "the names the caller sees afterwards"),
            Key("effects", "effects", "its body"),
            optional("native", "name", "the native twin of the body"),
        ),
    ),
    part(
        "conditionMacro",
        "A named condition.",
        (
            Key("id", "name", "its name"),
            optional("params", "list", "its parameters"),
            Key("condition", "condition", "its body"),
        ),
    ),
    part(
        "macroParam",
        "A macro's parameter, read as {param: NAME}.",
        (Key("name", "name", "its name"), Key("type", "word", "its type", words=PARAM_TYPES)),
        "{ name: fromSeat, type: int }",
    ),
    part(
        "ending",
        "One way the game can end.",
        (
            Key("when", "condition", "when it ends"),
            Key("result", "word", "`score` uses the scoring, `draw` has no winner", words=("score", "draw")),
        ),
        "{ when: { op: '==', left: { ref: gvar, var: activePlayers }, right: 1 }, result: score }",
    ),
    part(
        "invariant",
        "A condition that must always hold.",
        (Key("name", "text", "what it says, as a sentence"), Key("holds", "condition", "the condition")),
    ),
    part(
        "cell",
        "A variable to move ints from or to.",
        (SCOPE, PLAYER, VAR),
        "{ scope: pvar, player: actor, var: chipStack }",
    ),
)
