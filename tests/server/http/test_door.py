from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bigslick.server.http.door import CLOSING_SECONDS, Door, Entry
from bigslick.server.operations.limits import Limits, Rate
from bigslick.server.operations.metrics import Metrics

PLENTY = Rate(10**9, 1000)


class Line:
    """A transport that only records what is done to it."""

    def __init__(self) -> None:
        self.cut = False
        self.closing = False

    def abort(self) -> None:
        self.cut = True

    def is_closing(self) -> bool:
        return self.closing


class Doorway:
    """A door, and the connections it admitted."""

    def __init__(self, most: int = 100, **limits: object) -> None:
        self.metrics = Metrics()
        self.door = Door(Limits(**{"arrivals": PLENTY, **limits}), self.metrics, most)  # type: ignore[arg-type]
        self.lines: dict[Entry, Line] = {}

    def come(self, address: str | None, now: float = 0.0, *, speak: bool = True) -> Entry | None:
        line = Line()
        entry = self.door.enter(address, line, now)
        if entry is not None:
            self.lines[entry] = line
            if speak:
                self.door.heard(entry)
        return entry

    def inside(self) -> Counter[str | None]:
        return Counter(entry.address for entry, line in self.lines.items() if not line.cut)


def test_an_address_holds_only_so_many() -> None:
    at = Doorway(connections_per_address=2)
    first = at.come("a")
    assert first is not None
    assert at.come("a") is not None
    assert at.come("a") is None
    assert at.come("b") is not None
    at.door.leave(first)
    at.door.leave(first)
    assert at.come("a") is not None
    assert (at.door.held("a"), at.door.held("b"), len(at.door)) == (2, 1, 3)
    assert at.metrics.connections_refused["address"].value == 1


def test_an_address_comes_only_so_often() -> None:
    at = Doorway(arrivals=Rate(3, 1000))
    came = [at.come("a") for _ in range(4)]
    assert [entry is not None for entry in came] == [True, True, True, False]
    assert at.come("b") is not None
    assert at.come("a", 0.4) is not None


def test_when_the_room_is_full_the_newest_of_the_greediest_makes_way() -> None:
    at = Doorway(most=4)
    entries = [at.come("greedy") for _ in range(4)]
    assert at.come("greedy") is None
    assert at.come("ann") is not None
    assert [at.lines[entry].cut for entry in entries if entry is not None] == [False, False, False, True]
    assert at.come("bob") is not None
    assert at.inside() == {"greedy": 2, "ann": 1, "bob": 1}
    assert at.come("cyd") is not None
    assert at.come("dan") is None, "all hold one, and nobody is silent"


def test_when_all_hold_alike_the_one_that_says_nothing_makes_way() -> None:
    at = Doorway(most=3)
    talking, silent = at.come("a"), at.come("b", speak=False)
    at.come("c", speak=False)
    assert at.come("d") is not None
    assert silent is not None
    assert talking is not None
    assert at.lines[silent].cut
    assert not at.lines[talking].cut
    assert len(at.door) == 3


def test_who_is_late_is_cut() -> None:
    at = Doorway(header_ms=10_000)
    late, quick = at.come("a", 100.0, speak=False), at.come("b", 100.0)
    assert late is not None
    assert quick is not None
    quick.deadline = None
    assert at.door.sweep(109.9) == 0
    assert at.door.sweep(110.0) == 1
    assert at.lines[late].cut
    assert at.metrics.connections_cut["headers"].value == 1
    at.lines[quick].closing = True
    assert at.door.sweep(200.0) == 0
    assert at.door.sweep(200.0 + CLOSING_SECONDS) == 1
    assert len(at.door) == 0


def test_a_proxys_connection_counts_for_the_client_it_names() -> None:
    at = Doorway(connections_per_address=1)
    one, two, three = at.come(None), at.come(None), at.come(None)
    assert one is not None
    assert two is not None
    assert three is not None
    assert at.door.move(one, "ann")
    assert at.door.move(one, "ann")
    assert at.door.move(two, "bob")
    assert not at.door.move(three, "ann")
    assert at.door.move(one, "cyd"), "the next request of a kept connection may be another client's"
    assert at.door.move(three, "ann")
    for entry in (one, two, three):
        at.door.leave(entry)
    assert len(at.door) == at.door.held("ann") == at.door.held("bob") == at.door.held("cyd") == 0


@given(st.lists(st.tuples(st.sampled_from(["come", "silent", "leave", "move"]), st.sampled_from("abcd")), max_size=80))
def test_the_counts_are_those_of_the_lines(steps: list[tuple[str, str]]) -> None:
    at = Doorway(most=6, connections_per_address=4)
    for step, address in steps:
        here = [entry for entry, line in at.lines.items() if not line.cut and entry in at.door._open]
        if step in ("come", "silent"):
            at.come(address, speak=step == "come")
        elif here and step == "leave":
            at.door.leave(here[len(here) // 2])
            del at.lines[here[len(here) // 2]]
        elif here:
            at.door.move(here[0], address)
        inside = at.inside()
        assert len(at.door) == inside.total() <= 6
        assert all(at.door.held(name) == inside[name] <= 4 for name in "abcd")
