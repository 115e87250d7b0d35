"""A served table saved and loaded, even in the middle of a hand, or rebuilt from its facts."""

from __future__ import annotations

import pytest

from bigslick import Call, Check
from bigslick.protocol import wire
from bigslick.server.table import facts
from bigslick.server.table.apply import apply
from bigslick.server.table.saves import FORMAT, load, replay, save

from .desk import Desk


def test_a_save_of_another_format_and_facts_without_an_opening_are_refused() -> None:
    desk = Desk("ann")
    saved = save(desk.live).replace(FORMAT.encode(), b"bigslick.live/0")
    with pytest.raises(ValueError, match="expected 'bigslick"):
        load(saved)
    with pytest.raises(ValueError, match="expected its opening"):
        replay(desk.facts[1:])
    with pytest.raises(ValueError, match="no facts"):
        replay([])


def table_in_a_hand() -> Desk:
    """Two players and a bot on the flop, a player in the queue, and an answered command."""
    desk = Desk("ann", "bob", bots=("caller",), seats=3)
    desk.run(0)
    desk.do("cat", wire.Queue)
    while desk.live.hand is None or len(desk.live.hand.board) < 3:
        if desk.live.turn is not None and not desk.live.occupant(desk.live.turn.seat).bot:
            options = desk.live.hand.options if desk.live.hand is not None else None
            assert options is not None
            desk.act(Call() if options.call else Check())
        else:
            desk.run(100)
    return desk


def test_a_table_loaded_in_the_middle_of_a_hand_goes_on_as_the_saved_one() -> None:
    desk = table_in_a_hand()
    twin = load(save(desk.live))
    assert save(twin) == save(desk.live)
    assert twin.playing is not None
    assert desk.live.playing is not None
    assert twin.playing.deck.cards == desk.live.playing.deck.cards
    assert list(twin.answers) == list(desk.live.answers) != []
    later = len(desk.facts)
    desk.run(120_000)
    assert sum(isinstance(fact, facts.Acted) for fact in desk.facts[later:]) > 2
    assert desk.live.playing is None, "the hand was played to its end"
    for fact in desk.facts[later:]:
        twin.show_due(fact.at)
        apply(twin, fact)
    twin.show_due(desk.now)
    assert save(twin) == save(desk.live)


def test_the_facts_of_a_table_make_it_again() -> None:
    desk = table_in_a_hand()
    desk.run(60_000)
    again = replay([facts.read(facts.write(fact)) for fact in desk.facts])
    again.show_due(desk.now)
    assert save(again) == save(desk.live)
