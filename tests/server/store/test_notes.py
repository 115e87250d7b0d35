"""Notes in the store: one per player, under the account that wrote it, however the names are capitalized."""

from __future__ import annotations

import msgspec
import pytest

from bigslick.server.store import notes as notes_module
from bigslick.server.store.accounts import Accounts
from bigslick.server.store.bank import Bank
from bigslick.server.store.names import Names
from bigslick.server.store.notes import Notes, PlayerNote, TooManyNotes
from bigslick.server.store.store import Store
from tests.virtual_clock import VirtualClock

from ..databases import opened


async def written_by(store: Store, *writers: str) -> tuple[Notes, Accounts, list[str]]:
    """Return a store's notes, its accounts, and the ids of new ones."""
    clock, names = VirtualClock(1_000), Names()
    accounts = Accounts(store, await Bank.load(store), names, clock)
    return Notes(store, names, clock), accounts, [await accounts._make(writer, "member", None) for writer in writers]


async def put(notes: Notes, writer: str, note: PlayerNote) -> None:
    """Save a note about the player with its name, or about the name."""
    await notes.put(writer, notes._names.id_of(note.player) or note.player, note)


async def test_a_note_is_found_under_its_writer_alone_and_notes_come_by_name(url: str) -> None:
    async with opened(url) as store:
        notes, _, (ann, bob) = await written_by(store, "Ann", "bob")
        zoe = PlayerNote(player="zoe", text="never folds ♥\nnot even deuces", label="red")
        cat = PlayerNote(player="Cat", muted=True)
        for note in (zoe, cat):
            await put(notes, ann, note)
        await put(notes, bob, PlayerNote(player="ANN", label="blue"))
        assert await notes.of(ann) == (cat, zoe)
        assert await notes.of(bob) == (PlayerNote(player="Ann", label="blue"),)
        assert await notes.of("zoe") == (), "a note is not for the player it is about"


async def test_a_new_note_takes_the_place_of_the_old_one_and_an_empty_one_of_nothing(url: str) -> None:
    async with opened(url) as store:
        notes, _, (ann, _) = await written_by(store, "ann", "Bob")
        await put(notes, ann, PlayerNote(player="bob", text="tight", label="green", muted=True))
        newer = PlayerNote(player="Bob", text="loose now")
        await put(notes, ann, newer)
        assert await notes.of(ann) == (newer,)
        await put(notes, ann, PlayerNote(player="BOB"))
        assert await notes.of(ann) == ()
        await put(notes, ann, PlayerNote(player="bob"))
        assert await notes.of(ann) == ()


async def test_a_note_follows_a_player_to_a_new_name_and_stays_off_the_next_who_takes_the_old_one(url: str) -> None:
    async with opened(url) as store:
        notes, accounts, (ann, bob) = await written_by(store, "ann", "bob")
        for player in ("bob", "tag 1"):
            await put(notes, ann, PlayerNote(player=player, muted=True))
        await accounts.rename(bob, "zoe")
        await accounts.new_guest("Bob")
        assert [note.player for note in await notes.of(ann)] == ["Ada", "zoe"]


async def test_notes_on_players_of_one_name_are_told_apart(url: str) -> None:
    async with opened(url) as store:
        notes, accounts, (ann,) = await written_by(store, "ann")
        toms = [await accounts.new_guest("Tom") for _ in range(3)]
        for number, tom in enumerate(toms):
            await notes.put(ann, tom, PlayerNote(player="Tom", text=f"{number}"))
        shown = {toms[1]: "Tom", toms[2]: "Tom 2", "g9": "Tom 3"}
        found = {note.text: note.player for note in await notes.of(ann, shown)}
        assert found == {"1": "Tom", "2": "Tom 2", "0": "Tom 4"}
        assert sorted(note.player for note in await notes.of(ann)) == ["Tom", "Tom 2", "Tom 3"]


async def test_a_writer_with_all_their_notes_may_change_or_clear_one_but_not_add_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes_module, "MOST_NOTES", 2)

    async with opened(url) as store:
        notes, _, (ann, bob) = await written_by(store, "ann", "bob")
        for player in ("cat", "dan"):
            await put(notes, ann, PlayerNote(player=player, text="x"))
        before = await notes.of(ann)
        with pytest.raises(TooManyNotes, match="You have notes on 2 players: clear one first"):
            await put(notes, ann, PlayerNote(player="eve", text="x"))
        assert await notes.of(ann) == before, "a refused note changes nothing"
        await put(notes, bob, PlayerNote(player="eve", text="x"))
        await put(notes, ann, PlayerNote(player="dan", text="y"))
        await put(notes, ann, PlayerNote(player="cat"))
        await put(notes, ann, PlayerNote(player="eve", text="x"))
        assert [note.player for note in await notes.of(ann)] == ["dan", "eve"]


@pytest.mark.parametrize(
    "wrong",
    [{"player": ""}, {"player": "bob", "text": "a\0"}, {"player": "bob", "label": "pink"}, {"player": "b" * 81}],
    ids=str,
)
def test_a_note_that_no_column_holds_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, PlayerNote)
    longest = {"player": "b" * 80, "text": "x\n" * 250, "label": "violet"}
    assert msgspec.to_builtins(msgspec.convert(longest, PlayerNote)) == longest
