"""The simulated half of `both_ways`: the decks of the served tables, and choices that people can send as commands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from bigslick.core.draws import Draws
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.wire import ExtraChips
from bigslick.tournament.director.events import Entered, StageStarted
from bigslick.tournament.director.take_up import takes_up
from bigslick.tournament.floor.played_hand import PlayedHand
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.formats.course import Choices
from bigslick.tournament.formats.days import DaysDirector
from bigslick.tournament.structure.structure import Structure

from .any_event import Field

NAME: Final = "event"


def deck_of(secret: bytes, table: int, hand: int) -> tuple[int, ...]:
    """Return the deck of a hand at a served table whose players add no seeds."""
    return DealtDeck(SealedDeck(secret, f"{NAME}.{table}", hand), {}).cards


def stream_of(deck: Sequence[int]) -> Draws:
    """Return the stream from which a shuffle makes this deck."""
    order, drawn = list(range(52)), bytearray()
    for place in range(51):
        at = order.index(deck[place], place)
        drawn.append(_byte_for(52 - place, at - place))
        order[place], order[at] = order[at], order[place]
    return Draws(lambda: bytes(drawn))


@cache
def _byte_for(below: int, drawn: int) -> int:
    """Return a byte that draws this number."""
    return next(byte for byte in range(256) if byte * below >> 8 == drawn and byte * below & 0xFF >= 256 % below)


class KnownCards:
    """A floor that deals each hand from the deck that the served table has for it."""

    def __init__(self, event: Simulated, secret: bytes) -> None:
        self._event = event
        self._floor = event.floor
        self._secret = secret

    def __getattr__(self, name: str) -> Any:
        return getattr(self._floor, name)

    def play_next(self) -> int:
        self._deal(self._floor.earliest())
        return self._floor.play_next()

    def play_round(self, rows: list[int]) -> int:
        (row,) = rows  # a watched round is played table by table
        self._deal(row)
        return self._floor.play_round(rows)

    def _deal(self, row: int) -> None:
        self._floor.deal_from(stream_of(deck_of(self._secret, *self._event.next_hand(row))))


class Choosing:
    """The choices of everybody: house bots buy at the structure's rates and at once, and people as they can live.

    A person with few chips buys in one hand and has the chips in the next. Whoever re-enters comes when it suits them.
    """

    def __init__(self, event: Simulated, rates: Choices, field: Field) -> None:
        self._event = event
        self._rates = rates
        self._house = field.names[: field.house]
        self._seed = field.seed
        self._short: dict[int, tuple[int, int]] = {}
        """The table and the hand before which each entry last had few enough chips for a rebuy."""

    def is_bot(self, entry: int) -> bool:
        return self._event.director.names[entry] in self._house

    def reenters(self, entry: int) -> bool:
        return self.is_bot(entry) and self._rates.reenters(entry)

    def rebuys(self, entry: int, stack: int = 0) -> bool:
        if self.is_bot(entry):
            return self._rates.rebuys(entry, stack)
        if not stack:
            self._short.pop(entry, None)
            return self.takes(entry, "rebuy")
        table, hand = self._event.next_hand(self._event.tables.row_of[self._event.director.where[entry][0]])
        before, self._short[entry] = self._short.get(entry), (table, hand)
        buys = before == (table, hand - 1) and self.takes(entry, "rebuy", stack)
        if buys:
            self._event.bought[table, hand].append(entry)
            del self._short[entry]  # with the chips they may have too many
        return buys

    def adds_on(self, entry: int, stack: int) -> bool:
        return self._rates.adds_on(entry, stack) if self.is_bot(entry) else self.takes(entry, "addon")

    def takes(self, entry: int, kind: ExtraChips, stack: int = 0, taken: int | None = None) -> bool:
        """Whether a person takes an offer, with this many rebuys so far."""
        director, structure = self._event.director, self._event.structure
        part = structure.rebuy if kind == "rebuy" else structure.addon
        assert part is not None
        if taken is None:
            taken = director.rebuys[entry] if kind == "rebuy" else 0
        asked = director.names[entry], director.bullets[entry], taken, stack
        return takes_up(self._seed, kind, part.take_up_percent, *asked)


class Simulated(Tournament):
    """An event played by the simulator, with its hands by table and number, and everybody's choices."""

    def __init__(self, structure: Structure, field: Field) -> None:
        self._field = field
        self.played: dict[tuple[int, int], PlayedHand] = {}
        self.bought: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        """The people with few chips who have bought more, by table and the hand before which they get them."""
        self.came: list[tuple[int, str]] = []
        """Late entries and re-entries of people: at which second, or after which round."""
        seed: Any = field.seed  # the same bytes as live, where an int or a str would be another seed
        structure = replace(structure, entries=field.names)
        super().__init__(structure, seed, bots=field.bots, late=field.late, watch=self._keep)
        floor: Any = KnownCards(self, field.seed)
        self.floor = floor

    def _set_up(self) -> None:
        super()._set_up()
        rates: Any = self.choices
        choices: Any = Choosing(self, rates, self._field)
        self.choices = choices
        if isinstance(self.director, DaysDirector):
            self.director.enters_again = lambda entry: rates.reenters(entry)

    def _keep(self, played: PlayedHand) -> None:
        self.played[played.table, played.number] = played

    def next_hand(self, row: int) -> tuple[int, int]:
        """Return the table in a row, and the number of its next hand."""
        return self.tables.table_of[row], self.floor.hands_of(row) + 1

    def fields(self) -> list[tuple[str, ...]]:
        """Return who entered each flight after the first, in order."""
        found: list[list[str]] = []
        open_to_all = False
        for event in self.events:
            if isinstance(event, StageStarted):
                found.append([])
                open_to_all = True
            elif isinstance(event, Entered):
                if open_to_all:
                    found[-1].append(event.name)
            elif found:
                open_to_all = False
        return [tuple(names) for names in found[1:]]

    # -- entries of people -----------------------------------------------------------------------------------------

    def _plan_late(self) -> None:
        self._late_at = list(self._field.moments)

    @property
    def _awaits_entries(self) -> bool:
        return False  # who comes after everything is decided finds registration closed

    def _seat_late(self, at: int) -> None:
        while self._late_at and self._late_at[0] <= at:
            if self._unfit(at):
                self._late_at[0] = at + 1
                self._late_at.sort()
                continue
            self._late_at.pop(0)
            if self.director.entering and (name := self._comes()):
                self.came.append((at, name))
                self.director.enter_late(name, self._free_tables([]), self.before_hands)
                self._apply()
        self._follow_clock()

    def _unfit(self, at: int) -> bool:
        """Whether something else happens at this very moment, and a command would come before or after it."""
        if at <= self.director.stage.began:
            return True
        if not self.timed:
            return self.schedule.at_hand(at + 1) != self.schedule.at_hand(at)
        if self.schedule.at_time(at) != self.schedule.at_time(at - 1) or at in (moment for moment, _ in self.came):
            return True
        return any(self.floor.clock_of(row) == at for row in self.tables.row_of.values())

    def _comes(self) -> str | None:
        """Return who comes: a late player, or one who is out and may re-enter."""
        if self._late:
            return self._late.pop(0)
        here = {self.director.names[entry] for entry in self.director.remaining}
        out = [name for name in self._out() if name not in here and self.director.may_reenter(name)]
        return out[0] if out else None

    def _out(self) -> Iterable[str]:
        """Return the people who have entered, the last to enter first."""
        people = {*self._field.people} - {*self._absent}
        return [name for name in dict.fromkeys(reversed(self.director.names)) if name in people]
