# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Converts an Open Hand History hand to a `History`: dealing order, posts, raises as totals, run-outs, results.

The standard says where players sit and what each action adds to the pot; a history gives the dealing order and the
total of each raise. If a file contradicts itself, we refuse the hand. If it leaves something open, we go by what the
players did:

- A seated player without any action is not dealt in: every player dealt in either posts or gets to act.
- The small blind is dealt first, or the first seat left of the button if no one posts it: a dead button has no player.
- A blind is what was posted, unless the post put the player all-in; then it is what the header says.
- A player who reaches the showdown and shows nothing has mucked; a winner there has shown a hand we cannot see.
- A raise that does not raise, or that no one has the chips to call, is a call: sites cut a wager to what the others can
  pay, or give back the rest.
- No one bets before the flop of a bomb pot; in the history everyone checks there.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final

from ...action_kinds import MOST_PLAYERS, MOST_VALUE
from ...history import History
from ...history_details import DOUBLE_BOARD, Number
from ...notation import BadHistory, shorten
from ...replay.recorded_setup import INF, OURS
from ._details import PLAY_MONEY, details_of, moment, words
from .fields import OhhAction, OhhHand, OhhOwn, OhhPlayer, OhhRound

COMPILED = not __file__.endswith(".py")
VARIANTS: Final = {"NL": "NT", "PL": "PT", "FL": "FT"}
SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
UNKNOWN_TIME: Final = "1970-01-01T00:00:00Z"
"""The time that files use for an unknown time, since the standard has no other way."""
_STREETS: Final = {"Flop": (0, 3), "Turn": (6, 1), "River": (8, 1)}
"""Where each street's cards begin in the board text, and how many there are."""
FOLD, CHECK, CALL, WAGER, SMALL, BIG, ANTE, DEAD, STRADDLE, EXTRA, DEALT, OUTSIDE, CLAIM, SEAT, OTHER = range(15)
SEATING: Final = ("Added Chips", "Sits Down", "Stands Up")
_WORDS: Final = "Fold|Check|Call|Bet|Post SB|Post BB|Post Ante|Post Dead|Straddle|Post Extra Blind|Dealt Cards"
_KINDS: Final = {what: kind for kind, what in enumerate(_WORDS.split("|"))}
"""The kinds of actions; those up to `OUTSIDE` are part of the play."""
_KINDS.update({"Raise": WAGER, "Add to Pot": OUTSIDE, "Added To Pot": OUTSIDE})
_KINDS.update({"Shows Cards": CLAIM, "Mucks Cards": CLAIM} | dict.fromkeys(SEATING, SEAT))
_NAMES: Final = [f"p{place}" for place in range(1, MOST_PLAYERS + 1)]
_LEAST: Final = Decimal(0)
_MOST: Final = Decimal(MOST_VALUE + 1)
_NOTHING: Final = OhhOwn()
_HIDDEN: Final = ("??", "Xx")
_seat_of: Final = attrgetter("seat")
_CARDS: Final = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def to_history(hand: OhhHand, unknown: dict[str, Any] | None = None, file: str = "", number: int = 0) -> History:
    """Convert one hand of a file to a history; a `BadHistory` raised here has no location.

    `unknown` holds fields outside the standard, which go into the details.
    """
    if hand.game_type != "Holdem":
        raise BadHistory(f"the game is {shorten(hand.game_type)}: expected 'Holdem'")
    bet_type = hand.bet_limit.bet_type if hand.bet_limit else "NL"
    if bet_type not in VARIANTS:
        raise BadHistory(f"the bet_type is {shorten(bet_type)}: expected NL, PL or FL")
    seated = {player.id: player for player in hand.players}
    if len(seated) < len(hand.players):
        raise BadHistory("two players have the same id: expected a different one for each")
    reading = _Reading(hand, seated)
    reading.play()
    results = _results(hand, seated, reading)
    if hand.pots:
        reading.show_down(results)
    order = reading.order
    ids = [player.id for player in order]
    own = hand.own or _NOTHING
    antes, blinds = own.antes, own.blinds
    if not own.order:
        antes = [reading.antes.get(player, 0) for player in ids]
        blinds = [reading.blinds.get(player, 0) for player in ids]
        if len(order) == 2:
            antes.reverse()
            blinds.reverse()
    big = reading.big or hand.big_blind_amount or max(antes, default=0) or own.min_bet
    if not big:
        raise BadHistory("no blind and no ante: expected at least one of them")
    fixed = bet_type == "FL"
    seats = [player.seat for player in order]
    stacks: list[Number | None] = [player.starting_stack for player in order]
    if own.unknown_stacks:
        stacks = [INF if player.id in own.unknown_stacks else player.starting_stack for player in order]
    at = None
    if hand.start_date_utc and hand.start_date_utc != UNKNOWN_TIME:
        at = moment(hand.start_date_utc, "start_date_utc")
    currency = hand.currency if hand.currency and hand.currency != PLAY_MONEY else None
    details = details_of(hand, seated, reading.order, reading.boards, reading.spent, unknown)
    if reading.double_board and DOUBLE_BOARD not in details.flags:
        details.flags.append(DOUBLE_BOARD)
    winnings = [results.get(player, 0) for player in ids] if hand.pots else None
    finishing, left = None, reading.left
    if winnings is not None and not details.cash_outs:
        finishing = [left[player] + results[player] if player in results else left[player] for player in ids]
    return History(
        variant=VARIANTS[bet_type],
        ante_trimming_status=own.trimmed if own.order else True if reading.short_ante else None,
        antes=antes,
        blinds_or_straddles=blinds,
        min_bet=None if fixed else own.min_bet or big,
        small_bet=own.small_bet or big if fixed else None,
        big_bet=own.big_bet or 2 * big if fixed else None,
        starting_stacks=stacks,
        actions=reading.all_actions(),
        time=None if at is None else at.time(),
        time_zone=None if at is None else "UTC",
        day=None if at is None else at.day,
        month=None if at is None else at.month,
        year=None if at is None else at.year,
        hand=_number(hand.game_number),
        seats=seats,
        seat_count=_table_size(hand.table_size, seats),
        table=hand.table_name,
        players=[player.name for player in order],
        finishing_stacks=finishing,
        winnings=winnings,
        currency=currency,
        currency_symbol=SYMBOLS.get(currency) if currency else None,
        details=details,
        user={} if own.setup is None else {OURS: own.setup},
        file=file,
        number=number,
    )


