"""A history as one player saw it hides the cards that `conceal` hides in the hand itself, and no other."""

from __future__ import annotations

import pytest

from bigslick.hand.setup import Setup
from bigslick.hand.view import conceal
from bigslick.history import BadHistory, History, loads, record
from bigslick.history.convert.seen_by import seen_by
from tests.laws.strategies import hand_law, play

TEXT = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  'd dh p1 AhKd # nice', 'd dh p2 2c', 'd dh p2 2d', 'd dh p3 QsQd', '# Ann said, "hi"', 'p3 cc', 'p1 cc', 'p2 cc',
  'd db 7h8h9c', 'p1 cc', 'p2 cc', 'p3 cc', 'd db Ts', 'p1 cc', 'p2 cc', 'p3 cc', 'd db 3s', 'p1 cc', 'p2 cc', 'p3 cc',
  'p1 sm -', 'p2 sm', 'p3 sm QsQd # calls',
]
players = ['Ann', 'Ben', 'Cid']
"""


def holes(history: History) -> list[str]:
    return [text for text in history.actions or () if text.startswith("d dh")]


def test_a_player_sees_their_own_cards_and_what_is_shown() -> None:
    history = loads(TEXT)
    before = list(history.actions or ())
    spectator = ["d dh p1 AhKd # nice", "d dh p2 ??", "d dh p2 ??", "d dh p3 QsQd"]
    assert holes(seen_by(history, None)) == holes(seen_by(history, "Ann")) == spectator
    assert holes(seen_by(history, "Ben")) == holes(history)
    for viewer in ("Ann", "Ben", "Cid", "Dan", None):
        assert (seen_by(history, viewer).actions or [])[4:] == before[4:]
        assert seen_by(history, viewer).replay().final_stacks == history.replay().final_stacks
    assert holes(seen_by(history, "Dan")) == holes(seen_by(history, None))
    assert history.actions == before


def test_players_without_names_are_p1_and_so_on() -> None:
    history = loads(TEXT)
    history.players, history.actions = None, (history.actions or [])[:-3]
    assert holes(seen_by(history, "p3")) == ["d dh p1 ???? # nice", "d dh p2 ??", "d dh p2 ??", "d dh p3 QsQd"]
    assert all("??" in text for text in holes(seen_by(history, None)))


def test_a_single_card_that_is_shown_is_seen() -> None:
    history = loads(TEXT.replace("p3 sm QsQd", "p3 sm Qs").replace("p1 sm -", "p1 sm"))
    assert holes(seen_by(history, "Ben")) == ["d dh p1 ???? # nice", "d dh p2 2c", "d dh p2 2d", "d dh p3 Qs??"]


def test_an_action_that_is_none_is_refused() -> None:
    history = loads(TEXT)
    history.actions = ["d dh p1 AhKd", "d hd p2 2c2d"]
    with pytest.raises(BadHistory, match="action 2"):
        seen_by(history, "Ann")


@hand_law(60)
def test_it_hides_what_conceal_hides(setup: Setup, script: list[int]) -> None:
    hand = play(setup, script)
    names = [f"player {seat}" for seat in range(setup.seats)]
    whole = record(hand, players=names)
    for seat in (None, *setup.dealt):
        seen = seen_by(whole, None if seat is None else names[seat])
        assert holes(seen) == holes(record(conceal(hand, seat)))
