from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

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


def as_address(script: str) -> str:
    return f"data:text/javascript,{quote(script)}"


def never(script: str) -> str:
    raise AssertionError(f"nothing here is loaded later: {script}")


def run(joined: str) -> Any:
    """Run a script in Node and return what it prints."""
    ran = subprocess.run(["node", "--input-type=module", "-e", joined], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")


@needs_node
def test_joined_modules_do_what_the_modules_do() -> None:
    """Each module has its own names: `hidden` exists twice."""
    joined = join_modules("main.js", MODULES, never)
    assert run(joined) == [6, 4, "import 1", 5]
    assert joined.count("// one.js") == 1


@needs_node
def test_a_module_that_waits_is_waited_for() -> None:
    waiting = {"one.js": "const found = await Promise.resolve(1);\nexport const one = found;\n"}
    assert run(join_modules("main.js", MODULES | waiting, never)) == [6, 4, "import 1", 5]


LOADING_LATER = {
    "main.js": """import { count } from "./count.js";
async function start() {
  const [one, again] = await Promise.all([import("./rare/one.js"), import("./rare/one.js")]);
  const two = await import("./rare/two.js");
  const same = await import("./count.js");
  console.log(JSON.stringify([one.ONE, one === again, two.TWO, await two.more(), same.count === count]));
}
start();
""",
    "count.js": "export const count = { runs: 0 };\n",
    "rare/one.js": 'import { both } from "./both.js";\nexport const ONE = both(1);\n',
    "rare/two.js": 'import { both } from "./both.js";\nexport const TWO = both(2);\n'
    'export const more = () => import("./three.js").then(({ THREE }) => THREE);\n',
    "rare/three.js": "export const THREE = 3;\n",
    "rare/both.js": 'import { count } from "../count.js";\ncount.runs += 1;\n'
    "export const both = (x) => [x, count.runs];\n",
}


@needs_node
def test_what_is_loaded_later_shares_the_modules_that_are_there_and_runs_once() -> None:
    later: list[str] = []

    def keep(script: str) -> str:
        later.append(script)
        return as_address(script)

    joined = join_modules("main.js", LOADING_LATER, keep)
    assert run(joined) == [[1, 1], True, [2, 1], 3, True]
    sent = "".join((joined, *later))
    assert all(sent.count(f"// {name}\n") == 1 for name in LOADING_LATER)
    assert "// rare/" not in joined


@needs_node
def test_a_script_that_could_not_be_loaded_is_asked_for_again() -> None:
    """From another address: a browser may remember that the first one failed."""
    asking = """async function start() {
  const ask = () => import("./one.js").catch((error) => error.message);
  const asked = [await ask()];
  globalThis.online = true;
  asked.push(await ask());
  console.log(JSON.stringify(asked));
}
start();
"""
    failing = "if (!globalThis.online) throw new Error(`offline ${import.meta.url.at(-1)}`);\n"
    modules = {"main.js": asking, "one.js": "export const one = 1;\n"}
    joined = join_modules("main.js", modules, lambda script: as_address(failing + script))
    assert run(joined) == ["offline 0", {"one": 1}]


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
        ({"main.js": 'await import("./gone.js");\n'}, "main.js imports gone.js, which does not exist"),
    ],
)
def test_what_cannot_be_joined_is_refused_by_name(changed: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadModule) as refused:
        join_modules("main.js", MODULES | changed, never)
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


def test_style_sheets_for_later_are_joined_by_themselves() -> None:
    files = {"a.css": b"a{}", "b.css": b"b{}", "rare.css": b"/* Rare. */\nc{}", "rarer.css": b"d{}"}
    html = "".join(
        f'  <link rel="{rel}" href="/{name}">\n'
        for rel, name in zip(["stylesheet"] * 2 + ["x-later"] * 2, files, strict=True)
    )
    shown, made = join_page(html, files.__getitem__, files)
    first, later = hashed_name("page.css", b"a{}b{}"), hashed_name("later.css", b"c{}d{}")
    assert made == {first: b"a{}b{}", later: b"c{}d{}"}
    assert shown == f'  <link rel="stylesheet" href="/{first}">\n  <link rel="x-later" href="/{later}">\n'


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


def test_a_page_gets_every_module_that_it_needs_once() -> None:
    files = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in WEB.rglob("*.js")}
    sources = {name: without_comments(source) for name, source in files.items()}
    entries = (
        "main.js",
        "records/embed.js",
        "operator/operator.js",
        "broadcast/stream.js",
        "shared/look.js",
        "shared/static-page.js",
    )
    later: list[str] = []

    def keep(script: str) -> str:
        later.append(script)
        return "/later.js"

    first = {entry: join_modules(entry, sources, keep) for entry in entries}
    (rare,) = later
    pages = [first.pop("main.js") + rare, *first.values()]
    for joined in pages:
        assert all(joined.count(f"// {name}\nconst $") <= 1 for name in sources)
    left = {name for name in sources if not any(f"// {name}\nconst $" in joined for joined in pages)}
    assert left == {"sw.js", "sound/recipes.js"}, "which browsers load by themselves"
    for name in ("club/club.js", "host/opening.js", "recap/recap.js", "records/hands.js", "records/verify.js"):
        assert f"// {name}\nconst $" in rare, "not needed for the lobby and the tables"


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


def first_classes(sheet: str) -> set[str]:
    """Return the classes with which a sheet's selectors begin."""
    rules = re.sub(r"@media[^{]*\{|@keyframes[^{]*\{", "", without_comments(SHEETS[sheet]))
    selectors = [one for rule in re.findall(r"([^{}]+)\{", rules) for one in rule.split(",")]
    return {found[1] for one in selectors if (found := re.match(r"\s*\.([\w-]+)", one))}


def test_a_style_sheet_for_later_changes_nothing_that_was_there_before() -> None:
    html = (WEB / "index.html").read_text("utf-8")
    later = re.findall(r'rel="x-later" href="/([\w/-]+\.css)"', html)
    first = set().union(
        *(first_classes(sheet) for sheet in re.findall(r'rel="stylesheet" href="/([\w/-]+\.css)"', html))
    )
    assert "board" in first
    for sheet in later:
        assert first_classes(sheet) & first <= {"course", "winnings"}, sheet
