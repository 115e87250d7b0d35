"""A module's surface in Python: its functions, its classes, their methods and attributes, and how each is called."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"


def compiled_modules() -> list[str]:
    """Return every module with a `.pxd` twin: the modules that `setup.py` compiles."""
    twins = sorted(SOURCE.rglob("*.pxd"))
    return [".".join(twin.relative_to(SOURCE).with_suffix("").parts) for twin in twins if twin.stem != "__init__"]


class Surface:
    """One module as Python sees it, compiled or not, without what its twin hides."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.module: ModuleType = importlib.import_module(name)
        self.compiled: bool = getattr(self.module, "COMPILED", False)
        path = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
        path = path if path.exists() else Path(str(self.module.__file__))
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        twin = path.with_suffix(".pxd")
        self.hidden = _hidden(twin.read_text(encoding="utf-8")) if twin.exists() else set()

    def classes(self) -> list[type]:
        """Return the classes that the module defines."""
        found = vars(self.module).values()
        return [value for value in found if isinstance(value, type) and value.__module__ == self.name]

    def functions(self) -> list[str]:
        """Return the names of everything else in the module that can be called."""
        return [
            name
            for name, value in vars(self.module).items()
            if callable(value)
            and not isinstance(value, type)
            and getattr(value, "__module__", None) == self.name
            and (self.compiled or ("", name) not in self.hidden)
        ]

    def members(self, kind: type) -> list[str]:
        """Return the names that objects of a class have, inherited ones too."""
        owners = {base.__name__ for base in kind.__mro__}
        return [
            name for name in dir(kind) if self.compiled or not any((owner, name) in self.hidden for owner in owners)
        ]

    def parameters(self, owner: str, name: str) -> tuple[int, list[str]] | None:
        """Return how many arguments a function needs, and each parameter's annotation; None if the source has none."""
        for body, function in _functions(self.tree):
            if body == owner and function.name == name:
                given = [*function.args.posonlyargs, *function.args.args][1 if owner else 0 :]
                least = len(given) - len(function.args.defaults)
                return least, [ast.unparse(one.annotation) if one.annotation else "" for one in given]
        return None


@cache
def surface_of(name: str) -> Surface:
    """Return a module's surface, cached."""
    return Surface(name)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield node.name, inner


def _hidden(twin: str) -> set[tuple[str, str]]:
    """Return the functions, methods and attributes that a `.pxd` file declares for C only, each with its class."""
    found: set[tuple[str, str]] = set()
    owner = ""
    for line in twin.splitlines():
        if line and not line[0].isspace():
            opened = re.match(r"cdef class (\w+)", line)
            owner = opened[1] if opened else ""
        declared = re.match(r"\s*cdef (?!class|readonly|public|extern)(.*)", line)
        if declared:
            method = re.search(r"(\w+)\(", declared[1])
            names: list[Any] = [method[1]] if method else re.findall(r"(\w+)(?=,|$|\s*#)", declared[1])
            found.update((owner, name) for name in names)
    return found
