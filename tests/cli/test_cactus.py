import json
import math

import pytest

from dpproofs.commands.cactus import gaussian_kl
from dpproofs.optima.cactus import interior_point
from dpproofs.optima.cactus.problem import Problem
from dpproofs.replaying.divergence import check

KEYS = {
    *("variance", "sensitivity", "cost", "kl", "kl_lower", "global_lower", "global_upper"),
    *("gaussian_kl", "active_shifts", "n", "N", "r", "seconds"),
}


def test_json_has_brackets_and_shifts(run, tmp_path):
    path = tmp_path / "c.json"
    result = run("cactus", "--variance", "1/4", "-n", 10, "--certificate", path, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert set(found) == KEYS
    assert found["global_lower"] < found["kl_lower"] < found["kl"] == found["global_upper"]
    assert found["kl"] - found["kl_lower"] < 1e-8
    assert found["gaussian_kl"] == pytest.approx(2)
    assert (found["n"], found["N"], found["r"]) == (10, 80, 0.9)
    assert found["active_shifts"][-1] == 10
    proved = check(json.loads(path.read_text("utf-8")))
    assert float(proved.upper) == pytest.approx(found["kl"], rel=1e-15)


def test_sensitivity_and_variance_scale_together(run):
    small, large = (
        json.loads(run("cactus", "--variance", v, "--sensitivity", s, "-n", 8, "--json").stdout)
        for v, s in (("0.25", "1"), ("25", "10"))
    )
    assert small["kl"] == large["kl"]
    assert small["gaussian_kl"] == large["gaussian_kl"]


def test_people_are_told_how_far_the_gaussian_is(run):
    result = run("cactus", "--budget", "1/2", "--cost", 1, "-n", 8)
    assert result.exit_code == 0
    asked, unit, *lines = result.stdout.splitlines()
    assert asked.endswith("of noise from its shifts, with E|X| <= 0.5 and")
    assert unit == "sensitivity 1:"
    lines = dict(line.split(None, 1) for line in lines)
    assert lines["divergence"].startswith("<= 0.99")
    assert lines["Gaussian"].endswith("above")
    assert lines["grid"] == "n = 8, N = 64, r = 0.9"


def test_the_gaussian_spends_the_same_budget():
    # E|X| = sigma sqrt(2/pi)
    problem = Problem.of(budget="0.5", cost=1)
    sigma = 0.5 / math.sqrt(2 / math.pi)
    assert gaussian_kl(problem) == pytest.approx(1 / (2 * sigma**2))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--variance", "1e-9"], "variance = '1e-9', but should be more than 8.33333e-06"),
        (["--variance", "x"], "variance = 'x', but should be a number in"),
        (["--variance", "-1"], "variance = '-1', but should be a number in"),
        (["--variance", "1", "-n", "10", "-N", "10"], "N = 10, but should be an integer in"),
        (["--variance", "1", "-n", "0"], "n = 0, but should be an integer in [1, 2000]"),
        (["--variance", "1", "-r", "1"], "r = '1', but should be a number in"),
        (["--variance", "1", "--cost", "0"], "cost = '0', but should be a number in"),
        (["--variance", "1", "--sensitivity", "0"], "sensitivity = '0', but should be"),
        (["--variance", "1e8", "-n", "100"], "so small that 100000 cells suffice"),
        (["--variance", "1", "--certificate", "nowhere/c.json"], "in a directory that exists"),
        ([], "--variance"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, expected):
    result = run("cactus", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1


def test_no_convergence_is_an_error_and_not_an_answer(run, monkeypatch):
    monkeypatch.setattr(interior_point, "MOST_STEPS", 2)
    result = run("cactus", "--variance", 1, "-n", 4, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "was not solved in 2 steps" in result.stderr


def test_a_certificate_is_replayed_and_a_changed_one_is_refused(run, tmp_path):
    path = tmp_path / "c.json"
    assert run("cactus", "--variance", "1/4", "-n", 4, "--certificate", path).exit_code == 0
    assert run("replay", path).exit_code == 0
    found = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**found, "upper": "1"}), "utf-8")
    refused = run("replay", path)
    assert refused.exit_code == 1
    assert "upper bound is below" in refused.stdout
