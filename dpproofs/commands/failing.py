"""From an exception that ended a command to its exit code and the line that tells it."""

from __future__ import annotations

import traceback
from pathlib import Path

import click

from dpproofs.commands.exits import BAD_INPUT, INTERNAL
from dpproofs.commands.output import one_line
from dpproofs.kernel.errors import DpproofsError
from dpproofs.kernel.nearest import nearest

REPORT = "https://github.com/dpproofs/dpproofs/issues"


def told(error: Exception) -> tuple[int, str]:
    """The exit code and the line."""
    if isinstance(error, click.NoSuchOption) and error.ctx:
        likely = _options_like(error.option_name, error.ctx)
        error = click.NoSuchOption(error.option_name, possibilities=likely, ctx=error.ctx)
    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "dpproofs"
        return BAD_INPUT, f"{error.format_message().rstrip('.')} (see '{where} --help')"
    if isinstance(error, click.ClickException | DpproofsError):
        return BAD_INPUT, str(error)
    if isinstance(error, OSError):
        place = "" if error.filename is None else f"{error.filename}: "
        return BAD_INPUT, f"{place}{error.strerror or error}"
    return INTERNAL, _internal(error)


def _options_like(name: str, context: click.Context) -> list[str]:
    """The options that may have been meant; that both have dashes makes no two of them alike."""
    options = {
        option.lstrip("-"): option
        for parameter in context.command.get_params(context)
        for option in parameter.opts
        if option.startswith("--")
    }
    return [options[each] for each in nearest(name.lstrip("-"), options)]


def _internal(error: Exception) -> str:
    """What went wrong in our own code, where, and whom to tell."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f", at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    kind, says = type(error).__name__, str(error)
    return f"internal error ({kind}: {says}{place}); please report it at {REPORT}"


def complain(code: int, message: str) -> int:
    """Print an error as one line, and return its exit code."""
    click.echo(f"error: {one_line(message)}", err=True)
    return code
