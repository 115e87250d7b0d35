"""The news of a tournament, as people read it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bigslick.server.tournament.news import news_of
from bigslick.tournament.director import events as ev

NAMES = ("Ann", "Bob", "Cleo", "Dan")
BUST = ev.Busted(1, 3, 4, 4_026, 0)

TOLD: list[tuple[Sequence[ev.TournamentEvent], list[str]]] = [
    (
        [
            ev.Entered(0, "Ann", 1),
            ev.Entered(1, "Bob", 1),
            ev.TableOpened(1, 6, 2, "the seat draw"),
            ev.Seated(0, 1, 0, 1000, "the seat draw"),
            ev.Seated(1, 1, 3, 1000, "the seat draw"),
            ev.LevelStarted(10, 20, 0, level=1),
        ],
        ["level: Play begins with 2 players at 1 table."],
    ),
    (
        [ev.Entered(2, "Cleo", 1), ev.TableOpened(5, 6, 2, "late entry"), ev.Seated(2, 5, 0, 1000, "late entry")],
        ["tables: Table 5 opens."],
    ),
    ([BUST], ["out: Ann knocks out Bob."]),
    ([BUST, ev.Placed(1, 12, 1, 0)], ["out: Ann knocks out Bob in 12th place."]),
    ([BUST, ev.Placed(1, 3, 1, 540)], ["out: Ann knocks out Bob, who finishes 3rd and wins 540."]),
    ([BUST, ev.Placed(1, 12, 2, 0)], ["out: Ann knocks out Bob, who shares places 12 to 13."]),
    ([BUST, ev.Placed(1, 9, 2, 75)], ["out: Ann knocks out Bob, who shares places 9 to 10 and wins 75."]),
    (
        [ev.Busted(1, 3, 4, 4_026, 0, out=False), ev.Rebought(1, 3, 4, 1_500)],
        ["out: Bob loses everything to Ann, and buys 1,500 more."],
    ),
    ([ev.Rebought(1, 3, 4, 1_500)], ["money: Bob buys 1,500 more chips."]),
    ([ev.AddedOn(0, 1, 2, 2_000), ev.AddedOn(1, 1, 4, 2_000)], ["money: 2 players take the add-on."]),
    ([ev.NoShowRemoved(2, 3, 4, 18_500)], ["out: Cleo has not come, and is out."]),
    ([ev.BountyWon(0, 1, 50, 0)], ["bounty: Ann wins a bounty of 50 for Bob."]),
    ([ev.BountyWon(0, 1, 25, 25)], ["bounty: Ann wins 25 for Bob, and 25 goes on their own head."]),
    ([ev.BountyWon(0, 0, 75, 0)], ["bounty: Ann keeps the 75 on their own head."]),
    (
        [ev.EnvelopesSealed(12, 3_000, 900)],
        ["bounty: From now on each knockout draws one of 12 envelopes; the largest holds 900."],
    ),
    ([ev.EntriesClosed(64)], ["money: Late registration is over, with 64 entries."]),
    (
        [ev.RegistrationClosed(64, 6_400, 9)],
        ["money: Registration is closed: 64 entries play for 6,400, and 9 places are paid."],
    ),
    ([ev.HandForHandStarted(10, 9)], ["money: Hand for hand: 10 players are left, and 9 are paid."]),
    ([ev.HandForHandEnded(9)], ["money: The bubble has burst: all 9 players left are paid."]),
    (
        [ev.DealMade((0, 1), (1_000, 800), 300, "icm")],
        ["deal: The players make a deal for 1,800, and play on for 300 more."],
    ),
    ([ev.EndedEarly("shares", (0,), (9,)), ev.BountyWon(0, 0, 5, 0), ev.Placed(0, 1, 1, 9)], []),
    ([ev.DealMade((0, 1), (1_000, 800), 0, "icm")], ["deal: The players make a deal for 1,800."]),
    ([ev.LevelStarted(100, 200, 0, level=4)], ["level: Level 4: blinds 100/200."]),
    ([ev.LevelStarted(100, 200, 200, level=4)], ["level: Level 4: blinds 100/200, ante 200."]),
    ([ev.BreakStarted(600)], ["break: A break of 10 min begins."]),
    ([ev.StageStarted("round 2", 9)], ["level: Round 2 begins with 9 players."]),
    ([ev.StageStarted("day 1B", 40)], ["level: Day 1B begins with 40 players."]),
    ([ev.MatchMade(3, (0, 1), 7), ev.MatchMade(4, (2,), 0)], ["tables: Ann plays Bob.", "tables: Cleo has a bye."]),
    (
        [ev.Moved(0, 12, 4, 7, 2, "next big blind, tables of 9 and 7")],
        ["tables: Ann moves from table 12 to table 7."],
    ),
    (
        [
            ev.Moved(0, 12, 4, 7, 2, "table 12 breaks: 63 players fit 7 tables"),
            ev.Moved(1, 12, 5, 6, 1, "table 12 breaks: 63 players fit 7 tables"),
            ev.TableBroken(12, "table 12 breaks: 63 players fit 7 tables"),
        ],
        ["tables: Table 12 closes, and its players move."],
    ),
    (
        [
            ev.SeatsRedrawn(1, 9, "the final table"),
            ev.TableOpened(3, 9, 1, "the final table"),
            ev.Moved(0, 2, 4, 3, 2, "the final table"),
            ev.TableBroken(2, "the final table"),
        ],
        ["tables: The final table: 9 players draw new seats."],
    ),
    ([ev.SeatsRedrawn(3, 24, "")], ["tables: 3 tables are left: 24 players draw new seats."]),
    ([ev.TableHalted(4, "")], ["tables: Table 4 waits for more players."]),
    ([ev.TableResumed(4)], ["tables: Table 4 plays on."]),
    ([ev.Placed(0, 1, 1, 3_000), ev.Won((0,))], ["won: Ann wins the tournament and 3,000."]),
    ([ev.Placed(0, 1, 1, 0), ev.Won((0,))], ["won: Ann wins the tournament."]),
    (
        [ev.Placed(0, 1, 2, 100, "Main Event"), ev.Placed(1, 1, 2, 100, "Main Event"), ev.Won((0, 1))],
        ["won: 2 players win a seat in Main Event."],
    ),
    ([ev.Placed(0, 1, 2, 100), ev.Placed(1, 1, 2, 100), ev.Won((0, 1))], ["won: 2 players win."]),
    ([ev.FirstButtonPlaced(3, 1), ev.Bagged(0, 1, 2, 900, ""), ev.Returned(0, 1, 2, 900, "")], []),
]


@pytest.mark.parametrize(("events", "told"), TOLD, ids=lambda one: one[0] if one and isinstance(one[0], str) else "")
def test_the_events_of_a_moment_are_news(events: Sequence[ev.TournamentEvent], told: list[str]) -> None:
    found = news_of(events, NAMES, 7)
    assert [f"{one.kind}: {one.sentence}" for one in found] == told
    assert {one.at for one in found} <= {7}


def test_the_news_can_be_said_in_another_language() -> None:
    (told,) = news_of([BUST, ev.Placed(1, 3, 1, 540)], NAMES, 7)
    assert told.wording is not None
    assert told.wording.values == {"winner": "Ann", "player": "Bob", "place": 3, "prize": 540}
