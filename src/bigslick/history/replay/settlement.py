"""Settles a record: pays the pots when the record decides, and checks `winnings` and `finishing_stacks`.

The engine settles almost every hand. The record decides what the rules leave open: which face-down hand won
(`face_down`), what several boards paid (`run_outs`), the smallest chip in a split pot, and what the winners keep after
rake. Sites take rake from main and side pots in different ways, so we check the sum and take the shares from the
record.

A record can differ from its play in three ways. A cash game takes rake from the pots, which PHH has no word for; a
tournament, known by its `event`, its `level` or its details, takes none. A negative blind is an extra post: rooms count
it live or dead and take a missed big blind with it. The record does not say which, so such a hand can differ by both.
And `winnings` can include returned uncalled bets: HandHQ has it both ways, with zeros if a site's text did not say what
was won.

A record can give the winnings twice: if `winnings` match the play, the play is right. HandHQ has hands with the right
winnings and finishing stacks that are a whole stack off.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

from ..history import History
from ..history_details import Number
from .face_down import who_won
from .recorded_setup import INF, RecordedSetup
from .run_outs import BoardAward, award, award_order, claimed_pots, further_boards, settle

if TYPE_CHECKING:
    from .._scan import Playback
    from .replay import Replay

MOST_RAKE: Final = 10
"""The most rake that a room takes, as a percentage of a pot."""
_CHIPS: Final = (1, 2, 5, 25)
"""Chip values, apart from the power of ten."""


class Settlement(NamedTuple):
    """The payments when the record decides instead of the engine, in chips and in player order."""

    won: tuple[int, ...]
    """From the pots, before rake."""
    paid: tuple[int, ...] | None
    """The same after rake, or what the site paid instead; None if the record gives no rake."""
    boards: tuple[BoardAward, ...] = ()
    """Each board's payments, before rake and by engine seat."""


def settlement(setup: RecordedSetup, playback: Playback, before: int, alone: int = -1) -> Settlement | None:
    """Settle a finished hand as the record does; None if that is left to the engine.

    `before` counts the board cards dealt before betting ended. `alone` is the only seat that kept its claim before the
    showdown; -1 if several did.
    """
    history, state, seats = setup.history, playback.state, setup.seats
    if alone >= 0:
        total = sum(amount for amount, _ in state.layers())
        mine = tuple([total if seat == alone else 0 for seat in seats])
        return Settlement(mine, _after_rake(setup, mine, tuple([state.refunds()[seat] for seat in seats])))
    boards = further_boards(history, playback, before)
    strengths = state.strengths()
    hidden = state.shows > 0 and any(strengths[seat] < 0 for seat in state.live_seats())
    details = history.details
    taken = details is not None and (details.rake or details.jackpot or details.cash_outs)
    refunds, won = state.refunds(), list(state.winnings())
    every = [strengths, *boards]
    if not boards and not hidden and not taken:
        split = history.winnings and sum(map(bool, won)) > 1
        return _larger_chips(setup, playback, won, every) if split else None
    pots, order = claimed_pots(playback), award_order(playback)
    awards: tuple[BoardAward, ...] = ()
    if boards:
        won = settle(pots, every, order, state.terms.odd_unit)
        larger = _larger_chips(setup, playback, won, every) if history.winnings and not hidden and not taken else None
        if larger is not None:
            return larger
        awards = tuple(award(pots, every, order, state.terms.odd_unit))
    paid = _recorded_pay(setup, playback) if hidden else None
    if paid is not None:
        by_seat: list[Number] = [0] * len(won)
        for player, amount in enumerate(paid):
            by_seat[seats[player]] = amount
        won = who_won(pots, every, order, by_seat, refunds, state.terms.odd_unit)
    mine = tuple([won[seat] for seat in seats])
    return Settlement(mine, _after_rake(setup, mine, tuple([refunds[seat] for seat in seats])), awards)


