"""The live table as described in the document "Dealing & Betting Rounds" (seed 001), sentence by sentence."""

from __future__ import annotations

import pytest

from bigslick import AllIn, Bet, Call, Check, Fold, Raise
from bigslick.hand.events import Dealt, HandEnded, Posted, PotAwarded, Refunded, Shown, StreetDealt
from bigslick.protocol import room_events, wire
from bigslick.protocol.fairness import dealing_places
from bigslick.protocol.settings import TablePace
from bigslick.server.table import facts

from .virtual import NAMES, QUICK, START, Served, serving

TIMED = TablePace(action_ms=10_000, deal_animation_delay_ms=0)
"""An ordinary table's clocks: there is a time bank, but only for a player who takes it."""
SLOW = TablePace(deal_animation_delay_ms=200, inter_round_delay_ms=3_000)


def positions(served: Served) -> tuple[int, int, int]:
    """Return the current hand's button, small blind and big blind."""
    setup = served.hand.setup
    assert setup.small_blind_seat is not None
    assert setup.big_blind_seat is not None
    return setup.button, setup.small_blind_seat, setup.big_blind_seat


def left_of(served: Served, seat: int) -> int:
    """Return the next seat clockwise that is in the hand."""
    stacks = served.hand.setup.stacks
    live = served.hand.live
    return next(s for step in range(1, 11) if stacks[s := (seat + step) % len(stacks)] and s in live)


def turn_of(served: Served, opening: wire.Opening) -> int:
    """Return an opened card's place in the deal, counted from 0, from its position in the sealed deck and the seeds."""
    began = served.all.events(room_events.HandBegan)[-1]
    return dealing_places(began.root, began.seeds).index(opening.place)


def check_around(served: Served) -> None:
    """Everybody checks or calls to the end of the street."""
    street = served.hand.street
    while served.live.playing and served.hand.street == street:
        served.act(Call() if served.turn().options.call else Check())


# -- dealing order ----------------------------------------------------------------------------------------------------


def test_hole_cards_go_one_at_a_time_from_the_small_blind_clockwise() -> None:
    with serving(None, *NAMES[:4]) as served:
        viewers = {name: served.watch(name) for name in NAMES[:4]}
        served.begin()
        _, small, _ = positions(served)
        seat = small
        for first in range(4):
            player = served.player(seat)
            openings = [o for update in viewers[player].updates for o in update.openings]
            assert [turn_of(served, opening) for opening in openings] == [first, first + 4]
            assert tuple(o.card for o in openings) == served.hand.hole(seat)
            seat = left_of(served, seat)
        order = [event.seat for event in served.all.events(Dealt)]
        assert order == [(small + step) % 4 for step in range(8)], "twice around"


def test_each_street_burns_a_card_and_turns_three_one_and_one() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        for _ in range(4):
            check_around(served)
        streets = served.all.events(StreetDealt)
        assert [(e.street, len(e.cards)) for e in streets] == [("flop", 3), ("turn", 1), ("river", 1)]
        places = [
            turn_of(served, o)
            for update in served.all.updates
            if any(isinstance(e, StreetDealt) for e in update.events)
            for o in update.openings
            if o.card in {card for e in streets for card in e.cards}
        ]
        assert places == [7, 8, 9, 11, 13]  # 6 hole cards, and a burn before 7, 11 and 13


def test_the_server_pauses_between_individual_deal_events() -> None:
    with serving(None, *NAMES[:3], pace=SLOW) as served:
        served.begin()
        began = served.all.times_of(room_events.HandBegan)[0]
        assert served.all.times_of(Dealt) == [began + 200 * card for card in range(6)], "six cards, one at a time"
        assert served.all.times_of(room_events.Turn) == [began + 1_200]


