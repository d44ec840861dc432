"""``dpproofs audit``: does this sampler keep its claim? If not: the set, the inputs, the limits."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dpproofs.commands import audit_files, audit_text, exits, options, output
from dpproofs.commands.audit_request import (
    PATIENCE,
    SUBJECTS,
    Options,
    claimed,
    integer,
    reproduction,
    what,
)
from dpproofs.commands.audit_targets import completions, show_list
from dpproofs.commands.failing import complain
from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.auditing.record import AuditRecord, SourceRecord

STDOUT, STDERR = 1, 2  # descriptors
ALONE = {"suite", "directory", "libraries", "against"}  # options that only --suite has
OFTEN = {"alpha", "seconds", "seed", "as_json"}  # ... and those that it has as well


@click.command("audit", short_help="Look for a privacy violation of somebody's sampler.")
@click.argument("target", required=False, shell_complete=completions)
@click.option("--epsilon", type=float, metavar="E", help="Claimed, >= 0.")
@click.option("--rho", type=float, metavar="R", help="Claimed instead: rho-zCDP; see --delta.")
@click.option(
    "--renyi",
    nargs=2,
    type=float,
    metavar="ORDER EPSILON",
    help="Claimed instead: Renyi DP, a divergence of at most EPSILON at an order > 1.",
)
@click.option("--mu", type=float, metavar="M", help="Claimed instead: mu-Gaussian DP.")
@click.option(
    "--delta",
    type=float,
    default=0.0,
    show_default=True,
    metavar="D",
    help="Claimed, in [0, 1), with an epsilon or a rho.",
)
@click.option("--sensitivity", type=float, metavar="S", help="Of the query, > 0.")
@click.option(
    "--arg",
    "arguments",
    multiple=True,
    metavar="NAME=VALUE",
    help="Passed to the target; may be repeated.",
)
@click.option(
    "--of",
    "subjects",
    multiple=True,
    type=click.Choice([*SUBJECTS, "all"]),
    help="What is audited; may be repeated. The default is the sampler.",
)
@click.option(
    "--command",
    "program",
    metavar="COMMAND",
    help="A program instead of TARGET, such as './sampler {value} {count}'.",
)
@click.option(
    "--draws",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Recorded draws instead of TARGET: CSV, npy, npz or Parquet.",
)
@click.option(
    "--format",
    "form",
    default="text",
    metavar="FORM",
    show_default=True,
    help="How a program writes numbers: text or float64.",
)
@click.option(
    "--timeout",
    type=float,
    default=PATIENCE,
    show_default=True,
    metavar="T",
    help="Seconds of silence after which a program, or a call of a Python function, hangs.",
)
@click.option(
    "--input", "inputs", multiple=True, metavar="X", help="Where to look; may be repeated."
)
@click.option(
    "--shift", "shifts", multiple=True, metavar="D", help="To a neighbour; may be repeated."
)
@click.option(
    "--domain",
    nargs=2,
    type=float,
    metavar="LO HI",
    help="The numbers that TARGET is made for: an input that it refuses there is an outcome.",
)
@click.option(
    "--records",
    metavar="JSON",
    help="Example records: search data sets of them, such as '[18, 90]' or '[{\"age\": 18}]'.",
)
@click.option(
    "--relation",
    type=click.Choice(["add or remove", "replace"]),
    help="Of a data set of --records and its neighbour; one record more or less when left out.",
)
@click.option("--fresh", is_flag=True, help="Make the object TARGET anew for every draw.")
@click.option("--special", is_flag=True, help="Try NaN and infinite inputs as well.")
@click.option(
    "--dimension",
    type=int,
    metavar="D",
    help="For inputs of D numbers: at 0 and its neighbours at the full sensitivity in --norm.",
)
@click.option(
    "--norm",
    type=click.Choice(["l1", "l2", "linf"]),
    help="Of the sensitivity, where inputs are lists; l2 when left out.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    metavar="A",
    help="Probability of a false alarm.",
)
@click.option(
    "--max-draws",
    type=integer,
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="At most N pairs of draws.",
)
@click.option("--seconds", type=float, metavar="T", help="At most T seconds.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="K")
@click.option(
    "--to-the-end",
    is_flag=True,
    help="Use the whole budget, for sharper bounds on epsilon and delta.",
)
@click.option(
    "--power",
    type=float,
    metavar="P",
    help="Demand that noise of P times what is needed would have shown; undecided otherwise.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Draw in N processes.",
)
@click.option("--no-batch", "singly", is_flag=True, help="Ask for one draw a call.")
@click.option("--dask", metavar="ADDRESS", help="Draw on the Dask cluster with this scheduler.")
@click.option(
    "--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the state of the audit."
)
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on from a saved state."
)
@click.option(
    "--report",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write an HTML page with the histograms and the evidence.",
)
@options.plot("Draw what came out at the two inputs, with the set that tells them apart")
@click.option(
    "--sarif",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what was found as SARIF 2.1.0, for a forge.",
)
@click.option(
    "--badge",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the verdict as JSON for a badge of shields.io.",
)
@click.option("--suite", is_flag=True, help="Audit the mechanisms of libraries, into -o.")
@click.option(
    "-o",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("field"),
    metavar="DIR",
    help="Where --suite writes its page and its data.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="OLD",
    help="For --suite: say what is new since the field.json of another run.",
)
@click.option("--library", "libraries", multiple=True, metavar="NAME", help="For --suite: only it.")
@options.as_json
@click.option(
    "--list", "listed", is_flag=True, help="List the targets of the libraries that are installed."
)
def command(**given: Any) -> int:
    """Look for a violation of a claim of privacy by TARGET.

    The claim is (epsilon, delta)-privacy, zCDP, Renyi DP or Gaussian DP.

    TARGET is library:mechanism for a library that has an adapter (see --list), or module.path:name
    of a Python callable, of a noise distribution or of a class of these. The claim's numbers are
    passed on where the signature takes them.

    The audit of the sampler draws at neighbouring inputs, learns sets on which they differ too
    much, and bets on them: a sampler that keeps its claim is called a violation with probability
    alpha at most. The audit of the numbers looks at the last bits of doubles. The audit of the
    parameters computes the privacy profile of the noise that the target says it adds; that of the
    threshold the probability of a release that the neighbouring data could not lead to.

    With --suite, every additive mechanism of the libraries that are installed is audited in all
    three ways over a grid of claims; --seconds is then for each audit. With --against, what is new
    since an earlier run is told, and decides the exit code: 1 for a violation that was not there.

    The verdict and the exit code are on the claim that was given; what fails at other claims is
    told beside it. The exit code is 0 when no violation was found, 1 for a violation, 2 for bad
    input, 3 when the target failed or nothing could be decided, as with too few draws, 70 for an
    error of our own, and 130 after Ctrl-C. A TARGET runs in a process of its own, which it may end
    without taking the verdict with it.
    """
    if given.pop("listed"):
        return show_list(given["as_json"])
    chosen = Options(**given)
    _refuse_useless(chosen)
    if chosen.suite:
        return _suite(chosen)
    audit_files.expect(chosen)
    here = Path.cwd()  # a target may go elsewhere
    try:
        document = _audited(chosen)
    except Failed as failed:
        return complain(*failed.args)
    _show(chosen, document)
    code = _code(document)
    for path, whole in audit_files.written(chosen, document, code):  # last: no result is lost by it
        output.write(here / path, whole)
    return code


class Failed(Exception):
    """A child came to an exit code and a line instead of a result."""


def _audited(chosen: Options) -> AuditRecord:
    """What was found: in a process that is watched, where a target's code would run in this one."""
    from dpproofs.auditing.record import AuditRecord, from_json, to_json
    from dpproofs.commands.supervised import NoResult, can_supervise, supervised

    if chosen.target is None or not can_supervise():
        return _found(chosen)
    try:
        message = supervised(lambda: {"record": to_json(_found(chosen))})
    except NoResult as reason:
        return _without_result(chosen, f"{chosen.target} {reason}: there is no verdict")
    if message.get("code") == exits.INTERRUPTED:  # before there was anything to tell
        raise KeyboardInterrupt
    if "record" not in message:
        raise Failed(message["code"], message["line"])
    return from_json(AuditRecord, message["record"])


