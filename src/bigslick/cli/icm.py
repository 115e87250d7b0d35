"""`bigslick icm`: what stacks are worth in prize money."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Annotated

from bigslick.checks import counted

from .support.options import PAYOUTS, STACKS, AsJson, whole_numbers
from .support.output import print_json, print_table, progress, say


def command(
    stacks: Annotated[str, STACKS],
    payouts: Annotated[str, PAYOUTS],
    as_json: AsJson = False,
) -> None:
    """Show what each stack is worth in prize money, by Malmuth-Harville."""
    from bigslick.odds import icm

    chips = whole_numbers(stacks, "--stacks")
    prizes = [_prize(part) for part in payouts.split(",")]
    with progress(f"ICM of {counted(len(chips), 'stack')}", None):
        found = icm(chips, prizes)
    equities = found.equities
    if as_json:
        print_json({"equities": list(equities), "left_out": list(found.left_out)})
        return
    total = sum(equities)
    rows = [
        (place, stack, f"{equity:,.4f}", f"{100 * equity / total:.2f} %" if total else "-")
        for place, (stack, equity) in enumerate(zip(chips, equities, strict=True), 1)
    ]
    print_table(("player", "stack", "worth", "of the prizes"), rows)
    if found.left_out:
        say(found.left_out_text)


def _prize(text: str) -> Decimal:
    try:
        prize = Decimal(text.strip())
    except InvalidOperation:
        prize = Decimal("NaN")
    if not prize.is_finite() or prize < 0 or prize.adjusted() > 18:
        raise ValueError(f"--payouts: {text!r} is not a prize; expected numbers with commas, as in --payouts 50,30,20")
    return prize
