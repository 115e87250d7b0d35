"""No card reaches the evaluator's tables twice, whichever way the cards come in.

In the compiled core, looking up a duplicate card reads past the tables, so every path to `lookup` must refuse it:
`evaluate` and its batches, a hand's terms, showing unknown cards, a house bot's view, equities, environments, records
and saves, other people's protocols, and games as documents. `make sanitize` runs this file too.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from bigslick import AllIn, Call, Hand, RunOut, Setup, Show, Table, evaluate, view
from bigslick.bots import HOUSE_BOTS, HouseBot, new_brain
from bigslick.bots._board_notes import BoardNotes
from bigslick.bots.likely_hands import LIKELY
from bigslick.cards import DECK, UNKNOWN, Card, format_cards, to_cards
from bigslick.core.draws import Draws
from bigslick.core.evaluate import strength, strength_many
from bigslick.core.hand import State
from bigslick.core.terms import new_terms
from bigslick.envs._table import EnvDeal
from bigslick.envs.settings import Settings
from bigslick.errors import BigslickError
from bigslick.gateways.acpc.game import standard_game
from bigslick.gateways.acpc.state import play_state, read_state
from bigslick.gateways.slumbot.session import play_letters
from bigslick.hand.hand import state_of
from bigslick.hand.setup import rule_numbers
from bigslick.history import History, record, replay
from bigslick.history.formats.registry import format_named
from bigslick.odds import equity
from bigslick.odds._equity import Spot
from bigslick.odds.equity import pot_shares
from bigslick.protocol.view import decode_view, encode_view
from bigslick.rules import Rules
from bigslick.spec import compiled, interpreted, load_spec
from bigslick.strength import best_five, describe, evaluate_many
from tests.history.formats.pokernow.pokernow_logs import ANN, BLINDS, BOB, CAT, END, STACKS, START, read_one

REFUSED = (BigslickError, ValueError)
SEVEN = [*to_cards("AcAdAhAsKc7d2h")]
NUMBERS = rule_numbers(Rules())
Plant = Callable[[list[Any]], object]


def planted(cards: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the cards with each one in turn replaced by each of the others."""
    for here, there in permutations(range(len(cards)), 2):
        yield [cards[there] if place == here else card for place, card in enumerate(cards)]


def refused(plant: Plant, cards: Sequence[Any]) -> None:
    """Check that the cards are accepted, and refused as soon as one is a duplicate."""
    plant(list(cards))
    for twice in planted(cards):
        with pytest.raises(REFUSED):
            plant(twice)


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize(
    "plant",
    [
        evaluate,
        strength,
        describe,
        best_five,
        lambda cards: evaluate(tuple(cards)),
        lambda cards: evaluate(format_cards(cards)),
        lambda cards: evaluate(iter(cards)),
        lambda cards: evaluate(np.array(cards)),
        lambda cards: evaluate_many([SEVEN[: len(cards)], cards]),
        lambda cards: strength_many(np.array([cards], np.uint8), np.zeros(1, np.uint16)),
    ],
)
def test_no_hand_is_evaluated_with_a_card_twice(plant: Plant, count: int) -> None:
    refused(plant, SEVEN[:count])


# --- hands ------------------------------------------------------------------------------------------------------------


def saved(hand: Hand, deck: Sequence[int]) -> str:
    fields = json.loads(hand.save())
    fields["setup"]["deck"] = format_cards(deck)
    return json.dumps(fields)


def seated() -> Table:
    table = Table(2, blinds=(1, 2), first_button=0)
    for name in "ab":
        table.join(name, chips=100)
    return table


def loaded_table(deck: Sequence[int]) -> Hand | None:
    """Load a table in a hand whose deck was edited, with a matching checksum."""
    table = seated()
    table.next_hand(deck=DECK)
    fields = json.loads(table.save())
    old = json.dumps(fields["state"], separators=(",", ":"))
    new = old.replace(json.dumps([*range(52)], separators=(",", ":")), json.dumps([*map(int, deck)]))
    assert fields["check"] == hashlib.sha256(old.encode()).hexdigest()
    check = hashlib.sha256(new.encode()).hexdigest()
    return Table.load(f'{{"format":"{fields["format"]}","check":"{check}","state":{new}}}').hand


