"""A card room client for programs: a socket that reconnects, and `play`, which seats any bot."""

from bigslick.protocol.refusal import CommandRefused

from .client import Client, ConnectionLost
from .play import Session, play
from .sign_in import SignInRefused, guest_token, sign_in, sign_up

__all__ = [
    "Client",
    "CommandRefused",
    "ConnectionLost",
    "Session",
    "SignInRefused",
    "guest_token",
    "play",
    "sign_in",
    "sign_up",
]
