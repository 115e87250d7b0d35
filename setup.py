"""Compile every module that has a `.pxd` twin; without a C compiler the same source runs as plain Python.

Compiled code checks neither indices nor None: everything Python can reach must be guarded by hand, as in the core.
Ordinary Python modules, such as the tournament director, turn the checks back on in a comment on their first line.

Three environment variables control a build, each set to 1:

    BIGSLICK_PURE              compile nothing
    BIGSLICK_REQUIRE_COMPILED  fail if the modules cannot be compiled, instead of leaving them interpreted
    BIGSLICK_SANITIZE          build with the address and undefined-behaviour checks
"""

import os
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

SOURCE = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "auto_pickle": False,  # a pickle would be a second, unchecked way to write into an object
}
NOT_COMPILED = "bigslick: no working C compiler with Python's headers, so it runs as plain Python: exact but slower"
CIMPORT = re.compile(r"^from (\S+) cimport (.+)$", re.MULTILINE)
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def asked(variable: str) -> bool:
    """Whether the environment sets one of our variables to 1."""
    return os.environ.get(f"BIGSLICK_{variable}") == "1"


def compile_args() -> tuple[list[str], list[str]]:
    """Return the flags for compiler and linker."""
    if sys.platform == "win32":
        return ["/O2"], []
    if asked("SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
        return ["-Og", "-g1", *checks], checks  # half the time of -O1 to compile
    return ["-O3", "-g0"], []


def extensions() -> list[Extension]:
    """Return one extension for each module with a `.pxd` twin, anywhere in the tree."""
    if asked("PURE"):
        return []
    cflags, ldflags = compile_args()
    return [
        Extension(
            ".".join(pxd.relative_to(SOURCE).with_suffix("").parts),
            [pxd.with_suffix(".py").as_posix()],
            extra_compile_args=cflags,
            extra_link_args=ldflags,
        )
        for pxd in sorted(SOURCE.rglob("*.pxd"))
        if pxd.stem != "__init__"
    ]


def follow_cimports() -> None:
    """Make Cython translate a module again when one that it cimports changes; it misses `cimport x as y` and others."""
    from Cython.Build import Dependencies

    parse = Dependencies.parse_dependencies

    def all_of(source: str) -> tuple[list[str], *tuple[object, ...]]:
        cimports, *rest = parse(source)
        for package, names in CIMPORT.findall(Path(source).read_text(encoding="utf-8")):
            cimports += [f"{package.rstrip('.')}.{name.split()[0]}" for name in names.split(",")]
        return cimports, *rest

    Dependencies.parse_dependencies = all_of


class BuildAllOrNothing(build_ext):
    """Compile all modules, or leave all of them interpreted: a mixture would be neither fast nor tested."""

    def build_extensions(self) -> None:
        """Compile; if that fails and is not required, print one line and continue interpreted."""
        self.translate()
        try:
            super().build_extensions()
        except (BaseError, CCompilerError):
            if asked("REQUIRE_COMPILED"):
                raise
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()
            print(NOT_COMPILED, file=sys.stderr)

    def translate(self) -> None:
        """Translate Python to C. Cython is imported here, because building an sdist does not need it."""
        from Cython.Build import cythonize

        follow_cimports()
        translated = cythonize(
            self.extensions,
            nthreads=PROCESSORS,
            quiet=True,
            build_dir="build/cython",
            include_path=["src"],
            compiler_directives=DIRECTIVES,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]


if __name__ == "__main__":  # the translating processes import this file again
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildAllOrNothing},
        options={"build_ext": {"parallel": PROCESSORS}},
    )
