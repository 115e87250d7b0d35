"""Reads documents, YAML or Markdown with YAML blocks, into trees of nodes with locations.

YAML 1.1 turns `no`, `010`, `1:30` and `2024-01-01` into values that the author did not mean. Here a plain word is an
int, true, false or a string, and we refuse a word that YAML would change, showing how to write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, cast

import yaml

from .limits import MAX_DEPTH
from .problems import BadSpec, Problems, SpecError, SpecProblem, name_hint
from .short import expand
from .source import ListNode, MapNode, Node, Place, Scalar, ScalarNode, Source

MAX_BYTES: Final = 1_000_000
MAX_NODES: Final = 50_000

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FENCE = re.compile(r" {0,3}(```+|~~~+)\s*(ya?ml)?\b.*$", re.IGNORECASE)
_WORDS = {"yes", "no", "on", "off", "y", "n"}
_SURPRISES: Final = (
    (re.compile(r"[-+]?0[0-9_]+"), "a number with a leading zero, which YAML reads as octal"),
    (re.compile(r"[-+]?0[xob][0-9a-fA-F_]+"), "a number in another base"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*"), "a number with underscores"),
    (re.compile(r"[-+]?[0-9]+(?::[0-5]?[0-9])+"), "a number that YAML reads in base sixty"),
    (
        re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+"),
        "not a whole number",
    ),
    (re.compile(r"[-+]?\.(?:inf|nan)", re.IGNORECASE), "not a whole number"),
    (re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*"), "a date to YAML"),
)
_STRING: Final = "tag:yaml.org,2002:str"
_RESOLVER: Any = yaml.SafeLoader("")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Document:
    """One loaded document: its source and its top-level sections, one mapping per YAML block."""

    def __init__(self, source: Source, blocks: list[MapNode]) -> None:
        self.source = source
        self.blocks = blocks


def bundled() -> list[str]:
    """Return the names of bigslick's own documents, as in `std:NAME`."""
    found = (entry.name for entry in files("bigslick.spec").joinpath("std").iterdir())
    return sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml"))


def read_source(name: str) -> Source:
    """Read the text of a file or `std:NAME`; refuse anything too large or not text."""
    if name.startswith("std:"):
        wanted = name.removeprefix("std:")
        known = bundled()
        if wanted not in known:
            raise SpecError(f"there is no bundled document {wanted!r}; {name_hint(wanted, known)}".rstrip("; "))
        data = files("bigslick.spec").joinpath("std", f"{wanted}.yaml").read_bytes()
    else:
        path = Path(name)
        if path.is_dir():
            raise SpecError(f"{name}: this is a folder: expected a YAML or Markdown file")
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise SpecError(f"{name}: larger than {MAX_BYTES:,} bytes: expected a spec that a person wrote")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SpecError(f"{name}: this is not UTF-8 text (byte {error.start} is {data[error.start]:#04x})") from None
    return Source.of(name, text)


def load_source(source: Source, problems: Problems) -> Document:
    """Read one document's blocks, with every short form expanded, adding any problems to the list."""
    document = read_document(source, problems)
    for block in document.blocks:
        expand(block, problems)
    return document


def read_document(source: Source, problems: Problems) -> Document:
    """Read one document's blocks as they are written, adding any problems to the list."""
    reader = _Reader(source, problems)
    blocks: list[MapNode] = []
    for offset, text in _yaml_blocks(source):
        node = reader.read(text, offset)
        if isinstance(node, MapNode):
            blocks.append(node)
        elif node is not None:
            problems.unreadable = True
            problems.add(
                SpecProblem(
                    node.place, "a document is a mapping of sections", "sections such as 'actions:' and 'zones:'"
                )
            )
    return Document(source, blocks)


def load(names: Sequence[str | Path], problems: Problems | None = None) -> list[Document]:
    """Load these documents and everything they import, once each, imports first.

    Add every problem to the list if one is given, otherwise raise BadSpec; a document that cannot be read at all always
    raises it.
    """
    if isinstance(names, str | Path) or not isinstance(names, Iterable):
        raise SpecError(f"{names!r} is not a list of documents: expected one, as in ['std:holdem']")
    wanted = problems is not None
    problems = problems if problems is not None else Problems()
    documents: dict[str, Document | None] = {}
    for name in names:
        if not isinstance(name, str | Path):
            raise SpecError(f"{name!r} is not a document: expected a file or 'std:NAME', such as std:holdem")
        root = None if str(name).startswith("std:") else Path(name).resolve().parent
        _load_into(documents, str(name), root, problems)
    if problems.unreadable or not wanted:
        problems.raise_if_any()
    return [document for document in documents.values() if document is not None]


