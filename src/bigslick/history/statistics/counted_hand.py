"""A recorded hand, replayed and counted: actions, winnings, and the values that filters and groups use."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from bigslick.cards import UNKNOWN
from bigslick.odds.equity import pot_shares
from bigslick.table.positions import name_seats, positions

from ..history import History
from ..replay.recorded_setup import INF, OUR_SEATS, OURS, ReplayRules
from ..replay.replay import Replay, replay
from ..replay.settlement import MOST_RAKE
from ._tally import Tally
from .count_columns import SHOWDOWNS
from .figures import DEFENDERS, STEALERS, bits_at

REACHED: Final = ("preflop", "flop", "turn", "river", "showdown")
"""How far a hand went: the last street with a card dealt or an action, or the showdown."""
BANDS: Final = (10, 20, 40, 80, 150)
"""Bounds of the depth bands, in big blinds."""
DEPTHS: Final = ("0-10bb", "10-20bb", "20-40bb", "40-80bb", "80-150bb", "150bb+", "unknown")
_BOARD: Final = {0: 0, 3: 1, 4: 2, 5: 3}


class CountedHand:
    """One hand of a history; players are counted from 0 in the record's order."""

    def __init__(self, history: History, tally: Tally, rules: ReplayRules | None = None) -> None:
        """Replay and count a hand with a reused tally; raise `BadHistory` if the record breaks the rules."""
        played = replay(history, rules)
        start = played.start
        self.history = history
        self.played: Replay = played
        self.seats: Sequence[int] = start.seats
        self.tally: Tally = tally
        stakes = start.stakes
        seats = _player_seats(len(start.seats), stakes.small, stakes.big)
        if OURS in history.user or start.has_one_blind:
            seats = _own_seats(played, seats)
        self.positions: Sequence[str] = seats.positions
        self.big_blind: int = stakes.blinds[stakes.big] if stakes.big >= 0 else stakes.bets[0]
        self.places: int = start.places
        tally.play(played.playback, seats.stealers, seats.blinds)
        self._collect()
        if tally.settled and tally.cards < 5 and tally.did(SHOWDOWNS, _first(tally.live)):
            self._adjust()

    @property
    def names(self) -> Sequence[str]:
        """The players' names in the record, or p1, p2, ... if it has none."""
        return self.history.players or _NAMES[len(self.seats)]

    @property
    def known(self) -> bool:
        """Whether the winners of the pots are known."""
        return bool(self.tally.settled)

    @property
    def currency(self) -> str:
        """The currency's symbol or code; "" for chips."""
        history = self.history
        details = history.details
        if history.event is not None or history.level is not None or (details and details.tournament):
            return ""
        return history.currency_symbol or history.currency or ""

    @cached_property
    def stake(self) -> str:
        """The blinds as players say them: "$0.25/$0.50", "50/100", plus "limit" or "pot-limit" where it applies."""
        stakes = self.played.start.stakes
        small = stakes.blinds[stakes.small] if stakes.small >= 0 else 0
        big = self.big_blind
        if self.history.variant == "FT":
            small, big = stakes.bets
        return _stake(small, big, self.places, self.currency, self.history.variant or "NT")

    @cached_property
    def reached(self) -> int:
        """How far the hand went, as an index of `REACHED`."""
        tally = self.tally
        if tally.did(SHOWDOWNS, _first(tally.live)):
            return 4
        return max(int(tally.street), _BOARD.get(self.played.playback.dealt, 0))

    def stack(self, player: int) -> int | None:
        """Return the chips before the deal; None if the record does not say."""
        given = (self.history.starting_stacks or ())[player]
        return None if given == INF else self.played.start.stacks[player]

    def depth(self, player: int) -> float | None:
        """Return the most the player can lose to one opponent, in big blinds; None if a stack is not recorded."""
        start = self.played.start
        if start.unknown:
            return None
        stacks = start.stacks
        others = [*stacks[:player], *stacks[player + 1 :]]
        effective: int = min(stacks[player], max(others))
        return effective / self.big_blind

    def band(self, player: int) -> str:
        """Return the player's depth band."""
        depth = self.depth(player)
        if depth is None:
            return DEPTHS[-1]
        return DEPTHS[sum(depth >= bound for bound in BANDS)]

    def net(self, player: int) -> int | None:
        """Return the chips won or lost; None if unknown."""
        if not self.tally.settled:
            return None
        seat = self.seats[player]
        return self.tally.collected(seat) - self.tally.put_in(seat)

    def fair(self, player: int) -> float | None:
        """Return the chips won or lost with an all-in at its expectation."""
        if not self.tally.settled:
            return None
        seat = self.seats[player]
        return self.tally.expected(seat) - self.tally.put_in(seat)

    def money(self, chips: int) -> Decimal:
        """Convert chips to the file's units."""
        return Decimal(chips).scaleb(-self.places)

    # -- who won --------------------------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Take the winnings from the record, which knows the rake, and winners whose cards it does not show."""
        tally, history, settled = self.tally, self.history, self.played.settlement
        if settled is not None:
            self._take(list(settled.paid or settled.won))
            if settled.paid is not None:
                return
            said = any(history.winnings or ()) or history.finishing_stacks is not None
            if not said and self._is_won_face_down(settled.won):
                tally.leave_open()
        paid = history.winnings
        if paid is not None and any(paid):
            won = [self._chips(amount) if amount else 0 for amount in paid]
            if self._fits(won):
                self._take(won)
                return
        if tally.settled or history.finishing_stacks is None:
            return
        began, ended = history.starting_stacks or [], history.finishing_stacks
        if INF in began or INF in ended:
            return
        pairs = zip(began, ended, self.seats, strict=True)
        won = [self._chips(after) - self._chips(before) + tally.put_in(seat) for before, after, seat in pairs]
        if self._fits(won):
            self._take(won)

    def _is_won_face_down(self, won: Sequence[int]) -> bool:
        """Whether a face-down hand takes a pot at showdown, because no other hand was shown either."""
        strengths = self.played.playback.state.strengths()
        return any(chips and strengths[seat] < 0 for chips, seat in zip(won, self.seats, strict=True))

    def _fits(self, won: list[int]) -> bool:
        """Whether these amounts equal the pots, less at most the rake, and go to the rightful winners."""
        tally, total = self.tally, sum(won)
        if not tally.pot * (100 - MOST_RAKE) <= 100 * total <= 100 * tally.pot or min(won) < 0:
            return False
        if tally.settled:
            return all((chips > 0) == (tally.collected(seat) > 0) for chips, seat in zip(won, self.seats, strict=True))
        return tally.did(SHOWDOWNS, _first(tally.live))

    def _take(self, won: list[int]) -> None:
        by_seat = [0] * self.tally.seats
        for chips, seat in zip(won, self.seats, strict=True):
            by_seat[seat] = chips
        self.tally.collect(tuple(by_seat))

    def _chips(self, amount: int | Decimal) -> int:
        return int(amount * 10**self.places)

    def _adjust(self) -> None:
        """Give each all-in hand its expectation, if there are cards to come and the record shows all hands.

        Every card in the record is out of the deck, including folded hands, as in a match.
        """
        tally, state = self.tally, self.played.playback.state
        holes = {seat: state.holes(seat) for seat in self.seats}
        boards = [state.board_cards()[: tally.cards]]
        if state.terms.double_board:
            boards += [board[: tally.cards] for board in state.further_boards()]
        dealt = [card for board in boards for card in board]
        live = [seat for seat in self.seats if tally.live >> seat & 1]
        details = self.history.details
        if UNKNOWN in dealt or any(UNKNOWN in holes[seat] for seat in live) or (details and details.cash_outs):
            return
        raked = sum(tally.collected(seat) for seat in self.seats) / tally.pot if tally.pot else 1.0
        fair = [0.0] * tally.seats
        for amount, claims in state.layers():
            seats = [seat for seat in live if claims >> seat & 1]
            out = [card for seat in self.seats if seat not in seats for card in holes[seat] if card != UNKNOWN]
            for board in boards:
                dead = [*out, *[card for card in dealt if card not in board]]
                for seat, share in zip(seats, pot_shares([holes[seat] for seat in seats], board, dead), strict=True):
                    fair[seat] += float(share * amount) * raked / len(boards)
        tally.adjust(tuple(fair))


