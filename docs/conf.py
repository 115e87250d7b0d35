"""Sphinx settings. `python -m sphinx docs build/pages` builds the pages alone; `make docs` adds the code reference and
the rule book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import bigslick

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "bigslick"
author = "the bigslick authors"
project_copyright = "2026, the bigslick authors"
release = version = bigslick.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"
exclude_patterns = ["README.md"]  # the front page includes it

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]  # a page can open with a deeper heading

default_role = "code"  # docstrings write `Hand`, as Markdown does
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"bigslick {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#0b6b3a", "color-brand-content": "#0b6b3a"},
    "dark_css_variables": {"color-brand-primary": "#5fc98f", "color-brand-content": "#5fc98f"},
}
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
PAGE = re.compile(r"\]\(([\w/-]+)\.md\)")
GENERATED = {"Code": "api", "The rule book": "rule-book"}
"""What `make docs` writes, by its heading in the sidebar; it follows the reference."""


def contents(source: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the groups of the sidebar with their pages: the headings of README.md and the pages linked below them."""
    text = (source / "README.md").read_text(encoding="utf-8")
    _, *parts = HEADING.split(text)
    for heading, below in zip(parts[::2], parts[1::2], strict=True):
        if pages := PAGE.findall(below):
            yield heading, pages
        if heading == "Reference":
            for name, folder in GENERATED.items():
                found = sorted(
                    page.relative_to(source).with_suffix("").as_posix() for page in source.glob(f"{folder}/**/*.md")
                )
                if found:
                    yield name, sorted(found, key=lambda page: not page.endswith(("/index", "/bigslick")))


def add_contents(app: Sphinx, page: str, text: list[str]) -> None:
    """Add the contents of the whole site to its front page."""
    if page == root_doc:
        for heading, pages in contents(Path(app.srcdir)):
            text[0] += "\n".join(["", "```{toctree}", ":hidden:", f":caption: {heading}", "", *pages, "```", ""])


def setup(app: Sphinx) -> None:
    """Connect to Sphinx, which calls this by its name."""
    app.connect("source-read", add_contents)
