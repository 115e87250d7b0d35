"""Two opinions on one hand: a spec and `bigslick.Hand` play the same cards and choices, and are compared.

If a spec's own text differs from the rules, the difference is predicted from the state and must occur exactly there.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

from msgspec.structs import replace

from bigslick import AllIn, Bet, Call, Check, Fold, Hand, Raise, Rules
from bigslick.core.evaluate import strength
from bigslick.hand.setup import stacked_deck
from bigslick.rules import Limit
from bigslick.spec import Game, GameState, compiled, load_spec
from bigslick.spec.policies import choose

S0_NAME = "seeds/000_9a6e181bbfdf9a00.txt"
SINGLE = Rules.classic()
CUMULATIVE = Rules(ante="per_player", button="moving", reopening="cumulative")


class Duel:
    """One spec against the engine, hand after hand, with random stacks, blinds and antes."""

    words: ClassVar[dict[str, str]] = {}
    """The spec's names for the things compared."""

    def __init__(self, *documents: str, rules: Rules) -> None:
        self.rules = rules
        self.spec = load_spec(*documents)
        self.game: Game = compiled(self.spec, watch=self.watch)
        self.phases = [phase.name for phase in self.spec.phases]
        self.g = {var.name: var.slot for var in self.spec.globals}
        self.p = {var.name: var.slot for var in self.spec.players}
        self.zones = {name: index for index, name in enumerate(self.spec.zone_names())}
        self.actions = [action.name for action in self.spec.actions]
        self.hands = 0
        self.decisions = 0
        self.seen: Counter[str] = Counter()
        self.hand: Hand | None = None
        self.rng = random.Random(0)

    def glob(self, state: GameState, name: str) -> Any:
        return state.g[self.g[self.words[name]]]

    def column(self, state: GameState, name: str) -> list[Any]:
        return state.p[self.p[self.words[name]]]

    # -- a hand begins and ends ----------------------------------------------------------------------------------

    def watch(self, state: GameState, phase: int) -> None:
        name = self.phases[phase]
        if phase == 0:
            self.set_table(state)
        elif name == "preflop":
            self.begin(state)
        elif name == "showdown":
            self.at_showdown(state)
        elif name == self.phases[-1]:
            self.end(state)

    def set_table(self, state: GameState) -> None:
        """Choose random stacks, some of them short, empty seats, blinds and antes."""
        rng = self.rng
        n = state.seats
        alive = rng.sample(range(n), rng.randint(2, n))
        big = rng.choice((2, 7, 20, 50, 100))
        most = rng.choice((3 * big, 20 * big, 200 * big))
        stacks = [rng.randint(1, most) if seat in alive else 0 for seat in range(n)]
        if rng.random() < 0.3:  # equal stacks, for ties and exact all-ins
            stacks = [most if stack else 0 for stack in stacks]
        self.column(state, "stack")[:] = stacks
        state.g[self.g["bigBlind"]] = big
        state.g[self.g["smallBlind"]] = max(1, big // 2)
        state.g[self.g["ante"]] = rng.choice((0, 0, 1, max(1, big // 4)))
        state.g[self.g[self.words["button"]]] = rng.randrange(n)
        state.g[self.g["handsPlayed"]] = 0
        state.g[self.g[self.words["left"]]] = len(alive)

    def begin(self, state: GameState) -> None:
        n = state.seats
        stack, paid = self.column(state, "stack"), self.column(state, "paid")
        stacks = [stack[seat] + paid[seat] for seat in range(n)]
        button = self.glob(state, "button")
        order = [seat for step in range(1, n + 1) if stacks[seat := (button + step) % n]]
        self.holes = {seat: tuple(state.z[self.zones[f"hand:{seat}"]]) for seat in order}
        assert all(len(cards) == 2 for cards in self.holes.values())
        deck = state.z[self.zones["deck:none"]]
        board = [*deck[1:4], deck[5], deck[7]]
        dealt = stacked_deck(order, self.holes, board, burn=True, rest=range(52))
        blinds = (state.g[self.g["smallBlind"]], state.g[self.g["bigBlind"]])
        self.hand = Hand.start(stacks, blinds, button, deck=dealt, ante=state.g[self.g["ante"]], rules=self.rules)
        self.before = stacks
        self.loose = False

    def at_showdown(self, state: GameState) -> None:
        self.totals = list(self.column(state, "paid"))
        self.live = [seat for seat in range(state.seats) if self.column(state, "playing")[seat] and self.before[seat]]

    def end(self, state: GameState) -> None:
        hand = self.hand
        assert hand is not None
        self.hands += 1
        assert hand.over, (self.describe(state), "the engine's hand goes on")
        assert list(hand.stacks) == self.column(state, "stack"), self.describe(state)
        assert self.glob(state, "pot") == 0
        result = hand.result
        assert result is not None
        scores = self.column(state, "score")
        assert [(amount, seats, winners) for amount, seats, winners in self.pots(scores)] == [
            (pot.amount, pot.seats, pot.winners) for pot in result.pots
        ], self.describe(state)
        if len(self.live) > 1:
            by_engine = sorted(self.live, key=lambda seat: strength([*self.holes[seat], *hand.board]))
            assert [scores[seat] for seat in by_engine] == sorted(scores[seat] for seat in self.live)
        self.hand = None

    def pots(self, scores: list[int]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """Return the pots from the spec's totals and scores, recomputed here in plain Python."""
        totals = list(self.totals)
        order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
        totals[order[0]] = min(totals[order[0]], max(totals[order[1]], 0))
        if len(self.live) == 1:
            return [(sum(totals), tuple(self.live), tuple(self.live))] if sum(totals) else []
        found, floor = [], 0
        levels = sorted({totals[seat] for seat in self.live})
        for level in levels:
            amount = sum(min(total, level) - min(total, floor) for total in totals)
            if level == levels[-1]:
                amount = sum(max(0, total - floor) for total in totals)
            claims = tuple(seat for seat in self.live if totals[seat] >= level)
            best = max(scores[seat] for seat in claims)
            if amount:
                found.append((amount, claims, tuple(seat for seat in claims if scores[seat] == best)))
            floor = level
        return found

    # -- decisions -----------------------------------------------------------------------------------------------

    def describe(self, state: GameState) -> dict[str, Any]:
        hand = self.hand
        return {
            "globals": {var.name: state.g[var.slot] for var in self.spec.globals},
            "players": {var.name: state.p[var.slot] for var in self.spec.players},
            "active": state.active,
            "phase": self.phases[state.phase],
            "engine": hand
            and (hand.setup.stacks, hand.stacks, hand.bets, hand.turn, hand.street, hand.options, hand.actions),
            "hands": self.hands,
        }

    def compare(self, state: GameState) -> None:
        hand = self.hand
        assert hand is not None, self.describe(state)
        assert hand.turn == state.active, self.describe(state)
        assert hand.street == self.phases[state.phase], self.describe(state)
        assert {*hand.board} == {*state.z[self.zones[self.words["board"]]]}, self.describe(state)
        if not self.loose:
            assert list(hand.stacks) == self.column(state, "stack"), self.describe(state)
            assert hand.pot == self.glob(state, "pot"), self.describe(state)
        self.compare_options(state, hand)

    def compare_options(self, state: GameState, hand: Hand) -> None:
        raise NotImplementedError

    def translate(self, state: GameState, move: tuple[int, ...], hand: Hand) -> Any:
        raise NotImplementedError

    def play(self, hands: int, seed: int) -> None:
        """Play until at least this many hands are compared."""
        self.rng = random.Random(seed)
        game_number = 0
        goal = self.hands + hands
        while self.hands < goal:
            game_number += 1
            seats = self.rng.randint(2, 10)
            state = self.game.start(seats, f"{seed}/{game_number}")
            while state.winners is None and self.hands < goal:
                self.compare(state)
                self.decisions += 1
                move = self.pick(state)
                assert self.game.legal(state, move), (move, self.describe(state))
                hand = self.hand
                assert hand is not None
                self.act(state, hand, move)
                self.game.play(state, move)
            self.hand = None

    def act(self, state: GameState, hand: Hand, move: tuple[int, ...]) -> None:
        hand.act(self.translate(state, move, hand))

    def pick(self, state: GameState) -> tuple[int, ...]:
        """Choose mostly quiet moves, so hands reach the river, sometimes with amounts that are not on the menu."""
        menu = state.menu
        quiet = [move for move in menu if self.actions[move[0]] in ("check", "call")]
        if quiet and self.rng.random() < 0.55:
            return quiet[0]
        move = choose(menu, self.rng)
        if self.actions[move[0]] == "fold" and quiet and self.rng.random() < 0.5:
            return quiet[0]
        if len(move) == 2 and self.rng.random() < 0.7:
            amounts = [other[1] for other in menu if other[0] == move[0]]
            low, high = amounts[0], amounts[-1]
            return (move[0], min(high, low + int(self.rng.expovariate(1 / (1 + low / 3)))))
        return move


class S0Duel(Duel):
    """Document S0 with std:holdem-base. Its text differs from the rules in four places, noted by line."""

    words: ClassVar[dict[str, str]] = {
        "stack": "chipStack",
        "paid": "totalBet",
        "playing": "handActive",
        "score": "showdownScore",
        "button": "dealerSeat",
        "left": "activePlayers",
        "pot": "pot",
        "board": "community:none",
    }
    PREDICTED: ClassVar[dict[str, str]] = {
        "343-349, 384-390": "raise and allIn are offered although no opponent could answer",
        "390": "a player who has acted since the last full raise cannot say allIn, not even to call for less",
        "409-423": "short all-ins that add up to a full raise do not reopen the betting, as TDA 47 does",
        "98-109, 127-138, 156-167": "the street bets of players who are all-in or folded stay on the next street",
        "189-203": "the hand of a sole survivor is revealed when the flop has been dealt",
    }

    def __init__(self, shared: Path) -> None:
        super().__init__("std:holdem-base", str(shared / S0_NAME), rules=SINGLE)

    def set_table(self, state: GameState) -> None:
        super().set_table(state)
        stacks = self.column(state, "stack")
        for seat in range(state.seats):
            state.p[self.p["eliminated"]][seat] = stacks[seat] == 0
            state.p[self.p["handActive"]][seat] = stacks[seat] > 0

    def begin(self, state: GameState) -> None:
        super().begin(state)
        hand = self.hand
        assert hand is not None
        self.twin = Hand(
            type(hand.setup)(
                **{**{f: getattr(hand.setup, f) for f in hand.setup.__struct_fields__}, "rules": CUMULATIVE}
            )
        )
        self.left_with: dict[int, int] = {}

    def end(self, state: GameState) -> None:
        if len(self.live) == 1 and self.hand is not None:
            shown = [entry for entry in state.reveals if entry[0] == state.turn]
            if len(self.hand.board) >= 3:
                # Lines 189-203: two hole cards and a flop are five cards, so the survivor is shown.
                assert [entry[1] for entry in shown] == [self.zones[f"hand:{self.live[0]}"]], self.describe(state)
                self.seen["189-203"] += 1
            else:
                assert not shown
            result = self.hand.result
            assert result is not None
            assert not result.show_order
        super().end(state)

    def compare_options(self, state: GameState, hand: Hand) -> None:
        options = hand.options
        assert options is not None
        seat = state.active
        stack, bet = self.column(state, "stack"), state.p[self.p["streetBet"]]
        price, last = state.g[self.g["currentBet"]], state.g[self.g["lastRaiseSize"]]
        acted = state.p[self.p["actedSinceLastFullRaise"]][seat]
        total = stack[seat] + bet[seat]
        listed = {self.actions[move[0]] for move in state.menu}
        where = self.describe(state)
        assert ("fold" in listed, "check" in listed, "call" in listed) == (
            options.fold,
            options.check,
            options.call > 0,
        ), where
        if options.call:
            assert min(price - bet[seat], stack[seat]) == options.call, where
        if not self.loose:
            self.carried_bets(state, hand)

        amounts = [move[1] for move in state.menu if self.actions[move[0]] == "raise"]
        offered = range(amounts[0], amounts[-1] + 1) if amounts else range(0)
        wager = options.wager_to
        answerable = any(
            other != seat
            and self.column(state, "playing")[other]
            and stack[other]
            and stack[other] + bet[other] > price
            for other in range(state.seats)
        )
        full = wager if wager and wager[0] >= price + last else range(0)
        if not answerable and not acted and total > price:
            # Lines 343-349 and 384-390: nothing asks whether a raise could be answered.
            assert not wager, where
            assert offered == range(price + last, total + 1), where
            assert "allIn" in listed, where
            self.seen["343-349, 384-390"] += 1
        else:
            assert offered == full, where
            whole = options.all_in == total
            if whole and acted:
                # Line 390: the flag forbids allIn even when it is a call.
                assert stack[seat] <= options.call, where
                assert "allIn" not in listed, where
                self.seen["390"] += 1
            else:
                assert ("allIn" in listed) == whole, where
        open_again = self.twin.options
        assert open_again is not None
        if acted and answerable and total > price and price - bet[seat] >= last:
            # Lines 409-423: the flag is reset by a single full raise only.
            assert open_again.wager_to, where
            assert not offered, where
            self.seen["409-423"] += 1
        elif not self.loose:
            assert open_again.wager_to == options.wager_to, where

    def carried_bets(self, state: GameState, hand: Hand) -> None:
        bet = state.p[self.p["streetBet"]]
        for seat in range(state.seats):
            if not self.before[seat]:
                continue
            if self.column(state, "playing")[seat] and not state.p[self.p["allIn"]][seat]:
                assert bet[seat] == hand.bets[seat], self.describe(state)
                self.left_with.pop(seat, None)
                continue
            # Lines 98-109 and similar: only players who can still act start the street with nothing in front.
            carried = self.left_with.setdefault(seat, bet[seat])
            assert bet[seat] == carried, self.describe(state)
            if bet[seat] and hand.bets[seat] == 0:
                self.seen["98-109, 127-138, 156-167"] += 1

    def act(self, state: GameState, hand: Hand, move: tuple[int, ...]) -> None:
        wish = self.translate(state, move, hand)
        hand.act(wish)
        self.twin.act(wish)

    def translate(self, state: GameState, move: tuple[int, ...], hand: Hand) -> Any:
        name = self.actions[move[0]]
        options = hand.options
        assert options is not None
        if name == "fold":
            return Fold()
        if name == "check":
            return Check()
        if name == "call":
            return Call()
        if not options.wager_to:  # no one can answer, or the chips do not cover a call
            if name == "raise" or options.all_in != self.column(state, "stack")[state.active] + hand.bets[state.active]:
                self.loose = True  # the spec holds chips in the pot that it returns at the end
            return Call() if options.call else Check()
        to = move[1] if name == "raise" else options.all_in
        assert to is not None
        return Bet(to=to) if options.bet_to else Raise(to=to)


class HoldemDuel(Duel):
    """Our own std:holdem, which has no differences at all."""

    words: ClassVar[dict[str, str]] = {
        "stack": "stack",
        "paid": "paid",
        "playing": "playing",
        "score": "score",
        "button": "button",
        "left": "playersLeft",
        "pot": "pot",
        "board": "board:none",
    }

    def __init__(self, *, cumulative: bool, limit: Limit = "none") -> None:
        document = str(Path(__file__).parent / "fixed-limit.yaml") if limit == "fixed" else "std:holdem"
        # In the spec the pot is only what was paid in, even when a blind is short.
        rules = replace(CUMULATIVE if cumulative else SINGLE, limit=limit, pot_full_blinds=False)
        super().__init__(document, rules=rules)
        self.cumulative = cumulative
        self.limit = limit

    def set_table(self, state: GameState) -> None:
        super().set_table(state)
        state.g[self.g["cumulative"]] = self.cumulative
        state.g[self.g["potLimit"]] = self.limit == "pot"

    def compare_options(self, state: GameState, hand: Hand) -> None:
        options = hand.options
        assert options is not None
        where = self.describe(state)
        listed = {self.actions[move[0]] for move in state.menu}
        assert ("fold" in listed, "check" in listed, "call" in listed) == (
            options.fold,
            options.check,
            options.call > 0,
        ), where
        assert list(hand.bets) == state.p[self.p["bet"]], where
        for name, wanted in (("bet", options.bet_to), ("raise", options.raise_to)):
            amounts = [move[1] for move in state.menu if self.actions[move[0]] == name]
            assert (range(amounts[0], amounts[-1] + 1) if amounts else range(0)) == wanted, where

    def translate(self, state: GameState, move: tuple[int, ...], hand: Hand) -> Any:
        name = self.actions[move[0]]
        if name in ("bet", "raise"):
            options = hand.options
            if options is not None and options.all_in == move[1] and self.rng.random() < 0.5:
                return AllIn()
            return Bet(to=move[1]) if name == "bet" else Raise(to=move[1])
        return {"fold": Fold, "check": Check, "call": Call}[name]()
