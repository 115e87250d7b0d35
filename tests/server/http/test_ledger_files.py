"""A night's ledger files: every column of every row matches the night that was played."""

from __future__ import annotations

import contextlib
import csv
from collections import Counter
from io import StringIO
from pathlib import Path
from typing import Any

from bigslick import Call, Check, Fold, Hand
from bigslick.protocol import wire
from tests.waiting import until

from ..served import Raw, asking, table


async def act(players: dict[str, Raw], live: Any, action: Any) -> None:
    """Have the player to act take this action."""
    await until(lambda: live.turn is not None)
    name = live.name_of(live.occupant(live.turn.seat).player)
    number = live.turn.number
    command = wire.Act(
        cmd_id=f"{live.table.number}-{number}", table=live.id, hand=live.table.number, number=number, action=action
    )
    answer = await players[name].ask(command)
    assert isinstance(answer, wire.Done), answer


async def test_the_files_say_what_happened(tmp_path: Path) -> None:
    """Ann and bob sit down, bob tops up, they play, and bob leaves; their hands say what each won."""

    async with asking(tmp_path) as (room, web), contextlib.AsyncExitStack() as stack:
        clock, start = room.card_room.clock, {}
        tokens = {name: await room.token(name) for name in ("ann", "bob")}
        headers = {"Authorization": f"Bearer {tokens['ann']}"}
        task = await room.card_room.open_table(table("Night", seats=2, small_blind=50, big_blind=100))
        live = task.live
        players = {name: await stack.enter_async_context(room.socket(token)) for name, token in tokens.items()}

        async def done(name: str, command: Any) -> None:
            start[name, command.cmd_id] = clock.now()
            answer = await players[name].ask(command)
            assert isinstance(answer, wire.Done), answer

        await done("bob", wire.Sit(cmd_id="sit", table=task.id, chips=5_000))
        await done("bob", wire.TopUp(cmd_id="top", table=task.id, chips=700))
        await done("ann", wire.Sit(cmd_id="sit", table=task.id, chips=4_000))
        for action in (Fold(), Call(), Check(), Fold()):
            await act(players, live, action)
        await done("bob", wire.LeaveTable(cmd_id="leave", table=task.id))
        while True:
            await until(lambda: live.turn is not None or live.seat_of(room.id("bob")) is None)
            if live.seat_of(room.id("bob")) is None:
                break
            await act(players, live, Fold())
        hands = [await room.card_room.histories.find(f"{task.id}-{n + 1}") for n in range(live.table.number)]
        played = [hand for hand in hands if hand is not None]
        assert len(played) >= 2
        assert len(played) == live.table.number
        won = Counter(dict.fromkeys(tokens, 0))
        for stored in played:
            hand = Hand.load(stored.record)
            for seat, name in stored.names.items():
                won[name] += hand.stacks[seat] - hand.setup.stacks[seat]
        assert won["ann"] == -won["bob"] != 0

        async def rows(part: str) -> list[dict[str, str]]:
            file = await web.get(f"/api/tables/{task.id}/ledger.csv?part={part}", headers=headers)
            assert file.status_code == 200, file.text
            return list(csv.DictReader(StringIO(file.text)))

        left = 5_700 + won["bob"]
        expected = {
            "ann": ("ann", "1", "4000", "0", "0", str(4_000 + won["ann"]), str(won["ann"])),
            "bob": ("bob", "1", "5000", "700", str(left), "", str(won["bob"])),
        }
        best_first = sorted(expected, key=lambda name: -won[name])
        columns = ("player", "buy_ins", "bought_in", "topped_up", "left_with", "sits_with", "net")
        found = await rows("players")
        assert [tuple(row) for row in found] == [columns, columns]
        assert [tuple(row.values()) for row in found] == [expected[name] for name in best_first]
        moves = await rows("moves")
        assert [tuple(row) for row in moves] == [("at", "player", "kind", "chips", "why")] * 4
        assert [(row["player"], row["kind"], row["chips"]) for row in moves] == [
            ("bob", "buy-in", "5000"),
            ("bob", "top-up", "700"),
            ("ann", "buy-in", "4000"),
            ("bob", "cash-out", str(-left)),
        ]
        moments = [int(row["at"]) for row in moves]
        asked = [start["bob", "sit"], start["bob", "top"], start["ann", "sit"], start["bob", "leave"], clock.now()]
        assert all(begun <= at for begun, at in zip(asked, moments, strict=False))
        assert all(at <= later for at, later in zip(moments, asked[1:], strict=True))
        payer, payee = reversed(best_first)
        assert await rows("payments") == [
            {"payer": payer, "payee": payee, "chips": str(won[payee]), "amount": "", "currency": ""}
        ]
