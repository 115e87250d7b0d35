"""The rulings of type `hand`: one hand is set up, played by its script and compared with what the case expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Raise
from bigslick.hand.hand import Hand, Result
from bigslick.hand.setup import Post
from bigslick.rules import Rules

from .rulings import BadRulings, Ruling, differ, ruling, tell

Limit = Literal["none", "pot", "fixed"]
LIMITS: Final[dict[str, Limit]] = {"NLHE": "none", "PLHE": "pot", "FLHE": "fixed"}


class Blinds(msgspec.Struct, forbid_unknown_fields=True):
    """What a full small and a full big blind are."""

    sb: int
    bb: int


class Ante(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who pays an ante, and whether it or the blind comes first out of a short stack."""

    type: Literal["none", "per_player", "big_blind", "button"] = "none"
    amount: int = 0
    order: Literal["blind_first", "ante_first"] | None = None


class ExtraPost(msgspec.Struct, forbid_unknown_fields=True):
    """A post for missed blinds: `live` counts as the player's bet, `dead` goes to the main pot."""

    live: int = 0
    dead: int = 0


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """What must be true before the next action; only the fields that stand in the case are compared."""

    street: str | UnsetType = UNSET
    to_act: int | UnsetType | None = UNSET
    legal: list[Literal["fold", "check", "call", "bet", "raise"]] | UnsetType = UNSET
    call_amount: int | UnsetType = UNSET
    pot_total: int | UnsetType = UNSET
    min_raise_to: int | UnsetType | None = UNSET
    max_raise_to: int | UnsetType | None = UNSET
    note: str = ""


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """An action of a seat, or a checkpoint."""

    seat: int | None = None
    action: Literal["fold", "check", "call", "bet", "raise", "all_in"] | None = None
    to: int | None = None
    expect: Checkpoint | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if (self.expect is None) != (self.seat is not None and self.action is not None):
            raise ValueError("a step is either an action, with seat and action, or a checkpoint, with expect")
        if self.action in ("bet", "raise") and self.to is None:
            raise ValueError(f"a {self.action} needs 'to', the total it makes of the seat's bet on this street")
        if self.action in ("fold", "check") and self.to is not None:
            raise ValueError(f"a {self.action} has no 'to'")


class PotCase(msgspec.Struct, forbid_unknown_fields=True):
    """A pot and the seats that can win it."""

    amount: int
    eligible: list[int]


class AwardCase(msgspec.Struct, forbid_unknown_fields=True):
    """A pot, who won it and who got its odd chips."""

    amount: int
    winners: list[int]
    odd_chips_to: list[tuple[int, int]] = []


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """How the hand ends; only the fields that stand in the case are compared."""

    hand_not_finished: bool = False
    stacks_now: dict[int, int] | UnsetType = UNSET
    pots: list[PotCase] | UnsetType = UNSET
    uncalled_return: dict[int, int] | UnsetType = UNSET
    payouts: dict[int, int] | UnsetType = UNSET
    final_stacks: dict[int, int] | UnsetType = UNSET
    eliminated: list[int] | UnsetType = UNSET
    show_order: list[int] | UnsetType = UNSET
    all_in_showdown: bool | UnsetType = UNSET
    pot_awards: list[AwardCase] | UnsetType = UNSET
    note: str = ""


class HandCase(Ruling, kw_only=True):
    """One scripted hand."""

    game: Literal["NLHE", "PLHE", "FLHE"]
    table_size: int
    button: int
    sb_seat: int | None
    bb_seat: int | None
    blinds: Blinds
    stacks: dict[int, int]
    script: list[Step]
    expected: Expected
    ante: Ante = Ante()
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    hole_cards: dict[int, str] = msgspec.field(default_factory=dict)
    board: str = ""
    extra_posts: dict[int, ExtraPost] = msgspec.field(default_factory=dict)
    straddles: dict[int, int] = msgspec.field(default_factory=dict)
    small_bet: int = 0
    big_bet: int = 0


# --- the setup -------------------------------------------------------------------------------------------------------

