"""The `--where` language: what it selects, and how it reports mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigslick.history import loads
from bigslick.history.statistics._tally import Tally
from bigslick.history.statistics.counted_hand import CountedHand
from bigslick.history.statistics.where_filter import WORDS, BadWhere, choose, parse_where

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1.00, 0]
min_bet = 1.00
starting_stacks = [100.00, 40.00, 250.00]
actions = ['d dh p1 ????', 'd dh p2 AhKd', 'd dh p3 7s2c', 'p3 cbr 3.00', 'p1 f', 'p2 cbr 10.00', 'p3 cc',
  'd db 2h3h4h', 'p2 cbr 30.00', 'p3 f']
players = ['Ann', 'Bo', 'Cy']
year = 2024
month = 5
day = 7
table = 'Rho'
currency_symbol = '$'
"""


@pytest.fixture(scope="module")
def hand() -> CountedHand:
    return CountedHand(loads(HAND), Tally())


ANN, BO, CY = range(3)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("pot > 20bb", [ANN, BO, CY]),
        ("pot > 20 bb and pot < 21 bb", [ANN, BO, CY]),
        ("pot = 20.50", [ANN, BO, CY]),
        ("pot > 20.50", []),
        ("stack < 100bb", [BO]),
        ("stack >= 100", [ANN, CY]),
        ("depth <= 40bb", [BO]),
        ("players = 3 and raised", [BO, CY]),
        ("position in (BTN, SB)", [ANN, CY]),
        ("position not in (btn, sb)", [BO]),
        ("position != BB", [ANN, CY]),
        ("street >= flop", [ANN, BO, CY]),
        ("street = showdown or showdown", []),
        ("won > 0", [BO]),
        ("net < 0 and not entered", [ANN]),
        ("won > invested", [BO]),
        ("net < -5bb", [CY]),
        ("three_bet", [BO]),
        ("all_in", [BO]),
        ("not (all_in or raised)", [ANN]),
        ("player = Bo", [BO]),
        ("player in ('Bo', \"Cy\")", [BO, CY]),
        ("stake = '$0.50/$1'", [ANN, BO, CY]),
        ("date >= '2024-05-01' and date < '2024-06-01'", [ANN, BO, CY]),
        ("table = Rho AND c_bet", [BO]),
        ("site = PokerStars", []),
        ("site != PokerStars", []),  # an unknown site matches nothing
    ],
)
def test_what_it_chooses(hand: CountedHand, text: str, chosen: list[int]) -> None:
    test = parse_where(text)
    assert [player for player in range(3) if test(hand, player)] == chosen


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "character 1: the end where a name belongs: expected one of pot, stack"),
        ("ptt > 3", "character 1: 'ptt' is not a name here: .*did you mean 'pot'"),
        ("pot", "character 4: the end after 'pot': expected one of <="),
        ("pot > ", "character 6: the end cannot be compared with 'pot': expected an amount"),
        ("pot > BTN", "character 7: 'BTN' cannot be compared with 'pot': expected an amount, as in 50bb"),
        ("players > 3bb", "character 11: '3' cannot be compared with 'players': expected a number"),
        ("showdown = 1", "character 10: 'showdown' is yes or no: expected it alone"),
        ("position > BTN", "character 10: 'position' has no order"),
        ("position = BTNN", "character 12: 'BTNN' cannot be compared .*did you mean 'BTN'"),
        ("street = floop", "did you mean 'flop'"),
        ("(pot > 3", "character 9: the end where a bracket is still open"),
        ("pot > 3 pot < 5", "character 9: 'pot' comes after the end of a comparison"),
        ("pot > 3 and", "character 12: the end where a name belongs"),
        ("position in BTN", "character 13: 'BTN' after 'in': expected values in brackets"),
        ("position in (BTN", "character 17: the end in a list of values"),
        ("pot > $5", "character 7: '\\$5' cannot be read"),
        ("__import__('os')", "is not a name here"),
        ("pot > 5 ; 1", "cannot be read"),
        ("not " * 50 + "raised", "nested more than 40 deep"),
        ("(" * 50, "nested more than 40 deep"),
        ("raised or " * 300 + "raised", "expected at most 2000"),
    ],
)
def test_what_it_says_about_a_mistake(text: str, sentence: str) -> None:
    with pytest.raises(BadWhere, match=sentence):
        parse_where(text)


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*WORDS, *"()<>=,", "5bb", "BTN", "in", "not", "and"])).map(" ".join)
)
def test_every_text_is_an_expression_or_is_refused_by_name(text: str) -> None:
    hand = CountedHand(loads(HAND), Tally())
    try:
        test = parse_where(text)
    except BadWhere:
        return
    assert test(hand, 0) in (True, False)


def test_every_name_is_in_the_reference() -> None:
    text = (Path(__file__).parents[3] / "docs" / "reference" / "statistics.md").read_text()
    for name in WORDS:
        assert f"| `{name}` |" in text, name


def test_the_options_are_one_condition(hand: CountedHand) -> None:
    assert choose() is None
    test = choose(player="Bo", position="sb,bb", players=3, stake="$0.50/$1", where="pot > 5bb")
    assert test is not None
    assert [test(hand, player) for player in range(3)] == [False, True, False]
    with pytest.raises(BadWhere, match="'BUT' is not a position"):
        choose(position="but")
