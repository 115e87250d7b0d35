"""Structure: everything about a tournament that is decided before the first card, in one frozen value.

A `Structure` checks itself when it is made: if it exists, it can be played. `load` reads one from TOML.
"""

from __future__ import annotations

import html
import unicodedata
from decimal import Decimal
from typing import Final, Literal, get_args

import msgspec

from bigslick.checks import did_you_mean, is_whole
from bigslick.rules import Rules
from bigslick.table.ranking import BUST_RULES, BustRule

from .bounties import Bounty
from .formats import Bracket, Day, Flights, NoShows, Shootout, check_format
from .levels import MOST_CHIPS, Break, Level, Schedule, Unit, check_levels, unit_of
from .payouts import MOST_MONEY, Payouts, equal_seats, paid_places, prizes
from .problems import BadStructure, either, one_of, share, shown, switch, whole
from .table_counts import FEWEST_SEATS, MOST_SEATS, final_size

HaltTrigger = Literal["immediate", "blinds_impacted"]
BreakOrder = Literal["highest_id_first", "fewest_players", "list", "random"]

HALT_TRIGGERS: Final[tuple[HaltTrigger, ...]] = get_args(HaltTrigger)
BREAK_ORDERS: Final[tuple[BreakOrder, ...]] = get_args(BreakOrder)
BUTTON_CHOICES: Final = ("random", "highest_seat")

MOST_ENTRANTS: Final = 1_000_000
MOST_STACK: Final = 10**12
MOST_NAME: Final = 100
ALL: Final = Decimal(100)


class Rebuy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rebuy: a busted or short-stacked player buys chips at once and keeps the seat (TDA 27)."""

    until_level: int
    """The last level with rebuys."""
    cost: int
    """The price; all of it goes into the prize pool."""
    chips: int
    limit: int = 0
    """The most rebuys per entry; 0 = no limit."""
    at_most: int = 0
    """A player with at most this stack can rebuy too, between hands; 0 = only busted players."""
    take_up_percent: Decimal = ALL
    """The percentage of eligible players who rebuy, unless their bot decides."""

    def __post_init__(self) -> None:
        whole("until_level", self.until_level, "the last level with rebuys", 1, 1000)
        whole("cost", self.cost, "what a rebuy costs", 0, MOST_MONEY)
        whole("chips", self.chips, "the chips of a rebuy", 1, MOST_STACK)
        whole("limit", self.limit, "how many rebuys a player may take, 0 = no limit,", 0, 1000)
        whole("at_most", self.at_most, "the largest stack that may rebuy, 0 = only without chips,", 0, MOST_STACK)
        share("take_up_percent", self.take_up_percent)


class AddOn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """More chips for every player who wants them, sold once, at the end of a level."""

    until_level: int
    """The add-on is on sale at the end of this level."""
    cost: int
    """The price; all of it goes into the prize pool."""
    chips: int
    take_up_percent: Decimal = ALL
    """The percentage of players who take it, unless their bot decides."""

    def __post_init__(self) -> None:
        whole("until_level", self.until_level, "the level at whose end add-ons are sold", 1, 1000)
        whole("cost", self.cost, "what an add-on costs", 0, MOST_MONEY)
        whole("chips", self.chips, "the chips of an add-on", 1, MOST_STACK)
        share("take_up_percent", self.take_up_percent)


class HandPace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pace of play: a base for each hand, plus a time for each action."""

    seconds_per_hand: int = 30
    """To shuffle, deal and push the pot."""
    seconds_per_action: int = 10

    def __post_init__(self) -> None:
        whole("seconds_per_hand", self.seconds_per_hand, "seconds a hand takes without its actions", 1, 3600)
        whole("seconds_per_action", self.seconds_per_action, "seconds an action takes", 0, 3600)

    def hand(self, actions: int) -> int:
        """Return the seconds that a hand with this many actions takes."""
        return self.seconds_per_hand + actions * self.seconds_per_action


