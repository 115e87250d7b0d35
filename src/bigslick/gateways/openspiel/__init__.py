"""Our games in OpenSpiel (extra `openspiel`): importing this registers them with pyspiel.

```python
import pyspiel
import bigslick.gateways.openspiel

holdem = pyspiel.load_game("bigslick_nolimit_holdem", {"players": 3, "stack": 100})
leduc = pyspiel.load_game("bigslick_spec", {"documents": "std:leduc"})
```
"""

from __future__ import annotations

from typing import Any, Final

from bigslick.extras import missing

try:
    import pyspiel
except ImportError:
    raise missing("openspiel", "pyspiel") from None

from . import document, holdem
from .document import DocumentRules
from .holdem import HoldemRules
from .play import SpielGame, game_type

__all__ = ["GAMES", "load_document"]

_PLAYERS: Final = (2, 10)
_NOLIMIT: Final = game_type("bigslick_nolimit_holdem", "No-limit hold'em (bigslick)", _PLAYERS, holdem.SETTINGS)
_POTLIMIT: Final = game_type("bigslick_potlimit_holdem", "Pot-limit hold'em (bigslick)", _PLAYERS, holdem.SETTINGS)
_LIMIT: Final = game_type("bigslick_limit_holdem", "Fixed-limit hold'em (bigslick)", _PLAYERS, holdem.SETTINGS)
_SPEC: Final = game_type("bigslick_spec", "A game of spec documents (bigslick)", (1, 64), document.SETTINGS)


class NoLimitHoldem(SpielGame):
    """`bigslick_nolimit_holdem`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {**holdem.SETTINGS, **(params or {})}
        super().__init__(_NOLIMIT, HoldemRules("none", settings), settings)


class PotLimitHoldem(SpielGame):
    """`bigslick_potlimit_holdem`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {**holdem.SETTINGS, **(params or {})}
        super().__init__(_POTLIMIT, HoldemRules("pot", settings), settings)


class LimitHoldem(SpielGame):
    """`bigslick_limit_holdem`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {**holdem.SETTINGS, **(params or {})}
        super().__init__(_LIMIT, HoldemRules("fixed", settings), settings)


class SpecGame(SpielGame):
    """`bigslick_spec`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {**document.SETTINGS, **(params or {})}
        super().__init__(_SPEC, DocumentRules(settings), settings)


GAMES: Final = ("bigslick_nolimit_holdem", "bigslick_potlimit_holdem", "bigslick_limit_holdem", "bigslick_spec")
"""The names of our registered games."""

for _kind, _game in ((_NOLIMIT, NoLimitHoldem), (_POTLIMIT, PotLimitHoldem), (_LIMIT, LimitHoldem), (_SPEC, SpecGame)):
    pyspiel.register_game(_kind, _game)


def load_document(*names: str, players: int = 0, max_moves: int = 1000, **variables: int | bool) -> Any:
    """Load an OpenSpiel game from spec documents: `load_document("std:leduc")`.

    0 players means as few as the game allows; variables replace the initial values of global ones.
    """
    words = " ".join(f"{name}={str(value).lower()}" for name, value in variables.items())
    settings = {"documents": ";".join(names), "players": players, "variables": words, "max_moves": max_moves}
    return pyspiel.load_game("bigslick_spec", settings)
