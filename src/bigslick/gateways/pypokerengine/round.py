"""A hand in PyPokerEngine's terms: its round state, seats, histories and messages in order.

Players are numbered from the bot that receives the messages, so their numbers stay the same while the button moves, as
in PyPokerEngine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from bigslick.cards import Card
from bigslick.hand import events as ev
from bigslick.hand.view import View
from bigslick.strength import Category, best_five, category, evaluate

MOST_ROUNDS = 1_000_000
"""The number of hands we announce to bots, because a match does not announce its length."""
STREETS = ("preflop", "flop", "turn", "river")
NAMES = {
    Category.HIGH_CARD: "HIGHCARD",
    Category.ONE_PAIR: "ONEPAIR",
    Category.TWO_PAIR: "TWOPAIR",
    Category.THREE_OF_A_KIND: "THREECARD",
    Category.STRAIGHT: "STRAIGHT",
    Category.FLUSH: "FLASH",
    Category.FULL_HOUSE: "FULLHOUSE",
    Category.FOUR_OF_A_KIND: "FOURCARD",
    Category.STRAIGHT_FLUSH: "STRAIGHTFLASH",
    Category.ROYAL_FLUSH: "STRAIGHTFLASH",
}
_POSTS = {"ante": "ANTE", "small_blind": "SMALLBLIND", "big_blind": "BIGBLIND"}

Message = tuple[str, tuple[Any, ...]]
"""A callback and its argument."""
History = dict[str, Any]


def uuid_of(player: int) -> str:
    """Return a player's name for the bot, constant for the whole match; 0 is the bot itself."""
    return f"player-{player}"


def card_names(cards: Sequence[Card]) -> list[str]:
    """Write cards with the suit first: "SA" is the ace of spades."""
    return [f"{str(card)[1].upper()}{str(card)[0]}" for card in cards]


