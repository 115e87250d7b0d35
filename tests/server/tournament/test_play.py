"""The course of a served tournament: every structure that the simulator plays is served to its end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bigslick.protocol import wire
from bigslick.protocol.encoding import encode
from bigslick.protocol.refusal import CommandRefused
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.facts import PlayerEntered, TournamentOpened, TournamentStarted, read
from bigslick.server.tournament.settings import TournamentSettings
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.structure.bounties import Bounty
from bigslick.tournament.structure.files import load, loads, presets
from bigslick.tournament.structure.levels import Break, Level
from bigslick.tournament.structure.payouts import Payouts
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure
from tests.laws.test_format_laws import any_format
from tests.laws.tournaments import any_case

from .floor import Floor

DOCS = Path(__file__).parents[3] / "docs"
TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RANDOM = 24
"""How many structures with any options are played."""


def documented(page: Path) -> list[str]:
    """Return the structure files in a document."""
    texts = TOML.findall(page.read_text("utf-8"))
    return [text for text in texts if "starting_stack" in text and "[[levels]]" in text and "structure =" not in text]


def structures() -> Iterator[tuple[str, Structure]]:
    """Yield every structure of ours, those in the documents, and some with any options."""
    for name in presets():
        yield name, load(name)
    for page in sorted(DOCS.rglob("*.md")):
        for number, text in enumerate(documented(page)):
            yield f"{page.stem} {number}", loads(text)
    for number in range(RANDOM):
        played = any_case(Random(number), 20).structure if number % 2 else any_format(number)[0]
        if played.rules.reveal != "ask" and played.rules.run_outs == 1:  # the simulator refuses these too
            yield f"any {number}", played


LEVELS = tuple(Level(small=25 << step, big=50 << step, seconds=600) for step in range(8))
CHIPS: dict[str, Any] = {
    "seats": 6,
    "starting_stack": 1500,
    "buy_in": 20,
    "fee": 2,
    "rebuy": Rebuy(until_level=2, cost=20, chips=1500, limit=2, at_most=1500, take_up_percent=Decimal(60)),
    "addon": AddOn(until_level=2, cost=15, chips=2000, take_up_percent=Decimal(50)),
    "payouts": Payouts(paid_percent=Decimal(20)),
}
STRUCTURES = dict(structures()) | {
    "rebuys by time": Structure(levels=LEVELS, breaks=(Break(after=2, seconds=300),), **CHIPS),
    "rebuys by hands": Structure(levels=tuple(replace(level, seconds=0, hands=9) for level in LEVELS), **CHIPS),
    "mystery": Structure(
        levels=LEVELS,
        late_reg_levels=2,
        reentry_limit=2,
        bounty=Bounty(amount=30, kind="mystery", top_percent=(Decimal(40),)),
        **{name: value for name, value in CHIPS.items() if name not in ("rebuy", "addon")},
    ),
}


class Crowd(Floor):
    """A tournament of bots and people, who try to buy whatever there is, at any time."""

    def __init__(self, played: Structure, seed: int) -> None:
        field = played.field or 24
        super().__init__(TournamentSettings(structure=played.with_entrants(field)), seed)
        sizes = (field,) if played.flights is None else played.flights.sizes(field)
        names = iter(range(field))
        self.fields = [[next(names) for _ in range(size)] for size in sizes]
        self.done: Counter[str] = Counter()
        self.enter()
        self.take(TournamentStarted(at=self.now, seed="07" * 32))
        self.follow()

    def enter(self) -> None:
        """Enter the players of the next flight, every second one a house bot."""
        for number in self.fields.pop(0):
            bot = "maniac" if number % 2 else ""
            self.take(PlayerEntered(at=self.now, player=f"maniac {number}" if bot else f"p{number}", bot=bot))

    def go_on(self) -> None:
        if self.fields and self.live.stage_at is not None:
            self.enter()
        people = [player for player, bot in self.live.players.items() if not bot]
        for player in self.chance.sample(people, min(3, len(people))):
            chips: wire.ExtraChips = "rebuy" if self.chance.random() < 0.5 else "addon"
            for command in (
                wire.Register(cmd_id="c", tournament="t"),
                wire.Unregister(cmd_id="c", tournament="t"),
                wire.BuyChips(cmd_id="c", tournament="t", kind=chips),
                wire.DeclineChips(cmd_id="c", tournament="t", kind=chips),
            ):
                if self.chance.random() < 0.4:
                    try:
                        self.done.update(type(fact).__name__ for fact in self.do(player, command))
                    except CommandRefused:
                        continue
        self.follow()
        if not self.live.over:
            super().go_on()


@pytest.mark.parametrize("name", STRUCTURES)
def test_every_structure_is_played_to_its_end_and_every_chip_is_counted(name: str) -> None:
    crowd = Crowd(STRUCTURES[name], 5)
    while not crowd.live.over:
        crowd.go_on()
        director, stacks = crowd.live.playing.director, crowd.live.playing.stacks
        assert crowd.chips == director.chips
        assert sum(stacks.values()) + sum(director.bags.values()) == director.chips
    assert crowd.live.owed == 0
    crowd.balances()
    assert sorted(director.finishes) == list(range(len(director.names)))
    opened, *rest = [read(encode(fact)) for fact in crowd.facts]
    assert isinstance(opened, TournamentOpened)
    again = LiveTournament(opened)
    assert [event for fact in rest for event in apply(again, fact).orders] == crowd.ordered


def test_people_really_buy_and_enter_again() -> None:
    """Otherwise the test above would play nothing but freezeouts."""
    done: Counter[str] = Counter()
    for name in STRUCTURES:
        crowd = Crowd(STRUCTURES[name], 1)
        for _ in range(30):
            if not crowd.live.over:
                crowd.go_on()
        done += crowd.done
    assert min(done[kind] for kind in ("PlayerEntered", "ChipsPaid", "ChipsDeclined")) > 1, done
