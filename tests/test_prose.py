"""The prose reads like English spoken at a poker table, without phrases that no one would say there.

This reads the source's docstrings and comments, the page's comments and every document. Rewrite every sentence it
finds. "Stands up" and "stands for" are English.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PYTHON = [path for folder in ("src", "bench", "tools", "examples") for path in (REPOSITORY / folder).rglob("*.py")]
PYTHON.append(REPOSITORY / "setup.py")
PAGE = sorted((REPOSITORY / "src/bigslick/server/web").rglob("*.js"))
DOCUMENTS = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]

STILTED = {
    "is no X": r"(?<![Tt]here )\b(is|are) no (?!longer\b|more\b)[a-z]+",
    "all the same": r"\ball the same\b",
    "those who, for whom": r"\b([Tt]hose who|[Oo]ne who|for whom)\b",
    "so many, so long as a pronoun": r"\bso (many|long)\b",
    "stands for is": r"\b(stands|stood)\b(?! (up|for))",
    "tells of": r"\b(tell|tells|told) of\b",
    "anew": r"\banew\b",
    "as the record has it": r"\bas the \w+ has it\b",
    "for ever": r"\bfor ever\b",
    "bare Let": r"(?:^|[.:] )Let (?!us\b)",
}
OPENING = re.compile(r"(What|Who)\b")  # at the start of a docstring
# Documents talk about players and decks; text in back-ticks is quoted.
WORN_OUT = re.compile(r"(?i)\b(he|him|his|himself|somebody|nobody|whoever|told|packs?)\b")


def prose_of_python(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text and whether it is a docstring, for every docstring and comment in a module."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node)
            if docstring:
                yield node.body[0].lineno, docstring, True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("#: "), False


def prose_of_page(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield line and text of every comment in a script."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"/\*\*?(.*?)\*/|(?:^|\s)//(.*?)$", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, found.start()) + 1, (found[1] or found[2]).strip(" */"), False


def prose_of_document(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield line and text of every line outside a document's code blocks."""
    code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, re.sub(r"`[^`]*`", "``", line).lstrip("-*> "), False


def finds(path: Path) -> Iterator[str]:
    """Yield a file's stilted sentences."""
    reader = {".py": prose_of_python, ".js": prose_of_page}.get(path.suffix, prose_of_document)
    name = path.relative_to(REPOSITORY).as_posix()
    for line, text, docstring in reader(path):
        sentence = " ".join(text.split())
        if docstring and OPENING.match(sentence):
            yield f"{name}:{line}: opens with {sentence.split()[0]}: {sentence[:90]}"
        if path.suffix == ".md" and (found := WORN_OUT.search(sentence)):
            yield f"{name}:{line}: {found[0]}: {sentence[:90]}"
        for kind, pattern in STILTED.items():
            if found := re.search(pattern, sentence):
                yield f"{name}:{line}: {kind}: …{sentence[max(0, found.start() - 40) : found.end() + 40]}…"


@pytest.mark.parametrize("files", [PYTHON, PAGE, DOCUMENTS], ids=["Python", "page", "documents"])
def test_nobody_would_say_this_at_a_table(files: list[Path]) -> None:
    assert files
    found = [find for path in files for find in finds(path)]
    assert not found, f"{len(found)} sentences to write again:\n" + "\n".join(found)


PLANTED = (
    "70 more is no full raise",
    "it is compiled all the same",
    "pots go to those who may win them",
    "begins after so many hands",
    "the name stands in the first line",
    "the page tells of it",
    "the pause begins anew",
    "as the record has it",
    "passes the blinds around for ever",
    "Let a player go",
)


@pytest.mark.parametrize("sentence", PLANTED)
def test_a_planted_sentence_is_found(sentence: str) -> None:
    assert [kind for kind, pattern in STILTED.items() if re.search(pattern, sentence)] != []


def test_every_pattern_has_its_planted_sentence() -> None:
    assert len(PLANTED) == len(STILTED)
    assert all(any(re.search(pattern, sentence) for sentence in PLANTED) for pattern in STILTED.values())
    assert not any(re.search(pattern, "A hand is played; there is no rake.") for pattern in STILTED.values())
