"""Random hands on two tables at once: the engine's and the reference's, compared after every action.

Each hand follows from a seed and a number, so a difference can be played again. Most hands are where rules meet: short
stacks, stacks on a staircase, blinds and antes that few can pay, boards that tie.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import Any

import msgspec

from bigslick import (
    Action,
    AllIn,
    Bet,
    Call,
    Check,
    Fold,
    Hand,
    IllegalAction,
    Muck,
    Post,
    Raise,
    Rules,
    Setup,
    Show,
)
from bigslick.hand import events as engine
from tests.oracle import reference
from tests.oracle.reference import Game, Table

MOST_CHIPS = 1 << 50
AMOUNTS = ("small_blind", "big_blind", "ante", "min_bet", "small_bet", "big_bet")
PLAIN: dict[str, Action] = {
    "fold": Fold(),
    "check": Check(),
    "call": Call(),
    "all_in": AllIn(),
    "show": Show(),
    "muck": Muck(),
}


class Difference(AssertionError):
    """The two tables disagree."""


# --- games ----------------------------------------------------------------------------------------------------------


def random_game(dice: random.Random) -> Game:
    """Any setup of two to ten seats with any rules."""
    rules = random_rules(dice)
    pick, chance = dice.choice, dice.random
    big_blind = pick((1, 2, 2, 3, 4, 5, 10, 20, 0))
    small_blind = pick((big_blind // 2, big_blind // 2, big_blind // 2, dice.randint(0, big_blind)))
    ante = pick((0, 0, 1, 2, big_blind, dice.randint(0, big_blind + 3)))
    grain = max(1, pick((1, big_blind // 2, big_blind // 4)))
    stacks = random_stacks(dice, max(1, big_blind), ante, grain)
    if chance() < 0.01:
        stacks = [chips and pick((chips, MOST_CHIPS, MOST_CHIPS - 1, MOST_CHIPS // 3)) for chips in stacks]
    seats = len(stacks)
    taken = [seat for seat in range(seats) if stacks[seat]]
    button = pick(taken) if chance() < 0.7 else dice.randrange(seats)
    order = [seat for seat in reference.around(button, seats) if stacks[seat]]
    blinds: tuple[int | None, int | None] = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    if len(order) > 3 and chance() < 0.15:
        climb(dice, stacks, order[2:] + order[:2], big_blind, ante, grain)
    kind = chance()
    if kind < 0.08:
        blinds = None, order[0]
    elif kind < 0.11:
        blinds = blinds[0], None
    elif kind < 0.13:
        blinds = None, None
    elif kind < 0.18:
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
    if len(free) > 1 and chance() < 0.03:  # a post that few can match, and that its seat may fold
        stacks = [chips and dice.randint(1, big_blind + 2) for chips in stacks]
        stacks[free[0]] = 20 * big_blind + 1
        posts.append((free.pop(0), 2 * big_blind, 0))
    often = pick((0.0, 0.1, 0.5))
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
        "min_bet": dice.randint(1, 2 * big_blind + 2) if lone or chance() < 0.1 else 0,
        "small_bet": dice.randint(1, 2 * big_blind + 2) if lone or chance() < 0.1 else 0,
        "big_bet": dice.randint(1, 4 * big_blind + 2) if chance() < 0.1 else 0,
        "deck": random_deck(dice, len(order), rules["burn"]),
        "hidden": random_hidden(dice, len(order)) if rules["reveal"] == "ask" else (),
        "rules": rules,
    }
    factor = pick((1 << 12, 1 << 38))
    return scaled(game, factor) if chance() < 0.06 and max(stacks) * factor <= MOST_CHIPS else game


def scaled(game: Game, factor: int) -> Game:
    """The same game for higher stakes."""
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
    }


def random_stacks(dice: random.Random, blind: int, ante: int, grain: int) -> list[int]:
    """Stacks of one kind for the whole table, in grains that add up to a bet or half of one; some seats are empty."""
    players = dice.choice((2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10))
    depth = dice.choice((3, 8, 30, 100)) * blind
    kind = dice.random()
    if kind < 0.1:
        stacks = [dice.randint(1, depth)] * players
    elif kind < 0.2:
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
    """Make stacks a staircase behind deep ones, in acting order: one short all-in follows another."""
    deep = dice.randint(1, 2)
    height = blind * dice.choice((1, 1, 1, 2)) + dice.choice((0, 0, ante))
    for number, seat in enumerate(acting[: dice.randint(deep + 2, 10)]):
        height += dice.choice((grain, grain, 2 * grain, dice.randint(0, blind))) if number >= deep else 0
        stacks[seat] = max(1, height) if number >= deep else 40 * max(1, blind)


# Boards on which hands tie: a straight for everyone, two pair with an open kicker, quads, trips, nothing.
BOARDS = ((48, 44, 40, 36, 33), (51, 50, 47, 46, 41), (20, 21, 22, 23, 51), (8, 9, 10, 30, 34), (1, 18, 26, 47, 51))


def random_deck(dice: random.Random, players: int, burn: bool) -> tuple[int, ...]:
    """A shuffled deck; often with a board that ties, and with hole cards of few ranks."""
    deck = list(range(52))
    dice.shuffle(deck)
    if dice.random() < 0.4:
        at = 2 * players
        for number, card in enumerate(dice.choice(BOARDS)):
            at += burn and number in (0, 3, 4)
            _swap(deck, at, card)
            at += 1
    if dice.random() < 0.3:
        ranks = dice.sample(range(13), 3)
        for at in range(min(2 * players, 12)):
            card = 4 * ranks[at % 3] + at // 3
            if deck.index(card) < 2 * players:
                _swap(deck, at, card)
    return tuple(deck)


def random_hidden(dice: random.Random, players: int) -> tuple[int, ...]:
    """The places of hole cards that no record names: mostly none, or some players', one card or both."""
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
    """A setup as the reference takes it."""
    game = msgspec.structs.asdict(setup)
    game["rules"] = msgspec.structs.asdict(setup.rules)
    game["hidden"] = ()
    game["straddles"] = tuple((post.seat, post.live) for post in setup.straddles)
    game["posts"] = tuple((post.seat, post.live, post.dead) for post in setup.posts)
    return game


