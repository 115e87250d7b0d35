"""Players' names by id."""

from bigslick.server.store.names import Names


def test_a_player_is_shown_by_the_present_name_and_a_house_bot_by_its_id() -> None:
    names = Names({"p1": "Jurgen"})
    assert (names.name_of("p1"), names.name_of("tag 1")) == ("Jurgen", "tag 1")
    names.put("p1", "Jürgen")
    assert names.name_of("p1") == "Jürgen"


def test_a_player_is_found_by_the_present_name_however_it_is_capitalized() -> None:
    names = Names({"p1": "Jurgen", "p2": "ann"})
    names.put("p1", "Jürgen")
    names.put("p3", "jurgen")
    names.put("p2", "Ann")
    assert [names.id_of(name) for name in ("JÜRGEN", "Jurgen", "ANN", "bob")] == ["p1", "p3", "p2", None]
