"""From a checked tree to Python functions over flat lists.

The source is readable (`spec compile --show`). Each line is compiled with the file and line of the spec that it comes
from, so that a traceback shows the spec. The code sees the helpers of `runtime`, the tables, and no builtins but five.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from typing import Any, Final

from bigslick.spec import runtime
from bigslick.spec.assemble import Machines
from bigslick.spec.check.flow import macros_called
from bigslick.spec.code import Code
from bigslick.spec.natives import Twin, twin_of
from bigslick.spec.problems import BadSpec, SpecProblem
from bigslick.spec.source import Place
from bigslick.spec.tree import Effect, Phase, Program, Spec, Value

from .bounds import macro_steps, steps, value_steps
from .expressions import identifier
from .statements import SMALL, Statements, macro_name

_HELPERS: Final = (
    *(
        "charge",
        "spend",
        "mul",
        "safe",
        "quot",
        "floor_div",
        "ceil_div",
        "mod",
        "seat",
        "clamp",
        "refuse",
        "text",
        "prop",
    ),
    *(
        "ring",
        "ints",
        "menu",
        "on_grid",
        "subsets",
        "picks",
        "picked",
        "move_all",
        "move_some",
        "move_token",
        "draw",
        "mix",
    ),
    *("reveal", "conceal", "zone_number"),
)
_BUILTINS: Final = {"len": len, "range": range, "min": min, "max": max, "sum": sum}


class Function:
    """The source of one generated function."""

    def __init__(self, name: str, header: str, lines: list[tuple[int, str, Place]], place: Place) -> None:
        self.name = name
        self.header = header
        self.lines = lines
        self.place = place

    def source(self, *, comments: bool = False) -> str:
        """The text; with comments, each change of the spec's line is noted beside the code."""
        rows, last = [self.header], None
        for depth, text, place in self.lines:
            row = "    " * depth + text
            if comments and place.line != last:
                row = f"{row:<96}  # {place.source.name.rsplit('/', 1)[-1]}:{place.line}"
                last = place.line
            rows.append(row)
        return "\n".join(rows)

    def compile(self, namespace: dict[str, Any]) -> None:
        """Define the function in a namespace; its lines are those of the spec."""
        try:
            tree = ast.parse(self.source())
            self._define(tree, namespace)
        except (SyntaxError, RecursionError, MemoryError):
            # Python allows 20 loops inside each other and 200 brackets: no game that a person writes has more.
            problem = SpecProblem(
                self.place, "this is nested too deeply to be compiled", "fewer effects inside effects"
            )
            raise BadSpec([problem]) from None

    def _define(self, tree: ast.Module, namespace: dict[str, Any]) -> None:
        rows = [self.place.line, *(place.line for _, _, place in self.lines)]
        for node in ast.walk(tree):
            line = getattr(node, "lineno", None)
            if line is not None:
                node.lineno = node.end_lineno = rows[line - 1]  # type: ignore[attr-defined]
                node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        exec(compile(tree, self.place.source.name, "exec", dont_inherit=True), namespace)


