"""A served tournament's news: what the director decided at one moment, told for people who watch.

The director's log has every event. The news leaves out what nobody asks about, such as each move when a table closes,
and tells a bust with its place in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bigslick.protocol.tournament import News, NewsKind
from bigslick.sentence import Sentence, say
from bigslick.tournament.director import events as ev
from bigslick.tournament.structure.explain import duration


def news_of(events: Sequence[ev.TournamentEvent], names: Sequence[str], at: int) -> list[News]:
    """Return the news in the director's events of one moment; `names` are the players of its entries."""
    return [News(sentence=sentence, at=at, kind=kind) for kind, sentence in _told(events, names)]


def _told(events: Sequence[ev.TournamentEvent], names: Sequence[str]) -> Iterator[tuple[NewsKind, Sentence]]:
    placed = {event.entry: event for event in events if isinstance(event, ev.Placed)}
    rebought = {event.entry: event.chips for event in events if isinstance(event, ev.Rebought)}
    busted = {event.entry for event in events if isinstance(event, ev.Busted)}
    redrawn = any(isinstance(event, ev.SeatsRedrawn) for event in events)
    """Whether everyone draws new seats: then it goes without saying that tables close and players move."""
    added = [event.entry for event in events if isinstance(event, ev.AddedOn)]
    called_off = any(isinstance(event, ev.EndedEarly) for event in events)
    if added:
        yield "money", say("{count, plural, one {# player takes} other {# players take}} the add-on.", count=len(added))
    for event in events:
        match event:
            case ev.Busted(entry, by=by) if entry in rebought:
                yield (
                    "out",
                    say(
                        "{player} loses everything to {winner}, and buys {chips} more.",
                        player=names[entry],
                        winner=names[by],
                        chips=rebought[entry],
                    ),
                )
            case ev.Busted(entry, by=by):
                yield "out", _bust(names[entry], names[by], placed.get(entry))
            case ev.Rebought(entry, chips=chips) if entry not in busted:
                yield "money", say("{player} buys {chips} more chips.", player=names[entry], chips=chips)
            case ev.NoShowRemoved(entry):
                yield "out", say("{player} has not come, and is out.", player=names[entry])
            case ev.Removed(entry, reason=reason):
                yield "out", _taken_out(names[entry], reason, placed.get(entry))
            case ev.BountyWon(entry, victim, cashed, head) if not called_off:
                yield "bounty", _bounty(names[entry], "" if entry == victim else names[victim], cashed, head)
            case ev.EnvelopesSealed(players, _, largest):
                yield (
                    "bounty",
                    say(
                        "From now on each knockout draws one of {count} envelopes; the largest holds {largest}.",
                        count=players,
                        largest=largest,
                    ),
                )
            case ev.EntriesClosed(entries):
                yield "money", say("Late registration is over, with {entries} entries.", entries=entries)
            case ev.RegistrationClosed(entries, pool, paid):
                yield (
                    "money",
                    say(
                        "Registration is closed: {entries} entries play for {pool}, and "
                        "{paid, plural, one {# place is} other {# places are}} paid.",
                        entries=entries,
                        pool=pool,
                        paid=paid,
                    ),
                )
            case ev.HandForHandStarted(players, paid):
                yield (
                    "money",
                    say(
                        "Hand for hand: {players} players are left, and {paid, plural, one {# is} other {# are}} paid.",
                        players=players,
                        paid=paid,
                    ),
                )
            case ev.HandForHandEnded(players):
                yield "money", say("The bubble has burst: all {players} players left are paid.", players=players)
            case ev.DealMade(amounts=amounts, for_first=for_first):
                yield "deal", _deal(sum(amounts), for_first)
            case ev.LevelStarted(small, big, ante, level=level) if level > 1:
                yield "level", _level(level, small, big, ante)
            case ev.BreakStarted(seconds):
                yield "break", say("A break of {time} begins.", time=duration(seconds))
            case ev.StageStarted(stage, players):
                yield "level", _stage(stage, players)
            case ev.MatchMade(_, (one, other)):
                yield "tables", say("{one} plays {other}.", one=names[one], other=names[other])
            case ev.MatchMade(_, (only,)):
                yield "tables", say("{player} has a bye.", player=names[only])
            case ev.SeatsRedrawn(1, players):
                yield "tables", say("The final table: {players} players draw new seats.", players=players)
            case ev.SeatsRedrawn(tables, players):
                yield (
                    "tables",
                    say("{tables} tables are left: {players} players draw new seats.", tables=tables, players=players),
                )
            case ev.TableBroken(table) if not redrawn:
                yield "tables", say("Table {table} closes, and its players move.", table=str(table))
            case ev.TableHalted(table):
                yield "tables", say("Table {table} waits for more players.", table=str(table))
            case ev.TableResumed(table):
                yield "tables", say("Table {table} plays on.", table=str(table))
            case ev.Won(entries):
                yield "won", _win([names[entry] for entry in entries], placed.get(entries[0]))
    if not redrawn:
        yield from _begins(events)
        yield from _moves(events, names)