@pytest.mark.parametrize(
    "plant",
    [
        lambda deck: Hand.start([100, 100], (1, 2), deck=deck),
        lambda deck: Hand.start([100, 100], (1, 2), deck=format_cards(deck)),
        lambda deck: Hand(msgspec.structs.replace(Hand.start([100, 100], (1, 2)).setup, deck=tuple(deck))),
        lambda deck: Setup(**{**msgspec.structs.asdict(Hand.start([9, 9], (1, 2)).setup), "deck": tuple(deck)}),
        lambda deck: Hand.load(saved(Hand.start([100, 100], (1, 2)), deck)),
        lambda deck: seated().next_hand(deck=deck),
        loaded_table,
        lambda deck: new_terms(NUMBERS, (100, 100), tuple(deck), (0, 0, 1, 10, 20, 0)),
        lambda deck: EnvDeal(**{**DEAL, "deck": tuple(deck)}),
    ],
)
def test_no_deck_has_a_card_twice(plant: Plant) -> None:
    plant([*DECK])
    for place in range(52):
        with pytest.raises(REFUSED):
            plant([DECK[(place + 7) % 52] if card == place else card for card in DECK])


def placed(cards: list[Any]) -> dict[str, Any]:
    return {"holes": {0: cards[:2], 1: cards[2:4]}, "board": cards[4:]}


DEAL: dict[str, Any] = {
    "stacks": (1000, 1000),
    "styles": (-1, 0),
    "levels": ((10, 20, 0, 0),),
    "rules": NUMBERS,
    "episode": (1, -1, 0, 0),
    "menu": (-1, -2),
    "recent": 4,
    "in_blinds": 1,
}


@pytest.mark.parametrize(
    "plant",
    [
        lambda cards: Hand.start([100, 100], (1, 2), **placed(cards)),
        lambda cards: EnvDeal(**{**DEAL, "placed": tuple(map(int, cards))}),
        lambda cards: Settings(seats=2, **placed(cards)).deal(),
    ],
)
def test_no_card_is_placed_twice(plant: Plant) -> None:
    refused(plant, [*to_cards("QsQd2c3d4h5h9sTsJc")])


def test_an_environment_deals_no_unknown_card() -> None:
    """Recorded hands can have unknown cards, but an observation has no place for one."""
    with pytest.raises(ValueError, match="unknown card"):
        EnvDeal(**{**DEAL, "deck": (UNKNOWN, *range(1, 52))})


# --- showdowns --------------------------------------------------------------------------------------------------------


def at_showdown(boards: int, hidden: str) -> Hand:
    """Return three hands all-in on several boards, with cards of the first seat and the button hidden as asked.

    With three players the deck is dealt to seats 1, 2, 0, 1, 2, 0.
    """
    rules = Rules.cash(run_outs=4, reveal="ask", burn=False)
    whole = Hand.start([100] * 3, (5, 10), seed=boards, rules=rules).setup
    places = {"one": (0, 3), "two": (0, 2, 3, 5), "half": (3,)}[hidden]
    deck = tuple([UNKNOWN if place in places else card for place, card in enumerate(whole.deck)])
    hand = Hand(msgspec.structs.replace(whole, deck=deck))
    for action in (AllIn(), Call(), Call()):
        hand.act(action)
    while hand.options is not None and hand.options.boards:
        hand.act(RunOut(boards=boards))
    assert (len(hand.boards), hand.turn) == (boards, 1)
    return hand


def free_for(state: State, first: int, second: int) -> bool:
    """Whether the seat to act could hold these cards: all different, not in play elsewhere, with its known ones."""
    own = {card for card in state.holes(state.turn) if card >= 0}
    taken = {card for seat in range(state.seats) if seat != state.turn for card in state.holes(seat)}
    taken.update(state.board_cards(), *state.further_boards())
    return first != second and not {first, second} & taken and own <= {first, second}


@pytest.mark.parametrize("hidden", ["one", "two", "half"])
@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_ours_a_hand_is_shown_with_cards_that_are_nowhere_else(boards: int, hidden: str) -> None:
    hand = at_showdown(boards, hidden)
    state = state_of(hand)
    for first, second in product(range(52), repeat=2):
        twin = state.copy()
        try:
            shown = twin.show(first, second) == 0
        except ValueError:
            shown = False
        assert shown == free_for(state, first, second)
    for first, second in combinations(DECK[::3], 2):
        try:
            hand.copy().act(Show(format_cards((first, second))))
        except BigslickError:
            assert not free_for(state, first, second)
        else:
            assert free_for(state, first, second)


def test_ours_two_unknown_hands_cannot_show_the_same_card() -> None:
    hand = at_showdown(4, "two")
    free = [card for card in DECK if free_for(state_of(hand), card, DECK[0]) or free_for(state_of(hand), card, DECK[1])]
    hand.act(Show(format_cards(free[:2])))
    hand.act(Show())
    assert hand.turn == 0
    for card in free[:2]:
        with pytest.raises(BigslickError, match="already in play"):
            hand.act(Show(format_cards((card, free[2]))))
    hand.act(Show(format_cards(free[2:4])))
    assert hand.over


