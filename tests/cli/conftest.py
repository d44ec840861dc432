"""Ways to run the command line: in this process, in one of its own, with planted verdicts."""

import signal
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from inspect import signature

import pytest
from click.testing import CliRunner

from dpproofs.cli import main
from dpproofs.commands import checking
from dpproofs.kernel.verdict import Decision, Grade, Mutation, Verdict

# Click 8.1 has to be told to keep the two apart; later ones know nothing else.
APART = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
PATIENCE = 600  # seconds after which a command hangs, on the slowest machine


@pytest.fixture
def run():
    """Run a command in this process; standard output and error are kept apart."""

    def call(*arguments, **options):
        result = CliRunner(**APART).invoke(main, [str(a) for a in arguments], **options)
        assert result.exception is None or isinstance(result.exception, SystemExit), result
        return result

    return call


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int
    out: str
    err: str


def heed_interrupts():
    """Undo what a shell does to jobs in its background, whose interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def start():
    """Start a command in a session of its own, which is ended with the test."""
    processes = []

    def call(*arguments, program=("-m", "dpproofs"), **options):
        process = subprocess.Popen(
            [sys.executable, *map(str, program), *map(str, arguments)],
            **{
                "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE,
                "text": True,
                "start_new_session": True,
                "preexec_fn": heed_interrupts,
                **options,
            },
        )
        processes.append(process)
        return process

    yield call
    for process in processes:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


@pytest.fixture
def launch(start):
    """Run a command in a process of its own to its end."""

    def call(*arguments, **options):
        process = start(*arguments, **options)
        out, err = process.communicate(timeout=PATIENCE)
        return Ended(process.returncode, out, err)

    return call


@pytest.fixture
def driver(tmp_path):
    """Write a program that is the command line, except for what one claim makes it do."""

    def write(claim, action):
        program = tmp_path / "driver.py"
        program.write_text(
            textwrap.dedent(f"""\
                import os, time
                from dpproofs import verifying
                from dpproofs.cli import main

                honest = verifying.verify

                def verify(claim, *, digits):
                    if claim == {claim!r}:
                        {action}
                    return honest(claim, digits=digits)

                verifying.verify = verify
                if __name__ == "__main__":
                    main(prog_name="dpproofs")
            """),
            "utf-8",
        )
        return program

    return write


def made_up(claim, decision="holds", **changes):
    """A verdict that nobody reached."""
    wrong = decision in {"corrected", "refuted"}
    erratum = {"printed": "1 = 2", "counterexample": "x = 1: not so", "corrected": "1 = 1"}
    fields = {
        "id": claim,
        "paper": claim.split(".", maxsplit=1)[0],
        "item": "Lemma 0",
        "decision": Decision(decision),
        "grade": None if decision == "open" else Grade.proved,
        "findings": (),
        "mutation": Mutation(3, 3),
        "digits": 50,
        "seconds": 0.25,
        "erratum": erratum if wrong else None,
        "note": "Step 1 is too hard." if decision == "open" else "",
        "certificate": {"claim": claim, "digest": "sha256:0"},
    }
    return Verdict(**{**fields, **changes})


@pytest.fixture
def verdict():
    """Make up a verdict."""
    return made_up


@pytest.fixture
def planted(monkeypatch):
    """Let the claims named get the verdicts given; any other one holds."""

    def plant(**decisions):
        def check_one(claim, _digits):
            given = decisions.get(claim.replace(".", "_"), "holds")
            return given if isinstance(given, Verdict) else made_up(claim, given)

        monkeypatch.setattr(checking, "check_one", check_one)

    return plant


@pytest.fixture
def is_one_error():
    """Whether standard error is exactly one line that says what is wrong."""

    def check(text):
        return text.startswith("error: ") and text.count("\n") == 1 and text.endswith("\n")

    return check
