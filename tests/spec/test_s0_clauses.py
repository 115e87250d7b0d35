"""The clauses of S0, each with a mutant: the check that S0 passes fails on the mutant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bigslick.spec import Game, load_game


class Played:
    """A game of S0, with access to its variables and zones by name."""

    def __init__(self, game: Game, seats: int, stacks: tuple[int, ...] = ()) -> None:
        self.game = game
        self.state = game.start(seats, 7)
        self.zones = game.spec.zone_names()
        for seat, stack in enumerate(stacks):
            # The blinds are posted already: seat 1 has 10 in front, seat 2 has 20, and heads-up seats 0 and 1.
            self.players("chipStack")[seat] = stack

    def value(self, name: str) -> Any:
        return next(self.state.g[var.slot] for var in self.game.spec.globals if var.name == name)

    def players(self, name: str) -> list[Any]:
        return next(self.state.p[var.slot] for var in self.game.spec.players if var.name == name)

    def cards(self, zone: str) -> list[int]:
        return self.state.z[self.zones.index(zone)]

    def can(self, *texts: str) -> list[bool]:
        return [self.game.legal(self.state, self.game.parse(text)) for text in texts]

    def do(self, *texts: str) -> Played:
        for text in texts:
            self.game.apply(self.state, self.game.parse(text))
        return self


def hand_setup(game: Game) -> None:
    first = Played(game, 3)
    assert (first.value("dealerSeat"), first.value("pot"), first.value("currentBet")) == (0, 30, 20)
    assert first.players("chipStack") == [1000, 990, 980]
    assert first.players("streetBet") == first.players("totalBet") == [0, 10, 20]
    hands = [first.cards(f"hand:{seat}")[:] for seat in range(3)]
    assert [len(hand) for hand in hands] == [2, 2, 2]
    assert len(first.cards("deck:none")) == 46
    assert [game.start(3, 8).z[first.zones.index(f"hand:{seat}")] for seat in range(3)] != hands
    # After a big bet on the flop everyone folds, and the next hand begins with nothing left from this one.
    later = Played(game, 3).do("call", "call", "check", "raise 300", "fold", "fold")
    assert (later.value("dealerSeat"), later.value("pot"), later.value("currentBet")) == (1, 30, 20)
    assert later.value("lastRaiseSize") == 20
    assert later.players("streetBet") == later.players("totalBet") == [20, 0, 10]
    assert later.players("handActive") == [True] * 3
    assert (len(later.cards("deck:none")), later.cards("community:none"), later.cards("muck:none")) == (46, [], [])
    assert [later.cards(f"hand:{seat}") for seat in range(3)] != hands
    # A player without chips gets no cards, and the button skips them.
    third = Played(game, 3)
    third.players("eliminated")[1] = True
    third.players("handActive")[1] = False
    third.do("fold")
    assert third.value("dealerSeat") == 2
    assert [len(third.cards(f"hand:{seat}")) for seat in range(3)] == [2, 0, 2]


def turn(game: Game) -> None:
    flop = Played(game, 3).do("call", "call", "check")
    three = flop.cards("community:none")[:]
    flop.do("raise 100", "raise 300", "fold", "call")
    assert flop.cards("community:none")[1:] == three
    assert len(flop.cards("burn:none")) == 2
    assert flop.players("streetBet")[1:] == [0, 0]
    assert (flop.value("currentBet"), flop.value("lastRaiseSize"), flop.state.active) == (0, 20, 1)
    assert flop.players("actedSinceLastFullRaise") == [False] * 3
    assert flop.can("raise 19", "raise 20", "check", "call") == [False, True, True, False]


def fold(game: Game) -> None:
    start = Played(game, 3)
    assert start.can("fold") == [True]
    free = start.do("call", "call")
    assert free.can("check", "fold") == [True, True]
    hand = free.cards("hand:2")[:]
    free.do("fold")
    assert free.players("handActive") == [True, True, False]
    assert (free.cards("hand:2"), free.cards("muck:none")) == ([], hand)
    assert free.players("chipStack") == [980, 980, 980]
    assert free.value("pot") == 60
    for flag, value in (("handActive", False), ("allIn", True)):
        edited = Played(game, 3)
        edited.players(flag)[0] = value
        assert not legal_now(edited, "fold")


def check(game: Game) -> None:
    assert Played(game, 3).can("check") == [False]
    matched = Played(game, 3).do("call", "call")
    assert matched.can("check", "call") == [True, False]
    before = (matched.players("chipStack")[:], matched.value("pot"))
    matched.do("check")
    assert (matched.players("chipStack"), matched.value("pot")) == before
    assert len(matched.cards("community:none")) == 3
    # The next player is to act, and one check does not end the street.
    assert matched.do("check").value("handPhase") == 1
    assert matched.do("raise 40").can("check") == [False]


def call(game: Game) -> None:
    plain = Played(game, 3).do("raise 60", "call")
    assert plain.players("chipStack") == [940, 940, 980]
    assert (plain.players("streetBet"), plain.players("totalBet")) == ([60, 60, 20], [60, 60, 20])
    assert plain.value("pot") == 140
    assert not any(plain.players("allIn"))
    short = Played(game, 3, (1000, 25, 980)).do("raise 60", "call")
    assert (short.players("chipStack")[1], short.players("streetBet")[1]) == (0, 35)
    assert short.players("allIn") == [False, True, False]
    assert short.value("currentBet") == 60
    assert Played(game, 3).do("call", "call").can("call") == [False]


def all_in(game: Game) -> None:
    full = Played(game, 3).do("allIn")
    assert (full.players("chipStack")[0], full.players("allIn")[0]) == (0, True)
    assert (full.value("currentBet"), full.value("lastRaiseSize"), full.value("pot")) == (1000, 980, 1030)
    # The first player raises to 100; a short all-in to 130 raises the price and reopens nothing for them.
    short = Played(game, 3, (1000, 120, 980)).do("raise 100", "allIn", "call")
    assert (short.value("currentBet"), short.value("lastRaiseSize"), short.state.active) == (130, 80, 0)
    assert short.can("call", "allIn", "raise 300") == [True, False, False]
    # An all-in to 180 is a full raise, and they can raise again.
    reopened = Played(game, 3, (1000, 170, 980)).do("raise 100", "allIn", "call")
    assert (reopened.value("currentBet"), reopened.value("lastRaiseSize"), reopened.state.active) == (180, 80, 0)
    assert reopened.can("call", "allIn", "raise 300") == [True, True, True]
    # An all-in for less than the bet is a call for less.
    less = Played(game, 3, (1000, 25, 980)).do("raise 60", "allIn")
    assert (less.value("currentBet"), less.players("streetBet")[1]) == (60, 35)


def legal_now(played: Played, text: str) -> bool:
    """Whether an action's condition holds in an edited state, whose menu is from before the edit."""
    action = played.game.parse(text)[0]
    pre = played.game.code.pre[action]
    assert pre is not None
    return bool(pre(played.state))


