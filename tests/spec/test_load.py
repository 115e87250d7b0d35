from __future__ import annotations

from pathlib import Path

import pytest

from bigslick.spec.load import MAX_BYTES, bundled, load, read_source
from bigslick.spec.problems import BadSpec
from bigslick.spec.source import MapNode, ScalarNode, plain, walk


def problems_of(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "doc.yaml"
    path.write_text(text)
    with pytest.raises(BadSpec) as caught:
        load([str(path)])
    return [f"{problem.place.line}:{problem.place.column} {problem.message}" for problem in caught.value.problems]


def value_of(tmp_path: Path, text: str) -> object:
    path = tmp_path / "doc.yaml"
    path.write_text(f"setup: {text}\n")
    [document] = load([str(path)])
    return plain(document.blocks[0].entries["setup"])


def test_document_s0_loads_unchanged(s0_path: str) -> None:
    [document] = load([s0_path])
    [block] = document.blocks
    assert {name: place.line for name, place in block.key_places.items()} == {
        "setup": 4,
        "turnStructure": 19,
        "turnOrder": 252,
        "actions": 255,
    }
    nodes = list(walk(block))
    assert sum(isinstance(node, MapNode) and "macro" in node.entries for node in nodes) == 38
    assert sum(isinstance(node, MapNode) and "conditionMacro" in node.entries for node in nodes) == 2


def test_every_node_knows_its_place(s0_path: str) -> None:
    [document] = load([s0_path])
    for node in walk(document.blocks[0]):
        assert 4 <= node.place.line <= 428
        if isinstance(node, ScalarNode) and isinstance(node.value, str) and node.place.width > 1:
            assert node.value.strip("$") in node.place.source.line(node.place.line)


def test_markdown_blocks_keep_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(
        "# Title\n\n```yaml\nsetup: []\n```\n\ntext\n\n```python\nno: [\n```\n\n~~~yaml\nactions: []\n~~~\n"
    )
    [document] = load([str(path)])
    assert [block.place.line for block in document.blocks] == [4, 14]


@pytest.mark.parametrize("text", ["setup:\n\t- x: 1\n", "setup:\n  - x\n\t- y\n", "\tsetup: []\n", "setup: |\n\tx\n"])
def test_a_tab_is_called_a_tab(tmp_path: Path, text: str) -> None:
    [problem] = problems_of(tmp_path, text)
    assert problem.endswith("not YAML: there is a tab here")


def test_a_block_that_is_never_closed_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "# Title\n```yaml\nsetup: []\n") == ["2:1 this YAML block is never closed"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("true", True),
        ("'no'", "no"),
        ('"010"', "010"),
        ("community:none", "community:none"),
        ("$x", "$x"),
        ("a-b", "a-b"),
    ],
)
def test_plain_words_mean_what_they_say(tmp_path: Path, text: str, value: object) -> None:
    found = value_of(tmp_path, text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "Yes",
        "on",
        "OFF",
        "y",
        "010",
        "0x1f",
        "0o17",
        "1_000",
        "1:30",
        "1.5",
        "1e3",
        ".inf",
        "2024-01-01",
        "True",
        "FALSE",
    ],
)
def test_what_yaml_would_twist_is_refused(tmp_path: Path, text: str) -> None:
    [problem] = problems_of(tmp_path, f"setup: {text}\n")
    assert problem.startswith("1:8 ")
    assert text in problem


def test_a_key_that_appears_twice_is_refused(tmp_path: Path) -> None:
    assert problems_of(tmp_path, "setup: []\nactions: []\nsetup: []\n") == ["3:1 the key 'setup' appears twice"]


@pytest.mark.parametrize("text", ["1: 2", "[a]: 2", "true: 3", "? {a: 1}\n: 2", "<<: {a: 1}"])
def test_keys_are_words(tmp_path: Path, text: str) -> None:
    assert len(problems_of(tmp_path, f"{text}\n")) == 1


