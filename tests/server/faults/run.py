"""A run: one database, one server after another, people who play, and a series of faults, each followed by an audit."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import httpx
import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bigslick.server.store.database import Database
from tests.server.databases import Postgres, needs_postgres

from .audit import Books
from .entrants import Entrant
from .kinds import POSTGRES, SQLITE, Fault
from .line import Line
from .organiser import Organiser
from .people import Person
from .processes import ADMIN, Disk, ServerProcess, WallClock, small_disk

CASH_TABLES = """
[[table]]
name = "One"
seats = 6
least_buy_in = 200
dead_blind_rule = "choice"
bots = ["lag"]
rabbit_hunt = true
run_outs = 2
bomb_every = 5
bomb_boards = 2
seven_deuce = 2
[table.pace]
action_ms = 8000
grace_ms = 300
deal_animation_delay_ms = 5
inter_round_delay_ms = 100
bot_ms = 20

[[table]]
name = "Two"
seats = 6
least_buy_in = 200
dead_blind_rule = "choice"
profile = "classic"
straddle = true
rabbit_hunt = true
run_outs = 3
[table.pace]
action_ms = 8000
grace_ms = 300
deal_animation_delay_ms = 0
inter_round_delay_ms = 50

"""
SITTING = {"One": 2, "Two": 4}
"""How many people sit at each table."""
ENTERING = 2
"""How many play one tournament after another in a short run."""
TOURNAMENTS = {
    "Sprint": """
payouts = { percent = [70, 30] }
""",
    "Rebuys": """
late_reg_levels = 1
reentry_limit = 1
rebuy = { until_level = 1, cost = 20, chips = 400, limit = 2, at_most = 300 }
addon = { until_level = 2, cost = 15, chips = 400 }
bounty = { amount = 10, kind = "progressive" }
payouts = { percent = [60, 40] }
""",
    "Days": """
days = [{ until_players = 4 }]
bounty = { amount = 5, kind = "mystery", top_percent = [50] }
payouts = { percent = [50, 30, 20] }
""",
    "Ticket": """
late_reg_levels = 1
reentry_limit = 2
bounty = { amount = 5 }
payouts = { seat_price = 50, seat_name = "Main Event" }
""",
}
"""Structures of every kind; house bots fill the places."""
TABLES = CASH_TABLES + "".join(
    f"""
