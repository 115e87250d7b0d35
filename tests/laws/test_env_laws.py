"""Laws of learning environments: whatever is requested, a table plays like `Hand` and shows its view."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bigslick import Rules, view
from bigslick.envs import HoldemBatch, Menu, ObservationLayout

ENTRIES = st.lists(st.sampled_from([0.25, 0.333, 0.5, 0.75, 1.0, 1.5, 3.0, 10.0]), max_size=4, unique=True).map(sorted)
MENUS = st.tuples(st.booleans(), ENTRIES, st.booleans()).map(
    lambda parts: ("fold", "call", *["min"] * parts[0], *parts[1], *["all-in"] * parts[2])
)
RULES = st.builds(
    Rules,
    limit=st.sampled_from(["none", "none", "pot", "fixed"]),
    ante=st.sampled_from(["per_player", "big_blind", "button"]),
    reopening=st.sampled_from(["cumulative", "single", "any"]),
    reveal=st.sampled_from(["all", "muck", "ask"]),
    button=st.sampled_from(["dead", "moving"]),
    burn=st.booleans(),
    open_fold=st.booleans(),
)


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Return settings of every kind in which the learner has chips."""
    seats = draw(st.integers(2, 10))
    episode = draw(st.sampled_from(["hand", 4, "sit-and-go"]))
    most = 1 << 50 if episode == "hand" else 1 << 44  # one player may win all the chips, buy-ins included
    chips = st.one_of(st.just(0), st.integers(1, 5000), st.integers(1, most))
    stacks = [draw(st.integers(1, 3000)), draw(st.integers(1, most))]
    stacks += [draw(chips) for _ in range(seats - 2)]
    others = st.sampled_from(["caller", "random", "tag", "lag", "maniac", "shark"])
    big = draw(st.integers(1, 200))
    return {
        "seats": seats,
        "stacks": stacks,
        "blinds": (draw(st.integers(0, big)), big),
        "ante": draw(st.sampled_from([0, 0, 1, 25])),
        "rules": draw(RULES),
        "opponents": draw(st.one_of(st.none(), st.lists(others, min_size=seats - 1, max_size=seats - 1))),
        "episode": episode,
        "actions": draw(MENUS),
        "recent": draw(st.integers(0, 32)),
        "street": draw(st.sampled_from(["preflop", "preflop", "flop", "river"])),
    }


@settings(max_examples=40, deadline=None)
@given(game=games(), seed=st.integers(0, 1 << 32), luck=st.randoms(use_true_random=False))
def test_a_table_is_the_hand_with_its_cards_and_actions(game: dict[str, Any], seed: int, luck: Any) -> None:
    batch = HoldemBatch(1, **game)
    layout, menu = ObservationLayout(game["seats"], game["recent"]), Menu(game["actions"])
    try:
        batch.reset(seed=seed)
    except ValueError as error:
        assume("no learner came to act" not in str(error))
        raise
    chips = None
    for _ in range(12):
        if batch.turn() is None:
            batch.step([1])
            continue
        hand, seat = batch.hand(), int(batch.seats[0])
        assert hand.turn == seat
        total = sum(hand.stacks) + hand.pot
        assert chips is None or game["episode"] != "sit-and-go" or total == chips or batch.counts()["hands"] == 1
        chips = total
        seen = view(hand, seat)
        np.testing.assert_array_equal(batch.observations[0], layout.observe(seen))
        np.testing.assert_array_equal(batch.masks[0], menu.mask(seen))
        low, high = layout.bounds()
        assert (batch.observations[0] >= low).all()
        assert (batch.observations[0] <= high).all()
        action = luck.randrange(len(menu))
        before, legal = int(batch.counts()["illegal"]), bool(batch.masks[0, action])
        played = menu.action(seen, action)
        hand.act(played)  # whatever was chosen, the menu says what is legal
        batch.step([action])
        assert batch.totals[0] == getattr(played, "to", {"Fold": -1}.get(type(played).__name__, 0))
        assert batch.illegal[0] == before + (not legal)