def _larger_chips(
    setup: RecordedSetup, playback: Playback, won: list[int], boards: Sequence[Sequence[int]]
) -> Settlement | None:
    """Split a pot in larger chips than the record's decimal places suggest, if the record did so.

    Some sites always print cents even when the smallest chip was a dime; only the odd chip's split shows it.
    """
    paid, scale = [amount * 10**setup.places for amount in _numbers(setup.history, "winnings")], 1
    if sum(paid) != sum(won) or paid == [won[seat] for seat in setup.seats]:
        return None
    pots, order = claimed_pots(playback), award_order(playback)
    while scale <= sum(won):
        for chip in _CHIPS:
            split = settle(pots, boards, order, chip * scale)
            if [split[seat] for seat in setup.seats] == paid:
                awards = tuple(award(pots, boards, order, chip * scale)) if len(boards) > 1 else ()
                return Settlement(tuple([split[seat] for seat in setup.seats]), None, awards)
        scale *= 10
    return None


def _recorded_pay(setup: RecordedSetup, playback: Playback) -> list[Number] | None:
    """Return the chips that each player took from the pots according to the record; None if it does not say."""
    history, state, scale = setup.history, playback.state, 10**setup.places
    winnings = _numbers(history, "winnings")
    if any(winnings) and INF not in winnings:
        return [amount * scale for amount in winnings]
    finishing = _numbers(history, "finishing_stacks")
    if not finishing or setup.unknown or INF in finishing:
        return None
    stacks, won = state.stacks(), state.winnings()
    aside = setup.aside or (0,) * len(finishing)
    return [
        stack * scale - (stacks[seat] - won[seat]) - more
        for stack, seat, more in zip(finishing, setup.seats, aside, strict=True)
    ]