Clause = Callable[[Game], None]
ACTED = "{ op: '==', left: { ref: pvar, player: actor, var: actedSinceLastFullRaise }, right: false }"
LIVE = "{ op: '==', left: { ref: pvar, player: actor, var: handActive }, right: true }"
SIDES = "left: { ref: gvar, var: currentBet }, right: { ref: pvar, player: actor, var: streetBet }"
MUTANTS: list[tuple[Clause, str, str, str]] = [
    (hand_setup, "id: hand-setup", "fromSeat: { ref: gvar, var: dealerSeat }", "fromSeat: 1"),
    (hand_setup, "id: hand-setup", "var: streetBet, value: 0", "var: showdownScore, value: 0"),
    (hand_setup, "id: hand-setup", "- moveAll: { from: muck:none, to: deck:none }", "- shuffle: { zone: muck:none }"),
    (hand_setup, "id: hand-setup", "- shuffle: { zone: deck:none }", "- shuffle: { zone: burn:none }"),
    (hand_setup, "id: hand-setup", "count: 2", "count: 3"),
    (hand_setup, "- shuffle", "var: eliminated }, right: false", "var: eliminated }, right: true"),
    (hand_setup, "- shuffle", "- macro: post-forced-bets-and-set-preflop-actor", "- macro: clear-bets"),
    (turn, "id: turn", "count: 1", "count: 2"),
    (turn, "id: turn", "- macro: reset-reopen-state-for-live-seats", "- macro: mark-preflop-big-blind-acted"),
    (turn, "id: turn", "var: streetBet, value: 0", "var: showdownScore, value: 0"),
    (turn, "id: turn", "var: currentBet, value: 0", "var: oddChipRemainder, value: 0"),
    (turn, "id: turn", "fromSeat: { ref: gvar, var: dealerSeat }", "fromSeat: 1"),
    (fold, "- id: fold", LIVE, "true"),
    (fold, "- id: fold", "{ op: '==', left: { ref: pvar, player: actor, var: allIn }, right: false }", "true"),
    (fold, "- id: fold", "var: handActive, value: false", "var: handActive, value: true"),
    (fold, "- id: fold", "to: muck:none", "to: burn:none"),
    (
        fold,
        "- id: fold",
        LIVE,
        f"{{ op: '>', {SIDES} }}",
    ),
    (
        check,
        "- id: check",
        "{ op: '==', left: { ref: pvar, player: actor, var: streetBet }, right: { ref: gvar, var: currentBet } }",
        "true",
    ),
    (check, "- id: check", "var: actedSinceLastFullRaise, value: true", "var: actedSinceLastFullRaise, value: false"),
    (
        call,
        "- id: call",
        f"amount: {{ op: '-', {SIDES} }}",
        "amount: { ref: gvar, var: currentBet }",
    ),
    (call, "- id: call", "var: totalBet, delta: { ref: binding, name: $callPaid }", "var: totalBet, delta: 0"),
    (call, "- id: call", "var: allIn, value: true", "var: allIn, value: false"),
    (
        call,
        "- id: call",
        f"{{ op: '>', {SIDES} }}",
        "true",
    ),
    (all_in, "- id: allIn", "amount: { ref: pvar, player: actor, var: chipStack }", "amount: 100"),
    (all_in, "- id: allIn", ACTED, "true"),
    (all_in, "- id: allIn", "right: { ref: binding, name: $prevLastRaiseSize }", "right: 0"),
    (all_in, "- id: allIn", "op: '>='", "op: '>'"),
    (all_in, "- id: allIn", "- macro: reset-reopen-state-for-eligible-actors", "- macro: mark-preflop-big-blind-acted"),
    (all_in, "- id: allIn", "var: allIn, value: true", "var: allIn, value: false"),
    (
        all_in,
        "- id: allIn",
        "right: { ref: binding, name: $prevCurrentBet } }\n                      then:",
        "right: 0 }\n                      then:",
    ),
]


