"""A person playing bots in the terminal: the table, the options and pot odds at each decision, and the saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bigslick.checks import counted, did_you_mean, is_whole
from bigslick.hand.sentences import HANG, YOU, cards_text, does, hand_sentences

from .faults import bots_print_to_stderr
from .options import seed_or_new
from .output import print_json, print_table, say, say_choices
from .table import called, seat_bots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bigslick.bots import Player
    from bigslick.hand.actions import Action
    from bigslick.hand.events import Event
    from bigslick.hand.hand import Hand
    from bigslick.hand.options import Options
    from bigslick.hand.view import View
    from bigslick.hand.why import Why
    from bigslick.table import Table

FORMAT = "bigslick.play/1"
SEAT = 0
SAMPLES = 40_000
MOST_CHIPS = 1_000_000_000
HELP = (
    "f fold",
    "c check or call",
    "b 60 bet 60",
    "r 120 raise to 120",
    "a all-in",
    "e your equity",
    "w why you may or may not",
    "h this list",
    "q leave",
)
WORDS = ("fold", "check", "call", "bet", "raise", "all-in", "equity", "why", "help", "quit")
HANDS_PER_LEVEL = 10
LEVELS = (
    (10, 20),
    (15, 30),
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (150, 300),
    (200, 400),
    (300, 600),
    (400, 800),
    (600, 1200),
    (800, 1600),
    (1000, 2000),
)
FIRST_ANTE = 4
"""From this level on, the big blind also pays an ante."""


class SavedGame(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game: its settings and every answer since. The seed determines the rest."""

    format: str
    seed: int | str
    seats: int
    stack: int
    bots: str
    answers: list[str]


class Leave(Exception):
    """Raised when the player leaves the table."""


class FoldForFree(ValueError):
    """Raised when the player folds although a check is free. We ask once."""


def new_game(seats: int, stack: int, bots: str, seed: str | None) -> SavedGame:
    """Start a game, before its first hand."""
    if not 1 <= stack <= MOST_CHIPS:
        raise ValueError(f"--stack: {stack} chips cannot be played; expected 1 to {MOST_CHIPS:,}")
    return SavedGame(format=FORMAT, seed=seed_or_new(seed), seats=seats, stack=stack, bots=bots, answers=[])


def load_game(file: Path) -> SavedGame:
    try:
        game = msgspec.json.decode(file.read_bytes(), type=SavedGame)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{file} is not a saved game: {error}") from None
    if game.format != FORMAT or not is_whole(game.stack, 1, MOST_CHIPS):
        raise ValueError(f"{file} is not a game that this version can go on with: expected {FORMAT}")
    return game


