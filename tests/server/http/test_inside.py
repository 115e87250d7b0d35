"""The internals of uvicorn and websockets that the server builds on."""

from __future__ import annotations

import pytest
import uvicorn

from bigslick.server.http import inside
from bigslick.server.http.inside import changes, check_inside


def test_the_libraries_are_as_they_were() -> None:
    assert changes() == []


def test_another_release_is_served_if_its_inside_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "0.99.1")
    check_inside()


def test_another_release_whose_inside_differs_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    server = uvicorn.server.Server
    monkeypatch.setitem(inside._SIGNATURES, (server, "on_tock"), "(self)")
    check_inside()  # the tested release is not checked
    monkeypatch.setattr(uvicorn, "__version__", "0.540.0")
    sentence = r"uvicorn 0\.540\.0 \(Server has no on_tock\): pip install 'uvicorn==0\.54\.\*'"
    with pytest.raises(ImportError, match=sentence):
        check_inside()
    monkeypatch.setitem(inside._SIGNATURES, (server, "on_tick"), "(self)")
    assert [sentence.partition(" takes")[0] for sentence in changes()] == ["Server.on_tick", "Server has no on_tock"]


def test_an_attribute_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(inside._ATTRIBUTES, uvicorn.server.Server, "should_exit sails")
    assert changes() == ["Server has no sails"]
