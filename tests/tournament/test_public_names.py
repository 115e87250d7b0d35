"""What `bigslick.tournament` and `bigslick.simulate` export."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType

import pytest

import bigslick.simulate
import bigslick.tournament


@pytest.mark.parametrize("room", [bigslick.tournament, bigslick.simulate], ids=["tournament", "simulate"])
def test_every_exported_name_exists_and_is_documented(room: ModuleType) -> None:
    assert room.__doc__
    assert list(room.__all__) == sorted(set(room.__all__))
    for name in room.__all__:
        thing = getattr(room, name)
        assert not isinstance(thing, ModuleType), name
        assert thing.__doc__, f"{name} has no sentence"
    with pytest.raises(AttributeError, match="no attribute 'play_mach'"):
        _ = bigslick.simulate.play_mach


def test_importing_bigslick_or_its_rooms_loads_no_table_library() -> None:
    code = "import sys, json, bigslick.tournament, bigslick.simulate.match; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & {"polars", "matplotlib", "dask", "distributed", "typer", "rich"}