def _after_rake(setup: RecordedSetup, won: tuple[int, ...], refunds: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return each player's winnings after rake and cash-outs; None if the record does not say."""
    history, scale = setup.history, 10**setup.places
    taken = rake_of(history)
    cash_outs = history.details.cash_outs if history.details is not None else []
    if taken is None and not cash_outs:
        return None
    rake, left = (taken or 0) * scale, list(won)
    paid = [amount * scale for amount in _numbers(history, "winnings")]
    if any(paid) and all(amount == int(amount) for amount in paid):
        if sum(paid) + rake == sum(won):
            left = [int(amount) for amount in paid]
        elif sum(paid) + rake == sum(won) + sum(refunds):
            left = [int(amount) - back for amount, back in zip(paid, refunds, strict=True)]
    elif sum(map(bool, won)) == 1:
        left = [chips - int(rake) if chips else 0 for chips in won]
    for cash_out in cash_outs:
        left[_player(history, cash_out.player)] = int(cash_out.amount * scale)
    return tuple(left)


def rake_of(history: History) -> Number | None:
    """Return a hand's rake and jackpot: 0 in a tournament, None if the record does not say."""
    details = history.details
    if details is not None and (details.rake is not None or details.jackpot is not None):
        return (details.rake or 0) + (details.jackpot or 0)
    tournament = history.event is not None or history.level is not None
    return 0 if tournament or (details is not None and details.tournament is not None) else None


def _player(history: History, name: str) -> int:
    names = history.players or [f"p{number}" for number in range(1, len(history.starting_stacks or ()) + 1)]
    if name not in names:
        raise history.bad(f"{name!r} cashes out, but is not in this hand: expected one of {', '.join(names)}")
    return names.index(name)


# -- the checks -------------------------------------------------------------------------------------------------------


def check_finish(played: Replay) -> None:
    """Refuse a finished hand that contradicts its `winnings` or `finishing_stacks`, naming player and numbers."""
    history = played.history
    paid, recorded = _numbers(history, "winnings"), _numbers(history, "finishing_stacks")
    if not played.finished or not (any(paid) or recorded):
        return
    unit = played.unit
    won = [chips * unit for chips in played.winnings]
    back = [chips * unit for chips in played.refunds]
    blinds = history.blinds_or_straddles or [0]
    posts = -sum(blind for blind in blinds if blind < 0)
    unsure = posts + max(blinds) if posts else 0
    if any(paid):
        _check_winnings(played, won, back, paid, unsure + len(won) * unit)
    if recorded:
        _check_stacks(played, won, paid, recorded, unsure)


def _check_winnings(
    played: Replay, won: list[Decimal], back: list[Decimal], paid: list[Number], unsure: Number
) -> None:
    """Refuse winnings that go to another player, or that do not add up to the pots with the recorded rake.

    HandHQ has raises that are a blind too small, and wrong stacks, so the play can miss a side pot or an uncalled bet.
    So we trust a record without rake even if it pays more than the play, or pays another player besides the play's
    winners. We refuse it only if it pays none of those winners and at least one other player.
    """
    history = played.history
    details = history.details
    if details is not None and details.cash_outs:
        return
    rake = rake_of(history)
    least: Number = 0
    if rake is None:
        if played.start.unknown or any(pot and amount for pot, amount in zip(won, paid, strict=True)):
            return
        least = max(history.blinds_or_straddles or [0])
    for player, amount in enumerate(paid):
        if amount - won[player] - back[player] - unsure > least:
            raise history.bad(
                f"{_named(history, player)} wins {_text(won[player])}, but 'winnings' says {_text(amount)}"
            )
    if rake is None:
        return
    total, out = sum(won, Decimal(0)), sum(map(Decimal, paid), Decimal(0))
    own = [chips * played.unit for chips, pot in zip(played.put_in, won, strict=True) if pot]
    all_back = len(own) == 1 and out + rake == total - own[0]  # how some programs write an uncalled bet
    if not all_back and not total - unsure <= out + rake <= total + sum(back) + unsure:
        raise history.bad(
            f"'winnings' add up to {_text(out)}, and {_text(rake)} of rake makes {_text(out + rake)}: "
            f"the pots hold {_text(total)}"
        )


def _check_stacks(
    played: Replay, won: list[Decimal], paid: list[Number], recorded: list[Number], unsure: Number
) -> None:
    """Refuse finishing stacks that neither rake nor an extra post explains."""
    history = played.history
    apart = _apart(recorded, played.final_stacks)
    if not any(apart):
        return
    rake = sum(won, Decimal(0)) * MOST_RAKE / 100 if rake_of(history) is None else Decimal(0)
    if any(paid) and all(-unsure <= chips - noted <= rake + unsure for chips, noted in zip(won, paid, strict=True)):
        return
    short = sum(-more for more in apart if more < 0)
    for player, more in enumerate(apart):
        if more > unsure or -more > unsure + (rake if won[player] else 0) or (more < 0 and short > rake + unsure):
            raise history.bad(
                f"{_named(history, player)} ends with {played.final_stacks[player]}, but 'finishing_stacks' says "
                f"{_text(recorded[player])}"
            )


def _numbers(history: History, name: str) -> list[Number]:
    """Return a field's amounts, which can be infinite; refuse anything else."""
    for place, value in enumerate(getattr(history, name) or (), 1):
        if type(value) not in (int, Decimal) or value != value:  # NaN
            raise history.bad(f"entry {place} of '{name}' is {value!s}: expected a number")
    return getattr(history, name) or []


def _apart(recorded: list[Number], played: tuple[str, ...]) -> list[Decimal]:
    """Return how far the record exceeds the play, by player; 0 for an unrecorded stack."""
    return [
        Decimal(0) if text == "inf" or stack == INF else stack - Decimal(text)
        for stack, text in zip(recorded, played, strict=True)
    ]


def _named(history: History, player: int) -> str:
    known = [history.players[player]] if history.players else []
    known += [f"seat {history.seats[player]}"] if history.seats else []
    return f"p{player + 1}" + (f" ({', '.join(known)})" if known else "")


def _text(amount: Number) -> str:
    return f"{amount:f}" if isinstance(amount, Decimal) else str(amount)
