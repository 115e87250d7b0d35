"""Bundle the page's modules and style sheets: a script and a style sheet, and one of each for what is rarely wanted."""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Final

from bigslick.errors import BigslickError

_IMPORT: Final = re.compile(r'^import\s+(?:(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+)?"(?P<path>\.\.?/[\w./-]+\.js)";$', re.M)
_EXPORT: Final = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+(\w+)", re.M)
_LIST: Final = re.compile(r"^export\s+\{([^}]*)\};$", re.M)
_LATER: Final = re.compile(r'\bimport\("(?P<path>\.\.?/[\w./-]+\.js)"\)')
"""A module that is loaded when it is wanted."""
_AWAITS: Final = re.compile(r"^(?:const \w+ = )?await\b", re.M)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*$", re.M)
_COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)[ \t]*\n", re.M)
"""A comment on its own lines."""
_INDENT: Final = re.compile(r"^[ \t]+", re.M)
_SHEETS: Final = re.compile(
    r'[ \t]*<link rel="(stylesheet|x-later)" href="/[\w/-]+\.css">\n(?:[ \t]*<link rel="\1" href="/[\w/-]+\.css">\n)*'
)
"""Style sheets one after another; `x-later` ones are for the screens and dialogs that load later."""
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


def join_modules(entry: str, sources: Mapping[str, str], keep_later: Callable[[str], str]) -> str:
    """Join a module and all its imports into one script, each module in its own scope, in the order a browser runs
    them.

    What only `import("./x.js")` asks for goes into a second script, which the first one loads when it is wanted and
    gives the modules they share: so nothing is sent or run twice. `keep_later` returns the address of that script.

    Modules import by name and relative path, without cycles; anything else raises `BadModule`.
    """
    done: dict[str, str] = {}
    _join(entry, sources, done, ())
    first = dict(done)
    wanted: list[str] = []
    waiting = list(first)
    while waiting:
        importer = waiting.pop(0)
        for name in _named(_LATER, importer, sources):
            before = len(done)
            _join(name, sources, done, (importer,))
            waiting += list(done)[before:]
            wanted.append(name)
    if not wanted:
        return "\n".join(first.values())
    later = {name: body for name, body in done.items() if name not in first}
    used = {other for name in later for other in _named(_IMPORT, name, sources)} | set(wanted)
    shared = ", ".join(("$later", *(_scope(name) for name in first if name in used)))
    parts = ", ".join(map(_scope, dict.fromkeys(wanted)))
    body = "\n".join(later.values())
    address = keep_later(f"export default async ({{ {shared} }}) => {{\n{body}\nreturn {{ {parts} }};\n}};")
    return "\n".join((_LOADER.replace("ADDRESS", address).replace("SHARED", shared), *first.values()))


# Some browsers remember that an address failed, so each try has its own.
_LOADER: Final = """let $loading = null, $tries = 0;
const $later = async (name) => (await ($loading ??= import("ADDRESS#" + $tries++)
.then((script) => script.default({ SHARED }))
.catch((error) => { $loading = null; throw error; })))[name];"""


def _named(pattern: re.Pattern[str], importer: str, sources: Mapping[str, str]) -> list[str]:
    """Return the modules that a module imports in one of the two ways."""
    return [_resolve(importer, found["path"]) for found in pattern.finditer(sources[importer])]


def _join(name: str, sources: Mapping[str, str], done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in done:
        return
    if name in above:
        raise BadModule(f"modules import each other: {' → '.join((*above[above.index(name) :], name))}")
    if name not in sources:
        raise BadModule(f"{above[-1] if above else 'the page'} imports {name}, which does not exist")
    source = sources[name]
    for other in _named(_IMPORT, name, sources):
        _join(other, sources, done, (*above, name))
    names = [found[2] for found in _EXPORT.finditer(source)]
    names += [_as_property(part) for found in _LIST.finditer(source) for part in found[1].split(",") if part.strip()]
    body = _IMPORT.sub(lambda found: _import(name, found), source)
    body = _LIST.sub("", _EXPORT.sub(r"\1 \2", body))
    body = _LATER.sub(lambda found: f'$later("{_scope(_resolve(name, found["path"]))}")', body)
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
    names, scope = found[1], _scope(_resolve(importer, found["path"]))
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

    def script(joined: str) -> bytes:
        return without_indentation(joined).encode()

    def sheets(found: re.Match[str]) -> str:
        content = without_comments("".join(read(name).decode() for name in _SHEET.findall(found[0])))
        name = "page.css" if found[1] == "stylesheet" else "later.css"
        return f'  <link rel="{found[1]}" href="/{keep(name, without_indentation(content).encode())}">\n'

    def file(found: re.Match[str]) -> str:
        name = found[2]
        if name not in known:
            return found[0]
        content = read(name)
        if name.endswith(".js"):
            sources = {other: without_comments(read(other).decode()) for other in known if other.endswith(".js")}
            content = script(join_modules(name, sources, lambda later: f"/{keep('later.js', script(later))}"))
        return f'{found[1]}{keep(name, content)}"'

    return _NAMED.sub(file, _SHEETS.sub(sheets, html)), made
