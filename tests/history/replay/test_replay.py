"""Recorded hands replayed in the engine: 10,760 played elsewhere, and our own good and bad ones."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from bigslick import Hand, Rules
from bigslick.hand.events import HandEnded, Mucked, Shown
from bigslick.history import BadHistory, History, ReplayOutcome, load, outcomes, read, replay
from bigslick.rules import BadRules

DECIDED = ("face-down-beats-a-tabled-hand", "face-down-side-pot", "face-down-winner", "rake-on-record", "run-it-twice")
"""Hands where the record decides what the engine alone cannot know."""
SITE_RULES = (
    "raise-after-a-short-all-in",
    "raise-over-a-short-bet",
    "raise-too-small-after-a-short-all-in",
    "raise-too-small-for-the-last-opponent",
    "raise-too-small-over-a-short-bet",
)
HANDS = Path(__file__).parents[2] / "hands"
GOOD = sorted((HANDS / "good").iterdir())
BAD = sorted(path for path in (HANDS / "bad").iterdir() if path.suffix != ".txt")

# Here the expected stacks are PokerKit's, and the rules say otherwise (rules 3.2, TDA 20-A: a pot is split down to the
# smallest chip in play, and odd chips go one each from the button's left).
HALF_A_CENT = "PokerKit splits a cent in two"
RECORD_SAYS = "both hands stay face down, and the winnings are one player's"
WHOLE_DOLLARS = "PokerKit gives an odd dollar to one player, in a game that is played in cents"
ODD_CHIPS = {
    ("abs_50nlh-4", 69): (HALF_A_CENT, "29.03 56.13 51.55 51.26 31.43"),
    ("abs_50nlh-4", 145): (HALF_A_CENT, "47.59 34.48 18.50 64.06 102.89 18.78 36.50 60.68 15.95"),
    ("ftp_50nlh-7", 5): (HALF_A_CENT, "49.75 49.85 40.78 39.62 51.05"),
    ("ps_25nlh-19", 93): (HALF_A_CENT, "9.48 26.45 5.50 5.60 5.15 10.00 24.52"),
    ("ps_25nlh-19", 200): (HALF_A_CENT, "23.95 9.75 29.63 4.30 31.50 37.02"),
    ("pty_25nlh-24", 97): (HALF_A_CENT, "21.39 33.82 26.35 8.99"),  # the site paid 0.54 and 0.53 of it, after rake
    ("abs_400nlh-3", 111): (WHOLE_DOLLARS, "193.15 316.55 1960.90 751.00 1037.70"),
    ("ftp_600nlh-8", 136): (WHOLE_DOLLARS, "501.10 603.00 1215.00 826.10 292.80"),
    ("ong_600nlh-16", 177): (WHOLE_DOLLARS, "643.20 148.65 775.95 643.70 1117.30"),
    ("pty_400nlh-25", 130): (RECORD_SAYS, "572.80 399.25"),
}


def amounts(texts: list[str] | tuple[str, ...]) -> list[Decimal]:
    return [Decimal(text) for text in texts]


# -- other people's hands
# -------------------------------------------------------------------------------------------------


def test_pluribus_ends_with_its_finishing_stacks(shared: Path) -> None:
    count = 0
    for history in read(shared / "hands" / "pluribus.phhs"):
        played = replay(history)
        assert played.finished
        assert amounts(played.final_stacks) == history.finishing_stacks
        count += 1
    assert count == 5_360


def test_site_hands_end_as_pokerkit_says_or_as_the_rules_do(shared: Path) -> None:
    different: dict[tuple[str, int], str] = {}
    finished = unfinished = 0
    for path in sorted((shared / "hands" / "handhq").glob("*.phhs")):
        expected = json.loads(path.with_suffix(".expected.json").read_bytes())
        for line, want in zip(outcomes([path]), expected, strict=True):
            assert line.ok, line.error
            assert line.finished == want["done"]
            if not line.finished:
                unfinished += 1
                continue
            finished += 1
            if amounts(line.final_stacks) != amounts(want["final_stacks"]):
                assert isinstance(line.hand, int)
                different[path.stem, line.hand] = " ".join(line.final_stacks)
                assert sum(amounts(line.final_stacks)) == sum(amounts(want["final_stacks"]))
    assert (finished, unfinished) == (5_355, 45)
    assert different == {place: stacks for place, (_, stacks) in ODD_CHIPS.items()}


def test_ours_a_negative_post_is_live_as_the_notation_says(shared: Path) -> None:
    """Six Ongame hands post -SB; their finishing stacks make three live and three dead, and the record cannot tell.

    In PHH dead money is an ante and a blind is live (formats 2.1), so the hands end as in PokerKit.
    """
    posts = {}
    for name, hands in (("ong_1000nlh-14", (4, 158, 193)), ("ong_400nlh-15", (175, 189)), ("ong_600nlh-16", (171,))):
        for history in read(shared / "hands" / "handhq" / f"{name}.phhs"):
            if history.number in hands:
                (post,) = history.setup().posts
                assert post.dead == 0
                posts[name, history.number] = post.live
    assert len(posts) == 6


def test_recorded_hands_are_hands_of_the_engine(shared: Path) -> None:
    """The core's shortcut and `Hand` play the same hand, and it survives rewriting."""
    for path in sorted((shared / "hands").rglob("*.phhs")):
        for history in list(read(path))[::40]:
            played = replay(history)
            hand = played.hand
            assert tuple(hand.stacks) == played.stacks
            assert hand.over == played.finished
            again = History.from_hand(hand).replay()
            assert again.stacks == played.stacks
            assert again.hand.events == hand.events


