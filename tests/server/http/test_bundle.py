from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bigslick.server.http.app import WEB
from bigslick.server.http.bundle import (
    BadModule,
    hashed_name,
    join_modules,
    join_page,
    without_comments,
    without_indentation,
)
from tools.javascript import tokens

MODULES = {
    "main.js": 'import { twice as two, Box } from "./maths.js";\nimport * as words from "./talk/words.js";\n'
    "console.log(JSON.stringify([two(3), new Box(4).value, words.HELLO, words.default_name]));\n",
    "maths.js": 'import { one } from "./one.js";\nconst hidden = one;\nexport const twice = (x) => x * (hidden + 1);\n'
    "export class Box {\n  constructor(x) { this.value = x; }\n}\n",
    "talk/words.js": 'import { one } from "../one.js";\nconst hidden = `import ${one}`;\nexport const HELLO = hidden;\n'
    "const name = 5;\nexport { name as default_name };\n",
    "one.js": "export const one = 1;\nexport async function later() {}\n",
}


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")
def test_joined_modules_do_what_the_modules_do() -> None:
    """Each module has its own names: `hidden` exists twice."""
    joined = join_modules("main.js", MODULES)
    ran = subprocess.run(["node", "--input-type=module", "-e", joined], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [6, 4, "import 1", 5]
    assert joined.count("// one.js") == 1


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")
def test_a_module_that_waits_is_waited_for() -> None:
    waiting = {"one.js": "const found = await Promise.resolve(1);\nexport const one = found;\n"}
    joined = join_modules("main.js", MODULES | waiting)
    ran = subprocess.run(["node", "--input-type=module", "-e", joined], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [6, 4, "import 1", 5]


def test_comments_that_have_their_lines_to_themselves_are_left_out() -> None:
    code = "const a = 1; // stays\nconst b = `\n// a text\n`;\n"
    source = f"/** What\n * it does. */\n// why\n{code}  /* c */\nf(/** @type {{X}} */ (a));\n"
    assert without_comments(source) == f"{code}f(/** @type {{X}} */ (a));\n"


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.name)
def test_a_module_without_comments_and_indentation_is_the_same_program(path: Path) -> None:
    source = path.read_text("utf-8")
    sent = without_indentation(without_comments(source))
    assert [token.text for token in tokens(sent)] == [token.text for token in tokens(source)]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"one.js": 'import { twice } from "./maths.js";\nexport const one = 1;\n'}, "import each other: maths.js"),
        ({"one.js": "export default 1;\n"}, "one.js: 'export default 1;' cannot be joined"),
        ({"one.js": 'import x from "elsewhere";\nexport const one = 1;\n'}, "cannot be joined"),
        ({"main.js": 'import { x } from "./gone.js";\n'}, "main.js imports gone.js, which does not exist"),
    ],
)
def test_what_cannot_be_joined_is_refused_by_name(changed: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadModule) as refused:
        join_modules("main.js", MODULES | changed)
    assert sentence in str(refused.value)


def test_a_document_names_its_files_by_their_content() -> None:
    files = {"a.css": b"a{}", "sub/b.css": b"b{}", "icon.svg": b"<svg/>", "main.js": b"let x;\n"}
    html = (
        '<link rel="icon" href="/icon.svg">\n  <link rel="stylesheet" href="/a.css">\n'
        '  <link rel="stylesheet" href="/sub/b.css">\n<script type="module" src="/main.js"></script>'
        '<a href="/gone.svg">'
    )
    shown, made = join_page(html, files.__getitem__, files)
    sheet, icon = hashed_name("page.css", b"a{}b{}"), hashed_name("icon.svg", b"<svg/>")
    assert made[sheet] == b"a{}b{}"
    assert made[icon] == b"<svg/>"
    assert shown.count("stylesheet") == 1
    assert f'href="/{icon}"' in shown
    assert 'href="/gone.svg"' in shown
    assert next(name for name in made if name.startswith("main.")) in shown


