"""The compiled core and its interpreted source play the same hands: every state is compared, including refused
actions.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.strategies import scaled

ROOT = Path(__file__).parents[1]
HANDS = scaled(2000)

SCRIPT = """
import hashlib
import json
import random
import sys

from msgspec.structs import replace

from bigslick import AllIn, BadSetup, Bet, Call, Check, Fold, Hand, IllegalAction, Muck, Post, Raise, Rules, Show, view
from bigslick.hand.hand import state_of
from bigslick.core import hand as core

dice = random.Random(20)


def rules():
    return Rules(
        limit=dice.choice(["none", "none", "pot", "fixed"]),
        ante=dice.choice(["per_player", "big_blind", "button"]),
        ante_order=dice.choice([None, "blind_first", "ante_first"]),
        reopening=dice.choice(["cumulative", "single"]),
        short_blind_price=dice.choice(["full", "posted"]),
        reveal=dice.choice(["all", "muck", "ask"]),
        burn=dice.random() < 0.8,
        open_fold=dice.random() < 0.8,
        pot_counts_antes=dice.random() < 0.5,
        pot_full_blinds=dice.random() < 0.5,
        odd_chip_unit=dice.choice([1, 1, 5]),
        bets_per_street=dice.choice([0, 3, 4]),
    )


def start(number):
    seats = dice.randint(2, 10)
    most = dice.choice([30, 300, 3000, 1 << 50])
    stacks = [0 if dice.random() < 0.15 else dice.randint(1, most) for _ in range(seats)]
    big = dice.choice([2, 10, 20])
    more = {}
    by, ante = rules(), dice.choice([0, 0, 1, big])
    if dice.random() < 0.2:
        more["posts"] = [Post(dice.randrange(seats), live=dice.choice([0, big]), dead=dice.choice([0, big // 2]))]
    if dice.random() < 0.2:
        more["straddles"] = {dice.randrange(seats): 2 * big}
    if dice.random() < 0.2:
        more["small_blind_seat"] = None
    if dice.random() < 0.1:
        more = {"bomb_pot": True}
        by, ante = replace(by, ante="per_player"), big
    if dice.random() < 0.1:
        more["double_board"] = True
        by = replace(by, run_outs=1)
    return Hand.start(
        stacks,
        (big // 2, big),
        dice.randrange(seats),
        seed=number,
        ante=ante,
        rules=by,
        **more,
    )


def wishes(hand):
    options = hand.options
    wager = options.bet_to or options.raise_to
    low, high = (wager[0], wager[-1]) if wager else (1, 100)
    totals = [low, low, high, dice.randint(low, high), low - 1, high + 1, 0, -5, 1 << 62]
    kind = Bet if dice.random() < 0.5 else Raise
    common = [Fold(), Check(), Check(), Call(), Call(), Call(), Show(), Muck(), AllIn(), Raise(add=dice.choice(totals))]
    return [*common, kind(to=dice.choice(totals)), kind(to=dice.choice(totals))]


print("core:", "compiled" if core.COMPILED else "interpreted", file=sys.stderr)
seen = hashlib.sha256()
played = refused = 0
for number in range(int(sys.argv[1])):
    try:
        hand = start(number)
    except BadSetup as error:
        seen.update(str(error).encode())
        continue
    played += 1
    seen.update(json.dumps(state_of(hand).dump()).encode())
    while not hand.over:
        try:
            hand.act(dice.choice(wishes(hand)))
        except IllegalAction as error:
            refused += 1
            seen.update(f"{error} {error.rule}".encode())
        seen.update(f"{hand.turn} {hand.options} {json.dumps(state_of(hand).dump())}".encode())
    seen.update(repr((hand.result, hand.events, view(hand, None))).encode() + hand.save().encode())
    if number % 100 == 99:
        print(number + 1, played, refused, seen.hexdigest())
"""


def play(environment: dict[str, str]) -> tuple[str, list[str]]:
    command = [sys.executable, "-c", SCRIPT, str(HANDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT / "tests")
    assert done.returncode == 0, done.stderr
    return done.stderr.strip(), done.stdout.splitlines()


def test_compiled_and_interpreted_hands_are_the_same() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    installed, compiled_lines = play(plain)
    if os.environ.get("BIGSLICK_CORE") == "compiled":
        assert installed == "core: compiled"
    elif installed != "core: compiled":
        pytest.skip("the installed core is not compiled: there is only one core to run")
    source, interpreted_lines = play({**plain, "PYTHONPATH": str(ROOT / "src")})
    assert source == "core: interpreted"
    for compiled, interpreted in zip(compiled_lines, interpreted_lines, strict=True):
        assert compiled == interpreted
    _, played, refused, _ = interpreted_lines[-1].split()
    assert int(played) > HANDS // 2
    assert int(refused) > HANDS
