"""A program's way into a card room: a socket that comes back by itself, and `play`, which lets any bot take a seat."""

from .client import Client, Lost, NotDone
from .play import Session, play
from .sign_in import NotLetIn, guest_token, sign_in, sign_up

__all__ = ["Client", "Lost", "NotDone", "NotLetIn", "Session", "guest_token", "play", "sign_in", "sign_up"]
