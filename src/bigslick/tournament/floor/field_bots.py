"""Assigns a bot to each entrant in a tournament."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bigslick.bots import BotLike, Style

from .no_shows import FOLDS, NO_SHOW
from .python_bots import PythonBots


class FieldBots:
    """Assigns the bots to the entrants in turn, in the order in which they first sit down."""

    def __init__(
        self,
        bots: Sequence[BotLike],
        styles: Mapping[str, Style],
        python_bots: PythonBots,
        names: Sequence[str],
        absent: Collection[str] = (),
    ) -> None:
        """Take the bots, the house styles, the Python bots, the entrants, and the no-shows among them."""
        self._style_names = tuple(styles)
        self._python_bots = python_bots
        self._styles = [python_bots.style_of(bot, styles) for bot in bots]
        self.absent = absent
        self._order = {name: number for number, name in enumerate(names)}
        self.style_of_player: dict[str, int] = {}
        """The style of each player who has sat down; negative for a Python bot."""

    def style(self, player: str) -> int:
        """Return the floor's number for the player's bot; negative for a Python bot."""
        style = self.style_of_player.get(player)
        if style is None:
            style = self._styles[len(self.style_of_player) % len(self._styles)]
            self.style_of_player[player] = style
        return FOLDS if player in self.absent else style

    def bot_of(self, player: str) -> str:
        style = self.style(player)
        if style == FOLDS:
            return NO_SHOW
        return self._style_names[style] if style >= 0 else self._python_bots.named(style)

    def chance(self, player: str, bullet: int) -> int:
        """Return the number of a player's random stream for this entry, which does not depend on how the others play.

        The entry number would not work: it depends on who re-enters first, and so on how the others played.
        """
        return self._order[player] + len(self._order) * (bullet - 1)
