"""The task behind a served table or tournament: one inbox, one commit at a time.

A command's changes are applied and committed to the store before anyone sees them or gets an answer. When a commit
fails, the task goes back to what is in the store, as if the command had never arrived.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.money import ChipValue
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.social import NamedHere
from bigslick.protocol.wording import priced, worded
from bigslick.sentence import Sentence, say
from bigslick.server.bot_names import bot_style
from bigslick.server.hosting.facts import DoorChanged, InviteRenewed, PlayerNamed, StoredFact
from bigslick.server.hosting.state import Hosting, Invitation, new_token, not_let_in, stays_out
from bigslick.server.operations.clock import Clock, Timer
from bigslick.server.operations.log import write_error
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.names import Names
from bigslick.server.store.newcomers import Newcomers
from bigslick.server.store.records import DoneCommand
from bigslick.server.store.store import Conflict, Store
from bigslick.server.words import NamesShown, fold, is_shown_by, shape

from .answers import EACH, OF_A_TURN, Answer, RecentAnswers, Reply, done
from .outage import answer_failure, away, give_up

RETRY_MS: Final = 1_000
MOST_ASKING: Final = 256
"""How many refusals may wait for a query to the store."""
_PLAYERS: Final = frozenset({"player", "host"})
"""The placeholders for players in refusals."""


class Viewer(Protocol):
    """A connection watching a table or tournament."""

    player: str | None
    """The player, if signed in."""

    def send(self, frame: bytes) -> None:
        """Send a message without waiting."""


class ServedRoom(Protocol):
    """The part of the card room that both tables and tournaments use."""

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player is shut out, given the table's or tournament's club, if any."""


class ServedCommand(Protocol):
    """A player's command, or an order from the card room."""

    @property
    def cmd_id(self) -> str:
        """The id its sender chose; empty for an order."""


@dataclass(frozen=True, slots=True)
class Services:
    store: Store
    bank: Bank
    clock: Clock
    draw: Callable[[], bytes]
    """Draws the secrets for shuffling."""
    names: Names = field(default_factory=Names)
    newcomers: Newcomers = field(default_factory=Newcomers)

    def introduce(self, invitation: Invitation | None) -> Invitation:
        """Add the host's name to an invitation."""
        invitation = invitation or Invitation()
        return replace(invitation, host_name=self.names.name_of(invitation.host))


C = TypeVar("C", bound=ServedCommand)
F = TypeVar("F", bound=StoredFact)


class Input(NamedTuple, Generic[C]):
    """A command on its way through the task."""

    at: int
    """When it arrived, so no player times out while their action is queued."""
    player: str | None
    """Its sender; None for an order from the card room."""
    command: C
    reply: Reply


class ServedState(Protocol):
    """The state of a table or tournament, built from its facts."""

    hosting: Hosting

    @property
    def here(self) -> Iterable[str]:
        """The players with a seat, an entry or a place in the queue."""

    def is_here(self, player: str) -> bool:
        """Whether a player has a seat, an entry, a request or the host role."""


