"""Tutorials as notebooks: what a page shows is run when the site is made, and can be downloaded."""

import doctest
import io
import posixpath
import re
from collections.abc import Iterator

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from website.errata import REPOSITORY

BLOCK = re.compile(r"(?ms)^```python\n(.*?)^```\n")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
CLAIM = re.compile(r"\{claim\}(`[^`]+`)")
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


class Misprint(ValueError):
    """What a page prints is not what its code does."""


def notebook(name: str, text: str) -> nbformat.NotebookNode:
    """A page as a notebook, after its examples have been run and have printed what the page says.

    Parameters
    ----------
    name
        The page below ``docs/``, without its ending.
    text
        Its Markdown, in which examples are sessions of Python.

    Raises
    ------
    Misprint
        When an example prints something else, or fails.
    """
    _run(name, text)
    cells = []
    for place, part in enumerate(BLOCK.split(text)):
        if place % 2:
            cells += list(_code(part))
        elif part.strip():
            cells.append(new_markdown_cell(_read_alone(name, part.strip())))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same file each time
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL})


def _run(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name, name, 0)
    told = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    if runner.run(test, out=told.write).failed:
        raise Misprint(told.getvalue())


def _code(block: str) -> Iterator[nbformat.NotebookNode]:
    """A cell for each example that prints something, with what is done before it."""
    source = ""
    for example in doctest.DocTestParser().get_examples(block):
        source += example.source
        if example.want:
            told = new_output("stream", name="stdout", text=example.want)
            yield new_code_cell(source.rstrip(), outputs=[told])
            source = ""
    if source:
        yield new_code_cell(source.rstrip())


def _read_alone(name: str, text: str) -> str:
    """Text of a page whose links lead to the repository."""
    home = posixpath.join("docs", posixpath.dirname(name))

    def target(match: re.Match[str]) -> str:
        return f"]({REPOSITORY}/blob/main/{posixpath.normpath(posixpath.join(home, match[1]))}"

    return CLAIM.sub(r"\1", LINK.sub(target, text))
