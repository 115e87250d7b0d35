"""Converts a `History` to Open Hand History text.

The amounts come from replaying the hand: what each action adds to the pot, the pots, and their winners. The rake is the
difference from the history's `winnings`. `lost` names what the standard has no field for. Anything else that a replay
needs goes in our own field, `_bigslick`.
"""

from __future__ import annotations

import datetime
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bigslick.hand.events import Called, Checked, Folded, Posted, PotAwarded, Wagered

from ...action_kinds import BOARD, FOLD, HOLE, MUCK, REMARK, WAGER
from ...history import History
from ...history_details import FLAGS_OF_RUNS, Details, Number
from ...notation import BadHistory, read_action, split_comment
from ...replay.recorded_setup import INF, OURS, SITE, ReplayRules
from ...replay.settlement import MOST_RAKE
from ..registry import UNCALLABLE, Written
from ..time_of_play import moment
from . import fields as ohh
from ._details import FLAGS, PLAY_MONEY
from ._to_history import SEATING, SYMBOLS, UNKNOWN_TIME, VARIANTS

if TYPE_CHECKING:
    from ...replay.replay import Replay

_LIMITS: Final = {variant: name for name, variant in VARIANTS.items()}
_FLAGS: Final = {word: flag for flag, word in FLAGS.items()}
_CODES: Final = {symbol: code for code, symbol in SYMBOLS.items()}
_POSTS: Final = {
    "ante": "Post Ante",
    "small_blind": "Post SB",
    "big_blind": "Post BB",
    "straddle": "Straddle",
    "live": "Post Extra Blind",
    "dead": "Post Dead",
}
"""The standard's name for each kind of post."""
_SHOWS: Final = re.compile(r"(.+) shows ((?:[2-9TJQKA][cdhs]){1,2})")
_NOT_HELD: Final = [
    "author",
    "event",
    "url",
    "address",
    "city",
    "region",
    "postal_code",
    "country",
    "level",
    "time_limit",
    "time_banks",
]
_encode: Final = msgspec.json.Encoder(decimal_format="number").encode


def play_to_write(history: History, rules: ReplayRules | None) -> tuple[Replay, ReplayRules | None]:
    """Play a hand, falling back to site rules: the standard does not name any rules."""
    from ...replay.replay import replay

    try:
        return replay(history, rules), rules
    except BadHistory as refusal:
        try:
            return replay(history, SITE), SITE
        except BadHistory:
            raise refusal from None


def write(history: History, hero: str | None, played: Replay) -> Written:
    """Write the hand as a line of JSON, and name what the standard cannot hold."""
    return _Writing(history, hero, played).written()


