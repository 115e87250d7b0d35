"""Writes PokerStars text: every line in PokerStars' words, with sums that importers check.

We play the hand under the rules first, to get uncalled bets, pots and awards. `winnings` then say what the players
really collected, and the difference is rake. `lost` names what the format cannot hold. With a hero, the text has the
hero's cards and the shown ones; without one, it has every known card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bigslick.hand.events import Called, Checked, Folded, Refunded, Wagered

from ...action_kinds import MOST_PLAYERS
from ...history import History
from ...history_details import Details
from ...notation import split_comment
from ...replay.recorded_setup import ReplayRules
from ..registry import UNCALLABLE, Written
from .facts import Facts
from .header import read_header
from .lines import BadLine, is_remark
from .pots import Pots
from .words import describe, spaced

_STREETS: Final = {3: "FLOP", 4: "TURN", 5: "RIVER"}
_RUNS: Final = ("FIRST", "SECOND", "THIRD", "FOURTH")
_TIMES: Final = ("twice", "three times", "four times")
_FOLDED: Final = {0: "before Flop", 3: "on the Flop", 4: "on the Turn", 5: "on the River"}


def write(history: History, hero: str | None, rules: ReplayRules | None = None) -> Written:
    """Write one hand as PokerStars text, and name what the text cannot hold."""
    page = _Page(history, hero, rules)
    return Written(page.text(), tuple(page.facts.lost))


class _Page:
    """The lines of one hand, from the top."""

    def __init__(self, history: History, hero: str | None, rules: ReplayRules | None) -> None:
        history.check()
        self.facts = facts = Facts(history, hero, rules)
        self.history = history
        self.details = history.details or Details()
        if len(self.details.boards) >= len(_RUNS):
            most = len(_RUNS)
            raise history.bad(f"it has {len(self.details.boards) + 1} boards: PokerStars text has {most} at most")
        self.double = facts.hand.setup.double_board
        self.pots = Pots(facts)
        self.names = facts.names
        self.bets = [
            event for event in facts.hand.events if isinstance(event, Folded | Checked | Called | Wagered | Refunded)
        ]
        self.folded: dict[int, int] = {}
        """How many board cards were out when a player folded."""
        self.claims: dict[int, str] = {}
        """Cards that players show at the end; "" for a muck."""
        self.tail: list[int | str] = []
        """Shows and mucks in order, plus the remarks after the first show."""

    def text(self) -> str:
        """Return the whole hand; a line break inside a name or remark from another format becomes a space."""
        lines = list(self.lines())
        text = "\n".join(lines)
        if "\r" in text or text.count("\n") >= len(lines):
            self.facts.lose("line breaks in names and remarks")
            text = "\n".join(" ".join(line.replace("\r", "\n").split("\n")) for line in lines)
        return text + "\n"

    def lines(self) -> Iterator[str]:
        yield self._first_line()
        yield self.facts.table_line()
        yield from self._seats()
        yield from self._posts()
        play = list(self._play())
        yield from play
        yield from self._summary()

    def _first_line(self) -> str:
        """Return the first line if we can read it back, since its texts can come from anywhere."""
        line = self.facts.first_line()
        try:
            read_header(line)
        except BadLine as error:
            raise self.history.bad(
                f"its currency, level or zone does not fit the first line of PokerStars text: {error}"
            ) from None
        return line

    def _seats(self) -> Iterator[str]:
        facts, extra = self.facts, self.details.extra.get("pokerstars", {})
        prizes, notes = extra.get("bounties", {}), extra.get("notes", {})
        chairs: dict[int, str] = {}
        for player, seat in enumerate(facts.seats):
            name = self.names[player]
            prize = f", {prizes[name]} bounty" if name in prizes else ""
            note = f" {notes[name]}" if name in notes else ""
            chairs[seat] = f"{name} ({facts.money(facts.stacks[player])} in chips{prize}){note}"
        for out in self.details.sitting_out:
            if not 1 <= out.seat <= MOST_PLAYERS:
                facts.lose(f"players sitting out in a seat that is not one of 1 to {MOST_PLAYERS}")
                continue
            stack = facts.money(facts.units(out.stack or 0))
            chairs.setdefault(out.seat, f"{out.name} ({stack} in chips) {notes.get(out.name, 'is sitting out')}")
        for seat in sorted(chairs):
            yield f"Seat {seat}: {chairs[seat]}"

    def _posts(self) -> Iterator[str]:
        facts = self.facts
        for player, what, amount, all_in in facts.posts():
            yield f"{self.names[player]}: posts {what} {facts.money(amount)}{facts.ending(player, all_in)}"

    # -- the play ---------------------------------------------------------------------------------------------------

    def _play(self) -> Iterator[str]:
        """Write everything from the deal to the last pot; remarks keep their positions."""
        board, begun = "", False
        for text in self.history.actions or ():
            action, comment = split_comment(text)
            if not action:
                if comment and is_remark(comment):
                    if self.claims:
                        self.tail.append(comment)
                    else:
                        yield comment
                else:
                    self.facts.lose("remarks that PokerStars does not write")
                continue
            if comment is not None:
                self.facts.lose("comments on actions")
            words = action.split()
            if not begun:
                begun = True
                yield "*** HOLE CARDS ***"
                yield from self._deal()
            if words[:2] == ["d", "db"]:
                board += words[2]
                yield from self._refund()
                if len(board) >= 6:
                    yield from self._street(board)
            elif words[0] != "d":
                player = int(words[0][1:]) - 1
                if words[1] != "sm" and not board and self.facts.hand.setup.bomb_pot:
                    continue  # no one bets before the flop; PHH has everyone check
                if words[1] == "sm":
                    self._claim(player, words[2] if len(words) > 2 else "")
                else:
                    yield from self._bet(player, words[1], len(board) // 2)
        yield from self._refund()
        yield from self._more_runs()
        yield from self._end(board)
        yield from self._prizes()

    def _deal(self) -> Iterator[str]:
        for player, cards in self.facts.holes.items():
            if self.facts.hero in (None, self.names[player]) and "?" not in cards:
                yield f"Dealt to {self.names[player]} [{spaced(cards)}]"

    def _street(self, board: str) -> Iterator[str]:
        count = len(board) // 2
        if "?" in board or count not in _STREETS:
            raise self.history.bad("the board is not known whole: PokerStars text has no unknown cards on it")
        yield _street_line("FIRST " * self._is_run_out(count), board)
        if self.double:
            yield _street_line("SECOND ", self.details.boards[0][: 2 * count])

    def _is_run_out(self, count: int) -> bool:
        """Whether the board is dealt again from this street."""
        return any(other[: 2 * count] != self.facts.board[: 2 * count] for other in self.details.boards)

    def _more_runs(self) -> Iterator[str]:
        for run, other in zip(_RUNS[1:], () if self.double else self.details.boards, strict=False):
            for count in range(3, 6):
                if self._is_run_out(count):
                    yield _street_line(f"{run} ", other[: 2 * count])

    def _bet(self, player: int, said: str, dealt: int) -> Iterator[str]:
        name, money, seat = self.names[player], self.facts.chips, self.facts.chairs[player]
        event = self.bets[0] if self.bets else None
        if event is None or event.seat != seat or isinstance(event, Refunded):
            # An all-in player checks or folds here, which the rules do not require.
            if said == "f":
                self.folded[player] = dealt
            yield f"{name}: {'folds' if said == 'f' else 'checks'}"
            return
        self.bets.pop(0)
        match event:
            case Folded():
                self.folded[player] = dealt
                yield f"{name}: folds"
            case Checked():
                yield f"{name}: checks"
            case Called():
                if said == "cbr":
                    self.facts.lose(UNCALLABLE)
                yield f"{name}: calls {money(event.amount)}{self.facts.ending(player, event.all_in)}"
            case Wagered():
                what = f"raises {money(event.to - event.over)} to" if event.over else "bets"
                yield f"{name}: {what} {money(event.to)}{self.facts.ending(player, event.all_in)}"
        yield from self._refund()

    def _refund(self) -> Iterator[str]:
        """Write an uncalled bet as soon as it is clear that no one calls it."""
        if self.bets and isinstance(self.bets[0], Refunded):
            money = self.facts.chips
            yield f"Uncalled bet ({money(self.bets[0].amount)}) returned to {self._owner(self.bets[0].seat)}"
            self.bets.pop(0)

    def _owner(self, seat: int) -> str:
        return self.names[self.facts.chairs.index(seat)]

    def _claim(self, player: int, cards: str) -> None:
        if cards == "-":
            cards = self.facts.holes.get(player, "????")
        self.claims[player] = cards if len(cards) != 2 else cards + "??"
        self.tail = [said for said in self.tail if said != player] + [player]

    # -- the end ----------------------------------------------------------------------------------------------------

    def _end(self, board: str) -> Iterator[str]:
        pots = self.pots
        showdown = len(self.names) - len(self.folded) > 1
        boards = [board, *self.details.boards] if showdown else [board]
        last = max([at + 1 for at, said in enumerate(self.tail) if isinstance(said, int)], default=0)
        for run, dealt in enumerate(boards):
            if showdown:
                first = f"{_RUNS[run]} " * (len(boards) > 1)
                yield f"*** {first}SHOW DOWN ***"
            for said in self.tail[:last]:
                if isinstance(said, int):
                    yield self._shows(said, self.claims[said], dealt, showdown)
                elif not run:
                    yield said
            for pot in reversed(pots.runs[run]):
                for player, amount in pot.shares.items():
                    if amount:
                        yield f"{self.names[player]} collected {self.facts.money(amount)} from {pot.name}"
        if not showdown:
            for player in range(len(self.names)):
                if player not in self.folded and player not in self.claims:
                    yield f"{self.names[player]}: doesn't show hand"
        yield from [said for said in self.tail[last:] if isinstance(said, str)]

    def _shows(self, player: int, cards: str, board: str, showdown: bool) -> str:
        name = self.names[player]
        if not cards or ("?" in cards and showdown and not self.pots.won(player)):
            return f"{name}: mucks hand"
        if "?" in cards:
            known = cards.replace("??", "")
            return f"{name}: shows [{spaced(known if known and not showdown else cards)}]"
        return f"{name}: shows [{spaced(cards)}]" + (f" ({describe(cards + board)})" if len(board) >= 6 else "")

    def _prizes(self) -> Iterator[str]:
        """Write the bounties and cash-outs that no remark mentions."""
        money, symbol = self.facts.price, self.facts.prize_symbol
        said = {split_comment(text)[1] for text in self.history.actions or () if text.lstrip().startswith("#")}
        for won in self.details.bounties:
            if not any(line and line.startswith(f"{won.player} wins ") for line in said):
                whom = won.eliminated or "a player"
                yield f"{won.player} wins the {money(won.amount, symbol)} bounty for eliminating {whom}"
        for cash in self.details.cash_outs:
            if not any(line and line.startswith(f"{cash.player} cashed out ") for line in said):
                fee = f" | Cash Out Fee {money(cash.fee, symbol)}" if cash.fee is not None else ""
                yield f"{cash.player} cashed out the hand for {money(cash.amount, symbol)}{fee}"

    # -- the summary ------------------------------------------------------------------------------------------------

    def _summary(self) -> Iterator[str]:
        facts, pots = self.facts, self.pots
        yield "*** SUMMARY ***"
        parts = ""
        if len(pots.named) > 1:
            parts = "".join(
                f" {name[0].upper()}{name[1:]} {facts.money(amount)}." for name, amount in pots.named.items()
            )
        jackpot = f" | Jackpot {facts.money(pots.jackpot)}" if pots.jackpot else ""
        yield f"Total pot {facts.money(pots.total)}{parts} | Rake {facts.money(pots.rake)}{jackpot}"
        boards = [facts.board, *self.details.boards]
        if len(boards) > 1:
            yield f"Hand was run {_TIMES[len(boards) - 2]}"
            for run, board in zip(_RUNS, boards, strict=False):
                yield f"{run} Board [{spaced(board)}]"
        elif facts.board:
            yield f"Board [{spaced(facts.board)}]"
        for player in sorted(range(len(self.names)), key=lambda player: facts.seats[player]):
            marks = "".join(f" ({mark})" for mark in facts.marks(player))
            yield f"Seat {facts.seats[player]}: {self.names[player]}{marks} {self._fate(player, boards)}"

    def _fate(self, player: int, boards: list[str]) -> str:
        facts = self.facts
        if player in self.folded:
            if not facts.asked and facts.hero not in (None, self.names[player]) and "?" not in facts.hole(player):
                facts.lose("hole cards of players who folded")
            bet = "" if self.folded[player] or facts.has_bet(player) else " (didn't bet)"
            return f"folded {_FOLDED[self.folded[player]]}{bet}"
        cards = self.claims.get(player)
        won = self.pots.won(player)
        if won and (cards is None or ("?" in cards and len(self.folded) == len(self.names) - 1)):
            return f"collected ({facts.money(won)})"
        if cards and "?" not in cards and len(boards[0]) >= 6:
            if len(self.folded) == len(self.names) - 1:
                boards = boards[:1]  # the last player left won every pot whole
            ends = [
                f"won ({facts.money(amount)}) with {describe(cards + board)}"
                if (amount := self.pots.won_in(player, run))
                else f"lost with {describe(cards + board)}"
                for run, board in enumerate(boards)
            ]
            return f"showed [{spaced(cards)}] and {', and '.join(ends)}"
        if cards and (won or "?" not in cards):
            return f"showed [{spaced(cards)}] and " + (f"won ({facts.money(won)})" if won else "lost")
        known = facts.holes.get(player, "????")
        if "?" in known or facts.asked:
            return "mucked"
        return f"mucked [{spaced(known)}]"


def _street_line(run: str, board: str) -> str:
    """Write a street with the cards before it: `*** TURN *** [Ah Kd 2c] [3s]`; `run` is "FIRST " or empty."""
    rest = f"[{spaced(board)}]" if len(board) == 6 else f"[{spaced(board[:-2])}] [{board[-2:]}]"
    return f"*** {run}{_STREETS[len(board) // 2]} *** {rest}"
