"""Cases of type `hand`: one hand is set up, played from its script and compared with the expected result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from bigslick.cards import format_cards, parse_cards
from bigslick.hand.actions import Action, AllIn, Bet, Call, Check, Fold, IllegalAction, Muck, Raise, Show
from bigslick.hand.hand import Hand
from bigslick.hand.result import Result
from bigslick.hand.setup import Post, blind_seats
from bigslick.rules import Rules

from .case import BadRulings, Ruling, differ, listed, tell
from .script import Checkpoint, ScriptStep, read_script, tell_script

Limit = Literal["none", "pot", "fixed"]
LIMITS: Final[dict[str, Limit]] = {"NLHE": "none", "PLHE": "pot", "FLHE": "fixed"}
_LIMIT_NAMES: Final = {"NLHE": "No-limit", "PLHE": "Pot-limit", "FLHE": "Fixed-limit"}


class Blinds(msgspec.Struct, forbid_unknown_fields=True):
    """The full small and big blind."""

    sb: int
    bb: int


class Ante(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ante kind, and whether the ante or the blind comes first out of a short stack."""

    type: Literal["none", "per_player", "big_blind", "button"] = "none"
    amount: int = 0
    order: Literal["blind_first", "ante_first"] | None = None


class ExtraPost(msgspec.Struct, forbid_unknown_fields=True):
    """A post for missed blinds: `live` counts as the player's bet, `dead` goes to the main pot."""

    live: int = 0
    dead: int = 0


class PotCase(msgspec.Struct, forbid_unknown_fields=True):
    amount: int
    eligible: list[int]


class AwardCase(msgspec.Struct, forbid_unknown_fields=True):
    """A pot, its winners, and who got the odd chips."""

    amount: int
    winners: list[int]
    odd_chips_to: list[tuple[int, int]] = []


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """The end of the hand; only the fields given in the case are compared."""

    hand_not_finished: bool = False
    stacks_now: dict[int, int] | list[int] | UnsetType = UNSET
    pots: list[PotCase | str] | UnsetType = UNSET
    uncalled_return: dict[int, int] | UnsetType = UNSET
    payouts: dict[int, int] | UnsetType = UNSET
    final_stacks: dict[int, int] | list[int] | UnsetType = UNSET
    eliminated: list[int] | UnsetType = UNSET
    show_order: list[int] | UnsetType = UNSET
    all_in_showdown: bool | UnsetType = UNSET
    pot_awards: list[AwardCase] | UnsetType = UNSET
    note: str = ""


class HandCase(Ruling, kw_only=True):
    stacks: dict[int, int] | list[int]
    """Chips by seat, or a list from the first seat, with 0 for an empty one."""
    blinds: Blinds | str
    button: int
    script: str | list[str | ScriptStep]
    expected: Expected | UnsetType = UNSET
    """The end of the hand; omitted when only the script's checkpoints count."""
    game: Literal["NLHE", "PLHE", "FLHE"] = "NLHE"
    table_size: int | UnsetType = UNSET
    sb_seat: int | Literal["dead"] | UnsetType | None = UNSET
    """The seat that posts the small blind; left of the button by default."""
    bb_seat: int | Literal["dead"] | UnsetType | None = UNSET
    ante: Ante | str = Ante()
    options: dict[str, bool | int | str] = msgspec.field(default_factory=dict)
    hole_cards: dict[int, str] = msgspec.field(default_factory=dict)
    board: str = ""
    extra_posts: dict[int, ExtraPost] = msgspec.field(default_factory=dict)
    straddles: dict[int, int] = msgspec.field(default_factory=dict)
    bomb_pot: bool = False
    """Whether everyone pays the ante, no one posts a blind, and betting begins on the flop."""
    double_board: bool = False
    """Whether two boards are dealt from the flop on."""
    second_board: str = ""
    min_bet: int = 0
    """The smallest bet, if it is not the big blind."""
    small_bet: int = 0
    big_bet: int = 0

    @property
    def chips(self) -> dict[int, int]:
        """The stacks by the case's seat numbers, without a list's empty seats."""
        if isinstance(self.stacks, dict):
            return self.stacks
        return {number: chips for number, chips in self.by_seat(self.stacks).items() if chips}

    @property
    def size(self) -> int:
        if self.table_size is not UNSET:
            return self.table_size
        return max(self.by_seat(self.stacks), default=0) + 1 - self.first_seat

    def by_seat(self, chips: dict[int, int] | list[int]) -> dict[int, int]:
        """Return chips by seat number; a list begins at the first seat."""
        return chips if isinstance(chips, dict) else dict(enumerate(chips, self.first_seat))