def test_an_all_in_run_out_is_dealt_street_by_street() -> None:
    with serving(None, *NAMES[:2], pace=SLOW) as served:
        served.begin()
        served.act(AllIn())
        at = served.clock.now()
        served.act(Call())
        assert served.all.events(HandEnded) == []
        assert served.all.events(PotAwarded) == []
        assert [seat.stack for seat in served.live.shown.seats] == [1000, 1000], "a snapshot does not run ahead either"
        served.advance(4_500)
        assert served.all.times_of(StreetDealt) == [at + 1_000, at + 2_000, at + 3_500], "about a second a street"
        assert served.all.times_of(HandEnded) == [at + 4_500]


def test_a_countdown_runs_for_every_action() -> None:
    with serving(None, *NAMES[:3]) as served:
        for _ in range(3):
            turn = served.begin()
            assert turn.deadline == served.clock.now() + QUICK.action_ms
            served.advance(700)
            served.act(Call() if turn.options.call else Check())


# -- betting rounds and acting order ----------------------------------------------------------------------------------


def test_before_the_flop_the_player_left_of_the_big_blind_acts_first() -> None:
    with serving(None, *NAMES[:5]) as served:
        turn = served.begin()
        assert turn.seat == left_of(served, positions(served)[2])


def test_heads_up_the_small_blind_acts_first_before_the_flop() -> None:
    with serving(None, *NAMES[:2]) as served:
        assert served.begin().seat == positions(served)[1]


@pytest.mark.parametrize("players", [3, 6])
def test_after_the_flop_the_first_active_player_left_of_the_button_acts_first(players: int) -> None:
    with serving(None, *NAMES[:players]) as served:
        served.begin()
        for _ in range(3):
            check_around(served)
            assert served.turn().seat == left_of(served, positions(served)[0])


def test_a_player_who_folded_is_passed_over_after_the_flop() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        served.act(Call())
        small = served.act(Fold())
        served.act(Check())
        assert small not in served.hand.live
        assert served.turn().seat == left_of(served, positions(served)[0]) == positions(served)[2]


def test_heads_up_the_big_blind_acts_first_after_the_flop() -> None:
    with serving(None, *NAMES[:2]) as served:
        served.begin()
        for _ in range(3):
            check_around(served)
            assert served.turn().seat == positions(served)[2]


@pytest.mark.parametrize("shover", ["ann", "bob"])
def test_heads_up_all_ins_make_pots_as_among_many(shover: str) -> None:
    """Whoever is all-in first, the pot is what both can match, without the rest of the bigger stack."""
    with serving(None) as served:
        served.sit("ann", chips=400)
        served.sit("bob", chips=1000)
        if served.player(served.begin().seat) != shover:
            served.act(Call())
        served.act(AllIn())
        served.act(Call())
        hand = served.last_hand()
        assert [(pot.amount, set(pot.seats)) for pot in hand.pots] == [(800, {0, 1})]
        assert [(e.seat, e.amount) for e in served.all.events(Refunded)] == ([(1, 600)] if shover == "bob" else [])
        won = [sum(e.amount for e in served.all.events(PotAwarded) if e.seat == seat) for seat in (0, 1)]
        assert sum(won) == 800
        assert hand.stacks[:2] == (won[0], won[1] + 600)


# -- legal actions ----------------------------------------------------------------------------------------------------


def test_fold_leaves_the_hand_immediately() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        seat = served.act(Fold())
        assert seat not in served.hand.live


def test_check_is_only_allowed_when_there_is_nothing_to_call() -> None:
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        assert not turn.options.check
        answer = served.try_to(served.player(turn.seat), Check())
        assert isinstance(answer, wire.Refused)
        assert answer.code == "illegal"
        check_around(served)
        assert served.turn().options.check
        served.act(Check())


def test_call_commits_what_is_missing_to_the_bet() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        served.act(Raise(to=40))
        seat = served.turn().seat
        before = served.hand.bets[seat], served.hand.stacks[seat]
        served.act(Call())
        assert served.hand.bets[seat] == 40
        assert served.hand.stacks[seat] == before[1] - (40 - before[0])


