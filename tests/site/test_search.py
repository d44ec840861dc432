"""What a newcomer types into the search, and the page that has to come first."""

import json
import subprocess
from pathlib import Path

import pytest

ASKED = {
    "install": "install",
    "how do I test my library": "tutorials/test-my-library",
    "audit a sampler": "tutorials/audit-a-sampler",
    "pytest": "tutorials/test-my-library",
    "is my noise private": "tutorials/audit-a-sampler",
    "jupyter notebook": "howto/notebook",
    "citation": "index",
    "laplace": "api/noise#dpproofs.Laplace",
    "gaussian delta": "explore/profiles",
    "derive a cost": "tutorials/derive-a-cost",
    "best noise": "tutorials/best-noise",
    "which noise": "which-noise",
    "many rounds": "tutorials/compose-rounds",
    "errata": "errata",
    "was this formula corrected": "errata",
    "theorem 6 gamma": "claims/staircase.thm6.gamma",
    "Theorem 6": "claims/staircase.thm6.gamma",
    "truncated laplace": "api/noise#dpproofs.TruncatedLaplace",
    "which noise should I use": "which-noise",
    "is my code private": "tutorials/audit-a-sampler",
}

pytestmark = pytest.mark.no_cover


def test_a_question_finds_the_right_page_first(site):
    driver = pytest.importorskip(
        "playwright._impl._driver", reason="needs Playwright's node: pip install 'dpproofs[test]'"
    )
    node = driver.compute_driver_executable()[0]
    program = Path(__file__).with_name("ranking.js")
    done = subprocess.run(
        [node, program, site, *ASKED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert dict(zip(ASKED, json.loads(done.stdout), strict=True)) == ASKED
