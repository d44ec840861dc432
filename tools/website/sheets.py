"""The bodies of pages that are not written by hand, by Jinja's templates."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader

from dpproofs.render import html
from dpproofs.render.content import Prose


@dataclass(frozen=True)
class Sheet:
    """A page: its place without the suffix, its title and its body."""

    name: str
    title: str
    body: str


def sheet(name: str, title: str, template: str, **content: Any) -> Sheet:
    """A page from a template."""
    return Sheet(name, title, body(name, template, **content))


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
