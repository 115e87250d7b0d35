"""PokerStars text: whole files, and what a hand's lines become."""

from __future__ import annotations

import datetime
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigslick.history import BadHistory, History, replay
from bigslick.history.formats import registry as known_formats
from bigslick.history.formats.pokerstars.reading import FORMAT
from bigslick.history.replay.settlement import check_finish

from .pokerstars_hands import CASH, EVERY, OMAHA, POSTS, TOURNAMENT, TWICE, WALK


def found(data: bytes | str) -> list[History | BadHistory]:
    assert FORMAT.read is not None
    return list(FORMAT.read(io.BytesIO(data.encode() if isinstance(data, str) else data), "hands.txt"))


def one(text: str) -> History:
    (history,) = found(text)
    if isinstance(history, BadHistory):
        raise history
    return history


def test_a_cash_hand_is_read() -> None:
    history = one(CASH)
    assert history.players == ["Cid", "Dee", "Ann", "Bob"]
    assert history.seats == [4, 6, 1, 3]
    assert history.starting_stacks == [12, Decimal("250.25"), 100, Decimal("40.50")]
    assert (history.blinds_or_straddles, history.antes, history.min_bet) == ([Decimal("0.5"), 1, 0, 0], [0] * 4, 1)
    assert history.actions == [
        *("d dh p1 ????", "d dh p2 ????", "d dh p3 AhAd", "d dh p4 KcKh"),
        *("p3 cbr 3", '# Ann said, "gl: all"', "p4 cc", "p1 cbr 12", "p2 f", "p3 cbr 40", "p4 cc"),
        *("d db 2c7dJh", "p3 cc", "p4 cbr 0.50", "p3 cc", "d db Js", "d db 5s"),
        *("p3 sm AhAd", "p4 sm", "p1 sm JcJd"),
    ]
    assert history.winnings == [36, 0, 56, 0]
    assert history.finishing_stacks == [36, Decimal("249.25"), Decimal("115.50"), 0]
    assert (history.hand, history.table, history.seat_count) == (1001, "Halley", 6)
    assert (history.currency, history.currency_symbol) == ("USD", "$")
    assert (history.year, history.month, history.day) == (2025, 4, 24)
    assert (history.time, history.time_zone_abbreviation) == (datetime.time(17, 21, 34), "CET")
    details = history.details
    assert details is not None
    assert (details.site, details.hero, details.rake, details.total_pot) == ("PokerStars", "Ann", 2, 94)
    assert details.other_time is not None
    assert details.other_time.zone == "ET"
    assert history.place == "hands.txt, hand 1"


def test_a_tournament_hand_is_read() -> None:
    history = one(TOURNAMENT)
    details = history.details
    assert details is not None
    assert details.tournament is not None
    assert history.players == ["Cid", "Dee", "Ann", "Bob"]
    assert (details.tournament.number, details.tournament.buy_in, details.tournament.bounty) == ("7", 5, 5)
    assert (details.tournament.fee, details.tournament.currency, history.level) == (1, "USD", 4)
    assert (history.antes, history.ante_trimming_status) == ([10] * 4, True)
    assert history.blinds_or_straddles == [50, 100, 0, 0], "the player whom the ante broke owes the big blind"
    assert [(won.player, won.amount, won.eliminated) for won in details.bounties] == [("Bob", Decimal("2.5"), "Dee")]
    assert details.extra == {"pokerstars": {"bounties": {"Ann": "$2.50"}, "notes": {"Cid": "is sitting out"}}}
    assert "# Ann is disconnected" in (history.actions or [])
    assert replay(history).final_stacks == tuple(str(stack) for stack in history.finishing_stacks or ())


def test_posts_are_live_or_dead() -> None:
    history = one(POSTS)
    assert history.players == ["Bob", "Cid", "Dee", "Eve", "Fay", "Ann"]
    assert history.blinds_or_straddles == [1, 2, 4, -2, 0, 0]
    assert history.antes == [0, 0, 0, 1, 1, 0]
    details = history.details
    assert details is not None
    assert (details.jackpot, details.flags) == (Decimal("0.1"), ["fast"])
    assert (history.actions or [])[0] == "# Gus: sits out"
    assert (history.actions or [])[-1] == "p2 sm Qc??"
    assert replay(history).finished


