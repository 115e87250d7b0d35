"""Every event has a sentence, with seats counted from 1."""

from __future__ import annotations

from typing import get_args

import pytest

from bigslick.sentence import Sentence
from bigslick.tournament.director import events as ev
from bigslick.tournament.director.sentences import event_sentence, reason_sentence
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load

NAMES = ("Ann", "Bob", "Cleo")
SAID: list[tuple[ev.TournamentEvent, str]] = [
    (ev.Entered(0, "Ann", 1), "Ann enters"),
    (ev.Entered(0, "Ann", 2), "Ann enters for the second time"),
    (ev.Entered(0, "Ann", 3), "Ann enters for the third time"),
    (ev.Entered(0, "Ann", 4), "Ann enters for the 4th time"),
    (ev.Entered(0, "Ann", 21), "Ann enters for the 21st time"),
    (ev.Entered(0, "Ann", 12), "Ann enters for the 12th time"),
    (ev.TableOpened(3, 9, 0, "the seat draw"), "table 3 opens with 9 seats, button at seat 1: the seat draw"),
    (ev.TableOpened(3, 9, -1, "every seat is taken"), "table 3 opens with 9 seats: every seat is taken"),
    (ev.FirstButtonPlaced(3, 4), "table 3 starts with the button at seat 5"),
    (ev.EntriesClosed(1500), "late registration is over: 1,500 entries"),
    (ev.BreakStarted(900, level=4), "break of 15 min after level 4"),
    (ev.Seated(1, 3, 8, 20_000, "late entry"), "Bob sits down at table 3, seat 9, with 20,000: late entry"),
    (
        ev.RegistrationClosed(1500, 150_000, 225),
        "registration is closed: 1,500 entries, a pool of 150,000, 225 places are paid",
    ),
    (
        ev.RegistrationClosed(90, 10_000, 14, 1000),
        "registration is closed: 90 entries, a pool of 10,000, 1,000 of it added by the house, 14 places are paid",
    ),
    (ev.RegistrationClosed(2, 20, 1), "registration is closed: 2 entries, a pool of 20, 1 place is paid"),
    (ev.LevelStarted(500, 1000, 0, level=2, at=11), "level 2: blinds 500/1,000"),
    (ev.LevelStarted(500, 1000, 1000, level=3, at=21), "level 3: blinds 500/1,000, ante 1,000"),
    (ev.Busted(2, 3, 4, 1250, 0), "Cleo busts at table 3, seat 5, with 1,250, to Ann"),
    (ev.Rebought(2, 3, 4, 5000), "Cleo buys 5,000 more chips"),
    (ev.AddedOn(2, 3, 4, 5000), "Cleo adds on 5,000 chips"),
    (ev.Placed(2, 17, 1, 0), "Cleo finishes in place 17"),
    (ev.Placed(2, 2, 1, 10_000, "Main Event"), "Cleo finishes in place 2 and wins a Main Event seat worth 10,000"),
    (ev.BountyWon(0, 2, 50, 0), "Ann cashes 50 for knocking out Cleo"),
    (ev.BountyWon(0, 2, 25, 24), "Ann cashes 25 for knocking out Cleo, and 24 goes on their own head"),
    (ev.BountyWon(0, 0, 1200, 0), "Ann cashes 1,200 of their own bounty"),
    (ev.EnvelopesSealed(9, 5000, 1000), "mystery bounties begin: 5,000 in 9 envelopes, the largest 1,000"),
    (
        ev.DealMade((1, 0), (6000, 5500), 500, "icm"),
        "the players make a deal by ICM: Bob 6,000, Ann 5,500; 500 more for first place",
    ),
    (ev.EndedEarly("refund", (), ()), "the tournament is called off: every entry, rebuy and add-on goes back"),
    (ev.EndedEarly("shares", (1, 0), (600, 550)), "the tournament is called off: Bob 600, Ann 550"),
    (ev.EndedEarly("icm", (0,), (9,)), "the tournament is called off in the money: Ann 9"),
    (ev.DealMade((0, 1), (70, 30), 0, "chips"), "the players make a deal by chips: Ann 70, Bob 30"),
    (ev.DealMade((0, 1), (50, 50), 0, "even"), "the players make an even deal: Ann 50, Bob 50"),
    (
        ev.DealMade((0, 1), (60, 30), 10, "agreed"),
        "the players make a deal: Ann 60, Bob 30; 10 more for first place",
    ),
    (ev.Placed(2, 9, 3, 1200), "Cleo finishes in places 9 to 11 together and wins 1,200"),
    (
        ev.Moved(0, 12, 4, 7, 2, "seat 5 of table 12 moves to seat 3 of table 7: next big blind, tables of 9 and 7"),
        "Ann moves from table 12, seat 5 to table 7, seat 3: next big blind, tables of 9 and 7",
    ),
    (
        ev.Moved(0, 12, 4, 7, 2, "table 12 breaks: 63 players fit 7 tables"),
        "Ann moves from table 12, seat 5 to table 7, seat 3: table 12 breaks: 63 players fit 7 tables",
    ),
    (ev.TableBroken(12, "table 12 breaks: 63 players fit 7 tables"), "table 12 is closed: 63 players fit 7 tables"),
    (
        ev.TableHalted(4, "table 4 has 5 players, 3 fewer than the largest"),
        "table 4 halts: it has 5 players, 3 fewer than the largest",
    ),
    (ev.TableResumed(4), "table 4 goes on"),
    (ev.HandForHandStarted(10, 9), "hand for hand: 10 players are left and 9 are paid"),
    (ev.HandForHandStarted(2, 1), "hand for hand: 2 players are left and 1 is paid"),
    (ev.HandForHandEnded(9), "hand for hand is over: 9 players are left"),
    (ev.SeatsRedrawn(1, 9, "the final table: 9 players draw new seats"), "the final table: 9 players draw new seats"),
    (ev.StageStarted("round 2", 9, level=1, at=120), "round 2 begins with 9 players"),
    (ev.MatchMade(3, (0, 1), 7), "match 3: Ann plays Bob at table 7"),
    (ev.MatchMade(4, (2,), 0), "match 4: Cleo has a bye"),
    (
        ev.Bagged(0, 3, 1, 45_000, "table 3 has its winner"),
        "Ann leaves table 3, seat 2, with 45,000 and waits: table 3 has its winner",
    ),
    (ev.BagForfeited(0, 9_000, 2, False), "Ann's bag of 9,000 leaves play: their largest counts"),
    (ev.BagForfeited(0, 9_000, 2, True), "Ann's bag of 9,000 is added to their largest"),
    (
        ev.Returned(0, 9, 3, 45_000, "the draw of round 2"),
        "Ann is back at table 9, seat 4, with 45,000: the draw of round 2",
    ),
    (
        ev.NoShowRemoved(2, 3, 4, 18_500),
        "Cleo has not come: table 3, seat 5 opens, and 18,500 leave play",
    ),
    (
        ev.Removed(2, 3, 4, 18_500, "slow"),
        "Cleo is taken out of table 3, seat 5, and 18,500 leave play: slow",
    ),
    (ev.Won((1,)), "Bob wins the tournament"),
    (ev.Won((0, 1)), "Ann and Bob win the tournament"),
    (ev.Won((0, 1, 2)), "Ann, Bob and Cleo win the tournament"),
]


@pytest.mark.parametrize(("event", "said"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_an_event_is_a_sentence(event: ev.TournamentEvent, said: str) -> None:
    assert event_sentence(event, NAMES) == said


def test_every_kind_of_event_has_a_sentence() -> None:
    assert {type(event) for event, _ in SAID} == set(get_args(ev.TournamentEvent))


@pytest.mark.parametrize("name", ["s0", "deep-9", "turbo-6", "pko-8"])
def test_every_reason_of_the_director_can_be_translated(name: str) -> None:
    """The reasons are plain text, so rewording one in the director means rewording it here."""
    structure = load(name).with_entrants(120)
    event = Tournament(structure, 7, bots=("maniac", "caller"), late=3 if structure.late_reg_levels else 0)
    event.finish()
    reasons = {reason for happened in event.events if (reason := getattr(happened, "reason", ""))}
    assert len(reasons) > 3
    strange = [reason for reason in reasons if not isinstance(reason_sentence(reason), Sentence)]
    assert not strange, strange
