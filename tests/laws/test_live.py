"""Laws of a live table: whatever happens, chips are constant, facts are everything, and no one sees a card early."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bigslick import Action, AllIn, Bet, Call, Check, Fold, Hand, Raise, RunOut
from bigslick.bots import HOUSE_BOTS
from bigslick.cards import Card
from bigslick.hand.events import Shown
from bigslick.protocol import encoding, host, room_events, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.fairness import DealtDeck, SealedDeck, check_opening, promise_of
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace, TableSettings
from bigslick.rules import LIMITS
from bigslick.server.hosting.facts import PlayerNamed
from bigslick.server.hosting.state import HOUSE, Invitation
from bigslick.server.store.records import StoredHand
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import decide
from bigslick.server.table.encoded import EncodedUpdate
from bigslick.server.table.facts import Fact
from bigslick.server.table.saves import load, replay, save
from bigslick.server.table.state import LiveTable
from bigslick.server.table.timers import due, wake
from bigslick.server.words import NamesShown, fold
from bigslick.table import seven_deuce

from .on_air import OnAir, frame_of

CHANGES: tuple[dict[str, Any], ...] = (
    {"approve": "none"},
    {"approve": "players"},
    {"approve": "buy_ins"},
    {"private": True},
    {"private": False},
    {"seats": 3},
    {"seats": 10},
    {"small_blind": 10, "big_blind": 20, "ante": 1},
    {"small_blind": 5, "big_blind": 10, "ante": 0, "limit": "none"},
    {"straddle": True, "bomb_every": 2, "bomb_boards": 2, "rabbit_hunt": True, "burn": False, "profile": "classic"},
    {"seven_deuce": 0},
    {"seven_deuce": 3},
    {"straddle": False, "bomb_every": 0, "rabbit_hunt": False, "profile": "cash", "dead_blind_rule": "post"},
    {"least_buy_in": 50, "most_buy_in": 1_500, "bank_ms": 60_000, "bank": "automatic", "speed": "fast"},
    {"least_buy_in": 0, "most_buy_in": 0, "bank_ms": 0, "bank": "asked", "speed": "normal", "name": "another"},
)
"""What a host may change at any time."""
NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
OWN_NAMES = ("Tom", "tom", "Tom 2", "Zoë", "ZOË", "Mary Ann", "tag 1", "Tom")
"""What the players call themselves, in the order of their ids: some of it is the same, or looks so."""
CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
SALT = re.compile(rb'"([0-9a-f]{32})"')


def an_invitation(chance: random.Random) -> Invitation:
    """Return None for a house table; otherwise ann's invitation."""
    if chance.random() < 0.4:
        return Invitation()
    approve: Any = chance.choice(("none", "none", "players", "buy_ins"))
    return Invitation(host="ann", door=GameDoor(private=chance.random() < 0.5, approve=approve))


def kept_seats(chance: random.Random, seats: int, now: int) -> facts.KeptSeats:
    """Return the seats that an evening's table keeps; none at most tables."""
    if chance.random() < 0.7:
        return facts.KeptSeats()
    players = chance.sample(NAMES, chance.randint(1, min(3, seats)))
    return facts.KeptSeats(players=tuple(players), until=now + chance.randint(0, 300_000))


def a_spec(chance: random.Random) -> TableSettings:
    paced = chance.random() < 0.5
    return TableSettings(
        name="laws",
        seats=chance.randint(2, 6),
        ante=chance.choice((0, 0, 2)),
        limit=chance.choice(LIMITS),
        profile=chance.choice(("cash", "classic", "tournament")),
        dead_blind_rule=chance.choice(("post", "wait", "choice")),
        burn=chance.random() < 0.5,
        bots=tuple(chance.choices(HOUSE_BOTS, k=chance.randint(0, 2))),
        least_buy_in=100,
        straddle=chance.random() < 0.5,
        bomb_every=chance.choice((0, 0, 3)),
        bomb_boards=chance.choice((1, 2)),
        seven_deuce=chance.choice((0, 1, 4)),
        rabbit_hunt=chance.random() < 0.5,
        run_outs=chance.choice((1, 1, 2, 3, 4)),
        pace=TablePace(
            action_ms=chance.choice((500, 5_000)),
            bank_ms=chance.choice((0, 3_000)),
            bank=chance.choice(("asked", "automatic")),
            disconnect_bank_ms=chance.choice((0, 3_000)),
            grace_ms=chance.choice((0, 1_000, 8_000)),
            deal_animation_delay_ms=100 if paced else 0,
            street_delay_ms=500 if paced else 0,
            inter_round_delay_ms=chance.choice((0, 1_000)),
            bot_ms=chance.choice((0, 300)),
            timeouts_to_sit_out=chance.randint(1, 3),
        ),
    )


