"""Facts, seats, bans and chips belong to a player's id; viewers and records get the name at that time."""

from __future__ import annotations

from typing import Any

from bigslick import Fold
from bigslick.protocol import host, wire
from bigslick.protocol.social import NamedHere
from bigslick.server.hosting.facts import PlayerNamed
from bigslick.server.hosting.state import Invitation
from bigslick.server.store.database import StoreFailed
from bigslick.server.table.facts import SeatTaken
from bigslick.server.table.saves import save
from bigslick.table.events import PlayerJoined

from ..virtual import PURSE, Served, serving

NAMES = {"ann": "Jurgen", "bob": "Bob", "cat": "Cat", "dan": "Dan"}
HOSTED: dict[str, Any] = {"invitation": Invitation(host="ann"), "names": NAMES, "seats": 2}


def play_hand(served: Served) -> None:
    """Deal a hand, and let the first player to act fold."""
    served.begin()
    served.act(Fold())
    served.advance(500)


def seen_by(served: Served, player: str) -> tuple[wire.TableSnapshot, host.HostNow]:
    """Return the table and its host as a player sees them."""
    return served.live.snapshot(player, served.clock.now()), served.live.hosting.now("t1", player)


def test_a_renamed_player_keeps_everything_and_records_keep_the_names_of_their_time() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        ban = host.Ban(cmd_id="ban", at="t1", player="cat")
        assert isinstance(served.send("ann", ban), wire.Done)
        viewer = served.watch("bob")
        play_hand(served)
        served.rename("ann", "Jürgen")
        assert {seat.player for seat in viewer.updates[-1].seats or ()} == {"Jürgen", "Bob"}
        told = [message for message in viewer.messages if isinstance(message, host.HostNow)]
        assert [now.host for now in told] == ["Jurgen", "Jürgen"]
        play_hand(served)
        first, second = served.memory.hands
        assert first.players == second.players == {0: "ann", 1: "bob"}
        assert (first.names[0], second.names[0]) == ("Jurgen", "Jürgen")
        assert [joined.player for joined in served.all.events(PlayerJoined)] == ["Jurgen", "Bob"]

        for restarted in (False, True):
            if restarted:
                served.restart()
            table, now = seen_by(served, "ann")
            assert (table.you, [seat.player for seat in table.seats]) == (0, ["Jürgen", "Bob"])
            assert now.desk is not None, "the host's view is for the same player"
            assert (now.host, now.desk.banned) == ("Jürgen", ("Cat",))
            refused = served.do("cat", wire.Sit, chips=1000)
            assert isinstance(refused, wire.Refused)
            assert refused.code == "banned"
            mute = host.Mute(cmd_id=f"mute {restarted}", at="t1", player="bob" if restarted else "dan")
            assert isinstance(served.send("ann", mute), wire.Done)
        served.do("ann", wire.LeaveTable)
        served.advance(30_000)
        won = sum(hand.nets[0] for hand in served.memory.hands)
        assert served.bank.balance("player:ann") == PURSE + won
        assert served.live.seat_of("ann") is None


def test_the_facts_and_the_save_make_the_same_names() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        play_hand(served)
        served.rename("bob", "Robert")
        names = dict(served.live.hosting.names)
        assert names == {"ann": "Jurgen", "bob": "Robert"}
        served.memory.kept.clear()
        served.restart()
        assert served.live.hosting.names == names
        play_hand(served)  # the second hand, after which the table is saved
        assert b"Robert" in save(served.live)
        served.restart()
        assert served.live.hosting.names == names


def test_a_player_is_named_once_before_the_first_fact_about_them() -> None:
    with serving(None, "bob", **HOSTED) as served:
        served.do("bob", wire.SitOut)
        found = [fact for fact in served.all_facts() if isinstance(fact, PlayerNamed | SeatTaken)]
        assert [type(fact) for fact in found] == [PlayerNamed, SeatTaken]
        served.rename("bob", "Bob")
        served.rename("dan", "Daniel")
        assert len(served.facts(PlayerNamed)) == 1, "the name is the same, and a stranger is not shown"


def test_a_new_name_shows_in_the_queue_and_at_the_held_seat() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        served.begin()
        served.do("dan", wire.Queue)
        served.rename("dan", "Daniel")
        served.advance(1_000)
        assert served.live.shown.queue == ("Daniel",)
        served.do("bob", wire.LeaveTable)
        served.act(Fold())
        served.advance(1_000)
        assert [held.player for held in served.live.shown.held] == ["Daniel"]
        served.rename("dan", "Danny")
        served.advance(1_000)
        assert (served.live.shown.queue, [held.player for held in served.live.shown.held]) == (("Danny",), ["Danny"])


