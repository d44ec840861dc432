"""A proof as text: sentences and displayed formulas, in named parts. No format is spoken of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from dpproofs.render import layout, naming
from dpproofs.render.prose import GREEK, Stretch


@dataclass(frozen=True)
class Reference:
    """The number of a display, by its key, in a sentence."""

    key: str


Words: TypeAlias = tuple[Stretch | Reference, ...]


@dataclass(frozen=True)
class Equation:
    """A left side and what it is related to, link by link, as LaTeX.

    ``spare`` are letters that mean nothing else, for parts of what is too wide for a line.
    ``where`` tells the ranges of the letters that are new in it, one formula a letter; ``letters``
    are the names of these. ``needed`` tells the ranges of all its letters but those of the whole
    claim, for one that is read apart from its neighbours. What is meant for ``every`` value says
    so: a letter that is used elsewhere is another one there.
    """

    left: str
    links: tuple[tuple[str, str], ...] = ()
    where: tuple[str, ...] = ()
    letters: frozenset[str] = frozenset()
    every: bool = False
    spare: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()

    @property
    def ranges(self) -> tuple[str, ...]:
        """The ranges as they are told, of sets in the plural where every one is meant."""
        return tuple(_BOREL.sub(_SETS, one) if self.every else one for one in self.where)

    def lines(self, limit: float) -> list[tuple[str, str]]:
        """The equation in lines that are no wider than so many em, each cut at its relation."""
        found = self.cut(limit)
        widest = max(layout.width(left) + layout.width(right) for left, right in found)
        if widest <= limit or not self.spare:
            return found
        return self._narrowed(limit) or found

    def _narrowed(self, limit: float) -> list[tuple[str, str]] | None:
        """The lines with letters for what is too long, and what these stand for."""
        mark = r"\qquad"
        sides = [self.left, *(side for _, side in self.links)]
        lines = naming.narrowed(mark.join(sides), limit - 3, self.spare)
        if lines is None:
            return None
        left, *others = lines[0].split(mark)
        links = tuple((r, side) for (r, _), side in zip(self.links, others, strict=True))
        found = replace(self, left=left, links=links, spare=()).cut(limit)
        for place, told in enumerate(lines[1:]):
            head = r"\text{where } " if place == 0 else r"\text{and } "
            letter, _, meaning = told.partition(" = ")
            rows = layout.rows(f"{head}{letter} = {meaning}", limit - 2)
            found += [("", row if i == 0 else rf"\quad {row}") for i, row in enumerate(rows)]
        return found

    def cut(self, limit: float) -> list[tuple[str, str]]:
        """The equation in lines that are cut at relations and between terms."""
        whole = " ".join((self.left, *(f"{relation} {side}" for relation, side in self.links)))
        if not self.links or (layout.width(whole) <= limit and len(self.links) <= SHORT):
            first, rest = self.left, " ".join(f"{r} {side}" for r, side in self.links)
            found = [(first, rest)]
            if layout.width(whole) > limit:
                found = [("", row) for row in layout.rows(whole, limit)]
        else:
            found = self._cut(limit)
        return self._ranged(found, limit)

    def _cut(self, limit: float) -> list[tuple[str, str]]:
        """A line a link; a long left side stands on a line of its own."""
        head = self.left
        if layout.width(head) > limit / 3:
            found = [("", row) for row in layout.rows(head, limit)]
            for relation, side in self.links:
                rows = layout.rows(f"{relation} {side}", limit - 2)
                found += [("", rf"\quad {row}") for row in rows]
            return found
        found = []
        room = limit - layout.width(head)
        for relation, side in self.links:
            first, *more = layout.rows(f"{relation} {side}", room)
            found.append((head, first))
            found += [("", row if row.startswith(r"\quad") else rf"\quad {row}") for row in more]
            head = ""
        return found

    def _ranged(self, found: list[tuple[str, str]], limit: float) -> list[tuple[str, str]]:
        """The lines with the ranges of letters, after the last one or below it."""
        if not self.where:
            return found
        every = r"\text{for all } " if self.every else ""
        ranges = self.ranges
        told = f"({every}" + r",\ ".join(ranges) + ")"
        left, right = found[-1]
        longer = rf"{right} \qquad {told}"
        narrow = max(map(layout.width, (left + longer, *(a + b for a, b in found)))) <= limit
        if narrow and r"\begin" not in left:  # cases are wider than their parts
            return [*found[:-1], (left, longer)]
        rows = [f"({every}{ranges[0]}"]
        for one in ranges[1:]:
            longer = rf"{rows[-1]},\ {one}"
            narrow = layout.width(longer) <= limit - 2
            rows[-1:] = [longer] if narrow else [f"{rows[-1]},", one]
        return [*found, *(("", rf"\quad {row}") for row in (*rows[:-1], f"{rows[-1]})"))]


_BOREL, _SETS = re.compile(r"^(.*) \\text\{ a Borel set\}$"), r"\\text{Borel sets } \1"
NUMBER = 2.5  # em of the number of a display
SHORT = 2  # links of a chain that stay on one line


@dataclass(frozen=True)
class Display:
    """Formulas on lines of their own; ``key`` is what refers to them, ``numbered`` if it does."""

    equations: tuple[Equation, ...]
    key: str = ""
    numbered: bool = False
    end: str = "."

    def lines(self, limit: float) -> list[tuple[str, str]]:
        """Its lines, cut where they are aligned: at relations, or where that is too wide at their
        beginnings.
        """
        room = limit - NUMBER * self.numbered
        found = [line for equation in self.equations for line in equation.lines(room)]
        left, right = (max(layout.width(line[side]) for line in found) for side in (0, 1))
        if left + right <= room:
            return found
        return [("", " ".join(filter(None, line)) if line[0] else line[1]) for line in found]


@dataclass(frozen=True)
class Table:
    """A small table: a head, and rows of formulas."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Passage:
    """Words, and what they introduce; sentences begin and end in here."""

    words: Words
    display: Display | Table | None = None
    after: Words = ()


