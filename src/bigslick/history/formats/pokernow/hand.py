"""Reads one hand of a PokerNow log: its lines, oldest first, become an Open Hand History hand, then a history.

The log and the standard agree on most things: seats, posts of every kind, streets that can come twice. They differ on
amounts: the log gives the player's total on the street (`raises to 60`, and also `calls 60`), and the standard gives
what the action adds. A missing small blind is dead money; a missed big blind is live. In a bomb pot everyone posts the
same amount before the deal, and no one bets before the flop; on a double board each street comes twice, the second
time as `Flop (second board)`.

Lines that change nothing in the hand, such as `"Ann @ x1" chooses to run it twice.`, stay in place as remarks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from ...history import History
from ...history_details import Number
from ...notation import BadHistory, shorten
from ..ohh._to_history import to_history
from ..ohh.fields import OhhAction, OhhBetLimit, OhhHand, OhhPlayer, OhhPlayerWin, OhhPot, OhhRound

SITE: Final = "PokerNow"
_TABLE_SIZE: Final = 10
_LONGEST: Final = 4096
"""The longest first line and stack list we accept: ten names need far less, and longer ones take too long to search."""
_WHO: Final = r'"(?P<name>.+?) [@#] (?P<id>[-\w]+)"'
_AMOUNT: Final = r"(?P<amount>[0-9][0-9,]*(?:\.[0-9]+)?)"
START: Final = re.compile(
    r"-- starting hand #(?P<number>\d+)\s*(?:\(id: (?P<id>[-\w]+)\)\s*)?\(?(?P<game>[A-Z7][^()\"]*?)\)?\s*"
    r"\((?:dealer: (?:\"(?P<dealer>.+) [@#] (?P<dealer_id>[-\w]+)\")|dead button)\) --"
)
"""The first line of a hand."""
END: Final = re.compile(r"-- ending hand #(\d+) --")
_STACK: Final = re.compile(rf"#(?P<seat>\d+) {_WHO} \({_AMOUNT}\)")
_ACTS: Final = re.compile(rf"{_WHO} (?P<rest>.+)", re.DOTALL)
_POSTS: Final = re.compile(
    rf"posts an? (?P<what>[a-z ]+?) of {_AMOUNT}(?P<bomb> \(bomb pot bet\))?(?: and go all in)?\s*"
)
_BETS: Final = re.compile(
    rf"(?P<what>calls|bets|raises to|all in with) {_AMOUNT}(?P<bomb> \(bomb pot bet\))?(?: and (?:go|is) all in)?\s*"
)
_SHOWS: Final = re.compile(r"shows an? (?P<cards>[^.]+)\.?")
_COLLECTS: Final = re.compile(rf"collected {_AMOUNT} from pot.*", re.DOTALL)
_BOARD: Final = re.compile(
    r"(?P<street>flop|turn|river)(?: \((?P<run>[a-z]+) (?P<what>run|board)\))?:[^\[]*\[(?P<cards>[^\]]*)\]",
    re.IGNORECASE,
)
_UNCALLED: Final = re.compile(rf"Uncalled bet of {_AMOUNT} returned to {_WHO}")
_CHANGED: Final = re.compile(
    r"The game's (small blind|big blind|ante) was changed from \S+ to ([0-9][0-9,]*(?:\.[0-9]+)?)\."
)
_KINDS: Final = {
    "ante": "Post Ante",
    "small blind": "Post SB",
    "big blind": "Post BB",
    "straddle": "Straddle",
    "missing small blind": "Post Dead",
    "missed big blind": "Post Extra Blind",
}
_LIMITS: Final = {"No Limit": "NL", "Pot Limit": "PL", "Fixed Limit": "FL", "Limit": "FL"}
_SUITS: Final = {"♥": "h", "♠": "s", "♦": "d", "♣": "c"}


class LogLine(NamedTuple):
    """A log line: what happened, when, and its number, which grows over time; "" if the line is damaged."""

    entry: str
    at: str
    order: str


class LoggedBlinds:
    """The blinds and the ante named so far in a log, needed when a post puts a player all-in for less."""

    def __init__(self) -> None:
        self.amounts: dict[str, Number] = {"small blind": 0, "big blind": 0, "ante": 0}

    def hear(self, entry: str) -> None:
        """Update them from a line."""
        if found := _CHANGED.fullmatch(entry.strip()):
            self.amounts[found[1]] = _number(found[2])


def read_hand(lines: Sequence[LogLine], blinds: LoggedBlinds, hero: str | None, table: str | None) -> History:
    """Make a history from a hand's lines; a `BadHistory` raised here has no location. `hero` is a player's id."""
    return _Log(lines, blinds, hero, table).history()


class _Log:
    """One hand as its lines are read; players have the site's ids here, and seats in the standard."""

    def __init__(self, lines: Sequence[LogLine], blinds: LoggedBlinds, hero: str | None, table: str | None) -> None:
        first = lines[0].entry if lines else ""
        start = START.fullmatch(first.strip()) if len(first) <= _LONGEST else None
        if start is None:
            raise BadHistory(f"{shorten(first)} is not the first line of a hand: expected '-- starting hand #…'")
        self.start = start
        self.lines = lines
        self.blinds = blinds
        self.hero = hero
        self.table = table
        self.seats: dict[str, int] = {}
        self.names: dict[str, str] = {}
        self.players: list[OhhPlayer] = []
        self.rounds = [OhhRound(street="Preflop", actions=[])]
        self.put: dict[str, Number] = {}
        self.won: dict[int, Number] = {}
        self.flags: list[str] = []
        self.shown: dict[str, list[str]] = {}

    def history(self) -> History:
        limit, _, game = self.start["game"].strip().partition(" Limit ")
        if game != "Texas Hold'em":
            raise BadHistory(f"the game is {shorten(self.start['game'].strip())}: expected No Limit Texas Hold'em")
        for line in self.lines[1:]:
            if not line.order:
                raise BadHistory(f"{shorten(line.entry)} is not a line of a log: expected 'entry,at,order' in UTF-8")
            self._hear(line.entry.strip())
        if not self.players:
            raise BadHistory("the stacks are missing: expected the line 'Player stacks: …'")
        dealt = {action.player_id for action in self.rounds[0].actions if action.action == "Dealt Cards"}
        self.rounds[0].actions += [
            OhhAction(player_id=seat, action="Dealt Cards") for seat in self.seats.values() if seat not in dealt
        ]  # every player with a stack is dealt in, even if we could read none of their lines
        total: Number = sum(self.won.values())
        wins = [OhhPlayerWin(player_id=seat, win_amount=amount) for seat, amount in self.won.items()]
        known = self.blinds.amounts
        hand = OhhHand(
            site_name=SITE,
            game_number=self.start["number"],
            start_date_utc=self.lines[0].at or None,
            table_name=self.table,
            game_type="Holdem",
            bet_limit=OhhBetLimit(bet_type=_LIMITS.get(f"{limit} Limit", "NL")),
            table_size=_TABLE_SIZE,
            dealer_seat=self.seats.get(self.start["dealer_id"] or ""),
            small_blind_amount=known["small blind"],
            big_blind_amount=known["big blind"],
            ante_amount=known["ante"],
            hero_player_id=self.seats.get(self.hero or ""),
            flags=self.flags,
            players=self.players,
            rounds=self.rounds,
            pots=[OhhPot(amount=total, rake=0, player_wins=wins)] if wins else [],
        )
        history = to_history(hand)
        assert history.details is not None
        extra: dict[str, Any] = {"ids": {name: key for key, name in self.names.items()}}
        if self.start["id"]:
            extra["id"] = self.start["id"]
        if self.start["dealer_id"] is None:
            extra["dead_button"] = True
        history.details.extra = {"pokernow": extra}
        return history

    def _hear(self, entry: str) -> None:
        self.blinds.hear(entry)
        if entry.startswith("Player stacks:"):
            self._seat(entry)
        elif found := _ACTS.fullmatch(entry):
            if found["id"] in self.seats:
                self._act(found["id"], found["rest"], entry)
            else:
                self._remark(entry)
        elif found := _BOARD.fullmatch(entry):
            self._deal(found)
        elif entry.startswith("Your hand is "):
            cards = _cards(entry.removeprefix("Your hand is "))
            if self.hero in self.seats:
                self._add(self.seats[self.hero], "Dealt Cards", cards=cards)
            else:
                self._remark(entry)
        elif not (END.fullmatch(entry) or _UNCALLED.fullmatch(entry)):
            if entry == "All players in hand choose to run it twice.":
                self.flags.append("Run_It_Twice")
            self._remark(entry)

    def _seat(self, entry: str) -> None:
        if self.players or len(entry) > _LONGEST:
            raise BadHistory("the stacks come twice or take too long a line: expected one line of at most ten players")
        for found in _STACK.finditer(entry):
            key, seat = found["id"], int(found["seat"])
            name = found["name"]
            if name in self.names.values():
                name = f"{name} @ {key}"
            if key in self.seats:
                raise BadHistory(f"{shorten(name)} has two seats in this hand: expected one")
            self.seats[key] = seat
            self.names[key] = name
            self.players.append(OhhPlayer(id=seat, seat=seat, name=name, starting_stack=_number(found["amount"])))
        self.put = dict.fromkeys(self.seats, 0)

    def _act(self, key: str, rest: str, entry: str) -> None:
        """Read a player's action."""
        seat = self.seats[key]
        if rest == "folds":
            self._add(seat, "Fold")
        elif rest == "checks":
            self._add(seat, "Check")
        elif found := _BETS.fullmatch(rest):
            total = _number(found["amount"])
            if found["bomb"]:
                self._bomb(seat, total)
                return
            what = {"calls": "Call", "bets": "Bet"}.get(found["what"], "Raise")
            self._add(seat, what, total - self.put[key])
            self.put[key] = total
        elif found := _POSTS.fullmatch(rest):
            self._post(key, found["what"], _number(found["amount"]), bomb=bool(found["bomb"]))
        elif found := _SHOWS.fullmatch(rest):
            self._show(key, _cards(found["cards"]))
        elif found := _COLLECTS.fullmatch(rest):
            self.won[seat] = self.won.get(seat, 0) + _number(found["amount"])
        else:
            self._remark(entry)

    def _post(self, key: str, what: str, amount: Number, *, bomb: bool) -> None:
        seat = self.seats[key]
        if bomb:
            self._bomb(seat, amount)
            return
        kind = _KINDS.get(what)
        if kind is None:
            raise BadHistory(f"a post of {shorten(what)} is not known: expected {', '.join(_KINDS)}")
        known = self.blinds.amounts
        if what in known and amount > known[what]:
            known[what] = amount
        if kind in ("Post Ante", "Post Dead"):
            self._add(seat, kind, amount)
        else:
            self._add(seat, kind, amount - self.put[key])
            self.put[key] = amount

    def _bomb(self, seat: int, amount: Number) -> None:
        if "Bomb_Pot" not in self.flags:
            self.flags.append("Bomb_Pot")
        self._add(seat, "Post Ante", amount)

    def _deal(self, found: re.Match[str]) -> None:
        if found["what"] == "board" and "Double_Board" not in self.flags:
            self.flags.append("Double_Board")
        self.put = dict.fromkeys(self.put, 0)
        street = found["street"].capitalize()
        self.rounds.append(OhhRound(street=street, cards=_cards(found["cards"]), actions=[]))

    def _show(self, key: str, cards: list[str]) -> None:
        """Read a show; a second card shown separately completes the first."""
        before = self.shown.setdefault(key, [])
        before += [card for card in cards if card not in before]
        if self.rounds[-1].street != "Showdown":
            self.rounds.append(OhhRound(street="Showdown", actions=[]))
        self._add(self.seats[key], "Shows Cards", cards=list(before))

    def _remark(self, entry: str) -> None:
        self.rounds[-1].actions.append(OhhAction(action=entry))

    def _add(self, seat: int, what: str, amount: Number | None = None, cards: list[str] | None = None) -> None:
        self.rounds[-1].actions.append(OhhAction(player_id=seat, action=what, amount=amount, cards=cards))


def _number(text: str) -> Number:
    """Parse an amount in the log: whole chips, or money with cents."""
    text = text.replace(",", "")
    return Decimal(text) if "." in text else int(text)


def _cards(text: str) -> list[str]:
    """Return the log's cards, such as `10♥, K♦`, in the standard's notation."""
    cards = []
    for word in text.replace("10", "T").split(","):
        card = word.strip()
        cards.append(card[:-1] + _SUITS.get(card[-1:], card[-1:]))
    return cards
