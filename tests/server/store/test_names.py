"""Players' names by id."""

from bigslick.server.store.names import Names, NamesTogether


def test_a_player_is_shown_by_the_present_name_and_a_house_bot_by_its_own() -> None:
    names = Names({"p1": "Jurgen"})
    assert (names.name_of("p1"), names.name_of("tag 1")) == ("Jurgen", "Ada")
    names.put("p1", "Jürgen")
    assert names.name_of("p1") == "Jürgen"


def test_a_player_is_found_by_the_present_name_however_it_is_capitalized() -> None:
    names = Names({"p1": "Jurgen", "p2": "ann"})
    names.put("p1", "Jürgen")
    names.put("p3", "jurgen")
    names.put("p2", "Ann")
    assert [names.id_of(name) for name in ("JÜRGEN", "Jurgen", "ANN", "bob")] == ["p1", "p3", "p2", None]


def test_guests_share_names_and_are_told_apart_in_a_list() -> None:
    names = Names({"p1": "Tom"})
    names.put("g1", "tom", guest=True)
    names.put("g2", "Tom", guest=True)
    assert names.id_of("TOM") == "p1"
    assert [names.name_of(player) for player in ("p1", "g1", "g2")] == ["Tom", "tom", "Tom"]
    together = NamesTogether(names, ["g1", "p1", "g1", "tag 1"])
    assert [together.name_of(player) for player in ("g2", "g1", "p1", "tag 1")] == ["Tom 3", "tom", "Tom 2", "Ada"]
    assert [together.id_of(name) for name in ("TOM", "tom 2", "tom 3", "tom 4")] == ["g1", "p1", "g2", None]
    names.put("p1", "Thomas")
    assert names.id_of("Tom") is None