def test_a_second_larger_big_blind_is_a_straddle() -> None:
    assert one(POSTS.replace("posts straddle", "posts big blind")).blinds_or_straddles == [1, 2, 4, -2, 0, 0]


def test_a_hand_run_twice_keeps_both_boards() -> None:
    history = one(TWICE)
    assert history.details is not None
    assert history.details.boards == ["Ac3d4h9s8c"]
    assert history.details.flags == ["run it twice", "cash out"]
    assert [(cash.amount, cash.fee) for cash in history.details.cash_outs] == [(Decimal("47.5"), Decimal("0.5"))]
    assert history.winnings == [49, 49]
    assert (history.actions or []).count("p1 sm KhKd") == 1
    assert history.blinds_or_straddles == [1, 2], "with two players the arrays are turned round"


def test_a_walk_in_an_old_file_gives_back_what_no_line_returns() -> None:
    history = one(WALK)
    assert (history.variant, history.small_bet, history.big_bet, history.min_bet) == ("FT", 10, 20, None)
    assert history.finishing_stacks == [495, 505, 500]
    assert history.details is not None
    assert history.details.flags == ["play money"]


@pytest.mark.parametrize("text", EVERY)
def test_every_hand_plays_to_what_was_collected(text: str) -> None:
    """Law: replayed under the rules, a hand ends with the stacks its lines add up to."""
    history = one(text)
    played = replay(history)
    assert played.finished
    assert [Decimal(stack) for stack in played.final_stacks] == history.finishing_stacks
    check_finish(played)


def test_a_sitting_out_player_of_a_cash_game_is_no_part_of_the_hand() -> None:
    text = CASH.replace("Seat 6: Dee", "Seat 5: Zoe ($9.99 in chips) is sitting out\nSeat 6: Dee")
    history = one(text)
    assert history.players == ["Cid", "Dee", "Ann", "Bob"]
    assert history.details is not None
    assert [(out.seat, out.name, out.stack) for out in history.details.sitting_out] == [(5, "Zoe", Decimal("9.99"))]


def test_an_empty_seat_may_have_the_button() -> None:
    history = one(CASH.replace("Seat #3 is", "Seat #2 is"))
    assert history.players == ["Bob", "Cid", "Dee", "Ann"]
    assert history.user == {"_bigslick": {"button": 2}}


NAMES = [
    "Ann: folds",
    'x said, "Ann',
    "Seat 4",
    "*** FLOP ***",
    "Dealt to Ann",
    "a collected $5 from pot",
    "(5 in chips)",
]


@pytest.mark.parametrize("name", [*NAMES, "raises $2 to $4", "Ann said, ", "[Ah Kd]", "Uncalled bet ($1)", "é'\"#"])
def test_a_player_may_be_called_anything(name: str) -> None:
    history = one(re.sub(r"\bCid\b", lambda _: name, CASH))
    assert history.players == [name, "Dee", "Ann", "Bob"]
    assert history.actions == one(CASH).actions
    assert history.winnings == one(CASH).winnings


def test_names_that_begin_alike_are_kept_apart() -> None:
    text = CASH.replace("Bob", "Ann: folds").replace("Dee", "Ann: folds: folds")
    assert one(text).actions == one(CASH).actions


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["\n\n\n", "\n", "", "\n\n*********** # 2 **************\n"])
def test_hands_follow_each_other_with_and_without_blank_lines(between: str) -> None:
    hands = found(between.join(EVERY))
    assert [hand.hand for hand in hands if isinstance(hand, History)] == [1001, 202, 3003, 4004, 5005]
    assert len(hands) == len(EVERY)


class Dribble(io.BytesIO):
    """A stream that returns a few bytes at a time, as a pipe can."""

    size = 1

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(self.size)


