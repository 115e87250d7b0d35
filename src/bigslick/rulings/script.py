"""A hand's script: actions and checkpoints, as data or as lines that a dealer would say.

    seat 1 raises to 60
    seat 2 is all-in for 90
    seats 3 and 4 fold
    on the flop
    the pot is 240
    seat 1 may fold, call 30 or raise to 150-940
    seat 1 may not raise to 120
    the hand is over

A line that starts with `seat` and a verb is an action. The others are checkpoints: they must hold before the next
action. `may` lists all of the seat's options, with amounts; `may not` names one action that must be refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from .case import BadRulings, listed

Street = Literal["preflop", "flop", "turn", "river", "showdown", "over"]
Legal = Literal["fold", "check", "call", "bet", "raise", "show", "muck"]
ActionName = Literal["fold", "check", "call", "bet", "raise", "all_in", "show", "muck"]


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A state that must hold before the next action; only the fields given in the case are compared."""

    street: Street | UnsetType = UNSET
    to_act: int | UnsetType | None = UNSET
    legal: list[Legal] | UnsetType = UNSET
    call_amount: int | UnsetType = UNSET
    pot_total: int | UnsetType = UNSET
    min_raise_to: int | UnsetType | None = UNSET
    max_raise_to: int | UnsetType | None = UNSET
    note: str = ""


