"""The parts of the language's table: constructs, their keys, and what a key can hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, get_args

Group = Literal["section", "part", "effect", "value", "condition", "query", "selector"]
Kind = Literal[
    "name",  # a word that is looked up or defined
    "binder",  # a new name for what follows
    "binding",  # a name bound earlier
    "word",  # one of a few fixed words
    "text",  # any string
    "int",  # a whole number written out
    "bool",  # true or false written out
    "literal",  # an int or a boolean written out
    "value",
    "condition",
    "query",
    "zone",
    "player",
    "cell",  # a global variable or a player's
    "effects",
    "list",
    "map",
]

KIND_WORDS: Final[dict[str, str]] = {
    "name": "a name",
    "binder": "a new name such as $player",
    "binding": "the name of a binding",
    "word": "a word",
    "text": "a string",
    "int": "a whole number",
    "bool": "true or false",
    "literal": "a whole number, true or false",
    "value": "a value",
    "condition": "a condition",
    "query": "a query",
    "zone": "a zone",
    "player": "a player",
    "cell": "a variable: {scope, var} or {scope, player, var}",
    "effects": "a list of effects",
    "list": "a list",
    "map": "a mapping",
}


@dataclass(frozen=True)
class Key:
    name: str
    kind: Kind
    text: str
    required: bool = True
    words: tuple[str, ...] = ()
    """The allowed words, if the kind is `word`."""


@dataclass(frozen=True)
class Construct:
    """One thing that can be written."""

    group: Group
    name: str
    text: str
    keys: tuple[Key, ...] = ()
    example: str = ""
    words: tuple[str, ...] = ()
    """The words that can replace it, or appear in it, without a key."""

    @property
    def title(self) -> str:
        """Group and name: `effect setVar`."""
        return f"{self.group} {self.name}"


section, part, effect, value, condition, query, selector = (partial(Construct, group) for group in get_args(Group))


def optional(name: str, kind: Kind, text: str, words: tuple[str, ...] = ()) -> Key:
    return Key(name, kind, text, False, words)


BIND_WHERE = (
    optional("bind", "binder", "names the item for `where`"),
    optional("where", "condition", "keeps only items for which this is true"),
)
VAR = Key("var", "name", "the variable")
SCOPE = Key("scope", "word", "where the variable is", words=("global", "pvar"))
PLAYER = optional("player", "player", "whose variable; required with `scope: pvar`, and only there")
IN = Key("in", "effects", "run with the new name bound")
PARAM_TYPES = ("int", "bool", "string", "player", "zone", "token", "tokens", "players", "ints")
