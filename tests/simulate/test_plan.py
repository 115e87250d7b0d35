"""Plans: their keys, the points of a grid, and errors that suggest the nearest name."""

import sys
from pathlib import Path
from typing import Any

import pytest

from bigslick.bots import as_bot
from bigslick.hand.actions import Action, Check, Fold
from bigslick.hand.view import View
from bigslick.simulate.plan import BadPlan, bot_name, cells, load_bots, make_plan, places_of, read_plan
from bigslick.tournament.structure.files import load


def refused(raw: dict[str, Any]) -> str:
    with pytest.raises(BadPlan) as caught:
        make_plan(raw, "plan.toml")
    said = str(caught.value)
    assert said.startswith("plan.toml: ")
    return said


def test_a_plan_is_complete_without_a_word() -> None:
    plan = make_plan({})
    assert plan.total == 100
    [cell] = cells(plan)
    assert cell.structure.field == len(cell.field) >= 2


def test_bots_are_parts_of_the_field() -> None:
    [cell] = cells(make_plan({"bots": {"tag": 2, "shark": 1}, "entrants": 9}))
    assert cell.field == ("tag", "shark", "tag") * 3  # spread evenly
    assert make_plan({"bots": ["tag", "shark", "tag"]}).bots == {"tag": 2, "shark": 1}


def test_a_grid_varies_structure_and_bots() -> None:
    plan = make_plan(
        {
            "tournaments": 5,
            "grid": {"structure.starting_stack": [1000, 2000], "bots.shark.margin": [0, 60], "entrants": [10, 20, 30]},
        }
    )
    grid = cells(plan)
    assert plan.total == 60
    assert len(grid) == 12
    assert {(cell.structure.starting_stack, cell.styles["shark"].margin, cell.structure.field) for cell in grid} == {
        (stack, margin, field) for stack in (1000, 2000) for margin in (0, 60) for field in (10, 20, 30)
    }


def test_a_structure_beside_the_plan(tmp_path: Path) -> None:
    from bigslick.tournament.structure.files import dumps

    (tmp_path / "mine.toml").write_text(dumps(load("s0")))
    (tmp_path / "plan.toml").write_text('structure = "mine.toml"\nentrants = 20\n[bots]\ntag = 1\n')
    plan = read_plan(tmp_path / "plan.toml")
    assert cells(plan)[0].structure.name == load("s0").name


def test_a_structure_in_place_of_a_plan_is_told_where_it_goes(tmp_path: Path) -> None:
    from bigslick.tournament.structure.files import dumps

    file = tmp_path / "mine.toml"
    file.write_text(dumps(load("s0")))
    with pytest.raises(BadPlan, match=f"a structure, not a plan: expected --structure {file}"):
        read_plan(file)


OWN = "from bigslick import Fold\nclass MyBot:\n    def decide(self, view):\n        return Fold()\n"


