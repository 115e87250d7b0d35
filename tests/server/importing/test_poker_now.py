"""Ledgers of Poker Now: what is read, and a sentence for everything that is not one."""

from __future__ import annotations

import pytest

from bigslick.server.importing.poker_now import LONGEST_LEDGER, BadLedger, LedgerSession, names_in, read_ledger

from .ledgers import HEAD, ROWS, ledger

NIT = HEAD.replace("stack,net", "stack,nit_escrow,net")
FIRST = 1730317023969
"""2024-10-30T19:37:03.969Z in milliseconds."""


def test_every_session_is_read_with_its_times_and_chips() -> None:
    for end in ("\n", "\r\n"):
        sessions = read_ledger("\ufeff" + ledger(end=end))
        assert sessions[0] == LedgerSession(
            player="3leh0Qj5c4", nickname="N punt", began_at=FIRST, ended_at=FIRST, bought_in=2500, left_with=2500
        )
        assert [(one.nickname, one.bought_in, one.left_with, one.net) for one in sessions[1:]] == [
            ("bob", 2500, 4488, 1988),
            ("ann", 2500, 3493, 993),
            ("bob", 2500, 0, -2500),
            ("ann on PC", 3493, 0, -3493),
            ("Kimchi", 5000, 8012, 3012),
        ]
        last = max(one.ended_at for one in sessions)
        assert sessions[-1].ended_at == last == sessions[4].ended_at, "who still sits, sits to the end"


def test_chips_held_back_for_the_nit_game_count_as_left_with() -> None:
    rows = (
        '"Al",a,2026-08-26T07:01:34.408Z,2026-08-26T07:07:37.687Z,2500,2000,0,500,0',
        '"Blair",b,2026-08-26T07:01:34.404Z,,2500,,2500,0,0',
    )
    assert {one.player: one.left_with for one in read_ledger(ledger(*rows, head=NIT))} == {"a": 2500, "b": 2500}


def test_a_seat_without_any_time_belongs_to_the_whole_game() -> None:
    rows = ('"Al",a,2026-08-26T07:00:00Z,2026-08-26T08:00:00Z,10,10,0,0', '"Mig",m,,,10,,10,0', '"Mig",m,,,10,,10,0')
    sessions = read_ledger(ledger(*rows))
    assert {(one.began_at, one.ended_at) for one in sessions} == {(sessions[0].began_at, sessions[0].ended_at)}
    assert len(sessions) == 3, "without times, equal rows can be two sessions"


def test_a_time_without_a_zone_is_utc_and_columns_may_move() -> None:
    head = "net,stack,buy_out,buy_in,session_end_at,session_start_at,player_id,player_nickname"
    (one,) = read_ledger(ledger("0,0,5,5,2024-10-30 19:37:03.969,2024-10-30T21:37:03.969+02:00,a,Al", head=head))
    assert (one.began_at, one.ended_at) == (FIRST, FIRST)


def test_names_are_the_last_nicknames_made_legal() -> None:
    rows = (
        '"Al",a,2026-08-26T07:00:00Z,,1,,1,0',
        '"Al, Jr. 🔥",a,2026-08-26T08:00:00Z,,1,,1,0',
        "\"=cmd|' /C calc'!A0\",b,2026-08-26T07:00:00Z,,1,,1,0",
        '"\u202eevil\u200b",c,2026-08-26T07:00:00Z,,1,,1,0',
        '"🔥🔥",d,2026-08-26T07:00:00Z,,1,,1,0',
        '"admin",e,2026-08-26T07:00:00Z,,1,,1,0',
        f'"{"x" * 500}",f,2026-08-26T07:00:00Z,,1,,1,0',
        '"a\nb\0",g,2026-08-26T07:00:00Z,,1,,1,0',
    )
    assert names_in(read_ledger(ledger(*rows))) == {
        "a": "Al Jr.",
        "b": "cmd ' C calc' A0",
        "c": "evil",
        "d": "Player 4",
        "e": "Player 5",
        "f": "x" * 24,
        "g": "a b",
    }


