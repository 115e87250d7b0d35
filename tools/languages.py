"""Update the page's translation catalogues from the sentences in the page and the server.

    PYTHONPATH=src python tools/languages.py [--check]

It parses the sources for sentences: `say(…)` in the page's modules, the texts of its HTML, and the server's sentences
(`tools/server_sentences.py`). Each catalogue in `src/bigslick/server/web/languages` then has exactly these keys,
sorted, new ones without a translation. `--check` writes nothing and reports missing, dead and broken translations.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from bigslick.bots.styles import STYLES
from bigslick.sentence import BadTemplate, Part, Slot, parse
from tools.javascript import Token, tokens
from tools.javascript import texts as literal_texts
from tools.server_sentences import Unsaid, of_server

ROOT: Final = Path(__file__).parent.parent
SOURCE: Final = ROOT / "src" / "bigslick"
WEB: Final = SOURCE / "server" / "web"
LANGUAGES: Final = WEB / "languages"
FORMS: Final = {
    # https://cldr.unicode.org/ : the categories for whole numbers; "many" is for millions.
    "plural": {"de": "one other", "fr": "one many other", "es": "one many other", "pt": "one many other"},
    "selectordinal": {"de": "other", "fr": "one other", "es": "other", "pt": "other"},
}
NEEDED: Final = {"plural": ("one", "other"), "selectordinal": ("other",)}
_WORDS: Final = re.compile(
    r"^[A-Z½][a-z\u2019]+(?:[ ,.!?:…\u2019-]|$)|[a-z][.!…]$"
    r"|[a-z]{2} (?:is|are|the|of|to|in|at|and|or|for|your|you) [a-z]"
)
"""Looks like text for people: it starts with a capital, ends with a full stop, or has small words."""
NOT_WORDS: Final = {
    *("Enter", "Escape", "Home", "End", "Arrow", "Notification", "Bearer ", "Open Hand History"),
    *("English", "Deutsch", "Français", "Español", "Português", "As", "Ks", "Kd"),
}
"""Names of keys, browser APIs, formats, languages and cards."""
SAME: Final = Path(__file__).with_name("same_as_english.txt")
"""Translations that can equal the English: one language and key per line."""


def templates() -> dict[str, str]:
    """Return every sentence in the page and the server by key, with the first file that has it."""
    found: dict[str, str] = {}
    for key, place in (*_of_page(), *_of_documents(), *of_server(SOURCE)):
        found.setdefault(key, place)
    for style in STYLES.values():
        found.setdefault(style.about, "bots")
    return found


# -- the page ---------------------------------------------------------------------------------------------------------


def _of_page() -> Iterator[tuple[str, str]]:
    for path in sorted(WEB.rglob("*.js")):
        if path.name != "language.js":
            yield from ((key, path.name) for key in keys_of_module(path.read_text("utf-8"), path.name))


def keys_of_module(source: str, name: str) -> list[str]:
    """Return the keys of a module's `say` calls: the template, and the meaning if there is one."""
    found = list(tokens(source))
    keys = []
    for index, token in enumerate(found[:-1]):
        if not _is_call(found, index):
            continue
        line = source.count("\n", 0, token.at) + 1
        template, after = _joined(found, index + 2, f"{name}:{line}")
        meaning = _meaning(found, after)
        keys.append(f"{template} | {meaning}" if meaning else template)
    return keys


def _is_call(found: list[Token], index: int) -> bool:
    """Whether this is a call to `say`, not its definition or another object's method."""
    if found[index].text != "say" or found[index + 1].text != "(" or found[index - 1].text in (".", "function"):
        return False
    after = _closing(found, index + 1) + 1
    return after == len(found) or found[after].text != "{"


def _closing(found: list[Token], at: int) -> int:
    """Find the closing bracket."""
    depth = 0
    for index in range(at, len(found)):
        depth += (found[index].text in ("(", "{", "[")) - (found[index].text in (")", "}", "]"))
        if depth == 0:
            return index
    raise Unsaid("a bracket is not closed")


def unsaid(source: str, name: str) -> list[str]:
    """Find texts in a module that look like text for people but are not passed to `say`."""
    found = list(tokens(source))
    calls = [(index, _closing(found, index + 1)) for index in range(len(found) - 1) if _is_call(found, index)]
    wrong = []
    for index, token in enumerate(found):
        if token.kind not in ("string", "template") or any(start < index < end for start, end in calls):
            continue
        texts = [token.value] if token.kind == "string" else literal_texts(token.text)
        compared = found[index - 1].text in ("===", "!==", "from", "case")
        if not compared and any(_WORDS.search(text) and text not in NOT_WORDS for text in texts):
            wrong.append(
                f"{name}:{source.count(chr(10), 0, token.at) + 1}: {token.text} is not said: say({token.text})"
            )
    return wrong


def _joined(found: list[Token], at: int, place: str) -> tuple[str, int]:
    """Read a string, or several joined by plus, and return its end."""
    text = ""
    while found[at].kind == "string":
        text += found[at].value
        at += 1
        if found[at].text != "+":
            return text, at
        at += 1
    raise Unsaid(f"{place}: say takes a string literal, so a tool can find it")


