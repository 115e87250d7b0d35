"""The law of commands: each one happens at most once, and keeps its answer, whatever else happens.

Players send random commands, resend old ones, and come back after the server was killed, a commit failed or the
database was away, while crowds of strangers talk to the same table or tournament.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest

from bigslick import Call, Check, Fold
from bigslick.protocol import host, wire
from bigslick.protocol.door import GameDoor
from bigslick.server.hosting.state import Invitation
from bigslick.server.serving.answers import EACH, STRANGERS, Answer
from bigslick.server.store.bank import MINT, player_account, tournament_account
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.records import ChipTransfer
from bigslick.server.store.trouble import trouble
from bigslick.server.tournament import facts

from .tournament.floor import structure
from .tournament.test_task import Host
from .virtual import NAMES, PURSE, Seen, Served, serving

Key = tuple[str, str]
PLAYERS = NAMES[:5]
OPEN = Invitation(host="ann", host_name="ann", door=GameDoor(approve="players"))


class Crowd:
    """Players at a table who do random things and record what they are sent."""

    def __init__(self, served: Served, seed: int) -> None:
        self.served = served
        self.dice = Random(seed)
        self.sent: dict[Key, Any] = {}
        self.answers: dict[Key, Answer] = {}
        self.viewer = Seen("ann")
        self.strangers = 0
        self._look()
        for player in PLAYERS[1:]:
            served.do(player, wire.Sit, chips=500)
            served.send("ann", host.AnswerRequest(cmd_id=f"in-{player}", at=served.table, player=player, yes=True))

    def _look(self) -> None:
        async def watch() -> None:
            self.served.room.watch(self.viewer)

        self.served.run(watch())

    # -- commands ------------------------------------------------------------------------------------------------

    def new_command(self) -> Key:
        player, dice, table = self.dice.choice(PLAYERS), self.dice, self.served.table
        cmd_id = f"x{len(self.sent)}"
        choices: list[Any] = [
            wire.Sit(cmd_id=cmd_id, table=table, chips=dice.randrange(400, 600)),
            wire.TopUp(cmd_id=cmd_id, table=table, chips=dice.randrange(1, 20)),
            wire.TopUp(cmd_id=cmd_id, table=table, chips=10),
            wire.SitOut(cmd_id=cmd_id, table=table),
            wire.SitIn(cmd_id=cmd_id, table=table, how="post"),
            wire.LeaveTable(cmd_id=cmd_id, table=table),
            wire.PromiseSeed(cmd_id=cmd_id, table=table, promise=f"{len(self.sent):064x}"),
            wire.AddBot(cmd_id=cmd_id, table=table, style="fish"),
            wire.RemoveBot(cmd_id=cmd_id, table=table, seat=dice.randrange(6)),
            wire.SkipAhead(cmd_id=cmd_id, table=table, hand=self.served.live.table.number),
            wire.Say(cmd_id=cmd_id, table=table, text=cmd_id),
            wire.Say(cmd_id=cmd_id, table=table, emote="clap"),
            wire.AnswerBroadcast(cmd_id=cmd_id, table=table, yes=True),
            host.StartBroadcast(cmd_id=cmd_id, at=table),
            host.StopBroadcast(cmd_id=cmd_id, at=table),
            host.Pause(cmd_id=cmd_id, at=table),
            host.Resume(cmd_id=cmd_id, at=table),
            *(
                host.AnswerRequest(cmd_id=cmd_id, at=table, player=request.player, yes=True)
                for request in self.served.live.hosting.requests[-3:]
            ),
            host.HandOverHost(cmd_id=cmd_id, at=table, player=dice.choice(PLAYERS)),
        ]
        command = dice.choice(choices)
        if isinstance(command, host.HostCommand):
            player = self.served.live.host
        turn = self.served.live.shown.turn
        if turn is not None and dice.random() < 0.5:
            player = self.served.player(turn.seat)
            action = dice.choice((Call(), Fold()) if turn.options.call else (Check(),))
            command = wire.Act(cmd_id=cmd_id, table=table, hand=turn.hand, number=turn.number, action=action)
        self.sent[player, cmd_id] = command
        return player, cmd_id

    def send(self, key: Key, *, listen: bool = True) -> None:
        """Send a command; if no one listens for its answer, the sender does not know the outcome."""
        clock, room = self.served.clock, self.served.room

        async def submit() -> None:
            asked = asyncio.ensure_future(room.submit(key[0], self.sent[key]))
            await clock.advance()
            for _ in range(40 if listen else 0):
                if asked.done():
                    break
                await clock.advance(1_000)
            if asked.done() and asked.exception() is None:
                self.heard(key, asked.result(), listen=listen)
            elif asked.done():
                assert isinstance(asked.exception(), OutcomeUnknown)

        self.served.run(submit())

    def heard(self, key: Key, answer: Answer, *, listen: bool) -> None:
        assert answer.cmd_id == key[1]
        before = self.answers.get(key)
        if isinstance(before, wire.Done):
            assert answer == before, "the same answer, however often and however late"
        if listen:
            self.answers[key] = answer

    # -- misfortunes ---------------------------------------------------------------------------------------------

    def restart(self) -> None:
        self.served.restart()
        self._look()
        for player in PLAYERS:
            self.served.connect(player)

    def flood(self) -> None:
        """Let strangers fill the memory, with requests and with nonsense."""
        served = self.served
        names = [f"stranger {self.strangers + number}" for number in range(STRANGERS + 6)]
        self.strangers += len(names)
        for name in names:
            gift = ChipTransfer(source=MINT, target=player_account(name), amount=PURSE, reason="test", at=0)
            served.bank.book([gift])

        async def talk() -> None:
            for command in (
                wire.Sit(cmd_id="s", table=served.table, chips=500),
                wire.LeaveTable(cmd_id="n", table=served.table),
                host.WithdrawRequest(cmd_id="w", at=served.table),
            ):
                asked = [asyncio.ensure_future(served.room.submit(name, command)) for name in names]
                await served.clock.advance(3_000)
                await asyncio.gather(*asked)

        served.run(talk())

    def outage(self) -> None:
        """Send a command while the database is away; its answer comes once the database is back, or sooner."""
        memory, room = self.served.memory, self.served.room
        key = self.some_key()

        async def submit() -> None:
            memory.trouble = trouble("away")
            asked = asyncio.ensure_future(room.submit(key[0], self.sent[key]))
            await self.served.clock.advance()
            memory.trouble = None
            await self.served.clock.advance(5_000)
            self.heard(key, await asked, listen=True)

        self.served.run(submit())

    def some_key(self) -> Key:
        again = self.sent and self.dice.random() < 0.6
        return self.dice.choice(list(self.sent)) if again else self.new_command()

    def step(self) -> None:
        luck = self.dice.random()
        if luck < 0.02:
            self.flood()
        elif luck < 0.10:
            self.restart()
        elif luck < 0.15:
            self.served.memory.failure = StoreFailed("the disk is full")
        elif luck < 0.25:
            self.outage()
        elif luck < 0.35:
            self.send(self.some_key(), listen=False)
            self.restart()
        elif luck < 0.45:
            self.served.advance(self.dice.choice((100, 2_000)))
        else:
            self.send(self.some_key())

    # -- the law -------------------------------------------------------------------------------------------------

    def check(self) -> None:
        served = self.served
        done = Counter((fact.by, fact.cmd_id) for fact in served.all_facts() if fact.cmd_id)
        said = [message for message in self.viewer.messages if isinstance(message, wire.Said)]
        for key, command in self.sent.items():
            if isinstance(command, wire.Say) and command.text:
                done[key] += sum(line.text == key[1] for line in said)
        assert max(done.values()) == 1, [key for key, times in done.items() if times > 1]
        for key, answer in self.answers.items():
            command = self.sent[key]
            if isinstance(answer, wire.Done) and not (isinstance(command, wire.Say) and command.emote):
                assert done[key] == 1, (key, command)
        claps = [key for key, command in self.sent.items() if isinstance(command, wire.Say) and command.emote]
        assert sum(bool(message.emote) for message in said) <= len(claps)
        assert len(list(served.live.answers)) <= (STRANGERS + len(served.live.hosting.requests) + 10) * EACH


@pytest.mark.parametrize("seed", range(2))
def test_ours_a_command_at_a_table_happens_once(seed: int) -> None:
    with serving(None, "ann", invitation=OPEN) as served:
        crowd = Crowd(served, seed)
        for _ in range(160):
            crowd.step()
        crowd.served.memory.failure = None
        crowd.check()
        done = {type(crowd.sent[key]) for key, answer in crowd.answers.items() if isinstance(answer, wire.Done)}
        assert len(done) > 4, "the players got something done"


@pytest.mark.parametrize("seed", range(2))
async def test_ours_a_command_in_a_tournament_happens_once(seed: int) -> None:
    dice, room, served = Random(seed), Host(), structure(500)
    event = await room.open(served)
    sent: dict[Key, Any] = {}
    answers: dict[Key, Answer] = {}
    strangers = 0

    def give(player: str) -> None:
        gift = ChipTransfer(source=MINT, target=player_account(player), amount=PURSE, reason="test", at=0)
        room.bank.book([gift])

    async def ask(player: str, command: Any) -> Answer:
        asked = asyncio.ensure_future(event.submit(player, command))
        await room.clock.advance()
        return await asked

    for player in PLAYERS:
        give(player)
    for _ in range(150):
        luck = dice.random()
        if luck < 0.03:
            for _ in range(STRANGERS + 6):
                strangers += 1
                give(f"stranger {strangers}")
                for kind in (wire.Register, wire.Unregister):
                    await ask(f"stranger {strangers}", kind(cmd_id=kind.__name__, tournament="sng"))
        elif luck < 0.13:
            event = await room.restart(event)
        elif luck < 0.2:
            room.store.failure = StoreFailed("the disk is full")
        else:
            key = dice.choice(PLAYERS), f"x{len(sent)}"
            kind = dice.choice((wire.Register, wire.Unregister))
            command = kind(cmd_id=key[1], tournament="sng")
            if sent and dice.random() < 0.6:
                key = dice.choice(list(sent))
                command = sent[key]
            sent[key] = command
            answer = await ask(key[0], command)
            before = answers.setdefault(key, answer)
            assert not isinstance(before, wire.Done) or answer == before
            answers[key] = answer
    done = Counter((fact.by, fact.cmd_id) for row in room.store.rows["sng"] if (fact := facts.read(row.payload)).cmd_id)
    assert max(done.values()) == 1
    assert all(done[key] == isinstance(answer, wire.Done) for key, answer in answers.items())
    assert room.bank.balance(tournament_account("sng")) == event.live.owed
    await event.stop()
