"""Arguments of the wrong type are refused with a sentence by every public function, and never crash inside."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import bigslick as b
from bigslick import bots, history, odds, rulings, simulate, spec, tournament
from bigslick.checks import must_be

WRONG: tuple[Any, ...] = (
    *(None, "cash", "", b"x", 1.5, float("nan"), True, -1, 10**30, [], [None], [(0, 40)], (0, 40)),
    *({}, {"a": None}, set(), object(), int),
)
DEAD_ENDS = (AttributeError, KeyError, IndexError, AssertionError, UnboundLocalError, OverflowError)
RAW = (" object is not ", "unsupported operand", "not supported between", "cannot unpack", " object has no ")
"""Python's own errors when code stumbles over the wrong type."""


def table() -> b.Table:
    seated = b.Table(6, blinds=(10, 20))
    for name in ("ann", "ben", "cid"):
        seated.join(name, chips=1000)
    return seated


def started() -> b.Hand:
    return b.Hand.start([1000] * 6, (10, 20), seed=1)


def playing() -> b.Table:
    seated = table()
    seated.next_hand(seed=1)
    return seated


BOTS = dict.fromkeys(("ann", "ben", "cid"), "tag")
KUHN = spec.load_game("std:kuhn")
EVENT = tournament.load("turbo-6").with_entrants(6)


def hand_with(name: str) -> Callable[[Any], object]:
    good: dict[str, Any] = {"stacks": [1000] * 6, "blinds": (10, 20), "seed": 1}
    return lambda wrong: b.Hand.start(**{**good, name: wrong})


def structure_with(name: str) -> Callable[[Any], object]:
    good: dict[str, Any] = {"seats": 6, "starting_stack": 100, "levels": EVENT.levels}
    return lambda wrong: tournament.Structure(**{**good, name: wrong})


def table_with(name: str) -> Callable[[Any], object]:
    good: dict[str, Any] = {"blinds": (10, 20)}
    return lambda wrong: b.Table(6, **{**good, name: wrong})


def equity_with(name: str) -> Callable[[Any], object]:
    good: dict[str, Any] = {"samples": 10}
    return lambda wrong: odds.equity(["AhKh", "QdQc"], **{**good, name: wrong})


def history_with(name: str) -> Callable[[Any], object]:
    hand = started()
    while hand.turn is not None:
        hand.act(b.Fold())
    good = history.record(hand)
    return lambda wrong: history.replay(msgspec.structs.replace(good, **{name: wrong}))


def details_with(name: str) -> Callable[[Any], object]:
    return lambda wrong: history_with("details")(history.Details(**{name: wrong}))


SEEN = (
    "options",
    "seat",
    "street",
    "hole",
    "board",
    "stacks",
    "bets",
    "committed",
    "live",
    "pot",
    "big_blind",
    "events",
)


def view_with(name: str) -> Callable[[Any], object]:
    """Ask a house bot to decide from a view with one wrong value."""
    seen = b.view(started(), 3)
    good = {known: getattr(seen, known) for known in SEEN}
    return lambda wrong: bots.HouseBot("shark", 1).decide(SimpleNamespace(**{**good, name: wrong}))  # type: ignore[arg-type]


