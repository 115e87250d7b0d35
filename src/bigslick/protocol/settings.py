"""A table's settings: stakes, seats, rules and clocks."""

from __future__ import annotations

from typing import Final, Literal, get_args

import msgspec

from bigslick.checks import is_whole
from bigslick.errors import BigslickError
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS, MOST_BOARDS
from bigslick.rules import BadRules, Limit, Rules
from bigslick.sentence import say
from bigslick.table.seats import DeadBlindRule
from bigslick.table.seven_deuce import MOST_SEVEN_DEUCE
from bigslick.table.state import MOST_BOMB_BLINDS

from .money import ChipValue

Profile = Literal["tournament", "cash", "classic"]
"""The named rule sets for a table."""
BankUse = Literal["asked", "automatic"]
"""How the time bank starts: on the player's request, or automatically after the action time."""
_NAMED_RULES: Final = {"limit": "none", "burn": True, "run_outs": 1}
"""The rules that a table sets by name, with their defaults."""
MOST_MS: Final = 24 * 3600 * 1000
MOST_STAKE: Final = 10**9
MOST_COMEBACK_HOURS: Final = 168
MOST_BOMB_HANDS: Final = 1000
"""The most hands between two bomb pots."""


class BadSettings(BigslickError, ValueError):
    """Settings that a table cannot open with; the sentence says which, and what is allowed."""


_STAKES: Final = ("big_blind", "small_blind", "ante", "least_buy_in", "most_buy_in")
"""Settings that are amounts of chips."""


def _check_whole(name: str, value: object, least: int, most: int) -> None:
    if not is_whole(value, least, most):
        if name in _STAKES and is_whole(value):
            raise BadSettings(
                say(
                    "{name}={value, chips}: expected {least, chips} to {most, chips}",
                    name=name,
                    value=value,
                    least=least,
                    most=most,
                )
            )
        raise BadSettings(
            say(
                "{name}={value}: expected a whole number from {least} to {most}",
                name=name,
                value=repr(value),
                least=str(least),
                most=str(most),
            )
        )


class TablePace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's clocks, in milliseconds."""

    action_ms: int = 25_000
    """How long a player can think before they check or fold; S1's "around 10s" is the fast pace."""
    newcomer_ms: int = 30_000
    """The same for a guest in their first five hands at a cash table, if it is more."""
    bank_ms: int = 30_000
    """A new player's time bank, used after the action time."""
    bank: BankUse = "asked"
    """Whether a player starts the time bank with a button, or it starts automatically."""
    bank_refill_ms: int = 1_000
    """Added to both banks for each hand the player is dealt in, until they are full."""
    grace_ms: int = 8_000
    """The minimum time for a player who loses the connection on their turn, before `disconnect_bank_ms` is used."""
    disconnect_bank_ms: int = 30_000
    """The time bank for lost connections, used after the grace period; S1 calls it `timebankMs`."""
    graces_per_hand: int = 2
    """How often per hand a lost connection gives grace, so pulling the plug does not buy time."""
    deal_animation_delay_ms: int = 150
    """The pause while dealing: after each hole card, and before and after each street."""
    street_delay_ms: int = 1_000
    """The pause before each street of a run-out, when the hands are tabled, and before its pots are awarded; half as
    long again before the river."""
    inter_round_delay_ms: int = 3_000
    """The pause after the payouts, before the next hand."""
    seeds_ms: int = 1_000
    """How long players have to open their seeds once the deck is sealed; part of the pause if that is long enough."""
    bot_ms: int = 900
    """How long a house bot pretends to think."""
    timeouts_to_sit_out: int = 2
    """How many timeouts in a row before a player sits out."""

    def __post_init__(self) -> None:
        if self.bank not in get_args(BankUse):
            raise BadSettings(
                say("bank='{bank}': expected {ways}", bank=self.bank, ways=" or ".join(map(repr, get_args(BankUse))))
            )
        for name in self.__struct_fields__:
            if name == "bank":
                continue
            least = 100 if name == "action_ms" else 1 if name == "timeouts_to_sit_out" else 0
            _check_whole(name, getattr(self, name), least, MOST_MS)


