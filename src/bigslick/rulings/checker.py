"""Reads and checks rulings files: TOML as a director writes it, or JSON as programs exchange it.

A file has `cases`, each with an `id` and a `type`, and can have three sections of numeric truths: `evaluator`,
`hand_rank_vectors` and `equities`. Every case gets one `Verdict`; a case that cannot be read, or has an unknown type,
fails with a reason and never stops the others.

Both formats have the same keys. In TOML, seats count from 1 and every key must be known; in JSON, seats count from 0,
and an unknown key that is not close to a known one is only a remark.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from bigslick.checks import must_be
from bigslick.decoding import explain

from .case import BadRulings, Ruling
from .registry import CASE_TYPES
from .strengths import WITH_ROYAL
from .verdict import Verdict, judge

HEADINGS: Final = ("schema", "chapter", "about")
"""Keys in a file that are for people."""


class RulingsFile(msgspec.Struct, frozen=True):
    sections: dict[str, Any]
    from_toml: bool

    @property
    def cases(self) -> list[Any]:
        return list(self.sections.get("cases", []))

    @property
    def chapter(self) -> str:
        """The file's heading; empty if it has none."""
        return str(self.sections.get("chapter", ""))

    def case(self, raw: Any) -> Ruling:
        """Return one of this file's cases in its type's model; its area is the chapter unless it names another."""
        known = CASE_TYPES[raw["type"]]
        defaults = {"area": self.chapter, "first_seat": int(self.from_toml)}
        return msgspec.convert(defaults | raw, known.model, str_keys=True)


def check_file(path: str | Path) -> Iterator[Verdict]:
    """Return the verdict on each case and each numeric truth in a file, in file order."""
    if not isinstance(path, str | Path):
        raise BadRulings(f"{path!r} is not a file of rulings: expected a path")
    return check_rulings(Path(path).read_bytes(), source=str(path))


def check_rulings(rulings: bytes | str | Mapping[str, Any], *, source: str = "rulings") -> Iterator[Verdict]:
    """Return the verdict on each case in a text or a mapping; raise `BadRulings` if it holds no rulings at all."""
    return verdicts(read_rulings(rulings, source=source))


def read_rulings(rulings: bytes | str | Mapping[str, Any], *, source: str = "rulings") -> RulingsFile:
    """Read a rulings file from TOML or JSON text, detected by content, or from a mapping with JSON's keys."""
    must_be(str, source, "a name for the rulings: expected a text, as in source='house.toml'")
    from_toml = False
    if isinstance(rulings, Mapping):
        raw: Any = dict(rulings)
    elif isinstance(rulings, bytes | str):
        raw, from_toml = _decode(rulings, source)
    else:
        kind = "None" if rulings is None else type(rulings).__name__
        raise BadRulings(f"{source} is {kind}: expected the text of a file of rulings, or a mapping with 'cases'")
    if not isinstance(raw, dict):
        raise BadRulings(
            f"{source} is not a file of rulings: expected object, got {_kind(raw)}; expected an object with a list "
            "'cases'"
        )
    if not isinstance(raw.get("cases", []), list):
        raise BadRulings(
            f"{source} is not a file of rulings: expected array, got {_kind(raw['cases'])}; expected an object with a "
            "list 'cases'"
        )
    if not raw.keys() & {"cases", *_SECTIONS}:
        raise BadRulings(f"{source} has no rulings: expected a list 'cases', or one of {', '.join(_SECTIONS)}")
    return RulingsFile(raw, from_toml)


