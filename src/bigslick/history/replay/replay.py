"""Plays a history through the engine: the rules check every bet, deal and show in the record.

The engine deals from a deck laid out with the record's cards, so the record must deal the same cards as the engine.
Hands are tabled in the engine's order at the end of the record, whatever the record's order.

A hand shown as `????` stays face down: the record's `winnings` or `finishing_stacks` say what it won. Without them, it
loses to every tabled hand, and face-down hands share what no tabled hand claims. PokerKit lets such a hand play the
board, which is the same unless the board plays. `settlement` handles this, run-outs and the rake.

If the record mucks a hand with a player all-in, we play it as if its cards were unknown: under TDA 16 it would be
tabled, but a record says what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from operator import add
from pathlib import Path

import msgspec

from bigslick.cards import UNKNOWN, format_cards
from bigslick.hand.actions import Muck, Show
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.setup import Setup

from .._scan import Playback, RecordedAction
from ..action_kinds import WAGER
from ..formats.registry import read, several
from ..history import History
from ..notation import BadHistory
from .recorded_actions import Recorded, recorded
from .recorded_setup import INF, RecordedSetup, ReplayRules, money
from .settlement import Settlement, check_finish, settlement


class ReplayOutcome(msgspec.Struct, frozen=True):
    """How the replay of one hand went: the line that `bigslick replay --json` prints."""

    file: str
    hand: int | str | None
    """The hand's number in its file; None if the file itself cannot be read."""
    ok: bool
    finished: bool
    final_stacks: tuple[str, ...]
    """In the file's units; "inf" for a stack the file does not give."""
    error: str | None = None


class Replay:
    """A history, played to the end of its record."""

    __slots__ = ("_record", "_state", "finished", "history", "playback", "settlement")

    def __init__(self, record: Recorded, playback: Playback, settlement: Settlement | None, *, finished: bool) -> None:
        self.history = record.history
        self._record = record
        self._state = playback.state
        self.playback = playback
        """The core's state at the end of the record."""
        self.settlement = settlement
        """How the record settles the pots; None if it leaves that to the engine."""
        self.finished = finished
        """Whether the record reaches the end of the hand."""

    @property
    def actions(self) -> list[RecordedAction]:
        """The record's actions, including remarks."""
        return self._record.actions

    @property
    def start(self) -> RecordedSetup:
        """The record's starting chips and seats."""
        return self._record.setup

    @property
    def seats(self) -> tuple[int, ...]:
        """Each player's seat in the engine, in the record's order."""
        return tuple(self.start.seats)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind at the end of the record, in player order and in the file's smallest unit.

        They are after rake if the record gives it, and include the site's payment to a player who cashed out.
        """
        stacks = self._by_player(self._state.stacks())
        if self.start.aside:
            stacks = tuple(map(add, stacks, self.start.aside))
        if self.settlement is None:
            return stacks
        settled = self._by_player(self._state.winnings())
        got = self.settlement.paid or self.settlement.won
        return tuple([stack - old + new for stack, old, new in zip(stacks, settled, got, strict=True)])

    @property
    def winnings(self) -> tuple[int, ...]:
        """Chips won from the pots before rake, in player order."""
        return self.settlement.won if self.settlement is not None else self._by_player(self._state.winnings())

    @property
    def refunds(self) -> tuple[int, ...]:
        """Returned uncalled chips, in player order."""
        return self._by_player(self._state.refunds())

    @property
    def put_in(self) -> tuple[int, ...]:
        """Chips put in and not returned, in player order."""
        left, began = self._by_player(self._state.stacks()), self.start.stacks
        won = self._by_player(self._state.winnings())
        return tuple([start - stack + pot for start, stack, pot in zip(began, left, won, strict=True)])

    def _by_player(self, chips: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([chips[seat] for seat in self.start.seats])

    @property
    def unit(self) -> Decimal:
        """The value of one engine chip in the file's units, such as 0.01."""
        return Decimal(1).scaleb(-self.start.places)

    @property
    def final_stacks(self) -> tuple[str, ...]:
        """The final stacks in the file's units, all with the hand's decimal places; "inf" for an unrecorded stack."""
        places = self.start.places
        texts = tuple([money(chips, places) for chips in self.stacks])
        if self.start.unknown:
            began = self.history.starting_stacks or ()
            return tuple(["inf" if stack == INF else text for stack, text in zip(began, texts, strict=True)])
        return texts

    def check_finish(self) -> None:
        """Refuse a finished hand that contradicts its `winnings` or `finishing_stacks`: see `settlement`."""
        check_finish(self)

    @property
    def hand(self) -> Hand:
        """The hand in the engine, with its events, pots and result.

        The engine has one board, no rake and no face-down winners. If the record overrules it, `stacks` and `winnings`
        follow the record.
        """
        record = self._record
        claims, seats = record.claims, record.setup.seats
        deck = list(record.deck)
        for player, claim in claims.items():
            if claim is not None and UNKNOWN in claim:
                for place in record.layout.of(player):
                    deck[place] = UNKNOWN
        hand = Hand(record.setup.setup(deck))
        for action in record.actions:
            # A moot check, or a fold by an all-in player, comes out of turn.
            if action.kind <= WAGER and hand.street != "showdown" and hand.turn == seats[action.player]:
                hand.act(record.bet(hand, action))
        while hand.turn is not None and state_of(hand).asked < self._state.asked:
            claim = claims[seats.index(hand.turn)]
            if claim is None:
                hand.act(Muck())
            else:
                hand.act(Show() if UNKNOWN in claim else Show(format_cards(claim)))
        return hand

    def __repr__(self) -> str:
        place = self.history.place or "a hand"
        end = "finished" if self.finished else "not finished"
        return f"<Replay of {place}: {end}, stacks {' '.join(self.final_stacks)}>"


