import signal
from itertools import pairwise
from pathlib import Path

import pytest

from bigslick.cli.support.event_folder import read_event
from bigslick.cli.tournament import PRESET
from bigslick.history import History, loads_all, read
from bigslick.rules import Rules
from bigslick.tournament.floor.run import Tournament
from bigslick.tournament.structure.files import load

from .conftest import Refused, Run

SMALL = ("tournament", "s0", "--entrants", "12", "--seed", "7")


def test_json_is_the_whole_answer(run: Run) -> None:
    answer = run(*SMALL, "--json").json
    assert set(answer) >= {
        "entrants",
        "hands",
        "levels_played",
        "winner",
        "standings",
        "prize_pool",
        "chips_in_play",
    }
    assert (answer["seed"], answer["structure"]) == (7, "S0: ten levels by hands")
    assert (answer["rounds"], answer["seconds"]) == (max(row["hands"] for row in answer["standings"]), None)
    assert (answer["entrants"], answer["prize_pool"], answer["chips_in_play"]) == (12, 1200, 12_000)
    assert [standing["place"] for standing in answer["standings"]] == list(range(1, 13))
    first = answer["standings"][0]
    assert first == {
        "place": 1,
        "player": answer["winner"],
        "entry": 1,
        "bot": first["bot"],
        "prize": 1200,
        "bounties": 0,
        "seat_won": "",
        "places_shared": [1],
        "hands": first["hands"],
        "level": answer["levels_played"],
        "busted_by": None,
    }
    assert all(standing["busted_by"] for standing in answer["standings"][1:])


def test_json_of_a_timed_event_has_its_length_and_every_entry_of_a_player(run: Run) -> None:
    answer = run("tournament", "turbo-6", "--entrants", "12", "--seed", "3", "--json").json
    assert answer["rounds"] is None
    assert answer["seconds"] > 0
    entries = {(row["player"], row["entry"]) for row in answer["standings"]}
    assert len(entries) == answer["entries"] > answer["entrants"] == len({player for player, _ in entries})
    levels = [row["level"] for row in answer["standings"]]
    assert levels[0] == answer["levels_played"] == max(levels)
    assert levels == sorted(levels, reverse=True)


def test_the_same_seed_is_the_same_event(run: Run) -> None:
    first = run(*SMALL, "--json").json
    assert first == run(*SMALL, "--json").json
    assert first != run(*SMALL[:-1], "8", "--json").json


def test_people_read_standings_a_picture_and_the_winner(run: Run) -> None:
    done = run(*SMALL)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "S0: ten levels by hands, seed 7"
    assert lines[1].startswith("12 entries, ")
    assert any("█" in line for line in lines)
    assert lines[-1].endswith(") wins.")


def test_following_a_player_prints_every_hand_and_move_in_order(run: Run) -> None:
    out = run(*SMALL, "--follow", "Player 3").out
    lines = out.splitlines()
    assert lines[0] == "Player 3 enters"
    assert lines[1].startswith("Player 3 sits down at table ")
    assert "\nTable " in out
    assert "Player 3 busts at table" in out or "Player 3 wins the tournament" in out
    told = [line for line in lines if line.startswith("  cards ")]
    assert told
    assert all("Player 3 " in line for line in told)


