"""Messages while the database is in trouble: the card room waits for it, and nothing is lost."""

from __future__ import annotations

import asyncio

from bigslick.protocol import wire
from bigslick.sentence import say
from bigslick.server.store.database import OutcomeUnknown
from bigslick.server.store.trouble import Trouble

from .answers import Reply


def away(cmd_id: str, trouble: Trouble) -> wire.Refused:
    """Return the refusal for a command during database trouble; the client may try again with a new `cmd_id`."""
    sentence = say("{trouble}: nothing has changed. Try again when it is back.", trouble=trouble.sentence)
    return wire.Refused(cmd_id=cmd_id, sentence=sentence, code="away")


def give_up(reply: Reply, error: OutcomeUnknown) -> None:
    """Fail without an answer, because this process will never know the outcome."""
    reply.set_exception(error)
    if isinstance(reply, asyncio.Future):
        reply.exception()  # the client may be gone


def answer_failure(reply: Reply, error: Exception, not_now: wire.Refused) -> wire.Refused | None:
    """Refuse a command after its commit failed, naming any database trouble; None if the outcome is unknown."""
    if isinstance(error, OutcomeUnknown):
        give_up(reply, error)
        return None
    trouble = getattr(error, "trouble", None)
    refused = not_now if trouble is None else away(not_now.cmd_id, trouble)
    reply.set_result(refused)
    return refused


def outage(trouble: Trouble | None) -> wire.Outage:
    """Return the message to every connection when trouble begins or, with None, ends."""
    if trouble is None:
        return wire.Outage(sentence="")
    return wire.Outage(
        sentence=say(
            "{trouble}. The card room waits for it: clocks stand still, and nothing is lost.", trouble=trouble.sentence
        ),
        state="away",
    )
