"""The language's types: int, bool, string, player, zone, token, row, and lists of them."""

from __future__ import annotations

from typing import NamedTuple


class Type(NamedTuple):
    """A type; `of` is a token's catalogue, a row's table, or the item type of a list, as text."""

    kind: str
    item: str = ""
    detail: str = ""

    def __str__(self) -> str:
        if self.kind == "list":
            return f"list of {self.item}s"
        return f"{self.kind} of '{self.detail}'" if self.kind == "row" else self.kind

    @property
    def element(self) -> Type:
        """The type of a list's items."""
        return Type(self.item, "", self.detail)


INT = Type("int")
BOOL = Type("bool")
STRING = Type("string")
PLAYER = Type("player")
ZONE = Type("zone")
TOKEN = Type("token")
UNKNOWN = Type("unknown")
"""The type of something already reported; it fits everywhere, so a mistake is reported only once."""

PARAM_TYPES: dict[str, Type] = {
    "int": INT, "bool": BOOL, "string": STRING, "player": PLAYER, "zone": ZONE, "token": TOKEN,
    "tokens": Type("list", "token"), "players": Type("list", "player"), "ints": Type("list", "int"),
}  # fmt: skip


def list_of(item: Type) -> Type:
    return Type("list", item.kind, item.detail)


def fits(given: Type, wanted: Type) -> bool:
    """Whether one type can be used as another: a player is an int, and nothing else converts."""
    if UNKNOWN in (given, wanted) or given == wanted:
        return True
    if given.kind == "list" and wanted.kind == "list":
        return fits(given.element, wanted.element)
    return given == PLAYER and wanted == INT


def comparable(left: Type, right: Type) -> bool:
    """Whether == can compare two values."""
    return fits(left, right) or fits(right, left)
