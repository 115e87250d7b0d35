"""Which bigslick this is, and whether its core is compiled."""

from __future__ import annotations


def version_text() -> str:
    """The two lines of `bigslick --version`."""
    import bigslick
    from bigslick.strength import COMPILED

    return f"bigslick {bigslick.__version__}\ncore: {'compiled' if COMPILED else 'interpreted'}"
