"""Tokenize JavaScript, well enough to find calls and texts in the page's modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_SPACE: Final = re.compile(r"\s+")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_STRING: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_REGEX: Final = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_NAME: Final = re.compile(r"[A-Za-z_$#][\w$]*")
_NUMBER: Final = re.compile(r"\d[\w.]*")
_SIGN: Final = re.compile(r"=>|\.\.\.|\?\?=?|\?\.|&&|\|\||[=!]=?=?|[<>]=?|[-+*/%]=?|[{}()\[\];,.?:&|~^!@]")
_VALUE_ENDS: Final = {"name", "number", "string", "template", "regex"}
_WORDS_BEFORE_A_VALUE: Final = {
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "await",
    "throw",
    "new",
    "delete",
    "void",
    "else",
}


class Token(NamedTuple):
    """A token: its kind, its source text, and where it starts."""

    kind: str
    text: str
    at: int

    @property
    def value(self) -> str:
        """Return the value of a string literal."""
        return str(ast.literal_eval(self.text))  # JavaScript and Python write strings the same way


def tokens(source: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """Yield a module's tokens without spaces and comments; the inside of `${…}` follows its template literal."""
    at, last = start, Token("sign", ";", start)
    end = len(source) if end is None else end
    while at < end:
        if found := _SPACE.match(source, at) or _COMMENT.match(source, at):
            at = found.end()
            continue
        inner: list[tuple[int, int]] = []
        if source[at] == "`":
            close, inner = _template(source, at)
            last = Token("template", source[at:close], at)
        elif found := _STRING.match(source, at):
            last = Token("string", found[0], at)
        elif source[at] == "/" and not _is_value(last) and (found := _REGEX.match(source, at)):
            last = Token("regex", found[0], at)
        elif found := _NAME.match(source, at):
            last = Token("name", found[0], at)
        elif found := _NUMBER.match(source, at):
            last = Token("number", found[0], at)
        elif found := _SIGN.match(source, at):
            last = Token("sign", found[0], at)
        else:
            raise ValueError(f"no token at {at}: {source[at : at + 40]!r}")
        yield last
        at += len(last.text)
        for begin, close in inner:
            yield from tokens(source, begin, close)


def _is_value(token: Token) -> bool:
    if token.kind == "name":
        return token.text not in _WORDS_BEFORE_A_VALUE
    return token.kind in _VALUE_ENDS or token.text in (")", "]", "}")


def _template(source: str, start: int) -> tuple[int, list[tuple[int, int]]]:
    """Return where a template literal ends, and the ranges of its expressions."""
    at, inner = start + 1, []
    while source[at] != "`":
        if source[at] == "\\":
            at += 2
        elif source.startswith("${", at):
            begin, depth, at = at + 2, 1, at + 2
            while depth:
                if source[at] == "`":
                    at, _ = _template(source, at)
                    continue
                if found := _STRING.match(source, at):
                    at = found.end()
                    continue
                depth += {"{": 1, "}": -1}.get(source[at], 0)
                at += 1
            inner.append((begin, at - 1))
        else:
            at += 1
    return at + 1, inner


def texts(literal: str) -> list[str]:
    """Return the texts of a template literal between its expressions."""
    _, inner = _template(literal, 0)
    found, at = [], 1
    for begin, close in inner:
        found.append(literal[at : begin - 2])
        at = close + 1
    return [*found, literal[at:-1]]
