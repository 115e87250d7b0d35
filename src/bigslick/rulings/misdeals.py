"""Cases of type `substantial_action`: the moment after which a hand can no longer be called off."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bigslick.hand.substantial import substantial_action

from .case import Ruling, differ


class ActionRow(msgspec.Struct, forbid_unknown_fields=True):
    """Actions in turn, and whether they are substantial."""

    actions_in_turn: list[str]
    substantial: bool


class SubstantialActionCase(Ruling, kw_only=True):
    """A truth table: actions in turn, and whether they are substantial."""

    cases: list[ActionRow]


def check_substantial_action(case: SubstantialActionCase) -> Iterator[str]:
    """Every row of the truth table."""
    for place, row in enumerate(case.cases, 1):
        name = f"row {place}, {' '.join(row.actions_in_turn) or 'no action'}: substantial"
        yield from differ(name, substantial_action(row.actions_in_turn), row.substantial)


def tell_substantial_action(case: SubstantialActionCase) -> Iterator[str]:
    """Every row of the truth table."""
    for row in case.cases:
        verdict = "substantial" if row.substantial else "not substantial"
        yield f"- {', '.join(row.actions_in_turn) or 'no action'}: {verdict}"
