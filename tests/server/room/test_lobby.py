"""Each lobby watcher gets what they may know about, whenever it changes for them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import ChangeSettings, Close, Pause
from bigslick.protocol.lobby import Lobby, LobbyChanged
from bigslick.protocol.opening import TableChanges
from bigslick.server.hosting.state import HOUSE, Invitation, new_token
from bigslick.server.room.connections import LOBBY
from bigslick.server.room.lobby import MOST_CHANGED, LobbyBoard
from bigslick.server.table.orders import Admit
from tests.waiting import until

from ..served import serving, table
from ..virtual import Seen


class LobbyWatcher(Seen):
    """A connection that watches the lobby."""

    session: str | None = None
    lobby: Lobby | None = None
    """The lobby as it knows it."""

    def send(self, frame: bytes, about: str = "") -> None:
        assert about == LOBBY
        super().send(frame, about)

    def signed_out(self) -> None:
        raise AssertionError("nobody signs out here")

    def alive(self) -> bool:
        raise AssertionError("nobody's turn comes here")

    def told(self) -> list[Lobby]:
        """Return the lobby after each message since the last call."""
        found = []
        for message in self.messages:
            if isinstance(message, LobbyChanged):
                assert self.lobby is not None
                self.lobby = self.lobby.after(message)
            else:
                assert isinstance(message, Lobby)
                self.lobby = message
            assert self.lobby is not None, "a change is missing"
            found.append(self.lobby)
        self.frames.clear()
        return found


def names(lobby: Lobby) -> list[str]:
    return [card.name for card in lobby.tables]


async def test_the_lobby_is_told_when_it_changes_with_the_balance(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room, room.socket(await room.token("ann")) as ann:
        await ann.say(wire.WatchLobby())
        lobby = await ann.hear(Lobby)
        assert (lobby.tables[0].taken, lobby.balance) == (0, 10_000)
        await ann.ask(wire.Sit(cmd_id="s", table="t1", chips=1000))
        changed = await ann.hear(LobbyChanged)
        assert (changed.seq, changed.tables[0].taken, changed.balance) == (1, 1, 9_000)


async def test_a_private_table_is_in_the_lobby_of_those_it_is_open_to_and_a_clubs_in_nobodys(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        card_room = room.card_room
        board = LobbyBoard(card_room)
        hidden = Invitation(host=room.id("ann"), door=GameDoor(private=True), token=new_token(bytes(32)))
        private = await card_room.open_table(table("Hidden"), hidden)
        await card_room.open_table(table("Ours", club="c1"), Invitation(host=room.id("ann")))
        seen = [names(board.seen_by(player)) for player in ("ann", "bob", None)]
        assert seen == [["Elm", "Hidden"], ["Elm"], ["Elm"]]
        await private.submit(None, Admit(player=room.id("bob")))
        assert names(board.seen_by("bob")) == ["Elm", "Hidden"]


async def test_everyone_is_told_what_changes_for_them_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        card_room = room.card_room
        await room.token("ann")
        board = LobbyBoard(card_room)
        ann, bob, nobody = everyone = [LobbyWatcher(player) for player in (room.id("ann"), "bob", None)]
        for watcher in everyone:
            board.watch(watcher)
        assert [[lobby.balance for lobby in watcher.told()] for watcher in everyone] == [[10_000], [0], [None]]
        board.tell()
        for watcher in everyone:
            watcher.told()
        board.tell()
        assert [watcher.told() for watcher in everyone] == [[], [], []], "nothing has changed"
        hidden = Invitation(host=room.id("ann"), door=GameDoor(private=True), token=new_token(bytes(32)))
        private = await card_room.open_table(table("Hidden"), hidden)
        board.tell()
        assert [names(lobby) for lobby in ann.told()] == [["Elm", "Hidden"]]
        assert (bob.told(), nobody.told()) == ([], []), "not even that something has changed"
        await private.submit(None, Admit(player=room.id("bob")))
        board.tell()
        assert [(names(lobby), lobby.balance) for lobby in bob.told()] == [(["Elm", "Hidden"], 0)]
        assert (ann.told(), nobody.told()) == ([], [])
        board.leave(bob)
        await card_room.tables["t1"].submit(HOUSE, Pause(cmd_id="", at="t1"))
        board.tell()
        assert [len(watcher.told()) for watcher in everyone] == [1, 0, 1]


async def test_a_table_that_becomes_private_leaves_the_lobby_of_strangers_and_comes_back(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        await room.token("ann")
        opened = await room.card_room.open_table(table("Ours"), Invitation(host=room.id("ann")))
        board = LobbyBoard(room.card_room)
        ann, bob = everyone = [LobbyWatcher(player) for player in (room.id("ann"), "bob")]
        for watcher in everyone:
            board.watch(watcher)
            watcher.told()
        for private, seen in ((True, ["Elm"]), (False, ["Elm", "Ours"])):
            changes = TableChanges(private=private)
            await opened.submit(room.id("ann"), ChangeSettings(cmd_id=f"c{private}", at=opened.id, changes=changes))
            board.tell()
            assert [names(lobby) for lobby in bob.told()] == [seen]
            assert [names(lobby) for lobby in ann.told()] == [["Elm", "Ours"]]


async def test_a_watcher_who_asks_again_waits_for_the_next_round(tmp_path: Path) -> None:
    """A lobby of 500 tables takes 135 kB, so a socket that asks sixty times in ten seconds gets it once a second."""
    async with serving(tmp_path, table()) as room:
        board, ann = LobbyBoard(room.card_room), LobbyWatcher(None)
        for _ in range(60):
            board.watch(ann)
        assert len(ann.told()) == 1
        for _ in range(3):
            board.tell()
        assert len(ann.told()) == 1
        board.leave(ann)


async def test_only_what_has_changed_is_sent_and_a_table_that_is_gone_leaves(tmp_path: Path) -> None:
    async with serving(tmp_path, *(table(f"Elm {number}") for number in range(20))) as room:
        card_room = room.card_room
        board, watcher = LobbyBoard(card_room), LobbyWatcher(None)
        board.watch(watcher)
        whole = len(watcher.frames[0])
        watcher.told()
        await card_room.tables["t1"].submit(HOUSE, Pause(cmd_id="", at="t1"))
        board.tell()
        (frame,) = watcher.frames
        assert len(frame) < whole / 10
        (lobby,) = watcher.told()
        assert lobby == replace(board.seen_by(None), seq=1)
        await card_room.tables["t2"].submit(HOUSE, Close(cmd_id="", at="t2"))
        await until(lambda: "t2" not in card_room.tables)
        board.tell()
        assert [len(lobby.tables) for lobby in watcher.told()] == [19]
        late = LobbyWatcher(None)
        board.watch(late)
        assert late.told() == [board.seen_by(None)]


async def test_a_room_where_everything_changes_sends_so_much_at_a_time_and_forgets_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path, *(table(f"Elm {number}") for number in range(MOST_CHANGED + 10))) as room:
        board, watcher = LobbyBoard(room.card_room), LobbyWatcher(None)
        board.watch(watcher)
        watcher.told()
        tasks = list(room.card_room.tables.values())
        for task in tasks:
            task.live.shown.hand = 1
        board.tell()
        (lobby,) = watcher.told()
        assert sum(card.hands for card in lobby.tables) == MOST_CHANGED
        tasks[0].live.shown.hand = 2
        board.tell()
        (lobby,) = watcher.told()
        assert [card.hands for card in lobby.tables] == [2] + [1] * (len(tasks) - 1)
        board.tell()
        assert watcher.told() == []