def _load_into(documents: dict[str, Document | None], name: str, root: Path | None, problems: Problems) -> None:
    """Read a document and its imports, which must be inside `root`, the folder of the document that the user named."""
    key = name if name.startswith("std:") else str(Path(name).resolve())
    if key in documents:
        return
    documents[key] = None  # reserved now, so documents that import each other are each read once
    source = read_source(name)
    problems.sources.append(source.name)
    document = load_source(source, problems)
    for block in document.blocks:
        node = block.entries.pop("imports", None)
        for item in node.items if isinstance(node, ListNode) else ():
            wanted = item.value if isinstance(item, ScalarNode) else None
            if not isinstance(wanted, str):
                problems.add(SpecProblem(item.place, "an import is a name", "std:NAME or a file beside this one"))
                continue
            target = wanted if wanted.startswith("std:") else str(Path(name).parent / wanted)
            try:
                if not wanted.startswith("std:") and not _is_inside(target, root):
                    # A document can come from anyone: it must not make us read and quote any file on the machine.
                    problems.add(SpecProblem(item.place, f"cannot import '{wanted}' from outside", _INSIDE))
                    continue
                _load_into(documents, target, root, problems)
            except (ValueError, OSError) as error:
                if isinstance(error, BadSpec):
                    raise
                why = error.strerror if isinstance(error, OSError) else str(error)
                problems.add(SpecProblem(item.place, f"cannot import '{wanted}': {why}"))
        if node is not None and not isinstance(node, ListNode):
            problems.add(SpecProblem(node.place, "imports is not a list", "a list of names"))
    documents.pop(key)
    documents[key] = document


_INSIDE: Final = "a file in the folder of the document you named, or below it; name others beside it"


def _is_inside(name: str, root: Path | None) -> bool:
    """Whether a file is inside a folder, after following every link."""
    return root is not None and Path(name).resolve().is_relative_to(root)


def _yaml_blocks(source: Source) -> list[tuple[int, str]]:
    """Yield (lines before it, text) for each YAML block; a text without a ```yaml fence is entirely YAML."""
    blocks: list[tuple[int, str]] = []
    fence, start, wanted = "", 0, False
    for number, line in enumerate(source.lines):
        match = _FENCE.match(line)
        if not fence and match:
            fence, start, wanted = match[1][:3], number + 1, match[2] is not None
        elif fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            if wanted:
                blocks.append((start, "\n".join(source.lines[start:number])))
            fence = ""
    if fence and wanted:
        place = Place(source, start, 1, len(source.line(start)))
        raise BadSpec([SpecProblem(place, "this YAML block is never closed", "a line with ``` after the block")])
    if blocks:
        return blocks
    return [(0, "\n".join(source.lines))]