# -- our own ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_good_hands_end_with_their_finishing_stacks(path: Path) -> None:
    for history, line in zip(read(path), outcomes([path]), strict=True):
        played = replay(history)
        assert amounts(played.final_stacks) == history.finishing_stacks
        assert played.finished == (path.stem != "to-be-continued")
        assert played.hand.over == played.finished
        assert (tuple(played.hand.stacks[seat] for seat in played.seats) == played.stacks) != (path.stem in DECIDED)
        assert line == ReplayOutcome(str(path), history.number or 1, True, played.finished, played.final_stacks)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_bad_hands_are_refused_with_their_sentence(path: Path) -> None:
    lines = list(outcomes([path]))
    (refused,) = [line for line in lines if not line.ok]
    assert refused.error is not None
    assert refused.final_stacks == ()
    said = refused.error.replace(str(path), path.name)
    expected = path.with_suffix(".txt").read_text().rstrip("\n")
    words = " is not TOML: "  # the rest comes from tomllib and differs between Python versions
    assert said.partition(words)[:2] == expected.partition(words)[:2]
    if words not in expected:
        assert said == expected
    others = 2 if path.stem == "the-second-of-three" else 0
    assert len(lines) == 1 + others


def test_a_site_s_own_rules_are_a_profile_of_replay() -> None:
    pointing = {path.stem for path in BAD if "--rules site" in path.with_suffix(".txt").read_text()}
    assert pointing == {*SITE_RULES}
    for stem in SITE_RULES:
        path = HANDS / "bad" / f"{stem}.phh"
        (line,) = outcomes([path], rules="site")
        assert line.ok, line.error
        played = replay(load(path), "site")
        assert tuple(played.hand.stacks) == played.stacks
        assert History.from_hand(played.hand).replay().stacks == played.stacks
    too_small = HANDS / "bad" / "raise-too-small.phh"  # no all-in came before it
    (line,) = outcomes([too_small], rules="site")
    assert line.error is not None
    assert "below the minimum" in line.error


def test_rules_that_are_none_are_refused() -> None:
    with pytest.raises(BadRules, match="rules='sight': expected Rules, or 'site'"):
        three().replay("sight")  # type: ignore[arg-type]


def test_the_line_for_a_hand_is_what_the_command_prints() -> None:
    (line,) = outcomes([HANDS / "good" / "odd-cent.phh"])
    assert json.loads(msgspec.json.encode(line)) == {
        "file": str(HANDS / "good" / "odd-cent.phh"),
        "hand": 1,
        "ok": True,
        "finished": True,
        "final_stacks": ["5.05", "4.91", "5.04"],
        "error": None,
    }