class ScriptStep(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's action, an action that must be refused, or a checkpoint."""

    seat: int | None = None
    action: ActionName | None = None
    to: int | None = None
    """The seat's total bet on this street after the action."""
    add: int | None = None
    """The chips that a call adds."""
    refused: bool = False
    expect: Checkpoint | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if (self.expect is None) != (self.seat is not None and self.action is not None):
            raise ValueError("a step is either an action, with seat and action, or a checkpoint, with expect")
        if self.action in ("bet", "raise") and self.to is None:
            raise ValueError(f"a {self.action} needs 'to', the total it makes of the seat's bet on this street")
        if self.action in ("fold", "check", "show", "muck") and self.to is not None:
            raise ValueError(f"a {self.action} has no 'to'")

    def __str__(self) -> str:
        amount = "" if self.to is None else f" to {self.to}"
        return f"seat {self.seat}'s {self.action}{amount}"


_VERBS: Final[tuple[tuple[ActionName, re.Pattern[str]], ...]] = (
    ("fold", re.compile(r"folds?")),
    ("check", re.compile(r"checks?")),
    ("call", re.compile(r"calls?(?: (?P<add>\d+))?")),
    ("bet", re.compile(r"bets? (?P<to>\d+)")),
    ("raise", re.compile(r"raises? to (?P<to>\d+)")),
    ("all_in", re.compile(r"(?:is|are|goes|go) all-in(?: for (?P<to>\d+))?")),
    ("show", re.compile(r"shows?")),
    ("muck", re.compile(r"mucks?")),
)
_SEATS: Final = re.compile(r"seats? (?P<seats>\d+(?:(?:, | and |, and )\d+)*) (?P<rest>.+)")
_STREET: Final = re.compile(r"(?:on the )?(preflop|flop|turn|river)")
_POT: Final = re.compile(r"the pot is (\d+)")
_OFFER: Final = re.compile(r"(?:(fold|check|show|muck)|(call) (\d+)|(bet|raise to) (\d+)(?:-(\d+))?)")
_EXAMPLES: Final = (
    "expected a line such as 'seat 3 raises to 60', 'seat 3 may fold or call 20', 'the pot is 90' or 'on the flop'"
)


def read_script(script: str | Iterable[str | ScriptStep]) -> list[ScriptStep]:
    """Parse a script's steps; a text is read line by line, and `#` starts a remark."""
    if isinstance(script, str):
        script = script.splitlines()
    steps: list[ScriptStep] = []
    for part in script:
        if isinstance(part, ScriptStep):
            steps.append(part)
        elif line := " ".join(part.partition("#")[0].split()):
            steps += _read_line(line)
    return steps


def _read_line(line: str) -> Iterator[ScriptStep]:
    if found := _STREET.fullmatch(line):
        yield ScriptStep(expect=msgspec.convert({"street": found[1]}, Checkpoint))
    elif found := _POT.fullmatch(line):
        yield ScriptStep(expect=Checkpoint(pot_total=int(found[1])))
    elif line == "the hand is over":
        yield ScriptStep(expect=Checkpoint(to_act=None))
    elif found := _SEATS.fullmatch(line):
        seats = [int(number) for number in re.findall(r"\d+", found["seats"])]
        for seat in seats:
            yield _read_act(seat, found["rest"], line)
    else:
        raise BadRulings(f"the line {line!r} cannot be read: {_EXAMPLES}")


def _read_act(seat: int, rest: str, line: str) -> ScriptStep:
    if rest == "to act":
        return ScriptStep(expect=Checkpoint(to_act=seat))
    refused = rest.startswith("may not ")
    if rest.startswith("may ") and not refused:
        return ScriptStep(expect=_read_offer(seat, rest.removeprefix("may "), line))
    for name, pattern in _VERBS:
        if found := pattern.fullmatch(rest.removeprefix("may not ")):
            amounts = {key: int(text) for key, text in found.groupdict().items() if text is not None}
            return ScriptStep(seat, name, amounts.get("to"), amounts.get("add"), refused)
    raise BadRulings(f"the line {line!r} cannot be read: {_EXAMPLES}")


def _read_offer(seat: int, text: str, line: str) -> Checkpoint:
    """Parse a seat's options: `fold, call 30 or raise to 150-940`."""
    legal: list[str] = []
    values: dict[str, Any] = {"call_amount": 0, "min_raise_to": None, "max_raise_to": None}
    for part in re.split(r", or |, | or ", text):
        found = _OFFER.fullmatch(part)
        if found is None:
            raise BadRulings(
                f"the line {line!r} cannot be read: {part!r} is not something a seat may do; expected fold, check, "
                "call 20, bet 20-500, raise to 40-500, show or muck"
            )
        legal.append(found[1] or found[2] or found[4].removesuffix(" to"))
        if found[2]:
            values["call_amount"] = int(found[3])
        if found[4]:
            values["min_raise_to"] = int(found[5])
            values["max_raise_to"] = int(found[6] or found[5])
    return msgspec.convert({"to_act": seat, "legal": legal, **values}, Checkpoint)


# --- the same as lines -----------------------------------------------------------------------------------------------

_SPOKEN: Final[dict[ActionName, str]] = {
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises to",
    "all_in": "is all-in",
    "show": "shows",
    "muck": "mucks",
}
_WISHED: Final[dict[ActionName, str]] = {**_SPOKEN, "all_in": "go all-in", "raise": "raise to"} | {
    "fold": "fold",
    "check": "check",
    "call": "call",
    "bet": "bet",
    "show": "show",
    "muck": "muck",
}


def tell_script(steps: Iterable[ScriptStep]) -> Iterator[tuple[bool, str]]:
    """Yield a script's lines, each with whether it is an event rather than a check."""
    for step in steps:
        if step.expect is not None:
            for line in tell_checkpoint(step.expect):
                yield _STREET.fullmatch(line) is not None, line
            continue
        assert step.action is not None
        words = (_WISHED if step.refused else _SPOKEN)[step.action]
        amount = step.add if step.to is None else step.to
        if amount is not None:
            words += f" for {amount}" if step.action == "all_in" else f" {amount}"
        yield not step.refused, f"seat {step.seat} {'may not ' if step.refused else ''}{words}"


def tell_checkpoint(expect: Checkpoint) -> Iterator[str]:
    """Yield a checkpoint in lines that `read_script` reads."""
    if expect.street is not UNSET and expect.street not in ("showdown", "over"):
        yield f"on the {expect.street}" if expect.street != "preflop" else "preflop"
    if expect.pot_total is not UNSET:
        yield f"the pot is {expect.pot_total}"
    if expect.to_act is None:
        yield "the hand is over"
    elif expect.to_act is not UNSET:
        if expect.legal is UNSET:
            yield f"seat {expect.to_act} to act"
        else:
            offers = [_tell_offer(name, expect) for name in expect.legal]
            yield f"seat {expect.to_act} may {listed(offers).replace(' and ', ' or ')}"


def _tell_offer(name: Legal, expect: Checkpoint) -> str:
    if name == "call":
        return "call" if expect.call_amount is UNSET else f"call {expect.call_amount}"
    if name not in ("bet", "raise"):
        return name
    low, high = expect.min_raise_to, expect.max_raise_to
    span = "" if low is UNSET else f" {low}" if high in (UNSET, low) else f" {low}-{high}"
    return f"{name}{' to' if name == 'raise' and span else ''}{span}"
