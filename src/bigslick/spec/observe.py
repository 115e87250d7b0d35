"""One player's view: public zones, their own zones, tokens revealed to them, and the size of every zone."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from bigslick.checks import converts, counted, is_whole

from .game import Game
from .problems import SpecError, must_be
from .state import GameState, Move, items_of


def visible(game: Game, state: GameState, zone: int, player: int | None) -> bool:
    """Whether a player (None for a spectator) sees a zone's tokens."""
    for declared in game.spec.zones:
        width = game.spec.most_players if declared.owned else 1
        if declared.first <= zone < declared.first + width:
            if declared.visibility == "public":
                return True
            if declared.visibility == "owner" and player is not None and zone - declared.first == player:
                return True
    if player is None:
        return state.grants[zone] == (1 << state.seats) - 1
    return bool(state.grants[zone] >> player & 1)


def seen_tokens(game: Game, state: GameState, player: int | None) -> set[int]:
    """Return the tokens in the zones that a player (None for a spectator) sees."""
    return {token for zone, tokens in enumerate(state.z) if visible(game, state, zone, player) for token in tokens}


def shown(game: Game, state: GameState, player: int | None) -> list[dict[str, Any]]:
    """Return this turn's and the last turn's reveals to a player (None for a spectator): zone and tokens."""
    wanted = (1 << state.seats) - 1 if player is None else 1 << player
    zones, names = game.spec.zone_names(), game.spec.tokens.names
    return [
        {"turn": turn, "zone": zones[zone], "tokens": [names[token] for token in tokens]}
        for turn, zone, players, tokens in state.reveals
        if players & wanted == wanted
    ]


def describe_seen(game: Game, move: Move, seen: Container[int]) -> str:
    """Describe a move to a player who has seen some of its tokens; the others are only counted: `discard 2 cards`."""
    action = game.spec.actions[move[0]]
    words = game.describe(move).split(" ")
    for index, (param, value) in enumerate(zip(action.params, move[1:], strict=True), 1):
        kind = param.local.type
        if kind.kind == "token":
            words[index] = _seen_names(game, [value], seen)
        elif kind.kind == "list" and kind.item == "token" and value:
            words[index] = _seen_names(game, items_of(value), seen)
    return " ".join(words)


def _seen_names(game: Game, tokens: Sequence[int], seen: Container[int]) -> str:
    names = ",".join(game.spec.tokens.names[token] for token in tokens if token in seen)
    hidden = sum(token not in seen for token in tokens)
    return " and ".join(part for part in (names, counted(hidden, "card") if hidden else "") if part)


def observe(game: Game, state: GameState, player: int | None) -> dict[str, Any]:
    """Return the game as a player sees it, as plain data; variables are public."""
    must_be(Game, game, "a game: expected what `load_game` gives")
    must_be(GameState, state, "a state of a game: expected what `game.start` gives")
    if player is not None and not is_whole(player, 0, state.seats - 1):
        raise SpecError(
            f"player={player!r}: expected a seat from 0 to {state.seats - 1}, or None for a spectator{converts(player)}"
        )
    spec = game.spec
    names = spec.tokens.names
    zones: dict[str, Any] = {}
    for index, name in enumerate(spec.zone_names()):
        tokens = state.z[index]
        owner = name.rpartition(":")[2]
        if owner.isdigit() and int(owner) >= state.seats:
            continue
        seen = [names[token] for token in tokens] if visible(game, state, index, player) else None
        zones[name] = {"count": len(tokens), "tokens": seen}
    return {
        "game": spec.id,
        "player": player,
        "phase": spec.phases[state.phase].name,
        "turn": state.turn,
        "active": state.active if state.winners is None else None,
        "winners": list(state.winners) if state.winners is not None else None,
        "globals": {var.name: state.g[var.slot] for var in spec.globals},
        "players": [{var.name: state.p[var.slot][seat] for var in spec.players} for seat in range(state.seats)],
        "zones": zones,
        "shown": shown(game, state, player),
        "moves": [game.describe(move) for move in state.menu]
        if player == state.active and state.winners is None
        else [],
    }
