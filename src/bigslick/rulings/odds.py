"""Cases of type `icm` and `equity`: what stacks are worth, and how often hands win."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from .case import BadRulings, Ruling, differ, listed, near


class IcmCase(Ruling, kw_only=True):
    """Stacks and payouts, and each stack's equity."""

    stacks: list[int]
    payouts: list[int | float]
    expected: list[float]
    expected_exact: list[str] | None = None
    tolerance: float = 1e-6


def check_icm(case: IcmCase) -> Iterator[str]:
    """Check each equity within the case's tolerance, and against the exact fraction if the case gives one."""
    from bigslick.odds.icm import icm, icm_exact

    found = icm(case.stacks, case.payouts).equities
    if len(case.expected) != len(found):
        yield f"expected has {len(case.expected)} equities for {len(found)} stacks"
    for place, (equity, wanted) in enumerate(zip(found, case.expected, strict=False), 1):
        yield from near(f"equity of stack {place}", equity, wanted, case.tolerance)
    if case.expected_exact is not None:
        yield from differ(
            "expected_exact",
            icm_exact(case.stacks, case.payouts),
            tuple(fraction(text) for text in case.expected_exact),
        )


def tell_icm(case: IcmCase) -> Iterator[str]:
    """Yield the stacks, the payouts and what each stack is worth."""
    yield f"Stacks {listed(case.stacks)}; payouts {listed(case.payouts)}."
    exact = case.expected_exact or [""] * len(case.expected)
    for stack, worth, text in zip(case.stacks, case.expected, exact, strict=False):
        yield f"- {stack} chips are worth {worth:.6g}" + (f" ({text})" if text else "")


def fraction(text: str) -> Fraction:
    """Parse a fraction such as "1075/28"."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadRulings(f"{text!r} is not a fraction: expected one such as '1075/28'") from None


# --- equity ----------------------------------------------------------------------------------------------------------


class Share(msgspec.Struct, forbid_unknown_fields=True):
    """Boards that a hand wins alone or ties, and its equity."""

    win: int
    tie: int
    equity: float | None = None
    equity_exact: str | None = None


class EquityCase(Ruling, kw_only=True):
    """Hands against each other, and how often each wins over all boards."""

    hands: list[str]
    players: list[Share]
    board: str = ""
    dead: str = ""
    boards_enumerated: int | None = None
    tolerance: float = 1e-7


def check_equity(case: EquityCase) -> Iterator[str]:
    """Check wins and ties exactly, and equities within the tolerance."""
    from bigslick.odds.equity import equity

    result = equity(case.hands, board=case.board, dead=case.dead)
    if not result.exact:
        yield "the equity was sampled, expected an exact count"
    if case.boards_enumerated is not None:
        yield from differ("boards_enumerated", result.boards, case.boards_enumerated)
    yield from differ("number of players", len(result.players), len(case.players))
    for hand, found, expected in zip(case.hands, result.players, case.players, strict=False):
        yield from differ(f"win of {hand}", found.win, expected.win)
        yield from differ(f"tie of {hand}", found.tie, expected.tie)
        if expected.equity is not None:
            yield from near(f"equity of {hand}", found.equity, expected.equity, case.tolerance)
        if expected.equity_exact is not None:
            yield from differ(f"equity_exact of {hand}", found.fraction, fraction(expected.equity_exact))


def tell_equity(case: EquityCase) -> Iterator[str]:
    """Yield the hands, the board and how often each wins."""
    board = f" on {case.board}" if case.board else ""
    dead = f", dead {case.dead}" if case.dead else ""
    yield f"{' against '.join(case.hands)}{board}{dead}" + (
        "." if case.boards_enumerated is None else f", over {case.boards_enumerated:,} boards."
    )
    for hand, share in zip(case.hands, case.players, strict=False):
        worth = "" if share.equity is None else f", equity {share.equity:.6f}"
        yield f"- {hand} wins {share.win:,} and ties {share.tie:,}{worth}"
