"""The documents' examples are run, and their links lead somewhere."""

from __future__ import annotations

import re
import tomllib
import typing
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import msgspec
import pytest

from bigslick import Rules
from bigslick.bots import Style
from bigslick.cli.app import COMMANDS, GROUPS
from bigslick.hand import events
from bigslick.simulate import StudyPlan
from bigslick.tournament import Structure

from .cli.test_serve import serve
from .documents import ADDRESS, ADMIN_TOKEN, PYTHON, ROOT, blocks, broken_links, run_document

DOCS = sorted((ROOT / "docs").rglob("*.md"))
EVERYTHING = [ROOT / "README.md", *DOCS]
FRONT_DOORS = {
    "bigslick",
    *(f"bigslick.{room}" for room in ("bots", "client", "envs", "history", "odds", "rulings", "simulate", "spec")),
    *("bigslick.table", "bigslick.tournament"),
    "bigslick.gateways.openspiel",
}


def by_name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCS, ids=by_name)
def test_what_it_shows_runs(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if not any(ADDRESS in block.text for block in blocks(document) if block.language in PYTHON):
        run_document(document, capsys)
        return
    tables = tmp_path / "tables.toml"  # the document's own, if it has one, so it is tested too
    for block in blocks(document):
        if block.file is not None and block.file.endswith(".toml"):
            (tmp_path / block.file).write_text(block.text)
    options = ["--tables", str(tables)] if tables.exists() else []
    with serve(tmp_path, *options, "--admin-token", ADMIN_TOKEN) as (_, address, _printed):
        run_document(document, capsys, address)


@pytest.mark.parametrize("document", [*EVERYTHING, *(ROOT / "examples").glob("*.py")], ids=by_name)
def test_it_sends_no_reader_to_an_inner_module(document: Path) -> None:
    """Users import from public packages; the modules inside may move."""
    imports = re.findall(r"^(?:>>> |\.\.\. )?\s*(?:from|import) (bigslick[\w.]*)", document.read_text(), re.MULTILINE)
    assert set(imports) <= FRONT_DOORS


@pytest.mark.parametrize("document", DOCS, ids=by_name)
def test_its_links_lead_somewhere(document: Path) -> None:
    assert broken_links(document) == []


def contents() -> list[tuple[str, list[str]]]:
    """Return the sidebar of the site."""
    spec = spec_from_file_location("conf", ROOT / "docs" / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    conf = module_from_spec(spec)
    spec.loader.exec_module(conf)
    return list(conf.contents(ROOT / "docs"))


def test_every_page_is_once_in_the_sidebar_and_how_tos_are_grouped_by_reader() -> None:
    pages = [page for _, found in contents() for page in found]
    written = {document.relative_to(ROOT / "docs").with_suffix("").as_posix() for document in DOCS}
    assert sorted(pages) == sorted(written - {"README", "index"})
    groups = [heading for heading, found in contents() if found[0].startswith("how-to/")]
    assert groups == [
        "Write bots",
        "Run tournaments",
        "Play with friends",
        "Operate a card room",
        "Read hand histories",
        "Check your own engine",
        "Write card games",
    ]


@pytest.mark.parametrize("document", sorted((ROOT / "docs" / "how-to").glob("*.md")), ids=by_name)
def test_the_title_of_a_how_to_says_what_you_do(document: Path) -> None:
    """Under "Write bots" in the sidebar, "How to" would begin every line."""
    title = document.read_text().splitlines()[0]
    assert title.startswith("# ")
    assert not title.startswith(("# How", "# What"))
    assert not title.endswith("?")


def test_every_rule_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference" / "rules.md").read_text()
    for name in Rules.__struct_fields__:
        assert f"`{name}`" in reference, name


def test_the_reference_says_how_the_profiles_differ() -> None:
    """The profile table lists exactly the rules in which a profile differs from the defaults, with their values."""
    reference = (ROOT / "docs" / "reference" / "rules.md").read_text()
    profiles = (Rules.tournament(), Rules.cash(), Rules.classic())
    rows = [
        f"| `{name}` | " + " | ".join(f'`"{getattr(profile, name)}"`' for profile in profiles) + " |"
        for name in Rules.__struct_fields__
        if len({getattr(profile, name) for profile in profiles}) > 1
    ]
    table = reference.partition("## The profiles")[2].partition("\n## ")[0]
    found = [line for line in table.splitlines() if line.startswith("| `")]
    assert sorted(found) == sorted(rows)


def test_every_event_and_command_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference" / "actions-and-events.md").read_text()
    for name, kind in vars(events).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            fields = ", ".join(kind.__struct_fields__)
            assert f"`{name}({fields})`" in reference, name
    commands = (ROOT / "docs" / "reference" / "commands.md").read_text()
    for name in COMMANDS.keys() - {*GROUPS}:
        assert f"## bigslick {name}" in commands, name


STRUCTURE_PAGE = ROOT / "docs" / "reference" / "structure-file.md"
OF_A_FILE_ONLY = {"levels": {"level", "minutes"}, "breaks": {"minutes"}, "rules": {"profile"}}
"""Keys of a structure file that the types lack: other ways to say the same."""


def parts_of_a_structure() -> list[tuple[str, type[msgspec.Struct]]]:
    """Return the structure and every part with its own table in the file, found from the types, so none is missed."""
    hints = typing.get_type_hints(Structure)
    parts: list[tuple[str, type[msgspec.Struct]]] = [("", Structure)]
    for name in Structure.__struct_fields__:
        kinds = [hints[name], *typing.get_args(hints[name])]
        parts += [(name, kind) for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return parts


def keys_of_section(name: str) -> dict[str, str]:
    """Return the keys that a part's section explains, with the defaults it gives."""
    event, *parts = STRUCTURE_PAGE.read_text().partition("\n## The event\n")[2].split("\n## ")
    found = [text for text in parts if re.search(rf"`\[+{name}\]+`", text)] if name else [event]
    assert found, f"no section explains `[{name}]`"
    rows = [line.split(" | ") for line in found[0].splitlines() if line.startswith("| `")]
    return {key: row[1] for row in rows for key in re.findall(r"`(\w+)`", row[0])}


@pytest.mark.parametrize(("name", "kind"), parts_of_a_structure(), ids=lambda value: str(value))
def test_every_key_of_a_structure_is_in_the_reference(name: str, kind: type[msgspec.Struct]) -> None:
    rows = keys_of_section(name)
    missing = {*kind.__struct_fields__, *OF_A_FILE_ONLY.get(name, ())} - rows.keys()
    assert not missing, f"## {name or 'The event'} does not explain {sorted(missing)}"
    for field in msgspec.structs.fields(kind):
        if kind is Rules:  # the defaults for rules are the profile's
            continue
        if field.required:
            assert "required" in rows[field.name], f"{name}.{field.name} is required"
        elif isinstance(field.default, bool | int | str) and field.default and not field.name.endswith("seconds"):
            shown = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
            assert shown in rows[field.name], f"{name}.{field.name}: the default is {shown}, not {rows[field.name]}"


def test_the_reference_explains_no_key_that_does_not_exist() -> None:
    parts = parts_of_a_structure()
    known = {name: {*kind.__struct_fields__, *OF_A_FILE_ONLY.get(name, ())} for name, kind in parts}
    for name in known:
        rows = keys_of_section(name)
        together = set().union(*(known[other] for other in known if keys_of_section(other) == rows))
        assert rows.keys() <= together, name


def test_every_key_of_a_study_plan_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "study-plan.md").read_text()
    for field in msgspec.structs.fields(StudyPlan):
        row = next((line for line in page.splitlines() if line.startswith(f"| `{field.name}` |")), None)
        assert row is not None, field.name
        if isinstance(field.default, bool | int | float | str):
            shown = str(field.default).lower() if isinstance(field.default, bool) else f"{field.default}"
            assert shown in row.split("|")[2], f"{field.name}: {field.default!r}"


def test_every_key_of_a_style_is_in_the_reference() -> None:
    grid = (ROOT / "docs" / "reference" / "study-plan.md").read_text().partition("## The grid")[2]
    for key in Style.__struct_fields__:
        assert f"| `{key}` |" in grid, key


def test_every_package_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text()
    rooms = text.partition("\n## Packages\n")[2].partition("\n## ")[0]
    for place in (ROOT / "src" / "bigslick").iterdir():
        if not place.name.startswith("_") and (place.suffix == ".py" or (place / "__init__.py").exists()):
            assert f"`{place.stem}`" in rooms, place.name


def test_the_architecture_lists_the_packages_in_the_order_of_the_contracts() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", text.partition("\n## Packages\n")[2].partition("\n## ")[0], re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == "arrows point one way")
    height = {
        room.strip().removeprefix("bigslick."): at for at, layer in enumerate(layers) for room in layer.split("|")
    }
    heights = [height[room] for row in rows for room in re.findall(r"`(\w+)`", row)]
    assert len(heights) > 15
    assert heights == sorted(heights)
