"""Write the rule book as Markdown pages for the documentation: `python tools/book_pages.py OUT_DIR`."""

from __future__ import annotations

import sys
from pathlib import Path

from bigslick.rulings import book_pages


def main() -> None:
    """Write every page into the folder named on the command line."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/book_pages.py OUT_DIR")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in book_pages():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
