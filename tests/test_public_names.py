"""`import bigslick` provides only documented, typed names, and loads nothing heavy."""

import importlib
import inspect
import json
import pickle
import subprocess
import sys
import traceback
import typing

import pytest

import bigslick

HEAVY = {"typer", "rich", "pydantic", "cryptography", "polars", "pandas", "pokerkit", "asyncio", "multiprocessing"}


def test_names_are_sorted_and_exist() -> None:
    assert list(bigslick.__all__) == sorted(set(bigslick.__all__), key=str.lower) or list(bigslick.__all__) == sorted(
        set(bigslick.__all__)
    )
    for name in bigslick.__all__:
        assert hasattr(bigslick, name)


@pytest.mark.parametrize("name", bigslick.__all__)
def test_a_public_name_is_documented_and_typed(name: str) -> None:
    thing = getattr(bigslick, name)
    if inspect.isclass(thing):
        assert thing.__doc__, f"{name} has no sentence"
        for member, value in vars(thing).items():
            if member.startswith("_") or not callable(getattr(value, "__func__", value)):
                continue
            function = getattr(value, "__func__", value)
            if inspect.isfunction(function):
                assert function.__doc__, f"{name}.{member} has no sentence"
                assert_typed(function)
    elif callable(thing):
        assert thing.__doc__, f"{name} has no sentence"
        if inspect.isfunction(thing):
            assert_typed(thing)


def assert_typed(function: typing.Any) -> None:
    hints = function.__annotations__
    assert "return" in hints, f"{function.__qualname__} says nothing about what it returns"
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in ("self", "cls"):
            assert parameter.name in hints, f"{function.__qualname__}: {parameter.name} has no type"


def modules_after(code: str) -> set[str]:
    """Return the modules that Python imported for a program, beyond those it starts with."""
    listing = "import sys, json; {}; print(json.dumps(sorted(sys.modules)))"
    texts = (
        subprocess.run([sys.executable, "-c", listing.format(program)], capture_output=True, text=True, check=True)
        for program in ("pass", code)
    )
    before, after = ({*json.loads(done.stdout.splitlines()[-1])} for done in texts)
    return after - before


def test_importing_loads_no_engine() -> None:
    """Modules are counted instead of timed: names are imported when they are used."""
    loaded = modules_after("import bigslick")
    assert {name for name in loaded if name.startswith("bigslick")} == {"bigslick", "bigslick._source_tree"}
    assert not {name.partition(".")[0] for name in loaded} & (HEAVY | {"numpy", "msgspec"})
    assert len(loaded) < 60


@pytest.mark.parametrize("name", ["Hand", "Table", "evaluate", "play_game"])
def test_a_hand_needs_no_numpy(name: str) -> None:
    loaded = {name.partition(".")[0] for name in modules_after(f"from bigslick import {name}")}
    assert not loaded & (HEAVY | {"numpy"})


def test_a_card_needs_no_hand() -> None:
    assert "bigslick.hand" not in modules_after("import bigslick; bigslick.Card('As')")


def test_star_import_and_completion_find_every_name() -> None:
    found: dict[str, object] = {}
    exec("from bigslick import *", found)
    assert found.keys() - {"__builtins__"} == {*bigslick.__all__}
    assert {*bigslick.__all__, "hand", "table"} <= {*dir(bigslick)}


def test_packages_are_attributes_and_a_misspelt_name_is_an_error() -> None:
    modules_after("import bigslick; bigslick.hand.Hand; bigslick.table.Table")
    with pytest.raises(AttributeError, match="module 'bigslick' has no attribute 'Hnad'"):
        _ = bigslick.Hnad  # type: ignore[attr-defined]


PACKAGES = ["bigslick"] + [
    f"bigslick.{name}"
    for name in ("bots", "client", "envs", "history", "odds", "rulings", "simulate", "spec", "tournament")
]


def test_a_traceback_names_every_public_error_as_users_import_it() -> None:
    errors = {
        thing
        for package in PACKAGES
        for name in importlib.import_module(package).__all__
        if isinstance(thing := getattr(importlib.import_module(package), name), type)
        and issubclass(thing, BaseException)
    }
    assert len(errors) > 30
    for error in errors:
        module, name = error.__module__, error.__qualname__
        assert module in PACKAGES, f"a traceback says {module}.{name}"
        assert getattr(importlib.import_module(module), name) is error
        assert pickle.loads(pickle.dumps(error)) is error


def test_a_traceback_says_bigslick_bad_setup() -> None:
    with pytest.raises(bigslick.BadSetup) as caught:
        bigslick.Hand.start([100], (1, 2))
    assert traceback.format_exception_only(caught.value)[0].startswith("bigslick.BadSetup: ")
