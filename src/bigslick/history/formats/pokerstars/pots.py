"""A hand's pots in PokerStars' terms: their names, each player's share, and the rake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bigslick.strength import evaluate

from ...replay.run_outs import BoardAward
from ...replay.settlement import MOST_RAKE
from .facts import Facts


class NamedPot(NamedTuple):
    """A pot, such as "side pot-1", and what each player collects from it."""

    name: str
    shares: dict[int, int]


class Pots:
    """The pots on each run-out, after rake."""

    def __init__(self, facts: Facts) -> None:
        if not facts.hand.over:
            raise facts.history.bad("the record does not say who won: PokerStars text must")
        result = facts.hand.result
        settled = facts.settlement
        awards = settled.boards if settled is not None else ()
        shares = [(award.pot, award.shares) for award in awards] or list(enumerate(pot.shares for pot in result.pots))
        gross: list[dict[int, int]] = [{} for _ in facts.hand.pots]
        for number, paid in shares:
            for seat, chips in paid.items():
                player = facts.chairs.index(seat)
                gross[number][player] = gross[number].get(player, 0) + chips * facts.factor
        self.total = sum(sum(shares.values()) for shares in gross)
        net, self.jackpot = _paid(facts, gross, self.total, result.refunds)
        self.rake = self.total - sum(net) - self.jackpot
        names = _names(len(gross))
        pots = _after_rake(gross, net)
        if pots is None:
            names, pots = ["pot"], [{player: amount for player, amount in enumerate(net) if amount}]
        self.named = {name: sum(shares.values()) for name, shares in zip(names, pots, strict=True)}
        """Each pot's total after rake."""
        whole = [NamedPot(name, shares) for name, shares in zip(names, pots, strict=True)]
        boards = facts.history.details.boards if facts.history.details and result.show_order else []
        self.runs: list[list[NamedPot]] = (
            _awarded(facts, awards, names, 1 + len(boards))
            if awards and pots == gross
            else _run_out(facts, whole, boards)
        )
        """The pots awarded on each run-out."""

    def won_in(self, player: int, run: int) -> int:
        return sum(pot.shares.get(player, 0) for pot in self.runs[run])

    def won(self, player: int) -> int:
        return sum(self.won_in(player, run) for run in range(len(self.runs)))


def _names(count: int) -> list[str]:
    if count < 2:
        return ["pot"] * count
    return ["main pot", *(["side pot"] if count == 2 else [f"side pot-{i}" for i in range(1, count)])]


def _paid(facts: Facts, gross: list[dict[int, int]], total: int, refunds: dict[int, int]) -> tuple[list[int], int]:
    """Return each player's winnings and the jackpot: from the record if possible, otherwise from the rules."""
    history = facts.history
    won = [sum(shares.get(player, 0) for shares in gross) for player in range(len(facts.names))]
    details = history.details
    jackpot = facts.units(details.jackpot) if details and details.jackpot else 0
    if not history.winnings or not any(history.winnings):
        return won, 0
    paid = [facts.units(amount) for amount in history.winnings]
    back = [refunds.get(chair, 0) * facts.factor for chair in facts.chairs]
    rake = facts.units(details.rake) + jackpot if details and details.rake is not None else None
    for net in (paid, [amount - more for amount, more in zip(paid, back, strict=True)]):  # some count uncalled bets
        taken = total - sum(net)
        fair = 100 * taken <= MOST_RAKE * total and (not taken or facts.tournament is None)
        if min(net) >= 0 <= taken and (fair or taken == rake):
            return net, min(jackpot, taken)
    facts.lose("winnings that do not add up to the pots")
    return won, 0


def _after_rake(gross: list[dict[int, int]], net: list[int]) -> list[dict[int, int]] | None:
    """Take the rake from each winner's shares, main pot first; None if the record has other winners."""
    pots = [dict(shares) for shares in gross]
    for player, amount in enumerate(net):
        over = sum(shares.get(player, 0) for shares in pots) - amount
        if over < 0:
            return None
        for shares in pots:
            less = min(over, shares.get(player, 0))
            if less:
                shares[player] -= less
                over -= less
    return pots


def _awarded(facts: Facts, awards: Sequence[BoardAward], names: list[str], boards: int) -> list[list[NamedPot]]:
    """Return the exact awards on each run-out, for pots that paid no rake."""
    runs: list[list[NamedPot]] = [[] for _ in range(boards)]
    for award in awards:
        shares = {facts.chairs.index(seat): chips * facts.factor for seat, chips in award.shares.items()}
        runs[award.board].append(NamedPot(names[award.pot], shares))
    return runs


def _run_out(facts: Facts, pots: list[NamedPot], boards: list[str]) -> list[list[NamedPot]]:
    """Return each run-out's awards after rake: a player's share is split equally over the boards they win."""
    if not boards:
        return [pots]
    whole = [facts.board, *boards]
    hands = {player: facts.hole(player) for player in facts.live}
    runs: list[list[NamedPot]] = [[] for _ in whole]
    for pot in pots:
        for player, amount in pot.shares.items():
            wins = [run for run, board in enumerate(whole) if _wins(player, hands, board)] or [0]
            for nth, run in enumerate(wins):
                share = amount // len(wins) + (nth < amount % len(wins))
                runs[run].append(NamedPot(pot.name, {player: share}))
    return runs


def _wins(player: int, hands: dict[int, str], board: str) -> bool:
    """Whether no known hand beats this player's on the board."""
    known = {other: evaluate(cards + board) for other, cards in hands.items() if "?" not in cards}
    return player in known and len(board) == 10 and known[player] == max(known.values())
