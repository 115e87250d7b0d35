"""`bigslick rulings`: check the rule book, or files of rulings, against the engine."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .support.output import AsJson, console, print_json, print_table, progress, say

if TYPE_CHECKING:
    from bigslick.rulings import Chapter, Verdict

FOUNDING = "S0 to S4 are the founding documents; docs/reference/conformance.md paraphrases them clause by clause."


def command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of rulings, TOML or JSON; without any, the rule book.", show_default=False),
    ] = None,
    show: Annotated[
        str | None, typer.Option(metavar="ID", help="Print one ruling as a story.", show_default=False)
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the rulings of the book.")] = False,
    search: Annotated[
        str | None, typer.Option(metavar="WORDS", help="List the rulings with all of these words, sources included.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the rule book or ruling files: hands and other cases with expected results; exit code 1 if any fails."""
    if (show is not None or list_all or search is not None) and files:
        raise ValueError("--show, --list and --search are about the rule book: leave the files out")
    if show is not None:
        _show(show, as_json)
    elif list_all or search is not None:
        _list(search or "", as_json)
    elif files:
        _check_files(files, as_json)
    else:
        _check_book(as_json)


def _check_files(files: list[Path], as_json: bool) -> None:
    from bigslick.rulings import check_file

    found: list[tuple[str, Verdict]] = []
    with progress("checking", None) as step:
        for checked in [check_file(file) for file in files]:  # refuse an unreadable file before doing any work
            for verdict in checked:
                found.append((verdict.area, verdict))
                step()
    _report(found, as_json)


def _check_book(as_json: bool) -> None:
    from bigslick.rulings import check_book, load_book

    chapters = load_book()
    found: list[tuple[str, Verdict]] = []
    with progress("checking", sum(len(chapter.cases) for chapter in chapters)) as step:
        for chapter, verdict in check_book():
            found.append((chapter.title, verdict))
            step()
    _report(found, as_json)


def _report(found: list[tuple[str, Verdict]], as_json: bool) -> None:
    import msgspec

    failed = [verdict for _, verdict in found if not verdict.ok]
    passed = len(found) - len(failed)
    if as_json:
        cases = [msgspec.structs.asdict(verdict) for _, verdict in found]
        print_json({"passed": passed, "failed": len(failed), "cases": cases})
    else:
        cases_of = Counter(chapter for chapter, _ in found)
        failed_of = Counter(chapter for chapter, verdict in found if not verdict.ok)
        rows = [(name, cases, cases - failed_of[name], failed_of[name]) for name, cases in cases_of.items()]
        print_table(("chapter", "cases", "passed", "failed"), rows, left=("chapter",))
        for verdict in failed:
            console().print(f"failed  {verdict.id}: {verdict.why}", markup=False)
        console().print(f"{passed} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)


def _show(name: str, as_json: bool) -> None:
    from bigslick.rulings import find_case, story

    chapter, case = find_case(name)
    if as_json:
        text = story(case, chapter)
        print_json(_entry(chapter, case.id, case.title, case.sources) | {"type": case.type, "story": text})
    else:
        console().print(story(case, chapter), markup=False, end="")
        if re.search(r"\bS[0-4]\b", case.sources):
            say(FOUNDING)


def _list(search: str, as_json: bool) -> None:
    """List the rulings whose chapter or story has every word, whatever its case."""
    from bigslick.rulings import load_book, story

    words = search.casefold().split()
    found = [
        (chapter, case)
        for chapter in load_book()
        for case in chapter.cases
        if not words or all(word in f"{chapter.title}\n{story(case, chapter)}".casefold() for word in words)
    ]
    if not found:
        raise ValueError(f"--search: no ruling of the book has all the words of {search!r}; --list shows all rulings")
    if as_json:
        print_json({"cases": [_entry(chapter, case.id, case.title, case.sources) for chapter, case in found]})
        return
    rows = [(case.id, case.title) for _, case in found]
    print_table(("ruling", "title"), rows, left=("ruling", "title"))
    if words:
        say("--show ID tells one of them as a story.")


def _entry(chapter: Chapter, name: str, title: str, source: str) -> dict[str, str]:
    return {"id": name, "chapter": chapter.title, "title": title, "source": source}