[[tournament]]
fill_ms = 300
fill_bots = ["lag", "maniac"]
rebuy_ms = 1500
addon_ms = 1500
deal_ms = 3000
stage_pause_ms = 500
[tournament.structure]
name = "{name}"
entrants = 6
seats = 3
starting_stack = 600
buy_in = 20
fee = 2
levels = [{{ small = 10, big = 20, hands = 8 }}, {{ small = 20, big = 40, hands = 8 }}, {{ small = 50, big = 100 }}]
{more}
[tournament.pace]
action_ms = 8000
deal_animation_delay_ms = 5
inter_round_delay_ms = 50
bot_ms = 10
"""
    for name, more in TOURNAMENTS.items()
)
"""The file of `serve --tables`."""
Kind = Literal["sqlite", "postgresql"]


class Run:
    """Everything a fault can harm."""

    def __init__(self, address: str, folder: Path, disk: Disk, cluster: Postgres | None, dice: random.Random) -> None:
        self.address = address
        """The database's address for the audit."""
        self.folder = folder
        self.disk = disk
        self.cluster = cluster
        self.dice = dice
        self.clock = WallClock(folder)
        self.people: list[Person] = []
        self.playing: list[asyncio.Task[None]] = []
        self.organiser = Organiser(lambda: f"127.0.0.1:{self.line.port}", random.Random(dice.random()))
        self.house: dict[str, str] = {}
        """The house's tables: names by id."""
        self.books = Books(address)
        self.servers = 0
        self.orders = 0
        """What the operator has ordered so far."""
        self.database = Line(sa.make_url(address).port or 0, dice)
        """The line from the server to PostgreSQL."""
        self.line = Line(0, dice, spread=True)
        """The line from people to the server."""
        self.server: ServerProcess

    @property
    def kinds(self) -> set[str]:
        """The commands and the organiser's requests that were done at least once."""
        return {answered.command["type"] for person in self.people for answered in person.done} | self.organiser.done

    # -- servers -------------------------------------------------------------------------------------------------

    def new_server(self) -> ServerProcess:
        """Return another server for the same database, not started yet."""
        self.servers += 1
        folder = self.folder / f"server{self.servers}"
        folder.mkdir()
        url = sa.make_url(self.address)
        if self.cluster is not None:
            url = url.set(port=self.database.port)
        return ServerProcess(url.render_as_string(hide_password=False), folder, TABLES, self.clock)

    def use(self, server: ServerProcess) -> None:
        """Send people to a server."""
        self.server, self.line.target = server, server.port

    async def restart(self) -> None:
        """Start the server again after it exited."""
        await self.server.start()

    # -- the database --------------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open our own connection to the database."""
        database = Database(self.address)
        try:
            async with database.readers.connect() as connection:
                yield connection
        finally:
            await database.close()

    async def tell_database(self, statement: str, *, own: str) -> None:
        """Run a statement that PostgreSQL accepts only outside transactions."""
        async with self.writing() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(sa.text(f"SET default_transaction_read_only = {own}"))
            await connection.execute(sa.text(statement))

    async def mend_database(self) -> None:
        """Restart PostgreSQL if a full disk killed it."""
        if self.cluster is not None and not await asyncio.to_thread(self.cluster.runs):
            await asyncio.to_thread(self.cluster.start)

    # -- checks --------------------------------------------------------------------------------------------------

    async def probe(self) -> None:
        """Have a person open the page."""
        await self.dice.choice(self.people).probe()

    async def audit(self) -> None:
        """Check that everything sent and answered agrees with the database."""
        await self.books.check(self.people)

    async def ask_the_house(self) -> None:
        """Check that the server counts its chips right, every player has the chips that the ledger says, and the
        calendar is as its organiser left it.
        """
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.server.port}", trust_env=False, verify=False
        ) as client:
            answer = await client.get("/api/admin/check", headers={"Authorization": f"Bearer {ADMIN}"})
            assert answer.status_code == 200, answer.text
            assert answer.json()["wrong"] == [], answer.text
            await self._healthy(client)
            for person in self.people:
                if person.token and person.player:
                    await self._compare_balance(client, person.player, person.token)
            await self.organiser.check(client)

    async def name_hosts(self) -> None:
        """Hand each house table to one of its players, as the operator; a player who has just left is refused."""
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.server.port}", trust_env=False, verify=False
        ) as client:
            for table in self.house:
                self.orders += 1
                named = next((person.player for person in self.people if person.table == table and person.player), "")
                order = {"type": "hand_over", "cmd_id": f"host-{self.orders}", "at": table, "player": named}
                with contextlib.suppress(httpx.TimeoutException):  # a table may take long to store after a fault
                    await client.post(
                        "/api/admin/host-commands", json=order, headers={"Authorization": f"Bearer {ADMIN}"}
                    )

    async def _healthy(self, client: httpx.AsyncClient) -> None:
        """Check that the server reports itself healthy; on a busy machine the database may first be slow again."""
        for _ in range(60):
            healthy = await client.get("/healthz")
            if healthy.status_code == 200:
                return
            await asyncio.sleep(0.5)
        raise AssertionError(healthy.text)

    async def _compare_balance(self, client: httpx.AsyncClient, player: str, token: str) -> None:
        """Compare an account's chips.

        Chips on hold for a commit in progress are in only one of the two balances. Chips won in a run-out are not shown
        until it is over.
        """
        for _ in range(300):
            answer = await client.get("/api/me", headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == 200, answer.text
            told = answer.json()["balance"]
            await self.audit()
            if told == self.books.balance(player):
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"{player} is told of {told} chips, and the ledger says {self.books.balance(player)}")

    async def until_played(self, without: str = "") -> None:
        """Wait until a player at every table has had an answer, so faults hit at every moment of play."""
        before = {person.name: len(person.done) for person in self.people}
        async with asyncio.timeout(90):
            for table in self.house:
                here = [person for person in self.people if person.table == table]
                while table != without and not any(len(person.done) > before[person.name] for person in here):
                    await self._still_alive()
                    await asyncio.sleep(0.02)

    async def until_between_hands(self) -> None:
        """Wait until something happens to a player of a tournament between hands, for a few seconds at most."""
        entrants = [person for person in self.people if isinstance(person, Entrant)]
        before = sum(person.moments for person in entrants)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(8):
                while sum(person.moments for person in entrants) == before:
                    await self._still_alive()
                    await asyncio.sleep(0.005)

    async def _still_alive(self) -> None:
        if not self.server.runs:
            code = await self.server.ended()
            raise AssertionError(f"the server has ended by itself with {code}: {self.server.complaints()[-2000:]}")
        for playing in self.playing:
            if playing.done():
                playing.result()


DECISIONS = ("Moved", "Entered", "Rebought", "AddedOn", "BountyWon", "DealMade", "Bagged", "Placed")
"""What happens to players of tournaments between hands, and moves chips or money."""


class Figures(msgspec.Struct):
    """The results of a run."""

    faults: dict[str, int]
    hands: int
    run_out: int
    """How many of them ended on more than one board."""
    facts: int
    told: int
    looks: int
    done: int
    refused: int
    unanswered: int
    tournaments: int
    """How many were played to their winner."""
    decided: Counter[str]
    """What their directors decided, by the name of the event."""

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(self.faults.items()))
        decided = ", ".join(f"{self.decided[name]:,} {name}" for name in DECISIONS)
        return (
            f"{sum(self.faults.values())} faults ({kinds}); {self.hands:,} hands, {self.run_out:,} of them on several "
            f"boards, {self.tournaments} tournaments to their winner ({decided}), {self.facts:,} facts, "
            f"{self.told:,} messages and {self.looks:,} snapshots compared, {self.done:,} commands done once, "
            f"{self.refused:,} refused and not done, {self.unanswered:,} without an answer done at most once"
        )