# --- the setup -------------------------------------------------------------------------------------------------------

# A case's options, and the rules that each value sets. None changes no rule: the engine always plays that way, or the
# case itself covers it (who sits where, who posts what).
_BOOLS: Final[dict[object, Any]] = {True: True, False: False}
_CHOICES: Final[dict[str, tuple[str | None, dict[object, Any]]]] = {
    "reopen_rule": ("reopening", {"tda_cumulative": "cumulative", "single_full_raise": "single"}),
    "short_bb_call": ("short_blind_price", {"full": "full", "posted": "posted"}),
    "pl_assume_full_blinds": ("pot_full_blinds", _BOOLS),
    "pl_preflop_counts_ante": ("pot_counts_antes", _BOOLS),
    "allow_open_fold": ("open_fold", _BOOLS),
    "burn_cards": ("burn", _BOOLS),
    "reveal": ("reveal", {"all": "all", "tda": "muck", "ask": "ask"}),
    "button_rule": (None, {"dead": None, "moving_simple": None}),
    "dead_blind_rule": (None, {"WAIT": None, "POST": None}),
    "short_open_raise": (None, {"bet_plus_bb": None}),
    "invalid_raise": (None, {"reject": None}),
    "skip_moot_option": (None, {True: None}),
}
_NUMBERS: Final = {"odd_chip_unit": "odd_chip_unit", "bets_per_street": "bets_per_street"}

_ANTE: Final = re.compile(r"(\d+) (each|by the big blind|by the button)(?:, (ante|blind) first)?")
_PAYERS: Final = {"each": "per_player", "by the big blind": "big_blind", "by the button": "button"}


def read_blinds(blinds: Blinds | str) -> Blinds:
    """Parse blinds such as `10/20`."""
    if isinstance(blinds, Blinds):
        return blinds
    found = re.fullmatch(r"(\d+)/(\d+)", blinds)
    if found is None:
        raise BadRulings(f"blinds are {blinds!r}: expected the small and the big blind, as in '10/20'")
    return Blinds(int(found[1]), int(found[2]))


def read_ante(ante: Ante | str) -> Ante:
    """Parse an ante such as `20 by the big blind`."""
    if isinstance(ante, Ante):
        return ante
    found = _ANTE.fullmatch(ante)
    if found is None:
        raise BadRulings(f"ante is {ante!r}: expected '5 each', '20 by the big blind' or '20 by the button'")
    return msgspec.convert(
        {"type": _PAYERS[found[2]], "amount": int(found[1]), "order": f"{found[3]}_first" if found[3] else None}, Ante
    )


def rules_of(case: HandCase) -> Rules:
    """Return the rules for a case's game, ante and options; everything else follows tournament rules."""
    ante = read_ante(case.ante)
    changes: dict[str, Any] = {"limit": LIMITS[case.game]}
    if ante.type != "none":
        changes["ante"] = ante.type
    changes["ante_order"] = ante.order
    for name, value in case.options.items():
        if name in _NUMBERS:
            if isinstance(value, bool) or not isinstance(value, int):
                raise BadRulings(f"option {name!r} is {value!r}: expected a whole number")
            changes[_NUMBERS[name]] = value
        elif name in _CHOICES:
            field, choices = _CHOICES[name]
            # True == 1 in Python: without the second half, 1 would pass as true.
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
    """Return a case's hand before its first action; the rest of the deck supplies the cards it does not give."""
    size, chips = case.size, case.chips
    if not 2 <= size <= 10:
        raise BadRulings(f"table_size is {size}: expected 2 to 10")
    for field, seats in (
        ("stacks", chips),
        ("hole_cards", case.hole_cards),
        ("extra_posts", case.extra_posts),
        ("straddles", case.straddles),
    ):
        for number in seats:
            try:
                case.seat(number, size)
            except BadRulings as error:
                raise BadRulings(f"{field}: {error}") from None
            if number not in chips:
                raise BadRulings(f"{field}: seat {number} has no stack")
    stacks = [chips.get(number, 0) for number in case.numbers(range(size))]
    blinds, ante = read_blinds(case.blinds), read_ante(case.ante)
    button = case.seat(case.button, size)
    small, big = (None, None) if case.bomb_pot else _blind_seats(case, stacks, button)
    return Hand.start(
        stacks=stacks,
        blinds=(blinds.sb, blinds.bb),
        button=button,
        seed=f"ruling {case.id}",
        holes={case.seat(number): cards for number, cards in case.hole_cards.items()},
        board=case.board,
        ante=ante.amount if ante.type != "none" else 0,
        rules=rules_of(case),
        small_blind_seat=small,
        big_blind_seat=big,
        straddles={case.seat(number): amount for number, amount in case.straddles.items()},
        posts=[
            Post(seat=case.seat(number), live=post.live, dead=post.dead)
            for number, post in sorted(case.extra_posts.items())
        ],
        bomb_pot=case.bomb_pot,
        double_board=case.double_board,
        second_board=case.second_board,
        min_bet=case.min_bet,
        small_bet=case.small_bet,
        big_bet=case.big_bet,
    )