DOORS: dict[str, Callable[[Any], object]] = {
    **{
        f"Hand.start {name}=": hand_with(name)
        for name in ("stacks", "blinds", "button", "holes", "board", "ante", "rules", "straddles", "posts", "min_bet")
    },
    "Hand.start seat": lambda x: b.Hand.start([1000, x, 1000], (10, 20)),
    "Hand.start post": lambda x: b.Hand.start([1000] * 6, (10, 20), posts=[x]),
    "Hand.start deck": lambda x: b.Hand.start([1000] * 6, (10, 20), deck=x),
    "Hand": b.Hand,
    "Hand.load": b.Hand.load,
    "hand.act": lambda x: started().act(x),
    "hand.why": lambda x: started().why(x),
    "hand.hole": lambda x: started().hole(x),
    "hand.busted_by": lambda x: started().busted_by(x),
    "view": lambda x: b.view(x, None),
    "view seat": lambda x: b.view(started(), x),
    "positions": b.positions,
    "Card": b.Card,
    "format_cards": b.format_cards,
    "evaluate": b.evaluate,
    "Table rules": lambda x: b.Table(6, blinds=(10, 20), rules=x).next_hand(),
    "Table blinds": lambda x: b.Table(6, blinds=x),
    "Table seats": lambda x: b.Table(x, blinds=(10, 20)),
    "table.join": lambda x: table().join(x, chips=100),
    **{f"Table {name}=": table_with(name) for name in ("ante", "first_button", "absent", "dead_blind_rule", "buy_in")},
    "table.finish": lambda x: playing().finish(x),
    "table.void": lambda x: playing().void(x),
    "table.save": lambda x: playing().save(x),
    "table.leave": lambda x: table().leave(x),
    "table.top_up": lambda x: table().top_up(0, x),
    "table.set_level": lambda x: table().set_level(x, 20),
    "table.place_button": lambda x: table().place_button(x),
    "table.next_hand deck": lambda x: table().next_hand(deck=x),
    "Table.load": b.Table.load,
    "perft": lambda x: b.perft(x, (1, 2), streets=1),
    "perft blinds": lambda x: b.perft([3, 3], x, streets=1),
    "perft rules": lambda x: b.perft([3, 3], (1, 2), streets=1, rules=x),
    "play_game": lambda x: b.play_game(x, BOTS, 1, most_hands=1),
    "play_game bots": lambda x: b.play_game(table(), x, 1, most_hands=1),
    "play_game most_hands": lambda x: b.play_game(table(), BOTS, 1, most_hands=1 if x is None or x == 10**30 else x),
    "as_bot": b.as_bot,
    "HouseBot.decide": lambda x: bots.HouseBot("tag", 1).decide(x),
    **{f"HouseBot.decide {name}=": view_with(name) for name in SEEN},
    "HouseBot": lambda x: bots.HouseBot(x, 1),
    "HouseBot brain=": lambda x: bots.HouseBot("tag", 1, brain=x),
    "new_brain": bots.new_brain,
    "Style nerve=": lambda x: bots.Style(nerve=x),
    "Style open=": lambda x: bots.Style(open=x),
    "Style kind=": lambda x: bots.Style(kind=x),
    "Playout": lambda x: bots.Playout(x, b.Keystream(1).draws),
    "Playout cards": lambda x: bots.Playout(started(), x),
    "playout.ask": lambda x: bots.Playout(started(), b.Keystream(1).draws).ask(1, x),
    "playout.ask answer": lambda x: bots.Playout(started(), b.Keystream(1).draws).ask(1, lambda _: x),
    "Guard": lambda x: bots.Guard(x, "x"),
    "equity": odds.equity,
    "icm": lambda x: odds.icm(x, [1]),
    **{f"equity {name}=": equity_with(name) for name in ("board", "dead", "samples", "seed")},
    "icm payouts": lambda x: odds.icm([5, 3], x),
    "icm_exact": lambda x: odds.icm_exact(x, [1]),
    "Range": odds.Range,
    "history.loads": history.loads,
    "history.dumps": history.dumps,
    "history.record": history.record,
    "history.replay": history.replay,
    "history.outcomes": history.outcomes,
    "history.statistics": history.statistics,
    "history.figures_of": history.figures_of,
    **{f"history with {name}=": history_with(name) for name in history.History.__struct_fields__},
    **{f"details with {name}=": details_with(name) for name in history.Details.__struct_fields__},
    "history.read": history.read,
    "history.load": history.load,
    "history.frame": history.frame,
    "history.frame sink=": lambda x: history.frame([], sink=x),
    "history.statistics by=": lambda x: history.statistics([], by=x),
    "history.statistics where=": lambda x: history.statistics([], where=x),
    "history.parse_where": history.parse_where,
    "history.convert": lambda x: history.convert(x, "here.phhs", to="phh"),
    "history.convert target": lambda x: history.convert("hands.phhs", x, to="phh"),
    "history.convert to=": lambda x: history.convert("hands.phhs", "here.phhs", to=x),
    "history.convert hero=": lambda x: history.convert("hands.phhs", "here.phhs", to="phh", hero=x),
    "history.dumps user fields": lambda x: history.dumps(history.History(variant="NT", user=x)),
    "tournament.load": tournament.load,
    "tournament.loads": tournament.loads,
    "tournament.explain": tournament.explain,
    "Tournament": lambda x: tournament.Tournament(x, 1),
    "Tournament.load": tournament.Tournament.load,
    "Tournament late": lambda x: tournament.Tournament(EVENT, 1, late=x),
    "Tournament seconds": lambda x: tournament.Tournament(EVENT, 1, seconds=x),
    "Tournament bots": lambda x: tournament.Tournament(EVENT, 1, bots=x),
    "Tournament styles": lambda x: tournament.Tournament(EVENT, 1, styles=x),
    "stack_of": lambda x: tournament.Tournament(EVENT, 1).stack_of(x),
    "hands_of": lambda x: tournament.Tournament(EVENT, 1).hands_of(x),
    "bot_of": lambda x: tournament.Tournament(EVENT, 1).bot_of(x),
    "event_sentence": lambda x: tournament.event_sentence(x, []),
    **{f"Structure {name}=": structure_with(name) for name in tournament.Structure.__struct_fields__},
    "play_match": lambda x: simulate.play_match(x, hands=1),
    "play_match hands": lambda x: simulate.play_match(["tag", "lag"], hands=1 if x == 10**30 else x),
    "play_match depth": lambda x: simulate.play_match(["tag", "lag"], hands=1, depth=x),
    "play_match seconds": lambda x: simulate.play_match(["tag", "lag"], hands=1, seconds=x),
    "play_match step": lambda x: simulate.play_match(["tag", "lag"], hands=1, step=None if x is int else x),
    "make_plan": simulate.make_plan,
    "read_plan": simulate.read_plan,
    "results": simulate.results,
    "write_report": simulate.write_report,
    "run_study": lambda x: simulate.run_study(x, "nowhere"),
    "keep_match": lambda x: simulate.keep_match(x, "nowhere"),
    "played_hands": simulate.played_hands,
    "check_rulings": rulings.check_rulings,
    "check_rulings source": lambda x: rulings.check_rulings("", source=x),
    "check_file": rulings.check_file,
    "story": rulings.story,
    "find_case": rulings.find_case,
    "spec.load": spec.load,
    "spec.check": spec.check,
    "spec.compiled": spec.compiled,
    "spec.game_text": spec.game_text,
    "observe": lambda x: spec.observe(x, KUHN.start(2), 0),
    "observe state": lambda x: spec.observe(KUHN, x, 0),
    "observe player": lambda x: spec.observe(KUHN, KUHN.start(2), x),
    "why_not": lambda x: spec.why_not(x, KUHN.start(2), "bet"),
    "game.apply": lambda x: KUHN.apply(x, (0,)),
    "game.apply move": lambda x: KUHN.apply(KUHN.start(2), x),
    "game.play": lambda x: KUHN.play(x, (0,)),
    "game.play move": lambda x: KUHN.play(KUHN.start(2), x),
    "game.start": KUHN.start,
    "game.start variables": lambda x: KUHN.start(2, 1, x),
    "spec.choose": lambda x: spec.choose(x, Random(1)),
    "spec.choose rng": lambda x: spec.choose(KUHN.start(2).menu, x),
    "spec.simulate": lambda x: spec.simulate(x, 2, 1, 1),
    "spec.simulate seats": lambda x: spec.simulate(KUHN, x, 1, 1),
    "spec.measure": lambda x: spec.measure(x, [2], 1, 1),
    "spec.measure seats": lambda x: spec.measure(KUHN.spec, x, 1, 1),
    "spec.measure games": lambda x: spec.measure(KUHN.spec, [2], 1 if x == 10**30 else x, 1),
    "game.parse": KUHN.parse,
    "game.load": KUHN.load,
}


