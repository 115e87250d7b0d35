"""Reads the lines of one PokerStars hand, from the first seat to the end of the summary.

Every line must be one that PokerStars writes; the first that is not raises `BadLine`. A player can have any name, so we
split a line at the names of seated players, and the rest must match to the last letter: `Ann: folds` is a fold by Ann,
and `Ann: folds: folds` is a fold by "Ann: folds". Amounts are counted in the smallest unit: cents for two places.
"""

from __future__ import annotations

from ...action_kinds import MOST_PLACES, MOST_PLAYERS, MOST_VALUE
from ...notation import shorten
from .. import _amounts as amounts
from . import _cards as card_reader
from .lines import ANTE, BIG, BOTH, DEAD, DEALER, SMALL, STRADDLE, BadLine, is_remark

COMPILED = not __file__.endswith(".py")

SEATS, PLAY, SUMMARY = range(3)
NO_AMOUNT = -1
PLAYERS: tuple[str, ...] = tuple([f"p{at} " for at in range(1, MOST_PLAYERS + 1)])
FOLDS: tuple[str, ...] = tuple([player + "f" for player in PLAYERS])
CALLS: tuple[str, ...] = tuple([player + "cc" for player in PLAYERS])
DEALS: tuple[str, ...] = tuple([f"d dh {player}" for player in PLAYERS])
TITLES = {"HOLE CARDS": 1, "SHOW DOWN": 2, "SHOWDOWN": 2, "SUMMARY": 3, "FLOP": 6, "TURN": 8, "RIVER": 10}
"""The section that a line of stars begins, and from the flop on, the number of letters in its board."""