class _Reading:
    """The actions of one hand as they are read; players are identified by their `id` in the file."""

    def __init__(self, hand: OhhHand, seated: dict[int, OhhPlayer]) -> None:
        self.hand = hand
        self.seated = seated
        self.order = _order(hand)
        self.names: dict[int, str] = {}
        self.left: dict[int, Number] = {}
        """Chips behind."""
        self.put: dict[int, Number] = {}
        """Live chips put in on this street."""
        for place, player in enumerate(self.order):
            stack = player.starting_stack
            if stack is None or not _LEAST < stack < _MOST:
                raise BadHistory(f"the starting_stack of {shorten(player.name)} is {stack}: expected an amount above 0")
            number = player.id
            self.names[number] = _NAMES[place]
            self.left[number] = stack
            self.put[number] = 0
        self.told = False
        """Whether our own field has the posts; if so, actions may omit their amounts."""
        if hand.own is not None:
            self.told = bool(hand.own.order)
            self.left |= dict.fromkeys(hand.own.unknown_stacks, INF)
        self.current: Number = 0
        """The bet to call."""
        self.matched = 0
        """How many players have made or called the street's last bet."""
        self.big: Number = 0
        self.all_in = False
        """Whether a bet has taken a player's last chip."""
        self.spent: Number = 0
        """Chips put in by all players, less uncalled bets."""
        self.refunds: dict[int, Number] = {}
        self.short_ante = False
        """Whether an ante took the last chip of a player who owed more."""
        self.antes: dict[int, Number] = {}
        self.blinds: dict[int, Number] = {}
        self.holes: dict[int, str] = {}
        self.actions: list[str] = []
        self.boards = [""]
        self.double_board = False
        """Whether there is betting on two boards."""
        self.folded: set[int] = set()
        self.claimed: dict[int, str] = {}

    def play(self) -> None:
        """Go through the rounds in order."""
        for street in self.hand.rounds:
            self._begin(street)
            for action in street.actions:
                self._take(action)
        if self.told:
            self._return(self.hand.own or _NOTHING)
        elif self.matched < 2 and self.current:
            self._refund()

    def _begin(self, street: OhhRound) -> None:
        """Deal a street's cards, ending the betting on the previous one."""
        where = street.street
        if where in _STREETS:
            if where == "Flop" and self.hand.flags and "Bomb_Pot" in words(self.hand.flags):
                self._pass_bomb_pot()
            self._deal(where, street.cards)
            if self.matched < 2 and self.current and not self.told:
                self._refund()
            for dealt_in in self.names:
                self.put[dealt_in] = 0
            self.current = 0
            self.matched = 0
        elif where != "Preflop" and where != "Showdown":
            raise BadHistory(f"the street {shorten(where)} is not one of hold'em")

    def _take(self, action: OhhAction) -> None:
        """Process one action; if it does not change the hand, it becomes a remark."""
        player = action.player_id
        if player is None or player not in self.names:
            self._other(action)
            return
        kind = _KINDS.get(action.action, OTHER)
        if kind <= WAGER and len(self.boards) > 1:
            self.double_board = True
        if kind == FOLD:
            self.folded.add(player)
            self.actions.append(self.names[player] + " f")
        elif kind == CHECK:
            if self.put[player] != self.current and not self.told:
                raise self._bad(action, f"{self.current - self.put[player]} to call")
            self.actions.append(self.names[player] + " cc")
        elif kind <= WAGER:
            self._put_in(action, player, kind)
        elif kind <= EXTRA:
            self._post(action, player, kind)
        elif kind == DEALT:
            if player in self.holes:
                raise self._bad(action, "the player has cards already")
            self.holes[player] = _cards(action.cards, 2)
        elif kind == CLAIM:
            self._claim(action, player)
        else:
            self._other(action)

    def _put_in(self, action: OhhAction, player: int, kind: int) -> None:
        """Call, bet or raise; a raise that does not raise, or that no one can call, is a call."""
        name = self.names[player]
        amount = action.amount or 0
        behind = self.left[player] - amount
        if behind < _LEAST or amount <= _LEAST:
            raise self._bad(action, f"the player has {self.left[player]}")
        self.left[player] = behind
        self.spent += amount
        current = self.current
        total = self.put[player]
        total = self.put[player] = total + amount if total else amount
        if kind == CALL:
            if total == current:
                self.matched += 1
            elif (behind or total > current) and not self.told:
                raise self._bad(action, f"{current - total + amount} to call")
            self.actions.append(name + " cc")
        elif self.told or (total > current and not (self.all_in and self._covers(player))):
            self.current = total
            self.matched = 1
            self.actions.append(f"{name} cbr {_text(total)}")
        elif behind and total < current:
            raise self._bad(action, f"the bet is {current}")
        else:
            self.matched = 0 if total > current else self.matched + 1
            self.actions.append(f"{name} cc # a raise to {_text(total)}")
        if not behind:
            self.all_in = True

    def _covers(self, player: int) -> bool:
        """Whether every other player who is still in the hand is all-in."""
        others = [left for other, left in self.left.items() if left and other != player and other not in self.folded]
        return self.current > 0 and not others

    def _pass_bomb_pot(self) -> None:
        """Have everyone check before the flop of a bomb pot, where the file has no betting."""
        able = [player for player in self.names if self.left[player]]
        if len(able) > 1 and not self.current and not [text for text in self.actions if text.startswith("p")]:
            self.actions += [f"{self.names[player]} cc" for player in able]

    def _return(self, own: OhhOwn) -> None:
        """Return the uncalled chips listed in our own field."""
        for player, back in zip(own.order, own.returned, strict=False):
            if not _LEAST <= back < _MOST:
                raise BadHistory(f"{back} is returned to a player: expected an amount of at least 0")
            self.left[player] += back
            self.spent -= back

    def _refund(self) -> None:
        """Return the uncalled chips at the end of a street."""
        first: Number = 0
        second: Number = 0
        player = -1
        for other, bet in self.put.items():
            if bet > first:
                first, second, player = bet, first, other
            elif bet > second:
                second = bet
        if first > second:
            uncalled = self.refunds[player] = first - second
            self.left[player] += uncalled
            self.spent -= uncalled

    def _post(self, action: OhhAction, player: int, kind: int) -> None:
        amount = action.amount
        if not amount:
            return
        behind = self.left[player]
        if not _LEAST < amount <= behind:
            raise self._bad(action, f"the player has {behind}")
        if self.actions and not self.actions[-1].startswith("#"):
            raise self._bad(action, "posts come before the first bet")
        behind = self.left[player] = behind - amount
        self.spent = self.spent + amount if self.spent else amount
        if not behind:
            self.all_in = True
        if kind == ANTE or kind == DEAD:
            if kind == ANTE and not behind and amount < (self.hand.ante_amount or 0):
                self.short_ante = True
                amount = self.hand.ante_amount or 0
            self.antes[player] = self.antes.get(player, 0) + amount
            return
        total = self.put[player]
        total = self.put[player] = total + amount if total else amount
        if kind == BIG and not self.big:
            self.big = self._owed(player, total, self.hand.big_blind_amount)
            self.blinds[player] = self.big
        elif kind == SMALL and player not in self.blinds:
            self.blinds[player] = self._owed(player, total, self.hand.small_blind_amount)
        elif kind == STRADDLE and total > self.current:
            self.blinds[player] = total
        else:
            self.blinds[player] = -total
        self.current = max(self.current, total, self.big)

    def _owed(self, player: int, posted: Number, blind: Number | None) -> Number:
        """Return the blind a player owes: what they post, unless it is their last chip."""
        return max(posted, blind or 0) if not self.left[player] else posted

    def _deal(self, street: str, given: list[str] | str | None) -> None:
        start, count = _STREETS[street]
        cards = _cards(given, count)
        if len(cards) != 2 * count:
            raise BadHistory(f"the {street.lower()} has {len(cards) // 2} cards: expected {count}")
        for run, board in enumerate(self.boards):
            if len(board) == start:
                self.boards[run] += cards
                break
        else:
            run, board = len(self.boards), self.boards[0]
            if len(board) < start:
                raise BadHistory(f"the {street.lower()} comes before the cards that lead to it")
            self.boards.append(board[:start] + cards)
        if not run:
            self.actions.append("d db " + cards)

    def _claim(self, action: OhhAction, player: int) -> None:
        """Read a show or muck at showdown; a show by a player who is not in the showdown becomes a remark."""
        cards = _cards(action.cards, 2) if action.action == "Shows Cards" else ""
        name = self.names[player]
        if player in self.folded:
            if cards:
                self._remark(f"{self.seated[player].name} shows {cards}")
            return
        if self.claimed.get(player) == cards and "?" not in cards:
            return  # some programs write it once before the last cards and again at the end
        self.claimed[player] = cards
        self.actions.append(f"{name} sm {cards}" if cards else f"{name} sm")

    def show_down(self, results: dict[int, Number]) -> None:
        """Add a show or muck for players at the showdown if the file has none."""
        if len(self.folded) >= len(self.names) - 1:
            return
        for player, name in self.names.items():
            if player not in self.folded and player not in self.claimed:
                self.actions.append(f"{name} sm ????" if results.get(player) else f"{name} sm")

    def all_actions(self) -> list[str]:
        """Return the deal and everything after it."""
        holes = self.holes
        deal = [f"d dh {name} {holes.get(player, '????')}" for player, name in self.names.items()]
        return deal + self.actions

    def _other(self, action: OhhAction) -> None:
        """Keep an action that does not change the hand as a remark."""
        what = action.action
        player = self.seated.get(action.player_id) if action.player_id is not None else None
        if _KINDS.get(what, OTHER) <= OUTSIDE:
            if action.player_id is not None and player is None:
                raise BadHistory(f"no player has the id {action.player_id}, which an action names")
            raise self._bad(action, "this puts money into the pot from outside of the hand")
        words = [f"{player.name}:"] if player else []
        self._remark(" ".join([*words, what, *([str(action.amount)] if action.amount else [])]))

    def _remark(self, text: str) -> None:
        self.actions.append("# " + " ".join(text.split()))

    def _bad(self, action: OhhAction, why: str) -> BadHistory:
        player = self.seated.get(-1 if action.player_id is None else action.player_id)
        what = f"{action.action} {action.amount}" if action.amount else action.action
        return BadHistory(f"{shorten(what)} of {shorten(player.name) if player else 'no player'}: {why}")


