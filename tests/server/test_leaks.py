"""No viewer gets a card, a salt or a secret they may not know, and the search finds planted ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bigslick.cards import Card
from bigslick.hand.events import Dealt, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.hand.view import redact
from bigslick.protocol.afterwards import CardsShown
from bigslick.protocol.room_events import Equities
from bigslick.protocol.run_out import Boards
from bigslick.server.store import histories
from bigslick.server.table import afterwards, apply, encoded, script, timers
from bigslick.server.table.broadcast import film
from bigslick.server.table.broadcast.film import Broadcast
from bigslick.server.table.script import ScriptedUpdate, ShownTable
from bigslick.server.table.state import EndedHand

from .leaks import Leak, Search


@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_card_leaves_the_table(seed: int) -> None:
    search = Search(seed)
    search.play(40)
    assert search.frames > 40 * 50
    assert search.revealed > 3
    assert search.run_out > 0
    assert search.aired > 20
    assert search.bytes > 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_100))
def test_no_hidden_card_leaves_the_table_in_a_hundred_thousand_hands(seed: int) -> None:
    Search(seed).play(1_000)


def plant_hole_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(script, "redact", lambda event, _: event)


def plant_openings(patch: pytest.MonkeyPatch) -> None:
    honest = script.for_viewer

    def leaky(scripted: ScriptedUpdate, table: str, player: str | None, *rest: Any) -> Any:
        told = honest(scripted, table, player, *rest)
        return replace(told, openings=told.openings + tuple(o for own in scripted.own.values() for o in own))

    patch.setattr(encoded, "for_viewer", leaky)


def plant_a_salt(patch: pytest.MonkeyPatch) -> None:
    honest = script.for_viewer

    def leaky(scripted: ScriptedUpdate, table: str, player: str | None) -> Any:
        salts = [opening.salt for own in scripted.own.values() for opening in own]
        return replace(honest(scripted, table, player), table=salts[0] if salts else table)

    patch.setattr(encoded, "for_viewer", leaky)


def plant_what_cards_make(patch: pytest.MonkeyPatch) -> None:
    def leaky(events: Any, seats: Any) -> tuple[Any, ...]:
        return tuple(redact(event, next(iter(seats), None)) if isinstance(event, Dealt) else event for event in events)

    patch.setattr(script, "_seen_from", leaky)


def plant_the_board_too_early(patch: pytest.MonkeyPatch) -> None:
    honest = ShownTable.snapshot

    def leaky(shown: ShownTable, *rest: Any, **more: Any) -> Any:
        told = honest(shown, *rest, **more)
        ahead = [event for update in _SCRIPTS[-1] for event in update.events if isinstance(event, StreetDealt)]
        return replace(told, events=(*told.events, *ahead[:1]))

    patch.setattr(ShownTable, "snapshot", leaky)


def plant_the_second_board_too_early(patch: pytest.MonkeyPatch) -> None:
    """Reveal the second board's street along with the first's."""
    honest = script.for_viewer

    def leaky(scripted: ScriptedUpdate, table: str, player: str | None, *rest: Any) -> Any:
        told = honest(scripted, table, player, *rest)
        begun = any(isinstance(event, StreetDealt) and not event.board for event in scripted.events)
        ahead = [event for update in _SCRIPTS[-1] for event in update.events if isinstance(event, StreetDealt)]
        early = [event for event in ahead if event.board == 1 and begun]
        return replace(told, events=(*told.events, *early[:1]))

    patch.setattr(encoded, "for_viewer", leaky)


_SCRIPTS: list[Any] = []


def plant_the_view_of_another(patch: pytest.MonkeyPatch) -> None:
    def leaky(update: encoded.EncodedUpdate, _: str | None) -> bytes:
        return update.frame_of_acting()  # type: ignore[attr-defined, no-any-return]

    def acting(update: encoded.EncodedUpdate) -> bytes:
        if update._acting is None:
            return update._public
        return b'%b,"view":%b}' % (update._public[:-1], update._view)

    patch.setattr(encoded.EncodedUpdate, "frame_of_acting", acting, raising=False)
    patch.setattr(encoded.EncodedUpdate, "frame", leaky)


def plant_the_proof_of_another(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(histories, "_seat_of", lambda played, _: next(iter(played.players)))


def plant_an_open_history(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(histories, "conceal", lambda hand, *_: hand)


def plant_the_secret(patch: pytest.MonkeyPatch) -> None:
    honest = histories.proof_for
    patch.setattr(
        histories,
        "proof_for",
        lambda played, player: replace(honest(played, player), house_seed=played.house_seed.hex()),
    )


def plant_a_card_that_was_not_shown(patch: pytest.MonkeyPatch) -> None:
    honest = afterwards.reveal

    def leaky(ended: EndedHand, fact: Any) -> Any:
        event, openings = honest(ended, fact)
        return event, (*openings, ended.deck.opening(51))

    patch.setattr(apply, "reveal", leaky)


def plant_both_cards_for_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(afterwards, "cards_shown", lambda hand, seat, _: CardsShown(seat, hand.hole(seat)))


def plant_burned_cards_into_a_rabbit_hunt(patch: pytest.MonkeyPatch) -> None:
    def leaky(hand: Hand) -> tuple[Card, ...]:
        return tuple(Card(card) for card in hand.setup.deck[2 * len(hand.setup.dealt) :][:8])

    patch.setattr(afterwards, "rest_of_board", leaky)


def plant_agreement_into_the_broadcast(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(timers, "agreed", lambda _: (0, 1, 2, 3, 4))


def plant_an_early_broadcast(patch: pytest.MonkeyPatch) -> None:
    honest = Broadcast.air
    patch.setattr(Broadcast, "air", lambda broadcast, now: honest(broadcast, now + 100))


def plant_a_broadcast_of_the_hand_being_played(patch: pytest.MonkeyPatch) -> None:
    honest = Broadcast.record

    def leaky(broadcast: Broadcast, update: ScriptedUpdate, table: ShownTable) -> None:
        honest(broadcast, update, table)
        if broadcast.playing and len(broadcast.reel or ()) > 8:
            broadcast._keep_reel(update.at - broadcast.delay_ms)

    patch.setattr(Broadcast, "record", leaky)


def plant_proofs_into_the_broadcast(patch: pytest.MonkeyPatch) -> None:
    honest = script.for_broadcast

    def leaky(scripted: ScriptedUpdate, disclosed: Any) -> Any:
        own = tuple(opening for openings in scripted.own.values() for opening in openings)
        return replace(honest(scripted, disclosed), openings=own)

    patch.setattr(film, "for_broadcast", leaky)


def plant_the_odds_of_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        film, "_is_known", lambda live, holes: [holes.setdefault(seat, ()) for seat in live] and len(live) > 1
    )
    patch.setattr(Boards, "equities", lambda _, hands, at=0: Equities(dict.fromkeys(hands, 0.5), at))


PLANTED: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    plant_hole_cards,
    plant_openings,
    plant_a_salt,
    plant_what_cards_make,
    plant_the_board_too_early,
    plant_the_second_board_too_early,
    plant_the_view_of_another,
    plant_the_proof_of_another,
    plant_an_open_history,
    plant_the_secret,
    plant_a_card_that_was_not_shown,
    plant_both_cards_for_one,
    plant_burned_cards_into_a_rabbit_hunt,
    plant_agreement_into_the_broadcast,
    plant_an_early_broadcast,
    plant_a_broadcast_of_the_hand_being_played,
    plant_proofs_into_the_broadcast,
    plant_the_odds_of_hidden_cards,
)


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(1)
    _SCRIPTS.append(search.live.script)
    plant(monkeypatch)
    with pytest.raises(Leak):
        search.play(300)
