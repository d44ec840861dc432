"""The targets that ``dpproofs audit`` knows by name: a list of them, and words for a shell."""

from __future__ import annotations

from contextlib import suppress

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, output
from dpproofs.kernel.errors import BadInput


def completions(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Targets for a shell: libraries first, then the mechanisms of the one that is named."""
    from dpproofs.auditing.targets import adapters

    found = adapters()
    library, colon, _rest = begun.partition(":")
    if not colon:
        return [f"{name}:" for name in found if name.startswith(begun)]
    with suppress(BadInput, KeyError):
        names = (f"{library}:{name}" for name in found[library].names())
        return [name for name in names if name.startswith(begun)]
    return []


def show_list(as_json: bool) -> int:
    """Print the targets of the libraries that are installed, and which libraries are missing."""
    from dpproofs.auditing.targets import adapters

    targets: list[str] = []
    missing: dict[str, str] = {}
    for library, adapter in adapters().items():
        try:
            targets += [f"{library}:{name}" for name in adapter.names()]
        except BadInput as reason:
            missing[library] = str(reason)
    if as_json:
        output.print_json({"dpproofs": __version__, "targets": targets, "missing": missing})
        return exits.WELL
    for library, why in missing.items():
        click.echo(f"{library}: {output.one_line(why)}", err=True)
    click.echo("\n".join(targets))
    return exits.WELL
