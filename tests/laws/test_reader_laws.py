"""Laws of the Open Hand History and PokerNow readers: only `BadHistory`, and a damaged hand hides no other."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, replay
from bigslick.history.formats.ohh import reading as ohh
from bigslick.history.formats.pokernow import reading as pokernow
from bigslick.history.formats.registry import Format, format_of

from ..history.formats.ohh.ohh_hands import BLINDS, CALLED, FLOP, act, hand, street, text, won
from ..history.formats.pokernow.pokernow_logs import ANN, BOB, CAT, WALK, log

FEW = settings(max_examples=150, deadline=None)
WHOLE = text(hand(CALLED, FLOP, pots=[won(12, 2)]))
NEXT = log(*[line.replace("hand #7", "hand #8") for line in WALK], newest_first=False).split(b"\n", 1)[1]
LOG = log(*WALK, newest_first=False)


def outcome(known: Format, data: bytes) -> list[History | BadHistory]:
    """Return a reader's outcome for some bytes; any history it returns can be played, or raises `BadHistory`."""
    assert known.read is not None
    write = ohh.FORMAT.write
    assert write is not None
    found = list(known.read(io.BytesIO(data), "some"))
    for one in found:
        if isinstance(one, History):
            one.check()
            with contextlib.suppress(BadHistory):
                replay(one)
            with contextlib.suppress(BadHistory):
                write(one, None)
    return found


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return bytes with a few pieces cut out, doubled or overwritten."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        size = draw(st.integers(0, 40))
        data[at : at + size] = draw(st.one_of(st.just(b""), st.binary(max_size=20), st.just(bytes(data[at : at + 60]))))
    return bytes(data)


@FEW
@given(st.one_of(st.binary(max_size=300), damaged(WHOLE)))
def test_open_hand_history_refuses_by_name(data: bytes) -> None:
    outcome(ohh.FORMAT, data)
    format_of(data)


@FEW
@given(damaged(WHOLE))
def test_a_damaged_hand_of_open_hand_history_hides_no_other(data: bytes) -> None:
    *_, last = outcome(ohh.FORMAT, WHOLE + b"\n\n" + data + b"\n\n" + WHOLE)
    assert isinstance(last, History)
    assert last.hand == 77
    first, *_ = outcome(ohh.FORMAT, WHOLE + b"\n\n" + data)
    assert isinstance(first, History)


NUMBERS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(),
    st.sampled_from([0, 0.5, 1, 1.5, 50, "NaN", "1e9", "Infinity", "-0.0", 1e300, 1e-300, [], {}]),
)
WORDS = st.sampled_from(
    [
        *("Fold", "Check", "Call", "Bet", "Raise", "Post SB", "Post BB", "Post Ante", "Post Dead", "Straddle"),
        *("Post Extra Blind", "Dealt Cards", "Shows Cards", "Mucks Cards", "Added Chips", "Add to Pot", "?", ""),
    ]
)
CARDS = st.one_of(st.none(), st.lists(st.sampled_from(["Ah", "Kd", "2c", "10s", "??", "", "x"]), max_size=5), st.text())
ACTIONS = st.builds(
    lambda player, what, amount, cards: {"player_id": player, "action": what, "amount": amount, "cards": cards},
    st.sampled_from([11, 12, 14, 99, None]),
    WORDS,
    NUMBERS,
    CARDS,
)
ROUNDS = st.builds(
    lambda name, cards, actions: {"street": name, "cards": cards, "actions": actions},
    st.sampled_from(["Preflop", "Flop", "Turn", "River", "Showdown", "Sixth"]),
    CARDS,
    st.lists(ACTIONS, max_size=6),
)


@FEW
@given(
    st.lists(ROUNDS, max_size=6),
    st.dictionaries(st.sampled_from(sorted(hand())), st.one_of(NUMBERS, st.text(max_size=9)), max_size=2),
)
def test_any_fields_of_the_standard_are_read_or_refused_by_name(
    rounds: list[dict[str, Any]], changes: dict[str, Any]
) -> None:
    fields = hand(street("Preflop", *BLINDS, act(14, "Fold")), *rounds) | changes
    assert outcome(ohh.FORMAT, json.dumps({"ohh": fields}).encode())


@FEW
@given(st.one_of(st.binary(max_size=300), damaged(LOG)))
def test_logs_of_pokernow_are_refused_by_name(data: bytes) -> None:
    outcome(pokernow.FORMAT, data)
    outcome(pokernow.FORMAT, b"entry,at,order\n" + data)


@FEW
@given(damaged(LOG.split(b"\n", 1)[1]))
def test_a_damaged_hand_of_a_log_hides_no_other(data: bytes) -> None:
    # An unbalanced quote swallows the rest of its line, but not the next hand, which starts a new part.
    found = outcome(pokernow.FORMAT, LOG + data.replace(b"\n-- ", b"\n") + b"\n" + NEXT)
    assert isinstance(found[0], History)
    assert found[0].hand == 7
    last = found[-1]
    assert isinstance(last, History)
    assert last.hand == 8


LINES = st.one_of(
    st.sampled_from(WALK),
    st.builds(
        "{} {}".format,
        st.sampled_from([ANN, BOB, CAT, '"Zed @ z"', '""', '"@ @ @"']),
        st.one_of(
            st.sampled_from(["folds", "checks", "shows a 7♠.", "shows a A♥, A♥.", "shows a x", "collected 5 from pot"]),
            st.builds(
                "{} {}{}".format,
                st.sampled_from(
                    [
                        "calls",
                        "bets",
                        "raises to",
                        "posts a straddle of",
                        "posts an ante of",
                        "posts a missed big blind of",
                    ]
                ),
                st.sampled_from(["0", "1", "20", "40", "500", "1,000.50", "99999999999999999999", "1.1.1", "-5"]),
                st.sampled_from(["", " and go all in", " (bomb pot bet)"]),
            ),
        ),
    ),
    st.sampled_from(["Flop:  [A♥, K♦, 2♣]", "Turn: x [5♠]", "River (second run): [6♠]", "Flop: []", "Your hand is 2♣"]),
    st.text(max_size=20),
)


@FEW
@given(st.lists(LINES, max_size=12))
def test_any_lines_of_a_log_are_read_or_refused_by_name(lines: list[str]) -> None:
    outcome(pokernow.FORMAT, log(*WALK[:4], *lines, *WALK))