def test_bet_is_only_allowed_when_there_is_nothing_to_call() -> None:
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        assert not turn.options.bet_to
        assert isinstance(served.try_to(served.player(turn.seat), Bet(to=40)), wire.Refused)
        check_around(served)
        served.act(Bet(to=40))
        assert served.turn().options.call == 40


def test_a_raise_calls_and_adds_at_least_the_minimum() -> None:
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        assert turn.options.raise_to[0] == 20
        assert isinstance(served.try_to(served.player(turn.seat), Raise(to=19)), wire.Refused)
        served.act(Raise(to=20))


def short_all_in(served: Served, bet: int) -> int:
    """After the flop a player bets, the short stack shoves for a little more, and the bettor is to act again."""
    served.begin()
    check_around(served)
    short = next(seat for seat, chips in enumerate(served.hand.setup.stacks) if chips == 400)
    bettor = None
    while served.turn().seat != bettor:
        seat, options = served.turn().seat, served.turn().options
        if seat == short:
            served.act(AllIn() if options.call else Check())
        elif options.bet_to:
            bettor = served.act(Bet(to=bet))
        else:
            served.act(Fold())
    return bettor


def test_an_all_in_is_a_raise_only_if_it_meets_the_minimum() -> None:
    with serving(None, "ann", "bob") as served:
        served.sit("cat", chips=400)
        short_all_in(served, 300)
        assert served.turn().options.call == 90
        assert not served.turn().options.raise_to
    with serving(None, "ann", "bob") as served:
        served.sit("cat", chips=400)
        short_all_in(served, 100)
        assert served.turn().options.call == 290
        assert not served.turn().options.raise_to, "against one all-in opponent a raise would be empty"


# -- minimum raise ----------------------------------------------------------------------------------------------------


def test_before_the_flop_the_minimum_raise_is_the_big_blind() -> None:
    with serving(None, *NAMES[:4]) as served:
        assert served.begin().options.raise_to[0] == 10 + 10


def test_the_next_raise_is_at_least_the_size_of_the_last() -> None:
    with serving(None, *NAMES[:4]) as served:
        served.begin()
        served.act(Raise(to=45))
        assert served.turn().options.raise_to[0] == 45 + 35
        served.act(Raise(to=200))
        assert served.turn().options.raise_to[0] == 200 + 155


# -- the end of a betting round ---------------------------------------------------------------------------------------


def test_a_round_ends_when_all_have_matched_or_folded() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        served.act(Raise(to=30))
        served.act(Fold())
        assert served.all.events(StreetDealt) == []
        served.act(Call())
        assert [e.street for e in served.all.events(StreetDealt)] == ["flop"]


def test_the_hand_ends_without_more_board_when_one_player_remains() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        check_around(served)
        bettor = served.act(Bet(to=50))
        served.act(Fold())
        served.act(Fold())
        assert [e.street for e in served.all.events(StreetDealt)] == ["flop"]
        assert served.all.events(Shown) == []
        assert [e.seat for e in served.all.events(PotAwarded)] == [bettor]


def test_when_all_are_all_in_the_board_is_dealt_and_the_hand_goes_to_showdown() -> None:
    with serving(None, *NAMES[:3]) as served:
        served.begin()
        served.act(AllIn())
        served.act(Call())
        served.act(Call())
        assert [e.street for e in served.all.events(StreetDealt)] == ["flop", "turn", "river"]
        assert len(served.all.events(Shown)) == 3


# -- side pots --------------------------------------------------------------------------------------------------------