ONE = '"Al",a,2026-08-26T07:00:00Z,,10,,10,0'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The ledger has no players."),
        ("\n\n", "The ledger has no players."),
        (HEAD, "The ledger has no players."),
        ("entry,at,order\nx,y,1", "This is the log of a game at Poker Now: choose its ledger instead."),
        ("a,b\n1,2", "This is not a ledger from Poker Now: the first line has no column player_nickname."),
        (HEAD.replace("buy_in,", ""), "This is not a ledger from Poker Now: the first line has no column buy_in."),
        (ledger('"Al",a,,'), "Line 2 has 4 cells: expected 8."),
        (ledger(ONE + ",1"), "Line 2 has 9 cells: expected 8."),
        (ledger('"Al'), "Line 2 is damaged: expected CSV."),
        (ledger('"Al"x,a,,,1,1,0,0'), "Line 2 is damaged: expected CSV."),
        (
            ledger('"Al",,2026-08-26T07:00:00Z,,1,,1,0'),
            "Line 2 has '' as its player_id: expected up to 40 letters, digits, - or _.",
        ),
        (
            ledger(f'"Al",{"a" * 41},2026-08-26T07:00:00Z,,1,,1,0'),
            f"Line 2 has '{'a' * 30}…' as its player_id: expected up to 40 letters, digits, - or _.",
        ),
        (
            ledger('"Al",a\0,2026-08-26T07:00:00Z,,1,,1,0'),
            "Line 2 has 'a' as its player_id: expected up to 40 letters, digits, - or _.",
        ),
        (ledger('"Al",a,,,1,1,0,0'), "The ledger does not say when anybody played."),
        (
            ledger(ONE.replace("T07:00:00Z,,", "T07:00:00Z,2026-08-26T06:59:59Z,")),
            "Line 2 ends before it begins.",
        ),
        (ledger(ONE, ONE), "Line 3 repeats line 2."),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,10,,30,10'),
            "Line 2 has the net 10, but its other amounts make 20.",
        ),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,12.50,,12.50,0'),
            "Line 2 has '12.50' as its buy_in: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,,,10,10'),
            "Line 2 has '' as its buy_in: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,-10,,10,20'),
            "Line 2 has '-10' as its buy_in: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger(f'"Al",a,2026-08-26T07:00:00Z,,{"9" * 40},,10,20'),
            f"Line 2 has '{'9' * 30}…' as its buy_in: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,1٣,,10,20'),
            "Line 2 has '1٣' as its buy_in: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger('"Al",a,2026-08-26T07:00:00Z,,10,,10,--0'),
            "Line 2 has '-0' as its net: expected a whole number up to 1,000,000,000,000.",
        ),
        (
            ledger('"Al",a,yesterday\u202e,,10,,10,0'),
            "Line 2 has 'yesterday' as its session_start_at: expected a time such as 2026-11-20T19:30:00Z.",
        ),
        (
            ledger('"Al",a,0001-01-01T00:00:00+14:00,,10,,10,0'),
            "Line 2 has '0001-01-01T00:00:00+14:00' as its session_start_at: expected a time such as "
            "2026-11-20T19:30:00Z.",
        ),
        (
            ledger(*ROWS[1:]),
            "The ledger does not add up: together the players are behind by 3,012. Save it again when no hand is "
            "being played.",
        ),
        (
            ledger(ROWS[0]),
            "The ledger does not add up: together the players are ahead by 3,012. Save it again when no hand is "
            "being played.",
        ),
        ("x" * (LONGEST_LEDGER + 1), "The ledger is too long: expected at most 10,000 characters."),
    ],
)
def test_what_is_not_a_ledger_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadLedger) as refused:
        read_ledger(text)
    assert refused.value.sentence == sentence
