"""LaTeX formulas as MathML, which browsers typeset without help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape, unescape

from dpproofs.kernel.errors import DpproofsError
from dpproofs.render import layout

_CODE = re.compile(r"&#x\w+;")
_TEXT = re.compile(r"\\text\{([^{}]*)\}")
_BODY = re.compile(r"<math[^>]*><mrow>(.*)</mrow></math>", re.DOTALL)
_LEFTOVER = re.compile(r">[^<]*\\")
_SPELLED = (
    # what the converter does not know, in words that it does
    (re.compile(r"\\underset\{((?:[^{}]|\{[^{}]*\})*)\}\{\\operatorname\{arg\\,min\}\}"),
     r"\\operatorname{argmin}\\limits_{\1}"),
    (re.compile(r"\\mathbb ?([A-Z])"), r"\\mathbb{\1}"),
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\(lim|inf|sup|max|min)_"), r"\\\1\\limits_"),
    (re.compile(r"\\mathrm\{([A-Za-z]{2,})\}"), r"\\text{\1}"),
    (re.compile(r"\{(?:gathered|aligned)\}"), r"{matrix}"),
)  # fmt: skip
_REFINED = (
    # slashes and bars without the room of an operator; capital Greek letters upright
    (re.compile(r'<mo(?: stretchy="false")?>([/|])</mo>'),
     r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>'),
    (re.compile("<mi>([\u0391-\u03a9])</mi>"), r'<mi mathvariant="normal">\1</mi>'),
    (re.compile(r">\\([{}])<"), r">\1<"),
    (re.compile(r"<m[io]>:</m[io]><mo>=</mo>"), "<mo>\u2254</mo>"),
    # shorter markup that means the same
    (re.compile(r'<mo stretchy="true" fence="true" (form="(?:pre|post)fix")'), r"<mo \1"),
    (re.compile(r"<mrow>(<(m[in])[^<]*</\2>)</mrow>"), r"\1"),
)  # fmt: skip


class UnknownFormula(DpproofsError):
    """A formula that cannot be turned into MathML."""


def inline(latex: str) -> str:
    """A formula in a line of text."""
    return f"<math>{_convert(latex)}</math>"


def block(latex: str) -> str:
    """A displayed formula, in lines when it is long."""
    lines = layout.rows(latex, layout.SCREEN)
    if len(lines) == 1:
        return f'<math display="block">{_convert(lines[0])}</math>'
    wrap = '<mtr><mtd><mstyle displaystyle="true">{}</mstyle></mtd></mtr>'
    rows = "".join(wrap.format(_convert(line)) for line in lines)
    return f'<math display="block"><mtable>{rows}</mtable></math>'


def aligned(lines: Sequence[tuple[str, str]]) -> str:
    """Lines of a display, in two columns where they are aligned at their relations."""
    two = any(left.strip() for left, _ in lines)
    cell = '<mtd columnalign="{}"><mstyle displaystyle="true">{}</mstyle></mtd>'
    rows = []
    for left, right in lines:
        cells = [cell.format("right", _convert(left) if left.strip() else "<mrow></mrow>")] * two
        cells.append(cell.format("left", _convert(right) if right.strip() else "<mrow></mrow>"))
        rows.append(f"<mtr>{''.join(cells)}</mtr>")
    return f'<math display="block"><mtable>{"".join(rows)}</mtable></math>'


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
    if found is None or _LEFTOVER.search(markup := _refined(found[1])):
        raise UnknownFormula(f"no MathML for {latex}")
    return markup


def _refined(markup: str) -> str:
    """The markup of the converter as we want it, and as short as it can be."""
    markup = _CODE.sub(lambda code: escape(unescape(code[0]), quote=False), markup)
    for pattern, replacement in _REFINED:
        markup = pattern.sub(replacement, markup)
    return markup


def _plain_text(match: re.Match[str]) -> str:
    """Text with formulas between dollar signs, as text and formulas side by side."""
    parts = match[1].split("$")
    return "".join(
        part if place % 2 else rf"\text{{{part}}}" for place, part in enumerate(parts) if part
    )
