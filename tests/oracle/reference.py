"""One hand of hold'em, written a second time from the rules alone: a second opinion on the engine.

It imports nothing from bigslick. A game is a dictionary with a setup's fields, its rules as another dictionary, and
under `hidden` the deck positions of unrecorded hole cards. A table is a dictionary too, with a dictionary for each
seat. A street remembers only who did what; the bet to match, the last full raise and who may raise are worked out from
that list whenever they are needed. Cards are numbers from 0 to 51: the rank is card // 4, from deuce to ace, and the
suit card % 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

Game = dict[str, Any]
Table = dict[str, Any]
Event = tuple[Any, ...]

STREETS = ("preflop", "flop", "turn", "river", "showdown")


# --- cards ----------------------------------------------------------------------------------------------------------


def best_hand(cards: Collection[int]) -> tuple[int, ...]:
    """Return the best five of five to seven cards as category and ranks, which compare like hands (S2 6.2, S3 §6)."""
    counts = [0] * 13
    suits: list[list[int]] = [[], [], [], []]
    for card in cards:
        counts[card // 4] += 1
        suits[card % 4].append(card // 4)
    flush = next((sorted(suit, reverse=True) for suit in suits if len(suit) >= 5), None)
    if flush and (high := _straight(flush)) is not None:
        return (8, high)
    groups = sorted(((count, rank) for rank, count in enumerate(counts) if count), reverse=True)
    (most, first), (more, second) = groups[0], groups[1]
    ranks = [rank for rank in range(12, -1, -1) if counts[rank]]
    if most == 4:
        return (7, first, next(rank for rank in ranks if rank != first))
    if most == 3 and more >= 2:
        return (6, first, second)
    if flush:
        return (5, *flush[:5])
    if (high := _straight(ranks)) is not None:
        return (4, high)
    others = [rank for rank in ranks if rank != first]
    if most == 3:
        return (3, first, *others[:2])
    if more == 2:
        return (2, first, second, next(rank for rank in others if rank != second))
    if most == 2:
        return (1, first, *others[:3])
    return (0, *ranks[:5])


def _straight(ranks: Iterable[int]) -> int | None:
    """Return the top rank of the best straight; an ace can also play below a deuce."""
    bits = sum(1 << (rank + 1) for rank in ranks)
    bits |= bits >> 13 & 1
    return next((top - 1 for top in range(13, 3, -1) if bits >> (top - 4) & 31 == 31), None)


def _every_strength() -> dict[tuple[int, ...], int]:
    """Return every hand, worst first: at most four of a rank in mixed suits, and five ranks in one suit."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            found.add(best_hand([4 * rank + place % 4 for place, rank in enumerate(ranks)]))
    found |= {best_hand([4 * rank for rank in ranks]) for ranks in combinations(range(13), 5)}
    return {hand: strength for strength, hand in enumerate(sorted(found))}


STRENGTHS = _every_strength()


# --- pots -----------------------------------------------------------------------------------------------------------


