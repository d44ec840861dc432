"""``dpproofs verify``: checks claims, shows the verdicts, leaves certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output
from dpproofs.commands.checking import DIGITS, Outcome, check_all, check_folders
from dpproofs.commands.second_opinion import SecondOpinion, expect_solvers, second_opinion

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from dpproofs.kernel.derivation import Claim
    from dpproofs.kernel.verdict import Verdict

STATEMENTS = "statements.json"
STYLES = {
    "holds": "green",
    "corrected": "yellow",
    "refuted": "bold red",
    "open": "magenta",
    "definition": "cyan",
}


@click.command("verify", short_help="Check claims; say what holds, and how that is known.")
@options.claims
@options.papers
@click.option(
    "--digits",
    type=click.IntRange(1, 1000),
    default=DIGITS,
    show_default=True,
    metavar="N",
    help="Compare formulas numerically to N digits, from 1 to 1000.",
)
@options.jobs
@click.option(
    "--certificates",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the certificate of each claim to DIR/CLAIM.json as soon as it is done.",
)
@click.option(
    "--second-opinion",
    "asks",
    is_flag=True,
    help="Also ask z3 and cvc5 about each sign that was shown; needs dpproofs[smt].",
)
@options.as_json
def command(
    claims: tuple[str, ...],
    papers: tuple[str, ...],
    digits: int,
    jobs: int,
    certificates: Path | None,
    asks: bool,
    as_json: bool,
) -> int:
    """Check claims: all that have been formalised, those of a paper, or those named.

    An argument with a slash in it is the folder of a paper of one's own. This runs the folder's
    code; 'dpproofs new paper' writes a first one. With --certificates the digests of its sentences
    are written beside the certificates, where 'dpproofs replay' reads them.

    Every step of a claim's derivation is decided by its checker, the formulas are compared
    numerically, and perturbed twins of the claim (mutants) have to be rejected.

    With --second-opinion z3 and cvc5 look for a point that contradicts a sign. Their word proves
    nothing; a point that one finds makes the exit code 1.

    Ctrl-C ends the run and reports what was finished.
    """
    paths = options.folders(claims)
    if paths and papers:
        raise click.UsageError("--paper chooses among the package's papers, not folders")
    names = [] if paths else options.chosen(claims, papers)
    if certificates is not None:
        output.make_directory(certificates)
    if asks:
        expect_solvers()

    def keep(verdict: Verdict) -> None:
        if certificates is not None:
            path = output.certificate_path(certificates, verdict.id)
            output.write(path, output.json_bytes(verdict.certificate))

    known: dict[str, Claim] = {}
    if paths:
        outcome, known = check_folders(paths, digits=digits, done=keep)
        if certificates is not None:
            output.write(certificates / STATEMENTS, output.json_bytes(digests(known)))
    else:
        outcome = check_all(names, digits=digits, jobs=jobs, done=keep)
    opinion = asked(outcome, known) if asks else None
    if as_json:
        output.print_json(document(outcome, opinion))
    elif outcome.verdicts:
        console = output.standard_output()
        told = () if opinion is None else (str(opinion),)
        output.show(console, *report(outcome.verdicts, console), *told)
    return exits.REFUTED if opinion and opinion.disagree else exit_code(outcome)


def asked(outcome: Outcome, own: Mapping[str, Claim]) -> SecondOpinion:
    """What solvers say of the signs that were shown; ``own`` has claims of the user's folders."""
    from dpproofs.theorems.registry import find

    return second_opinion((own.get(v.id) or find(v.id), v) for v in outcome.verdicts)


def digests(claims: Mapping[str, Claim]) -> dict[str, str]:
    """The digest of each sentence, by which replay knows it."""
    from dpproofs.stored import digest_of

    return {name: digest_of(claim) for name, claim in claims.items()}


def exit_code(outcome: Outcome) -> int:
    """The exit code for what was found; the most alarming finding decides."""
    decisions = {verdict.decision.value for verdict in outcome.verdicts}
    if outcome.left:
        return exits.INTERRUPTED
    if "refuted" in decisions or any(surviving(verdict) for verdict in outcome.verdicts):
        return exits.REFUTED
    return exits.OPEN if "open" in decisions else exits.WELL


def surviving(verdict: Verdict) -> int:
    """How many mutants of a claim were taken for true."""
    return verdict.mutation.tried - verdict.mutation.killed


def document(outcome: Outcome, opinion: SecondOpinion | None = None) -> dict[str, Any]:
    """What ``--json`` prints."""
    found = Counter(verdict.decision.value for verdict in outcome.verdicts)
    return {
        "dpproofs": __version__,
        "claims": [verdict.to_json() for verdict in outcome.verdicts],
        "summary": {decision: found[decision] for decision in STYLES},
        **({} if opinion is None else {"second_opinion": opinion.to_json()}),
        **({"interrupted": True} if outcome.left else {}),
    }


# -- for people -----------------------------------------------------------------------------------


def report(verdicts: Sequence[Verdict], console: Console) -> Iterator[RenderableType]:
    """The table, what needs more words than a table has room for, and the sum of it all."""
    columns = [
        output.Column("claim"),
        output.Column("verdict"),
        output.Column("grade", rank=1),
        output.Column("steps", rank=4, number=True),
        output.Column("mutants", rank=2, number=True),
        output.Column("digits", rank=5, number=True),
        output.Column("seconds", rank=3, number=True),
    ]
    yield output.table(columns, [_row(verdict) for verdict in verdicts], console)
    yield ""
    for verdict in verdicts:
        yield from _remarks(verdict)
    yield _summary(verdicts)


def _row(verdict: Verdict) -> list[Text]:
    from rich.text import Text

    found, mutation = verdict.decision.value, verdict.mutation
    return [
        Text(verdict.id),
        Text(found, style=STYLES[found]),
        Text("-" if verdict.grade is None else verdict.grade.name),
        Text(str(len(verdict.findings))),
        Text(
            f"{mutation.killed}/{mutation.tried}" if mutation.tried else "-",
            style="bold red" if surviving(verdict) else "",
        ),
        Text("-" if verdict.digits is None else str(verdict.digits)),
        Text(f"{verdict.seconds:.2f}"),
    ]


def _remarks(verdict: Verdict) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    found = verdict.decision.value
    texts = []
    if verdict.erratum:
        texts.append(verdict.erratum["counterexample"])
    if found == "open":
        texts.append(verdict.note)
    texts += [f"a mutant survives: {survivor}" for survivor in verdict.mutation.survivors]
    if texts:
        yield Text.assemble((found, STYLES[found]), " ", (verdict.id, "bold"), f"  {verdict.item}")
        yield from (Padding(Text(text), (0, 0, 0, 2)) for text in texts)
        yield ""


def _summary(verdicts: Sequence[Verdict]) -> Text:
    from rich.text import Text

    found = Counter(verdict.decision.value for verdict in verdicts)
    total = f"{len(verdicts)} claim{'' if len(verdicts) == 1 else 's'}:"
    counts = [
        part
        for name, style in STYLES.items()
        if found[name]
        for part in (" ", (f"{name} {found[name]}", style), ",")
    ]
    killed = sum(verdict.mutation.killed for verdict in verdicts)
    tried = sum(verdict.mutation.tried for verdict in verdicts)
    seconds = sum(verdict.seconds for verdict in verdicts)
    rest = f" mutants killed {killed} of {tried}, {seconds:.1f} s of processor time"
    return Text.assemble((total, "bold"), *counts, rest)
