"""The report of a finished event, in terminals of any width."""

import msgspec
import pytest

from bigslick.cli.support import event_report, output
from bigslick.cli.tournament import play_event
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.drafts import draft_structure
from bigslick.tournament.structure.files import load


@pytest.mark.parametrize("width", [60, 80])
def test_it_fits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int) -> None:
    for module in (output, event_report):
        monkeypatch.setattr(module, "line_width", lambda *_: width)
    event = Tournament(load("deep-9").with_entrants(30), 7, bots=["tag", "shark"])
    event_report.print_event(event, play_event(event))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert "prize" in lines[4]
    assert lines[-1].endswith("(tag) wins.") or lines[-1].endswith("(shark) wins.")


@pytest.mark.parametrize("reentries", [True, False])
def test_it_says_how_many_buy_more_chips(capsys: pytest.CaptureFixture[str], reentries: bool) -> None:
    event = Tournament(load("turbo-6").with_entrants(12), 3, reentries=reentries)
    event_report.print_event(event, play_event(event))
    said = "Of the players who can, 100 % re-enter, unless their bot decides."
    assert (said in capsys.readouterr().out.splitlines()) == reentries


def test_a_second_entry_has_the_bot_of_its_player() -> None:
    event = Tournament(load("turbo-6").with_entrants(12), 3, bots=["tag", "shark"])
    event.finish()
    bots = {standing.player: standing.bot for standing in event.standings()}
    again = [name for name in bots if "(entry 2)" in name]
    assert again
    assert all(bots[name] == bots[name.removesuffix(" (entry 2)")] for name in again)


def test_bounties_have_a_column_where_there_are_any(capsys: pytest.CaptureFixture[str]) -> None:
    plain = load("turbo-6").with_entrants(9)
    for structure, shown in ((plain, False), (msgspec.structs.replace(plain, bounty=Bounty(amount=50)), True)):
        event = Tournament(structure, 3)
        event.finish()
        event_report.print_payouts(event, 3)
        assert ("bounties" in capsys.readouterr().out) == shown


def test_each_kind_of_bot_has_its_bounties(capsys: pytest.CaptureFixture[str]) -> None:
    event = Tournament(load("pko-8").with_entrants(16), 3, bots=["tag", "shark"])
    event.finish()
    event_report.print_kinds(event)
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[-2:] == ["prizes", "bounties"]
    won = sum(standing.bounties for standing in event.standings())
    assert sum(int(row.split()[-1].replace(",", "")) for row in rows) == won > 0


def test_an_event_that_stops_before_its_final_table_says_that_seats_are_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    event = Tournament(draft_structure(30, 5000, 4), 1)
    while not event.director.final_draw_due:
        event.step()
    event_report.print_stopped(event, None, "")
    sentence = "The final table begins once every table has ended its hand: all players draw new seats then."
    assert sentence in capsys.readouterr().out
    while event.director.final_draw_due:
        event.step()
    event_report.print_stopped(event, None, "")
    assert sentence not in capsys.readouterr().out


def test_the_length_has_the_time_where_there_is_one() -> None:
    timed = Tournament(load("turbo-6").with_entrants(12), 3)
    timed.finish()
    by_hands = Tournament(load("s0").with_entrants(6), 3)
    by_hands.finish()
    assert event_report.length_text(timed).startswith(f"{timed.level} levels, ")
    assert event_report.length_text(timed).endswith((" h", " min", " s"))
    assert event_report.length_text(by_hands) == f"{by_hands.level} levels"
