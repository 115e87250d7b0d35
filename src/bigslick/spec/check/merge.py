"""Merges several documents: lists grow, other sections appear once, and `override` changes earlier documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bigslick.checks import nearest
from bigslick.spec import schema
from bigslick.spec.load import Document
from bigslick.spec.problems import Problems, name_hint
from bigslick.spec.source import ListNode, MapNode, Node, Place, ScalarNode, describe
from bigslick.spec.tree import Override

from .context import text_of
from .declarations import DeclarationChecks

ORIGINAL: Final = "original"
"""The word for what an override replaces."""
_NAMED: Final = {
    "globalVars": ("name", "global variable"),
    "perPlayerVars": ("name", "player variable"),
    "zones": ("id", "zone"),
    "tokens": ("id", "catalogue"),
    "tables": ("id", "table"),
    "phases": ("id", "phase"),
    "actions": ("id", "action"),
    "effectMacros": ("id", "macro"),
    "conditionMacros": ("id", "condition macro"),
    "invariants": ("name", "invariant"),
}
"""For each list that can be overridden part by part, the key that names a part and the word for a part."""
_PLACES: Final = ("arg", "when")
"""Keys that hold a single condition; elsewhere `original` is a list item."""


class Merge(DeclarationChecks):
    """The part of the checker that merges documents."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems)
        self.single: dict[str, Node] = {}
        self.merged: dict[str, list[Node]] = {name: [] for name in schema.MERGED}
        self.meant: set[str | None] = set()
        """The likely meanings of misspelt sections, so they are not reported as missing too."""
        self.overrides: list[Override] = []
        self._first: dict[str, Place] = {}

    def merge(self, documents: Sequence[Document]) -> None:
        """Take every document's sections in order; an override sees only the documents before its own."""
        for document in documents:
            for block in document.blocks:
                for name, node in block.entries.items():
                    self._section(name, node, block.key_places[name])
            for block in document.blocks:
                if "override" in block.entries:
                    self._override(block.entries["override"])

    def _section(self, name: str, node: Node, place: Place) -> None:
        if name not in schema.SECTIONS:
            self.meant.add(nearest(name, schema.SECTIONS))
            self.unknown_name(place, "section", name, schema.SECTIONS, "one of " + ", ".join(schema.SECTIONS))
        elif name == "override":
            return
        elif name in self.merged:
            if not isinstance(node, ListNode):
                self.problem(node.place, f"section {name} is {describe(node)}", "a list")
            else:
                self.merged[name] += node.items
        elif name in self.single:
            first = self._first[name]
            hint = "to change the other one, write it under 'override:'" if first.source is not place.source else ""
            self.problem(place, f"the section '{name}' is given twice", "one document to give it", hint, first)
        else:
            self.single[name] = _copied(node)
            self._first[name] = place

    # -- overriding ----------------------------------------------------------------------------------------------

    def _override(self, node: Node) -> None:
        fields = self.fields(node, schema.SECTIONS["override"])
        for section, given in fields.items():
            if section == "terminal":
                self._replace_list(section, given)
            elif section in _NAMED:
                for part in self.items(given, section):
                    self._replace_part(section, part)
            else:
                self._replace_section(section, given)

    def _replace_list(self, section: str, given: Node) -> None:
        old = self.merged[section]
        if not old or not isinstance(given, ListNode):
            self._nothing(given.place, section)
            return
        found = self._spliced(given, ListNode(old[0].place, old), section)
        assert isinstance(found, ListNode)
        self.merged[section] = found.items
        self.overrides.append(Override(given.place, section, "", [], old[0].place))

    def _replace_section(self, section: str, given: Node) -> None:
        old = self.single.get(section)
        if old is None:
            self._nothing(given.place, section)
            return
        if isinstance(old, MapNode) and isinstance(given, MapNode):
            self.single[section] = self._changed(old, given, section)
        else:
            self.single[section] = self._spliced(given, old, section)
        keys = list(given.entries) if isinstance(given, MapNode) else []
        self.overrides.append(Override(given.place, section, "", keys, self._first[section]))

    def _nothing(self, place: Place, section: str) -> None:
        self.problem(
            place, f"there is no section '{section}' to override", "a section of a document before this one", _ORDER
        )

    def _replace_part(self, section: str, given: Node) -> None:
        key, word = _NAMED[section]
        if not isinstance(given, MapNode) or not isinstance(given.entries.get(key), ScalarNode):
            self.problem(
                given.place, f"this overrides {describe(given)}", f"a mapping with '{key}', the {word} it changes"
            )
            return
        name_node = given.entries[key]
        name = text_of(name_node)
        parts = self._parts(section)
        at = next((at for at, part in enumerate(parts) if _name_of(part, key) == name), None)
        if at is None:
            known = [_name_of(part, key) for part in parts]
            hint = name_hint(name, known)
            article = "an" if word[0] in "aeio" else "a"
            self.problem(
                name_node.place,
                f"there is no {word} '{name}' to override",
                f"{article} {word} of a document before this one",
                hint if hint.startswith("did") else _ORDER,
            )
            return
        old = parts[at]
        assert isinstance(old, MapNode)
        first = old.entries[key].place
        before = [one for one in self.overrides if (one.section, one.name) == (section, name)]
        if first.source is given.place.source:
            self.problem(
                name_node.place,
                f"the {word} '{name}' is in this document",
                "an override of another document's",
                see=first,
            )
            return
        if before and before[-1].place.source is given.place.source:
            self.problem(
                name_node.place, f"the {word} '{name}' is overridden twice", "one override for it", see=before[-1].place
            )
            return
        keys = [other for other in given.entries if other != key]
        if not keys:
            self.problem(name_node.place, f"this changes nothing of the {word} '{name}'", "the keys to replace")
            return
        new = MapNode(given.place, {other: given.entries[other] for other in keys}, given.key_places)
        parts[at] = self._changed(old, new, f"{word} '{name}'")
        self.overrides.append(Override(name_node.place, section, name, keys, before[-1].place if before else first))

    def _parts(self, section: str) -> list[Node]:
        if section != "phases":
            return self.merged[section]
        turn = self.single.get("turnStructure")
        phases = turn.entries.get("phases") if isinstance(turn, MapNode) else None
        return phases.items if isinstance(phases, ListNode) else []

    def _changed(self, old: MapNode, given: MapNode, owner: str) -> MapNode:
        """Return a mapping with these keys replaced and the others unchanged."""
        entries, places = dict(old.entries), dict(old.key_places)
        for key, node in given.entries.items():
            entries[key] = self._spliced(node, old.entries.get(key), f"'{key}' of the {owner}")
            places[key] = given.key_places[key]
        return MapNode(old.place, entries, places)

    def _spliced(self, node: Node, old: Node | None, owner: str) -> Node:
        """Replace `original` in a node by the old node."""
        if isinstance(node, ListNode):
            items: list[Node] = []
            for item in node.items:
                if not _is_original(item):
                    items.append(self._spliced(item, old, owner))
                elif old is None:
                    self._no_original(item.place, owner)
                else:
                    items += old.items if isinstance(old, ListNode) else [old]
            return ListNode(node.place, items)
        if isinstance(node, MapNode):
            entries: dict[str, Node] = {}
            for key, value in node.entries.items():
                if key not in _PLACES or not _is_original(value) or isinstance(old, ListNode):
                    entries[key] = self._spliced(value, old, owner)
                else:
                    entries[key] = old or self._no_original(value.place, owner)
            return MapNode(node.place, entries, node.key_places)
        return node

    def _no_original(self, place: Place, owner: str) -> Node:
        self.problem(place, f"there is no {owner} before this", "an override without 'original'")
        return ScalarNode(place, True)


_ORDER: Final = "name the documents that this one changes in 'imports', or before it"


def _copied(node: Node) -> Node:
    """Copy a section, so its lists can change without changing the document."""
    if not isinstance(node, MapNode):
        return node
    entries = {
        key: ListNode(value.place, list(value.items)) if isinstance(value, ListNode) else value
        for key, value in node.entries.items()
    }
    return MapNode(node.place, entries, node.key_places)


def _is_original(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value == ORIGINAL


def _name_of(node: Node, key: str) -> str:
    return text_of(node.entries.get(key)) if isinstance(node, MapNode) else ""
