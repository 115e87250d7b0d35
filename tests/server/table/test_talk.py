"""A table's chat: lines are numbered, and the last ones are kept."""

from __future__ import annotations

from bigslick.protocol import wire
from bigslick.server.store.chat import KEPT
from bigslick.server.table.talk import Talk


def say(talk: Talk, cmd_id: str, *, keep: bool = True) -> wire.Said:
    said, kept = talk.say("ann", "Ann", wire.Say(cmd_id=cmd_id, table="t1", text=cmd_id), 5)
    if keep:
        talk.add(kept)
    return said


def test_lines_are_numbered_and_only_the_last_are_kept() -> None:
    talk = Talk("t1")
    for number in range(1, KEPT + 11):
        assert say(talk, f"c{number}").number == number
    assert [line.number for line in talk.told(5).lines] == list(range(11, KEPT + 11))


def test_a_line_that_is_not_in_the_store_has_not_been_said() -> None:
    talk = Talk("t1")
    assert say(talk, "lost", keep=False).number == 1
    assert say(talk, "kept").number == 1
    assert [line.text for line in talk.told(5).lines] == ["kept"]
    assert not talk.told(4).lines, "it was said later"
    assert [(at, said.text) for at, said in talk.since(4)] == [(5, "kept")]
    assert not list(talk.since(5))


def test_an_emote_is_not_kept() -> None:
    said, kept = Talk("t1").say("ann", "Ann", wire.Say(cmd_id="e", table="t1", emote="clap"), 5)
    assert (said.player, said.emote, said.number, kept) == ("Ann", "clap", 0, None)
