"""What every HTML page has: the frame around its body, and words from strangers made harmless."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

_OPTION = re.compile(r"(--[\w-]+)")

# A page loads nothing and runs nothing, whatever got into it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


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
    style = "".join(sheet(name) for name in sheets)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{text(title)}</title>\n<style>\n{style}</style>\n</head>\n{body}\n</html>\n"
    )


def sheet(name: str) -> str:
    """A style sheet of the folder ``assets``."""
    return resources.files("dpproofs.render").joinpath(f"assets/{name}.css").read_text("utf-8")


def text(value: object) -> str:
    """Words from anywhere, escaped; characters that are not seen, such as one that turns the
    direction of writing, are written as codes."""
    words = "".join(c if c.isprintable() or c == "\n" else _code(c) for c in str(value))
    return escape(words)


def _code(character: str) -> str:
    return " " if character in "\t\xa0" else f"\\u{{{ord(character):x}}}"


def code(value: object) -> str:
    """Words from anywhere as an element ``code``."""
    return f"<code>{text(value)}</code>"


def link(title: str, url: str) -> str:
    """A link to ``url`` called ``title``; words only, unless it leads to the web."""
    name = text(title)
    if re.match(r"https?://", url):
        return f'<a href="{text(url)}" rel="noopener noreferrer">{name}</a>'
    return f"{name} ({text(url)})" if url else name


def command(line: str) -> str:
    """A command line to copy; when it is wrapped, names of options stay whole."""
    whole = _OPTION.sub(r"<span>\1</span>", text(line))
    return f"<pre>{whole}</pre>"


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """A list of names, which are plain words, and what is to be said of each, in HTML."""
    entries = "".join(f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in rows)
    return f'<dl class="facts">{entries}</dl>' if entries else ""


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls on narrow screens; caption and cells are HTML, heads plain words.

    The first cell of a row is its head.
    """
    heads = "".join(f'<th scope="col">{text(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{c}</td>" for c in row[1:]) + "</tr>"
        for row in rows
    )
    title = f"<caption><span>{caption}</span></caption>" if caption else ""
    return (
        '<div class="wide"><table>'
        f"{title}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
        "</table></div>"
    )
