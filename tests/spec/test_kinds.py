"""The spec language's types."""

from __future__ import annotations

from bigslick.spec.kinds import BOOL, INT, PLAYER, TOKEN, UNKNOWN, Type, comparable, fits, list_of


def test_a_player_is_an_int_and_nothing_else_converts() -> None:
    assert fits(PLAYER, INT)
    assert not fits(INT, PLAYER)
    assert not fits(BOOL, INT)
    assert not fits(TOKEN, INT)
    assert comparable(INT, PLAYER)
    assert not comparable(BOOL, INT)


def test_lists_follow_their_items() -> None:
    assert fits(list_of(PLAYER), list_of(INT))
    assert not fits(list_of(INT), list_of(PLAYER))
    assert list_of(TOKEN).element == TOKEN


def test_an_unknown_type_fits_everywhere() -> None:
    assert fits(UNKNOWN, BOOL)
    assert fits(BOOL, UNKNOWN)


def test_types_in_words() -> None:
    assert str(list_of(TOKEN)) == "list of tokens"
    assert str(Type("row", "", "levels")) == "row of 'levels'"
    assert str(INT) == "int"