def _height(passage: Passage) -> float:
    """How many lines of a page a passage takes, roughly."""
    text = sum(len(w.text) for w in (*passage.words, *passage.after) if isinstance(w, Stretch))
    found = 0.3 + math.ceil(text / 85)
    if isinstance(passage.display, Display):
        rows = passage.display.lines(WIDTH)
        found += 1.2 + sum(1.15 + 1.2 * (r"\frac" in left + right) + 0.8 * (r"\sum" in left + right)
                           + (left + right).count(r"\\") * 1.5 for left, right in rows)  # fmt: skip
    elif passage.display is not None:
        found += 1 + 1.2 * len(passage.display.rows)
    return found


WIDTH = 30.5  # em of a formula: one column of an article at 10 pt, with room for a number


@dataclass(frozen=True)
class Part:
    """A part of a proof under its title, which is empty for the only one."""

    title: Words
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Written:
    """A claim as it stands in a paper: what it says, why it is so, and how that is known.

    ``remark`` says how the sentence is to be read: what its letters stand for, what is in words.
    ``failed`` is what is said of a printed statement that fails, before what holds. It ``claims``
    something where a formula holds, or is open; ``head`` is what it is.
    """

    id: str
    item: str
    title: Words
    failed: tuple[Passage, ...]
    statement: tuple[Passage, ...]
    parts: tuple[Part, ...]
    record: Words
    claims: bool = True
    head: str = "Theorem"
    remark: Words = ()

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the displays that have one, by their keys."""
        shown = (p.display for p in self.passages if isinstance(p.display, Display))
        keys = [display.key for display in shown if display.numbered]
        return {key: place + 1 for place, key in enumerate(keys)}

    def height(self) -> float:
        """How many lines of a page its proof takes, roughly."""
        return sum(_height(passage) for part in self.parts for passage in part.passages)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All passages in order."""
        return (*self.failed, *self.statement, *(p for part in self.parts for p in part.passages))


