"""Explains the language: a construct from the table, a whole game in words, and the reference page."""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.checks import nearest

from .check.flow import blocks
from .problems import must_be
from .schema import KIND_WORDS, TABLE, Construct, Key
from .short import write
from .short.forms import flow
from .source import Place
from .tree import Effect, If, Override, Spec
from .words import say, tell

_GROUPS = {
    "section": ("Sections", "What a document can hold. Lists grow with each document; other sections are in only one."),
    "part": ("Parts", "The building blocks of sections."),
    "effect": ("Effects", "What setup, phases, actions and macros do, in order."),
    "value": ("Values", "What can be computed."),
    "condition": ("Conditions", "Values that are true or false."),
    "query": ("Queries", "Lists of players, tokens, numbers or rows."),
    "selector": ("Players and zones", "How to name a player or a zone."),
}  # fmt: skip


_PART_WORDS = {
    "globalVars": "variable", "perPlayerVars": "variable", "zones": "zone", "tokens": "tokens", "tables": "table",
    "phases": "phase", "actions": "action", "effectMacros": "macro", "conditionMacros": "condition",
    "invariants": "invariant",
}  # fmt: skip


def constructs(word: str) -> list[Construct]:
    """Return the constructs with this name, such as `setVar` or `aggregate`."""
    return [
        construct for construct in TABLE if word in (construct.name, construct.title) or word in construct.name.split()
    ]


def uses(word: str) -> list[str]:
    """Explain a word that is a key, or a choice in one: one line per place."""
    found = []
    for construct in TABLE:
        for key in construct.keys:
            if word == key.name:
                kind = f"{_kind(key)}{'' if key.required else ', optional'}"
                found.append(f"{word}, a key of {construct.title} ({kind}): {key.text}")
            elif word in key.words:
                found.append(f"{word}, a word for '{key.name}' of {construct.title}: {key.text}")
        if word in construct.words:
            found.append(f"{word}, a word in {construct.title}: {construct.text}")
    return found


def vocabulary() -> set[str]:
    """Return every word of the language: constructs, their keys, and the choices in them."""
    found: set[str] = set()
    for construct in TABLE:
        found |= {construct.name, *construct.name.split(), *construct.words}
        for key in construct.keys:
            found |= {key.name, *key.words}
    return found


def nearest_word(word: str) -> str | None:
    """Return the language's word nearest to a given one."""
    return nearest(word, vocabulary())


def construct_text(construct: Construct) -> str:
    lines = [f"{construct.title}: {construct.text}"]
    lines += [
        f"  {key.name:<16} {_kind(key)}{'' if key.required else ', optional'}: {key.text}" for key in construct.keys
    ]
    if construct.example:
        lines += ["", *(f"    {line}" for line in construct.example.splitlines())]
    return "\n".join(lines)


def reference() -> str:
    """Return the reference page, in Markdown."""
    lines = [
        "# The spec language",
        "",
        "<!-- Written by `bigslick spec explain --reference` from bigslick.spec.schema: edit the table, not this. -->",
        "",
        "A game is one or more documents, in YAML or in Markdown with YAML blocks.",
        "See [how to write a game](../how-to/write-a-game.md) for a tutorial, and",
        "[the design](../explanation/spec-design.md) for the reasons behind the language.",
        "",
        "The types are int, boolean, string, player, zone, token, row and lists of them.",
        "A player can be used as an int; nothing else converts.",
        "By convention, names bound by effects begin with `$`.",
        "",
    ]
    lines += short_form()
    for group, (title, text) in _GROUPS.items():
        lines += [f"## {title}", "", text, ""]
        for construct in TABLE:
            if construct.group == group:
                lines += _entry(construct)
    return "\n".join(lines).rstrip() + "\n"


_SHORT = (
    ({"ref": "gvar", "var": "pot"}, "a global variable"),
    (
        {"ref": "pvar", "player": "actor", "var": "bet"},
        "a player's variable; also `bet[$p]`, `bet[0]` and `bet[@seat]`",
    ),
    ({"ref": "binding", "name": "$p"}, "a bound name"),
    ({"ref": "binding", "name": "amount"}, "a bound name without `$`, such as an action's parameter"),
    ({"param": "seat"}, "a macro's parameter"),
    ({"ref": "activePlayer"}, "the active player"),
    ({"ref": "tokenProp", "token": "$card", "prop": "rank"}, "a token's property"),
    ({"ref": "tableField", "row": "$row", "field": "level"}, "a field in a table row"),
    ({"op": "-", "left": 1, "right": {"op": "*", "left": 2, "right": 3}}, "arithmetic, `*` and `/` before `+` and `-`"),
    ({"op": "mod", "left": 7, "right": 2}, "mod, floorDiv, ceilDiv, min and max are written like functions"),
    ({"aggregate": {"op": "count", "query": {"query": "players"}}}, "how many"),
    (
        {
            "aggregate": {
                "op": "sum",
                "query": {
                    "query": "players",
                    "bind": "$p",
                    "where": {"ref": "pvar", "player": {"chosen": "$p"}, "var": "playing"},
                },
                "bind": "$p",
                "valueExpr": {"ref": "pvar", "player": {"chosen": "$p"}, "var": "bet"},
            }
        },
        "sum, min or max; `where` is optional",
    ),
    ({"if": {"when": True, "then": 1, "else": 2}}, "one of two values"),
    ({"concat": ["hand:", {"ref": "binding", "name": "$p"}]}, "a string"),
    (
        {"op": "and", "args": [{"op": "not", "arg": True}, {"op": "!=", "left": 1, "right": 2}]},
        "`not` before `and` before `or`; == != < <= > >= compare",
    ),
    (
        {"op": "in", "item": 3, "query": {"query": "binding", "name": "$list"}},
        "whether a value is among the items of a query",
    ),
    ({"conditionMacro": "can-act", "args": {"seat": {"ref": "binding", "name": "$p"}}}, "a named condition"),
    (
        {"query": "players", "bind": "$p", "where": True},
        "some of the players; tokens, rows and bound lists take `where`, too",
    ),
    ({"query": "tokensInZone", "zone": "deck:none"}, "the tokens in a zone; also `tokens(zone(concat('hand:', 1)))`"),
    ({"query": "binding", "name": "$cards"}, "a list that a name is bound to; `@cards` is a parameter's"),
    ({"query": "tableRows", "table": "levels"}, "the rows of a table"),
    (
        {"query": "intsInRange", "min": 1, "max": 9, "step": 2},
        "a range; also `alwaysInclude: [4, 6]` and `maxResults: 5`",
    ),
    (
        {
            "query": "nextInOrderByCondition",
            "source": {"query": "players"},
            "from": {"ref": "gvar", "var": "dealer"},
            "bind": "$p",
            "where": True,
        },
        "the next item; with `from` instead of `after`, the first is tried first",
    ),
    ({"query": "concat", "sources": [{"query": "players"}, {"query": "binding", "name": "$more"}]}, "several queries"),
)
"""An example for everything that the short form can express, in the long form, with its description."""


