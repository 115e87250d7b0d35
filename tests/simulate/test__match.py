"""The match in the core: rotations, sums, figures, and removing luck from all-ins."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from bigslick.bots import new_brain, style_number
from bigslick.bots._prompt import Prompt
from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.hand.actions import Bet, Call, Check, Fold, Raise
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.view import SeatView, StaleView, live_view
from bigslick.history import Figures
from bigslick.shuffle import Keystream
from bigslick.simulate._match import Match

OUTSIDER = -1


def new_match(styles: list[int], bots: list[int] | None = None, *, stack: int = 1000, seed: int = 1) -> Match:
    seats = len(styles)
    state = State(Hand.start([stack] * seats, (10, 20), 0, seed=0).setup.terms())
    cards, luck = (Keystream(seed, name).draws for name in ("cards", "luck"))
    streams = [Keystream(seed, "bot", bot).draws for bot in range(seats)]
    return Match(state, new_brain(), cards, streams, luck, list(zip(bots or range(seats), styles, strict=True)))


def styles(*names: str) -> list[int]:
    return [style_number(name) for name in names]


def test_what_one_wins_the_others_lose() -> None:
    match = new_match(styles("shark", "maniac", "caller", "random"))
    match.run(100, 4, 4)
    assert match.hands == 400
    assert match.deals == 100
    for column in (0, 2, 4):
        assert sum(match.sums_of(bot)[column] for bot in range(4)) == pytest.approx(0, abs=1e-6)


def test_a_duplicate_deal_of_equal_callers_cancels() -> None:
    match = new_match(styles("caller", "caller", "caller"))
    match.run(50, 3, 3)
    assert [match.sums_of(bot)[3] for bot in range(3)] == [0, 0, 0]
    assert match.sums_of(0)[1] > 0


def test_rotations_move_slots_and_keep_the_cards() -> None:
    match = new_match([OUTSIDER] * 3)
    dealt = []
    for rotation in range(3):
        match.begin(rotation, rotation == 0)
        dealt.append([match.state.holes(seat) for seat in range(3)])
        assert [match.slot_at(seat) for seat in range(3)] == [(seat - rotation) % 3 for seat in range(3)]
    assert dealt[0] == dealt[1] == dealt[2]


def test_the_figures_of_a_hand() -> None:
    match = new_match([OUTSIDER] * 3)
    match.begin(0, 1)
    for code in (60, 180, codes.FOLD, codes.CALL):  # button raises, small blind reraises, big blind folds, button calls
        assert match.take(code) == 0
    for code in (200, codes.CALL, codes.CALL, codes.CALL, codes.CALL, codes.CALL):
        assert match.take(code) == 0
    assert match.run_to_python_bot() == -1
    match.settle()
    button, small, big = (Figures(*match.figures_of(bot)) for bot in range(3))
    assert (button.dealt, button.entered, button.raised, button.chances) == (1, 1, 1, 0)
    assert (button.three_bets_faced, button.three_bets_folded, button.steals) == (1, 0, 1)
    assert (button.calls, button.flops, button.showdowns) == (1, 1, 1)
    assert (small.chances, small.three_bets, small.wagers, small.calls) == (1, 1, 1, 0)
    assert (small.flop_c_bet_chances, small.flop_c_bets, button.flop_c_bets_faced) == (1, 1, 1)
    assert (small.turn_c_bet_chances, small.turn_c_bets) == (1, 0)
    assert big == Figures(dealt=1)
    assert button.won + small.won in (1, 2)
    assert match.codes() == (60, 180, -1, 0, 200, 0, 0, 0, 0, 0)


def test_a_refused_action_changes_nothing() -> None:
    match = new_match([OUTSIDER] * 2)
    match.begin(0, 1)
    assert match.take(5) == codes.TOO_LOW
    assert match.decisions == 0
    assert match.codes() == ()


def test_bad_numbers_are_refused() -> None:
    cards = Keystream(1).draws
    state = State(Hand.start([100] * 3, (1, 2), 0, seed=0).setup.terms())
    with pytest.raises(ValueError, match="slots for"):
        Match(state, new_brain(), cards, [cards], cards, [(0, 0)])
    with pytest.raises(ValueError, match="bot 1 has no random stream"):
        Match(state, new_brain(), cards, [cards], cards, [(0, 0), (1, 0), (0, 0)])
    with pytest.raises(ValueError, match="4 random streams for 3 seats"):
        Match(state, new_brain(), cards, [cards] * 4, cards, [(0, 0)] * 3)
    with pytest.raises(ValueError, match="the bot of slot 1 is 2: expected a whole number from 0 to 1"):
        new_match([0, 0], [0, 2])
    with pytest.raises(ValueError, match="Python bot"):
        new_match([0, OUTSIDER]).run(1, 1, 1)
    with pytest.raises(ValueError, match="rotations"):
        new_match([0, 0]).run(1, 3, 3)
    with pytest.raises(ValueError, match="the rotation is 2: expected a whole number from 0 to 1"):
        new_match([0, 0]).begin(2, 1)
    with pytest.raises(ValueError, match="the bot is 2: expected a whole number from 0 to 1"):
        new_match([0, 0]).sums_of(2)
    with pytest.raises(ValueError, match="the bot is -1: expected a whole number from 0 to 1"):
        new_match([0, 0]).figures_of(-1)


def test_each_bot_draws_from_its_own_stream() -> None:
    def drawn(*names: str) -> list[int]:
        state = State(Hand.start([1000] * 3, (10, 20), 0, seed=0).setup.terms())
        streams = [Keystream(4, "bot", bot).draws for bot in range(3)]
        cards, luck = Keystream(4, "cards").draws, Keystream(4, "luck").draws
        Match(state, new_brain(), cards, streams, luck, list(enumerate(styles(*names)))).run(1, 1, 3)
        return [stream.used() for stream in streams]

    assert drawn("caller", "caller", "caller") == [0, 0, 0]
    assert [used > 0 for used in drawn("caller", "random", "caller")] == [False, True, False]


# -- Python bots ------------------------------------------------------------------------------------------------------


def asked(match: Match, *deciders: Callable[[Any], object]) -> tuple[tuple[Prompt, ...], tuple[SeatView, ...]]:
    """Return for each slot a prompt that folds on failure, and a view of the match."""
    kinds = (Fold, Check, Call, Bet, Raise)
    fold = lambda state, answer: codes.FOLD if state.to_call else codes.CALL  # noqa: E731
    askers = tuple(Prompt(decide, kinds, fold, fold) for decide in deciders)
    return askers, tuple(live_view(match.state, (10, 20, 0), Hand) for _ in range(match.seats))


def test_python_bots_are_asked_in_their_slots() -> None:
    order: list[int] = []

    def decider(slot: int) -> Callable[[Any], object]:
        def decide(view: Any) -> object:
            assert match.slot_at(view.seat) == slot
            order.append(slot)
            return Check() if view.options.check else Call()

        return decide

    match = new_match([OUTSIDER] * 3)
    askers, views = asked(match, *(decider(slot) for slot in range(3)))
    match.run_asking(2, 3, 3, askers, views)
    assert (match.hands, match.deals) == (6, 2)
    assert [prompt.asked for prompt in askers] == [24] * 3
    assert len(order) == 72
    assert match.sums_of(0)[2] == pytest.approx(0)


def test_python_bots_among_house_bots_play_as_the_house_does() -> None:
    house = new_match(styles("caller", "tag", "shark"))
    house.run(60, 1, 3)
    match = new_match([OUTSIDER, *styles("tag", "shark")])
    askers, views = asked(match, lambda view: Check() if view.options.check else Call())
    match.run_asking(60, 1, 3, (askers[0], None, None), views)
    assert [match.figures_of(bot) for bot in range(3)] == [house.figures_of(bot) for bot in range(3)]
    assert [match.sums_of(bot) for bot in range(3)] == [house.sums_of(bot) for bot in range(3)]


def test_bad_prompts_are_refused() -> None:
    match = new_match([OUTSIDER] * 2)
    askers, views = asked(match, lambda view: Call(), lambda view: Call())
    with pytest.raises(ValueError, match="1 prompts and 2 views for 2 seats"):
        match.run_asking(1, 1, 1, askers[:1], views)
    with pytest.raises(ValueError, match="slot 1 is a Python bot without a prompt"):
        match.run_asking(1, 1, 1, (askers[0], None), views)
    with pytest.raises(ValueError, match="rotations"):
        match.run_asking(1, 3, 3, askers, views)
    wrong = Prompt(lambda view: None, (Fold, Check, Call, Bet, Raise), lambda *_: 7, lambda *_: 7)
    with pytest.raises(ValueError, match="an illegal action"):
        match.run_asking(1, 1, 1, (wrong, wrong), views)


# -- safety ----------------------------------------------------------------------------------------------------------


def test_a_match_leaves_the_hand_it_started_from_alone() -> None:
    hand = Hand.start([1000] * 3, (10, 20), seed=1)
    before = state_of(hand).dump(), state_of(hand).terms.cards()
    cards, streams = Keystream(2).draws, [Keystream(3).draws] * 3
    Match(state_of(hand), new_brain(), cards, streams, cards, list(enumerate(styles("tag", "lag", "shark")))).run(
        20, 3, 3
    )
    assert (state_of(hand).dump(), state_of(hand).terms.cards()) == before


def test_a_bot_cannot_play_the_match_that_asks_it() -> None:
    match = new_match([OUTSIDER] * 2)
    calls: list[Callable[[], object]] = [
        lambda: match.begin(0, 1),
        lambda: match.take(codes.CALL),
        match.run_to_python_bot,
        match.settle,
        lambda: match.settle_deal(1),
        lambda: match.run(1, 1, 1),
        lambda: match.run_asking(1, 1, 1, askers, views),
        lambda: Match.__init__(match, match.state, match.house, match.cards, [match.cards], match.cards, [(0, -1)] * 2),
    ]
    refused = 0

    def meddle(view: Any) -> object:
        nonlocal refused
        for call in calls:
            with pytest.raises(ValueError, match="already playing"):
                call()
            refused += 1
        return Check() if view.options.check else Call()

    askers, views = asked(match, meddle, meddle)
    match.run_asking(1, 1, 1, askers, views)
    assert refused == 8 * len(calls)
    assert not match.playing


def test_a_bot_that_stops_the_match_sees_no_more_of_it() -> None:
    kept: list[Any] = []

    def stop(view: Any) -> object:
        kept.append(view)
        raise KeyboardInterrupt

    def pass_on(state: State, error: BaseException | None) -> int:
        assert error is not None
        raise error

    match = new_match([OUTSIDER] * 2)
    prompt = Prompt(stop, (Fold, Check, Call, Bet, Raise), pass_on, pass_on)  # type: ignore[arg-type]
    _, views = asked(match, stop, stop)
    with pytest.raises(KeyboardInterrupt):
        match.run_asking(1, 1, 1, (prompt, prompt), views)
    with pytest.raises(StaleView):
        kept[0].hole  # noqa: B018
    assert not match.playing


def test_a_hand_is_settled_when_it_is_over() -> None:
    match = new_match([OUTSIDER] * 2)
    match.begin(0, 1)
    with pytest.raises(ValueError, match="the hand is not over"):
        match.settle()


@pytest.mark.parametrize("wrong", [None, 7, "state", object()])
def test_things_of_the_wrong_kind_get_a_sentence(wrong: Any) -> None:
    state = State(Hand.start([100] * 2, (1, 2), 0, seed=0).setup.terms())
    draws, brain, slots = Keystream(1).draws, new_brain(), [(0, 0), (1, 0)]
    streams = [draws] * 2
    with pytest.raises(TypeError, match="expected a State"):
        Match(wrong, brain, draws, streams, draws, slots)
    with pytest.raises(TypeError, match="expected what new_brain"):
        Match(state, wrong, draws, streams, draws, slots)
    for cards, chances, boards in ((wrong, streams, draws), (draws, [wrong] * 2, draws), (draws, streams, wrong)):
        with pytest.raises(TypeError, match="expected Draws"):
            Match(state, brain, cards, chances, boards, slots)


@pytest.mark.parametrize("wrong", [None, 1.0, True, -2, 10**30])
def test_only_whole_numbers_are_numbers(wrong: Any) -> None:
    match = new_match(styles("tag", "lag"))
    calls: list[Callable[[], object]] = [
        lambda: match.begin(wrong, 1),
        lambda: match.slot_at(wrong),
        lambda: match.take(wrong),
        lambda: match.settle_deal(wrong),
        lambda: match.run(wrong, 1, 1),
        lambda: match.run(1, wrong, 1),
        lambda: match.run(1, 1, wrong),
        lambda: match.sums_of(wrong),
        lambda: match.figures_of(wrong),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="expected a whole number from"):
            call()


def aivat_match(names: tuple[str, ...], seed: int = 1) -> Match:
    seats = len(names)
    state = State(Hand.start([1000] * seats, (10, 20), 0, seed=0).setup.terms())
    cards, luck = (Keystream(seed, name).draws for name in ("cards", "luck"))
    streams = [Keystream(seed, "bot", bot).draws for bot in range(seats)]
    return Match(state, new_brain(), cards, streams, luck, list(enumerate(styles(*names))), 1, 1)


def test_every_kind_of_luck_averages_out() -> None:
    match = aivat_match(("shark", "tag", "random"), seed=5)
    sums, squares = [0.0] * 5, [0.0] * 5
    hands = 3000

    def look() -> None:
        for kind, value in enumerate(match.luck_at(0)):
            sums[kind] += value
            squares[kind] += value * value

    match.run_asking(hands, 1, 3, (None,) * 3, (None,) * 3, look)
    for total, square in zip(sums, squares, strict=True):
        assert square > 0
        assert abs(total / hands) < 3.5 * math.sqrt(square) / hands