def test_a_host_names_players_as_the_page_shows_them() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        room = served.room
        assert [room.find_player(name) for name in ("JURGEN", "bob", "Cat", "tag 1")] == ["ann", "bob", "cat", "tag 1"]
        served.services.names.put("ann", "Jürgen")
        assert room.find_player("Jurgen") == room.find_player("Jürgen") == "ann", "until viewers see the new name"
        refused = served.do("dan", wire.Sit, chips=1000, seat=1)
        assert isinstance(refused, wire.Refused)
        assert refused.sentence == "seat 2 is taken by 'Bob'"
        stranger = served.send("ann", host.Kick(cmd_id="k", at="t1", player="cat"))
        assert isinstance(stranger, wire.Refused)
        assert stranger.sentence == "Cat has no seat at this table"


def test_a_new_name_survives_a_commit_that_fails() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        served.memory.failure = StoreFailed("the disk is full")
        served.rename("bob", "Robert")
        served.advance(5_000)
        assert served.live.hosting.name_of("bob") == "Robert"
        assert len(served.facts(PlayerNamed)) == 2


def test_chat_keeps_the_name_of_its_time_and_is_answered_by_id() -> None:
    with serving(None, "ann", "bob", **HOSTED) as served:
        viewer = served.watch("bob")
        served.do("ann", wire.Say, text="hello", cmd_id="hi")
        served.rename("ann", "Jürgen")
        served.do("ann", wire.Say, text="hello", cmd_id="hi")
        served.do("ann", wire.Say, text="again")
        said = [message for message in viewer.messages if isinstance(message, wire.Said)]
        assert [(line.player, line.text) for line in said] == [("Jurgen", "hello"), ("Jürgen", "again")]


def test_the_second_tom_at_a_table_is_tom_2_and_commands_find_them() -> None:
    toms = {"ann": "Ann", "bob": "Tom", "cat": "TOM", "dan": "tom"}
    with serving(None, "ann", "bob", "cat", invitation=Invitation(host="ann"), names=toms) as served:
        assert [seat.player for seat in served.live.seats_now()] == ["Ann", "Tom", "TOM 2"]
        assert [served.room.find_player(name) for name in ("tom", "Tom 2")] == ["bob", "cat"]
        viewer = served.watch("dan")
        served.do("dan", wire.Say, text="hi")
        said = [message for message in viewer.messages if isinstance(message, wire.Said)]
        assert [line.player for line in said] == ["tom 3"], "a spectator, too"
        assert [message for message in viewer.messages if isinstance(message, NamedHere)] == [
            NamedHere(at="t1", player="tom 3")
        ]
        assert isinstance(
            served.send("ann", host.Mute(cmd_id="m", at="t1", player=served.room.find_player("Tom 3"))), wire.Done
        )
        assert served.live.hosting.muted == ["dan"]
        served.restart()
        assert [seat.player for seat in served.live.seats_now()] == ["Ann", "Tom", "TOM 2"]
        assert served.room.find_player("TOM 3") == "dan"


def test_a_number_stays_until_the_player_is_renamed() -> None:
    with serving(None, "ann", "bob", names={"ann": "Tom", "bob": "Tom"}) as served:
        viewer = served.watch("bob")
        served.rename("ann", "Thomas")
        served.do("bob", wire.SitOut)
        assert served.live.names_of(served.live.sitting) == {0: "Thomas", 1: "Tom 2"}
        served.rename("ann", "Tom 2")
        assert served.live.name_of("ann") == "Tom 2 2"
        served.rename("bob", "tom")
        assert served.live.name_of("bob") == "tom"
        assert [message.player for message in viewer.messages if isinstance(message, NamedHere)] == ["Tom 2", "tom"]
        served.rename("bob", "Bob")
        assert viewer.messages[-2] == NamedHere(at="t1", player="Bob"), "before the seats that show it"


def test_a_name_that_looks_like_another_players_is_refused_at_their_table() -> None:
    fake = "T\u043em"
    with serving(None, "ann", seats=3, names={"ann": "Tom", "bob": fake, "cat": "Töm"}) as served:
        refused = served.do("bob", wire.Sit, chips=1000)
        assert isinstance(refused, wire.Refused)
        assert refused.sentence == f"{fake} looks like Tom, who plays here: change the name first"
        assert isinstance(served.do("cat", wire.Sit, chips=1000), wire.Done), "accents are seen"
        served.do("ann", wire.LeaveTable)
        served.advance(30_000)
        assert isinstance(served.do("bob", wire.Sit, chips=1000), wire.Done)


def test_a_house_bot_has_a_name_and_gives_it_up_to_a_person() -> None:
    with serving(None, "ann", names={"ann": "AGATHA"}, bots=("rock", "rock"), seats=3) as served:
        shown = {seat.player: seat.bot for seat in served.live.shown.seats}
        assert shown == {"AGATHA": "", "Agatha 2": "rock", "Bertil": "rock"}
        served.begin()
        playing = served.live.playing
        assert playing is not None
        assert set(served.live.names_of(playing.players).values()) == set(shown), "the record has them too"
        assert served.room.find_player("bertil") == "rock 2"
