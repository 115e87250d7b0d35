"""Runs PyPokerEngine bots as ours: `pypokerengine:bot.py:Bot` is a class with `declare_action`.

They receive PyPokerEngine's own messages in its order: the start of the game, of each hand and each street, every
action, and the result. Our rules decide their legal actions: for an all-in below the minimum raise the range is a
single amount, where PyPokerEngine gives -1.
"""

from __future__ import annotations

from typing import Any

from bigslick.bots import BadBot, Bot, BotFailed
from bigslick.bots.bot import last_line, load_module
from bigslick.bots.foreign import no_more_options
from bigslick.checks import did_you_mean
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise
from bigslick.hand.view import View

from .round import Round, card_names, uuid_of

CALLBACKS = (
    "receive_game_start_message",
    "receive_round_start_message",
    "receive_street_start_message",
    "receive_game_update_message",
    "receive_round_result_message",
)


class PyPokerEnginePlayer:
    """Sends a bot the events since its last turn, and asks it."""

    def __init__(self, bot: Any) -> None:
        missing = [name for name in ("declare_action", *CALLBACKS) if not callable(getattr(bot, name, None))]
        if missing:
            raise BadBot(f"{type(bot).__name__} is not a PyPokerEngine bot: it has no method {missing[0]}")
        self._bot = bot
        self._round = 1
        self._told = 0
        self._started = False
        if callable(getattr(bot, "set_uuid", None)):
            bot.set_uuid(uuid_of(0))

    def decide(self, view: View) -> Action:
        told = Round(view, self._round)
        self._tell(told)
        answer = self._bot.declare_action(told.valid_actions(), card_names(view.hole), told.state(view.turn))
        return _action(view, answer)

    def hand_over(self, view: View) -> None:
        """Send the bot the rest of a hand."""
        try:
            self._tell(Round(view, self._round))
        finally:
            self._round += 1
            self._told = 0

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _tell(self, told: Round) -> None:
        if not self._started:
            self._started = True
            self._bot.receive_game_start_message(told.game_info())
        while self._told < len(told.messages):
            callback, given = told.messages[self._told]
            self._told += 1  # before the call, so a bot that fails does not get it twice
            getattr(self._bot, callback)(*given)


def _action(view: View, answer: Any) -> Action:
    options = view.options
    assert options is not None
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise BotFailed(f"declared {str(answer)[:60]!r}: expected an action and an amount")
    word, amount = answer
    if word == "fold":
        return Fold()
    if word == "call":
        return Check() if options.check else Call()
    if word == "raise" and isinstance(amount, int | float) and amount == amount and abs(amount) < 1e15:
        if int(amount) != amount:
            raise BotFailed(f"declared a raise to {amount}: chips are whole numbers")
        return Raise(to=int(amount)) if view.current_bet else Bet(to=int(amount))
    raise BotFailed(f"declared {str(answer)[:60]!r}: expected fold, call, or raise and an amount")


def bot(name: str, target: str, options: dict[str, str]) -> Bot:
    """Return the bot `pypokerengine:path.py:Class` or `pypokerengine:module:Class`."""
    no_more_options(name, options, ())
    place, _, wanted = target.rpartition(":")
    if not place:
        raise BadBot(f"{name}: expected a file and a class, as in pypokerengine:bot.py:Bot")
    try:
        module = load_module(place)
    except BadBot as error:
        hint = "; install PyPokerEngine, which the bot imports" if "'pypokerengine'" in str(error) else ""
        raise BadBot(f"{name}: {error}{hint}") from None
    found = getattr(module, wanted, None)
    if not isinstance(found, type):
        known = [key for key, thing in vars(module).items() if isinstance(thing, type)]
        raise BadBot(f"{name}: {place} has no class {wanted!r}{did_you_mean(wanted, known)}")

    def make() -> PyPokerEnginePlayer:
        try:
            made = found()
        except Exception as error:
            raise BadBot(f"the bot {name} cannot be made: {last_line(error)}") from None
        return PyPokerEnginePlayer(made)

    return Bot(name, None, make, separate=True)