class Round:
    """A hand so far, as one player sees it."""

    def __init__(self, view: View, number: int) -> None:
        assert view.seat is not None
        self._view = view
        self._number = number
        self._me = view.seat
        self._count = len(view.stacks)
        self._stacks = self._first_stacks()
        self._first = tuple(self._stacks)
        self._initial = max(self._stacks)
        self._paid = [0] * self._count
        self._bets = [0] * self._count
        self._folded: set[int] = set()
        self._histories: list[list[list[History]]] = [[[] for _ in range(self._count)]]
        self._street = "preflop"
        self._board: list[Card] = []
        self.messages: list[Message] = []
        self._play()

    def game_info(self) -> dict[str, Any]:
        """Return the argument to `receive_game_start_message`."""
        rule = {
            "initial_stack": self._initial,
            "max_round": MOST_ROUNDS,
            "small_blind_amount": self._view.small_blind,
            "ante": self._view.ante,
            "blind_structure": {},
        }
        fresh = [self._seat(player) | {"stack": self._initial, "state": "participating"} for player in self._players()]
        return {"player_num": self._count, "rule": rule, "seats": fresh}

    def valid_actions(self) -> list[dict[str, Any]]:
        """Return the choices for `declare_action`; -1 if no raise is allowed."""
        options = self._view.options
        assert options is not None
        wager = options.wager_to
        return [
            {"action": "fold", "amount": 0},
            {"action": "call", "amount": self._view.current_bet},
            {"action": "raise", "amount": {"min": wager[0] if wager else -1, "max": wager[-1] if wager else -1}},
        ]

    def state(self, to_act: int | None) -> dict[str, Any]:
        """Return the round state, with the seat to act if there is one."""
        view = self._view
        small, big = self._blind_players()
        return {
            "street": self._street,
            "pot": self._pots(),
            "community_card": card_names(self._board),
            "dealer_btn": self._player(view.button),
            "next_player": "not_found" if to_act is None else self._player(to_act),
            "small_blind_pos": small,
            "big_blind_pos": big,
            "round_count": self._number,
            "small_blind_amount": view.small_blind,
            "seats": [self._seat(player) for player in self._players()],
            "action_histories": self._action_histories(),
        }

    # -- how the hand goes ---------------------------------------------------------------------------------------------

    def _play(self) -> None:
        events = self._view.events
        begun = False
        winners: list[int] = []
        for at, event in enumerate(events):
            if isinstance(event, ev.Posted):
                self._post(event)
                continue
            if not begun and not isinstance(event, ev.Dealt):
                begun = True
                self._begin(self._next_actor(at))
            if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Wagered):
                self._act(event)
            elif isinstance(event, ev.StreetDealt):
                self._street = event.street
                self._board += event.cards
                self._bets = [0] * self._count
                self._next_street()
                self.messages.append(("receive_street_start_message", (self._street, self.state(self._next_actor(at)))))
            elif isinstance(event, ev.Refunded):
                self._stacks[self._player(event.seat)] += event.amount
            elif isinstance(event, ev.PotAwarded):
                self._stacks[self._player(event.seat)] += event.amount
                if event.pot == 0:
                    winners.append(self._player(event.seat))
            elif isinstance(event, ev.HandEnded):
                self._end(winners)
        if not begun:
            self._begin(self._view.turn)

    def _begin(self, to_act: int | None) -> None:
        seats = [self._seat(player) for player in self._players()]
        self.messages.append(("receive_round_start_message", (self._number, card_names(self._view.hole), seats)))
        self.messages.append(("receive_street_start_message", ("preflop", self.state(to_act))))

    def _post(self, event: ev.Posted) -> None:
        player = self._player(event.seat)
        self._pay(player, event.amount, bet=event.kind != "ante")
        history = {"action": _POSTS.get(event.kind, "BIGBLIND"), "amount": event.amount, "uuid": uuid_of(player)}
        if event.kind != "ante":
            history["add_amount"] = self._view.small_blind
        self._histories[-1][player].append(history)

    def _act(self, event: ev.Folded | ev.Checked | ev.Called | ev.Wagered) -> None:
        player = self._player(event.seat)
        agreed = max(self._bets)
        history: History = {"uuid": uuid_of(player)}
        if isinstance(event, ev.Folded):
            self._folded.add(player)
            history["action"] = "FOLD"
            done, amount = "fold", 0
        else:
            before = self._bets[player]
            if isinstance(event, ev.Wagered):
                amount = event.to
            else:
                amount = before + (event.amount if isinstance(event, ev.Called) else 0)
            self._pay(player, amount - before)
            history |= {"amount": amount, "paid": amount - before}
            if isinstance(event, ev.Wagered):
                done = "raise"
                history |= {"action": "RAISE", "add_amount": amount - agreed}
            else:
                done = "call"
                history["action"] = "CALL"
        self._histories[-1][player].append(history)
        action = {"player_uuid": uuid_of(player), "action": done, "amount": amount}
        self.messages.append(("receive_game_update_message", (action, self.state(event.seat))))

    def _end(self, winners: list[int]) -> None:
        self._street = "showdown"
        self._next_street()
        shown = {event.seat: event.cards for event in self._view.events if isinstance(event, ev.Shown)}
        infos = [
            {"uuid": uuid_of(self._player(seat)), "hand": hand_info(cards, self._board)}
            for seat, cards in sorted(shown.items(), key=lambda item: self._player(item[0]))
        ]
        told = ([self._seat(player) for player in sorted(winners)], infos, self.state(self._waiting()))
        self.messages.append(("receive_round_result_message", told))

    def _next_street(self) -> None:
        """Start a street; streets without actions are not in the histories, except the first, which is empty."""
        if any(self._histories[-1]) and len(self._histories) < len(STREETS):
            self._histories.append([[] for _ in range(self._count)])

    def _next_actor(self, at: int) -> int | None:
        events = self._view.events
        for event in events[at:]:
            if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Wagered):
                return event.seat
            if isinstance(event, ev.StreetDealt) and event is not events[at]:
                break
        return self._view.turn if self._view.turn is not None else self._waiting()

    def _waiting(self) -> int | None:
        """Return the first seat that could still act, starting at the small blind."""
        small, _ = self._blind_players()
        for step in range(self._count):
            player = (small + step) % self._count
            if player not in self._folded and self._stacks[player] > 0:
                return (player + self._me) % self._count
        return None

    # -- numbers ------------------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> int:
        return (seat - self._me) % self._count

    def _players(self) -> range:
        return range(self._count)

    def _blind_players(self) -> tuple[int, int]:
        button = self._player(self._view.button)
        small = button if self._count == 2 else (button + 1) % self._count
        return small, (small + 1) % self._count

    def _pay(self, player: int, amount: int, *, bet: bool = True) -> None:
        self._stacks[player] -= amount
        self._paid[player] += amount
        if bet:
            self._bets[player] += amount

    def _first_stacks(self) -> list[int]:
        """Return each player's stack before any post."""
        stacks = list(self._view.stacks)
        before = [0] * self._count
        costs = [0] * self._count
        for event in self._view.events:
            if isinstance(event, ev.Posted | ev.Called):
                costs[event.seat] += event.amount
            elif isinstance(event, ev.Wagered):
                costs[event.seat] = before[event.seat] + event.to
            elif isinstance(event, ev.Refunded | ev.PotAwarded):
                stacks[event.seat] -= event.amount
            elif isinstance(event, ev.StreetDealt):
                before = list(costs)
        first = [stack + cost for stack, cost in zip(stacks, costs, strict=True)]
        return [first[(player + self._me) % self._count] for player in self._players()]

    def _seat(self, player: int) -> dict[str, Any]:
        state = "folded" if player in self._folded else "allin" if self._is_all_in(player) else "participating"
        return {"name": uuid_of(player), "uuid": uuid_of(player), "stack": self._stacks[player], "state": state}

    def _is_all_in(self, player: int) -> bool:
        return player not in self._folded and self._paid[player] == self._first[player]

    def _pots(self) -> dict[str, Any]:
        """Return a pot for each all-in, smallest first, and one for the rest; the first is the main pot."""
        pots: list[dict[str, Any]] = []
        taken = 0
        for most in sorted(self._paid[player] for player in self._players() if self._is_all_in(player)):
            amount = sum(min(most, paid) for paid in self._paid) - taken
            taken += amount
            pots.append({"amount": amount, "eligibles": self._eligible(most)})
        pots.append({"amount": sum(self._paid) - taken, "eligibles": [uuid_of(p) for p in self._top_payers()]})
        return {"main": {"amount": pots[0]["amount"]}, "side": pots[1:]}

    def _eligible(self, amount: int) -> list[str]:
        return [uuid_of(p) for p in self._players() if self._paid[p] >= amount and p not in self._folded]

    def _top_payers(self) -> list[int]:
        return [player for player in self._players() if self._paid[player] == max(self._paid)]

    def _action_histories(self) -> dict[str, list[History]]:
        """Return each street's actions, in orbits of the table starting at the small blind."""
        small, _ = self._blind_players()
        found = {}
        for name, street in zip(STREETS, self._histories, strict=False):
            ordered = [street[(small + step) % self._count] for step in self._players()]
            found[name] = [dict(one) for row in zip_longest(*ordered) for one in row if one is not None]
        return found


def hand_info(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, Any]:
    """Describe a hand at showdown in PyPokerEngine's way.

    A straight is named by its lowest card, and a high card by the hole cards.
    """
    five = [card.rank + 2 for card in best_five([*hole, *board])]
    kind = category(evaluate([*hole, *board]))
    low, high = sorted(card.rank + 2 for card in hole)
    hand = {"strength": NAMES[kind], "high": five[0], "low": 0}
    if kind == Category.HIGH_CARD:
        hand |= {"high": high, "low": low}
    elif kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        hand["high"] = five[0] - 4
    elif kind == Category.TWO_PAIR:
        hand["low"] = five[2]
    elif kind == Category.FULL_HOUSE:
        hand["low"] = five[3]
    return {"hand": hand, "hole": {"high": high, "low": low}}