def test_side_pots_follow_the_commitments_and_no_chip_is_lost() -> None:
    """The document's pseudocode loses folded players' chips; here they stay in the pots they went into."""
    with serving(None) as served:
        for name, chips in (("ann", 400), ("bob", 700), ("cat", 1000), ("dan", 1000)):
            served.sit(name, chips=chips)
        served.begin()
        served.act(Raise(to=100))
        while served.turn().options.call:
            served.act(Call())
        stacks = served.hand.setup.stacks
        folder = served.act(Bet(to=50))
        while served.live.playing:
            if served.turn().seat == folder:
                served.act(Fold())
            else:
                served.act(AllIn() if served.turn().options.all_in else Call())
        hand = served.last_hand()
        committed = hand.committed
        assert committed[folder] == 150
        assert sum(pot.amount for pot in hand.pots) == sum(committed)
        assert all(folder not in pot.seats for pot in hand.pots)
        levels = sorted({committed[seat] for seat in hand.live})
        assert len(hand.pots) == len(levels)
        low = 0
        for pot, level in zip(hand.pots, levels, strict=True):
            assert pot.amount == sum(min(chips, level) - min(chips, low) for chips in committed)
            assert set(pot.seats) == {seat for seat in hand.live if committed[seat] >= level}
            low = level
        assert sum(hand.stacks) == sum(stacks)
        assert sum(e.amount for e in served.all.events(PotAwarded)) == sum(committed)


# -- consistency and edge cases ---------------------------------------------------------------------------------------


def test_the_last_player_wins_at_once() -> None:
    with serving(None, *NAMES[:4]) as served:
        served.begin()
        for _ in range(3):
            served.act(Fold())
        assert served.all.events(StreetDealt) == []
        assert served.all.events(HandEnded) != []


def test_after_a_short_all_in_those_who_have_acted_may_only_call_or_fold() -> None:
    with serving(None, "ann", "bob", "dan") as served:
        served.sit("cat", chips=400)
        served.begin()
        check_around(served)
        short = next(seat for seat, chips in enumerate(served.hand.setup.stacks) if chips == 400)
        acted: set[int] = set()
        while served.turn().seat not in acted:
            seat, options = served.turn().seat, served.turn().options
            if seat == short:
                served.act(AllIn() if options.call else Check())
            else:
                acted.add(served.act(Bet(to=350) if options.bet_to else Call()))
        seat = served.turn().seat
        answer = served.try_to(served.player(seat), Raise(to=900))
        assert isinstance(answer, wire.Refused)
        assert "reopened" in answer.sentence
        assert served.turn().options.fold
        assert served.turn().options.call == 40


def test_an_invalid_action_is_refused_and_the_timer_runs_on() -> None:
    with serving(None, *NAMES[:3]) as served:
        turn = served.begin()
        served.advance(QUICK.action_ms - 1)
        answer = served.try_to(served.player(turn.seat), Check())
        assert isinstance(answer, wire.Refused)
        assert answer.code == "illegal"
        assert served.turn() == turn, "the same decision with the same deadline"
        served.advance(1)
        assert served.all.events(room_events.TimedOut) == [room_events.TimedOut(turn.seat)]


def test_when_the_action_timer_expires_the_player_folds_to_a_bet() -> None:
    with serving(None, *NAMES[:3], pace=TIMED) as served:
        turn = served.begin()
        served.advance(9_999)
        assert served.turn() == turn
        served.advance(1)
        assert turn.seat not in served.hand.live
        assert isinstance(served.facts(facts.Acted)[-1].action, Fold)


def test_when_the_action_timer_expires_the_player_checks_if_it_is_free() -> None:
    with serving(None, *NAMES[:3], pace=TIMED) as served:
        served.begin()
        check_around(served)
        turn = served.turn()
        served.advance(10_000)
        assert turn.seat in served.hand.live
        assert isinstance(served.facts(facts.Acted)[-1].action, Check)


