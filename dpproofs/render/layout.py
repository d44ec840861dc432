"""How wide a formula is, roughly, and where it can be broken into lines.

LaTeX is not asked: the estimate must be the same on every machine, and only has to be good enough
to choose the places. What still is too wide is scaled down by the style file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_SHORT: Final = 4.0  # what is not worth a line
LINE: Final = 48.0  # width of a line of the book, in em of its formulas
SCREEN: Final = 36.0  # the same for pages on a screen

_SIZES: Final = (1.0, 1.0, 0.72, 0.56)  # of TeX's four styles
_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.)|\s+|.", re.DOTALL)
_RELATIONS = frozenset(
    (
        "=", "<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq", r"\iff", r"\to",
        r"\Rightarrow", r"\implies", r"\sim", r"\approx", r":=", r"\in",
    )
)  # fmt: skip
_BREAKS: Final = _RELATIONS - {r"\in", r"\to"}
_BINARY = frozenset(("+", "-", r"\cdot", r"\times", r"\pm", r"\cap", r"\cup"))
_OPENERS = _RELATIONS | {"(", "["}
_SPACES = {r"\,": 0.17, r"\:": 0.22, r"\;": 0.28, r"\!": -0.17, r"\ ": 0.33, r"\quad": 1.0,
           r"\qquad": 2.0}  # fmt: skip
_NOTHING = frozenset(
    (
        "{", "}", "&", r"\mathbb", r"\mathrm", r"\mathcal", r"\operatorname",
        r"\operatorname*", r"\hat", r"\displaystyle",
    )
)  # fmt: skip
_GROWING = frozenset((r"\left", r"\right", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr"))
_NARROW = frozenset("()[]|,.;:!'")
_FUNCTIONS = ("exp", "log", "max", "min", "sup", "inf", "lim", "sin", "cos")
_WORDS = {rf"\{name}": 0.55 * len(name) for name in _FUNCTIONS}


def tokens(latex: str) -> list[str]:
    """The tokens of a formula: commands, characters and blanks."""
    return _TOKEN.findall(latex)


@lru_cache(maxsize=4096)  # the rows of a formula are measured again and again
def width(latex: str) -> float:
    """How wide a formula in display style is, in em; an estimate."""
    return _Ruler(tokens(latex)).row(stop=None)


def depth(latex: str) -> int:
    """How many fractions stand in each other where most do."""
    ruler = _Ruler(tokens(latex))
    ruler.row(stop=None)
    return ruler.deepest


class _Ruler:
    """Walks over the tokens of a formula and adds up widths."""

    def __init__(self, found: Sequence[str]) -> None:
        self.found, self.place = found, 0
        self.style = 0  # of TeX: display, text, script, scriptscript
        self.depth = self.deepest = 0  # of fractions

    def row(self, stop: str | None) -> float:
        """Width up to a mark that ends the group; of the widest row when there are several."""
        widest = total = 0.0
        while self.place < len(self.found):
            mark = self.found[self.place]
            self.place += 1
            if mark == stop:
                break
            if mark == r"\\":
                widest, total = max(widest, total), 0.0
            else:
                total += self.one(mark)
        return max(widest, total)

    def one(self, mark: str) -> float:
        """Width of a mark with what it takes as arguments."""
        if mark == "{":
            return self.row("}")
        if mark in (r"\frac", r"\dfrac", r"\tfrac", r"\binom"):
            style = max(self.style, mark == r"\tfrac") + 1
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
            found = max(self.smaller(style), self.smaller(style)) + 0.25
            self.depth -= 1
            return found
        if mark in ("^", "_"):
            return self.smaller(max(self.style, 1) + 1)
        if mark == r"\sqrt":
            return 0.85 + self.argument()
        if mark in (r"\text", r"\mathrm"):
            return self.text()
        if mark in (r"\begin", r"\end"):
            self.text()
            return 1.0
        return _width_of(mark)

    def smaller(self, style: int) -> float:
        """Width of the next argument in another style, in em of this one."""
        outer, self.style = self.style, min(style, 3)
        found = self.argument() * _SIZES[self.style] / _SIZES[outer]
        self.style = outer
        return found

    def argument(self) -> float:
        """Width of the next argument: a group, or one mark."""
        while self.place < len(self.found) and self.found[self.place].isspace():
            self.place += 1
        if self.place == len(self.found):
            return 0.0
        mark = self.found[self.place]
        self.place += 1
        return self.one(mark)

    def text(self) -> float:
        """Width of a braced piece of text."""
        start = self.place
        self.argument()
        return 0.47 * (self.place - start - 2)


def _width_of(mark: str) -> float:
    if mark.isspace() or mark in _NOTHING:
        return 0.0
    if mark in _SPACES:
        return _SPACES[mark]
    if mark in _WORDS:
        return _WORDS[mark] + 0.17
    if mark in _RELATIONS:
        return 1.33
    if mark in _BINARY:
        return 1.22
    if mark in _GROWING:
        return 0.15
    if (mark.isalpha() and mark.isupper()) or (mark[0] == "\\" and mark[1:2].isupper()):
        return 0.78
    return 0.36 if mark in _NARROW else 0.56


# -- breaking -------------------------------------------------------------------------------------


def rows(latex: str, limit: float = LINE) -> tuple[str, ...]:
    """The lines on which a formula is displayed; the first of a broken one stands to the left.

    A formula that is written as lines keeps them.
    """
    given = _given_rows(latex)
    if len(given) > 1:
        return tuple(row for part in given for row in rows(part, limit))
    if width(given[0]) <= limit:
        return (given[0],)
    lines: list[str] = []
    for statement in split(given[0], frozenset((r"\quad", r"\qquad"))):
        if lines and width(lines[-1]) + width(statement) <= limit:
            lines[-1] += statement
        else:
            lines.extend(_broken(statement, limit))
    return tuple(line for line in lines if line)


def _broken(latex: str, limit: float) -> list[str]:
    if width(latex) <= limit:
        return [latex.strip()]
    lines: list[str] = []
    for side in split(latex, _BREAKS):
        if lines and width(lines[-1]) + width(side) <= limit:
            lines[-1] += side
            continue
        packed = _packed(side, limit)
        if lines and width(lines[-1]) < _SHORT:  # a short left side alone would be lost on its line
            lines[-1] += packed.pop(0)
        lines.extend(packed)
    return [line if place == 0 else rf"\quad {line}" for place, line in enumerate(lines)]


def _packed(side: str, limit: float) -> list[str]:
    """One side of a relation, its terms packed into lines."""
    lines: list[str] = []
    terms = split(side, frozenset(("+", "-")))
    if len(terms) == 1 and (opened := _opened(side)) != side:
        terms = split(opened, frozenset(("+", "-")), within=1)
    for term in terms:
        if lines and width(lines[-1]) + width(term) <= limit - 2:
            lines[-1] += term
        else:
            lines.append(term if not lines else rf"\quad {term}")
    return lines


def _opened(side: str) -> str:
    """The same with its outer pairs of growing brackets at a fixed size, to break inside."""
    outer = {(r"\left", 0): r"\Bigl", (r"\right", 1): r"\Bigr"}
    return "".join(outer.get(found, found[0]) for found in _with_depth(side))


def split(latex: str, marks: frozenset[str], within: int = 0) -> list[str]:
    """Split before every mark inside at most that many brackets, and in no group."""
    parts = [""]
    before = ""
    groups = 0
    for mark, depth in _with_depth(latex):
        groups += (mark in ("{", r"\begin")) - (mark in ("}", r"\end"))
        if (
            mark in marks
            and depth <= within
            and not groups
            and parts[-1].strip()
            and before not in _OPENERS
        ):
            parts.append("")
        parts[-1] += mark
        before = before if mark.isspace() else mark
    return parts


def _with_depth(latex: str) -> list[tuple[str, int]]:
    """The marks of a formula, each with how many brackets are open around it; a bar is a bracket
    when it grows.
    """
    found, depth, before = [], 0, ""
    for mark in tokens(latex):
        if mark in (")", "]", "}", r"\end", r"\}") or (mark == "|" and before == r"\right"):
            depth -= 1
        found.append((mark, depth))
        if mark in ("(", "[", "{", r"\begin", r"\{") or (mark == "|" and before == r"\left"):
            depth += 1
        before = mark
    return found


def _given_rows(latex: str) -> list[str]:
    """The rows of a formula that begins with ``gathered`` or ``aligned``, else the formula."""
    text = latex.strip()
    for name in ("gathered", "aligned"):
        head, tail = rf"\begin{{{name}}}", rf"\end{{{name}}}"
        if text.startswith(head) and text.count(head) == 1:
            inside, rest = text[len(head) :].split(tail)
            parts = [""]
            for mark, depth in _with_depth(inside):
                if mark == r"\\" and depth == 0:
                    parts.append("")
                elif not (mark == "&" and depth == 0):
                    parts[-1] += mark
            parts.append(
                rest.replace(r"\quad", "", 1) if rest.strip().startswith(r"\quad") else rest
            )
            return [part.strip() for part in parts if part.strip()]
    return [text]
