"""The verdict on a case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from bigslick.decoding import explain

MOST_SHOWN: Final = 4


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on one case; `why` is empty if it passed."""

    id: str
    area: str
    ok: bool
    why: str = ""


def judge(name: str, area: str, differences: Iterable[str]) -> Verdict:
    """Build a verdict from a checker's differences; anything that goes wrong on the way counts as one."""
    found: list[str] = []
    try:
        found += differences
    except msgspec.ValidationError as error:
        found.append(explain(error))
    except ValueError as error:
        found.append(str(error))
    except Exception as error:  # our own bug must not hide the verdicts on the other cases
        found.append(
            f"unexpected {type(error).__name__}: {error} (a mistake in bigslick: please report it with the case)"
        )
    if len(found) > MOST_SHOWN:
        found[MOST_SHOWN:] = [f"and {len(found) - MOST_SHOWN} more"]
    return Verdict(name, area, not found, "; ".join(found))
