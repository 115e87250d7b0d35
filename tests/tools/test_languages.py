"""Five languages: every sentence of page and server is there, translated, and can be said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tools import languages
from tools.languages import Unsaid, check, faults, keys_of_module, templates, unsaid

UNFINISHED: dict[str, str] = dict.fromkeys(("de", "es", "fr", "pt"), "being translated")
"""Languages that still lack translations; take yours out when it is done."""


@pytest.fixture(scope="module")
def keys() -> dict[str, str]:
    """Everything that page and server say."""
    return templates()


@pytest.mark.parametrize("language", languages.languages())
def test_a_catalogue_has_exactly_what_is_said(language: str, keys: dict[str, str]) -> None:
    catalogue = languages.read(language)
    assert [key for key in keys if key not in catalogue] == [], "new: run tools/languages.py"
    assert [key for key in catalogue if key not in keys] == [], "dead: run tools/languages.py"


@pytest.mark.parametrize("language", languages.languages())
def test_what_is_translated_can_be_said(language: str, keys: dict[str, str]) -> None:
    wrong = [fault for fault in check(language, keys) if not fault.endswith("is not translated")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=UNFINISHED[name]))
        if name in UNFINISHED
        else name
        for name in languages.languages()
    ],
)
def test_every_sentence_is_translated(language: str) -> None:
    empty = [key for key, translation in languages.read(language).items() if not translation]
    assert not empty, f"{len(empty)} sentences of {language} are not translated, such as {empty[:5]}"


def test_what_may_be_english_is_said_and_is_english(keys: dict[str, str]) -> None:
    for language, key in languages.same_as_english():
        assert key in keys, f"{languages.SAME.name}: nobody says {key!r}"
        assert language == "*" or language in languages.languages()


def test_no_words_of_the_page_are_left_out() -> None:
    wrong = []
    for path in sorted(languages.WEB.glob("*.js")):
        if path.name not in ("language.js", "sw.js"):
            wrong += unsaid(path.read_text("utf-8"), path.name)
    assert not wrong, "\n".join(wrong)


# -- the tool itself --------------------------------------------------------------------------------------------------


def test_a_module_is_read_for_what_it_says() -> None:
    source = """
      const A = say("Open", {}, "a door"); // say("not this")
      const b = (n) => say("{n} " + "of them", { n, more: [say("inside")] });
      class Chat { say(what) { this.say("not this"); other.say("nor this"); } }
    """
    assert keys_of_module(source, "a.js") == ["Open | a door", "{n} of them", "inside"]


def test_what_cannot_be_found_is_refused() -> None:
    with pytest.raises(Unsaid, match=r"a\.js:1: say takes a string"):
        keys_of_module("say(words)", "a.js")


@pytest.mark.parametrize(
    "source", ['el("p", {}, "Take a seat");', "const a = `Hand ${n}`;", 'const b = "you are in the way";', 'x("Gone.")']
)
def test_words_that_are_not_said_are_found(source: str) -> None:
    assert len(unsaid(source, "a.js")) == 1


@pytest.mark.parametrize(
    "source",
    ['el("p", { class: "quiet round" }, say("Take a seat"))', 'event.key === "Escape"', "const a = `#/table/${id}`"],
)
def test_other_texts_are_let_be(source: str) -> None:
    assert unsaid(source, "a.js") == []


@pytest.mark.parametrize(
    ("language", "key", "translation", "fault"),
    [
        ("de", "{who} folds.", "", "is not translated"),
        ("de", "{who} folds.", "{wer} passt.", "has the places ['wer']: expected ['who']"),
        ("de", "{who} folds.", "{who passt.", "expected {name}"),
        ("de", "{n, plural, one {# a} other {# b}}", "{n, plural, other {# b}}", "has the forms ['other'] for n"),
        ("de", "{n, plural, one {# a} other {# b}}", "{n, plural, one {a} few {b} other {c}}", "has the forms"),
        ("de", "Fold", "Passen ", "begins or ends with a space"),
    ],
)
def test_a_wrong_translation_is_told(language: str, key: str, translation: str, fault: str) -> None:
    assert any(fault in found for found in faults(language, key, translation))


@pytest.mark.parametrize(
    ("language", "key", "translation"),
    [
        ("de", "{who} folds.", "{who} passt."),
        ("de", "Open | a door", "Offen"),
        ("fr", "{n, plural, one {# a} other {# b}}", "{n, plural, one {# a} many {# de b} other {# b}}"),
        ("de", "{place, selectordinal, one {#st} other {#th}}", "{place, selectordinal, other {#.}}"),
    ],
)
def test_a_good_translation_is_let_be(language: str, key: str, translation: str) -> None:
    assert faults(language, key, translation) == []


def test_updating_keeps_translations_and_drops_the_dead(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", tmp_path)
    (tmp_path / "de.json").write_text(json.dumps({"Dead": "Tot", "Fold": "Passen"}))
    assert languages.update("de", {"Fold": "", "Call": ""}) == (1, 1)
    assert list(languages.read("de").items()) == [("Call", ""), ("Fold", "Passen")]


def test_english_by_accident_is_told(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "LANGUAGES", tmp_path)
    monkeypatch.setattr(languages, "SAME", tmp_path / "same.txt")
    (tmp_path / "de.json").write_text(json.dumps({"Chat": "Chat", "Fold": "Fold"}))
    (tmp_path / "same.txt").write_text("# what players say anyway\nde Chat\n")
    assert check("de", {"Chat": "", "Fold": ""}) == ["de: 'Fold' is English: translate it, or list it in same.txt"]
