"""Sphinx settings; `make docs` gathers the pages and the code reference, and runs Sphinx."""

import bigslick

project = "bigslick"
author = "the bigslick authors"
project_copyright = "2026, the bigslick authors"
release = version = bigslick.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "index"

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
