"""A structure's format in plain words: rounds, days, flights and no-shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bigslick.checks import counted

from .formats import bracket_size, flight_name, tables_by_round
from .payouts import Payouts
from .structure import Structure

_PLACES = {
    "round": "Players who go out in the same round share their places and the prizes of those places.",
    "table": "Players who go out in the same round are ranked by their place at their own table; equal places tie.",
    "time": "Players who go out in the same round are ranked in the order in which they go.",
}


def round_lines(structure: Structure, field: int) -> list[str]:
    """Describe a shootout or a bracket, round by round."""
    rounds = tables_by_round(structure, field)
    lines = [_bracket_line(structure, field) if structure.bracket is not None else _shootout_line(structure)]
    tables = ", ".join(f"{number}. {_tables(sizes)}" for number, sizes in enumerate(rounds, 1))
    many = "1 round" if len(rounds) == 1 else f"{len(rounds)} rounds"
    lines.append(f"{many}: {tables}.")
    part = structure.bracket or structure.shootout
    assert part is not None
    if len(rounds) > 1:
        stacks = f"{structure.starting_stack:,} new chips" if part.stacks == "fresh" else "the chips they have won"
        levels = "at level 1" if part.levels == "restart" else "at the level the last one ended with"
        lines.append(f"Each round begins {levels}, and players begin it with {stacks}.")
        lines.append(_PLACES["round" if structure.shootout is None else structure.shootout.places])
    return lines


def _shootout_line(structure: Structure) -> str:
    assert structure.shootout is not None
    winners = structure.shootout.winners
    who = "one player has every chip" if winners == 1 else f"{winners} players are left"
    them = "the winner goes" if winners == 1 else "they go"
    return (
        f"It is a shootout: every table plays until {who}, and {them} on to the next round, where seats are drawn "
        "again. No one changes tables within a round."
    )


def _bracket_line(structure: Structure, field: int) -> str:
    assert structure.bracket is not None
    drawn = structure.bracket.draw == "random"
    how = "drawn at random" if drawn else "set by the order of entry, the first entrant the first seed"
    byes = bracket_size(field) - field
    line = f"It is a heads-up bracket, {how}: the winner of a match plays the winner of the next one."
    if byes:
        many = "1 player has a bye" if byes == 1 else f"{byes:,} players have a bye"
        line += f" {many} in round 1, {'drawn among all of them' if drawn else 'the highest seeds'}."
    return line


def _tables(sizes: Sequence[int]) -> str:
    players = str(sizes[0]) if sizes[0] == sizes[-1] else f"{sizes[-1]} or {sizes[0]}"
    return f"one table of {players}" if len(sizes) == 1 else f"{len(sizes):,} tables of {players}"


_BAGS = {
    "one": "A player with a bag enters no other flight.",
    "best": "A player with a bag may enter a later flight; only the largest bag counts, and the others leave play.",
    "sum": "A player with a bag may enter a later flight, and the chips of all bags are added up.",
}


def day_lines(structure: Structure, field: int) -> list[str]:
    """Describe day one's flights, how each day ends, and how the next one begins."""
    lines = []
    flights = structure.flights
    if flights is not None:
        sizes = flights.sizes(field)
        names = f"{flight_name(0)} to {flight_name(len(sizes) - 1)}"
        lines.append(
            f"Day one has {flights.count} flights, {names}, with {', '.join(f'{size:,}' for size in sizes[:-1])} and "
            f"{sizes[-1]:,} entrants, each with its own seat draw and its own levels from 1 on."
        )
        again = "may enter a later one" if flights.reenter else "may not enter another"
        lines.append(f"Players who bust in a flight {again}. {_BAGS[flights.bags]}")
    for number, day in enumerate(structure.days):
        each = "Each flight" if number == 0 and flights is not None else f"Day {number + 1}"
        if day.until_level:
            end = f"with level {day.until_level}"
        elif day.until_percent is not None:
            end = f"when {day.until_percent.normalize():f} % of its entries are left"
        else:
            end = f"when {counted(day.until_players, 'player')} {'is' if day.until_players == 1 else 'are'} left"
        lines.append(
            f"{each} ends {end}. On day {number + 2} the players draw new seats with the chips in their bags, and "
            f"{_day_level(structure, number)}."
        )
    if flights is not None:
        lines.append(
            "The prizes are fixed when the last flight is over. Players who go out in flights are ranked by how long "
            "they lasted in their own."
        )
    return lines


def _day_level(structure: Structure, number: int) -> str:
    until = structure.days[number].until_level
    if until:
        return f"play starts at level {until + 1}"
    several = number == 0 and structure.flights is not None
    highest = "the highest level that a flight reached" if several else "the level they stopped in"
    return f"play starts at the beginning of {highest}"


def no_show_lines(structure: Structure, field: int) -> list[str]:
    """Describe the no-shows, and what happens to their chips."""
    absent = structure.no_shows
    if absent is None:
        return []
    count = absent.count(field)
    who = "1 entrant does" if count == 1 else f"{count:,} entrants do"
    return [
        f"{who} not come: their stacks are dealt in, posted for and folded. When level {absent.remove_after_level} "
        "ends their seats open, and what is left of the chips leaves play."
    ]


def single_flights(structure: Structure, entrants: int) -> Iterator[Structure]:
    """Yield each flight that ends with a number of players as a separate event, to estimate its length."""
    assert structure.flights is not None
    for size in structure.flights.sizes(entrants):
        left = structure.days[0].target(size)
        if 0 < left < size:
            yield msgspec.structs.replace(
                structure,
                flights=None,
                days=(),
                entries=(),
                entrants=size,
                payouts=Payouts(seats=left) if left > 1 else Payouts(),
            )


def single_tables(structure: Structure, entrants: int) -> Iterator[Structure]:
    """Yield each round's largest table as a separate event, to estimate the rounds' length."""
    part = structure.bracket or structure.shootout
    assert part is not None
    rounds = tables_by_round(structure, entrants)
    chips = structure.starting_stack * entrants
    for number, sizes in enumerate(rounds):
        last = number == len(rounds) - 1
        winners = 1 if last or structure.shootout is None else min(structure.shootout.winners, sizes[0] - 1)
        players = entrants if number == 0 else sum(sizes)
        stack = structure.starting_stack if part.stacks == "fresh" else chips // players
        yield msgspec.structs.replace(
            structure,
            shootout=None,
            bracket=None,
            entries=(),
            entrants=sizes[0],
            starting_stack=max(1, stack),
            payouts=Payouts(seats=winners) if winners > 1 else Payouts(),
            buy_in=0,
        )
