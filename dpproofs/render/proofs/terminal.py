"""A claim and its proof as lines of Unicode for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dpproofs.render.filling import filled, line_inside
from dpproofs.render.proofs.form import (
    Display,
    Equation,
    Passage,
    Reference,
    Table,
    Words,
    Written,
)
from dpproofs.render.prose import Stretch
from dpproofs.render.unicode import FIRM, line

SHOWN = " " * 4  # before a display
MORE = " " * 2  # before each further line of the same
LONG = 2  # links of a chain that stay on one line
SHORT = 12  # signs of a left side that has no line of its own


def lines(written: Written, width: int) -> Iterator[str]:
    """What holds and its proof in lines of a width at most, without what is printed and fails.

    A line that continues another never begins left of it.
    """
    tags = written.numbers
    head = (Stretch(f"{written.head}.{FIRM}"),)
    yield from passages(written.statement, tags, width, head)
    for place, part in enumerate(written.parts):
        lead = (Stretch(f"Proof.{FIRM}"),) if place == 0 else ()
        title = (*part.title, Stretch(f".{FIRM}")) if part.title else ()
        yield ""
        yield from passages(part.passages, tags, width, (*lead, *title))


def passages(
    found: Iterable[Passage], tags: Mapping[str, int], width: int, head: Words = ()
) -> Iterator[str]:
    """Sentences and displays in order, the first sentence behind some words."""
    told: list[Stretch | Reference] = list(head)
    for passage in found:
        blank = [Stretch(" ")] if told and passage.words else []
        told += [*blank, *passage.words]
        if passage.display is not None:
            yield from filled(words(told, tags), width)
            yield from _displayed(passage.display, tags, width)
            told = []
        told += passage.after
    if told:
        yield from filled(words(told, tags), width)


def words(parts: Iterable[Stretch | Reference], tags: Mapping[str, int]) -> str:
    """Sentences, with the formulas and the numbers in them."""
    return "".join(
        f"({tags[part.key]})"
        if isinstance(part, Reference)
        else line_inside(part.text) if part.math else part.text
        for part in parts
    )  # fmt: skip


def _displayed(shown: Display | Table, tags: Mapping[str, int], width: int) -> Iterator[str]:
    if isinstance(shown, Table):
        for row in (shown.head, *shown.rows):
            yield from filled("  ".join(map(line, row)), width, first=SHOWN, rest=SHOWN + MORE)
        return
    found = [row for equation in shown.equations for row in _equation(equation, width)]
    number = f"  ({tags[shown.key]})" if shown.numbered else ""
    last = found[-1] + number
    yield from found[:-1]
    yield from [last] if len(last) <= width else [found[-1], f"{SHOWN}{MORE}{number.strip()}"]


def _equation(shown: Equation, width: int) -> list[str]:
    """An equation on one line, or each of its links on one below it."""
    links = [f"{line(relation)}{FIRM}{line(side)}" for relation, side in shown.links]
    every = "for all " if shown.every else ""
    where = f"({every}{', '.join(map(line_inside, shown.ranges))})" if shown.where else ""
    whole = " ".join((line(shown.left), *links))
    if len(SHOWN) + len(whole) <= width and len(links) <= LONG:
        rows = [SHOWN + whole.replace(FIRM, " ")]
    else:
        head = line(shown.left)
        if len(head) <= SHORT and links:
            head, links = f"{head} {links[0]}", links[1:]
        rows = filled(head, width, first=SHOWN, rest=SHOWN + 2 * MORE)
        for link in links:
            rows += filled(link, width, first=SHOWN + MORE, rest=SHOWN + 2 * MORE)
    if not where:
        return rows
    if len(longer := f"{rows[-1]}  {where}".replace(FIRM, " ")) <= width:
        return [*rows[:-1], longer]
    return [*rows, *filled(where, width, first=SHOWN + MORE, rest=SHOWN + 2 * MORE)]
