"""Playing a history through the engine: the rules check every bet, deal and show of the record.

The engine deals for itself, from a deck laid out with the cards of the record, so what the record deals must be what
the engine is about to deal. Hands are tabled in the engine's order at the end of the record, whatever order it has.

A hand shown as `????` stays face down: the `winnings` or `finishing_stacks` of the record say what it won. A record
without them lets it lose to every hand that is tabled, and hands face down share what no tabled hand claims. PokerKit
lets such a hand play the board, which is the same unless the board plays. `finish` has this, run-outs and the rake.

A hand that the record mucks with a player all-in is played as if its cards were unknown: TDA 16 would have it tabled,
but a record says what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from bigslick.cards import UNKNOWN, format_cards
from bigslick.checks import must_be
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Muck, Raise, Show
from bigslick.hand.hand import Hand, state_of
from bigslick.hand.layout import board_places, hole_places
from bigslick.hand.setup import Setup
from bigslick.rules import BadRules, Rules

from ._plain import PlainHand
from ._scan import Playback, RecordedAction, scan, survey
from .finish import Settlement, check_finish, settlement
from .formats import read, several
from .history import History
from .kinds import BOARD, CALL, FOLD, HOLE, MOST_PLAYERS, MUCK, REMARK, WAGER
from .notation import BadAction, BadHistory, read_action
from .setup import INF, SITE, RecordedSetup, ReplayRules, money

_FACE_DOWN: Final = (UNKNOWN, UNKNOWN)
_STREETS: Final = ("flop", "flop", "flop", "turn", "river")


class ReplayOutcome(msgspec.Struct, frozen=True):
    """How the replay of one hand of a file went: the line that `bigslick replay --json` prints for it."""

    file: str
    hand: int | str | None
    """The number of the hand in its file; None when the file itself cannot be read."""
    ok: bool
    finished: bool
    final_stacks: tuple[str, ...]
    """In the units of the file, "inf" for a stack the file does not give."""
    error: str | None = None


class Replay:
    """A history, played to the end of its record."""

    __slots__ = ("_places", "_plain", "_played", "_state", "finished", "history")

    def __init__(self, history: History, plain: PlainHand | None, played: _Played | None) -> None:
        self.history = history
        self._plain = plain
        self._played = played
        end = plain or played
        assert end is not None
        self._state = end.state if isinstance(end, PlainHand) else end.playback.state
        self._places = end.places
        self.finished = end.finished
        """Whether the record reaches the end of the hand."""

    def _look(self) -> _Played:
        """The record and its play; a plain hand was played without them."""
        if self._played is None:
            self._played = _play(self.history, None)
        return self._played

    @property
    def playback(self) -> Playback:
        """The play of the record in the core, at its end."""
        return self._look().playback

    @property
    def actions(self) -> list[RecordedAction]:
        """The actions of the record, remarks included."""
        return self._look().record.actions

    @property
    def settlement(self) -> Settlement | None:
        """How the record settles the pots, None if it leaves that to the engine."""
        return self._settled

    @property
    def start(self) -> RecordedSetup:
        """What the record starts from, in chips and seats."""
        return self._look().record.setup

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat in the engine of each player, in the order of the record."""
        if self._plain is not None:
            return tuple(range(len(self._state.stacks())))
        return tuple(self._look().record.setup.seats)

    @property
    def _settled(self) -> Settlement | None:
        return None if self._played is None else self._played.settled

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind at the end of the record, in the order of the players and in the smallest unit of the file.

        They are after rake where the record has the rake, and what the site paid a player who cashed out.
        """
        stacks = self._by_player(self._state.stacks())
        if self._settled is None:
            return stacks
        settled = self._by_player(self._state.winnings())
        got = self._settled.paid or self._settled.won
        return tuple([stack - old + new for stack, old, new in zip(stacks, settled, got, strict=True)])

    @property
    def winnings(self) -> tuple[int, ...]:
        """Chips won from the pots before rake, in the order of the players."""
        return self._settled.won if self._settled is not None else self._by_player(self._state.winnings())

    @property
    def refunds(self) -> tuple[int, ...]:
        """Uncalled chips that came back, in the order of the players."""
        return self._by_player(self._state.refunds())

    @property
    def put_in(self) -> tuple[int, ...]:
        """Chips put in and not returned, in the order of the players."""
        left, began = self._by_player(self._state.stacks()), self.start.stacks
        won = self._by_player(self._state.winnings())
        return tuple([start - stack + pot for start, stack, pot in zip(began, left, won, strict=True)])

    def _by_player(self, chips: tuple[int, ...]) -> tuple[int, ...]:
        if self._plain is not None:
            return chips
        return tuple([chips[seat] for seat in self._look().record.setup.seats])

    @property
    def unit(self) -> Decimal:
        """What one chip of the engine is worth in the units of the file, such as 0.01."""
        return Decimal(1).scaleb(-self._places)

    @property
    def final_stacks(self) -> tuple[str, ...]:
        """The same in the units of the file: all with the decimal places of the hand, "inf" where the file has it."""
        places = self._places
        texts = tuple([money(chips, places) for chips in self.stacks])
        if self._look().record.setup.unknown if self._plain is None else self._plain.unknown:
            began = self.history.starting_stacks or ()
            return tuple(["inf" if stack == INF else text for stack, text in zip(began, texts, strict=True)])
        return texts

    def check_finish(self) -> None:
        """Refuse a finished hand that ends otherwise than its `winnings` or `finishing_stacks`: see `finish`."""
        if self._plain is None or not self._plain.agrees():
            check_finish(self)

    @property
    def hand(self) -> Hand:
        """The hand in the engine, with its events, pots and result.

        The engine knows one board, no rake and no winner among hands face down: where the record decides, `stacks`
        and `winnings` are what it pays.
        """
        record = self._look().record
        claims, seats = record.claims, record.setup.seats
        deck = list(record.deck)
        for player, claim in claims.items():
            if claim is not None and UNKNOWN in claim:
                for place in record.layout.of(player):
                    deck[place] = UNKNOWN
        hand = Hand(record.setup.setup(deck))
        for action in record.actions:
            if action.kind <= WAGER and hand.street != "showdown":  # a moot check comes later
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

    Without `rules` the hand is played by the default rules, with the limit and the ante of the record: short all-ins
    add up to a raise, calling a short blind costs the full blind, folding is allowed when checking is free, and
    fixed-limit has no cap. With `rules="site"` any raise reopens betting and may follow a short all-in, as some sites
    let it. Pass `Rules` for a room that plays otherwise.
    """
    plain = history.unread if type(history) is History else None
    if plain is not None and rules is None and plain.play():
        return Replay(history, plain, None)
    try:
        return Replay(history, None, _play(history, rules))
    except (TypeError, AttributeError):
        if isinstance(history, History):
            history.check_kinds()
        raise


