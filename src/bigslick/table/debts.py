"""The blinds that players owe at a cash table: they passed while a player was not dealt in, or a player changed seats.

Changing seats saves no one a blind (Robert 4). A player who moves away from the big blind, so that more players post it
before them, owes one. A player who moves out of the small blind's way owes that. A player who moves closer to the big
blind, or past no one, owes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bigslick.sentence import say

from .blinds import Places, passed, ready
from .events import BlindMissed, SeatChanged, TableEvent
from .seats import BadTable
from .state import HandInPlay, TableState


def miss(state: TableState, last: Places, deal: HandInPlay) -> list[TableEvent]:
    """Record the blinds that passed players while they were not dealt in."""
    small, big = passed(last, deal.places, len(state.seats))
    happened: list[TableEvent] = []
    for number, seat in enumerate(state.seats):
        if seat is not None and seat.player == deal.players.get(number) and number not in deal.dealt:
            happened += _owe(state, number, big=number in big, small=number in small)
    return happened


def change_seats(state: TableState, moves: Mapping[int, int]) -> list[TableEvent]:
    """Move players to other seats, all at once, and record the blinds that they thereby miss.

    If everyone's turn to post stays the same, button and blinds move along with their players.
    """
    last = state.places
    players = {*moves, *ready(state.seats, state.absent)}
    happened = reseat(state, moves)
    if last is None:
        return happened
    places = last.button, last.small, last.big
    if _in_order({*players, *places}, moves):
        state.places = Places(*(moves.get(place, place) for place in places))
        return happened
    for seat, new in moves.items() if state.cash else ():
        before = _hands_away(state, last, players, seat)
        after = _hands_away(state, last, {moves.get(player, player) for player in players}, new)
        small = seat == last.big if state.rules.button == "dead" else before == len(players) - 1 > after
        happened += _owe(state, new, big=after > before, small=small)
    return happened


def reseat(state: TableState, moves: Mapping[int, int]) -> list[TableEvent]:
    """Move players from seats to other seats, all at once; nothing else changes."""
    for seat, new in moves.items():
        player, taken = state.at(seat).player, state.seats[state.number_of(new)]
        if taken is not None and new not in moves:
            raise BadTable(say("seat {seat} is taken by '{player}'", seat=new + 1, player=taken.player))
        if list(moves.values()).count(new) > 1:
            raise BadTable(
                say("'{player}' cannot move to seat {seat}: another player moves there", player=player, seat=new + 1)
            )
    before = state.seats
    state.seats = [None if number in moves else seat for number, seat in enumerate(before)]
    for seat, new in moves.items():
        state.seats[new] = before[seat]
    return [SeatChanged(seat, state.at(new).player, new) for seat, new in moves.items() if seat != new]


def _in_order(marks: set[int], moves: Mapping[int, int]) -> bool:
    """Whether players, button and blinds follow each other clockwise as before."""
    moved = [moves.get(mark, mark) for mark in sorted(marks)]
    first = moved.index(min(moved))
    return len(set(moved)) == len(moved) and moved[first:] + moved[:first] == sorted(moved)


def _hands_away(state: TableState, last: Places, players: set[int], seat: int) -> int:
    """Return how many other players post the big blind before a seat does."""
    count = len(state.seats)
    start = last.big if state.rules.button == "dead" else last.button
    ahead = sum((player - start - 1) % count < (seat - start - 1) % count for player in players)
    # A moving button goes to the next player, and the big blind is two players on; with two players, one.
    return ahead if state.rules.button == "dead" else (ahead - min(2, len(players) - 1)) % len(players)


def _owe(state: TableState, number: int, *, big: bool, small: bool) -> list[TableEvent]:
    """Record the blinds that a player missed, unless they owe them already; a newcomer owes no small blind."""
    seat = state.at(number)
    big, small = big and not seat.owes_big, small and not (seat.owes_small or seat.new)
    state.seats[number] = replace(seat, owes_big=seat.owes_big or big, owes_small=seat.owes_small or small)
    missed = [BlindMissed(number, seat.player, "big")] if big else []
    return [*missed, BlindMissed(number, seat.player, "small")] if small else [*missed]
