"""Who buys more chips: a rate in the structure, a bot's own decision, and a rebuy while holding chips."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from bigslick import AllIn, View
from bigslick.bots import can_interrupt
from bigslick.hand.actions import Action
from bigslick.tournament.director.events import AddedOn, Busted, Entered, Rebought, Seated
from bigslick.tournament.floor.rebuy_rates import Offer
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.levels import Level
from bigslick.tournament.structure.problems import BadStructure
from bigslick.tournament.structure.structure import AddOn, Rebuy, Structure


def structure(timed: bool = False, **more: Any) -> Structure:
    length: dict[str, Any] = {"seconds": 1800} if timed else {"hands": 20}
    return Structure(
        seats=6,
        entrants=60,
        starting_stack=500,
        buy_in=10,
        levels=(Level(small=25, big=50, **length), Level(small=50, big=100, **length), Level(small=300, big=600)),
        **more,
    )


def finished(structure: Structure, bots: Any = ("maniac",), seed: int = 3, **options: Any) -> Tournament:
    event = Tournament(structure, seed, bots=bots, **options)
    event.finish()
    assert event.chips == event.director.chips
    assert sum(standing.prize for standing in event.standings()) == structure.pool(
        len(event.director.names), sum(event.director.rebuys), event.director.addons
    )
    return event


def reentries(percent: int) -> tuple[int, int]:
    """Return how many busted players could re-enter, and how many did."""
    event = finished(
        structure(late_reg_levels=2, reentry_limit=1, reentry_take_up_percent=Decimal(percent)), ("maniac",)
    )
    closed = next(at for at, found in enumerate(event.events) if type(found).__name__ == "RegistrationClosed")
    early = event.events[:closed]
    could = sum(isinstance(found, Busted) and event.director.bullets[found.entry] == 1 for found in early)
    return could, sum(isinstance(found, Entered) and found.bullet == 2 for found in early)


def test_the_rate_of_reentries_is_the_structures() -> None:
    could, did = reentries(100)
    assert could == did > 20
    assert reentries(0)[1] == 0
    could, did = reentries(40)
    assert 0.2 < did / could < 0.6


@pytest.mark.parametrize("timed", [False, True])
def test_the_rates_of_rebuys_and_add_ons_are_the_structures(timed: bool) -> None:
    none, all_ = Decimal(0), Decimal(100)
    for percent in (none, Decimal(50), all_):
        event = finished(
            structure(
                timed,
                rebuy=Rebuy(until_level=1, cost=7, chips=500, limit=1, take_up_percent=percent),
                addon=AddOn(until_level=1, cost=3, chips=200, take_up_percent=percent),
            )
        )
        bought = sum(isinstance(found, Rebought) for found in event.events)
        added = sum(isinstance(found, AddedOn) for found in event.events)
        if percent == none:
            assert bought == added == 0
        elif percent == all_:
            assert bought >= 15
            assert added >= 5
        else:
            assert bought > 0
            assert added > 0
            assert any(isinstance(found, Busted) and found.out for found in event.events[:400])


def test_the_answer_does_not_depend_on_how_the_others_play() -> None:
    def asked(bots: tuple[str, ...]) -> dict[str, bool]:
        rate = structure(late_reg_levels=2, reentry_limit=1, reentry_take_up_percent=Decimal(50))
        event = Tournament(rate, 3, bots=bots)
        return {event.director.names[entry]: event.choices.reenters(entry) for entry in range(60)}

    assert asked(("maniac",)) == asked(("tag", "lag"))
    assert 15 < sum(asked(("maniac",)).values()) < 45


@pytest.mark.parametrize("timed", [False, True])
def test_a_player_may_rebuy_while_holding_chips_where_the_structure_allows_it(timed: bool) -> None:
    short = structure(timed, rebuy=Rebuy(until_level=1, cost=7, chips=500, limit=1, at_most=300))
    event = finished(short, ("caller", "maniac"))
    busted = {found.entry for found in event.events if isinstance(found, Busted) and not found.out}
    bought = {found.entry for found in event.events if isinstance(found, Rebought)}
    assert busted < bought, "no one rebought with chips left"
    assert max(event.director.rebuys) == 1


def test_at_the_starting_stack_everyone_may_rebuy_before_the_first_hand() -> None:
    event = Tournament(structure(rebuy=Rebuy(until_level=1, cost=7, chips=500, limit=1, at_most=500)), 3)
    event.step()
    assert sum(isinstance(found, Rebought) for found in event.events) == 60
    seated = sum(isinstance(found, Seated) for found in event.events)
    assert event.chips == 60 * 1000 + (seated - 60) * 500


class Careful:
    """Goes all-in, and buys only what costs at most seven."""

    offers: list[Offer] = []  # noqa: RUF012 - the test reads what all of them were offered

    def decide(self, view: View) -> Action:
        return AllIn()

    def buys(self, offer: Offer) -> bool:
        self.offers.append(offer)
        return offer.cost <= 7


class Confused(Careful):
    """Answers an offer with a word."""

    def buys(self, offer: Offer) -> Any:
        return "maybe"


class Failing(Careful):
    """Fails when offered something."""

    def buys(self, offer: Offer) -> bool:
        raise RuntimeError("no wallet")


OFFERS = structure(
    late_reg_levels=1,
    reentry_limit=1,
    rebuy=Rebuy(until_level=1, cost=7, chips=400, limit=1),
    addon=AddOn(until_level=2, cost=8, chips=200),
)


def test_a_bot_with_a_method_buys_decides_for_itself() -> None:
    Careful.offers.clear()
    event = finished(OFFERS, [Careful])
    assert sum(event.director.rebuys) > 0
    assert event.director.addons == 0
    assert set(event.director.bullets) == {1}
    assert {offer.kind for offer in Careful.offers} >= {"rebuy", "reentry"}
    first = Careful.offers[0]
    assert (first.kind, first.cost, first.chips, first.stack, first.taken) == ("rebuy", 7, 400, 0, 0)


class Undecided(Careful):
    """Thinks about an offer forever."""

    def buys(self, offer: Offer) -> bool:
        while True:
            pass


@pytest.mark.skipif(not can_interrupt(), reason="nothing interrupts a bot here")
def test_a_bot_that_thinks_about_an_offer_for_ever_is_interrupted_and_buys_nothing() -> None:
    event = finished(OFFERS, [Undecided, "maniac"], seconds=0.02)
    assert event.over
    [report] = event.bot_reports()
    assert report.reasons == {"too slow: more than 0.02 s for an answer": report.faults}
    assert report.faults > 0
    assert {event.bot_of(entry) for entry, count in enumerate(event.director.rebuys) if count} == {"maniac"}


@pytest.mark.parametrize(
    ("bot", "reason"), [(Confused, "'maybe' is not an answer to an offer"), (Failing, "RuntimeError: no wallet")]
)
def test_a_bot_that_cannot_answer_buys_nothing_and_is_counted(bot: type, reason: str) -> None:
    event = finished(OFFERS, [bot])
    assert sum(event.director.rebuys) == 0
    assert any(reason in known for known in event.bot_reports()[0].reasons)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"reentry_take_up_percent": Decimal(50)}, "reentry_take_up_percent needs re-entries: expected reentry_limit"),
        (
            {"late_reg_levels": 1, "reentry_limit": 1, "reentry_take_up_percent": 50},
            "which is int: expected a percentage",
        ),
        ({"late_reg_levels": 1, "reentry_limit": 1, "reentry_take_up_percent": Decimal(101)}, "at most 100"),
    ],
)
def test_rates_that_cannot_be_are_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadStructure, match=sentence):
        structure(**more)
    with pytest.raises(BadStructure, match="take_up_percent is 101"):
        msgspec.structs.replace(AddOn(until_level=1, cost=1, chips=1), take_up_percent=Decimal(101))
