"""The static checker: turns loaded documents into a checked tree, or reports every problem at once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from bigslick.spec import schema
from bigslick.spec.expressions import Combinations
from bigslick.spec.kinds import INT
from bigslick.spec.load import Document, bundled, load, load_source, read_source
from bigslick.spec.problems import BadSpec, Problems, SpecProblem, must_be
from bigslick.spec.source import ListNode, MapNode, Node, Place, ScalarNode, describe
from bigslick.spec.tree import Action, Ending, Invariant, Param, Phase, Program, Scoring, Spec

from .context import NOWHERE, Home, Scope, int_of, text_of
from .flow import check_flow
from .merge import Merge

_NEEDED = ("metadata", "turnStructure", "actions", "terminal")


def check(documents: Sequence[Document], problems: Problems | None = None) -> Spec:
    """Return the documents' game, or raise BadSpec with every problem, including those passed in."""
    must_be((list, tuple), documents, "a list of documents: expected what `load` gives")
    for document in documents:
        must_be(Document, document, "a document: expected what `load` gives")
    problems = problems if problems is not None else Problems()
    loaded = problems.copy()
    problems.sources = [document.source.name for document in documents]
    checker = Checker(problems)
    spec = checker.game(documents)
    if checker.undefined:
        _raise_for_missing(documents, checker.undefined, loaded, len(problems))
    problems.raise_if_any()
    check_flow(spec, checker)
    problems.raise_if_any()
    return spec


def _raise_for_missing(
    documents: Sequence[Document], undefined: Mapping[str, Place], problems: Problems, found: int
) -> None:
    """Name the bundled document that defines most of these macros, with the problems that would remain."""
    given = {document.source.name for document in documents}
    best, most = "", len(undefined) // 2
    for name in (f"std:{name}" for name in bundled()):
        macros = _macros(name) if name not in given else set()
        if len(macros & undefined.keys()) > most:
            best, most = name, len(macros & undefined.keys())
    if not best:
        return
    together = [document for document in load([best]) if document.source.name not in given] + list(documents)
    problems.sources = [document.source.name for document in together]
    Checker(problems).game(together)
    if len(problems) < found:
        files = " ".join(document.source.name for document in documents)
        what = f"this document uses macros it does not define: try `bigslick spec check {best} {files}`"
        raise BadSpec([SpecProblem(next(iter(undefined.values())), what), *problems.sorted()])


def _macros(name: str) -> set[str]:
    lists = [
        block.entries.get(section, block)
        for block in load_source(read_source(name), Problems()).blocks
        for section in ("effectMacros", "conditionMacros")
    ]
    items = [item for found in lists if isinstance(found, ListNode) for item in found.items]
    return {text_of(item.entries.get("id")) for item in items if isinstance(item, MapNode)}


