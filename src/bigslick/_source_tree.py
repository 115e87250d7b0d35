"""In a source tree, refuse to import compiled modules that no longer match their source.

A module compiled in place shadows its `.py`, so an edit would silently do nothing. An installed package has no source
to edit, and only checks for `setup.py`.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

REBUILD = "rebuild with `pip install -e .`, or with `python setup.py build_ext --inplace` where Cython is installed"


def mismatch(package: Path) -> str | None:
    """Return a sentence about a package's compiled modules that do not match their source, if there are any."""
    suffix = EXTENSION_SUFFIXES[0]
    changed: list[str] = []
    for compiled in package.rglob(f"*{suffix}"):
        built = compiled.stat().st_mtime
        for ending in (".py", ".pxd"):
            source = compiled.with_name(compiled.name.removesuffix(suffix) + ending)
            try:
                newer = source.stat().st_mtime > built
            except FileNotFoundError:
                left, name = (file.relative_to(package).as_posix() for file in (compiled, source))
                return f"{left} is left over from {name}, which is gone: delete it"
            if newer:
                changed.append(source.relative_to(package).as_posix())
    if not changed:
        return None
    if len(changed) == 1:
        return f"{changed[0]} is newer than its compiled module: {REBUILD}"
    return f"{', '.join(sorted(changed))} are newer than their compiled modules: {REBUILD}"


_package = Path(__file__).parent
if _package.parent.name == "src" and (_package.parents[1] / "setup.py").exists():
    _found = mismatch(_package)
    if _found is not None:
        raise ImportError(_found)
