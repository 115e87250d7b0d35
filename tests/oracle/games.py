"""Random games for the two tables: any seats, stacks, posts and rules, mostly where rules interact.

Stacks are short, equal or a staircase; few can pay the blinds and antes; straddles and missed blinds are added; boards
make hands tie. A third of the tables are deep, to let some hands end without an all-in.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bigslick import Post, Rules, Setup
from tests.oracle.reference import Game, around

MOST_CHIPS = 1 << 50
DEEP = 50  # big blinds
AMOUNTS = ("small_blind", "big_blind", "ante", "min_bet", "small_bet", "big_bet")


def random_game(dice: random.Random) -> Game:
    """Return any setup of two to ten seats with any rules."""
    rules = random_rules(dice)
    pick, chance = dice.choice, dice.random
    double = chance() < 0.1
    if double:
        rules["run_outs"] = 1
    big_blind = pick((1, 2, 2, 3, 4, 5, 10, 20, 0))
    small_blind = pick((big_blind // 2, big_blind // 2, big_blind // 2, dice.randint(0, big_blind)))
    ante = pick((0, 0, 1, 2, big_blind, dice.randint(0, big_blind + 3)))
    grain = max(1, pick((1, big_blind // 2, big_blind // 4, big_blind // 4)))
    stacks = random_stacks(dice, max(1, big_blind), ante, grain)
    if chance() < 0.01:
        stacks = [chips and pick((chips, MOST_CHIPS, MOST_CHIPS - 1, MOST_CHIPS // 3)) for chips in stacks]
    seats = len(stacks)
    taken = [seat for seat in range(seats) if stacks[seat]]
    button = pick(taken) if chance() < 0.7 else dice.randrange(seats)
    order = [seat for seat in around(button, seats) if stacks[seat]]
    blinds: tuple[int | None, int | None] = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    if len(order) > 3 and chance() < 0.2:
        climb(dice, stacks, order[2:] + order[:2], big_blind, ante, grain)
    kind = chance()
    if kind < 0.08:
        blinds = None, order[0]
    elif kind < 0.11:
        blinds = blinds[0], None
    elif kind < 0.16:
        blinds = None, None
    elif kind < 0.21:
        small, big = dice.sample(order, 2)
        blinds = small, big
    free = [seat for seat in order if seat not in blinds]
    straddles = []
    price = big_blind
    often = pick((0.0, 0.1, 0.5))
    while free and chance() < often:
        price += pick((price or 1, max(1, big_blind), dice.randint(1, 2 * big_blind + 1)))
        straddles.append((free.pop(0) if chance() < 0.8 else free.pop(dice.randrange(len(free))), price))
    posts = []
    if len(free) > 1 and chance() < 0.06:  # a post that few can match, and its own seat can fold
        stacks = [chips and dice.randint(1, big_blind + 2) for chips in stacks]
        stacks[free[0]] = 20 * big_blind + 1
        posts.append((free.pop(0), 2 * big_blind, 0))
    often = pick((0.0, 0.1, 0.5)) if blinds != (None, None) else 0.6
    while chance() < often:
        live = pick((big_blind, big_blind, 1, 2 * big_blind, 3 * big_blind, dice.randint(0, 3 * big_blind)))
        dead = pick((0, small_blind, dice.randint(0, big_blind + 1)))
        if free and chance() < 0.8:
            posts.append((free.pop(dice.randrange(len(free))), live, dead))
        else:
            posts.append((pick(order), 0, dead))
    lone = not big_blind
    game = {
        "stacks": tuple(stacks),
        "button": button,
        "small_blind_seat": blinds[0],
        "big_blind_seat": blinds[1],
        "small_blind": small_blind,
        "big_blind": big_blind,
        "ante": ante,
        "straddles": tuple(straddles),
        "posts": tuple(posts),
        "bomb_pot": False,
        "double_board": double,
        "min_bet": dice.randint(1, 2 * big_blind + 2) if lone or chance() < 0.1 else 0,
        "small_bet": dice.randint(1, 2 * big_blind + 2) if lone or chance() < 0.1 else 0,
        "big_bet": dice.randint(1, 4 * big_blind + 2) if chance() < 0.1 else 0,
        "deck": random_deck(dice, len(order), rules["burn"], 1 + double),
        "hidden": random_hidden(dice, len(order)) if rules["reveal"] == "ask" else (),
        "rules": rules,
    }
    if chance() < (0.5 if double else 0.06):
        bomb(game, ante or big_blind or 1)
    factor = pick((1 << 12, 1 << 38))
    return scaled(game, factor) if chance() < 0.06 and max(stacks) * factor <= MOST_CHIPS else game


def bomb(game: Game, ante: int) -> None:
    """Turn a game into a bomb pot: everyone pays the ante, there are no live posts, and betting begins on the flop."""
    game |= {"bomb_pot": True, "ante": ante, "small_blind_seat": None, "big_blind_seat": None, "straddles": ()}
    game["posts"] = tuple((seat, 0, dead) for seat, _, dead in game["posts"])
    game["rules"] |= {"ante": "per_player"}


def scaled(game: Game, factor: int) -> Game:
    """Return the same game at larger stakes."""
    game |= {name: game[name] * factor for name in AMOUNTS}
    game["stacks"] = tuple(chips * factor for chips in game["stacks"])
    game["straddles"] = tuple((seat, live * factor) for seat, live in game["straddles"])
    game["posts"] = tuple((seat, live * factor, dead * factor) for seat, live, dead in game["posts"])
    return game


def random_rules(dice: random.Random) -> dict[str, Any]:
    pick, chance = dice.choice, dice.random
    return {
        "limit": pick(("none", "none", "pot", "fixed")),
        "ante": pick(("per_player", "big_blind", "button")),
        "ante_order": pick((None, "blind_first", "ante_first")),
        "reopening": pick(("cumulative", "single")),
        "short_blind_price": pick(("full", "full", "posted")),
        "reveal": pick(("all", "muck", "ask")),
        "burn": chance() < 0.7,
        "open_fold": chance() < 0.7,
        "pot_counts_antes": chance() < 0.5,
        "pot_full_blinds": chance() < 0.5,
        "odd_chip_unit": pick((1, 1, 1, 2, 3, 5, 25)),
        "bets_per_street": pick((4, 4, 4, 3, 2, 1, 0)),
        "run_outs": pick((1, 1, 2, 2, 3, 4)),
    }


def random_stacks(dice: random.Random, blind: int, ante: int, grain: int) -> list[int]:
    """Return one kind of stacks for the whole table, in units that add up to a bet or half a bet; some are empty."""
    players = dice.choice((2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10))
    depth = dice.choice((3, 8, 30, 100)) * blind
    kind = dice.random()
    if kind < 0.3:
        stacks = [blind * dice.randint(DEEP, 8 * DEEP) for _ in range(players)]
    elif kind < 0.4:
        stacks = [dice.randint(1, depth)] * players
    elif kind < 0.5:
        stacks = [dice.randint(1, depth)]
        while len(stacks) < players:
            stacks.append(stacks[-1] + dice.randint(0, blind))
    else:
        tiny = dice.choice((0.0, 0.2, 0.6, 0.9))
        stacks = [dice.randint(1, blind + ante + 1 if dice.random() < tiny else depth) for _ in range(players)]
    stacks = [-(-chips // grain) * grain for chips in stacks]
    for _ in range(dice.choice((0, 0, 0, 1, 2, 10))):
        if len(stacks) < 10:
            stacks.insert(dice.randint(0, len(stacks)), 0)
    return stacks


def climb(dice: random.Random, stacks: list[int], acting: list[int], blind: int, ante: int, grain: int) -> None:
    """Give the deep stacks a staircase of short ones behind them, so one short all-in follows another."""
    deep = dice.randint(1, 2)
    height = blind * dice.choice((1, 1, 1, 2)) + dice.choice((0, 0, ante))
    for number, seat in enumerate(acting[: dice.randint(deep + 2, 10)]):
        height += dice.choice((grain, grain, 2 * grain, dice.randint(0, blind))) if number >= deep else 0
        stacks[seat] = max(1, height) if number >= deep else 40 * max(1, blind)


# Boards on which hands tie: a straight for everyone, two pair with an open kicker, quads, trips, nothing.
BOARDS = ((48, 44, 40, 36, 33), (51, 50, 47, 46, 41), (20, 21, 22, 23, 51), (8, 9, 10, 30, 34), (1, 18, 26, 47, 51))


def random_deck(dice: random.Random, players: int, burn: bool, boards: int) -> tuple[int, ...]:
    """Return a shuffled deck; often with boards that tie, and with hole cards of few ranks."""
    deck = list(range(52))
    dice.shuffle(deck)
    board = range(2 * players, 2 * players + 8 * boards)
    rows: list[list[int]] = [[] for _ in range(boards)]
    at = 2 * players
    for count in (3, 1, 1):
        at += burn
        for row in rows:
            row += range(at, at + count)
            at += count
    for row, tie in zip(rows, dice.sample(BOARDS, boards), strict=True):
        for place, card in zip(row, tie if dice.random() < 0.4 else (), strict=False):
            if not any(deck.index(card) in other for other in rows if other is not row):
                _swap(deck, place, card)
    if dice.random() < 0.3:
        ranks = dice.sample(range(13), 3)
        for at in range(min(2 * players, 12)):
            card = 4 * ranks[at % 3] + at // 3
            if deck.index(card) not in board:
                _swap(deck, at, card)
    return tuple(deck)


def random_hidden(dice: random.Random, players: int) -> tuple[int, ...]:
    """Return the positions of unrecorded hole cards: usually none, sometimes one or both of some players' cards."""
    often = dice.choice((0.0, 0.0, 0.3, 1.0))
    found = []
    for place in range(players):
        if dice.random() < often:
            found += dice.choice(([place, place + players], [place, place + players], [place], [place + players]))
    return tuple(found)


def _swap(deck: list[int], at: int, card: int) -> None:
    other = deck.index(card)
    deck[at], deck[other] = deck[other], deck[at]


def to_game(setup: Setup) -> Game:
    """Convert a setup to the reference's form."""
    game = msgspec.structs.asdict(setup)
    game["rules"] = msgspec.structs.asdict(setup.rules)
    game["hidden"] = ()
    game["straddles"] = tuple((post.seat, post.live) for post in setup.straddles)
    game["posts"] = tuple((post.seat, post.live, post.dead) for post in setup.posts)
    return game


def to_setup(game: Game) -> Setup:
    """Convert the game to the engine's form."""
    fields = {name: value for name, value in game.items() if name != "hidden"} | {"rules": Rules(**game["rules"])}
    if game["hidden"]:
        fields["deck"] = tuple(-1 if place in game["hidden"] else card for place, card in enumerate(game["deck"]))
    fields["straddles"] = tuple(Post(seat, live=amount) for seat, amount in game["straddles"])
    fields["posts"] = tuple(Post(*post) for post in game["posts"])
    return Setup(**fields)