class _PlayerSeats(NamedTuple):
    """The players' positions, and the seats that steal and defend as bits."""

    positions: tuple[str, ...]
    stealers: int
    blinds: int


@lru_cache(maxsize=256)
def _player_seats(n: int, small: int, big: int) -> _PlayerSeats:
    named = name_seats(range(n), n - 1, small if small >= 0 else None, big if big >= 0 else None)
    return _PlayerSeats(tuple(named.values()), bits_at(named, STEALERS), bits_at(named, DEFENDERS))


def _own_seats(played: Replay, plain: _PlayerSeats) -> _PlayerSeats:
    """Return the same for a hand played in its table's real seats, perhaps with a dead button."""
    start = played.start
    if start.has_one_blind or any(name in played.history.user[OURS] for name in OUR_SEATS):
        named = positions(start.setup())
    else:
        named = dict(zip(start.seats, plain.positions, strict=True))
    return _PlayerSeats(tuple(named[seat] for seat in start.seats), bits_at(named, STEALERS), bits_at(named, DEFENDERS))


@lru_cache(maxsize=1024)
def _stake(small: int, big: int, places: int, currency: str, variant: str) -> str:
    kind = {"PT": " pot-limit", "FT": " limit"}.get(variant, "")
    if currency.isalpha():
        return f"{_amount(small, places)}/{_amount(big, places)} {currency}{kind}"
    return f"{currency}{_amount(small, places)}/{currency}{_amount(big, places)}{kind}"


def _amount(chips: int, places: int) -> str:
    """Return chips in units, without a decimal part if it is all zeros."""
    whole, part = divmod(chips, 10**places)
    return f"{whole}.{part:0{places}d}" if part else str(whole)


def _first(seats: int) -> int:
    """Return the lowest seat in these bits; 0 if there is none."""
    return max(0, (seats & -seats).bit_length() - 1)


_NAMES: Final = tuple(tuple(f"p{number + 1}" for number in range(n)) for n in range(11))