# An option of a case, and what each of its values makes of the rules. A value of None changes nothing: the engine has
# no other way, or the case says it by itself (who sits where, who posts what).
_BOOLS: Final[dict[object, Any]] = {True: True, False: False}
_CHOICES: Final[dict[str, tuple[str | None, dict[object, Any]]]] = {
    "reopen_rule": ("reopening", {"tda_cumulative": "cumulative", "single_full_raise": "single"}),
    "short_bb_call": ("short_blind_price", {"full": "full", "posted": "posted"}),
    "pl_assume_full_blinds": ("pot_full_blinds", _BOOLS),
    "pl_preflop_counts_ante": ("pot_counts_antes", _BOOLS),
    "allow_open_fold": ("open_fold", _BOOLS),
    "burn_cards": ("burn", _BOOLS),
    "reveal": ("reveal", {"all": "all", "tda": "muck"}),
    "button_rule": (None, {"dead": None, "moving_simple": None}),
    "dead_blind_rule": (None, {"WAIT": None, "POST": None}),
    "short_open_raise": (None, {"bet_plus_bb": None}),
    "invalid_raise": (None, {"reject": None}),
    "skip_moot_option": (None, {True: None}),
}
_NUMBERS: Final = {"odd_chip_unit": "odd_chip_unit", "bets_per_street": "bets_per_street"}


def rules_of(case: HandCase) -> Rules:
    """The rules that the game, the ante and the options of a case ask for; everything else is as in tournaments."""
    changes: dict[str, Any] = {"limit": LIMITS[case.game]}
    if case.ante.type != "none":
        changes["ante"] = case.ante.type
    changes["ante_order"] = case.ante.order
    for name, value in case.options.items():
        if name in _NUMBERS:
            if isinstance(value, bool) or not isinstance(value, int):
                raise BadRulings(f"option {name!r} is {value!r}: expected a whole number")
            changes[_NUMBERS[name]] = value
        elif name in _CHOICES:
            field, choices = _CHOICES[name]
            # True == 1 in Python: without the second half, 1 would pass for true.
            if value not in choices or isinstance(value, bool) != (True in choices):
                expected = " or ".join(tell(choice) for choice in choices)
                raise BadRulings(f"option {name!r} is {value!r}: expected {expected}")
            if field is not None:
                changes[field] = choices[value]
        else:
            known = ", ".join(sorted({*_CHOICES, *_NUMBERS}))
            raise BadRulings(f"option {name!r} is not known; known are {known}")
    return msgspec.structs.replace(Rules.tournament(), **changes)


def start(case: HandCase) -> Hand:
    """The hand of a case before its first action; cards that the case does not give come from the rest of the pack."""
    if not 2 <= case.table_size <= 10:
        raise BadRulings(f"table_size is {case.table_size}: expected 2 to 10")
    for field, seats in (
        ("stacks", case.stacks),
        ("hole_cards", case.hole_cards),
        ("extra_posts", case.extra_posts),
        ("straddles", case.straddles),
    ):
        for seat in seats:
            if not 0 <= seat < case.table_size:
                last = case.table_size - 1
                raise BadRulings(f"{field}: seat {seat} does not exist; the seats of this table are 0 to {last}")
            if seat not in case.stacks:
                raise BadRulings(f"{field}: seat {seat} has no stack")
    return Hand.start(
        stacks=[case.stacks.get(seat, 0) for seat in range(case.table_size)],
        blinds=(case.blinds.sb, case.blinds.bb),
        button=case.button,
        seed=f"ruling {case.id}",
        holes=case.hole_cards,
        board=case.board,
        ante=case.ante.amount if case.ante.type != "none" else 0,
        rules=rules_of(case),
        small_blind_seat=case.sb_seat,
        big_blind_seat=case.bb_seat,
        straddles=case.straddles,
        posts=[Post(seat=seat, live=post.live, dead=post.dead) for seat, post in sorted(case.extra_posts.items())],
        small_bet=case.small_bet,
        big_bet=case.big_bet,
    )


# --- the script ------------------------------------------------------------------------------------------------------

_PLAIN: Final[dict[str, Callable[[], Action]]] = {"fold": Fold, "check": Check, "call": Call, "all_in": AllIn}


def action_of(step: Step) -> Action:
    """The engine's action for a step of the script."""
    if step.to is not None and step.action == "bet":
        return Bet(to=step.to)
    if step.to is not None and step.action == "raise":
        return Raise(to=step.to)
    return _PLAIN[str(step.action)]()


@ruling("hand", HandCase)
def check_hand(case: HandCase) -> Iterator[str]:
    """Play the script; compare each checkpoint and the end."""
    hand = start(case)
    where = "at the start"
    checkpoints = 0
    for step in case.script:
        if step.expect is not None:
            checkpoints += 1
            for difference in at_checkpoint(hand, step.expect):
                yield f"checkpoint {checkpoints} {where}: {difference}"
            continue
        move = f"seat {step.seat}'s {step.action}" + ("" if step.to is None else f" to {step.to}")
        if hand.turn != step.seat:
            turn = "nobody, the hand is over" if hand.turn is None else f"seat {hand.turn} on the {hand.street}"
            yield f"{move} {where} is out of turn: to act is {turn}"
            return
        if step.to is not None and step.action in ("call", "all_in"):
            yield from differ(f"{move} {where}: the total of the {step.action}", _total(hand, step.action), step.to)
        try:
            hand.act(action_of(step))
        except IllegalAction as error:
            yield f"{move} {where} was refused: {error}"
            return
        where = f"after {move}"
    yield from at_end(hand, case)


