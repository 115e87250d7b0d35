"""Extras: wherever one is missing, the error is a sentence with the command that installs it."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from bigslick.extras import EXTRAS, MissingExtra, needs_extra

from .documents import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
PACKAGES = {
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "distributed": "dask",
    "prometheus_client": "prometheus-client",
    "pyspiel": "open-spiel",
}
NAMED = "this needs the extra {extra!r} ({module} is missing): pip install 'bigslick[{extra}]'"


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_missing_extra_is_named_with_the_line_that_installs_it(extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, EXTRAS[extra][0], None)
    with pytest.raises(MissingExtra) as raised:
        needs_extra(extra)
    hint = f"; in a clone: pip install '.[{extra}]'"
    assert str(raised.value) == NAMED.format(extra=extra, module=EXTRAS[extra][0]) + hint


def packages(extra: str) -> list[str]:
    """Return the packages that an extra installs, including those of extras it contains."""
    found = []
    for need in PROJECT[extra]:
        inner = need.removeprefix("bigslick[").removesuffix("]").split(",") if need.startswith("bigslick[") else None
        found += [need] if inner is None else [name for each in inner for name in packages(each)]
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_installs_what_it_is_asked_for(extra: str) -> None:
    for module in EXTRAS[extra]:
        assert any(need.startswith(PACKAGES.get(module, module)) for need in packages(extra)), module


def test_one_word_installs_everything() -> None:
    assert {need for extra in PROJECT for need in packages(extra)} == {*packages("all"), *packages("client")}


def test_an_extra_brings_only_what_it_is_for() -> None:
    assert [need.partition(">")[0] for need in packages("client")] == ["websockets"]
    assert not any(need.startswith("dask") for need in packages("sim"))
    assert [need.partition(">")[0] for need in packages("pictures")] == ["matplotlib"]


MISSED = {
    "import bigslick.client": ("client", "websockets"),
    "import bigslick.server.store.accounts": ("room", "aiosqlite"),
    "import bigslick.gateways.slumbot.server": ("room", "uvicorn"),
    "import bigslick.gateways.mcp.server": ("mcp", "mcp"),
    "import bigslick.gateways.openspiel": ("openspiel", "pyspiel"),
    "import bigslick.simulate.analysis as a; a.by_bot(None, 0)": ("sim", "polars"),
    "import bigslick.simulate.polars_library": ("sim", "polars"),
    "from bigslick.history import frame; frame([])": ("sim", "polars"),
}


def test_the_import_of_what_needs_an_extra_says_which_one() -> None:
    """All are tried in one process without any of the packages."""
    gone = {module for modules in EXTRAS.values() for module in modules}
    lines = [
        "import sys",
        f"sys.modules.update(dict.fromkeys({sorted(gone)!r}))",
        f"for line in {list(MISSED)!r}:",
        "    try:",
        "        exec(line)",
        "    except ImportError as error:",
        "        print(type(error).__name__, error)",
        "    except Exception as error:",
        "        print('not an ImportError:', repr(error))",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    for said, (extra, module) in zip(done.stdout.splitlines(), MISSED.values(), strict=True):
        assert said.startswith("MissingExtra " + NAMED.format(extra=extra, module=module)), said
