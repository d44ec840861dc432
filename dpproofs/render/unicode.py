"""LaTeX formulas as a line of Unicode, which a person reads on a terminal.

Blanks before operators and relations, and after commas, are where a line may be broken; all others
are `FIRM`.
"""

# ruff: noqa: RUF001  # signs that look like others are what this is about

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from dpproofs.render import layout, unicode_signs
from dpproofs.render.prose import FUNCTIONS

FIRM: Final = "\xa0"  # a blank at which no line is broken
UNBROKEN: Final = 36  # signs of a pair of brackets in which none is
_LONGEST: Final = 5  # signs of an exponent that is raised
_FACTORS: Final = frozenset(("atom", "fraction", "word", "big", "open", "close"))
_UNARY: Final = frozenset(
    ("start", "relation", "operator", "open", "comma", "big", "text", "slash", "blank", "unary")
)
_GOING_ON: Final = frozenset(("relation", "operator", "unary", "text"))  # a line above


@dataclass(frozen=True)
class _Piece:
    """A sign or more that stay together; the kind says what may stand beside it."""

    text: str
    kind: str


def line(latex: str) -> str:
    """A formula as one line of Unicode; a sign that is not known is left as it is written.

    >>> line(r"\\frac{b^{k}}{2 \\Delta w} \\le e^{- \\epsilon}").split()
    ['bᵏ/(2Δw)', '≤', 'e^(−ε)']
    """
    return _line(latex)


@lru_cache(maxsize=1 << 12)  # the same formulas recur in a proof
def _line(latex: str) -> str:
    try:
        return _firm(_joined(_Reader(layout.tokens(latex)).row()).strip())
    except (IndexError, ValueError):  # brackets of somebody's LaTeX that are not closed
        return latex


def _firm(text: str) -> str:
    """The same, to be broken in no short pair of brackets."""
    found, opened = list(text), list[int]()
    for place, sign in enumerate(text):
        if sign in "([{":
            opened.append(place)
        elif sign in ")]}" and opened and place - (start := opened.pop()) <= UNBROKEN:
            found[start:place] = text[start:place].replace(" ", FIRM)
    return "".join(found)


# -- reading ---------------------------------------------------------------------------------------


