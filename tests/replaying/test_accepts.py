"""What is accepted: small claims, and the certificates of this release."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from handmade import shown
from small import ACCEPTED

from dpproofs.replaying import released
from dpproofs.replaying.program import replay

COMMITTED = Path(__file__).parents[2] / "derivations" / "certificates"


@pytest.mark.parametrize("name", ACCEPTED)
def test_small_claims_replay(name):
    made, verdict = shown(ACCEPTED[name])
    report = made.report(verdict)
    assert report.accepted, report
    assert report.steps == len(made.steps)


@cache
def current():
    """The committed certificates that are of this version, which nobody changes in place."""
    found = {path.stem: path for path in sorted(COMMITTED.glob("*.json"))}
    documents = {name: json.loads(path.read_text("utf-8")) for name, path in found.items()}
    return {name: made for name, made in documents.items() if made["version"] == 2}


@pytest.mark.no_cover  # each method has tests of its own
def test_released_claims_replay():
    """The certificates that are committed; `make stale` says whether they are up to date."""
    documents = current()
    if not documents:
        pytest.skip("the committed certificates are of an older version")
    assert set(documents) <= set(released())
    reports = {name: replay(made, cited=documents) for name, made in documents.items()}
    rejected = {name: r.reason for name, r in reports.items() if not (r.accepted and r.known)}
    assert not rejected


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["staircase.thm1", "staircase.thm3", "additive.thm2"])
def test_a_theorem_about_noise_replays(name):
    report = replay(current()[name], cited=current())
    assert (report.accepted, report.known, report.reason) == (True, True, "")


def test_import_loads_neither_sympy_nor_the_rest_of_the_package():
    code = (
        "import sys, dpproofs.replaying.child; "
        "mine = ('dpproofs.replaying', 'dpproofs._version'); "
        "rest = [m for m in sys.modules if m.startswith('dpproofs.') and not m.startswith(mine)]; "
        "sys.exit(bool(rest) or 'sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
