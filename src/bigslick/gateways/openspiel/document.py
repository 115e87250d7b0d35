"""Plays any spec document as an OpenSpiel game: chance deals its tokens, and players see what the document shows.

A player's return is their score less the table's average, which makes every game zero-sum; in a game without scores,
which no one wins, it is 0. A game with more than `max_moves` moves ends there with its current scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final

from bigslick.checks import is_whole
from bigslick.spec import Game, GameState, Move, Spec, SpecError, load_spec
from bigslick.spec.bounds import WIDE, size, span
from bigslick.spec.expressions import IntsInRange, Players, TableRows
from bigslick.spec.observe import describe_seen, observe, seen_tokens, visible
from bigslick.spec.tree import Action, Param

from .dealing import Asked, Chance, TokenDealer
from .position import CHANCE, Array, Piece, SpielPosition, SpielRules

SETTINGS: Final[dict[str, Any]] = {"documents": "std:kuhn", "players": 0, "variables": "", "max_moves": 1000}
"""The settings and their defaults.

`documents` are files or std:NAME with ; between them; 0 players means as few as the game allows; `variables`, such as
"ante=5 cumulative=false", replace the initial values of global variables.
"""
MOST_NUMBERED: Final = 65_536
"""The most combinations of values that are numbered by value; other moves are numbered by menu position."""
ROWS: Final = 64
"""The number of recent moves in a history tensor."""
MOST_WON: Final = 1e15


class DocumentRules(SpielRules):
    """A game made from spec documents, with its seats and settings."""

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__(settings)
        names = [name.strip() for name in str(settings["documents"]).split(";") if name.strip()]
        if not names:
            raise SpecError('documents="": expected a file or std:NAME, as in "std:kuhn"; put ; between several')
        self.spec = spec = load_spec(*names)
        self.dealer = TokenDealer(spec)
        self.game = Game(spec, self.dealer.code())
        self.players = settings["players"] or spec.least_players
        if not is_whole(self.players, spec.least_players, spec.most_players):
            raise SpecError(f"players={self.players!r}: '{spec.id}' is for {spec.table_sizes}")
        if not is_whole(settings["max_moves"], 1, 10**6):
            raise SpecError(f"max_moves={settings['max_moves']!r}: expected 1 to 1,000,000")
        self.variables = _variables(str(settings["variables"]))
        self.numbers = Numbers(spec)
        self.actions = self.numbers.count
        tokens = len(spec.tokens.names)
        self.outcomes = max(1, tokens)
        self.longest = settings["max_moves"]
        self.longest_chance = max(1, (self.longest + 1) * 4 * max(1, tokens))
        low, high = span(spec.scoring.value, spec) if spec.scoring is not None else (0, 0)
        self.most = min(MOST_WON, float(high - low)) * (self.players - 1) / self.players
        self.least = -self.most
        self.rows = min(ROWS, self.longest)

    def start(self) -> DocumentPosition:
        return played(self, None, None, ())

    def private(self) -> list[Piece]:
        """Return the tokens that only this player sees, zone by zone."""
        return [Piece("seen", self.spec.zone_count, len(self.spec.tokens.names))]

    def public(self) -> list[Piece]:
        """Return the phase, the player to move, variables as shares of their range, open tokens, and zone sizes."""
        spec, seats = self.spec, self.players
        return [
            Piece("phase", len(spec.phases)),
            Piece("active", seats),
            Piece("globals", len(spec.globals)),
            Piece("variables", len(spec.players), seats),
            Piece("zones", spec.zone_count, len(spec.tokens.names)),
            Piece("counts", spec.zone_count),
        ]

    def history(self) -> list[Piece]:
        """Return the last moves: the seat, the action, and its number or token if the player saw it."""
        return [Piece("moves", self.rows, self.players + len(self.spec.actions) + 1)]


class Numbers:
    """Numbers the moves for OpenSpiel."""

    def __init__(self, spec: Spec) -> None:
        self._first: list[int] = []
        self._spans: list[list[tuple[int, int]] | None] = []
        """For each action, each parameter's smallest value and number of values; None if numbered by menu position."""
        at = 0
        for action in spec.actions:
            spans = [_span(param, spec) for param in action.params]
            known = [found for found in spans if found is not None]
            count = prod(width for _, width in known)
            numbered = len(known) == len(spans) and count <= MOST_NUMBERED
            self._first.append(at)
            self._spans.append(known if numbered else None)
            at += count if numbered else min(MOST_NUMBERED, prod(size(param.domain, spec) for param in action.params))
        self.count = max(1, at)

    def of(self, menu: list[Move]) -> dict[int, Move]:
        """Return a menu's moves by number, lowest first."""
        found: dict[int, Move] = {}
        listed: dict[int, int] = {}
        for move in menu:
            spans = self._spans[move[0]]
            number = 0
            if spans is None:
                number = listed.get(move[0], 0)
                if number >= MOST_NUMBERED:
                    continue
                listed[move[0]] = number + 1
            else:
                for value, (least, width) in zip(move[1:], spans, strict=True):
                    number = number * width + value - least
            found[self._first[move[0]] + number] = move
        return dict(sorted(found.items()))


