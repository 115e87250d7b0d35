"""Chips on offer to players who are in: rebuys and the add-on.

What they pay for arrives between hands, or the money comes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.wire import BuyChips, ExtraChips, TournamentCommand
from bigslick.sentence import say
from bigslick.server.hosting.facts import Requested

from .facts import ChipsDeclined, ChipsPaid, PlayerEntered, TournamentFact
from .state import LiveTournament
from .till import POOL, MoneyReason, Purse

_BACK: Final[dict[ExtraChips, MoneyReason]] = {
    "rebuy": "tournament rebuy returned",
    "addon": "tournament add-on returned",
}


def breaks(live: LiveTournament) -> bool:
    """Whether a break follows the level."""
    return any(pause.after == live.level for pause in live.structure.breaks)


def cost_of(live: LiveTournament, kind: ExtraChips) -> int:
    """Return the price of a rebuy or the add-on."""
    part = live.structure.rebuy if kind == "rebuy" else live.structure.addon
    return 0 if part is None else part.cost


def price_of(live: LiveTournament, found: Iterable[TournamentFact], player: str) -> tuple[str, int]:
    """Return the player who pays for facts, and how much."""
    for fact in found:
        if isinstance(fact, PlayerEntered | Requested):
            return fact.player, live.structure.entry_cost
        if isinstance(fact, ChipsPaid):
            return player, cost_of(live, fact.kind)
    return player, 0


def too_little(command: TournamentCommand, player: str, payer: str, cost: int, free: int) -> CommandRefused:
    """Say that the payer's account does not have the price of an entry, or of more chips."""
    if payer != player:
        return CommandRefused(say("{player} does not have the chips any more", player=payer))
    if isinstance(command, BuyChips) and command.kind == "rebuy":
        return CommandRefused(say("a rebuy costs {cost} chips, but your account has only {free}", cost=cost, free=free))
    if isinstance(command, BuyChips):
        return CommandRefused(
            say("the add-on costs {cost} chips, but your account has only {free}", cost=cost, free=free)
        )
    return CommandRefused(say("the entry costs {cost} chips, but your account has only {free}", cost=cost, free=free))


# -- who may buy ------------------------------------------------------------------------------------------------------


def may_rebuy(live: LiveTournament, entry: int) -> bool:
    """Whether an entry can pay for a rebuy now: after a bust, or with few enough chips."""
    play = live.playing
    if entry in play.purchases.rebuy or not play.director.can_rebuy(entry):
        return False
    if any(entry in offer.undecided for offer in live.offers.values()):
        return True
    return 0 < play.stacks.get(entry, 0) <= play.director.rebuy_at_most


def may_add_on(live: LiveTournament, entry: int) -> bool:
    """Whether an entry can pay for the add-on now."""
    if live.sale is None or entry in live.playing.purchases.addon or entry in live.sale.declined:
        return False
    return live.playing.stacks.get(entry, 0) > 0


def check_buys(live: LiveTournament, player: str, kind: ExtraChips) -> int:
    """Return the entry that a player buys chips for, or refuse with the reason."""
    name, play = live.structure.name, live.play
    part = live.structure.rebuy if kind == "rebuy" else live.structure.addon
    if part is None:
        raise CommandRefused(
            say("{name} has no rebuys", name=name) if kind == "rebuy" else say("{name} has no add-on", name=name)
        )
    entry = None if play is None or live.over else play.entry_of(player)
    if play is None or entry is None:
        raise CommandRefused(say("you are not in {name}", name=name))
    check_goes_on(live)
    if entry in (play.purchases.rebuy if kind == "rebuy" else play.purchases.addon):
        raise CommandRefused(say("you have paid for these chips already: they come between hands"))
    if kind == "rebuy":
        _check_rebuys(live, entry)
    elif not may_add_on(live, entry):
        raise CommandRefused(say("the add-on is sold when level {level} ends", level=part.until_level))
    return entry