class Story:
    """A table where anything can happen, watched by everyone."""

    def __init__(self, seed: int, settings: TableSettings | None = None) -> None:
        self.chance = random.Random(seed)
        self.now = 1_000
        settings = settings or a_spec(self.chance)
        kept = kept_seats(random.Random(seed), settings.seats, self.now)
        invitation = an_invitation(self.chance)
        opened = facts.Opened(at=self.now, table="t", settings=settings, invitation=invitation, kept=kept)
        self.live = LiveTable(opened)
        self.facts: list[Fact] = [opened]
        self.ledger = 0
        self.frames: dict[str, list[bytes]] = {}
        self.hands: dict[int, tuple[Hand, DealtDeck, dict[int, str]]] = {}
        self.public: dict[int, set[Card]] = {}
        """Cards that became public after each hand's end."""
        self.kept: list[tuple[int, bytes]] = []
        self.bounties = 0
        """How many times players paid for a seven-deuce."""
        self.boards: Counter[int] = Counter()
        """How many hands ended with each number of boards."""
        self.on_air = OnAir(self.public)
        self.commands = 0
        self.seeds: dict[str, str] = {}
        self.called = dict(zip(NAMES, OWN_NAMES, strict=True))

    def play(self, hands: int) -> None:
        for name in NAMES[: self.chance.randint(2, 8)]:
            self.commands += 1
            chips = self.chance.choice((100, 300, 1_000))
            self.submit(name, wire.Sit(cmd_id=f"c{self.commands}", table="t", chips=chips, promise=self.promise()))
        if self.live.host:
            self.submit("ann", host.StartBroadcast(cmd_id="b", at="t", delay_ms=self.chance.choice((1_000, 4_000))))
            for name in NAMES[::2]:
                self.submit(name, wire.AnswerBroadcast(cmd_id=f"b{name}", table="t", yes=True))
        while self.live.table.number < hands and not self.live.closed:
            self.step()

    # -- what happens --------------------------------------------------------------------------------------------

    def step(self) -> None:
        chance, state = self.chance, self.live
        self.wake()
        self.open_seeds()
        turn = state.turn
        dice = chance.random()
        if turn is None and dice < 0.2:
            self.commands += 1
            people = [chair.player for chair in state.occupants if chair is not None and not chair.bot]
            skip = wire.SkipAhead(cmd_id=f"c{self.commands}", table="t", hand=state.table.number)
            self.submit(chance.choice(people or NAMES), skip)
        elif turn is not None and turn.opened <= self.now and not state.occupant(turn.seat).bot and dice < 0.6:
            self.submit(state.occupant(turn.seat).player, self.act(turn.number))
        elif dice < 0.7:
            self.pass_time()
        else:
            self.anything()
        if chance.random() < 0.01 and state.sealed is None:
            self.rename(chance.choice(NAMES))
        if chance.random() < 0.02:
            self.kept.append((len(self.facts), save(self.live)))
        if chance.random() < 0.05:
            viewer = chance.choice((None, *NAMES))
            self.check(viewer, encoding.encode(self.live.snapshot(viewer, self.now)))

    def promise(self) -> str:
        """Make a promise and keep its seed."""
        seed = self.chance.randbytes(32).hex()
        self.seeds[promise_of(seed)] = seed
        return promise_of(seed)

    def open_seeds(self) -> None:
        """Have some of the players who promised seeds open them."""
        sealed = self.live.sealed
        for seat, added in list(sealed.seeds.items()) if sealed is not None else ():
            if not added.seed and self.live.sealed is sealed is not None and self.chance.random() < 0.5:
                self.commands += 1
                command = wire.OpenSeed(
                    cmd_id=f"c{self.commands}",
                    table="t",
                    hand=sealed.hand,
                    seed=self.seeds[added.promise],
                    promise=self.promise(),
                )
                self.submit(self.live.occupant(seat).player, command)

    def pass_time(self) -> None:
        moments = [at for at in (due(self.live), self.live.next_update_at) if at is not None]
        if moments and self.chance.random() < 0.8:
            self.now = max(self.now, min(moments))
        else:
            self.now += self.chance.randint(1, 2_000)
        self.wake()

    def wake(self) -> None:
        self.tell()
        for _ in range(64):  # without a pace, house bots would play hands forever without advancing the clock
            found = wake(self.live, self.now, lambda: self.chance.randbytes(32))
            if not found:
                return
            self.fold(found)
            self.tell()

    def act(self, number: int) -> wire.Act:
        hand = self.live.hand
        assert hand is not None
        options = hand.options
        assert options is not None
        chance = self.chance
        wager = options.wager_to
        choices: list[Action] = [Fold(), Call() if options.call else Check(), Call() if options.call else Check()]
        if options.boards:
            # the smallest number anyone wants is dealt, so the largest is chosen more often
            most = RunOut(boards=max(options.boards))
            choices = [*(RunOut(boards=boards) for boards in options.boards), most, most]
        elif wager:
            to = wager[int(len(wager) * chance.random() ** 3)]
            choices.append(Bet(to=to) if options.bet_to else Raise(to=to))
            if options.all_in is not None and chance.random() < 0.3:
                choices.append(AllIn())
        if chance.random() < 0.05:
            choices = [
                Check(),
                Bet(to=3),
                Raise(to=1),
                Raise(to=10**9),
                AllIn(),
                Call(),
                *(RunOut(boards=boards) for boards in range(6)),
            ]
            number += chance.choice((0, 0, 1))
        self.commands += 1
        return wire.Act(
            cmd_id=f"c{self.commands}",
            table="t",
            hand=self.live.table.number,
            number=number,
            action=chance.choice(choices),
        )

    def anything(self) -> None:
        chance = self.chance
        self.commands += 1
        ids: dict[str, Any] = {"cmd_id": f"c{self.commands}", "table": "t"}
        player = chance.choice(NAMES)
        if chance.random() < 0.6:  # players who are present do more
            player = chance.choice([chair.player for chair in self.live.occupants if chair is not None] or NAMES)
        seat = chance.choice((None, *range(self.live.settings.seats)))
        missed_blinds: Any = chance.choice((None, "post", "wait"))
        number = self.live.table.number
        out = host.Kick if self.live.seat_of(player) is None else host.Ban

        def house(kind: Any, **fields: Any) -> Any:
            return kind(cmd_id=ids["cmd_id"], at="t", **fields)

        makers: list[Callable[[], Any]] = [
            lambda: wire.Sit(**ids, chips=chance.choice((50, 100, 400, 2_000)), seat=seat, missed_blinds=missed_blinds),
            lambda: wire.Sit(**ids, chips=chance.choice((100, 1_000)), promise=self.promise()),
            lambda: wire.TopUp(**ids, chips=chance.choice((1, 100, 1_000))),
            lambda: wire.SitOut(**ids),
            lambda: wire.SitIn(**ids, how=missed_blinds),
            lambda: wire.SitIn(**ids),
            lambda: wire.LeaveTable(**ids),
            lambda: wire.SitOutAtBlind(**ids, on=chance.random() < 0.8),
            *[lambda: wire.ChangeSeat(**ids, seat=seat)] * 2,
            lambda: wire.Queue(**ids),
            lambda: wire.Unqueue(**ids),
            lambda: wire.PromiseSeed(**ids, promise=self.promise()),
            lambda: wire.Straddle(**ids, on=chance.random() < 0.7),
            lambda: wire.WantBombPot(**ids, on=chance.random() < 0.9),
            *[lambda: wire.AnswerBroadcast(**ids, yes=chance.random() < 0.7)] * 2,
            lambda: wire.ShowCards(**ids, hand=number, which=chance.choice(("first", "second", "both"))),
            lambda: wire.ShowCards(**ids, hand=number, which=chance.choice(("first", "second", "both"))),
            lambda: wire.HuntRabbit(**ids, hand=number),
            lambda: wire.AddBot(**ids, style=chance.choice(HOUSE_BOTS), seat=seat),
            lambda: wire.RemoveBot(**ids, seat=seat or 0),
            lambda: self.act(0) if self.live.playing else wire.SitIn(**ids),
            lambda: wire.TakeTime(
                **ids, hand=self.live.table.number, number=self.live.turn.number if self.live.turn else 0
            ),
            *[lambda: wire.SkipAhead(**ids, hand=self.live.table.number)] * 3,
            lambda: orders.Disconnect(player=player),
            lambda: orders.Disconnect(player=player),
            lambda: orders.Connect(player=player),
            lambda: orders.Connect(player=player),
            lambda: orders.Restart() if chance.random() < 0.3 else orders.Connect(player=player),
            lambda: house(host.Pause, why="a law") if chance.random() < 0.2 else house(host.Resume),
            lambda: house(host.Resume),
            lambda: house(out, player=player) if chance.random() < 0.3 else house(host.Resume),
            lambda: house(host.Close) if chance.random() < 0.005 else house(host.Resume),
        ]
        if self.live.host and chance.random() < 0.25:
            self.host(player)
        else:
            wanted = chance.choice(makers)()
            self.submit(HOUSE if isinstance(wanted, get_args(host.HostCommand)) else player, wanted)

    def host(self, player: str) -> None:
        """Have the host decide something about a player, or another player try to."""
        chance = self.chance
        ids: dict[str, Any] = {"cmd_id": f"c{self.commands}", "at": "t"}
        waiting = [request.player for request in self.live.hosting.requests]
        asking = chance.choice(waiting or NAMES)
        away = [name for seat, name in self.live.sitting.items() if self.live.is_absent(seat)]
        changes = chance.choice(CHANGES)
        seat = chance.choice((None, *range(self.live.settings.seats)))
        makers: list[Callable[[], Any]] = [
            *[lambda: host.AnswerRequest(**ids, player=asking, yes=chance.random() < 0.8)] * 6,
            lambda: host.WithdrawRequest(**ids),
            lambda: host.Kick(**ids, player=player),
            lambda: host.Ban(**ids, player=player),
            lambda: host.Unban(**ids, player=chance.choice(self.live.hosting.banned or NAMES)),
            lambda: host.Unban(**ids, player=chance.choice(self.live.hosting.banned or NAMES)),
            lambda: host.Mute(**ids, player=player),
            lambda: host.Unmute(**ids, player=player),
            lambda: host.MoveOn(**ids),
            lambda: host.Pause(**ids),
            lambda: host.Resume(**ids),
            lambda: host.Resume(**ids),
            lambda: host.HandOverHost(**ids, player=player),
            lambda: orders.Disconnect(player=self.live.host),
            lambda: orders.Connect(player=self.live.host),
            *[lambda: host.TakeOver(**ids)] * 2,
            *[lambda: host.AskBack(**ids)] * 2,
            *[lambda: host.WantResume(**ids)] * 2,
            *[lambda: host.ChangeSettings(**ids, changes=TableChanges(**changes))] * 3,
            *[lambda: host.SitOutPlayer(**ids, player=chance.choice(away or NAMES))] * 2,
            *[lambda: host.WantSitOut(**ids, player=chance.choice(away or NAMES))] * 3,
            *[lambda: host.CorrectChips(**ids, player=player, chips=chance.choice((-1_000, -1, 7, 500)), why="a law")]
            * 2,
            lambda: orders.Admit(player=player, arrival=f"a{self.commands}"),
            lambda: host.RenewInvite(**ids),
            *[lambda: host.MovePlayer(**ids, player=player, seat=seat or 0)] * 3,
            *[lambda: host.RedrawSeats(**ids)] * 2,
            *[lambda: host.StartBroadcast(**ids, delay_ms=chance.choice((1_000, 4_000, 300_000)))] * 2,
            lambda: host.RenewBroadcast(**ids),
            lambda: host.StopBroadcast(**ids) if chance.random() < 0.3 else host.MoveOn(**ids),
        ]
        wanted = chance.choice(makers)()
        guest = isinstance(wanted, get_args(host.GuestCommand)) or chance.random() < 0.1
        sender = player if guest else self.live.host
        if isinstance(wanted, host.AskBack) and chance.random() < 0.5:
            sender = self.live.hosting.former or player
        self.submit(sender, wanted)

    def submit(self, player: str, command: Any) -> None:
        before = save(self.live) if self.chance.random() < 0.05 else b""
        try:
            found = decide(self.live, command, player, self.now)
        except CommandRefused as refusal:
            assert refusal.sentence  # noqa: PT017 - either outcome is right, and both are checked
            assert not before or before == save(self.live), "a refused command changes nothing"
            return
        assert not before or before == save(self.live), "deciding changes nothing"
        self.fold(found)
        self.tell()

    # -- what must hold ------------------------------------------------------------------------------------------

    def named(self, found: Iterable[Fact]) -> Iterator[Fact]:
        """Name players who are new here before the facts that mention them, as a served table does."""
        for fact in found:
            for player in (fact.by, getattr(fact, "player", "")):
                if player in self.called and player not in self.live.hosting.names:
                    yield PlayerNamed(at=fact.at, player=player, name=self.shown_as(player))
            yield fact

    def rename(self, player: str) -> None:
        """Have a player call themselves something else."""
        self.called[player] = self.chance.choice(OWN_NAMES)
        before = self.live.hosting.names.get(player, "")
        if before and before != (name := self.shown_as(player)):
            self.fold((PlayerNamed(at=max(self.now, self.live.at), player=player, name=name, before=before),))

    def shown_as(self, player: str) -> str:
        others = [name for other, name in self.live.hosting.names.items() if other != player]
        return NamesShown(others).add(self.called[player])

    def fold(self, found: tuple[Fact, ...]) -> None:
        state = self.live
        for fact in self.named(found):
            effects = apply(self.live, fact)
            self.facts.append(facts.read(facts.write(fact)))
            self.ledger += sum(move.chips for move in effects.moves)
            self.bounties += bool(effects.passed)
            assert all(seat is None or seat.stack >= 0 for seat in state.table.seats)
            assert (
                self.ledger
                == self.live.chips
                == state.table.bought_in
                - state.table.cashed_out
                + sum(seat.top_up for seat in state.table.seats if seat is not None)
            )
            if isinstance(fact, facts.HandDealt):
                self.hands[fact.hand] = self.begun(fact, effects.hand)
                self.on_air.deal(self.live, fact.hand, self.hands[fact.hand][0])
            self.on_air.note(self.live, fact)
            if effects.revealed is not None:
                hand = self.hands[self.live.table.number][0]
                for event in effects.revealed[1].events(hand):
                    self.public.setdefault(self.live.table.number, set()).update(
                        card for card in event.cards if card is not None
                    )
            if effects.hand is not None:
                assert sum(effects.hand.nets.values()) == 0
                ended = Hand.load(effects.hand.record)
                assert ended == self.hands[effects.hand.number][0]
                self.boards[len(ended.boards)] += 1

    def begun(self, fact: facts.HandDealt, ended: StoredHand | None) -> tuple[Hand, DealtDeck, dict[int, str]]:
        """Return the hand in progress, with its deck and its players; one that ended in the blinds is dealt again."""
        playing = self.live.playing
        if playing is not None:
            return playing.hand, playing.deck, dict(playing.players)
        assert ended is not None
        deck = DealtDeck(SealedDeck(ended.house_seed, "t", fact.hand), ended.seeds)
        before = load(save(replay(self.facts[:-1])))
        bomb_pot = before.sealed.bomb_pot if before.sealed is not None else 0
        return Hand(before.table.next_hand(deck=deck.cards, bomb_pot=bomb_pot)), deck, dict(ended.players)

    def tell(self) -> None:
        for telling in self.live.show_due(self.now):
            publication = EncodedUpdate(telling, "t")
            assert telling.seq == len(self.frames.setdefault("", [])) + 1
            people = [seat.player for seat in telling.seats or () if not seat.bot]
            assert len({fold(name) for name in people}) == len(people), "viewers can tell players apart"
            self.keep("", None, publication.frame(None))
            for player in telling.private.values():
                self.keep(player, player, publication.frame(player))
            self.on_air.see(telling, self.live.shown.hand)
        self.on_air.check(self.live, self.now)

    def keep(self, where: str, viewer: str | None, frame: bytes) -> None:
        self.frames.setdefault(where, []).append(frame)
        self.check(viewer, frame)

    def check(self, viewer: str | None, frame: bytes) -> None:
        """Check that these bytes hold no card, proof or seed that the viewer must not know."""
        number = self.live.shown.hand
        if number == 0:
            assert not CARD.search(frame)
            return
        hand, deck, players = self.hands[number]
        known = {card for board in hand.boards for card in board} | self.public.get(number, set())
        for event in hand.events:
            if isinstance(event, Shown):
                known |= set(event.cards)
        for seat, player in players.items():
            if player == viewer:
                known |= set(hand.hole(seat))
        assert {Card(card.decode()) for card in CARD.findall(frame)} <= known
        salts = {deck.opening(place).salt.encode(): card for place, card in enumerate(deck.cards)}
        assert {salts[salt] for salt in SALT.findall(frame)} <= known
        state = self.live
        for holder in (state.sealed, state.playing, state.ended):
            if holder is not None:
                assert holder.secret.hex().encode() not in frame
                assert encoding.encode(holder.secret).strip(b'"=') not in frame

    def check_replay(self) -> None:
        """Check that the facts alone give the same table and updates, and so does any save with the facts after it."""
        live = LiveTable(self.facts[0])  # type: ignore[arg-type]
        told: dict[str, list[bytes]] = {}
        aired: list[bytes] = []

        def tell(now: int) -> None:
            for telling in live.show_due(now):
                publication = EncodedUpdate(telling, "t")
                told.setdefault("", []).append(publication.frame(None))
                for player in telling.private.values():
                    told.setdefault(player, []).append(publication.frame(player))
            aired.extend(map(frame_of, live.aired))

        for fact in self.facts[1:]:
            tell(fact.at)
            apply(live, fact)
        tell(self.now)
        assert told == self.frames
        assert aired == self.on_air.frames
        whole = save(self.live)
        assert save(live) == whole
        for count, saved in self.chance.sample(self.kept, min(3, len(self.kept))):
            part = load(saved)
            assert save(part) == saved
            for fact in self.facts[count:]:
                part.show_due(fact.at)
                apply(part, fact)
            part.show_due(self.now)
            assert save(part) == whole

    def check_openings(self) -> None:
        """Check that every proof sent matches its hand's root, and each hand is the one that was sealed."""
        root = ""
        sealed: dict[int, room_events.DeckSealed] = {}
        for frames in self.frames.values():
            for frame in frames:
                update = encoding.decode(frame, wire.Update)
                for event in update.events:
                    if isinstance(event, room_events.DeckSealed):
                        assert sealed.setdefault(event.hand, event) == event
                    elif isinstance(event, room_events.HandBegan):
                        root = event.root
                        before = sealed[event.hand]
                        assert (before.root, before.button, before.players) == (root, event.button, event.players)
                        assert before.promises == {seat: added.promise for seat, added in event.seeds.items()}
                if frames is self.frames[""]:
                    assert all(check_opening(root, opening) for opening in update.openings)


