"""What the search looks through: titles and text of every page, in a script that needs no
server."""

import json
from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes
from sphinx.environment import BuildEnvironment

LONGEST = 700


def documents(environment: BuildEnvironment) -> Iterator[Sequence[str]]:
    """Every section of the pages that are written by hand: title, place, kind, text."""
    for name in sorted(environment.found_docs - {environment.config.root_doc}):
        tree = environment.get_doctree(name)
        page = environment.titles[name].astext()
        for section in tree.findall(nodes.section):
            title = section.next_node(nodes.title)
            heading = title.astext() if title else page
            text = " ".join(
                child.astext()
                for child in section.children
                if not isinstance(child, nodes.section | nodes.title)
            )
            anchor = f"#{section['ids'][0]}" if section.parent is not tree else ""
            yield heading, f"{name}.html{anchor}", page, " ".join(text.split())[:LONGEST]


def script(entries: Iterable[Sequence[str]]) -> str:
    """The data as a script, since a page that is opened from disk may not read other files."""
    text = json.dumps([list(entry) for entry in entries], ensure_ascii=False, separators=(",", ":"))
    return f"window.SEARCH={text};\n"
