"""`bigslick chop`: show what the remaining players would get if they split the prizes now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bigslick.checks import counted

from .support.options import PAYOUTS, STACKS, AsJson, whole_numbers
from .support.output import print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.tournament import Tournament
    from bigslick.tournament.director.deals import DealMethod

EXPECTED = "expected a saved event, or both --stacks and --payouts"


def command(
    event: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="An event that `bigslick tournament --save` wrote.")
    ] = None,
    stacks: Annotated[str | None, STACKS] = None,
    payouts: Annotated[str | None, PAYOUTS] = None,
    split: Annotated[
        str | None, typer.Option(metavar="WHAT", help="Split by icm (the default), by chips, or even.")
    ] = None,
    amounts: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT,...",
            help="The amounts that the players agree on: in the order of --stacks, or largest stack first in an event.",
        ),
    ] = None,
    bounties: Annotated[
        str | None,
        typer.Option(metavar="BOUNTY,...", help="The bounties on the players' heads, in the order of --stacks."),
    ] = None,
    for_first: Annotated[int, typer.Option(metavar="AMOUNT", help="Set this aside for first place.")] = 0,
    agree: Annotated[
        bool, typer.Option("--agree", help="Make the deal in the saved event; it can be played out for first place.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a deal among all players left: what each would get, next to the value of each stack by ICM and by chips.

    Everyone keeps the bounty on their own head.
    """
    if amounts is not None and split is not None:
        raise ValueError("--amounts says what each player gets: expected no --split beside it")
    method: DealMethod = "agreed" if amounts is not None else split or "icm"  # type: ignore[assignment]
    agreed = None if amounts is None else whole_numbers(amounts, "--amounts")
    if event is None:
        if stacks is None or payouts is None:
            raise ValueError(f"nothing to split: {EXPECTED}")
        if agree:
            raise ValueError("--agree needs a saved event to make the deal in")
        from bigslick.tournament.director.deals import deal_of_stacks

        numbers = whole_numbers(stacks, "--stacks"), whole_numbers(payouts, "--payouts")
        heads = None if bounties is None else whole_numbers(bounties, "--bounties")
        with progress(f"ICM of {counted(len(numbers[0]), 'stack')}", None):
            deal = deal_of_stacks(*numbers, method, for_first, agreed, heads)
    elif stacks is not None or payouts is not None or bounties is not None:
        raise ValueError(f"an event has its own stacks, prizes and bounties: {EXPECTED}")
    else:
        from bigslick.simulate.folders import write_whole
        from bigslick.tournament import Tournament

        saved = Tournament.load(event.read_bytes())
        if saved.director.agreed and not agree:
            _show_made(saved, as_json)
            return
        with progress(f"ICM of the stacks in {event}", None):
            deal = saved.propose_deal(method, for_first, agreed)
        if agree:
            saved.make_deal(deal)
            write_whole(event, saved.save())
    if as_json:
        import msgspec

        print_json({**msgspec.to_builtins(deal), "agreed": agree})
        return
    print_table(deal.columns, deal.rows, left=("player",))
    if method != "agreed":
        say("Shares are rounded down to whole units; odd units go one each to the larger stacks.")
    if deal.for_first:
        say(f"{deal.for_first:,} more for first place")
    if deal.above_first:
        say(deal.above_first_sentence)
    if agree:
        say(f"The deal is made: `bigslick tournament --resume {event}` plays it out.")


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