def test_a_file_that_is_not_there_is_a_line_too() -> None:
    (line,) = outcomes(["nowhere.phh"])
    assert (line.hand, line.ok) == (None, False)
    assert line.error == "nowhere.phh: the file cannot be read: No such file or directory"


# -- the showdown -----------------------------------------------------------------------------------------------------


def three(*actions: str, **fields: object) -> History:
    deals = ["d dh p1 AhKd", "d dh p2 ????", "d dh p3 QsQd"]
    return History(
        **{  # type: ignore[arg-type]
            "variant": "NT",
            "antes": [0, 0, 0],
            "blinds_or_straddles": [50, 100, 0],
            "min_bet": 100,
            "starting_stacks": [1000, 1000, 1000],
            "actions": [*deals, *actions],
        }
        | fields
    )


TO_THE_RIVER = (
    "p3 cc",
    "p1 cc",
    "p2 cc",
    "d db 2c3c4d",
    "p1 cc",
    "p2 cc",
    "p3 cc",
    "d db 8h",
    "p1 cc",
    "p2 cc",
    "p3 cc",
)
RIVER = (*TO_THE_RIVER, "d db 9s", "p1 cc", "p2 cc", "p3 cc")


def test_a_record_without_shows_is_not_finished() -> None:
    played = three(*RIVER).replay()
    assert not played.finished
    assert played.final_stacks == ("900", "900", "900")
    assert played.hand.turn == 0


def test_hands_are_tabled_in_the_order_of_the_table_whatever_the_record_says() -> None:
    played = three(*RIVER, "p3 sm QsQd", "p2 sm", "p1 sm -").replay()
    assert played.final_stacks == ("900", "900", "1200")
    events = [event for event in played.hand.events if isinstance(event, Shown | Mucked)]
    assert [event.seat for event in events] == [0, 1, 2]


def test_a_record_may_stop_in_the_middle_of_the_showdown() -> None:
    played = three(*RIVER, "p1 sm AhKd", "p3 sm QsQd").replay()
    assert not played.finished
    assert played.hand.turn == 1
    assert sum(isinstance(event, Shown) for event in played.hand.events) == 1


def test_a_hand_face_down_loses_to_one_that_is_tabled() -> None:
    assert three(*RIVER, "p1 sm ????", "p2 sm AcAd", "p3 sm ????").replay().final_stacks == ("900", "1200", "900")


def test_half_a_hand_is_not_tabled() -> None:
    """TDA 13: both cards must be tabled to win."""
    assert three(*RIVER, "p1 sm Ah??", "p2 sm", "p3 sm QsQd").replay().final_stacks == ("900", "900", "1200")


def test_an_unknown_board_leaves_the_pot_in_the_middle() -> None:
    board = tuple("d db ??" if action == "d db 9s" else action for action in RIVER)
    played = three(*board, "p1 sm AhKd", "p2 sm", "p3 sm QsQd").replay()
    assert not played.finished
    assert played.final_stacks == ("900", "900", "900")


def test_an_all_in_record_may_stop_before_the_board() -> None:
    played = three("p3 cbr 1000", "p1 cc", "p2 f", "p1 sm AhKd", "p3 sm QsQd", "d db 2c3c4d").replay()
    assert not played.finished
    assert played.final_stacks == ("0", "900", "0")


def test_boards_may_come_before_the_shows_of_an_all_in() -> None:
    shows, boards = ("p1 sm AhKd", "p3 sm QsQd"), ("d db 2c3c4d", "d db 8h", "d db Ac")
    for order in ((*shows, *boards), (*boards, *shows)):
        played = three("p3 cbr 1000", "p1 cc", "p2 f", *order).replay()
        assert played.finished
        assert played.final_stacks == ("2100", "900", "0")


