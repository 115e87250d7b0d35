"""Endpoints about structures: the ones to choose from, and what will happen with one, while a host types it."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from bigslick.protocol.settings import BadSettings
from bigslick.protocol.wording import Wording, worded
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.tournament.structure.outlook import Outlook, outlook
from bigslick.tournament.structure.problems import BadStructure

from .endpoints import ApiRequest, Endpoints
from .new_tournament import StructureCard, StructureDraft, structure_of, structures

STRUCTURE_ENDPOINTS: Final = Endpoints("tournaments", needs="player")


class StructureProblem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong with a structure, and where."""

    sentence: str
    field: str = ""
    """The key, such as `levels[2].big`; lists count from 0. Empty if it is about the whole."""
    line: int = 0
    """The line in the text, from 1; 0 if it has none."""
    wording: Wording | None = None
    """The sentence as the page translates it; missing where structures are described in English only."""


class StructureChecked(msgspec.Struct, frozen=True, kw_only=True):
    """The outlook of a structure that can be played, or the mistakes in it."""

    outlook: Outlook | None = None
    problems: tuple[StructureProblem, ...] = ()


@STRUCTURE_ENDPOINTS.get("/api/structures", "The structures to open a tournament with.")
async def _structures(_: ApiRequest) -> tuple[StructureCard, ...]:
    return structures()


@STRUCTURE_ENDPOINTS.post(
    "/api/structures/check",
    "What will happen in a tournament, as `bigslick structure check` says it, or what is wrong with its structure.",
    body=StructureDraft,
)
async def _check(request: ApiRequest) -> StructureChecked:
    card_room = request.card_room
    request.limit(card_room.usage.checks, request.signed_in, "You check structures too fast: wait a few seconds.")
    async with card_room.structure_checks.turn(request):
        return await asyncio.to_thread(checked, request.body)


def checked(draft: StructureDraft) -> StructureChecked:
    """Check a structure, and look ahead if it can be played."""
    try:
        structure = structure_of(draft)
        TournamentSettings(structure=structure)
        return StructureChecked(outlook=outlook(structure))
    except BadStructure as bad:
        found = [
            StructureProblem(sentence=each.sentence, field=each.field, line=each.line) for each in (bad, *bad.others)
        ]
        return StructureChecked(problems=tuple(found))
    except BadSettings as bad:
        return StructureChecked(problems=(StructureProblem(sentence=bad.sentence, wording=worded(bad.sentence)),))