class Sitting:
    """A person at the table. Replays the saved answers silently, then continues from there."""

    def __init__(self, game: SavedGame, save: Path | None, as_json: bool) -> None:
        from bigslick.rules import Rules
        from bigslick.table import Table

        self.game = game
        self.save = save
        self.as_json = as_json
        with bots_print_to_stderr():
            bots = seat_bots(game.seats, game.bots, game.seed)
        self.names = [YOU, *called(bots)[1:]]
        self.bots = bots[1:]
        self.deciders: dict[str, Player] = {YOU: self, **dict(zip(self.names[1:], self.bots, strict=True))}
        self.table = Table(game.seats, blinds=LEVELS[0], rules=Rules.tournament())
        for seat, name in enumerate(self.names):
            self.table.join(name, seat, chips=game.stack)
        self.chips = game.stack
        self._again = list(reversed(game.answers))
        self._before = 0
        self._printed: list[str] = []

    @property
    def catching_up(self) -> bool:
        """Whether saved answers are still being replayed. Nothing is printed until they run out."""
        return bool(self._again)

    def play(self, hands: int | None) -> None:
        """Play hands until the game is over or the person leaves."""
        from bigslick import play_game
        from bigslick.shuffle import Keystream

        stream = Keystream(self.game.seed, "play")
        self.greet()
        while True:
            outcome = play_game(
                self.table, self.deciders, stream, between=self.set_blinds, watch=self.end_hand, most_hands=1
            )
            for finish in outcome.finishes:
                if finish.place > 1:
                    self.tell(f"  {does(finish.player, 'bust')} in place {finish.place}.")
            self.keep()
            if not self.chips or outcome.winner is not None:
                self.tell("\nYou have every chip: you win." if self.chips else "\nYou have lost every chip.")
                return
            self._before += not self.catching_up
            if hands is not None and self._before >= hands:
                self.leave()
                return

    def greet(self) -> None:
        """Print the players and the commands."""
        if self.as_json:
            start = {"seed": self.game.seed, "seats": self.game.seats, "stack": self.game.stack, "players": self.names}
            print_json(start)
            return
        say(f"{counted(self.game.seats, 'player')} with {counted(self.game.stack, 'chip')} each, seed {self.game.seed}")
        say_choices(HELP)

    def set_blinds(self, table: Table) -> None:
        """Raise the blinds when a level is over."""
        small, big, ante = level_of(table.number)
        if (table.level.small, table.level.big, table.level.ante) != (small, big, ante):
            table.set_level(small, big, ante)
            self.tell(f"The blinds go up to {small:,}/{big:,}" + (f" with an ante of {ante:,}." if ante else "."))

    def decide(self, view: View) -> Action:
        """Show the table and ask until the answer is an action."""
        self.chips = view.stacks[SEAT]
        if self.catching_up:
            said = self._again.pop()
            action = self.understand(said, view, sure=True)
            if action is None:
                raise ValueError(f"this is not a saved game: {said!r} is not an action")
            return action
        if self.as_json:
            print_json(position(view))
        else:
            self.print_news(view.events)
            print_seats(view, self.names, self.table.number)
        sure = False
        while True:
            said = self.ask()
            try:
                action = self.understand(said, view, sure)
            except ValueError as error:
                sure = isinstance(error, FoldForFree)
                self.answer({"error": str(error)}, f"  {error}")
                continue
            if action is not None:
                self.game.answers.append(said.strip())
                return action

    def understand(self, said: str, view: View, sure: bool) -> Action | None:
        """Parse a line into an action. Answers a question and returns None."""
        word = said.strip().lower()
        if word in ("e", "equity"):
            found = equities(view)
            self.answer({"equity": dict(found)}, equity_text(found, len(view.live) - 1))
            return None
        if word.split(" ")[0].rstrip("?") in ("w", "why"):
            why = reasons(hand_now(self.table, view), word.partition(" ")[2].rstrip("?"))
            self.answer({"why": msgspec.to_builtins(why)}, "\n".join(f"  {sentence}" for sentence in why))
            return None
        if word in ("", "h", "help", "?"):
            if self.as_json:
                print_json({"help": list(HELP)})
            else:
                say_choices(HELP)
            return None
        return understand(said, view, sure)

    def ask(self) -> str:
        """Read a line from the person."""
        try:
            return input("" if self.as_json else "> ")
        except EOFError:
            raise Leave from None
        except KeyboardInterrupt:
            if not self.as_json:
                print()  # the terminal shows ^C after the prompt
            raise

    def answer(self, data: dict[str, Any], text: str) -> None:
        """Reply to the player, or to the program playing for them."""
        if self.as_json:
            print_json(data)
        else:
            say(text)

    def tell(self, text: str) -> None:
        """Print a line, unless an earlier sitting printed it."""
        if not self.as_json and not self.catching_up:
            say(text)

    def print_news(self, events: Iterable[Event]) -> None:
        """Print events since the last decision. Hole cards stay hidden; yours appear beside your options."""
        from bigslick.hand.view import redact

        lines = [*hand_sentences([redact(event, None) for event in events], self.names)]
        for number, line in enumerate(lines):
            before = self._printed[number] if number < len(self._printed) else ""
            if line == before:
                continue
            start = len(before) if before and line.startswith(before) else 0
            say(line[:HANG] + line[start:].lstrip(", ") if start else line, hang=HANG)
        self._printed = lines

    def end_hand(self, hand: Hand) -> None:
        self.chips = hand.stacks[SEAT]
        if self.as_json:
            if not self.catching_up:
                print_json(hand_json(hand, self.table.number))
            return
        if not self.catching_up:
            self.print_news(hand.events)
            say(f"  You have {self.chips:,}.\n")
        self._printed = []

    def leave(self) -> None:
        """Print your chips as you leave, and how to resume."""
        if self.as_json:
            print_json({"left": True, "chips": self.chips, "saved": None if self.save is None else str(self.save)})
        else:
            say(self.goodbye())

    def goodbye(self) -> str:
        """Return the farewell to a player who leaves."""
        left = f"You leave with {self.chips:,} chips; you started with {self.game.stack:,}."
        if self.save is not None:
            return f"{left} `bigslick play --resume {self.save}` goes on here."
        return (
            f"{left} Nothing was kept: --save FILE keeps a game. `--seed {self.game.seed}` deals the same cards again."
        )

    def keep(self) -> None:
        """Write the game to the `--save` file."""
        if self.save is not None and not self.catching_up:
            self.save.write_bytes(msgspec.json.encode(self.game) + b"\n")