class _Reader:
    """Reads the tokens of a formula into pieces."""

    def __init__(self, found: Sequence[str]) -> None:
        self.found, self.place = found, 0
        self.opened: list[str] = []  # by brackets that grow

    def row(self, stop: str | None = None) -> list[_Piece]:
        """The pieces up to a mark that ends the group."""
        pieces: list[_Piece] = []
        while self.place < len(self.found):
            mark = self.found[self.place]
            self.place += 1
            if mark == stop:
                break
            if mark == "'" and pieces:
                pieces[-1] = replace(pieces[-1], text=f"{pieces[-1].text}′")
            elif mark in ("^", "_") and pieces:
                pieces[-1] = _scripted(pieces[-1], self.argument(), mark)
            else:
                more = self.one(mark, pieces)
                if pieces and more and pieces[-1].kind == more[0].kind == "digit":
                    more[0] = replace(more[0], text=pieces.pop().text + more[0].text)
                pieces += more
        return pieces

    def one(self, mark: str, before: Sequence[_Piece]) -> list[_Piece]:
        """The pieces of a mark with what it takes as arguments."""
        if mark in _TAKING:
            return _TAKING[mark](self, mark)
        if mark in unicode_signs.BIG:
            return [self.big(unicode_signs.BIG[mark])]
        if mark in unicode_signs.ACCENTS:
            return [_Piece(_joined(self.argument()) + unicode_signs.ACCENTS[mark], "atom")]
        if mark in unicode_signs.FONTS:
            return self.font(mark)
        if mark == r"\," and self.next() == "d":  # of an integral
            return [_Piece(FIRM, "blank")]
        if mark.isspace() or mark in unicode_signs.SILENT:
            return []
        if mark in unicode_signs.BLANKS:
            return [_Piece(unicode_signs.BLANKS[mark], "blank")]
        return [self.sign(mark, before[-1].kind if before else "start")]

    def sign(self, mark: str, before: str) -> _Piece:
        """A mark that takes no argument, behind one of some kind."""
        if mark == ":" and self.next() == "=":
            self.place += 1
            mark = ":="
        if mark in unicode_signs.OPERATORS:
            unary = before in _UNARY
            return _Piece(unicode_signs.OPERATORS[mark], "unary" if unary else "operator")
        if mark in unicode_signs.BARS:
            closes = before in ("atom", "fraction", "close", "digit")
            return _Piece(unicode_signs.BARS[mark], "close" if closes else "open")
        for kind, table in unicode_signs.KINDS.items():
            if mark in table:
                return _Piece(table[mark], kind)
        name = mark.removeprefix("\\")
        if name in FUNCTIONS or (len(name) > 1 and name not in unicode_signs.GREEK):
            return _Piece(name if name.isalpha() else mark, "word")
        number = name.isdigit() or (name == "." and self.next().isdigit())
        return _Piece(unicode_signs.GREEK.get(name, name), "digit" if number else "atom")

    def next(self) -> str:
        """The next mark that is no blank, without taking it."""
        rest = (mark for mark in self.found[self.place :] if not mark.isspace())
        return next(rest, "")

    def argument(self) -> list[_Piece]:
        """The pieces of the next argument: a group, or one mark."""
        while self.place < len(self.found) and self.found[self.place].isspace():
            self.place += 1
        if self.place == len(self.found):
            return []
        mark = self.found[self.place]
        self.place += 1
        return self.row("}") if mark == "{" else self.one(mark, ())

    def raw(self) -> str:
        """A braced argument as it is written."""
        self.next()
        while self.found[self.place] != "{":
            self.place += 1
        start, depth = self.place + 1, 1
        while depth:
            self.place += 1
            depth += (self.found[self.place] == "{") - (self.found[self.place] == "}")
        self.place += 1
        return "".join(self.found[start : self.place - 1])

    # -- what takes arguments ----------------------------------------------------------------------

    def group(self, _mark: str) -> list[_Piece]:
        """A group; one that has an exponent and needs brackets gets them."""
        inside = self.row("}")
        if self.next() in ("^", "_") and _rank(inside) > 0:
            return [_Piece(f"({_joined(inside)})", "atom")]
        return inside

    def delimiter(self, mark: str) -> list[_Piece]:
        """A bracket that grows, which opens or closes as it says."""
        sign = self.next()
        while self.found[self.place] != sign:
            self.place += 1
        self.place += 1
        text = {**unicode_signs.OPEN, **unicode_signs.CLOSE, **unicode_signs.BARS, ".": ""}.get(
            sign, sign
        )
        if mark == r"\left":
            self.opened.append(text)
        elif self.opened.pop() == "{" and not text:  # of cases
            text = "}"
        return [_Piece(text, "open" if mark == r"\left" else "close")] if text else []

    def fraction(self, _mark: str) -> list[_Piece]:
        """A fraction."""
        return [_fraction(self.argument(), self.argument())]

    def choices(self, _mark: str) -> list[_Piece]:
        """A binomial coefficient."""
        upper, lower = _joined(self.argument()), _joined(self.argument())
        return [_Piece(f"C({upper}, {lower})", "atom")]

    def below(self, _mark: str) -> list[_Piece]:
        """An operator with what stands below it."""
        below, head = _joined(self.argument()), _joined(self.argument())
        return [_Piece(f"{head}[{below}]", "big")]

    def operator(self, _mark: str) -> list[_Piece]:
        """Something that is set like the sign of a sum."""
        return [self.big(_joined(self.argument()))]

    def root(self, _mark: str) -> list[_Piece]:
        """A root; its degree stands in square brackets."""
        degree = ""
        if self.next() == "[":
            self.place = self.found.index("[", self.place) + 1
            degree = _joined(self.row("]"))
        inside = self.argument()
        text = _joined(inside)
        body = text if len(text) == 1 else f"({text})"
        root = unicode_signs.ROOTS.get(degree, degree.translate(unicode_signs.RAISED) + "√")
        return [_Piece(root + body, "atom")]

    def words(self, mark: str) -> list[_Piece]:
        """Text with formulas between dollar signs, or the name of an operator."""
        text = self.raw()
        if mark != r"\text":
            head = text.replace(r"\,", FIRM)
            return [self.big(head)] if self.next() == "_" else [_Piece(head, "word")]
        parts = text.split("$")
        shown = "".join(_line(part) if place % 2 else part for place, part in enumerate(parts))
        return [_Piece(re.sub(r"\s+", " ", shown.replace(r"\ ", " ")), "text")]

    def big(self, head: str) -> _Piece:
        """A sum, an integral or a limit, with its ends in square brackets."""
        ends = {}
        while self.next() in ("_", "^", r"\limits"):
            mark = self.next()
            self.place = self.found.index(mark, self.place) + 1
            if mark != r"\limits":
                ends[mark] = _joined(self.argument()).replace(" ", FIRM)
        if not ends:
            return _Piece(head, "word" if head.isalpha() else "big")
        told = f"{FIRM}…{FIRM}".join(ends[mark] for mark in ("_", "^") if mark in ends)
        return _Piece(f"{head}[{told}]", "big")

    def font(self, mark: str) -> list[_Piece]:
        """A letter or a name in another font."""
        text = _joined(self.argument())
        if mark == r"\mathbb":
            text = unicode_signs.BLACKBOARD.get(text, text)
        return [_Piece(text, "word" if len(text) > 1 or text == "E" else "atom")]

    def environment(self, mark: str) -> list[_Piece]:
        """Rows of formulas, one after the other; those of cases are told apart."""
        name = self.raw()
        if mark == r"\end":
            return []
        if name == "array":
            self.raw()
        start = self.place
        while self.found[self.place :] and not self.ends(name):
            self.place += 1
        inside = self.found[start : self.place]
        rows = (
            _Reader(layout.tokens(row.removeprefix(r"\\"))).row()
            for row in layout.split("".join(inside), frozenset((r"\\",)))
        )
        if name == "cases":
            told = "; ".join(_joined(row).strip().rstrip(",") for row in rows)
            return [_Piece(f"{{{told}}}", "text")]
        text, last = "", "text"
        for row in filter(None, rows):
            goes_on = row[0].kind in _GOING_ON or last == "text" or text.endswith((",", ":", ";"))
            text += (" " if goes_on else ";  ") * bool(text) + _joined(row).strip()
            last = row[-1].kind
        return [_Piece(text, "text")]

    def ends(self, name: str) -> bool:
        """Whether an environment ends here."""
        return "".join(self.found[self.place : self.place + len(name) + 3]) == rf"\end{{{name}}}"


