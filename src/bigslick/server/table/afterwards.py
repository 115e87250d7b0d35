"""After a hand: it is recorded, and players show cards or rabbit hunt, until the next hand is dealt.

`hand/view.py` decides which cards qualify. This module decides requests and remembers what became public.
"""

from __future__ import annotations

from msgspec.structs import replace

from bigslick.hand.view import hidden_hole, rest_of_board
from bigslick.protocol import wire
from bigslick.protocol.afterwards import CardsShown, RabbitHunted, cards_shown
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import say
from bigslick.server.store.records import StoredHand
from bigslick.server.store.summary import summary_of

from . import facts
from .script import seat_in
from .state import EndedHand, LiveHand, LiveTable


def decide_show(live: LiveTable, command: wire.ShowCards, player: str, now: int) -> tuple[facts.CardsTabled]:
    """Decide a player's request to show hole cards that were not shown."""
    ended, seat = _ended(live, command.hand, player, now)
    if not hidden_hole(ended.hand, seat):
        raise CommandRefused("your cards were tabled at showdown: everyone has seen them")
    if ended.public.with_shown(seat, command.which) == ended.public:
        raise CommandRefused("you have already shown that")
    return (
        facts.CardsTabled(at=now, by=player, cmd_id=command.cmd_id, hand=command.hand, seat=seat, which=command.which),
    )


def decide_hunt(live: LiveTable, command: wire.HuntRabbit, player: str, now: int) -> tuple[facts.BoardAsked]:
    """Decide a player's request for the rest of the board."""
    if not live.settings.rabbit_hunt:
        raise CommandRefused("no rabbit hunting at this table")
    ended, seat = _ended(live, command.hand, player, now)
    if ended.public.hunter is not None:
        raise CommandRefused(
            say("{player} has already asked for the rest of the board", player=ended.players[ended.public.hunter])
        )
    if ended.hand.setup.double_board:
        raise CommandRefused("no rabbit hunting on a double board")
    if not rest_of_board(ended.hand):
        raise CommandRefused("the board was complete: no card is left to see")
    return (facts.BoardAsked(at=now, by=player, cmd_id=command.cmd_id, hand=command.hand, seat=seat),)


def _ended(live: LiveTable, hand: int, player: str, now: int) -> tuple[EndedHand, int]:
    """Return the finished hand, once viewers have seen its end, and the player's seat in it."""
    ended = live.ended
    if ended is None or hand != live.table.number:
        raise CommandRefused(
            say("hand {hand} is gone: its cards are shown only until the next hand begins", hand=str(hand)),
            "stale",
        )
    if now < ended.told_at:
        raise CommandRefused("the hand is not over yet: wait until the pot is paid", "stale")
    seat = seat_in(ended.players, player)
    if seat is None:
        raise CommandRefused("you were not dealt in to this hand")
    return ended, seat


def end(live: LiveTable, playing: LiveHand) -> EndedHand:
    """Return the hand that has just ended."""
    hand = playing.hand
    return EndedHand(
        hand=hand,
        deck=playing.deck,
        secret=playing.secret,
        seeds=playing.seeds,
        players=playing.players,
        told_at=0,
        seven_deuce=live.settings.seven_deuce * hand.setup.big_blind,
    )


def stored(live: LiveTable, ended: EndedHand, at: int) -> StoredHand:
    """Return the record of the hand that has just ended; a seven-deuce bounty is not part of its result."""
    hand, players = ended.hand, ended.players
    return StoredHand(
        table=live.id,
        number=live.table.number,
        ended_at=at,
        record=hand.save(),
        players=players,
        names=live.names_of(players),
        nets={seat: hand.stacks[seat] - hand.setup.stacks[seat] for seat in hand.setup.dealt},
        root=ended.deck.root,
        house_seed=ended.secret,
        seeds=ended.seeds,
        summary=summary_of(hand, live.settings.name),
        afterwards=ended.public,
        hidden=live.hidden,
    )


def reveal(
    ended: EndedHand, fact: facts.CardsTabled | facts.BoardAsked
) -> tuple[CardsShown | RabbitHunted, tuple[wire.Opening, ...]]:
    """Make cards from a finished hand public, with proofs of just those cards."""
    hand, before = ended.hand, ended.public
    event: CardsShown | RabbitHunted
    if isinstance(fact, facts.BoardAsked):
        ended.public = replace(before, hunter=fact.seat)
        event = RabbitHunted(fact.seat, rest_of_board(hand))
    else:
        ended.public = before.with_shown(fact.seat, fact.which)
        event = cards_shown(hand, fact.seat, ended.public.shown[fact.seat])
    known = before.turns(hand)
    return event, tuple([ended.deck.opening(turn) for turn in ended.public.turns(hand) if turn not in known])