class _Reader:
    """Turns PyYAML's nodes into nodes with locations, and refuses words that YAML would change."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.count = 0
        self.open: set[int] = set()
        self.offset = 0

    def read(self, text: str, offset: int) -> Node | None:
        """Read one block; None if it is empty or unreadable."""
        self.offset = offset
        before = len(self.problems)
        node = self._read(text, offset)
        if node is None and len(self.problems) > before:
            self.problems.unreadable = True
        return node

    def _read(self, text: str, offset: int) -> Node | None:
        try:
            loader = _Loader(text)
            try:
                composed = loader.get_single_node()
            finally:
                loader.dispose()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line, column = (mark.line, mark.column) if mark is not None else (0, 0)
            place = Place(self.source, line + 1 + offset, column + 1)
            if self.source.line(place.line)[column : column + 1] == "\t":
                # YAML's own words: "found character that cannot start any token".
                self.problems.add(SpecProblem(place, "not YAML: there is a tab here", "spaces: YAML indents with them"))
                return None
            what = " ".join(str(part) for part in (error.context, error.problem) if part)
            self.problems.add(SpecProblem(place, f"not YAML: {what}"))
            return None
        except yaml.YAMLError as error:
            self.problems.add(
                SpecProblem(Place(self.source, 1 + offset, 1), f"not YAML: {' '.join(str(error).split())}")
            )
            return None
        except RecursionError:
            self.problems.add(SpecProblem(Place(self.source, 1 + offset, 1), f"nested deeper than {MAX_DEPTH} levels"))
            return None
        if composed is None:
            return None
        try:
            return self.convert(composed, 0)
        except _TooMuchError as error:
            self.problems.add(SpecProblem(self.place(error.node), error.message, error.expected))
            return None

    def place(self, node: Any) -> Place:
        start, end = node.start_mark, node.end_mark
        width = end.column - start.column if end.line == start.line else 1
        return Place(self.source, start.line + 1 + self.offset, start.column + 1, max(1, width))

    def convert(self, node: Any, depth: int) -> Node:
        found = self._convert(node, depth)
        found.end = self.end(node, found)
        return found

    def end(self, node: Any, found: Node) -> tuple[int, int] | None:
        """Return where a node ends; for a block, PyYAML gives the start of the next thing."""
        if isinstance(node, yaml.ScalarNode) or node.flow_style:
            return node.end_mark.line + 1 + self.offset, node.end_mark.column + 1
        inside = found.items if isinstance(found, ListNode) else list(cast("MapNode", found).entries.values())
        return inside[-1].end if inside else None

    def _convert(self, node: Any, depth: int) -> Node:
        self.count += 1
        if self.count > MAX_NODES:
            raise _TooMuchError(node, f"the document grows past {MAX_NODES:,} values", "no aliases that multiply")
        if depth > MAX_DEPTH:
            raise _TooMuchError(node, f"nested deeper than {MAX_DEPTH} levels", "a flatter document")
        place = self.place(node)
        if isinstance(node, yaml.ScalarNode):
            return ScalarNode(place, self.scalar(node, place))
        if id(node) in self.open:
            raise _TooMuchError(node, "an alias that contains itself", "a tree")
        self.open.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                self.plain_tag(node, place, "tag:yaml.org,2002:seq")
                return ListNode(place, [self.convert(item, depth + 1) for item in node.value])
            self.plain_tag(node, place, "tag:yaml.org,2002:map")
            return self.mapping(node, place, depth)
        finally:
            self.open.discard(id(node))

    def mapping(self, node: Any, place: Place, depth: int) -> MapNode:
        entries: dict[str, Node] = {}
        places: dict[str, Place] = {}
        for key_node, value_node in node.value:
            key_place = self.place(key_node)
            key = self.convert(key_node, depth + 1)
            name = key.value if isinstance(key, ScalarNode) else None
            if isinstance(key_node, yaml.ScalarNode) and key_node.value == "<<" and not key_node.style:
                self.problems.add(SpecProblem(key_place, "the merge key '<<' is not used here", "each key written out"))
                continue
            if not isinstance(name, str):
                what = "this key" if name is None else f"the key {key_node.value}"
                self.problems.add(
                    SpecProblem(key_place, f"{what} is not a word", "a string as key, in quotes if need be")
                )
                continue
            if name in entries:
                self.problems.add(
                    SpecProblem(key_place, f"the key '{name}' appears twice", "each key once", see=places[name])
                )
                continue
            places[name] = key_place
            entries[name] = self.convert(value_node, depth + 1)
        return MapNode(place, entries, places)

    def plain_tag(self, node: Any, place: Place, usual: str) -> None:
        if node.tag != usual:
            self.problems.add(
                SpecProblem(place, f"the tag '{node.tag}' is not used here", "plain mappings, lists and words")
            )

    def scalar(self, node: Any, place: Place) -> Scalar:
        text: str = node.value
        usual = (
            _STRING if node.style in ("'", '"', "|", ">") else _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))
        )
        if node.tag != usual:
            self.plain_tag(node, place, usual)
            return text
        if node.style in ("'", '"', "|", ">"):
            return text
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if _INT.fullmatch(text):
            if len(text) > 17:
                self.problems.misread(SpecProblem(place, f"{text} is too large", "a whole number within 2^53"))
                return 0
            return int(text)
        if text.lower() in _WORDS or text.lower() in ("true", "false"):
            self.problems.misread(
                SpecProblem(place, f"YAML reads '{text}' as a boolean", f"true or false, or '{text}' in quotes")
            )
            return text
        for pattern, what in _SURPRISES:
            if pattern.fullmatch(text):
                self.problems.misread(
                    SpecProblem(place, f"'{text}' is {what}", f"a whole number, or '{text}' in quotes")
                )
                return 0
        return text


class _TooMuchError(Exception):
    """A document larger or deeper than anyone writes."""

    def __init__(self, node: Any, message: str, expected: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.expected = expected
