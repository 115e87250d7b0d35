"""Laws of the hand-history formats: a hand comes back unchanged or is refused; it never comes back different.

The hands have every rule, post and all-in possible at a table, in chips, dimes and cents.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import msgspec

from bigslick import Rules, Setup
from bigslick.history import BadHistory, History, record, replay
from bigslick.history.formats.registry import format_named

from .strategies import hand_law, play

NO_PLACE = "has no place for its posts or house rules"
PROFILES = (Rules.cash, Rules.tournament, Rules.classic)


def course(history: History, *, marks_bomb_pots: bool = True) -> dict[str, Any]:
    """Return bets, boards, and the stacks at both ends, with amounts as numbers.

    PokerStars text has no mark for a bomb pot: if no one can act, it reads like any hand with only antes.
    """
    played = replay(history)
    played.check_finish()
    done: list[tuple[Any, ...]] = []
    for text in history.actions or ():
        words = text.partition("#")[0].split()
        if words[1:2] == ["cbr"]:
            done.append((words[0], Decimal(words[2])))
        elif words and words[:2] != ["d", "dh"] and words[1] != "sm":
            done.append(tuple(words))
    if played.start.bomb_pot:  # PHH has everyone check before the flop; other formats have nothing there
        flop = next((at for at, words in enumerate(done) if words[0] == "d"), 0)
        assert all(words[1:] == ("cc",) for words in done[:flop])
        done = done[flop:]
    acted = any(words[0] != "d" for words in done)
    return {
        "bomb pot": played.start.bomb_pot and (acted or marks_bomb_pots),
        "done": done,
        "boards": list(history.details.boards) if history.details else [],
        "began": list(map(Decimal, history.starting_stacks or ())),
        "ended": list(map(Decimal, played.final_stacks)),
        "finished": played.finished,
    }


def comes_back(name: str, history: History, hero: str | None = None) -> bool:
    """Return whether the format can hold a hand; if so, check that it comes back the same."""
    form = format_named(name)
    assert form.read is not None
    try:
        text = form.text([history], hero)
    except BadHistory as refusal:
        if NO_PLACE not in refusal.sentence:
            raise
        return False
    (back,) = form.read(io.BytesIO(text.encode()), "")
    if not isinstance(back, History):
        raise back
    marks = name != "pokerstars"
    assert course(back, marks_bomb_pots=marks) == course(history, marks_bomb_pots=marks)
    return True


def recorded(setup: Setup, script: list[int]) -> History:
    return record(
        play(setup, script), places=script[-1] % 3, players=[f"Player {n}" for n in range(1, setup.seats + 1)]
    )


@hand_law(250)
def test_every_hand_comes_back_from_phh(setup: Setup, script: list[int]) -> None:
    assert comes_back("phh", recorded(setup, script))


@hand_law(250)
def test_every_hand_comes_back_from_open_hand_history(setup: Setup, script: list[int]) -> None:
    assert comes_back("ohh", recorded(setup, script))


@hand_law(250)
def test_every_hand_comes_back_from_pokerstars_text_or_is_refused(setup: Setup, script: list[int]) -> None:
    comes_back("pokerstars", recorded(setup, script))


@hand_law(250, huge=False)
def test_every_hand_by_common_rules_comes_back_from_pokerstars_text(setup: Setup, script: list[int]) -> None:
    """Two blinds and antes, under each profile's rules and limits; including short stacks and odd chips."""
    order = setup.dealt
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    profile = PROFILES[script[0] % len(PROFILES)]
    common = msgspec.structs.replace(
        setup,
        rules=profile(limit=setup.rules.limit, ante=setup.rules.ante, odd_chip_unit=setup.rules.odd_chip_unit),
        small_blind_seat=small,
        big_blind_seat=big,
        small_blind=max(1, setup.big_blind // 2),
        big_blind=max(2, setup.big_blind),
        straddles=(),
        posts=(),
        bomb_pot=False,
        min_bet=0,
        small_bet=0,
        big_bet=0,
    )
    history = recorded(common, script)
    assert comes_back("pokerstars", history)
    seen = (history.players or [""])[0]
    assert comes_back("pokerstars", history, seen)
    assert comes_back("ohh", history, seen)
