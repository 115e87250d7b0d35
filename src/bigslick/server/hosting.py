"""What the host of a table or tournament has decided, and who waits for a decision: plain data, part of its state."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from bigslick.protocol.host import GameDoor, HostDesk, HostNow, Request, RequestKind
from bigslick.protocol.refusal import CommandRefused
from bigslick.sentence import Sentence, say
from bigslick.table.seats import MissedBlinds

HOUSE: Final = ""
"""Under this name the operator does what a host does: no player has it, and facts of the house carry it."""
MOST_NAMED: Final = 200
"""How many players a host may have banned at a time, and how many muted."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who opens a table or tournament, its door, and the secrets of its invite."""

    host: str = ""
    """Empty for the house's own."""
    door: GameDoor = GameDoor()
    token: str = ""
    """What the invite link carries; empty if it is not private."""
    password: str = ""
    """As argon2id; empty if the invite alone opens the door."""


class WaitingRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request as it waits, with what it takes to carry it out."""

    player: str
    kind: RequestKind
    chips: int
    asked_at: int
    seat: int | None = None
    missed_blinds: MissedBlinds | None = None
    promise: str = ""

    @property
    def told(self) -> Request:
        """The request as its player and the host see it."""
        return Request(player=self.player, kind=self.kind, chips=self.chips, asked_at=self.asked_at)


class Hosting(msgspec.Struct, kw_only=True):
    """The host, the door, and everyone about whom the host has decided something."""

    host: str = ""
    door: GameDoor = GameDoor()
    token: str = ""
    password: str = ""
    admitted: list[str] = []
    """Who came in by the invite."""
    approved: list[str] = []
    """Who got the host's yes."""
    banned: list[str] = []
    muted: list[str] = []
    away_since: int | None = None
    """Since when the host has no connection."""
    former: str = ""
    """The host from whom another player took over while they were away."""
    requests: list[WaitingRequest] = []

    @classmethod
    def of(cls, invitation: Invitation) -> Hosting:
        """The state in which a table or tournament opens."""
        return cls(host=invitation.host, door=invitation.door, token=invitation.token, password=invitation.password)

    @property
    def hosted(self) -> bool:
        """Whether there is anything to tell viewers about it."""
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

    def request_of(self, player: str) -> WaitingRequest | None:
        """The request with which a player waits."""
        return next((request for request in self.requests if request.player == player), None)

    @property
    def waiting(self) -> tuple[Request, ...]:
        """The requests as the host sees them, oldest first."""
        return tuple(request.told for request in self.requests)

    # -- changes -------------------------------------------------------------------------------------------------

    def hand_to(self, player: str, *, taken: bool = False) -> None:
        """Another player is the host; the one before stays let in, and may ask for it if it was taken over."""
        if self.host and self.door.private:
            self.admit(self.host)
        self.former = self.host if taken else ""
        self.host, self.away_since = player, None
        self.drop(player)

    def wait_on(self, ms: int) -> None:
        """Time passed in which the host could not come back."""
        if self.away_since is not None:
            self.away_since += ms

    def ask(self, request: WaitingRequest) -> None:
        """One more request; a player has one at a time."""
        self.drop(request.player)
        self.requests.append(request)

    def drop(self, player: str) -> None:
        """A player waits no more."""
        if self.requests:
            self.requests = [request for request in self.requests if request.player != player]

    def approve(self, player: str) -> None:
        """The host has said yes to a player."""
        if player not in self.approved:
            self.approved.append(player)

    def admit(self, player: str) -> None:
        """A player has come in by the invite."""
        if player not in self.admitted:
            self.admitted.append(player)

    def distrust(self, player: str) -> None:
        """Whatever the host said before, the player has to ask again."""
        self.drop(player)
        if player in self.approved:
            self.approved.remove(player)

    def ban(self, player: str) -> None:
        """A player must stay out; only a new invite brings them back to a private table, once they are unbanned."""
        self.distrust(player)
        if player in self.admitted:
            self.admitted.remove(player)
        if player not in self.banned:
            self.banned.append(player)

    # -- refusals ------------------------------------------------------------------------------------------------

    def check_host(self, player: str | None, refusal: Sentence) -> None:
        """Refuse what only the host may do, and the house."""
        if player is None or player not in (self.host, HOUSE):
            raise CommandRefused(refusal, "not_host")

    def check_new_host(self, player: str) -> None:
        """Refuse to hand over to the host."""
        if player == self.host:
            raise CommandRefused(say("{player} is the host already", player=player))

    def check_not_banned(self, player: str, kind: Literal["table", "tournament"]) -> None:
        """Refuse a banned player."""
        if player in self.banned:
            raise CommandRefused(banned_words(kind), "banned")

    def check_may_ban(self) -> None:
        """Refuse one more on a full list."""
        if len(self.banned) >= MOST_NAMED:
            raise CommandRefused(
                say("you have banned {most} players, the most there can be: unban one", most=MOST_NAMED)
            )

    def check_may_mute(self) -> None:
        """Refuse one more on a full list."""
        if len(self.muted) >= MOST_NAMED:
            raise CommandRefused(
                say("you have muted {most} players, the most there can be: unmute one", most=MOST_NAMED)
            )

    # -- for viewers ---------------------------------------------------------------------------------------------

    def now(self, at: str, player: str | None) -> HostNow:
        """What a viewer may know of it."""
        mine = None if player is None else self.request_of(player)
        return HostNow(
            at=at,
            host=self.host,
            door=self.door,
            asked=None if mine is None else mine.told,
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


def not_let_in(kind: Literal["table", "tournament"], name: str) -> CommandRefused:
    """The refusal for whoever may not know of a table or tournament: the same as if it were not there."""
    if kind == "table":
        return CommandRefused(say("No table '{table}': the lobby lists them.", table=name), "unknown")
    return CommandRefused(say("No tournament '{tournament}': the lobby lists them.", tournament=name), "unknown")


def stays_out(player: str) -> CommandRefused:
    """The refusal for a host who would let in a player whom the club or the operator keeps out."""
    return CommandRefused(say("{player} may not come in here any more", player=player), "stale")


def banned_words(kind: str) -> str:
    """What a banned player is told."""
    if kind == "table":
        return say("The host has banned you from this table.")
    return say("The host has banned you from this tournament.")
