"""Plain data about a table or tournament's host: who it is, the door, and decisions about players."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from bigslick.protocol.door import GameDoor
from bigslick.protocol.host import HostDesk, HostNow, Request
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say

from ..words import fold
from .facts import Requested

HOUSE: Final = ""
"""The operator hosts under this name, which no player can have; the house's facts carry it."""
MOST_NAMED: Final = 200
"""The most players a host can have banned at a time, and the most muted."""
MOST_ADMITTED: Final = 500
"""The most players who can come in with one invite."""
MOST_REQUESTS: Final = 50
"""The most requests for a seat or an entry that can wait for a host."""
MOST_SHOWN: Final = 1_000
"""How many players' names a table keeps; beyond that it forgets players who have left."""
AGAIN_MS: Final = 600_000
"""For this long after the players or the time ended a pause, the host cannot pause again."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player who opens a table or tournament, its door, and its invite secrets."""

    host: str = ""
    """Empty if the house opens it."""
    host_name: str = ""
    """The host's name when it opens."""
    door: GameDoor = GameDoor()
    token: str = ""
    """The secret in the invite link; empty if it is not private."""
    password: str = ""
    """As argon2id; empty if the invite needs no password."""


class Hosting(msgspec.Struct, kw_only=True):
    """The host, the door, and the host's decisions about players."""

    host: str = ""
    door: GameDoor = GameDoor()
    token: str = ""
    password: str = ""
    paused: str = ""
    """Why no hand starts; empty while hands are dealt."""
    paused_at: int = 0
    """When the last pause began."""
    pause_ends: int | None = None
    """When a host's pause ends at the latest; None if the house has paused it, or nobody has."""
    votes: list[str] = []
    """Players who voted to resume."""
    may_pause_at: int = 0
    """When the host may pause again, after a pause that ended without them."""
    admitted: list[str] = []
    """Players who came in with the invite."""
    arrivals: dict[str, str] = {}
    """Guests whose account was made when they came in, by the hash of their request's id."""
    approved: list[str] = []
    """Players the host has approved."""
    banned: list[str] = []
    muted: list[str] = []
    away_since: int | None = None
    """When the host's last connection closed."""
    former: str = ""
    """The previous host, if another player took over while they were away."""
    requests: list[Requested] = []
    names: dict[str, str] = {}
    """The names viewers see, by player id."""

    @classmethod
    def of(cls, invitation: Invitation) -> Hosting:
        """Create a table's or tournament's initial state."""
        return cls(
            host=invitation.host,
            door=invitation.door,
            token=invitation.token,
            password=invitation.password,
            names={invitation.host: invitation.host_name} if invitation.host_name else {},
        )

    @property
    def hosted(self) -> bool:
        """Whether viewers get a `HostNow`."""
        return bool(self.host) or self.door != GameDoor()

    def lets_in(self, player: str | None) -> bool:
        """Whether a player who has no seat or entry may know about it."""
        if not self.door.private:
            return True
        return player is not None and (player == self.host or player in self.admitted)

    def must_ask(self, player: str, kind: Literal["seat", "chips", "entry"]) -> bool:
        """Whether a player's buy-in waits for the host."""
        approve = self.door.approve
        if approve == "none" or player == self.host:
            return False
        return approve == "buy_ins" or (kind != "chips" and player not in self.approved)

    def concerns(self, player: str) -> bool:
        """Whether a player is the host or waits for the host."""
        return player == self.host or self.request_of(player) is not None

    def request_of(self, player: str) -> Requested | None:
        """Find a player's open request."""
        return next((request for request in self.requests if request.player == player), None)

    @property
    def waiting(self) -> tuple[Request, ...]:
        """The requests as the host sees them, oldest first."""
        return tuple(self._shown(request) for request in self.requests)

    # -- names ---------------------------------------------------------------------------------------------------

    def name_of(self, player: str) -> str:
        """Return the name viewers see for a player."""
        return self.names.get(player, player)

    def names_of(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return the names viewers see for players."""
        return tuple([self.name_of(player) for player in players])

    def find(self, name: str) -> str | None:
        """Find the player shown under a name, compared as the room compares names."""
        wanted = fold(name)
        return next((player for player, shown in self.names.items() if fold(shown) == wanted), None)

    def forget_names(self, but: Iterable[str]) -> None:
        """Forget all names except those of these players and of players the host still has to decide about."""
        lists = (self.admitted, self.banned, self.muted, self.votes, [request.player for request in self.requests])
        kept = {self.host, self.former, *but}.union(*lists)
        self.names = {player: name for player, name in self.names.items() if player in kept}

    def _shown(self, request: Requested) -> Request:
        """Return a request as shown to its player and the host."""
        player = self.name_of(request.player)
        return Request(player=player, kind=request.kind, chips=request.chips, asked_at=request.at)

    # -- changes -------------------------------------------------------------------------------------------------

    def hand_to(self, player: str, *, taken: bool = False) -> None:
        """Make another player the host. The previous one stays admitted, and after a takeover can ask the role back."""
        if self.host and self.door.private:
            self.admit(self.host)
        self.former = self.host if taken else ""
        self.host, self.away_since = player, None
        self.drop(player)

    def wait_on(self, ms: int) -> None:
        """Exclude time when the host could not come back or resume."""
        if self.away_since is not None:
            self.away_since += ms
        if self.pause_ends is not None:
            self.pause_ends += ms

    def pause(self, why: str, at: int, *, by_host: bool) -> None:
        """Start no hand from now on."""
        self.paused, self.paused_at, self.votes = why, at, []
        self.pause_ends = at + self.door.longest_pause_ms if by_host else None

    def resume(self, at: int, *, by_host: bool) -> None:
        """Deal again."""
        self.paused, self.pause_ends, self.votes = "", None, []
        if not by_host:
            self.may_pause_at = at + AGAIN_MS

    def ask(self, request: Requested) -> None:
        """Add a request, replacing the player's previous one."""
        self.drop(request.player)
        self.requests.append(request)

    def drop(self, player: str) -> None:
        """Drop a player's request."""
        if self.requests:
            self.requests = [request for request in self.requests if request.player != player]

    def approve(self, player: str) -> None:
        """Record the host's approval of a player."""
        if player not in self.approved:
            self.approved = [*self.approved[1 - MOST_ADMITTED :], player]  # the oldest must ask again

    def admit(self, player: str, arrival: str = "") -> None:
        """Record that a player came in with the invite."""
        if player not in self.admitted:
            self.admitted.append(player)
        if arrival:
            self.arrivals[arrival] = player

    def distrust(self, player: str) -> None:
        """Make a player ask again, even after the host approved them."""
        self.drop(player)
        if player in self.approved:
            self.approved.remove(player)

    def ban(self, player: str) -> None:
        """Ban a player. Once unbanned, they need a new invite to a private game."""
        self.distrust(player)
        if player in self.admitted:
            self.admitted.remove(player)
        self.arrivals = {arrival: guest for arrival, guest in self.arrivals.items() if guest != player}
        if player not in self.banned:
            self.banned.append(player)

    # -- refusals ------------------------------------------------------------------------------------------------

    def check_host(self, player: str | None) -> None:
        """Refuse everyone but the host and the house."""
        if player is None or player not in (self.host, HOUSE):
            raise CommandRefused("Only the host can do that.", "not_host")

    def check_not_banned(self, player: str) -> None:
        if player in self.banned:
            raise CommandRefused(BANNED, "banned")

    # -- for viewers ---------------------------------------------------------------------------------------------

    def now(self, at: str, player: str | None) -> HostNow:
        """Describe the host and the door for one viewer."""
        mine = None if player is None else self.request_of(player)
        return HostNow(
            at=at,
            host=self.name_of(self.host),
            door=self.door,
            asked=None if mine is None else self._shown(mine),
            away_since=self.away_since,
            asks_back=bool(player) and player == self.former,
            pause_ends=self.pause_ends,
            votes=self.names_of(self.votes),
            desk=self._desk() if player is not None and player == self.host else None,
        )

    def _desk(self) -> HostDesk:
        return HostDesk(
            requests=self.waiting,
            banned=self.names_of(self.banned),
            muted=self.names_of(self.muted),
            let_in=self.names_of(self.admitted),
            invite=self.token if self.door.private else "",
            password=bool(self.password),
        )


ALREADY_SO: Final[Sentence] = say("These are the settings already: nothing would change.")
BANNED: Final[Sentence] = say("The host has banned you from this game.")
ASKED_TO_LEAVE: Final[Sentence] = say("The host has asked you to leave this game.")


def not_let_in(kind: Literal["table", "tournament"], name: str) -> CommandRefused:
    """Return the refusal for players who may not know about a table or tournament, as if it did not exist."""
    if kind == "table":
        return CommandRefused(say("No table '{table}': the lobby lists them.", table=name), "unknown")
    return CommandRefused(say("No tournament '{tournament}': the lobby lists them.", tournament=name), "unknown")


def new_token(secret: bytes) -> str:
    """Return the secret for a new invite link, from 32 random bytes."""
    return urlsafe_b64encode(secret[:18]).decode()


def stays_out(player: str) -> CommandRefused:
    """Return the refusal for a host who admits a player banned by the club or the operator."""
    return CommandRefused(say("{player} may not come in here any more", player=player), "stale")
