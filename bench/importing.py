"""The cost of `import bigslick` for a program that has NumPy already."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from .rows import Row

PROGRAM = "import numpy, time; start = time.process_time(); import bigslick; print(time.process_time() - start)"


def importing() -> Iterable[Row]:
    spent = []
    for _ in range(7):
        answer = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        spent.append(float(answer.stdout))
    yield Row("import bigslick, NumPy loaded", "no peer", "ms", None, 1000 * min(spent), 100, lower=True)
