"""What happened in a tournament, in the words of a director's log."""

from __future__ import annotations

from collections.abc import Sequence

from bigslick.checks import counted

from .events import (
    AddedOn,
    BagForfeited,
    Bagged,
    BountyWon,
    BreakStarted,
    Busted,
    DealMade,
    Entered,
    EntriesClosed,
    EnvelopesSealed,
    FirstButtonPlaced,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    MatchMade,
    Moved,
    NoShowRemoved,
    Placed,
    Rebought,
    RegistrationClosed,
    Returned,
    Seated,
    SeatsRedrawn,
    StageStarted,
    TableBroken,
    TableHalted,
    TableOpened,
    TableResumed,
    TournamentEvent,
    Won,
)
from .explain import duration


def event_sentence(event: TournamentEvent, names: Sequence[str]) -> str:
    """One event as a sentence; seats count from 1."""
    match event:
        case Entered(entry, name, bullet):
            said = f"{name} enters" if bullet == 1 else f"{name} enters for the {_nth(bullet)} time"
        case TableOpened(table, chairs, button, reason):
            at = f", button at seat {button + 1}" if button >= 0 else ""
            said = f"table {table} opens with {chairs} seats{at}: {reason}"
        case FirstButtonPlaced(table, button):
            said = f"table {table} starts with the button at seat {button + 1}"
        case Seated(entry, table, seat, stack, reason):
            said = f"{names[entry]} sits down at table {table}, seat {seat + 1}, with {stack:,}: {reason}"
        case EntriesClosed(entries):
            said = f"late registration is over: {entries:,} entries"
        case BreakStarted(seconds, level=level):
            said = f"break of {duration(seconds)} after level {level}"
        case RegistrationClosed(entries, pool, paid, overlay):
            places = "1 place is" if paid == 1 else f"{paid:,} places are"
            added = f", {overlay:,} of it added by the house" if overlay else ""
            said = f"registration is closed: {entries:,} entries, a pool of {pool:,}{added}, {places} paid"
        case LevelStarted(small, big, ante, level=level):
            said = f"level {level}: blinds {small:,}/{big:,}" + (f", ante {ante:,}" if ante else "")
        case Busted(entry, table, seat, stack, by):
            said = f"{names[entry]} busts at table {table}, seat {seat + 1}, with {stack:,}, to {names[by]}"
        case Rebought(entry, _, _, chips):
            said = f"{names[entry]} buys {chips:,} more chips"
        case AddedOn(entry, _, _, chips):
            said = f"{names[entry]} adds on {chips:,} chips"
        case Placed(entry, place, shared, prize, seat):
            places = f"place {place}" if shared == 1 else f"places {place} to {place + shared - 1} together"
            won = f"a {seat} seat worth {prize:,}" if seat else f"{prize:,}"
            said = f"{names[entry]} finishes in {places}" + (f" and wins {won}" if prize else "")
        case BountyWon(entry, victim, cashed, head):
            whose = "of their own bounty" if entry == victim else f"for knocking out {names[victim]}"
            more = f", and {head:,} goes on their own head" if head else ""
            said = f"{names[entry]} cashes {cashed:,} {whose}{more}"
        case EnvelopesSealed(players, money, largest):
            said = f"mystery bounties begin: {money:,} in {counted(players, 'envelope')}, the largest {largest:,}"
        case DealMade(entries, amounts, for_first, method):
            shares = ", ".join(f"{names[entry]} {amount:,}" for entry, amount in zip(entries, amounts, strict=True))
            rest = f"; {for_first:,} more for first place" if for_first else ""
            said = f"the players make a deal by {'ICM' if method == 'icm' else 'chips'}: {shares}{rest}"
        case Moved(entry, from_table, from_seat, to_table, to_seat, reason):
            places = f"seat {from_seat + 1} of table {from_table} moves to seat {to_seat + 1} of table {to_table}: "
            said = (
                f"{names[entry]} moves from table {from_table}, seat {from_seat + 1} to table {to_table}, seat "
                f"{to_seat + 1}: {reason.removeprefix(places)}"
            )
        case TableBroken(table, reason):
            said = f"table {table} is closed: {reason.removeprefix(f'table {table} breaks: ')}"
        case TableHalted(table, reason):
            said = f"table {table} halts: {reason.replace(f'table {table} has', 'it has')}"
        case TableResumed(table):
            said = f"table {table} goes on"
        case HandForHandStarted(players, paid):
            said = f"hand for hand: {players:,} players are left and {paid:,} {'is' if paid == 1 else 'are'} paid"
        case HandForHandEnded(players):
            said = f"hand for hand is over: {players:,} players are left"
        case SeatsRedrawn(_, _, reason):
            said = reason
        case StageStarted(stage, players):
            said = f"{stage} begins with {players:,} players"
        case MatchMade(match, (only,), _):
            said = f"match {match}: {names[only]} has a bye"
        case MatchMade(match, (one, other), table):
            said = f"match {match}: {names[one]} plays {names[other]} at table {table}"
        case Bagged(entry, table, seat, stack, reason):
            said = f"{names[entry]} leaves table {table}, seat {seat + 1}, with {stack:,} and waits: {reason}"
        case BagForfeited(entry, stack, _, added):
            what = "is added to their largest" if added else "leaves play: their largest counts"
            said = f"{names[entry]}'s bag of {stack:,} {what}"
        case Returned(entry, table, seat, stack, reason):
            said = f"{names[entry]} is back at table {table}, seat {seat + 1}, with {stack:,}: {reason}"
        case NoShowRemoved(entry, table, seat, stack):
            said = f"{names[entry]} has not come: table {table}, seat {seat + 1} opens, and {stack:,} leave play"
        case Won(entries):
            *first, last = (names[entry] for entry in entries)
            winners = f"{', '.join(first)} and {last}" if first else last
            said = f"{winners} {'wins' if len(entries) == 1 else 'win'} the tournament"
        case _:
            raise TypeError(f"{event!r} is not an event of a tournament: expected one of `director.events`")
    return said


def _nth(number: int) -> str:
    if number in (2, 3):
        return "second" if number == 2 else "third"
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
