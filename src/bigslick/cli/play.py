"""`bigslick play`: you at a table of house bots, with your options, the pot odds and, if you ask, your equity."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import AsJson, console, print_json
from .table import REGULARS, BotNames, Seats, SeedOption, seat_bots, seed_or_new

if TYPE_CHECKING:
    from bigslick.hand.actions import Action
    from bigslick.hand.options import Options
    from bigslick.hand.view import View

YOU = 0
RANDOM_SAMPLES = 40_000
HELP = """  f fold · c check or call · b 60 bet 60 · r 120 raise to 120 · a all-in · e your equity · q leave"""
WORDS = ("fold", "check", "call", "bet", "raise", "allin", "equity", "help", "quit")


class Leave(Exception):
    """The person at the table gets up."""


def command(
    seats: Seats = 6,
    stack: Annotated[int, typer.Option(help="Chips that each player begins with.")] = 1500,
    hands: Annotated[int | None, typer.Option(help="Stop after so many hands.", show_default=False)] = None,
    seed: SeedOption = None,
    bots: BotNames = REGULARS,
    as_json: AsJson = False,
) -> None:
    """Play against house bots until one player has every chip, or until you leave."""
    from .freezeout import line_of, play_match
    from .table import NAMES

    if not 1 <= stack <= 1_000_000_000:
        raise ValueError(f"--stack: {stack} chips cannot be played; expected 1 to 1,000,000,000")
    number = seed_or_new(seed)
    house = seat_bots(seats, bots, number)
    kinds = ["you", *(bot.name for bot in house[1:])]
    names = [f"{name} ({kind})" for name, kind in zip(NAMES, kinds, strict=False)]
    you = Person(names, as_json)
    page = console()
    if not as_json:
        page.print(
            f"Seed {number}. {seats} players with {stack:,} chips each: {', '.join(names)}\n{HELP}", markup=False
        )
    chips = stack
    try:
        for played in play_match([you, *house[1:]], stack, number):
            chips = played.hand.stacks[YOU]
            if as_json:
                print_json(line_of(played))
            else:
                you.tell_end(played.hand.events)
                for seat, place in played.out.items():
                    page.print(f"  {names[seat]} is out in place {place}", markup=False)
                page.print(f"  You have {chips:,}\n", markup=False)
            if chips == 0 or hands == played.number:
                break
    except Leave:
        pass
    if not as_json:
        page.print("You have lost every chip." if chips == 0 else f"You leave with {chips:,} and began with {stack:,}.")


class Person:
    """A player who is asked at the terminal."""

    name = "you"

    def __init__(self, names: list[str], as_json: bool) -> None:
        self.names = names
        self.as_json = as_json
        self._told: list[str] = []
        self._page = console()

    def decide(self, view: View) -> Action:
        """Show where things stand, and ask until the answer is an action."""
        if self.as_json:
            print_json(position(view))
        else:
            self._tell(view.events)
            self._page.print(standing(view), markup=False)
        while True:
            said = self._ask()
            try:
                action = understand(said, view)
            except ValueError as error:
                self._say({"error": str(error)}, f"  {error}")
                continue
            if action is not None:
                return action

    def tell_end(self, events: Any) -> None:
        """Tell the rest of a hand, and forget it."""
        self._tell(events)
        self._told = []

    def _ask(self) -> str:
        try:
            return input("" if self.as_json else "> ")
        except EOFError:
            raise Leave from None

    def _say(self, data: dict[str, Any], text: str) -> None:
        if self.as_json:
            print_json(data)
        else:
            self._page.print(text, markup=False)

    def _tell(self, events: Any) -> None:
        from .telling import tell_hand

        lines = list(tell_hand([event for event in events if _mine(event)], self.names))
        for number, line in enumerate(lines):
            if number >= len(self._told) or self._told[number] != line:
                self._page.print(line, markup=False)
        self._told = lines


def _mine(event: Any) -> bool:
    from bigslick.hand.events import Dealt

    return not isinstance(event, Dealt) or event.seat == YOU


def standing(view: View) -> str:
    """Your cards, the pot, and what you may do with the odds of a call."""
    from .telling import cards_text

    assert view.options is not None
    held = f"  You hold {cards_text(view.hole)}"
    if len(view.board) >= 3:
        from bigslick.strength import describe

        held += f" ({describe([*view.hole, *view.board])})"
    assert view.seat is not None
    return f"{held} · pot {view.pot:,} · you have {view.stacks[view.seat]:,}\n  {choices(view.options, view.pot)}"


def choices(options: Options, pot: int) -> str:
    """What you may do, in words."""
    said = []
    if options.check:
        said.append("check")
    if options.call:
        said.append(f"fold, or call {options.call:,} ({odds(options.call, pot)})")
    for name, totals in (("bet", options.bet_to), ("raise to", options.raise_to)):
        if totals:
            span = f"{totals[0]:,} to {totals[-1]:,}" if len(totals) > 1 else f"{totals[0]:,}"
            said.append(f"{name} {span}")
    return "You may " + "; ".join(said)


def odds(call: int, pot: int) -> str:
    """The pot odds of a call, and the equity that pays for it."""
    return f"pot odds {pot / call:.1f} to 1, pays from {100 * call / (pot + call):.0f} % equity"


def understand(said: str, view: View) -> Action | None:
    """The action that a line means; None if it was a question; `ValueError` if it is neither or not legal."""
    from bigslick.hand.actions import AllIn, Bet, Call, Check, Fold, Raise

    options = view.options
    assert options is not None
    word, _, rest = said.strip().lower().replace("-", "").partition(" ")
    rest = rest.removeprefix("to ").strip()
    if word in ("q", "quit", "exit"):
        raise Leave
    if word in ("e", "equity"):
        print(equities(view))
        return None
    if word in ("", "h", "help", "?"):
        print(HELP)
        return None
    if word in ("f", "fold"):
        if options.check:
            raise ValueError("checking is free: say c to check")
        return Fold()
    if word in ("c", "check", "call"):
        return Check() if options.check else Call()
    if word in ("a", "allin", "all"):
        if options.all_in is None:
            raise ValueError("you cannot go all-in here")
        return AllIn()
    if word in ("b", "bet", "r", "raise") or word.isdigit():
        amount = word if word.isdigit() else rest.replace(",", "")
        totals = options.wager_to
        if not totals:
            raise ValueError("you cannot bet or raise here")
        if not amount.isdigit() or int(amount) not in totals:
            raise ValueError(f"{amount or 'how much'}? A wager is a total from {totals[0]:,} to {totals[-1]:,}")
        return Bet(to=int(amount)) if options.bet_to else Raise(to=int(amount))
    near = difflib.get_close_matches(word, WORDS, 1)
    raise ValueError(f"{word!r} is not understood{f': did you mean {near[0]}?' if near else ''}; h shows the words")


def equities(view: View) -> str:
    """Your equity against the hands that are left: any two cards, and good ones."""
    from bigslick.odds import equity

    assert view.seat is not None
    rivals = len(view.live) - 1
    hole = "".join(str(card) for card in view.hole)
    board = "".join(str(card) for card in view.board)
    found = []
    for name, held in (("any two cards", "random"), ("good hands", "55+, A7s+, ATo+, K9s+, KJo+, QTs+, JTs, T9s")):
        result = equity([hole, *[held] * rivals], board, samples=RANDOM_SAMPLES, seed=0)
        found.append(f"{100 * result.players[0].equity:.1f} % against {name}")
    return f"  Your equity with {rivals} {'rival' if rivals == 1 else 'rivals'}: {', '.join(found)}"


def position(view: View) -> dict[str, Any]:
    """What `--json` prints when you are to act."""
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
