"""Names for the parts of a formula that is too long to print, or that has fractions in fractions.

Letters without serifs stand for what a pair of brackets, a fraction or a root holds. They
abbreviate this one formula and mean nothing elsewhere; lines below it say what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Final

from dpproofs.render import layout

FITS: Final = 1.05 * layout.LINE  # what is a little too wide is scaled down
DEEPEST: Final = 2  # fractions that stand in each other
LEAST: Final = 7.0  # a part that is shorter needs no name
LEAST_NESTED: Final = 3.0  # the same for the top or bottom of a fraction that holds fractions
_SUM: Final = frozenset(("+", "-"))
_OPENING: Final = frozenset((r"\left", "{"))
_OPENED: Final = r"\{|\\left\s*(?:\\[A-Za-z]+|\\.|[^\\])"
_CLOSING: Final = frozenset((r"\right", "}"))


def legible(latex: str) -> str | None:
    """A formula with names for parts of it if it is too wide or too deep; None if none help."""
    if is_deep(latex):
        return named(latex, flat=True) or named(latex)
    return latex if fits(latex) else named(latex)


def is_deep(latex: str) -> bool:
    """Whether fractions stand in each other until they are too small to read."""
    return layout.depth(latex) > DEEPEST


def fits(latex: str, limit: float = layout.LINE) -> bool:
    """Whether a formula is narrow enough to be printed as it is."""
    return all(layout.width(row) <= 1.05 * limit for row in layout.rows(latex, limit))


def narrowed(latex: str, limit: float, letters: Sequence[str]) -> tuple[str, ...] | None:
    """A formula that is too wide, with letters for its longest parts: the formula and then what
    each letter stands for. None when that does not help.
    """
    lines, names = [latex], iter(letters)
    place = 0
    while place < len(lines):
        while not fits(lines[place], limit):
            part = next(
                (p for p in _parts(lines[place]) if p.strip() != lines[place].strip()), None
            )
            name = next(names, None)
            if part is None or name is None:
                return None
            part = _with_its_ends(lines[place], part)
            lines = [_replaced(line, part, name) for line in lines]
            lines.append(f"{name} = {part.strip()}")
        place += 1
    return tuple(_without_brackets(line, rf"[{''.join(letters)}]") for line in lines)


def named(latex: str, *, flat: bool = False) -> str | None:
    """The same with names for its longest parts, a line each; None when that does not help.

    With ``flat``, fractions that hold fractions have names for their tops and bottoms as well.
    """
    lines, names = [latex], iter(ascii_uppercase)
    place = 0
    while place < len(lines):
        while (parts := _unfit(lines[place], flat)) is not None:
            part, name = next(parts, None), next(names, None)
            if part is None or name is None:
                return None
            letter = rf"\mathsf{{{name}}}"
            part = _with_its_ends(lines[place], part)
            lines = [_replaced(line, part, letter) for line in lines]
            lines.append(rf"{letter} = {part.strip()}")
        place += 1
    if len(lines) == 1:
        return latex
    first, *rest = (_without_brackets(line) for line in lines)
    return " \\\\ ".join((r"\begin{aligned} " + first, *_side_by_side(rest))) + r" \end{aligned}"


def _side_by_side(definitions: Sequence[str]) -> Iterator[str]:
    """What the names stand for, in lines that hold as many as fit."""
    *others, final = definitions
    first, *more = [*(f"{one}," for one in others), rf"\text{{and }} {final}" if others else final]
    line = rf"\text{{where }} {first}"
    for told in more:
        longer = rf"{line} \quad {told}"
        if layout.width(longer) > layout.LINE:
            yield line
            longer = rf"\quad {told}"
        line = longer
    yield line


def _with_its_ends(line: str, part: str) -> str:
    """An interval with its brackets, where a part is what stands between them; else the part."""
    found = re.search(rf"\\left[(\[]{re.escape(part)}\\right[)\]]", line)
    return found[0] if found and _is_pair(part) else part


def _is_pair(part: str) -> bool:
    return len(layout.split(part, frozenset((",",)))) > 1


def _replaced(line: str, part: str, letter: str) -> str:
    """A line with a letter for every group that is this very part, and for nothing less."""
    if part.startswith(r"\left") and _is_pair(part[6:-7]):
        return line.replace(part, f" {letter} ")
    whole = rf"({_OPENED}){re.escape(part)}(?=\}}|\\right)"
    return re.sub(whole, lambda found: f"{found[1]} {letter} ", line)


def _parts(latex: str) -> Iterator[str]:
    """What can have a name, the widest part first: sums in brackets, fractions and roots."""
    found = {part for part in _groups(layout.tokens(latex)) if _worth(part)}
    yield from sorted(found, key=lambda part: (-layout.width(part), part))


def _unfit(line: str, flat: bool) -> Iterator[str] | None:
    """The parts of a line that could have names, if any has to have one."""
    if not fits(line):
        return _parts(line)
    nested = _nested(line) if flat else []
    return iter(nested) if nested else None


def _nested(latex: str) -> list[str]:
    """The tops and bottoms of fractions that hold fractions, the narrowest first.

    Neither exponents count, nor what is no longer than its name.
    """
    marks = layout.tokens(latex)
    groups = list(_spans(marks))
    small = [(start, end) for start, end in groups if marks[max(start - 2, 0)] in ("^", "_")]
    begins = {end: start for start, end in groups}

    def large(place: int) -> bool:
        return not any(start <= place < end for start, end in small)

    def is_half(start: int) -> bool:
        if start > 1 and marks[start - 2] == "}":  # the bottom of a fraction is after its top
            start = begins.get(start - 2, 0)
        return start > 1 and marks[start - 2] == r"\frac" and large(start)

    fractions = [place for place, mark in enumerate(marks) if mark == r"\frac" and large(place)]
    found = {
        "".join(marks[start:end])
        for start, end in groups
        if is_half(start) and any(start <= place < end for place in fractions)
    }
    parts = (part for part in found if _nameable(part, LEAST_NESTED))
    return sorted(parts, key=lambda part: (layout.width(part), part))


def _worth(part: str) -> bool:
    return _nameable(part, LEAST) and (len(layout.split(part, _SUM)) > 1 or _is_pair(part))


def _nameable(part: str, least: float) -> bool:
    rows = re.search(r"&|\\\\|\\begin|\\end|\\text\b", part)
    is_event = len(layout.split(part, frozenset((r"\in",)))) > 1
    return rows is None and not is_event and layout.width(part) >= least


def _groups(tokens: list[str]) -> Iterator[str]:
    """The contents of all groups of a formula."""
    return ("".join(tokens[start:end]) for start, end in _spans(tokens))


def _spans(tokens: list[str]) -> Iterator[tuple[int, int]]:
    """Where the contents of all groups of a formula begin and end."""
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
            yield start, place
            skip = int(mark == r"\right")


def _without_brackets(line: str, name: str = r"\\mathsf\{[A-Z]\}") -> str:
    r"""A name needs no brackets where a factor or a term begins."""
    letter = rf"\s*({name})\s*"
    before = r"(?:(?<=[=+()<>-]) |(?<=\\le) |(?<=\\ge) |(?<=\\qquad)|^)"
    return re.sub(rf"{before}\s*\\left\({letter}\\right\)", r" \1 ", line)
