"""A study before it starts: its tournaments, its bots, and its grid of settings."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import math
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bigslick.bots import (
    DEFAULT_SECONDS,
    POPULATION,
    TOURNAMENT_STYLES,
    BadBot,
    Bot,
    Style,
    UnknownBot,
    as_bot,
    style_number,
)
from bigslick.checks import did_you_mean, is_whole, must_be
from bigslick.errors import BigslickError
from bigslick.tournament.structure.files import load
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import Structure

MOST_TOURNAMENTS = 10**9
MOST_CELLS = 10_000

StructT = TypeVar("StructT", bound=msgspec.Struct)


class BadPlan(BigslickError, ValueError):
    """A study that cannot run; `where` is the file it was read from."""

    __module__ = "bigslick.simulate"


class StudyPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that a study's results depend on; workers and chunks are not part of it."""

    name: str = "study"
    tournaments: int = 100
    """Tournaments for each grid point."""
    seed: int | str = 0
    structure: str = "turbo-6"
    """A preset, or a file next to the plan."""
    entrants: int = 0
    """0 = the structure's own number, or 100."""
    bots: dict[str, int] = msgspec.field(default_factory=lambda: dict(Counter(POPULATION)))
    """Each bot's share of the field, in parts: house bots by name, your own as module:Class or file.py:Class."""
    seconds: float = DEFAULT_SECONDS
    """A Python bot's time limit for a decision; 0 = no limit.

    Results depend on the machine only if a bot takes longer.
    """
    late: int = 0
    """Entrants who come after the start."""
    reentries: bool = True
    """Whether busted players enter again while they can."""
    hands: bool = False
    """Whether to keep every hand, which takes time and disk space."""
    grid: dict[str, list[Any] | dict[str, Any]] = {}
    """Settings to vary, with their values in a list or under labels.

    They are "structure", "structure.<key>", "entrants", "late", "reentries", "bots" or "bots.<bot>.<key of its style>".
    """

    @property
    def total(self) -> int:
        """Tournaments over the whole grid."""
        return self.tournaments * math.prod(map(len, self.grid.values()))

    def points(self) -> list[dict[str, Any]]:
        """Return the grid's points: a value for each setting."""
        values = (list(each.values()) if isinstance(each, dict) else each for each in self.grid.values())
        return [dict(zip(self.grid, chosen, strict=True)) for chosen in itertools.product(*values)]


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One grid point, ready to play."""

    number: int
    settings: dict[str, Any]
    structure: Structure
    styles: dict[str, Style]
    field: tuple[str, ...]
    """The field's bots before they are shuffled."""
    late: int
    reentries: bool


def read_plan(path: str | Path) -> StudyPlan:
    """Read a plan from a TOML file; structure and bot files are looked up next to it."""
    must_be((str, Path), path, "a plan: expected the path of a TOML file")
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadPlan(f"cannot be read: {error.strerror or error}", str(path)) from None
    except UnicodeDecodeError:
        raise BadPlan("not UTF-8 text: expected a TOML file", str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"not TOML: {error}", str(path)) from None
    if "starting_stack" in raw:
        raise BadPlan(f"a structure, not a plan: expected --structure {path}, or a plan that names it", str(path))
    folder = path.parent
    for name, beside in (("structure", _structure_beside), ("bots", _field_beside)):
        if name in raw:
            raw[name] = beside(folder, raw[name])
        values = raw["grid"].get(name) if isinstance(raw.get("grid"), dict) else None
        if isinstance(values, list):
            raw["grid"][name] = [beside(folder, value) for value in values]
        elif isinstance(values, dict):
            raw["grid"][name] = {label: beside(folder, value) for label, value in values.items()}
    return make_plan(raw, where=str(path))


def make_plan(raw: Mapping[str, Any], where: str = "plan") -> StudyPlan:
    """Make a plan from plain values, checked by building every grid point.

    `bots` is a list, or maps each bot to its parts of the field; a class or function is named by its `module:Class`.
    """
    must_be(Mapping, raw, 'a plan: expected a mapping, as in {"structure": "turbo-6", "tournaments": 100}')
    try:
        plan = _read(dict(raw))
        cells(plan)
        for bot in load_bots(places_of(plan)).values():
            _try_out(bot)
    except BadPlan as error:
        raise BadPlan(str(error), where) from None
    return plan


