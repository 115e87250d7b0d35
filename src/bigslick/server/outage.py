"""What players hear while the database is in trouble: the card room waits for it, and nothing is lost."""

from __future__ import annotations

from bigslick.protocol import wire

from .store.trouble import Trouble


def away(cmd_id: str, trouble: Trouble) -> wire.Refused:
    """The answer to a command that was not carried out because of it; sent again, the command may be carried out."""
    sentence = f"{trouble.sentence}: nothing has changed. Try again when it is back."
    return wire.Refused(cmd_id=cmd_id, sentence=sentence, code="away")


def outage(trouble: Trouble | None) -> wire.Outage:
    """What every connection is told when the trouble begins or, without one, when it is over."""
    if trouble is None:
        return wire.Outage(sentence="")
    what_happens = "The card room waits for it: clocks stand still, and nothing is lost."
    return wire.Outage(sentence=f"{trouble.sentence}. {what_happens}")
