"""LaTeX formulas as MathML, which browsers typeset without help."""

from __future__ import annotations

import re
from functools import cache

from dpproofs.kernel.errors import DpproofsError
from dpproofs.render import layout

_TEXT = re.compile(r"\\text\{([^{}]*)\}")
_OPEN = '<math xmlns="http://www.w3.org/1998/Math/MathML"'
_BODY = re.compile(r"<math[^>]*>(.*)</math>", re.DOTALL)
_FENCE = re.compile(r'<mo stretchy="true" fence="true" form="(?:pre|post)fix"')
_TIGHT = r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>'
_UPRIGHT = r'<mi mathvariant="normal">\1</mi>'
_LEFTOVER = re.compile(r">[^<]*\\[A-Za-z]")
_SPELLED = (
    # what the converter does not know, in words that it does
    (re.compile(r"\\underset\{((?:[^{}]|\{[^{}]*\})*)\}\{\\operatorname\{arg\\,min\}\}"),
     r"\\operatorname{argmin}\\limits_{\1}"),
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\(lim|inf|sup|max|min)_"), r"\\\1\\limits_"),
    (re.compile(r"\\mathrm\{([A-Za-z]{2,})\}"), r"\\text{\1}"),
    (re.compile(r"\{(?:gathered|aligned)\}"), r"{matrix}"),
)  # fmt: skip


class UnknownFormula(DpproofsError):
    """A formula that cannot be turned into MathML."""


def inline(latex: str) -> str:
    """A formula in a line of text."""
    return f"{_OPEN}>{_convert(latex)}</math>"


def block(latex: str) -> str:
    """A displayed formula, in the lines that it has in the book."""
    lines = layout.rows(latex)
    if len(lines) == 1:
        return f'{_OPEN} display="block">{_convert(lines[0])}</math>'
    wrap = '<mtr><mtd><mstyle displaystyle="true">{}</mstyle></mtd></mtr>'
    rows = "".join(wrap.format(_convert(line)) for line in lines)
    return f'{_OPEN} display="block"><mtable>{rows}</mtable></math>'


@cache
def _convert(latex: str) -> str:
    from latex2mathml.converter import convert

    text = _TEXT.sub(_plain_text, latex)
    for pattern, replacement in _SPELLED:
        text = pattern.sub(replacement, text)
    try:
        found = _BODY.search(convert(text))
    except Exception as error:  # noqa: BLE001  # the converter raises what its parser happens to
        raise UnknownFormula(f"no MathML for {latex}: {error!r}") from None
    if found is None or _LEFTOVER.search(found[1]):
        raise UnknownFormula(f"no MathML for {latex}")
    return _tightened(found[1])


def _tightened(markup: str) -> str:
    """Slashes and bars without the room of an operator; capital Greek letters upright."""
    tight = re.sub(r'<mo(?: stretchy="false")?>(/|&#x0002F;|&#x0007C;)</mo>', _TIGHT, markup)
    tight = _FENCE.sub(r'\g<0> lspace="0" rspace="0"', tight)
    return re.sub(r"<mi>(&#x0039[1-9A-F];|&#x003A[0-9];)</mi>", _UPRIGHT, tight)


def _plain_text(match: re.Match[str]) -> str:
    """Text with formulas between dollar signs, as text and formulas side by side."""
    parts = match[1].split("$")
    return "".join(
        part if place % 2 else rf"\text{{{part}}}" for place, part in enumerate(parts) if part
    )
