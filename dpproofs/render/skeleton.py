"""What every HTML page has: the frame around its body, and words from strangers made harmless."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

_OPTION = re.compile(r"(--[\w-]+)")

# A page loads nothing and runs nothing, whatever got into it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@cache
def templates() -> Environment:
    """The templates of this room, which escape whatever they are given."""
    return Environment(
        loader=PackageLoader("dpproofs.render"), autoescape=True, undefined=StrictUndefined
    )


def page(title: str, body: str, *sheets: str) -> str:
    """A page that needs nothing else.

    Parameters
    ----------
    title
        Plain words.
    body
        The element ``body``.
    sheets
        Names of style sheets in the folder ``assets``.
    """
    found = templates().get_template("frame.html.jinja").render(
        policy=Markup(POLICY),  # noqa: S704  # ours
        title=text(title),
        style=Markup("".join(sheet(name) for name in sheets)),  # noqa: S704  # ours
        body=Markup(body),  # noqa: S704  # made by templates, which escape
    )  # fmt: skip
    return f"{found}\n"


def sheet(name: str) -> str:
    """A style sheet of the folder ``assets``."""
    return resources.files("dpproofs.render").joinpath(f"assets/{name}.css").read_text("utf-8")


def text(value: object) -> Markup:
    """Words from anywhere, escaped, as `legible` has them."""
    return escape(legible(value))


def legible(value: object) -> str:
    """Words from anywhere; characters that are not seen, such as one that turns the direction of
    writing, are written as codes."""
    return "".join(c if c.isprintable() or c == "\n" else _code(c) for c in str(value))


def harmless(value: object) -> object:
    """What a template prints: HTML as it is, anything else as `text` has it."""
    return value if isinstance(value, Markup) else text(value)


def _code(character: str) -> str:
    return " " if character in "\t\xa0" else f"\\u{{{ord(character):x}}}"


def whole_options(line: str) -> Markup:
    """A command line; when it is wrapped, names of options stay whole."""
    escaped = str(text(line))
    return Markup(_OPTION.sub(r"<span>\1</span>", escaped))  # noqa: S704  # escaped before
