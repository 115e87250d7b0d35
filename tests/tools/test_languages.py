"""Five languages: every sentence of page and server is there, translated, and can be filled in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tools import languages
from tools.languages import check, faults, keys_of_module, templates, unsaid
from tools.server_sentences import Unsaid, sentences


@pytest.fixture(scope="module")
def keys() -> dict[str, str]:
    """Return every sentence that page and server use."""
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


@pytest.mark.parametrize("language", languages.languages())
def test_every_sentence_is_translated(language: str) -> None:
    empty = [key for key, translation in languages.read(language).items() if not translation]
    assert not empty, f"{len(empty)} sentences of {language} are not translated, such as {empty[:5]}"


def test_what_may_be_english_is_said_and_is_english(keys: dict[str, str]) -> None:
    for language, key in languages.same_as_english():
        assert key in keys, f"{languages.SAME.name}: nobody says {key!r}"
        assert language == "*" or language in languages.languages()


def test_no_words_of_the_page_are_left_out() -> None:
    wrong = []
    for path in sorted(languages.WEB.rglob("*.js")):
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


TAKES_A_SENTENCE = """
class Banned(BigslickError):
    pass
class StillBanned(Banned):
    pass
class Refused(BigslickError):
    def __init__(self, status: int, sentence: str) -> None: ...
class DamagedStream(BigslickError):
    pass
class Socket:
    def close(self, code: int, sentence: str) -> None: ...
async def show_out(room: Room, player: str, sentence: str, club: str = "") -> None: ...
def check(player: str, refusal: Sentence) -> None: ...
"""


@pytest.mark.parametrize(
    "call",
    [
        'show_out(room, player, f"You are not in {club} any more.")',
        'show_out(room, player, sentence=f"You are not in {club} any more.")',
        'socket.close(4000, "Gone: " + why)',
        'check(player, "{} is gone".format(player))',
        'raise Banned(f"{player} is banned")',
        'raise StillBanned(f"{player} is banned")',
        'raise Refused(409, "yes" if yes else f"no, {player}")',
        'mine, words = 1, f"{player} is gone"; raise Refused(409, words)',
    ],
)
def test_a_sentence_of_the_server_that_is_not_said_is_refused(call: str) -> None:
    source = f"def act(room, player, club, why, yes):\n    {call}\n"
    modules = {"server/room.py": TAKES_A_SENTENCE, "server/http/api.py": source}
    with pytest.raises(Unsaid, match=r"server/http/api\.py:2: a sentence with values in it is made by say"):
        list(sentences(modules))


def test_sentences_of_the_server_are_found_wherever_they_are_taken() -> None:
    source = """
def act(room, socket, player, code):
    show_out(room, player, "You are out.")
    show_out(room, player, say("{player} is out.", player=player))
    socket.close(code, "Gone." if code else "Come back.")
    words = "Wait."
    raise Banned(words)
    raise Refused(409, "Not now.")
    raise DamagedStream(f"{player} is for the log")
    other.say("not this")
"""
    found = [key for key, _ in sentences({"server/room.py": TAKES_A_SENTENCE, "server/http/api.py": source})]
    assert found == ["You are out.", "{player} is out.", "Gone.", "Come back.", "Wait.", "Not now."]


@pytest.mark.parametrize(
    ("language", "key", "translation", "fault"),
    [
        ("de", "{who} folds.", "", "is not translated"),
        ("de", "{who} folds.", "{wer} passt.", "has the places ['wer']: expected ['who']"),
        ("de", "{who} folds.", "{who passt.", "expected {name}"),
        ("de", "{n, plural, one {# a} other {# b}}", "{n, plural, other {# b}}", "has the forms ['other'] for n"),
        ("de", "{n, plural, one {# a} other {# b}}", "{n, plural, one {a} few {b} other {c}}", "has the forms"),
        ("de", "bet {to, chips}", "setzen: {to}", "writes to otherwise than the English"),
        ("de", "bet {to}", "setzen: {to, chips}", "writes to otherwise than the English"),
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