def tell_story(seed: int, hands: int, settings: TableSettings | None = None) -> Story:
    story = Story(seed, settings)
    story.play(hands)
    story.check_replay()
    story.check_openings()
    return story


@pytest.mark.parametrize("seed", range(40))
def test_whatever_happens_the_laws_hold(seed: int) -> None:
    tell_story(seed, 12)


def test_the_laws_are_tried_on_broadcasts() -> None:
    assert sum(tell_story(seed, 12).on_air.cards for seed in range(4)) > 20


@pytest.mark.parametrize("run_outs", [2, 3, 4])
def test_the_laws_hold_where_hands_are_run_out_on_several_boards(run_outs: int) -> None:
    boards: Counter[int] = Counter()
    for seed in range(16):
        settings = replace(a_spec(random.Random(seed)), run_outs=run_outs, limit="none")
        boards += tell_story(seed, 15, settings).boards
    assert all(boards[count] for count in range(1, run_outs + 1)), boards
    assert max(boards) == run_outs


def test_the_laws_hold_where_every_shown_hand_earns_the_bounty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seven_deuce, "_is_seven_deuce", lambda _hand, _seat: True)
    bounties = 0
    for seed in range(20):
        settings = replace(a_spec(random.Random(seed)), seven_deuce=2)
        bounties += tell_story(seed, 12, settings).bounties
    assert bounties > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_200))
def test_whatever_happens_the_laws_hold_over_ten_thousand_hands(seed: int) -> None:
    hands = 0
    while hands < 50:
        story = tell_story(seed, 50 - hands)
        hands += max(1, story.live.table.number)
        seed += 10_000