def short_form() -> list[str]:
    """Return the page's section on the short form; its table comes from the code that converts documents."""
    lines = [
        "## The short form",
        "",
        "A condition or a query can be written as a text, and so can a value if the text begins with `=`:",
        '`when: "acted == count(players)"`, `over: "players"`, `value: "= pot / 2"`.',
        "Both forms mean the same and can be mixed; `bigslick spec convert` turns a document into either.",
        "Put spaces around `-`: `pot-1` is a name.",
        'Where a macro takes a list, the text is a query in brackets: `cards: "= [tokens(hand:actor)]"`.',
        "",
        "| short | long | |",
        "|---|---|---|",
    ]
    for data, text in _SHORT:
        short = write(data, "query" if "query" in data and "op" not in data else "value")
        lines.append(f"| `{short}` | `{flow(data)}` | {text} |")
    return [*lines, ""]


def _entry(construct: Construct) -> list[str]:
    lines = [f"### {construct.name}", "", construct.text, ""]
    if construct.keys:
        lines += ["| key | holds | |", "|---|---|---|"]
        lines += [
            f"| `{key.name}` | {_kind(key)}{'' if key.required else ' (optional)'} | {key.text} |"
            for key in construct.keys
        ]
        lines.append("")
    if construct.example:
        lines += ["```yaml", construct.example, "```", ""]
    return lines


def _kind(key: Key) -> str:
    return " / ".join(f"`{word}`" for word in key.words) if key.words else KIND_WORDS[key.kind]


def game_text(spec: Spec) -> Iterator[str]:
    """Yield a whole game in words."""
    must_be(Spec, spec, "a spec: expected what `load_spec` gives")
    yield f"{spec.title} ({spec.id}), {spec.table_sizes}"
    yield f"  {len(spec.globals)} global variables, {len(spec.players)} of each player, {len(spec.tokens.names)} tokens"
    for zone in spec.zones:
        yield f"  zone {zone.name}: {'one for each player' if zone.owned else 'one'}, {zone.visibility}"
    for change in spec.overrides:
        yield f"  {change_text(change)}"
    yield "setup"
    yield from _effects(spec.setup.effects, 1)
    for phase in spec.phases:
        actions = [action.name for action in spec.actions if phase.index in action.phases]
        yield f"phase {phase.name}" + (f": {', '.join(actions)}" if actions else "")
        yield from _effects(phase.enter.effects, 1)
        if phase.exit.effects:
            yield "  at its end"
            yield from _effects(phase.exit.effects, 2)
    for action in spec.actions:
        yield f"action {action.name}" + "".join(
            f" <{param.local.name}: {say(param.domain)}>" for param in action.params
        )
        if action.pre is not None:
            yield f"  when {say(action.pre)}"
        yield from _effects(action.run.effects, 1)
    for macro in spec.macros:
        yield f"macro {macro.name}({', '.join(f'{param.name}: {param.type}' for param in macro.program.params)})"
        yield from _effects(macro.program.effects, 1)
    for condition in spec.conditions:
        yield f"condition {condition.name}({', '.join(f'{param.name}: {param.type}' for param in condition.params)})"
        yield f"  {say(condition.condition)}"
    for ending in spec.terminal:
        yield f"the game ends by {ending.result} when {say(ending.when)}"
    if spec.scoring is not None:
        yield f"the {'highest' if spec.scoring.highest else 'lowest'} {say(spec.scoring.value)} wins"


def change_text(change: Override) -> str:
    """Describe an override in one line: where it is, what it changes, and where the original is."""
    part = f"{_PART_WORDS.get(change.section, change.section)} {change.name}".rstrip()
    keys = f"{' and '.join(change.keys)} of " if change.keys else ""
    return f"{_line(change.place)} changes {keys}{part}, from {_line(change.original)}"


def _line(place: Place) -> str:
    return f"{place.source.name}:{place.line}"


def _effects(effects: list[Effect], depth: int) -> Iterator[str]:
    for effect in effects:
        yield "  " * depth + tell(effect)
        inside = blocks(effect)
        for number, block in enumerate(inside):
            if number == 1 and isinstance(effect, If) and block:
                yield "  " * depth + "else"
            yield from _effects(block, depth + 1)
