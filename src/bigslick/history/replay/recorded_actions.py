"""Prepares a history's actions for play: the deck that deals its cards, and the players' claims."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from bigslick.cards import UNKNOWN, format_cards
from bigslick.checks import must_be
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise
from bigslick.hand.hand import Hand
from bigslick.hand.setup import board_places, hole_places
from bigslick.rules import BadRules, Rules

from .._scan import Playback, RecordedAction, scan, survey
from ..action_kinds import BOARD, CALL, FOLD, MOST_PLAYERS, MUCK, WAGER
from ..history import History
from ..notation import BadAction, BadHistory, read_action
from .recorded_setup import SITE, RecordedSetup, ReplayRules
from .refusals import RefusedAction, gives_up, misdeal, takes_back
from .run_outs import is_double_board, lay_second_board

_FACE_DOWN: Final = (UNKNOWN, UNKNOWN)


def recorded(history: History, rules: ReplayRules | None) -> Recorded:
    """Return a history's actions, ready to play under these rules."""
    if rules is not None and rules != SITE and not isinstance(rules, Rules):
        raise BadRules(f"rules={rules!r}: expected Rules, or {SITE!r} for the rules of a poker site")
    try:
        return Recorded(history, rules)
    except (TypeError, AttributeError):
        if isinstance(history, History):
            history.check_kinds()
        raise


class _Layout(NamedTuple):
    """Where a record's cards are in a deck without burns; players sit in dealing order."""

    holes: tuple[int, ...]
    """Two positions for each player."""
    board: tuple[int, ...]
    second: tuple[int, ...]
    """The second board's positions; empty without a double board."""

    def of(self, player: int) -> tuple[int, ...]:
        """Return the positions of a player's two cards."""
        return self.holes[2 * player : 2 * player + 2]


@cache
def _layout(players: int, double: bool) -> _Layout:
    order = range(players)
    holes = tuple([place for player in order for place in hole_places(order, player)])
    first, second = [board_places(players, burn=False, double_board=double, board=board) for board in range(2)]
    return _Layout(holes, first, second if double else ())


