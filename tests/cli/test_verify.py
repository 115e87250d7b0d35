"""`bigslick verify`: what was proved, what was not, and proofs that lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bigslick.protocol.encoding import encode
from bigslick.protocol.fairness import Proof, SealNote
from bigslick.server.store.histories import proof_for
from tests.cli.conftest import Refused, Run
from tests.server.hands import played


@pytest.fixture
def proof() -> Proof:
    return proof_for(played("t1", 3), "ada")


def test_an_honest_hand(run: Run, tmp_path: Path, proof: Proof) -> None:
    file = tmp_path / "hand.json"
    file.write_bytes(encode(proof))
    done = run("verify", file)
    assert done.code == 0
    assert "Proved:" in done.out
    assert "Not proved:" in done.out
    assert "Cannot be true" not in done.out
    seed = proof.seeds[0].seed
    found = run("verify", file, "--root", proof.root.upper(), "--own-seed", seed, "--json").json
    assert found["holds"] is True
    assert found["lies"] == []
    assert any("the root is the one you noted" in sentence for sentence in found["proved"])
    assert any("Your seed is mixed in" in sentence for sentence in found["proved"])


def test_a_note_says_what_was_sealed(run: Run, tmp_path: Path, proof: Proof) -> None:
    file, note = tmp_path / "hand.json", tmp_path / "note.json"
    file.write_bytes(encode(proof))
    promises = {seat: added.promise for seat, added in proof.seeds.items()}
    noted = SealNote(table="t1", hand=3, root=proof.root, promises=promises, seat=0, seed=proof.seeds[0].seed)
    note.write_bytes(encode(noted))
    assert run("verify", file, "--note", note).code == 0
    wrong: list[dict[str, Any]] = [{"root": "ab" * 32}, {"seed": "cd" * 32}, {"promises": {}}, {"hand": 4}]
    for changes in wrong:
        note.write_bytes(encode(msgspec.structs.replace(noted, **changes)))
        assert run("verify", file, "--note", note).code == 1


def test_a_lie(run: Run, tmp_path: Path, proof: Proof) -> None:
    file = tmp_path / "hand.json"
    file.write_bytes(encode(msgspec.structs.replace(proof, openings=(proof.openings[0],) * 2, root="00" * 32)))
    done = run("verify", file)
    assert done.code == 1
    assert "Cannot be true:" in done.out
    done = run("verify", file, "--json")
    assert done.code == 1
    assert done.json["holds"] is False


def test_what_cannot_be_read(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    assert "hand.json" in refused("verify", file)
    file.write_text("{}")
    assert "not the proof of a hand" in refused("verify", file)