def _check_rebuys(live: LiveTournament, entry: int) -> None:
    play, rebuy = live.playing, live.structure.rebuy
    assert rebuy is not None
    if rebuy.limit and play.director.rebuys[entry] >= rebuy.limit:
        raise CommandRefused(
            say(
                "you have taken the {limit, plural, one {only rebuy} other {# rebuys}} that an entry can have",
                limit=rebuy.limit,
            )
        )
    if not play.director.can_rebuy(entry):
        raise CommandRefused(say("rebuys are over: they end with level {level}", level=rebuy.until_level))
    if may_rebuy(live, entry):
        return
    if rebuy.at_most:
        raise CommandRefused(say("you have too many chips for a rebuy: expected at most {most}", most=rebuy.at_most))
    raise CommandRefused(say("you still have chips: a rebuy is for players who have lost them all"))


def check_declines(live: LiveTournament, player: str, kind: ExtraChips) -> int:
    """Return the entry that a player declines chips for, or refuse with the reason."""
    entry = None if live.play is None or live.over else live.play.entry_of(player)
    if entry is not None:
        if kind == "rebuy" and any(entry in offer.undecided for offer in live.offers.values()):
            return entry
        if kind == "addon" and may_add_on(live, entry):
            return entry
    raise CommandRefused(say("nothing is on offer to you that you could decline"), "stale")


def check_goes_on(live: LiveTournament) -> None:
    """Refuse what a tournament takes no more once it is being called off."""
    if live.called_off:
        raise CommandRefused(say("{name} is being called off: {why}", name=live.structure.name, why=live.called_off))


# -- what follows -----------------------------------------------------------------------------------------------------


def pay_for_chips(live: LiveTournament, fact: ChipsPaid) -> None:
    """Take the price of a rebuy or the add-on; the chips come between hands."""
    play = live.playing
    paid = play.purchases.rebuy if fact.kind == "rebuy" else play.purchases.addon
    paid.add(fact.entry)
    reason: MoneyReason = "tournament rebuy" if fact.kind == "rebuy" else "tournament add-on"
    live.till.pay(_purse(live, fact.entry), POOL, cost_of(live, fact.kind), reason)
    for offer in live.offers.values():
        offer.undecided.discard(fact.entry)


def decline(live: LiveTournament, fact: ChipsDeclined) -> None:
    """Note that a player declined a rebuy or the add-on."""
    for offer in live.offers.values():
        if fact.kind == "rebuy":
            offer.undecided.discard(fact.entry)
    if fact.kind == "addon" and live.sale is not None:
        live.sale.declined.add(fact.entry)


def return_rebuys(live: LiveTournament, asked: Iterable[int] = ()) -> None:
    """Return the money for rebuys that can no longer be had, and for those of players who were `asked` just now."""
    play = live.playing
    asked = set(asked)
    for entry in sorted(play.purchases.rebuy):
        if entry in asked or entry not in play.stacks or not play.director.can_rebuy(entry):
            play.purchases.rebuy.remove(entry)
            live.till.pay(POOL, _purse(live, entry), cost_of(live, "rebuy"), _BACK["rebuy"])


def return_all(live: LiveTournament) -> None:
    """Return the money for all chips that have not come yet."""
    purchases = live.playing.purchases
    paid_for: tuple[tuple[ExtraChips, set[int]], ...] = (("rebuy", purchases.rebuy), ("addon", purchases.addon))
    for kind, paid in paid_for:
        for entry in sorted(paid):
            live.till.pay(POOL, _purse(live, entry), cost_of(live, kind), _BACK[kind])
        paid.clear()


def close_sale(live: LiveTournament, now: int) -> None:
    """End the sale of the add-on with its level; players who have lost their chips get the money back."""
    addon, play = live.structure.addon, live.playing
    if live.sale is None or addon is None or play.director.ended < addon.until_level:
        return
    for entry in sorted(play.purchases.addon):
        live.till.pay(POOL, _purse(live, entry), cost_of(live, "addon"), _BACK["addon"])
    play.purchases.addon.clear()
    live.sale = None
    live.clock.release("sale", now)


def _purse(live: LiveTournament, entry: int) -> Purse:
    return Purse("player", live.playing.director.names[entry])