class BuyIn(msgspec.Struct, frozen=True, kw_only=True):
    """The chips a player can sit down with."""

    least: int
    most: int
    usual: int
    """The suggested amount: 100 big blinds, if the table allows it."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's settings, from its opening until its host changes them."""

    name: str
    seats: int = 6
    small_blind: int = 5
    big_blind: int = 10
    ante: int = 0
    limit: Limit = "none"
    profile: Profile = "cash"
    burn: bool = True
    """Whether a card is burned before each street (S1: optional)."""
    run_outs: int = 1
    """The most boards that players can agree on to run out an all-in hand."""
    straddle: bool = False
    """Whether the player left of the big blind can straddle for two big blinds, at a cash table."""
    bomb_every: int = 0
    """A bomb pot every N hands, at a cash table; 0 = never."""
    bomb_big_blinds: int = 2
    """Each player's ante in a bomb pot, in big blinds."""
    bomb_boards: int = 1
    """How many boards a bomb pot has; with 2, each plays for half of every pot, and no one runs it more than once."""
    seven_deuce: int = 0
    """What each player dealt in pays to the winner of a pot who shows seven-deuce, at a cash table, in big blinds."""
    rabbit_hunt: bool = False
    """Whether a player who was dealt in can ask for the rest of the board when a hand ends early."""
    least_buy_in: int = 0
    """0 = 40 big blinds."""
    most_buy_in: int = 0
    """0 = 200 big blinds."""
    dead_blind_rule: DeadBlindRule = "wait"
    """How a player who owes a blind comes in: by posting it, by waiting for the big blind, or as they choose."""
    comeback_hours: int = 12
    """For how long a player who left comes back with at least the chips they left with, at a cash table; 0 = never."""
    chip_value: ChipValue | None = None
    """What a chip is worth to the players of a cash table, from its opening on; None to play for chips."""
    bots: tuple[str, ...] = ()
    """House bots that sit down when the table opens."""
    pace: TablePace = TablePace()
    tournament: str = ""
    """The tournament it belongs to; empty for a cash table."""
    club: str = ""
    """The club whose members can see it; empty for everyone."""
    own_rules: dict[str, str | int | bool | None] | None = None
    """Rules that differ from the profile's, by name: `{burn = false}`; see `Rules`."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.strip()) <= 40 or not self.name.isprintable():
            raise BadSettings(say("name='{name}': expected 1 to 40 printable letters", name=self.name))
        for name, least, most in (
            ("seats", 2, MAX_SEATS),
            ("big_blind", 1, MAX_CHIPS if self.tournament else MOST_STAKE),
            ("small_blind", 0, self.big_blind),
            ("ante", 0, MAX_CHIPS if self.tournament else self.big_blind),
            ("run_outs", 1, MOST_BOARDS),
            ("bomb_every", 0, MOST_BOMB_HANDS),
            ("bomb_big_blinds", 1, MOST_BOMB_BLINDS),
            ("bomb_boards", 1, 2),
            ("seven_deuce", 0, MOST_SEVEN_DEUCE),
            ("comeback_hours", 0, MOST_COMEBACK_HOURS),
            ("least_buy_in", 0, MOST_STAKE * 1000),
            ("most_buy_in", 0, MOST_STAKE * 1000),
        ):
            _check_whole(name, getattr(self, name), least, most)
        own = self.own_rules or {}
        for name, usual in _NAMED_RULES.items():
            value = getattr(self, name)
            if value not in (usual, own.get(name, value)):
                raise BadSettings(
                    say(
                        "{name}={value} and own_rules say different things: leave one of them out",
                        name=name,
                        value=repr(value),
                    )
                )
        try:
            self.rules  # noqa: B018
        except BadRules as error:
            raise BadSettings(error.sentence) from None
        if self.tournament and (self.straddle or self.bomb_every or self.seven_deuce):
            raise BadSettings("no straddles, bomb pots or 7-2 bounty in a tournament: they are for cash tables")
        if self.tournament and self.chip_value is not None:
            raise BadSettings("a tournament is played for chips: a value of a chip is for cash tables")
        least, most = self.buy_in
        if not self.big_blind <= least <= most:
            raise BadSettings(
                say(
                    "a buy-in from {least, chips} to {most, chips}: expected one big blind or more, and least before "
                    "most",
                    least=least,
                    most=most,
                )
            )

    @property
    def buy_in(self) -> tuple[int, int]:
        """The smallest and the largest buy-in."""
        return self.least_buy_in or 40 * self.big_blind, self.most_buy_in or 200 * self.big_blind

    @property
    def offer(self) -> BuyIn:
        """The buy-in for viewers, with the usual amount."""
        least, most = self.buy_in
        return BuyIn(least=least, most=most, usual=max(least, min(most, 100 * self.big_blind)))

    @property
    def rules(self) -> Rules:
        """The rules for every hand."""
        named = {name: getattr(self, name) for name in _NAMED_RULES}
        rules: Rules = getattr(Rules, self.profile)(**{**named, **(self.own_rules or {})})
        return rules
