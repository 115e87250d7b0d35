"""A hand told again from the few ints that the floor keeps of it."""

from __future__ import annotations

from bigslick.history import dumps, loads
from bigslick.tournament.files import load
from bigslick.tournament.played_hand import PlayedHand
from bigslick.tournament.run import Tournament


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
