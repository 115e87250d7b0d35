"""Playing a history through the engine: every bet, deal and show of the record is checked by the rules.

The engine deals by itself, from a pack laid out with the cards of the record; what the record deals must be what the
engine is about to deal. Hands are tabled in the engine's order at the end of the record, whatever their order in it.

A hand shown as `????` is kept face down: it claims its pots, but loses to every hand that is tabled, and hands face
down share what nobody tabled a claim to. PokerKit lets such a hand play the board: the same, unless the board plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from bigslick.cards import UNKNOWN, format_cards
from bigslick.core import codes
from bigslick.core.hand import State
from bigslick.hand.actions import Muck, Show
from bigslick.hand.codec import decode
from bigslick.hand.hand import Hand
from bigslick.hand.setup import Setup
from bigslick.rules import Rules

from ._scan import follow, scan, survey
from .deal import INF, Deal
from .files import read
from .notation import BadAction, BadHistory, cards_of, step
from .phh import History
from .steps import CALLS, DEALS_BOARD, DEALS_ONE, DEALS_TWO, FOLDS, MUCKS, NOTES, WAGERS

_FACE_DOWN: Final = (UNKNOWN, UNKNOWN)
_STREETS: Final = ("flop", "flop", "flop", "turn", "river")


class Outcome(msgspec.Struct, frozen=True):
    """What became of one hand of a file: the line that `bigslick replay --json` prints for it."""

    file: str
    hand: int | str | None
    """The number of the hand in its file; None when the file itself cannot be read."""
    ok: bool
    finished: bool
    final_stacks: tuple[str, ...]
    """In the units of the file, "inf" for a stack that nobody wrote down."""
    error: str | None = None


class Replay:
    """A history that was played to the end of its record."""

    __slots__ = ("_record", "_state", "finished", "history")

    def __init__(self, record: _Record, state: State, finished: bool) -> None:
        self.history = record.history
        self.finished = finished
        """Whether the record reaches the end of the hand."""
        self._record = record
        self._state = state

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat in the engine of each player, in the order of the record."""
        return tuple(self._record.deal.seats)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind at the end of the record, in the order of the players and in the smallest unit of the file."""
        stacks = self._state.stacks()
        return tuple([stacks[seat] for seat in self._record.deal.seats])

    @property
    def final_stacks(self) -> tuple[str, ...]:
        """The same in the units of the file: all with the decimal places of the hand, "inf" where the file has it."""
        deal = self._record.deal
        texts = map(deal.money, self.stacks)
        if deal.unknown:
            began = self.history.starting_stacks or ()
            return tuple(["inf" if stack == INF else text for stack, text in zip(began, texts, strict=True)])
        return tuple(texts)

    @property
    def hand(self) -> Hand:
        """The hand in the engine, with its events, pots and result."""
        record = self._record
        claims, seats = record.claims, record.deal.seats
        deck, n = list(record.deck), len(seats)
        for player, claim in claims.items():
            if claim is not None and UNKNOWN in claim:
                deck[player] = deck[player + n] = UNKNOWN
        hand = Hand(record.deal.setup(deck))
        for code in record.steps:
            if code & 15 <= WAGERS and hand.state.street < codes.SHOWDOWN:  # a moot check comes later
                hand.act(decode(hand.state, record.chips(code)))
        while hand.turn is not None and hand.state.asked < self._state.asked:
            claim = claims[seats.index(hand.turn)]
            if claim is None:
                hand.act(Muck())
            else:
                hand.act(Show() if UNKNOWN in claim else Show(format_cards(claim)))
        return hand


def replay(history: History, rules: Rules | None = None) -> Replay:
    """Play a history; `BadHistory` names the action that breaks the rules and what was expected instead.

    Without `rules` it is played by the default rules, with the limit and the ante of the record: short all-ins add up
    to a raise, a short blind is called at its full price, folding is allowed when checking is free, and fixed-limit
    has no cap. `rules` stands for a house that plays otherwise.
    """
    record = _Record(history, rules)
    deal, steps = record.deal, record.steps
    state = State(deal.terms(record.deck))
    state.begin()
    told = follow(state, steps, 0, 0, deal.seats, deal.places)
    while told >> 4 < len(steps):
        record.refuse_unless_moot(state, told >> 4, told & 7)
        told = follow(state, steps, (told >> 4) + 1, told & 7, deal.seats, deal.places)
    finished = state.street == codes.OVER
    if told & 8:
        record.hear_claims(state)
    if state.street == codes.SHOWDOWN and told & 7 == 5 and UNKNOWN not in record.board:
        finished = record.show_down(state)
    return Replay(record, state, finished)


def setup(history: History, rules: Rules | None = None) -> Setup:
    """What a history starts from, in whole chips, with the cards of its record."""
    record = _Record(history, rules)
    return record.deal.setup(record.deck)


def outcomes(files: Iterable[str | Path], rules: Rules | None = None) -> Iterator[Outcome]:
    """One line for each hand of these files; a file that cannot be read is one line too."""
    for path in files:
        try:
            hands = read(path)
        except BadHistory as error:
            yield Outcome(str(path), None, False, False, (), str(error))
            continue
        while True:
            number: int | str | None = None
            try:
                history = next(hands)
                number = history.number or 1
                played = replay(history, rules)
            except StopIteration:
                break
            except BadHistory as error:
                yield Outcome(str(path), error.hand or number, False, False, (), str(error))
                continue
            yield Outcome(str(path), number, True, played.finished, played.final_stacks)


class _Record:
    """The steps of a history, the pack that deals its cards, and what was said at the showdown."""

    __slots__ = ("_board", "claims", "deal", "deck", "history", "steps")

    def __init__(self, history: History, rules: Rules | None) -> None:
        self.history = history
        actions, stacks = history.actions, history.starting_stacks
        if actions is None or stacks is None:
            history.check()
            raise AssertionError
        try:
            steps = scan(actions)
        except TypeError:
            raise history.bad("'actions' is not a list of texts") from None
        if steps is None:
            steps = self._read(actions)
        found = survey(steps, len(stacks))
        if found is None:
            raise self._misdeal(steps, len(stacks))
        self.steps = steps
        self.deck, self._board, places = found
        self.deal = Deal(history, rules, places)
        self.claims: dict[int, tuple[int, ...] | None] = {}
        """What each player said at the showdown: his cards, or None for a muck."""

    @property
    def board(self) -> list[int]:
        """The board cards of the record."""
        first = 2 * len(self.deal.seats)
        return self.deck[first : first + self._board]

    def chips(self, code: int) -> int:
        """A bet as the core's int."""
        kind = code & 15
        if kind == WAGERS:
            return (code >> 12) * int(10 ** (self.deal.places - (code >> 8 & 15)))
        return codes.FOLD if kind == FOLDS else codes.CALL

    def bad(self, sentence: str, number: int) -> BadHistory:
        """The refusal of a step, with its place."""
        return self.history.bad(sentence, number + 1)

    # -- the showdown ---------------------------------------------------------------------------------------------

    def hear_claims(self, state: State) -> None:
        """Note what the players show and muck; the pots are settled when the record ends."""
        live = [status == codes.LIVE for status in state.statuses()]
        for number, code in enumerate(self.steps):
            if DEALS_BOARD < code & 15 < NOTES:
                self._hear(live, number, code)

    def _hear(self, live: list[bool], number: int, code: int) -> None:
        player, cards = code >> 4 & 15, cards_of(code)
        seats, who = self.deal.seats, f"p{player + 1}"
        deck, n = self.deck, len(seats)
        if not live[seats[player]]:
            raise self.bad(f"{who} cannot show or muck: {who} has folded", number)
        before = self.claims.get(player, _FACE_DOWN)
        if before is None or UNKNOWN not in before:
            done = "mucked" if before is None else "shown"
            raise self.bad(f"{who} cannot show or muck: {who} has {done} already", number)
        if code & 15 == MUCKS:
            self.claims[player] = None
            return
        own = (deck[player], deck[player + n])
        if not cards:
            if UNKNOWN in own:
                raise self.bad(f"{who} shows the cards that were dealt, but the record does not know them", number)
            cards = own
        known = [card for card in cards if card != UNKNOWN]
        if UNKNOWN not in own and not set(known) <= set(own):
            raise self.bad(f"{who} shows {format_cards(known)}, but was dealt {format_cards(own)}", number)
        if known:
            others = [*self.board, *deck[:player], *deck[player + 1 : player + n], *deck[player + n + 1 : 2 * n]]
            others += [card for other, shown in self.claims.items() if shown and other != player for card in shown]
            for card in known:
                if card in others or known.count(card) > 1:
                    text = format_cards([card])
                    raise self.bad(f"{who} shows {text}, which lies elsewhere: a pack has each card once", number)
        self.claims[player] = cards

    def show_down(self, state: State) -> bool:
        """Table and muck in the engine's order; False if a player has not said what he does."""
        claims = self.claims
        for seat in state.showdown_order():
            player = self.deal.seats.index(seat)
            if player not in claims:
                return False
            cards = claims[player]
            if cards is None:
                if state.muck():
                    who = f"p{player + 1}"
                    raise self.history.bad(f"{who} mucks, and a pot is left that nobody claims: expected {who} to show")
            elif UNKNOWN in cards:
                state.show(UNKNOWN, UNKNOWN)
            else:
                state.show(cards[0], cards[1])
        return True

    # -- what is wrong --------------------------------------------------------------------------------------------

    def _read(self, actions: list[str]) -> list[int]:
        """The steps of texts of which one is not plain."""
        steps = []
        for number, text in enumerate(actions):
            try:
                steps.append(step(text))
            except BadAction as error:
                raise self.bad(str(error), number) from None
        return steps

    def _misdeal(self, steps: list[int], n: int) -> BadHistory:
        """Which card or player makes the deal impossible."""
        got, board, seen, begun = [0] * n, 0, {UNKNOWN}, False
        for number, code in enumerate(steps):
            kind, player = code & 15, code >> 4 & 15
            cards = cards_of(code) if kind in (DEALS_TWO, DEALS_ONE, DEALS_BOARD) else ()
            if player >= n:
                return self.bad(f"p{player + 1} is not in this hand: its players are p1 to p{n}", number)
            if kind in (DEALS_TWO, DEALS_ONE):
                if begun:
                    return self.bad("hole cards after the first bet: they are dealt before", number)
                got[player] += len(cards)
                if got[player] > 2:
                    return self.bad(f"p{player + 1} is dealt {got[player]} hole cards: a hand has two", number)
            elif kind != NOTES:
                begun = True
                if min(got) < 2:
                    who = f"p{got.index(min(got)) + 1}"
                    return self.bad(f"{who} has no two hole cards yet: expected 'd dh {who} ????' or the like", number)
            if kind == DEALS_BOARD:
                board += len(cards)
                if board > 5:
                    return self.bad(f"the board has {board} cards: expected at most five", number)
            for card in cards:
                if card in seen and card != UNKNOWN:
                    return self.bad(f"{format_cards([card])} is dealt twice: a pack has each card once", number)
                seen.add(card)
        raise AssertionError

    def refuse_unless_moot(self, state: State, number: int, dealt: int) -> None:
        """Say why a step cannot be played, unless it is a check that the engine does not ask for."""
        kind = self.steps[number] & 15
        if kind <= WAGERS:
            if not self._is_moot(state, number, dealt):
                raise self._bad_bet(state, number, dealt)
        elif kind == DEALS_BOARD:
            raise self._bad_board(state, number, dealt)
        else:
            who = f"p{(self.steps[number] >> 4 & 15) + 1}"
            raise self.bad(f"{who} cannot show or muck yet: expected {self._expected(state, dealt)}", number)

    def _is_moot(self, state: State, number: int, dealt: int) -> bool:
        """Whether a big blind checks although everyone else is all-in and nobody could answer him (rules 1.6)."""
        code = self.steps[number]
        seat = self.deal.seats[code >> 4 & 15]
        return (
            code & 15 == CALLS
            and state.street == codes.SHOWDOWN
            and dealt == 0
            and state.statuses()[seat] == codes.LIVE
            and state.stacks()[seat] > 0
            and not any(done >> 4 & 15 == code >> 4 & 15 and done & 15 <= WAGERS for done in self.steps[:number])
        )

    def _expected(self, state: State, dealt: int) -> str:
        """What the record should hold next."""
        if dealt < state.board_count:
            return f"the {_STREETS[dealt]}, 'd db {'??' * (3 - dealt if dealt < 3 else 1)}' or the like"
        if state.street == codes.OVER:
            return "nothing more, for the hand is over"
        if state.street == codes.SHOWDOWN:
            return "the players to show or muck ('sm')"
        player = f"p{self.deal.seats.index(state.turn) + 1}"
        words = [f"'{player} f'"] if state.to_call or state.terms.open_fold else []
        words.append(f"'{player} cc'")
        if state.max_to:
            low, high = self.deal.money(state.min_to), self.deal.money(state.max_to)
            words.append(f"'{player} cbr' " + (f"to {low}" if low == high else f"from {low} to {high}"))
        return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)

    def _bad_board(self, state: State, number: int, dealt: int) -> BadHistory:
        """Why the board cannot be dealt like this."""
        if dealt < state.board_count:
            count = 3 - dealt if dealt < 3 else 1
            return self.bad(f"too many cards for the {_STREETS[dealt]}: expected {count}", number)
        if state.street == codes.OVER:
            return self.bad("nothing can be dealt: everyone else has folded, and the hand is over", number)
        street = _STREETS[min(dealt, 4)]
        return self.bad(f"the {street} cannot be dealt yet: expected {self._expected(state, dealt)}", number)

    def _bad_bet(self, state: State, number: int, dealt: int) -> BadHistory:
        """Why a player cannot do this now, in the words and units of the file."""
        code = self.steps[number]
        seat, who = self.deal.seats[code >> 4 & 15], f"p{(code >> 4 & 15) + 1}"
        expected = self._expected(state, dealt)
        if dealt < state.board_count or state.street >= codes.SHOWDOWN:
            return self.bad(f"{who} cannot act now: expected {expected}", number)
        if state.turn != seat:
            why = "has folded" if state.statuses()[seat] != codes.LIVE else "is not to act"
            return self.bad(f"{who} {why}: expected {expected}", number)
        why = f"{who} cannot fold when checking is free"
        if code & 15 == WAGERS:
            why = self._bad_wager(state, seat, who, self.chips(code))
        return self.bad(f"{why}; expected {expected}", number)

    def _bad_wager(self, state: State, seat: int, who: str, to: int) -> str:
        money = self.deal.money
        if not state.max_to:
            return f"{who} may not raise: {self._no_raise(state, seat)}"
        what = f"a raise to {money(to)}" if state.current else f"a bet of {money(to)}"
        if to > state.max_to:
            if state.max_to == state.stacks()[seat] + state.bets()[seat]:
                return f"{what} is more than the {money(state.max_to)} that {who} has"
            return f"{what} is above the maximum of {money(state.max_to)}"
        if not state.current:
            return f"{what} is below the minimum of {money(state.min_to)}"
        return (
            f"{what} is below the minimum of {money(state.min_to)}: "
            f"the bet is {money(state.current)} and the last full raise was {money(state.last_full)}"
        )

    def _no_raise(self, state: State, seat: int) -> str:
        stack, bet = state.stacks()[seat], state.bets()[seat]
        if stack <= state.to_call:
            return f"there are {self.deal.money(state.current - bet)} to call and {self.deal.money(stack)} behind"
        if any(
            status == codes.LIVE and other != seat and state.stacks()[other] + state.bets()[other] > state.current
            for other, status in enumerate(state.statuses())
        ):
            return "betting is not reopened by a short all-in (TDA 47)"
        return "every other player is all-in"
