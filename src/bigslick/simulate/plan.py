"""A study before it begins: which tournaments, with which bots, how many, and over which grid of settings."""

from __future__ import annotations

import difflib
import hashlib
import inspect
import itertools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bigslick.bots import DEFAULT_SECONDS, STYLES, BadBot, Bot, Style, UnknownBot, find_bot, style_number
from bigslick.errors import BigslickError
from bigslick.tournament.files import load
from bigslick.tournament.problems import BadStructure
from bigslick.tournament.structure import Structure

MOST_TOURNAMENTS = 10**9
MOST_CELLS = 10_000

StructT = TypeVar("StructT", bound=msgspec.Struct)


class BadPlan(BigslickError, ValueError):
    """A study that cannot be run; the sentence says what is wrong and suggests the nearest name."""


class StudyPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the results of a study depend on; not who works on it, nor in which pieces."""

    name: str = "study"
    tournaments: int = 100
    """How many for each point of the grid."""
    seed: int = 0
    structure: str = "turbo-6"
    """A preset, or a file beside the plan."""
    entrants: int = 0
    """0 is what the structure says, or 100."""
    bots: dict[str, int] = msgspec.field(default_factory=lambda: {"tag": 1, "lag": 1, "rock": 1, "shark": 1})
    """How many parts of the field each bot makes: house bots by name, Python bots as module:Class or file.py:Class."""
    seconds: float = DEFAULT_SECONDS
    """How long a Python bot may think about a decision; 0 is for ever. Only a bot that takes longer makes results
    depend on the machine."""
    late: int = 0
    reentries: bool = True
    hands: bool = False
    """Whether to keep every hand, which takes time and room."""
    grid: dict[str, list[Any]] = {}
    """Settings to vary: "entrants", "structure.<field>" or "bots.<bot>.<field of its style>"."""

    @property
    def total(self) -> int:
        """All tournaments of all points of the grid."""
        return self.tournaments * len(self.points())

    def points(self) -> list[dict[str, Any]]:
        """The points of the grid: each setting with one of its values."""
        return [dict(zip(self.grid, values, strict=True)) for values in itertools.product(*self.grid.values())]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One point of the grid, ready to be played."""

    number: int
    settings: dict[str, Any]
    structure: Structure
    styles: dict[str, Style]
    field: tuple[str, ...]
    """The bots of the field before they are shuffled."""
    late: int
    reentries: bool


