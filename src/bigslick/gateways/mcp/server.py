"""The MCP server: tools with which a language model finds a table, sits down, looks, acts and leaves.

Each seat has a secret, which every later call names: its holder plays the seat, and nobody else sees its cards.
The model reads our refusals as errors.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError:
    raise ImportError("the MCP server needs the extra 'mcp': pip install 'bigslick[mcp]'") from None

import bigslick
from bigslick.bots import HOUSE_BOTS
from bigslick.errors import BigslickError

from .local import LocalMatch
from .seat import ModelSeat

MOST_SEATS: Final = 200
"""How many seats may be held at once."""
IDLE_SECONDS: Final = 1800.0
"""A seat is given up after this many idle seconds."""
LOCAL_WORDS: Final = (
    "No-limit Texas hold'em against house bots. new_match seats you and gives you `seat`, a secret that every other "
    "call needs. look shows your cards, the board and what you may do; act does it; leave ends the match."
)
ROOM_WORDS: Final = (
    "Texas hold'em at a live card room. tables lists the tables; sit seats you and gives you `seat`, a secret that "
    "every other call needs. look waits for your turn and shows your cards, the board and what you may do; act does "
    "it; the room has a clock, and folds or checks for you when it runs out; leave gives up the seat."
)
ACT: Final = (
    "Act when it is your turn: action is fold, check, call, bet, raise or all_in; bet and raise need `to`, the total "
    "your bet on this street becomes."
)


class HeldSeats:
    """The seats that models hold, by their secrets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: dict[str, tuple[ModelSeat, asyncio.Lock]] = {}
        self._used: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._held)

    async def room_for_one(self) -> None:
        """Give up seats that nobody uses any more; refuse if all are in use."""
        late = self._clock() - IDLE_SECONDS
        for key in [key for key, used in self._used.items() if used < late]:
            with contextlib.suppress(ToolError):
                await self.leave(key)
        if len(self._held) >= MOST_SEATS:
            raise ToolError(f"all {MOST_SEATS} seats of this server are taken: leave one, or try again later")

    def keep(self, seat: ModelSeat) -> str:
        """Keep a seat, and give its secret."""
        key = secrets.token_urlsafe(12)
        self._held[key] = seat, asyncio.Lock()
        self._used[key] = self._clock()
        return key

    async def use(self, key: str, do: Callable[[ModelSeat], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """Do something with a seat, one thing at a time; refusals become errors of the tool."""
        if key not in self._held:
            raise ToolError("there is no such seat: `seat` is the secret that you got when you sat down")
        seat, lock = self._held[key]
        async with lock:
            self._used[key] = self._clock()
            return await refusing(do(seat))

    async def leave(self, key: str) -> dict[str, Any]:
        """Give up a seat."""
        try:
            return await self.use(key, lambda seat: seat.leave())
        finally:
            self._held.pop(key, None)
            self._used.pop(key, None)

    async def leave_all(self) -> None:
        """Give up every seat."""
        for key in list(self._held):
            with contextlib.suppress(ToolError, TimeoutError):
                await self.leave(key)


async def refusing(answer: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """An answer, with our refusals as errors that the model reads."""
    try:
        return await answer
    except (BigslickError, ValueError, TypeError) as error:
        raise ToolError(str(error)) from None
    except TimeoutError:
        raise ToolError("the card room did not answer in time: try again") from None


def new_server(seats: HeldSeats, room: str | None = None, token: str | None = None) -> MCPServer[Any]:
    """A server for local matches or, with its address, for the tables of a card room."""
    server: MCPServer[Any] = MCPServer(
        "bigslick",
        title="bigslick",
        version=bigslick.__version__,
        instructions=LOCAL_WORDS if room is None else ROOM_WORDS,
        log_level="ERROR",
    )
    if room is None:
        _add_match(server, seats)
    else:
        _add_room(server, seats, room, token)

    @server.tool(description=ACT)
    async def act(seat: str, action: str, to: int | None = None) -> dict[str, Any]:
        return await seats.use(seat, lambda held: held.act(action, to))

    @server.tool(description="Leave: gives up the seat, and says how it went.")
    async def leave(seat: str) -> dict[str, Any]:
        return await seats.leave(seat)

    return server


def _add_match(server: MCPServer[Any], seats: HeldSeats) -> None:
    bots = ", ".join(HOUSE_BOTS)

    @server.tool(
        description=f"Begin a match against 1 to 9 house bots ({bots}) with fresh stacks of `depth` big blinds each "
        "hand. Gives `seat`, the secret that the other tools need, and the first decision."
    )
    async def new_match(
        opponents: list[str] | None = None, hands: int = 100, depth: int = 100, seed: int | None = None
    ) -> dict[str, Any]:
        await seats.room_for_one()

        async def begin() -> dict[str, Any]:
            match = LocalMatch(
                ["tag"] if opponents is None else opponents,
                hands,
                depth,
                secrets.token_hex(16) if seed is None else seed,
            )
            return {"seat": seats.keep(match), **await match.look()}

        return await refusing(begin())

    @server.tool(description="Your cards, the table, what you may do, and the hands that ended since you last looked.")
    async def look(seat: str) -> dict[str, Any]:
        return await seats.use(seat, lambda held: held.look(0))


def _add_room(server: MCPServer[Any], seats: HeldSeats, room: str, token: str | None) -> None:
    from . import room as rooms

    @server.tool(description="The tables of the card room: blinds, buy-in, free seats.")
    async def tables() -> dict[str, Any]:
        async def ask() -> dict[str, Any]:
            return {"tables": await rooms.lobby(room, token)}

        return await refusing(ask())

    @server.tool(
        description="Sit down at a table with some chips, by default its smallest buy-in. Gives `seat`, the secret "
        "that the other tools need."
    )
    async def sit(table: str, chips: int | None = None) -> dict[str, Any]:
        await seats.room_for_one()

        async def begin() -> dict[str, Any]:
            seat = await rooms.RoomSeat.sit(room, token, table, chips)
            return {"seat": seats.keep(seat), **await seat.look(0)}

        return await refusing(begin())

    @server.tool(
        description=f"Your cards, the table and what you may do; waits up to `wait` seconds (at most "
        f"{rooms.MOST_WAIT:g}) for your turn."
    )
    async def look(seat: str, wait: float = 10) -> dict[str, Any]:
        return await seats.use(seat, lambda held: held.look(wait))


async def serve_stdio(room: str | None = None, token: str | None = None) -> None:
    """Serve one client over stdin and stdout until it hangs up."""
    seats = HeldSeats()
    try:
        await new_server(seats, room, token).run_stdio_async()
    finally:
        await seats.leave_all()


async def serve_http(room: str | None, token: str | None, port: int, ready: Callable[[int], None]) -> None:
    """Serve streamable HTTP at /mcp on the loopback address until cancelled; `ready` is told the port."""
    import uvicorn

    seats = HeldSeats()
    server = new_server(seats, room, token)
    app = server.streamable_http_app(host="127.0.0.1")
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", lifespan="on"))
    task = asyncio.create_task(running.serve())
    try:
        while not running.started and not task.done():
            await asyncio.sleep(0.01)
        if not task.done():
            ready(running.servers[0].sockets[0].getsockname()[1])
        await asyncio.shield(task)  # a cancellation must not interrupt it: it has sockets to close
    finally:
        running.should_exit = True
        await task
        await seats.leave_all()
