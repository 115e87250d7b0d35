"""Explains why a record cannot be played: the illegal action, what was expected, and any site rule that allows it."""

from __future__ import annotations

from typing import Final

from bigslick.cards import UNKNOWN, format_cards

from .._scan import Playback, RecordedAction
from ..action_kinds import BOARD, FOLD, HOLE, REMARK, WAGER
from ..history import History
from ..notation import BadHistory
from .recorded_setup import RecordedSetup

_STREETS: Final = ("flop", "flop", "flop", "turn", "river")


def may_be_called(playback: Playback, seat: int) -> bool:
    """Whether an opponent could put in more than the current bet."""
    state = playback.state
    return any(
        live and other != seat and state.stacks()[other] + state.bets()[other] > state.current
        for other, live in enumerate(playback.live)
    )


def gives_up(playback: Playback, seat: int, action: RecordedAction) -> bool:
    """Whether an all-in player folds, which sites allow for players who sit out."""
    return action.kind == FOLD and playback.live[seat] and playback.state.stacks()[seat] == 0 and not playback.over


def takes_back(playback: Playback, seat: int, action: RecordedAction, to: int) -> bool:
    """Whether a player raises to an amount that no one has the chips to call, and gets the raise back."""
    state = playback.state
    able = state.turn == seat and state.current < to <= state.stacks()[seat] + state.bets()[seat]
    return action.kind == WAGER and able and not state.max_to and not may_be_called(playback, seat)