def _found(chosen: Options) -> AuditRecord:
    from dpproofs.commands.audit_run import run

    with _no_results():
        claim, target, pairs = what(chosen)
        with closing(target):
            found = run(chosen, target, claim, pairs).report.record()
        return replace(found, source=_source(chosen))


def _source(chosen: Options) -> SourceRecord | None:
    """Where the code of the target is, if it is Python code that can be named."""
    from dpproofs.auditing.record import SourceRecord
    from dpproofs.auditing.targets import source

    place = None if chosen.target is None else source(chosen.target)
    return None if place is None else SourceRecord(*place)


def _without_result(chosen: Options, error: str) -> AuditRecord:
    """The record of an audit whose process came to no result."""
    from dpproofs.auditing.record import AuditRecord

    return AuditRecord(
        target=str(chosen.target),
        claim=claimed(chosen),
        verdict="error",
        verdicts=dict.fromkeys(chosen.subjects or ("sampler",), "error"),
        alpha=chosen.alpha,
        error=error,
        seed=chosen.seed,
        reproduce=reproduction(chosen),
    )


def _show(chosen: Options, document: AuditRecord) -> None:
    from dpproofs.auditing.record import to_json

    if chosen.as_json:
        output.print_json(to_json(replace(document, pictures=None)))
        return
    console = output.standard_output()
    output.show(console, *audit_text.lines(document))
    click.echo(audit_text.again(document))


