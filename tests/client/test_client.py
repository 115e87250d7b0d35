from __future__ import annotations

import subprocess
import sys

WITHOUT_WEBSOCKETS = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "websockets":
            raise ModuleNotFoundError(f"No module named {name!r}", name="websockets")

sys.meta_path.insert(0, Hidden())
try:
    import bigslick.client
except ImportError as error:
    print(type(error).__name__, error)
"""


def test_without_the_extra_the_import_says_which_one_to_install() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_WEBSOCKETS], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == (
        "ImportError bigslick.client needs the extra 'room' (websockets is missing): pip install 'bigslick[room]'\n"
    )