class _Played(NamedTuple):
    """How the play of a record ended."""

    record: _Record
    playback: Playback
    finished: bool
    settled: Settlement | None
    places: int


def _play(history: History, rules: ReplayRules | None) -> _Played:
    """Play a history from its fields."""
    record = _record(history, rules)
    playback = record.play()
    if playback.claims:
        record.hear_claims(playback)
        if playback.state.all_in_showdown and record.hide_mucked():
            playback = record.play()
    finished = playback.over
    if playback.at_showdown and playback.dealt == 5 and UNKNOWN not in record.board:
        finished = record.show_down(playback)
    settled = settlement(record.setup, playback, record.board_before_the_last_bet()) if finished else None
    return _Played(record, playback, finished, settled, record.setup.places)


def setup(history: History, rules: ReplayRules | None = None) -> Setup:
    """What a history starts from, in whole chips, with the cards of its record."""
    record = _record(history, rules)
    return record.setup.setup(record.deck)


def outcomes(
    files: Iterable[str | Path],
    rules: ReplayRules | None = None,
    refuse: Callable[[BadHistory], object] = lambda _: None,
) -> Iterator[ReplayOutcome]:
    """One outcome for each hand of these files; a file that cannot be read has one too. `refuse` gets each refusal.

    A hand that ends otherwise than its `winnings` or `finishing_stacks` say is refused: see `bigslick.history.finish`.
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


def _record(history: History, rules: ReplayRules | None) -> _Record:
    if rules is not None and rules != SITE and not isinstance(rules, Rules):
        raise BadRules(f"rules={rules!r}: expected Rules, or {SITE!r} for the rules of a poker site")
    try:
        return _Record(history, rules)
    except (TypeError, AttributeError):
        if isinstance(history, History):
            history.check_kinds()
        raise


class _Layout(NamedTuple):
    """Where the cards of a record lie in a deck without burns; players sit in dealing order."""

    holes: tuple[int, ...]
    """Two places for each player."""
    board: tuple[int, ...]

    def of(self, player: int) -> tuple[int, ...]:
        """The places of a player's two cards."""
        return self.holes[2 * player : 2 * player + 2]