def _code(document: AuditRecord) -> int:
    """The exit code: a violation counts most, then an interruption, then not knowing."""
    if document.verdict == "violation":
        return exits.REFUTED
    if document.interrupted:
        return exits.INTERRUPTED
    return exits.WELL if document.verdict == "no violation found" else exits.OPEN


def _refuse_useless(chosen: Options) -> None:
    """Options that would be without effect are mistakes."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(str(option.name)) is not ParameterSource.DEFAULT
        if given and option.name not in OFTEN and (option.name in ALONE) != chosen.suite:
            title = option.opts[0] if option.opts[0].startswith("-") else "TARGET"
            how = "with" if chosen.suite else "without"
            value = context.params.get(str(option.name), True)
            raise BadInput(title, _plain(value), f"left out {how} --suite")


def _plain(value: Any) -> Any:
    """A value of an option as it was written, about."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value) if isinstance(value, Path) else value


@contextmanager
def _no_results() -> Iterator[None]:
    """What a target prints is no result: it goes to the standard error.

    So does what libraries in other languages, and worker processes, write to descriptor 1.
    """
    with ExitStack() as ending:
        ending.enter_context(redirect_stdout(sys.stderr))
        with suppress(OSError):  # one of them may be closed
            kept = os.dup(STDOUT)
            ending.callback(_put_back, kept)
            os.dup2(STDERR, STDOUT)
        yield


def _put_back(kept: int) -> None:
    """Make a copy of the standard output that output again; a target may have closed both."""
    with suppress(OSError):
        os.dup2(kept, STDOUT)
        os.close(kept)


def _suite(chosen: Options) -> int:
    from dpproofs.commands.audit_suite import run_suite

    if not 0 < chosen.alpha < 1:
        raise BadInput("--alpha", chosen.alpha, "a number in (0, 1)")
    seconds = 20.0 if chosen.seconds is None else chosen.seconds
    if not 0 < seconds < math.inf:
        raise BadInput("--seconds", seconds, "a number in (0, inf) with --suite")
    return run_suite(
        chosen.directory,
        seconds,
        chosen.libraries,
        chosen.seed,
        chosen.alpha,
        chosen.as_json,
        against=chosen.against,
    )