def test_no_saved_hand_shows_a_card_that_lies_elsewhere() -> None:
    hand = at_showdown(2, "one")
    state = state_of(hand)
    free = [card for card in DECK if free_for(state, card, DECK[-1]) or free_for(state, card, DECK[0])][:2]
    before = hand.save()
    hand.act(Show(format_cards(free)))
    text = hand.save()
    assert Hand.load(text) == hand
    assert text.count(format_cards(free)) == 1
    for card in hand.boards[1]:
        with pytest.raises(REFUSED):
            Hand.load(text.replace(format_cards(free), format_cards((free[0], card))))
    assert Hand.load(before).turn == 1


# --- views ------------------------------------------------------------------------------------------------------------


def on_the_river() -> Hand:
    hand = Hand.start([1000, 1000], (10, 20), seed=3)
    while len(hand.board) < 5:
        hand.act(Call() if hand.options is not None and hand.options.call else hand.options.actions[1])  # type: ignore[union-attr]
    return hand


def seen(cards: list[Any], *, wire: bool) -> object:
    hand = on_the_river()
    assert hand.turn is not None
    data = msgspec.structs.replace(view(hand, hand.turn).data(), hole=tuple(cards[:2]), board=tuple(cards[2:]))
    if wire:
        assert data.options is not None
        data = decode_view(encode_view(data), data.options, data.events)
    return [HouseBot(name, 1).decide(data) for name in HOUSE_BOTS]


@pytest.mark.parametrize("wire", [False, True])
def test_no_house_bot_decides_from_a_view_with_a_card_twice(wire: bool) -> None:
    seen(SEVEN, wire=wire)
    for twice in list(planted(SEVEN))[::5]:
        with pytest.raises(REFUSED):
            seen(twice, wire=wire)


def test_no_brain_poses_a_card_twice() -> None:
    numbers = (3, 0, 20, 0, 0, 20, 980, 40, 0, 0, -1)
    rows = ((980, 980), (0, 0), (20, 20), (1, 1), (1, 1), (0, 0))
    brain = new_brain()
    for style in range(len(HOUSE_BOTS)):
        refused(lambda cards, style=style: brain.consider(style, Draws(None), numbers, rows, tuple(cards)), SEVEN)  # type: ignore[misc]
    pairs = list(combinations(range(52), 2))[:LIKELY]
    BoardNotes(pairs)
    with pytest.raises(ValueError, match="two different cards"):
        BoardNotes([(51, 51), *pairs[1:]])


# --- equities ---------------------------------------------------------------------------------------------------------


def counted(cards: list[int], *, dead: int) -> int:
    """Count two hands with the other cards on the board or dead."""
    holes, rest = cards[:4], cards[4:]
    board = rest[: len(rest) - dead]
    return Spot(2, board, rest[len(board) :]).count(bytes(holes), array("q", bytes(48)))


def sampled(cards: list[int], *, ranged: bool) -> int:
    """Sample two hands, known or from ranges of two combos, on a flop."""
    combos = [*cards[:4], 0, 1, 2, 3] if ranged else cards[:4]
    if ranged:
        combos = [*combos[:2], 0, 1, *combos[2:4], 2, 3]
    starts, upto = ([0, 2, 4], [1, 2, 1, 2]) if ranged else ([0, 1, 2], [1, 1])
    spot = Spot(2, cards[4:7], cards[7:])
    return spot.sample(Draws(None), bytes(combos), starts, array("q", upto), 200, 2000)


NINE = [int(card) for card in to_cards("AcAdAhAsKcKdKh7d2h")]


@pytest.mark.parametrize(
    "plant",
    [
        lambda cards: counted(cards, dead=0),
        lambda cards: counted(cards, dead=2),
        lambda cards: sampled(cards, ranged=False),
        lambda cards: pot_shares([(cards[0], cards[1]), (cards[2], cards[3])], cards[4:8], cards[8:]),
        lambda cards: equity([cards[:2], cards[2:4]], cards[4:8], cards[8:]),
        lambda cards: equity([cards[:2], cards[2:4]], cards[4:7], cards[7:], samples=10, seed=1),
        lambda cards: equity([format_cards(cards[:2]), format_cards(cards[2:4])], format_cards(cards[4:])),
    ],
)
def test_no_equity_counts_a_card_twice(plant: Plant) -> None:
    refused(plant, NINE)