class Served(ABC, Generic[C]):
    live: ServedState
    kind: ClassVar[Literal["table", "tournament"]]

    def __init__(self, name: str, services: Services, room: ServedRoom) -> None:
        self.id = name
        self.store = services.store
        self.bank = services.bank
        self.clock = services.clock
        self.lock = asyncio.Lock()
        """Held while facts are decided, applied and committed; a commit to several tables holds all their locks."""
        self._services = services
        self._room = room
        self._inbox: deque[Input[C]] = deque()
        self._awake = asyncio.Event()
        self._answers = RecentAnswers()
        self._asking: set[asyncio.Task[None]] = set()
        """Refusals that wait for a query to the store."""
        self._serving: Input[C] | None = None
        """The input being carried out."""
        self._renamed: set[str] = set()
        """Players whose new name has not been shown yet."""
        self._introduced: set[str] = set()
        """Players who have yet to hear what they are called here."""
        self._drafted: tuple[str | None, str] | None = None
        """The command whose facts have been applied but may not be in the store."""
        self._timer: Timer | None = None
        self._timer_at = 0
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._failed = False
        self._broken = False
        """Whether nothing can be carried out, because another server has taken over or the facts cannot be read."""

    # -- implemented by tables and tournaments -------------------------------------------------------------------

    @abstractmethod
    async def _work(self) -> None:
        """Do what is due and carry out inputs, committing before anyone sees the result."""

    @abstractmethod
    async def _reload(self) -> None:
        """Reload the state from the store."""

    @abstractmethod
    def _due(self) -> Iterable[int | None]:
        """Return the times when something is due."""

    @abstractmethod
    def _out_of_service(self, cmd_id: str) -> wire.Refused:
        """Return the answer to a command that cannot be carried out because the task is stopping or has failed."""

    # -- opening and closing -------------------------------------------------------------------------------------

    async def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"{self.kind} {self.id}")
        self._awake.set()

    async def stop(self) -> None:
        """Stop serving; everything that viewers saw is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        await asyncio.gather(*self._asking)
        if self._timer is not None:
            self._timer.cancel()

    # -- commands and their answers ------------------------------------------------------------------------------

    async def submit(self, player: str | None, command: C) -> Answer:
        """Carry out a player's command or an order; a resend gets the same answer and does nothing."""
        return await self._post(player, command)

    def post(self, player: str | None, command: C, reply: Reply) -> None:
        """Carry out a command like `submit`, and give the answer to `reply`."""
        if self._stopping or self._broken or self._is_away(player, command):
            self._turn_away(player, command, reply)
        else:
            self._inbox.append(Input(self.clock.now(), player, command, reply))
            self._awake.set()

    def _post(self, player: str | None, command: C) -> asyncio.Future[Answer]:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.post(player, command, done)
        return done

    def answered(self, player: str | None, cmd_id: str) -> Answer | None:
        """Return the answer a command already got, if it is in memory."""
        return self._answers.get(player or "", cmd_id)

    async def _recall(self, player: str | None, command: C) -> Answer | None:
        """Return the answer a command already got, from memory or from the store; None if it is new."""
        found = self.answered(player, command.cmd_id)
        if found is not None or self._is_new(player, command):
            return found
        name = player or ""
        if not self._answers.knows(name):
            self._answers.learn(name, await self.store.commands(self.id, name, most=EACH + 1), self.live.is_here)
        if self._answers.holds_all(name):
            return self._answers.get(name, command.cmd_id)
        mine = await self.store.commands(self.id, name, command.cmd_id)
        return done(mine[0]) if mine else None

    def _is_new(self, player: str | None, command: C) -> bool:
        """Whether a command that is not in memory was never carried out, or could not be carried out twice."""
        return not command.cmd_id or isinstance(command, OF_A_TURN) or self._answers.holds_all(player or "")

    def _done(self, player: str | None, answer: wire.Done, now: int) -> DoneCommand | None:
        """Return a command's record, to commit along with its facts."""
        if not answer.cmd_id:
            return None
        return DoneCommand(
            stream=self.id, player=player or "", cmd_id=answer.cmd_id, at=now, seq=answer.seq, seat=answer.seat
        )

    def _remember(self, player: str | None, answer: Answer) -> Answer:
        if answer.cmd_id:
            self._answers.put(player or "", answer.cmd_id, answer, self.live.is_here)
        return answer

    def _refuse(self, player: str | None, cmd_id: str, refusal: CommandRefused) -> Answer:
        """Refuse a command, with names in the sentence where the refusal has ids, and the worth of its amounts."""
        sentence = refusal.sentence
        if isinstance(sentence, Sentence):
            named = {place: self.name_of(str(sentence.values[place])) for place in _PLAYERS & sentence.values.keys()}
            sentence = Sentence(sentence.template, {**sentence.values, **named})
        wording = priced(worded(sentence), self.chip_value)
        refused = wire.Refused(cmd_id=cmd_id, sentence=str(sentence), wording=wording, code=refusal.code)
        return self._remember(player, refused)

    def _reply(self, answer: Answer) -> None:
        assert self._serving is not None
        reply, self._serving = self._serving.reply, None
        if not reply.done():
            reply.set_result(answer)

    def _is_away(self, player: str | None, command: C) -> bool:
        """Whether database trouble keeps a command from being carried out. A copy of the one being committed waits."""
        if self.store.trouble is None or player is None:
            return False
        return self._serving is None or (player, command.cmd_id) != self._drafted

    def _turn_away(self, player: str | None, command: C, reply: Reply) -> None:
        """Answer a command that will not be carried out now, or repeat its earlier answer."""
        cmd_id, trouble = command.cmd_id, self.store.trouble
        ends = self._stopping or self._broken
        drafted = bool(cmd_id) and (player, cmd_id) == self._drafted
        refused = self._out_of_service(cmd_id) if ends or trouble is None else away(cmd_id, trouble)
        if drafted and ends:
            give_up(reply, OutcomeUnknown(f"{self.kind} {self.id} is out of service"))
        # Another copy may be in the inbox or arrive late on a lost connection, and must get the same answer.
        elif not drafted and (before := self.answered(player, cmd_id)) is not None:
            reply.set_result(before)
        elif self._is_new(player, command):
            reply.set_result(self._remember(player, refused))
        elif len(self._asking) >= MOST_ASKING:
            give_up(reply, OutcomeUnknown(f"{self.kind} {self.id} cannot look for an earlier answer"))
        else:
            asking = asyncio.get_running_loop().create_task(self._refuse_if_new(player, command, reply, refused))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)

    async def _refuse_if_new(self, player: str | None, command: C, reply: Reply, refused: wire.Refused) -> None:
        """Refuse a command, unless the store says that it was carried out."""
        await self.store.fine()
        async with self.lock:  # a later copy is carried out before this, or refused like this one
            try:
                found = await self._recall(player, command)
            except StoreFailed as error:
                give_up(reply, OutcomeUnknown(str(error)))
                return
        if not reply.done():
            reply.set_result(found or self._remember(player, refused))

    def _answer_failed(self, error: Exception) -> None:
        """Answer the input whose commit failed, unless it already has an answer."""
        if self._serving is None:
            return
        _, player, command, reply = self._serving
        self._serving = None
        if reply.done():
            return
        if isinstance(error, Conflict | StoreFailed):
            if (refused := answer_failure(reply, error, self._out_of_service(command.cmd_id))) is not None:
                self._remember(player, refused)
        else:
            self._turn_away(player, command, reply)

    def _check_may_come_in(self, comers: Iterable[str], player: str | None, club: str) -> None:
        """Refuse a command that would admit a player who was shut out after the request was sent."""
        for comes in comers:
            if self._room.shuts_out(comes, club):
                raise not_let_in(self.kind, self.id) if comes == player else stays_out(comes)
            if not self.live.is_here(comes):
                self.check_looks(comes, self._called(comes))

    # -- names ---------------------------------------------------------------------------------------------------

    def _called(self, player: str) -> str:
        """Return a player's own name, which another player here may have too."""
        return self._services.names.name_of(player)

    def _names_shown(self) -> Mapping[str, str]:
        """Return the names that nobody new here may be shown by, by player."""
        return self.live.hosting.names

    @property
    def chip_value(self) -> ChipValue | None:
        """The worth of a chip to the players here; None for chips."""
        return None

    def name_of(self, player: str) -> str:
        """Return the name shown here for a player, or the own name of a player who is new here."""
        return self.live.hosting.names.get(player) or self._called(player)

    def find_player(self, name: str) -> str:
        """Return a player's id by the name shown here, or by the own name of a player who watches or has an account.

        If no one has it, the name itself is returned.
        """
        return self.live.hosting.find(name) or self._find_watching(name) or self._services.names.id_of(name) or name

    def _find_watching(self, name: str) -> str | None:
        """Return a player who watches and has this name, but has not been shown by it."""
        wanted, known = fold(name), self.live.hosting.names
        strangers = (viewer.player for viewer in self._watchers() if viewer.player and viewer.player not in known)
        return next((player for player in strangers if fold(self._called(player)) == wanted), None)

    @abstractmethod
    def _watchers(self) -> Iterable[Viewer]:
        """Return the connections that watch it, or one of its tables."""

    def check_looks(self, player: str, name: str) -> None:
        """Refuse a name that looks like another player's here; raises `CommandRefused`. An equal one gets a number."""
        for other in self.live.here:
            shown = self.name_of(other)
            if other != player and shape(shown) == shape(name) and fold(shown) != fold(name):
                raise CommandRefused(
                    say("{name} looks like {other}, who plays here: change the name first", name=name, other=shown)
                )

    def rename(self, player: str) -> None:
        """Show a player by the new name from now on."""
        if player in self.live.hosting.names:
            self._renamed.add(player)
            self._awake.set()

    def _new_names(self, at: int) -> list[PlayerNamed]:
        found = [fact for player in sorted(self._renamed) for fact in self._naming(player, at)]
        self._renamed = {fact.player for fact in found}  # until a commit has shown it
        return found

    def _named(self, found: Iterable[F]) -> Iterator[F | PlayerNamed]:
        """Name players who are new here before the facts that mention them; apply each fact before taking the next."""
        for fact in found:
            for player in (fact.by, getattr(fact, "player", "")):
                yield from self._naming(player, fact.at)
            yield fact

    def _with_token(self, fact: F) -> F:
        """Add the secret of a link to a fact that makes one: a game becomes private, or has a new link."""
        becomes_private = isinstance(fact, DoorChanged) and fact.private and not self.live.hosting.token
        if becomes_private or isinstance(fact, InviteRenewed):
            return replace(fact, token=new_token(self._services.draw()))
        return fact

    def _naming(self, player: str, at: int) -> tuple[PlayerNamed, ...]:
        """Return the facts that name a player who is new here, or has a new name since."""
        name, before = self._called(player), self.live.hosting.names.get(player, "")
        if name == player or (player not in self._renamed and is_shown_by(before, name)):
            return ()
        others = {other: shown for other, shown in self._names_shown().items() if other != player}
        yielded = () if bot_style(player) else self._yielded(name, others, at)
        name = NamesShown(others.values()).add(name)
        if name == before:
            return yielded
        self._introduced.add(player)
        return (*yielded, PlayerNamed(at=at, player=player, name=name, before=before))

    @staticmethod
    def _yielded(name: str, others: dict[str, str], at: int) -> tuple[PlayerNamed, ...]:
        """Rename the house bot that is shown by a person's name, also among the others' names."""
        wanted = fold(name)
        bot = next((other for other, shown in others.items() if fold(shown) == wanted and bot_style(other)), None)
        if bot is None:
            return ()
        before = others.pop(bot)
        others[bot] = NamesShown([name, *others.values()]).add(before)
        return (PlayerNamed(at=at, player=bot, name=others[bot], before=before),)

    def _introduce(self, viewers: Iterable[Viewer]) -> None:
        """Tell players what they are called here, if it is not their own name."""
        for viewer in viewers:
            player = viewer.player or ""
            shown, own = self.live.hosting.names.get(player), self._services.names.name_of(player)
            if shown and (shown != own or player in self._introduced):
                viewer.send(encode(NamedHere(at=self.id, player=shown)))

    def _introduce_new(self, viewers: Iterable[Viewer]) -> None:
        """Tell players who were named in this commit."""
        if self._introduced:
            self._introduce([viewer for viewer in viewers if viewer.player in self._introduced])
            self._introduced.clear()

    # -- the task ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self._stopping:
            if self._awake.is_set():
                await asyncio.sleep(0)  # waiting on a set event does not yield to other tasks
            await self._awake.wait()
            await self.store.fine()  # clocks stop while players cannot act
            self._awake.clear()
            if self.store.trouble is not None:  # then the process ends
                self._broken = True
                break
            async with self.lock:
                if self._broken:
                    break
                try:
                    await self._insist(self._work())
                except (Conflict, OutcomeUnknown):
                    break
                except Exception:  # logged, and the state is reloaded from the store
                    if self._failed:  # not immediately: that would fail forever
                        await self.clock.sleep(RETRY_MS)
                    self._failed = True
                    self._awake.set()
                else:
                    self._failed = False
            self._set_timer()
        while self._inbox:
            _, player, command, reply = self._inbox.popleft()
            if not reply.done():
                self._turn_away(player, command, reply)

    async def _insist(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that commits; on failure, reload from the store and raise."""
        try:
            await work
        except (Conflict, OutcomeUnknown) as error:
            self._answer_failed(error)
            self._log_failed(error)
            self._broken = True  # another server has taken over, or this one is ending
            raise
        except Exception as error:
            if isinstance(error, StoreFailed):
                self._answer_failed(error)
            if not isinstance(error, StoreFailed) or error.trouble is None:  # otherwise the card room has logged it
                self._log_failed(error)
            await self.recover()
            self._answer_failed(error)  # now from what is in the store
            raise

    async def recover(self) -> None:
        """Go back to what is in the store after a failed commit."""
        while not self._stopping:
            await self.store.fine()
            if self.store.trouble is not None:  # then the process ends
                return
            try:
                await self._reload()
            except Exception as error:
                self._broken = not isinstance(error, StoreFailed)
                self._log_broken(error)
                await self.clock.sleep(RETRY_MS)
                continue
            self._drafted, self._broken = None, False
            return

    def _log_failed(self, error: Exception) -> None:
        if self.kind == "table":
            write_error("table_failed", error, table=self.id)
        else:
            write_error("tournament_failed", error, tournament=self.id)

    def _log_broken(self, error: Exception) -> None:
        if self.kind == "table":
            write_error("table_broken", error, table=self.id)
        else:
            write_error("tournament_broken", error, tournament=self.id)

    def _set_timer(self) -> None:
        """Schedule the next wake-up. A timer that fires early is harmless, so it is left in place."""
        at = min((time for time in self._due() if time is not None), default=None)
        if at is None:
            return
        if at <= self.clock.now():
            self._awake.set()
        elif self._timer is None or at < self._timer_at:
            if self._timer is not None:
                self._timer.cancel()
            self._timer, self._timer_at = self.clock.call_at(at, self._wake_up), at

    def _wake_up(self) -> None:
        self._timer = None
        self._awake.set()