def _begins(events: Sequence[ev.TournamentEvent]) -> Iterator[tuple[NewsKind, Sentence]]:
    """Tell that play begins, or that tables open for late entries."""
    tables = [event.table for event in events if isinstance(event, ev.TableOpened)]
    players = sum(isinstance(event, ev.Seated) for event in events)
    if 1 in tables:
        yield (
            "level",
            say(
                "Play begins with {players} players at {tables, plural, one {# table} other {# tables}}.",
                players=players,
                tables=len(tables),
            ),
        )
        return
    for table in tables:
        yield "tables", say("Table {table} opens.", table=str(table))


def _moves(events: Sequence[ev.TournamentEvent], names: Sequence[str]) -> Iterator[tuple[NewsKind, Sentence]]:
    """Tell the moves that balance tables; those from a closed table go without saying."""
    closed = {event.table for event in events if isinstance(event, ev.TableBroken)}
    for event in events:
        if isinstance(event, ev.Moved) and event.from_table not in closed:
            yield (
                "tables",
                say(
                    "{player} moves from table {table} to table {new_table}.",
                    player=names[event.entry],
                    table=str(event.from_table),
                    new_table=str(event.to_table),
                ),
            )


def _bust(player: str, winner: str, placed: ev.Placed | None) -> Sentence:
    if placed is None:  # until registration closes
        return say("{winner} knocks out {player}.", winner=winner, player=player)
    who = {"winner": winner, "player": player}
    if placed.shared > 1:
        places = {"first": placed.place, "last": placed.place + placed.shared - 1}
        if placed.prize:
            return say(
                "{winner} knocks out {player}, who shares places {first} to {last} and wins {prize}.",
                **who,
                **places,
                prize=placed.prize,
            )
        return say("{winner} knocks out {player}, who shares places {first} to {last}.", **who, **places)
    if placed.prize:
        return say(
            "{winner} knocks out {player}, who finishes "
            "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} and wins {prize}.",
            **who,
            place=placed.place,
            prize=placed.prize,
        )
    return say(
        "{winner} knocks out {player} in {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place.",
        **who,
        place=placed.place,
    )


def _taken_out(player: str, why: str, placed: ev.Placed | None) -> Sentence:
    if placed is None:  # until registration closes
        return say("{player} is taken out: {why}.", player=player, why=why)
    if placed.prize:
        return say(
            "{player} is taken out in {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place "
            "and wins {prize}: {why}.",
            player=player,
            place=placed.place,
            prize=placed.prize,
            why=why,
        )
    return say(
        "{player} is taken out in {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} place: {why}.",
        player=player,
        place=placed.place,
        why=why,
    )


def _bounty(player: str, victim: str, cashed: int, head: int) -> Sentence:
    if not victim:
        return say("{player} keeps the {chips} on their own head.", player=player, chips=cashed)
    if head:
        return say(
            "{player} wins {chips} for {victim}, and {head} goes on their own head.",
            player=player,
            chips=cashed,
            victim=victim,
            head=head,
        )
    return say("{player} wins a bounty of {chips} for {victim}.", player=player, chips=cashed, victim=victim)


def _deal(money: int, for_first: int) -> Sentence:
    if for_first:
        return say("The players make a deal for {money}, and play on for {first} more.", money=money, first=for_first)
    return say("The players make a deal for {money}.", money=money)


def _level(level: int, small: int, big: int, ante: int) -> Sentence:
    if ante:
        return say("Level {level}: blinds {small}/{big}, ante {ante}.", level=level, small=small, big=big, ante=ante)
    return say("Level {level}: blinds {small}/{big}.", level=level, small=small, big=big)


def _stage(stage: str, players: int) -> Sentence:
    what, _, number = stage.partition(" ")
    if what == "round":
        return say("Round {number} begins with {players} players.", number=number, players=players)
    return say("Day {number} begins with {players} players.", number=number, players=players)


def _win(names: Sequence[str], placed: ev.Placed | None) -> Sentence:
    if len(names) > 1:
        if placed is not None and placed.seat_won:
            return say("{count} players win a seat in {event}.", count=len(names), event=placed.seat_won)
        return say("{count} players win.", count=len(names))
    if placed is not None and placed.prize:
        return say("{player} wins the tournament and {prize}.", player=names[0], prize=placed.prize)
    return say("{player} wins the tournament.", player=names[0])