def _order(hand: OhhHand) -> list[OhhPlayer]:
    """Return the players dealt in, from the first left of the button to the button."""
    if hand.own is not None and hand.own.order:
        by_id = {player.id: player for player in hand.players}
        told = [by_id[number] for number in hand.own.order if number in by_id]
        if not 2 <= len({player.id for player in told}) == len(hand.own.order) <= MOST_PLAYERS:
            raise BadHistory(
                f"the order of the deal is {hand.own.order}: expected the ids of 2 to {MOST_PLAYERS} players"
            )
        return told
    small = big = first = None
    acting: set[int | None] = set()
    seated = len(hand.players)
    for street in hand.rounds:
        flop = street.street == "Flop"
        for action in street.actions:
            kind = _KINDS.get(action.action, OTHER)
            player_id = action.player_id
            if kind != SEAT:
                acting.add(player_id)
            if kind == SMALL:
                small = player_id if small is None else small
            elif kind == BIG:
                big = player_id if big is None else big
            elif flop and kind <= WAGER and first is None:
                first = player_id
        if len(acting) == seated and (seated > 2 or street.street != "Preflop"):
            break  # the remaining ones add nothing
    order = sorted([player for player in hand.players if player.id in acting], key=_seat_of)
    count = len(order)
    if not 2 <= count <= MOST_PLAYERS:
        raise BadHistory(f"{count} players are dealt in: expected 2 to {MOST_PLAYERS}")
    seats = [player.seat for player in order]
    if len(set(seats)) < count:
        raise BadHistory("two players are in the same seat: expected a different one for each")
    ids = [player.id for player in order]
    button = hand.dealer_seat or 0
    start = bisect_right(seats, button) % count
    if count == 2:
        if first in ids:
            start = ids.index(first)  # after the flop the button acts last, whatever it posts
        elif button not in seats:
            start = 1 - ids.index(small) if small in ids else ids.index(big) if big in ids else 0
    elif small in ids:
        start = ids.index(small)
    elif not button and big in ids:
        start = ids.index(big)
    return order[start:] + order[:start]


