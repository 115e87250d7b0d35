"""Every long loop stops within half a second of Ctrl-C, and its arguments can be used again."""

from __future__ import annotations

import sys

import pytest

from bigslick.bots._playout import COMPILED
from tests.stopping import stopped

HEAD = """
import os
import bigslick as b
from array import array
from bigslick import bots, odds, simulate, tournament
from bigslick.odds._equity import Spot
hand, draws = b.Hand.start([2000] * 3, (10, 20), seed=7), b.Keystream(7).draws
table = bots.Playout(hand, draws)
"""
LOOPS = {
    "equity sampled": "odds.equity(['AhKh', 'QdQc', '7s6s'], samples=10**10)",
    "equity sampled from ranges": "odds.equity(['22+', 'random', 'AK'], samples=10**10)",
    "equity of ranges that collide": "odds.equity(['AhAd, AhAc', 'AhAs, AdAs, AcAs', 'AdAs, AcAh'], samples=10**9)",
    "exact equity": "Spot(10, [], []).count(bytes(range(20)) * 20_000, array('q', bytes(240 * 20_000)))",
    "playout of house bots": "table.run(10**12, bots.new_brain(), [bots.style_number('shark')] * 3, draws)",
    "playout of a policy": "table.ask(10**12, lambda state: 0)",
    "match": "simulate.play_match(['shark', 'tag'], hands=10**10)",
    "match in duplicate": "simulate.play_match(['shark', 'tag', 'lag', 'rock'], hands=10**10, duplicate=True)",
    "match of a Python bot": "simulate.play_match([lambda seen: seen.options.give_up, 'tag'], hands=10**9)",
    "tournament": "tournament.Tournament(tournament.load('turbo-6').with_entrants(20_000), 1, bots=['shark']).finish()",
}
SCRIPT = (
    HEAD
    + """
interrupt_soon()
try:
    while True:
        {loop}
except KeyboardInterrupt:
    print("stopped", flush=True)
print(bots.Playout(hand, draws).ask(1, lambda state: 0), "and goes on", flush=True)
os._exit(0)
"""
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timers of processor time")
@pytest.mark.skipif(not COMPILED, reason="the interpreter looks up by itself")
@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_stops_within_half_a_second(loop: str) -> None:
    assert stopped(SCRIPT.format(loop=LOOPS[loop])) == (0, "stopped\nNone and goes on\n")
