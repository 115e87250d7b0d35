"""The host of a table or tournament, the door, and what the host has decided about players: plain data."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.protocol.host import GameDoor, HostDesk, HostNow, Request
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say

from .facts import Requested

HOUSE: Final = ""
"""The operator hosts under this name: no player has it, and facts of the house carry it."""
MOST_NAMED: Final = 200
"""The most players that a host may have banned at a time, and the most muted."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player who opens a table or tournament, its door, and the secrets of its invite."""

    host: str = ""
    """Empty if the house opens it."""
    door: GameDoor = GameDoor()
    token: str = ""
    """The secret in the invite link; empty if it is not private."""
    password: str = ""
    """As argon2id; empty if the invite alone opens the door."""


class Hosting(msgspec.Struct, kw_only=True):
    """The host, the door, and what the host has decided about players."""

    host: str = ""
    door: GameDoor = GameDoor()
    token: str = ""
    password: str = ""
    paused: str = ""
    """Why no hand starts; empty while hands are dealt."""
    paused_at: int = 0
    """When the last pause began."""
    admitted: list[str] = []
    """Players who came in by the invite."""
    approved: list[str] = []
    """Players who got the host's yes."""
    banned: list[str] = []
    muted: list[str] = []
    away_since: int | None = None
    """Since when the host has no connection."""
    former: str = ""
    """The last host, if another player took over while they were away."""
    requests: list[Requested] = []

    @classmethod
    def of(cls, invitation: Invitation) -> Hosting:
        """Create the state in which a table or tournament opens."""
        return cls(host=invitation.host, door=invitation.door, token=invitation.token, password=invitation.password)

    @property
    def hosted(self) -> bool:
        """Whether viewers get a `HostNow`."""
        return bool(self.host) or self.door != GameDoor()

    def lets_in(self, player: str | None) -> bool:
        """Whether a player who neither sits there nor has entered may know of it."""
        if not self.door.private:
            return True
        return player is not None and (player == self.host or player in self.admitted)

    def must_ask(self, player: str, kind: Literal["seat", "chips", "entry"]) -> bool:
        """Whether a player's buy-in waits for the host."""
        approve = self.door.approve
        if approve == "none" or player == self.host:
            return False
        return approve == "buy_ins" or (kind != "chips" and player not in self.approved)

    def request_of(self, player: str) -> Requested | None:
        """Find a player's open request."""
        return next((request for request in self.requests if request.player == player), None)

    @property
    def waiting(self) -> tuple[Request, ...]:
        """The requests as the host sees them, oldest first."""
        return tuple(request.shown for request in self.requests)

    # -- changes -------------------------------------------------------------------------------------------------

    def hand_to(self, player: str, *, taken: bool = False) -> None:
        """Make another player the host; the last one stays let in, and may ask for it back if it was taken over."""
        if self.host and self.door.private:
            self.admit(self.host)
        self.former = self.host if taken else ""
        self.host, self.away_since = player, None
        self.drop(player)

    def wait_on(self, ms: int) -> None:
        """Do not count time in which the host could not come back."""
        if self.away_since is not None:
            self.away_since += ms

    def ask(self, request: Requested) -> None:
        """Add a request; it replaces the player's last one."""
        self.drop(request.player)
        self.requests.append(request)

    def drop(self, player: str) -> None:
        """Forget a player's request."""
        if self.requests:
            self.requests = [request for request in self.requests if request.player != player]

    def approve(self, player: str) -> None:
        """Note the host's yes to a player."""
        if player not in self.approved:
            self.approved.append(player)

    def admit(self, player: str) -> None:
        """Note that a player came in by the invite."""
        if player not in self.admitted:
            self.admitted.append(player)

    def distrust(self, player: str) -> None:
        """Make a player ask again, whatever the host said before."""
        self.drop(player)
        if player in self.approved:
            self.approved.remove(player)

    def ban(self, player: str) -> None:
        """Keep a player out; once unbanned, they need a new invite to a private game."""
        self.distrust(player)
        if player in self.admitted:
            self.admitted.remove(player)
        if player not in self.banned:
            self.banned.append(player)

    # -- refusals ------------------------------------------------------------------------------------------------

    def check_host(self, player: str | None) -> None:
        """Refuse everyone but the host and the house."""
        if player is None or player not in (self.host, HOUSE):
            raise CommandRefused("Only the host can do that.", "not_host")

    def check_not_banned(self, player: str) -> None:
        """Refuse a banned player."""
        if player in self.banned:
            raise CommandRefused(BANNED, "banned")

    # -- for viewers ---------------------------------------------------------------------------------------------

    def now(self, at: str, player: str | None) -> HostNow:
        """Describe the host and the door for one viewer."""
        mine = None if player is None else self.request_of(player)
        return HostNow(
            at=at,
            host=self.host,
            door=self.door,
            asked=None if mine is None else mine.shown,
            away_since=self.away_since,
            asks_back=bool(player) and player == self.former,
            desk=self._desk() if player is not None and player == self.host else None,
        )

    def _desk(self) -> HostDesk:
        return HostDesk(
            requests=self.waiting,
            banned=tuple(self.banned),
            muted=tuple(self.muted),
            let_in=tuple(self.admitted),
            invite=self.token,
            password=bool(self.password),
        )


BANNED: Final[Sentence] = say("The host has banned you from this game.")
ASKED_TO_LEAVE: Final[Sentence] = say("The host has asked you to leave this game.")


def not_let_in(kind: Literal["table", "tournament"], name: str) -> CommandRefused:
    """The refusal for players who may not know of a table or tournament: the same as if it did not exist."""
    if kind == "table":
        return CommandRefused(say("No table '{table}': the lobby lists them.", table=name), "unknown")
    return CommandRefused(say("No tournament '{tournament}': the lobby lists them.", tournament=name), "unknown")


def stays_out(player: str) -> CommandRefused:
    """The refusal for a host who lets in a player that the club or the operator keeps out."""
    return CommandRefused(say("{player} may not come in here any more", player=player), "stale")
