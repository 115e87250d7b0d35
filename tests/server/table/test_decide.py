"""Deciding a command at a served table gives facts, or a refusal with a sentence and a code, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from bigslick import AllIn, Bet, Call, Fold
from bigslick.protocol import host, wire
from bigslick.protocol.door import GameDoor
from bigslick.protocol.opening import TableChanges
from bigslick.protocol.refusal import CommandRefused
from bigslick.protocol.settings import TablePace
from bigslick.server.hosting.state import MOST_REQUESTS
from bigslick.server.table import facts, orders
from bigslick.server.table.apply import apply
from bigslick.server.table.decide import MOST_QUEUED, decide, waits
from bigslick.server.table.saves import load, save

from .desk import Desk, Hosted, refused


def test_sitting_down_needs_a_name_a_free_seat_and_the_buy_in() -> None:
    desk = Desk("ann", "bob", seats=2)
    assert refused(desk, None, wire.Sit, chips=1000).code == "not_signed_in"
    assert "no seat is free" in refused(desk, "cat", wire.Sit, chips=1000).sentence
    desk = Desk("ann")
    assert "taken" in refused(desk, "bob", wire.Sit, chips=1000, seat=0).sentence
    assert "expected 400 to 2,000" in refused(desk, "bob", wire.Sit, chips=399).sentence
    assert "already" in refused(desk, "ann", wire.Sit, chips=1000).sentence
    assert refused(desk, "bob", wire.Sit, chips=1000, seat=9).code == "illegal"


def test_a_command_for_a_seat_is_refused_to_a_player_without_one() -> None:
    desk = Desk("ann")
    for kind, fields in (
        (wire.SitOut, {}),
        (wire.SitIn, {}),
        (wire.LeaveTable, {}),
        (wire.TopUp, {"chips": 5}),
        (wire.PromiseSeed, {"promise": "ab" * 32}),
        (wire.AddBot, {"style": "rock"}),
        (wire.Act, {"hand": 1, "number": 0, "action": Fold()}),
    ):
        assert "take one first" in refused(desk, "bob", kind, **fields).sentence


def test_a_kicked_player_cannot_sit_in_again() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    desk.house(host.Kick, player="ann")
    assert "asked you to leave" in refused(desk, "ann", wire.SitIn).sentence
    with pytest.raises(CommandRefused, match="already leaving"):
        desk.house(host.Kick, player="ann")
    with pytest.raises(CommandRefused, match="has no seat"):
        desk.house(host.Kick, player="zoe")


def test_the_queue_is_refused_while_a_seat_is_free() -> None:
    desk = Desk("ann", "bob")
    assert "a seat is free" in refused(desk, "cat", wire.Queue).sentence
    assert "already" in refused(desk, "ann", wire.Queue).sentence


def test_the_queue_and_the_requests_for_a_seat_are_bounded() -> None:
    desk = Desk("ann", "bob", seats=2)
    for number in range(MOST_QUEUED):
        desk.do(f"p{number}", wire.Queue)
    assert f"{MOST_QUEUED} players are in the queue" in refused(desk, "eve", wire.Queue).sentence
    desk.do("p0", wire.Unqueue)
    desk.do("eve", wire.Queue)
    hosted = Hosted(door=GameDoor(approve="players"), seats=9)
    for number in range(MOST_REQUESTS):
        hosted.do(f"p{number}", wire.Sit, chips=1000)
    assert "too many players are waiting" in refused(hosted, "eve", wire.Sit, chips=1000).sentence


def test_an_action_for_another_decision_or_seat_is_refused_by_code() -> None:
    desk = Desk("ann", "bob")
    assert refused(desk, "ann", wire.Act, hand=1, number=0, action=Fold()).code == "stale"
    desk.begin()
    player = desk.turn_player()
    other = "bob" if player == "ann" else "ann"
    assert refused(desk, player, wire.Act, hand=2, number=0, action=Fold()).code == "stale"
    assert refused(desk, player, wire.Act, hand=1, number=1, action=Fold()).code == "stale"
    assert refused(desk, other, wire.Act, hand=1, number=0, action=Fold()).code == "not_your_turn"
    assert refused(desk, player, wire.Act, hand=1, number=0, action=Bet(to=50)).code == "illegal"


def test_an_action_before_viewers_see_the_turn_is_refused() -> None:
    desk = Desk("ann", "bob", pace=TablePace(deal_animation_delay_ms=500))
    while desk.live.turn is None:
        desk.run(100)
    turn = desk.live.turn
    assert turn.opened > desk.now
    answer = refused(desk, desk.turn_player(), wire.Act, hand=1, number=0, action=Fold())
    assert "still being dealt" in answer.sentence
    desk.run(turn.opened - desk.now)
    desk.act(Fold())


def test_an_action_at_the_deadline_is_too_late() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    turn = desk.live.turn
    assert turn is not None
    desk.now = turn.deadline
    answer = refused(desk, desk.turn_player(), wire.Act, hand=1, number=0, action=Fold())
    assert answer.code == "stale"


def test_house_bots_come_and_go_on_request() -> None:
    desk = Desk("ann")
    desk.do("ann", wire.AddBot, style="tag", seat=4)
    assert desk.live.shown.seats[1].bot == "tag"
    assert "choose from" in refused(desk, "ann", wire.AddBot, style="goldfish").sentence
    assert "no house bot in seat 1" in refused(desk, "ann", wire.RemoveBot, seat=0).sentence
    desk.do("ann", wire.RemoveBot, seat=4)
    assert len(desk.live.shown.seats) == 1


def test_deciding_changes_nothing_until_the_fact_is_applied() -> None:
    desk = Desk("ann", "bob")
    desk.begin()
    before, turn = save(desk.live), desk.live.turn
    assert turn is not None
    command = wire.Act(cmd_id="mine", table="t", hand=1, number=0, action=Fold())
    (acted,) = decide(desk.live, command, desk.turn_player(), desk.now)
    assert acted == facts.Acted(at=desk.now, by=desk.turn_player(), cmd_id="mine", seat=turn.seat, action=Fold())
    assert save(desk.live) == before


def test_a_fact_is_never_older_than_the_table() -> None:
    desk = Desk("ann")
    (fact,) = decide(desk.live, wire.SitOut(cmd_id="x", table="t"), "ann", desk.live.at - 5_000)
    assert fact.at == desk.live.at


def test_only_a_change_of_connection_is_a_fact() -> None:
    desk = Desk("ann")
    assert desk.order(orders.Connect(player="ann")) == ()
    assert desk.order(orders.Disconnect(player="zoe")) == ()
    assert desk.order(orders.Disconnect(player="ann")) == (facts.PlayerDisconnected(at=desk.now, player="ann"),)
    assert desk.order(orders.Disconnect(player="ann")) == ()
    assert desk.order(orders.Connect(player="ann")) == (facts.PlayerReconnected(at=desk.now, player="ann"),)


@pytest.mark.parametrize(
    ("settings", "chips"),
    [({}, 1000), ({"most_buy_in": 600}, 600), ({"least_buy_in": 1500}, 1500)],
)
def test_a_house_bot_buys_in_for_100_big_blinds_or_as_close_as_the_table_allows(
    settings: dict[str, int], chips: int
) -> None:
    desk = Desk(**settings)
    assert desk.live.settings.offer.usual == chips


# -- while viewers still see the board being dealt --------------------------------------------------------------------

FIELDS: dict[str, Any] = {
    "chips": 1000,
    "hand": 1,
    "number": 2,
    "action": Fold(),
    "promise": "ab" * 32,
    "seed": "ab" * 32,
    "style": "tag",
    "seat": 1,
    "text": "hello",
    "changes": TableChanges(seats=2, big_blind=20),
    "yes": True,
    "which": "both",
    "why": "a law",
    "on": True,
    "how": None,
}


def everything(players: tuple[str, ...]) -> Iterator[wire.TableCommand]:
    """Return every command a table takes, once for each player it can name."""
    for kind in get_args(wire.TableCommand):
        fields = {name: value for name, value in FIELDS.items() if name in kind.__struct_fields__}
        fields |= {"at": "t"} if "at" in kind.__struct_fields__ else {"table": "t"}
        for named in players if "player" in kind.__struct_fields__ else ("",):
            yield kind(cmd_id="x", **fields, **({"player": named} if named else {}))


STACKS = {"ann": 1000, "bob": 700, "cat": 400, "caller 1": 700}


def run_outs(players: tuple[str, ...], **settings: Any) -> list[Hosted]:
    """Yield tables where ann shoved and everyone called: one for each set of players who busted.

    Viewers have not seen the board.
    """
    found: dict[tuple[int, ...], Hosted] = {}
    for seed in range(40):
        desk = Hosted(pace=TablePace(deal_animation_delay_ms=0, street_delay_ms=1_000), **settings)
        desk.draw = lambda seed=seed: seed.to_bytes(32, "little")  # type: ignore[misc]
        for seat, player in enumerate(players):
            taken = facts.MovedIn if settings.get("tournament") else facts.SeatTaken
            bot = "caller" if player == "caller 1" else ""
            desk.fold((taken(at=desk.now, seat=seat, player=player, chips=STACKS[player], bot=bot),))
        if settings.get("tournament"):
            desk.fold((facts.Released(at=desk.now),))
        desk.begin()
        shoved = False
        while desk.live.playing:
            player = desk.turn_player()
            if player == "caller 1":
                desk.run(100)
            else:
                desk.act(AllIn() if player == "ann" and not shoved else Call())
                shoved = shoved or player == "ann"
        desk.run(0)
        assert desk.live.next_update_at is not None
        assert desk.live.ended is not None
        found.setdefault(tuple(seat for seat in range(len(players)) if not desk.live.ended.hand.stacks[seat]), desk)
    assert len(found) > 1
    return list(found.values())


def test_wire_a_chat_line_overtakes_a_command_that_would_change_who_plays() -> None:
    desk = Desk("ann", "bob")
    top_up, line = wire.TopUp(cmd_id="t", table="t", chips=500), wire.Say(cmd_id="s", table="t", text="hello")
    assert not waits(desk.live, top_up)
    desk.promise("ann", "seed")
    desk.seal()
    assert waits(desk.live, top_up)
    assert not waits(desk.live, line)


def answer(desk: Hosted, command: wire.TableCommand, player: str) -> object:
    """Return the answer to a player, or that they have to wait for it."""
    if waits(desk.live, command):
        return "wait"
    try:
        found = decide(desk.live, command, player, desk.now)
    except CommandRefused as refusal:
        return refusal.sentence, refusal.code
    live = load(save(desk.live))
    for fact in found:
        apply(live, fact)
    done = live.answer(player, command.cmd_id)
    return None if done is None else (done.seq - desk.live.shown.seq, done.seat)


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (("ann", "bob"), {}),
        (("ann", "bob", "cat"), {}),
        (("ann", "caller 1"), {"seats": 2}),
        (("ann", "bob"), {"tournament": "cup", "profile": "tournament"}),
        (("ann", "bob", "cat"), {"tournament": "cup", "profile": "tournament"}),
    ],
    ids=["heads-up", "three", "a bot", "a tournament heads-up", "a tournament"],
)
def test_no_answer_tells_who_has_won_before_the_board_is_shown(
    players: tuple[str, ...], settings: dict[str, Any]
) -> None:
    tables = run_outs(players, **settings)
    for player in (*(name for name in players if name != "caller 1"), "eve"):
        for command in everything(players):
            told = {answer(desk, command, player) for desk in tables}
            assert len(told) == 1, (player, command, told)
