"""Stand-in for the `cython` module, for running the core interpreted where Cython is not installed."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
