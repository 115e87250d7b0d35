"""Polars as `pl`, or a sentence that says how to install it. Import this inside functions: it takes a while."""

from bigslick.extras import missing

try:
    import polars as pl
except ModuleNotFoundError as error:
    raise missing("sim", error.name) from None

__all__ = ["pl"]