@pytest.mark.parametrize("size", [1, 7, 100, 599, 600, 601, 650, 679, 680, 681, 700, 1000, 1333])
def test_it_does_not_matter_how_a_file_comes_in(size: int) -> None:
    assert FORMAT.read is not None
    stream = Dribble("\n\n".join(EVERY * 3).encode())
    stream.size = size
    hands = [hand.hand for hand in FORMAT.read(stream, "") if isinstance(hand, History)]
    assert hands == [1001, 202, 3003, 4004, 5005] * 3


@pytest.mark.parametrize(
    "data",
    [
        CASH.replace("\n", "\r\n").encode(),
        CASH.encode("utf-8-sig"),
        CASH.encode("utf-16"),
        CASH.replace("\n", " \n").encode(),
        ("\n" + CASH).replace("\n", "\n ").encode(),
        CASH.replace("\n", "\n\n").encode(),
    ],
    ids=["CRLF", "BOM", "UTF-16", "trailing spaces", "leading spaces", "double spaced"],
)
def test_files_of_every_shape_are_read(data: bytes) -> None:
    assert FORMAT.looks_like(data)
    assert [hand.actions for hand in found(data) if isinstance(hand, History)] == [one(CASH).actions]


def test_old_files_are_cp1252() -> None:
    (history,) = found(POSTS.replace("Ann", "Zoë").encode("cp1252"))
    assert isinstance(history, History)
    assert (history.players or [])[-1] == "Zoë"
    assert history.currency_symbol == "€"


def test_other_games_are_refused_and_reading_goes_on() -> None:
    first, second = found(OMAHA + "\n" + CASH)
    assert str(first) == (
        "hands.txt, hand 1, line 1: the game is Omaha Pot Limit: expected Hold'em No Limit, Pot Limit or Limit"
    )
    assert isinstance(second, History)


@pytest.mark.parametrize(
    "game", ["6+ Hold'em No Limit", "Split Hold'em No Limit", "5 Card Omaha Hi/Lo Pot Limit", "Razz Limit"]
)
def test_no_other_game_is_taken_for_holdem(game: str) -> None:
    for text in (CASH, TOURNAMENT):
        (refusal,) = found(text.replace("Hold'em No Limit", game))
        assert isinstance(refusal, BadHistory)
        assert f"the game is {game}:" in str(refusal)


@pytest.mark.parametrize(
    ("line", "damaged", "says"),
    [
        ("Bob: calls $3\n", "Bob: cells $3\n", "line 31: 'Bob: cells $3' is not a line of PokerStars text"),
        ("Bob: calls $3\n", "Bub: calls $3\n", "'Bub: calls $3' is not a line"),
        ("Bob: calls $3\n", "Bob: calls $x\n", "'x' is not an amount"),
        ("Bob: calls $3\n", "", "the players put 91 in, but the total pot is 94"),
        ("Rake $2\n", "Rake $3\n", "92 collected and 3 taken, but the total pot is 94"),
        ("[2c 7d Jh] [Js]", "[2c 7d Jd] [Js]", "the turn does not fit the board before it"),
        ("[Ah Ad]\n", "[Ah Ax]\n", "[Ah Ax] are not cards"),
        ("Board [2c 7d Jh Js 5s]", "Board [2c 7d Jh Js 6s]", "is not the board that was dealt"),
        ("Seat 3: Bob (button)", "Seat 5: Bob (button)", "names a seat that is not taken"),
        ("Seat 4: Cid ($12", "Seat 4: Ann ($12", "two players are called 'Ann'"),
        ("Seat 4: Cid ($12", "Seat 14: Cid ($12", "expected different seats from 1 to 10"),
        ("Table 'Halley'", "Tabel 'Halley'", "names no table"),
        ("17:21:34", "27:21:34", "the time cannot be"),
        ("*** SUMMARY ***\n", "*** SUMARY ***\n", "'*** SUMARY ***' is not a line"),
        ("| Rake $2", "| Fee $2", "expected Rake or Jackpot"),
    ],
)
def test_a_damaged_line_is_named_and_hides_no_other_hand(line: str, damaged: str, says: str) -> None:
    assert line in CASH
    before, refusal, after = found(WALK + "\n\n" + CASH.replace(line, damaged) + "\n\n" + POSTS)
    assert isinstance(before, History)
    assert isinstance(after, History)
    assert isinstance(refusal, BadHistory)
    assert says in str(refusal)
    assert (refusal.file, refusal.hand) == ("hands.txt", 2)


