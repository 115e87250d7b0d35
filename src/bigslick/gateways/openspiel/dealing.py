"""Plays a spec with lazy shuffles: a token is chosen when it is drawn, so chance deals one card at a time.

Shuffling a zone that no one sees only marks its order as undecided. Taking a token from such a zone, or reading its
order, asks `Chance` for the next one; the remaining tokens are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bigslick.spec.expressions import Aggregate, Among, Query, TokensInZone
from bigslick.spec.frame import Frame
from bigslick.spec.interpret import Interpreter
from bigslick.spec.state import GameState
from bigslick.spec.tree import DrawTokens, Effect, MoveAll, MoveToken, Reveal, Shuffle, Spec


class Asked(Exception):  # not an error: the game waits for the deck
    """Chance has to choose one of these tokens before the game can continue."""

    def __init__(self, tokens: Sequence[int]) -> None:
        super().__init__()
        self.tokens = tuple(tokens)


class Chance:
    """Chance's choices since the last decision, and how many tokens at the end of each zone are still undecided."""

    def __init__(self, open_tails: dict[int, int], script: Sequence[int]) -> None:
        self.open_tails = dict(open_tails)
        self._script = iter(script)

    def choose(self, tokens: Sequence[int]) -> int:
        """Return the token chosen here; raise `Asked` if there is none yet."""
        chosen = next(self._script, None)
        if chosen is None:
            raise Asked(sorted(tokens))
        return chosen


class TokenDealer(Interpreter):
    """An interpreter that asks `chance` instead of shuffling."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self.chance = Chance({}, ())
        self._running = 0
        self._loose = 0
        self._hidden = {
            number
            for zone in spec.zones
            if zone.visibility == "hidden"
            for number in range(zone.first, zone.first + (spec.most_players if zone.owned else 1))
        }

    def _take(self, state: GameState, zone: int) -> int:
        tokens, tails = state.z[zone], self.chance.open_tails
        if len(tokens) > tails.get(zone, 0):
            return tokens.pop(0)
        token = tokens[0] if len(tokens) == 1 else self.chance.choose(tokens)
        tokens.remove(token)
        tails[zone] -= 1
        return token

    def _settle(self, state: GameState, zone: int) -> None:
        """Make chance choose a zone's whole order."""
        if self.chance.open_tails.get(zone, 0):
            order = [self._take(state, zone) for _ in range(len(state.z[zone]))]
            state.z[zone][:] = order

    def _shuffle(self, effect: Shuffle, frame: Frame) -> None:
        zone, state = self.zone(effect.zone, frame), frame.state
        state.z[zone].sort()
        self.chance.open_tails[zone] = len(state.z[zone])
        if zone not in self._hidden or state.grants[zone]:
            self._settle(state, zone)

    def _draw(self, effect: DrawTokens, frame: Frame) -> None:
        a, count = self.zone(effect.source, frame), self.value(effect.count, frame)
        if self.chance.open_tails.get(a, 0):
            held = len(frame.state.z[a])
            taken = [self._take(frame.state, a) for _ in range(max(0, min(count, held)))]
            frame.state.z[a][:0] = taken  # the front is known now, and is drawn like any other
        super()._draw(effect, frame)

    def _move_token(self, effect: MoveToken, frame: Frame) -> None:
        zone, token = self.zone(effect.source, frame), self.value(effect.token, frame)
        tokens, tail = frame.state.z[zone], self.chance.open_tails.get(zone, 0)
        if tail and token in tokens[len(tokens) - tail :]:
            self.chance.open_tails[zone] = tail - 1
        super()._move_token(effect, frame)

    def _move_all(self, effect: MoveAll, frame: Frame) -> None:
        self._settle(frame.state, self.zone(effect.source, frame))
        super()._move_all(effect, frame)

    def _reveal(self, effect: Reveal, frame: Frame) -> None:
        self._settle(frame.state, self.zone(effect.zone, frame))
        super()._reveal(effect, frame)

    # A count, a sum or a comparison does not depend on the order; anything else that an effect reads might.

    def run(self, effects: list[Effect], frame: Frame) -> int | None:
        self._running += 1
        try:
            return super().run(effects, frame)
        finally:
            self._running -= 1

    def query(self, query: Query, frame: Frame) -> Sequence[Any]:
        if isinstance(query, TokensInZone) and self._running and not self._loose:
            self._settle(frame.state, self.zone(query.zone, frame))
        return super().query(query, frame)

    def _aggregate(self, value: Aggregate, frame: Frame) -> int:
        self._loose += 1
        try:
            return super()._aggregate(value, frame)
        finally:
            self._loose -= 1

    def _among(self, value: Among, frame: Frame) -> bool:
        self._loose += 1
        try:
            return super()._among(value, frame)
        finally:
            self._loose -= 1