class HandText:
    """The contents of one hand's lines; players are counted from 0, in seat order."""

    def __init__(self, text: str, symbol: str, places: int, small: int, big: int, button: int) -> None:
        if text is None or symbol is None or not 0 <= places <= MOST_PLACES:
            raise ValueError("expected the lines of a hand, its currency symbol, decimal places and blinds")
        self.small = small
        self.big = big
        self.names: list[str] = []
        self.seats: list[int] = []
        self.stacks: list[str] = []
        """As in the file, without the currency."""
        self.notes: list[str] = []
        """The text after a seat, such as " is sitting out"."""
        self.prizes: dict[int, str] = {}
        """The bounty on a player, as in the file."""
        self.posts: list[tuple[int, int, int, bool]] = []
        """Player, kind, units, and whether the player is all-in."""
        self.who: list[int] = []
        self.what: list[str] = []
        """The action for each of `who`, in PHH without the player."""
        self.remarks: list[str] = []
        self.deal = -1
        """The position in `who` and `what` where hole cards are dealt; -1 if they never are."""
        self.holes: dict[int, str] = {}
        """Cards known from something other than a show."""
        self.heroes: list[int] = []
        self.board = ""
        self.boards: dict[str, str] = {}
        """Boards after the first, such as {"SECOND": "AhKd2c3s9h"}."""
        self.second = -1
        """The position in `who` and `what` where a second board is dealt; -1 if it never is."""
        self.summed: list[int] = []
        """Players with a line in the summary."""
        self.collected: list[int] = []
        self.committed: list[int] = []
        self.returned: list[int] = []
        self.acted: list[bool] = []
        """Whether any line of the play names the player."""
        self.order: list[int] = []
        """The players dealt in, starting left of the button; everything below uses this order."""
        self.players: list[str] = []
        self.chairs: list[int] = []
        self.antes: list[int] = []
        self.blinds: list[int] = []
        self.short = False
        """Whether a player is all-in with less than the ante."""
        self.actions: list[str] = []
        self.began: list[int] = []
        self.ended: list[int] = []
        self.won: list[int] = []
        self.paid = 0
        """Chips put in by all players, less uncalled bets."""
        self.gathered = 0
        """Chips collected by all players."""
        self.total = NO_AMOUNT
        self.rake = 0
        self.jackpot = 0
        self.runs = 1
        self._players: dict[str, int] = {}
        self._symbol = symbol
        self._places = places
        self._bets: list[int] = []
        self._live: list[int] = []
        self._folded: list[bool] = []
        self._shown: dict[int, str] = {}
        self._awkward: list[str] = []
        self._stage = SEATS
        self._at = 0
        self._read(text.split("\n"))
        if self._stage == SEATS:
            self._be_seated()
        self._settle(button)

    def _read(self, lines: list[str]) -> None:
        for i in range(len(lines)):
            line = lines[i]
            if line and (line[0] == " " or line[len(line) - 1] == " "):
                line = line.strip()
            if not line:
                continue
            self._at = i
            if self._stage == SEATS:
                if self._seat(line):
                    continue
                self._be_seated()
            if self._stage == SUMMARY:
                self._sum_up(line)
                continue
            at = line.find(": ")
            if at > 0:
                player = self._players.get(line[:at], -1)
                if player >= 0 and self._act(player, line, at + 2):
                    self.acted[player] = True
                    continue
            if not self._other(line):
                raise BadLine(f"{shorten(line)} is not a line of PokerStars text", i)

    # -- seats ------------------------------------------------------------------------------------------------------

    def _seat(self, line: str) -> bool:
        """Read `Seat 1: Ann ($100 in chips, $5 bounty) is sitting out`."""
        if not line.startswith("Seat "):
            return False
        start = line.find(": ")
        end = line.rfind(" in chips")
        if start < 0 or end < start:
            return False
        at = line.rfind(" (", start, end)
        close = line.find(")", end)
        if at < start + 2 or close < 0:
            return False
        seat = amounts.units(line[5:start], 0)
        stack = self._clean(line[at + 2 : end])
        self._units(stack)
        name = line[start + 2 : at]
        if seat < 1 or seat > MOST_PLAYERS or self._in_seat(seat) >= 0:
            raise BadLine(f"seat {line[5:start]}: expected different seats from 1 to {MOST_PLAYERS}", self._at)
        if not name or name in self._players:
            raise BadLine(f"two players are called {shorten(name)}: expected different names", self._at)
        if close > end + 9:  # as in "in chips, $5 bounty)"
            if not line.startswith(", ", end + 9) or not line.endswith(" bounty", 0, close):
                return False
            self.prizes[len(self.names)] = line[end + 11 : close - 7]
        self._players[name] = len(self.names)
        self.names.append(name)
        self.seats.append(seat)
        self.stacks.append(stack)
        self.notes.append(line[close + 1 :])
        return True

    def _in_seat(self, seat: int) -> int:
        """Return the player in a seat; -1 if it is empty."""
        for player in range(len(self.seats)):
            if self.seats[player] == seat:
                return player
        return -1

    def _be_seated(self) -> None:
        """Prepare for the players' actions, and collect names that the quick check of a line would confuse."""
        self._stage = PLAY
        count = len(self.names)
        self._bets = [0] * count
        self._live = [0] * count
        self.committed = [0] * count
        self.collected = [0] * count
        self.returned = [0] * count
        self.acted = [False] * count
        self._folded = [False] * count
        for name in self.names:
            if " " in name and (
                ": " in name or " collected " in name or name.startswith(("*** ", "Dealt to ", "Uncalled bet ("))
            ):
                self._awkward.append(name)
        self._awkward.sort(key=len, reverse=True)

    # -- player actions ----------------------------------------------------------------------------------------

    def _act(self, player: int, line: str, at: int) -> bool:
        """Read a player's action from `at`; False if the rest of the line is not one."""
        if at >= len(line):
            return False
        verb = line[at]
        if verb == "f":
            if not line.startswith("folds", at):
                return False
            if len(line) > at + 5:
                if not line.startswith(" [", at + 5) or not line.endswith("]"):
                    return False
                self._add(DEALER, "# " + line)  # a fold that shows cards
                self._know(player, self._cards(line[at + 7 : len(line) - 1], 1, 2))
            self._folded[player] = True
            self._add(player, "f")
            return True
        if verb == "c" and line.startswith("checks", at) and len(line) == at + 6:
            self._add(player, "cc")
            return True
        if verb == "s":
            return self._show(player, line, at)
        if verb == "m":
            if not line.startswith("mucks hand", at) or len(line) != at + 10:
                return False
            if player not in self._shown or len(self._shown[player]) == 2:
                self._shown[player] = ""
                self._add(player, "sm")
            return True
        if verb == "d":
            return line.startswith("doesn't show hand", at) and len(line) == at + 17
        end = len(line)
        last = line[end - 1]
        all_in = last == "n" and line.endswith(" and is all-in")
        if all_in:
            end -= 14
        elif last == "p" and line.endswith(" cap"):
            end = line.rfind(" and has reached the ")
            if end < 0:
                return False
        if verb == "c" and line.startswith("calls ", at):
            amount = self._amount(line, at + 6, end)
            self._put(player, amount)
            self._add(player, "cc")
            return True
        if verb == "b" and line.startswith("bets ", at):
            self._wager(player, line, at + 5, end)
            return True
        if verb == "r" and line.startswith("raises ", at):
            middle = line.find(" to ", at + 7)
            if middle < 0:
                return False
            self._amount(line, at + 7, middle)
            self._wager(player, line, middle + 4, end)
            return True
        if verb == "p" and line.startswith("posts ", at):
            return self._post(player, line, at + 6, end, all_in)
        return False

    def _wager(self, player: int, line: str, start: int, end: int) -> None:
        """Bet or raise to a total for the street."""
        at = self._after_symbol(line, start)
        to = amounts.units_between(line, at, end, self._places)
        if to >= 0:
            text = line[at:end]
        else:
            text = self._clean(line[start:end])
            to = self._units(text)
        self._put(player, to - self._bets[player])
        self._add(player, "cbr " + text)

    def _post(self, player: int, line: str, at: int, end: int, all_in: bool) -> bool:
        if line.startswith("the ante ", at):
            kind, start = ANTE, at + 9
        elif line.startswith("small blind ", at):
            kind, start = SMALL, at + 12
        elif line.startswith("big blind ", at):
            kind, start = BIG, at + 10
        elif line.startswith("small & big blinds ", at):
            kind, start = BOTH, at + 19
        elif line.startswith("straddle ", at):
            kind, start = STRADDLE, at + 9
        else:
            return False
        amount = self._amount(line, start, end)
        live = amount
        if kind == ANTE:
            live = 0
        elif kind == BOTH:
            live = min(amount, self.big)
        elif kind == SMALL and [post for post in self.posts if post[1] != ANTE]:
            kind = DEAD  # a missed small blind
            live = 0
        self.posts.append((player, kind, amount, all_in))
        self.committed[player] += amount - live
        self._put(player, live)
        return True

    def _put(self, player: int, amount: int) -> None:
        if amount < 0 or self.committed[player] + amount > MOST_VALUE:
            raise BadLine("a wager below what the player has bet already", self._at)
        self.committed[player] += amount
        self._bets[player] += amount
        self._live[player] += amount

    def _show(self, player: int, line: str, at: int) -> bool:
        if not line.startswith("shows [", at):
            return False
        end = line.find("]", at)
        if end < 0 or (len(line) > end + 1 and not (line.startswith(" (", end + 1) and line.endswith(")"))):
            return False
        cards = self._cards(line[at + 7 : end], 1, 2)
        if self._folded[player]:
            self._add(DEALER, "# " + line)
            self._know(player, cards)
        elif self._shown.get(player, "") != cards:
            self._shown[player] = cards
            self._add(player, "sm " + (cards if len(cards) == 4 else cards + "??"))
        return True

    def _add(self, player: int, what: str) -> None:
        if player == DEALER and what.startswith("#"):
            self.remarks.append(what[2:])
        self.who.append(player)
        self.what.append(what)

    def _know(self, player: int, cards: str) -> None:
        """Record hole cards; two known cards are never replaced by fewer."""
        if len(cards) == 4 and "?" not in cards:
            self.holes[player] = cards
        elif player not in self.holes:
            self.holes[player] = (cards + "??")[:4]

    # -- other lines ------------------------------------------------------------------------------------------------

    def _other(self, line: str) -> bool:
        """Read a line that does not begin with a known name and a colon."""
        for name in self._awkward:
            if line.startswith(name):
                at = len(name)
                player = self._players[name]
                if line.startswith(": ", at) and self._act(player, line, at + 2):
                    self.acted[player] = True
                    return True
                if line.startswith(" collected ", at) and self._collect(player, line, at + 11):
                    return True
        first = line[0]
        if first == "*" and line.startswith("*** "):
            if self._street(line):
                return True
        elif first == "D" and line.startswith("Dealt to ") and line.endswith("]"):
            at = line.rfind(" [")
            player = self._players.get(line[9:at], -1)
            if player >= 0:
                self.holes[player] = self._cards(line[at + 2 : len(line) - 1], 2, 2)
                self.heroes.append(player)
                self.acted[player] = True
                return True
        elif first == "U" and line.startswith("Uncalled bet ("):
            at = line.find(") returned to ")
            player = self._players.get(line[at + 14 :], -1)
            if at > 0 and player >= 0:
                self._pay(self.returned, player, self._amount(line, 14, at))
                return True
        at = line.find(" collected ")
        if at > 0:
            player = self._players.get(line[:at], -1)
            if player >= 0 and self._collect(player, line, at + 11):
                return True
        if is_remark(line):
            self._add(DEALER, "# " + line)
            return True
        return False

    def _collect(self, player: int, line: str, at: int) -> bool:
        """Read `$7 from pot`."""
        end = line.find(" from ", at)
        if end < 0 or not (line.endswith(" pot") or line.startswith(" from side pot-", end)):
            return False
        self._pay(self.collected, player, self._amount(line, at, end))
        self.acted[player] = True
        return True

    def _pay(self, chips: list[int], player: int, amount: int) -> None:
        if chips[player] + amount > MOST_VALUE:
            raise BadLine("the player is paid more than there can be in a pot", self._at)
        chips[player] += amount

    def _street(self, line: str) -> bool:
        """Read `*** TURN *** [Ah Kd 2c] [3s]` and the like."""
        end = line.find(" ***", 4)
        if end < 0:
            return False
        title = line[4:end]
        run = ""
        wanted = TITLES.get(title, 0)
        if not wanted and title.startswith(("FIRST ", "SECOND ", "THIRD ", "FOURTH ")):
            run, _, title = title.partition(" ")
            wanted = TITLES.get(title, 0)
        if wanted < 6:
            if wanted == 1:
                self.deal = len(self.who)
            elif wanted:
                self._stage = SUMMARY if wanted == 3 else PLAY
            return wanted > 0
        for i in range(len(self._bets)):
            self._bets[i] = 0
        cards = self._cards(line[end + 5 :].replace("[", "").replace("]", ""), 3, 5)
        if run and run != "FIRST":
            self.boards[run] = cards
            self.second = len(self.who) if self.second < 0 else self.second
            return True
        had = len(self.board)
        if len(cards) != wanted or had != (0 if wanted == 6 else wanted - 2) or not cards.startswith(self.board):
            raise BadLine(f"the {title.lower()} does not fit the board before it", self._at)
        self._add(DEALER, "d db " + cards[had:])
        self.board = cards
        return True

    # -- the summary ------------------------------------------------------------------------------------------------

    def _sum_up(self, line: str) -> None:
        if line.startswith("Seat "):
            end = line.find(": ")
            seat = amounts.units(line[5:end], 0) if end > 0 else -1
            player = self._in_seat(seat)
            if player < 0:
                raise BadLine(f"{shorten(line)} names a seat that is not taken", self._at)
            self.summed.append(player)
            at = line.rfind(" mucked [")
            if at > 0:
                end = line.find("]", at)
                if end > 0:
                    self._know(player, self._cards(line[at + 9 : end], 1, 2))
        elif line.startswith("Total pot "):
            self._total(line)
        elif line.startswith("Hand was run "):
            self.runs = 4 if line.endswith("four times") else 3 if line.endswith("three times") else 2
        elif line.startswith("Board [") or line.startswith("FIRST Board ["):
            if self._cards(line[line.find("[") + 1 : len(line) - 1], 3, 5) != self.board:
                raise BadLine(f"{shorten(line)} is not the board that was dealt", self._at)
        elif line.startswith(("SECOND Board [", "THIRD Board [", "FOURTH Board [")):
            self.boards[line[: line.find(" ")]] = self._cards(line[line.find("[") + 1 : len(line) - 1], 3, 5)
        else:
            raise BadLine(f"{shorten(line)} is not a line of a PokerStars summary", self._at)

    def _total(self, line: str) -> None:
        """Read `Total pot $12 Main pot $8. Side pot $3. | Rake $1`."""
        parts = line.split(" | ")
        end = parts[0].find(" ", 10)
        self.total = self._amount(line, 10, end if end > 0 else len(parts[0]))
        for part in parts[1:]:
            if part.startswith("Rake "):
                self.rake = self._amount(part, 5, len(part))
            elif part.startswith("Jackpot "):
                self.jackpot = self._amount(part, part.rfind(" ") + 1, len(part))
            else:
                raise BadLine(f"{shorten(part)} beside the total pot: expected Rake or Jackpot", self._at)

    # -- settling ----------------------------------------------------------------------------------------------

    def _settle(self, button: int) -> None:
        """Put the players in dealing order, and their posts, actions and stacks in the same order."""
        for player in range(len(self.names)):
            self.paid += self.committed[player] - self.returned[player]
            self.gathered += self.collected[player]
        if NO_AMOUNT < self.total < self.paid:
            self._give_back()
        self._deal_in(button)
        if self.order:
            self._owe()
        places = [0] * len(self.names)
        for at in range(len(self.order)):
            places[self.order[at]] = at
        start = max(self.deal, 0)
        for at in range(len(self.who)):
            if at == start:
                self._deal_out()
            player = self.who[at]
            what = self.what[at]
            if player == DEALER:
                self.actions.append(what)
            elif what == "f":
                self.actions.append(FOLDS[places[player]])
            elif what == "cc":
                self.actions.append(CALLS[places[player]])
            else:
                self.actions.append(PLAYERS[places[player]] + what)
        if start >= len(self.who):
            self._deal_out()
        for player in self.order:
            self.players.append(self.names[player])
            self.chairs.append(self.seats[player])
            stack = amounts.units(self.stacks[player], self._places)
            self.began.append(stack)
            self.won.append(self.collected[player])
            self.ended.append(stack - self.committed[player] + self.returned[player] + self.collected[player])

    def _deal_out(self) -> None:
        for at in range(len(self.order)):
            self.actions.append(DEALS[at] + self.holes.get(self.order[at], "????"))

    def _deal_in(self, button: int) -> None:
        """Find the players dealt in, starting left of the button.

        A player who sits out is dealt in at a tournament but not in a cash game; their actions in the hand decide.
        """
        by_seat = {
            self.seats[player]: player
            for player in range(len(self.seats))
            if self.acted[player] or (not self.notes[player] and player in self.summed)
        }
        seats = sorted(by_seat)
        first = [by_seat[seat] for seat in seats if seat > button]
        self.order = first + [by_seat[seat] for seat in seats if seat <= button]

    def _owe(self) -> None:
        """Add up antes with dead posts, and blinds with live ones, as in PHH.

        A player who is all-in for less than a blind or an ante owes the full amount, and pays what they have.
        """
        n = len(self.order)
        antes = [0] * n
        dead = [0] * n
        blinds = [0] * n
        broke = []
        paid = 0
        posted_big = False
        for player, kind, amount, all_in in self.posts:
            at = self.order.index(player)
            if kind == ANTE:
                antes[at] += amount
                paid += 1
                if all_in:
                    broke.append(at)
            elif kind == SMALL:
                blinds[at] = max(amount, self.small) if all_in else amount
            elif kind == BIG and not posted_big:
                blinds[at] = max(amount, self.big) if all_in else amount
                posted_big = True
            elif kind == DEAD:
                dead[at] += amount
            elif kind == STRADDLE or (kind == BIG and amount > self.big):
                blinds[at] = amount
            else:  # a blind to come in, or both blinds
                blinds[at] = -min(amount, self.big)
                dead[at] += max(amount - self.big, 0)
        begins_on_the_flop = n - len(broke) > 1 and len(self.who) > 0 and self.who[0] == DEALER
        if broke and not posted_big and (max(blinds) or not begins_on_the_flop):  # no chips left for the big blind
            after = (blinds.index(max(blinds)) + 1) % n if max(blinds) else broke[0]
            blinds[after if after in broke else broke[0]] = self.big
        most = max(antes)
        below = [at for at in range(n) if antes[at] < most]
        self.short = paid == n and len(below) > 0 and set(below) <= set(broke)
        for at in range(n):
            antes[at] = (most if self.short else antes[at]) + dead[at]
        if n == 2:
            antes.reverse()
            blinds.reverse()
        self.antes = antes
        self.blinds = blinds

    # -- amounts and cards ------------------------------------------------------------------------------------------

    def _give_back(self) -> None:
        """Return an uncalled bet when no line does, as in old files and walks."""
        best = second = 0
        owner = -1
        for player in range(len(self._live)):
            bet = self._live[player]
            if bet > best:
                second = best
                best = bet
                owner = player
            elif bet > second:
                second = bet
        if best > second and not [chips for chips in self.returned if chips]:
            self.returned[owner] += best - second
            self.paid -= best - second

    def _clean(self, text: str) -> str:
        """Strip an amount of its currency and thousands separators."""
        if self._symbol and text.startswith(self._symbol):
            text = text[len(self._symbol) :]
        if text.find(",") >= 0:
            whole, point, part = text.partition(".")
            groups = whole.split(",")
            if "," in part or len(groups[0]) > 3 or [group for group in groups[1:] if len(group) != 3]:
                raise BadLine(f"{shorten(text)} is not an amount", self._at)
            text = "".join(groups) + point + part
        return text

    def _units(self, text: str) -> int:
        found = amounts.units(text, self._places)
        if found < 0:
            point = text.find(".")
            needs = len(text) - point - 1
            if found < -1 and self._places < needs <= MOST_PLACES:
                raise BadLine(f"{shorten(text)} has {needs} decimal places", self._at, needs)
            raise BadLine(f"{shorten(text)} is not an amount: expected a number such as 40 or 2.50", self._at)
        return found

    def _amount(self, line: str, start: int, end: int) -> int:
        found = amounts.units_between(line, self._after_symbol(line, start), end, self._places)
        return found if found >= 0 else self._units(self._clean(line[start:end]))

    def _after_symbol(self, line: str, at: int) -> int:
        return at + len(self._symbol) if self._symbol and line.startswith(self._symbol, at) else at

    def _cards(self, text: str, least: int, most: int) -> str:
        cards = card_reader.letters_of(text, least, most)
        if not cards:
            raise BadLine(f"[{text[:80]}] are not cards: expected such as [Ah Kd]", self._at)
        return cards