def test_every_hand_is_written_and_replays(run: Run, refused: Refused, tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    answer = run(*SMALL, "--phhs", folder, "--json").json
    files = sorted(folder.glob("table-*.phhs"))
    found = [history for path in files for history in loads_all(path.read_text(encoding="utf-8"))]
    assert len(found) == answer["hands"]
    last = found[-1]
    stacks = dict(zip(last.players or [], last.finishing_stacks or [], strict=True))
    assert stacks[answer["winner"]] == 12_000
    assert run("replay", folder).code == 0
    assert "is not empty; name another folder, or --force replaces the *.phhs files in it" in refused(
        *SMALL, "--phhs", folder
    )
    other = run(*SMALL[:-1], "8", "--phhs", folder, "--force", "--json").json
    assert len(run("replay", folder, "--json").lines) == other["hands"]


def test_the_folder_has_the_hands_of_one_player_in_another_format(run: Run, refused: Refused, tmp_path: Path) -> None:
    event = ("tournament", "turbo-6", "--entrants", 8, "--seed", 3)
    done = run(*event, "--out", tmp_path / "out", "--hands-format", "ohh", "--hands-of", "Player 2")
    assert done.code == 0
    files = sorted((tmp_path / "out" / "hands").iterdir())
    assert {path.suffix for path in files} == {".ohh"}
    hands = [hand for path in files for hand in read(path)]
    assert hands
    assert all("Player 2" in (hand.players or ()) for hand in hands)
    assert (
        refused(*event, "--hands-of", "Player 2")
        == "--hands-of is for the hands that --out keeps: name a folder with --out"
    )
    assert refused(*event, "--out", tmp_path / "new", "--hands-of", "Player 99").startswith(
        "--hands-of: no player is called 'Player 99'"
    )
    assert "'pph' is not a format" in refused(*event, "--out", tmp_path / "new", "--hands-format", "pph")
    assert "'' is not a format" in refused(*event, "--out", tmp_path / "new", "--hands-format", "")


def test_late_entries_and_re_entries(run: Run) -> None:
    once = run(
        "tournament", "turbo-6", "--entrants", "20", "--seed", "3", "--late", "5", "--no-reentries", "--json"
    ).json
    assert (once["entrants"], once["entries"]) == (20, 20)
    again = run("tournament", "turbo-6", "--entrants", "20", "--seed", "3", "--json").json
    assert again["entrants"] == 20 < again["entries"]


MY_BOT = "from bigslick import Fold\nclass MyBot:\n    def decide(self, view):\n        return Fold()\n"


def test_a_bot_of_ones_own_plays_and_its_faults_are_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text(MY_BOT)
    answer = run(*SMALL, "--bots", f"tag,{path}:MyBot", "--json").json
    (report,) = answer["python_bots"]
    assert report["bot"] == f"{path}:MyBot"
    assert report["entries"] == 6
    assert report["faults"] == 0 < report["asked"]
    path = tmp_path / "broken_bot.py"
    path.write_text(MY_BOT.replace("return Fold()", "raise RuntimeError('no idea')"))
    done = run(*SMALL, "--bots", f"tag,{path}:MyBot")
    assert done.code == 1
    assert "MyBot was checked or folded in" in done.out
    assert "x RuntimeError: no idea" in done.out
    assert f"{path}:MyBot was at fault every time" in done.err


def test_an_event_that_stalls_says_so_and_keeps_its_hands(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("class Bad:\n    def decide(self, view):\n        raise ValueError('no idea')\n")
    event = ("tournament", "heads-up-bracket", "--entrants", 2, "--bots", f"{path}:Bad", "--seed", 1)
    said = refused(*event, "--out", tmp_path / "papers")
    assert said.startswith("the event stalls in round 1, level 14: ")
    assert said.endswith(f"add levels with higher blinds; the papers in {tmp_path / 'papers'} are not complete")
    [hands] = (tmp_path / "papers" / "hands").iterdir()
    assert hands.name == "table-00001.phhs.part"
    assert hands.read_text("utf-8").count("variant = ") >= 10_000
    assert refused(*event).endswith("add levels with higher blinds; nothing was kept")


def test_a_bot_file_that_does_not_import(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "my_bot.py"
    path.write_text("import nothing_like_it\n")
    said = refused(*SMALL, "--bots", f"tag,{path}:MyBot")
    assert f"{path} does not import: ModuleNotFoundError: No module named 'nothing_like_it' ({path}, line 1)" in said


def test_an_event_is_kept_and_goes_on_to_the_same_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = signal.getsignal(signal.SIGINT)
    whole = run(*SMALL, "--json").json
    file = tmp_path / "event.save"
    real, steps = Tournament.step, 0

    def interrupted(self: Tournament) -> None:
        nonlocal steps
        steps += 1
        if steps == 13:
            signal.raise_signal(signal.SIGINT)
        real(self)

    monkeypatch.setattr(Tournament, "step", interrupted)
    stopped = run(*SMALL, "--save", file, "--json")
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == f"bigslick: stopped at level 2; `bigslick tournament --resume {file}` goes on\n"
    assert steps == 13
    assert Tournament.load(file.read_bytes()).rounds == 13
    assert run("tournament", "--resume", file, "--json").json == whole
    assert run("tournament", "--resume", file, "--save", file, "--json").json == whole
    assert run("tournament", "--resume", file, "--json").json == whole  # now it is over
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_event_is_kept_after_every_level(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = []
    real = Tournament.save

    def noted(self: Tournament) -> bytes:
        levels.append(self.level)
        return real(self)

    monkeypatch.setattr(Tournament, "save", noted)
    answer = run(*SMALL, "--save", tmp_path / "event.save", "--json").json
    assert levels[: answer["levels_played"]] == list(range(1, answer["levels_played"] + 1))


def test_an_event_stops_at_a_number_of_players_and_goes_on(run: Run, refused: Refused, tmp_path: Path) -> None:
    file, event = tmp_path / "final.save", ("tournament", "turbo-6", "--entrants", 40, "--seed", 3)
    stopped = run(*event, "--until-players", 5, "--save", file, "--out", tmp_path / "out", "--json").json
    assert (stopped["winner"], len(stopped["left"])) == (None, 5)
    assert sum(left["stack"] for left in stopped["left"]) == stopped["chips_in_play"]
    stacks = [left["stack"] for left in stopped["left"]]
    assert stacks == sorted(stacks, reverse=True)
    assert len(stopped["prizes_left"]) == 5
    shares = run("chop", file, "--json").json["shares"]
    assert [share["stack"] for share in shares] == stacks
    assert sum(share["amount"] for share in shares) == sum(stopped["prizes_left"])
    said = run("tournament", "--resume", file, "--until-players", 3).out
    assert "3 left of" in said
    assert "Still to be won: 1. " in said
    assert "Nothing was kept" in said
    assert read_event(tmp_path / "out")["complete"] is False
    whole = run(*event, "--json").json
    assert (whole["left"], whole["prizes_left"]) == ([], [])
    done = run("tournament", "--resume", file, "--out", tmp_path / "out", "--json").json
    assert {**done, "out": None} == {**whole, "out": None}
    assert "until-players" in refused(*event, "--until-players", 1)


def test_players_who_may_still_come_are_waited_for(run: Run) -> None:
    """With late registration open, five players left of six starters are not yet the last five."""
    early = run(
        "tournament", "turbo-6", "--entrants", 20, "--late", 14, "--seed", 1, "--until-players", 6, "--json"
    ).json
    assert len(early["left"]) <= 6
    assert early["entrants"] == 20
    assert early["prizes_left"]


def test_what_cannot_be_kept_or_resumed(refused: Refused, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "event.save"
    assert str(file) in refused("tournament", "--resume", file)
    file.write_text("something")
    assert "this is not a saved tournament" in refused("tournament", "--resume", file)
    assert refused("tournament", "s0", "--seed", 1, "--late", 0, "--resume", file) == (
        f"--resume: {file} has the settings of the event already: leave out STRUCTURE, --seed, --late"
    )
    assert refused(*SMALL, "--save", file) == f"--save: {file} exists; name another file, or --force replaces it"
    (tmp_path / "my_bot.py").write_text(MY_BOT)
    own = f"{tmp_path}/my_bot.py:MyBot"
    assert "cannot be saved" in refused(*SMALL, "--bots", own, "--save", tmp_path / "own.save")
    assert refused(*SMALL, "--save", file / "none").startswith(f"{file}: ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tournament", "s0", "--save", "."), "--save: . is a folder; name a file"),
        (("play", "--save", "."), "--save: . is a folder; name a file"),
        (("tournament", "s0", "--seconds", "nan"), "a bot cannot have nan seconds to decide"),
        (("tournament", "s0", "--seconds", "-1"), "a bot cannot have -1.0 seconds to decide"),
        (("match", "tag", "lag", "--hands", ""), "--hands '': expected a whole number"),
        (("match", "tag", "lag", "--hands", "0"), "--hands 0: expected at least 1"),
        (("match", "tag", "lag", "--seconds", "nan"), "a bot cannot have nan seconds to decide"),
        (("bots", "tag", "--hands", ""), "--hands '': expected a whole number"),
        (("tournament", "s0", "--late", "x"), "--late x: expected a whole number"),
    ],
)
def test_a_value_that_cannot_be_is_a_sentence_and_leaves_nothing_behind(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refused(*words)
    assert not list(tmp_path.iterdir())


def test_no_such_preset(refused: Refused) -> None:
    assert refused("tournament", "turbo6").endswith("did you mean 'turbo-6'?")


@pytest.mark.parametrize("entrants", ["0", "1", "-4", "1000001"])
def test_a_field_that_cannot_play(refused: Refused, entrants: str) -> None:
    assert "expected how many enter, a whole number from 2 to 1,000,000" in refused(
        "tournament", "s0", "--entrants", entrants
    )


def test_no_such_bot(refused: Refused) -> None:
    assert "'tagg' is not a house bot" in refused(*SMALL, "--bots", "caller,tagg")
    assert "'' is not a house bot" in refused(*SMALL, "--bots", "")


def test_no_such_player_to_follow(refused: Refused) -> None:
    assert refused(*SMALL, "--follow", "Nobody") == (
        "--follow: no player is called 'Nobody'; the entrants are Player 1 to Player 12"
    )


def test_late_entries_that_cannot_be(refused: Refused) -> None:
    assert "set late_reg_levels in the structure" in refused(*SMALL, "--late", "2")
    assert "at least two must start" in refused("tournament", "turbo-6", "--entrants", "9", "--late", "8")


def test_a_satellite_that_pays_for_no_seat(refused: Refused) -> None:
    assert "does not buy one seat" in refused("tournament", "satellite", "--entrants", "5")


def test_hands_cannot_be_written(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("")
    assert refused(*SMALL, "--phhs", file / "hands").startswith(f"{file / 'hands'}: ")


BAD = {
    "levels out of order": (
        "[[levels]]\nsmall = 100\nbig = 200\nhands = 5\n[[levels]]\nsmall = 50\nbig = 100\n",
        "line 9: level 2 is out of order: its big blind of 100 is below the 200 of level 1",
    ),
    "payouts over 100 %": (
        "[payouts]\npercent = [60, 50]\n[[levels]]\nsmall = 1\nbig = 2\n",
        "line 4: payouts: the percentages add up to 110 %, more than the pool",
    ),
    "a final table larger than it can be": (
        "final_table_size = 8\n[[levels]]\nsmall = 1\nbig = 2\n",
        "line 3: final_table_size is 8 and tables have 6 seats",
    ),
    "an entrant twice": (
        'entries = ["Ann", "Bob", "Ann"]\n[[levels]]\nsmall = 1\nbig = 2\n',
        "line 3: 'Ann' appears twice, as entry 1 and entry 3",
    ),
    "registration without an end": (
        "late_reg_levels = 1\n[[levels]]\nsmall = 1\nbig = 2\n",
        "line 3: late_reg_levels is 1, the last level, which never ends",
    ),
    "bots who would be asked": (
        '[rules]\nreveal = "ask"\n[[levels]]\nsmall = 1\nbig = 2\n',
        "rules.reveal is 'ask', but house bots do not decide at showdown",
    ),
    "not TOML": ("seats is six\n", "line 3: "),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_structure_is_one_sentence_with_its_line(refused: Refused, tmp_path: Path, what: str) -> None:
    text, sentence = BAD[what]
    path = tmp_path / "bad.toml"
    path.write_text("seats = 6\nstarting_stack = 1000\n" + text)
    entrants = () if "entries" in text else ("--entrants", "9")
    assert sentence in refused("tournament", path, *entrants)


def test_more_paid_places_than_entrants(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(
        "seats = 6\nstarting_stack = 10\n[payouts]\npercent = [50, 30, 20]\n[[levels]]\nsmall = 1\nbig = 2\n"
    )
    assert "3 places are paid but only 2 players enter" in refused("tournament", path, "--entrants", "2")


def test_ctrl_c_without_save_says_that_nothing_was_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Tournament) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "step", interrupted)
    done = run(*SMALL)
    assert done.code == 130
    go_on = "`bigslick tournament --save FILE` keeps an event to go on with"
    assert done.err == f"bigslick: stopped at level 1; nothing was kept: {go_on}\n"


def test_ctrl_c_says_where_the_hands_are(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(_: Tournament) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "step", interrupted)
    done = run(*SMALL, "--phhs", tmp_path / "hands")
    assert f"stopped at level 1; the hands so far are in {tmp_path / 'hands'}: " in done.err


def big_blind_order(histories: list[History]) -> tuple[int, int]:
    """Return how often a player between two big blinds was dealt into both hands, and how many hands were compared."""
    skipped = compared = 0
    for before, now in pairwise(histories):
        if before.table != now.table or min(len(before.seats or ()), len(now.seats or ())) < 3:  # not heads-up
            continue
        seats, blinds = now.seats or [], now.blinds_or_straddles or []
        last = (before.seats or [])[(before.blinds_or_straddles or []).index(before.min_bet)]
        big = seats[blinds.index(now.min_bet)]
        count = now.seat_count or 10
        passed = {(last + step - 1) % count + 1 for step in range(1, (big - last) % count)}
        skipped += bool(passed & set(seats) & set(before.seats or ()))
        compared += 1
    return skipped, compared


def test_the_default_event_is_by_tournament_rules_and_no_player_skips_the_big_blind(run: Run, tmp_path: Path) -> None:
    """With the classic profile's moving button, players skip the big blind in 7 % of hands."""
    assert load(PRESET).rules == Rules.tournament()
    done = run("tournament", "--entrants", 20, "--seed", 7, "--phhs", tmp_path / "hands")
    assert done.out.startswith("Deep event, nine-handed, seed 7\n")
    files = sorted((tmp_path / "hands").iterdir())
    skipped, compared = big_blind_order([hand for path in files for hand in read(path)])
    assert compared > 400
    assert skipped == 0
    run("tournament", "s0", "--entrants", 20, "--seed", 7, "--phhs", tmp_path / "classic")
    files = sorted((tmp_path / "classic").iterdir())
    assert big_blind_order([hand for path in files for hand in read(path)])[0] > 0


def test_the_demo_is_the_default_event(run: Run) -> None:
    demo = run("demo", "--entrants", 20, "--seed", 7, "--json").json
    assert demo["structure"] == load(PRESET).name
    assert demo == run("tournament", "--entrants", 20, "--seed", 7, "--json").json
