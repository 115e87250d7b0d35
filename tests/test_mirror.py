"""Every source file has its test file at the same path."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "bigslick"
WITHOUT = {
    "core/_cython.py": "a stand-in for a module of Cython's, used by every interpreted test",
    "core/codes.py": "numbers only",
    "envs/codes.py": "numbers only",
    "_source_tree.py": "proved in tests/test_source_tree.py",
    "server/store/migrations/env.py": "Alembic runs it whenever a test opens a new database",
    "core/errors.py": "proved under its public name in tests/test_errors.py",
}


def test_tests_mirror_the_source() -> None:
    missing = []
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE)
        if path.name in ("__init__.py", "__main__.py") or "versions" in place.parts or place.as_posix() in WITHOUT:
            continue
        if not (ROOT / "tests" / place.with_name(f"test_{path.name}")).exists():
            missing.append(place.as_posix())
    assert not missing, "without a test file:\n" + "\n".join(missing)


def test_every_exception_is_still_needed() -> None:
    for place in WITHOUT:
        assert (SOURCE / place).exists()
        assert not (ROOT / "tests" / Path(place).with_name(f"test_{Path(place).name}")).exists()
