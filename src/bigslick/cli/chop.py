"""`bigslick chop`: show what the remaining players would get if they split the prizes now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bigslick.checks import counted

from .support.options import PAYOUTS, STACKS, AsJson, whole_numbers
from .support.output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.tournament import Deal, Tournament

EXPECTED = "expected a saved event, or both --stacks and --payouts"


def command(
    event: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="An event that `bigslick tournament --save` wrote.")
    ] = None,
    stacks: Annotated[str | None, STACKS] = None,
    payouts: Annotated[str | None, PAYOUTS] = None,
    split: Annotated[str, typer.Option(metavar="WHAT", help="Split by icm, or in proportion to the chips.")] = "icm",
    for_first: Annotated[int, typer.Option(metavar="AMOUNT", help="Set this aside for first place.")] = 0,
    agree: Annotated[
        bool, typer.Option("--agree", help="Make the deal in the saved event; it can be played out for first place.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a deal among all players left: what each would get, next to the value of each stack by ICM and by chips."""
    if event is None:
        if stacks is None or payouts is None:
            raise ValueError(f"nothing to split: {EXPECTED}")
        if agree:
            raise ValueError("--agree needs a saved event to make the deal in")
        numbers = whole_numbers(stacks, "--stacks"), whole_numbers(payouts, "--payouts")
        with progress(f"ICM of {counted(len(numbers[0]), 'stack')}", None):
            deal = _of_stacks(*numbers, split, for_first)
    elif stacks is not None or payouts is not None:
        raise ValueError(f"an event has its own stacks and prizes: {EXPECTED}")
    else:
        from bigslick.simulate.folders import write_whole
        from bigslick.tournament import Tournament

        saved = Tournament.load(event.read_bytes())
        if saved.director.agreed and not agree:
            _show_made(saved, as_json)
            return
        with progress(f"ICM of the stacks in {event}", None):
            deal = saved.propose_deal(split, for_first)  # type: ignore[arg-type]
        if agree:
            saved.make_deal(deal)
            write_whole(event, saved.save())
    if as_json:
        import msgspec

        print_json({**msgspec.to_builtins(deal), "agreed": agree})
        return
    rows = [
        (share.player, share.stack, f"{share.icm:,.2f}", f"{share.chips:,.2f}", share.amount) for share in deal.shares
    ]
    print_table(("player", "stack", "by ICM", "by chips", "gets"), rows, left=("player",))
    say("Shares are rounded down to whole units; odd units go one each to the larger stacks.")
    if deal.for_first:
        say(f"{deal.for_first:,} more for first place")
    if deal.above_first:
        say(deal.above_first_sentence)
    if agree:
        say(f"The deal is made: `bigslick tournament --resume {event}` plays it out.")


def _of_stacks(stacks: list[int], prizes: list[int], split: str, for_first: int) -> Deal:
    from bigslick.tournament.director.deals import deal_of

    names = {number: f"Player {number + 1}" for number in range(len(stacks))}
    return deal_of(names, dict(enumerate(stacks)), prizes, split, for_first)  # type: ignore[arg-type]


def _show_made(event: Tournament, as_json: bool) -> None:
    """Print the deal recorded in a saved event."""
    director = event.director
    rows = [(director.names[entry], amount) for entry, amount in director.agreed.items()]
    if as_json:
        shares = [
            {"entry": entry, "player": player, "amount": amount}
            for entry, (player, amount) in zip(director.agreed, rows, strict=True)
        ]
        print_json({"for_first": director.for_first, "shares": shares, "agreed": True})
        return
    say("The players have made this deal:")
    print_table(("player", "gets"), rows, left=("player",))
    if director.for_first:
        say(f"{director.for_first:,} more for first place")
