"""The sections of a document and the parts they are made of."""

from __future__ import annotations

from .words import PARAM_TYPES, PLAYER, SCOPE, VAR, Construct, Key, optional

SECTION_LIST = (
    Construct(
        "section",
        "imports",
        "A list of documents that this one builds on: `std:NAME`, or a file, relative to this one.",
        (),
        "imports: [std:poker]",
    ),
    Construct(
        "section",
        "metadata",
        "The name of the game and how many can play.",
        (
            Key("id", "name", "the name of the game"),
            optional("title", "text", "its name in sentences"),
            Key("players", "map", "the fewest and the most players: {min, max}"),
        ),
        "metadata: { id: kuhn, title: Kuhn poker, players: { min: 2, max: 2 } }",
    ),
    Construct(
        "section",
        "globalVars",
        "A list of variables that the game has once.",
        (),
        "globalVars:\n  - { name: pot, type: int, init: 0, min: 0, max: 1000 }",
    ),
    Construct(
        "section",
        "perPlayerVars",
        "A list of variables that every player has.",
        (),
        "perPlayerVars:\n  - { name: folded, type: boolean, init: false }",
    ),
    Construct(
        "section",
        "zones",
        "A list of places where tokens lie. An unowned zone `deck` is written `deck:none`; an owned zone `hand` is "
        "`hand:0`, `hand:1` ... by player.",
        (),
        "zones:\n  - { id: deck, owner: none, visibility: hidden }",
    ),
    Construct(
        "section",
        "tokens",
        "A list of catalogues of tokens (cards, pieces).",
        (),
        "tokens:\n  - id: card\n    zone: deck:none\n    props:\n      - { name: rank, from: 2, to: 14, names: "
        "23456789TJQKA }\n      - { name: suit, from: 0, to: 3, names: cdhs }",
    ),
    Construct(
        "section",
        "tables",
        "A list of tables of whole numbers, to look things up in.",
        (),
        "tables:\n  - id: levels\n    rows:\n      - { level: 0, bigBlind: 20 }\n      - { level: 1, bigBlind: 30 }",
    ),
    Construct("section", "setup", "Effects that run once, before the first phase."),
    Construct(
        "section",
        "turnStructure",
        "The phases of a turn, in order. A phase without a legal action is passed through; after the last phase a "
        "new turn begins.",
        (Key("phases", "list", "the phases"),),
    ),
    Construct(
        "section",
        "turnOrder",
        "What a new turn does to the active player.",
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
    Construct("section", "actions", "A list of what players may do."),
    Construct("section", "effectMacros", "A list of named effects with parameters."),
    Construct("section", "conditionMacros", "A list of named conditions with parameters."),
    Construct(
        "section", "terminal", "A list of the ways the game ends, tested after each move and before each new phase."
    ),
    Construct(
        "section",
        "scoring",
        "Who wins a game that ends by score. The value is taken for each player as `actor`.",
        (
            Key("method", "word", "which score wins", words=("highest", "lowest")),
            Key("value", "value", "the score, an int"),
        ),
        "scoring: { method: highest, value: { ref: pvar, player: actor, var: chipStack } }",
    ),
    Construct(
        "section",
        "override",
        "What this document changes of the documents before it, part by part: a part is found by its name, the keys "
        "given replace its keys, and the others stay. `original` stands for what was there: as an item of a list, of "
        "`args` for example, or as `arg` or `when`.",
        (
            optional("metadata", "map", "keys to replace"),
            optional("globalVars", "list", "by `name`: the keys to replace, `init` for example"),
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
    ),
    Construct("section", "invariants", "A list of what must hold at every decision; `spec sim` counts violations."),
)

PART_LIST = (
    Construct(
        "part", "players", "How many can play.", (Key("min", "int", "the fewest"), Key("max", "int", "the most"))
    ),
    Construct(
        "part",
        "variable",
        "A variable. An int stays within min and max: a value beyond them is cut to them, or an error with --strict.",
        (
            Key("name", "name", "its name"),
            Key("type", "word", "its type", words=("int", "boolean")),
            Key("init", "literal", "its value at the start"),
            optional("min", "int", "the least value of an int"),
            optional("max", "int", "the greatest value of an int"),
        ),
        "{ name: pot, type: int, init: 0, min: 0, max: 10000000 }",
    ),
    Construct(
        "part",
        "zone",
        "A place for tokens.",
        (
            Key("id", "name", "its name"),
            Key("owner", "word", "`none` for one zone, `player` for one zone each", words=("none", "player")),
            Key("visibility", "word", "who sees the tokens in it", words=("public", "owner", "hidden")),
        ),
        "{ id: hand, owner: player, visibility: owner }",
    ),
    Construct(
        "part",
        "token",
        "A catalogue: one token for each combination of the ranges of its props, the first prop slowest.",
        (
            Key("id", "name", "its name"),
            Key("zone", "zone", "the zone in which the tokens start, in catalogue order"),
            Key("props", "list", "its props"),
        ),
    ),
    Construct(
        "part",
        "prop",
        "A property of each token: a range of ints, or a column that follows from another prop.",
        (
            Key("name", "name", "its name"),
            optional("from", "int", "the first value of a range"),
            optional("to", "int", "the last value of a range"),
            optional("names", "text", "one letter for each value, joined into the token's name"),
            optional("by", "name", "the prop that this one follows from"),
            optional("values", "list", "one int for each value of that prop"),
        ),
        "{ name: rank, from: 2, to: 14, names: 23456789TJQKA }",
    ),
    Construct(
        "part",
        "table",
        "A table: each row has the same columns of whole numbers.",
        (Key("id", "name", "its name"), Key("rows", "list", "mappings from column to int")),
    ),
    Construct(
        "part",
        "phase",
        "One phase of a turn.",
        (
            Key("id", "name", "its name"),
            optional("onEnter", "effects", "run when the phase begins"),
            optional("onExit", "effects", "run when the phase ends, also by a jump"),
        ),
    ),
    Construct(
        "part",
        "action",
        "Something a player may do. It is legal in its phases, for the active player, while its limits last, if "
        "`pre` is true and each parameter has a value.",
        (
            Key("id", "name", "its name"),
            Key("actor", "word", "who may take it", words=("active",)),
            Key("executor", "word", "whose variables `player: actor` means", words=("actor",)),
            Key("phase", "list", "the phases in which it is legal"),
            optional("params", "list", "what the player chooses, in order"),
            optional("pre", "condition", "when it is legal"),
            optional("cost", "effects", "run before `effects`"),
            Key("effects", "effects", "what it does"),
            optional("limits", "list", "how often it may be taken"),
        ),
    ),
    Construct(
        "part",
        "actionParam",
        "A choice: any value of a domain. A range of ints lists a menu, and accepts every value of the range.",
        (
            Key("name", "binder", "its name, bound in later params, in `cost` and in `effects`"),
            Key("domain", "query", "the values to choose from"),
            optional("choose", "map", "pick several tokens or players in one move: {min, max}"),
        ),
        "{ name: raiseAmount, domain: { query: intsInRange, min: 2, max: 9 } }",
    ),
    Construct(
        "part",
        "choose",
        "How many items of the domain one move picks. The name is bound to the list of them; every combination is a "
        "move of its own, at most 10,000.",
        (Key("min", "value", "the fewest, an int"), Key("max", "value", "the most, an int")),
        "{ name: $discards, domain: { query: tokensInZone, zone: hand:actor }, choose: { min: 0, max: 3 } }",
    ),
    Construct(
        "part",
        "limit",
        "How often an action may be taken, by all players together.",
        (
            Key("scope", "word", "how far back to count", words=("turn", "phase", "game")),
            Key("max", "int", "how often"),
        ),
        "{ scope: turn, max: 1 }",
    ),
    Construct(
        "part",
        "effectMacro",
        "Effects with a name. Arguments are evaluated once, at the call. Names bound inside stay inside, except the "
        "exports. A native twin replaces the body only where a proof of their equality is on record.",
        (
            Key("id", "name", "its name"),
            Key("params", "list", "its parameters"),
            Key("exports", "list", "the names that the caller sees afterwards"),
            Key("effects", "effects", "its body"),
            optional("native", "name", "the native twin of the body"),
        ),
    ),
    Construct(
        "part",
        "conditionMacro",
        "A condition with a name.",
        (
            Key("id", "name", "its name"),
            Key("params", "list", "its parameters"),
            Key("condition", "condition", "its body"),
        ),
    ),
    Construct(
        "part",
        "macroParam",
        "A parameter of a macro, read as {param: NAME}.",
        (Key("name", "name", "its name"), Key("type", "word", "its type", words=PARAM_TYPES)),
        "{ name: fromSeat, type: int }",
    ),
    Construct(
        "part",
        "ending",
        "One way in which the game ends.",
        (
            Key("when", "condition", "when it ends"),
            Key("result", "word", "`score` asks the scoring, `draw` has no winner", words=("score", "draw")),
        ),
        "{ when: { op: '==', left: { ref: gvar, var: activePlayers }, right: 1 }, result: score }",
    ),
    Construct(
        "part",
        "invariant",
        "Something that must always hold.",
        (Key("name", "text", "what it says, as a sentence"), Key("holds", "condition", "the condition")),
    ),
    Construct(
        "part",
        "cell",
        "A variable to move ints from or to.",
        (SCOPE, PLAYER, VAR),
        "{ scope: pvar, player: actor, var: chipStack }",
    ),
)