def _read(raw: dict[str, Any]) -> StudyPlan:
    for name in raw:
        if name not in StudyPlan.__struct_fields__:
            raise BadPlan(f"unknown setting {name!r}{_hint(name, StudyPlan.__struct_fields__)}")
    if "bots" in raw:
        raw["bots"] = field_parts(raw["bots"])
    grid = raw.get("grid")
    if isinstance(grid, Mapping) and "bots" in grid:
        fields = grid["bots"]
        if isinstance(fields, Mapping):
            fields = {label: field_parts(field) for label, field in fields.items()}
        elif isinstance(fields, list | tuple):
            fields = [field_parts(field) for field in fields]
        raw["grid"] = {**grid, "bots": fields}
    try:
        plan = msgspec.convert(raw, StudyPlan)
    except msgspec.ValidationError as error:
        raise BadPlan(str(error)) from None
    if not is_whole(plan.tournaments, 1, MOST_TOURNAMENTS):
        raise BadPlan(f"tournaments is {plan.tournaments}: expected 1 to {MOST_TOURNAMENTS:,}")
    if not 0 <= plan.seconds < float("inf"):
        raise BadPlan(f"seconds is {plan.seconds}: expected more than 0, or 0 = no limit")
    sizes = 1
    for name, values in plan.grid.items():
        if not values:
            raise BadPlan(f"grid {name!r} has no values")
        sizes *= len(values)
        chosen = list(values.values()) if isinstance(values, dict) else values
        for place, value in enumerate(chosen[:MOST_CELLS]):
            if value in chosen[:place]:
                raise BadPlan(f"grid {name!r} has {value!r} twice: expected each value once")
    if sizes > MOST_CELLS:
        raise BadPlan(f"the grid has {sizes:,} points: expected at most {MOST_CELLS:,}")
    return plan


def field_parts(field: Any) -> Any:
    """Return a field as parts by bot, from a list or a mapping; return anything else unchanged, to be refused later."""
    if isinstance(field, str):
        field = [field]
    if isinstance(field, list | tuple):
        names = [bot_name(bot) for bot in field]
        return {name: names.count(name) for name in names}
    if isinstance(field, Mapping):
        return {bot_name(bot): parts for bot, parts in field.items()}
    return field


def bot_name(bot: Any) -> str:
    """Return a name for a bot that a study's workers can find."""
    if isinstance(bot, str):
        return bot
    if isinstance(bot, Bot):
        return bot.name
    name, module = getattr(bot, "__qualname__", None), getattr(bot, "__module__", None)
    if name is None or "<locals>" in name or "." in name:
        raise BadPlan(
            f"bots: workers cannot find {bot!r} again: expected a house bot, or a class or function at the top level "
            "of a file or module"
        )
    if module != "__main__":
        return f"{module}:{name}"
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is None or not file.endswith(".py"):  # typed in a session, or read from a pipe
        raise BadPlan(f"bots: workers cannot import {name} from here: save it in a file and say my_bot.py:{name}")
    return f"{file}:{name}"


def places_of(plan: StudyPlan) -> dict[str, str]:
    """Return the locations of a plan's Python bots, by name: files by full path, because workers start elsewhere."""
    fields = plan.grid.get("bots", [])
    every = [plan.bots, *(fields.values() if isinstance(fields, dict) else fields)]
    return {name: _whole(name) for field in every if isinstance(field, dict) for name in field if _is_own(name)}


def load_bots(places: Mapping[str, str]) -> dict[str, Bot]:
    found = {}
    for name, place in places.items():
        try:
            found[name] = Bot(name, None, as_bot(place).maker)
        except (BadBot, UnknownBot) as error:
            raise BadPlan(f"bots: {error}") from None
    return found


def fingerprints(plan: StudyPlan) -> dict[str, str]:
    """Return the SHA-256 of each Python bot's file, by the bot's name."""
    found = {}
    for name, bot in load_bots(places_of(plan)).items():
        file = getattr(inspect.getmodule(getattr(bot.maker, "made_from", bot.maker)), "__file__", None)
        if file is not None:
            found[name] = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    return found


def structures_of(plan: StudyPlan) -> dict[str, Structure]:
    """Return the structures that the plan names, by name, before the grid changes them."""
    named = plan.grid.get("structure", [plan.structure])
    try:
        return {name: load(name) for name in (named.values() if isinstance(named, dict) else named)}
    except (BadStructure, TypeError) as error:
        raise BadPlan(str(error)) from None


def cells(plan: StudyPlan, structures: Mapping[str, Structure] | None = None) -> list[Cell]:
    """Return every grid point, ready to play; `structures` replaces structure files that are missing here."""
    structures = structures_of(plan) if structures is None else structures
    return [_cell(plan, structures, number, settings) for number, settings in enumerate(plan.points())]