def read_plan(path: str | Path) -> StudyPlan:
    """The plan in a TOML file; a structure file and bot files are looked for beside it."""
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadPlan(f"{path}: cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadPlan(f"{path}: this is not TOML: {error}") from None
    named = raw.get("structure")
    if isinstance(named, str) and (path.parent / named).is_file():
        raw["structure"] = str(path.parent / named)
    if isinstance(raw.get("bots"), dict):
        raw["bots"] = {_beside(path.parent, name): parts for name, parts in raw["bots"].items()}
    return make_plan(raw, where=str(path))


def make_plan(raw: Mapping[str, Any], where: str = "plan") -> StudyPlan:
    """A plan from plain values, checked by building every point of its grid."""
    raw = dict(raw)
    for name in raw:
        if name not in StudyPlan.__struct_fields__:
            raise BadPlan(f"{where}: there is no setting {name!r}{_nearest(name, StudyPlan.__struct_fields__)}")
    if isinstance(raw.get("bots"), list):
        raw["bots"] = {name: raw["bots"].count(name) for name in raw["bots"]}
    try:
        plan = msgspec.convert(raw, StudyPlan)
    except msgspec.ValidationError as error:
        raise BadPlan(f"{where}: {error}") from None
    if not 1 <= plan.tournaments <= MOST_TOURNAMENTS:
        raise BadPlan(f"{where}: tournaments is {plan.tournaments}: expected 1 to {MOST_TOURNAMENTS:,}")
    if not 0 <= plan.seconds < float("inf"):
        raise BadPlan(f"{where}: seconds is {plan.seconds}: expected 0, which is for ever, or more")
    sizes = 1
    for name, values in plan.grid.items():
        if not values:
            raise BadPlan(f"{where}: grid {name!r} has no values")
        sizes *= len(values)
    if sizes > MOST_CELLS:
        raise BadPlan(f"{where}: the grid has {sizes:,} points: expected at most {MOST_CELLS:,}")
    try:
        cells(plan)
        for bot in load_bots(places_of(plan)).values():
            _try_out(bot)
    except BadPlan as error:
        raise BadPlan(f"{where}: {error}") from None
    return plan


def places_of(plan: StudyPlan) -> dict[str, str]:
    """Where the Python bots of a plan are found, by name: files by their whole path, since workers start elsewhere."""
    return {name: _whole(name) for name in plan.bots if _is_own(name)}


def load_bots(places: Mapping[str, str]) -> dict[str, Bot]:
    """The Python bots of a plan, from where they are found."""
    found = {}
    for name, place in places.items():
        try:
            found[name] = Bot(name, None, find_bot(place).maker)
        except (BadBot, UnknownBot) as error:
            raise BadPlan(f"bots: {error}") from None
    return found


def fingerprints(plan: StudyPlan) -> dict[str, str]:
    """The SHA-256 of the file of each Python bot of a plan, by the bot's name."""
    found = {}
    for name, bot in load_bots(places_of(plan)).items():
        file = getattr(inspect.getmodule(bot.maker), "__file__", None)
        if file is not None:
            found[name] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return found


def base_of(plan: StudyPlan) -> Structure:
    """The structure that the plan names, before the grid changes it."""
    try:
        return load(plan.structure)
    except BadStructure as error:
        raise BadPlan(str(error)) from None


def cells(plan: StudyPlan, base: Structure | None = None) -> list[Cell]:
    """Every point of the grid, ready to be played; `base` stands for a structure file that is not here."""
    base = base_of(plan) if base is None else base
    return [_cell(plan, base, number, settings) for number, settings in enumerate(plan.points())]


def _cell(plan: StudyPlan, base: Structure, number: int, settings: dict[str, Any]) -> Cell:
    structure, styles, entrants = base, dict(STYLES), plan.entrants
    for name in plan.bots:
        if not _is_own(name):
            _known_bot(name)
        if plan.bots[name] < 1:
            raise BadPlan(f"bots: {name} makes {plan.bots[name]} parts of the field: expected 1 or more")
    for name, value in settings.items():
        room, _, rest = name.partition(".")
        if name == "entrants":
            entrants = value
        elif room == "structure":
            structure = _with(structure, rest, value, f"grid {name!r}")
        elif room == "bots" and rest.count(".") == 1:
            bot, _, column = rest.partition(".")
            _known_bot(bot)
            styles[bot] = _with(styles[bot], column, value, f"grid {name!r}")
        else:
            raise BadPlan(f"grid: {name!r} is no setting: expected entrants, structure.<field> or bots.<bot>.<field>")
    try:
        structure = structure.with_entrants(entrants or structure.field or 100)
    except BadStructure as error:
        raise BadPlan(str(error)) from None
    parts = [name for name, count in plan.bots.items() for _ in range(count)]
    if not parts:
        raise BadPlan(
            "bots: nobody plays: expected bots with their parts of the field, as in bots = {tag = 2, lag = 1}"
        )
    count = structure.field
    if not 0 <= plan.late <= count - 2 or (plan.late and not structure.late_reg_levels):
        raise BadPlan(
            f"late: {plan.late} of {count} entrants cannot be late: at least two start, and the structure needs "
            "late_reg_levels"
        )
    return Cell(
        number=number,
        settings=settings,
        structure=structure,
        styles=styles,
        field=tuple(parts[place % len(parts)] for place in range(count)),
        late=plan.late,
        reentries=plan.reentries,
    )


def _known_bot(name: str) -> None:
    try:
        style_number(name)
    except UnknownBot as error:
        raise BadPlan(f"bots: {error}; a bot of your own is named module:Class or file.py:Class") from None


def _is_own(name: str) -> bool:
    return ":" in name or name.endswith(".py")


def _beside(folder: Path, name: str) -> str:
    """The name of a bot, with the folder if its file is there."""
    file, colon, _ = name.rpartition(":")
    return str(folder / name) if colon and file.endswith(".py") and (folder / file).is_file() else name


def _whole(name: str) -> str:
    file, colon, wanted = name.rpartition(":")
    return f"{Path(file).resolve()}:{wanted}" if colon and file.endswith(".py") else name


def _try_out(bot: Bot) -> None:
    """Make one before the study starts, rather than find out later that none can be made."""
    try:
        bot.player(0)
    except BadBot as error:
        raise BadPlan(f"bots: {error}") from None


def _with(thing: StructT, field: str, value: Any, where: str) -> StructT:
    """The same with one field changed, checked as if it had been read."""
    names = type(thing).__struct_fields__
    if field not in names:
        raise BadPlan(f"{where}: there is no field {field!r}{_nearest(field, names)}")
    try:
        changed = msgspec.structs.replace(thing, **{field: msgspec.convert(value, _type_of(thing, field))})
    except (ValueError, TypeError) as error:
        raise BadPlan(f"{where}: {value!r} cannot be used: {error}") from None
    return changed


def _type_of(thing: msgspec.Struct, field: str) -> Any:
    import typing

    return typing.get_type_hints(type(thing))[field]


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f": did you mean {near[0]!r}?" if near else f": expected one of {', '.join(names)}"
