"""Bundle the page's modules and style sheets into one file each: two requests instead of a hundred."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Final

from bigslick.errors import BigslickError

_IMPORT: Final = re.compile(r'^import\s+(?:(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+)?"(\.\.?/[\w./-]+\.js)";$', re.M)
_EXPORT: Final = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.M)
_LIST: Final = re.compile(r"^export\s+\{([^}]*)\};$", re.M)
_AWAITS: Final = re.compile(r"^(?:const \w+ = )?await\b", re.M)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*$", re.M)
_COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*\n", re.M)
"""A comment on its own lines."""
_INDENT: Final = re.compile(r"^[ \t]+", re.M)
_SHEETS: Final = re.compile(r'(?:[ \t]*<link rel="stylesheet" href="/[\w/-]+\.css">\n)+')
_SHEET: Final = re.compile(r'href="/([\w/-]+\.css)"')
_NAMED: Final = re.compile(r'((?:href|src)="/)([\w/-]+\.(?:js|svg|png|woff2|json))"')


class BadModule(BigslickError):
    """A module that cannot be bundled."""


def hashed_name(name: str, content: bytes) -> str:
    """Return a name that includes a hash of the content, so browsers can cache the file forever."""
    path = PurePosixPath(name)
    return f"{path.stem}.{hashlib.sha256(content).hexdigest()[:16]}{path.suffix}"


def without_comments(source: str) -> str:
    """Strip whole-line comments from a module or style sheet, but not lines inside a template literal."""
    return _outside_literals(_COMMENT, source)


def without_indentation(source: str) -> str:
    """Strip the blanks before each line of a script or style sheet, but not inside a template literal."""
    return _outside_literals(_INDENT, source)


def _outside_literals(pattern: re.Pattern[str], source: str) -> str:
    """Remove every match that is in no template literal."""
    ticks, at = 0, 0
    kept: list[str] = []
    for found in pattern.finditer(source):
        between = source[at : found.start()]
        ticks += between.count("`")
        kept += (between, found[0] if ticks % 2 else "")
        ticks += found[0].count("`") if ticks % 2 else 0
        at = found.end()
    return "".join((*kept, source[at:]))


def join_modules(entry: str, sources: Mapping[str, str]) -> str:
    """Join a module and all its imports into one script, each module in its own scope, in the order a browser runs
    them.

    Modules import by name and relative path, without cycles; anything else raises `BadModule`.
    """
    done: dict[str, str] = {}
    _join(entry, sources, done, ())
    return "\n".join(done.values())


def _join(name: str, sources: Mapping[str, str], done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in done:
        return
    if name in above:
        raise BadModule(f"modules import each other: {' → '.join((*above[above.index(name) :], name))}")
    if name not in sources:
        raise BadModule(f"{above[-1] if above else 'the page'} imports {name}, which does not exist")
    source = sources[name]
    for found in _IMPORT.finditer(source):
        _join(_resolve(name, found[2]), sources, done, (*above, name))
    names = [found[2] for found in _EXPORT.finditer(source)]
    names += [_as_property(part) for found in _LIST.finditer(source) for part in found[1].split(",") if part.strip()]
    body = _IMPORT.sub(lambda found: _import(name, found), source)
    body = _LIST.sub("", _EXPORT.sub(r"\1 \2", body))
    if (left := _LEFT.search(body)) is not None:
        raise BadModule(f"{name}: {left[0]!r} cannot be joined: import by name, export where a name is made")
    call = "await (async () =>" if _AWAITS.search(body) else "(() =>"
    done[name] = f"// {name}\nconst {_scope(name)} = {call} {{\n{body}\nreturn {{ {', '.join(names)} }};\n}})();"


def _resolve(importer: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _scope(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js").replace("/", "$"))


def _as_property(part: str) -> str:
    """Turn `a as b` in an export list into the property `b: a`."""
    inside, _, outside = part.strip().partition(" as ")
    return f"{outside.strip()}: {inside.strip()}" if outside else inside


def _import(importer: str, found: re.Match[str]) -> str:
    names, scope = found[1], _scope(_resolve(importer, found[2]))
    if names is None:
        return ""
    if names.startswith("*"):
        return f"const {names.split()[-1]} = {scope};"
    properties = re.sub(r"\s+as\s+", ": ", names)
    return f"const {properties} = {scope};"


def join_page(html: str, read: Callable[[str], bytes], known: Mapping[str, object]) -> tuple[str, dict[str, bytes]]:
    """Bundle the files a document names; return the new document and the bundled files by their hashed names."""
    made: dict[str, bytes] = {}

    def keep(name: str, content: bytes) -> str:
        named = hashed_name(name, content)
        made[named] = content
        return named

    def sheets(found: re.Match[str]) -> str:
        content = without_comments("".join(read(name).decode() for name in _SHEET.findall(found[0])))
        content = without_indentation(content)
        return f'  <link rel="stylesheet" href="/{keep("page.css", content.encode())}">\n'

    def file(found: re.Match[str]) -> str:
        name = found[2]
        if name not in known:
            return found[0]
        content = read(name)
        if name.endswith(".js"):
            sources = {other: without_comments(read(other).decode()) for other in known if other.endswith(".js")}
            content = without_indentation(join_modules(name, sources)).encode()
        return f'{found[1]}{keep(name, content)}"'

    return _NAMED.sub(file, _SHEETS.sub(sheets, html)), made
