"""Tournament events in a director's words."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Final

from bigslick.sentence import Sentence, Value, say

from ..structure.explain import duration
from . import events as ev

_MOVE: Final = re.compile(r"seat \d+ of table \d+ moves to seat \d+ of table \d+: ")
_BREAK: Final = re.compile(r"table (\d+) breaks: (.*)")
_REASONS: Final[dict[re.Pattern[str], Callable[[dict[str, int]], Sentence]]] = {
    re.compile(r"next big blind, tables of (?P<one>\d+) and (?P<other>\d+)"): (
        lambda found: say("next big blind, tables of {one} and {other}", **found)
    ),
    re.compile(r"(?P<players>\d+) players fit (?P<tables>\d+) tables?"): (
        lambda found: say(
            "{players, plural, one {# player fits} other {# players fit}} "
            "{tables, plural, one {# table} other {# tables}}",
            **found,
        )
    ),
    re.compile(r"(?P<tables>\d+) tables are left: (?P<players>\d+) players draw new seats"): (
        lambda found: say("{tables} tables are left: {players} players draw new seats", **found)
    ),
    re.compile(r"the final table: (?P<players>\d+) players draw new seats"): (
        lambda found: say("the final table: {players} players draw new seats", **found)
    ),
    re.compile(r"table \d+ has (?P<players>\d+) players?, (?P<fewer>\d+) fewer than the largest"): (
        lambda found: say(
            "it has {players, plural, one {# player} other {# players}}, {fewer} fewer than the largest", **found
        )
    ),
}
"""The director's reasons as sentences with placeholders; events store them as plain text, which is cheap."""
_NAMED: Final[dict[str, Sentence]] = {
    "the seat draw": say("the seat draw"),
    "late entry": say("late entry"),
    "re-entry": say("re-entry"),
    "every seat is taken": say("every seat is taken"),
}