_TAKING: Final[Mapping[str, Callable[[_Reader, str], list[_Piece]]]] = {
    "{": _Reader.group, r"\left": _Reader.delimiter, r"\right": _Reader.delimiter,
    r"\frac": _Reader.fraction, r"\dfrac": _Reader.fraction, r"\tfrac": _Reader.fraction,
    r"\binom": _Reader.choices, r"\sqrt": _Reader.root, r"\underset": _Reader.below,
    r"\mathop": _Reader.operator, r"\text": _Reader.words, r"\operatorname": _Reader.words,
    r"\operatorname*": _Reader.words, r"\begin": _Reader.environment,
    r"\end": _Reader.environment,
}  # fmt: skip


def _scripted(base: _Piece, script: list[_Piece], mark: str) -> _Piece:
    """A piece with an exponent or an index."""
    text = _joined(script)
    close = text.replace(" ", "").replace(FIRM, "")
    table = unicode_signs.RAISED if mark == "^" else unicode_signs.LOWERED
    hangs = mark == "^" and _INDEXED.search(base.text) is not None
    if all(ord(sign) in table for sign in close) and len(close) <= _LONGEST and not hangs:
        return replace(base, text=base.text + close.translate(table))
    if close in ("′", "c"):
        return replace(base, text=base.text + close)
    alone = _rank(script) == 0 and "|" not in close
    body = close if alone else f"({text.replace(' ', FIRM)})"
    return replace(base, text=f"{base.text}{mark}{body}")


