"""Dealing a hand in two steps: the deck is sealed, the players open their seeds, and the cards are dealt from it.

Between the steps nothing may change who plays, so a player who has seen the seal can choose neither cards nor seats.
"""

from __future__ import annotations

from bigslick.hand.hand import Hand
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.room_events import PlayerSeed
from bigslick.shuffle import Keystream

from . import bomb_pots, facts
from .state import LiveHand, LiveTable, Occupant, SealedHand


def seal(live: LiveTable, fact: facts.HandSealed) -> room_events.DeckSealed:
    """Fix the deck, the lineup and the promises; return the seal that viewers see."""
    deck = SealedDeck(fact.secret, live.id, fact.hand)
    bomb_pot = bomb_pots.agreed(live, _places(fact.secret))
    setup = live.table.copy().next_hand(seed=_places(fact.secret), deck=deck.cards, bomb_pot=bomb_pot)
    there = {seat: live.occupant(seat) for seat in range(setup.seats) if setup.stacks[seat]}
    promises = {seat: occupant.promise for seat, occupant in there.items() if _promises(occupant)}
    live.sealed = SealedHand(
        hand=fact.hand,
        secret=fact.secret,
        seeds={seat: PlayerSeed(promise) for seat, promise in promises.items()},
        until=fact.until,
        bomb_pot=bomb_pot,
    )
    bomb_pots.forget(live)
    return room_events.DeckSealed(
        hand=fact.hand,
        root=deck.root,
        button=setup.button,
        players={seat: live.name_of(occupant.player) for seat, occupant in there.items()},
        promises=promises,
        until=fact.until,
    )


def deal(live: LiveTable, fact: facts.HandDealt) -> tuple[LiveHand, room_events.HandBegan]:
    """Deal from the sealed deck, in the order the seeds determine; return the hand, and its beginning for viewers."""
    sealed = live.sealed
    assert sealed is not None
    secret, seeds = sealed.secret, sealed.seeds
    deck = DealtDeck(SealedDeck(secret, live.id, fact.hand), seeds)
    setup = live.table.next_hand(seed=_places(secret), deck=deck.cards, bomb_pot=sealed.bomb_pot)
    live.sealed = live.next_at = live.ended = None
    live.hosting.forget_names(but=live.here)
    players: dict[int, str] = {}
    for seat, occupant in enumerate(live.occupants):
        if occupant is not None:
            occupant.graces = 0
            if setup.stacks[seat]:
                players[seat] = occupant.player
                occupant.hands += 1
                _refill(live, occupant)
    live.dealt_in, live.skips = {seat: players[seat] for seat in players if live.is_person(seat)}, []
    live.playing = LiveHand(
        hand=Hand(setup), deck=deck, secret=secret, seeds=seeds, players=players, broadcast=fact.broadcast
    )
    return live.playing, room_events.HandBegan(
        id=wire.hand_id(live.id, fact.hand),
        hand=fact.hand,
        button=setup.button,
        small_blind=setup.small_blind,
        big_blind=setup.big_blind,
        ante=setup.ante,
        bomb_pot=setup.bomb_pot,
        double_board=setup.double_board,
        stacks=setup.stacks,
        players=live.names_of(players),
        bots={seat: style for seat in players if (style := live.occupant(seat).bot)},
        root=deck.root,
        seeds=seeds,
    )


def _refill(live: LiveTable, occupant: Occupant) -> None:
    """Put the time for another hand into a player's banks; one that is more than full stays as it is."""
    pace = live.pace
    for name in ("bank_ms", "disconnect_bank_ms"):
        bank = getattr(occupant, name)
        setattr(occupant, name, max(bank, min(getattr(pace, name), bank + pace.bank_refill_ms)))


def _places(secret: bytes) -> Keystream:
    """Return the keystream for drawing the first button."""
    return Keystream(secret, "places")


def _promises(occupant: Occupant) -> bool:
    """Whether to wait for a player's seed: they promised one, and are there to open it."""
    return bool(occupant.promise) and occupant.connected and not occupant.bot