def _blind_seats(case: HandCase, stacks: list[int], button: int) -> tuple[int | None, int | None]:
    if sum(chips > 0 for chips in stacks) < 2:
        raise BadRulings("a hand needs two players: expected at least two stacks")
    given: list[int | None] = []
    for number, usual in zip((case.sb_seat, case.bb_seat), (0, 1), strict=True):
        if number is UNSET:
            given.append(blind_seats(stacks, button)[usual])
        else:
            given.append(None if number is None or number == "dead" else case.seat(number, case.size))
    return given[0], given[1]


# --- the script ------------------------------------------------------------------------------------------------------

_PLAIN: Final[dict[str, Callable[[], Action]]] = {
    "fold": Fold,
    "check": Check,
    "call": Call,
    "all_in": AllIn,
    "show": Show,
    "muck": Muck,
}


def action_of(step: ScriptStep) -> Action:
    """Return the engine's action for a script step."""
    if step.to is not None and step.action == "bet":
        return Bet(to=step.to)
    if step.to is not None and step.action == "raise":
        return Raise(to=step.to)
    return _PLAIN[str(step.action)]()


def check_hand(case: HandCase) -> Iterator[str]:
    """Play the script, and compare each checkpoint and the result."""
    hand = start(case)
    steps = read_script(case.script)
    if case.expected is UNSET and all(step.expect is None and not step.refused for step in steps):
        raise BadRulings("the case expects nothing: give 'expected', or say in the script what must hold")
    where = "at the start"
    checkpoints = 0
    for step in steps:
        if step.expect is not None:
            checkpoints += 1
            for difference in at_checkpoint(hand, step.expect, case):
                yield f"checkpoint {checkpoints} {where}: {difference}"
            continue
        if step.refused:
            if not _refuses(hand, step, case):
                yield f"{step} {where} is allowed, expected a refusal"
            continue
        if case.number(hand.turn) != step.seat:
            turn = "the hand is already over"
            if hand.turn is not None:
                turn = f"to act is seat {case.number(hand.turn)} on the {hand.street}"
            yield f"{step} {where} is out of turn: {turn}"
            return
        if step.to is not None and step.action in ("call", "all_in"):
            yield from differ(f"{step} {where}: the total of the {step.action}", _total(hand, step.action), step.to)
        if step.add is not None and hand.options is not None:
            yield from differ(f"{step} {where}: the chips it adds", hand.options.call, step.add)
        try:
            hand.act(action_of(step))
        except IllegalAction as error:
            yield f"{step} {where} was refused: {error}"
            return
        where = f"after {step}"
    yield from at_end(hand, case)


def _refuses(hand: Hand, step: ScriptStep, case: HandCase) -> bool:
    """Whether an action is refused, out of turn or under the rules; the hand itself does not change."""
    if case.number(hand.turn) != step.seat:
        return True
    try:
        hand.copy().act(action_of(step))
    except IllegalAction:
        return True
    return False


def _total(hand: Hand, action: str) -> int | None:
    """Return the total bet of the seat to act after a call or an all-in."""
    if hand.turn is None or hand.options is None:
        return None
    return hand.options.all_in if action == "all_in" else hand.bets[hand.turn] + hand.options.call


