"""Local matches: hands played by the rules, and no other player's cards."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bigslick.bots import UnknownBot
from bigslick.gateways.mcp.local import MOST_TOLD, BadLocalMatch, LocalMatch
from bigslick.hand import IllegalAction
from bigslick.hand.sentences import cards_text


def played(match: LocalMatch, action: str = "fold") -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        seen = await match.look()
        while not seen["over"]:
            may = seen["view"]["you_may"]
            seen = await match.act("check" if "check" in may else "call" if action == "call" else "fold", None)
        return seen

    return asyncio.run(run())


def test_folding_costs_the_blinds() -> None:
    seen = played(LocalMatch(["maniac"], 10, 50, 1))
    assert seen["over"]
    assert seen["won_so_far"] < 0


def test_the_same_seed_is_the_same_match() -> None:
    assert played(LocalMatch(["lag", "tag"], 20, 100, "x"), "call") == played(
        LocalMatch(["lag", "tag"], 20, 100, "x"), "call"
    )


async def test_hidden_cards_stay_hidden() -> None:
    match = LocalMatch(["caller", "tag"], 30, 100, 8)
    seen = await match.look()
    while not seen["over"]:
        hand = match._hand
        others = [card for seat in (1, 2) for card in hand.hole(seat)]
        seen.pop("finished_hands")
        told = json.dumps(seen, ensure_ascii=False)
        assert not [card for card in others if str(card) in told or cards_text([card]) in told]
        seen = await match.act("check" if "check" in seen["view"]["you_may"] else "call", None)


async def test_the_first_decision_tells_your_cards() -> None:
    match = LocalMatch(["tag"], 1, 100, 1)
    seen = await match.look()
    assert seen["view"]["street"] == "preflop"
    assert seen["story"][-1] == f"cards    You {cards_text(match._hand.hole(0))}"


async def test_a_refusal_tells_the_options_once() -> None:
    match = LocalMatch(["tag"], 1, 100, 1)
    may = (await match.look())["view"]["you_may"]
    for action, to, why in (
        ("rais", None, "'rais' is not an action; did you mean 'raise'?"),
        ("raise", None, "raise needs `to`, the total of your bet on this street."),
        ("raise", 3, "raise to 3 is below the minimum of 200: the bet is 100 and the last full raise was 100."),
    ):
        with pytest.raises(IllegalAction) as refused:
            await match.act(action, to)
        assert str(refused.value) == f"{why} You may {may}"


def test_a_match_that_is_over_takes_no_action() -> None:
    match = LocalMatch(["rock"], 1, 100, 2)
    played(match)
    with pytest.raises(IllegalAction, match="the match is over"):
        asyncio.run(match.act("fold", None))


def test_of_many_hands_the_last_are_told() -> None:
    match = LocalMatch(["rock"] * 8, 300, 100, 2)
    seen = asyncio.run(match.look())
    assert len(seen["finished_hands"]) <= MOST_TOLD


@pytest.mark.parametrize(
    ("bots", "hands", "depth"), [([], 1, 100), (["tag"] * 10, 1, 100), (["tag"], 0, 100), (["tag"], 1, 1)]
)
def test_a_match_that_cannot_be_played(bots: list[str], hands: int, depth: int) -> None:
    with pytest.raises(BadLocalMatch, match="expected"):
        LocalMatch(bots, hands, depth, 0)


def test_a_client_cannot_name_a_file() -> None:
    with pytest.raises(UnknownBot):
        LocalMatch(["examples/bot.py:Careful"], 1, 100, 0)