@cache
def _layout(players: int) -> _Layout:
    order = range(players)
    holes = tuple([place for player in order for place in hole_places(order, player)])
    return _Layout(holes, board_places(players, burn=False))


class _Record:
    """The actions of a history, the deck that deals its cards, and what the players claim at showdown."""

    __slots__ = ("_board", "actions", "claims", "deck", "history", "layout", "setup")

    def __init__(self, history: History, rules: ReplayRules | None) -> None:
        must_be(History, history, "a history: expected a History, such as `read` and `loads` give")
        self.history = history
        texts, stacks = history.actions, history.starting_stacks
        if texts is None or stacks is None or not 2 <= len(stacks) <= MOST_PLAYERS:
            history.check()
            raise AssertionError
        try:
            actions = scan(texts)
        except TypeError:
            raise history.bad("'actions' is not a list of texts") from None
        if actions is None:
            actions = self._read(texts)
        self.layout = _layout(len(stacks))
        found = survey(actions, self.layout.holes, self.layout.board)
        if found is None:
            raise self._misdeal(actions, len(stacks))
        self.actions = actions
        self.deck = found.deck
        self._board = found.board
        self.setup = RecordedSetup(history, rules, found.places)
        if self.setup.has_one_blind:
            self._read_the_order()
        elif self.setup.has_equal_blinds and next((a.player for a in actions if a.kind <= WAGER), 1) != 1:
            self.setup.take_two_blinds()
        self.claims: dict[int, tuple[int, ...] | None] = {}
        """What each player claims at showdown: the cards they show, or None for a muck."""

    def _read_the_order(self) -> None:
        """Let the players act in the order in which the record has them."""
        first = after_flop = -1
        flop = False
        for action in self.actions:
            flop = flop or action.kind == BOARD
            if action.kind <= WAGER and not flop and first < 0:
                first = action.player
            elif action.kind <= WAGER and flop and after_flop < 0:
                after_flop = action.player
        self.setup.order_by(first, after_flop)
        if self.setup.seats == (1, 0):
            self.layout = _Layout(self.layout.holes[2:] + self.layout.holes[:2], self.layout.board)
            found = survey(self.actions, self.layout.holes, self.layout.board)
            assert found is not None
            self.deck = found.deck

    def board_before_the_last_bet(self) -> int:
        """How many board cards the record deals before betting ends."""
        dealt = before = 0
        for action in self.actions:
            if action.kind == BOARD:
                dealt += len(action.cards)
            elif action.kind <= WAGER:
                before = dealt
        return before

    @property
    def board(self) -> list[int]:
        """The board cards of the record."""
        return [self.deck[place] for place in self.layout.board[: self._board]]

    def bet(self, hand: Hand, action: RecordedAction) -> Action:
        """A recorded bet as an action of the hand."""
        if action.kind == FOLD:
            return Fold()
        if action.kind == CALL:
            options = hand.options
            return Call() if options is not None and options.call else Check()
        to = self.chips(action)
        return Raise(to=to) if hand.current_bet else Bet(to=to)

    def chips(self, action: RecordedAction) -> int:
        """The amount of a wager in chips."""
        return action.amount * int(10 ** (self.setup.places - action.places))

    def bad(self, sentence: str, index: int) -> BadHistory:
        """The refusal of an action, with its place."""
        return self.history.bad(sentence, index + 1)

    def play(self) -> Playback:
        """Play the record to its end, up to the showdown."""
        playback = self.setup.playback(self.actions, self.deck)
        while not playback.play():
            self.refuse_unless_moot(playback)
            playback.skip()
        return playback

    # -- the showdown ---------------------------------------------------------------------------------------------

    def hide_mucked(self) -> bool:
        """Make the cards of every player who mucks unknown; whether any of them was known."""
        mucked = [player for player, claim in self.claims.items() if claim is None]
        places = [place for player in mucked for place in self.layout.of(player) if self.deck[place] != UNKNOWN]
        for place in places:
            self.deck[place] = UNKNOWN
        return bool(places)

    def hear_claims(self, playback: Playback) -> None:
        """Note what the players show and muck; the pots are settled when the record ends."""
        live = playback.live
        for index in playback.claims:
            self._hear(live, index, self.actions[index])

    def _hear(self, live: list[bool], index: int, action: RecordedAction) -> None:
        player, cards, who = action.player, action.cards, f"p{action.player + 1}"
        if not live[self.setup.seats[player]]:
            raise self.bad(f"{who} cannot show or muck: {who} has folded", index)
        before = self.claims.get(player, _FACE_DOWN)
        if before is None or UNKNOWN not in before:
            done = "mucked" if before is None else "shown"
            raise self.bad(f"{who} cannot show or muck: {who} has {done} already", index)
        if action.kind == MUCK:
            self.claims[player] = None
            return
        own = tuple([self.deck[place] for place in self.layout.of(player)])
        if not cards:
            if UNKNOWN in own:
                raise self.bad(f"{who} shows the cards that were dealt, but the record does not have them", index)
            cards = own
        known = [card for card in cards if card != UNKNOWN]
        if UNKNOWN not in own and not set(known) <= set(own):
            raise self.bad(f"{who} shows {format_cards(known)}, but was dealt {format_cards(own)}", index)
        if known:
            claimed = [card for other, shown in self.claims.items() if shown and other != player for card in shown]
            for card in known:
                dealt_elsewhere = card in self.deck and card not in own
                if dealt_elsewhere or card in claimed or known.count(card) > 1:
                    text = format_cards([card])
                    raise self.bad(f"{who} shows {text}, which is already on the table", index)
        self.claims[player] = cards

    def show_down(self, playback: Playback) -> bool:
        """Table and muck in the engine's order; False if the record does not say what a player does."""
        claims, state = self.claims, playback.state
        for seat in state.showdown_order():
            player = self.setup.seats.index(seat)
            if player not in claims:
                return False
            cards = claims[player]
            if cards is None:
                if state.muck():
                    who = f"p{player + 1}"
                    raise self.history.bad(f"{who} mucks the last claim on a pot: expected {who} to show")
            elif UNKNOWN in cards:
                state.show(UNKNOWN, UNKNOWN)
            else:
                state.show(cards[0], cards[1])
        return True

    # -- what is wrong --------------------------------------------------------------------------------------------

    def _read(self, texts: list[str]) -> list[RecordedAction]:
        """The actions of texts that are not all in the shortest form."""
        actions = []
        for index, text in enumerate(texts):
            try:
                actions.append(read_action(text))
            except BadAction as error:
                raise self.bad(str(error), index) from None
        return actions

    def _misdeal(self, actions: list[RecordedAction], n: int) -> BadHistory:
        """Which card or player makes the deal impossible."""
        got, board, seen, begun = [0] * n, 0, {UNKNOWN}, False
        for index, action in enumerate(actions):
            kind, player = action.kind, action.player
            cards = action.cards if kind in (HOLE, BOARD) else ()
            if player >= n:
                return self.bad(f"p{player + 1} is not in this hand: its players are p1 to p{n}", index)
            if kind == HOLE:
                if begun:
                    return self.bad("hole cards come after the first bet: deal them before it", index)
                got[player] += len(cards)
                if got[player] > 2:
                    return self.bad(f"p{player + 1} is dealt {got[player]} hole cards: a hand has two", index)
            elif kind != REMARK:
                begun = True
                if min(got) < 2:
                    who = f"p{got.index(min(got)) + 1}"
                    return self.bad(
                        f"{who} does not have two hole cards yet: expected 'd dh {who} ????' or the like", index
                    )
            if kind == BOARD:
                board += len(cards)
                if board > 5:
                    return self.bad(f"the board has {board} cards: expected at most five", index)
            for card in cards:
                if card in seen and card != UNKNOWN:
                    return self.bad(f"{format_cards([card])} is dealt twice", index)
                seen.add(card)
        raise AssertionError

    def refuse_unless_moot(self, playback: Playback) -> None:
        """Say why the next action cannot be played, unless it is a check that the engine does not ask for."""
        action = self.actions[playback.next]
        if action.kind <= WAGER:
            if not self._is_moot(playback, action):
                raise self._bad_bet(playback, action)
        elif action.kind == BOARD:
            raise self._bad_board(playback)
        else:
            raise self.bad(
                f"p{action.player + 1} cannot show or muck yet: expected {self._expected(playback)}", playback.next
            )

    def _is_moot(self, playback: Playback, action: RecordedAction) -> bool:
        """Whether a player checks although every other player is all-in and no raise could be called (rules 1.6).

        It is the big blind, or the last player with chips after another one folded when checking was free.
        """
        seat = self.setup.seats[action.player]
        if action.kind != CALL or not playback.at_showdown or not playback.live[seat]:
            return False
        street: list[RecordedAction] = []
        for done in self.actions[: playback.next]:
            street = [] if done.kind == BOARD else [*street, done] if done.kind <= WAGER else street
        free_fold = any(done.kind == FOLD for done in street) and all(done.kind != WAGER for done in street)
        return (
            (playback.dealt == 0 or free_fold)
            and playback.state.stacks()[seat] > 0
            and not any(done.player == action.player for done in street)
        )

    def _expected(self, playback: Playback) -> str:
        """What the record should hold next."""
        state, dealt = playback.state, playback.dealt
        if dealt < state.board_count:
            return f"the {_STREETS[dealt]}, 'd db {'??' * (3 - dealt if dealt < 3 else 1)}' or the like"
        if playback.over:
            return "the record to end, since the hand is over"
        if playback.at_showdown:
            return "the players to show or muck ('sm')"
        player = f"p{self.setup.seats.index(state.turn) + 1}"
        words = [f"'{player} f'"] if state.to_call or state.terms.open_fold else []
        words.append(f"'{player} cc'")
        if state.max_to:
            low, high = self.setup.money(state.min_to), self.setup.money(state.max_to)
            words.append(f"'{player} cbr' " + (f"to {low}" if low == high else f"from {low} to {high}"))
        return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)

    def _bad_board(self, playback: Playback) -> BadHistory:
        """Why the board cannot be dealt like this."""
        state, dealt, index = playback.state, playback.dealt, playback.next
        if dealt < state.board_count:
            count = 3 - dealt if dealt < 3 else 1
            return self.bad(f"too many cards for the {_STREETS[dealt]}: expected {count}", index)
        if playback.over:
            return self.bad("no card can be dealt: everyone else has folded, and the hand is over", index)
        street = _STREETS[min(dealt, 4)]
        return self.bad(f"the {street} cannot be dealt yet: expected {self._expected(playback)}", index)

    def _bad_bet(self, playback: Playback, action: RecordedAction) -> BadHistory:
        """Why a player cannot do this now, in the words and units of the file."""
        state, index = playback.state, playback.next
        seat, who = self.setup.seats[action.player], f"p{action.player + 1}"
        expected = self._expected(playback)
        if playback.dealt < state.board_count or playback.at_showdown or playback.over:
            return self.bad(f"{who} cannot act now: expected {expected}", index)
        if state.turn != seat:
            why = "is not to act" if playback.live[seat] else "has folded"
            return self.bad(f"{who} {why}: expected {expected}", index)
        why = f"{who} cannot fold when checking is free"
        if action.kind == WAGER:
            why = self._bad_wager(playback, seat, who, self.chips(action))
            expected += self._site_rule(playback, seat, self.chips(action))
        return self.bad(f"{why}; expected {expected}", index)

    def _site_rule(self, playback: Playback, seat: int, to: int) -> str:
        """The rule of poker sites that lets a wager pass, as the end of a sentence; empty if there is none."""
        state = playback.state
        if not state.current < to <= state.stacks()[seat] + state.bets()[seat]:
            return ""
        if not state.max_to:
            rule = "a short all-in reopens betting" if self._may_be_called(playback, seat) else ""
        elif to >= state.min_to:
            rule = ""
        elif state.current > state.level:
            rule = "any raise may follow a short all-in"
        else:
            stacks, bets = state.stacks(), state.bets()
            most = max(stacks[other] + bets[other] for other in state.live_seats() if other != seat)
            rule = "a raise may put every opponent all-in" if to >= most else ""
        return f"; some sites play that {rule}: try --rules site" if rule else ""

    def _bad_wager(self, playback: Playback, seat: int, who: str, to: int) -> str:
        money, state = self.setup.money, playback.state
        if not state.max_to:
            return f"{who} may not raise: {self._no_raise(playback, seat)}"
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

    def _may_be_called(self, playback: Playback, seat: int) -> bool:
        """Whether an opponent could put in more than the current bet."""
        state = playback.state
        return any(
            live and other != seat and state.stacks()[other] + state.bets()[other] > state.current
            for other, live in enumerate(playback.live)
        )

    def _no_raise(self, playback: Playback, seat: int) -> str:
        state = playback.state
        stack, bet = state.stacks()[seat], state.bets()[seat]
        if stack <= state.to_call:
            return f"{self.setup.money(state.current - bet)} to call, {self.setup.money(stack)} behind"
        if self._may_be_called(playback, seat):
            return "betting is not reopened by a short all-in (TDA 47)"
        return "every other player is all-in"
