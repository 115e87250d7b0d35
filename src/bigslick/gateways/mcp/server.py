"""The MCP server: tools for a language model to find a table, sit down, look, act and leave.

Each seat has a secret that every later call must include: only its holder plays the seat and sees its cards. The model
reads our refusals as errors.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

from bigslick.extras import missing

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import Field
except ImportError:
    raise missing("mcp", "mcp") from None

import msgspec

import bigslick
from bigslick import odds
from bigslick.bots import HOUSE_BOTS
from bigslick.errors import BigslickError
from bigslick.hand.setup import MAX_SEATS

from .local import MOST_DEPTH, MOST_HANDS, LocalMatch
from .seat import ACTIONS, MOST_WAIT, ModelSeat

MOST_SEATS: Final = 200
"""How many seats can be held at once."""
IDLE_SECONDS: Final = 1800.0
"""A seat is released after this many idle seconds."""
LOCAL_WORDS: Final = (
    "No-limit Texas hold'em against house bots. new_match seats you and gives you `secret`, which every other "
    "call needs. look shows your cards, the board and what you may do; act does it; leave ends the match."
)
ROOM_WORDS: Final = (
    "Texas hold'em at a live card room. tables lists the tables; sit seats you and gives you `secret`, which "
    "every other call needs. look waits for your turn and shows your cards, the board and what you may do; act does "
    "it; the room has a clock, and folds or checks for you when it runs out; leave gives up the seat. tournaments "
    "lists the tournaments, and enter takes you into one: look then also has the standings, the entries and chips on "
    "offer, which buy takes and decline declines, and deals, which propose_deal and answer_deal are for."
)
ACT: Final = (
    "Act when it is your turn: action is fold, check, call, bet, raise or all_in; bet and raise need `to`, the total "
    "your bet on this street becomes."
)


# The schema lists the choices and limits, but the refusals are ours: they say more than a validator's.
Secret = Annotated[str, Field(description="The secret of your seat, from new_match, sit or enter.")]
ActionName = Annotated[str, Field(description="What to do.", json_schema_extra={"enum": [*ACTIONS]})]
Total = Annotated[
    int | None,
    Field(
        description="For bet and raise: the total of your bet on this street, within wager_to.",
        json_schema_extra={"minimum": 1},
    ),
]
Opponents = Annotated[
    list[str] | None,
    Field(
        description="1 to 9 house bots, one for each seat; by default one tag.",
        json_schema_extra={"minItems": 1, "maxItems": MAX_SEATS - 1, "items": {"enum": [*HOUSE_BOTS]}},
    ),
]
MatchHands = Annotated[
    int,
    Field(description="How many hands to play.", json_schema_extra={"minimum": 1, "maximum": MOST_HANDS}),
]
Depth = Annotated[
    int, Field(description="Stacks in big blinds.", json_schema_extra={"minimum": 2, "maximum": MOST_DEPTH})
]
Seed = Annotated[int | None, Field(description="Deals the same cards again; by default new ones.")]
Wait = Annotated[
    float,
    Field(description="Seconds to wait for your turn.", json_schema_extra={"minimum": 0, "maximum": MOST_WAIT}),
]
TableName = Annotated[str, Field(description="The name of a table, as tables lists it.")]
Chips = Annotated[
    int | None,
    Field(description="The buy-in; by default the smallest.", json_schema_extra={"minimum": 1}),
]
TournamentName = Annotated[str, Field(description="The id of a tournament, as tournaments lists it.")]
OfferName = Annotated[str, Field(description="What to buy.", json_schema_extra={"enum": ["entry", "rebuy", "addon"]})]
ExtraName = Annotated[str, Field(description="What to decline.", json_schema_extra={"enum": ["rebuy", "addon"]})]
Yes = Annotated[bool, Field(description="Whether you accept it.")]
Method = Annotated[
    str,
    Field(description="How the prizes are split.", json_schema_extra={"enum": ["icm", "chips", "even"]}),
]
ForFirst = Annotated[
    int,
    Field(description="Left to play for: it goes to the winner, on top.", json_schema_extra={"minimum": 0}),
]
Cards = Annotated[str, Field(description="Cards as rank and suit: AhKd, T for ten.")]
Hands = Annotated[
    list[str],
    Field(
        description="2 to 10 hands or ranges, each as AhKd, 'TT+, AKs' or random.",
        json_schema_extra={"minItems": 2, "maxItems": MAX_SEATS},
    ),
]
SAMPLES: Final = 20_000
"""The deals sampled for an equity: accurate to half a percent, and quick."""


class HeldSeats:
    """The seats that models hold, by their secrets."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._held: dict[str, tuple[ModelSeat, asyncio.Lock]] = {}
        self._used: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._held)

    async def room_for_one(self) -> None:
        """Release unused seats; refuse if all are in use."""
        late = self._clock() - IDLE_SECONDS
        for key in [key for key, used in self._used.items() if used < late]:
            with contextlib.suppress(ToolError):
                await self.leave(key)
        if len(self._held) >= MOST_SEATS:
            raise ToolError(f"all {MOST_SEATS} seats of this server are taken: leave one, or try again later")

    def keep(self, seat: ModelSeat) -> str:
        """Store a seat and return its secret."""
        key = secrets.token_urlsafe(12)
        self._held[key] = seat, asyncio.Lock()
        self._used[key] = self._clock()
        return key

    async def use(self, key: str, do: Callable[[ModelSeat], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """Run something on a seat, one call at a time; refusals become tool errors."""
        if key not in self._held:
            raise ToolError("there is no such seat: `secret` is what you got when you sat down")
        seat, lock = self._held[key]
        async with lock:
            self._used[key] = self._clock()
            return await refusing(do(seat))

    async def leave(self, key: str) -> dict[str, Any]:
        try:
            return await self.use(key, lambda seat: seat.leave())
        finally:
            self._held.pop(key, None)
            self._used.pop(key, None)

    async def leave_all(self) -> None:
        for key in list(self._held):
            with contextlib.suppress(ToolError, TimeoutError):
                await self.leave(key)


def compact(answer: dict[str, Any]) -> str:
    """Return an answer as JSON without spaces, because a model pays by the token."""
    return msgspec.json.encode(answer).decode()


async def refusing(answer: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    """Return an answer, turning our refusals into errors that the model reads."""
    try:
        return await answer
    except (BigslickError, ValueError, TypeError) as error:
        raise ToolError(str(error)) from None
    except TimeoutError:
        raise ToolError("the card room did not answer in time: try again") from None


def new_server(seats: HeldSeats, room: str | None = None, token: str | None = None) -> MCPServer[Any]:
    """Make a server for local matches or, given its address, for a card room's tables."""
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
        _add_tournaments(server, seats, room, token)

    @server.tool(structured_output=False, description=ACT)
    async def act(secret: Secret, action: ActionName, to: Total = None) -> str:
        return compact(await seats.use(secret, lambda held: held.act(action, to)))

    @server.tool(structured_output=False, description="Leave: gives up the seat, and says how it went.")
    async def leave(secret: Secret) -> str:
        return compact(await seats.leave(secret))

    @server.tool(
        structured_output=False,
        description="How strong 5, 6 or 7 cards are: their name, and a strength from 0 to 7461.",
    )
    async def evaluate(cards: Cards) -> str:
        async def ask() -> dict[str, Any]:
            held = bigslick.parse_cards(cards)
            best = bigslick.format_cards(bigslick.best_five(held))
            return {"name": bigslick.describe(held), "strength": bigslick.evaluate(held), "best_five": best}

        return compact(await refusing(ask()))

    @server.tool(
        structured_output=False,
        description=f"The share of the pot that each hand wins on average, from {SAMPLES:,} random deals.",
    )
    async def equity(hands: Hands, board: Cards = "") -> str:
        async def ask() -> dict[str, Any]:
            found = await asyncio.to_thread(odds.equity, hands, board, samples=SAMPLES, seed=0)
            return {"equities": [{"hand": one.hand, "equity": round(one.equity, 4)} for one in found.players]}

        return compact(await refusing(ask()))

    return server


def _add_match(server: MCPServer[Any], seats: HeldSeats) -> None:
    bots = ", ".join(HOUSE_BOTS)

    @server.tool(
        structured_output=False,
        description=f"Begin a match against 1 to 9 house bots ({bots}) with fresh stacks of `depth` big blinds each "
        "hand. Gives `secret`, which the other tools need, and the first decision.",
    )
    async def new_match(
        opponents: Opponents = None, hands: MatchHands = 100, depth: Depth = 100, seed: Seed = None
    ) -> str:
        await seats.room_for_one()

        async def begin() -> dict[str, Any]:
            match = LocalMatch(
                ["tag"] if opponents is None else opponents,
                hands,
                depth,
                secrets.token_hex(16) if seed is None else seed,
            )
            return {"secret": seats.keep(match), **await match.look()}

        return compact(await refusing(begin()))

    @server.tool(
        structured_output=False,
        description="Your cards, the table, what you may do, and the hands that ended since you last looked.",
    )
    async def look(secret: Secret) -> str:
        return compact(await seats.use(secret, lambda held: held.look(0)))


def _add_room(server: MCPServer[Any], seats: HeldSeats, room: str, token: str | None) -> None:
    from . import room as rooms

    @server.tool(structured_output=False, description="The tables of the card room: blinds, buy-in, free seats.")
    async def tables() -> str:
        async def ask() -> dict[str, Any]:
            return {"tables": await rooms.lobby(room, token)}

        return compact(await refusing(ask()))

    @server.tool(
        structured_output=False,
        description="Sit down at a table with some chips, by default its smallest buy-in. Gives `secret`, which the "
        "other tools need.",
    )
    async def sit(table: TableName, chips: Chips = None) -> str:
        await seats.room_for_one()

        async def begin() -> dict[str, Any]:
            seat = await rooms.RoomSeat.sit(room, token, table, chips)
            return {"secret": seats.keep(seat), **await seat.look(0)}

        return compact(await refusing(begin()))

    @server.tool(
        structured_output=False,
        description=f"Your cards, the table and what you may do; waits up to `wait` seconds (at most "
        f"{MOST_WAIT:g}) for your turn.",
    )
    async def look(secret: Secret, wait: Wait = 10) -> str:
        return compact(await seats.use(secret, lambda held: held.look(wait)))


def _add_tournaments(server: MCPServer[Any], seats: HeldSeats, room: str, token: str | None) -> None:
    from . import tournament as events

    async def use(secret: str, do: Callable[[events.TournamentSeat], Awaitable[dict[str, Any]]]) -> str:
        async def ask(held: ModelSeat) -> dict[str, Any]:
            if not isinstance(held, events.TournamentSeat):
                raise ToolError("this seat is at a cash table: enter gives you one in a tournament")
            return await do(held)

        return compact(await seats.use(secret, ask))

    @server.tool(structured_output=False, description="The tournaments of the card room: status, price, players.")
    async def tournaments() -> str:
        async def ask() -> dict[str, Any]:
            return {"tournaments": await events.tournaments(room, token)}

        return compact(await refusing(ask()))

    @server.tool(structured_output=False, description="A tournament's clock, prizes and players, also when it is over.")
    async def standings(tournament: TournamentName) -> str:
        return compact(await refusing(events.standings(room, token, tournament)))

    @server.tool(
        structured_output=False,
        description="Enter a tournament, also during late registration. Gives `secret`, which the other tools need.",
    )
    async def enter(tournament: TournamentName) -> str:
        await seats.room_for_one()

        async def begin() -> dict[str, Any]:
            seat = await events.TournamentSeat.enter(room, token, tournament)
            return {"secret": seats.keep(seat), **await seat.look(0)}

        return compact(await refusing(begin()))

    @server.tool(
        structured_output=False,
        description="Check in before the start, once look says that check_in_in_seconds is 0.",
    )
    async def check_in(secret: Secret) -> str:
        return await use(secret, lambda held: held.check_in())

    @server.tool(
        structured_output=False,
        description="Pay for what is on offer to you in a tournament: a re-entry (entry), a rebuy or the add-on.",
    )
    async def buy(secret: Secret, kind: OfferName) -> str:
        return await use(secret, lambda held: held.buy(kind))

    @server.tool(structured_output=False, description="Decline a rebuy or the add-on, so that nobody waits for you.")
    async def decline(secret: Secret, kind: ExtraName) -> str:
        return await use(secret, lambda held: held.decline(kind))

    @server.tool(
        structured_output=False,
        description="What everybody left in your tournament would get in a deal now. Nothing is proposed.",
    )
    async def possible_deal(secret: Secret, method: Method = "icm", for_first: ForFirst = 0) -> str:
        return await use(secret, lambda held: held.possible_deal(method, for_first))

    @server.tool(structured_output=False, description="Propose that everybody left splits the prizes now.")
    async def propose_deal(secret: Secret, method: Method = "icm", for_first: ForFirst = 0) -> str:
        return await use(secret, lambda held: held.propose_deal(method, for_first))

    @server.tool(structured_output=False, description="Accept the deal on the table, or decline it.")
    async def answer_deal(secret: Secret, yes: Yes) -> str:
        return await use(secret, lambda held: held.answer_deal(yes=yes))


async def serve_stdio(room: str | None = None, token: str | None = None) -> None:
    """Serve one client over stdin and stdout until it disconnects."""
    seats = HeldSeats()
    try:
        await new_server(seats, room, token).run_stdio_async()
    finally:
        await seats.leave_all()


async def serve_http(room: str | None, token: str | None, port: int, ready: Callable[[int], None]) -> None:
    """Serve streamable HTTP at /mcp on the loopback address until cancelled; `ready` receives the port."""
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
        await asyncio.shield(task)  # never cancelled halfway, because it has sockets to close
    finally:
        running.should_exit = True
        await task
        await seats.leave_all()
