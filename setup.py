"""Compile the core when a C compiler is there; without one the same source runs as plain Python."""

import os
import sys
from pathlib import Path

from setuptools import setup

SOURCE = Path("src")
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}


def compile_args() -> tuple[list[str], list[str]]:
    """Flags for compiler and linker; BIGSLICK_SANITIZE=1 asks for the address and undefined-behaviour checks."""
    if sys.platform == "win32":
        return ["/O2"], []
    if os.environ.get("BIGSLICK_SANITIZE") == "1":
        checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
        return ["-O1", "-g", *checks], checks
    return ["-O3", "-g0"], []


def extensions() -> list:
    """One extension for each module that has a .pxd twin."""
    if os.environ.get("BIGSLICK_PURE") == "1":
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    cflags, ldflags = compile_args()
    modules = [
        Extension(
            ".".join(pxd.relative_to(SOURCE).with_suffix("").parts),
            [str(pxd.with_suffix(".py"))],
            extra_compile_args=cflags,
            extra_link_args=ldflags,
        )
        for pxd in sorted(SOURCE.rglob("*.pxd"))
        if pxd.stem != "__init__"
    ]
    built = cythonize(modules, build_dir="build/cython", include_path=["src"], compiler_directives=DIRECTIVES)
    for extension in built:  # cythonize() drops `optional` given to Extension
        extension.optional = os.environ.get("BIGSLICK_REQUIRE_COMPILED") != "1"
    return built


setup(ext_modules=extensions())
