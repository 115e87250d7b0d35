"""Runs ACPC bots as our players: `acpc:./bot.sh` is started with a host and a port, and receives states.

Such a program reads its game from a file, so a match uses that game's stacks. In a match with another program that has
larger chips, it sees amounts in its own chips, and its wagers are rounded to the table's.
"""

from __future__ import annotations

import re

from bigslick.bots import BadBot, Bot, BotFailed, FixedGame
from bigslick.hand.actions import Action, Bet, Call, Check, Fold, Raise
from bigslick.hand.view import View

from ..chips import Scale
from ..processes.child import check_command
from ..processes.connected import CONNECT_SECONDS, Connected
from ..processes.process import ProcessSettings, Restarting, process_settings, split_command
from .game import AcpcGame, BadGame, load_game, standard_game
from .state import MOST_BYTES, match_states, spent_before

MOST_IGNORED = 1000
"""How many unexpected lines we skip while waiting for an answer before the program has failed."""
_VERSION = re.compile(r"VERSION:2\.0\.\d+")
_ANSWER = re.compile(r"([fFcCkK])|[rRbB](\d{1,15})")


class AcpcPlayer:
    """Plays the dealer for a program that plays one seat."""

    def __init__(self, command: list[str], settings: ProcessSettings, game: AcpcGame) -> None:
        self._command = command
        self._settings = settings
        self._scale = Scale(game.big_blind, game.stacks[0])
        self._process = Restarting(self._start)
        self._hand = 0
        self._seen = 0
        """The number of this hand's events already sent to the program."""

    def _start(self) -> Connected:
        running = Connected(self._command, self._settings, MOST_BYTES)
        try:
            said = running.read(CONNECT_SECONDS)
            if not _VERSION.match(said):
                raise BotFailed(f"said {said[:40]!r} where VERSION:2.0.0 belongs")
        except BotFailed:
            running.kill()
            raise
        except BaseException:
            running.let_go()
            raise
        self._seen = 0
        return running

    def decide(self, view: View) -> Action:
        """Send the state and read the answer."""
        scale = self._scale.of(view)
        running = self._process.running()
        try:
            lines = self._tell(running, view, scale)
            answer = self._answer(running, lines[-1])
        except BaseException as error:
            self._process.fail(error)
            raise
        found = _ANSWER.fullmatch(answer)
        if found is None:
            raise BotFailed(f"answered {answer[:40]!r}: expected f, c or r and a total")
        options = view.options
        assert options is not None
        if found[1]:
            return Fold() if found[1] in "fF" else Check() if options.check else Call()
        to = self._scale.to_table(int(found[2]), scale) - spent_before(view, options.seat)
        return Raise(to=to) if view.current_bet else Bet(to=to)

    def hand_over(self, view: View) -> None:
        running = self._process.child
        if running is not None:
            try:
                self._tell(running, view, self._scale.of(view))
            except BaseException as error:
                self._process.fail(error)
                raise
        self._hand += 1
        self._seen = 0

    def close(self) -> None:
        """Close the connection and end the program."""
        self._process.close()

    def _tell(self, running: Connected, view: View, scale: int) -> list[str]:
        lines = match_states(self._hand, view, self._seen, limit=False, scale=scale)
        running.write("".join([f"{line}\r\n" for line in lines]), self._settings.seconds)
        self._seen = len(view.events)
        return lines

    def _answer(self, running: Connected, state: str) -> str:
        for _ in range(MOST_IGNORED):
            said = running.read(self._settings.seconds)
            if said.startswith(f"{state}:"):
                return said[len(state) + 1 :].strip()
        raise BotFailed(f"sent {MOST_IGNORED:,} lines that answer nothing")


def bot(name: str, target: str, options: dict[str, str]) -> Bot:
    """Return the bot `acpc:COMMAND`; `game=FILE` is the program's game, by default the competition's own."""
    settings = process_settings(name, options, ("game",))
    try:
        game = load_game(options["game"]) if "game" in options else standard_game()
    except BadGame as error:
        raise BadBot(f"{name}: {error}") from None
    if game.limit:
        raise BadBot(f"{name}: matches are no-limit; play fixed-limit with `bigslick acpc dealer`")
    if len({*game.stacks}) > 1 or game.stacks[0] % game.big_blind or 2 * game.small_blind != game.big_blind:
        raise BadBot(f"{name}: a match needs equal stacks of whole big blinds, and a small blind of half a big blind")
    command = check_command(name, split_command(name, target))
    seats = game.players if "game" in options else None
    fixed = FixedGame(game.big_blind, game.stacks[0], seats)
    return Bot(name, None, lambda: AcpcPlayer(command, settings, game), fixed, separate=True)
