"""A structure in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from bigslick.checks import counted, must_be

from .explain_formats import day_lines, no_show_lines, round_lines
from .forecast import estimate, expected_chips, never_ends, seconds_per_hand, warnings
from .formats import tables_by_round
from .levels import Level
from .structure import Structure
from .table_counts import even_sizes, tables_needed

EXAMPLE_TABLES: Final = 10  # an example field's tables, if the structure leaves its size open

_PAYS = {
    "": "there is no ante",
    "per_player": "every player pays the ante",
    "big_blind": "the big blind pays the ante for the table",
    "button": "the button pays the ante for the table",
}
_LIMITS = {"none": "no-limit", "pot": "pot-limit", "fixed": "fixed-limit"}
_ORDERS = {
    "highest_id_first": "the highest table number first",
    "fewest_players": "the table with the fewest players first",
    "list": "in the order of break_list",
    "random": "in an order drawn at the start",
}
_HOW_BUTTON = {"random": "drawn among the players", "highest_seat": "at the highest taken seat"}


def explain(structure: Structure, entrants: int | None = None) -> list[str]:
    """Describe what will happen, a sentence or two per line; `entrants` fills in a field left open."""
    must_be(Structure, structure, 'a structure: expected a Structure, such as load("turbo-6")')
    field = entrants or structure.field
    lines = [f"{structure.name}: {_LIMITS[structure.rules.limit]} hold'em, {structure.seats} seats a table."]
    if not field:
        field = structure.seats * EXAMPLE_TABLES
        lines.append(f"The number of entrants is open; these lines take {field:,} as an example.")
    structure = structure.with_entrants(field)
    lines.append(_start_line(structure, field))
    lines += _level_lines(structure)
    lines += _entry_lines(structure)
    lines += _money_lines(structure, field)
    lines += [*day_lines(structure, field), *no_show_lines(structure, field)]
    lines += round_lines(structure, field) if structure.in_rounds else _table_lines(structure, field)
    if not never_ends(structure, field):
        lines.append(_end_line(structure, field))
    lines += [f"Warning: {said}" for said in warnings(structure, field)]
    return lines


def duration(seconds: int) -> str:
    """Format a length of time, such as `1 h 30 min`."""
    hours, rest = divmod(seconds, 3600)
    minutes, odd = divmod(rest, 60)
    parts = [(hours, "h"), (minutes, "min"), (odd, "s")]
    return " ".join(f"{number} {name}" for number, name in parts if number) or "0 s"


def take_up_line(structure: Structure, reentries: bool = True) -> str:
    """Say how many players buy more chips in a simulation; empty if no one can."""
    rates = []
    if structure.reentry_limit and reentries:
        rates.append((structure.reentry_take_up_percent, "re-enter"))
    if structure.rebuy is not None:
        rates.append((structure.rebuy.take_up_percent, "rebuy"))
    if structure.addon is not None:
        rates.append((structure.addon.take_up_percent, "add on"))
    if not rates:
        return ""
    *most, last = (f"{percent.normalize():f} % {verb}" for percent, verb in rates)
    listed = f"{', '.join(most)} and {last}" if most else last
    return f"Of the players who can, {listed}, unless their bot decides."


# --- the lines -------------------------------------------------------------------------------------------------------


def _start_line(structure: Structure, field: int) -> str:
    deep = structure.starting_stack // structure.levels[0].big
    stacks = f"{structure.starting_stack:,} chips each ({counted(deep, 'big blind')})"
    if structure.flights is not None:
        return f"{field:,} entrants play day one in {structure.flights.count} flights, with {stacks}."
    if structure.bracket is not None:
        sizes: tuple[int, ...] = tables_by_round(structure, field)[0]
    else:
        sizes = even_sizes(field, tables_needed(field, structure.seats, structure.first_table))
    players = f"{sizes[-1]} or {sizes[0]}" if sizes[0] != sizes[-1] else f"{sizes[0]}"
    at = f"{len(sizes):,} tables of {players}" if len(sizes) > 1 else "one table"
    return f"{field:,} entrants draw seats at {at}, with {stacks}: {field * structure.starting_stack:,} chips in play."


def _level_lines(structure: Structure) -> list[str]:
    levels = structure.levels
    first, last = levels[0], levels[-1]
    count = f"{len(levels)} levels {_lengths(levels)}" if len(levels) > 1 else "One level"
    span = f"from {first} to {last}; the last level never ends" if len(levels) > 1 else f"{first}"
    lines = [f"{count}, {span}."]
    paid = ""
    for number, level in enumerate(levels, 1):
        kind = structure.rules_at(number).ante if level.ante else ""
        if kind != paid:
            when = "" if number == 1 else f" from level {number} on"
            lines[0] += f" {_PAYS[kind].capitalize()}{when}."
            paid = kind
    if structure.unit == "hands" and len(levels) > 1:
        schedule = structure.schedule()
        changes = ", ".join(str(schedule.first_hand(number) - 1) for number in range(2, len(levels) + 1))
        noun = "hand" if changes == "1" else "hands"
        lines.append(f"Levels change after {changes} {noun}; all tables play one hand a round.")
    elif structure.unit == "time":
        hand = structure.pace.hand(structure.seats + 2)
        lines.append(f"About {max(1, round(3600 / hand))} hands an hour at a full table.")
    if structure.breaks:
        total = sum(pause.seconds for pause in structure.breaks)
        *most, final = sorted(pause.after for pause in structure.breaks)
        where = f"Breaks after levels {', '.join(map(str, most))} and" if most else "A break after level"
        time = f"{duration(total)} in all" if most else duration(total)
        lines.append(f"{where} {final} ({time}), if the tournament gets that far.")
    return lines


def _lengths(levels: Sequence[Level]) -> str:
    spans = [level.hands or level.seconds for level in levels if level.hands or level.seconds]
    least, most = min(spans), max(spans)
    if levels[0].hands:
        return f"of {least} hands" if least == most else f"of {least} to {most} hands"
    return f"of {duration(least)}" if least == most else f"of {duration(least)} to {duration(most)}"


def _entry_lines(structure: Structure) -> list[str]:
    lines = []
    if structure.late_reg_levels:
        again = ""
        if structure.reentry_limit:
            times = "one re-entry" if structure.reentry_limit == 1 else f"{structure.reentry_limit} re-entries"
            again = f"; {times} allowed{_take_up(structure.reentry_take_up_percent, 'take it')}"
        lines.append(f"Late entries get a full stack through level {structure.late_reg_levels}{again}.")
    if structure.rebuy is not None:
        rebuy = structure.rebuy
        often = "any number of times" if not rebuy.limit else f"at most {rebuy.limit} times"
        held = f", also while holding at most {rebuy.at_most:,}" if rebuy.at_most else ""
        taken = held + _take_up(rebuy.take_up_percent, "take one")
        until = f"through level {rebuy.until_level}"
        lines.append(f"Rebuys of {rebuy.chips:,} chips for {rebuy.cost:,} {until}, {often}{taken}.")
    if structure.addon is not None:
        more = structure.addon
        taken = _take_up(more.take_up_percent, "take it")
        lines.append(f"One add-on of {more.chips:,} chips for {more.cost:,} when level {more.until_level} ends{taken}.")
    return lines


def _money_lines(structure: Structure, field: int) -> list[str]:
    pool = structure.pool(field)
    if not pool:
        return ["There is no buy-in and no prize.", *_bounty_lines(structure, field)]
    prizes = structure.prizes(field)
    fees = f"; fees of {structure.fee * field:,} go to the house" if structure.fee else ""
    more = " before late entries, re-entries, rebuys and add-ons" if structure.open_field else ""
    lines = [f"The prize pool is {pool:,}{more}{fees}."]
    if structure.guarantee:
        overlay = structure.overlay(field)
        added = f"the house adds {overlay:,} for {field:,} entrants" if overlay else "the buy-ins cover it"
        lines.append(f"The guarantee is {structure.guarantee:,}: {added}.")
    left = structure.ends_at(field)
    if structure.payouts.kind == "satellite":
        rest = f", and {prizes[left]:,} for place {left + 1}" if len(prizes) > left else ""
        name = structure.payouts.seat_name
        what = f"{name} seats worth" if name else "equal prizes of"
        lines.append(f"It is a satellite: {left:,} {what} {prizes[left - 1]:,}{' each' if name else ''}{rest}.")
    elif len(prizes) == 1:
        lines.append("The winner takes all.")
    else:
        best = ", ".join(f"{place}. {prize:,}" for place, prize in enumerate(prizes[:3], 1))
        last = f", ... {len(prizes):,}. {prizes[-1]:,}" if len(prizes) > 3 else ""
        lines.append(f"{len(prizes):,} places are paid: {best}{last}.")
    return lines + _bounty_lines(structure, field)


def _take_up(percent: Decimal, takes: str) -> str:
    who = "everyone is" if percent == 100 else f"{percent.normalize():f} of a hundred players are"
    return f"; {who} expected to {takes}"


def _bounty_lines(structure: Structure, field: int) -> list[str]:
    bounty = structure.bounty
    if bounty is None:
        return []
    money = f"Every entry pays {bounty.amount:,} for the bounty on its head"
    split = "Players who split the last pot of a busted player split the bounty, and the winner keeps their own."
    if bounty.kind == "knockout":
        return [f"{money}, which the player who knocks it out wins. {split}"]
    if bounty.kind == "progressive":
        head = f"{bounty.head_percent.normalize():f} %"
        return [f"{money}. A player who knocks it out puts {head} of it on their own head and cashes the rest. {split}"]
    begins = max(bounty.from_players or structure.places_paid(field), structure.ends_at(field))
    top = ", ".join(f"{share.normalize():f} %" for share in bounty.top_percent[:3])
    dots = ", ..." if len(bounty.top_percent) > 3 else ""
    largest = f" The largest hold {top}{dots} of the money, the others share the rest." if top else ""
    return [
        f"Every entry pays {bounty.amount:,} for mystery bounties. They begin when {counted(begins, 'player')} "
        f"{'is' if begins == 1 else 'are'} left: one envelope for each, and every knockout draws one.{largest} {split}"
    ]


def _table_lines(structure: Structure, field: int) -> list[str]:
    tables = tables_needed(field, structure.seats, structure.first_table)
    choice = structure.initial_button
    button = f"at seat {choice + 1}" if isinstance(choice, int) else _HOW_BUTTON[choice]
    kind = "may be dead" if structure.rules.button == "dead" else "moves to the next player"
    lines = [f"The first button is {button}; the button {kind}."]
    if tables == 1 and not structure.late_reg_levels:
        if field > structure.final_table:
            lines.append(_final_line(structure))
        return lines
    lines.append(
        f"When a table has {structure.balance_max_diff + 1} players more than another, the player who is next to pay "
        "the big blind moves over, to the open seat that pays it soonest."
    )
    if structure.halt_deficit:
        when = " and an empty seat where the big blind is due" if structure.halt_trigger == "blinds_impacted" else ""
        lines.append(
            f"A table with {structure.halt_deficit} players fewer than the largest{when} deals no hand until more "
            "players arrive."
        )
    lines.append(f"A table breaks as soon as the others can seat everyone, {_ORDERS[structure.break_order]}.")
    paid = structure.places_paid(field)
    # otherwise there is just one table
    if structure.hand_for_hand and paid + structure.h4h_margin > structure.final_table:
        tie = "tie" if structure.simultaneous_bust_rule == "h4h_tie" else "are ranked by stack"
        lines.append(
            f"From {paid + structure.h4h_margin:,} players until {paid:,} are left, all tables start each hand "
            f"together (hand for hand); players who bust at different tables in the same hand {tie}."
        )
    left = structure.ends_at(field)
    if left < structure.final_table:
        lines.append(_final_line(structure))
    return lines


def _final_line(structure: Structure) -> str:
    drawn = [count for count in structure.redraw_at_tables if count > 1]
    more = f"when {' and '.join(map(str, sorted(drawn, reverse=True)))} tables are left" if drawn else ""
    size = structure.final_table
    usual = structure.final_table_size is None and size != structure.seats
    why = f", the default for tables of {structure.seats}" if usual else ""
    line = f"The final table begins with {size} players{why}."
    if 1 in structure.redraw_at_tables:
        return f"{line} Players draw new seats there{f', and {more}' if more else ''}."
    return f"{line} Players draw new seats {more}." if more else f"{line} Players keep their seats."


def _end_line(structure: Structure, field: int) -> str:
    left, guess = structure.ends_at(field), estimate(structure, field)
    over = "one player has every chip" if left == 1 else f"{left:,} players are left"
    levels = f"level {guess.first_level}"
    if guess.last_level != guess.first_level:
        levels = f"levels {guess.first_level} to {guess.last_level}"
    breaks = ""
    seconds = guess.first, guess.last
    if structure.unit == "hands":
        hand = seconds_per_hand(structure, field)
        seconds = guess.first * hand, guess.last * hand
    elif structure.breaks:
        breaks = ", breaks included"
    first, last = (_quarter(part) for part in seconds)
    time = duration(first) if first == last else f"{duration(first)} to {duration(last)}"
    span = f"{guess.first_hands:,} to {guess.last_hands:,} hands at each table"
    span = f"{span} (about {time})" if structure.unit == "hands" else f"{time}{breaks}, {span}"
    line = f"It ends when {over}: probably in {levels}, after {span}."
    if structure.open_field:
        chips = structure.starting_stack * field
        bought = round(100 * expected_chips(structure, field) / chips) - 100
        more = f" and {bought} % more chips from re-entries, rebuys and add-ons" if bought else ""
        line += f" That counts {counted(field, 'entrant')}{more}."
    return line


def _quarter(seconds: int) -> int:
    return max(1, round(seconds / 900)) * 900
