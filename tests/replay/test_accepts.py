import subprocess
import sys

import pytest

from dpproofs.replay import replay
from dpproofs.theorems.registry import registry

SMALL = [
    "algebra",
    "signs",
    "calculus",
    "sums",
    "balls",
    "increasing",
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


@pytest.mark.parametrize("name", sorted(registry()))
def test_registered_claims_replay_as_statements_of_this_release(certified, name):
    report = replay(certified(name))
    assert report.accepted, report
    assert report.known


def test_import_loads_neither_sympy_nor_the_rest_of_the_package():
    code = (
        "import sys, dpproofs.replay; "
        "rest = {m for m in sys.modules if m.startswith('dpproofs.')}; "
        "sys.exit('sympy' in sys.modules or bool(rest - {'dpproofs._version'} - {m for m in rest if m.startswith('dpproofs.replay')}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
