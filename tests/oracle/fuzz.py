"""Random hands on two tables at once, the engine's and the reference's, compared after every action.

Each hand follows from a seed and a number, so a difference can be replayed.
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
    Raise,
    RunOut,
    Show,
    View,
    view,
)
from bigslick.hand import events as engine
from tests.oracle import reference
from tests.oracle.games import DEEP, MOST_CHIPS, random_game, to_setup
from tests.oracle.reference import Game, Table

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


# --- play -----------------------------------------------------------------------------------------------------------

# How often each kind of move is chosen, by temper: call, smallest wager, largest, any, all-in, fold.
TEMPERS = (
    (50, 15, 5, 12, 5, 10),
    (85, 5, 1, 4, 2, 3),
    (30, 25, 10, 20, 5, 10),
    (40, 5, 5, 5, 35, 10),
    (30, 15, 5, 5, 10, 35),
)
QUIET = ((75, 12, 1, 5, 0, 7), (60, 15, 0, 5, 0, 20))  # among deep stacks, to let some hands end without an all-in
WAGERS = ("bet", "raise")
RANGES = (*WAGERS, "boards")
WISHES = ("call", "least", "most", "some", "all_in", "fold")


Move = tuple[str, Any]  # the kind, with a wager's total or a shown hand's cards


def choose(dice: random.Random, table: Table, can: dict[str, Any], temper: tuple[int, ...]) -> Move:
    """Return a legal move."""
    if can["show"]:
        if can["muck"] and dice.random() < 0.4:
            return "muck", None
        me = table["seats"][can["seat"]]
        return "show", me["hole"] if len(me["seen"]) < 2 or dice.random() < 0.1 else None
    if can["boards"]:
        return "boards", dice.choice((can["boards"][1], can["boards"][1], dice.randint(*can["boards"])))
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
    """Return a move that may well be illegal: any other kind, or a total or a card next to a legal one."""
    kind = dice.choice(
        ("fold", "check", "call", "bet", "bet", "raise", "raise", "raise", "all_in", "show", "muck", "boards")
    )
    me = table["seats"][can["seat"]]
    if kind == "show":
        return kind, dice.choice((me["hole"], me["seen"], dice.sample(range(52), 2), (me["hole"][0], 51)))
    if kind == "boards":
        return kind, dice.randint(-1, 6)
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
    """Convert an action to a move; `bet` is what the seat has in front."""
    kind = str(action.__struct_config__.tag)
    if isinstance(action, RunOut):
        return "boards", action.boards
    if isinstance(action, Bet | Raise):
        return kind, action.to if isinstance(action, Bet) or action.add is None else bet + action.add
    return kind, None


def to_action(move: Move, add: int | None = None) -> Action:
    """Convert the move to the engine's action."""
    kind, detail = move
    if kind == "bet":
        return Bet(to=detail)
    if kind == "raise":
        return Raise(to=detail) if add is None else Raise(add=add)
    if kind == "boards":
        return RunOut(boards=detail)
    if kind == "show" and detail is not None:
        return Show("".join("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in detail))
    return PLAIN[kind]


# --- comparison -----------------------------------------------------------------------------------------------------


def engine_picture(hand: Hand | View) -> dict[str, Any]:
    options = hand.options
    can: dict[str, Any] | None = None
    if options is not None:
        can = {"seat": options.seat, "fold": options.fold, "check": options.check, "call": options.call}
        can |= {"bet": options.bet_to, "raise": options.raise_to, "all_in": options.all_in}
        can |= {"show": options.show, "muck": options.muck, "boards": options.boards}
    return {
        "turn": hand.turn,
        "street": hand.street,
        "options": can,
        "stacks": hand.stacks,
        "bets": hand.bets,
        "committed": hand.committed,
        "pot": hand.pot,
        "pots": [(pot.amount, pot.seats) for pot in hand.pots],
        "board": hand.board,
        "boards": [*hand.boards],
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
    if can is not None and not can["show"] and not can["boards"]:
        facts = reference.betting(table)
        now = {"current_bet": facts["bet"], "last_full_raise": facts["full"]}
        now["acted"] = tuple([seat for seat in live if seat in facts["locked"]])
        now["may_raise"] = tuple([seat for seat in live if reference.may_wager(table, seat, facts)])
    if can is not None:
        can = {**can, **{word: range(can[word][0], can[word][1] + 1) if can[word] else range(0) for word in RANGES}}
    return {
        "turn": table["turn"],
        "street": reference.STREETS[table["street"] if table["answers"] is None else 4],
        "options": can,
        "stacks": tuple([seat["stack"] for seat in seats]),
        "bets": tuple([seat["bet"] for seat in seats]),
        "committed": tuple([seat["paid"] for seat in seats]),
        "pot": 0 if table["over"] else table["dead"] + sum([seat["paid"] for seat in seats]),
        "pots": reference.pots(table),
        "board": tuple(table["board"]),
        "boards": reference.boards(table),
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


def compare_view(hand: Hand, table: Table, picture: dict[str, Any], seat: int | None) -> None:
    """Compare a seat's view: everything except untabled cards of others, and its options on its turn."""
    seen = view(hand, seat)
    tabled = [number for number, answer in (table["answers"] or {}).items() if answer == "show"]
    log = [(*event[:2], None) if event[0] == "dealt" and event[1] != seat else event for event in table["log"]]
    compare(
        f"what seat {seat} sees",
        engine_picture(seen)
        | {"hole": seen.hole, "shown": seen.shown, "events": _in_order([_story(event) for event in seen.events])},
        picture
        | {"options": picture["options"] if seat == table["turn"] else None}
        | {"hole": () if seat is None else table["seats"][seat]["seen"], "events": _in_order(log)}
        | {"shown": {number: table["seats"][number]["hole"] for number in tabled}},
    )


def play(game: Game, dice: random.Random) -> int:
    """Play one hand on both tables; return the number of actions."""
    hand, table = Hand(to_setup(game)), reference.start(game)
    moves: list[Any] = []
    try:
        compare_holes(hand, table)
        deep = min(chips for chips in game["stacks"] if chips) >= DEEP * game["big_blind"]
        temper = dice.choice(QUIET if deep and dice.random() < 0.8 else TEMPERS)
        while True:
            can = reference.options(table)
            picture = reference_picture(table, can)
            compare("after the last move", engine_picture(hand), picture)
            if dice.random() < 0.05:
                compare_view(hand, table, picture, dice.choice((None, table["turn"], dice.randrange(len(hand.stacks)))))
            if can is None:
                break
            assert not hand.over
            assert not hand.over
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
            reference.act(table, kind, detail if kind in RANGES else None)
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
    """Compare everything known at a hand's end."""
    result = hand.result
    assert hand.over
    assert result is not None
    compare_holes(hand, table)
    for move in (("check", None), ("fold", None), ("call", None), ("raise", 10), ("show", None), ("muck", None)):
        _refuse(hand, move)
    game, seats = table["game"], table["seats"]
    unit = game["rules"]["odd_chip_unit"]
    awards = []
    payouts: dict[int, int] = {}
    for board, amount, claim, shares in table["awards"]:
        even = amount // (unit * len(shares)) * unit
        odd = {seat: chips - even for seat, chips in shares.items() if chips > even}
        awards.append((amount, claim, tuple(sorted(shares)), shares, odd, board))
        for seat, chips in shares.items():
            if chips:  # if the smallest chip is large, the last winners may get none
                payouts[seat] = payouts.get(seat, 0) + chips
    stacks = tuple(seat["stack"] for seat in seats)
    busted = tuple(seat for seat, chips in enumerate(stacks) if not chips and game["stacks"][seat])
    compare(
        "result",
        {
            "stacks": result.stacks,
            "pots": [(pot.amount, pot.seats, pot.winners, pot.shares, pot.odd_chips, pot.board) for pot in result.pots],
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
    """Return the actions that led to the reference's record."""
    asked = table["game"]["rules"]["reveal"] == "ask"
    found: list[Move] = []
    for kind, *details in table["log"]:
        if kind == "agreed":
            found.append(("boards", details[1]))
        elif kind == "wagered":
            found.append(("raise" if details[2] else "bet", details[1]))
        elif kind in ACTIONS and (asked or kind not in ("shown", "mucked")):
            found.append((ACTIONS[kind], None))
    return found


def _in_order(events: list[Any]) -> list[Any]:
    """Return the events with each seat's posts together: no rule says which seat posts first."""
    posted = [event for event in events if event[0] == "posted"]
    return sorted(posted, key=lambda event: event[1]) + events[len(posted) :]


def _story(event: engine.Event) -> tuple[Any, ...]:
    """Write an event the way the reference does."""
    match event:
        case engine.Posted(seat, kind, amount, all_in):
            return ("posted", seat, kind, amount, all_in)
        case engine.Dealt(seat, card):
            return ("dealt", seat, card)
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
        case engine.RunOutAgreed(seat, boards):
            return ("agreed", seat, boards)
        case engine.StreetDealt(street, cards, board):
            return ("street", street, cards, board)
        case engine.Shown(seat, cards, strength):
            return ("shown", seat, cards, strength)
        case engine.Mucked(seat):
            return ("mucked", seat)
        case engine.PotAwarded(pot, seat, amount, board):
            return ("won", pot, seat, amount, board)
        case engine.HandEnded(stacks):
            return ("ended", stacks)


# --- many hands -----------------------------------------------------------------------------------------------------


def play_number(seed: int, number: int) -> int:
    """Play the hand for a seed and a number."""
    dice = random.Random(seed * 10**12 + number)
    try:
        return play(random_game(dice), dice)
    except Exception as error:
        error.add_note(f"again: python -m tests.oracle.fuzz --seed {seed} --first {number} --hands 1")
        raise


def play_block(seed: int, numbers: range) -> int:
    return sum(play_number(seed, number) for number in numbers)


def play_many(seed: int, hands: int, first: int = 0, processes: int = 0, block: int = 500) -> tuple[int, int]:
    """Play this many hands on all processors, or on `processes`, printing progress; return hands and actions."""
    processes = processes or os.cpu_count() or 1
    print(f"reference fuzz: {hands:,} hands, seed {seed}, {processes} processes", flush=True)
    began = said = time.monotonic()
    done = actions = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        starts = range(first, first + hands, block)
        blocks = (range(start, min(start + block, first + hands)) for start in starts)
        waiting = {pool.submit(play_block, seed, numbers): numbers for numbers in islice(blocks, 4 * processes)}
        try:
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    done += len(waiting.pop(future))
                    actions += future.result()
                    waiting |= {pool.submit(play_block, seed, numbers): numbers for numbers in islice(blocks, 1)}
                if time.monotonic() - said > 20 or done == hands:
                    said = time.monotonic()
                    print(f"  {done:,} hands, {actions:,} actions, {done / (said - began):,.0f} hands/s", flush=True)
        except BaseException:  # after Ctrl-C or a difference, waiting blocks are not played
            pool.shutdown(wait=False, cancel_futures=True)
            raise
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