def test_combos_of_ranges_that_share_a_card_are_drawn_again() -> None:
    """Ranges can overlap, and a deal with a duplicate is drawn again. A combo never has the same card twice."""
    assert sampled(NINE, ranged=True) == 200
    for twice in planted(NINE[:4]):
        if twice[0] == twice[1] or twice[2] == twice[3]:
            with pytest.raises(ValueError, match="one card twice"):
                sampled([*twice, *NINE[4:]], ranged=True)
        else:
            assert sampled([*twice, *NINE[4:]], ranged=True) == 200
    found = equity(["AcAd, AhAs", "AcAd, KcKd", "AA"], "7d2h3c", samples=500, seed=1)
    assert sum(player.fraction for player in found.players) == 1


# --- records, protocols, documents ------------------------------------------------------------------------------------


def told(boards: int) -> Hand:
    rules = Rules.cash(run_outs=2, burn=False)
    hand = Hand.start([100, 100], (5, 10), rules=rules, holes={0: "AcAd", 1: "KcKd"}, board="AhAs7d2h9s", seed=1)
    for action in (AllIn(), Call()):
        hand.act(action)
    while not hand.over:
        hand.act(RunOut(boards=boards))
    return hand


@pytest.mark.parametrize("boards", [1, 2])
@pytest.mark.parametrize("name", ["phh", "ohh", "pokerstars"])
def test_no_record_with_a_card_twice_is_played(name: str, boards: int) -> None:
    hand = told(boards)
    form = format_named(name)
    text = form.text([record(hand, players=["Ann", "Bob"])])
    assert form.read is not None
    cards = [*hand.hole(0), *hand.hole(1), *[card for board in hand.boards for card in board]]
    assert all(str(card) in text for card in cards)
    for here, there in permutations(cards, 2):
        planted_text = text.replace(str(here), str(there))
        for found in form.read(io.BytesIO(planted_text.encode()), ""):
            if isinstance(found, History):
                with pytest.raises(REFUSED):
                    replay(found)


def test_no_pokernow_log_with_a_card_twice_is_played() -> None:
    lines = (
        *(START, STACKS, *BLINDS, f"{CAT} folds", f"{ANN} raises to 500", f"{BOB} calls 500 and go all in"),
        *("All players in hand choose to run it twice.", f"{ANN} shows a A♠, A♣.", f"{BOB} shows a K♥, K♠."),
        *("Flop:  [A♥, K♦, 2♣]", "Turn: A♥, K♦, 2♣ [5♠]", "River: A♥, K♦, 2♣, 5♠ [6♠]"),
        *("Flop (second run):  [K♣, Q♦, 2♥]", "Turn (second run): K♣, Q♦, 2♥ [5♥]", "River (second run): … [6♥]"),
        *(f"{ANN} collected 500 from pot with X on the first run", f"{BOB} collected 500 from pot with Y", END),
    )
    assert replay(read_one(*lines)).finished
    for here, there in permutations({*re.findall("[2-9AKQ][♠♥♦♣]", " ".join(lines))}, 2):
        with pytest.raises(REFUSED):
            replay(read_one(*[line.replace(here, there) for line in lines]))


@pytest.mark.parametrize(
    "plant",
    [
        lambda cards: play_state(standard_game(), read_state(acpc_state(cards), 2)),
        lambda cards: play_letters({0: cards[:2], 1: cards[2:4]}, cards[4:], "b20000c///"),
    ],
)
def test_no_protocol_brings_a_card_twice(plant: Plant) -> None:
    refused(plant, [Card(card) for card in NINE])


def acpc_state(cards: Sequence[int]) -> str:
    holes = "|".join(format_cards(cards[i : i + 2]) for i in (0, 2))
    return f"0:r20000c///:{holes}/{format_cards(cards[4:7])}/{format_cards(cards[7:8])}/{format_cards(cards[8:])}"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("zone: hand:$player }, {", "zone: hand:$player }, { query: tokensInZone, zone: hand:$player }, {"),
        ("subsetSize: 5", "subsetSize: 6"),
    ],
)
def test_a_document_that_scores_other_than_five_different_cards_runs_its_macro(
    before: str, after: str, tmp_path: Path
) -> None:
    """The native twin is proven for five different cards only."""
    text = Path("src/bigslick/spec/std/holdem.yaml").read_text(encoding="utf-8")
    assert text.count(before) == 1
    document = tmp_path / "game.yaml"
    document.write_text(text.replace(before, after), encoding="utf-8")
    spec = load_spec(document)
    ends = set()
    for make, native in product((compiled, interpreted), (True, False)):
        game = make(spec, native=native)
        state = game.start(2, 1)
        while state.winners is None:
            game.play(state, state.menu[-1])
        ends.add(state.save(spec))
    assert len(ends) == 1
