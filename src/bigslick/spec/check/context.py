"""The state shared by all parts of the checker: the game's names, the problems found, and the names in scope."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Iterable
from typing import Final

from bigslick.spec.expressions import Literal, Local, Value
from bigslick.spec.kinds import UNKNOWN, Type
from bigslick.spec.problems import MacroStep, Problems, SpecProblem, name_hint
from bigslick.spec.schema import KIND_WORDS, Construct, Key
from bigslick.spec.source import ListNode, MapNode, Node, Place, ScalarNode, Source, describe
from bigslick.spec.tree import Catalogue, ConditionMacro, DataTable, EffectMacro, Goto, Variable, Zone

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
BINDER: Final = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_-]{0,63}")
SAFE_INT: Final = 2**53
NOWHERE: Final = Place(Source.of("?", ""), 1, 1)
"""The location of a missing item that has already been reported."""


class Scope:
    """The names that can be read at one point in a program."""

    def __init__(self, home: Home, parent: Scope | None = None) -> None:
        self.home = home
        self.names: dict[str, Local] = dict(parent.names) if parent else {}
        self.live: set[int] = set(parent.live) if parent else set()
        self.maybe: dict[str, Place] = dict(parent.maybe) if parent else {}
        self.unsure: bool = parent.unsure if parent else False
        """Whether something that binds names could not be read; if so, unbound names are not reported."""

    def child(self) -> Scope:
        return Scope(self.home, self)

    def bind(self, name: str, type_: Type, place: Place) -> Local:
        """Return a new name; it reuses a slot of the same name and type that nothing can read any more."""
        for local in self.home.locals:
            if local.name == name and local.type == type_ and local.slot not in self.live:
                break
        else:
            local = Local(name, len(self.home.locals), type_, place)
            self.home.locals.append(local)
        self.adopt(local)
        return local

    def adopt(self, local: Local) -> None:
        """Add a name bound elsewhere to this scope."""
        self.names[local.name] = local
        self.live.add(local.slot)
        self.maybe.pop(local.name, None)


class Home:
    """The program or macro being checked, which owns slots."""

    def __init__(self, params: dict[str, Local] | None = None) -> None:
        self.locals: list[Local] = []
        self.params: dict[str, Local] | None = params
        """The parameters of the macro being checked; None outside macros."""

    def param(self, name: str, type_: Type, place: Place) -> Local:
        local = Local(name, len(self.locals), type_, place, param=True)
        self.locals.append(local)
        return local


class Context(ABC):  # noqa: B024  # the parts below add what is abstract
    """Everything declared, and the problems so far."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.chain: list[MacroStep] = []
        self.globals: dict[str, Variable] = {}
        self.players: dict[str, Variable] = {}
        self.zones: dict[str, Zone] = {}
        self.most_players = 0
        self.tokens = Catalogue()
        self.tables: dict[str, DataTable] = {}
        self.phases: dict[str, int] = {}
        self.macro_nodes: dict[str, MapNode] = {}
        self.macros: dict[str, EffectMacro] = {}
        self.condition_nodes: dict[str, MapNode] = {}
        self.conditions: dict[str, ConditionMacro] = {}
        self.open_macros: list[str] = []
        self.unsure_macros: set[str] = set()
        self.gotos: list[Goto] = []
        self.undefined: dict[str, Place] = {}
        """Macros that are called but not defined, with the first call."""

    # -- problems ------------------------------------------------------------------------------------------------

    def problem(self, place: Place, message: str, expected: str = "", hint: str = "", see: Place | None = None) -> None:
        """Report a problem, with the macro calls that lead to it."""
        self.problems.add(SpecProblem(place, message, expected, hint, tuple(reversed(self.chain)), see))

    def unknown_name(self, place: Place, what: str, name: str, known: Iterable[str], expected: str = "") -> None:
        """Report an unknown name, suggesting the nearest one."""
        self.problem(place, f"unknown {what} '{name}'", expected, name_hint(name, known))

    def twice(self, what: str, name: str, place: Place, first: Place) -> None:
        """Report a name that is declared twice; if in different documents, an override may have been meant."""
        hint = "to change the other one, write it under 'override:'" if first.source is not place.source else ""
        self.problem(place, f"the {what} '{name}' is declared twice", "each name once", hint, first)

    def wrong(self, place: Place) -> Value:
        """Return a placeholder for a value that could not be read."""
        return Literal(place, UNKNOWN, 0)

    # -- shapes --------------------------------------------------------------------------------------------------

    def fields(self, node: Node, construct: Construct) -> dict[str, Node]:
        """Return a construct's keys; report unknown and missing ones."""
        if not isinstance(node, MapNode):
            keys = ", ".join(key.name for key in construct.keys if key.required)
            self.problem(
                node.place, f"{construct.title} has keys, and this is {describe(node)}", f"a mapping with {keys}"
            )
            return {}
        known = {key.name: key for key in construct.keys}
        missing = [key for key in construct.keys if key.required and key.name not in node.entries]
        found: dict[str, Node] = {}
        for name, value in node.entries.items():
            if name not in known:
                absent = [key.name for key in missing]
                hint = name_hint(name, absent) if absent else ""
                if not hint.startswith("did"):
                    hint = name_hint(name, known)
                self.problem(node.key_places[name], f"{construct.title} has no key '{name}'", "", hint)
            elif self._shape(value, known[name], construct):
                found[name] = value
        for key in missing:
            place = next(iter(node.key_places.values()), node.place)
            self.problem(
                place, f"{construct.title} lacks the key '{key.name}'", f"{key.name}: {_kind(key)} ({key.text})"
            )
        return found

    def _shape(self, node: Node, key: Key, construct: Construct) -> bool:
        scalar = node.value if isinstance(node, ScalarNode) else None
        kind = key.kind
        fine = True
        if kind in ("name", "binder", "text", "word"):
            fine = isinstance(scalar, str)
        elif kind == "int":
            fine = isinstance(scalar, int) and not isinstance(scalar, bool)
        elif kind == "bool":
            fine = isinstance(scalar, bool)
        elif kind == "literal":
            fine = isinstance(scalar, int)
        elif kind in ("list", "effects"):
            fine = isinstance(node, ListNode)
        elif kind == "map":
            fine = isinstance(node, MapNode)
        elif isinstance(node, ScalarNode) and scalar is None:
            fine = False
        if not fine:
            self.problem(node.place, f"'{key.name}' of {construct.title} is {describe(node)}", _kind(key))
            return False
        if key.words and isinstance(scalar, str) and scalar not in key.words:
            hint = name_hint(scalar, key.words)
            expected = "one of " + ", ".join(key.words) if len(key.words) > 1 else f"'{key.words[0]}'"
            hint = hint if hint.startswith("did") else ""
            self.problem(node.place, f"'{key.name}' of {construct.title} cannot be '{scalar}'", expected, hint)
            return False
        return True

    def items(self, node: Node | None, what: str) -> list[Node]:
        """Return a list's items; report anything else."""
        if node is None:
            return []
        if not isinstance(node, ListNode):
            self.problem(node.place, f"{what} is {describe(node)}", "a list")
            return []
        return node.items

    def name(self, node: Node | None, what: str, pattern: re.Pattern[str] = NAME) -> str | None:
        """Return a name being defined; refuse anything but a plain word."""
        if node is None:
            return None
        text = node.value if isinstance(node, ScalarNode) else None
        if not isinstance(text, str) or not pattern.fullmatch(text):
            self.problem(
                node.place, f"{describe(node)} cannot name {what}", "letters, digits, - and _, beginning with a letter"
            )
            return None
        return text


def text_of(node: Node | None) -> str:
    """Return the string of a scalar whose shape has been checked; empty if it is missing."""
    return node.value if isinstance(node, ScalarNode) and isinstance(node.value, str) else ""


def int_of(node: Node | None, default: int = 0) -> int:
    """Return the int of a scalar whose shape has been checked."""
    return int(node.value) if isinstance(node, ScalarNode) and isinstance(node.value, int) else default


def _kind(key: Key) -> str:
    if key.words:
        return "one of " + ", ".join(key.words) if len(key.words) > 1 else f"'{key.words[0]}'"
    return KIND_WORDS[key.kind]


def a(type_: Type) -> str:
    """Return a type with its article."""
    text = str(type_)
    return f"an {text}" if text[0] in "aeio" else f"a {text}"
