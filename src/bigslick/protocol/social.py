"""Ready-made phrases, emotes, avatars and note labels.

Each is a name that goes over the wire; the page has the words in the reader's language, and the pictures.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Phrase = Literal[
    "hello",
    "good_luck",
    "nice_hand",
    "well_played",
    "thanks",
    "sorry",
    "unlucky",
    "one_moment",
    "good_game",
    "good_night",
]
"""Sentences that everyone reads in their own language."""

Emote = Literal["clap", "laugh", "wow", "sad", "angry", "think", "cool", "fire", "heart", "sleep"]
"""Pictures that float over a seat for a moment."""

Avatar = Literal[
    "fox",
    "owl",
    "cat",
    "bear",
    "shark",
    "whale",
    "fish",
    "rabbit",
    "frog",
    "penguin",
    "robot",
    "crown",
    "hat",
    "rocket",
    "moon",
    "spade",
    "dog",
    "lion",
    "panda",
    "koala",
    "duck",
    "raccoon",
]
"""The pictures that a player can choose from."""

NoteLabel = Literal["", "red", "orange", "yellow", "green", "blue", "violet"]
"""The colour that a player assigns to another; none by default."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A stored chat line."""

    number: int
    at: int
    player: str
    text: str = ""
    phrase: Phrase | Literal[""] = ""


class ChatLines(msgspec.Struct, frozen=True, kw_only=True, tag="chat"):
    """The last lines of a table's chat, oldest first, for a player who starts watching it."""

    table: str
    lines: tuple[ChatLine, ...]


class NamedHere(msgspec.Struct, frozen=True, kw_only=True, tag="named"):
    """The name that a table or tournament shows for you, when it is not your own: a second Tom is Tom 2.

    Sent before a snapshot, and whenever it changes, before the update that shows it.
    """

    at: str
    player: str


class AvatarChanged(msgspec.Struct, frozen=True, kw_only=True, tag="avatar"):
    """A player at one of your tables has another picture."""

    at: str
    """The table that shows the name; empty for yourself, where you do not sit."""
    player: str
    avatar: Avatar
