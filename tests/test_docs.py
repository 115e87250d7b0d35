"""What the documents show is run, and where they point to exists."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bigslick import Rules
from bigslick.cli.app import app
from bigslick.hand import events

from .documents import ROOT, broken_links, run_document

DOCS = sorted((ROOT / "docs").rglob("*.md"))


def by_name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCS, ids=by_name)
def test_what_it_shows_runs(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run_document(document, capsys)


@pytest.mark.parametrize("document", DOCS, ids=by_name)
def test_its_links_lead_somewhere(document: Path) -> None:
    assert broken_links(document) == []


def test_every_rule_is_in_the_reference() -> None:
    reference = (ROOT / "docs" / "reference" / "rules.md").read_text()
    for name in Rules.__struct_fields__:
        assert f"`{name}`" in reference, name


def test_the_reference_says_how_the_profiles_differ() -> None:
    """The table of profiles holds exactly the rules in which one differs from the defaults, with their values."""
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
    told = (ROOT / "docs" / "reference" / "actions-and-events.md").read_text()
    for name, kind in vars(events).items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            fields = ", ".join(kind.__struct_fields__)
            assert f"`{name}({fields})`" in told, name
    commands = (ROOT / "docs" / "reference" / "commands.md").read_text()
    for command in app.registered_commands:
        assert f"## bigslick {command.name}" in commands, command.name
