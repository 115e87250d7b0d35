"""Sentences that know their templates, and templates that are refused."""

from __future__ import annotations

import pickle

import pytest

from bigslick.sentence import BadTemplate, Sentence, Slot, parse, say


def test_a_sentence_reads_as_english_and_keeps_its_parts() -> None:
    said = say("{name} has {chips} chips, 'all' of them", name="ann", chips=12_500)
    assert said == "ann has 12,500 chips, 'all' of them"
    assert isinstance(said, str)
    assert said.template == "{name} has {chips} chips, 'all' of them"
    assert said.values == {"name": "ann", "chips": 12_500}
    assert type(str(said)) is str, "plain text goes on the wire"


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "nobody waits"), (1, "1 player waits"), (2, "2 players wait"), (1_000, "1,000 players wait")],
)
def test_a_number_chooses_the_form(count: int, expected: str) -> None:
    template = "{count, plural, =0 {nobody waits} one {# player waits} other {# players wait}}"
    assert say(template, count=count) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (21, "21st"), (112, "112th")],
)
def test_a_rank_chooses_its_ending(place: int, expected: str) -> None:
    assert say("{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", place=place) == expected


def test_a_form_may_have_places_of_its_own_and_a_hash_elsewhere_means_itself() -> None:
    said = say("#1: {count, plural, one {{who} has # chip} other {{who} has # chips}}", count=2, who="bob")
    assert said == "#1: bob has 2 chips"


def test_a_sentence_may_stand_in_another() -> None:
    inner = say("The database is away")
    outer = say("{trouble}: try again.", trouble=inner)
    assert outer == "The database is away: try again."
    assert outer.values["trouble"] is inner


def test_an_amount_of_chips_reads_as_a_number() -> None:
    assert say("{chips, chips} of {most,chips }", chips=12_500, most=5) == "12,500 of 5"
    assert [part.kind for part in parse("{a, chips}{b}") if isinstance(part, Slot)] == ["chips", ""]


def test_sentences_survive_a_copy() -> None:
    said = say("seat {seat}", seat=3)
    copied = pickle.loads(pickle.dumps(said))
    assert isinstance(copied, Sentence)
    assert (copied, copied.template, copied.values) == (said, said.template, said.values)


@pytest.mark.parametrize(
    "template",
    [
        "{",
        "a } b",
        "{a b}",
        "{n, plural, one {#}}",
        "{n, plural, one {# hand} other {# hands}",
        "{n, select, a {b}}",
        "{n, chips, one {#} other {#}}",
    ],
)
def test_a_template_that_cannot_be_read_is_refused(template: str) -> None:
    with pytest.raises(BadTemplate):
        parse(template)


def test_a_place_without_a_value_is_refused() -> None:
    with pytest.raises(BadTemplate, match=r"nothing is given for \{name\}"):
        say("{name} folds")


def test_only_a_number_chooses_a_form() -> None:
    with pytest.raises(TypeError, match="is not a number"):
        say("{n, plural, one {#} other {#}}", n="many")