def _cell(plan: StudyPlan, structures: Mapping[str, Structure], number: int, settings: dict[str, Any]) -> Cell:
    structure = structures[settings.get("structure", plan.structure)]
    styles, field = dict(TOURNAMENT_STYLES), plan.bots
    entrants, late, reentries = plan.entrants, plan.late, plan.reentries
    for name, value in settings.items():
        room, _, rest = name.partition(".")
        if name == "structure":
            continue
        if name == "entrants":
            entrants = value
        elif name == "late":
            late = value
        elif name == "reentries":
            reentries = value
        elif name == "bots":
            field = value
        elif room == "structure":
            structure = _with(structure, rest, value, f"grid {name!r}")
        elif room == "bots" and rest.count(".") == 1:
            bot, _, column = rest.partition(".")
            _known_bot(bot)
            styles[bot] = _with(styles[bot], column, value, f"grid {name!r}")
        else:
            raise BadPlan(
                f"grid: unknown setting {name!r}: expected structure, structure.<key>, entrants, late, reentries, bots "
                "or bots.<bot>.<key>"
            )
    try:
        structure = structure.with_entrants(entrants or structure.field or 100)
    except BadStructure as error:
        raise BadPlan(str(error)) from None
    count = structure.field
    if not is_whole(late, 0, count - 2) or (late and not structure.late_reg_levels):
        raise BadPlan(
            f"late: {late} of {count} entrants cannot be late: at least two must start, and the structure needs "
            "late_reg_levels"
        )
    if not isinstance(reentries, bool):
        raise BadPlan(f"reentries: {reentries!r} is not a value for it: expected true or false")
    parts = _parts(field)
    return Cell(
        number=number,
        settings=settings,
        structure=structure,
        styles=styles,
        field=tuple(parts[place % len(parts)] for place in range(count)),
        late=late,
        reentries=reentries,
    )


def _parts(field: Any) -> list[str]:
    """Return a field's bots, each repeated once per part."""
    if not isinstance(field, dict) or not all(is_whole(parts) for parts in field.values()):
        raise BadPlan(f"bots: {field!r} is not a field: expected bots with their parts, such as {{tag = 3, shark = 1}}")
    if not field:
        raise BadPlan("bots is empty: expected bots with their parts of the field, such as bots = {tag = 2, lag = 1}")
    for name, parts in field.items():
        if not _is_own(name):
            _known_bot(name)
        if parts < 1:
            raise BadPlan(f"bots: {name} has {parts} parts of the field: expected 1 or more")
    # Spread evenly, so a small field also has its share of each.
    spread = [((2 * part + 1) / (2 * parts), name) for name, parts in field.items() for part in range(parts)]
    return [name for _, name in sorted(spread, key=lambda at: at[0])]


def _known_bot(name: str) -> None:
    try:
        style_number(name)
    except UnknownBot as error:
        raise BadPlan(f"bots: {error}; name your own bot as module:Class or file.py:Class") from None


def _is_own(name: str) -> bool:
    return ":" in name or name.endswith(".py")


def _structure_beside(folder: Path, name: Any) -> Any:
    """Return a structure's name, with the folder if the file is there."""
    return str(folder / name) if isinstance(name, str) and (folder / name).is_file() else name


def _field_beside(folder: Path, field: Any) -> Any:
    """Return a plan file's field, with the folder added to bots whose file is there."""
    if isinstance(field, dict):
        return {_beside(folder, name): parts for name, parts in field.items()}
    if isinstance(field, list):
        return [_beside(folder, name) if isinstance(name, str) else name for name in field]
    return _beside(folder, field) if isinstance(field, str) else field


def _beside(folder: Path, name: str) -> str:
    """Return a bot's name, with the folder if the file is there."""
    file, colon, _ = name.rpartition(":")
    return str(folder / name) if colon and file.endswith(".py") and (folder / file).is_file() else name


def _whole(name: str) -> str:
    file, colon, wanted = name.rpartition(":")
    return f"{Path(file).resolve()}:{wanted}" if colon and file.endswith(".py") else name


def _try_out(bot: Bot) -> None:
    """Make one player before the study starts, so a failure comes now and not in a worker."""
    try:
        bot.player(0)
    except BadBot as error:
        raise BadPlan(f"bots: {error}") from None


def _with(thing: StructT, field: str, value: Any, where: str) -> StructT:
    """Return a copy with one field changed, or a nested one (`payouts.paid_percent`), checked as in a file."""
    names = type(thing).__struct_fields__
    field, _, inner = field.partition(".")
    if field not in names:
        raise BadPlan(f"unknown field {field!r}{_hint(field, names)}", where)
    if inner:
        part = getattr(thing, field)
        if not isinstance(part, msgspec.Struct):
            raise BadPlan(f"the structure has no {field} to change: give the whole {field}", where)
        value = _with(part, inner, value, where)
    else:
        try:
            value = msgspec.convert(value, _type_of(thing, field))
        except (ValueError, TypeError) as error:
            raise BadPlan(f"{value!r} is not a value for it: {error}", where) from None
    try:
        changed = msgspec.structs.replace(thing, **{field: value})
    except (ValueError, TypeError) as error:
        raise BadPlan(f"{value!r} is not a value for it: {error}", where) from None
    return changed


def _type_of(thing: msgspec.Struct, field: str) -> Any:
    import typing

    return typing.get_type_hints(type(thing))[field]


def _hint(name: str, names: tuple[str, ...]) -> str:
    return did_you_mean(name, names) or f"; expected one of {', '.join(names)}"