def test_a_hand_without_its_first_line_hides_neither_neighbour() -> None:
    first, second, third = found(WALK + "\n\n" + CASH.partition("\n")[2] + "\n\n" + POSTS)
    assert isinstance(first, History)
    assert isinstance(second, BadHistory)
    assert isinstance(third, History)


def test_a_first_line_in_the_middle_of_another_begins_a_hand() -> None:
    first, second = found(CASH[: CASH.index("*** TURN") + 20] + POSTS)
    assert isinstance(first, BadHistory)
    assert isinstance(second, History)


def test_a_first_line_in_a_chat_begins_none() -> None:
    (history,) = found(CASH.replace("gl: all", WALK.partition("\n")[0]))
    assert isinstance(history, History)


def test_amounts_may_have_more_than_cents_and_commas() -> None:
    text = WALK.replace("(500 in", "(1,500.125 in")
    assert one(text).starting_stacks == [Decimal("1500.125")] * 3


def test_a_line_without_end_is_refused_at_once() -> None:
    junk = b"PokerStars Hand #9:  " + b"Hand #1 wins x " * 200_000
    first, second = found(junk + b"\n" + CASH.encode())
    assert isinstance(first, BadHistory)
    assert "more than 1048576 bytes" in str(first)
    assert isinstance(second, History)


def test_junk_without_end_does_not_hide_the_hand_before_it() -> None:
    first, second, third = found(CASH.encode() + b"\n\n" + b"x" * 2_000_000 + b"\n" + POSTS.encode())
    assert isinstance(first, History)
    assert isinstance(second, BadHistory)
    assert isinstance(third, History)


def test_the_format_is_found_by_content() -> None:
    assert known_formats.format_of(CASH.encode()) is FORMAT
    assert not FORMAT.looks_like(b"variant = 'NT'\n# PokerStars\n")


# -- fuzz -------------------------------------------------------------------------------------------------------------

PIECES = sorted({piece for text in EVERY for line in text.splitlines() for piece in (line, *line.split(" "))})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_nothing_but_a_bad_history_comes_of_damage(data: st.DataObject) -> None:
    """Law: whatever damage one hand takes, every hand in the file is read unchanged or refused."""
    text = data.draw(st.sampled_from(EVERY))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    put = data.draw(
        st.one_of(
            st.text(max_size=8), st.sampled_from(PIECES), st.binary(max_size=6).map(lambda raw: raw.decode("latin-1"))
        )
    )
    hands = found((CASH + "\n\n" + text[:start] + put + text[end:] + "\n\n" + POSTS).encode("utf-8", "surrogatepass"))
    assert all(isinstance(hand, History | BadHistory) for hand in hands)
    assert any(isinstance(hand, History) and hand.fields() == one(CASH).fields() for hand in hands)
    assert any(isinstance(hand, History) and hand.fields() == one(POSTS).fields() for hand in hands)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=60), st.sampled_from([" ", "\n"]))
def test_lines_thrown_together_are_read_or_refused(pieces: list[str], between: str) -> None:
    head = CASH[: CASH.index("Seat 1")]
    hands = found((head + between.join(pieces)).encode("utf-8", "surrogatepass"))
    for hand in hands:
        if isinstance(hand, History):
            hand.check()


@pytest.mark.parametrize(
    "seats", ["", "Seat 9: Dee (8 in chips)", "Seat 1: Ann ($100 in chips)\nSeat 2: Bo ($9 in chips)\n"]
)
def test_a_hand_that_ends_with_its_seats_is_refused(seats: str) -> None:
    (hand,) = found((CASH[: CASH.index("Seat 1")] + seats).encode())
    assert isinstance(hand, BadHistory)