class Structure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament before it starts; every field is a key in the structure file."""

    name: str = "Tournament"
    entrants: int = 0
    """Players who enter before the first hand; 0 leaves it open until the start."""
    entries: tuple[str, ...] = ()
    """The entrants' names, instead of or in addition to their number."""
    seats: int
    """Seats at a table, 2 to 10."""
    starting_stack: int
    rules: Rules = Rules()
    levels: tuple[Level, ...]
    breaks: tuple[Break, ...] = ()
    buy_in: int = 0
    """An entrant's payment into the prize pool."""
    fee: int = 0
    """An entrant's payment to the house, on top of the buy-in."""
    guarantee: int = 0
    """The minimum prize pool; the house adds the difference (the overlay)."""
    bounty: Bounty | None = None
    late_reg_levels: int = 0
    """Players can enter late and re-enter until the end of this level; 0 = never."""
    reentry_limit: int = 0
    """The most re-entries per player while registration is open."""
    reentry_take_up_percent: Decimal = ALL
    """The percentage of eligible players who re-enter, unless their bot decides."""
    rebuy: Rebuy | None = None
    addon: AddOn | None = None
    shootout: Shootout | None = None
    bracket: Bracket | None = None
    days: tuple[Day, ...] = ()
    flights: Flights | None = None
    no_shows: NoShows | None = None
    payouts: Payouts = Payouts()
    final_table_size: int | None = None
    """Players at the final table; None = the usual number (`final_table`)."""
    balance_max_diff: int = 1
    """Players move while two tables differ by more than this."""
    halt_deficit: int = 3
    """A table this many players short of the largest halts (TDA 11-D); 0 = never."""
    halt_trigger: HaltTrigger = "immediate"
    """Whether it halts at once, or only when the seat due the big blind is empty (TDA 2024)."""
    break_order: BreakOrder = "highest_id_first"
    break_list: tuple[int, ...] = ()
    """With `break_order` "list": table numbers in the order they break."""
    redraw_at_tables: tuple[int, ...] = (1,)
    """All players draw new seats when this many tables are left; 1 is the final table."""
    hand_for_hand: bool = True
    """Whether all tables play hand-for-hand before the money."""
    h4h_margin: int = 1
    """Hand-for-hand starts this many players before the money."""
    h4h_seconds: int = 120
    """The time a hand takes off the clock in hand-for-hand, in seconds (TDA RP-8)."""
    simultaneous_bust_rule: BustRule = "h4h_tie"
    initial_button: str | int = "random"
    """A table's first button: "random", "highest_seat" or a seat from 0."""
    pace: HandPace = HandPace()

    def __post_init__(self) -> None:
        self._check_kinds()
        self._check_field()
        check_levels(self.levels, self.breaks)
        self._check_tables()
        self._check_entry()
        check_format(self)
        whole("rules.odd_chip_unit", self.rules.odd_chip_unit, "the smallest chip", 1, self.starting_stack)
        whole("rules.bets_per_street", self.rules.bets_per_street, "bets and raises on a street", 0, 1000)
        if self.field:
            self._check_money(self.field)

    def _check_kinds(self) -> None:
        """Refuse values of the wrong type; a file cannot have them, but Python can."""
        kinds: dict[str, type] = {
            "rules": Rules,
            "payouts": Payouts,
            "pace": HandPace,
            "levels": tuple,
            "breaks": tuple,
            "days": tuple,
        }
        if self.rebuy is not None:
            kinds["rebuy"] = Rebuy
        parts: dict[str, type] = {"addon": AddOn, "bounty": Bounty, "shootout": Shootout, "bracket": Bracket}
        parts |= {"flights": Flights, "no_shows": NoShows}
        kinds |= {name: kind for name, kind in parts.items() if getattr(self, name) is not None}
        for name, kind in kinds.items():
            self._check_kind(name, getattr(self, name), kind)
        for number, level in enumerate(self.levels):
            self._check_kind(f"levels[{number}]", level, Level)
        for number, pause in enumerate(self.breaks):
            self._check_kind(f"breaks[{number}]", pause, Break)
        for number, day in enumerate(self.days):
            self._check_kind(f"days[{number}]", day, Day)

    def _check_kind(self, name: str, value: object, kind: type) -> None:
        if not isinstance(value, kind):
            raise BadStructure(f"{name} is {shown(value)}: expected a {kind.__name__}", field=name)

    # --- questions ---------------------------------------------------------------------------------------

    @property
    def field(self) -> int:
        """Players who enter before the first hand, from the number or the list of names; 0 if neither is given."""
        return len(self.entries) or self.entrants

    @property
    def most_entries(self) -> int:
        """Entries if everyone re-enters as often as allowed, in every flight."""
        flights = 1 if self.flights is None else self.flights.count
        return self.field * (1 + self.reentry_limit) * flights

    @property
    def unit(self) -> Unit:
        """Whether levels change by hands or by time."""
        return unit_of(self.levels)

    @property
    def final_table(self) -> int:
        """Players at the final table."""
        return final_size(self.seats) if self.final_table_size is None else self.final_table_size

    @property
    def first_table(self) -> int:
        """The most players who start at one table; a final table forms only after registration closes."""
        if self.in_rounds:
            return self.seats
        return min(self.final_table, self.seats) if self.late_reg_levels else self.final_table

    @property
    def in_rounds(self) -> bool:
        """Whether it is a shootout or a bracket."""
        return self.shootout is not None or self.bracket is not None

    @property
    def open_field(self) -> bool:
        """Whether more money can come in after the first hand."""
        return self.late_reg_levels > 0 or self.rebuy is not None or self.addon is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names: the given ones, or Player 1, Player 2, ..."""
        return self.entries or tuple(f"Player {number}" for number in range(1, self.entrants + 1))

    def schedule(self, begins: int = 0) -> Schedule:
        """Return the schedule; build it only once. `begins` is the hand or second before level 1."""
        return Schedule(self.levels, self.breaks, begins)

    def rules_at(self, level: int) -> Rules:
        """Return a level's rules; the level itself can say who pays the ante."""
        kind = self.levels[min(level, len(self.levels)) - 1].ante_kind
        return self.rules if kind is None else msgspec.structs.replace(self.rules, ante=kind)

    def with_entrants(self, entrants: int) -> Structure:
        """Return the same tournament for a field of this size; refused if the size does not fit."""
        whole("entrants", entrants, "how many enter", 2, MOST_ENTRANTS)
        if self.entries and entrants != len(self.entries):
            raise BadStructure(
                f"entrants is {shown(entrants)} and {len(self.entries):,} entries are named: expected the same number",
                field="entrants",
            )
        return msgspec.structs.replace(self, entrants=entrants)

    @property
    def entry_cost(self) -> int:
        """The full price of an entry: buy-in, fee and bounty."""
        return self.buy_in + self.fee + (self.bounty.amount if self.bounty else 0)

    def cost_with(self, rebuys: int, addons: int) -> int:
        """Return what an entry with these rebuys and add-ons costs its player."""
        rebuy = self.rebuy.cost if self.rebuy else 0
        return self.entry_cost + rebuy * rebuys + (self.addon.cost if self.addon else 0) * addons

    def pool(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the prize pool: the sum of fixed amounts, the money paid in, or the guarantee if that is more."""
        if self.payouts.amounts:
            return sum(self.payouts.amounts)
        return max(self.guarantee, self.paid_in(entries, rebuys, addons))

    def overlay(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the money that the house adds to the prize pool."""
        return self.pool(entries, rebuys, addons) - self.paid_in(entries, rebuys, addons)

    def paid_in(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the money that players pay into the prize pool, excluding fees and bounties."""
        paid_in = self.buy_in * entries
        if self.rebuy is not None:
            paid_in += self.rebuy.cost * rebuys
        if self.addon is not None:
            paid_in += self.addon.cost * addons
        return paid_in

    def chips(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the chips that these entries, rebuys and add-ons bring into play."""
        found = entries * self.starting_stack
        found += self.rebuy.chips * rebuys if self.rebuy else 0
        return found + (self.addon.chips * addons if self.addon else 0)

    def prizes(self, entries: int, rebuys: int = 0, addons: int = 0) -> list[int]:
        """Return the prizes from first place down once registration is closed; empty if there is no pool."""
        pool = self.pool(entries, rebuys, addons)
        return prizes(pool, self.payouts, entries) if pool else []

    def places_paid(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the number of paid places, even in a play-money event."""
        return paid_places(self.payouts, entries, self.pool(entries, rebuys, addons))

    def ends_at(self, entries: int, rebuys: int = 0, addons: int = 0) -> int:
        """Return the players left when the tournament ends: one, or a satellite's seats."""
        return max(1, equal_seats(self.payouts, self.pool(entries, rebuys, addons), entries))

    def __repr__(self) -> str:
        field = f"{self.field:,} entrants, " if self.field else ""
        levels = "1 level" if len(self.levels) == 1 else f"{len(self.levels)} levels"
        return (
            f"<Structure {self.name!r}: {field}{self.seats} seats a table, {self.starting_stack:,} chips, "
            f"{levels} from {self.levels[0]} to {self.levels[-1]}>"
        )

    def _repr_html_(self) -> str:
        from .explain import explain

        return "".join(f"<p>{html.escape(line)}</p>" for line in explain(self))

    # --- checks -----------------------------------------------------------------------------------------------------

    def _check_field(self) -> None:
        if not isinstance(self.name, str) or not 0 < len(self.name) <= MOST_NAME or not self.name.isprintable():
            raise BadStructure(
                f"name is {shown(self.name)}: expected one line of 1 to {MOST_NAME} characters", field="name"
            )
        whole("seats", self.seats, "seats at a table", FEWEST_SEATS, MOST_SEATS)
        whole("starting_stack", self.starting_stack, "the chips everyone starts with", 1, MOST_STACK)
        whole("entrants", self.entrants, "how many enter", 0, MOST_ENTRANTS)
        self._check_names()
        if self.entries and self.entrants not in (0, len(self.entries)):
            raise BadStructure(
                f"entrants is {self.entrants:,} and {len(self.entries):,} entries are named: expected the same number",
                field="entrants",
            )
        if self.field == 1:
            raise BadStructure(
                "one entrant has no one to play: expected at least two",
                field="entries" if self.entries else "entrants",
            )
        whole("reentry_limit", self.reentry_limit, "how often a player may re-enter", 0, 1000)
        if self.most_entries * self.starting_stack > MOST_CHIPS:
            raise BadStructure(
                f"{self.most_entries:,} stacks of {self.starting_stack:,} exceed {MOST_CHIPS:,} chips, the most "
                "bigslick can count: expected smaller stacks",
                field="starting_stack",
            )

    def _check_names(self) -> None:
        if not isinstance(self.entries, tuple):
            raise BadStructure("entries is not a list: expected names", field="entries")
        if len(self.entries) > MOST_ENTRANTS:
            raise BadStructure(f"entries has more than {MOST_ENTRANTS:,} names", field="entries")
        seen: dict[str, int] = {}
        for place, name in enumerate(self.entries):
            where = f"entries[{place}]"
            if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or not name.isprintable():
                raise BadStructure(
                    f"entry {place + 1} is {shown(name)}: expected a name of 1 to {MOST_NAME} characters", field=where
                )
            key = unicodedata.normalize("NFKC", name).strip().casefold()
            if key in seen:
                raise BadStructure(
                    f"{name!r} appears twice, as entry {seen[key] + 1} and entry {place + 1}: expected each "
                    "entrant once",
                    field=where,
                )
            seen[key] = place

    def _check_tables(self) -> None:
        if self.final_table_size is not None:
            whole("final_table_size", self.final_table_size, "players at the final table", FEWEST_SEATS, MOST_SEATS)
            if self.final_table_size > self.seats + 1:
                raise BadStructure(
                    f"final_table_size is {self.final_table_size} and tables have {self.seats} seats: expected at most "
                    f"one player more than a table has seats, {self.seats + 1}",
                    field="final_table_size",
                )
        whole("balance_max_diff", self.balance_max_diff, "the most by which tables may differ", 1, MOST_SEATS - 1)
        whole("halt_deficit", self.halt_deficit, "how many players short a table halts, 0 = never,", 0, MOST_SEATS)
        if self.halt_deficit and self.halt_deficit <= self.balance_max_diff:
            raise BadStructure(
                f"halt_deficit is {self.halt_deficit} and balance_max_diff is {self.balance_max_diff}: a table would "
                "wait for players who never move; expected a larger halt_deficit, or 0 = never",
                field="halt_deficit",
            )
        one_of("halt_trigger", self.halt_trigger, HALT_TRIGGERS)
        one_of("break_order", self.break_order, BREAK_ORDERS)
        one_of("simultaneous_bust_rule", self.simultaneous_bust_rule, BUST_RULES)
        self._check_numbers("break_list", self.break_list, "table numbers")
        self._check_numbers("redraw_at_tables", self.redraw_at_tables, "numbers of tables left")
        if (self.break_order == "list") != bool(self.break_list):
            raise BadStructure(
                'break_list needs break_order = "list", and the other way round: expected both or neither',
                field="break_list" if self.break_list else "break_order",
            )
        self._check_button()
        switch("hand_for_hand", self.hand_for_hand)
        whole("h4h_margin", self.h4h_margin, "how many players before the money hand-for-hand starts", 1, 1000)
        whole("h4h_seconds", self.h4h_seconds, "seconds a hand takes in hand-for-hand", 1, 3600)

    def _check_button(self) -> None:
        choice = self.initial_button
        if is_whole(choice, 0, self.seats - 1):
            return
        if choice not in BUTTON_CHOICES:
            raise BadStructure(
                f"initial_button is {shown(choice)}: expected {either(BUTTON_CHOICES)}, or a seat from 0 to "
                f"{self.seats - 1}{did_you_mean(choice, BUTTON_CHOICES)}",
                field="initial_button",
            )

    @staticmethod
    def _check_numbers(field: str, numbers: tuple[int, ...], what: str) -> None:
        if not isinstance(numbers, tuple):
            raise BadStructure(f"{field} is {shown(numbers)}: expected a list of {what}", field=field)
        for place, number in enumerate(numbers):
            whole(f"{field}[{place}]", number, what, 1, MOST_ENTRANTS)
            if number in numbers[:place]:
                raise BadStructure(f"{field} has {number:,} twice: expected each once", field=f"{field}[{place}]")

    def _check_entry(self) -> None:
        whole("buy_in", self.buy_in, "what an entrant pays into the pool", 0, MOST_MONEY // MOST_ENTRANTS)
        whole("fee", self.fee, "what an entrant pays the house", 0, MOST_MONEY // MOST_ENTRANTS)
        whole("guarantee", self.guarantee, "the least the prize pool is worth", 0, MOST_MONEY)
        whole("late_reg_levels", self.late_reg_levels, "levels with late registration", 0, len(self.levels))
        self._check_end("late_reg_levels", self.late_reg_levels)
        if self.reentry_limit and not self.late_reg_levels:
            raise BadStructure(
                "reentry_limit needs late registration: expected late_reg_levels of at least 1 too",
                field="reentry_limit",
            )
        share("reentry_take_up_percent", self.reentry_take_up_percent)
        if self.reentry_take_up_percent != ALL and not self.reentry_limit:
            raise BadStructure(
                "reentry_take_up_percent needs re-entries: expected reentry_limit of at least 1 too",
                field="reentry_take_up_percent",
            )
        for name, part in (("rebuy", self.rebuy), ("addon", self.addon)):
            if part is not None and part.until_level > len(self.levels):
                raise BadStructure(
                    f"{name}.until_level is {part.until_level}, but the last level is {len(self.levels)}: expected an "
                    "earlier level",
                    field=f"{name}.until_level",
                )
            if part is not None:
                self._check_end(f"{name}.until_level", part.until_level)

    def _check_end(self, field: str, level: int) -> None:
        if level == len(self.levels):
            raise BadStructure(
                f"{field} is {level}, the last level, which never ends: registration would never close; "
                f"expected at most {level - 1}",
                field=field,
            )

    def _check_money(self, entrants: int) -> None:
        try:
            if self.payouts.amounts and self.paid_in(1, 1, 1):
                self._check_amounts(entrants)
            paid_places(self.payouts, entrants, self.pool(entrants))
            if self.payouts.kind == "satellite" and self.ends_at(entrants) >= entrants:
                raise BadStructure(
                    f"{self.ends_at(entrants):,} seats for {entrants:,} entrants leave nothing to play for: "
                    "expected fewer seats than entrants",
                    field="seats" if self.payouts.seats else "seat_price",
                )
        except BadStructure as bad:
            raise bad.inside("payouts", "payouts") from None

    def _check_amounts(self, entrants: int) -> None:
        total, paid_in = sum(self.payouts.amounts), max(self.guarantee, self.buy_in * entrants)
        if self.open_field:
            raise BadStructure(
                "fixed amounts fit one pool only, and late entries, rebuys or add-ons change it: expected percentages "
                "(percent) or a curve (paid_percent)",
                field="amounts",
            )
        if total != paid_in:
            over = f"{100 * total / paid_in:.1f} % of the pool" if paid_in else "more than the pool"
            why = "the guarantee" if paid_in > self.buy_in * entrants else f"what {entrants:,} entrants pay in"
            raise BadStructure(f"the amounts add up to {total:,}, {over}: expected {paid_in:,}, {why}", field="amounts")