def level_of(hands: int) -> tuple[int, int, int]:
    """Return the blinds and ante after a number of hands. Past the end of the list they double, so every game ends."""
    number = hands // HANDS_PER_LEVEL
    last = len(LEVELS) - 1
    small, big = LEVELS[min(number, last)]
    times = 1 << max(0, number - last)
    return small * times, big * times, big * times if number + 1 >= FIRST_ANTE else 0


# -- text for people --------------------------------------------------------------------------------------------------


def print_seats(view: View, names: Sequence[str], number: int) -> None:
    """Print the board and pot, every seat with its stack and bet, then your cards and your options."""
    board = cards_text(view.board) or "no board yet"
    say(f"\nHand {number} · {view.street} · {board} · pot {view.pot:,}", style="bold")
    rows = []
    for seat, name in enumerate(names):
        if not view.stacks[seat] and not view.committed[seat]:
            continue
        notes = ["button"] if seat == view.button else []
        if seat not in view.live:
            notes.append("folded")
        elif not view.stacks[seat]:
            notes.append("all-in")
        rows.append((seat + 1, name, view.stacks[seat], view.bets[seat] or "", " ".join(notes)))
    print_table(("seat", "player", "stack", "bet", ""), rows, left=("player", ""))
    say(f"You hold {held_text(view)}")
    assert view.options is not None
    say_choices(choices(view.options, view.pot))


def held_text(view: View) -> str:
    """Return your cards and, from the flop on, the hand they make."""
    held = cards_text(view.hole)
    if len(view.board) >= 3:
        from bigslick.strength import describe

        held += f" ({describe([*view.hole, *view.board])})"
    return held


def choices(options: Options, pot: int) -> list[str]:
    """Return your options, each with the letter to type and its chips."""
    said = []
    if options.check:
        said.append("c check")
    if options.call:
        said += ["f fold", f"c call {options.call:,} ({odds(options.call, pot)})"]
    for name, totals in (("b bet", options.bet_to), ("r raise to", options.raise_to)):
        if totals:
            said.append(f"{name} {totals[0]:,}" + (f" up to {totals[-1]:,}" if len(totals) > 1 else ""))
    if options.all_in is not None:
        said.append("a all-in")
    return said


def odds(call: int, pot: int) -> str:
    """Return a call's pot odds and the equity it needs."""
    return f"pot odds {pot / call:.1f} to 1: you need {100 * call / (pot + call):.0f} % equity"


def understand(said: str, view: View, sure: bool = False) -> Action:
    """Parse a line into an action; raise `ValueError` with a sentence if the action is not legal.

    Folding when a check is free raises `FoldForFree` unless the player is `sure`.
    """
    from bigslick.hand.actions import AllIn, Bet, Call, Check, Fold, Raise

    options = view.options
    assert options is not None
    word, _, rest = said.strip().lower().replace("all in", "all-in").partition(" ")
    rest = rest.strip().removeprefix("to ").strip()
    if word in ("q", "quit", "exit"):
        raise Leave
    if word in ("f", "fold"):
        if options.check and not sure:
            raise FoldForFree("checking is free: type c to check, or f again to fold")
        return Fold()
    if word == "check" and not options.check:
        raise ValueError(f"you cannot check: {options.call:,} to call; type c to call or f to fold")
    if word == "call" and options.check:
        raise ValueError("there is nothing to call: type c to check")
    if word in ("c", "check", "call"):
        return Check() if options.check else Call()
    if word in ("a", "allin", "all-in"):
        if options.all_in is None:
            raise ValueError("you cannot go all-in here")
        return AllIn()
    if word in ("b", "bet", "r", "raise") or word.replace(",", "").isdigit():
        amount = (word if word[:1].isdigit() else rest).replace(",", "")
        totals = options.wager_to
        if not totals:
            raise ValueError("you cannot bet or raise here")
        verb, letter = ("bet", "b") if options.bet_to else ("raise to", "r")
        span = f"{totals[0]:,}" + (f" up to {totals[-1]:,}" if len(totals) > 1 else "")
        if not (amount.isascii() and amount.isdigit() and len(amount) < 20):
            raise ValueError(f"{verb} how much? Type {letter} and a total, {span}")
        if int(amount) not in totals:
            raise ValueError(f"you cannot {verb} {int(amount):,}: you may {verb} {span}")
        return Bet(to=int(amount)) if options.bet_to else Raise(to=int(amount))
    raise ValueError(f"{word!r} is not an action{did_you_mean(word, WORDS)} (h shows what you can type)")


