"""Sentences with formulas in them as lines of Unicode of a width at most."""

from __future__ import annotations

import textwrap
from typing import Final

from dpproofs.render.prose import stretches
from dpproofs.render.unicode import FIRM, line

SHORT: Final = 16  # signs of a formula in a sentence that is not broken into lines


def prose(sentence: str) -> str:
    """A plain sentence, with the formulas in it as Unicode."""
    return "".join(line_inside(part.text) if part.math else part.text
                   for part in stretches(sentence))  # fmt: skip


def line_inside(latex: str) -> str:
    """A formula inside a sentence, in one piece where it is short."""
    text = line(latex)
    return text.replace(" ", FIRM) if len(text) <= SHORT else text


def filled(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """Text in lines of a width at most, broken where `line` admits it, or else at any blank."""
    found: list[str] = []
    for chunk in textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest,
        break_long_words=False, break_on_hyphens=False,
    ) or [first]:  # fmt: skip
        lead = rest if found else first
        if len(chunk) <= width:
            found.append(chunk)
        else:
            loose = chunk[len(lead) :].replace(FIRM, " ")
            found += textwrap.wrap(
                loose, width, initial_indent=lead, subsequent_indent=rest, break_on_hyphens=False
            )
    return [row.replace(FIRM, " ") for row in found]
