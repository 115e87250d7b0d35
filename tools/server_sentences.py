"""Find the server's sentences by parsing its Python: `say(…)`, and every argument that is a sentence.

The functions that take one are found automatically: any parameter called `sentence` or annotated `Sentence` counts, and
so does every error in the server and the protocol that is not only for the operator. So nothing new is missed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

PACKAGES: Final = ("server", "protocol", "hand", "table", "tournament")
"""The packages whose sentences reach a page."""
ERRORS_OF: Final = ("server", "protocol")
"""The packages whose errors are for players; the library's are for programmers."""
NOT_FOR_PLAYERS: Final = frozenset(
    {"BadModule", "BadProof", "Conflict", "DamagedStream", "InsufficientChips", "OutcomeUnknown", "StoreFailed"}
)
"""Errors for the operator: they go to the log, or to the shell that started the server."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Takers: TypeAlias = dict[str, frozenset[int]]
"""Which arguments are sentences, by function name."""


class Unsaid(Exception):
    """A sentence that cannot go into a catalogue, and its location."""


def of_server(source: Path) -> Iterator[tuple[str, str]]:
    """Yield each sentence in the packages below a directory, with its file."""
    files = [(package, path) for package in PACKAGES for path in sorted((source / package).rglob("*.py"))]
    modules = {path.relative_to(source).as_posix(): path.read_text("utf-8") for _, path in files}
    yield from sentences(modules)


def sentences(modules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each sentence in the modules (source by place) with its place; raise `Unsaid` if one cannot be found."""
    trees = {place: ast.parse(text) for place, text in modules.items()}
    own = {place: _takers(tree) for place, tree in trees.items()}
    everywhere = _errors(trees)
    for takers in own.values():
        for name, found in takers.items():
            everywhere[name] = found if name not in everywhere else found | everywhere[name]
    for place, tree in trees.items():
        # Methods elsewhere can share a name, so the module's own definitions come first.
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
    """Errors for players: their first argument is the sentence, unless they define `__init__`."""
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
    """Yield each node of a module, with the values of the local names around it."""
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
            raise Unsaid(f"{place}:{call.lineno}: say takes a string literal, so a tool can find it")
        yield argument.value
        return
    for keyword in call.keywords:
        if keyword.arg == "sentence":
            yield from _plain(keyword.value, place, local)
    for number in sorted(takers.get(name, ())):
        if number < len(call.args):
            yield from _plain(call.args[number], place, local)


def _plain(argument: ast.expr, place: str, local: Locals) -> Iterator[str]:
    """Yield a sentence without values that is passed unchanged."""
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
