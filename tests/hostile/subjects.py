"""The objects to call: for each compiled class, some usable ones in different states.

A compiled class without an entry here fails the proof, because an unused object would show little.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

import bigslick
from bigslick import Card, Hand, Options, Rules, SeatView
from bigslick.bots import new_brain
from bigslick.bots._board_notes import BoardNotes
from bigslick.bots._playout import Playout
from bigslick.bots._posed_state import PosedState
from bigslick.bots._prompt import Prompt
from bigslick.bots.likely_hands import likely_hands
from bigslick.bots.starting_hands import SHARES
from bigslick.core.cards import HandCards
from bigslick.core.chips import Chips, Log
from bigslick.core.draws import Draws
from bigslick.core.hand import State
from bigslick.core.rotation import Rotation
from bigslick.core.showdown import Showdown
from bigslick.core.tables import build
from bigslick.envs import HoldemBatch, Settings
from bigslick.envs._batch import EnvBatch
from bigslick.envs._table import EnvDeal, EnvTable
from bigslick.hand._count import Counter
from bigslick.hand._options import KeptOptions, OptionsCache
from bigslick.hand._past import Past
from bigslick.hand._start import KnownRules, Start
from bigslick.hand.hand import state_of
from bigslick.hand.saved import SavedHand
from bigslick.hand.setup import Setup, rule_numbers
from bigslick.hand.view import live_view
from bigslick.history._scan import Playback, RecordedAction, Survey, scan
from bigslick.history.formats.ohh._to_history import _Reading
from bigslick.history.formats.ohh.fields import OhhAction, OhhHand, OhhPlayer, OhhRound
from bigslick.history.formats.pokerstars._hand_text import HandText
from bigslick.history.statistics._tally import SeatCounts, Tally
from bigslick.odds._equity import Spot
from bigslick.shuffle import Keystream
from bigslick.simulate._expectation import Expectation
from bigslick.simulate._match import Match
from bigslick.spec import GameState, load_spec
from bigslick.spec.machine._machine import Machine, Words
from bigslick.spec.machine._memory import Memory
from bigslick.spec.machine.assemble import Assembly
from bigslick.tournament.director.arrangement import Arrangement
from bigslick.tournament.director.director import Director
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.director.short_tables import HaltChange, ShortTables
from bigslick.tournament.director.table_sizes import TableSizes
from bigslick.tournament.floor._clocks import Clocks
from bigslick.tournament.floor._floor import Floor
from bigslick.tournament.floor._seats import Seats
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.floor.tables import BetweenHands, FloorTables
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.structure import Structure
from tests.playing import do

Make = Callable[[], Any]

ASK = Rules(reveal="ask")
NUMBERS = rule_numbers(Rules())
DECK = tuple(range(52))
TEXTS = ["d dh p1 AsKs", "d dh p2 2c3d", "p1 cbr 60", "p2 cc", "d db 4h5h6h", "p2 cc", "p1 f"]
POKERSTARS = ("Seat 1: A (9 in chips)\nSeat 2: B (9 in chips)\nA: posts big blind 2\n*** SUMMARY ***", "", 0, 1, 2, 1)


def hands() -> dict[str, Hand]:
    """Return a hand at each stage; every subject is built from copies of these."""
    begun = Hand.start([1000] * 3, (10, 20), seed=1)
    flop = do(Hand.start([1000, 300, 60], (10, 20), seed=2), "0 raise 60, 1 call, 2 call")
    asked = Hand.start([500] * 2, (10, 20), seed=3, rules=ASK)
    do(asked, "0 call, 1 check, " + ", ".join(["1 check, 0 check"] * 3))
    over = do(Hand.start([100, 200, 800, 400], (10, 20), seed=4, button=3), "2 all-in, 3 all-in, 0 call, 1 call")
    many = Hand.start([1 << 50] * 10, (10, 20), seed=5, ante=5, straddles={3: 40}, rules=Rules(limit="pot"))
    unknown = Hand(
        Setup(
            stacks=(500, 500),
            button=0,
            small_blind_seat=0,
            big_blind_seat=1,
            small_blind=10,
            big_blind=20,
            deck=(-1,) * 52,
            rules=ASK,
        )
    )
    do(unknown, "0 call, 1 check, " + ", ".join(["1 check, 0 check"] * 3))
    found = {"begun": begun, "on the flop": flop, "at showdown": asked, "over": over}
    return {**found, "ten seats": many, "cards unknown": unknown}


HANDS = hands()


def state(name: str) -> Make:
    return lambda: state_of(HANDS[name])


def hand(name: str) -> Make:
    return lambda: HANDS[name].copy()


def seat_view(name: str) -> Make:
    return lambda: bigslick.view(HANDS[name], 1)


def borrowing_view() -> SeatView:
    return live_view(state_of(HANDS["begun"]), (10, 20, 0), HANDS["begun"].copy)


def terms() -> Any:
    return Hand.start([1000] * 3, (10, 20), seed=1).setup.terms()


def draws() -> Draws:
    return Keystream(1, "hostile").draws


def used_draws() -> Draws:
    used = draws()
    used.shuffle_first(20)
    return used


def rotation() -> Rotation:
    placed = Rotation()
    placed.place(6, 0, 1, 2)
    return placed


def playback() -> Playback:
    actions = scan(TEXTS)
    assert actions is not None
    return Playback(Hand.start([1000] * 2, (10, 20), seed=1).setup.terms(), actions, (0, 1), 0)


def tally() -> Tally:
    counted = Tally()
    counted.play(playback(), 2, 1)
    return counted


def seat_counts() -> SeatCounts:
    counts = SeatCounts()
    counts.add(tally(), 0, 20, 0)
    return counts


def prompt() -> Prompt:
    return Prompt(lambda view: None, (int, str, bytes, list, dict), lambda state, action: 0, lambda state, error: 0)


def match() -> Match:
    streams = [Keystream(1, number).draws for number in range(2)]
    begun = Hand.start([1000] * 2, (10, 20), seed=1)
    return Match(state_of(begun), new_brain(), draws(), streams, draws(), [(0, 0), (1, 1)], 1)


def floor() -> Floor:
    made = Floor((2, 20), NUMBERS, 0, new_brain(), draws(), draws())
    for table in range(2):
        made.open_table(table, 6, 0, 0)
        for seat in range(4):
            made.sit(table, seat, 4 * table + seat, 1000, seat - 1 if table else seat, 0)
    made.set_blinds(10, 20, 0)
    return made


def env_deal() -> EnvDeal:
    return Settings(seats=3, opponents=["caller", lambda view: None]).deal()


def env_batch() -> EnvBatch:
    """Return tables in the middle of their episodes; at one of them it may be a Python bot's turn."""
    made = EnvBatch(env_deal(), 2, 2)
    made.seed(0, 1)
    made.seed(1, 2)
    made.reset()
    return made