class Compiled:
    """A compiled game: its code, and the source of it for people."""

    def __init__(self, spec: Spec, *, strict: bool = False, native: bool = True) -> None:
        self.spec = spec
        self.strict = strict
        self.twins: dict[str, Twin] = {}
        for macro in spec.macros:
            twin = twin_of(macro, spec.tokens) if native else None
            if twin is not None:
                self.twins[macro.name] = twin
        self.functions: list[Function] = []
        self.namespace = self._namespace()
        self._write()
        for function in self.functions:
            function.compile(self.namespace)
        for source in spec.sources:
            linecache.cache[source.name] = (len(source.text), None, [f"{line}\n" for line in source.lines], source.name)
        self.machines = Machines(spec, self.twins, strict=strict)
        self.code = self._gather()

    def source(self) -> str:
        """The whole generated source, with the meaning of the slots and the lines of the spec."""
        head = [f"# {self.spec.title}: generated, and never to be edited."]
        head += [f"# G[{var.slot}] is {var.name}" for var in self.spec.globals]
        head += [f"# Z[{index}] is {name}" for index, name in enumerate(self.spec.zone_names())]
        return (
            "\n".join(head)
            + "\n\n\n"
            + "\n\n\n".join(function.source(comments=True) for function in self.functions)
            + "\n"
        )

    def _namespace(self) -> dict[str, Any]:
        spec = self.spec
        names: dict[str, Any] = {"__builtins__": dict(_BUILTINS)}
        names |= {name: getattr(runtime, name) for name in _HELPERS}
        names |= {f"T_{prop.replace('-', '_')}": tuple(column) for prop, column in spec.tokens.props.items()}
        names |= {
            identifier("R", index, table.name): tuple(map(tuple, table.rows)) for index, table in enumerate(spec.tables)
        }
        names["ZONES"] = {name: index for index, name in enumerate(spec.zone_names())}
        for macro in spec.macros:
            if macro.name in self.twins:
                names[f"native_one_{macro.index}"] = self.twins[macro.name].one
                names[f"native_best_{macro.index}"] = self.twins[macro.name].best
        return names

    # -- writing -------------------------------------------------------------------------------------------------

    def _body(self, effects: list[Effect]) -> Statements:
        charged = steps(effects, self.spec) > runtime.BUDGET
        return Statements(self.spec, self.twins, strict=self.strict, charged=charged)

    def _finish(
        self, name: str, params: list[str], body: Statements, place: Place, *, program: bool, actor: str = "S.active"
    ) -> None:
        """Put the prologue, which fetches what the body uses, before the body."""
        head: list[tuple[int, str, Place]] = []
        if program:
            head.append((1, f"S.budget = {runtime.BUDGET}", place))
        if body.globals:
            head.append((1, "G = S.g", place))
        if body.columns:
            head.append((1, "P = S.p", place))
            head += [
                (1, f"{identifier('p', slot, self.spec.players[slot].name)} = P[{slot}]", place)
                for slot in sorted(body.columns)
            ]
        if body.zones:
            head.append((1, "Z = S.z", place))
        head.append((1, "n = S.seats", place))
        if actor:
            head.append((1, f"actor = {actor}", place))
        lines = [*head, *body.lines]
        self.functions.append(Function(name, f"def {name}({', '.join(['S', *params])}):", lines, place))

    def _find_charged(self) -> set[str]:
        """The large macros that a program calls which might take too many steps; they must count theirs."""
        spec = self.spec
        programs = [spec.setup, *(phase.enter for phase in spec.phases), *(phase.exit for phase in spec.phases)]
        programs += [action.run for action in spec.actions]
        waiting = [program.effects for program in programs if steps(program.effects, spec) > runtime.BUDGET]
        found: set[str] = set()
        while waiting:
            for macro in macros_called(waiting.pop()):
                if macro.name not in found and macro_steps(macro, spec) > SMALL:
                    found.add(macro.name)
                    waiting.append(macro.program.effects)
        return found

    def _write(self) -> None:
        spec = self.spec
        charged = self._find_charged()
        for condition in spec.conditions:
            body = Statements(spec, self.twins, strict=self.strict, charged=True)
            body.put(f"return {body.value(condition.condition)}", condition.place)
            params = ["actor", *(body.local(param) for param in condition.params)]
            name = identifier("c", condition.index, condition.name)
            self._finish(name, params, body, condition.place, program=False, actor="")
        # In the order in which they were first called: a macro comes after those that it calls.
        for macro in spec.macros:
            body = Statements(
                spec, self.twins, strict=self.strict, charged=macro.name in charged, exports=macro.exports
            )
            params = ["actor", *(body.local(param) for param in macro.program.params)]
            for effect in macro.program.effects:
                body.effect(effect)
            body.ending(macro, macro.program.place)
            self._finish(macro_name(macro), params, body, macro.place, program=False, actor="")
        self._program("setup", spec.setup, [])
        for phase in spec.phases:
            self._program(identifier("enter", phase.index, phase.name), phase.enter, [])
            self._program(identifier("exit", phase.index, phase.name), phase.exit, [])
        for action in spec.actions:
            if action.pre is not None:
                self._value(identifier("pre", action.index, action.name), action.pre, [])
            for number, param in enumerate(action.params):
                body = Statements(spec, self.twins, strict=self.strict, charged=True)
                names = body.parameters([earlier.local for earlier in action.params[:number]], param.place)
                body.put(f"return {body.query(param.domain, fresh=True)}", param.place)
                self._finish(
                    identifier(f"menu{number}_", action.index, action.name), names, body, param.place, program=True
                )
                body = Statements(spec, self.twins, strict=self.strict, charged=True)
                names = body.parameters([earlier.local for earlier in action.params[:number]], param.place)
                body.put(f"return {body.accepts(param.domain, 'value')}", param.place)
                self._finish(
                    identifier(f"accepts{number}_", action.index, action.name),
                    ["value", *names],
                    body,
                    param.place,
                    program=True,
                )
            self._program(identifier("act", action.index, action.name), action.run, action.run.params)
        for phase in spec.phases:
            self._listing(phase)
        for index, ending in enumerate(spec.terminal):
            self._value(f"ends{index}", ending.when, [])
        for index, invariant in enumerate(spec.invariants):
            self._value(f"holds{index}", invariant.holds, [])
        if spec.scoring is not None:
            self._value("score", spec.scoring.value, ["actor"], actor="")

    def _program(self, name: str, program: Program, params: list[Any]) -> None:
        body = self._body(program.effects)
        names = body.parameters(params, program.place)
        for effect in program.effects:
            body.effect(effect)
        self._finish(name, names, body, program.place, program=True)

    def _listing(self, phase: Phase) -> None:
        """The menu of a phase in one function, so that its actions share what they read."""
        actions = [action for action in self.spec.actions if phase.index in action.phases]
        if not actions or any(action.limits or len(action.params) > 1 for action in actions):
            return
        body = Statements(self.spec, self.twins, strict=self.strict, charged=True)
        body.put("found = []", phase.place)
        for action in actions:
            place = action.pre.place if action.pre is not None else action.place
            if action.pre is not None:
                body.put(f"if {body.value(action.pre)}:", place)
                body.depth += 1
            if action.params:
                domain = body.query(action.params[0].domain, fresh=True)
                body.put(f"found += [({action.index}, v) for v in {domain}]", action.params[0].place)
            else:
                body.put(f"found.append(({action.index},))", place)
            body.depth = 1
        body.put("return found", phase.place)
        self._finish(identifier("moves", phase.index, phase.name), [], body, phase.place, program=True)

    def _value(self, name: str, value: Value, params: list[str], *, actor: str = "S.active") -> None:
        charged = value_steps(value, self.spec) > runtime.BUDGET
        body = Statements(self.spec, self.twins, strict=self.strict, charged=charged)
        body.put(f"return {body.value(value)}", value.place)
        self._finish(name, params, body, value.place, program=True, actor=actor)

    # -- gathering -----------------------------------------------------------------------------------------------

    def _gather(self) -> Code:
        spec, names = self.spec, self.namespace

        def found(prefix: str, number: int, name: str) -> Callable[..., Any]:
            function: Callable[..., Any] = names[identifier(prefix, number, name)]
            return function

        return Code(
            setup=names["setup"],
            enter=[found("enter", phase.index, phase.name) for phase in spec.phases],
            exit=[found("exit", phase.index, phase.name) for phase in spec.phases],
            pre=[
                found("pre", action.index, action.name) if action.pre is not None else None for action in spec.actions
            ],
            menus=[
                [found(f"menu{n}_", action.index, action.name) for n in range(len(action.params))]
                for action in spec.actions
            ],
            accepts=[
                [found(f"accepts{n}_", action.index, action.name) for n in range(len(action.params))]
                for action in spec.actions
            ],
            act=[found("act", action.index, action.name) for action in spec.actions],
            ends=[names[f"ends{index}"] for index in range(len(spec.terminal))],
            holds=[names[f"holds{index}"] for index in range(len(spec.invariants))],
            score=names.get("score"),
            listings=[names.get(identifier("moves", phase.index, phase.name)) for phase in spec.phases],
            machines=self.machines,
        )