def at_checkpoint(hand: Hand, expected: Checkpoint, case: HandCase) -> Iterator[str]:
    options = hand.options
    wager: range = range(0)
    legal: list[str] = []
    if options is not None:
        wager = options.bet_to or options.raise_to
        legal = [
            name
            for name, allowed in (
                ("fold", options.fold and not options.check),  # folding is listed only if there is a bet to face
                ("check", options.check),
                ("call", options.call > 0),
                ("bet", bool(options.bet_to)),
                ("raise", bool(options.raise_to)),
                ("show", options.show),
                ("muck", options.muck),
            )
            if allowed
        ]
    for name, found in (
        ("street", hand.street),
        ("to_act", case.number(hand.turn)),
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
    """Yield the differences from the expected end."""
    expected = case.expected
    if expected is UNSET:
        return
    if expected.stacks_now is not UNSET:
        yield from _stacks("stacks_now", hand.stacks, expected.stacks_now, case)
    if expected.hand_not_finished:
        return
    if not hand.over:
        seat = case.number(hand.turn)
        yield f"the script ends with seat {seat} to act on the {hand.street}: expected a finished hand"
        return
    differences = list(_at_result(hand.result, expected, case))
    yield from differences
    unknown = [number for number in case.numbers(hand.result.show_order) if number not in case.hole_cards]
    if differences and unknown:
        seats = ", ".join(map(str, unknown))
        yield f"note that hole_cards gives no cards to seat {seats}, which came to the showdown with cards of chance"


def _at_result(result: Result, expected: Expected, case: HandCase) -> Iterator[str]:
    if expected.final_stacks is not UNSET:
        yield from _stacks("final_stacks", result.stacks, expected.final_stacks, case)
    if expected.pots is not UNSET:
        found = [[pot.amount, sorted(case.numbers(pot.seats))] for pot in result.pots]
        wanted = [[pot.amount, sorted(pot.eligible)] for pot in map(read_pot, expected.pots)]
        yield from differ("pots", found, wanted)
    for name, paid, given in (
        ("uncalled_return", result.refunds, expected.uncalled_return),
        ("payouts", result.payouts, expected.payouts),
    ):
        if given is not UNSET:
            yield from differ(name, _nonzero(case.by_number(paid)), _nonzero(given))
    if expected.eliminated is not UNSET:
        yield from differ("eliminated", sorted(case.numbers(result.busted)), sorted(expected.eliminated))
    if expected.show_order is not UNSET:
        yield from differ("show_order", case.numbers(result.show_order), expected.show_order)
    if expected.all_in_showdown is not UNSET:
        yield from differ("all_in_showdown", result.all_in_showdown, expected.all_in_showdown)
    if expected.pot_awards is not UNSET:
        yield from _awards(result, expected.pot_awards, case)


def read_pot(pot: PotCase | str) -> PotCase:
    """Parse a pot such as `300 for seats 1, 2 and 3`."""
    if isinstance(pot, PotCase):
        return pot
    found = re.fullmatch(r"(\d+) for seats? (\d+(?:(?:, | and |, and )\d+)*)", pot)
    if found is None:
        raise BadRulings(f"the pot {pot!r} cannot be read: expected one such as '300 for seats 1, 2 and 3'")
    return PotCase(int(found[1]), [int(number) for number in re.findall(r"\d+", found[2])])


def _awards(result: Result, expected: list[AwardCase], case: HandCase) -> Iterator[str]:
    yield from differ("number of pot_awards", len(result.pots), len(expected))
    for place, (pot, wanted) in enumerate(zip(result.pots, expected, strict=False), 1):
        yield from differ(f"pot_awards {place}: amount", pot.amount, wanted.amount)
        yield from differ(f"pot_awards {place}: winners", sorted(case.numbers(pot.winners)), sorted(wanted.winners))
        odd = sorted(case.by_number(pot.odd_chips).items())
        yield from differ(f"pot_awards {place}: odd_chips_to", odd, sorted(wanted.odd_chips_to))


def _stacks(name: str, stacks: tuple[int, ...], expected: dict[int, int] | list[int], case: HandCase) -> Iterator[str]:
    """Return the stacks to compare: only the seats that the case lists."""
    found, wanted = case.by_number(dict(enumerate(stacks))), case.by_seat(expected)
    yield from differ(name, {number: found.get(number) for number in wanted}, wanted)


def _nonzero(chips: dict[int, int]) -> dict[int, int]:
    return {number: amount for number, amount in chips.items() if amount}


# --- the story -------------------------------------------------------------------------------------------------------


def tell_hand(case: HandCase) -> Iterator[str]:
    """Tell the hand as a dealer would: seats and stacks, what happens, what must hold, how it ends."""
    blinds, ante, hand = read_blinds(case.blinds), read_ante(case.ante), start(case)
    setup = hand.setup
    terms = [f"{_LIMIT_NAMES[case.game]} hold'em", f"blinds {blinds.sb}/{blinds.bb}"]
    if ante.type != "none":
        payer = {kind: words for words, kind in _PAYERS.items()}[ante.type]
        terms.append(f"ante {ante.amount} {payer}" + (f", {ante.order.replace('_', ' ')}" if ante.order else ""))
    if case.bomb_pot:
        terms.append("a bomb pot")
    if case.double_board:
        terms.append("a double board")
    if case.min_bet:
        terms.append(f"minimum bet {case.min_bet}")
    terms += [f"{name} = {tell(value)}" for name, value in case.options.items()]
    yield f"{', '.join(terms)}; {case.size} seats."
    marks = {case.button: ["button"]}
    for seat, mark in ((setup.small_blind_seat, "small blind"), (setup.big_blind_seat, "big blind")):
        if seat is not None:
            marks.setdefault(seat + case.first_seat, []).append(mark)
    for number, post in case.extra_posts.items():
        marks.setdefault(number, []).append(f"posts {post.live} live and {post.dead} dead")
    for number, amount in case.straddles.items():
        marks.setdefault(number, []).append(f"straddles {amount}")
    dead = [name for name, seat in (("small", setup.small_blind_seat), ("big", setup.big_blind_seat)) if seat is None]
    if dead and not case.bomb_pot:
        yield f"The {' and the '.join(dead)} blind {'is' if len(dead) == 1 else 'are'} dead."
    for number, chips in sorted(case.chips.items()):
        cards = case.hole_cards.get(number, "")
        held = f", {format_cards(parse_cards(cards), ' ')}" if cards else ""
        role = f" ({', '.join(marks[number])})" if number in marks else ""
        yield f"- seat {number}: {chips}{held}{role}"
    if case.button not in case.chips:
        yield f"The button is at the empty seat {case.button}."
    if case.board:
        yield f"Board: {format_cards(parse_cards(case.board), ' ')}."
    if case.second_board:
        yield f"Second board: {format_cards(parse_cards(case.second_board), ' ')}."
    yield ""
    for happens, line in tell_script(read_script(case.script)):
        yield f"  {line}" if happens else f"    -> {line}"
    if case.expected is not UNSET:
        yield ""
        yield from _tell_end(case.expected, case)


def _tell_end(expected: Expected, case: HandCase) -> Iterator[str]:
    if expected.stacks_now is not UNSET:
        yield f"Stacks now: {_spread(case.by_seat(expected.stacks_now))}."
    if expected.pots is not UNSET:
        for place, pot in enumerate(map(read_pot, expected.pots)):
            name = "Main pot" if place == 0 else f"Side pot {place}"
            yield f"{name}: {pot.amount} for {listed(sorted(pot.eligible), 'seat')}."
    for name, chips in (("Returned uncalled", expected.uncalled_return), ("Won", expected.payouts)):
        if chips is not UNSET and chips:
            yield f"{name}: {_spread(chips)}."
    if expected.pot_awards is not UNSET:
        for award in expected.pot_awards:
            how = "won" if len(award.winners) == 1 else "split"
            odd = "".join(
                f"; seat {number} gets {'the odd chip' if chips == 1 else f'{chips} odd chips'}"
                for number, chips in award.odd_chips_to
            )
            yield f"Pot of {award.amount}, {how} by {listed(award.winners, 'seat')}{odd}."
    if expected.show_order is not UNSET and expected.show_order:
        at_once = " (all hands tabled at once)" if expected.all_in_showdown is True else ""
        yield f"Hands are shown by {listed(expected.show_order, 'seat')}, in that order{at_once}."
    if expected.eliminated is not UNSET and expected.eliminated:
        yield f"Out: {listed(expected.eliminated, 'seat')}."
    if expected.final_stacks is not UNSET:
        yield f"Stacks after the hand: {_spread(case.by_seat(expected.final_stacks))}."


def _spread(chips: dict[int, int]) -> str:
    return ", ".join(f"seat {number} {amount}" for number, amount in sorted(chips.items()))