def event_sentence(event: ev.TournamentEvent, names: Sequence[str]) -> str:
    """Return one event as a line of a log, in English; seats count from 1."""
    match event:
        case ev.Entered(entry, name, bullet):
            if bullet == 1:
                return _line("{name} enters", name=name)
            return _line(
                "{name} enters for the "
                "{time, selectordinal, =2 {second} =3 {third} one {#st} two {#nd} few {#rd} other {#th}} time",
                name=name,
                time=bullet,
            )
        case ev.TableOpened(table, chairs, button, reason):
            why = reason_sentence(reason)
            if button < 0:
                return _line(
                    "table {table} opens with {seats} seats: {reason}", table=str(table), seats=chairs, reason=why
                )
            return _line(
                "table {table} opens with {seats} seats, button at seat {seat}: {reason}",
                table=str(table),
                seats=chairs,
                seat=button + 1,
                reason=why,
            )
        case ev.FirstButtonPlaced(table, button):
            return _line("table {table} starts with the button at seat {seat}", table=str(table), seat=button + 1)
        case ev.Seated():
            return _line(
                "{name} sits down at table {table}, seat {seat}, with {chips}: {reason}", **_told(event, names)
            )
        case ev.EntriesClosed(entries):
            return _line("late registration is over: {entries} entries", entries=entries)
        case ev.BreakStarted(seconds, level=level):
            return _line("break of {time} after level {level}", time=duration(seconds), level=level)
        case ev.RegistrationClosed(entries, pool, paid, overlay):
            return _closed(entries, pool, paid, overlay)
        case ev.LevelStarted(small, big, ante, level=level):
            if ante:
                return _line(
                    "level {level}: blinds {small}/{big}, ante {ante}", level=level, small=small, big=big, ante=ante
                )
            return _line("level {level}: blinds {small}/{big}", level=level, small=small, big=big)
        case ev.Busted():
            return _line(
                "{name} busts at table {table}, seat {seat}, with {chips}, to {winner}",
                **_told(event, names),
                winner=names[event.by],
            )
        case ev.Rebought(entry, _, _, chips):
            return _line("{name} buys {chips} more chips", name=names[entry], chips=chips)
        case ev.AddedOn(entry, _, _, chips):
            return _line("{name} adds on {chips} chips", name=names[entry], chips=chips)
        case ev.Placed():
            return _placed(event, names)
        case ev.BountyWon(entry, victim, cashed, head):
            return _bounty(names[entry], "" if entry == victim else names[victim], cashed, head)
        case ev.EnvelopesSealed(players, money, largest):
            return _line(
                "mystery bounties begin: {money} in {players, plural, one {# envelope} other {# envelopes}}, "
                "the largest {largest}",
                money=money,
                players=players,
                largest=largest,
            )
        case ev.DealMade(entries, amounts, for_first, method):
            return _deal(
                [(names[entry], amount) for entry, amount in zip(entries, amounts, strict=True)], for_first, method
            )
        case ev.Moved(entry, from_table, from_seat, to_table, to_seat, reason):
            return _line(
                "{name} moves from table {table}, seat {seat} to table {new_table}, seat {new_seat}: {reason}",
                name=names[entry],
                table=str(from_table),
                seat=from_seat + 1,
                new_table=str(to_table),
                new_seat=to_seat + 1,
                reason=reason_sentence(reason),
            )
        case ev.TableBroken(table, reason):
            why = reason_sentence(reason.removeprefix(f"table {table} breaks: "))
            return _line("table {table} is closed: {reason}", table=str(table), reason=why)
        case ev.TableHalted(table, reason):
            return _line("table {table} halts: {reason}", table=str(table), reason=reason_sentence(reason))
        case ev.TableResumed(table):
            return _line("table {table} goes on", table=str(table))
        case ev.HandForHandStarted(players, paid):
            return _line(
                "hand for hand: {players} players are left and {paid, plural, one {# is} other {# are}} paid",
                players=players,
                paid=paid,
            )
        case ev.HandForHandEnded(players):
            return _line("hand for hand is over: {players} players are left", players=players)
        case ev.SeatsRedrawn(_, _, reason):
            return _line("{reason}", reason=reason_sentence(reason))
        case ev.StageStarted(stage, players):
            return _line("{stage} begins with {players} players", stage=stage, players=players)
        case ev.MatchMade(match, (only,), _):
            return _line("match {match}: {name} has a bye", match=str(match), name=names[only])
        case ev.MatchMade(match, (one, other), table):
            return _line(
                "match {match}: {one} plays {other} at table {table}",
                match=str(match),
                one=names[one],
                other=names[other],
                table=str(table),
            )
        case ev.Bagged():
            return _line(
                "{name} leaves table {table}, seat {seat}, with {chips} and waits: {reason}", **_told(event, names)
            )
        case ev.BagForfeited(entry, stack, _, added):
            if added:
                return _line("{name}'s bag of {chips} is added to their largest", name=names[entry], chips=stack)
            return _line("{name}'s bag of {chips} leaves play: their largest counts", name=names[entry], chips=stack)
        case ev.Returned():
            return _line("{name} is back at table {table}, seat {seat}, with {chips}: {reason}", **_told(event, names))
        case ev.NoShowRemoved():
            return _line(
                "{name} has not come: table {table}, seat {seat} opens, and {chips} leave play", **_told(event, names)
            )
        case ev.Removed():
            return _line(
                "{name} is taken out of table {table}, seat {seat}, and {chips} leave play: {reason}",
                **_told(event, names),
            )
        case ev.EndedEarly(rule, entries, amounts):
            return _called_off(rule, [(names[entry], amount) for entry, amount in zip(entries, amounts, strict=True)])
        case ev.Won(entries):
            *first, last = (names[entry] for entry in entries)
            if not first:
                return _line("{name} wins the tournament", name=last)
            return _line("{names} and {last} win the tournament", names=", ".join(first), last=last)
        case _:
            raise TypeError(f"{event!r} is not an event of a tournament: expected one of `director.events`")