def to_setup(game: Game) -> Setup:
    """The same game as the engine takes it."""
    fields = {name: value for name, value in game.items() if name != "hidden"} | {"rules": Rules(**game["rules"])}
    if game["hidden"]:
        fields["deck"] = tuple(-1 if place in game["hidden"] else card for place, card in enumerate(game["deck"]))
    fields["straddles"] = tuple(Post(seat, live=amount) for seat, amount in game["straddles"])
    fields["posts"] = tuple(Post(*post) for post in game["posts"])
    return Setup(**fields)


# --- play -----------------------------------------------------------------------------------------------------------

# How often each kind of move is wished for, by temper: calling, wagering the least, the most, some, all-in, folding.
TEMPERS = (
    (50, 15, 5, 12, 5, 10),
    (85, 5, 1, 4, 2, 3),
    (30, 25, 10, 20, 5, 10),
    (40, 5, 5, 5, 35, 10),
    (30, 15, 5, 5, 10, 35),
)
WAGERS = ("bet", "raise")
WISHES = ("call", "least", "most", "some", "all_in", "fold")


Move = tuple[str, Any]  # a kind, with the total of a wager or the cards of a hand that is shown


def choose(dice: random.Random, table: Table, can: dict[str, Any], temper: tuple[int, ...]) -> Move:
    """A legal move."""
    if can["show"]:
        if can["muck"] and dice.random() < 0.4:
            return "muck", None
        me = table["seats"][can["seat"]]
        return "show", me["hole"] if len(me["seen"]) < 2 or dice.random() < 0.1 else None
    (wish,) = dice.choices(WISHES, temper)
    kind = "bet" if can["bet"] else "raise"
    if can[kind] == (can["all_in"], can["all_in"]) and dice.random() < 0.6:  # short all-ins make the hardest hands
        return "all_in", None
    if can["check"] and can["fold"] and not table["street"] and dice.random() < 0.2:  # and so do folded posts
        return "fold", None
    if can[kind] and wish in ("least", "most", "some"):
        low, high = can[kind]
        near = min(high, low + dice.randint(0, 5))
        return kind, {"least": low, "most": high, "some": dice.choice((near, dice.randint(low, high)))}[wish]
    if can.get(wish) and wish in ("all_in", "fold"):
        return wish, None
    return ("check" if can["check"] else "call"), None