def test_simultaneous_inputs_are_serialised_and_only_the_acting_seat_is_heard() -> None:
    import asyncio

    with serving(None, *NAMES[:4]) as served:
        turn = served.begin()

        async def all_at_once() -> list[wire.Done | wire.Refused]:
            sent = [
                served.room.submit(
                    name,
                    wire.Act(cmd_id=f"x{number}", table="t1", hand=turn.hand, number=turn.number, action=Call()),
                )
                for number, name in enumerate((*NAMES[:4], *NAMES[:4]))
            ]
            tasks = [asyncio.ensure_future(work) for work in sent]
            await served.clock.advance()
            return [await task for task in tasks]

        answers = served.run(all_at_once())
        done = [number for number, answer in enumerate(answers) if isinstance(answer, wire.Done)]
        assert [NAMES[number % 4] for number in done] == [served.player(turn.seat)]
        assert len(served.facts(facts.Acted)) == 1
        codes = {answer.code for answer in answers if isinstance(answer, wire.Refused)}
        assert codes <= {"not_your_turn", "stale"}


def test_a_lost_connection_on_the_turn_runs_a_grace_timer_then_the_time_bank_then_acts() -> None:
    pace = TablePace(action_ms=10_000, grace_ms=8_000, bank_ms=0, disconnect_bank_ms=5_000, deal_animation_delay_ms=0)
    with serving(None, *NAMES[:3], pace=pace) as served:
        turn = served.begin()
        opened = served.clock.now()
        served.advance(9_000)
        served.lose(served.player(turn.seat))
        grace = opened + 9_000 + 8_000
        assert served.turn().deadline == grace
        clock = room_events.ClockChanged(seat=turn.seat, deadline=grace, ends=grace + 5_000)
        assert served.all.events(room_events.ClockChanged) == [clock]
        served.advance(grace + 5_000 - 1 - served.clock.now())
        assert served.turn().seat == turn.seat
        served.advance(1)
        assert turn.seat not in served.hand.live
        assert served.live.occupant(turn.seat).disconnect_bank_ms == 0


def test_after_the_payouts_the_button_moves_to_the_next_active_seat() -> None:
    """It skips players who sit out or have left, and moves only when the hand is paid."""
    with serving(None, *NAMES[:5], pace=SLOW) as served:
        active = [0, 1, 2, 3, 4]
        served.begin()
        for gone in (None, "sits out", "leaves", None, None):
            button = served.hand.setup.button
            following = next(s for step in range(1, 6) if (s := (button + step) % 5) in active)
            if gone is not None:
                served.do(served.player(following), wire.SitOut if gone == "sits out" else wire.LeaveTable)
                active.remove(following)
                following = next(s for step in range(1, 6) if (s := (button + step) % 5) in active)
            while served.live.playing:
                served.act(Fold())
            paid = served.all.times_of(PotAwarded)[-1]
            served.begin()
            assert served.hand.setup.button == following
            assert served.all.times_of(room_events.HandBegan)[-1] > paid


def play_until_owing(served: Served, player: str) -> None:
    """Sit the player out while the others play, until a blind has passed them."""
    served.begin()
    assert isinstance(served.do(player, wire.SitOut), wire.Done)
    seat = served.live.seat_of(player)
    assert seat is not None
    for _ in range(12):
        while served.live.playing:
            served.act(Fold())
        if served.live.taken(seat).owes_big and served.live.taken(seat).owes_small:
            return
        served.begin()
    raise AssertionError("no blind has passed the player")


def wait_for_cat(served: Served) -> None:
    """Play until cat is dealt in again."""
    for _ in range(6):
        served.begin()
        if "cat" in served.live.shown.players.values():
            return
        assert next(s for s in served.live.shown.seats if s.player == "cat").waiting
        while served.live.playing:
            served.act(Fold())
    raise AssertionError("cat is not dealt in")


def pass_by(served: Served, player: str) -> None:
    """Play until the big blind has passed the player, so they are not dealt in as the big blind."""
    seat = served.live.seat_of(player)
    assert seat is not None
    for _ in range(6):
        served.begin()
        setup = served.hand.setup
        while served.live.playing:
            served.act(Fold())
        if setup.big_blind_seat == (seat + 1) % 5:
            return


