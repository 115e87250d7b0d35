"""A ladder: every bot in a folder plays every other heads-up, and each gets a rating.

A bot's rating is its average win rate against the others, in big blinds per hundred hands, with every opponent counting
the same. Bots can beat each other in circles, so we do not fit a model with one strength per bot. Results are saved in
the folder after each pairing; another run plays only what is new or changed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from bigslick.bots import as_bot
from bigslick.checks import is_whole
from bigslick.errors import BigslickError
from bigslick.intervals import Measured, average, hands_needed, settled
from bigslick.shuffle import new_seed

from .folders import write_whole
from .match import MatchResult, play_match

FORMAT: Final = "bigslick.ladder/1"
RESULTS: Final = "ladder.json"
LIST: Final = "bots.txt"
PAGE: Final = "ladder.html"
_MOST_BYTES: Final = 10**8


class BadLadder(BigslickError, ValueError):
    """A folder that cannot have a ladder."""

    __module__ = "bigslick.simulate"


class LadderBot(msgspec.Struct, frozen=True):
    """A bot on the ladder: its name there, its name for a match, and its files' digest."""

    name: str
    spelling: str
    digest: str = ""


class Pairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bot's win rate against another, in big blinds per hundred hands."""

    bots: tuple[str, str]
    digests: tuple[str, str]
    hands: int
    depth: int = msgspec.field(name="stack")  # the name in saved files
    seed: int | str
    bb100: float
    """The first bot's win rate."""
    error: float
    faults: tuple[int, int]

    @property
    def rate(self) -> Measured:
        """The first bot's win rate with its standard error, over duplicate deals."""
        return Measured(self.bb100, self.error, -(-self.hands // 2), hands_needed(2))


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's place on the ladder."""

    bot: str
    rating: Measured
    """Its average win rate against the others, in bb/100."""
    played: int
    """How many opponents it has met."""
    beaten: int
    """How many of them it beats beyond chance, allowing for all pairings on the ladder."""
    faults: int


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """The ratings for a folder of bots, best first, with every pairing."""

    rungs: tuple[Rung, ...]
    pairings: tuple[Pairing, ...]
    left_out: dict[str, str] = {}
    """Bots that could not play, and why."""

    def pairing(self, bot: str, other: str) -> Measured | None:
        """Return a bot's win rate against another; None if they have not met."""
        for pairing in self.pairings:
            if pairing.bots == (bot, other):
                return pairing.rate
            if pairing.bots == (other, bot):
                return pairing.rate._replace(value=-pairing.bb100)
        return None

    @property
    def settled(self) -> set[tuple[str, str]]:
        """The pairings with a winner beyond chance, allowing for all of them."""
        sure = settled([pairing.rate for pairing in self.pairings])
        return {pairing.bots for pairing, one in zip(self.pairings, sure, strict=True) if one}


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    pairings: list[Pairing]


def find_entries(folder: Path, house: Sequence[str] = ()) -> list[LadderBot]:
    """Find the bots in a folder, plus house bots.

    A file `x.py` is a bot; so are a folder with `commands.json` (MIT Pokerbots), any other executable program
    (`process:`), and each line in `bots.txt`, in the form that `bigslick match` takes.
    """
    if not folder.is_dir():
        raise BadLadder(f"{folder} is not a folder: expected one with bots in it")
    found = [LadderBot(name, name) for name in house]
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or path.name in (RESULTS, PAGE):
            continue
        if path.name == LIST:
            found += _listed(path)
        elif path.suffix == ".py" and path.is_file():
            found.append(LadderBot(path.stem, str(path), _digest(path)))
        elif path.is_dir() and (path / "commands.json").is_file():
            found.append(LadderBot(path.name, f"pokerbots:{path}", _digest(path)))
        elif path.is_file() and os.access(path, os.X_OK):
            found.append(LadderBot(path.name, f"process:{path}", _digest(path)))
    names = [entry.name for entry in found]
    for name in names:
        if names.count(name) > 1:
            raise BadLadder(f"two bots are called {name!r} in {folder}: give each a name of its own")
    if len(found) < 2:
        raise BadLadder(
            f"{folder} has {len(found)} of the two bots that a ladder needs at least: put files such as my_bot.py into "
            f"it, name more in {LIST}, or add house bots with --with tag,shark"
        )
    return found


def _listed(path: Path) -> list[LadderBot]:
    entries = []
    for line in path.read_text("utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text:
            entries.append(LadderBot(text, text, hashlib.sha256(text.encode()).hexdigest()[:16]))
    return entries


def _digest(path: Path) -> str:
    """Return a digest of a bot's files, so a changed bot plays again."""
    total, size = hashlib.sha256(), 0
    files = (
        [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    )
    for file in files:
        size += file.stat().st_size
        if size > _MOST_BYTES:
            raise BadLadder(f"{path} is larger than {_MOST_BYTES // 10**6} MB: expected the files of a bot")
        total.update(str(file.relative_to(path.parent)).encode() + b"\0" + file.read_bytes())
    return total.hexdigest()[:16]


def read_pairings(folder: Path) -> list[Pairing]:
    path = folder / RESULTS
    if not path.exists():
        return []
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except msgspec.MsgspecError as error:
        raise BadLadder(f"{path} is damaged ({error}): move it away to play the ladder again") from None
    if kept.format != FORMAT:
        raise BadLadder(f"{path} has the format {kept.format!r}: expected {FORMAT!r}")
    return kept.pairings


def play_ladder(
    folder: str | Path,
    *,
    hands: int,
    depth: int = 100,
    house: Sequence[str] = (),
    seed: int | str | None = None,
    seconds: float = 5,
    step: Callable[[int], None] | None = None,
    begin: Callable[[int, int], None] | None = None,
) -> Ladder:
    """Play every pair of bots in a folder, about `hands` hands in duplicate each, with AIVAT.

    `begin` gets the number of hands to play and of those already saved, `step` the hands as they are played. Without a
    seed the ladder keeps the seed it started with, or draws one.
    """
    home = Path(folder)
    if not is_whole(hands, 2):
        raise BadLadder(f"hands={hands!r}: expected a whole number, at least 2")
    entries = find_entries(home, house)
    before = read_pairings(home)
    if seed is None:
        seed = before[-1].seed if before else new_seed()
    kept = {_key(pairing): pairing for pairing in before}
    left_out: dict[str, str] = {}
    for entry in entries:
        try:
            as_bot(entry.spelling)
        except BigslickError as error:
            left_out[entry.name] = str(error)
    able = [entry for entry in entries if entry.name not in left_out]
    wanted = [
        (one, two, (one.name, two.name, one.digest, two.digest, hands, depth, seed))
        for one, two in combinations(able, 2)
    ]
    missing = [pair for pair in wanted if pair[2] not in kept]
    if begin is not None:
        begin(len(missing) * hands, (len(wanted) - len(missing)) * hands)
    for one, two, key in missing:
        if one.name in left_out or two.name in left_out:
            continue
        try:
            result = play_match(
                [one.spelling, two.spelling],
                hands=hands,
                depth=depth,
                duplicate=True,
                aivat=True,
                seed=f"{seed}/{one.name}/{two.name}",
                seconds=seconds,
                step=step,
            )
        except BigslickError as error:
            # Each plays a bot that never fails, to find out which of the two failed.
            for entry in (one, two):
                if (reason := _cannot_play(entry, seconds)) is not None:
                    left_out[entry.name] = reason
            if one.name not in left_out and two.name not in left_out:
                raise BadLadder(f"{one.name} against {two.name}: {error}") from None
            continue
        kept[key] = _pairing(one, two, result, hands, depth, seed)
        _keep(home, list(kept.values()))
    pairings = [kept[key] for _, _, key in wanted if key in kept]
    return rate(pairings, [entry.name for entry in able if entry.name not in left_out], left_out)


def _cannot_play(entry: LadderBot, seconds: float) -> str | None:
    try:
        play_match([entry.spelling, "caller"], hands=2, seconds=seconds)
    except BigslickError as error:
        return str(error)
    return None


def _key(pairing: Pairing) -> tuple[str | int, ...]:
    return (*pairing.bots, *pairing.digests, pairing.hands, pairing.depth, pairing.seed)


def _pairing(one: LadderBot, two: LadderBot, result: MatchResult, hands: int, depth: int, seed: int | str) -> Pairing:
    first, second = result.scores
    return Pairing(
        bots=(one.name, two.name),
        digests=(one.digest, two.digest),
        hands=hands,
        depth=depth,
        seed=seed,
        bb100=(first.bb100 - second.bb100) / 2,
        error=max(first.error, second.error),
        faults=(first.faults, second.faults),
    )


def _keep(folder: Path, pairings: list[Pairing]) -> None:
    data = msgspec.json.encode(_Kept(FORMAT, pairings))
    write_whole(folder / RESULTS, msgspec.json.format(data, indent=1) + b"\n")


def rate(pairings: Sequence[Pairing], bots: Sequence[str], left_out: dict[str, str] | None = None) -> Ladder:
    """Rate some bots from their pairings, best first."""
    met = [pairing for pairing in pairings if pairing.bots[0] in bots and pairing.bots[1] in bots]
    ladder = Ladder(rungs=(), pairings=tuple(met), left_out=left_out or {})
    sure = ladder.settled
    rungs = []
    for bot in bots:
        own = [p for p in met if bot in p.bots]
        rates = [p.rate if p.bots[0] == bot else p.rate._replace(value=-p.bb100) for p in own]
        rungs.append(
            Rung(
                bot=bot,
                rating=average(rates),
                played=len(own),
                beaten=sum(rate.value > 0 and p.bots in sure for rate, p in zip(rates, own, strict=True)),
                faults=sum(p.faults[p.bots.index(bot)] for p in own),
            )
        )
    rungs.sort(key=lambda rung: -rung.rating.value)
    return msgspec.structs.replace(ladder, rungs=tuple(rungs))
