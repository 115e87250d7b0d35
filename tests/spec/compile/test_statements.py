"""Effects as Python statements."""

from __future__ import annotations

import ast

from bigslick.spec import load_spec
from bigslick.spec.compile import Compiled
from bigslick.spec.compile.statements import macro_name


def test_every_macro_is_one_function() -> None:
    spec = load_spec("std:kuhn")
    tree = ast.parse(Compiled(spec).source())
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for macro in spec.macros:
        assert functions.count(macro_name(macro)) == 1
