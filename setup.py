"""Compile every module that has a `.pxd` twin; without a C compiler the same source runs as plain Python.

Compiled code checks neither indices nor None: what Python can reach must be guarded by hand, as it is in the core. A
module of ordinary Python, such as the tournament director, turns the checks on again in a comment on its first line.

Three variables steer a build, each set to 1:

    BIGSLICK_PURE              compile nothing
    BIGSLICK_REQUIRE_COMPILED  fail when the modules cannot be compiled, instead of leaving them interpreted
    BIGSLICK_SANITIZE          build with the address and undefined-behaviour checks
"""

import os
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
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def asked(variable: str) -> bool:
    """Whether the environment sets a variable of ours to 1."""
    return os.environ.get(f"BIGSLICK_{variable}") == "1"


def compile_args() -> tuple[list[str], list[str]]:
    """Flags for compiler and linker."""
    if sys.platform == "win32":
        return ["/O2"], []
    if asked("SANITIZE"):
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
        return ["-Og", "-g1", *checks], checks  # half the time of -O1 to compile
    return ["-O3", "-g0"], []


def extensions() -> list[Extension]:
    """One extension for each module with a `.pxd` twin, wherever in the tree it stands."""
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


class BuildAllOrNothing(build_ext):
    """Compile all modules, or leave all of them interpreted: a mixture would run, and be neither fast nor tested."""

    def build_extensions(self) -> None:
        """Compile; where that fails and is not required, say so in one line and go on without."""
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
        """Turn Python into C. Here, and not at the head of the file, so that an sdist or a version costs nothing."""
        from Cython.Build import cythonize

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


if __name__ == "__main__":  # the processes that translate import this file again
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildAllOrNothing},
        options={"build_ext": {"parallel": PROCESSORS}},
    )
