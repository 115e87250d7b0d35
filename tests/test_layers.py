"""Which package can import which: the layers in pyproject.toml, checked against the source, not an installed copy."""

import ast
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "bigslick"


def test_arrows_point_one_way() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_room_stands_in_a_layer() -> None:
    """A package outside all layers could import anything."""
    written = (ROOT / "pyproject.toml").read_text()
    rooms = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    unplaced = {room for room in rooms - {"__init__", "__main__"} if f"bigslick.{room}" not in written}
    assert not unplaced


MAY_IMPORT_CORE = {"core", "hand", "table", "cards.py", "errors.py", "rules.py", "shuffle.py", "strength.py"}


def test_only_hand_table_values_and_compiled_files_import_the_core() -> None:
    """Nothing else can reach what the core leaves unguarded for speed."""
    reaching = set()
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE)
        if place.parts[0] in MAY_IMPORT_CORE or path.with_suffix(".pxd").exists():
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("bigslick.core", "core")):
                reaching.add(place.as_posix())
    assert not reaching


def test_the_core_imports_nothing_of_ours() -> None:
    for path in (SOURCE / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("bigslick") for name in node.names), path
            elif isinstance(node, ast.ImportFrom):
                assert node.level < 2, path
                assert not (node.module or "").startswith("bigslick"), path


def test_the_spec_language_is_an_independent_opinion() -> None:
    """The spec judges the engine, so it can share only cards, hand ranking, input checks and intervals with it."""
    allowed = {"cards", "checks", "errors", "intervals", "shuffle", "spec", "strength"}
    for path in (SOURCE / "spec").rglob("*.py"):
        rooms = {name.split(".")[1] for name in imported(path)}
        assert rooms <= allowed, f"{path.relative_to(SOURCE)} imports {rooms - allowed}"


def test_histories_odds_and_spec_reach_the_rules_through_hand() -> None:
    """Only hand, table, the values and compiled `_x` files import the core."""
    for room in ("history", "odds", "spec"):
        for path in (SOURCE / room).rglob("*.py"):
            compiled = path.name.startswith("_") and path.name != "__init__.py"
            if compiled or path.name == "rulings.py":
                continue
            core = [name for name in imported(path) if name.startswith("bigslick.core")]
            assert not core, f"{path.relative_to(SOURCE)} imports {core}"


def imported(path: Path) -> set[str]:
    """Return which of our modules a file imports, by full name, including imports inside functions."""
    home = ("bigslick", *path.relative_to(SOURCE).with_suffix("").parts)
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*home[: len(home) - node.level]] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.startswith("bigslick.")}
