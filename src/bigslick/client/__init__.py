"""A card room client for programs: a socket that reconnects, and `play` and `play_tournament` for any bot."""

from bigslick.protocol.refusal import CommandRefused

from .client import Client
from .play import Session, play
from .requests import ConnectionLost
from .sign_in import SignInRefused, guest_token, sign_in, sign_up
from .tournament import TournamentSession, play_tournament

__all__ = [
    "Client",
    "CommandRefused",
    "ConnectionLost",
    "Session",
    "SignInRefused",
    "TournamentSession",
    "guest_token",
    "play",
    "play_tournament",
    "sign_in",
    "sign_up",
]