def hand_now(table: Table, view: View) -> Hand:
    """Rebuild the hand from what you saw of it."""
    from bigslick.hand.actions import Bet, Call, Check, Fold, Raise
    from bigslick.hand.events import Called, Checked, Folded, Wagered

    hand = table.hand
    assert hand is not None
    for event in view.events:
        match event:
            case Folded():
                hand.act(Fold())
            case Checked():
                hand.act(Check())
            case Called():
                hand.act(Call())
            case Wagered(to=to, over=over):
                hand.act(Raise(to=to) if over else Bet(to=to))
    return hand


def reasons(hand: Hand, said: str) -> tuple[Why, ...]:
    """Explain why an action is legal or illegal; for an empty line, explain every kind of action."""
    from bigslick.hand.actions import AllIn, Bet, Call, Check, Fold, Raise

    word, _, rest = said.replace("all in", "all-in").partition(" ")
    if not word:
        return hand.explain()
    amount = (word if word[:1].isdigit() else rest.strip().removeprefix("to ").strip()).replace(",", "")
    plain: dict[str, Action] = {"f": Fold(), "fold": Fold(), "check": Check(), "call": Call()}
    plain |= {"c": Call() if hand.options and hand.options.call else Check(), "a": AllIn(), "all-in": AllIn()}
    if word in plain:
        return (hand.why(plain[word]),)
    if not (amount.isascii() and amount.isdigit() and len(amount) < 20):
        raise ValueError("why what? Type w alone, or w and an action: w f, w c, w r 50, w a")
    to = int(amount)
    bets = word in ("b", "bet") or (word[:1].isdigit() and not hand.current_bet)
    return (hand.why(Bet(to=to) if bets else Raise(to=to)),)


def equities(view: View) -> list[tuple[str, float]]:
    """Return your equity against the remaining hands: any two cards, and good ones."""
    from bigslick.odds import equity

    rivals = len(view.live) - 1
    hole = "".join(str(card) for card in view.hole)
    board = "".join(str(card) for card in view.board)
    found = []
    for name, held in (("any two cards", "random"), ("good hands", "55+, A7s+, ATo+, K9s+, KJo+, QTs+, JTs, T9s")):
        result = equity([hole, *[held] * rivals], board, samples=SAMPLES, seed=0)
        found.append((name, result.players[0].equity))
    return found


def equity_text(found: Iterable[tuple[str, float]], rivals: int) -> str:
    shares = ", ".join(f"{100 * share:.1f} % against {name}" for name, share in found)
    return f"  Your equity with {counted(rivals, 'opponent')}: {shares}"


# -- JSON for programs ------------------------------------------------------------------------------------------------


def position(view: View) -> dict[str, Any]:
    """Return your decision for `--json`."""
    options = view.options
    assert options is not None
    totals = options.wager_to
    return {
        "street": view.street,
        "hole": [str(card) for card in view.hole],
        "board": [str(card) for card in view.board],
        "pot": view.pot,
        "stacks": list(view.stacks),
        "bets": list(view.bets),
        "live": list(view.live),
        "button": view.button,
        "call": options.call,
        "wager": [totals[0], totals[-1]] if totals else None,
    }


def hand_json(hand: Hand, number: int) -> dict[str, Any]:
    setup = hand.setup
    return {
        "hand": number,
        "blinds": [setup.small_blind, setup.big_blind],
        "ante": setup.ante,
        "button": setup.button,
        "starting_stacks": list(setup.stacks),
        "final_stacks": list(hand.stacks),
    }
