"""A study's hands as a table: each hand's inputs in columns, and hands rebuilt from their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bigslick.cards import DECK, parse_cards
from bigslick.checks import must_be
from bigslick.tournament.floor.played_hand import PlayedHand

from .folders import BadStudy
from .plan import cells

if TYPE_CHECKING:
    import polars as pl

    from .study_results import StudyResults


class HandLog:
    """Watches a tournament and keeps its hands for the table."""

    def __init__(self, tournament: int, cell: int) -> None:
        self.tournament = tournament
        self.cell = cell
        self.hands: list[PlayedHand] = []
        self.watch = self.hands.append

    def frame(self) -> pl.DataFrame:
        from .polars_library import pl

        hands, schema = self.hands, hand_schema()
        found: dict[str, Any] = {
            "tournament": [self.tournament] * len(hands),
            "cell": [self.cell] * len(hands),
        }
        for name in _PLAIN:
            values = [getattr(hand, name) for hand in hands]
            found[name] = _lists(values, schema[name]) if isinstance(schema[name], pl.List) else values
        found["cards"] = ["".join([_NAMES[card] for card in hand.dealt]) for hand in hands]
        found["actions"] = _lists([hand.codes for hand in hands], schema["actions"])
        return pl.DataFrame(found, schema=schema)


def _lists(rows: Sequence[Sequence[Any]], kind: Any) -> pl.Series:
    """Build a column of lists from one flat column: Python lists take many times longer."""
    from .polars_library import pl

    flat = pl.DataFrame(
        {
            "row": [row for row, values in enumerate(rows) for _ in values],
            "value": pl.Series([value for values in rows for value in values], dtype=kind.inner),
        },
        schema_overrides={"row": pl.Int64()},
    )
    lists = flat.group_by("row", maintain_order=True).agg("value")
    whole = pl.DataFrame({"row": range(len(rows))}, schema={"row": pl.Int64()})
    whole = whole.join(lists, on="row", how="left", maintain_order="left")
    return whole.select(pl.col("value").fill_null([]).cast(kind)).to_series()


_NAMES = tuple(str(card) for card in DECK)


_PLAIN = (
    *("table", "number", "level", "players", "stacks", "button", "small_blind_seat", "big_blind_seat"),
    *("small_blind", "big_blind", "ante", "at", "bullets", "bots"),
)


_LISTS = ("players", "stacks", "bullets", "bots")


def hand_schema() -> dict[str, Any]:
    """Return the hand table's columns with their types; actions are the core's ints."""
    from .polars_library import pl

    text, number = pl.List(pl.String()), pl.List(pl.Int64())
    lists = {"players": text, "bots": text, "stacks": number, "bullets": number}
    columns: dict[str, Any] = {"tournament": pl.Int64(), "cell": pl.Int64()}
    columns |= {name: lists.get(name, pl.Int64()) for name in _PLAIN}
    return columns | {"cards": pl.String(), "actions": pl.List(pl.Int64())}


def played_hands(found: StudyResults, tournament: int | None = None) -> Iterator[tuple[int, PlayedHand]]:
    """Yield the hands in a study, or in one of its tournaments, each with the tournament's number."""
    from .study_results import StudyResults

    must_be(StudyResults, found, "the results of a study: expected results(FOLDER)")
    if not found.plan.hands:
        raise BadStudy(f"{found.folder} did not keep its hands: set hands = true in the plan, or pass --hands")
    grid = [cell.structure for cell in cells(found.plan, found.manifest.structures)]
    for chunk in found.chunks:
        start, stop = chunk
        if tournament is not None and not start <= tournament < stop:
            continue
        for row in found.table("hands", [chunk]).iter_rows(named=True):
            if tournament is None or row["tournament"] == tournament:
                plain: dict[str, Any] = {name: tuple(row[name]) if name in _LISTS else row[name] for name in _PLAIN}
                yield (
                    row["tournament"],
                    PlayedHand(
                        **plain,
                        dealt=tuple(map(int, parse_cards(row["cards"]))),
                        codes=tuple(row["actions"]),
                        rules=grid[row["cell"]].rules_at(row["level"]),
                        event=f"{found.plan.name}, tournament {row['tournament']}",
                        timed=grid[row["cell"]].unit == "time",
                    ),
                )


def export_hands(found: StudyResults, folder: str | Path) -> list[Path]:
    """Write a study's hands as PHH, one .phhs file per tournament; return the files."""
    from itertools import groupby

    from bigslick.history import dump

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for tournament, hands in groupby(played_hands(found), key=lambda pair: pair[0]):
        path = folder / f"tournament-{tournament:06}.phhs"
        dump((played.history() for _, played in hands), path)
        written.append(path)
    return written
