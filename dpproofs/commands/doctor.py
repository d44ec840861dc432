"""``dpproofs doctor``: what is installed, what each extra adds, and whether the package works."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from dpproofs._version import __version__
from dpproofs.commands import exits, options, output

if TYPE_CHECKING:
    from rich.console import RenderableType

#: What each extra adds, in the order in which it is told.
ADDS = {
    "figures": "the figures of the papers: derive --all, figures; pictures of audits and of noise",
    "smt": "z3 and cvc5 as second opinions on signs",
    "testing": "strategies for Hypothesis, and checks for pytest",
    "diffprivlib": "audits of diffprivlib's mechanisms",
    "opendp": "audits of OpenDP's mechanisms",
    "python-dp": "audits of python-dp's mechanisms",
    "audited": "the three libraries together",
    "parquet": "audits of draws recorded as Parquet",
    "site": "the documentation and the pages of claims: make site",
    "cluster": "audits on a Dask cluster",
    "learning": "the pictures from which the example of private learning learns",
    "oracles": "solvers and accountants that tests and benchmarks compare with",
    "test": "what the tests of the package itself need",
    "dev": "that, and what its development needs",
}
PROGRAMS = {
    "latexmk": "derivations as PDF (on Debian: texlive-latex-recommended "
    "texlive-fonts-recommended latexmk)",
    "pdflatex": "the same",
    "coqc": "make coq, in the sources (on Debian: coq libcoq-coquelicot libcoq-interval "
    "libcoq-mathcomp-analysis)",
}
MANY = 5  # packages that are too many to be listed
SELF_TEST = "additive.lem2"  # quick, and with steps of several kinds

_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^]]*)\])?(?P<version>[^;]*)"
    r"(?:;.*\bextra\s*==\s*['\"](?P<extra>[^'\"]+)['\"].*)?"
)


@dataclass(frozen=True)
class Needed:
    """A package that an extra needs, which version of it is installed, under which licence."""

    name: str
    wanted: str
    installed: str | None
    license: str | None


@click.command("doctor", short_help="Say what is installed, and what each extra adds.")
@options.as_json
def command(as_json: bool) -> int:
    """Say what is installed, what each extra adds, and whether the package works here.

    As a test of the installation one claim is checked, and its certificate replayed. The exit code
    is 1 when that fails or something is missing that is always needed; a missing extra is no fault.
    """
    found = examination()
    if as_json:
        output.print_json(found)
    else:
        console = output.standard_output()
        output.show(console, *report(found))
    missing = [package for package in found["needed"] if package["installed"] is None]
    return exits.REFUTED if missing or found["self_test"] != "passed" else exits.WELL


def examination() -> dict[str, Any]:
    """What ``--json`` prints."""
    import platform

    packages = requirements()
    return {
        "dpproofs": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "executable": sys.executable,
        "needed": [vars(package) for package in packages.get("", [])],
        "extras": {
            extra: {
                "adds": ADDS.get(extra, ""),
                "installed": all(package.installed for package in packages[extra]),
                "packages": [vars(package) for package in packages[extra]],
            }
            for extra in sorted(set(packages) - {""}, key=_place)
        },
        "programs": {
            name: {"adds": adds, "path": shutil.which(name)} for name, adds in PROGRAMS.items()
        },
        "stored": stored_results(),
        "self_test": self_test(),
    }


def _place(extra: str) -> tuple[int, str]:
    return (list(ADDS).index(extra) if extra in ADDS else len(ADDS), extra)


def requirements() -> dict[str, list[Needed]]:
    """The packages that each extra needs; those that are always needed are under ''.

    Nothing when the package is run from its sources without having been installed.
    """
    from importlib import metadata

    try:
        lines = metadata.requires("dpproofs") or []
    except metadata.PackageNotFoundError:
        return {}
    direct: dict[str, dict[str, str]] = {}
    included: dict[str, set[str]] = {}
    for line in lines:
        if match := _REQUIREMENT.match(line):
            extra = match["extra"] or ""
            if match["name"] == "dpproofs":
                names = re.split(r"[,\s]+", match["extras"] or "")
                included.setdefault(extra, set()).update(filter(None, names))
            else:
                direct.setdefault(extra, {})[match["name"]] = match["version"].strip()
    return {
        extra: [
            Needed(name, version, *_installed(name))
            for name, version in _closure(extra, direct, included).items()
        ]
        for extra in {*direct, *included}
    }


def _closure(
    extra: str, direct: Mapping[str, Mapping[str, str]], included: Mapping[str, set[str]]
) -> dict[str, str]:
    """What an extra needs, with what the extras that it includes need."""
    found, waiting, seen = dict(direct.get(extra, {})), list(included.get(extra, ())), {extra}
    while waiting:
        if (other := waiting.pop()) not in seen:
            seen.add(other)
            found |= direct.get(other, {})
            waiting += included.get(other, ())
    return dict(sorted(found.items()))


def _installed(name: str) -> tuple[str | None, str | None]:
    """The version of a package that is installed, and the licence that it states."""
    from importlib import metadata

    try:
        stated = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None, None
    classified = [text for text in stated.get_all("Classifier", []) if "Approved :: " in text]
    words = (
        *stated.get_all("License-Expression", []),
        *(text.rpartition(" :: ")[2] for text in classified),
        *(text.partition("\n")[0] for text in stated.get_all("License", [])),
    )
    return stated["Version"], next(iter(words), None)


def stored_results() -> dict[str, Any]:
    """How many results ship with the package, and how many fit the claims as they stand."""
    from dpproofs.stored import stored
    from dpproofs.theorems.registry import formalised

    results, without = stored(formalised())
    return {"claims": len(results) + len(without), "fit": len(results)}


def self_test() -> str:
    """ "passed", or what went wrong."""
    from dpproofs.replaying import replay
    from dpproofs.verifying import verify

    try:
        verdict = verify(SELF_TEST)
        if verdict.decision.value != "holds":
            return f"{SELF_TEST} is {verdict.decision.value}: {verdict.note}"
        replayed = replay(verdict.certificate)
    except Exception as error:  # noqa: BLE001  # of a broken installation anything can be expected
        return output.one_line(f"{type(error).__name__}: {error}")
    return "passed" if replayed.accepted else f"the certificate is rejected: {replayed.reason}"


# -- for people -----------------------------------------------------------------------------------


def report(found: Mapping[str, Any]) -> Iterator[RenderableType]:
    """The examination as text."""
    from rich.text import Text

    yield Text(f"dpproofs {found['dpproofs']}", style="bold")
    yield output.labelled(
        [
            ("python", f"{found['python']}, {found['executable']}"),
            ("system", found["system"]),
            ("needed", _listed(found["needed"]) or "unknown: the package is not installed"),
            (
                "results",
                "{fit} of {claims} claims, stored with the package".format(**found["stored"]),
            ),
            ("self-test", found["self_test"]),
        ]
    )
    yield ""
    yield Text("Extras, each added by pip install 'dpproofs[NAME]'", style="bold")
    yield output.labelled([(name, _extra(extra)) for name, extra in found["extras"].items()])
    yield ""
    yield Text("Programs", style="bold")
    yield output.labelled(
        [
            (name, f"{'installed' if program['path'] else 'missing'}: {program['adds']}")
            for name, program in found["programs"].items()
        ]
    )


def _extra(extra: Mapping[str, Any]) -> str:
    state = "installed" if extra["installed"] else "missing"
    there = _listed(extra["packages"])
    return f"{state}: {extra['adds']}" + (
        f" ({there})" if there and len(extra["packages"]) < 5 else ""
    )


def _listed(packages: list[Mapping[str, Any]]) -> str:
    return ", ".join(map(_told, packages))


def _told(package: Mapping[str, Any]) -> str:
    licence = f" ({package['license']})" if package["license"] else ""
    return f"{package['name']} {package['installed'] or 'MISSING'}{licence}"
