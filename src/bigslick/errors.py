"""The base class of every error that bigslick raises on purpose."""

from .core.errors import BadCards, BigslickError

__all__ = ["BadCards", "BigslickError"]
