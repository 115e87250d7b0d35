"""Explains the language: a construct from the table, a whole game in words, the reference page."""

from __future__ import annotations

from collections.abc import Iterator

from bigslick.checks import nearest

from .check.flow import blocks
from .problems import must_be
from .schema import KIND_WORDS, TABLE, Construct, Key
from .source import Place
from .tree import Effect, If, Override, Spec
from .words import say, tell

_GROUPS = {
    "section": ("Sections", "What a document may hold. Lists grow with each document; other sections are in only one."),
    "part": ("Parts", "What the sections are made of."),
    "effect": ("Effects", "What setup, phases, actions and macros do, in order."),
    "value": ("Values", "What can be computed."),
    "condition": ("Conditions", "Values that are true or false."),
    "query": ("Queries", "What yields a list of players, tokens, numbers or rows."),
    "selector": ("Players and zones", "How a player or a zone is named."),
}  # fmt: skip


_PART_WORDS = {
    "globalVars": "variable", "perPlayerVars": "variable", "zones": "zone", "tokens": "tokens", "tables": "table",
    "phases": "phase", "actions": "action", "effectMacros": "macro", "conditionMacros": "condition",
    "invariants": "invariant",
}  # fmt: skip


def constructs(word: str) -> list[Construct]:
    """The constructs of a name, such as `setVar` or `aggregate`."""
    return [
        construct for construct in TABLE if word in (construct.name, construct.title) or word in construct.name.split()
    ]


def nearest_construct(word: str) -> str | None:
    """The name of a construct most like a word."""
    return nearest(word, [construct.name for construct in TABLE])


def construct_text(construct: Construct) -> str:
    """A construct for the terminal."""
    lines = [f"{construct.title}: {construct.text}"]
    lines += [
        f"  {key.name:<16} {_kind(key)}{'' if key.required else ', optional'}: {key.text}" for key in construct.keys
    ]
    if construct.example:
        lines += ["", *(f"    {line}" for line in construct.example.splitlines())]
    return "\n".join(lines)


def reference() -> str:
    """The reference page, in Markdown."""
    lines = [
        "# The spec language",
        "",
        "<!-- Written by `bigslick spec explain --reference` from bigslick.spec.schema: edit the table, not this. -->",
        "",
        "A game is one document or several, in YAML or in Markdown with YAML blocks. See",
        "[write a game](../how-to/write-a-game.md) to write your own, and",
        "[the design](../explanation/spec-design.md) for the reasons behind the language.",
        "",
        "Types are int, boolean, string, player, zone, token, row and lists of them. A player may be used as an int;",
        "nothing else converts. By convention, names bound by effects begin with `$`.",
        "",
    ]
    for group, (title, text) in _GROUPS.items():
        lines += [f"## {title}", "", text, ""]
        for construct in TABLE:
            if construct.group == group:
                lines += _entry(construct)
    return "\n".join(lines).rstrip() + "\n"


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
    """A whole game in words."""
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
    """Describe an override in one line: where it is, what it changes, and where that was."""
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
