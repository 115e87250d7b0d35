"""Converts files hand by hand, so memory does not grow with the file; the output appears only once it is complete."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from bigslick.checks import counted

from ..formats.registry import Format, Written, as_path, format_to_write, hands_of
from ..history import History
from ..notation import BadHistory
from ..replay.recorded_setup import ReplayRules
from .anonymise import Aliases
from .seen_by import seen_by


class Converted(msgspec.Struct, kw_only=True):
    """The result of converting one file."""

    written: int = 0
    """Hands written."""
    with_hero: int = 0
    """Written hands in which the hero plays."""
    refused: list[BadHistory] = []
    """Why the others were not written; a `Converter` passes these and `lost` to its caller instead."""
    lost: list[str] = []
    """A sentence for each thing in each hand that the format cannot hold."""

    def __repr__(self) -> str:
        return f"<Converted: {counted(self.written, 'hand')} written, {len(self.refused):,} refused>"


def convert(
    source: str | Path, target: str | Path, *, to: str, hero: str | None = None, anonymise: bool = False
) -> Converted:
    """Write a file's hands in another format: as `hero` saw them, or without names.

    The target appears once it is complete, and replaces any file with that name.
    """
    source, target = as_path(source), as_path(target)
    if not target.name:
        raise ValueError(f"{target} is a folder: name a file to write")
    if source.resolve() == target.resolve():
        raise ValueError(f"{target} is the file to read: name another one to write")
    refused: list[BadHistory] = []
    lost: list[str] = []
    converter = Converter(
        format_to_write(to),
        hero=hero,
        aliases=Aliases() if anonymise else None,
        refuse=refused.append,
        lose=lambda sentence, _: lost.append(sentence),
    )
    done = converter.file(source, target)
    done.refused, done.lost = refused, lost
    return done


class Converter:
    """Writes histories in one format, with the cards that `hero` saw and names replaced from `aliases`.

    With `own_only`, it skips hands that the hero does not play. For formats that record the winners, it first plays
    each hand under `rules`. `refuse` gets each hand that cannot be read or written, and `lose` gets a sentence for each
    thing the format cannot hold.
    """

    def __init__(
        self,
        to: Format,
        *,
        hero: str | None = None,
        own_only: bool = False,
        rules: ReplayRules | None = None,
        aliases: Aliases | None = None,
        refuse: Callable[[BadHistory], object],
        lose: Callable[[str, History], object],
    ) -> None:
        if to.write is None:
            raise ValueError(f"bigslick reads {to.says} but does not write it")
        self._to = to
        self._write = to.write
        self._hero = hero
        self._own_only = own_only
        self._rules = rules
        self._aliases = aliases
        self._refuse = refuse
        self._lose = lose

    def file(self, source: Path, target: Path, step: Callable[[], None] = lambda: None) -> Converted:
        """Convert a file's hands; `target` is written only if there are any, and appears once it is complete."""
        done = Converted()
        part = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                for history in hands_of(source, self._refuse):
                    step()
                    has_hero = self._hero is not None and self._hero in (history.players or ())
                    if self._own_only and not has_hero:
                        continue
                    try:
                        written = self.hand(history)
                    except BadHistory as refusal:
                        self._refuse(refusal)
                        continue
                    done.written += 1
                    done.with_hero += has_hero
                    file.write(self._to.before(done.written) + written.text)
            if done.written:
                part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return done

    def hand(self, history: History) -> Written:
        hero = self._hero
        if hero is not None:
            history = seen_by(history, hero)
            if hero not in (history.players or ()):
                hero = None
        place = history
        if self._aliases is not None:
            history = self._aliases.hand(history)
            hero = None if hero is None else self._aliases.name(hero)
        written = self._write(history, hero, self._rules)
        for sentence in written.lost:
            self._lose(sentence, place)
        return written
