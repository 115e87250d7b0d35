"""Slumbot's protocol: one session's hands, and their notation.

The game is heads-up, 50/100, with fresh stacks of 20,000 each hand. An action is k, c, f or b and the street's total; a
slash ends a street. Position 0 is the big blind and 1 the button, and the client's alternates from hand to hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bigslick.bots import BadBot, Bot, Follower, Guard
from bigslick.bots.foreign import no_more_options
from bigslick.cards import Card
from bigslick.errors import BigslickError
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Raise
from bigslick.hand.events import Called, Checked, Event, Folded, StreetDealt, Wagered
from bigslick.hand.hand import Hand
from bigslick.hand.view import View, view
from bigslick.shuffle import Keystream, shuffled

from ..acpc.game import standard_game

GAME = standard_game(2)
PATHS = ("/slumbot/api", "/api")
"""The endpoints' paths: the current one, and the one for older clients."""
_ACTION = re.compile(r"[kcf]|b\d{1,9}")


class BadRequest(BigslickError, ValueError):
    """A request that cannot be carried out: the sentence is the answer's `error_msg`."""


def action_text(events: Sequence[Event]) -> str:
    """Write a hand's betting in Slumbot's letters."""
    text = []
    for event in events:
        if isinstance(event, Wagered):
            text.append(f"b{event.to}")
        elif isinstance(event, StreetDealt):
            text.append("/")
        else:
            text.append(_LETTERS.get(type(event), ""))
    return "".join(text)


_LETTERS: dict[type, str] = {Folded: "f", Checked: "k", Called: "c"}


def action_of(hand: Hand | View, text: str) -> Action:
    """Read an action for the player to act from Slumbot's letters; it may be illegal."""
    if not isinstance(text, str) or not _ACTION.fullmatch(text):
        raise BadRequest(f"{str(text)[:20]!r} is not an action: expected k, c, f, or b and a total")
    if text[0] == "b":
        return Raise(to=int(text[1:])) if hand.current_bet else Bet(to=int(text[1:]))
    plain: dict[str, Action] = {"k": Check(), "c": Call(), "f": Fold()}
    return plain[text]


def letters_of(seen: View, action: Action) -> str:
    """Write an action for the player to act in Slumbot's letters."""
    if isinstance(action, AllIn):
        assert seen.options is not None
        to = seen.options.all_in or 0
        return f"b{to}" if to > seen.current_bet else "c"
    if isinstance(action, Bet | Raise):
        assert seen.seat is not None
        return f"b{action.to if action.to is not None else seen.bets[seen.seat] + (getattr(action, 'add', 0) or 0)}"
    return {Check: "k", Call: "c", Fold: "f"}[type(action)]


def play_letters(holes: Mapping[int, Sequence[Card]], board: Sequence[Card], letters: str) -> Hand:
    """Play these letters with these cards; raise `BadRequest` if the rules refuse them."""
    hand = Hand(GAME.setup(holes, board))
    for street in letters.split("/"):
        for text in re.findall(r"[a-z]\d*", street):
            if hand.turn is None:
                raise BadRequest(f"{letters!r}: {text!r} comes when no one is to act")
            try:
                hand.act(action_of(hand, text))
            except IllegalAction as error:
                raise BadRequest(f"{letters!r}: {error}") from None
    return hand


class SlumbotSession:
    """A client and the bot it plays, hand after hand."""

    def __init__(self, guard: Guard, stream: Keystream, token: str) -> None:
        self.token = token
        self._guard = guard
        self._stream = stream
        self._hand: Hand | None = None
        self._client = 1
        self._told = ""
        self.hands = 0
        self.total = 0

    def new_hand(self) -> dict[str, Any]:
        """Deal a hand; the bot acts first if the client is the big blind."""
        self._client = 1 - self._client
        self._hand = Hand(GAME.deal(shuffled(self._stream.seed())))
        self._told = ""
        return self._reply()

    def act(self, letters: object) -> dict[str, Any]:
        """Apply the client's action, and the bot's answers."""
        hand = self._hand
        if hand is None or hand.turn is None:
            raise BadRequest("there is no hand in progress: ask for a new hand")
        action = action_of(hand, str(letters))
        try:
            hand.act(action)
        except IllegalAction as error:
            raise BadRequest(str(error)) from None
        return self._reply()

    def close(self) -> None:
        if isinstance(self._guard.player, Follower):
            self._guard.player.close()

    def _reply(self) -> dict[str, Any]:
        hand = self._hand
        assert hand is not None
        client, bot = self._client, 1 - self._client
        while hand.turn == bot:
            hand.act(self._guard.decide(view(hand, bot)))
        seen = view(hand, client)
        action = action_text(hand.events)
        reply: dict[str, Any] = {
            "old_action": self._told,
            "action": action,
            "client_pos": client,
            "hole_cards": [str(card) for card in seen.hole],
            "board": [str(card) for card in seen.board],
            "token": self.token,
        }
        self._told = action
        if hand.turn is None:
            won = hand.stacks[client] - GAME.stacks[client]
            self.hands += 1
            self.total += won
            if isinstance(self._guard.player, Follower):
                self._guard.answer(self._guard.player.hand_over, view(hand, bot), None)
            shown = seen.shown.get(bot, ())
            reply |= {"winnings": won, "session_num_hands": self.hands, "session_total": self.total}
            reply |= {"bot_hole_cards": [str(card) for card in shown]} if shown else {}
        return reply


def bot(name: str, target: str, options: dict[str, str]) -> Bot:
    """Refuse: such a server deals its own cards, so it cannot take a seat at our table."""
    no_more_options(name, options, ())
    raise BadBot(
        f"{name}: a Slumbot server deals its own cards, so it cannot sit at a table of ours; "
        f"`bigslick slumbot play {target} BOT` plays a bot of yours there"
    )
