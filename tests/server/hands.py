"""Played hands for tests: dealt from a fair deck, played at random, recorded as a room would."""

from __future__ import annotations

import random
from collections.abc import Callable

from bigslick import Hand, Rules
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Muck, Raise, Show
from bigslick.hand.setup import dealing_order
from bigslick.protocol.fairness import DealtDeck, SealedDeck, promise_of
from bigslick.protocol.room_events import PlayerSeed
from bigslick.server.store.records import StoredHand
from bigslick.server.store.summary import summary_of

NAMES = ("ada", "bo", "Cy (shark)", "dee", "eve", "fay")


def played(
    table: str, number: int, *, seed: int = 0, rules: Rules | None = None, ids: Callable[[str], str] = str
) -> StoredHand:
    """Play a random hand between two to six players at a six-seat table; `ids` maps a name to an id."""
    dice = random.Random(f"{table} {number} {seed}")
    house_seed = dice.randbytes(32)
    stacks = [dice.choice((0, 200, 1000, 35)) for _ in NAMES]
    stacks[0], stacks[1] = 500, 700
    opened = {0: dice.randbytes(32).hex(), 1: dice.randbytes(32).hex()}
    seeds = {seat: PlayerSeed(promise_of(seed), seed) for seat, seed in opened.items()}
    deck = DealtDeck(SealedDeck(house_seed, table, number), seeds)
    button = dice.choice([seat for seat, chips in enumerate(stacks) if chips])
    hand = Hand.start(
        stacks,
        (5, 10),
        button,
        deck=deck.cards,
        rules=rules or Rules.cash(),
    )
    while (options := hand.options) is not None:
        wishes: list[Action] = []
        if options.check:
            wishes += [Check()] * 4
        if options.call:
            wishes += [Call()] * 4 + [Fold()]
        for kind, totals in ((Bet, options.bet_to), (Raise, options.raise_to)):
            if totals:
                wishes.append(kind(to=dice.choice((totals[0], totals[-1], dice.choice(totals)))))
        if options.show:
            wishes.append(Show())
        if options.muck:
            wishes.append(Muck())
        hand.act(dice.choice(wishes))
    order = dealing_order(stacks, button)
    return StoredHand(
        table=table,
        number=number,
        ended_at=1_000 * number,
        record=hand.save(),
        players={seat: ids(NAMES[seat]) for seat in sorted(order)},
        names={seat: NAMES[seat].title() for seat in sorted(order)},
        nets={seat: hand.stacks[seat] - stacks[seat] for seat in order},
        root=deck.root,
        house_seed=house_seed,
        seeds=seeds,
        summary=summary_of(hand, f"Table {table}"),
    )
