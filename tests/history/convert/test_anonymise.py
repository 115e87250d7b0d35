"""Names are replaced wherever they can occur, and the same way in every hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bigslick.history import History, dumps, loads
from bigslick.history.convert.anonymise import Aliases
from bigslick.history.convert.conversion import Converter
from bigslick.history.formats.registry import format_to_write
from bigslick.history.history_details import BountyCollected, CashOut, Details, SittingOut, TournamentDetails

_POKERNOW = re.compile(r'""([^"\n]+?) [@#] ([-\w]+)""')
NAMES = ["Mrs. Robinson", "Ben_77", "Zoë", "Dora", "Evelyn", "Finn", "Gus", "Hal"]


def full() -> History:
    """Return a history with one of our names in every field that can hold one."""
    return History(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[100, 100, 100],
        actions=[
            "d dh p1 AhKd",
            '# Ben_77 said, "mrs. robinson, ZOË and i: gl"',
            "p3 f # Zoë tanks",
            "# Hal joins the table",
            "# Hal shows 2c2d",
            "# Zoë shows 7c7d",
        ],
        players=["Mrs. Robinson", "Ben_77", "Zoë"],
        table="Zoë's table",
        event="Ben_77's home game",
        author="Dora",
        details=Details(
            site="PokerStars",
            hero="Zoë",
            tournament=TournamentDetails(name="For Ben_77", number="17"),
            sitting_out=[SittingOut(seat=9, name="Dora")],
            bounties=[BountyCollected(player="Evelyn", amount=1, eliminated="Finn")],
            cash_outs=[CashOut(player="Zoë", amount=1)],
            extra={
                "ohh": {"display": {"Zoë": "Gus"}, "player_bounty": {"Zoë": 5}, "spec_version": "1.4.7"},
                "pokernow": {"ids": {"Zoë": "xphtV7FNQJ"}},
            },
        ),
        user={"_waiting": [{"seat": 4, "player": "Hal"}, "Zoë  won", {"players": ["Gus"]}], "_bigslick": {"button": 3}},
    )


def test_no_name_is_left_anywhere() -> None:
    aliases = Aliases()
    history = full()
    again = aliases.hand(history)
    assert again.table == "player 3's table"
    text = dumps(again)
    for name in NAMES:
        assert name.casefold() not in text.casefold(), name
    assert again.players == ["player 1", "player 2", "player 3"]
    assert again.actions is not None
    assert again.actions == ["d dh p1 AhKd", "p3 f", "# player 3 shows 7c7d"]
    assert again.details is not None
    assert again.details.hero == "player 3"
    assert again.details.site == "PokerStars"
    assert again.details.extra == {"ohh": {"player_bounty": {"player 3": 5}, "spec_version": "1.4.7"}}
    assert again.user["_bigslick"] == {"button": 3}
    assert len(aliases) == len(NAMES)
    assert history == full()


def test_a_name_is_known_before_the_texts_of_its_hand_are_changed() -> None:
    history = full()
    history.event, history.table, history.url = "Dora's game", 17, "https://example.org/zoë/1"
    history.details = Details(
        tournament=TournamentDetails(name="Finn's and Dora's"),
        sitting_out=[SittingOut(seat=9, name="Dora")],
        bounties=[BountyCollected(player="Evelyn", amount=1, eliminated="Finn")],
    )
    text = dumps(Aliases().hand(history)).casefold()
    for name in ("dora", "finn", "evelyn", "zoë"):
        assert name not in text


def test_a_name_of_many_words_and_marks_is_found() -> None:
    name = "J. R. R. (the 1st) o'T-o-l-k-i-e-n"
    history = full()
    history.players = [name, "J", "Bo"]
    history.event = f"{name.upper()} and Bo"
    assert Aliases().hand(history).event == "player 1 and player 3"


def test_the_same_name_is_the_same_player_in_every_hand() -> None:
    aliases = Aliases()
    first = aliases.hand(full())
    history = full()
    history.players = ["New", "Zoë", "Mrs. Robinson"]
    again = aliases.hand(history)
    assert again.players == ["player 9", "player 3", "player 1"]
    assert first.players == ["player 1", "player 2", "player 3"]


def test_what_is_no_name_stays() -> None:
    aliases = Aliases()
    history = loads(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\n"
        "actions = ['d dh p1 AhKd', 'p2 f # thinks']\nplayers = ['', 'd']\n"
    )
    again = aliases.hand(history)
    assert again.players == ["", "player 1"]
    assert again.actions == ["d dh p1 AhKd", "p2 f"]
    assert aliases.hand(History()).fields() == {}


@pytest.mark.parametrize("to", ["phh", "ohh", "pokerstars"])
def test_no_name_and_no_id_of_a_pokernow_log_is_left(shared: Path, tmp_path: Path, to: str) -> None:
    """That includes people who only come and go, or run the game."""
    logs = sorted((shared / "hands" / "pokernow").glob("*.csv"))
    assert len(logs) == 9
    named = {who for log in logs for who in _POKERNOW.findall(log.read_text("utf-8"))}
    assert {("K. Godel", "TN11URmFSv"), ("Deckhole", "3URETjsK60"), ("bergga", "8GmLNUxYVQ")} <= named
    people = "|".join(re.escape(word) for word in sorted({word for who in named for word in who}, reverse=True))
    aliases = Aliases()
    converter = Converter(format_to_write(to), aliases=aliases, refuse=lambda _: None, lose=lambda *_: None)
    for log in logs:
        target = tmp_path / log.stem
        assert converter.file(log, target).written
        found = re.search(rf"(?<!\w)(?:{people})(?!\w)", target.read_text("utf-8"), re.IGNORECASE)
        assert found is None, (log.name, found)
    assert 0 < len(aliases) <= len({name for name, _ in named})


@given(
    st.lists(
        st.text(min_size=1, max_size=12).map(str.strip).filter(bool),
        max_size=6,
        unique_by=str.casefold,
    )
)
@example(["\u01f0"])  # case-folds to two characters
def test_any_name_is_found_in_a_text(names: list[str]) -> None:
    """However odd a name is, it disappears from the sentence in which its player appears."""
    aliases = Aliases()
    given_ = [aliases.name(name) for name in names]
    assert given_ == [f"player {number + 1}" for number in range(len(names))]
    for name, alias in zip(names, given_, strict=True):
        assert aliases.text(f"\n{name}\n") == f"\n{alias}\n"
