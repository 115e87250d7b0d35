"""Build the documentation as a static site: the pages in `docs`, the rule book, and every public name in the code.

    python tools/build_site.py build/site

The pages are gathered in a folder next to the site, because two kinds are written here: one page for each package with
an `__all__`, and the rule book. Any warning stops the build.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType, UnionType

from sphinx.pycode import ModuleAnalyzer

import bigslick

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BOOK = ROOT / "tools" / "book_pages.py"
INNER = {"cli", "core", "protocol", "server"}  # packages that no user imports
LINK = re.compile(r"\]\((\.\./[^)#\s]*)")
NAMED_HEADING = re.compile(r"^(#+ .*) \{ *#([\w.-]+) *\}$", re.MULTILINE)


def front_doors() -> list[ModuleType]:
    """Return `bigslick` and its packages that have an `__all__`."""
    found = pkgutil.iter_modules(bigslick.__path__)
    names = [room.name for room in found if room.ispkg and room.name[0] != "_" and room.name not in INNER]
    rooms = [importlib.import_module(f"bigslick.{name}") for name in names]
    return [bigslick, *(room for room in rooms if hasattr(room, "__all__"))]


def described(door: ModuleType, name: str) -> tuple[str, str]:
    """Return the heading for a name, and the lines that make Sphinx describe it."""
    thing = getattr(door, name)
    place = f"{door.__name__}.{name}"
    if isinstance(thing, type):
        heading = "Errors" if issubclass(thing, Exception) else "Classes"
        return heading, f".. autoclass:: {place}\n   :members:\n   :undoc-members:\n"
    if inspect.isroutine(thing):
        return "Functions", f".. autofunction:: {place}\n"
    # autodoc would show the type's docstring, because the name is assigned in another module.
    kinds = " | ".join(kind.__name__ for kind in thing.__args__) if isinstance(thing, UnionType) else ""
    value = f"   :value: {kinds}\n" if kinds else f"   :type: {type(thing).__name__}\n"
    return "Values", f".. py:data:: {place}\n{value}\n   {sentence_of_value(door, name)}\n"


def sentence_of_value(door: ModuleType, name: str) -> str:
    """Return the docstring below a name's assignment, in the module that the package imports it from."""
    for node in ast.parse(inspect.getsource(door)).body:
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}:
            home = importlib.util.resolve_name("." * node.level + (node.module or ""), door.__name__)
            return " ".join(ModuleAnalyzer.for_module(home).find_attr_docs().get(("", name), []))
    return ""


def reference(door: ModuleType, known: dict[str, str]) -> str:
    """Return the page for one package; names described on an earlier page become links."""
    groups: dict[str, list[str]] = {"Classes": [], "Functions": [], "Values": [], "Errors": []}
    for name in door.__all__:
        if name.startswith("__"):
            continue
        heading, lines = described(door, name)
        thing = getattr(door, name)
        home = known.setdefault(f"{getattr(thing, '__module__', door.__name__)}.{name}", door.__name__)
        if home == door.__name__:
            groups[heading].append(f"```{{eval-rst}}\n{lines}```\n")
        else:
            groups[heading].append(f"- `{name}`: see {{py:obj}}`{home}.{name}`\n")
    text = [f"# {door.__name__}\n", inspect.getdoc(door) or ""]
    for heading, entries in groups.items():
        if entries:
            text += [f"\n## {heading}\n", *entries]
    return "\n".join(text) + "\n"


def link_to_the_repository(page: Path, source: Path, repository: str) -> None:
    """Point links to files outside the site at the repository."""

    def lead(found: re.Match[str]) -> str:
        place = Path(os.path.normpath(page.parent.relative_to(source) / found[1]))
        return f"]({repository}/blob/main/{place.as_posix()[3:]}" if place.parts[0] == ".." else found[0]

    page.write_text(LINK.sub(lead, page.read_text(encoding="utf-8")), encoding="utf-8")


def gather(source: Path) -> None:
    """Write every page of the site into a folder."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(DOCS, source)
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    for page in source.rglob("*.md"):
        link_to_the_repository(page, source, repository)
    (source / "api").mkdir()
    known: dict[str, str] = {}
    for door in front_doors():
        (source / "api" / f"{door.__name__}.md").write_text(reference(door, known), encoding="utf-8")
    if BOOK.exists():
        subprocess.run([sys.executable, BOOK, source / "rule-book"], check=True)
        for page in (source / "rule-book").rglob("*.md"):  # MyST takes a heading's name from the line above it
            text = NAMED_HEADING.sub(r"(\2)=\n\1", page.read_text(encoding="utf-8"))
            page.write_text(text, encoding="utf-8")


def main() -> int:
    """Gather the pages, build the site, and print where it is."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    source = site.with_name(site.name + "-source")
    gather(source)
    shutil.rmtree(site, ignore_errors=True)
    flags = ["--quiet", "--fail-on-warning", "--keep-going", "--jobs", "auto"]
    done = subprocess.run([sys.executable, "-m", "sphinx", *flags, source, site], check=False)
    if done.returncode == 0:
        print(f"the site is in {site}: open {site / 'index.html'}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
