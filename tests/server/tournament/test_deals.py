"""Deals at a served tournament: proposed by a player, accepted by everybody, made once and paid to the unit."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bigslick.protocol import host, wire
from bigslick.protocol.deals import MOST_DEALING, AnswerDeal, DealNow, ProposeDeal
from bigslick.protocol.encoding import encode
from bigslick.server.tournament import facts
from bigslick.server.tournament.apply import apply
from bigslick.server.tournament.deals import AGAIN_MS, deal_now, preview
from bigslick.server.tournament.decide import decide
from bigslick.server.tournament.standings import standings
from bigslick.server.tournament.state import LiveTournament
from bigslick.tournament.director.events import DealMade
from bigslick.tournament.director.losses import Loss
from bigslick.tournament.structure.payouts import Payouts

from .floor import HostedFloor

STACKS = (5000, 3000, 2000)


class Final(HostedFloor):
    """A final table of ann, bob and cat with known stacks, prizes of 150, 90 and 60, and nobody in a hand."""

    def __init__(self, *, bot: str = "", **changes: Any) -> None:
        super().__init__("ann", "bob", field=3, payouts=Payouts(amounts=(150, 90, 60)), timed=True, **changes)
        self.take(facts.PlayerEntered(at=self.now, player="cat", bot=bot))
        self.start()
        self.follow()
        self.hold(*STACKS)

    def hold(self, *stacks: int) -> None:
        """Give the players these stacks, as if a hand had ended."""
        for player, stack in zip(("ann", "bob", "cat"), stacks, strict=True):
            self.live.playing.stacks[self.entry(player)] = stack

    def entry(self, player: str) -> int:
        found = self.live.playing.entry_of(player)
        assert found is not None
        return found

    def propose(self, player: str = "ann", **terms: Any) -> None:
        """Propose a deal, and let the tables stop."""
        self.do(player, self.proposal(**terms))
        self.follow()

    def proposal(self, **terms: Any) -> ProposeDeal:
        return ProposeDeal(cmd_id=f"d{len(self.facts)}", tournament="sng", **{"method": "icm", **terms})

    def answer(self, player: str, *, yes: bool = True) -> None:
        self.do(player, self.reply(yes=yes))
        self.follow()

    def reply(self, *, yes: bool = True) -> AnswerDeal:
        return AnswerDeal(cmd_id=f"a{len(self.facts)}", tournament="sng", deal=self.live.deals, yes=yes)

    @property
    def deal(self) -> DealNow:
        return deal_now(self.live)

    @property
    def state(self) -> str:
        return self.deal.state

    @property
    def told(self) -> str:
        return str(self.live.news[-1].sentence)

    @property
    def shares(self) -> dict[str, int]:
        return {share.player: share.amount for share in self.deal.shares}


def test_all_accept_and_each_gets_their_share_wherever_they_finish() -> None:
    """rules.md 5.5: 5000/3000/2000 with 50/30/20 is 38.392857/32.75/28.857143."""
    floor = Final()
    assert floor.state == "open"
    floor.propose()
    assert floor.state == "voting"
    assert floor.shares == {"ann": 116, "bob": 98, "cat": 86}, "115.18, 98.25 and 86.57: the odd unit goes to ann"
    assert [(share.icm, share.chips) for share in floor.deal.shares] == [(115.18, 120), (98.25, 96), (86.57, 84)]
    assert [share.accepted for share in floor.deal.shares] == [True, False, False], "who proposes it accepts it"
    floor.answer("bob")
    assert floor.state == "voting"
    floor.answer("cat")
    assert floor.state == "made"
    assert floor.told == "The players make a deal for 300."
    assert sum(isinstance(event, DealMade) for event in floor.live.playing.director.events) == 1
    floor.hold(1000, 1000, 1000)  # as many chips as there really are
    floor.play()
    got = {purse.player: chips + 100 for purse, chips in floor.balances().items() if purse.kind == "player"}
    assert got == {"ann": 116, "bob": 98, "cat": 86}
    assert floor.live.owed == 0
    assert standings("sng", floor.live, {}, floor.now).deal.state == "made", "the results keep it"


def test_an_amount_left_for_first_place_is_played_for() -> None:
    floor = Final()
    floor.propose(method="chips", for_first=30)
    assert floor.shares == {"ann": 105, "bob": 87, "cat": 78}
    for player in ("bob", "cat"):
        floor.answer(player)
    assert floor.told == "The players make a deal for 270, and play on for 30 more."
    floor.hold(1000, 1000, 1000)
    floor.play()
    got = {purse.player: chips + 100 for purse, chips in floor.balances().items() if purse.kind == "player"}
    (winner,) = [player for player, place in floor.places if place == 1]
    assert got.pop(winner) == {"ann": 135, "bob": 117, "cat": 108}[winner]
    assert sum(got.values()) + {"ann": 135, "bob": 117, "cat": 108}[winner] == 300


def test_players_can_agree_on_any_amounts_that_add_up() -> None:
    floor = Final()
    amounts = {"ann": 110, "bob": 100, "cat": 80}
    floor.propose(method="agreed", for_first=10, amounts=amounts)
    assert floor.shares == amounts
    refused = floor.no("bob", floor.proposal(method="even"))
    assert refused == "A deal is on the table already: answer it first."


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"for_first": 61}, "61 is set aside for first place: expected a whole number from 0 to 60, what first place"),
        ({"method": "agreed"}, "the amounts are missing: expected one for each player in a deal by agreed amounts"),
        ({"method": "agreed", "amounts": {"ann": 300, "bob": 0}}, "2 amounts for 3 players: expected one for each"),
        (
            {"method": "agreed", "amounts": {"ann": 100, "bob": 100, "cat": 99}},
            "the amounts add up to 299: expected 300, all that is left to win, which is 1 more",
        ),
        ({"method": "agreed", "amounts": {"ann": 100, "eve": 200}}, "eve is not in Tournament"),
        ({"method": "icm", "amounts": {"ann": 300}}, "amounts are for a deal by 'agreed' amounts: expected none"),
    ],
)
def test_a_proposal_that_does_not_add_up_is_refused(terms: dict[str, Any], sentence: str) -> None:
    floor = Final()
    assert floor.no("ann", floor.proposal(**terms)).startswith(sentence)
    assert floor.state == "open"


def test_one_no_is_enough_and_the_tables_play_on() -> None:
    floor = Final()
    (table,) = floor.tables
    floor.propose()
    assert not floor.live.playable(table, floor.now), "no hand begins during a vote"
    floor.answer("bob")
    floor.answer("bob", yes=False)  # also after a yes
    assert (floor.state, floor.told) == ("open", "The deal falls: bob declines.")
    assert floor.live.playable(table, floor.now)
    assert floor.no("ann", floor.proposal()) == "Your last proposal has just fallen: you can make another one in 1:00."
    floor.propose("bob", method="even")
    floor.answer("bob", yes=False)
    assert floor.told == "bob takes the proposal back."
    floor.now += AGAIN_MS
    floor.propose()
    assert floor.deal.number == 3


def test_a_player_who_does_not_answer_in_time_has_declined() -> None:
    floor = Final()
    ends = floor.live.clock.when(60_000)
    assert ends is not None
    floor.propose()
    until = floor.deal.until
    assert until == floor.now + floor.live.settings.deal_ms
    floor.now = until - 1
    floor.follow()
    assert floor.state == "voting"
    floor.now = until
    floor.follow()
    assert floor.told == "The deal falls: bob has not answered in time."
    assert floor.live.clock.when(60_000) == ends + floor.live.settings.deal_ms, "the clock stopped during the vote"


def test_hands_in_progress_end_first_and_their_stacks_count() -> None:
    floor = Final()
    floor.do("ann", floor.proposal())
    assert (floor.state, floor.deal.shares) == ("proposed", ())
    assert floor.told == "ann proposes a deal: the tables wait after this hand."
    assert floor.no("bob", floor.reply()) == "The hands in progress end first: they may change what everybody gets."
    floor.hold(6000, 2000, 2000)
    floor.follow()
    assert floor.shares["ann"] > 116
    assert not any(share.accepted for share in floor.deal.shares), "ann did not propose these amounts"
    for player in ("ann", "bob", "cat"):
        floor.answer(player)
    assert floor.state == "made"


def test_a_deal_falls_with_a_player_who_busts_in_the_last_hand() -> None:
    floor = Final()
    (table,) = floor.tables
    floor.do("ann", floor.proposal())
    seats = {entry: seat for seat, entry in enumerate(floor.live.playing.director.chairs[table]) if entry >= 0}
    lost = Loss(seats[floor.entry("cat")], 2000, floor.entry("ann"))
    stacks = {seats[floor.entry("ann")]: 7000, seats[floor.entry("bob")]: 3000, lost.seat: 0}
    hand = facts.ReportedHand(table=table, hand=1, losses=(lost,), stacks=stacks, ended_at=floor.now, second=1)
    floor.take(facts.HandsReported(at=floor.now, hands=(hand,), floor=floor.report))
    assert floor.live.deal is None
    assert floor.told == "The deal falls: a player is out."


def test_house_bots_accept_what_icm_gives_them_and_no_less() -> None:
    floor = Final(bot="rock")
    floor.propose(method="chips")
    assert (floor.state, floor.told) == ("open", "The deal falls: cat wants at least what ICM gives.")
    floor.propose("bob")
    floor.answer("ann")
    assert floor.state == "made"


def test_what_is_left_for_first_counts_for_a_house_bot_by_its_chips() -> None:
    floor = Final(bot="rock")
    floor.propose(for_first=40)
    assert [share.accepted for share in floor.deal.shares] == [True, False, True]


def test_a_deal_needs_everybody_to_be_there() -> None:
    floor = Final()
    with pytest.raises(Exception, match="bob is not connected: a deal needs everybody who is left"):
        decide(floor.live, floor.proposal(), "ann", floor.now, floor.report, lambda player: player != "bob")


def test_players_who_are_out_or_never_came_cannot_propose_or_answer() -> None:
    floor = Final()
    assert floor.no("eve", floor.proposal()) == "you are not in Tournament"
    floor.propose()
    assert floor.no("eve", floor.reply()) == "you are not in Tournament"
    stale = AnswerDeal(cmd_id="s", tournament="sng", deal=7, yes=True)
    assert floor.no("bob", stale) == "That deal is not on the table any more."
    floor.answer("bob")
    assert floor.no("bob", floor.reply()) == "You have accepted already: the others have yet to answer."


def test_no_deal_before_registration_closes_nor_among_too_many() -> None:
    floor = HostedFloor("ann", "bob", "cat", "dan", late_reg_levels=2)
    floor.start()
    asked = ProposeDeal(cmd_id="p", tournament="sng", method="icm")
    assert floor.no("ann", asked) == "no deal: the prizes are not fixed before registration closes"
    field = [f"p{number}" for number in range(MOST_DEALING + 1)]
    floor = HostedFloor(*field, field=len(field))
    floor.start()
    assert floor.no("p0", asked) == "no deal yet: 11 players are left, and at most 10 can make one"


def test_a_deal_can_be_made_during_a_pause_and_falls_when_the_event_is_called_off() -> None:
    floor = Final()
    floor.host("ann", host.Pause)
    floor.propose()
    assert floor.state == "voting"
    floor.host("ann", host.Close, why="rain")
    assert floor.live.deal is None
    assert floor.no("bob", floor.proposal()) == "Tournament is being called off: rain"


def test_called_off_after_a_deal_each_gets_what_they_agreed_on() -> None:
    floor = Final()
    floor.propose(for_first=0)
    for player in ("bob", "cat"):
        floor.answer(player)
    floor.host("ann", host.Close, why="late")
    floor.follow()
    got = {purse.player: chips + 100 for purse, chips in floor.balances().items() if purse.kind == "player"}
    assert got == {"ann": 116, "bob": 98, "cat": 86}


def test_the_preview_shows_the_same_figures() -> None:
    floor = Final()
    shown = preview(floor.live, "icm", 0)
    floor.propose()
    amounts = [(share.player, share.amount, share.icm, share.chips) for share in shown.shares]
    assert amounts == [(share.player, share.amount, share.icm, share.chips) for share in floor.deal.shares]
    assert (shown.most_for_first, shown.state) == (60, "open")


def test_the_facts_alone_give_the_same_deal_at_every_moment() -> None:
    """A kill between the proposal, the answers and the deal loses nothing."""
    floor = Final()
    for player in ("bob", "cat"):
        if floor.live.deal is None:
            floor.propose()
        floor.answer(player)
    opened = floor.facts[0]
    assert isinstance(opened, facts.TournamentOpened)
    again, seen = LiveTournament(opened), []
    for fact in floor.facts[1:]:
        apply(again, facts.read(encode(fact)))
        if again.play is not None:
            again.play.stacks.update(zip(map(floor.entry, ("ann", "bob", "cat")), STACKS, strict=True))
        seen.append(deal_now(again).state)
    assert seen[-4:] == ["voting", "voting", "voting", "made"]
    assert deal_now(again) == floor.deal


def test_the_commands_are_read_from_the_wire() -> None:
    read = msgspec.json.Decoder(wire.TournamentCommand)
    found = read.decode(b'{"type":"propose_deal","cmd_id":"a","tournament":"t","method":"even","for_first":5}')
    assert isinstance(found, ProposeDeal)
    for wrong in (b'{"type":"propose_deal","cmd_id":"a","tournament":"t","method":"magic"}', b'{"for_first":-1}'):
        with pytest.raises(msgspec.ValidationError):
            read.decode(wrong)
