"""Plain text as LaTeX that prints it as it is."""

from __future__ import annotations

import re

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    '"': "''",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "−": r"$-$",
    "×": r"$\times$",
    "…": r"\ldots{}",
    "–": "--",
    "’": "'",
}
_OPENING_QUOTE = re.compile(r"(?<![A-Za-z0-9)])'(?=\S)")


def escape(text: str) -> str:
    """Plain text as LaTeX that prints it as it is."""
    quoted = _OPENING_QUOTE.sub("`", text)
    return "".join(_SPECIAL.get(character, character) for character in quoted)
