"""A tournament, as sent over the wire."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bigslick.protocol.encoding import decode, encode
from bigslick.protocol.lobby import TournamentCard
from bigslick.protocol.settings import TablePace
from bigslick.protocol.tournament import (
    MOST_NEWS,
    Entrant,
    News,
    PlayerMoved,
    TournamentChanged,
    TournamentClock,
    TournamentNow,
    TournamentStructure,
)
from bigslick.protocol.wording import Wording
from bigslick.sentence import say
from bigslick.tournament.structure.files import load, presets

from .test_lobby import CUP

CLOCK = TournamentClock(
    level=1,
    small_blind=50,
    big_blind=100,
    ante=0,
    ante_kind="per_player",
    next_level_at=None,
    next_level_in=6,
    last_level=False,
    on_break=False,
    break_ends_at=None,
    next_small_blind=75,
    next_big_blind=150,
    next_ante=0,
    next_break_at=None,
    next_break_in=None,
    entering=False,
    entries_close_at=None,
    entries_close_in=None,
    stage="",
    stage_begins_at=None,
    addon_ends_at=None,
    decided_at=None,
)


def news(sentence: str) -> News:
    return News(sentence=sentence, at=5, kind="level")


NOW = TournamentNow(
    card=TournamentCard(**CUP),
    clock=CLOCK,
    payouts=(300,),
    entrants=(
        Entrant(player="ann", stack=2000),
        Entrant(player="bob", stack=900),
        Entrant(player="cat", stack=100),
        Entrant(player="dan", stack=0, place=4),
    ),
    tables={"sng1.1": 1},
    hand_for_hand=False,
    news=(news("Play begins."),),
)


def test_a_change_keeps_what_it_does_not_mention_and_puts_the_standings_in_order() -> None:
    change = TournamentChanged(
        tournament="sng1",
        seq=1,
        hand_for_hand=True,
        entrants=(Entrant(player="bob", stack=2900), Entrant(player="ann", stack=0, place=3)),
        gone=("cat",),
        news=(news("Ann is out."),),
    )
    assert decode(encode(change), TournamentChanged) == change
    after = NOW.after(change)
    assert after is not None
    assert [one.player for one in after.entrants] == ["bob", "ann", "dan"]
    assert (after.seq, after.hand_for_hand, after.clock, after.tables) == (1, True, CLOCK, {"sng1.1": 1})
    assert [one.sentence for one in after.news] == ["Play begins.", "Ann is out."]
    assert NOW.after(replace(change, seq=2)) is None, "a change is missing"


def test_only_the_latest_news_are_kept() -> None:
    told = tuple(news(f"News {number}.") for number in range(MOST_NEWS))
    after = NOW.after(TournamentChanged(tournament="sng1", seq=1, news=told))
    assert after is not None
    assert after.news == told


def test_a_change_is_as_short_as_what_it_tells() -> None:
    assert encode(TournamentChanged(tournament="sng1", seq=3)) == (
        b'{"type":"tournament_changed","tournament":"sng1","seq":3}'
    )


def test_the_news_and_the_reason_of_a_move_carry_their_wording() -> None:
    level = say("Level {level} has begun.", level=2)
    moved = PlayerMoved(tournament="sng1", table="sng1.2", seat=3, reason=level)
    wording = Wording("Level {level} has begun.", {"level": 2})
    for text, told in ((moved.reason, moved.wording), (news(level).sentence, news(level).wording)):
        assert type(text) is str
        assert (text, told) == ("Level 2 has begun.", wording)
    assert decode(encode(moved), PlayerMoved) == moved
    assert encode(news("Play goes on.")) == b'{"sentence":"Play goes on.","at":5,"kind":"level"}'


@pytest.mark.parametrize("preset", presets())
def test_every_preset_arrives_as_it_is(preset: str) -> None:
    """A program gets the structure itself, and can ask it for levels and prizes."""
    sent = TournamentStructure(tournament="sng1", structure=load(preset), pace=TablePace())
    assert decode(encode(sent), TournamentStructure) == sent