def stepped_batch() -> EnvBatch:
    made = HoldemBatch(1, seats=2, opponents="tag")
    made.reset(seed=1)
    made.step([1])
    return made._core


def deal_arguments() -> tuple[object, ...]:
    levels, episode, menu = ((10, 20, 0, 5), (20, 40, 5, 0)), (1, -1, 0, 0), (-1, -2, -3, 500, 1000, -4)
    return (1000,) * 3, (-1, 0, -2), levels, NUMBERS, episode, menu, 8, 1, DECK, (-1,) * 11


EVENT = Structure(seats=6, starting_stack=400, entrants=14, levels=(Level(small=10, big=20, hands=5),))


def directed() -> tuple[object, ...]:
    return EVENT, Keystream(1, "hostile"), lambda table: (0, 1, 2)


def director() -> Director:
    begun = Director(*directed())  # type: ignore[arg-type]
    begun.open(EVENT.names)
    return begun


def late_director() -> Director:
    busted = director()
    busted.start_level(3, 1)
    for number in range(4):
        table = max(busted.chairs)
        seats = [seat for seat, entry in enumerate(busted.chairs[table]) if entry >= 0]
        busted.hands_ended([(table, [Loss(seats[0], 100, busted.chairs[table][seats[1]])])], busted.chairs, number)
    return busted


