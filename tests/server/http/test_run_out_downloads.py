"""A hand run out on several boards at a live table is downloaded, parsed and replayed without a change."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from bigslick import Action, AllIn, Call, Check, Hand, RunOut
from bigslick.history.formats.registry import read_stream
from bigslick.protocol import wire
from bigslick.protocol.host import Pause, Resume
from bigslick.server.hosting.state import HOUSE
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.table.task import TableTask
from tests.waiting import until

from ..served import Raw, asking, table

FORMATS = ("phh", "pokerstars", "ohh")
CHIPS = {"ann": 400, "bob": 650, "cat": 1_000}
PLENTY = Limits(requests=Rate(10**9, 1000), commands=Rate(10**9, 1000))


async def all_in_on(task: TableTask, players: dict[str, Raw], boards: int) -> None:
    """Have everyone call, shove on the flop and ask for this many boards; every command is sent twice."""
    live = task.live

    def asked() -> bool:
        return live.turn is not None and live.hand is not None and live.hand.options is not None

    def over() -> bool:
        return live.table.number > 1 or (live.table.number == 1 and live.playing is None)

    while True:
        await until(lambda: asked() or over())
        if over():
            return
        turn, hand = live.turn, live.hand
        assert turn is not None
        assert hand is not None
        options = hand.options
        assert options is not None
        action: Action = RunOut(boards=boards)
        if not options.boards:
            action = AllIn() if hand.board and options.all_in is not None else Call() if options.call else Check()
        act = wire.Act(
            cmd_id=f"a{turn.number}", table=task.id, hand=live.table.number, number=turn.number, action=action
        )
        player = players[live.name_of(live.occupant(turn.seat).player)]
        answers = [await player.ask(act), await player.ask(act)]
        assert all(isinstance(answer, wire.Done) for answer in answers), answers


@pytest.mark.parametrize("boards", [2, 3, 4])
async def test_every_download_is_the_same_hand(tmp_path: Path, boards: int) -> None:
    async with asking(tmp_path, PLENTY) as (room, web), contextlib.AsyncExitStack() as stack:
        settings = table("Twice", seats=5, least_buy_in=100, run_outs=boards)
        tokens = {name: await room.token(name) for name in CHIPS}
        mine = {name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()}
        task = await room.card_room.open_table(settings)
        await task.submit(HOUSE, Pause(cmd_id="", at=task.id, why="until all sit"))
        players = {name: await stack.enter_async_context(room.socket(token)) for name, token in tokens.items()}
        for name, socket in players.items():
            sat = await socket.ask(wire.Sit(cmd_id="s", table=task.id, chips=CHIPS[name]))
            assert isinstance(sat, wire.Done), sat
        await task.submit(HOUSE, Resume(cmd_id="", at=task.id))
        await all_in_on(task, players, boards)
        stored = await room.card_room.histories.find(f"{task.id}-1")
        assert stored is not None
        hand = Hand.load(stored.record)
        assert len(hand.boards) == boards
        for headers in (*mine.values(), {}):
            for form in FORMATS:
                given = await web.get(f"/api/hands/{stored.id}/history?format={form}", headers=headers)
                assert given.status_code == 200, given.text
                same(hand, stored.names, given.content)
                if headers:
                    given = await web.get(f"/api/histories?format={form}", headers=headers)
                    same(hand, stored.names, given.content)


def same(hand: Hand, players: dict[int, str], text: bytes) -> None:
    """Check that the text has one hand with the same boards, pots and result."""
    (history,) = [history for history in read_stream(io.BytesIO(text)) if history.hand == 1]
    played = history.replay()
    assert history.players is not None
    assert played.hand.board == hand.board
    assert history.details is not None
    assert history.details.boards == ["".join(map(str, board)) for board in hand.boards[1:]]
    assert hand.result is not None
    assert played.settlement is not None
    names = dict(zip(played.seats, history.players, strict=True))
    found = sorted(
        (paid.pot, paid.board, {names[seat]: won for seat, won in paid.shares.items()})
        for paid in played.settlement.boards
    )
    at = iter(sorted((paid.pot, paid.board) for paid in played.settlement.boards))
    expected = [(*next(at), {players[seat]: won for seat, won in paid.shares.items()}) for paid in hand.result.pots]
    assert found == expected
    left = dict(zip(history.players, map(int, played.final_stacks), strict=True))
    assert left == {name: hand.stacks[seat] for seat, name in players.items()}
