"""Skips Typer's conversion of values that already have their type; it imports Pydantic, doubling the start-up time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any


class QuickValues:
    """A command that converts a value only if it was given and is not yet of the declared type."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            if "process_value" not in vars(parameter):
                parameter.process_value = partial(_value, parameter, parameter.process_value)
        return super().parse_args(ctx, args)  # type: ignore[misc]


def _value(parameter: Any, convert: Callable[[Any, Any], Any], context: Any, value: Any) -> Any:
    if context.resilient_parsing:  # shell completion uses no values
        return value
    declared = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    if declared == list[str] and value:
        value = [*value]
    else:
        several = parameter.nargs != 1 or parameter.multiple
        if several or (parameter.required if value is None else type(value) is not declared):
            return convert(context, value)
    return value if parameter.callback is None else parameter.callback(context, parameter, value)