def replay(history: History, rules: ReplayRules | None = None) -> Replay:
    """Play a history; `BadHistory` names the action that breaks the rules and what was expected instead.

    Without `rules`, the hand is played under the default rules with the record's limit and ante: short all-ins add up
    to a raise, calling a short blind costs the full blind, folding is allowed when checking is free, and fixed-limit
    has no cap. Some sites play differently: with `rules="site"` any raise reopens betting and may follow a short
    all-in, a raise that no one has the chips to call is a call, and a player who sits out may fold although all-in.
    Pass `Rules` for a room with different rules.
    """
    try:
        record = recorded(history, rules)
        playback = record.play()
        if playback.claims or record.claims:
            record.hear_claims(playback)
            if playback.state.all_in_showdown and record.hide_mucked():
                playback = record.play()
        finished, alone = playback.over, -1
        if playback.at_showdown and playback.dealt == 5 and UNKNOWN not in record.board:
            finished = record.show_down(playback)
        elif playback.at_showdown and record.claims:
            alone = record.last_claim(playback)
            finished = alone >= 0
        # Only the additional boards, which are in the details, begin where betting ended.
        before = record.board_before_the_last_bet() if history.details is not None else 0
        settled = settlement(record.setup, playback, before, alone) if finished else None
        return Replay(record, playback, settled, finished=finished)
    except (TypeError, AttributeError):
        if isinstance(history, History):
            history.check_kinds()
        raise


def setup(history: History, rules: ReplayRules | None = None) -> Setup:
    """Return the start of a history in whole chips, with the record's cards."""
    record = recorded(history, rules)
    return record.setup.setup(record.deck)


def outcomes(
    files: Iterable[str | Path],
    rules: ReplayRules | None = None,
    refuse: Callable[[BadHistory], object] = lambda _: None,
) -> Iterator[ReplayOutcome]:
    """Yield one outcome for each hand in these files, and one for each unreadable file; `refuse` gets the refusals.

    A hand that contradicts its `winnings` or `finishing_stacks` is refused: see `settlement`.
    """
    for path in several(files):
        try:
            hands = read(path)
        except BadHistory as error:
            refuse(error)
            yield ReplayOutcome(str(path), None, False, False, (), str(error))
            continue
        while True:
            number: int | str | None = None
            try:
                history = next(hands)
                number = history.number or 1
                played = replay(history, rules)
                played.check_finish()
            except StopIteration:
                break
            except BadHistory as error:
                refuse(error)
                yield ReplayOutcome(str(path), error.hand or number, False, False, (), str(error))
                continue
            yield ReplayOutcome(str(path), number, True, played.finished, played.final_stacks)
