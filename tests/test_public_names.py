"""What `import bigslick` gives: every name documented and typed, and nothing heavy loaded for it."""

import inspect
import json
import subprocess
import sys
import typing

import pytest

import bigslick

HEAVY = {"typer", "rich", "click", "cryptography", "polars", "pandas", "pokerkit", "asyncio", "multiprocessing"}


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


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, json, bigslick; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & HEAVY
