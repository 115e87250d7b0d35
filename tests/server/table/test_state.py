"""A served table's state is pure: it needs no database."""

from __future__ import annotations

import subprocess
import sys


def test_a_table_is_made_from_facts_without_a_database() -> None:
    modules = ("state", "facts", "orders", "decide", "apply", "timers", "script", "saves")
    program = f"""
import importlib, sys
for name in {modules}:
    importlib.import_module("bigslick.server.table." + name)
print(", ".join({{"sqlalchemy", "aiosqlite", "psycopg", "starlette", "uvicorn", "asyncio"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "", "the pure part of a table imports these"