@pytest.mark.parametrize("path", sorted(WEB.glob("*.html")), ids=lambda path: path.name)
def test_every_document_asks_for_one_style_sheet_by_an_absolute_address(path: Path) -> None:
    """The 404 page and the widget are shown at addresses below the root."""
    files = {path.relative_to(WEB).as_posix(): path.read_bytes() for path in WEB.rglob("*") if path.is_file()}
    shown, _ = join_page(path.read_text("utf-8"), files.__getitem__, files)
    assert len(re.findall(r'<link rel="stylesheet" href="/page\.\w+\.css">', shown)) == shown.count("stylesheet") == 1
    assert re.findall(r'<script type="module" [^>]*src="/[\w-]+\.\w+\.js">', shown)


def test_catalogues_are_named_by_their_content_too() -> None:
    files = {"languages/de.json": b"{}"}
    shown, made = join_page('<link rel="catalogue" hreflang="de" href="/languages/de.json">', files.__getitem__, files)
    assert list(made) == [hashed_name("de.json", b"{}")]
    assert f'href="/{hashed_name("de.json", b"{}")}"' in shown


def test_the_script_of_the_page_has_every_module_that_it_needs_once() -> None:
    sources = {path.relative_to(WEB).as_posix(): path.read_text() for path in WEB.rglob("*.js")}
    entries = (
        "main.js",
        "records/embed.js",
        "operator/operator.js",
        "broadcast/stream.js",
        "shared/look.js",
        "shared/static-page.js",
    )
    pages = [join_modules(entry, sources) for entry in entries]
    for joined in pages:
        assert all(joined.count(f"// {name}\nconst $") <= 1 for name in sources)
    left = {name for name in sources if not any(f"// {name}\nconst $" in joined for joined in pages)}
    assert left == {"sw.js", "sound/recipes.js"}, "which browsers load by themselves"


# -- the style sheets -------------------------------------------------------------------------------------------------

TOKENS = "shared/tokens.css"
CARDS = "shared/cards.css"
"""Cards are paper and ink in both themes."""
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?!var\(--hue\))|\b(?:white|black)\b(?!-)", re.I
)
"""A colour by its value. A player's hue is data."""
TYPE = re.compile(r"\bfont(?:-size)?:\s*([^;]+);")
SHEETS = {
    path.relative_to(WEB).as_posix(): re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S)
    for path in WEB.rglob("*.css")
}


def declarations(sheet: str) -> list[str]:
    """Return a sheet's declarations, without its selectors."""
    return re.findall(r"(?<=[{;])\s*([\w-]+:[^{};]+;)", SHEETS[sheet])


@pytest.mark.parametrize("sheet", sorted(SHEETS.keys() - {TOKENS, CARDS}))
def test_a_style_sheet_takes_its_colours_and_sizes_of_type_from_the_tokens(sheet: str) -> None:
    """So both themes are in one file, and all screens share five sizes."""
    said = declarations(sheet)
    assert not [one for one in said if COLOUR.search(one)], f"give this colour a name in {TOKENS}"
    sizes = [found[1] for one in said if (found := TYPE.match(one)) is not None]
    assert not [size for size in sizes if size != "inherit" and not re.search(r"var\(--type-[1-5]\)", size)]


def test_tokens_in_use_exist_and_existing_ones_are_used() -> None:
    """Tokens made by a script, such as a seat's place, are set where they are used or have a fallback."""
    scripts = "".join(path.read_text("utf-8") for path in WEB.rglob("*.js"))
    css = "".join(SHEETS.values())
    made = set(re.findall(r"(--[\w-]+):", css)) | set(re.findall(r'"(--[\w-]+)"', scripts))
    used = set(re.findall(r"var\((--[\w-]+)", css))
    assert not used - made
    assert not set(re.findall(r"(--[\w-]+):", SHEETS[TOKENS])) - used


def test_there_are_five_sizes_of_type() -> None:
    assert re.findall(r"(--type-\w+):", SHEETS[TOKENS]) == [f"--type-{size}" for size in range(1, 6)]


def test_every_document_has_both_themes_and_the_font() -> None:
    for path in WEB.glob("*.html"):
        html = path.read_text("utf-8")
        assert '<meta name="color-scheme" content="light dark">' in html, path.name
        assert html.index("look.js") < html.index("</head>"), path.name
        assert '<link rel="x-font" href="/shared/inter.woff2" data-family="Inter">' in html, path.name
