"""Rebuilding a hand from the few ints that the floor keeps."""

from __future__ import annotations

import pytest

from bigslick.history import History, dumps, loads
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.structure import Structure


def test_a_played_hand_is_a_hand_and_a_history_with_its_names() -> None:
    hands: list[PlayedHand] = []
    event = Tournament(load("turbo-6").with_entrants(9), 3, bots=("tag", "maniac"), watch=hands.append)
    event.finish()
    assert len(hands) == event.hands
    for played in hands[::7]:
        hand = played.hand
        assert hand is played.hand
        assert hand.turn is None
        assert sum(hand.stacks) == sum(played.stacks)
        history = played.history()
        assert sorted(history.players or ()) == sorted(name for name in played.players if name is not None)
        assert (history.table, history.hand, history.level) == (str(played.table), played.number, played.level)
        assert loads(dumps(history)).actions == history.actions


def _histories(structure: Structure, seed: int) -> tuple[Tournament, list[History]]:
    hands: list[PlayedHand] = []
    event = Tournament(structure, seed, bots=("tag", "maniac", "caller"), watch=hands.append)
    event.finish()
    return event, [loads(dumps(played.history())) for played in hands]


@pytest.mark.parametrize(("preset", "when"), [("turbo-6", "_seconds"), ("s0", "_round")])
def test_the_hands_of_all_tables_fall_into_order_and_every_stack_follows_from_the_last(preset: str, when: str) -> None:
    event, found = _histories(load(preset).with_entrants(24), 5)
    stacks: dict[tuple[str, int], int] = {}
    waited = 0
    for history in sorted(found, key=lambda history: (history.user[when], int(str(history.table)))):
        assert history.event == event.structure.name
        entries = zip(history.players or (), history.user["_entries"], strict=True)
        for entry, start in zip(entries, history.starting_stacks or (), strict=True):
            assert start == stacks.get(entry, event.structure.starting_stack)
        for who in history.user.get("_waiting", ()):
            waited += 1
            assert who["seat"] not in (history.seats or ())
            assert who["stack"] == stacks.get((who["player"], who["entry"]), event.structure.starting_stack)
        entries = zip(history.players or (), history.user["_entries"], strict=True)
        stacks |= dict(zip(entries, history.finishing_stacks or (), strict=True))
    assert sorted(stacks.values())[-1] == event.chips == sum(stacks.values())
    assert max(bullet for _, bullet in stacks) == (2 if preset == "turbo-6" else 1)
    assert waited > 0


def test_a_hand_names_the_bot_of_each_player() -> None:
    event, found = _histories(load("turbo-6").with_entrants(9), 3)
    bots = {name: event.bot_of(entry) for entry, name in enumerate(event.director.names)}
    for history in found:
        assert history.user["_bots"] == [bots[name] for name in history.players or ()]


def test_the_time_of_a_hand_lies_in_its_level() -> None:
    event, found = _histories(load("turbo-6").with_entrants(12), 3)
    assert found[0].user["_seconds"] == 0
    for history in found:
        assert event.schedule.at_time(history.user["_seconds"]).level == history.level


def test_a_caller_may_name_the_event() -> None:
    hands: list[PlayedHand] = []
    Tournament(load("turbo-6").with_entrants(2), 3, watch=hands.append).finish()
    assert hands[0].history(event="Friday, table two").event == "Friday, table two"
