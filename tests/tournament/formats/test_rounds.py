"""Shared by rounds and days: bags, draws and the list of draws."""

from __future__ import annotations

from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.formats.rounds import stages_of
from bigslick.tournament.structure.formats import Shootout
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure

LEVELS = tuple(Level(small=50 << k, big=100 << k, hands=3) for k in range(8))


def shootout(entrants: int = 8) -> Structure:
    return Structure(seats=4, starting_stack=1000, entrants=entrants, levels=LEVELS, shootout=Shootout())


def test_the_chips_of_those_who_wait_are_in_their_bags() -> None:
    event = Tournament(shootout(), 4, bots=("maniac", "tag"))
    waited = False
    while not event.over:
        event.step()
        waited |= bool(event.director.bags)
        assert event.chips == event.director.chips == event.floor.chips() + sum(event.director.bags.values())
        assert all(event.stack_of(entry) == chips for entry, chips in event.director.bags.items())
    assert waited


def test_stages_are_listed_with_their_players_and_their_start() -> None:
    event = Tournament(shootout(), 4, bots=("maniac", "tag"))
    event.finish()
    first, second = stages_of(event.director)
    assert first == {"stage": "round 1", "players": 8, "at": 0}
    assert (second["stage"], second["players"]) == ("round 2", 2)
    assert int(second["at"]) > 0


def test_an_event_without_stages_lists_none() -> None:
    assert stages_of(Tournament(Structure(seats=4, starting_stack=9, entrants=4, levels=LEVELS), 1).director) == []


def test_a_later_round_is_dealt_from_a_stream_of_its_own() -> None:
    """However long round 1 takes, round 2 deals the same cards to the same seats."""
    dealt = []
    for bots in (("maniac",), ("caller",)):
        hands: list[PlayedHand] = []
        event = Tournament(shootout(), 4, bots=bots, watch=hands.append)
        event.finish()
        dealt.append(next(hand.dealt for hand in hands if hand.table == 3))
    assert dealt[0] == dealt[1]
