"""Names for guests who have not chosen one: two short friendly words."""

from __future__ import annotations

from typing import Final

_MOODS: Final = (
    *("Brave", "Bright", "Calm", "Clever", "Cosy", "Daring", "Eager", "Early", "Fair", "Gentle", "Glad", "Golden"),
    *("Happy", "Jolly", "Keen", "Kind", "Lucky", "Merry", "Mild", "Neat", "Noble", "Proud", "Quick", "Quiet"),
    *("Ready", "Silver", "Sunny", "Swift", "Tidy", "Warm", "Wise", "Witty"),
)
_ANIMALS: Final = (
    *("Badger", "Bear", "Beaver", "Bison", "Crane", "Deer", "Dove", "Eagle", "Falcon", "Ferret", "Finch", "Fox"),
    *("Hare", "Heron", "Koala", "Lark", "Lion", "Llama", "Lynx", "Mole", "Moose", "Otter", "Owl", "Panda"),
    *("Raven", "Robin", "Seal", "Stork", "Swan", "Tiger", "Wolf", "Wren"),
)


def guest_name(draw: bytes) -> str:
    """Return one of 1,024 names: `Lucky Otter`."""
    return f"{_MOODS[draw[0] % len(_MOODS)]} {_ANIMALS[draw[1] % len(_ANIMALS)]}"
