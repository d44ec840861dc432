"""Drawings by matplotlib: the same bytes every time, and as elements of a page."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup, escape

from dpproofs.kernel.errors import DpproofsError

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

_DECLARATIONS = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>", re.DOTALL)

_COMMENTS = re.compile(rb"<!--.*?-->", re.DOTALL)


class FiguresUnavailable(DpproofsError):
    """Matplotlib is missing."""


def drawn(
    draw: Callable[[Canvas], None],
    size: tuple[float, float],
    style: Mapping[str, Any],
    kind: Literal["pdf", "svg"] = "svg",
) -> bytes:
    """What is drawn on an empty canvas; settings of matplotlib stay as they are.

    Parameters
    ----------
    draw
        Draws on the canvas.
    size
        Width and height in inches.
    style
        Settings of matplotlib that are not its defaults.
    kind
        The format of the bytes.

    Raises
    ------
    FiguresUnavailable
        When matplotlib is missing.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise FiguresUnavailable(
            "figures need matplotlib; install it with: pip install 'dpproofs[figures]'"
        ) from None
    dates = {"CreationDate": None} if kind == "pdf" else {"Date": None}
    whole: dict[Any, Any] = {**mpl.rcParamsDefault, "svg.hashsalt": "dpproofs", **style}
    with mpl.rc_context(whole), io.BytesIO() as out, warnings.catch_warnings():
        # A reader's browser has letters that matplotlib's font lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        canvas = Canvas(figsize=size)
        draw(canvas)
        canvas.savefig(out, format=kind, metadata={**dates, "Creator": "dpproofs"})
        return out.getvalue()


def compact(svg: bytes) -> bytes:
    """A drawing as matplotlib writes it, without comments and the layout of its text."""
    return b" ".join(_COMMENTS.sub(b" ", svg).split()) + b"\n"


def element(svg: str, name: str, title: str, words: str = "") -> Markup:
    """A drawing as an element ``svg`` with a title; its ids become unique to ``name``.

    Parameters
    ----------
    svg
        As matplotlib writes it.
    name
        Unique on the page.
    title, words
        What it is, and what it shows for those who do not see it.
    """
    inside = " ".join(_DECLARATIONS.sub("", svg).split())
    inside = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", inside)
    parts = [("title", title), *([("desc", words)] if words else [])]
    told = Markup().join(
        Markup('<{0} id="{1}-{0}">{2}</{0}>').format(tag, name, said) for tag, said in parts
    )
    ids = " ".join(f"{name}-{tag}" for tag, _ in parts)
    label = f'<svg role="img" aria-labelledby="{escape(ids)}"'
    opened = inside.replace("<svg", label, 1)
    start = opened.index(">", opened.index("<svg")) + 1
    return Markup(opened[:start]) + told + Markup(opened[start:])  # noqa: S704  # drawn here
