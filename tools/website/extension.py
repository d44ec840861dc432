"""What Sphinx is taught: pages from checked objects, links into the repository, our docstrings."""

import re
import shutil
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from kept_results import results
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole, new_document
from sphinx.writers.html5 import HTML5Translator

from dpproofs.auditing.record import FieldRecord
from dpproofs.kernel.verdict import Decision
from dpproofs.render import mathml
from dpproofs.render.content import page
from dpproofs.render.latex import fragment, style
from dpproofs.render.relations import relations
from dpproofs.render.sentence import text
from dpproofs.render.tables import tables
from dpproofs.stored import stored
from dpproofs.theorems.registry import catalogue, find, formalised
from website import diagram, errata, explore, field, noise, notebooks
from website.claims import Library, claim_pages, home, paper_pages, table_of_claims
from website.proofs import accepted, stated
from website.refusals import refusals
from website.sheets import Sheet, spelled

ROOT = Path(__file__).resolve().parent.parent.parent
DERIVATIONS = ROOT / "derivations"
DOCS = ROOT / "docs"
REPOSITORY = "https://github.com/dpproofs/dpproofs/blob/main/"
log = logging.getLogger(__name__)


@cache
def library(patterns: str) -> Library:
    """The claims whose ids fit one of some patterns, with what was found about them."""
    names = [n for n in formalised() if any(fnmatch(n, p) for p in patterns.split(","))]
    found = list(results(names, DERIVATIONS / "certificates", log.info))
    return Library(
        claims=tuple(page(result) for result in found),
        modules={result.statement.id: find(result.statement.id).module for result in found},
        sentences={
            result.statement.id: text(
                result.statement,
                None if result.verdict.decision is Decision.open else result.derivation,
            )
            for result in found
        },
        relations=tuple(relations(found)),
        tables=tables(found),
        drawn=frozenset(path.stem for path in (DERIVATIONS / "figures").glob("*.svg")),
        certificates={result.statement.id: result.verdict.certificate for result in found},
        refused={result.statement.id: refusals(result) for result in found},
        proofs={result.statement.id: accepted(result.verdict.certificate) for result in found},
    )


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every page that is not written by hand."""
    claims = library(app.config.site_claims)
    wrong = errata.entries(claims, app.config.html_baseurl)
    write_files(claims, Path(app.outdir))
    (Path(app.outdir) / "errata.atom").write_bytes(errata.feed(wrong))
    write_notebooks(Path(app.outdir))
    pages = claim_pages(claims), paper_pages(claims), errata.erratum_pages(wrong)
    for one in (*chain(*pages), *field.field_pages(report())):
        known_to_search(app, one)
        yield one.name, around(app, one), "page.html"


def around(app: Sphinx, one: Sheet) -> dict[str, Any]:
    """A page and what leads from it to others, as the theme takes it."""
    context = {"title": one.title, "body": one.body, "toc": one.contents, "made": True}
    if one.row:
        context["siblings"] = one.row.around(one.name)
        for side, step in (("prev", -1), ("next", 1)):
            if found := one.row.next_to(one.name, step):
                link = app.builder.get_relative_uri(one.name, found[0])
                context[side] = {"link": link, "title": found[1]}
    return context


def known_to_search(app: Sphinx, one: Sheet) -> None:
    """Have a page found by its title and words; pages that Sphinx did not read are left out."""
    app.env.all_docs[one.name] = 0
    title = app.env.titles[one.name] = nodes.title(text=spelled(one.title))
    tree = new_document(one.name)
    tree += nodes.section("", title.deepcopy(), nodes.paragraph(text=spelled(one.words)))
    app.builder.indexer.feed(one.name, one.name, one.title, tree)


@cache
def report() -> FieldRecord:
    """The report of the field."""
    return field.read(ROOT / "docs" / "field.json")


def write_files(claims: Library, out: Path) -> None:
    """Files that pages link to: certificates, texts for Coq, LaTeX, figures, data."""
    from dpproofs.commands.output import json_bytes

    for name in ("certificates", "coq", "latex", "figures", "data"):
        (out / name).mkdir(exist_ok=True)
    for claim in claims.claims:
        document = claims.certificates[claim.id]
        (out / "certificates" / f"{claim.id}.json").write_bytes(json_bytes(document))
        proof = claims.proofs[claim.id] or stated(document)
        (out / "coq" / f"{claim.id}.v").write_text(proof, "utf-8")
        (out / "latex" / f"{claim.id}.tex").write_text(fragment(claim), "utf-8")
    (out / "latex" / "dpproofs.sty").write_text(style(), "utf-8")
    for path in (DERIVATIONS / "figures").glob("*.svg"):
        shutil.copy(path, out / "figures")
    shutil.copy(ROOT / "docs" / "field.json", out / "data")
    scripts = {
        "PROFILES": explore.data(),
        "FORMULAS": errata.formulas(stored(formalised())[0]),
        "WHICH_NOISE": noise.data(),
    }
    for name, data in scripts.items():
        text = f"window.{name}={json_bytes(data).decode()};\n"
        (out / "data" / f"{name.lower()}.js").write_text(text, "utf-8")


def write_notebooks(out: Path) -> None:
    """Run each tutorial, and keep it as a notebook beside its page."""
    for path in tutorials():
        name = path.relative_to(DOCS).with_suffix("").as_posix()
        target = out / f"{name}.ipynb"
        target.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebooks.notebook(name, path.read_text("utf-8")), target)


def tutorials() -> list[Path]:
    """The pages that are tutorials."""
    return [path for path in sorted((DOCS / "tutorials").glob("*.md")) if path.stem != "index"]


#: What follows on a page whose beginning is written by hand.
FOLLOWS: dict[str, Callable[[Sphinx], str]] = {
    "index": lambda app: home(library(app.config.site_claims)),
    "claims/index": lambda app: table_of_claims(library(app.config.site_claims)),
    "errata": lambda app: errata.table(errata.entries(library(app.config.site_claims))),
    "field/index": lambda _: field.table(report()),
    "which-noise": lambda _: noise.page(report()),
    "explore/profiles": lambda _: explore.profiles_page(),
    "explore/densities": lambda _: explore.densities_page(),
}


DOWNLOAD = (
    '<p class="soft">This page was run when the site was made. '
    '<a href="{}.ipynb" download>Download it as a notebook</a>.</p>'
)
NO_ICON = '<link rel="icon" href="data:,"/>'  # or a browser asks the server for one


def complete(
    app: Sphinx, name: str, _template: str, context: dict[str, Any], _doctree: object
) -> None:
    """Add what follows on some pages, and what the theme does not know of pages that are made."""
    if name in FOLLOWS:
        context["body"] += FOLLOWS[name](app)
    if name in {f"tutorials/{path.stem}" for path in tutorials()}:
        context["body"] += DOWNLOAD.format(Path(name).name)
    context["metatags"] = context.get("metatags", "") + NO_ICON
    if context.get("made"):
        context["furo_hide_toc"] = not context["toc"]
    if name.startswith("field/"):
        app.add_css_file("field.css")


# -- the pages that are written by hand -----------------------------------------------------------


class ClaimRole(SphinxRole):
    """``{claim}`staircase.thm6.cost``` leads to the page of that claim."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        if self.text not in catalogue():
            log.warning("no claim has the id %r", self.text, location=self.get_location())
        up = "../" * self.env.docname.count("/")
        link = nodes.reference(refuri=f"{up}claims/{self.text}.html")
        link += nodes.literal(text=self.text)
        return [link], []