def _text(amount: Number) -> str:
    text = str(amount)
    return text if "E" not in text else format(amount, "f")


def _cards(given: list[str] | str | None, count: int) -> str:
    """Return cards in PHH notation; missing hole cards are unknown."""
    if type(given) is list and len(given) == count and _CARDS.issuperset(given):
        return "".join(given)
    cards = given.replace(",", " ").split() if isinstance(given, str) else (given or [])
    read = [card[:-1].replace("10", "T").upper() + card[-1:].lower() for card in cards]
    if len(read) > count:
        raise BadHistory(f"{len(read)} cards ({shorten(' '.join(read))}): expected {count} in hold'em")
    for card in read:
        if card not in _CARDS and card not in _HIDDEN:
            raise BadHistory(f"{shorten(card)} is not a card: expected a rank of 23456789TJQKA and a suit of cdhs")
    return "".join([card if card in _CARDS else "??" for card in read]) + "??" * (
        count - len(read) if count == 2 else 0
    )


def _results(hand: OhhHand, seated: dict[int, OhhPlayer], reading: _Reading) -> dict[int, Number]:
    """Return each player's winnings; refuse pots that do not match what was put in."""
    results: dict[int, Number] = {}
    total: Number = 0
    for place, pot in enumerate(hand.pots, 1):
        paid: Number = 0
        exact = True
        for win in pot.player_wins:
            player = win.player_id
            if player not in reading.names:
                who = shorten(seated[player].name) if player in seated else f"id {player}"
                raise BadHistory(f"pot {place} goes to a player who is not dealt in: {who}")
            if win.win_amount < _LEAST:
                raise BadHistory(f"pot {place} pays {win.win_amount}: expected an amount of at least 0")
            won = win.win_amount
            results[player] = results[player] + won if player in results else won
            paid = paid + won if paid else won
            exact = exact and win.cashout_amount is None
        left = pot.amount - paid - (pot.rake or 0)
        if exact and left and left != (pot.jackpot or 0):
            raise BadHistory(
                f"pot {place} has {pot.amount}, but pays {paid} and {pot.rake or 0} of rake: expected the same"
            )
        total = total + pot.amount if total else pot.amount
    if hand.pots and total != reading.spent:
        back = sum(reading.refunds.values())
        if total != reading.spent + back or not results.keys() >= reading.refunds.keys():
            raise BadHistory(f"the pots have {total}, but the players put in {reading.spent}: expected the same")
        for player, uncalled in reading.refunds.items():  # some sites count an uncalled bet as won
            results[player] -= uncalled
    return results


def _table_size(given: int | str | None, seats: list[int]) -> int | None:
    """Return the number of seats; some programs write it as a string, and too low."""
    if isinstance(given, str):
        given = int(given) if given.isdecimal() and len(given) < 5 else None
    return max(given, *seats) if given else None


def _number(given: str | int | None) -> int | str | None:
    """Return a hand's number as an int if the text is exactly that int."""
    if isinstance(given, str) and given.isdecimal() and given.isascii() and given[0] != "0" and len(given) < 19:
        return int(given)
    return given