def _told(
    event: ev.Seated | ev.Busted | ev.Bagged | ev.Returned | ev.NoShowRemoved | ev.Removed, names: Sequence[str]
) -> dict[str, Value]:
    """Return who sits where with how many chips and, if the event says so, why."""
    told: dict[str, Value] = {"name": names[event.entry], "table": str(event.table), "seat": event.seat + 1}
    why = {} if isinstance(event, ev.Busted | ev.NoShowRemoved) else {"reason": reason_sentence(event.reason)}
    return {**told, "chips": event.stack, **why}


def _called_off(rule: str, amounts: Sequence[tuple[str, int]]) -> str:
    if rule == "refund":
        return _line("the tournament is called off: every entry, rebuy and add-on goes back")
    if rule == "icm":
        return _line("the tournament is called off in the money: {shares}", shares=_shares(amounts))
    return _line("the tournament is called off: {shares}", shares=_shares(amounts))


def _shares(amounts: Sequence[tuple[str, int]]) -> str:
    each = [_line("{who} {share}", who=name, share=amount) for name, amount in amounts]
    return functools.reduce(lambda first, after: _line("{first}, {next}", first=first, next=after), each)


def _deal(amounts: Sequence[tuple[str, int]], for_first: int, method: str) -> str:
    shares = _shares(amounts)
    if method == "icm":
        deal = _line("the players make a deal by ICM: {shares}", shares=shares)
    elif method == "chips":
        deal = _line("the players make a deal by chips: {shares}", shares=shares)
    elif method == "even":
        deal = _line("the players make an even deal: {shares}", shares=shares)
    else:
        deal = _line("the players make a deal: {shares}", shares=shares)
    return _line("{deal}; {chips} more for first place", deal=deal, chips=for_first) if for_first else deal


def _closed(entries: int, pool: int, paid: int, overlay: int) -> str:
    places = _line("{paid, plural, one {# place is} other {# places are}} paid", paid=paid)
    if overlay:
        return _line(
            "registration is closed: {entries} entries, a pool of {pool}, {overlay} of it added by the house, {places}",
            entries=entries,
            pool=pool,
            overlay=overlay,
            places=places,
        )
    return _line(
        "registration is closed: {entries} entries, a pool of {pool}, {places}",
        entries=entries,
        pool=pool,
        places=places,
    )


def _placed(event: ev.Placed, names: Sequence[str]) -> str:
    name, place, prize = names[event.entry], event.place, event.prize
    if event.shared == 1:
        where = _line("place {place}", place=place)
    else:
        where = _line("places {place} to {last} together", place=place, last=place + event.shared - 1)
    if not prize:
        return _line("{name} finishes in {where}", name=name, where=where)
    won = _line("a {seat} seat worth {prize}", seat=event.seat_won, prize=prize) if event.seat_won else prize
    return _line("{name} finishes in {where} and wins {won}", name=name, where=where, won=won)


def _bounty(name: str, victim: str, cashed: int, head: int) -> str:
    if victim and head:
        return _line(
            "{name} cashes {chips} for knocking out {victim}, and {head} goes on their own head",
            name=name,
            chips=cashed,
            victim=victim,
            head=head,
        )
    if victim:
        return _line("{name} cashes {chips} for knocking out {victim}", name=name, chips=cashed, victim=victim)
    return _line("{name} cashes {chips} of their own bounty", name=name, chips=cashed)


def _line(template: str, **values: Value) -> str:
    return str(Sentence(template, values))


def reason_sentence(reason: str) -> str:
    """Give the reason for a decision, without repeating the decision; with placeholders if possible."""
    reason = _MOVE.sub("", reason, 1)
    if (breaks := _BREAK.fullmatch(reason)) is not None:
        return say("table {table} breaks: {reason}", table=breaks[1], reason=reason_sentence(breaks[2]))
    for pattern, sentence in _REASONS.items():
        if (found := pattern.fullmatch(reason)) is not None:
            return sentence({name: int(number) for name, number in found.groupdict().items()})
    return _NAMED.get(reason, reason)