@pytest.mark.parametrize("mucks", ["p1 sm", "p2 sm"])
def test_tda_16_a_room_that_let_an_all_in_hand_be_mucked_is_believed(mucks: str) -> None:
    """p1's cards are on record and p2's are not; once mucked, neither counts."""
    who = int(mucks[1]) - 1
    played = three(
        *("p3 cbr 1000", "p1 cc" if who == 0 else "p1 f", "p2 f" if who == 0 else "p2 cc"),
        *("d db 2c3c4d", "d db 8h", "d db Ac", mucks, "p3 sm QsQd"),
    ).replay()
    assert played.finished
    assert played.final_stacks[2] == ("2100" if who == 0 else "2050")
    hand = played.hand
    assert [event for event in hand.events if isinstance(event, Mucked)] == [Mucked(who)]
    assert hand.hole(who) == ()
    assert Hand.load(hand.save()) == hand


def test_the_winner_of_an_uncontested_pot_may_show() -> None:
    played = three("p3 cbr 300", "p1 f", "p2 f", "p3 sm QsQd").replay()
    assert played.finished
    assert isinstance(played.hand.events[-1], HandEnded)


# -- which rules apply
# ----------------------------------------------------------------------------------------------------


def test_ours_folding_is_allowed_when_checking_is_free() -> None:
    record = three("p3 cc", "p1 cc", "p2 f", "d db 2c3c4d")
    assert record.replay().final_stacks == ("900", "900", "900")
    with pytest.raises(
        BadHistory, match=r"p2 cannot fold when checking is free; expected 'p2 cc' or 'p2 cbr' from 200"
    ):
        record.replay(Rules(open_fold=False))


def test_ours_a_moot_check_is_only_that_of_a_player_who_has_not_acted() -> None:
    deal = ["d dh p1 ????", "d dh p2 ????"]
    with pytest.raises(BadHistory, match="cannot act now: expected the flop"):
        three(
            starting_stacks=[1000, 1000],
            antes=[0, 0],
            blinds_or_straddles=[50, 100],
            actions=[*deal, "p2 cbr 1000", "p1 cc", "p1 cc"],
        ).replay()
    with pytest.raises(BadHistory, match="cannot act now: expected the flop"):
        three(
            starting_stacks=[1000, 100],
            antes=[0, 0],
            blinds_or_straddles=[50, 100],
            actions=[*deal, "p2 cc", "p1 cc", "p1 cc"],
        ).replay()


def test_fixed_limit_is_played_without_a_cap() -> None:
    bets = ["p2 cbr 4", "p1 cbr 6", "p2 cbr 8", "p1 cbr 10", "p2 cbr 12"]
    record = three(
        variant="FT",
        min_bet=None,
        small_bet=2,
        big_bet=4,
        starting_stacks=[100, 100],
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        actions=["d dh p1 ????", "d dh p2 ????", *bets],
    )
    assert record.replay().final_stacks == ("90", "88")


def test_actions_have_to_be_a_list_of_texts() -> None:
    with pytest.raises(BadHistory, match="'actions' is not a list of texts"):
        three(actions=[5]).replay()


def test_too_many_players_are_refused() -> None:
    with pytest.raises(BadHistory, match="'starting_stacks' has 11 entries: expected 2 to 10, one for each player"):
        three(starting_stacks=[1000] * 11, antes=[0] * 11, blinds_or_straddles=[50, 100, *[0] * 9]).replay()


def test_a_replay_names_its_place_and_its_stacks() -> None:
    assert repr(three(*RIVER).replay()) == "<Replay of a hand: not finished, stacks 900 900 900>"
    (hand,) = read(HANDS / "good" / "odd-cent.phh")
    assert repr(hand.replay()) == f"<Replay of {hand.file}: finished, stacks 5.05 4.91 5.04>"


@pytest.mark.parametrize(
    ("plays", "final"),
    [
        (["p3 f", "p1 cc", "p2 cbr 4", "p1 f"], ("98", "102", "100")),  # two blinds: p2 acts last
        (["p2 cc", "p3 f", "p1 cbr 4", "p2 f"], ("102", "98", "100")),  # p2 posts to come in, next to the big blind
    ],
)
def test_the_record_says_what_two_equal_blinds_are(plays: list[str], final: tuple[str, ...]) -> None:
    """A small blind can be as large as the big blind, as in $1/$1 games."""
    history = History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[2, 2, 0],
        min_bet=2,
        starting_stacks=[100, 100, 100],
        actions=["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", *plays],
    )
    assert replay(history).final_stacks == final
