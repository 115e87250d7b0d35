"""Fonts without the network: Europe's letters in our own, the rest from the machine."""

from __future__ import annotations

import pytest

from bigslick.server.drawing import fonts


def test_our_own_font_has_the_letters_of_europe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "INSTALLED", ())
    for name in ("Jürgen", "José", "Zoë", "Łukasz", "Şebnem", "Ђорђе", "Θανάσης", "Nguyễn", "O'Brien · 5/10…"):
        assert fonts.font_for(name, 40) is not None, name
    assert fonts.font_for("日本", 40) is None, "a word that can be drawn replaces it"
