"""Sources, places and nodes."""

from __future__ import annotations

from bigslick.spec.source import ListNode, MapNode, Node, Place, ScalarNode, Source, describe, plain, walk

TEXT = Source.of("game.yaml", "zones:\r\n  - deck\rend")
HERE = Place(TEXT, 2, 5, 4)


def test_lines_are_counted_as_yaml_counts_them() -> None:
    assert TEXT.lines == ("zones:", "  - deck", "end")
    assert TEXT.line(2) == "  - deck"
    assert TEXT.line(0) == TEXT.line(4) == ""
    assert str(HERE) == "game.yaml:2:5"


def tree() -> tuple[Node, Node]:
    leaf = ScalarNode(HERE, 3)
    return MapNode(HERE, {"zones": ListNode(HERE, [leaf])}, {"zones": HERE}), leaf


def test_a_tree_is_walked_and_turned_into_data() -> None:
    top, leaf = tree()
    assert list(walk(top))[-1] is leaf
    assert plain(top) == {"zones": [3]}


def test_nodes_in_words() -> None:
    top, leaf = tree()
    assert describe(leaf) == "the int 3"
    assert describe(top) == "a mapping with 'zones'"
    assert describe(ScalarNode(HERE, True)) == "the boolean true"
    assert describe(ScalarNode(HERE, None)) == "nothing"
    assert describe(ListNode(HERE, [])) == "an empty list"