def tempting(dice: random.Random, table: Table, can: dict[str, Any]) -> Move:
    """A move that may well be illegal: any other kind, or a total or a card beside one that is legal."""
    kind = dice.choice(("fold", "check", "call", "bet", "bet", "raise", "raise", "raise", "all_in", "show", "muck"))
    me = table["seats"][can["seat"]]
    if kind == "show":
        return kind, dice.choice((me["hole"], me["seen"], dice.sample(range(52), 2), (me["hole"][0], 51)))
    if kind not in ("bet", "raise"):
        return kind, None
    total = me["bet"] + me["stack"]
    totals = [0, 1, -1, me["bet"], me["bet"] + can["call"], total + 1, dice.randint(0, total + 1), MOST_CHIPS * 4]
    for low, high in (can[word] for word in WAGERS if can[word]):
        totals += [low - 1, high + 1, low - 1, high + 1, low, dice.randint(low, high), total]
    return kind, dice.choice(totals)


def is_legal(table: Table, can: dict[str, Any], move: Move) -> bool:
    kind, detail = move
    if kind == "show" and detail is not None:
        return can["show"] and reference.may_show(table, detail)
    return reference.is_legal(can, kind, detail)


def to_move(action: Action, bet: int) -> Move:
    """The move that an action is; `bet` is what the seat has in front."""
    kind = str(action.__struct_config__.tag)
    if isinstance(action, Bet | Raise):
        return kind, action.to if isinstance(action, Bet) or action.add is None else bet + action.add
    return kind, None


def to_action(move: Move, add: int | None = None) -> Action:
    """The move as the engine takes it."""
    kind, detail = move
    if kind == "bet":
        return Bet(to=detail)
    if kind == "raise":
        return Raise(to=detail) if add is None else Raise(add=add)
    if kind == "show" and detail is not None:
        return Show("".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in detail))
    return PLAIN[kind]


# --- comparison -----------------------------------------------------------------------------------------------------


def engine_picture(hand: Hand) -> dict[str, Any]:
    options = hand.options
    can: dict[str, Any] | None = None
    if options is not None:
        can = {"seat": options.seat, "fold": options.fold, "check": options.check, "call": options.call}
        can |= {"bet": options.bet_to, "raise": options.raise_to, "all_in": options.all_in}
        can |= {"show": options.show, "muck": options.muck}
    return {
        "turn": hand.turn,
        "over": hand.over,
        "street": hand.street,
        "options": can,
        "stacks": hand.stacks,
        "bets": hand.bets,
        "committed": hand.committed,
        "pot": hand.pot,
        "pots": [(pot.amount, pot.seats) for pot in hand.pots],
        "board": hand.board,
        "live": hand.live,
        "statuses": hand.statuses,
        "current_bet": hand.current_bet,
        "last_full_raise": hand.last_full_raise,
        "acted": hand.acted,
        "may_raise": hand.may_raise,
    }


def reference_picture(table: Table, can: dict[str, Any] | None) -> dict[str, Any]:
    seats = table["seats"]
    live = tuple([number for number, seat in enumerate(seats) if seat["live"]])
    now: dict[str, Any] = {"current_bet": 0, "last_full_raise": 0, "acted": (), "may_raise": ()}
    if can is not None and not can["show"]:
        facts = reference.betting(table)
        now = {"current_bet": facts["bet"], "last_full_raise": facts["full"]}
        now["acted"] = tuple([seat for seat in live if seat in facts["locked"]])
        now["may_raise"] = tuple([seat for seat in live if reference.may_wager(table, seat, facts)])
    if can is not None:
        can = {**can, **{word: range(can[word][0], can[word][1] + 1) if can[word] else range(0) for word in WAGERS}}
    return {
        "turn": table["turn"],
        "over": table["over"],
        "street": reference.STREETS[table["street"] if table["answers"] is None else 4],
        "options": can,
        "stacks": tuple([seat["stack"] for seat in seats]),
        "bets": tuple([seat["bet"] for seat in seats]),
        "committed": tuple([seat["paid"] for seat in seats]),
        "pot": 0 if table["over"] else table["dead"] + sum([seat["paid"] for seat in seats]),
        "pots": reference.pots(table),
        "board": tuple(table["board"]),
        "live": live,
        "statuses": reference.statuses(table),
        **now,
    }