def _total(hand: Hand, action: str) -> int | None:
    """What the bet of the seat to act becomes by a call or an all-in."""
    if hand.turn is None or hand.options is None:
        return None
    return hand.options.all_in if action == "all_in" else hand.bets[hand.turn] + hand.options.call


def at_checkpoint(hand: Hand, expected: Checkpoint) -> Iterator[str]:
    """What differs from a checkpoint now."""
    options = hand.options
    wager: range = range(0)
    legal: list[str] = []
    if options is not None:
        wager = options.bet_to or options.raise_to
        legal = [
            name
            for name, allowed in (
                ("fold", options.fold and not options.check),  # folding is listed only by who faces a bet
                ("check", options.check),
                ("call", options.call > 0),
                ("bet", bool(options.bet_to)),
                ("raise", bool(options.raise_to)),
            )
            if allowed
        ]
    for name, found in (
        ("street", hand.street),
        ("to_act", hand.turn),
        ("legal", legal),
        ("call_amount", options.call if options is not None else 0),
        ("pot_total", hand.pot),
        ("min_raise_to", wager[0] if wager else None),
        ("max_raise_to", wager[-1] if wager else None),
    ):
        wanted = getattr(expected, name)
        if wanted is UNSET:
            continue
        if name == "legal":
            yield from differ(name, sorted(legal), sorted(set(wanted)))
        else:
            yield from differ(name, found, wanted)


def at_end(hand: Hand, case: HandCase) -> Iterator[str]:
    """What differs from the expected end."""
    expected = case.expected
    if expected.stacks_now is not UNSET:
        yield from _stacks("stacks_now", hand.stacks, expected.stacks_now)
    if expected.hand_not_finished:
        return
    if hand.result is None:
        yield f"the script ends with seat {hand.turn} to act on the {hand.street}: expected a finished hand"
        return
    differences = list(_at_result(hand.result, expected))
    yield from differences
    unknown = [seat for seat in hand.result.show_order if seat not in case.hole_cards]
    if differences and unknown:
        seats = ", ".join(map(str, unknown))
        yield f"note that hole_cards gives no cards to seat {seats}, which came to the showdown with cards of chance"


def _at_result(result: Result, expected: Expected) -> Iterator[str]:
    if expected.final_stacks is not UNSET:
        yield from _stacks("final_stacks", result.stacks, expected.final_stacks)
    if expected.pots is not UNSET:
        found = [[pot.amount, sorted(pot.seats)] for pot in result.pots]
        yield from differ("pots", found, [[pot.amount, sorted(pot.eligible)] for pot in expected.pots])
    for name, paid, wanted in (
        ("uncalled_return", result.refunds, expected.uncalled_return),
        ("payouts", result.payouts, expected.payouts),
    ):
        if wanted is not UNSET:
            yield from differ(name, _nonzero(paid), _nonzero(wanted))
    if expected.eliminated is not UNSET:
        yield from differ("eliminated", sorted(result.busted), sorted(expected.eliminated))
    if expected.show_order is not UNSET:
        yield from differ("show_order", list(result.show_order), expected.show_order)
    if expected.all_in_showdown is not UNSET:
        yield from differ("all_in_showdown", result.all_in_showdown, expected.all_in_showdown)
    if expected.pot_awards is not UNSET:
        yield from _awards(result, expected.pot_awards)


def _awards(result: Result, expected: list[AwardCase]) -> Iterator[str]:
    yield from differ("number of pot_awards", len(result.pots), len(expected))
    for place, (pot, wanted) in enumerate(zip(result.pots, expected, strict=False), 1):
        yield from differ(f"pot_awards {place}: amount", pot.amount, wanted.amount)
        yield from differ(f"pot_awards {place}: winners", sorted(pot.winners), sorted(wanted.winners))
        odd = sorted(pot.odd_chips.items())
        yield from differ(f"pot_awards {place}: odd_chips_to", odd, sorted(wanted.odd_chips_to))


def _stacks(name: str, found: tuple[int, ...], expected: dict[int, int]) -> Iterator[str]:
    """Seats that the case does not list are not compared."""
    yield from differ(name, {seat: found[seat] if 0 <= seat < len(found) else None for seat in expected}, expected)


def _nonzero(chips: dict[int, int]) -> dict[int, int]:
    return {seat: amount for seat, amount in chips.items() if amount}
