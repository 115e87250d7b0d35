"""The task of a served table or tournament: one inbox, one commit at a time.

What a command changes is applied and committed to the store; only then does anyone see it or get an answer. When a
commit fails, the task goes back to what is in the store, as if the command had never come.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from bigslick.protocol import wire
from bigslick.server.hosting.state import not_let_in, stays_out
from bigslick.server.operations.clock import Clock, Timer
from bigslick.server.operations.log import write_error
from bigslick.server.store.bank import Bank
from bigslick.server.store.database import OutcomeUnknown, StoreFailed
from bigslick.server.store.store import Conflict, Store

from .answers import Answer, Answers, Reply
from .outage import answer_failure, away, give_up

RETRY_MS: Final = 1_000


class Viewer(Protocol):
    """A connection that watches a table or a tournament."""

    player: str | None
    """The player, if signed in."""

    def send(self, frame: bytes) -> None:
        """Send a message without waiting."""


class ServedRoom(Protocol):
    """The card room, as far as tables and tournaments both need it."""

    def shuts_out(self, player: str, club: str) -> bool:
        """Whether a player is kept out of what belongs to a club, or to none."""


class ServedCommand(Protocol):
    """A command of a player, or an order of the card room."""

    @property
    def cmd_id(self) -> str:
        """The id its sender chose; empty for an order."""


@dataclass(frozen=True, slots=True)
class Services:
    """The store, bank, clock and randomness of every task."""

    store: Store
    bank: Bank
    clock: Clock
    draw: Callable[[], bytes]
    """Draws the secrets that cards are shuffled from."""


C = TypeVar("C", bound=ServedCommand)


class Input(NamedTuple, Generic[C]):
    """A command on its way through the task."""

    at: int
    """When it arrived: no player runs out of time while their action waits."""
    player: str | None
    """Its sender; None for an order of the card room."""
    command: C
    reply: Reply


class Served(ABC, Generic[C]):
    """A table or tournament being served."""

    kind: ClassVar[Literal["table", "tournament"]]

    def __init__(self, name: str, services: Services, room: ServedRoom) -> None:
        self.id = name
        self.store = services.store
        self.bank = services.bank
        self.clock = services.clock
        self.lock = asyncio.Lock()
        """Held while facts are decided, applied and committed; a commit to several tables holds the locks of all."""
        self._services = services
        self._room = room
        self._inbox: deque[Input[C]] = deque()
        self._awake = asyncio.Event()
        self._answers: Answers[Answer] = Answers()
        """Answers that do not follow from the facts: refusals, and what was done without a fact."""
        self._serving: Input[C] | None = None
        """The input being carried out."""
        self._drafted: tuple[str | None, str] | None = None
        """The command whose facts are applied and may not be in the store."""
        self._timer: Timer | None = None
        self._timer_at = 0
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._failed = False
        self._broken = False
        """Whether nothing can be carried out: another server writes this now, or its facts cannot be read."""

    # -- what tables and tournaments do differently ----------------------------------------------------------------

    @abstractmethod
    async def _work(self) -> None:
        """Do what is due and carry out inputs, each commit before anyone sees it."""

    @abstractmethod
    async def _reload(self) -> None:
        """Become what is in the store."""

    @abstractmethod
    def _due(self) -> Iterable[int | None]:
        """The times at which there is something to do."""

    @abstractmethod
    def _recorded(self, player: str, cmd_id: str) -> Answer | None:
        """The answer to a command by what is committed; None if it was not carried out."""

    @abstractmethod
    def _out_of_service(self, cmd_id: str) -> wire.Refused:
        """The answer to a command that is not carried out because the task is stopping or has failed."""

    # -- opening and closing -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"{self.kind} {self.id}")
        self._awake.set()

    async def stop(self) -> None:
        """Stop serving; everything that viewers saw is in the store."""
        self._stopping = True
        self._awake.set()
        if self._task is not None:
            await self._task
        if self._timer is not None:
            self._timer.cancel()

    # -- commands and their answers --------------------------------------------------------------------------------

    async def submit(self, player: str | None, command: C) -> Answer:
        """Carry out a player's command or an order; sending it again gives the same answer and does nothing."""
        return await self._post(player, command)

    def post(self, player: str | None, command: C, reply: Reply) -> None:
        """Carry out a command as `submit` does, and give the answer to `reply`."""
        if self._stopping or self._broken:
            self._turn_away(player, command, reply)
        elif (answer := self._while_away(player, command)) is not None:
            reply.set_result(answer)
        else:
            self._inbox.append(Input(self.clock.now(), player, command, reply))
            self._awake.set()

    def _post(self, player: str | None, command: C) -> asyncio.Future[Answer]:
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.post(player, command, done)
        return done

    def answered(self, player: str | None, cmd_id: str) -> Answer | None:
        """The answer that a command has had before."""
        return self._recorded(player or "", cmd_id) or self._answers.get(player or "", cmd_id)

    def _remember(self, player: str | None, answer: Answer) -> Answer:
        if answer.cmd_id:
            self._answers.put(player or "", answer.cmd_id, answer)
        return answer

    def _reply(self, answer: Answer) -> None:
        """Answer the input that was carried out."""
        assert self._serving is not None
        reply, self._serving = self._serving.reply, None
        if not reply.done():
            reply.set_result(answer)

    def _turn_away(self, player: str | None, command: C, reply: Reply) -> None:
        """Answer a command that will not be carried out here; one that was before has its answer."""
        cmd_id = command.cmd_id
        if cmd_id and (player, cmd_id) == self._drafted:
            give_up(reply, OutcomeUnknown(f"{self.kind} {self.id} is out of service"))
        else:
            reply.set_result(self.answered(player, cmd_id) or self._remember(player, self._out_of_service(cmd_id)))

    def _while_away(self, player: str | None, command: C) -> Answer | None:
        """The answer to a player's command while the database is in trouble; None if it must wait."""
        trouble = self.store.trouble
        if trouble is None or player is None:
            return None
        name = player, command.cmd_id
        if name == self._drafted and self._serving is not None:
            return None
        # Another copy may wait in the inbox or come late on a lost connection: it gets the same answer.
        before = None if name == self._drafted else self.answered(player, command.cmd_id)
        return before or self._remember(player, away(command.cmd_id, trouble))

    def _answer_failed(self, error: Exception) -> None:
        """Answer the input whose commit failed, unless it has been answered."""
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
        """Refuse a command that brings in players who were shut out since they, or the host for them, asked."""
        for comes in comers:
            if self._room.shuts_out(comes, club):
                raise not_let_in(self.kind, self.id) if comes == player else stays_out(comes)

    # -- the task ------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self._stopping:
            if self._awake.is_set():
                await asyncio.sleep(0)  # waiting for a set event does not let the other tasks run
            await self._awake.wait()
            await self.store.fine()  # nobody's time runs while they cannot act
            self._awake.clear()
            if self.store.trouble is not None:  # and the process ends
                self._broken = True
                break
            async with self.lock:
                if self._broken:
                    break
                try:
                    await self._insist(self._work())
                except (Conflict, OutcomeUnknown):
                    break
                except Exception:  # logged, and what is in the store is true again
                    if self._failed:  # again: retrying at once would fail forever
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
            self._broken = True  # another server writes this now, or this one ends
            raise
        except Exception as error:
            if isinstance(error, StoreFailed):
                self._answer_failed(error)
            if not isinstance(error, StoreFailed) or error.trouble is None:  # or the card room has logged it
                self._log_failed(error)
            await self.recover()
            self._answer_failed(error)  # by what is in the store
            raise

    async def recover(self) -> None:
        """Go back to what is in the store after a failed commit."""
        while not self._stopping:
            await self.store.fine()
            if self.store.trouble is not None:  # and the process ends
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