def compare(what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        if isinstance(ours, dict) and isinstance(theirs, dict):
            names = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
            ours, theirs = ({name: side.get(name) for name in names} for side in (ours, theirs))
        raise Difference(f"{what}:\n  engine    {ours}\n  reference {theirs}")


def compare_holes(hand: Hand, table: Table) -> None:
    for number, seat in enumerate(table["seats"]):
        compare(f"hole cards of seat {number}", tuple(hand.hole(number)), seat["seen"])


def compare_now(hand: Hand, table: Table) -> None:
    compare("now", engine_picture(hand), reference_picture(table, reference.options(table)))


def play(game: Game, dice: random.Random) -> int:
    """One hand on both tables; the number of actions it took."""
    hand, table = Hand(to_setup(game)), reference.start(game)
    moves: list[Any] = []
    try:
        compare_holes(hand, table)
        temper = dice.choice(TEMPERS)
        while True:
            can = reference.options(table)
            picture = reference_picture(table, can)
            compare("after the last move", engine_picture(hand), picture)
            if can is None:
                break
            tried = [tempting(dice, table, can) for _ in range(dice.randint(0, 4))]
            if refused := [move for move in tried if not is_legal(table, can, move)]:
                for move in refused:
                    _refuse(hand, move)
                compare(f"after refusing {refused}", engine_picture(hand), picture)
            if dice.random() < 0.05:
                hand = hand.copy() if dice.random() < 0.7 else Hand.load(hand.save())
            kind, detail = move = choose(dice, table, can, temper)
            moves.append((can["seat"], *move))
            add = None
            if kind == "raise" and dice.random() < 0.2:
                add = detail - table["seats"][can["seat"]]["bet"]
            hand.act(to_action(move, add))
            reference.act(table, kind, detail if kind in WAGERS else None)
        compare_ends(hand, table)
    except Exception as error:
        error.add_note(f"game {game}")
        error.add_note(f"moves {moves}")
        raise
    return len(moves)


def _refuse(hand: Hand, move: Move) -> None:
    try:
        hand.act(to_action(move))
    except IllegalAction:
        return
    raise Difference(f"the engine accepts {move}, the reference refuses it")


def compare_ends(hand: Hand, table: Table) -> None:
    """Compare everything that is known when a hand is over."""
    result = hand.result
    assert result is not None
    compare_holes(hand, table)
    for move in (("check", None), ("fold", None), ("call", None), ("raise", 10), ("show", None), ("muck", None)):
        _refuse(hand, move)
    game, seats = table["game"], table["seats"]
    unit = game["rules"]["odd_chip_unit"]
    awards = []
    payouts: dict[int, int] = {}
    for (amount, claim), shares in zip(reference.pots(table), table["awards"], strict=True):
        even = amount // (unit * len(shares)) * unit
        odd = {seat: chips - even for seat, chips in shares.items() if chips > even}
        awards.append((amount, claim, tuple(sorted(shares)), shares, odd))
        for seat, chips in shares.items():
            if chips:  # where the smallest chip is large, there may be none for the last winners
                payouts[seat] = payouts.get(seat, 0) + chips
    stacks = tuple(seat["stack"] for seat in seats)
    busted = tuple(seat for seat, chips in enumerate(stacks) if not chips and game["stacks"][seat])
    compare(
        "result",
        {
            "stacks": result.stacks,
            "pots": [(pot.amount, pot.seats, pot.winners, pot.shares, pot.odd_chips) for pot in result.pots],
            "payouts": result.payouts,
            "refunds": result.refunds,
            "show_order": result.show_order,
            "all_in_showdown": result.all_in_showdown,
            "busted": result.busted,
            "busted_by": [hand.busted_by(seat) for seat in range(len(seats))],
        },
        {
            "stacks": stacks,
            "pots": awards,
            "payouts": payouts,
            "refunds": table["refunds"],
            "show_order": tuple(seat for seat, answer in (table["answers"] or {}).items() if answer == "show"),
            "all_in_showdown": bool(table["answers"]) and table["all_in"],
            "busted": busted,
            "busted_by": [reference.busted_by(table, seat) if seat in busted else None for seat in range(len(seats))],
        },
    )
    compare("actions", [to_move(action, 0) for action in hand.actions], _actions(table))
    compare("events", _in_order([_story(event) for event in hand.events]), _in_order(table["log"]))


ACTIONS = {"folded": "fold", "checked": "check", "called": "call", "shown": "show", "mucked": "muck"}


def _actions(table: Table) -> list[Move]:
    """The actions that led to what the reference wrote down."""
    asked = table["game"]["rules"]["reveal"] == "ask"
    found: list[Move] = []
    for kind, *details in table["log"]:
        if kind == "wagered":
            found.append(("raise" if details[2] else "bet", details[1]))
        elif kind in ACTIONS and (asked or kind not in ("shown", "mucked")):
            found.append((ACTIONS[kind], None))
    return found


def _in_order(events: list[Any]) -> list[Any]:
    """The events with the posts of each seat together: no rule says which seat posts first."""
    posted = [event for event in events if event and event[0] == "posted"]
    return sorted(posted, key=lambda event: event[1]) + [event for event in events if event and event[0] != "posted"]


def _story(event: engine.Event) -> tuple[Any, ...] | None:
    """An event as the reference writes it."""
    match event:
        case engine.Posted(seat, kind, amount, all_in):
            return ("posted", seat, kind, amount, all_in)
        case engine.Dealt(seat, card):
            return ("dealt", seat, card)
        case engine.Folded(seat):
            return ("folded", seat)
        case engine.Checked(seat):
            return ("checked", seat)
        case engine.Called(seat, amount, all_in):
            return ("called", seat, amount, all_in)
        case engine.Wagered(seat, to, over, all_in):
            return ("wagered", seat, to, over, all_in)
        case engine.Refunded(seat, amount):
            return ("refunded", seat, amount)
        case engine.StreetDealt(street, cards):
            return ("street", street, cards)
        case engine.Shown(seat, cards, strength):
            return ("shown", seat, cards, strength)
        case engine.Mucked(seat):
            return ("mucked", seat)
        case engine.PotAwarded(pot, seat, amount):
            return ("won", pot, seat, amount)
        case engine.HandEnded(stacks):
            return ("ended", stacks)
    return None


# --- many hands -----------------------------------------------------------------------------------------------------


def play_number(seed: int, number: int) -> int:
    """The hand that a seed and a number stand for."""
    dice = random.Random(seed * 10**12 + number)
    try:
        return play(random_game(dice), dice)
    except Exception as error:
        error.add_note(f"again: python -m tests.oracle.fuzz --seed {seed} --first {number} --hands 1")
        raise


def play_block(seed: int, numbers: range) -> int:
    return sum(play_number(seed, number) for number in numbers)


def play_many(seed: int, hands: int, first: int = 0, processes: int = 0, block: int = 500) -> tuple[int, int]:
    """Play so many hands on all processors or on as many as you say, with a line now and then; hands and actions."""
    processes = processes or os.cpu_count() or 1
    print(f"reference fuzz: {hands:,} hands, seed {seed}, {processes} processes", flush=True)
    began = said = time.monotonic()
    done = actions = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        starts = range(first, first + hands, block)
        blocks = (range(start, min(start + block, first + hands)) for start in starts)
        waiting = {pool.submit(play_block, seed, numbers): numbers for numbers in islice(blocks, 4 * processes)}
        while waiting:
            finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                done += len(waiting.pop(future))
                actions += future.result()
                waiting |= {pool.submit(play_block, seed, numbers): numbers for numbers in islice(blocks, 1)}
            if time.monotonic() - said > 20 or done == hands:
                said = time.monotonic()
                print(f"  {done:,} hands, {actions:,} actions, {done / (said - began):,.0f} hands/s", flush=True)
    return done, actions


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first hand")
    parser.add_argument("--processes", type=int, default=0, help="0 = one for each processor")
    asked = parser.parse_args()
    play_many(asked.seed, asked.hands, asked.first, asked.processes)


if __name__ == "__main__":
    main()
