"""Who is in the room, and where they sit."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bigslick.server.room.connections import Connections
from bigslick.server.room.presence import Presence
from bigslick.server.store.names import Names


class Socket:
    """A connection that keeps what it is sent."""

    session: str | None = None

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.sent: list[bytes] = []
        self.ended = False

    def send(self, frame: bytes, about: str = "") -> None:
        self.sent.append(frame)

    def signed_out(self) -> None:
        self.ended = True

    def alive(self) -> bool:
        return True


class Place:
    """A table or tournament that records who comes and goes."""

    def __init__(self, *, host: str = "", seats: tuple[str, ...] = (), club: str = "") -> None:
        self.seats = seats
        self.settings = SimpleNamespace(club=club)
        self.live = SimpleNamespace(host=host, queue=(), seat_of=self.seat_of)
        self.noted: list[tuple[str, bool]] = []
        self.looked = 0
        self.watched: list[Any] = []

    def seat_of(self, player: str) -> int | None:
        return self.seats.index(player) if player in self.seats else None

    def connected(self, player: str) -> None:
        self.noted.append((player, True))

    def disconnected(self, player: str) -> None:
        self.noted.append((player, False))

    def look_up(self) -> None:
        self.looked += 1

    def unwatch(self, viewer: Any) -> None:
        self.watched.append(viewer)


def presence(tables: dict[str, Place], events: dict[str, Place], shut_out: tuple[str, ...] = ()) -> Presence:
    return Presence(Connections(), cast(Any, tables), cast(Any, events), Names(), lambda player, _: player in shut_out)


def test_the_first_and_the_last_socket_of_a_player_are_noted_where_they_sit() -> None:
    sits, other, hosts = Place(seats=("ann",)), Place(seats=("bob",)), Place(host="ann")
    here = presence({"t1": sits, "t2": other}, {"sng1": hosts})
    here.seated("ann", "t1")
    first, second = Socket("ann"), Socket("ann")
    for socket in (first, second):
        here.joined(socket)
    assert here.connected("ann")
    assert len(here) == 1
    here.parted(first)
    assert sits.noted == [("ann", True)]
    here.parted(second)
    assert sits.noted == [("ann", True), ("ann", False)]
    assert other.noted == []
    assert hosts.looked == 2
    assert hosts.watched == [first, second]


def test_a_spectator_is_nobody() -> None:
    here = presence({"t1": Place(seats=("ann",))}, {})
    here.joined(Socket(None))
    assert len(here) == 0
    assert len(here.connections.everyone) == 1


def test_a_host_who_is_shut_out_is_away_but_a_player_with_a_seat_plays_on() -> None:
    hosted, sits = Place(host="ann"), Place(seats=("ann",))
    here = presence({"t1": hosted, "t2": sits}, {}, shut_out=("ann",))
    here.seated("ann", "t2")
    here.joined(Socket("ann"))
    assert hosted.noted == [("ann", False)]
    assert sits.noted == [("ann", True)]


def test_a_table_that_a_player_has_left_is_forgotten() -> None:
    sits = Place(seats=("ann",))
    here = presence({"t1": sits}, {})
    here.seated("ann", "t1")
    assert cast(Any, here.tables_of("ann")) == [sits]
    sits.seats = ()
    assert here.places_of("ann") == []
    sits.seats = ("ann",)
    assert here.places_of("ann") == []
