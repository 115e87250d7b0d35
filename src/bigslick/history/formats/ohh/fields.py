"""The fields of the Open Hand History standard, version 1.4.7: https://hh-specs.handhistory.org.

Numbers are exact: a number in the file becomes an int or a Decimal with the same digits. We require only the fields
that we need to read a hand; exporters omit many others that the standard requires.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ...history_details import Number

SPEC_VERSION: Final = "1.4.7"
"""The version of the standard that bigslick writes."""


class _Fields(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Base class for a file's objects; it refuses fields outside the standard, and the reader keeps them separately."""


class OhhBetLimit(_Fields, kw_only=True):
    """The bet limit: NL, PL or FL, and any cap on a player's loss in one hand."""

    bet_type: str
    bet_cap: Number | None = None


class OhhPlayer(_Fields, kw_only=True):
    id: int
    seat: int
    name: str
    display: str | None = None
    starting_stack: Number | None = None
    player_bounty: Number | None = None
    is_sitting_out: bool | None = None


class OhhAction(_Fields, kw_only=True):
    """One action; its amount is what it adds to the pot, so a raise from 2 to 20 is 18."""

    action_number: int | None = None
    player_id: int | None = None
    action: str
    amount: Number | None = None
    is_allin: bool | None = None
    cards: list[str] | str | None = None


class OhhRound(_Fields, kw_only=True):
    """A street and the cards it deals; a street that appears twice is dealt twice."""

    id: int | None = None
    street: str
    cards: list[str] | str | None = None
    actions: list[OhhAction] = []


class OhhPlayerWin(_Fields, kw_only=True):
    """A player's share of a pot, after rake."""

    player_id: int
    win_amount: Number
    cashout_amount: Number | None = None
    cashout_fee: Number | None = None
    bonus_amount: Number | None = None
    contributed_rake: Number | None = None


class OhhPot(_Fields, kw_only=True):
    """A pot and who won it; the amount includes the rake."""

    number: int | None = None
    amount: Number
    rake: Number | None = None
    jackpot: Number | None = None
    player_wins: list[OhhPlayerWin] = []


class OhhSpeed(_Fields, kw_only=True):
    """A tournament's speed, and the length of a level in seconds."""

    type: str | None = None
    round_time: Number | None = None


class OhhTournamentInfo(_Fields, kw_only=True):
    """The tournament that a hand belongs to."""

    tournament_number: str | int | None = None
    name: str | None = None
    start_date_utc: str | None = None
    currency: str | None = None
    buyin_amount: Number | None = None
    fee_amount: Number | None = None
    bounty_fee_amount: Number | None = None
    initial_stack: Number | None = None
    type: str | None = None
    flags: list[str] | str | None = None
    speed: OhhSpeed | None = None


class OhhTournamentBounty(_Fields, kw_only=True):
    """A bounty that a player won in this hand."""

    player_id: int
    bounty_won: Number
    defeated_player_id: int | None = None


class OhhOwn(_Fields, kw_only=True):
    """Our own field in a hand: what a replay needs and the standard has no field for."""

    unknown_stacks: list[int] = []
    """The ids of players with unknown stacks."""
    min_bet: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    order: list[int] = []
    """The ids in dealing order, with PHH's arrays if the posts alone are not enough."""
    antes: list[Number] = []
    blinds: list[Number] = []
    returned: list[Number] = []
    """Uncalled chips, in dealing order."""
    trimmed: bool | None = None
    setup: dict[str, Any] | None = None
    """Our own PHH field: see `bigslick.history.replay.recorded_setup`."""


class OhhHand(_Fields, kw_only=True):
    """One hand: the value of the `ohh` key."""

    spec_version: str | None = None
    site_name: str | None = None
    network_name: str | None = None
    internal_version: str | None = None
    tournament: bool | None = None
    tournament_info: OhhTournamentInfo | None = None
    game_number: str | int | None = None
    start_date_utc: str | None = None
    table_name: str | None = None
    table_handle: str | None = None
    table_skin: str | None = None
    game_type: str
    bet_limit: OhhBetLimit | None = None
    table_size: int | str | None = None
    currency: str | None = None
    dealer_seat: int | None = None
    small_blind_amount: Number | None = None
    big_blind_amount: Number | None = None
    ante_amount: Number | None = None
    hero_player_id: int | None = None
    flags: list[str] | str | None = None
    players: list[OhhPlayer]
    rounds: list[OhhRound]
    pots: list[OhhPot] = []
    tournament_bounties: list[OhhTournamentBounty] | None = None
    own: OhhOwn | None = msgspec.field(default=None, name="_bigslick")


class OhhDocument(_Fields, kw_only=True):
    """One hand as a file holds it."""

    ohh: OhhHand


CHILDREN: Final[dict[type[_Fields], dict[str, type[_Fields]]]] = {
    OhhDocument: {"ohh": OhhHand},
    OhhHand: {
        "tournament_info": OhhTournamentInfo,
        "bet_limit": OhhBetLimit,
        "players": OhhPlayer,
        "rounds": OhhRound,
        "pots": OhhPot,
        "tournament_bounties": OhhTournamentBounty,
    },
    OhhTournamentInfo: {"speed": OhhSpeed},
    OhhRound: {"actions": OhhAction},
    OhhPot: {"player_wins": OhhPlayerWin},
}
"""Maps each field that holds objects, or a list of them, to their class."""


def take_unknown(value: Any, kind: type[_Fields], at: str, unknown: dict[str, Any]) -> Any:
    """Remove fields outside the standard and add them to `unknown` under their path."""
    if isinstance(value, list):
        return [take_unknown(item, kind, f"{at}[{place}]", unknown) for place, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    children = CHILDREN.get(kind, {})
    known = {}
    for name, item in value.items():
        place = f"{at}.{name}" if at else name
        if name not in kind.__struct_encode_fields__:
            if (kept := _without_null(item)) is not None:
                unknown[place] = kept
        else:
            inner = "" if kind is OhhDocument else place
            known[name] = take_unknown(item, children[name], inner, unknown) if name in children else item
    return known


def _without_null(value: Any) -> Any:
    """Remove nulls from a value: TOML has none."""
    if isinstance(value, dict):
        return {name: kept for name, item in value.items() if (kept := _without_null(item)) is not None}
    if isinstance(value, list):
        return [kept for item in value if (kept := _without_null(item)) is not None]
    return value