def _fraction(above: list[_Piece], below: list[_Piece]) -> _Piece:
    """A fraction on one line."""
    numerator, denominator = _joined(above), _joined(below)
    if (known := unicode_signs.PARTS.get(f"{numerator}/{denominator}")) is not None:
        return _Piece(known, "atom")
    if _rank(above) > 1:
        numerator = f"({numerator})"
    if _rank(below) > 0 and not _DIFFERENTIAL.fullmatch(denominator):
        denominator = f"({denominator})"
    return _Piece(f"{numerator}/{denominator}", "fraction")


def _rank(pieces: Sequence[_Piece]) -> int:
    """How loosely pieces hang together: 0 one thing, 1 a product, 2 a sum, 3 a relation."""
    depth, rank, factors = 0, 0, 0
    for piece in pieces:
        depth -= piece.kind == "close"
        if depth == 0 and piece.kind != "close":
            rank = max(rank, _RANKS.get(piece.kind, 0))
            factors += 1 + (piece.kind == "big")
        depth += piece.kind == "open"
    return max(rank, int(factors > 1 and not _applied(pieces)))


_RANKS: Final = {
    "relation": 3, "comma": 3, "text": 3, "operator": 2, "unary": 2, "slash": 1, "fraction": 1,
}  # fmt: skip


def _applied(pieces: Sequence[_Piece]) -> bool:
    """Whether pieces are a name with what it is applied to, in brackets."""
    kinds = [piece.kind for piece in pieces]
    if len(kinds) < 3 or kinds[1] != "open" or kinds[-1] != "close" or kinds.count("open") > 1:
        return False
    return kinds[0] == "word" or (kinds[0] == "atom" and {*kinds[2:-1]} <= {"atom", "comma"})


# -- writing ---------------------------------------------------------------------------------------


def _joined(pieces: Sequence[_Piece]) -> str:
    """Pieces as a line."""
    text, before = "", _Piece("", "start")
    for place, piece in enumerate(pieces):
        after = pieces[place + 1].kind if place + 1 < len(pieces) else "end"
        multiplied = before.kind in _FACTORS - {"open"} or after in _FACTORS - {"close"}
        shown = f"({piece.text})" if piece.kind == "fraction" and multiplied else piece.text
        text += _between(before, piece) + shown
        before = piece
    return text


def _between(before: _Piece, piece: _Piece) -> str:
    """The blank between two pieces."""
    if before.kind in ("start", "blank") or piece.kind in ("blank", "comma", "slash"):
        return ""
    if piece.kind in ("relation", "operator"):
        return " "
    if before.kind in ("relation", "operator", "big"):
        return FIRM
    if before.kind == "comma":
        return " "
    if before.kind == "word":
        return "" if piece.kind in ("close", "text") or piece.text in _BRACKETS else FIRM
    if piece.kind in ("word", "big") and before.kind in _FACTORS - {"open"} | {"digit"}:
        return FIRM
    if piece.kind == "digit" and before.kind in ("atom", "close", "fraction"):
        return "·"
    hanging = _HANGING.search(before.text) is not None and before.kind in ("atom", "digit")
    return FIRM if hanging and piece.kind in _FACTORS - {"close"} else ""


_BRACKETS: Final = frozenset("([{")
_INDEXED: Final = re.compile(r"_[^()\s]+$")  # with an index that is not lowered
_DIFFERENTIAL: Final = re.compile(r"[d∂][^\W\d_]")
_HANGING: Final = re.compile(r"\^[^()\s]+$")  # an exponent that is not raised
