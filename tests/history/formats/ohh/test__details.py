"""The details in the standard that PHH has no field for."""

from __future__ import annotations

from decimal import Decimal

from bigslick.history.history_details import BountyCollected, CashOut

from .ohh_hands import CALLED, SUNDAY, hand, read_one

SEATS = hand()["players"]


def test_rake_jackpot_cash_outs_and_bounties() -> None:
    pot = {
        "number": 0,
        "amount": 2,
        "rake": 0.1,
        "jackpot": 0.05,
        "player_wins": [{"player_id": 12, "win_amount": 1.85, "cashout_amount": 1.5, "cashout_fee": 0.02}],
    }
    bounty = {"player_id": 12, "bounty_won": 2.5, "defeated_player_id": 11}
    history = read_one(hand(CALLED, pots=[pot], tournament_bounties=[bounty]))
    details = history.details
    assert details is not None
    assert (details.rake, details.jackpot) == (Decimal("0.1"), Decimal("0.05"))
    assert details.cash_outs == [CashOut(player="Bob", amount=Decimal("1.5"), fee=Decimal("0.02"))]
    assert details.bounties == [BountyCollected(player="Bob", amount=Decimal("2.5"), eliminated="Ann")]
    assert history.finishing_stacks is None


def test_a_tournament_is_described() -> None:
    info = {
        "tournament_number": "T1",
        "name": "Sunday",
        "start_date_utc": "2026-11-15T18:00:00",
        "currency": "EUR",
        "buyin_amount": 9.5,
        "fee_amount": 0.5,
        "bounty_fee_amount": 1,
        "initial_stack": 1000,
        "type": "MTT",
        "flags": ["Re-Entry"],
        "speed": {"type": "Turbo", "round_time": 300},
    }
    history = read_one(
        hand(tournament=True, tournament_info=info, currency="XPM", start_date_utc="1970-01-01T00:00:00Z")
    )
    assert history.year is None
    assert history.currency is None
    assert history.details is not None
    assert history.details.flags == ["play money"]
    assert history.details.tournament == SUNDAY