def test_s0_hand_setup_clears_gathers_shuffles_deals_and_posts(s0_path: str) -> None:
    hand_setup(load_game("std:holdem-base", s0_path))


def test_s0_turn_is_one_card_and_a_street_from_the_start(s0_path: str) -> None:
    turn(load_game("std:holdem-base", s0_path))


def test_s0_fold_gives_up_the_hand_on_any_turn(s0_path: str) -> None:
    fold(load_game("std:holdem-base", s0_path))


def test_s0_check_only_when_the_bet_is_matched(s0_path: str) -> None:
    check(load_game("std:holdem-base", s0_path))


def test_s0_call_pays_the_difference_or_what_is_left(s0_path: str) -> None:
    call(load_game("std:holdem-base", s0_path))


def test_s0_all_in_reopens_only_by_a_full_raise(s0_path: str) -> None:
    all_in(load_game("std:holdem-base", s0_path))


@pytest.mark.parametrize("number", range(len(MUTANTS)), ids=lambda n: f"{MUTANTS[n][0].__name__}-{n}")
def test_a_broken_clause_of_s0_is_noticed(number: int, s0_path: str, tmp_path: Path) -> None:
    clause, after, old, new = MUTANTS[number]
    text = Path(s0_path).read_text()
    at = text.index(old, text.index(after))
    path = tmp_path / "s0.md"
    path.write_text(text[:at] + new + text[at + len(old) :])
    game = load_game("std:holdem-base", path)
    with pytest.raises((AssertionError, ValueError)):
        clause(game)
