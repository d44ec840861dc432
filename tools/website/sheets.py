"""The bodies of pages that are not written by hand, by Jinja's templates."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader

from dpproofs.render import html
from dpproofs.render.content import Prose

HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>')
BESIDE = 5  # so many pages before and after one are listed beside it


@dataclass(frozen=True)
class Row:
    """Pages that are read one after another: the names and titles of all, below a title."""

    title: str
    pages: tuple[tuple[str, str], ...]

    def around(self, name: str) -> "Row":
        """The page of a name and its neighbours."""
        place = self._place(name)
        return Row(self.title, self.pages[max(0, place - BESIDE) : place + BESIDE + 1])

    def next_to(self, name: str, step: int) -> tuple[str, str] | None:
        """The page that is so many steps on, if there is one."""
        place = self._place(name) + step
        return self.pages[place] if 0 <= place < len(self.pages) else None

    def _place(self, name: str) -> int:
        return [page for page, _ in self.pages].index(name)


@dataclass(frozen=True)
class Sheet:
    """A page: its place without the suffix, its title, its body, and what is beside it.

    ``words`` are what a search finds it by, besides its title.
    """

    name: str
    title: str
    body: str
    row: Row | None = None
    words: str = ""

    @property
    def contents(self) -> str:
        """The headings of the page, as a list of links."""
        items = "".join(
            f'<li><a class="reference internal" href="#{place}">{told}</a></li>'
            for place, told in HEADING.findall(self.body)
        )
        return items and f"<ul>{items}</ul>"


def body(name: str, template: str, **content: Any) -> str:
    """The body of a page; ``root`` leads from it to the first one."""
    root = "../" * name.count("/")
    return _environment().get_template(template).render(root=root, **content)


@cache
def _environment() -> Environment:
    own = FileSystemLoader(Path(__file__).parent / "templates")
    loader = ChoiceLoader([own, PackageLoader("dpproofs.render")])
    return html.environment().overlay(loader=loader, trim_blocks=True)


def plain(parts: Prose) -> str:
    """A title in plain text."""
    return "".join(part.text.replace("\\", "") if part.math else part.text for part in parts)


def spelled(text: str) -> str:
    """A text in which Greek letters are spelled out."""
    return "".join(
        f" {name.split()[3].lower()} "
        if (name := unicodedata.name(c, "")).startswith("GREEK S")
        or name.startswith("GREEK CAPITAL LETTER")
        else c
        for c in text
    )