def make_pots(paid: Sequence[int], live: Collection[int], dead: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots and the seats that can win them, main pot first (rules 3.1).

    Every live seat can win dead chips. A seat's k-th chip can be won by the live seats that paid k chips; if there are
    none, it joins the pot below. Chips with the same claims make one pot.
    """
    everyone = tuple(sorted(live))
    layers = [(dead, everyone)]
    below = 0
    for level in sorted(set(paid)):
        chips = (level - below) * len([mine for mine in paid if mine >= level])
        layers.append((chips, tuple([seat for seat in everyone if paid[seat] >= level]) or layers[-1][1]))
        below = level
    pots: list[tuple[int, tuple[int, ...]]] = []
    for chips, claim in layers:
        if not chips:
            continue
        if pots and pots[-1][1] == claim:
            chips += pots.pop()[0]
        pots.append((chips, claim))
    return pots


def split(amount: int, winners: Collection[int], button: int, seats: int, unit: int) -> dict[int, int]:
    """Return a pot's shares: equal, with the remainder going one unit each clockwise from the button (TDA 20-A)."""
    order = [seat for seat in around(button, seats) if seat in winners]
    even = amount // (unit * len(order)) * unit
    left = amount - even * len(order)
    shares = {}
    for seat in order:
        odd = min(unit, left)
        shares[seat] = even + odd
        left -= odd
    return shares


def around(seat: int, seats: int) -> list[int]:
    """Return all seats clockwise, starting left of this one and ending with it."""
    return [(seat + step) % seats for step in range(1, seats + 1)]


# --- posting and dealing --------------------------------------------------------------------------------------------


def start(game: Game) -> Table:
    """Return a table with everything posted and dealt, at the first decision."""
    seats = [
        {"stack": chips, "bet": 0, "paid": 0, "live": chips > 0, "hole": (), "seen": ()} for chips in game["stacks"]
    ]
    table: Table = {
        "game": game,
        "seats": seats,
        "dead": 0,
        "antes": 0,
        "missing": 0,
        "street": 0,
        "moves": [],
        "board": [],
        "second": [],
        "log": [],
        "refunds": {},
        "over": False,
        "answers": None,
        "wanted": None,
        "boards": [],
    }
    _post_all(table)
    table["posted"] = max(seat["bet"] for seat in seats)
    deck = iter(game["deck"])
    order = [seat for seat in around(game["button"], len(seats)) if game["stacks"][seat]]
    for place, seat in enumerate(2 * order):
        card = next(deck)
        known = place not in game["hidden"]
        seats[seat]["hole"] += (card,)
        seats[seat]["seen"] += (card,) if known else ()
        table["log"].append(("dealt", seat, card if known else None))
    table["deck"] = deck
    _go_on(table)
    return table


def _post_all(table: Table) -> None:
    game, rules = table["game"], table["game"]["rules"]
    ante_first = rules["ante_order"] == "ante_first" or (rules["ante_order"] is None and rules["ante"] == "per_player")
    if ante_first:
        _post_antes(table)
    for seat, blind, kind in (
        (game["small_blind_seat"], game["small_blind"], "small_blind"),
        (game["big_blind_seat"], game["big_blind"], "big_blind"),
    ):
        table["missing"] += blind - (0 if seat is None else _post(table, seat, blind, kind))
    for seat, amount in game["straddles"]:
        _post(table, seat, amount, "straddle")
    for kind in ("live", "dead"):
        for number in range(len(table["seats"])):
            owed = [live if kind == "live" else dead for seat, live, dead in game["posts"] if seat == number]
            _post(table, number, sum(owed), kind)
    if not ante_first:
        _post_antes(table)


def _post_antes(table: Table) -> None:
    game = table["game"]
    payers = {
        "per_player": [seat for seat in around(game["button"], len(table["seats"])) if game["stacks"][seat]],
        "big_blind": [] if game["big_blind_seat"] is None else [game["big_blind_seat"]],
        "button": [game["button"]],
    }
    for seat in payers[game["rules"]["ante"]]:
        table["antes"] += _post(table, seat, game["ante"], "ante")


def _post(table: Table, seat: int, amount: int, kind: str) -> int:
    """Take as much of an amount as the seat can pay: a bet, an ante that others match, or dead chips."""
    player = table["seats"][seat]
    amount = min(amount, player["stack"])
    player["stack"] -= amount
    if kind == "dead" or (kind == "ante" and table["game"]["rules"]["ante"] != "per_player"):
        table["dead"] += amount
    else:
        player["paid"] += amount
        player["bet"] += amount if kind != "ante" else 0
    if amount:
        table["log"].append(("posted", seat, kind, amount, player["stack"] == 0))
    return int(amount)


def _deal_street(table: Table, board: int = 0) -> None:
    if table["game"]["rules"]["burn"]:
        next(table["deck"])
    table["street"] += 1
    cards = tuple(next(table["deck"]) for _ in range(3 if table["street"] == 1 else 1))
    table["board"] += cards
    table["log"].append(("street", STREETS[table["street"]], cards, board))
    if table["game"]["double_board"]:  # after the same burn, as many cards for the board below
        cards = tuple(next(table["deck"]) for _ in cards)
        table["second"] += cards
        table["log"].append(("street", STREETS[table["street"]], cards, 1))


# --- betting --------------------------------------------------------------------------------------------------------


def betting(table: Table) -> dict[str, Any]:
    """Return the state of the betting after this street's posts and moves.

    It holds the bet to match, the last full raise, who has acted, and who is locked by having acted since the last full
    raise. Posts set the price and the first raise (rules 1.6). A full raise is at least as large as the last (TDA 43,
    rules 2.1); in fixed-limit half a bet is enough, counted from the last complete bet (Robert 3).
    """
    game, rules = table["game"], table["game"]["rules"]
    fixed = rules["limit"] == "fixed"
    small_bet = game["small_bet"] or game["big_blind"]
    size = small_bet if table["street"] < 2 else game["big_bet"] or 2 * small_bet
    bet, full, bets = 0, game["min_bet"] or game["big_blind"], 0
    if table["street"] == 0:
        due = max(game["big_blind"], *[amount for _, amount, *_ in (*game["straddles"], *game["posts"])], 0)
        bet = due if rules["short_blind_price"] == "full" else table["posted"]
        full, bets = max(full, due), int(bet > 0)
    complete = bet
    acted: set[int] = set()
    locked: set[int] = set()
    for seat, to in table["moves"]:
        if to is not None:
            over = to - bet
            if (2 * (to - complete) >= size) if fixed else (over >= full):
                full, complete, bets = over, to, bets + 1
            if (2 * over >= size) if fixed else (over >= full):
                locked.clear()
            bet = to
        acted.add(seat)
        locked.add(seat)
    return {
        "bet": bet,
        "full": size if fixed else full,
        "acted": acted,
        "locked": locked,
        "next": complete + size if fixed else bet + full,
        "reopens": (size + 1) // 2 if fixed else full,
        "capped": fixed and 0 < rules["bets_per_street"] <= bets,
    }


def to_act(table: Table) -> int | None:
    """Return the seat to ask next on this street, if any (rules 1.6, 2.4)."""
    game, seats = table["game"], table["seats"]
    if game["bomb_pot"] and table["street"] == 0:
        return None  # deal the flop at once
    facts = betting(table)
    able = [number for number, seat in enumerate(seats) if seat["live"] and seat["stack"]]
    if sum(seat["live"] for seat in seats) < 2 or not able:
        return None
    if len(able) == 1:
        me = seats[able[0]]
        if me["bet"] >= max(seat["bet"] for seat in seats if seat["live"] and seat is not me):
            return None
    if table["moves"]:
        last = table["moves"][-1][0]
    elif table["street"]:
        last = game["button"]
    elif game["straddles"]:
        last = game["straddles"][-1][0]
    else:
        blinds = [seat for seat in (game["big_blind_seat"], game["small_blind_seat"]) if seat is not None]
        last = blinds[0] if blinds else game["button"]
    for seat in around(last, len(seats)):
        if seat in able and (seat not in facts["acted"] or seats[seat]["bet"] < facts["bet"]):
            return seat
    return None


# --- several boards -------------------------------------------------------------------------------------------------


def boards(table: Table) -> list[tuple[int, ...]]:
    """Return every board as it is now."""
    if table["boards"]:
        return list(table["boards"])
    lower = [tuple(table["second"])] if table["game"]["double_board"] else []
    return [tuple(table["board"]), *lower]


def _most_boards(table: Table) -> int:
    """Return how many boards the hand can be run out on: as the rules and the remaining cards allow."""
    burn = int(table["game"]["rules"]["burn"])
    players = sum(chips > 0 for chips in table["game"]["stacks"])
    left = 52 - 2 * players - len(table["board"]) - burn * table["street"]
    each = sum(burn + (3 if street == 1 else 1) for street in range(table["street"] + 1, 4))
    return int(min(table["game"]["rules"]["run_outs"], left // each))


def _want_boards(table: Table, seat: int, boards: int) -> None:
    """Take one seat's answer, left of the button first; a vote for a single board ends it."""
    table["wanted"].append((seat, boards))
    table["log"].append(("agreed", seat, boards))
    order = [
        number for number in around(table["game"]["button"], len(table["seats"])) if table["seats"][number]["live"]
    ]
    if boards > 1 and len(table["wanted"]) < len(order):
        table["turn"] = order[len(table["wanted"])]
        return
    _go_on(table)


def _run_further_boards(table: Table) -> None:
    """Run out every board after the first from the same deck, each with its own burns."""
    shared, first = table["shared"], tuple(table["board"])
    found = [first]
    for number in range(1, min(boards for _, boards in table["wanted"])):
        table["board"], table["street"] = list(first[:shared]), max(0, shared - 2)
        while table["street"] < 3:
            _deal_street(table, number)
        found.append(tuple(table["board"]))
    table["board"], table["boards"] = list(first), found


NO_BETTING = {"fold": False, "check": False, "call": 0, "bet": None, "raise": None, "all_in": None}


def options(table: Table) -> dict[str, Any] | None:
    """Return the options of the seat to act, with a wager's smallest and largest total; None when the hand is over."""
    if table["over"]:
        return None
    can: dict[str, Any] = {"seat": table["turn"], **NO_BETTING, "show": False, "muck": False, "boards": None}
    if table["wanted"] is not None and not table["boards"] and table["answers"] is None:
        return {**can, "boards": (1, _most_boards(table))}
    if table["answers"] is not None:
        return {**can, "show": True, "muck": _may_muck(table, table["turn"])}
    rules, facts = table["game"]["rules"], betting(table)
    me = table["seats"][table["turn"]]
    bet, total = facts["bet"], me["bet"] + me["stack"]
    can["call"] = min(me["stack"], bet - me["bet"])
    can["check"] = can["call"] == 0
    can["fold"] = not can["check"] or rules["open_fold"]
    if may_wager(table, table["turn"], facts):
        least = facts["next"]
        most = {"none": total, "pot": max(least, _pot_limit(table, bet, me)), "fixed": least}[rules["limit"]]
        can["raise" if bet else "bet"] = (min(least, total), min(most, total))
        can["all_in"] = total if total <= most else None
    elif total <= bet:
        can["all_in"] = total
    elif can["call"] and not _has_answer(table, me, bet):
        can["all_in"] = bet
    return can


def may_wager(table: Table, seat: int, facts: Mapping[str, Any]) -> bool:
    """Whether betting is open to a seat: it has the chips, and an opponent could answer (rules 2.1, 2.2)."""
    me, bet = table["seats"][seat], facts["bet"]
    if facts["capped"] or not me["live"] or me["bet"] + me["stack"] <= bet or not _has_answer(table, me, bet):
        return False
    if table["game"]["rules"]["reopening"] == "single":
        return seat not in facts["locked"]
    return seat not in facts["acted"] or bet - me["bet"] >= facts["reopens"]


def _has_answer(table: Table, me: Mapping[str, Any], bet: int) -> bool:
    """Whether an opponent has chips to put in beyond the bet."""
    for seat in table["seats"]:
        if seat is not me and seat["live"] and seat["stack"] and seat["bet"] + seat["stack"] > bet:
            return True
    return False


def _pot_limit(table: Table, bet: int, me: Mapping[str, Any]) -> int:
    """Return the bet, everything in the middle and the call (TDA 54, rules 2.3)."""
    rules = table["game"]["rules"]
    middle = table["dead"] + sum(seat["paid"] for seat in table["seats"])
    if table["street"] == 0:
        middle += table["missing"] if rules["pot_full_blinds"] else 0
        middle -= 0 if rules["pot_counts_antes"] else table["antes"]
    return int(bet + middle + bet - me["bet"])


def statuses(table: Table) -> tuple[str, ...]:
    """Return each seat's status (S3 §1)."""
    found = []
    for chips, seat in zip(table["game"]["stacks"], table["seats"], strict=True):
        if not chips:
            found.append("empty")
        elif not seat["stack"] and table["over"]:
            found.append("busted")
        elif not seat["live"]:
            found.append("folded")
        else:
            found.append("active" if seat["stack"] else "all_in")
    return tuple(found)


def is_legal(can: dict[str, Any], kind: str, to: int | None = None) -> bool:
    """Whether this is among the options."""
    if kind in ("bet", "raise", "boards"):
        return can[kind] is not None and to is not None and can[kind][0] <= to <= can[kind][1]
    return can[kind] is not None if kind == "all_in" else bool(can[kind])


def act(table: Table, kind: str, to: int | None = None) -> None:
    """Take a legal action, and do everything that follows without another decision."""
    can = options(table)
    assert can is not None
    assert is_legal(can, kind, to), (kind, to)
    seat, log = table["turn"], table["log"]
    me = table["seats"][seat]
    if kind == "all_in":
        called = can["call"] and can["all_in"] == me["bet"] + can["call"]
        kind, to = ("call", None) if called else ("raise", can["all_in"])
    if kind in ("show", "muck"):
        _answer(table, seat, kind)
        return
    if kind == "boards":
        assert to is not None
        _want_boards(table, seat, to)
        return
    table["moves"].append((seat, to))
    if kind == "fold":
        me["live"] = False
        log.append(("folded", seat))
    elif kind == "check":
        log.append(("checked", seat))
    else:
        chips = can["call"] if to is None else to - me["bet"]
        said = ("called", seat, chips) if to is None else ("wagered", seat, to, me["bet"] + can["call"])
        log.append((*said, chips == me["stack"]))
        for name, change in (("stack", -chips), ("bet", chips), ("paid", chips)):
            me[name] += change
    _go_on(table)


def _go_on(table: Table) -> None:
    """Advance to the next decision, past streets without betting."""
    while (seat := to_act(table)) is None:
        _refund(table)
        for player in table["seats"]:
            player["bet"] = 0
        if sum(seat["live"] for seat in table["seats"]) == 1:
            _award(table)
            return
        if table["street"] == 3:
            if table["wanted"]:
                _run_further_boards(table)
            table["boards"] = boards(table)
            _show_down(table)
            return
        table["moves"] = []
        can_bet = sum(player["live"] and player["stack"] > 0 for player in table["seats"]) > 1
        if not can_bet and table["wanted"] is None and _most_boards(table) > 1:
            table["wanted"], table["shared"] = [], len(table["board"])
            table["turn"] = next(
                number
                for number in around(table["game"]["button"], len(table["seats"]))
                if table["seats"][number]["live"]
            )
            return
        _deal_street(table)
    table["turn"] = seat


def _refund(table: Table) -> None:
    """Give back the uncalled part of a live seat's bet."""
    *_, (second, _), (first, top) = sorted((seat["paid"], number) for number, seat in enumerate(table["seats"]))
    player = table["seats"][top]
    if first > second and player["live"]:
        player["stack"] += first - second
        player["paid"] -= first - second
        table["refunds"][top] = table["refunds"].get(top, 0) + first - second
        table["log"].append(("refunded", top, first - second))


# --- showdown -------------------------------------------------------------------------------------------------------


def pots(table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots without the bets in front."""
    paid = [seat["paid"] - seat["bet"] for seat in table["seats"]]
    return make_pots(paid, _claims(table), table["dead"])


def _claims(table: Table) -> list[int]:
    """Return the seats that have not folded; mucking does not give up a claim."""
    mucked = [seat for seat, answer in (table["answers"] or {}).items() if answer == "muck"]
    return [number for number, seat in enumerate(table["seats"]) if seat["live"] or number in mucked]


def _show_down(table: Table) -> None:
    """Table the hands in order: the river's last aggressor first, unless someone is all-in (TDA 16, 17)."""
    game, seats = table["game"], table["seats"]
    table["all_in"] = any(seat["live"] and not seat["stack"] for seat in seats)
    wagers = [seat for seat, to in table["moves"] if to is not None]
    before = wagers[-1] - 1 if wagers and not table["all_in"] else game["button"]
    table["order"] = [seat for seat in around(before, len(seats)) if seats[seat]["live"]]
    table["answers"] = {}
    table["strengths"] = {seat: best_hand((*seats[seat]["hole"], *table["board"])) for seat in table["order"]}
    if game["rules"]["reveal"] == "ask":
        table["turn"] = table["order"][0]
        return
    best: list[tuple[int, ...]] = [() for _ in table["boards"]]
    for seat in table["order"]:
        made = [best_hand((*seats[seat]["hole"], *board)) for board in table["boards"]]
        beaten = all(mine < top for mine, top in zip(made, best, strict=True))
        beaten = beaten and game["rules"]["reveal"] == "muck" and not table["all_in"]
        best = [max(pair) for pair in zip(made, best, strict=True)]
        _answer(table, seat, "muck" if beaten else "show")


def _may_muck(table: Table, seat: int) -> bool:
    """Whether a hand can be mucked: not a known hand after an all-in (TDA 16), nor the last claim to a pot."""
    if table["all_in"] and len(table["seats"][seat]["seen"]) == 2:
        return False
    live = [number for number, player in enumerate(table["seats"]) if player["live"] and number != seat]
    return all(set(claim) & set(live) for _, claim in pots(table) if seat in claim)


def may_show(table: Table, cards: Sequence[int]) -> bool:
    """Whether the seat being asked can show this hand: two cards, including any known ones, not in play elsewhere."""
    seats = table["seats"]
    me = seats[table["turn"]]
    others = {card for board in boards(table) for card in board}
    others |= {card for seat in seats if seat is not me for card in seat["seen"]}
    return len(cards) == len({*cards}) == 2 and {*me["seen"]} <= {*cards} and not others & {*cards}


def _answer(table: Table, seat: int, kind: str) -> None:
    player = table["seats"][seat]
    table["answers"][seat] = kind
    if kind == "muck":
        player["live"] = False
        table["log"].append(("mucked", seat))
    else:
        player["seen"] = player["hole"]
        table["log"].append(("shown", seat, player["hole"], STRENGTHS[table["strengths"][seat]]))
    left = table["order"][len(table["answers"]) :]
    if left:
        table["turn"] = left[0]
    else:
        _award(table)


def _award(table: Table) -> None:
    """Give each pot to its best hands, last side pot first (TDA 20, 21).

    Several boards get equal parts of each pot, and the first also gets what cannot be divided.
    """
    game, seats = table["game"], table["seats"]
    table["over"] = True
    table["turn"] = None
    table["awards"] = []
    for number, (amount, claim) in reversed(list(enumerate(pots(table)))):
        unit, shown = game["rules"]["odd_chip_unit"], table["boards"] or [()]  # without a showdown the pot is whole
        part = amount // (unit * len(shown)) * unit
        awards = []
        for board, cards in enumerate(shown):
            winners = [seat for seat in claim if seats[seat]["live"]]
            if table["answers"]:
                strengths = {seat: best_hand((*seats[seat]["hole"], *cards)) for seat in winners}
                winners = [seat for seat in winners if strengths[seat] == max(strengths.values())]
            paid = part if board else amount - part * (len(shown) - 1)
            shares = split(paid, winners, game["button"], len(seats), unit)
            awards.append((board, paid, claim, shares))
            for seat, chips in shares.items():
                seats[seat]["stack"] += chips
                if paid:
                    table["log"].append(("won", number, seat, chips, board))
        table["awards"] = awards + table["awards"]
    table["log"].append(("ended", tuple(seat["stack"] for seat in seats)))


def busted_by(table: Table, seat: int) -> int:
    """Return the first winner, left of the button, of the last pot that a busted seat could win."""
    last = [claim for _, claim in pots(table) if seat in claim][-1]
    winners = next(shares for _, _, claim, shares in table["awards"] if claim == last)
    return next(winner for winner in around(table["game"]["button"], len(table["seats"])) if winner in winners)
