"""Searches every frame and answer about a hand for cards that the viewer may not know yet.

It knows each hand's deck and secret, and reads bytes, not structs: a card, salt or secret that a viewer may not have is
a leak wherever it appears. What a viewer may know grows with the updates as they are shown, so a card shown too early
is a leak too.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from bigslick.bots import HOUSE_BOTS
from bigslick.cards import Card
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, Raise, RunOut
from bigslick.hand.events import Dealt, HandEnded, Shown, StreetDealt
from bigslick.hand.hand import Hand
from bigslick.history.formats.registry import format_named
from bigslick.protocol import encoding, room_events, wire
from bigslick.protocol.afterwards import Afterwards, CardsShown, RabbitHunted
from bigslick.protocol.fairness import DealtDeck, SealedDeck
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.server.recap.hands import best_shown, biggest_pot
from bigslick.server.store import histories
from bigslick.server.store.records import StoredHand
from bigslick.server.table import encoded, facts, script
from bigslick.server.table.apply import apply
from bigslick.server.table.broadcast.viewers import snapshot as as_broadcast
from bigslick.server.table.decide import decide
from bigslick.server.table.script import ScriptedUpdate
from bigslick.server.table.state import LiveTable
from bigslick.server.table.timers import due, wake

PEOPLE = ("ann", "bob", "cat")
DELAY = 1_500
"""Of the broadcast: so short that hands are shown while others are played."""
CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
LOOSE_CARD = re.compile(rb"(?<![A-Za-z0-9])((?:[2-9TJQKA][cdhs])+)(?![A-Za-z0-9])")
SALT = re.compile(rb'"([0-9a-f]{32})"')
MADE = re.compile(rb'\{"type":"made","seat":(\d+)[^{}]*?"shown":(true|false)[,}]')


class Leak(AssertionError):
    """A viewer got something they must not know."""


class Search:
    """A table of people and bots who play at random, where everything sent is searched."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 1_000
        self.hands = 0
        self.revealed = 0
        self.run_out = 0
        """How many hands ended on more than one board."""
        self.frames = 0
        self._record: StoredHand | None = None
        self._asked: set[Card] = set()
        """Cards from the last hand that players showed or requested."""
        self.bytes = 0
        bots = tuple(self.chance.choices(HOUSE_BOTS, k=self.chance.randint(0, 2)))
        pace = TablePace(deal_animation_delay_ms=100, inter_round_delay_ms=500, bot_ms=0)
        home: dict[str, Any] = {"straddle": True, "rabbit_hunt": True, "bomb_every": 7, "bomb_boards": 2, "run_outs": 3}
        home["seven_deuce"] = 2
        settings = TableSettings(name="search", seats=5, bots=bots, pace=pace, least_buy_in=100, **home)
        self.live = LiveTable(facts.Opened(at=self.now, table="t", settings=settings))
        for seat, player in enumerate(PEOPLE):
            self._apply(facts.SeatTaken(at=self.now, seat=seat, player=player, chips=1_000))
        self.aired = 0
        """How many hole cards the broadcast has shown."""
        self._agreed: dict[int, dict[int, set[Card]]] = {}
        """The hole cards that each hand's broadcast may show, by seat."""
        self._yes: set[int] = set()
        """The seats whose players agree to be broadcast now."""
        self._ended: dict[int, int] = {}
        """When viewers saw the end of each hand."""
        self._asked_in: dict[int, set[Card]] = {}
        """The cards that were shown or asked for after each hand."""
        self._on_air: tuple[int, set[Card]] = 0, set()
        """The hand in the broadcast, and the cards its audience may know."""
        self._apply(facts.BroadcastStarted(at=self.now, delay_ms=DELAY, token="secret"))
        self._decks: dict[int, tuple[dict[bytes, Card], dict[int, str]]] = {}
        """Each hand's cards by their salts, and its players."""
        self._known: dict[str | None, set[Card]] = {}
        self._mine: dict[str | None, set[int]] = {}

    def play(self, hands: int) -> None:
        """Play this many hands and search everything."""
        while self.hands < hands:
            self._step()

    # -- playing -------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        moments = [at for at in (due(self.live), self.live.next_update_at) if at is not None]
        turn = self.live.turn
        if turn is not None and not self.live.occupant(turn.seat).bot and turn.opened <= self.now:
            self._apply(facts.Acted(at=self.now, seat=turn.seat, action=self._action()))
        elif self.live.ended is not None and self.chance.random() < 0.6:
            self._ask_afterwards()
            self._answer()
        else:
            self.now = max(self.now, min(moments))
            self._tell()
            for fact in wake(self.live, self.now, lambda: self.chance.randbytes(32)):
                self._apply(fact)
        for seat, occupant in enumerate(self.live.occupants):
            if occupant is not None and occupant.busted_at and not occupant.bot and not self.live.dealing:
                self._apply(facts.ChipsBought(at=self.now, seat=seat, chips=1_000))
        self._tell()

    def _ask_afterwards(self) -> None:
        """Have a player show cards or rabbit hunt; most requests are refused."""
        player = self.chance.choice((*PEOPLE, "eve"))
        ids: dict[str, Any] = {"cmd_id": "x", "table": "t", "hand": self.live.table.number}
        show = wire.ShowCards(**ids, which=self.chance.choice(("first", "second", "both")))
        command = show if self.chance.random() < 0.7 else wire.HuntRabbit(**ids)
        with suppress(CommandRefused):
            for fact in decide(self.live, command, player, self.now):
                self._apply(fact)

    def _answer(self) -> None:
        """Have a player agree to the broadcast, or withdraw."""
        seat = self.chance.randrange(len(PEOPLE))
        yes = self.chance.random() < 0.6
        self._apply(facts.BroadcastAnswered(at=self.now, seat=seat, yes=yes))
        (self._yes.add if yes else self._yes.discard)(seat)

    def _action(self) -> Action:
        hand = self.live.hand
        assert hand is not None
        options = hand.options
        assert options is not None
        if options.show:
            return options.give_up
        if options.boards:
            return RunOut(boards=self.chance.choice(options.boards))
        if self.chance.random() < 0.15 and options.wager_to:
            if options.all_in is not None and self.chance.random() < 0.3:
                return AllIn()
            to = options.wager_to[0]
            return Bet(to=to) if options.bet_to else Raise(to=to)
        if options.check:
            return Check()
        return Fold() if self.chance.random() < 0.2 else Call()

    def _apply(self, fact: facts.Fact) -> None:
        if isinstance(fact, facts.HandDealt):
            self._asked = self._asked_in[fact.hand] = set()
        elif isinstance(fact, facts.CardsTabled | facts.BoardAsked):
            assert self.live.ended is not None
            self._asked |= asked_for(self.live.ended.hand, fact)
        consequences = apply(self.live, fact)
        if isinstance(fact, facts.HandDealt):
            playing = self.live.playing
            if playing is not None:
                self._decks[fact.hand] = salts_of(playing.deck), playing.players
            elif consequences.hand is not None:
                ended = consequences.hand
                deck = DealtDeck(SealedDeck(ended.house_seed, "t", fact.hand), ended.seeds)
                self._decks[fact.hand] = salts_of(deck), ended.players
            hand = Hand.load(consequences.hand.record) if playing is None and consequences.hand else self.live.hand
            assert hand is not None
            self._agreed[fact.hand] = {seat: set(hand.hole(seat)) for seat in self._yes if hand.setup.stacks[seat]}
        if consequences.hand is not None:
            self.hands += 1
            self._record = consequences.hand
            self._look_at_record(consequences.hand)
        if consequences.revealed is not None:
            self.revealed += 1
            assert self._record is not None
            assert self._record.id == consequences.revealed[0]
            self._look_at_record(replace(self._record, afterwards=consequences.revealed[1]))

    # -- searching -----------------------------------------------------------------------------------------------

    def _look_at_broadcast(self) -> None:
        """Search what the broadcast has shown just now: cards of finished hands only, late, and only if agreed."""
        for shot in self.live.aired:
            if shot.update is not None:
                for event in shot.update.events:
                    self._learn_aired(event)
                frame = encoding.encode(script.for_viewer(shot.update, "t", None, shot.disclosed or ()))
                self._look_aired(frame, "broadcast")
        if self.chance.random() < 0.1:
            self._look_aired(encoding.encode(as_broadcast(self.live, self.now)), "snapshot of the broadcast")

    def _learn_aired(self, event: wire.WireEvent) -> None:
        number, known = self._on_air
        if isinstance(event, room_events.HandBegan):
            late = self.now - self._ended.get(event.hand, self.now)
            known = {card for cards in self._agreed[event.hand].values() for card in cards} if late >= DELAY else set()
            self._on_air = event.hand, known
        elif isinstance(event, StreetDealt | Shown | room_events.Tabled):
            known.update(event.cards)
            if isinstance(event, room_events.Tabled):
                self._agreed[number].setdefault(event.seat, set())
        elif isinstance(event, RabbitHunted | CardsShown):
            known.update(self._asked_in[number])
        elif isinstance(event, Dealt):
            self.aired += event.card is not None
        elif isinstance(event, room_events.Equities) and not event.shares.keys() <= self._agreed[number].keys():
            raise Leak(f"broadcast of hand {number}: how hidden cards do")

    def _look_aired(self, frame: bytes, what: str) -> None:
        number, known = self._on_air
        self.frames += 1
        self.bytes += len(frame)
        if number:
            search(frame, self._decks[number][0], known, f"{what}, hand {number}")
            for seat, shown in MADE.findall(frame):
                if shown == b"false" and int(seat) not in self._agreed[number]:
                    raise Leak(f"{what}, hand {number}: what the cards of seat {seat.decode()} make")
        self._look_for_secrets(frame, what)

    def _tell(self) -> None:
        for scripted in self.live.show_due(self.now):
            self._learn(scripted)
            update = encoded.EncodedUpdate(scripted, "t")
            public = update.frame(None)
            self._look(public, None, "update")
            for name in ("eve", *PEOPLE):
                if (frame := update.frame(name)) is not public:  # no one knows less than a spectator
                    self._look(frame, name, "update")
                else:
                    self.frames += 1
            if any(isinstance(event, HandEnded) for event in scripted.events):
                self._ended[self.live.shown.hand] = scripted.at
        self._look_at_broadcast()
        if self.chance.random() < 0.1:
            viewer = self.chance.choice((None, "eve", *PEOPLE))
            self._look(encoding.encode(self.live.snapshot(viewer, self.now)), viewer, "snapshot")

    def _learn(self, scripted: ScriptedUpdate) -> None:
        """Update what each viewer may know once this update is shown."""
        for event in scripted.events:
            if isinstance(event, room_events.HandBegan):
                self._known = {viewer: set() for viewer in (None, "eve", *PEOPLE)}
                self._mine = {name: {seat} for seat, name in event.players.items()}
            elif isinstance(event, Dealt) and event.card is not None:
                for viewer, seats in self._mine.items():
                    if event.seat in seats and viewer in self._known:
                        self._known[viewer].add(event.card)
            elif isinstance(event, StreetDealt | Shown | room_events.Tabled):
                for known in self._known.values():
                    known.update(event.cards)
            elif isinstance(event, RabbitHunted | CardsShown):
                for known in self._known.values():
                    known.update(self._asked)

    def _look(self, frame: bytes, viewer: str | None, what: str) -> None:
        self.frames += 1
        self.bytes += len(frame)
        number = self.live.shown.hand
        if number:
            salts, _ = self._decks[number]
            search(frame, salts, self._known.get(viewer, set()), f"{what} of hand {number} to {viewer}")
            for seat, shown in MADE.findall(frame):
                if shown == b"false" and int(seat) not in self._mine.get(viewer, set()):
                    raise Leak(f"{what} of hand {number} to {viewer}: what the cards of seat {seat.decode()} make")
        self._look_for_secrets(frame, f"{what} to {viewer}")

    def _look_for_secrets(self, frame: bytes, what: str) -> None:
        for secret in self._secrets():
            if secret.hex().encode() in frame or encoding.encode(secret).strip(b'"=') in frame:
                raise Leak(f"{what}: the secret of the house")

    def _secrets(self) -> Iterator[bytes]:
        for holder in (self.live.sealed, self.live.playing, self.live.ended):
            if holder is not None:
                yield holder.secret

    def _look_at_record(self, ended: StoredHand) -> None:
        """Search the API's answers about a finished hand."""
        hand = Hand.load(ended.record)
        salts, players = self._decks[ended.number]
        self.run_out += len(hand.boards) > 1 and not self._asked
        laid = {card for board in hand.boards for card in board}
        public = laid | {card for event in hand.events if isinstance(event, Shown) for card in event.cards}
        if ended.afterwards != Afterwards():
            public |= self._asked
        for viewer in (None, self.chance.choice(PEOPLE)):
            own = {card for seat, name in players.items() if name == viewer for card in hand.hole(seat)}
            texts = [
                encoding.encode(histories.seen_by(ended, viewer)),
                encoding.encode(histories.proof_for(ended, viewer)),
            ]
            if viewer is None:  # a recap tells everyone the same
                texts += [encoding.encode(told) for told in (biggest_pot(ended), best_shown(ended))]
            if self.chance.random() < 0.2:
                record = histories.history_for(ended, viewer)
                texts += [format_named(form).text([record]).encode() for form in ("phh", "pokerstars", "ohh")]
            for text in texts:
                self.frames += 1
                self.bytes += len(text)
                search(text, salts, public | own, f"record of hand {ended.number} for {viewer}")
                if ended.house_seed.hex().encode() in text:
                    raise Leak(f"record of hand {ended.number} for {viewer}: the secret of the house")


