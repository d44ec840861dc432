"""The brackets of the grid that are stored: all cells, and the limits that the papers prove."""

import json
import math
import re
import statistics
from fractions import Fraction

import pytest
from mpmath import gammainc, log, mpf

from benchmarks.optimum.__main__ import DELTAS, EPSILONS, STORED, certified, proves
from dpproofs.commands.optimum_sweep import file_name
from dpproofs.commands.optimum_table import rows_of
from dpproofs.optima.bracket.search import bracket


def paper_bound(epsilon, delta, cost):
    """The lower bound of the paper on the truncated Laplacian, (11) and (12), for any real n."""
    b = math.exp(-epsilon)
    a = (delta + math.expm1(epsilon) / 2) * b
    n = math.log1p((b - 1) / (2 * a)) / -epsilon  # a (1 + b + ... + b^(n-1)) = 1/2
    tail, rest = (n - 1) * b**n / (1 - b), 1 - b
    if cost == 1:
        return 2 * a * ((b - b**n) / rest**2 - tail)
    inner = 2 * ((b - b**n) / rest**2 - tail) - (b**2 - b**n) / rest
    return 2 * a / rest * (inner - b - (n - 1) ** 2 * b**n)


@pytest.fixture(scope="module")
def rows():
    return {(row["epsilon"], row["delta"], int(row["cost"])): row for row in rows_of(STORED)}


def test_every_cell_has_a_bracket_as_narrow_as_was_asked(rows):
    assert len(rows) == len(EPSILONS) * len(DELTAS) * 2
    for row in rows.values():
        assert 0 < float(row["lower"]) <= float(row["upper"])
        assert 1 - float(row["lower"]) / float(row["upper"]) <= float(row["wanted"]) * 1.001
    assert statistics.median(float(row["seconds"]) for row in rows.values()) < 10


def test_the_lower_bounds_of_the_papers_are_below(rows):
    for (epsilon, delta, cost), row in rows.items():
        assert paper_bound(float(epsilon), float(delta), cost) <= float(row["upper"])


@pytest.mark.parametrize("cost", [1, 2])
def test_small_epsilon_and_delta_together_have_the_limit_of_truncated_laplace_noise(rows, cost):
    """Theorems 6 and 7 of the (epsilon, delta) paper, third limit: the least cost is on its way."""
    limit = 3 * gammainc(cost + 1, 0, log(mpf(3) / 2))
    near, far = (
        [float(rows[each, each, cost][end]) * float(each) ** cost for end in ("lower", "upper")]
        for each in (".005", ".01")
    )
    assert 2 * near[0] - far[1] < limit * 1.0005
    assert 2 * near[1] - far[0] > limit * 0.9995
    assert limit < near[0] < far[0] < limit * 1.01


@pytest.mark.parametrize("cost", [1, 2])
def test_small_epsilon_alone_has_the_cost_of_uniform_noise(rows, cost):
    for delta in (".05", ".1"):
        near, far, beyond = (
            float(rows[each, delta, cost]["upper"]) for each in (".005", ".01", ".02")
        )
        uniform = (0.5 / float(delta)) ** cost / (cost + 1)
        assert near < uniform
        assert (8 * near - 6 * far + beyond) / 3 == pytest.approx(uniform, rel=1e-3)


def test_each_row_has_the_digest_of_its_certificate(rows):
    assert len({row["digest"] for row in rows.values()}) == len(rows)
    assert all(re.fullmatch("sha256:[0-9a-f]{64}", row["digest"]) for row in rows.values())


@pytest.fixture(scope="module")
def solved_again(tmp_path_factory):
    """A certificate of one cell, made here and now."""
    folder = tmp_path_factory.mktemp("certificates")
    asked = [".5", ".5", "1", "1"]
    found = bracket(*asked, gap="1e-3").certificate()
    (folder / file_name(asked)).write_text(json.dumps(found), "ascii")
    return folder, found


def test_a_certificate_of_any_machine_proves_its_row(rows, solved_again):
    folder, found = solved_again
    row = rows[".5", ".5", 1]
    (line,) = certified([row], folder)
    same = int(found["digest"] == row["digest"])
    assert line == f"1 accepted, {same} of them with the digest of the table"
    changed = {**row, "digest": "sha256:0"}
    assert certified([changed], folder) == ["1 accepted, 0 of them with the digest of the table"]


@pytest.mark.parametrize(
    "changes",
    [
        {"delta": ".3"},
        {"lower_exact": "1/2", "upper_exact": "2/3"},
        {"wanted": "1e-9"},
    ],
)
def test_a_certificate_of_something_else_does_not(rows, solved_again, changes):
    assert not proves(solved_again[1], {**rows[".5", ".5", 1], **changes})


def test_nor_does_one_with_the_digest_of_the_row_and_other_ends(rows, solved_again):
    found, row = solved_again[1], dict(rows[".5", ".5", 1])
    row |= {"digest": found["digest"], "lower_exact": found["lower"]["bound"]}
    row["upper_exact"] = str(Fraction(found["upper"]["bound"]) * Fraction(100001, 100000))
    assert not proves(found, row)
    row["upper_exact"] = found["upper"]["bound"]
    assert proves(found, row)
    upper = {**found["upper"], "atom": str(int(found["upper"]["atom"]) + 1)}
    assert not proves({**found, "upper": upper}, row)