def floor_tables() -> FloorTables:
    return Tournament(EVENT, 1).tables


def table_sizes() -> TableSizes:
    return TableSizes.of([[], [4], [2, 1], [3]])


KUHN = load_spec("std:kuhn")


def assembly() -> Assembly:
    return Assembly(KUHN, 2, {})


MACHINE = Machine(assembly())


def game_state() -> GameState:
    begun = GameState.without_lists(2, 1)
    assert MACHINE.start(begun, False)
    return begun


def ohh_seated() -> tuple[OhhHand, dict[int, OhhPlayer]]:
    players = [OhhPlayer(id=player, seat=player + 1, name=f"n{player}", starting_stack=50) for player in range(2)]
    posts = [OhhAction(player_id=player, action=post, amount=2) for player, post in enumerate(("Post SB", "Post BB"))]
    dealt = OhhHand(game_type="Holdem", players=players, rounds=[OhhRound(street="Preflop", actions=posts)])
    return dealt, {player.id: player for player in players}


def listed_state() -> GameState:
    read = game_state()
    assert read.g
    return read


def counts() -> tuple[object, ...]:
    return game_state(), lambda: 0.5, 3, [0] * len(KUHN.phases), [0] * len(KUHN.invariants)


RECIPES: dict[str, list[Make]] = {
    "bigslick.bots._board_notes.BoardNotes": [lambda: BoardNotes(likely_hands(SHARES))],
    "bigslick.bots._brain.Brain": [new_brain],
    "bigslick.bots._playout.Playout": [lambda: Playout(HANDS["begun"], draws())],
    "bigslick.bots._posed_state.PosedState": [PosedState],
    "bigslick.bots._prompt.Prompt": [prompt],
    "bigslick.core.cards.HandCards": [lambda: HandCards(terms()), state("on the flop")],
    "bigslick.core.chips.Chips": [lambda: Chips(terms())],
    "bigslick.core.chips.Log": [Log],
    "bigslick.core.draws.Draws": [draws, used_draws, lambda: Draws(None), lambda: Draws(lambda: b"\x01\x02\x03")],
    "bigslick.core.hand.State": [*[state(name) for name in HANDS], lambda: State(terms())],
    "bigslick.core.rotation.Rotation": [Rotation, rotation],
    "bigslick.core.showdown.Showdown": [lambda: Showdown(terms()), *[state(name) for name in HANDS]],
    "bigslick.core.tables.Tables": [build],
    "bigslick.core.terms.Terms": [terms, lambda: state_of(HANDS["ten seats"]).terms],
    "bigslick.envs._batch.EnvBatch": [env_batch, stepped_batch],
    "bigslick.envs._table.EnvDeal": [env_deal],
    "bigslick.envs._table.EnvTable": [lambda: EnvTable(env_deal())],
    "bigslick.hand._count.Counter": [lambda: Counter(lambda: None)],
    "bigslick.hand._options.KeptOptions": [KeptOptions],
    "bigslick.hand._options.OptionsCache": [lambda: OptionsCache(Options)],
    "bigslick.hand._past.Past": [Past],
    "bigslick.hand._view.SeatView": [*[seat_view(name) for name in HANDS], borrowing_view],
    "bigslick.hand.hand.Hand": [hand(name) for name in HANDS],
    "bigslick.hand.saved.SavedHand": [lambda: msgspec.json.decode(HANDS["over"].save(), type=SavedHand)],
    "bigslick.hand.saved.SavedSetup": [lambda: msgspec.json.decode(HANDS["over"].save(), type=SavedHand).setup],
    "bigslick.hand._start.KnownRules": [lambda: KnownRules(Rules())],
    "bigslick.hand._start.Start": [Start],
    "bigslick.history.formats.pokerstars._hand_text.HandText": [lambda: HandText(*POKERSTARS)],
    "bigslick.history._scan.Playback": [playback],
    "bigslick.history._scan.RecordedAction": [lambda: RecordedAction(1, 0, 60, 0, (51, 50))],
    "bigslick.history._scan.Survey": [lambda: Survey([-1] * 52, 0, 0)],
    "bigslick.history.statistics._tally.SeatCounts": [seat_counts],
    "bigslick.history.statistics._tally.Tally": [Tally, tally],
    "bigslick.history.formats.ohh._to_history._Reading": [lambda: _Reading(*ohh_seated())],
    "bigslick.odds._equity.Spot": [lambda: Spot(2, (), ()), lambda: Spot(3, (0, 1, 2), (3, 4))],
    "bigslick.simulate._expectation.Expectation": [lambda: Expectation(state_of(HANDS["on the flop"]), draws())],
    "bigslick.simulate._match.Match": [match],
    "bigslick.spec.machine._machine.Machine": [lambda: MACHINE, lambda: Machine(assembly())],
    "bigslick.spec.machine._machine.Words": [lambda: Words(5), lambda: game_state().words],
    "bigslick.spec.machine._memory.Memory": [lambda: Memory(assembly())],
    "bigslick.tournament.floor._clocks.Clocks": [lambda: Clocks(3)],
    "bigslick.tournament.floor._floor.Floor": [floor],
    "bigslick.tournament.floor._seats.Seats": [lambda: Seats((2, 20), new_brain(), draws()), floor],
    "bigslick.tournament.director.arrangement.Arrangement": [lambda: Arrangement(*directed()), director],  # type: ignore[arg-type]
    "bigslick.tournament.director.director.Director": [director, late_director],
    "bigslick.tournament.floor.tables.BetweenHands": [lambda: BetweenHands({1, 2}, {3})],
    "bigslick.tournament.floor.tables.FloorTables": [floor_tables],
    "bigslick.tournament.director.short_tables.HaltChange": [lambda: HaltChange([1], [(2, "short")], [3])],
    "bigslick.tournament.director.short_tables.ShortTables": [lambda: ShortTables(3, "blinds_impacted")],
    "bigslick.tournament.director.table_sizes.TableSizes": [TableSizes, table_sizes],
}

