"""``dpproofs derive``: writes down derivations as they were checked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from dpproofs.commands import exits, options, output
from dpproofs.commands.checking import check_all, check_folders, live_line
from dpproofs.commands.known import described
from dpproofs.documents import SNIPPET, document, results_of
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim
    from dpproofs.kernel.paper import Heading
    from dpproofs.kernel.verdict import Verdict
    from dpproofs.render.book import Result

TREE = Path("derivations")
CERTIFICATES = "certificates"
PAGE = "index.html"  # large, and all in it is in the LaTeX: it need not be kept
ENDINGS = {
    "latex": (".tex",),
    "pdf": (".pdf",),
    "html": (".html", ".htm"),
    "markdown": (".md", ".markdown"),
}
STATEMENTS = Path("replaying", "statements.json")
INDEX = Path("theorems", "index.json")


@click.command("derive", short_help="Write derivations as LaTeX, PDF, HTML or Markdown.")
@options.claims
@click.option("--all", "everything", is_flag=True, help="Every claim that has been formalised.")
@click.option(
    "--format",
    "form",
    type=click.Choice([*ENDINGS, SNIPPET]),
    help="How derivations are written; otherwise as the ending of the file says, or as latex.",
)
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The file to write instead of standard output; with --all and latex the directory to "
    f"write ('{TREE}' unless another is given).",
)
@click.option(
    "--figures/--no-figures",
    default=None,
    help="With --all: draw the figures of the papers, which needs matplotlib. The default is to "
    "draw them if it is installed.",
)
@click.option(
    "--stored",
    "package",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="With --all: write what the package keeps, below its directory DIR: the table of released "
    "statements and verdicts, by which 'replay' knows them, and the index of claims and results.",
)
@click.option(
    "--snippet",
    is_flag=True,
    help="The same as --format snippet: statement and proof as LaTeX that needs amsmath alone, for "
    "a paper of one's own.",
)
@click.option(
    "--check",
    is_flag=True,
    help="With --all and latex: write nothing, but list the files that are stale, missing or "
    "superfluous, and exit with 1 if there are any.",
)
@options.jobs
def command(  # noqa: PLR0913, PLR0917 (an option each, which click gives by name)
    claims: tuple[str, ...],
    everything: bool,
    form: str | None,
    path: Path | None,
    figures: bool | None,
    package: Path | None,
    snippet: bool,
    check: bool,
    jobs: int,
) -> int:
    """Write the derivations of claims, with what was found when they were checked.

    An argument with a slash in it is the folder of a paper of one's own, whose code is run.
    --all --format latex writes a directory: a file for each claim, the book that includes them,
    the figures, and the certificates. Ctrl-C keeps the derivations that were finished.
    """
    form = SNIPPET if snippet else form or _format_of(path, everything)
    tree = everything and form == "latex"
    _check_usage(claims, everything, form, path, package, check)
    target = path or (TREE if tree else output.STDOUT)
    paths = options.folders(claims)
    names = [] if paths else options.chosen(claims)
    if form == SNIPPET:
        return _write_snippets(names, paths, path)
    drawn = everything and form != "markdown" and _draws(figures, check)
    if not check:
        _expect_room(target, tree, package)

    known: dict[str, Claim] = {}
    keep = _keeping(target) if tree and not check else None
    heads = {slug: paper.head for slug, paper in described(paths).items()}
    if paths:
        outcome, known = check_folders(paths)
    else:
        outcome = check_all(names, jobs=jobs, done=keep)
    if outcome.left:
        _write_finished(outcome.verdicts, form, target, known, heads, tree=tree, check=check)
        return exits.INTERRUPTED
    try:
        if tree:
            wanted = tree_files(outcome.verdicts, target, figures=drawn)
        else:
            written = document(
                outcome.verdicts, form, figures=drawn, own=known, papers=heads, as_book=everything
            )
            wanted = {target: written}
    except KeyboardInterrupt:
        return _untold(target, keep)
    wanted |= stored_files(outcome.verdicts, package) if package else {}
    if check:
        return compare(wanted, target)
    for place, content in wanted.items():
        output.write(place, content)
    return exits.WELL


def _format_of(path: Path | None, everything: bool) -> str:
    """The format that the ending of a file says."""
    if path is None or everything:
        return "latex"
    return next((form for form, ends in ENDINGS.items() if path.suffix in ends), "latex")


def _keeping(target: Path) -> Callable[[Verdict], None]:
    """What keeps the certificate of a claim as soon as it is checked."""

    def keep(verdict: Verdict) -> None:
        for place, content in _certificates([verdict], target).items():
            output.write(place, content)

    return keep


def _untold(target: Path, keep: Callable[[Verdict], None] | None) -> int:
    """Say what an interruption left when all claims had been checked."""
    kept = f"; certificates are in {target / CERTIFICATES}" if keep else ""
    click.echo(f"interrupted: all claims are checked, nothing is typeset{kept}", err=True)
    return exits.INTERRUPTED


def _write_finished(
    verdicts: Sequence[Verdict],
    form: str,
    target: Path,
    known: Mapping[str, Claim],
    heads: Mapping[str, Heading],
    *,
    tree: bool,
    check: bool,
) -> None:
    """Write the derivations of the claims that were checked before an interruption.

    The book and the page would have gaps; standard output and other devices get nothing.
    """
    device = target == output.STDOUT or (target.exists() and not target.is_file())
    if check or not verdicts or (device and not tree):
        return
    if tree:
        from dpproofs.render import book

        for result in results_of(verdicts):
            told = result.statement
            output.write(target / told.paper / f"{told.id}.tex", book.to_latex(result).encode())
    else:
        output.write(target, document(verdicts, form, own=known, papers=heads))
    several = "derivation" if len(verdicts) == 1 else "derivations"
    click.echo(f"kept: {len(verdicts)} {several} in {target}", err=True)


def _write_snippets(names: Sequence[str], paths: Sequence[str], path: Path | None) -> int:
    """Write statements and proofs, with what was found when they were last checked.

    Claims of folders are checked now: nothing is kept of them.
    """
    from dpproofs.catalogue import claim

    if paths:
        outcome, known = check_folders(paths)
        parts = [snippets(result) for result in results_of(outcome.verdicts, known)]
    else:
        parts = [claim(name).latex() for name in names]
    output.write(path or output.STDOUT, "\n".join(parts).encode())
    return exits.WELL


def snippets(result: Result) -> str:
    """A claim that was just checked, in plain amsmath."""
    from dpproofs.render.content import known
    from dpproofs.render.snippet import snippet

    found = known(result.verdict, coq="")
    return snippet(result.statement, result.derivation, found)


def _draws(wanted: bool | None, check: bool) -> bool:
    """Whether figures are drawn; says so where they are left out because they cannot be."""
    if wanted is False or (wanted is None and not check and not options.has_matplotlib()):
        if wanted is None:
            click.echo(
                "figures are left out: they need matplotlib, pip install 'dpproofs[figures]'",
                err=True,
            )
        return False
    options.need_matplotlib()
    return True


def _check_usage(
    claims: Sequence[str],
    everything: bool,
    form: str,
    path: Path | None,
    package: Path | None,
    check: bool,
) -> None:
    """Refuse options that do not go together."""
    if form == SNIPPET and not claims:
        raise click.UsageError("--snippet needs names of claims")
    if everything == bool(claims):
        raise click.UsageError("Name claims or give --all, and not both")
    if check and not (everything and form == "latex"):
        raise click.UsageError("--check needs --all and the format latex")
    if package and not everything:
        raise click.UsageError("--stored needs --all")
    endings = ENDINGS["latex" if form == SNIPPET else form]
    if path and path.suffix not in {"", *endings} and not (everything and form == "latex"):
        raise BadInput("-o", str(path), f"a file ending in {' or '.join(endings)} for {form}")
    if form == "pdf" and path is None and sys.stdout.isatty():
        raise click.UsageError("A PDF is not for a terminal: give -o PATH")


def _expect_room(target: Path, tree: bool, package: Path | None) -> None:
    """Complain about an unwritable place before the work rather than after it."""
    if tree:
        output.make_directory(target)
    elif target != output.STDOUT:
        output.expect_file(target)
    if package:
        for place in (STATEMENTS, INDEX):
            output.expect_file(package / place)


# -- what is written ------------------------------------------------------------------------------


def tree_files(verdicts: Sequence[Verdict], directory: Path, *, figures: bool) -> dict[Path, bytes]:
    """What ``derivations/`` holds: the book with all it includes, and the certificates."""
    from dpproofs.render import book

    with TemporaryDirectory() as name, live_line() as told:
        scratch = Path(name)
        written = book.render_all(results_of(verdicts), scratch, figures=figures, told=told)
        files = {directory / path.relative_to(scratch): path.read_bytes() for path in written}
    return files | _certificates(verdicts, directory)


def _certificates(verdicts: Sequence[Verdict], directory: Path) -> dict[Path, bytes]:
    """The certificates, each in a file of its own."""
    return {
        output.certificate_path(directory / CERTIFICATES, verdict.id): output.json_bytes(
            verdict.certificate
        )
        for verdict in verdicts
    }


def stored_files(verdicts: Sequence[Verdict], package: Path) -> dict[Path, bytes]:
    """What ships with the package: the table that ``replay`` reads, and the index of results."""
    from dpproofs.stored import index_of, table_of

    index = index_of(verdicts)
    return {
        package / STATEMENTS: output.json_bytes(table_of(index)),
        package / INDEX: output.json_bytes(index),
    }


# -- what is stale --------------------------------------------------------------------------------


def compare(wanted: Mapping[Path, bytes], directory: Path) -> int:
    """List the files that differ from what they should be. The page may be missing.

    Raises
    ------
    BadInput
        When there is no such directory.
    """
    if not directory.is_dir():
        raise BadInput("directory", str(directory), "one that exists")
    there = {path for path in directory.rglob("*") if path.is_file()}
    wrong = [(path, "superfluous") for path in there - set(wanted)]
    for path, content in wanted.items():
        if not path.is_file():
            if path.name != PAGE:
                wrong.append((path, "missing"))
        elif path.read_bytes() != content:
            wrong.append((path, "stale"))
    for path, what in sorted(wrong):
        click.echo(f"{what}: {path}")
    return exits.REFUTED if wrong else exits.WELL