def _span(param: Param, spec: Spec) -> tuple[int, int] | None:
    """Return a parameter's smallest value and number of values; None if unknown."""
    kind, domain = param.local.type.kind, param.domain
    if isinstance(domain, IntsInRange):
        low, high = span(domain.low, spec), span(domain.high, spec)
        return None if WIDE in (low, high) else (low[0], max(1, high[1] - low[0] + 1))
    if kind == "player" or isinstance(domain, Players):
        return 0, spec.most_players
    if isinstance(domain, TableRows):
        return 0, max(1, len(domain.table.rows))
    return (0, max(1, len(spec.tokens.names))) if kind == "token" else None


def _variables(text: str) -> dict[str, int | bool]:
    found: dict[str, int | bool] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or (value not in ("true", "false") and not _is_int(value)):
            raise SpecError(f'variables={text!r}: expected names and values, as in "ante=5 cumulative=false"')
        found[name] = value == "true" if value in ("true", "false") else int(value)
    return found


def _is_int(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 17


class DocumentPosition(SpielPosition):
    """A state of the game, or a move that waits for chance to deal."""

    __slots__ = ("_held", "_returns", "_said", "base", "menu", "move", "script", "state", "tails")
    rules: DocumentRules

    def __init__(
        self,
        rules: DocumentRules,
        base: DocumentPosition | None,
        move: Move | None,
        script: tuple[int, ...],
        state: GameState | None,
        tails: dict[int, int],
    ) -> None:
        super().__init__(rules)
        self.base = base
        """The position before the last move; None at the start."""
        self.move = move
        self.script = script
        self.state = state
        """None while chance has something to deal."""
        self.tails = tails
        self.menu: dict[int, Move] = {}
        self._said: dict[int | None, str] = {}
        self._held: dict[int, str] = {}
        self._returns: list[float] | None = None
        if state is not None and state.winners is None and state.moves < rules.longest:
            self.menu = rules.numbers.of(state.menu)
            self.player = state.active
            self.legal = [*self.menu]

    def play(self, action: int) -> DocumentPosition:
        """Continue with a token that chance deals, or with a move."""
        if self.player == CHANCE:
            return played(self.rules, self.base, self.move, (*self.script, action))
        return played(self.rules, self, self.menu[action], ())

    def _settled(self) -> DocumentPosition | None:
        """Return the last position that was not waiting for chance."""
        return self if self.state is not None else self.base

    def returns(self) -> list[float]:
        """Return each score less the average."""
        if self._returns is None:
            self._returns = self._scored()
        return self._returns

    def _scored(self) -> list[float]:
        rules, state = self.rules, self.state
        score, scoring = rules.game.code.score, rules.spec.scoring
        if state is None or self.legal or score is None or scoring is None:
            return [0.0] * rules.players
        scores = [float(score(state, seat)) * (1 if scoring.highest else -1) for seat in range(rules.players)]
        average = sum(scores) / len(scores)
        return [value - average for value in scores]

    def say(self, action: int) -> str:
        names = self.rules.spec.tokens.names
        if self.player == CHANCE:
            return f"deal {names[action]}" if 0 <= action < len(names) else f"deal {action}"
        move = self.menu.get(action)
        return self.rules.game.describe(move) if move is not None else f"action {action}"

    # -- what players see ----------------------------------------------------------------------------------------

    def say_private(self, player: int) -> str:
        at = self._settled()
        if at is None:
            return "[]"
        if player not in at._held:
            names, zones = self.rules.spec.tokens.names, self.rules.spec.zone_names()
            at._held[player] = f"[{' '.join(f'{zones[zone]}={names[token]}' for zone, token in at._only(player))}]"
        return at._held[player]

    def _only(self, player: int) -> Iterator[tuple[int, int]]:
        """Yield (zone, token) for the tokens that this player sees and a spectator does not."""
        game, state = self.rules.game, self.state
        assert state is not None
        for zone, tokens in enumerate(state.z):
            if visible(game, state, zone, player) and not visible(game, state, zone, None):
                for token in tokens:
                    yield zone, token

    def say_public(self) -> str:
        at = self._settled()
        return "dealing" if at is None else " ".join(f"{key}={value}" for key, value in at._facts(None).items())

    def say_history(self, player: int | None) -> str:
        """Describe the history a player saw: the start, then each move and what it changed for them."""
        chain: list[DocumentPosition] = []
        at = self._settled()
        while at is not None and player not in at._said:
            chain.append(at)
            at = at.base
        said = "" if at is None else at._said[player]
        for position in reversed(chain):
            said = f"{said}{'; ' if said else ''}{position._news(player)}"
            position._said[player] = said
        return said

    def _news(self, player: int | None) -> str:
        now, before = self._facts(player), self.base._facts(player) if self.base is not None else {}
        changes = [f"{key}={value}" for key, value in now.items() if before.get(key) != value]
        changes += [f"{key} gone" for key in before if key not in now]
        state, game = self.state, self.rules.game
        assert state is not None
        names = self.rules.spec.tokens.names
        earlier = [] if self.base is None or self.base.state is None else self.base.state.reveals
        for _, zone, bits, tokens in state.reveals[_kept(earlier, state.reveals) :]:
            if player is not None and bits >> player & 1:
                changes.append(
                    f"shown {self.rules.spec.zone_names()[zone]}={','.join(names[token] for token in tokens)}"
                )
        if self.base is None or self.base.state is None or self.move is None:
            return " ".join(changes)
        seen = seen_tokens(game, state, player) | seen_tokens(game, self.base.state, player)
        who = self.base.state.active
        # Players know what they moved, even if they do not see the tokens before and after.
        said = game.describe(self.move) if who == player else describe_seen(game, self.move, seen)
        return f"p{who} {said}: {' '.join(changes)}" if changes else f"p{who} {said}"

    def _facts(self, player: int | None) -> dict[str, str]:
        """Return a player's view as names and values."""
        assert self.state is not None
        seen = observe(self.rules.game, self.state, player)
        facts = {name: str(seen[name]) for name in ("phase", "active", "winners")}
        facts |= {name: str(value) for name, value in seen["globals"].items()}
        for seat, row in enumerate(seen["players"]):
            facts |= {f"{name}.{seat}": str(value) for name, value in row.items()}
        for name, zone in seen["zones"].items():
            tokens = zone["tokens"]
            facts[name] = str(zone["count"]) if tokens is None else f"[{' '.join(tokens)}]"
        return facts

    def fill_private(self, player: int, into: dict[str, Array]) -> None:
        at = self._settled()
        if at is not None:
            for zone, token in at._only(player):
                into["seen"][zone, token] = 1

    def fill_public(self, into: dict[str, Array]) -> None:
        at = self._settled()
        if at is None or at.state is None:
            return
        spec, state, game = self.rules.spec, at.state, self.rules.game
        into["phase"][state.phase] = 1
        if at.player >= 0:
            into["active"][at.player] = 1
        into["globals"][:] = [_share(state.g[var.slot], var.high) for var in spec.globals]
        for row, var in enumerate(spec.players):
            into["variables"][row, :] = [_share(value, var.high) for value in state.p[var.slot]]
        for zone, tokens in enumerate(state.z):
            into["counts"][zone] = len(tokens) / max(1, len(spec.tokens.names))
            if visible(game, state, zone, None):
                into["zones"][zone, tokens] = 1

    def fill_history(self, player: int | None, into: dict[str, Array]) -> None:
        rows, at = into["moves"], self._settled()
        chain: list[DocumentPosition] = []
        while at is not None and at.base is not None and len(chain) < self.rules.rows:
            chain.append(at)
            at = at.base
        for row, position in zip(rows, reversed(chain), strict=False):
            base, move = position.base, position.move
            assert base is not None
            assert base.state is not None
            assert position.state is not None
            assert move is not None
            row[base.state.active] = 1
            row[self.rules.players + move[0]] = 1
            row[-1] = self._shown_value(self.rules.spec.actions[move[0]], position, move, player)

    def _shown_value(self, action: Action, position: DocumentPosition, move: Move, player: int | None) -> float:
        """Return a move's first value as a share of its range; 0 for a token that the player has not seen."""
        found = _span(action.params[0], self.rules.spec) if action.params else None
        if found is None:
            return 0.0
        base, state, game = position.base, position.state, self.rules.game
        assert base is not None
        assert base.state is not None
        assert state is not None
        token = action.params[0].local.type.kind == "token"
        if (
            token
            and base.state.active != player
            and move[1] not in (seen_tokens(game, state, player) | seen_tokens(game, base.state, player))
        ):
            return 0.0
        return (move[1] - found[0] + 1) / found[1]

    def __str__(self) -> str:
        at = self._settled()
        state = at.state if at is not None else None
        if state is None:
            return f"dealt {' '.join(self.rules.spec.tokens.names[token] for token in self.script)}".rstrip()
        zones = zip(self.rules.spec.zone_names(), state.z, strict=True)
        held = (
            f"{name}=[{' '.join(self.rules.spec.tokens.names[t] for t in tokens)}]" for name, tokens in zones if tokens
        )
        return f"{self.say_history(None)} | {' '.join(held)}"


def _kept(earlier: list[Any], now: list[Any]) -> int:
    """Count the reveals that were already there; old ones are dropped from the front."""
    return next(
        (length for length in range(min(len(earlier), len(now)), 0, -1) if earlier[-length:] == now[:length]), 0
    )


def _share(value: int | bool, most: int) -> float:
    return float(value) / max(1, abs(most))


def played(
    rules: DocumentRules, base: DocumentPosition | None, move: Move | None, script: tuple[int, ...]
) -> DocumentPosition:
    """Return the position after a move, or one where chance has to choose the next token."""
    game = rules.game
    chance = rules.dealer.chance = Chance({} if base is None else base.tails, script)
    try:
        if base is None:
            state = game.start(rules.players, 0, _as_mapping(rules.variables))
        else:
            assert base.state is not None
            assert move is not None
            state = base.state.copy()
            game.play(state, move)
    except Asked as asked:
        waiting = DocumentPosition(rules, base, move, script, None, {})
        waiting.player = CHANCE
        waiting.legal = [*asked.tokens]
        return waiting
    return DocumentPosition(rules, base, move, script, state, chance.open_tails)


def _as_mapping(variables: dict[str, int | bool]) -> Mapping[str, int | bool] | None:
    return variables or None
