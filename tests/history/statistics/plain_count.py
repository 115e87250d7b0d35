"""A second, slow and plain count of every figure, from the actions in a PHH file, without the engine.

Each decision is recorded with everything before it, and each figure follows from its definition in
docs/reference/statistics.md. This shares no code with the count it checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple


class Decision(NamedTuple):
    """A player's action, and what the player saw when deciding."""

    player: int
    street: int
    did: str
    """fold, check, call or raise; a bet counts as a raise."""
    before: tuple[Decision, ...]
    """Every decision before this one."""

    def on_street(self, street: int) -> list[Decision]:
        return [one for one in self.before if one.street == street]

    @property
    def wagers(self) -> list[Decision]:
        """The bets and raises on this street before the decision."""
        return [one for one in self.on_street(self.street) if one.did == "raise"]


class PlainHand:
    """One hand's decisions, and how it ended."""

    def __init__(self, fields: dict[str, Any]) -> None:
        stacks = [Decimal(stack) for stack in fields["starting_stacks"]]
        n = len(stacks)
        antes = [Decimal(ante) for ante in fields["antes"]]
        blinds = [Decimal(blind) for blind in fields["blinds_or_straddles"]]
        if n == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        self.n = n
        self.big, self.small = _blinds(blinds, Decimal(fields.get("min_bet") or fields["small_bet"]))
        left = [stack - min(stack, ante) for stack, ante in zip(stacks, antes, strict=True)]
        bets = [Decimal(0)] * n
        for player, blind in enumerate(blinds):
            # An extra post is live up to the big blind; the rest of it is dead.
            live = min(abs(blind), blinds[self.big]) if blind < 0 else blind
            bets[player] = min(left[player], live)
            left[player] -= min(left[player], abs(blind))
        price = max([bets[player] for player in range(n)] + [blinds[self.big]])
        folded: set[int] = set()
        board = street = 0
        self.decisions: list[Decision] = []
        self.saw_flop: set[int] = set()
        for text in fields["actions"]:
            words = text.partition("#")[0].split()
            if not words:
                continue
            if words[:2] == ["d", "db"]:
                if board == 0:
                    self.saw_flop = set(range(n)) - folded
                board += len(words[2]) // 2
                street = {3: 1, 4: 2, 5: 3}.get(board, street)
                bets, price = [Decimal(0)] * n, Decimal(0)
                continue
            if words[0] == "d" or words[1] not in ("f", "cc", "cbr"):
                continue
            player = int(words[0][1:]) - 1
            others = [other for other in range(n) if other != player and other not in folded and left[other] > 0]
            due = price - bets[player]
            if words[1] == "cc" and due <= 0 and not others:
                continue  # a check that no one can answer is not a decision
            did = {"f": "fold", "cc": "call" if due > 0 else "check", "cbr": "raise"}[words[1]]
            self.decisions.append(Decision(player, street, did, tuple(self.decisions)))
            if did == "fold":
                folded.add(player)
                continue
            chips = Decimal(words[2]) - bets[player] if did == "raise" else min(due, left[player])
            left[player] -= chips
            bets[player] += chips
            price = max(price, bets[player])
        self.board = board
        self.in_at_end = set(range(n)) - folded
        with_chips = [player for player in self.in_at_end if left[player] > 0]
        answered = all(self.of(player, 3) and bets[player] == price for player in with_chips)
        # A record with unknown stacks can end while players could still bet: that hand is unfinished.
        self.betting_ended = len(with_chips) < 2 or (street == 3 and answered)

    def of(self, player: int, street: int | None = None) -> list[Decision]:
        return [one for one in self.decisions if one.player == player and street in (None, one.street)]

    def steals_from(self, player: int) -> bool:
        """Whether the position is BTN, SB or CO; with fewer than two seats between BB and BTN there is no CO."""
        if player in (self.n - 1, self.small, self.big):
            return player != self.big
        others = [p for p in range(self.n - 1) if p not in (self.small, self.big)]
        return len(others) > 1 and player == _last_before_button(others, self.big)

    def figures(self, player: int) -> dict[str, int]:
        """Return every figure that does not depend on who won."""
        found: dict[str, int] = {"dealt": 1}
        preflop = self.of(player, 0)
        found["entered"] = any(one.did in ("call", "raise") for one in preflop)
        found["raised"] = any(one.did == "raise" for one in preflop)
        faced = [one for one in preflop if len(one.wagers) == 1 and one.wagers[0].player != player]
        found["chances"] = bool(faced)
        found["three_bets"] = any(one.did == "raise" for one in faced)
        reraised = [
            one
            for one in preflop
            if len(one.wagers) == 2 and one.wagers[0].player == player and one.wagers[1].player != player
        ][:1]
        found["three_bets_faced"] = bool(reraised)
        found["three_bets_folded"] = any(one.did == "fold" for one in reraised)
        first_in = [
            one for one in preflop[:1] if all(other.did == "fold" for other in one.before) and self.steals_from(player)
        ]
        found["steal_chances"] = bool(first_in)
        found["steals"] = any(one.did == "raise" for one in first_in)
        found["steals_faced"] = found["steals_folded"] = 0
        if player in (self.big, self.small):
            for one in preflop:
                entered = [other for other in one.before if other.did in ("call", "raise", "check")]
                if [other.did for other in entered] != ["raise"] or entered[0].player == player:
                    continue
                if self.steals_from(entered[0].player):
                    found["steals_faced"] = 1
                    found["steals_folded"] = int(one.did == "fold")
        for street, name in ((1, "flop"), (2, "turn"), (3, "river")):
            bettor, bet = self.c_bet(street)
            chance = bettor == player and bool(self.c_bet_chance(street, player))
            found[f"{name}_c_bet_chances"] = chance
            found[f"{name}_c_bets"] = bet is not None and bet.player == player
            answers = [
                one for one in self.of(player, street) if bet is not None and one.wagers == [bet] and player != bettor
            ]
            found[f"{name}_c_bets_faced"] = bool(answers)
            found[f"{name}_c_bets_folded"] = any(one.did == "fold" for one in answers)
        showdown = len(self.in_at_end) > 1 and self.betting_ended
        found["flops"] = player in self.saw_flop
        found["showdowns"] = showdown and player in self.in_at_end
        later = [one.did for one in self.of(player) if one.street > 0]
        found["wagers"], found["calls"], found["folds"] = (later.count(did) for did in ("raise", "call", "fold"))
        return {name: int(count) for name, count in found.items()}

    def c_bet_chance(self, street: int, player: int) -> Decision | None:
        """Return the decision in which a player can make the continuation bet."""
        mine = self.of(player, street)[:1]
        return mine[0] if mine and not mine[0].wagers else None

    def c_bet(self, street: int) -> tuple[int, Decision | None]:
        """Return who can continue on a street, -1 for no one, and their continuation bet if they made it."""
        before = [one for one in self.decisions if one.street == street - 1 and one.did == "raise"]
        if not before:
            return -1, None
        bettor = before[-1].player
        if street > 1 and (self.c_bet(street - 1)[1] is None or self.c_bet(street - 1)[0] != bettor):
            return -1, None
        chance = self.c_bet_chance(street, bettor)
        return bettor, chance if chance is not None and chance.did == "raise" else None


def _blinds(blinds: Sequence[Decimal], min_bet: Decimal) -> tuple[int, int]:
    """Return the players in the big and the small blind."""
    big = next((p for p, blind in enumerate(blinds) if blind >= min_bet), blinds.index(max(blinds)))
    small = next((p for p, blind in enumerate(blinds) if 0 < blind < blinds[big]), -1)
    return big, small


def _last_before_button(others: list[int], big: int) -> int:
    """Return the last to act before the flop among the players without a blind or the button."""
    after = [player for player in others if player > big]
    before = [player for player in others if player < big]
    return (after + before)[-1]