def asked_for(hand: Hand, fact: facts.CardsTabled | facts.BoardAsked) -> set[Card]:
    """Return the cards that such a fact makes public: a seat's own, or those that would have completed the board."""
    deck, order = hand.setup.deck, hand.setup.dealt
    if isinstance(fact, facts.BoardAsked):
        at = 2 * len(order)
        places = (at + 1, at + 2, at + 3, at + 5, at + 7) if hand.setup.rules.burn else tuple(range(at, at + 5))
    else:
        first = order.index(fact.seat)
        places = {"first": (first,), "second": (first + len(order),), "both": (first, first + len(order))}[fact.which]
    return {Card(deck[place]) for place in places}


def salts_of(deck: DealtDeck) -> dict[bytes, Card]:
    """Return a deck's cards by the salts of their positions."""
    openings = [deck.opening(turn) for turn in range(len(deck.cards))]
    return {opening.salt.encode(): opening.card for opening in openings}


def search(frame: bytes, deck: dict[bytes, Card], known: set[Card], where: str) -> None:
    """Find a deck's cards and salts in bytes that may contain only `known` cards."""
    rows = [*CARD.findall(frame), *LOOSE_CARD.findall(frame)]
    found = {Card(row[at : at + 2].decode()) for row in rows for at in range(0, len(row), 2)}
    if not found <= known:
        raise Leak(f"{where}: {', '.join(map(str, sorted(found - known)))}")
    if any(salt in deck and deck[salt] not in known for salt in SALT.findall(frame)):
        raise Leak(f"{where}: the salt of a hidden card")
