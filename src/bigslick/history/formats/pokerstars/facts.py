"""Works out what PokerStars text needs before the action: names, seats, stacks, posts, and the first two lines.

PokerStars text needs a number, a time and known stacks. If a history lacks one, we make it up, and `lost` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from decimal import Decimal
from operator import itemgetter
from typing import Any, Final

from bigslick.hand.events import Posted

from ...history import FIELDS, History
from ...history_details import DOUBLE_BOARD, FLAGS_OF_RUNS, Details, Number, TournamentDetails
from ...notation import shorten
from ...replay.recorded_setup import INF, OURS, ReplayRules
from ...replay.replay import replay
from ..time_of_play import eastern, moment
from .header import GAMES, SITE, SYMBOLS, roman

_UNHELD: Final = (
    *("author", "event", "url", "address", "city", "region", "postal_code", "country", "time_zone"),
    *("time_limit", "time_banks"),
)
_UNHELD_TOURNAMENT: Final = ("name", "kind", "speed", "level_seconds", "started", "initial_stack", "flags")
_HELD_FLAGS: Final = ("cap", "cash out", DOUBLE_BOARD, "fast", "play money", *FLAGS_OF_RUNS)
_POST_ORDER: Final = ("ante", "small_blind", "big_blind", "straddle", "live", "dead")
_POSTS: Final = dict(
    zip(_POST_ORDER, ("the ante", "small blind", "big blind", "straddle", "big blind", "small blind"), strict=True)
)
_DEEP: Final = 100
"""Big blinds given to a player with an unrecorded stack."""


class Facts:
    """A history played under the rules, in PokerStars' wording and units."""

    def __init__(self, history: History, hero: str | None, rules: ReplayRules | None = None) -> None:
        played = replay(history, rules)
        self.history = history
        self.details = history.details or Details()
        self.hand = played.hand
        self.settlement = played.settlement
        self.aside = played.start.aside
        self.chairs = played.seats
        """Each player's seat in the engine."""
        self.lost: list[str] = []
        n = len(self.chairs)
        self.names = self._names(n)
        self.asked = hero is not None
        self.hero = hero if hero is not None else self.details.hero
        if hero is not None and hero not in self.names:
            raise history.bad(f"no player is called {shorten(hero)}: expected one of {', '.join(self.names)}")
        self.seats = self._seats(n)
        self.tournament = self._tournament()
        self.symbol = self._symbol()
        places = -int(played.unit.as_tuple().exponent)
        self.places = max([places, *map(_places, [*(history.winnings or ()), self.details.rake, self.details.jackpot])])
        if self.places > 2:
            self.lose(f"amounts in whole cents: these have {self.places} decimal places, written as they are")
        self.factor = 10 ** (self.places - places)
        self.stacks = self._stacks()
        self.holes: dict[int, str] = {}
        self.shown: dict[int, str] = {}
        self.board = ""
        self.live = set(range(n))
        self._look()
        self._note_losses()

    def lose(self, what: str) -> None:
        """Note something that the text cannot hold, once."""
        if what not in self.lost:
            self.lost.append(what)

    # -- amounts ----------------------------------------------------------------------------------------------------

    def units(self, amount: Number) -> int:
        """Convert a history's amount to the text's smallest unit."""
        return int(amount * 10**self.places)

    def chips(self, chips: int) -> str:
        """Return an engine amount as text."""
        return self.money(chips * self.factor)

    def money(self, units: int) -> str:
        """Return an amount as text, with cents unless it is whole."""
        whole, part = divmod(units, 10**self.places)
        if not part:
            return f"{self.symbol}{whole}"
        digits = f"{part:0{self.places}d}"
        return f"{self.symbol}{whole}.{digits.ljust(2, '0')}"

    def ending(self, player: int, all_in: bool) -> str:
        """Return the suffix for a bet of a player's last chip; under a cap, the last chip they can bet."""
        if not all_in:
            return ""
        if self.aside and self.aside[player]:
            return f" and has reached the {self.cap} cap"
        return " and is all-in"

    def price(self, amount: Number, symbol: str) -> str:
        """Return an amount of money, with cents if it has any."""
        return f"{symbol}{amount:.2f}" if amount != int(amount) else f"{symbol}{int(amount)}"

    @property
    def cap(self) -> str:
        return self.price(self.details.cap or 0, self.symbol)

    @property
    def prize_symbol(self) -> str:
        """The currency of bounties."""
        code = self.tournament.currency if self.tournament else self.history.currency
        return self.symbol or SYMBOLS.get(code or "", "$")

    def _symbol(self) -> str:
        history = self.history
        if self.tournament is not None:
            return ""
        symbol = history.currency_symbol or SYMBOLS.get(history.currency or "", "")
        if not symbol and "play money" not in self.details.flags:
            self.lose("that the currency is not recorded: written as play money")
        return symbol

    def _stacks(self) -> list[int]:
        """Return each player's stack; an unrecorded one is larger than the chips the player puts in."""
        stacks = []
        big = self.units(self.min_bet)
        began, result = self.hand.setup.stacks, self.hand.result if self.hand.over else None
        for player, stack in enumerate(self.history.starting_stacks or ()):
            if stack == INF:
                seat = self.chairs[player]
                gone = began[seat] - self.hand.stacks[seat]
                if result is not None:
                    gone += result.payouts.get(seat, 0) + result.refunds.get(seat, 0)
                stacks.append(gone * self.factor + _DEEP * big)
                self.lose(f"stacks that are not recorded: written as what was put in and {_DEEP} big blinds")
            else:
                stacks.append(self.units(stack))
        return stacks

    @property
    def min_bet(self) -> Number:
        """The big blind in the first line; in fixed-limit, the small bet."""
        setup = self.hand.setup
        if self.history.variant == "FT":
            small: Number = self.history.small_bet
            return small
        least: Number = self.history.min_bet
        big = Decimal(setup.big_blind * self.factor).scaleb(-self.places)
        if setup.big_blind_seat is None or big == least:
            return least
        self.lose("a minimum bet that is not the big blind")
        return big

    # -- players ----------------------------------------------------------------------------------------------------

    def _names(self, n: int) -> list[str]:
        given = self.history.players or [f"p{i + 1}" for i in range(n)]
        if self.history.players is None:
            self.lose("that the players have no names: written as p1, p2, ...")
        names = [" ".join(name.split()) or f"p{i + 1}" for i, name in enumerate(given)]
        if names != list(given):
            self.lose("spaces and line breaks around and in names")
        if len(set(names)) < n:
            raise self.history.bad("two players have the same name: PokerStars text knows players by their names")
        return names

    def _seats(self, n: int) -> list[int]:
        """Return the seats, counted from 1; they must go around the table in dealing order."""
        given = list(self.history.seats or range(1, n + 1))
        turned = sorted(given)
        low = given.index(turned[0])
        if given[low:] + given[:low] != turned or turned[0] < 1 or len(set(given)) < n:
            self.lose("seats that are not in the order of the deal: written as 1, 2, ...")
            return list(range(1, n + 1))
        return given

    def _look(self) -> None:
        """Find the record's cards and the players who fold."""
        for text in self.history.actions or ():
            words = text.partition("#")[0].split()
            if words[:2] == ["d", "dh"]:
                player = int(words[2][1:]) - 1
                self.holes[player] = self.holes.get(player, "") + words[3]
            elif words[:2] == ["d", "db"]:
                self.board += words[2]
            elif words[1:] == ["f"]:
                self.live.discard(int(words[0][1:]) - 1)
            elif words[1:2] == ["sm"] and len(words) > 2 and words[2] != "-":
                self.shown[int(words[0][1:]) - 1] = words[2]
        if len(self.board) != 2 * len(self.hand.board):
            raise self.history.bad("the board is not known whole: PokerStars text has no unknown cards on it")

    def hole(self, player: int) -> str:
        """Return a player's hole cards, from the deal or a show; unknown ones are question marks."""
        dealt = self.holes.get(player, "????")
        return dealt if "?" not in dealt else self.shown.get(player, dealt)

    def has_bet(self, player: int) -> bool:
        """Whether a player bets or posts anything but an ante."""
        posted = any(poster == player and what != "the ante" for poster, what, _, _ in self.posts())
        return posted or self.hand.committed[self.chairs[player]] > 0

    def marks(self, player: int) -> Iterator[str]:
        """Return the summary's label for a player's position."""
        setup, seat = self.hand.setup, self.chairs[player]
        if self.seats[player] == self.button:
            yield "button"
        if seat == setup.small_blind_seat:
            yield "small blind"
        if seat == setup.big_blind_seat:
            yield "big blind"

    def posts(self) -> Iterator[tuple[int, str, int, bool]]:
        """Return each post's player, kind and amount, and whether it is all-in: antes, blinds, then extra posts.

        Readers take the first big blind as this hand's, and a small blind after another blind as a missed one, which is
        dead. Dead money from everyone is an ante that one player could not pay in full.
        """
        setup, posted = self.hand.setup, [event for event in self.hand.events if isinstance(event, Posted)]
        dead = {event.seat: event for event in posted if event.kind == "dead"}
        all_owe = not setup.ante and all(self.history.antes or ())
        both = {
            event.seat: dead[event.seat]
            for event in posted
            if event.kind == "live" and event.seat in dead and event.amount == setup.big_blind and not all_owe
        }
        found = []
        for event in posted:
            what, amount, all_in = _POSTS[event.kind], event.amount, event.all_in
            if event.seat in both and event.kind in ("live", "dead"):
                if event.kind == "dead":
                    continue
                more = both[event.seat]
                what, amount, all_in = "small & big blinds", amount + more.amount, all_in or more.all_in
            elif event.kind == "dead" and all_owe:
                what = "the ante"
            place = 0 if what == "the ante" else 1 + _POST_ORDER.index(event.kind)
            found.append((place, (self.chairs.index(event.seat), what, amount * self.factor, all_in)))
        for _, post in sorted(found, key=itemgetter(0)):
            yield post

    # -- the first two lines ----------------------------------------------------------------------------------------

    def _tournament(self) -> TournamentDetails | None:
        if self.details.tournament is not None:
            return self.details.tournament
        return TournamentDetails() if self.history.level is not None or self.history.event is not None else None

    def first_line(self) -> str:
        """Return `PokerStars Hand #1: Hold'em No Limit ($0.50/$1.00 USD) - 2026/11/15 14:03:02 ET`."""
        history, details = self.history, self.details
        extra = details.extra.get("pokerstars", {})
        game = GAMES[history.variant or ""]
        if "mixed" in extra:
            game = f"{extra['mixed']} ({game}"
        club = f"{{{extra['club']}}}  " if "club" in extra else ""
        kind = " Home Game" if club else " Zoom" if "fast" in details.flags and self.tournament is None else ""
        start = f"{SITE}{kind} Hand #{self._number()}: {club}"
        stakes = "/".join(self._stake(amount) for amount in self._stakes())
        if self.tournament is None:
            comma = "," if "mixed" in extra else " ("
            code = f" {history.currency}" if history.currency and self.symbol else ""
            if details.cap is not None:
                code = f" - {self.cap} Cap - {code}"
            return f"{start}{'' if club else ' '}{game}{comma}{' ' * (comma == ',')}{stakes}{code}) - {self._when()}"
        tournament = self.tournament
        zoom = "Zoom " * ("fast" in details.flags)
        price = self._price(tournament)
        match = f"{extra['match']}, " if "match" in extra else ""
        level = tournament.level or (roman(history.level) if history.level is not None else None)
        if not level and history.level is not None:
            self.lose(f"the level {shorten(str(history.level))}, which has no Roman number")
        where = f" - {match}Level {level}" if level else ""
        close = ")" * ("mixed" in extra)
        number = self._digits(tournament.number, "the tournament")
        return f"{start}{zoom}Tournament #{number}, {price}{game}{close}{where} ({stakes}) - {self._when()}"

    def table_line(self) -> str:
        """Return `Table 'Halley' 6-max Seat #3 is the button`."""
        history = self.history
        name = " ".join(str(history.table).split()) if history.table is not None else "bigslick"
        count = max(history.seat_count or 0, *self.seats, self.button)
        play = " (Play Money)" * (not self.symbol and self.tournament is None)
        return f"Table '{name}' {count}-max{play} Seat #{self.button} is the button"

    @property
    def button(self) -> int:
        """The seat with the button, counted from 1; it may be empty."""
        ours = self.history.user.get(OURS, {})
        return int(ours["button"]) if "button" in ours else self.seats[-1]

    def _stakes(self) -> tuple[Number, Number]:
        history, setup = self.history, self.hand.setup
        if history.variant == "FT":
            return history.small_bet, history.big_bet
        chips = setup.small_blind or self.units(self.min_bet) // self.factor // 2  # the second when it is dead
        return Decimal(chips * self.factor).scaleb(-self.places), self.min_bet

    def _stake(self, amount: Number) -> str:
        whole = all(one == int(one) for one in self._stakes())
        return f"{self.symbol}{int(amount)}" if whole else f"{self.symbol}{amount:.{max(2, self.places)}f}"

    def _price(self, tournament: TournamentDetails) -> str:
        """Return `$10.00+$1.00 USD `, with the bounty between the buy-in and the fee."""
        buy_in, code = tournament.buy_in, tournament.currency
        if buy_in is None:
            return ""
        if code in ("FPP", "SC"):
            return f"{buy_in}{' ' * (code == 'SC')}{code} "
        if not buy_in and not tournament.fee:
            return "Freeroll  "
        symbol = SYMBOLS.get(code or "", "")
        parts = [part for part in (buy_in, tournament.bounty, tournament.fee) if part is not None]
        text = "+".join(f"{symbol}{part:.2f}" if symbol else f"{symbol}{part}" for part in parts)
        return f"{text} {code} " if code else f"{text} "

    def _when(self) -> str:
        history = self.history
        if history.year is None or history.month is None or history.day is None:
            self.lose("that the hand has no date: written as 1970/01/01")
        if history.time is None:
            self.lose("that the hand has no time of day: written as 00:00:00")
        day = f"{history.year or 1970}/{history.month or 1:02d}/{history.day or 1:02d}"
        time = history.time.strftime("%H:%M:%S") if history.time else "00:00:00"
        zone = history.time_zone_abbreviation
        if zone is None and history.time is not None and history.time_zone is not None:
            at = moment(history)
            there = None if at is None else eastern(at)
            if at is not None and there is not None:
                # In the hour that repeats when New York's clocks go back, only UTC is unambiguous.
                day, time, zone = (
                    f"{at:%Y/%m/%d %H:%M:%S} UTC" if there.fold else f"{there:%Y/%m/%d %H:%M:%S} ET"
                ).split()
        if not zone or not zone.isalpha():
            self.lose("that the time has no zone that PokerStars writes: written as ET")
            zone = "ET"
        other = self.details.other_time
        also = f" [{other.at:%Y/%m/%d %H:%M:%S} {other.zone}]" if other else ""
        return f"{day} {time} {zone}{also}"

    def _number(self) -> str:
        return self._digits(self.history.hand, "the hand")

    def _digits(self, number: int | str | None, what: str) -> str:
        """Return the number if it is all digits; otherwise derive one from the hand, always the same one."""
        if number is not None and str(number).isascii() and str(number).isdigit():
            return str(number)
        seed = repr(number if number is not None else self.history.fields())
        made = int.from_bytes(hashlib.blake2b(seed.encode(errors="replace"), digest_size=5).digest(), "big")
        said = f"{what} has no number" if number is None else f"the number of {what} is {shorten(str(number))}"
        self.lose(f"that {said}: written as {made}")
        return str(made)

    # -- what is lost -----------------------------------------------------------------------------------------------

    def _note_losses(self) -> None:
        history, details = self.history, self.details
        for name in _UNHELD:
            if name in FIELDS and getattr(history, name) is not None:
                self.lose(f"the field '{name}'")
        for name in history.user:
            ours: Any = history.user[name]
            if name != OURS:
                self.lose(f"the field {shorten(name)}")
            elif set(ours) - {"button"}:
                self.lose("house rules and posts that only bigslick knows")
        if details.cap is not None and self.tournament is not None:
            self.lose("the betting cap of a tournament")
        site = details.site or history.venue
        if site is not None and site != SITE:
            self.lose(f"the site {shorten(site)}: written as {SITE}")
        for flag in details.flags:
            if flag not in _HELD_FLAGS:
                self.lose(f"that the hand is marked {shorten(flag)}")
        for name in _UNHELD_TOURNAMENT:
            if getattr(details.tournament, name, None):
                self.lose(f"the tournament's '{name}'")
        for name in details.extra:
            if name != "pokerstars":
                self.lose(f"what only the format {shorten(name)} has")


def _places(amount: Any) -> int:
    """Return an amount's decimal places; 0 if there is no amount."""
    if not isinstance(amount, Decimal) or not amount.is_finite():
        return 0
    return max(0, -int(amount.normalize().as_tuple().exponent))
