"""A player's seeds are opened once, for the deck they were promised for, and noted for the proof."""

from __future__ import annotations

import asyncio
import urllib.request
from itertools import count
from pathlib import Path

import msgspec

from bigslick.client import Client, guest_token
from bigslick.client.seeds import MOST_NOTES, MOST_SEEDS, PlayerSeeds
from bigslick.hand.actions import Call, Check
from bigslick.hand.events import HandEnded
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import check, promise_of, read_proof

from ..server.served import QUICK, serving, table
from .test_play import PLENTY


def ids() -> str:
    return "c1"


def told(*events: wire.WireEvent) -> wire.Update:
    return wire.Update(table="t1", seq=1, now=0, events=events)


def sealed(promise: str, hand: int = 1, root: str = "aa" * 32) -> room_events.DeckSealed:
    players = {0: "ann", 1: "bob"}
    return room_events.DeckSealed(hand=hand, root=root, button=0, players=players, promises={0: promise}, until=9)


def test_a_promised_seed_is_opened_for_the_deck_and_noted() -> None:
    seeds = PlayerSeeds()
    promise = seeds.promise()
    (command,) = seeds.answers(told(sealed(promise)), "ann", ids)
    assert isinstance(command, wire.OpenSeed)
    assert promise_of(command.seed) == promise != command.promise
    note = seeds.notes["t1-1"]
    assert (note.root, note.seat, note.seed, note.promises) == ("aa" * 32, 0, command.seed, {0: promise})


def test_no_seed_is_opened_for_two_decks() -> None:
    """A house that seals a second deck once it knows the seed gets no other seed, for this hand or another."""
    seeds = PlayerSeeds()
    promise = seeds.promise()
    assert len(list(seeds.answers(told(sealed(promise)), "ann", ids))) == 1
    first = seeds.notes["t1-1"]
    assert list(seeds.answers(told(sealed(promise, root="bb" * 32)), "ann", ids)) == []
    assert seeds.notes["t1-1"] is first
    assert list(seeds.answers(told(sealed(promise, hand=2)), "ann", ids)) == []
    assert seeds.notes["t1-2"].seed == ""


def test_a_promise_that_is_missing_is_made() -> None:
    seeds = PlayerSeeds()
    began = room_events.HandBegan(
        id="t1-1",
        hand=1,
        button=0,
        small_blind=5,
        big_blind=10,
        ante=0,
        stacks=(100, 100),
        players={0: "ann", 1: "bob"},
        bots={},
        root="aa" * 32,
        seeds={1: room_events.PlayerSeed("cc" * 32, "dd" * 32)},
    )
    (command,) = seeds.answers(told(began), "ann", ids)
    assert isinstance(command, wire.PromiseSeed)
    assert list(seeds.answers(told(began), "bob", ids)) == []
    assert list(seeds.answers(told(began), "eve", ids)) == []
    assert list(seeds.answers(told(began), None, ids)) == []


def test_a_spectator_notes_the_deck_and_opens_nothing() -> None:
    seeds = PlayerSeeds()
    assert list(seeds.answers(told(sealed(seeds.promise())), None, ids)) == []
    assert (seeds.notes["t1-1"].seat, seeds.notes["t1-1"].seed) == (None, None)


def test_old_seeds_and_notes_are_forgotten() -> None:
    numbers = count(1)
    seeds = PlayerSeeds(lambda: next(numbers).to_bytes(32, "big"))
    first = seeds.promise()
    for _ in range(MOST_SEEDS):
        seeds.promise()
    assert list(seeds.answers(told(sealed(first)), "ann", ids)) == []
    for hand in range(2, MOST_NOTES + 2):
        list(seeds.answers(told(sealed("", hand=hand)), None, ids))
    assert len(seeds.notes) == MOST_NOTES
    assert "t1-1" not in seeds.notes


async def test_every_hand_of_a_client_is_proved_with_its_own_seed(tmp_path: Path) -> None:
    """Two clients play with a house bot until five deals had both their seeds; a slow client's can come too late."""

    async def play(room_url: str, token: str, hands: int) -> Client:
        mixed = False
        async with await Client.connect(room_url, token=token) as client:
            await client.watch("t1")
            await client.sit("t1", 1000)
            async for message in client:
                if not isinstance(message, wire.Update):
                    continue
                for event in message.events:
                    if isinstance(event, room_events.Turn) and message.view is not None:
                        await client.act("t1", event, Check() if event.options.check else Call())
                    if isinstance(event, room_events.HandBegan):
                        mixed = sum(bool(opened.seed) for opened in event.seeds.values()) == 2
                    if isinstance(event, HandEnded):
                        hands -= mixed
                if hands <= 0:
                    return client
        raise AssertionError

    async def fetch(room_url: str, name: str, token: str) -> bytes:
        headers = {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{room_url}/api/hands/{name}/proof", headers=headers)
        with await asyncio.to_thread(urllib.request.urlopen, request) as answer:
            found: bytes = answer.read()
            return found

    pace = msgspec.structs.replace(QUICK, inter_round_delay_ms=20)
    async with serving(tmp_path, table(seats=3, bots=("caller",), pace=pace), limits=PLENTY) as room:
        tokens = [await guest_token(room.url) for _ in range(2)]
        clients = await asyncio.gather(*(play(room.url, token, 5) for token in tokens))
        for client, token in zip(clients, tokens, strict=True):
            proved = 0
            ended = room.card_room.tables["t1"].live.shown.hand - 1
            for name, note in client.seeds.notes.items():
                if note.hand is not None and note.hand <= ended:
                    verdict = check(read_proof(await fetch(room.url, name, token)), note)
                    assert verdict.holds, verdict.lies
                    proved += any("Your seed is mixed in" in sentence for sentence in verdict.proved)
            assert proved >= 4