class Checker(Merge):
    """The whole checker: merges the documents' sections, and reads them in dependency order."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems)
        self._actions: dict[str, Place] = {}

    def game(self, documents: Sequence[Document]) -> Spec:
        """Return the checked tree; use it only if there were no problems."""
        self.merge(documents)
        single, merged = self.single, self.merged
        place = Place(documents[0].source, 1, 1) if documents else NOWHERE
        for name in _NEEDED:
            if name not in single and not merged.get(name) and name not in self.meant:
                self.problem(
                    place,
                    f"no document has the section '{name}'",
                    f"a section '{name}': a game needs one",
                    "give all documents of the game together",
                )
        meta = self.fields(single["metadata"], schema.SECTIONS["metadata"]) if "metadata" in single else {}
        least, self.most_players = self.players_range(meta.get("players"))
        name = self.name(meta.get("id"), "a game") or "game"
        self.variables(merged["globalVars"], False)
        self.variables(merged["perPlayerVars"], True)
        self.zone_list(merged["zones"])
        self.token_list(merged["tokens"])
        self.table_list(merged["tables"])
        self._declare_macros("effectMacros", merged, self.macro_nodes)
        self._declare_macros("conditionMacros", merged, self.condition_nodes)
        phase_nodes = self._declare_phases(single.get("turnStructure"))
        setup = self.program(
            "setup",
            single.get("setup"),
            documents[0].blocks[0] if documents and documents[0].blocks else MapNode(place, {}, {}),
        )
        phases = [self._phase(node, index) for index, node in enumerate(phase_nodes)]
        actions = [action for node in merged["actions"] if (action := self._action(node)) is not None]
        for index, action in enumerate(actions):
            action.index = index
        terminal = [self._ending(node) for node in merged["terminal"]]
        scoring = self._scoring(single.get("scoring"))
        for ending in terminal:
            if ending.result == "score" and scoring is None:
                self.problem(ending.place, "the game ends by score, and there is no scoring", "a section 'scoring'")
        invariants = [self._invariant(node) for node in merged["invariants"]]
        for unused in self.macro_nodes:
            self.macro(unused, None)
        for unused in self.condition_nodes:
            self.condition_macro(unused, None)
        return Spec(
            id=name,
            title=text_of(meta.get("title")) or name,
            least_players=least,
            most_players=self.most_players,
            globals=list(self.globals.values()),
            players=list(self.players.values()),
            zones=list(self.zones.values()),
            tokens=self.tokens,
            tables=list(self.tables.values()),
            setup=setup,
            phases=phases,
            round_robin=self._round_robin(single.get("turnOrder")),
            actions=actions,
            macros=list(self.macros.values()),
            conditions=list(self.conditions.values()),
            terminal=terminal,
            scoring=scoring,
            invariants=invariants,
            gotos=self.gotos,
            overrides=self.overrides,
            sources=[document.source for document in documents],
            digest=hashlib.sha256("\0".join(document.source.text for document in documents).encode()).hexdigest(),
        )

    def _declare_macros(self, section: str, merged: dict[str, list[Node]], known: dict[str, MapNode]) -> None:
        part = schema.PARTS["effectMacro" if section == "effectMacros" else "conditionMacro"]
        for node in merged[section]:
            if not isinstance(node, MapNode) or "id" not in node.entries:
                self.fields(node, part)
                continue
            name = self.name(node.entries["id"], "a macro")
            if name is None:
                continue
            if name in known:
                self.twice("macro", name, node.entries["id"].place, known[name].entries["id"].place)
                continue
            known[name] = node

    def _declare_phases(self, node: Node | None) -> list[Node]:
        if node is None:
            return []
        fields = self.fields(node, schema.SECTIONS["turnStructure"])
        found = []
        for item in self.items(fields.get("phases"), "phases"):
            name_node = item.entries.get("id") if isinstance(item, MapNode) else None
            name = self.name(name_node, "a phase")
            if name is not None and name_node is not None:
                if name in self.phases:
                    self.problem(name_node.place, f"the phase '{name}' is declared twice", "each name once")
                    continue
                self.phases[name] = len(self.phases)
                found.append(item)
            else:
                self.fields(item, schema.PARTS["phase"])
        if not found and "phases" in fields:
            self.problem(fields["phases"].place, "a turn without phases", "one phase or more")
        return found

    def _phase(self, node: Node, index: int) -> Phase:
        fields = self.fields(node, schema.PARTS["phase"])
        name = text_of(fields.get("id"))
        enter = self.program(f"enter {name}", fields.get("onEnter"), node)
        leave = self.program(f"exit {name}", fields.get("onExit"), node)
        return Phase(fields["id"].place if "id" in fields else node.place, name, index, enter, leave)

    def _action(self, node: Node) -> Action | None:
        fields = self.fields(node, schema.PARTS["action"])
        name = self.name(fields.get("id"), "an action")
        phases = []
        for item in self.items(fields.get("phase"), "phase"):
            phase = text_of(item)
            if phase not in self.phases:
                if not self.phases:
                    continue
                self.unknown_name(item.place, "phase", phase or describe(item), self.phases, "a phase of turnStructure")
            else:
                phases.append(self.phases[phase])
        home = Home()
        scope = Scope(home)
        pre = self.condition(fields["pre"], scope.child(), "'pre'") if "pre" in fields else None
        params = []
        for item in self.items(fields.get("params"), "params"):
            inner = self.fields(item, schema.PARTS["actionParam"])
            domain = self.query(inner.get("domain"), scope)
            if domain is not None and "choose" in inner:
                domain = self.combinations(domain, inner["choose"], scope)
            scope.unsure = scope.unsure or domain is None
            if "name" in inner and domain is not None:
                several = isinstance(domain, Combinations)
                local = self.binder(inner["name"], domain.type if several else domain.type.element, scope)
                if local is not None:
                    params.append(Param(item.place, local, domain))
        cost = self.effects(fields.get("cost"), scope)
        effects = self.effects(fields.get("effects"), scope)
        if name is None:
            return None
        if name in self._actions:
            self.twice("action", name, fields["id"].place, self._actions[name])
            return None
        self._actions[name] = fields["id"].place
        place = fields["effects"].place if "effects" in fields else node.place
        run = Program(f"action {name}", place, cost + effects, len(home.locals), [param.local for param in params])
        return Action(
            fields["id"].place, name, 0, phases, params, pre, run, self._limits(fields.get("limits")), len(home.locals)
        )

    def _limits(self, node: Node | None) -> list[tuple[str, int]]:
        found = []
        for item in self.items(node, "limits"):
            fields = self.fields(item, schema.PARTS["limit"])
            if len(fields) == 2:
                found.append((text_of(fields["scope"]), int_of(fields["max"])))
        return found

    def _ending(self, node: Node) -> Ending:
        fields = self.fields(node, schema.PARTS["ending"])
        home = Home()
        when = self.condition(fields.get("when"), Scope(home), "'when'")
        return Ending(node.place, when, text_of(fields.get("result")), len(home.locals))

    def _scoring(self, node: Node | None) -> Scoring | None:
        if node is None:
            return None
        fields = self.fields(node, schema.SECTIONS["scoring"])
        home = Home()
        value = self.value(fields.get("value"), Scope(home), INT, "the score")
        return Scoring(node.place, text_of(fields.get("method")) == "highest", value, len(home.locals))

    def _invariant(self, node: Node) -> Invariant:
        fields = self.fields(node, schema.PARTS["invariant"])
        home = Home()
        holds = self.condition(fields.get("holds"), Scope(home), "'holds'")
        return Invariant(node.place, text_of(fields.get("name")), holds, len(home.locals))

    def _round_robin(self, node: Node | None) -> bool:
        if node is None:
            return True
        fields = self.fields(node, schema.SECTIONS["turnOrder"])
        kind = fields.get("type")
        return not (isinstance(kind, ScalarNode) and kind.value == "manual")
