"""The wire names for phrases, emotes, avatars and labels: the page and the store know all of them."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest
import sqlalchemy as sa

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.social import Avatar, AvatarChanged, ChatLine, ChatLines, Emote, NoteLabel, Phrase
from bigslick.server.store import schema

from ..documents import ROOT

PAGE = ROOT / "src" / "bigslick" / "server" / "web"


@pytest.mark.parametrize(
    ("file", "constant", "names"),
    [
        ("table/chat.js", "PHRASES", Phrase),
        ("table/chat.js", "EMOTES", Emote),
        ("account/avatar.js", "AVATARS", Avatar),
        ("account/people.js", "LABELS", NoteLabel),
    ],
    ids=["phrases", "emotes", "avatars", "labels"],
)
def test_the_page_has_words_for_each_name_and_for_no_other(file: str, constant: str, names: Any) -> None:
    found = re.search(rf"const {constant} = \{{\n(.*?)^\}}", (PAGE / file).read_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    words = re.findall(r'^  "?(\w*)"?: say\("[^"]+"(?:, \{\}, "[^"]+")?\),$', found[1], re.MULTILINE)
    assert len(words) == len(found[1].splitlines())
    assert words == list(get_args(names)), "in the same order, in which the page offers them"


def test_every_avatar_and_emote_has_a_picture_and_every_label_a_colour() -> None:
    drawn = re.findall(r'id="([\w-]+)"', (PAGE / "pictures" / "avatars.svg").read_text())
    expected = [f"avatar-{name}" for name in get_args(Avatar)] + [f"emote-{name}" for name in get_args(Emote)]
    assert sorted(drawn) == sorted(expected)
    coloured = re.findall(r'^\[data-label="(\w+)"\]', (PAGE / "account" / "social.css").read_text(), re.MULTILINE)
    assert set(coloured) == set(get_args(NoteLabel)) - {""}


@pytest.mark.parametrize(
    ("column", "names"),
    [(schema.chat.c.phrase, Phrase), (schema.accounts.c.avatar, Avatar), (schema.notes.c.label, NoteLabel)],
    ids=["phrase", "avatar", "label"],
)
def test_every_name_fits_the_column_that_keeps_it(column: sa.Column[str], names: Any) -> None:
    assert isinstance(column.type, sa.String)
    assert column.type.length is not None
    assert max(map(len, get_args(names))) <= column.type.length


def test_lines_come_back_from_the_wire_and_leave_out_what_was_not_said() -> None:
    typed = ChatLine(number=1, at=5, player="ann", text="nice ♠")
    chosen = ChatLine(number=2, at=6, player="bob", phrase="nice_hand")
    lines = ChatLines(table="t1", lines=(typed, chosen))
    assert decode(encode(lines), ChatLines) == lines
    assert encode(chosen) == b'{"number":2,"at":6,"player":"bob","phrase":"nice_hand"}'


@pytest.mark.parametrize("avatar", ["dragon", "Fox", "<svg>", "", None])
def test_a_picture_that_is_not_in_the_list_is_refused(avatar: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.avatar"):
        decode(encode({"type": "avatar", "at": "t1", "player": "ann", "avatar": avatar}), AvatarChanged)