# Arguments that fit together, for calls that would otherwise be refused at once; one at a time is then replaced.
CALLS: dict[str, list[Make]] = {
    "bigslick.core.evaluate.strength_many": [
        lambda: (np.arange(21, dtype=np.uint8).reshape(3, 7), np.zeros(3, np.uint16))
    ],
    "bigslick.core.evaluate.count_strengths": [lambda: (5, np.zeros(7462, np.uint64))],
    "bigslick.core.evaluate.strength": [lambda: ("AsKdQh5c6c",), lambda: (list(range(7)),), lambda: (DECK[:5],)],
    "bigslick.core.terms.new_terms": [
        lambda: (NUMBERS, (1000,) * 3, DECK, (0, 1, 2, 10, 20, 0), ((0, 40),), ((0, 20, 10),))
    ],
    "bigslick.core.draws.Draws.shuffled": [lambda: (DECK,)],
    "bigslick.history.formats.pokerstars._hand_text.HandText": [lambda: POKERSTARS],
    "bigslick.history.formats._amounts.units": [lambda: ("2.50", 2)],
    "bigslick.history.formats._amounts.number": [lambda: (250, 2)],
    "bigslick.history.formats._amounts.numbers": [lambda: ([250, 100], 2)],
    "bigslick.history._scan.survey": [lambda: (scan(TEXTS), (0, 2, 1, 3), (5, 6, 7, 9, 11))],
    "bigslick.history._scan.scan": [lambda: (list(TEXTS),)],
    "bigslick.history._scan.scan_one": [lambda: ("p1 cbr 60",)],
    "bigslick.history._scan.Playback": [lambda: (terms(), scan(TEXTS), (0, 1), 0)],
    "bigslick.history.statistics._tally.Tally.begin": [lambda: (playback().state, 2, 1)],
    "bigslick.history.statistics._tally.Tally.see": [lambda: (0, 0, 0, 10, 60)],
    "bigslick.history.statistics._tally.Tally.close": [lambda: (playback().state,)],
    "bigslick.history.statistics._tally.Tally.play": [lambda: (playback(), 2, 1)],
    "bigslick.history.statistics._tally.Tally.collect": [lambda: ((40, 0),)],
    "bigslick.history.statistics._tally.Tally.adjust": [lambda: ((30.0, 10.0),)],
    "bigslick.history.statistics._tally.Tally.did": [lambda: (1, 0)],
    "bigslick.history.statistics._tally.SeatCounts.merge": [lambda: (seat_counts(),)],
    "bigslick.history.statistics._tally.SeatCounts.add": [lambda: (tally(), 0, 20, 2)],
    "bigslick.history.formats.ohh._to_history.to_history": [lambda: (ohh_seated()[0], {}, "hands.ohh", 1)],
    "bigslick.history.formats.ohh._to_history._Reading": [ohh_seated],
    "bigslick.odds._equity.Spot": [lambda: (2, (0, 1, 2), (3,))],
    "bigslick.odds._equity.Spot.count": [lambda: (bytes((40, 41, 50, 51)), array("q", bytes(64)))],
    "bigslick.odds._equity.Spot.sample": [
        lambda: (draws(), bytes((40, 41, 50, 51)), (0, 1, 2), array("q", (1, 1)), 100, 1000)
    ],
    "bigslick.envs._table.EnvDeal": [deal_arguments],
    "bigslick.envs._batch.EnvBatch": [lambda: (env_deal(), 2, 1, 0, 0)],
    "bigslick.envs._batch.EnvBatch.bind": [lambda: ("illegal", np.zeros(2, np.int64))],
    "bigslick.envs._batch.EnvBatch.seed": [lambda: (1, 7)],
    "bigslick.envs._batch.EnvBatch.reset": [lambda: (np.array([True, False]), env_deal())],
    "bigslick.envs._batch.EnvBatch.take_actions": [lambda: (np.array([1, 2]),)],
    "bigslick.envs._batch.EnvBatch.answer": [lambda: (1, 0)],
    "bigslick.envs._batch.EnvBatch.observe": [lambda: (1, 2, np.zeros(env_deal().width, np.float32))],
    "bigslick.envs._batch.EnvBatch.observe_all": [lambda: (np.zeros((6, env_deal().width), np.float32),)],
    "bigslick.bots._brain.Brain.consider": [
        lambda: (
            *(0, draws(), (0, 0, 20, 20, 20, 40, 1000, 30, 0, 0, -1)),
            *(((1000, 990, 980), (0, 10, 20), (0, 10, 20), (1, 1, 1), (1, 1, 1), (0, 0, 0)), (50, 51)),
        )
    ],
    "bigslick.bots._playout.Playout.run": [lambda: (3, new_brain(), [0, 1, 2], draws())],
    "bigslick.bots._playout.Playout.ask": [lambda: (3, lambda state: 0)],
    "bigslick.simulate._match.Match.run": [lambda: (3, 1, 1)],
    "bigslick.simulate._match.Match.run_asking": [lambda: (3, 1, 1, (None, None), (None, None))],
    "bigslick.spec.machine._machine.Machine": [lambda: (assembly(),)],
    "bigslick.spec.machine._machine.Machine.start": [lambda: (game_state(), False), lambda: (listed_state(), True)],
    "bigslick.spec.machine._machine.Machine.play": [lambda: (game_state(), (0,)), lambda: (listed_state(), (1,))],
    "bigslick.spec.machine._machine.Machine.check": [lambda: (game_state(),)],
    "bigslick.spec.machine._machine.Machine.play_out": [counts],
    "bigslick.spec.machine._machine.Words": [lambda: (5, MACHINE)],
    "bigslick.spec.machine._machine.Words.release": [lambda: (game_state(),)],
    "bigslick.spec.machine._machine.is_listed": [lambda: (game_state().menu, (0,))],
    "bigslick.spec.machine._memory.Memory": [lambda: (assembly(),)],
    "bigslick.tournament.floor._clocks.Clocks": [lambda: (3,)],
    "bigslick.tournament.floor._floor.Floor": [lambda: ((2, 20), NUMBERS, 0, new_brain(), draws(), draws())],
    "bigslick.tournament.director.arrangement.Arrangement": [directed],
    "bigslick.tournament.director.director.Director": [directed],
    "bigslick.tournament.director.director.Director.open": [lambda: (EVENT.names,)],
    "bigslick.tournament.director.director.Director.enter_late": [lambda: ("Late", {1, 2, 3}, 5)],
    "bigslick.tournament.director.director.Director.hands_ended": [lambda: ([(1, [Loss(0, 100, 2)])], {1, 2, 3}, 5)],
    "bigslick.tournament.director.director.Director.restore": [lambda: (director().export(),)],
    "bigslick.tournament.floor.tables.FloorTables.losses": [lambda: ([0, 1],)],
    "bigslick.tournament.director.short_tables.ShortTables.look": [
        lambda: (table_sizes(), {table: [0, -1, -1] for table in range(1, 5)}, lambda table: None, {1, 2})
    ],
    "bigslick.tournament.floor._seats.Seats": [lambda: ((2, 20), new_brain(), draws())],
    "bigslick.tournament.floor._seats.Seats.move": [lambda: (0, 1, 1, 5, 0)],
    "bigslick.tournament.floor._floor.Floor.move": [lambda: (0, 1, 1, 5, 0)],
    "bigslick.tournament.floor._floor.Floor.play_round": [lambda: ([0, 1],)],
    "bigslick.tournament.floor._floor.Floor.set_antes": [lambda: ([1, 0],)],
    "bigslick.tournament.floor._floor.Floor.set_timetable": [
        lambda: ([0, 100], [10, 20, 0, 20, 40, 0], [50, 60], 30, 5)
    ],
}

