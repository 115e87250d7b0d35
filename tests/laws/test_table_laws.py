"""Laws of tables: whether players come, go, sit out, return or bust, chips and blinds balance.

A story is a list of numbers; each becomes an event between hands or during one, or a hand that is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bigslick import BadTable, Hand, Rules, Setup, Table
from bigslick.shuffle import Keystream
from bigslick.table.blinds import Places
from bigslick.table.events import PlayerJoined, PlayerLeft, TableEvent, ToppedUp
from bigslick.table.seats import MissedBlinds, Seat
from tests.laws.strategies import choose, law

STREAM = Keystream(1)


def stories() -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 4095), min_size=20, max_size=60)


@st.composite
def tables(draw: st.DrawFn, kinds: tuple[str, ...] = ("tournament", "classic", "cash", "dead cash")) -> Table:
    """Return a table with some players, before its first hand."""
    kind = draw(st.sampled_from(kinds))
    seats = draw(st.integers(2, 10))
    options: dict[str, Any] = {"blinds": (1, 2), "first_button": draw(st.sampled_from(("draw", "highest", 0)))}
    if kind in ("tournament", "classic"):
        table = Table(seats, rules=Rules() if kind == "tournament" else Rules.classic(), **options)
    else:
        rules = Rules.cash() if kind == "cash" else Rules()
        table = Table.cash(seats, rules=rules, buy_in=(2, 60), dead_blind_rule="choice", **options)
    for seat in draw(st.permutations(range(seats)))[: draw(st.integers(2, seats))]:
        table.join(f"first {seat}", seat, chips=draw(st.integers(2, 60)))
    return table


class Played:
    """One hand of a story: the table before it, and its outcome."""

    def __init__(self, table: Table, seats: tuple[Seat | None, ...], last: Places | None, setup: Setup) -> None:
        self.seats = seats
        self.last = last
        self.setup = setup
        assert table.places is not None
        self.places = table.places
        self.started = table.log[-2:-1] != () and type(table.log[-2]).__name__ == "GameStarted"

    @property
    def ready(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat is not None and seat.stack]


def tell(
    table: Table, story: list[int], *, at_rest: Any = None, events: list[TableEvent] | None = None
) -> Iterator[Played]:
    """Play a story at a table, yielding as each hand starts; `at_rest` can replace the table at any point."""
    told = [] if events is None else events
    rest = at_rest or (lambda table, hand: (table, hand))
    for number in story:
        table, _ = rest(table, None)
        told += happen(table, number)
        if number % 3 == 0 or len(table.ready) < 2:
            continue
        seats, last = table.seats, table.places
        setup = table.next_hand(seed=STREAM)
        yield Played(table, seats, last, setup)
        hand = Hand(setup)
        moves = iter((number // 3, number // 7, number // 11, number // 13) if number % 7 == 0 else ())
        while hand.options is not None:
            table, hand = rest(table, hand)
            assert hand.options is not None
            hand.act(choose(hand.options, next(moves, 5 if number % 5 else 0) % 80))
            if number % 4 == 0:
                told += happen(table, number // 17 + hand.pot)
        told += table.finish(hand)


def happen(table: Table, number: int) -> tuple[TableEvent, ...]:
    """Make a player request something; a refusal must leave the table unchanged."""
    seat = number // 16 % len(table.seats)
    way: MissedBlinds = "post" if number // 256 % 2 else "wait"
    before = table.save() if number % 5 == 0 else None
    try:
        match number % 16:
            case 0 | 1 | 2:
                table.join(f"{number} {table.bought_in}", seat, chips=2 + number % 40, missed_blinds=way)
                return table.log[-1:]
            case 3:
                return table.leave(seat)
            case 4 | 5:
                return table.sit_out(seat)
            case 6 | 7 | 8 | 9:
                return table.sit_in(seat, way if number % 3 else None)
            case 10:
                return table.top_up(seat, 1 + number % 30)
            case _:
                return ()
    except BadTable:
        assert before is None or table.save() == before
        return ()


@law(150)
@given(tables(), stories())
def test_chips_are_conserved_with_buy_ins_and_cash_outs(table: Table, story: list[int]) -> None:
    events: list[TableEvent] = []
    start = table.bought_in
    for _ in tell(table, story, events=events):
        bought = sum(event.chips for event in events if isinstance(event, PlayerJoined | ToppedUp))
        cashed = sum(event.chips for event in events if isinstance(event, PlayerLeft))
        assert (table.bought_in, table.cashed_out) == (start + bought, cashed)
        assert sum(table.stacks) == table.bought_in - table.cashed_out
        assert min(table.stacks) >= 0
    assert sum(table.stacks) == table.bought_in - table.cashed_out


@law(150)
@given(tables(("tournament",)), stories())
def test_tda_32_under_the_dead_button_the_big_blind_skips_nobody_and_takes_nobody_twice(
    table: Table, story: list[int]
) -> None:
    for hand in tell(table, story):
        if hand.last is None:
            continue
        count = hand.setup.seats
        gap = (hand.places.big - hand.last.big) % count
        path = [(hand.last.big + step) % count for step in range(1, gap)]
        old = [seat for seat in hand.ready if not (hand.seats[seat] or Seat(player="", stack=0)).new]
        assert not [seat for seat in path if seat in old] or len(old) < 2
        assert gap, "the big blind stayed where it was"


@law(150)
@given(tables(), stories())
def test_the_big_blind_is_never_on_the_button_with_three_or_more(table: Table, story: list[int]) -> None:
    for hand in tell(table, story):
        setup = hand.setup
        if len(setup.dealt) > 2:
            assert setup.big_blind_seat != setup.button
            assert setup.small_blind_seat != setup.button
        else:
            assert setup.small_blind_seat == setup.button
        assert setup.big_blind_seat is not None


@law(150)
@given(tables(("tournament", "classic")), stories())
def test_tda_30_everybody_with_chips_is_dealt_in_at_a_tournament_table_unless_they_are_new(
    table: Table, story: list[int]
) -> None:
    for hand in tell(table, story):
        out = [seat for seat in hand.ready if not hand.setup.stacks[seat]]
        assert all((hand.seats[seat] or Seat(player="", stack=0)).new for seat in out)
        assert not hand.setup.posts


@law(200)
@given(tables(("cash", "dead cash")), stories())
def test_wsop_b160_nobody_plays_free_and_nobody_is_charged_twice(table: Table, story: list[int]) -> None:
    for hand in tell(table, story):
        setup = hand.setup
        posts = {post.seat: (post.live, post.dead) for post in setup.posts}
        assert len(posts) == len(setup.posts)
        for number, seat in enumerate(hand.seats):
            if seat is None or seat.sitting_out:
                assert not setup.stacks[number]
            elif setup.stacks[number] and number != setup.big_blind_seat and not hand.started:
                owes = (2 if seat.owes_big else 0, 1 if seat.owes_small else 0)
                assert posts.get(number, (0, 0)) == owes
                assert seat.missed_blinds == "post" or not seat.owes
                assert number != setup.small_blind_seat or not seat.owes
            else:
                assert number not in posts


@law(150)
@given(tables(("cash", "dead cash")), stories())
def test_who_owes_nothing_is_always_dealt_in(table: Table, story: list[int]) -> None:
    for hand in tell(table, story):
        for number in hand.ready:
            seat = hand.seats[number]
            assert seat is not None
            if not seat.sitting_out and not seat.owes:
                assert hand.setup.stacks[number] == seat.stack


@law(150)
@given(tables(("cash", "dead cash")), stories())
def test_a_blind_is_owed_only_by_those_who_were_not_dealt_in_when_it_passed(table: Table, story: list[int]) -> None:
    """Checked independently: each hand, count the seats from a blind's old place to its new one."""
    owed: dict[tuple[int, str], set[str]] = {}
    for hand in tell(table, story):
        for number, seat in enumerate(hand.seats):
            if seat is None:
                continue
            account = owed.setdefault((number, seat.player), {"big"} if seat.new else set())
            assert (seat.owes_small, seat.owes_big) == ("small" in account, "big" in account)
            if hand.setup.stacks[number]:
                account.clear()
            elif hand.last is not None and not hand.started:
                for blind, start, end in (
                    ("big", hand.last.big, hand.places.big),
                    ("small", hand.last.small, hand.places.small),
                ):
                    walk = start
                    passed = met_big = False
                    while walk != end:
                        walk = (walk + 1) % hand.setup.seats
                        passed |= walk == number
                        met_big |= walk == hand.places.big
                    if passed and (blind == "big" or (not met_big and not seat.new)):
                        account.add(blind)


@law(60)
@given(tables(), stories(), st.integers(1, 9))
def test_a_table_saved_and_loaded_at_any_point_goes_on_identically(table: Table, story: list[int], every: int) -> None:
    twin = Table.load(table.save())
    steps = 0

    def through_text(one: Table, hand: Hand | None) -> tuple[Table, Hand | None]:
        nonlocal steps
        steps += 1
        if steps % every:
            return one, hand
        loaded = Table.load(one.save(hand) if hand is not None else one.save())
        assert loaded.hand == hand
        if hand is None:
            assert loaded == one
        return loaded, loaded.hand

    plain = [(played.setup, played.places) for played in tell(twin, story)]
    saved = [(played.setup, played.places) for played in tell(table, story, at_rest=through_text)]
    assert saved == plain
