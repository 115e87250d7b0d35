"""`bigslick convert FILE... --to FORMAT`: convert hand histories between formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from bigslick.checks import counted, did_you_mean

from .replay import PlayedBy
from .support.files import Grouped, HistoryPaths, LeftOut, Strict, histories_below
from .support.interrupts import if_stopped
from .support.options import AsJson, Force, Out
from .support.output import complain, print_json, progress, say

EVERY = 500
"""The progress bar is updated every time this many hands are read."""


def command(
    files: HistoryPaths,
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="The format to write: phh, pokerstars or ohh.")],
    hero: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Write each hand as this player saw it: own cards, and what was shown."),
    ] = None,
    anonymise: Annotated[
        bool,
        typer.Option("--anonymise", help="Replace names by player 1, player 2, ..., alike in all files; drop remarks."),
    ] = False,
    rules: PlayedBy = "default",
    out: Out = None,
    force: Force = False,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Write hand histories in another format, hand by hand, and say what was refused and what that format cannot hold.

    Without --out each file is written beside the one that is read. Exit code 1 if no hand could be converted.
    """
    from bigslick.history.convert.anonymise import Aliases
    from bigslick.history.convert.conversion import Converter
    from bigslick.history.formats.registry import format_to_write

    form = format_to_write(to)
    pairs = targets(files, out, form.suffix, force)
    if hero is not None:
        _look_for(hero, [source for source, _ in pairs])
    left_out, lost = LeftOut(), Grouped()
    aliases = Aliases() if anonymise else None
    converter = Converter(
        form,
        hero=hero,
        rules=None if rules == "default" else rules,
        aliases=aliases,
        refuse=left_out.refuse,
        lose=lambda sentence, history: lost.add(sentence, history.place),
    )
    hands = 0
    done: list[dict[str, object]] = []
    kept = lambda: f"stopped after {counted(len(done), 'file')}; these are kept"  # noqa: E731
    with if_stopped(kept), progress("converting", len(pairs)) as step:
        for source, target in pairs:
            target.parent.mkdir(parents=True, exist_ok=True)
            read = 0

            def one_more(source: Path = source) -> None:
                nonlocal read
                read += 1
                if read % EVERY == 0:
                    step(0, f"converting {source.name}: {counted(read, 'hand')}")

            converted = converter.file(source, target, one_more)
            hands += converted.written
            done.append(
                {
                    "file": str(source),
                    "out": str(target) if converted.written else None,
                    "hands": converted.written,
                }
            )
            step(1, "converting")
    if as_json:
        summary = {
            "to": form.name,
            "hands": hands,
            "refused": left_out.count,
            "reasons": left_out.json(),
            "lost": lost.json(),
            "players": None if aliases is None else len(aliases),
            "files": done,
        }
        print_json(summary)
    else:
        _say_summary(form.says, hands, done, left_out, lost)
        if aliases is not None:
            say(f"{counted(len(aliases), 'name')} replaced")
    if aliases is not None:
        named = [file["out"] for file in done if file["out"] is not None and aliases.name_in(str(file["out"]))]
        if named:
            complain(f"a player's name is left in the path of {counted(len(named), 'file')}, such as {named[0]}")
    left_out.end(hands, strict)


def _say_summary(says: str, hands: int, done: Sequence[dict[str, object]], left_out: LeftOut, lost: Grouped) -> None:
    written = [file for file in done if file["out"] is not None]
    where = f": {written[0]['out']}" if len(written) == 1 else ""
    say(f"{counted(hands, 'hand')} of {counted(len(written), 'file')} converted to {says}{where}", hang=2)
    if left_out.count:
        say(f"{left_out.count:,} refused:")
        left_out.say()
    if lost.count:
        say(f"{says} cannot hold all of it. Lost:")
        lost.say()


def _look_for(hero: str, sources: Sequence[Path]) -> None:
    """Refuse a hero who is not in any hand, before writing any file."""
    from bigslick.history.formats.registry import hands_of

    names: dict[str, None] = {}
    for source in sources:
        for history in hands_of(source, lambda _: None):
            names |= dict.fromkeys(history.players or ())
            if hero in names:
                return
    if names:
        raise ValueError(f"--hero: no hand has a player called {hero!r}{did_you_mean(hero, names)}")


def targets(paths: Sequence[Path], out: Path | None, suffix: str, force: bool) -> list[tuple[Path, Path]]:
    """Pair each input file with its output file; refuse if one would overwrite another.

    If two files differ only in suffix, the second keeps its suffix: 02.csv becomes 02.txt, 02.ohh becomes 02.ohh.txt.
    """
    found = histories_below(paths)
    sources = {source.resolve() for source, _ in found}
    made: dict[Path, Path] = {}
    pairs = []
    for source, below in found:
        whole = source if out is None else out / below
        target = whole.with_suffix(suffix)
        if (other := made.get(target.resolve())) is not None and other.name != source.name:
            target = whole.with_name(whole.name + suffix)
        real = target.resolve()
        if real in made:
            if made[real].resolve() == source.resolve():
                continue
            raise ValueError(
                f"{made[real]} and {source} would both become {target}: "
                "convert them one by one, each with its own --out"
            )
        if real in sources:
            raise ValueError(f"{target} is a file to read and would be replaced: name another folder with --out")
        if target.exists() and not force:
            raise ValueError(f"{target} exists: name another folder with --out, or replace it with --force")
        made[real] = source
        pairs.append((source, target))
    return pairs
