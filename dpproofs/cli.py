"""The command line: one group of commands, and the exit code of every way to end."""

from __future__ import annotations

import os
import sys
from typing import Any, TextIO

import click

from dpproofs._version import __version__
from dpproofs.commands.audit import command as audit
from dpproofs.commands.cactus import command as cactus
from dpproofs.commands.compose import command as compose
from dpproofs.commands.derive import command as derive
from dpproofs.commands.doctor import command as doctor
from dpproofs.commands.errata import command as errata
from dpproofs.commands.exits import INTERRUPTED, NOBODY_READS, WELL
from dpproofs.commands.export import command as export
from dpproofs.commands.failing import complain, told
from dpproofs.commands.figures import command as figures
from dpproofs.commands.list import command as list_
from dpproofs.commands.new import command as new
from dpproofs.commands.optimum import command as optimum
from dpproofs.commands.profile import command as profile
from dpproofs.commands.replay import command as replay
from dpproofs.commands.show import command as show
from dpproofs.commands.verify import command as verify

TRY = """\
Try:
  dpproofs errata additive.sec5.gain
      what a paper prints, a counterexample, and what holds instead
  dpproofs verify staircase.thm4.cost
      a theorem, checked step by step; 'dpproofs show' with the same id tells the steps
  dpproofs audit numpy:laplace --epsilon 1 --sensitivity 1
      whether somebody's sampler keeps its claim"""

REMEMBERED = "200000"  # results of SymPy: many are found again, beyond the 1,000 that it keeps
COMPLETION = "_DPPROOFS_COMPLETE"  # what a shell sets to ask for a completion


DOORS = {
    "Audit (does this code keep its claim?)": ("audit", "profile", "compose"),
    "Derive (formulas and proofs)": ("derive", "new", "verify", "replay", "export"),
    "Papers (what they claim, and what is wrong)": ("list", "show", "errata", "figures"),
    "Optimum (how good can noise be?)": ("optimum", "cactus"),
    "This installation": ("doctor",),
}
TESTS = """
Test, from pytest:
  from dpproofs.testing import assert_private
"""


class CommandLine(click.Group):
    """A group whose commands return their exit code, and whose errors take one line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands by what people come for."""
        for title, names in DOORS.items():
            with formatter.section(title):
                formatter.write_dl(
                    [(name, self.commands[name].get_short_help_str(limit=70)) for name in names]
                )
            if "audit" in names:
                formatter.write(TESTS)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and leave with its exit code."""
        for stream in (sys.stdout, sys.stderr):
            replace_unknown(stream)
        os.environ.setdefault("SYMPY_CACHE_SIZE", REMEMBERED)
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False}) or WELL
            if sys.stdout is not None:
                sys.stdout.flush()
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except BrokenPipeError:
            code = NOBODY_READS
        except SystemExit as end:  # which click raises for a broken pipe, and after a completion
            code = end.code if COMPLETION in os.environ else NOBODY_READS
        except Exception as error:  # noqa: BLE001  # our own, in one line
            code = complain(*told(error))
        for stream in (sys.stdout, sys.stderr):
            discard_unwritable(stream)
        sys.exit(code)


def replace_unknown(stream: TextIO | None) -> None:
    """Let a terminal without Greek show "?" for it."""
    if reconfigure := getattr(stream, "reconfigure", None):
        reconfigure(errors="replace")


def discard_unwritable(stream: TextIO | None) -> None:
    """Spare the interpreter a second error when it flushes a stream at exit."""
    if stream is None:  # it was closed before the program started
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(
    "dpproofs",
    cls=CommandLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 all well; 1 something was refuted, rejected or is stale; 2 bad input; "
    "3 something is open; 70 an internal error; 130 interrupted. Results go to standard output, "
    "progress and diagnostics to standard error.",
)
@click.version_option(__version__, prog_name="dpproofs", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Machine-checked derivations of optimal noise for privacy, and audits of samplers."""
    if context.invoked_subcommand is None:
        click.echo(f"{context.get_help()}\n\n{TRY}")


for _command in (
    list_, show, verify, derive, export, replay, errata, figures, optimum, cactus, compose, profile,
    audit, new, doctor,
):  # fmt: skip
    main.add_command(_command)