@pytest.mark.parametrize("text", ["!!python/object:os.system x", "!mine x", "!!set {a: }", "!!binary aGk="])
def test_tags_are_refused(tmp_path: Path, text: str) -> None:
    assert problems_of(tmp_path, f"setup: {text}\n")


def test_an_alias_bomb_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert "grows past" in problems_of(tmp_path, "\n".join(lines))[0]


def test_an_alias_to_itself_is_refused(tmp_path: Path) -> None:
    assert "contains itself" in problems_of(tmp_path, "setup: &a [*a]\n")[0]


def test_deep_nesting_is_refused(tmp_path: Path) -> None:
    for depth in (150, 5000):
        [problem] = problems_of(tmp_path, "setup: " + "[" * depth + "]" * depth + "\n")
        assert "nested" in problem or "not YAML" in problem


def test_an_oversized_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(ValueError, match="larger than 1,000,000 bytes"):
        read_source(str(path))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "binary.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="not UTF-8"):
        read_source(str(path))


def test_broken_yaml_names_its_place(tmp_path: Path) -> None:
    [problem] = problems_of(tmp_path, "setup: [1, 2\nactions: }\n")
    assert "not YAML" in problem


def test_a_bundled_document_that_does_not_exist_is_named_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'holdem'"):
        read_source("std:holdm")


def test_bundled_documents() -> None:
    assert bundled() == [
        "betting", "eights", "five-card-draw", "holdem", "holdem-base", "kuhn", "leduc", "poker", "short-deck",
    ]  # fmt: skip


def test_imports_are_read_once_and_first(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("imports: [b.yaml, std:poker]\nsetup: []\n")
    (tmp_path / "b.yaml").write_text("imports: [a.yaml]\nactions: []\n")
    names = [Path(document.source.name).name for document in load([str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")])]
    assert names == ["b.yaml", "std:poker", "a.yaml"]


def test_an_import_that_is_missing_names_its_place(tmp_path: Path) -> None:
    [problem] = problems_of(tmp_path, "setup: []\nimports: [nowhere.yaml]\n")
    assert problem.startswith("2:11 cannot import 'nowhere.yaml'")


SECRET = "root:x:0:0:super secret\n"


@pytest.mark.parametrize("way", ["absolute", "above", "link", "folder"])
def test_an_import_from_outside_is_refused_and_never_quoted(tmp_path: Path, way: str) -> None:
    """A document can come from anyone, so the error must not quote the file it points at."""
    outside = tmp_path / "secret"
    outside.write_text(SECRET)
    inside = tmp_path / "games"
    (inside / "deep").mkdir(parents=True)
    (inside / "link").symlink_to(outside)
    wanted = {"absolute": str(outside), "above": "../secret", "link": "link", "folder": "deep/../../secret"}[way]
    document = inside / "game.yaml"
    document.write_text(f"imports: [{wanted}]\n")
    with pytest.raises(BadSpec) as caught:
        load([document])
    assert "secret" not in str(caught.value).replace(wanted, "")
    assert "super" not in str(caught.value)
    assert f"cannot import '{wanted}' from outside" in str(caught.value)
    assert "expected a file in the folder of the document you named" in str(caught.value)


def test_an_import_may_lie_below_and_come_back_up(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "game.yaml").write_text("imports: [parts/one.yaml]\n")
    (tmp_path / "parts" / "one.yaml").write_text("imports: [../two.yaml]\n")
    (tmp_path / "two.yaml").write_text("setup: []\n")
    names = [Path(document.source.name).name for document in load([tmp_path / "game.yaml"])]
    assert names == ["two.yaml", "one.yaml", "game.yaml"]
    with pytest.raises(BadSpec, match="from outside"):
        load([tmp_path / "parts" / "one.yaml"])


def test_a_bundled_document_imports_no_files() -> None:
    for name in bundled():
        assert all(document.source.name.startswith("std:") for document in load([f"std:{name}"]))