class RefusedAction:
    """The next action of a record, which cannot be played."""

    def __init__(self, setup: RecordedSetup, playback: Playback, action: RecordedAction) -> None:
        self.setup = setup
        self.playback = playback
        self.action = action

    def refusal(self) -> BadHistory:
        """Explain why, with the action's location."""
        if self.action.kind <= WAGER:
            return self._bad_bet()
        if self.action.kind == BOARD:
            return self._bad_board()
        return self._bad(f"p{self.action.player + 1} cannot show or muck yet: expected {self._expected()}")

    def _bad(self, sentence: str) -> BadHistory:
        return self.setup.history.bad(sentence, self.playback.next + 1)

    def _expected(self) -> str:
        """Return what the record should hold next."""
        state, dealt = self.playback.state, self.playback.dealt
        if dealt < state.board_count:
            return f"the {_STREETS[dealt]}, 'd db {'??' * (3 - dealt if dealt < 3 else 1)}' or the like"
        if self.playback.over:
            return "the record to end, since the hand is over"
        if self.playback.at_showdown:
            return "the players to show or muck ('sm')"
        player = f"p{self.setup.seats.index(state.turn) + 1}"
        words = [f"'{player} f'"] if state.to_call or state.terms.open_fold else []
        words.append(f"'{player} cc'")
        if state.max_to:
            low, high = self.setup.money(state.min_to), self.setup.money(state.max_to)
            words.append(f"'{player} cbr' " + (f"to {low}" if low == high else f"from {low} to {high}"))
        return " or ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)

    def _bad_board(self) -> BadHistory:
        """Return why this board cannot be dealt."""
        state, dealt = self.playback.state, self.playback.dealt
        if dealt < state.board_count:
            count = 3 - dealt if dealt < 3 else 1
            return self._bad(f"too many cards for the {_STREETS[dealt]}: expected {count}")
        if self.playback.over:
            return self._bad("no card can be dealt: everyone else has folded, and the hand is over")
        street = _STREETS[min(dealt, 4)]
        return self._bad(f"the {street} cannot be dealt yet: expected {self._expected()}")

    def _bad_bet(self) -> BadHistory:
        """Return why a player cannot do this now, in the file's own words and units."""
        playback, action = self.playback, self.action
        state, seat, who = playback.state, self.setup.seats[action.player], f"p{action.player + 1}"
        expected, site = self._expected(), self._site_rule(seat)
        if playback.dealt < state.board_count or playback.at_showdown or playback.over:
            return self._bad(f"{who} cannot act now: expected {expected}{site}")
        if state.turn != seat:
            why = "is not to act" if playback.live[seat] else "has folded"
            return self._bad(f"{who} {why}: expected {expected}{site}")
        why = f"{who} cannot fold when checking is free"
        if action.kind == WAGER:
            why = self._bad_wager(seat, who, self.setup.chips(action))
        return self._bad(f"{why}; expected {expected}{site}")

    def _site_rule(self, seat: int) -> str:
        """Return the site rule that allows an action, as the end of a sentence; empty if there is none."""
        rule = self._rule_of_sites(seat)
        return f"; some sites play that {rule}: try --rules site" if rule else ""

    def _rule_of_sites(self, seat: int) -> str:
        state = self.playback.state
        stacks, bets = state.stacks(), state.bets()
        if gives_up(self.playback, seat, self.action):
            return "a player who sits out folds although all-in"
        if self.action.kind != WAGER or state.turn != seat:
            return ""
        to = self.setup.chips(self.action)
        if not state.current < to <= stacks[seat] + bets[seat]:
            return ""
        if not state.max_to:
            if may_be_called(self.playback, seat):
                return "a short all-in reopens betting"
            return "a raise that no one has the chips to call is a call"
        if to >= state.min_to:
            return ""
        if state.current > state.level:
            return "any raise may follow a short all-in"
        most = max(stacks[other] + bets[other] for other in state.live_seats() if other != seat)
        return "a raise may put every opponent all-in" if to >= most else ""

    def _bad_wager(self, seat: int, who: str, to: int) -> str:
        money, state = self.setup.money, self.playback.state
        if not state.max_to:
            return f"{who} may not raise: {self._no_raise(seat)}"
        what = f"a raise to {money(to)}" if state.current else f"a bet of {money(to)}"
        if to > state.max_to:
            if state.max_to == state.stacks()[seat] + state.bets()[seat]:
                return f"{what} is more than the {money(state.max_to)} that {who} has"
            return f"{what} is above the maximum of {money(state.max_to)}"
        if not state.current:
            return f"{what} is below the minimum of {money(state.min_to)}"
        last = f"the last full raise was {money(state.last_full)}"
        why = last if state.least == state.last_full else f"the next must add at least {money(state.least)}"
        return f"{what} is below the minimum of {money(state.min_to)}: the bet is {money(state.current)} and {why}"

    def _no_raise(self, seat: int) -> str:
        state = self.playback.state
        stack, bet = state.stacks()[seat], state.bets()[seat]
        if stack <= state.to_call:
            return f"{self.setup.money(state.current - bet)} to call, {self.setup.money(stack)} behind"
        if may_be_called(self.playback, seat):
            return "betting is not reopened by a short all-in (TDA 47)"
        return "every other player is all-in"


def misdeal(history: History, actions: list[RecordedAction], n: int) -> BadHistory:
    """Name the card or player that makes the deal impossible."""
    got, board, seen, begun = [0] * n, 0, {UNKNOWN}, False
    for index, action in enumerate(actions):
        kind, player = action.kind, action.player
        cards = action.cards if kind in (HOLE, BOARD) else ()
        if player >= n:
            return history.bad(f"p{player + 1} is not in this hand: its players are p1 to p{n}", index + 1)
        if kind == HOLE:
            if begun:
                return history.bad("hole cards come after the first bet: deal them before it", index + 1)
            got[player] += len(cards)
            if got[player] > 2:
                return history.bad(f"p{player + 1} is dealt {got[player]} hole cards: a hand has two", index + 1)
        elif kind != REMARK:
            begun = True
            if min(got) < 2:
                who = f"p{got.index(min(got)) + 1}"
                return history.bad(
                    f"{who} does not have two hole cards yet: expected 'd dh {who} ????' or the like", index + 1
                )
        if kind == BOARD:
            board += len(cards)
            if board > 5:
                return history.bad(f"the board has {board} cards: expected at most five", index + 1)
        for card in cards:
            if card in seen and card != UNKNOWN:
                return history.bad(f"{format_cards([card])} is dealt twice", index + 1)
            seen.add(card)
    raise AssertionError
