"""Vector mechanisms of OpenDP and diffprivlib, and neighbours in a norm on the command line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import gamma, kstest, laplace, norm

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import TargetError
from dpproofs.auditing.targets import find
from dpproofs.cli import main
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1.0, 0.0, 2.0)
NORMAL = PrivacyClaim(1.0, 1e-3, 2.0)
VECTORS = {
    "opendp:laplace": (CLAIM, 1),
    "opendp:laplace_int": (CLAIM, 1),
    "opendp:gaussian": (NORMAL, 2),
    "opendp:gaussian_int": (NORMAL, 2),
    "diffprivlib:Vector": (CLAIM, 2),
}


@pytest.mark.parametrize("name", VECTORS)
def test_neighbours_differ_by_the_sensitivity_in_the_metric(name):
    pytest.importorskip(name.partition(":")[0])
    claim, order = VECTORS[name]
    target = find(name, claim, {"dimension": 3})
    for pair in target.pairs(claim):
        shift = np.subtract(pair.neighbour, pair.input)
        assert math.isclose(np.linalg.norm(shift, order), 2, rel_tol=1e-12)
        if name.endswith("_int"):
            assert np.array_equal(shift, np.rint(shift))
    draws = target.draw(target.pairs(claim)[0].neighbour, 7, np.random.default_rng(0))
    assert draws.shape == (7, 3)
    for value in ((1.0, 2.0), 1.0, "ab"):
        with pytest.raises(TargetError, match="no vector of 3"):
            target.draw(value, 1, np.random.default_rng(0))


def test_the_noise_of_every_coordinate_is_that_of_the_calibrated_scale():
    pytest.importorskip("opendp")
    for name, law in (("laplace", laplace), ("gaussian", norm)):
        target = find(f"opendp:{name}", VECTORS[f"opendp:{name}"][0], {"dimension": 2})
        (scale,) = target.computed().parameters.values()
        draws = target.draw((10.0, -10.0), 3000, np.random.default_rng(0)) - [10, -10]
        for column in draws.T:
            assert kstest(column, law(scale=scale).cdf).pvalue > 1e-5


def test_the_vector_of_diffprivlib_has_the_density_of_the_l2_norm():
    pytest.importorskip("diffprivlib")
    target = find("diffprivlib:Vector", CLAIM, {"dimension": 3})
    draws = target.draw((1.0, 2.0, 3.0), 2000, np.random.default_rng(5)) - [1, 2, 3]
    lengths = np.linalg.norm(draws, axis=1)
    assert kstest(lengths, gamma(3, scale=2.0).cdf).pvalue > 1e-4
    assert kstest(lengths, dp.KNorm(1, 2, dimension=3).radial_cdf).pvalue > 1e-4
    again = target.draw((1.0, 2.0, 3.0), 2000, np.random.default_rng(5)) - [1, 2, 3]
    assert np.array_equal(draws, again)


@pytest.mark.parametrize(
    ("name", "claim", "arguments", "message"),
    [
        ("opendp:laplace", CLAIM, {"dimension": 0}, "at least 1"),
        ("opendp:laplace", CLAIM, {"dimension": 1.5}, "an integer"),
        ("opendp:laplace_threshold", NORMAL, {"dimension": 2}, "left out"),
        ("diffprivlib:Vector", CLAIM, {}, "dimension=D"),
        ("diffprivlib:Vector", NORMAL, {"dimension": 2}, "delta"),
        ("diffprivlib:Vector", CLAIM, {"dimension": 2, "scale": 1}, "left out"),
        ("diffprivlib:Vector", CLAIM, {"dimension": "two"}, "it says"),
    ],
)
def test_bad_arguments_are_told(name, claim, arguments, message):
    pytest.importorskip(name.partition(":")[0])
    with pytest.raises(BadInput, match=message):
        find(name, claim, arguments)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["opendp:laplace", "diffprivlib:Vector"])
def test_the_wrong_norm_is_found_on_the_command_line(name):
    pytest.importorskip(name.partition(":")[0])
    claim = ("--epsilon", "2", "--sensitivity", "1", "--max-draws", "4000")
    options = ("--arg", "dimension=4", "--dimension", "4", "--norm", "linf")
    result = CliRunner().invoke(main, ["audit", name, *claim, *options])
    assert result.exit_code == 1
    assert "--dimension 4 --norm linf" in result.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--norm", "l1"], "with --dimension, or an --input that is a list"),
        (["--dimension", "0"], "at least 1"),
        (["--dimension", "2", "--input", "[1, 2, 3]"], "the length of the inputs"),
        (["--dimension", "2", "--shift", "[1, 2]"], "left out with --dimension"),
        (["--norm", "l2", "--input", "3"], "lists of numbers"),
        (["--norm", "l3"], "l3"),
    ],
)
def test_bad_options_are_told(options, message):
    asked = ["audit", "dpproofs:KNorm", "--arg", "dimension=2", "--epsilon", "1"]
    result = CliRunner().invoke(main, [*asked, "--sensitivity", "1", *options])
    assert result.exit_code == 2
    assert message in result.stderr


def test_inputs_of_ones_own_have_neighbours_in_a_norm():
    asked = ["audit", "dpproofs:KNorm", "--arg", "dimension=2", "--epsilon", "1"]
    options = ["--sensitivity", "1", "--norm", "l1", "--input", "[3, 4]", "--max-draws", "400"]
    result = CliRunner().invoke(main, [*asked, *options])
    assert result.exit_code == 0, result.output