class _Writing:
    """One hand as it is written; a player's id is their position in seat order."""

    def __init__(self, history: History, hero: str | None, played: Replay) -> None:
        self.history = history
        self.details = history.details or Details()
        self.played = played
        self.hand = played.hand
        self.events = self.hand.events
        self.lost: list[str] = []
        self.hero = hero if hero is not None else self.details.hero
        n = len(history.starting_stacks or ())
        self.names = history.players or [f"p{place}" for place in range(1, n + 1)]
        self.seats = self._seats(n)
        by_seat = sorted(range(n), key=self.seats.__getitem__)
        self.ids = [by_seat.index(player) for player in range(n)]
        self.rounds: list[ohh.OhhRound] = []
        self.unit = played.unit
        self.aside = played.start.aside

    def written(self) -> Written:
        history, details = self.history, self.details
        extra = details.extra.get("ohh", {})
        self._write_rounds()
        at = self._time()
        site = details.site or history.venue or "bigslick"
        big = self._blind("big_blind")
        hand = ohh.OhhHand(
            spec_version=ohh.SPEC_VERSION,
            site_name=site,
            network_name=str(extra.get("network_name", site)),
            internal_version=ohh.SPEC_VERSION,
            tournament=True if details.tournament else None,
            tournament_info=self._tournament(),
            game_number=str(history.hand if history.hand is not None else history.number),
            start_date_utc=at,
            table_name="" if history.table is None else str(history.table),
            table_handle=extra.get("table_handle"),
            table_skin=extra.get("table_skin"),
            game_type="Holdem",
            bet_limit=ohh.OhhBetLimit(bet_type=_LIMITS[history.variant or "NT"], bet_cap=_plain(details.cap or 0)),
            table_size=max(history.seat_count or 0, *self.seats),
            currency=self._currency(),
            dealer_seat=self._button(),
            small_blind_amount=self._blind("small_blind"),
            big_blind_amount=big,
            ante_amount=_plain(max(history.antes or [0])),
            hero_player_id=self.ids[self.names.index(self.hero)] if self.hero in self.names else None,
            flags=self._flags() or None,
            players=self._players(extra, big),
            rounds=self.rounds,
            pots=self._pots(),
            tournament_bounties=self._bounties() or None,
            own=self._own(),
        )
        fields: dict[str, Any] = msgspec.to_builtins(hand, builtin_types=(Decimal,))
        fields.setdefault("hero_player_id", None)
        fields.setdefault("pots", [])
        self._name_the_rest(extra)
        return Written(_encode({"ohh": fields}).decode() + "\n", tuple(self.lost))

    # -- who sits where -------------------------------------------------------------------------------------------

    def _seats(self, n: int) -> list[int]:
        """Return the players' seats if they go around the table in order; otherwise count them from 1."""
        seats = self.history.seats or list(range(1, n + 1))
        turns = sum(seats[place] <= seats[place - 1] for place in range(n))
        if turns == 1 and min(seats) > 0:
            return seats
        self.lost.append("the seats, which do not go round the table in the order of the deal")
        return list(range(1, n + 1))

    def _button(self) -> int:
        extra = self.details.extra.get("ohh", {})
        ours = self.history.user.get(OURS)
        given = extra.get("dealer_seat") or (ours.get("button") if isinstance(ours, dict) else None)
        return given if isinstance(given, int) else self.seats[-1]

    def _players(self, extra: dict[str, Any], big: Number) -> list[ohh.OhhPlayer]:
        history = self.history
        displays, bounties = extra.get("display", {}), extra.get("player_bounty", {})
        players = []
        for place, stack in enumerate(history.starting_stacks or ()):
            name = self.names[place]
            if stack == INF:
                stack = 100 * big + self.played.put_in[place] * self.unit
            players.append(
                ohh.OhhPlayer(
                    id=self.ids[place],
                    seat=self.seats[place],
                    name=name,
                    display=displays.get(name),
                    starting_stack=_plain(stack),
                    player_bounty=bounties.get(name),
                )
            )
        players.sort(key=lambda player: player.id)
        for other in self.details.sitting_out:
            players.append(
                ohh.OhhPlayer(
                    id=len(players),
                    seat=other.seat,
                    name=other.name,
                    starting_stack=0 if other.stack is None else _plain(other.stack),
                    is_sitting_out=True,
                )
            )
        return players

    # -- the actions ----------------------------------------------------------------------------------------------

    def _write_rounds(self) -> None:
        history = self.history
        place_of = {seat: player for player, seat in enumerate(self.played.seats)}
        self._street("Preflop", [])
        put = [0] * len(self.seats)
        for event in self.events:
            if isinstance(event, Posted):
                player = place_of[event.seat]
                put[player] += event.amount if event.kind not in ("ante", "dead") else 0
                self._act(player, _POSTS[event.kind], event.amount, all_in=event.all_in)
        bets = [event for event in self.events if isinstance(event, Folded | Checked | Called | Wagered)]
        dealt = 0
        bomb = self.played.start.bomb_pot
        for text in history.actions or ():
            action = read_action(text)
            kind, player = action.kind, action.player
            comment = split_comment(text)[1]
            if kind == REMARK:
                self._remark(comment or "")
                continue
            if comment is not None:
                self._lose("comments on actions")
            if kind == HOLE:
                cards = split_comment(text)[0].split()[-1]
                if cards != "????":
                    self._act(player, "Dealt Cards", cards=[cards[:2], cards[2:]])
            elif kind == BOARD:
                cards = split_comment(text)[0].split()[-1]
                street = "Flop" if dealt < 3 else "Turn" if dealt == 3 else "River"
                self._street(street, [cards[i : i + 2] for i in range(0, len(cards), 2)])
                if self.played.start.double_board:
                    second = self.details.boards[0][2 * dealt : 2 * dealt + len(cards)]
                    self._street(street, [second[i : i + 2] for i in range(0, len(second), 2)])
                dealt += len(action.cards)
                put = [0] * len(put)
            elif kind <= WAGER and bomb and not dealt:
                continue  # no one bets before the flop of a bomb pot; PHH has everyone check
            elif kind <= WAGER:
                # The engine has no moot checks, and no folds by all-in players.
                bet = bets.pop(0) if bets and place_of[bets[0].seat] == player else None
                if isinstance(bet, Wagered):
                    what = "Raise" if bet.over or not dealt else "Bet"
                    self._act(player, what, bet.to - put[player], all_in=bet.all_in)
                    put[player] = bet.to
                elif isinstance(bet, Called):
                    if kind == WAGER:
                        self._lose(UNCALLABLE)
                    put[player] += bet.amount
                    self._act(player, "Call", bet.amount, all_in=bet.all_in)
                else:
                    self._act(player, "Fold" if kind == FOLD else "Check", 0)
            else:
                self._claim(player, kind, text)
        for board in () if self.played.start.double_board else self.details.boards:
            self._run_out(board)

    def _street(self, street: str, cards: list[str]) -> None:
        self.rounds.append(ohh.OhhRound(id=len(self.rounds), street=street, cards=cards, actions=[]))

    def _act(
        self, player: int, what: str, chips: int | None = None, *, all_in: bool = False, cards: list[str] | None = None
    ) -> None:
        actions = self.rounds[-1].actions
        actions.append(
            ohh.OhhAction(
                action_number=len(actions) + 1,
                player_id=self.ids[player],
                action=what,
                amount=None if chips is None else _plain(chips * self.unit),
                is_allin=None if chips is None else all_in and not (self.aside and self.aside[player]),
                cards=cards,
            )
        )

    def _claim(self, player: int, kind: int, text: str) -> None:
        if self.rounds[-1].street != "Showdown":
            self._street("Showdown", [])
        words = split_comment(text)[0].split()
        if kind == MUCK:
            self._act(player, "Mucks Cards")
            return
        shown = words[2] if len(words) > 2 else "-"
        if shown == "-":
            shown = next(
                (words[-1] for dealt in self.history.actions or () if (words := dealt.split())[:3] == _deal(player)), ""
            )
        cards = [shown[i : i + 2] for i in range(0, len(shown), 2)]
        self._act(player, "Shows Cards", cards=[card for card in cards if card != "??"] or None)

    def _remark(self, text: str) -> None:
        """Turn a remark into the action it describes, if the standard has one."""
        shows = _SHOWS.fullmatch(text)
        if shows is not None and shows[1] in self.names:
            if self.rounds[-1].street != "Showdown":
                self._street("Showdown", [])
            cards = [shows[2][i : i + 2] for i in range(0, len(shows[2]), 2)]
            self._act(self.names.index(shows[1]), "Shows Cards", cards=cards)
            return
        name, _, what = text.partition(": ")
        verb = next((verb for verb in SEATING if what.startswith(verb)), None)
        if name in self.names and verb is not None:
            amount = what.removeprefix(verb).strip()
            number = Decimal(amount) if re.fullmatch(r"[0-9]+(\.[0-9]+)?", amount) else None
            self._act(self.names.index(name), verb)
            self.rounds[-1].actions[-1].amount = None if number is None else _plain(number)
            return
        self._lose("remarks, such as chat")

    def _run_out(self, board: str) -> None:
        """Write another board, from the street where it differs from the first."""
        first = "".join("".join(street.cards or ()) for street in self.rounds if street.street in _DEALT)[:10]
        cards = [board[i : i + 2] for i in range(0, len(board), 2)]
        for street, start, end in (("Flop", 0, 3), ("Turn", 3, 4), ("River", 4, 5)):
            if first[: 2 * end] != board[: 2 * end] and len(cards) >= end:
                self._street(street, cards[start:end])

    # -- the results ----------------------------------------------------------------------------------------------

    def _pots(self) -> list[ohh.OhhPot]:
        """Return the pots and their rake, based on the history's winnings if those are plausible."""
        place_of = {seat: player for player, seat in enumerate(self.played.seats)}
        won: dict[int, dict[int, Number]] = {}
        record = self.played.settlement
        awards = [(award.pot, award.shares) for award in record.boards] if record is not None else []
        if not awards:
            paid_out = [event for event in self.events if isinstance(event, PotAwarded)]
            awards = [(event.pot, {event.seat: event.amount}) for event in paid_out]
        for number, shares in awards:
            pot = won.setdefault(number, {})
            for seat, chips in shares.items():
                player = place_of[seat]
                pot[player] = pot.get(player, 0) + chips * self.unit
        settled: dict[int, Number] = {}
        for player, chips in enumerate(self.played.winnings):
            if chips:
                settled[player] = chips * self.unit
        total = sum(settled.values())
        if any(sum(wins.get(player, 0) for wins in won.values()) != amount for player, amount in settled.items()):
            won = {0: settled}  # the record decides, but not pot by pot
        amounts = {pot: sum(wins.values()) for pot, wins in won.items()}
        paid = dict(enumerate(self.history.winnings or ()))
        jackpot = self.details.jackpot or 0
        if sum(paid.values()) > total:  # it may count uncalled bets as winnings
            paid = {player: amount - self.played.refunds[player] * self.unit for player, amount in paid.items()}
        if any(paid.values()) and 0 <= total - sum(paid.values()) - jackpot <= total * MOST_RAKE / 100:
            if not self._take(won, paid):
                won, amounts = {0: {player: amount for player, amount in paid.items() if amount}}, {0: total}
        elif any(paid.values()):
            self._lose("winnings that are not what the play pays")
        pots = []
        for number, wins in sorted(won.items()):
            taken = amounts[number] - sum(wins.values())
            drop = min(jackpot, taken)
            jackpot -= drop
            pots.append(
                ohh.OhhPot(
                    number=number,
                    amount=_plain(amounts[number]),
                    rake=_plain(taken - drop),
                    jackpot=_plain(drop) or None,
                    player_wins=[self._win(player, amount) for player, amount in wins.items()],
                )
            )
        return pots

    def _take(self, won: dict[int, dict[int, Number]], paid: dict[int, Number]) -> bool:
        """Reduce the pots by what players were not paid; False if one was paid more than they won."""
        for player, amount in paid.items():
            mine = [wins for wins in won.values() if player in wins]
            over = sum(wins[player] for wins in mine) - amount
            if over < 0:
                return False
            for wins in sorted(mine, key=lambda wins: wins[player], reverse=True):
                drop = min(over, wins[player])
                wins[player] -= drop
                over -= drop
        return True

    def _win(self, player: int, amount: Number) -> ohh.OhhPlayerWin:
        win = ohh.OhhPlayerWin(player_id=self.ids[player], win_amount=_plain(amount))
        for cash_out in self.details.cash_outs:
            if cash_out.player == self.names[player]:
                win.cashout_amount = _plain(cash_out.amount)
                win.cashout_fee = None if cash_out.fee is None else _plain(cash_out.fee)
        return win

    def _bounties(self) -> list[ohh.OhhTournamentBounty]:
        known = dict(zip(self.names, self.ids, strict=True))
        bounties = []
        for bounty in self.details.bounties:
            if bounty.player not in known:
                self._lose("a bounty of a player who is not in the hand")
                continue
            bounties.append(
                ohh.OhhTournamentBounty(
                    player_id=known[bounty.player],
                    bounty_won=_plain(bounty.amount),
                    defeated_player_id=known.get(bounty.eliminated or ""),
                )
            )
        return bounties

    # -- the head -------------------------------------------------------------------------------------------------

    def _blind(self, name: str) -> Number:
        setup = self.hand.setup
        chips: int = getattr(setup, name)
        if name == "big_blind" and not chips:
            return _plain(self.history.min_bet or self.history.small_bet or 0)
        return _plain(chips * self.unit)

    def _own(self) -> ohh.OhhOwn | None:
        history, big = self.history, self._blind("big_blind")
        own = ohh.OhhOwn(setup=history.user.get(OURS) or None)
        if not self.played.start.plain:
            own.order = [self.ids[player] for player in range(len(self.ids))]
            own.antes = list(map(_plain, history.antes or ()))
            own.blinds = list(map(_plain, history.blinds_or_straddles or ()))
            own.returned = [_plain(chips * self.unit) for chips in self.played.refunds]
            own.trimmed = history.ante_trimming_status
        own.unknown_stacks = [
            self.ids[place] for place, stack in enumerate(history.starting_stacks or ()) if stack == INF
        ]
        if own.unknown_stacks:
            self.lost.append("stacks that are not known: 100 big blinds and what the player spends are written")
        bets = {"min_bet": big} if history.variant != "FT" else {"small_bet": big, "big_bet": 2 * big}
        for name, usual in bets.items():
            bet = _plain(getattr(history, name))
            if bet != usual or own.order:
                setattr(own, name, bet)
        return own if own != ohh.OhhOwn() else None

    def _time(self) -> str:
        history = self.history
        if history.year is None or history.month is None or history.day is None:
            self.lost.append(f"the missing time of the hand: {UNKNOWN_TIME} is written")
            return UNKNOWN_TIME
        if history.time is None:
            self.lost.append("that the hour of the hand is not known: midnight is written")
        at = moment(history)
        if at is None:
            self.lost.append(f"the time of the hand, which is not one: {UNKNOWN_TIME} is written")
            return UNKNOWN_TIME
        return at.replace(tzinfo=None).isoformat() + "Z"

    def _currency(self) -> str:
        if "play money" in self.details.flags:
            return PLAY_MONEY
        return self.history.currency or _CODES.get(self.history.currency_symbol or "") or PLAY_MONEY

    def _flags(self) -> list[str]:
        flags = []
        for word in self.details.flags:
            if word in _FLAGS:
                flags.append(_FLAGS[word])
            elif word in FLAGS_OF_RUNS:
                flags.append("Run_It_Twice")
            elif word not in ("play money", "cash out"):
                flags.append(word)
        return flags

    def _tournament(self) -> ohh.OhhTournamentInfo | None:
        about = self.details.tournament
        if about is None:
            return None
        if about.level is not None:
            self._lose("the level of the tournament")
        started = about.started
        if started is not None and started.tzinfo is not None:
            started = started.astimezone(datetime.UTC).replace(tzinfo=None)
        return ohh.OhhTournamentInfo(
            tournament_number=about.number or "",
            name=about.name or "",
            start_date_utc=UNKNOWN_TIME if started is None else started.isoformat() + "Z",
            currency=about.currency or PLAY_MONEY,
            buyin_amount=_plain(about.buy_in or 0),
            fee_amount=_plain(about.fee or 0),
            bounty_fee_amount=_plain(about.bounty or 0),
            initial_stack=_plain(about.initial_stack or 0),
            type=about.kind or "MTT",
            flags=about.flags or None,
            speed=ohh.OhhSpeed(type=about.speed or "Normal", round_time=about.level_seconds or 0),
        )

    # -- what is lost ---------------------------------------------------------------------------------------------

    def _lose(self, what: str) -> None:
        if what not in self.lost:
            self.lost.append(what)

    def _name_the_rest(self, extra: dict[str, Any]) -> None:
        history, details = self.history, self.details
        self.lost += [f"the field '{name}'" for name in _NOT_HELD if getattr(history, name) is not None]
        self.lost += [f"the field '{name}'" for name in history.user if name != OURS]
        if max(history.antes or [0]) > min(history.starting_stacks or [0]) and not history.ante_trimming_status:
            self.lost.append("that a player short of the ante may win all of it")
        if history.venue is not None and details.site not in (None, history.venue):
            self.lost.append("the field 'venue'")
        if details.other_time is not None:
            self.lost.append("the time in a second zone")
        self.lost += [f"what only {name} has" for name in details.extra if name != "ohh"]
        self.lost += [f"the field '{name}' of the file" for name in extra if name not in _HELD_EXTRA]


_DEALT: Final = ("Flop", "Turn", "River")
_HELD_EXTRA: Final = [
    "network_name",
    "table_handle",
    "table_skin",
    "dealer_seat",
    "display",
    "player_bounty",
    "spec_version",
    "internal_version",
]


def _deal(player: int) -> list[str]:
    return ["d", "dh", f"p{player + 1}"]


def _plain(amount: Number) -> Number:
    """Return the same amount in its shortest form: 2.50 is 2.5, and 3.00 is 3."""
    if isinstance(amount, int):
        return amount
    whole = int(amount)
    return whole if whole == amount else amount.normalize()