class Least(NamedTuple):
    """The least play a run must have seen to prove anything."""

    hands: int
    run_out: int
    done: int
    kinds: tuple[str, ...] = ()
    """Commands and requests that were done at least once."""

    def seen(self, run: Run) -> bool:
        """Whether the books have it all."""
        tables = run.books.tables.values()
        return (
            sum(table.hands for table in tables) >= self.hands
            and sum(table.run_out for table in tables) >= self.run_out
            and sum(len(person.done) for person in run.people) >= self.done
            and run.kinds.issuperset(self.kinds)
        )


async def suffer(
    kind: Kind,
    folder: Path,
    faults: int,
    seed: int,
    only: Sequence[Fault] = (),
    each: Callable[[int, str], None] | None = None,
    minutes: float = float("inf"),
    least: Least | None = None,
    entering: int = ENTERING,
) -> Figures:
    """Inject random faults, or the named ones, with an audit after each; return the results.

    `each` is called before each fault, and no fault begins after `minutes`. Then play continues until `least` has been
    seen.
    """
    ends = time.monotonic() + 60 * minutes
    dice = random.Random(seed)
    suffered: Counter[str] = Counter()
    async with _playing(kind, folder, dice, entering) as run:
        weights = SQLITE if kind == "sqlite" else POSTGRES
        kinds = list(only or weights)
        # Every kind happens once before chance decides.
        plan = kinds[:faults]
        plan += dice.choices(kinds, [weights.get(each, 1) for each in kinds], k=max(0, faults - len(plan)))
        dice.shuffle(plan)
        for number, fault in enumerate(plan, start=1):
            if time.monotonic() > ends:
                break
            if each is not None:
                each(number, fault.__name__)
            try:
                await fault(run)
                await run.until_played()
                await run.audit()
                await run.ask_the_house()
                await run.name_hosts()
            except BaseException as error:
                error.add_note(f"fault {number} of {len(plan)}, {fault.__name__}, seed {seed}, {run.folder}")
                raise
            suffered[fault.__name__] += 1
        while least is not None and not least.seen(run):
            await run.until_played()
            await run.audit()
        code = await run.server.stop()
        assert code in (0, -15), f"a server that was asked to stop ended with {code}"
        await run.audit()
        looks = sum(table.look_back(run.people) for table in run.books.tables.values())
        asked = sum(person.commands for person in run.people)
        done, refused = (sum(len(getattr(person, name)) for person in run.people) for name in ("done", "refused"))
        return Figures(
            faults=dict(suffered),
            hands=sum(table.hands for table in run.books.tables.values()),
            run_out=sum(table.run_out for table in run.books.tables.values()),
            facts=sum(run.books.facts.values()),
            told=run.books.compared,
            looks=looks,
            done=done,
            refused=refused,
            unanswered=asked - done - refused,
            tournaments=sum(played.status == "over" for played in run.books.tournaments.values()),
            decided=run.books.decided(),
        )


@contextlib.asynccontextmanager
async def _playing(kind: Kind, folder: Path, dice: random.Random, entering: int) -> AsyncIterator[Run]:
    """Run a server with people who play."""
    async with contextlib.AsyncExitStack() as stack:
        disk, cluster = stack.enter_context(_storage(kind))
        address = f"sqlite:///{disk.folder / 'room.db'}" if cluster is None else cluster.new()
        run = Run(address, folder, disk, cluster, dice)
        stack.push_async_callback(run.books.close)
        for line in (run.line, run.database):
            await line.open()
            stack.push_async_callback(line.close)
        run.use(run.new_server())
        stack.push_async_callback(_end_server, run)
        await run.restart()
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{run.server.port}", trust_env=False, verify=False
        ) as client:
            tables = (await client.get("/api/tables")).json()
        run.house = {card["table"]: card["name"] for card in tables}

        def address_of_room() -> str:
            return f"127.0.0.1:{run.line.port}"

        for table, name in run.house.items():
            for number in range(SITTING[name]):
                run.people.append(Person(f"{name}{number}", address_of_room, table, random.Random(dice.random())))
        for number in range(entering):
            run.people.append(Entrant(f"Entrant{number}", address_of_room, "", random.Random(dice.random())))
        run.playing = [asyncio.create_task(person.play(), name=person.name) for person in run.people]
        run.playing.append(asyncio.create_task(run.organiser.keep(), name="organiser"))
        stack.push_async_callback(_end_tasks, run.playing)
        await run.until_played()
        await run.name_hosts()
        yield run


async def _end_server(run: Run) -> None:
    if run.server.runs:
        run.server.thaw()
    await run.server.kill()


async def _end_tasks(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.contextmanager
def _storage(kind: Kind) -> Iterator[tuple[Disk, Postgres | None]]:
    """Provide a small disk, with PostgreSQL on it if that is the kind."""
    folder = Path(tempfile.mkdtemp(prefix="bigslick-faults-"))
    folder.chmod(0o755)  # PostgreSQL runs as another user
    try:
        with small_disk(folder / "disk", 512) as disk:
            if kind == "sqlite":
                yield disk, None
                return
            cluster = Postgres(disk.folder, needs_postgres())
            try:
                yield disk, cluster
            finally:
                if cluster.runs():
                    cluster.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