@dataclass(frozen=True)
class ClaimStatus:
    """What is known of a claim, as a proof on paper tells it in a line.

    Attributes
    ----------
    verdict, grade
        As they are called; the grade is empty where there is none.
    rejected, twins
        How many altered twins were rejected, of how many.
    coq
        What Coq says of it, in a sentence.
    counterexample
        To what is printed and fails, in words; empty where nothing fails.
    survivors
        The twins that were not rejected.
    enclosed
        How each step that ball arithmetic shows was enclosed, by its name.
    """

    verdict: str
    grade: str = ""
    rejected: int = 0
    twins: int = 0
    coq: str = ""
    counterexample: str = ""
    survivors: tuple[str, ...] = ()
    enclosed: Mapping[str, str] = field(default_factory=dict)


def spared(written: Written, letters: tuple[str, ...]) -> Written:
    """The same with letters for parts of formulas that are too wide."""

    def given(passage: Passage) -> Passage:
        shown = passage.display
        if not isinstance(shown, Display):
            return passage
        equations = tuple(replace(equation, spare=letters) for equation in shown.equations)
        return replace(passage, display=replace(shown, equations=equations))

    return _each(written, given)


def _each(written: Written, change: Callable[[Passage], Passage]) -> Written:
    return replace(
        written,
        failed=tuple(map(change, written.failed)),
        statement=tuple(map(change, written.statement)),
        parts=tuple(
            replace(part, passages=tuple(map(change, part.passages))) for part in written.parts
        ),
    )


def each_sentence(written: Written, change: Callable[[Words], Words]) -> Written:
    """The same with other words before its displays."""
    return _each(written, lambda passage: replace(passage, words=change(passage.words)))


def cited(written: Written) -> Written:
    """The same with numbers on the displays that a sentence refers to, and on no other.

    They tell all ranges: who comes from the sentence has not read what stands before them.
    """
    keys = {
        word.key
        for words in (
            *(w for p in written.passages for w in (p.words, p.after)),
            *(part.title for part in written.parts),
        )
        for word in words
        if isinstance(word, Reference)
    }

    def numbered(passage: Passage) -> Passage:
        shown = passage.display
        if isinstance(shown, Display) and shown.key in keys:
            equations = tuple(replace(e, where=e.needed or e.where) for e in shown.equations)
            return replace(passage, display=replace(shown, equations=equations, numbered=True))
        return passage

    return _each(written, numbered)


_WORDS = re.compile(
    r"\\(?:text|operatorname|begin|end|left|right|Bigl|Bigr|bigl|bigr)\b\*?(?:\{[^{}]*\})?"
)
_NAME = re.compile(r"\\mathrm\{([A-Za-z]+)\}|\\([A-Za-z]+)|([A-Za-z])")
_GREEK = frozenset(GREEK) - {"pi"}
CONSTANTS = frozenset(("e", "d", "E", "P"))  # numbers, differentials, means and masses


def letters_in(latex: str) -> set[str]:
    """The names that a formula speaks of, subscripts included, but constants and operators."""
    found = set()
    for whole, command, letter in _NAME.findall(_WORDS.sub(" ", latex)):
        if command and command not in _GREEK:
            continue
        found.add(whole or command or letter)
    return found - CONSTANTS


_TEXT = re.compile(r"\\text\{([^{}]*)\}")


def in_line(latex: str) -> str:
    r"""A formula with words in it (``\text``) as words, with formulas between dollar signs."""
    parts = _TEXT.split(latex)
    found = (
        part if place % 2 else f"${part.strip()}$" if part.strip() else ""
        for place, part in enumerate(parts)
    )
    return "".join(found)
