"""The observation: where each number is, its bounds, and what it says about a hand; version 1 does not change."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from bigslick import Hand, view
from bigslick.envs import OBSERVATION_VERSION, ObservationLayout
from bigslick.envs.observation import describe, recent_actions
from tests.playing import do


def flop() -> Hand:
    hand = Hand.start([1000, 400, 2000], (10, 20), 0, seed=1, holes={0: "AsKd"}, board="2c3d4h")
    return do(hand, "0 raise 60, 1 call, 2 fold, 1 check")


def test_what_it_says_of_a_hand() -> None:
    layout = ObservationLayout(3, 5)
    named = describe(layout, layout.observe(view(flop(), 0)))
    assert np.flatnonzero(named["hole"]).tolist() == sorted([51, 45])
    assert np.flatnonzero(named["board"]).tolist() == [0, 5, 10]
    assert named["street"].tolist() == [0, 1, 0, 0]
    assert named["position"].tolist() == [1, 0, 0]
    assert named["stacks"].tolist() == [47, 17, 99]
    assert named["bets"].tolist() == [0, 0, 0]
    assert named["committed"].tolist() == [3, 3, 1]
    assert named["live"].tolist() == [1, 1, 0]
    assert named["all_in"].tolist() == [0, 0, 0]
    assert [named[name] for name in ("pot", "to_call", "min_to", "max_to")] == [7, 0, 1, 47]
    who, fold, check, call, wager, street, _size = named["recent"][1]
    assert (who, fold, check, call, wager, street) == (pytest.approx(2 / 3), 1, 0, 0, 0, 0), "seat 3 folded"
    assert named["recent"][3].tolist() == pytest.approx([0, 0, 0, 0, 1, 0, 2.0]), "60 into 30"
    assert not named["recent"][4].any()


def test_recent_actions_tell_seat_kind_street_and_part_of_the_pot() -> None:
    assert recent_actions(view(flop(), 0)) == [(0, 4, 0, 2.0), (1, 3, 0, 50 / 90), (2, 1, 0, 0.0), (1, 2, 1, 0.0)]


def test_bounds_hold_and_are_finite() -> None:
    layout = ObservationLayout(10, 32)
    low, high = layout.bounds()
    assert np.isfinite(high).all()
    assert (low == 0).all()
    row = ObservationLayout(3).observe(view(Hand.start([1 << 50] * 3, (0, 1), seed=1), 0))
    assert (row <= ObservationLayout(3).bounds()[1]).all()


def test_a_smaller_table_has_empty_chairs() -> None:
    seen = view(Hand.start([1000] * 2, (10, 20), seed=1), 0)
    named = ObservationLayout(6).named(ObservationLayout(6).observe(seen))
    assert named["live"].tolist() == [1, 1, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="the view is of 3 seats"):
        ObservationLayout(2).observe(view(flop(), 0))
    with pytest.raises(ValueError, match="by a spectator"):
        ObservationLayout(3).observe(view(flop(), None))


def test_version_1_is_fixed() -> None:
    """Changing these numbers takes a new version, because policies were trained on them."""
    assert OBSERVATION_VERSION == 1
    row = ObservationLayout(3).observe(view(flop(), 0))
    assert hashlib.sha256(row.tobytes()).hexdigest()[:16] == "6791429fc62afcb3"


def test_scaled_observations_are_small_and_keep_their_order() -> None:
    layout = ObservationLayout(2)
    row = np.zeros((3, layout.width), np.float32)
    row[:, 0] = 1
    row[:, layout.amount_at] = (0, 100, 10_000)
    scaled = layout.scaled(row)
    assert scaled[:, 0].tolist() == [1, 1, 1]
    assert scaled[:, layout.amount_at].round(2).tolist() == pytest.approx([0, 1, 2.0], abs=0.01)
    assert row[1, layout.amount_at] == 100
