"""Names for the parts of a formula that is too long to print.

Letters without serifs stand for what a pair of brackets, a fraction or a root holds. They
abbreviate this one formula and mean nothing elsewhere; lines below it say what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Final

from dpproofs.render import layout

FITS: Final = 1.35 * layout.LINE  # what is a little too wide is scaled down
LEAST: Final = 7.0  # a part that is shorter needs no name
_SUM: Final = frozenset(("+", "-"))
_OPENING: Final = frozenset((r"\left", "{"))
_OPENED: Final = r"\{|\\left\s*(?:\\[A-Za-z]+|\\.|[^\\])"
_CLOSING: Final = frozenset((r"\right", "}"))


def fits(latex: str) -> bool:
    """Whether a formula can be printed as it is."""
    return all(layout.width(row) <= FITS for row in layout.rows(latex))


def named(latex: str) -> str | None:
    """The same with names for its longest parts, a line each; None when that does not help."""
    lines, names = [latex], iter(ascii_uppercase)
    place = 0
    while place < len(lines):
        while not fits(lines[place]):
            part = next(_parts(lines[place]), None)
            name = next(names, None)
            if part is None or name is None:
                return None
            letter = rf"\mathsf{{{name}}}"
            lines = [_replaced(line, part, letter) for line in lines]
            lines.append(rf"{letter} = {part.strip()}")
        place += 1
    first, *rest = (_without_brackets(line) for line in lines)
    below = (
        rf"\text{{{word} }} {line}" for word, line in zip(_words(len(rest)), rest, strict=True)
    )
    return " \\\\ ".join((r"\begin{aligned} " + first, *below)) + r" \end{aligned}"


def _replaced(line: str, part: str, letter: str) -> str:
    """A line with a letter for every group that is this very part, and for nothing less."""
    whole = rf"({_OPENED}){re.escape(part)}(?=\}}|\\right)"
    return re.sub(whole, lambda found: f"{found[1]} {letter} ", line)


def _words(count: int) -> list[str]:
    return ["where", *["and"] * (count - 1)][:count]


def _parts(latex: str) -> Iterator[str]:
    """What can have a name, the widest part first: sums in brackets, fractions and roots."""
    found = {part for part in _groups(layout.tokens(latex)) if _worth(part)}
    yield from sorted(found, key=lambda part: (-layout.width(part), part))


def _worth(part: str) -> bool:
    if re.search(r"&|\\\\|\\begin|\\end|\\text\b", part) or layout.width(part) < LEAST:
        return False
    return len(layout.split(part, _SUM)) > 1


def _groups(tokens: list[str]) -> Iterator[str]:
    """The contents of all groups of a formula."""
    open_at: list[tuple[str, int]] = []
    skip = 0
    for place, mark in enumerate(tokens):
        if skip:
            skip -= 1
        elif mark in _OPENING:
            skip = int(mark == r"\left")
            open_at.append((mark, place + 1 + skip))
        elif mark in _CLOSING and open_at:
            _, start = open_at.pop()
            yield "".join(tokens[start:place])
            skip = int(mark == r"\right")


def _without_brackets(line: str) -> str:
    r"""A name needs no brackets where a factor or a term begins."""
    letter = r"\s*(\\mathsf\{[A-Z]\})\s*"
    return re.sub(rf"(?<=[=+(-]) \\left\({letter}\\right\)", r" \1 ", line)
