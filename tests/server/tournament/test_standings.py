"""A tournament as viewers see it: the lobby card, the strip above the table, and the standings."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from bigslick import AllIn, Call, Fold
from bigslick.protocol.settings import TablePace
from bigslick.protocol.tournament import TournamentNow
from bigslick.server.hosting.facts import Paused
from bigslick.server.tournament import facts
from bigslick.server.tournament.commit import floor_report
from bigslick.server.tournament.standings import card, change, clock, entrants, standings
from bigslick.server.tournament.standings import structure as tell_structure
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.structure.levels import Break

from .committing import committing
from .floor import structure


async def test_before_the_start_every_entrant_has_the_starting_stack(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(6, fee=10, name="Friday")) as event:
        await event.enter("ann", bots=1)
        listed = card("sng", event.live)
        assert (listed.name, listed.status, listed.entered, listed.field) == ("Friday", "registering", 2, 6)
        assert (listed.buy_in, listed.fee, listed.pool, listed.level) == (100, 10, 600, 0)
        now = standings("sng", event.live, event.tables, event.now)
        assert now.card == listed
        assert [(one.player, one.bot, one.stack) for one in now.entrants] == [
            ("ann", "", 1000),
            ("tag 0", "tag", 1000),
        ]
        shown = now.clock
        assert (shown.small_blind, shown.big_blind, shown.next_level_at, shown.next_level_in) == (10, 20, None, None)


async def test_the_strip_has_the_level_the_next_one_and_when_it_comes(tmp_path: Path) -> None:
    for number, timed in enumerate((True, False)):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with committing(folder, structure(2, 2, timed=timed)) as event:
            await event.enter(bots=2)
            await event.start()
            now = clock(event.live, event.now)
            assert (now.level, now.small_blind, now.big_blind) == (1, 10, 20)
            assert (now.next_small_blind, now.next_big_blind) == (25, 50)
            assert now.next_level_at == (event.now + 60_000 if timed else None)
            assert now.next_level_in == (None if timed else 6)


async def test_the_strip_has_the_break_and_when_it_ends(tmp_path: Path) -> None:
    for number, timed in enumerate((True, False)):
        folder = tmp_path / str(number)
        folder.mkdir()
        breaks = (Break(after=1, seconds=120),)
        async with committing(folder, structure(2, 2, timed=timed, breaks=breaks), host="ann") as event:
            await event.enter("ann", "bob")
            await event.start()
            await event.clock.advance(60_000)
            due = 60 if timed else 7
            await event.commit(facts.LevelReached(at=event.now, due=due, floor=floor_report(event.live, event.tables)))
            now = clock(event.live, event.now)
            assert (now.level, now.on_break, now.break_ends_at) == (2, True, event.now + 120_000)
            assert now.next_level_at is None, "the break ends then, not the level"
            await event.commit(Paused(at=event.now, by="ann", why="dinner"))
            now = clock(event.live, event.now)
            assert (now.on_break, now.break_ends_at, now.last_level) == (True, None, False)


async def test_breaks_and_late_registration_have_their_time(tmp_path: Path) -> None:
    breaks = (Break(after=1, seconds=120), Break(after=3, seconds=300))
    async with committing(tmp_path, structure(2, 2, timed=True, breaks=breaks, late_reg_levels=2), host="ann") as event:
        await event.enter("ann", "bob")
        before = clock(event.live, event.now)
        assert (before.next_break_at, before.entries_close_at, before.entering) == (None, None, False)
        await event.start()
        began = event.now
        now = clock(event.live, event.now)
        assert (now.next_break_at, now.next_break_in) == (began + 60_000, None)
        assert (now.entries_close_at, now.entries_close_in, now.entering) == (began + 240_000, None, True)
        await event.clock.advance(60_000)
        await event.commit(facts.LevelReached(at=event.now, due=60, floor=floor_report(event.live, event.tables)))
        now = clock(event.live, event.now)
        assert (now.on_break, now.next_break_at) == (True, began + 300_000), "the one after this one"
        await event.commit(Paused(at=event.now, by="ann", why="dinner"))
        now = clock(event.live, event.now)
        assert (now.next_break_at, now.entries_close_at, now.entering) == (None, None, True)


async def test_breaks_and_late_registration_are_counted_in_hands(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(2, 2, breaks=(Break(after=2, seconds=60),), late_reg_levels=3)) as event:
        await event.enter("ann", "bob")
        await event.start()
        now = clock(event.live, event.now)
        assert (now.next_break_in, now.entries_close_in, now.entering) == (12, 18, True)
        assert (now.next_break_at, now.entries_close_at) == (None, None)
        await event.commit(facts.LevelReached(at=event.now, due=19, floor=floor_report(event.live, event.tables)))
        now = clock(event.live, event.now)
        assert (now.next_break_in, now.entries_close_in, now.entering) == (None, None, False)


async def test_the_structure_is_told_as_it_was_decided(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(6, late_reg_levels=2)) as event:
        told = tell_structure("sng", event.live)
        assert (told.tournament, told.structure, told.pace) == ("sng", event.live.structure, TablePace())


async def test_the_players_still_in_come_first_by_stack_and_the_others_by_place(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(3, 3)) as event:
        await event.enter("ann", "bob", "cat")
        await event.start()
        live = await event.deal(1)
        seats = {one.player: seat for seat, one in enumerate(live.occupants) if one is not None}
        for action in (AllIn(), Call(), Fold()):
            await event.act(1, action)
        stacks = {player: live.table.stacks[seat] for player, seat in seats.items()}
        winner, second, bust = sorted(stacks, key=lambda player: -stacks[player])
        assert stacks[bust] == 0
        losses = (Loss(seats[bust], 1000, event.live.playing.director.names.index(winner)),)
        left = {seat: stacks[player] for player, seat in seats.items()}
        played = facts.ReportedHand(table=1, hand=1, losses=losses, stacks=left, ended_at=event.now, second=0)
        report = facts.HandsReported(at=event.now, hands=(played,), floor=floor_report(event.live, event.tables))
        await event.commit(report)
        before = {one.player: one.stack for one in entrants("sng", event.live, event.tables)}
        assert before == {winner: 1000, second: 1000, bust: 0}, "viewers have not seen the last card yet"
        live.show_due(live.script_end)
        found = entrants("sng", event.live, event.tables)
        assert [(one.player, one.stack, one.place) for one in found] == [
            (winner, stacks[winner], 0),
            (second, stacks[second], 0),
            (bust, 0, 3),
        ]
        assert [one.table for one in found] == ["sng.1", "sng.1", ""]
        assert [(one.by, one.hand) for one in found] == [("", ""), ("", ""), (winner, "sng.1-1")]
        assert found[0].seat == seats[winner]


async def test_a_player_between_two_tables_keeps_their_chips_in_the_standings(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(4, 2)) as event:
        await event.enter("ann", bots=3)
        await event.start()
        entry = event.live.playing.director.names.index("ann")
        await event.commit(facts.PlayerTravels(at=event.now, entry=entry, chips=1234))
        assert {one.player: one.stack for one in entrants("sng", event.live, event.tables)}["ann"] == 1234


async def test_a_change_has_what_is_different_and_nothing_else(tmp_path: Path) -> None:
    async with committing(tmp_path, structure(3, 3)) as event:

        def now() -> TournamentNow:
            return standings("sng", event.live, event.tables, event.now)

        await event.enter("ann", "bob")
        before = now()
        assert change(before, now(), 0) is None
        await event.enter("cat")
        await event.commit(facts.PlayerWithdrew(at=event.now, player="ann"))
        entered = change(before, now(), 0)
        assert entered is not None
        assert ([one.player for one in entered.entrants], entered.gone, entered.news) == (["cat"], ("ann",), ())
        assert (entered.clock, entered.payouts, entered.tables) == (None, None, None)
        assert before.after(entered) == replace(now(), seq=1)
        await event.enter("dan")
        await event.start()
        started = change(replace(now(), news=(), seq=4), now(), 1)
        assert started is not None
        assert (started.seq, started.entrants, started.card) == (5, (), None)
        assert [news.sentence for news in started.news] == [now().news[-1].sentence]