def test_bot_files_beside_the_plan_travel_with_their_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans" / "my_bot.py").write_text(OWN)
    (tmp_path / "plans" / "plan.toml").write_text('entrants = 4\n[bots]\n"my_bot.py:MyBot" = 1\ntag = 1\n')
    monkeypatch.chdir(tmp_path)
    plan = read_plan("plans/plan.toml")
    assert plan.bots == {"plans/my_bot.py:MyBot": 1, "tag": 1}
    places = places_of(plan)
    assert places == {"plans/my_bot.py:MyBot": f"{tmp_path.resolve()}/plans/my_bot.py:MyBot"}
    monkeypatch.chdir("/")
    assert load_bots(places)["plans/my_bot.py:MyBot"].name == "plans/my_bot.py:MyBot"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nothing_like_it\n", "my_bot.py does not import: ModuleNotFoundError"),
        (OWN.replace("MyBot", "MyBat"), "did you mean 'MyBat'?"),
        (
            OWN.replace("    def", "    def __init__(self):\n        1 / 0\n    def"),
            "cannot be made: ZeroDivisionError",
        ),
    ],
)
def test_bot_files_that_cannot_be_used(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "my_bot.py").write_text(text)
    said = refused({"bots": {f"{tmp_path}/my_bot.py:MyBot": 1}})
    assert sentence in said
    assert "my_bot.py" in said


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"tournament": 5}, "did you mean 'tournaments'?"),
        ({"tournaments": 0}, "expected 1 to"),
        ({"tournaments": "many"}, "Expected `int`"),
        ({"bots": {"shrak": 1}}, "did you mean 'shark'?"),
        ({"bots": {"my.py:Bot": 1}}, "bots: there is no file"),
        ({"bots": {"my.py": 1}}, "there is no file my.py"),
        ({"bots": {"no_such_module:Bot": 1}}, "there is no module 'no_such_module'"),
        ({"grid": {"bots.my.py:Bot.bluff": [1]}}, "unknown setting"),
        ({"seconds": -1}, "or 0 = no limit"),
        ({"bots": {"tag": 0}}, "expected 1 or more"),
        ({"bots": {}}, "bots is empty"),
        ({"structure": "turbo-7"}, "turbo-6"),
        ({"entrants": 1}, "entrants"),
        ({"late": 200}, "cannot be late"),
        ({"grid": {"structure.startin_stack": [1]}}, "did you mean 'starting_stack'?"),
        ({"grid": {"structure.starting_stack": [-1]}}, "is not a value for it"),
        ({"grid": {"structure.starting_stack": []}}, "no values"),
        ({"grid": {"bots.shark.bluf": [1]}}, "did you mean 'bluff'?"),
        ({"grid": {"bots.shrak.bluff": [1]}}, "did you mean 'shark'?"),
        ({"grid": {"weather": [1]}}, "unknown setting"),
        ({"grid": {"entrants": list(range(2, 20000))}}, "at most 10,000"),
    ],
)
def test_bad_plans(raw: dict[str, Any], sentence: str) -> None:
    assert sentence in refused(raw)


def test_files_that_are_no_plans(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match="cannot be read"):
        read_plan(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("this is no plan")
    with pytest.raises(BadPlan, match="not TOML"):
        read_plan(tmp_path / "bad.toml")


class TopLevelBot:
    """A bot that workers can import."""

    def decide(self, view: View) -> Action:
        return Fold() if view.options is not None and view.options.fold else Check()


def test_a_class_or_a_function_stands_for_its_place() -> None:
    assert bot_name("tag") == "tag"
    assert bot_name(as_bot("lag")) == "lag"
    assert bot_name(TopLevelBot) == f"{__name__}:TopLevelBot"
    plan = make_plan({"bots": [TopLevelBot, "tag", "tag"], "entrants": 6, "tournaments": 1})
    assert plan.bots == {f"{__name__}:TopLevelBot": 1, "tag": 2}
    assert make_plan({"bots": {TopLevelBot: 2}, "entrants": 6}).bots == {f"{__name__}:TopLevelBot": 2}


def test_a_bot_that_workers_cannot_find_is_refused() -> None:
    class Inner:
        def decide(self, view: View) -> Action:
            return Fold()

    for bot in (Inner, Inner(), lambda view: Fold()):
        with pytest.raises(BadPlan, match=r"workers cannot find .* again"):
            make_plan({"bots": [bot]})


def test_a_bot_of_a_notebook_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TopLevelBot, "__module__", "__main__")
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    with pytest.raises(BadPlan, match=r"save it in a file and say my_bot\.py:TopLevelBot"):
        bot_name(TopLevelBot)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", "<stdin>", raising=False)
    with pytest.raises(BadPlan, match=r"save it in a file and say my_bot\.py:TopLevelBot"):
        bot_name(TopLevelBot)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", "/tmp/script.py", raising=False)
    assert bot_name(TopLevelBot) == "/tmp/script.py:TopLevelBot"


def test_a_bad_plan_knows_its_place() -> None:
    with pytest.raises(BadPlan) as caught:
        make_plan({"tournament": 3}, where="plan.toml")
    assert (caught.value.where, caught.value.sentence) == (
        "plan.toml",
        "unknown setting 'tournament'; did you mean 'tournaments'?",
    )
