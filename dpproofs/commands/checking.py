"""Checking many claims: in this process or in several, with progress, until Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpproofs.kernel.errors import BadInput, DpproofsError

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim
    from dpproofs.kernel.verdict import Verdict

DIGITS = 50


@dataclass(frozen=True)
class Outcome:
    """What was found, in the order of the claims asked for, and how many an interruption left."""

    verdicts: tuple[Verdict, ...]
    left: int


def check_all(
    claims: Sequence[str],
    *,
    digits: int = DIGITS,
    jobs: int = 1,
    done: Callable[[Verdict], None] | None = None,
) -> Outcome:
    """Check claims and call ``done`` with each verdict as soon as it is reached."""
    found: dict[str, Verdict] = {}
    try:
        with (
            _progress(claims) as advance,
            closing(_verdicts(claims, digits, min(jobs, len(claims)))) as verdicts,
        ):
            for verdict in verdicts:
                _keep(verdict, found, done)
                advance(found)
    except KeyboardInterrupt:
        click.echo(f"interrupted: {len(claims) - len(found)} of {len(claims)} left", err=True)
    return Outcome(tuple(found[c] for c in claims if c in found), len(claims) - len(found))


def check_folders(
    paths: Sequence[str], *, digits: int = DIGITS, done: Callable[[Verdict], None] | None = None
) -> tuple[Outcome, dict[str, Claim]]:
    """Check the claims of some papers' folders, in this process; and the claims by id."""
    known = claims_of(paths)
    names = list(known)
    found: dict[str, Verdict] = {}
    try:
        with _progress(names) as advance:
            for name in names:
                _keep(_own(known[name], digits), found, done)
                advance(found)
    except KeyboardInterrupt:
        click.echo(f"interrupted: {len(names) - len(found)} of {len(names)} left", err=True)
    return Outcome(tuple(found.values()), len(names) - len(found)), known


def _keep(
    verdict: Verdict, found: dict[str, Verdict], done: Callable[[Verdict], None] | None
) -> None:
    """Count a verdict as found, and call ``done`` with it: both, or neither, before Ctrl-C."""
    with _interrupts_blocked():
        if done:
            done(verdict)
        found[verdict.id] = verdict


def claims_of(paths: Sequence[str]) -> dict[str, Claim]:
    """The claims of some papers' folders by id; their code is run.

    Raises
    ------
    BadInput
        For a folder that is no paper, and when two have a claim of the same id.
    """
    from dpproofs.folder import paper

    known: dict[str, Claim] = {}
    for path in paths:
        more = paper(Path(path)).claims()
        if twice := sorted(known.keys() & more.keys()):
            raise BadInput("path", path, f"folders with different ids, not {twice[0]} twice")
        known |= more
    return known


def _own(claim: Claim, digits: int) -> Verdict:
    """Check a claim that somebody wrote; an error is about what it says or how it is shown."""
    from dpproofs.verifying import verify

    try:
        return verify(claim, digits=digits)
    except (DpproofsError, OSError):
        raise
    except Exception as problem:
        told = f"one that can be checked, without {type(problem).__name__}: {problem}"
        raise BadInput("claim", claim.id, told) from problem


def check_one(claim: str, digits: int) -> Verdict:
    """Check one claim; what a worker does."""
    from dpproofs.verifying import verify

    return verify(claim, digits=digits)


def _verdicts(claims: Sequence[str], digits: int, jobs: int) -> Generator[Verdict]:
    """Yield each verdict when it is reached."""
    if jobs > 1:
        yield from _pooled(claims, digits, jobs)
        return
    for claim in claims:
        yield check_one(claim, digits)


# -- workers --------------------------------------------------------------------------------------


def _pooled(claims: Sequence[str], digits: int, jobs: int) -> Generator[Verdict]:
    strangers = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a fork would copy locks of the progress bar
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_with_parent)
    try:
        with _interrupts_blocked():
            futures = [pool.submit(check_one, claim, digits) for claim in claims]
        for future in as_completed(futures):
            yield future.result()
    except BrokenProcessPool:
        accepted = "fewer: a worker was killed, perhaps for want of memory"
        raise BadInput("--jobs", jobs, accepted) from None
    except BaseException:
        for worker in set(multiprocessing.active_children()) - strangers:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start workers that never see Ctrl-C, which a terminal sends to every process of a group.

    They inherit the mask; here an interruption that came meanwhile is delivered at the end.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_with_parent() -> None:
    """Let a worker end when its parent does, however that ends."""

    def wait() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


# -- progress -------------------------------------------------------------------------------------


@contextmanager
def _progress(claims: Sequence[str]) -> Iterator[Callable[[dict[str, Verdict]], object]]:
    """A progress bar on a terminal, nothing elsewhere; yields what moves it."""
    if not sys.stderr.isatty():
        yield len  # anything that ignores what it is told
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    progress = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with progress:
        width = max(map(len, claims), default=0)
        task = progress.add_task(f"{next(iter(claims), ''):<{width}}", total=len(claims))

        def advance(found: dict[str, Verdict]) -> None:
            waiting = next((claim for claim in claims if claim not in found), "")
            progress.update(task, completed=len(found), description=f"{waiting:<{width}}")

        yield advance


@contextmanager
def live_line() -> Iterator[Callable[[str], object]]:
    """A line on a terminal that says what is being made; yields what tells it."""
    if not sys.stderr.isatty():
        yield len
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("") as status:
        yield lambda what: status.update(f"writing {escape(what)}")
