# cython: boundscheck=True, wraparound=True, nonecheck=True, cdivision=False
"""Reads everything but the play from an Open Hand History: site, rake, cash-outs, tournament, fields that PHH lacks."""

from __future__ import annotations

import datetime
from typing import Any, Final

from ...history_details import BountyCollected, CashOut, Details, Number, SittingOut, TournamentDetails
from ...notation import BadHistory, shorten
from .fields import OhhHand, OhhPlayer, OhhTournamentInfo

COMPILED = not __file__.endswith(".py")
FLAGS: Final = {
    "Run_It_Twice": "run it twice",
    "Anonymous": "anonymous",
    "Observed": "observed",
    "Fast": "fast",
    "Cap": "cap",
    "Bomb_Pot": "bomb pot",
    "Double_Board": "double board",  # not in the standard, which has no word for it
}
PLAY_MONEY: Final = "XPM"
_KEPT: Final = ("spec_version", "internal_version", "table_handle", "table_skin")


def details_of(
    hand: OhhHand,
    seated: dict[int, OhhPlayer],
    order: list[OhhPlayer],
    boards: list[str],
    spent: Number,
    unknown: dict[str, Any] | None,
) -> Details:
    """Collect the details that PHH has no field for; `order` lists the players dealt in, `spent` what each put in."""
    flags = [FLAGS.get(flag, flag) for flag in words(hand.flags)] if hand.flags else []
    if hand.currency == PLAY_MONEY:
        flags.append("play money")
    hero = seated.get(-1 if hand.hero_player_id is None else hand.hero_player_id)
    details = Details(site=hand.site_name, hero=hero.name if hero else None, flags=flags)
    if hand.pots:
        details.total_pot = spent
        for pot in hand.pots:
            if pot.rake is not None:
                details.rake = (details.rake or 0) + pot.rake
            if pot.jackpot:
                details.jackpot = (details.jackpot or 0) + pot.jackpot
            for win in pot.player_wins:
                if win.cashout_amount is not None:
                    details.cash_outs.append(
                        CashOut(player=seated[win.player_id].name, amount=win.cashout_amount, fee=win.cashout_fee)
                    )
    if len(boards) > 1:
        details.boards = boards[1:]
    if len(order) < len(hand.players):
        details.sitting_out = [
            SittingOut(seat=player.seat, name=player.name, stack=player.starting_stack)
            for player in hand.players
            if player not in order
        ]
    if hand.tournament or hand.tournament_info is not None:
        details.tournament = _tournament(hand.tournament_info or OhhTournamentInfo())
    if hand.tournament_bounties:
        details.bounties = [
            BountyCollected(
                player=_name(seated, bounty.player_id),
                amount=bounty.bounty_won,
                eliminated=None if bounty.defeated_player_id is None else _name(seated, bounty.defeated_player_id),
            )
            for bounty in hand.tournament_bounties
        ]
    extra = dict(unknown or {})
    for name in _KEPT:
        value = getattr(hand, name)
        if value is not None and value != "":
            extra[name] = value
    if hand.network_name and hand.network_name != hand.site_name:
        extra["network_name"] = hand.network_name
    if hand.dealer_seat != order[-1].seat and hand.dealer_seat is not None:
        extra["dealer_seat"] = hand.dealer_seat
    if hand.bet_limit and hand.bet_limit.bet_cap:
        details.cap = hand.bet_limit.bet_cap
    displays: dict[str, str] = {}
    bounties: dict[str, Number] = {}
    for player in hand.players:
        display, bounty = player.display, player.player_bounty
        if display and display != player.name:
            displays[player.name] = display
        if bounty:
            bounties[player.name] = bounty
    if displays:
        extra["display"] = displays
    if bounties:
        extra["player_bounty"] = bounties
    if extra:
        details.extra = {"ohh": extra}
    return details


def _tournament(info: OhhTournamentInfo) -> TournamentDetails:
    speed = info.speed
    return TournamentDetails(
        number=None if info.tournament_number is None else str(info.tournament_number),
        name=info.name,
        kind=info.type,
        currency=info.currency,
        buy_in=info.buyin_amount,
        fee=info.fee_amount,
        bounty=info.bounty_fee_amount,
        speed=speed.type if speed else None,
        level_seconds=int(speed.round_time) if speed and speed.round_time else None,
        started=moment(info.start_date_utc, "tournament_info.start_date_utc") if info.start_date_utc else None,
        initial_stack=info.initial_stack,
        flags=words(info.flags),
    )


def words(flags: list[str] | str | None) -> list[str]:
    """Return the flags, which some programs write as one string."""
    return flags.split() if isinstance(flags, str) else list(flags or ())


def _name(seated: dict[int, OhhPlayer], player: int) -> str:
    if player not in seated:
        raise BadHistory(f"no player has the id {player}, which a bounty names")
    return seated[player].name


def moment(text: str, field: str) -> datetime.datetime:
    """Parse a time in UTC; the standard ends it with Z, which some programs omit."""
    try:
        at = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise BadHistory(f"the {field} is {shorten(text)}: expected a time such as '2026-11-16T20:00:00Z'") from None
    if at.tzinfo is datetime.UTC:
        return at
    try:
        return at.astimezone(datetime.UTC) if at.tzinfo is not None else at.replace(tzinfo=datetime.UTC)
    except OverflowError:
        raise BadHistory(f"the {field} is {shorten(text)}, which is out of range in UTC") from None