@pytest.mark.parametrize(("rule", "wish"), [("post", None), ("post", "post"), ("choice", "post")])
def test_who_returns_posts_the_blinds_they_missed_at_once(rule: str, wish: str | None) -> None:
    with serving(None, *NAMES[:5], dead_blind_rule=rule) as served:
        play_until_owing(served, "cat")
        pass_by(served, "cat")
        assert isinstance(served.do("cat", wire.SitIn, how=wish), wire.Done)
        seat = served.live.seat_of("cat")
        wait_for_cat(served)
        (post,) = served.hand.setup.posts
        assert (post.seat, post.live, post.dead) == (seat, 10, 5)
        assert served.hand.setup.big_blind_seat != seat


@pytest.mark.parametrize(("rule", "wish"), [("wait", None), ("wait", "wait"), ("choice", "wait"), ("choice", None)])
def test_who_returns_waits_for_the_big_blind(rule: str, wish: str | None) -> None:
    with serving(None, *NAMES[:5], dead_blind_rule=rule) as served:
        play_until_owing(served, "cat")
        assert isinstance(served.do("cat", wire.SitIn, how=wish), wire.Done)
        wait_for_cat(served)
        assert served.hand.setup.big_blind_seat == served.live.seat_of("cat")
        assert served.hand.setup.posts == ()


@pytest.mark.parametrize(
    ("rule", "other", "why"), [("post", "wait", "posts it"), ("wait", "post", "waits for the big")]
)
def test_the_dead_blind_rule_binds_newcomers_and_those_who_return(rule: str, other: str, why: str) -> None:
    with serving(None, *NAMES[:5], dead_blind_rule=rule) as served:
        play_until_owing(served, "cat")
        answers = (
            served.do("cat", wire.SitIn, how=other),
            served.do("fay", wire.Sit, chips=1000, missed_blinds=other),
        )
        for answer in answers:
            assert isinstance(answer, wire.Refused)
            assert why in answer.sentence
        assert isinstance(served.do("fay", wire.Sit, chips=1000), wire.Done)
        seat = served.live.seat_of("fay")
        assert seat is not None
        assert served.live.taken(seat).missed_blinds == rule


def test_when_the_small_blind_seat_is_empty_the_blinds_go_to_the_next_active_players() -> None:
    with serving(None, *NAMES[:5]) as served:
        served.begin()
        _, _, big = positions(served)
        served.do(served.player(big), wire.LeaveTable)
        while served.live.playing:
            served.act(Fold())
        served.begin()
        setup = served.hand.setup
        assert served.live.occupants[big] is None
        assert setup.small_blind_seat == left_of(served, big), "the empty seat is passed over"
        assert setup.big_blind_seat == left_of(served, left_of(served, big))
        assert [e.seat for e in served.all.events(Posted)][-2:] == [setup.small_blind_seat, setup.big_blind_seat]


def test_after_the_payouts_the_table_waits_before_the_next_hand() -> None:
    with serving(None, *NAMES[:3], pace=SLOW) as served:
        served.begin()
        served.act(Fold())
        served.act(Fold())
        ended = served.clock.now()
        assert served.live.shown.next_hand_at == ended + 3_000
        served.advance(2_999)
        assert len(served.all.events(room_events.HandBegan)) == 1
        served.advance(1)
        assert served.all.times_of(room_events.HandBegan)[1] == ended + 3_000


def test_heads_up_the_button_posts_the_small_blind() -> None:
    with serving(None, *NAMES[:2]) as served:
        for _ in range(3):
            turn = served.begin()
            button, small, big = positions(served)
            assert button == small != big
            assert turn.seat == button
            served.act(Call())
            served.act(Check())
            assert served.turn().seat == big
            served.act(Bet(to=20))
            served.act(Fold())


def test_the_first_hand_begins_a_round_delay_after_two_players_sit() -> None:
    with serving(None, "ann", "bob", pace=SLOW) as served:
        served.begin()
        assert served.all.times_of(room_events.HandBegan) == [START + 3_000]
