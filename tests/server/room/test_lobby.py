"""The lobby for those who watch it: each is told what they may know of, when it changes for them."""

from __future__ import annotations

from pathlib import Path

from bigslick.protocol import wire
from bigslick.protocol.host import GameDoor, Pause
from bigslick.protocol.lobby import Lobby
from bigslick.server.doors import new_token
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.room.lobby import LobbyBoard
from bigslick.server.table.orders import Admit

from ..served import serving, table
from ..virtual import Seen


class LobbyWatcher(Seen):
    """A connection that watches the lobby."""

    session: str | None = None

    def signed_out(self) -> None:
        raise AssertionError("nobody signs out here")

    def alive(self) -> bool:
        raise AssertionError("nobody's turn comes here")

    def told(self) -> list[Lobby]:
        """What it was told since it was last asked."""
        found = [message for message in self.messages if isinstance(message, Lobby)]
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
        lobby = await ann.hear(Lobby)
        assert (lobby.tables[0].taken, lobby.balance) == (1, 9_000)


async def test_a_private_table_is_in_the_lobby_of_those_it_is_open_to_and_a_clubs_in_nobodys(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        card_room = room.card_room
        board = LobbyBoard(card_room)
        hidden = Invitation(host="ann", door=GameDoor(private=True), token=new_token())
        private = await card_room.open_table(table("Hidden"), hidden)
        await card_room.open_table(table("Ours", club="c1"), Invitation(host="ann"))
        seen = [names(board.seen_by(player)) for player in ("ann", "bob", None)]
        assert seen == [["Elm", "Hidden"], ["Elm"], ["Elm"]]
        await private.submit(None, Admit(player="bob"))
        assert names(board.seen_by("bob")) == ["Elm", "Hidden"]


async def test_everyone_is_told_what_changes_for_them_and_nothing_else(tmp_path: Path) -> None:
    async with serving(tmp_path, table()) as room:
        card_room = room.card_room
        await room.token("ann")
        board = LobbyBoard(card_room)
        ann, bob, nobody = everyone = [LobbyWatcher(name) for name in ("ann", "bob", None)]
        for watcher in everyone:
            board.watch(watcher)
        assert [[lobby.balance for lobby in watcher.told()] for watcher in everyone] == [[10_000], [0], [None]]
        board.tell()
        for watcher in everyone:
            watcher.told()
        board.tell()
        assert [watcher.told() for watcher in everyone] == [[], [], []], "nothing has changed"
        hidden = Invitation(host="ann", door=GameDoor(private=True), token=new_token())
        private = await card_room.open_table(table("Hidden"), hidden)
        board.tell()
        assert [names(lobby) for lobby in ann.told()] == [["Elm", "Hidden"]]
        assert (bob.told(), nobody.told()) == ([], []), "not even that something has changed"
        await private.submit(None, Admit(player="bob"))
        board.tell()
        assert [(names(lobby), lobby.balance) for lobby in bob.told()] == [(["Elm", "Hidden"], 0)]
        assert (ann.told(), nobody.told()) == ([], [])
        board.leave(bob)
        await card_room.tables["t1"].submit(HOUSE, Pause(cmd_id="", at="t1"))
        board.tell()
        assert [len(watcher.told()) for watcher in everyone] == [1, 0, 1]