def links(_app: Sphinx, name: str, content: list[str]) -> None:
    """Links to files of the repository lead there; those to pages of the site stay."""
    up = name.count("/")

    def target(match: re.Match[str]) -> str:
        path = match[1]
        if path.startswith("../" * (up + 1)):
            return f"]({REPOSITORY}{path.removeprefix('../' * (up + 1))})"
        return f"]({path})"

    content[0] = re.sub(r"\]\((?!https?:)([^)\s]+)\)", target, content[0])
    content[0] = content[0].replace("](field.html)", "](field/index.md)")


def included(_app: Sphinx, _path: Path, _name: str, content: list[str]) -> None:
    """The report on libraries that the README leads to is a page of the site."""
    content[0] = content[0].replace("](docs/field.html)", "](docs/field/index.md)")


def diagrams(_app: Sphinx, tree: nodes.document, _name: str) -> None:
    """What is written as mermaid reads it is drawn."""
    for block in list(tree.findall(nodes.literal_block)):
        if block.get("language") == "mermaid":
            block.replace_self(nodes.raw("", diagram.drawing(block.astext()), format="html"))


def formula(self: HTML5Translator, node: nodes.Element) -> None:
    """A formula of a guide."""
    text = node.astext()
    if isinstance(node, nodes.math):
        self.body.append(mathml.inline(text))
    else:
        self.body.append(f'<div class="formula">{mathml.block(text)}</div>')
    raise nodes.SkipNode


COLON = "\N{MODIFIER LETTER COLON}"


def docstring(
    _app: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """Bars and stars of our docstrings are those of formulas; a property's colon is one."""
    shown = False  # an example, with what it prints
    for place, line in enumerate(lines):
        shown = bool(line.strip()) and (shown or line.lstrip().startswith(">>>"))
        if not shown:
            lines[place] = re.sub(r"(?<![\\`])([|*])", r"\\\1", line)
    if what == "property" and lines:
        lines[0] = lines[0].replace(":", COLON)


def colons(
    _app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]
) -> None:
    """After sections have been read, a colon is a colon again."""
    lines[:] = [line.replace(COLON, ":") for line in lines]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of all this."""
    app.add_config_value("site_claims", "*", "html")
    app.connect("html-collect-pages", collect)
    app.connect("html-page-context", complete, priority=900)  # after the theme
    app.connect("env-get-outdated", lambda *_: list(FOLLOWS))
    app.connect("source-read", links)
    app.connect("include-read", included)
    app.connect("autodoc-process-docstring", docstring, priority=100)
    app.connect("autodoc-process-docstring", colons, priority=900)
    app.connect("doctree-resolved", diagrams)
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))
    app.add_role("claim", ClaimRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
