import json
import subprocess
import sys
from pathlib import Path

import pytest

from dpproofs.replay import replay, statement_digest
from dpproofs.replay.program import released
from dpproofs.theorems.registry import registry

COMMITTED = Path(__file__).parents[2] / "derivations" / "certificates"
SMALL = [
    "algebra",
    "signs",
    "derivatives",
    "integrals",
    "limits",
    "minima",
    "roots",
    "sums",
    "balls",
    "increasing",
    "squeezed",
    "decreasing",
    "programs",
    "corners",
    "cases",
    "entailment",
    "rule",
    "wrong",
]


@pytest.mark.parametrize("name", SMALL)
def test_small_claims_replay(certified, name):
    document = certified(name)
    report = replay(document, any_statement=True)
    assert report.accepted, report
    assert (report.verdict, report.grade) == (document["verdict"], document["grade"])


def measured(name):
    """Coverage comes from the small claims and one paper; measuring is slow."""
    return name if name.startswith("additive.") else pytest.param(name, marks=pytest.mark.no_cover)


@pytest.mark.parametrize("name", [measured(name) for name in sorted(registry())])
def test_registered_claims_replay(name):
    """The certificates that are committed; `make stale` says whether they are up to date."""
    document = json.loads((COMMITTED / f"{name}.json").read_text("utf-8"))
    report = replay(document)
    assert report.accepted, report
    assert report.known


def test_the_statements_of_this_release_are_those_of_the_registry():
    statements = {name: claim.statement.to_json() for name, claim in registry().items()}
    assert released() == {name: statement_digest(json) for name, json in statements.items()}


def test_import_loads_neither_sympy_nor_the_rest_of_the_package():
    code = (
        "import sys, dpproofs.replay; "
        "mine = ('dpproofs.replay', 'dpproofs._version'); "
        "rest = [m for m in sys.modules if m.startswith('dpproofs.') and not m.startswith(mine)]; "
        "sys.exit(bool(rest) or 'sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