@pytest.mark.parametrize("door", DOORS)
def test_the_wrong_kind_of_thing_is_refused_with_a_sentence(
    door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for wrong in WRONG:
        try:
            found = DOORS[door](wrong)
            if isinstance(found, Iterator):
                next(found, None)
        except DEAD_ENDS as error:
            pytest.fail(f"{door} with {wrong!r}: {traceback.format_exception_only(error)[-1]}")
        except TypeError as error:
            said = str(error).replace(repr(wrong), "")
            if any(words in said for words in RAW):
                pytest.fail(f"{door} with {wrong!r}: {error}")
        except (b.BigslickError, OSError, ValueError):
            pass


def test_must_be_names_what_it_got_and_what_it_wants() -> None:
    must_be(int, 3, "a number")
    with pytest.raises(TypeError, match=r"^'cash' is not a set of rules: expected Rules$"):
        must_be(b.Rules, "cash", "a set of rules: expected Rules")


def test_one_number_is_the_big_blind_everywhere() -> None:
    for blinds, small, big in ((20, 10, 20), (25, 12, 25), (1, 0, 1)):
        setup = b.Hand.start([1000] * 3, blinds, seed=1).setup
        assert (setup.small_blind, setup.big_blind) == (small, big)
        assert setup == b.Hand.start([1000] * 3, (small, big), seed=1).setup
        for seated in (b.Table(6, blinds=blinds), b.Table.cash(6, blinds=blinds)):
            assert (seated.level.small, seated.level.big) == (small, big)
    assert b.perft([6, 6], 2) == b.perft([6, 6], (1, 2))


def test_an_unknown_card_has_no_name() -> None:
    with pytest.raises(b.BadCards, match="-1 is not a card"):
        b.format_cards([-1])


def test_an_event_has_no_winner_until_it_is_over() -> None:
    event = tournament.Tournament(EVENT, 1)
    while event.director.left > 3:
        assert event.winner is None
        event.step()
    assert event.winner is None
    event.finish()
    assert event.winner == event.standings()[0].player


def test_a_history_made_by_hand_names_the_field_of_the_wrong_kind() -> None:
    with pytest.raises(history.BadHistory, match="wrong kind: seat_count: expected int or null, got str"):
        history_with("seat_count")("six")
    with pytest.raises(history.BadHistory, match="wrong kind: seats: expected array or null, got int"):
        history_with("seats")(6)
