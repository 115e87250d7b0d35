"""Make an environment with the peers and a compiled bigslick, then measure in it: `make bench`.

Arguments go to the measurement: `--json`, `--only WORD`, `--rounds N`, `--strict`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-bench"
COPY = ROOT / "build" / "bench"
PYTHON = HOME / ("Scripts" if os.name == "nt" else "bin") / "python"
BUILT = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
SOURCES = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def pip(*arguments: str, **environment: str) -> bool:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, env={**os.environ, **environment}, stdout=sys.stderr, check=False)
    return done.returncode == 0


def lines(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


def once(name: str, key: bytes) -> bool:
    """Whether this still has to be done for the key; `done` records it."""
    stamp = HOME / f"{name}.stamp"
    return not stamp.exists() or stamp.read_text() != hashlib.sha256(key).hexdigest()


def done(name: str, key: bytes) -> None:
    (HOME / f"{name}.stamp").write_text(hashlib.sha256(key).hexdigest())


def install_peers() -> None:
    wanted = ROOT / "bench" / "requirements.txt"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    ours = [*project["build-system"]["requires"], "wheel", *project["project"]["dependencies"]]
    key = wanted.read_bytes() + repr(ours).encode()
    if not once("peers", key):
        return
    print("installing the peers into .venv-bench", file=sys.stderr)
    if not pip("-r", str(wanted), *ours):
        # If a peer has no build for this machine, still measure the others.
        for peer in lines(wanted):
            if not pip(peer):
                print(f"{peer} cannot be installed here: its rows will say so", file=sys.stderr)
        if not pip(*ours):
            raise SystemExit("the libraries that bigslick needs cannot be installed: see above")
    done("peers", key)


def install_bigslick() -> None:
    files = sorted(path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".pxd"))
    files += [ROOT / name for name in SOURCES[1:3]]
    key = b"".join(path.relative_to(ROOT).as_posix().encode() + path.read_bytes() for path in files)
    if not once("bigslick", key):
        return
    print("building bigslick into .venv-bench", file=sys.stderr)
    # In a copy, because an in-place build leaves a .so that shadows later edits; the copy keeps its build directory, so
    # only changes are recompiled.
    shutil.rmtree(COPY / "src", ignore_errors=True)
    for built in (COPY / "build").glob("lib*"):
        shutil.rmtree(built)
    COPY.mkdir(parents=True, exist_ok=True)
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, COPY / name, ignore=BUILT)
        else:
            shutil.copy2(ROOT / name, COPY / name)
    (COPY / "setup.cfg").write_text("[build_ext]\nparallel = 2\n")
    flags = ("--no-build-isolation", "--no-deps", "--force-reinstall")
    if not pip(*flags, str(COPY), BIGSLICK_REQUIRE_COMPILED="1"):
        raise SystemExit("bigslick could not be compiled: a comparison needs a C compiler and Python's headers")
    done("bigslick", key)


def main() -> int:
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True)
    install_peers()
    install_bigslick()
    command = [str(PYTHON), "-m", "bench", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