def _meaning(found: list[Token], at: int) -> str:
    """Read the third argument of a call, if it has one."""
    depth, commas = 0, 0
    while True:
        text = found[at].text
        if text in ("(", "{", "["):
            depth += 1
        elif text in (")", "}", "]"):
            depth -= 1
            if depth < 0:
                return ""
        elif text == "," and depth == 0:
            commas += 1
            if commas == 2:
                return found[at + 1].value if found[at + 1].kind == "string" else ""
        at += 1


class _Texts(HTMLParser):
    """Collects the texts in an HTML document."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "noscript"):
            self._silent = tag
        self.said += [value or "" for name, value in attrs if name == "aria-label"]

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.said.append(" ".join(data.split()))


def _of_documents() -> Iterator[tuple[str, str]]:
    for path in sorted(WEB.glob("*.html")):
        html = path.read_text("utf-8")
        if 'rel="catalogue"' not in html:  # for programmers, in English
            continue
        texts = _Texts()
        texts.feed(html)
        yield from ((text, path.name) for text in texts.said if text not in ("bigslick", ""))


# -- catalogues -------------------------------------------------------------------------------------------------------


def template_of(key: str) -> str:
    """Return a key's template, without its meaning."""
    return key.partition(" | ")[0]


def places(parts: tuple[Part, ...]) -> dict[str, set[str]]:
    """Return a template's placeholders, each with its uses: plain, or to choose a form."""
    found: dict[str, set[str]] = {}
    for part in parts:
        if isinstance(part, Slot) and part.name != "#":
            found.setdefault(part.name, set()).add(part.kind)
            for form in (part.forms or {}).values():
                for name, kinds in places(form).items():
                    found.setdefault(name, set()).update(kinds)
    return found


def faults(language: str, key: str, translation: str) -> list[str]:
    """List the problems with a translation."""
    if not translation:
        return ["is not translated"]
    try:
        said = parse(translation)
    except BadTemplate as error:
        return [error.sentence]
    wanted, given = places(parse(template_of(key))), places(said)
    found = []
    if set(wanted) != set(given):
        found.append(f"has the places {sorted(given)}: expected {sorted(wanted)}")
    elif lost := [name for name in wanted if ("chips" in wanted[name]) != ("chips" in given[name])]:
        found.append(f"writes {lost[0]} otherwise than the English: as {{{lost[0]}, chips}}, or without chips")
    found += _forms(language, said)
    if translation.strip() != translation:
        found.append("begins or ends with a space")
    return found


def _forms(language: str, parts: tuple[Part, ...]) -> list[str]:
    found = []
    for part in parts:
        if not isinstance(part, Slot) or part.forms is None:
            continue
        legal = FORMS[part.kind][language].split()
        given = [form for form in part.forms if not form.startswith("=")]
        wrong = [form for form in given if form not in legal]
        missing = [form for form in NEEDED[part.kind] if form not in given]
        if wrong or missing:
            found.append(f"has the forms {given} for {part.name}: expected {legal}, and at least {NEEDED[part.kind]}")
        for form in part.forms.values():
            found += _forms(language, form)
    return found


def read(language: str) -> dict[str, str]:
    """Read the catalogue for a language."""
    catalogue: dict[str, str] = json.loads((LANGUAGES / f"{language}.json").read_text("utf-8"))
    return catalogue


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.stem for path in LANGUAGES.glob("*.json"))


def same_as_english() -> set[tuple[str, str]]:
    """Return pairs of language and key that can equal the English; `*` is any language."""
    lines = SAME.read_text("utf-8").splitlines() if SAME.exists() else []
    return {(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line and not line.startswith("#")}


def check(language: str, keys: dict[str, str]) -> list[str]:
    """List all problems with a catalogue."""
    catalogue, same = read(language), same_as_english()
    found = [f"{language}: {key!r} is missing: run tools/languages.py" for key in keys if key not in catalogue]
    found += [f"{language}: {key!r} is dead: run tools/languages.py" for key in catalogue if key not in keys]
    for key, translation in catalogue.items():
        found += [f"{language}: {key!r} {fault}" for fault in faults(language, key, translation)]
        allowed = (language, key) in same or ("*", key) in same
        if translation == template_of(key) and not allowed:
            found.append(f"{language}: {key!r} is English: translate it, or list it in {SAME.name}")
    return found


def update(language: str, keys: dict[str, str]) -> tuple[int, int]:
    """Give a catalogue exactly these keys, sorted; return the number of new and of dead keys."""
    before = read(language)
    after = {key: before.get(key, "") for key in sorted(keys, key=lambda key: (key.casefold(), key))}
    text = json.dumps(after, ensure_ascii=False, indent=1)
    (LANGUAGES / f"{language}.json").write_text(f"{text}\n", "utf-8")
    return len(after.keys() - before.keys()), len(before.keys() - after.keys())


def main() -> int:
    """Update all catalogues, or check them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, and report what is wrong")
    parser.add_argument("languages", nargs="*", default=languages(), help="the languages, such as de; all if none")
    given = parser.parse_args()
    keys = templates()
    wrong = []
    for language in given.languages:
        if given.check:
            wrong += check(language, keys)
            continue
        new, dead = update(language, keys)
        empty = sum(not translation for translation in read(language).values())
        print(f"{language}: {len(keys)} sentences, {new} new, {dead} dead, {empty} not translated")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
