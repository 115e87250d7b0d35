"""The documentation builds without a warning, has every public name, and needs nothing from another host."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.build_site import front_doors, link_to_the_repository

ROOT = Path(__file__).parents[2]
LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]*\ssrc="([^"]*)"|<link[^>]*\shref="([^"]*)"|url\(["']?([^"')]*)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "tools/build_site.py", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_sphinx_alone_builds_the_pages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "docs", str(tmp_path / "pages")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Write card games" in (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_document_is_a_page(site: Path) -> None:
    documents = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    for document in documents - {Path("README.html")}:
        assert (site / document).exists(), document


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(site: Path) -> None:
    for door in front_doors():
        page = (site / "api" / f"{door.__name__}.html").read_text(encoding="utf-8")
        for name in door.__all__:
            if not name.startswith("__"):
                here = f'id="{door.__name__}.{name}"' in page
                assert here or re.search(rf'href="[\w.]+html#bigslick[\w.]*\.{name}"', page), f"{door.__name__}.{name}"


@pytest.mark.slow
def test_the_search_knows_the_public_names(site: Path) -> None:
    assert "bigslick.Hand" in (site / "searchindex.js").read_text(encoding="utf-8")


@pytest.mark.slow
def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    assert len(files) > 20
    for file in files:
        for found in LOADED.findall(file.read_text(encoding="utf-8")):
            address = "".join(found)
            assert not address.startswith(("http:", "https:", "//")), f"{file}: {address}"


def test_links_out_of_the_documents_lead_to_the_repository(tmp_path: Path) -> None:
    page = tmp_path / "how-to" / "page.md"
    page.parent.mkdir()
    page.write_text("[a](../../examples/bot.py) [b](../glossary.md) [c](other.md) [d](../../src/x.py#L3)")
    link_to_the_repository(page, tmp_path, "https://host/project")
    assert page.read_text() == (
        "[a](https://host/project/blob/main/examples/bot.py) [b](../glossary.md) [c](other.md) "
        "[d](https://host/project/blob/main/src/x.py#L3)"
    )