# Other values for an argument with this annotation.
BY_ANNOTATION: dict[str, list[Make]] = {
    "State": [state(name) for name in HANDS],
    "Terms": [terms],
    "Draws": [draws, lambda: Draws(None)],
    "Brain": [new_brain],
    "OptionsCache": [lambda: OptionsCache(Options)],
    "int": [lambda: 0, lambda: 1, lambda: 2, lambda: 20],
    "str": [lambda: "AsKdQh5c6c", lambda: "p1 cbr 60"],
    "bytes": [lambda: bytes(range(7)), lambda: b""],
    "list[int]": [lambda: [0, 1, 2], lambda: [0] * 10],
    "tuple[int, ...]": [lambda: DECK, lambda: (1000,) * 3, lambda: NUMBERS],
    "tuple[int, int]": [lambda: (1, 2)],
    "list[str]": [lambda: list(TEXTS)],
    "list[Draws]": [lambda: [draws(), draws()]],
    "list[tuple[int, int]]": [lambda: [(0, 0), (1, 1)]],
    "list[RecordedAction]": [lambda: scan(TEXTS) or []],
    "tuple[Any, ...]": [lambda: tuple(Card(number) for number in range(52))],
    "NDArray[Any]": [lambda: np.zeros((3, 7), np.uint8), lambda: np.zeros(3, np.uint16)],
    "Callable[[], bytes] | None": [lambda: lambda: b"\x07" * 9, lambda: None],
    "Callable[[], None]": [lambda: lambda: None],
}