class Recorded:
    """A history's actions, the deck that deals its cards, and the players' claims at showdown."""

    __slots__ = ("_board", "actions", "claims", "deck", "given_up", "history", "layout", "setup")

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
        self.layout = _layout(len(stacks), is_double_board(history))
        found = survey(actions, self.layout.holes, self.layout.board)
        if found is None:
            raise misdeal(history, actions, len(stacks))
        self.actions = actions
        self.deck = found.deck
        self._board = found.board
        if self.layout.second:
            lay_second_board(history, self.deck, self.layout.second[: found.board])
        self.setup = RecordedSetup(history, rules, found.places)
        if not self.setup.stakes.plain or history.user:
            self._settle_the_order()
        self.claims: dict[int, tuple[int, ...] | None] = {}
        """Each player's claim at showdown: the cards they show, or None for a muck."""
        self.given_up: set[int] = set()
        """Players who folded although all-in."""

    def _settle_the_order(self) -> None:
        """Settle what unusual blinds leave open, from the actions: who acts first, and whether betting begins late."""
        if self.setup.has_one_blind:
            self._read_the_order()
        elif self.setup.has_equal_blinds and next((a.player for a in self.actions if a.kind <= WAGER), 1) != 1:
            self.setup.take_two_blinds()
        elif self.setup.may_be_bomb_pot:
            self._begin_on_the_flop()

    def _read_the_order(self) -> None:
        """Take the players' acting order from the record."""
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
            self.layout = self.layout._replace(holes=self.layout.holes[2:] + self.layout.holes[:2])
            found = survey(self.actions, self.layout.holes, self.layout.board)
            assert found is not None
            for place in self.layout.second:
                found.deck[place] = self.deck[place]
            self.deck = found.deck

    def _begin_on_the_flop(self) -> None:
        """Play a hand without blinds as a bomb pot, if no one bets before the flop.

        Other PHH readers need everyone to check there, so a record marked as a bomb pot has these checks.
        """
        flop = next((at for at, action in enumerate(self.actions) if action.kind == BOARD), len(self.actions))
        early = [action for action in self.actions[:flop] if action.kind <= WAGER]
        marked = self.setup.is_marked
        if all(action.kind == CALL for action in early) if marked else not early and flop < len(self.actions):
            self.setup.bomb_pot = True
            self.actions = [action for action in self.actions[:flop] if action.kind > WAGER] + self.actions[flop:]

    def board_before_the_last_bet(self) -> int:
        """Count the board cards that the record deals before betting ends; a double board shares none of them."""
        if self.layout.second:
            return 0
        dealt = before = 0
        for action in self.actions:
            if action.kind == BOARD:
                dealt += len(action.cards)
            elif action.kind <= WAGER:
                before = dealt
        return before

    @property
    def board(self) -> list[int]:
        """The record's board cards."""
        return [self.deck[place] for place in self.layout.board[: self._board]]

    def bet(self, hand: Hand, action: RecordedAction) -> Action:
        if action.kind == FOLD:
            return Fold()
        if action.kind == CALL:
            options = hand.options
            return Call() if options is not None and options.call else Check()
        to = self.setup.chips(action)
        return Raise(to=to) if hand.current_bet else Bet(to=to)

    def bad(self, sentence: str, index: int) -> BadHistory:
        """Build the refusal of an action, with its location."""
        return self.history.bad(sentence, index + 1)

    def play(self) -> Playback:
        """Play the record to its end, up to the showdown."""
        playback = self.setup.playback(self.actions, self.deck)
        while not playback.play():
            action = self.actions[playback.next]
            if self._call_instead(playback, action):
                playback = self.setup.playback(self.actions, self.deck)
                continue
            if not self._is_moot(playback, action) and not self._give_up(playback, action):
                raise RefusedAction(self.setup, playback, action).refusal()
            playback.skip()
        return playback

    def _call_instead(self, playback: Playback, action: RecordedAction) -> bool:
        """Under site rules, turn a raise that no one has the chips to call into a call."""
        seat = self.setup.seats[action.player]
        if self.setup.rules != SITE or not takes_back(playback, seat, action, self.setup.chips(action)):
            return False
        self.actions = list(self.actions)
        self.actions[playback.next] = RecordedAction(CALL, action.player)
        return True

    def _give_up(self, playback: Playback, action: RecordedAction) -> bool:
        """Under site rules, let an all-in player fold; the engine has them muck at the showdown."""
        if self.setup.rules != SITE or not gives_up(playback, self.setup.seats[action.player], action):
            return False
        self.claims[action.player] = None
        self.given_up.add(action.player)
        return True

    def last_claim(self, playback: Playback) -> int:
        """Return the only seat that kept its claim before the showdown; -1 if several did."""
        left = [
            seat
            for seat in playback.state.live_seats()
            if self.claims.get(self.setup.seats.index(seat), ()) is not None
        ]
        return left[0] if len(left) == 1 else -1

    # -- the showdown ---------------------------------------------------------------------------------------------

    def hide_mucked(self) -> bool:
        """Make the cards of all players who muck unknown; True if any was known."""
        mucked = [player for player, claim in self.claims.items() if claim is None]
        places = [place for player in mucked for place in self.layout.of(player) if self.deck[place] != UNKNOWN]
        for place in places:
            self.deck[place] = UNKNOWN
        return bool(places)

    def hear_claims(self, playback: Playback) -> None:
        """Collect the players' shows and mucks; the pots are settled when the record ends."""
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

    def _is_paid(self, player: int, refund: int) -> bool:
        """Whether the record pays a player more than an uncalled bet, so the muck hides a hand that won."""
        winnings = self.history.winnings
        if not winnings or type(winnings[player]) not in (int, Decimal) or player in self.given_up:
            return False
        return bool(winnings[player] * 10**self.setup.places > refund)

    def show_down(self, playback: Playback) -> bool:
        """Table and muck in the engine's order; False if the record does not say what a player does."""
        claims, state = self.claims, playback.state
        for seat in state.showdown_order():
            player = self.setup.seats.index(seat)
            if player not in claims:
                return False
            cards = claims[player]
            if cards is None and self._is_paid(player, state.refunds()[seat]):
                cards = claims[player] = tuple([self.deck[place] for place in self.layout.of(player)])
            if cards is None:
                if state.muck():
                    who = f"p{player + 1}"
                    raise self.history.bad(f"{who} mucks the last claim on a pot: expected {who} to show")
            elif UNKNOWN in cards:
                state.show(UNKNOWN, UNKNOWN)
            else:
                state.show(cards[0], cards[1])
        return True

    def _read(self, texts: list[str]) -> list[RecordedAction]:
        """Read actions when some are not in the shortest form."""
        actions = []
        for index, text in enumerate(texts):
            try:
                actions.append(read_action(text))
            except BadAction as error:
                raise self.bad(str(error), index) from None
        return actions

    def _is_moot(self, playback: Playback, action: RecordedAction) -> bool:
        """Whether a player checks although every other player is all-in and no raise could be called (rules 1.6).

        This is the big blind, or the last player with chips after another folded instead of checking.
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
