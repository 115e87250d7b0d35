"""Proves that no call from Python can kill the process or touch a hand it was not given.

`python -m tests.hostile` finds every compiled module by its `.pxd` twin, calls everything in it that Python can see,
with arguments no sane program would send, and prints a report; `--module core.hand` checks just one module.
"""
