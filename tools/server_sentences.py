"""The sentences of the server, found by parsing its Python: `say(…)`, and what is handed to whatever takes a sentence.

What takes one is not listed but found: every function with a parameter that is called `sentence` or is a `Sentence`,
and every error of server and protocol, unless it is for those who run the server. So a new way to tell people something
is watched from its first day.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

PACKAGES: Final = ("server", "protocol", "hand", "table", "tournament")
"""The packages whose sentences reach a page."""
ERRORS_OF: Final = ("server", "protocol")
"""The packages whose errors are written for players; those of the library are for programmers."""
NOT_FOR_PLAYERS: Final = frozenset(
    {"BadModule", "BadProof", "Conflict", "DamagedStream", "InsufficientChips", "OutcomeUnknown", "StoreFailed"}
)
"""Errors for those who run the server: in its log, or where it is started."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Takers: TypeAlias = dict[str, frozenset[int]]
"""By name, as which arguments sentences are taken."""


class Unsaid(Exception):
    """A sentence that no catalogue can have, and where it stands."""


def of_server(source: Path) -> Iterator[tuple[str, str]]:
    """Each sentence of the packages below a directory, and its file."""
    files = [(package, path) for package in PACKAGES for path in sorted((source / package).rglob("*.py"))]
    modules = {path.relative_to(source).as_posix(): path.read_text("utf-8") for _, path in files}
    yield from sentences(modules)


def sentences(modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each sentence of modules, given by place and source, and its place; raises `Unsaid`."""
    trees = {place: ast.parse(text) for place, text in modules.items()}
    own = {place: _takers(tree) for place, tree in trees.items()}
    everywhere = _errors(trees)
    for takers in own.values():
        for name, found in takers.items():
            everywhere[name] = found if name not in everywhere else found | everywhere[name]
    for place, tree in trees.items():
        # A method may have the name of another one elsewhere: what the module itself defines comes first.
        yield from ((key, place) for key in _said(tree, place, {**everywhere, **own[place]}))


# -- what takes a sentence --------------------------------------------------------------------------------------------


def _takers(tree: ast.Module) -> Takers:
    found: dict[str, frozenset[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name not in NOT_FOR_PLAYERS:
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.name == "__init__" and (taken := _taken(part)):
                    found[node.name] = taken
        if isinstance(node, Function) and node.name != "__init__" and (taken := _taken(node)):
            found[node.name] = found.get(node.name, frozenset()) | taken
    return found


def _taken(function: Function) -> frozenset[int]:
    given = [*function.args.posonlyargs, *function.args.args]
    if given and given[0].arg in ("self", "cls"):
        given = given[1:]
    return frozenset(
        number for number, parameter in enumerate(given) if parameter.arg == "sentence" or _is_sentence(parameter)
    )


def _is_sentence(parameter: ast.arg) -> bool:
    return isinstance(parameter.annotation, ast.Name) and parameter.annotation.id == "Sentence"


def _errors(trees: Mapping[str, ast.Module]) -> Takers:
    """The errors for players: they take their sentence first, unless they say otherwise."""
    places = [place for place in trees if place.startswith(tuple(f"{package}/" for package in ERRORS_OF))]
    kinds = [node for place in places for node in ast.walk(trees[place]) if isinstance(node, ast.ClassDef)]
    bases = {kind.name: {base.id for base in kind.bases if isinstance(base, ast.Name)} for kind in kinds}
    found, before = {"BigslickError"}, 0
    while len(found) > before:
        before = len(found)
        found |= {name for name, above in bases.items() if above & found}
    return dict.fromkeys(found - NOT_FOR_PLAYERS - {"BigslickError"}, frozenset({0}))


# -- what is handed to it ---------------------------------------------------------------------------------------------


def _said(tree: ast.Module, place: str, takers: Takers) -> Iterator[str]:
    for node, local in _with_locals(tree, {}):
        if isinstance(node, ast.Call):
            yield from _of_call(node, place, takers, local)


Locals: TypeAlias = dict[str, list[ast.expr]]


def _with_locals(node: ast.AST, local: Locals) -> Iterator[tuple[ast.AST, Locals]]:
    """Everything in a module, with what the names of the function around it stand for."""
    if isinstance(node, Function):
        local = {}
        for part in ast.walk(node):
            if isinstance(part, ast.Assign):
                for name, value in (pair for target in part.targets for pair in _pairs(target, part.value)):
                    local.setdefault(name, []).append(value)
    yield node, local
    for part in ast.iter_child_nodes(node):
        yield from _with_locals(part, local)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, its)


def _of_call(call: ast.Call, place: str, takers: Takers, local: Locals) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name == "say" and isinstance(call.func, ast.Name):
        argument = call.args[0]
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise Unsaid(f"{place}:{call.lineno}: say takes a string, so that a tool can find it")
        yield argument.value
        return
    for keyword in call.keywords:
        if keyword.arg == "sentence":
            yield from _plain(keyword.value, place, local)
    for number in sorted(takers.get(name, ())):
        if number < len(call.args):
            yield from _plain(call.args[number], place, local)


def _plain(argument: ast.expr, place: str, local: Locals) -> Iterator[str]:
    """A sentence without values, where one is given as it is."""
    if isinstance(argument, ast.JoinedStr | ast.BinOp):
        raise Unsaid(f"{place}:{argument.lineno}: a sentence with values in it is made by say")
    if isinstance(argument, ast.Call) and getattr(argument.func, "attr", "") in ("format", "join"):
        raise Unsaid(f"{place}:{argument.lineno}: a sentence with values in it is made by say")
    if isinstance(argument, ast.IfExp):
        yield from _plain(argument.body, place, local)
        yield from _plain(argument.orelse, place, local)
    elif isinstance(argument, ast.Name):
        elsewhere = {name: values for name, values in local.items() if name != argument.id}
        for value in local.get(argument.id, ()):
            yield from _plain(value, place, elsewhere)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
        yield argument.value
