"""Changes to a table between hands: another game, other seats, chips bought and taken."""

from __future__ import annotations

from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS, Blinds, both_blinds
from bigslick.rules import Rules
from bigslick.sentence import say

from .seats import BadTable, Seat
from .state import BombPots, Stakes, TableState, amounts, check_level, whole


def change_game(
    state: TableState,
    *,
    seats: int,
    level: Stakes,
    rules: Rules,
    buy_in: tuple[int, int],
    straddle: bool,
    bomb_pots: BombPots | None,
) -> None:
    """Give a table another game. Only empty seats go; if the button or a blind was at one, the button is drawn again.

    Without straddles, players who wanted one have to ask again.
    """
    taken = [number for number, seat in enumerate(state.seats) if seat is not None]
    if taken and taken[-1] >= check_seats(seats):
        player, seat = state.at(taken[-1]).player, taken[-1] + 1
        raise BadTable(say("'{player}' has seat {seat}: expected at least {seat} seats", player=player, seat=seat))
    state.seats = [*state.seats, *[None] * seats][:seats]
    places = state.places
    if places is not None and max(places.button, places.small, places.big) >= seats:
        state.places, state.first_button = None, "draw"
    if isinstance(state.first_button, int) and state.first_button >= seats:
        state.first_button = "draw"
    state.level, state.rules, state.buy_in = level, rules, buy_in
    state.straddle, state.bomb_pots = straddle, bomb_pots
    if not straddle:
        state.set_all(straddles=False)


def check_seats(seats: int) -> int:
    """Check the number of seats."""
    if not 2 <= whole("seats", seats) <= MAX_SEATS:
        raise BadTable(f"seats={seats}: expected 2 to {MAX_SEATS}")
    return seats


def check_blinds(blinds: Blinds, ante: int) -> Stakes:
    """Check blinds and ante; a single number is the big blind."""
    return check_level(*amounts("blinds", both_blinds(blinds), "the small and the big blind"), ante)


def check_buy_in(buy_in: tuple[int, int] | None) -> tuple[int, int]:
    """Check the smallest and the largest buy-in; None allows any."""
    least, most = (1, MAX_CHIPS) if buy_in is None else amounts("buy_in", buy_in, "the least and the most")
    if not 1 <= least <= most <= MAX_CHIPS:
        raise BadTable(f"buy_in=({least}, {most}): expected the least and the most, from 1 to {MAX_CHIPS}")
    return least, most


def check_total(state: TableState, chips: int) -> None:
    """Refuse more chips than a table can have."""
    total = sum(seat.stack + seat.top_up for seat in state.seats if seat is not None) + chips
    if total > MAX_CHIPS:
        raise BadTable(
            say(
                "{chips, chips} more would make {total, chips} at this table: expected at most {most, chips}",
                chips=chips,
                total=total,
                most=MAX_CHIPS,
            )
        )


def check_joins(player: str, chips: int, least: int, most: int) -> None:
    """Refuse a buy-in outside its range."""
    if not least <= chips <= most:
        raise BadTable(
            say(
                "'{player}' cannot buy in for {chips, chips}: expected {least, chips} to {most, chips}",
                player=player,
                chips=chips,
                least=least,
                most=most,
            )
        )


def check_sits_in(taken: Seat, seat: int) -> None:
    """Refuse a player who is in the game already, or has no chips."""
    if not (taken.sitting_out or taken.leaving or taken.owes):
        raise BadTable(
            say("'{player}' at seat {seat} is not sitting out and owes nothing", player=taken.player, seat=seat + 1)
        )
    if taken.stack == 0:
        raise BadTable(say("'{player}' at seat {seat} has no chips: top up first", player=taken.player, seat=seat + 1))


def check_straddles(state: TableState, seat: int, wanted: bool) -> None:
    """Refuse a wish to straddle, or to stop, that changes nothing or is not granted here."""
    taken = state.at(seat)
    if not state.straddle:
        raise BadTable(say("no straddles at this table"))
    if taken.straddles == wanted:
        if wanted:
            raise BadTable(say("'{player}' at seat {seat} already straddles", player=taken.player, seat=seat + 1))
        raise BadTable(say("'{player}' at seat {seat} does not straddle", player=taken.player, seat=seat + 1))


def check_top_up(taken: Seat, chips: int, legal: range, buy_in: tuple[int, int]) -> None:
    """Refuse a top-up outside the legal range."""
    least, most = buy_in
    if chips < 1:
        raise BadTable(
            say(
                "'{player}' cannot top up by {chips, chips}: expected at least {least, chips}",
                player=taken.player,
                chips=chips,
                least=1,
            )
        )
    if chips >= legal.stop:
        raise BadTable(
            say(
                "'{player}' cannot top up by {chips, chips}: the most a player may have is {most, chips}, so "
                "{room, chips} more",
                player=taken.player,
                chips=chips,
                most=most,
                room=max(0, legal.stop - 1),
            )
        )
    if chips < legal.start:
        raise BadTable(
            say(
                "'{player}' has no chips and cannot buy in for {chips, chips}: expected {least, chips} to "
                "{most, chips}",
                player=taken.player,
                chips=chips,
                least=least,
                most=most,
            )
        )


def check_take(taken: Seat, chips: int) -> None:
    """Refuse to take more chips than a player has."""
    if not 1 <= chips <= taken.stack - taken.take:
        raise BadTable(
            say(
                "'{player}' cannot give back {chips, chips}: expected {least, chips} to {most, chips}",
                player=taken.player,
                chips=chips,
                least=1,
                most=taken.stack - taken.take,
            )
        )