def _decode(data: bytes | str, source: str) -> tuple[Any, bool]:
    try:
        text = data.decode() if isinstance(data, bytes) else data
    except UnicodeError:
        raise BadRulings(f"{source} is not UTF-8 text: expected a file of rulings, TOML or JSON") from None
    try:
        if text.lstrip()[:1] == "{" or source.endswith(".json"):
            return msgspec.json.decode(text), False
        return tomllib.loads(text), True
    except msgspec.DecodeError as error:
        raise BadRulings(f"{source} is not JSON: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadRulings(f"{source} is not TOML, and does not begin with '{{' as JSON does: {error}") from None
    except RecursionError:
        raise BadRulings(f"{source} is nested too deeply to be a file of rulings") from None


def _kind(value: object) -> str:
    return {list: "array", dict: "object", str: "str", int: "int"}.get(type(value), type(value).__name__)


def verdicts(file: RulingsFile) -> Iterator[Verdict]:
    """Yield the verdict on each case and each numeric truth, in file order."""
    seen: set[str] = set()
    for place, raw in enumerate(file.cases):
        verdict = check_case(file, raw, place)
        if verdict.id in seen:
            verdict = Verdict(
                verdict.id, verdict.area, False, "this id appears twice in the file: give each case its own"
            )
        seen.add(verdict.id)
        yield verdict
    for name, raw in file.sections.items():
        if name in _SECTIONS:
            yield from _check_section(name, raw)
        elif name not in ("cases", *HEADINGS):
            known = ", ".join(("cases", *_SECTIONS))
            yield Verdict(name, name, False, f"section {name!r} is not known yet; known are {known}")


class _Head(msgspec.Struct):
    id: str
    type: str
    area: str = ""


def check_case(file: RulingsFile, raw: Any, place: int = 0) -> Verdict:
    """Return the verdict on the case at `place` in a file."""
    try:
        head = msgspec.convert(raw, _Head)
    except msgspec.ValidationError as error:
        return Verdict(f"cases[{place}]", file.chapter, False, f"case {place + 1} of the file: {explain(error)}")
    area = head.area or file.chapter
    known = CASE_TYPES.get(head.type)
    if known is None:
        why = f"type {head.type!r} is not known yet; known are {', '.join(sorted(CASE_TYPES))}"
        return Verdict(head.id, area, False, why)

    def check() -> Iterator[str]:
        yield from _misspelt(raw, known.model, strict=file.from_toml)
        yield from known.check(file.case(raw))

    return judge(head.id, area, check())


def _misspelt(raw: Mapping[str, Any], model: type[Ruling], *, strict: bool) -> Iterator[str]:
    """Find fields that are not read. Unless `strict`, a field that resembles no known one is only a remark."""
    names = {field.encode_name for field in msgspec.structs.fields(model)}
    for name in raw:
        if name not in names:
            close = difflib.get_close_matches(name, names, 1, 0.6 if strict else 0.8)
            if close or strict:
                yield f"field {name!r} is not known" + (f": did you mean {close[0]!r}?" if close else "")


# --- numeric truths
# ------------------------------------------------------------------------------------------------------


def _judged(name: str, area: str, kind: str, fields: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a numeric truth, as a case of type `kind`."""
    known = CASE_TYPES[kind]

    def check() -> Iterator[str]:
        case = msgspec.convert({"id": name, "type": kind, **fields}, known.model, str_keys=True)
        yield from known.check(case)

    return judge(name, area, check())


class _Matchups(msgspec.Struct):
    matchups: list[Any]
    tolerance: float = 1e-7


def _check_equities(raw: Any) -> Iterator[Verdict]:
    section = msgspec.convert(raw, _Matchups)
    for place, part in enumerate(section.matchups):
        if isinstance(part, dict) and isinstance(part.get("id"), str):
            name = f"equities.{part['id']}"
            yield _judged(name, "equities", "equity", {**part, "id": name, "tolerance": section.tolerance})
        else:
            why = "field 'id' is missing" if isinstance(part, dict) else f"expected object, got {_kind(part)}"
            yield Verdict(f"equities.matchups[{place}]", "equities", False, why)


class _Vector(msgspec.Struct, forbid_unknown_fields=True):
    cards: str
    rank_1_best_7462_worst: int | None = None
    category: str | None = None
    note: str = ""


def _check_vectors(raw: Any) -> Iterator[Verdict]:
    for place, part in enumerate(msgspec.convert(raw, list[Any]), 1):
        name = f"vectors.{place}"
        try:
            vector = msgspec.structs.asdict(msgspec.convert(part, _Vector))
            if vector["category"] == "straight_flush":  # vectors count a royal flush as a straight flush
                vector["category"] = WITH_ROYAL
        except msgspec.ValidationError as error:
            yield Verdict(name, "hand_rank_vectors", False, explain(error))
        else:
            yield _judged(name, "hand_rank_vectors", "hand_rank", vector)


_SIZES: Final = {"five_card": 5, "six_card": 6, "seven_card": 7}


def _check_evaluator(raw: Any) -> Iterator[Verdict]:
    for name, part in msgspec.convert(raw, dict[str, Any]).items():
        if name in _SIZES:
            fields = {"cards": _SIZES[name], "expected": part}
            yield _judged(f"evaluator.{name}", "evaluator", "census", fields)
        elif name not in ("verified_by", "note"):
            why = f"{name!r} is not known yet; known are {', '.join(_SIZES)}"
            yield Verdict(f"evaluator.{name}", "evaluator", False, why)


_SECTIONS: Final[dict[str, Callable[[Any], Iterable[Verdict]]]] = {
    "evaluator": _check_evaluator,
    "hand_rank_vectors": _check_vectors,
    "equities": _check_equities,
}


def _check_section(name: str, raw: Any) -> Iterator[Verdict]:
    try:
        yield from _SECTIONS[name](raw)
    except msgspec.ValidationError as error:
        yield Verdict(name, name, False, explain(error))
