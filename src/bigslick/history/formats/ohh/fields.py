"""The fields of the Open Hand History standard, version 1.4.7: https://hh-specs.handhistory.org.

Numbers are exact: a number of the file becomes an int or a Decimal with the digits that it has there. Fields that the
standard requires are required only where a hand cannot be read without them; exporters leave out many of the others.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ...history_details import Number

SPEC_VERSION: Final = "1.4.7"
"""The version of the standard that bigslick writes."""


class _Fields(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Some fields of a file; a field beyond the standard is refused here, and the reader keeps it apart."""


class OhhBetLimit(_Fields, kw_only=True):
    """How much a bet may be: NL, PL or FL, and the cap on what a player may lose in a hand."""

    bet_type: str
    bet_cap: Number | None = None


class OhhPlayer(_Fields, kw_only=True):
    """A player at the table."""

    id: int
    seat: int
    name: str
    display: str | None = None
    starting_stack: Number | None = None
    player_bounty: Number | None = None
    is_sitting_out: bool | None = None


class OhhAction(_Fields, kw_only=True):
    """One action; the amount is what this action adds to the pot, so a raise from 2 to 20 is 18."""

    action_number: int | None = None
    player_id: int | None = None
    action: str
    amount: Number | None = None
    is_allin: bool | None = None
    cards: list[str] | str | None = None


class OhhRound(_Fields, kw_only=True):
    """A street with the cards that it deals; a street that comes twice is dealt twice."""

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
    """How fast a tournament is, and the seconds of a level."""

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
    """Our own field of a hand: what a replay needs and the standard has no field for."""

    unknown_stacks: list[int] = []
    """The ids of players whose stack is not known."""
    min_bet: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    order: list[int] = []
    """The ids in the order of the deal, with the arrays of PHH where the posts alone do not say it all."""
    antes: list[Number] = []
    blinds: list[Number] = []
    returned: list[Number] = []
    """Chips that no one called, in the order of the deal."""
    trimmed: bool | None = None
    setup: dict[str, Any] | None = None
    """Our own field of a PHH file: see `bigslick.history.replay.recorded_setup`."""


class OhhHand(_Fields, kw_only=True):
    """One hand: the value of the key `ohh`."""

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
    """One hand as it is in a file."""

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
"""Map each field that holds objects, or a list of them, to their kind."""


def take_unknown(value: Any, kind: type[_Fields], at: str, unknown: dict[str, Any]) -> Any:
    """Drop the fields that the standard does not have, and add them to `unknown` by their place."""
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
    """A value as TOML can hold it, which has no null."""
    if isinstance(value, dict):
        return {name: kept for name, item in value.items() if (kept := _without_null(item)) is not None}
    if isinstance(value, list):
        return [kept for item in value if (kept := _without_null(item)) is not None]
    return value
