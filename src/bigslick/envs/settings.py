"""An environment's settings: seats, stacks, blinds, rules, opponents, episode, reward, actions; checked once."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bigslick.bots import Bot, as_bot
from bigslick.cards import to_cards
from bigslick.checks import converts, did_you_mean, is_whole
from bigslick.hand.events import STREETS
from bigslick.hand.setup import MAX_CHIPS, MAX_SEATS, both_blinds, rule_numbers
from bigslick.rules import BUTTON_RULES, Rules
from bigslick.shuffle import shuffled
from bigslick.tournament.structure.levels import Level

from ._table import EnvDeal
from .codes import ASKED, LEARNER, MOST_HANDS, MOST_RECENT
from .menu import MENU, BadEnv, Menu
from .observation import RECENT, ObservationLayout

REWARDS: Final = ("blinds", "chips", "icm")
CONTINUOUS: Final = "continuous"
SIT_AND_GO_LEVELS: Final = tuple(
    Level(small=small, big=2 * small, hands=10) for small in (50, 75, 100, 150, 200, 300, 400, 600, 800, 1200, 1600)
)
"""A sit-and-go's default blinds: ten hands each."""
OPTIONS: Final = (
    *("seats", "stacks", "blinds", "ante", "button", "holes", "board", "street", "deck_seed", "opponents", "rules"),
)
"""The settings that `reset(options=...)` can change."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The game at every table in an environment; all environments take these arguments."""

    seats: int = 6
    stacks: int | Sequence[int] = 10_000
    """Each seat's chips, or one number for all; 0 is an empty seat."""
    blinds: int | tuple[int, int] = (50, 100)
    ante: int = 0
    rules: Rules = Rules()
    """Limit, antes, button and everything else on which card rooms differ; the rules say who pays an ante."""
    button: int | None = None
    """The button's seat in an episode's first hand; None draws it each time."""
    opponents: Any = "tag"
    """The other seats' players: one bot for all or one for each in order, as house names or in any other form.

    None leaves every seat to the learner (self-play).
    """
    learner: int = 0
    """The learner's seat."""
    episode: Any = "hand"
    """One "hand", a number of hands at a cash table, or a "sit-and-go" until the learner busts or has every chip."""
    levels: Sequence[Level] = ()
    """A sit-and-go's blinds, each for its number of hands; by default `SIT_AND_GO_LEVELS`."""
    payouts: Sequence[float] = (0.5, 0.3, 0.2)
    """A sit-and-go's prizes, for `reward="icm"`."""
    reward: str = "blinds"
    """The unit of rewards: big "blinds", "chips", or the change in a sit-and-go's "icm" equity."""
    actions: Any = MENU
    """A menu of actions, or "continuous": a kind and an amount, each from 0 to 1."""
    recent: int = RECENT
    strict: bool = False
    """Refuse a masked action instead of playing the nearest legal one."""
    holes: Mapping[int, Any] = {}
    board: Any = ""
    street: str = "preflop"
    """The street on which an episode's first hand starts; before it, everyone checks or calls."""
    deck_seed: Any = None
    """The seed for the first deck in every episode: `shuffled(deck_seed)`."""

    def __post_init__(self) -> None:
        _number("seats", self.seats, 2, MAX_SEATS)
        _number("learner", self.learner, 0, self.seats - 1)
        _number("recent", self.recent, 0, MOST_RECENT)
        _number("ante", self.ante, 0, MAX_CHIPS)
        if self.button is not None:
            _number("button", self.button, 0, self.seats - 1)
        if not isinstance(self.rules, Rules):
            raise BadEnv(f"rules={self.rules!r}: expected rules, as in rules=Rules(limit='pot')")
        if self.reward not in REWARDS:
            raise BadEnv(f"reward={self.reward!r}: expected one of {REWARDS}{did_you_mean(self.reward, REWARDS)}")
        if self.episode not in ("hand", "sit-and-go"):
            _number("episode", self.episode, 1, MOST_HANDS, ', or "hand" or "sit-and-go"')
        if self.reward == "icm" and self.episode != "sit-and-go":
            raise BadEnv('reward="icm" is prize money, which only a sit-and-go has: say episode="sit-and-go"')
        if self.street not in STREETS[:4]:
            raise BadEnv(f"street={self.street!r}: expected one of {STREETS[:4]}{did_you_mean(self.street, STREETS)}")

    @property
    def continuous(self) -> bool:
        """Whether an action is a kind and an amount."""
        return isinstance(self.actions, str) and self.actions == CONTINUOUS

    @property
    def menu(self) -> Menu | None:
        """The action menu; None if actions are continuous."""
        return None if self.continuous else Menu(self.actions)

    @property
    def layout(self) -> ObservationLayout:
        """Where each part of an observation is."""
        return ObservationLayout(self.seats, self.recent)

    @property
    def learners(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if self.opponents is None else (self.learner,)

    def chips(self) -> tuple[int, ...]:
        """Return the starting stack of each seat."""
        return _chips(self.stacks, self.seats)

    def bots(self) -> tuple[Bot | None, ...]:
        """Return each seat's bot; None for a learner."""
        given = self.opponents
        if given is None:
            return (None,) * self.seats
        others = [*given] if isinstance(given, list | tuple) else [given] * (self.seats - 1)
        if len(others) != self.seats - 1:
            raise BadEnv(f"{len(others)} opponents for {self.seats} seats: expected one, or {self.seats - 1}")
        found: list[Bot | None] = [as_bot(bot) for bot in others]
        found.insert(self.learner, None)
        return tuple(found)

    def changed(self, options: Mapping[str, Any]) -> Settings:
        """Return a copy with the changes from `reset(options=...)`."""
        if not options:
            return self
        unknown = [name for name in options if name not in OPTIONS]
        if unknown:
            raise BadEnv(
                f"there is no option {unknown[0]!r} of reset: expected one of {', '.join(OPTIONS)}"
                f"{did_you_mean(unknown[0], OPTIONS)}"
            )
        changes = dict(options)
        if "seats" in changes:  # the table keeps its chairs, some of them empty
            seats = _number("seats", changes.pop("seats"), max(2, self.learner + 1), self.seats)
            given = changes.get("stacks", self.stacks)
            if isinstance(given, Sequence) and len(given) == self.seats:
                given = given[:seats]
            changes["stacks"] = (*_chips(given, seats), *[0] * (self.seats - seats))
        return msgspec.structs.replace(self, **changes)

    def deal(self) -> EnvDeal:
        """Convert the settings to numbers for the core."""
        try:
            small, big = both_blinds(self.blinds)
        except (TypeError, ValueError):
            raise BadEnv(f"blinds={self.blinds!r}: expected two amounts, as in (50, 100), or the big blind") from None
        _number("small blind", small, 0, MAX_CHIPS)
        _number("big blind", big, max(1, small), MAX_CHIPS)
        levels = ((small, big, self.ante, 0),)
        if self.episode == "sit-and-go":
            levels = tuple([_level(level) for level in self.levels or SIT_AND_GO_LEVELS])  # type: ignore[assignment]
        hands = 0 if self.episode == "sit-and-go" else 1 if self.episode == "hand" else self.episode
        chips = self.chips()
        styles = [LEARNER if bot is None else ASKED if bot.style is None else bot.style for bot in self.bots()]
        menu = self.menu
        try:
            return EnvDeal(
                chips,
                tuple(styles),
                levels,
                rule_numbers(self.rules),
                (
                    *(hands, -1 if self.button is None else self.button),
                    *(BUTTON_RULES.index(self.rules.button), STREETS.index(self.street)),
                ),
                menu.codes if menu is not None else (),
                self.recent,
                self.reward == "blinds",
                () if self.deck_seed is None else tuple([int(card) for card in shuffled(self.deck_seed)]),
                self._placed(),
            )
        except BadEnv:
            raise
        except ValueError as error:
            raise BadEnv(str(error)) from None

    def _placed(self) -> tuple[int, ...]:
        if not self.holes and not self.board:
            return ()
        if not isinstance(self.holes, Mapping):
            raise BadEnv(f'holes={self.holes!r}: expected cards by seat, as in holes={{0: "AhKd"}}')
        placed = [-1] * (2 * self.seats + 5)
        for seat, text in self.holes.items():
            _number("the seat of hole cards", seat, 0, self.seats - 1)
            cards = to_cards(text)
            if len(cards) != 2:
                raise BadEnv(f"holes={{{seat}: {text!r}}}: expected two hole cards, found {len(cards)}")
            placed[2 * seat : 2 * seat + 2] = [int(card) for card in cards]
        board = to_cards(self.board)
        if len(board) > 5:
            raise BadEnv(f"the board has {len(board)} cards: a board has at most five")
        placed[2 * self.seats : 2 * self.seats + len(board)] = [int(card) for card in board]
        return tuple(placed)


def make_settings(changes: Mapping[str, Any], **defaults: Any) -> Settings:
    """Make settings from keyword arguments; refuse an unknown name with a sentence."""
    names = Settings.__struct_fields__
    for name in changes:
        if name not in names:
            raise BadEnv(f"there is no setting {name!r}: expected one of {', '.join(names)}{did_you_mean(name, names)}")
    return Settings(**{**defaults, **changes})


def _level(level: Any) -> tuple[int, int, int, int]:
    if not isinstance(level, Level):
        raise BadEnv(f"levels={reprlib.repr(level)}: expected levels, as in Level(small=50, big=100, hands=10)")
    return level.small, level.big, level.ante, level.hands


def _chips(stacks: object, seats: int) -> tuple[int, ...]:
    """Return the chips of each seat, from one number for all or one for each."""
    if is_whole(stacks):
        return (_number("stacks", stacks, 1, MAX_CHIPS),) * seats
    if isinstance(stacks, str) or not isinstance(stacks, Sequence) or len(stacks) != seats:
        raise BadEnv(
            f"stacks={reprlib.repr(stacks)}: expected chips for all, or the chips of each of {seats} seats, "
            "0 for an empty one"
        )
    return tuple(_number("stacks", chips, 0, MAX_CHIPS) for chips in stacks)


def _number(name: str, value: Any, least: int, most: int, more: str = "") -> int:
    if not is_whole(value, least, most):
        raise BadEnv(
            f"{name}={reprlib.repr(value)}: expected a whole number from {least} to {most}{more}{converts(value)}"
        )
    return int.__add__(value, 0)
